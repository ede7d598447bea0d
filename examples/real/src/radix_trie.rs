//! Compares an old version of `radix_trie` with `BTreeSet`.

use std::collections::BTreeSet;

use crossply::{CrossCheck, domain};
use radix_trie_0_1::{Trie, TrieCommon};

#[derive(Clone, Debug, PartialEq)]
pub enum Operation {
    Insert(&'static str),
    Remove(&'static str),
}

use Operation::{Insert, Remove};

const KEYS: [&str; 4] = ["a", "ab", "abc", "b"];

/// The keys that are left.
fn model(operations: &[Operation]) -> Vec<&'static str> {
    let mut keys = BTreeSet::new();
    for operation in operations {
        match *operation {
            Insert(key) => keys.insert(key),
            Remove(key) => keys.remove(key),
        };
    }
    keys.into_iter().collect()
}

fn trie(operations: &[Operation]) -> Vec<&'static str> {
    let mut trie = Trie::new();
    for operation in operations {
        match *operation {
            Insert(key) => trie.insert(key, ()),
            Remove(key) => trie.remove(key),
        };
    }
    let mut keys: Vec<_> = trie.keys().copied().collect();
    keys.sort_unstable();
    keys
}

pub fn old() -> CrossCheck<Vec<Operation>, Vec<&'static str>> {
    let operations = domain::given(KEYS.map(Insert)).chain(domain::given(KEYS.map(Remove)));
    CrossCheck::new("radix-trie-old", domain::words(operations, 0..=5))
        .inputs_are("sequence of operations", "sequences of operations")
        .truth("BTreeSet", |operations: &Vec<Operation>| model(operations))
        .solver("radix_trie 0.1.4", |operations| trie(operations))
}
