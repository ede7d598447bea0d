//! Mutates a position as a fuzzer mutates an input that looked interesting.
//!
//! A mutation of bytes ignores the rules: most either change nothing in a drawing or cost stones, so a fuzzer stays
//! close to the positions that it began with. Here a mutation is a move, one stone of each side more or fewer, a
//! symmetry, or now and then a new position, so that a long session reaches the whole domain.

use crossply_problems::symmetry::Symmetry;
use crossply_problems::{Position, Problem};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// Mutates a position into a different one that mostly differs in a few stones. The seed determines the result.
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

/// One random change; the position itself if the change breaks the rules.
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

/// A random cell of a set, as a set. Empty for the empty set.
// A fuzzer mutates each input, and the fuzz binaries are optimised more than this package.
#[inline]
fn one_of(cells: u16, random: &mut Xoshiro256PlusPlus) -> u16 {
    let mut rest = cells;
    for _ in 1..random.random_range(1..=cells.count_ones().max(1)) {
        rest &= rest - 1;
    }
    rest & rest.wrapping_neg()
}

#[cfg(test)]
mod tests {
    use crossply_problems::Poj1568;

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
        // A position with this many more stones is a fresh draw, not the result of single moves.
        let mutants = (0..1000).map(|seed| mutate(start, seed));
        let new = mutants.filter(|mutant| mutant.empties() <= 4).count();
        assert!((10..200).contains(&new), "{new} of 1000");
    }
}
