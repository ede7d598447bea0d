//! Where a planted fault shows: conditions on what an input consists of.

use crossply::rand::RngExt;
use crossply::rand::rngs::ChaCha8Rng as Random;

use super::case::one_of;
use super::value::{Seen, Sequence};
use crate::mixed;

/// Something about the views of an input, which are numbers, or about the right answer. Each kind uses some of these.
#[derive(Clone, Debug)]
pub(super) struct Test {
    kind: &'static str,
    /// Places of views.
    at: [usize; 2],
    n: i128,
    by: i128,
    /// The number of an input.
    number: usize,
}

/// The kinds of tests, those twice that the library has most words for.
const KINDS: [&str; 14] = [
    "at least", "at least", "at most", "at most", "rest", "rest", "is", "bit", "same", "less",
    "sum", "chance", "only", "answer",
];

/// Where a fault shows: all tests of one of these hold.
pub(super) type Places = Vec<Vec<Test>>;

pub(super) fn test(random: &mut Random, inputs: &[Seen]) -> Test {
    let number = random.random_range(0..inputs.len());
    let views = inputs[number].views();
    let at = [(); 2].map(|()| random.random_range(0..views.len()));
    let (n, by) = (views[at[0]], random.random_range(2..12));
    let mut kind = one_of(random, &KINDS);
    if is_of_steps(&inputs[number]) && random.random() {
        kind = "contains";
    }
    Test {
        kind,
        at,
        n,
        by,
        number,
    }
}

pub(super) fn places(random: &mut Random, inputs: &[Seen]) -> Places {
    let [cases, tests] = one_of(
        random,
        &[[1, 0], [1, 1], [1, 1], [1, 1], [1, 2], [2, 1], [4, 0]],
    );
    if cases > 3 {
        let kind = "only";
        let few = (0..random.random_range(1..6)).map(|_| test(random, inputs));
        return few.map(|test| vec![Test { kind, ..test }]).collect();
    }
    let case = |_| (0..tests).map(|_| test(random, inputs)).collect();
    (0..cases).map(case).collect()
}

pub(super) fn holds(test: &Test, number: usize, views: &[i128], answer: i128) -> bool {
    let &Test {
        kind, at, n, by, ..
    } = test;
    let [one, other] = at.map(|at| views[at % views.len()]);
    match kind {
        "at least" => one >= n,
        "at most" => one <= n,
        "rest" => one.rem_euclid(by) == n.rem_euclid(by),
        "is" => one == n,
        "bit" => one >> by & 1 == 1,
        "same" => one == other,
        "less" => one < other,
        "sum" => one.saturating_add(other) >= n,
        "chance" => mixed(number as u64 ^ (by as u64) << 32).is_multiple_of(by as u64),
        "only" => number == test.number,
        _ => answer % by == 0,
    }
}

/// Whether it is a list of operations, or bytes that are text.
fn is_of_steps(input: &Seen) -> bool {
    match input {
        Seen::Word(letters, Sequence::List) => matches!(letters.first(), Some(Seen::Form(_))),
        Seen::Word(_, sequence) => *sequence == Sequence::Bytes,
        _ => false,
    }
}

/// Whether the first letters of one are letters of the other, in their order.
fn contains(input: &Seen, other: &Seen, letters: usize) -> bool {
    let (Seen::Word(all, _), Seen::Word(wanted, _)) = (input, other) else {
        return false;
    };
    let mut wanted = wanted.iter().take(letters).peekable();
    for letter in all {
        wanted.next_if(|wanted| *wanted == letter);
    }
    wanted.peek().is_none()
}

/// For each input, whether a fault shows there.
pub(super) fn table(places: &Places, inputs: &[Seen], rights: &[Option<i128>]) -> Vec<bool> {
    let rows = inputs.iter().zip(rights).enumerate();
    let any = rows.map(|(n, (input, right))| {
        let views = input.views();
        let holds = |one: &Test| match one.kind {
            "contains" => contains(input, &inputs[one.number], 1 + one.by as usize % 4),
            _ => holds(one, n, &views, right.unwrap_or(1)),
        };
        places.iter().any(|case| case.iter().all(holds))
    });
    any.collect()
}
