//! `memchr::memmem`: the first and the last place of a needle in a haystack.

use crossply::{CrossCheck, domain};
use memchr::memmem;

type Input = (Vec<u8>, Vec<u8>);
type Places = (Option<usize>, Option<usize>);

pub fn check() -> CrossCheck<Input, Places> {
    // Vectors have 16 bytes, so that haystacks of up to 20 need one and more.
    let needles = domain::words(b"ab", 0..=4);
    let haystacks = domain::words(b"ab", 0..=20);
    CrossCheck::new("memchr", domain::of((needles, haystacks)))
        .inputs_are("search", "searches")
        .solver("naive", |(needle, haystack)| {
            let last = haystack.len().checked_sub(needle.len());
            let places = last.map_or(0..0, |last| 0..last + 1);
            let mut found = places.filter(|&place| haystack[place..].starts_with(needle));
            let first = found.next();
            (first, found.next_back().or(first))
        })
        .solver("memmem", |(needle, haystack)| {
            let first = memmem::find(haystack, needle);
            (first, memmem::rfind(haystack, needle))
        })
}
