//! Insertion sort agrees with the standard library on all lists of up to eight numbers from 0 to 7.

use crossply::{CrossCheck, domain};

fn insertion_sort(list: &mut [u8]) {
    for sorted in 1..list.len() {
        let mut at = sorted;
        while at > 0 && list[at - 1] > list[at] {
            list.swap(at - 1, at);
            at -= 1;
        }
    }
}

fn sorted(list: &[u8], sort: impl Fn(&mut [u8])) -> Vec<u8> {
    let mut sorted = list.to_vec();
    sort(&mut sorted);
    sorted
}

fn main() {
    CrossCheck::new("sorting", domain::words(0..=7_u8, 0..=8))
        .inputs_are("list", "lists")
        .solver("standard library", |list| {
            sorted(list, <[u8]>::sort_unstable)
        })
        .solver("insertion sort", |list| sorted(list, insertion_sort))
        .assert();
}
