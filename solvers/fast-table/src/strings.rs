//! Bit strings: a fact for each subset of a few cells, and the effect of a move on them.
//!
//! The number of a subset has bit `p` set if it contains the `p`-th cell. Bit `n` of a string, in words of 64, is the
//! fact for the subset with number `n`. The operations work on whole strings.
//!
//! A fault in one changes answers of the fast solver, all of which the tests of `crossply-problems` compare.

/// The numbers below 64 that have bit 0, bit 1, and so on.
const WITH: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// The number of words in a string for all subsets of `cells` cells.
pub(crate) fn words(cells: u32) -> usize {
    (1_usize << cells).div_ceil(64)
}

/// Fills `to`, a string for one cell more than `from`. The new cell becomes the `index`-th. Subsets without it keep
/// their facts from `from`; subsets with it get 0.
pub(crate) fn insert_cell(index: u32, from: &[u64], to: &mut [u64]) {
    if index < 6 {
        // Each half of a word expands to a whole word.
        let halves = from
            .iter()
            .flat_map(|word| [word & u64::from(u32::MAX), word >> 32]);
        for (to, half) in to.iter_mut().zip(halves) {
            *to = spread(index, half);
        }
    } else {
        let run = 1 << (index - 6);
        for (to, from) in to.chunks_exact_mut(2 * run).zip(from.chunks_exact(run)) {
            to[..run].copy_from_slice(from);
            to[run..].fill(0);
        }
    }
}

/// Halves runs of bits and moves their upper halves up, until runs have `2^index` bits.
fn spread(index: u32, half: u64) -> u64 {
    (index..5).rev().fold(half, |word, index| {
        (word | word << (1 << index)) & !WITH[index as usize]
    })
}

/// For each subset without the `index`-th cell: keeps its fact only if `after` holds for the subset with the cell.
pub(crate) fn keep_if_after_adding(index: u32, after: &[u64], facts: &mut [u64]) {
    if index < 6 {
        for (fact, after) in facts.iter_mut().zip(after) {
            *fact &= after >> (1 << index) | WITH[index as usize];
        }
    } else {
        let run = 1 << (index - 6);
        let pairs = after.chunks_exact(2 * run);
        for (facts, after) in facts.chunks_exact_mut(2 * run).zip(pairs) {
            for (fact, after) in facts.iter_mut().zip(&after[run..]) {
                *fact &= after;
            }
        }
    }
}

/// Clears the fact of each subset that contains this one.
pub(crate) fn clear_supersets(number: usize, facts: &mut [u64]) {
    let in_word = (0..6).filter(|index| number >> index & 1 == 1);
    let in_word = in_word.fold(u64::MAX, |numbers, index| numbers & WITH[index]);
    let of_word = number / 64;
    for (word, facts) in facts.iter_mut().enumerate() {
        if word & of_word == of_word {
            *facts &= !in_word;
        }
    }
}
