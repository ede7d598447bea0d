//! Changes a position into another one: what a fuzzer does with an input that looked interesting.
//!
//! A fuzzer that changes bytes knows nothing of the rules: most of what it does to a drawing either
//! changes nothing, or costs stones. So it stays close to the positions that it began with. Here a
//! change is a move, a stone of each side more or less, a symmetry, or now and then a new position,
//! so that a long session comes to all of them.

use crossply_problems::symmetry::Symmetry;
use crossply_problems::{Position, Problem};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// Another position: mostly one that differs in a few stones. The seed decides which.
#[must_use]
pub fn mutate<P: Problem>(position: Position<P>, seed: u64) -> Position<P> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut mutated = position;
    loop {
        mutated = edit(mutated, &mut random);
        if mutated != position && random.random() {
            return mutated;
        }
    }
}

/// One change, if the rules allow what was thought of.
fn edit<P: Problem>(position: Position<P>, random: &mut Xoshiro256PlusPlus) -> Position<P> {
    let (mut x, mut o) = (position.x(), position.o());
    let all = u16::MAX >> (16 - Position::<P>::CELLS);
    match random.random_range(0..8) {
        0 | 1 => {
            x |= one_of(all & !(x | o), random);
            o |= one_of(all & !(x | o), random);
        }
        2 | 3 => {
            x &= !one_of(x, random);
            o &= !one_of(o, random);
        }
        4 => x = x & !one_of(x, random) | one_of(all & !(x | o), random),
        5 => o = o & !one_of(o, random) | one_of(all & !(x | o), random),
        6 => {
            let symmetries = Symmetry::all::<P>();
            let symmetry = &symmetries[random.random_range(1..symmetries.len())];
            return symmetry.of_position(position);
        }
        _ => return P::domain().position(random.random_range(0..P::domain().len())),
    }
    Position::new(x, o).unwrap_or(position)
}

/// One of the cells of a set, as a set. None of none.
fn one_of(cells: u16, random: &mut Xoshiro256PlusPlus) -> u16 {
    let mut rest = cells;
    for _ in 1..random.random_range(1..=cells.count_ones().max(1)) {
        rest &= rest - 1;
    }
    rest & rest.wrapping_neg()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use crossply_problems::{Ccf201803_4, Poj1568};

    use super::*;

    #[test]
    fn another_position_is_reached_and_mostly_a_near_one() {
        let start = Poj1568::domain().position(4_000_000);
        let mut near = 0;
        for seed in 0..1000 {
            let mutated = mutate(start, seed);
            assert_ne!(mutated, start);
            let differs = start.cells().zip(mutated.cells());
            near += u32::from(differs.filter(|(a, b)| a != b).count() <= 4);
        }
        assert!((500..950).contains(&near), "{near} of 1000");
    }

    #[test]
    fn now_and_then_it_is_a_new_position() {
        let start = Poj1568::domain().position(4_650_000);
        assert_eq!(start.empties(), 12);
        // So many stones more are drawn, not placed one after the other.
        let mutants = (0..1000).map(|seed| mutate(start, seed));
        let new = mutants.filter(|mutant| mutant.empties() <= 4).count();
        assert!((10..200).contains(&new), "{new} of 1000");
    }

    #[test]
    fn every_position_of_the_small_board_is_reached() {
        let mut position = Ccf201803_4::domain().position(0);
        let mut reached = HashSet::new();
        for seed in 0..100_000 {
            position = mutate(position, seed);
            reached.insert(position);
        }
        assert_eq!(reached.len() as u64, Ccf201803_4::domain().len());
    }
}
