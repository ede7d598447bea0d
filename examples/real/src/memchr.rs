//! Tests `memchr::memmem`: finds the first and the last occurrence of a needle in a haystack.

use crossply::{CrossCheck, domain};
use memchr::memmem;

type Input = (Vec<u8>, Vec<u8>);
type Places = (Option<usize>, Option<usize>);

pub fn check() -> CrossCheck<Input, Places> {
    // A vector register has 16 bytes, so a haystack of up to 20 bytes needs one or more.
    let needles = domain::words(b"ab", 0..=4);
    let haystacks = domain::words(b"ab", 0..=20);
    CrossCheck::new("memchr", domain::of((needles, haystacks)))
        .inputs_are("search", "searches")
        .solver("naive", |(needle, haystack)| {
            let mut places =
                (0..=haystack.len()).filter(|&place| haystack[place..].starts_with(needle));
            let first = places.next();
            (first, places.next_back().or(first))
        })
        .solver("memmem", |(needle, haystack)| {
            let first = memmem::find(haystack, needle);
            (first, memmem::rfind(haystack, needle))
        })
}
