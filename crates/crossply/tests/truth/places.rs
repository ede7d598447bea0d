//! Where a planted fault shows: conditions on what an input consists of.

use crossply::rand::RngExt;
use crossply::rand::rngs::ChaCha8Rng as Random;

use super::case::one_of;
use super::value::Seen;

/// Something about the views of an input, which are numbers, or about the right answer.
#[derive(Clone, Debug)]
pub(super) enum Test {
    AtLeast(usize, i128),
    AtMost(usize, i128),
    Is(usize, i128),
    Rest(usize, i128, i128),
    Bit(usize, u32),
    Same(usize, usize),
    Less(usize, usize),
    Sum(usize, usize, i128),
    Chance(u64),
    Only(usize),
    Answer(i128),
}

/// Where a fault shows: all tests of one of these hold.
pub(super) type Places = Vec<Vec<Test>>;

pub(super) fn test(random: &mut Random, inputs: &[Seen]) -> Test {
    let number = random.random_range(0..inputs.len());
    let views = inputs[number].views();
    let [at, other] = [(); 2].map(|()| random.random_range(0..views.len()));
    let (n, by) = (views[at], random.random_range(2..12));
    match random.random_range(0..14) {
        0 | 1 => Test::AtLeast(at, n),
        2 | 3 => Test::AtMost(at, n),
        4 => Test::Is(at, n),
        5 | 6 => Test::Rest(at, by, n.rem_euclid(by)),
        7 => Test::Bit(at, random.random_range(0..10)),
        8 => Test::Same(at, other),
        9 => Test::Less(at, other),
        10 => Test::Sum(at, other, n),
        11 => Test::Chance(random.random_range(2..20)),
        12 => Test::Only(number),
        _ => Test::Answer(by),
    }
}

pub(super) fn places(random: &mut Random, inputs: &[Seen]) -> Places {
    let [cases, tests] = one_of(
        random,
        &[[1, 0], [1, 1], [1, 1], [1, 1], [1, 2], [2, 1], [4, 0]],
    );
    if cases > 3 {
        let few = (0..random.random_range(1..6)).map(|_| random.random_range(0..inputs.len()));
        return few.map(|number| vec![Test::Only(number)]).collect();
    }
    let case = |_| (0..tests).map(|_| test(random, inputs)).collect();
    (0..cases).map(case).collect()
}

pub(super) fn holds(test: &Test, number: usize, views: &[i128], answer: i128) -> bool {
    let view = |at: usize| views[at % views.len()];
    match *test {
        Test::AtLeast(at, n) => view(at) >= n,
        Test::AtMost(at, n) => view(at) <= n,
        Test::Is(at, n) => view(at) == n,
        Test::Rest(at, by, rest) => view(at).rem_euclid(by) == rest,
        Test::Bit(at, bit) => view(at) >> bit & 1 == 1,
        Test::Same(at, other) => view(at) == view(other),
        Test::Less(at, other) => view(at) < view(other),
        Test::Sum(at, other, n) => view(at).saturating_add(view(other)) >= n,
        Test::Chance(of) => mixed(number as u64 ^ of << 32).is_multiple_of(of),
        Test::Only(only) => number == only,
        Test::Answer(by) => answer % by == 0,
    }
}

/// For each input, whether a fault shows there.
pub(super) fn table(places: &Places, inputs: &[Seen], rights: &[Option<i128>]) -> Vec<bool> {
    let rows = inputs.iter().zip(rights).enumerate();
    let any = rows.map(|(n, (input, right))| {
        let views = input.views();
        let holds = |one: &Test| holds(one, n, &views, right.unwrap_or(1));
        places.iter().any(|case| case.iter().all(holds))
    });
    any.collect()
}

/// A number that looks like chance.
pub(super) fn mixed(n: u64) -> u64 {
    let n = (n ^ (n >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (n ^ (n >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 20
}
