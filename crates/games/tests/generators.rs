//! Generators make every kind of position, in the shares that they promise.
//!
//! How many positions of each kind there are is counted, so a generator can be compared with the whole domain. A kind is a
//! number of empties, an answer to boards with so many empties, or a symmetry class; on the larger board, all classes of
//! a size. Seeds are fixed, so a generator that passes once passes always.

#![expect(clippy::cast_precision_loss, reason = "counts are below a few million")]

use std::collections::BTreeMap;
use std::mem::discriminant;
use std::ops::RangeInclusive;

use crossply::domain;
use crossply_games::check::Positions;
use crossply_games::generators::{codec, uniform};
use crossply_problems::symmetry::{Symmetry, is_first_of_its_class};
use crossply_problems::{Game, Position, Problem, Solver, test_all_problems};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

/// How many positions each generator makes.
const DRAWN: usize = 100_000;

/// A domain with fewer positions has few enough symmetry classes to look at each.
const FEW_POSITIONS: u64 = 10_000;

/// Kinds that uniform drawing would make less often say nothing.
const LEAST_EXPECTED: f64 = 5.0;

test_all_problems!(
    uniform_drawing_makes_all_kinds_in_their_shares,
    strategies_make_all_kinds_in_their_shares,
    random_bytes_decode_to_all_kinds
);

fn uniform_drawing_makes_all_kinds_in_their_shares<P: Problem>() {
    let domain = P::domain();
    let indices = uniform(1, 0, 0..domain.len());
    let drawn = indices.map(|index| domain.position(index));
    Census::new(0..=16).has_the_shares_of(drawn);
}

fn strategies_make_all_kinds_in_their_shares<P: Problem>() {
    let mut runner = TestRunner::deterministic();
    let strategy = domain::of(Positions::<P>::default());
    let drawn = std::iter::repeat_with(|| {
        let tree = strategy.new_tree(&mut runner);
        tree.expect("nothing is rejected").current()
    });
    Census::new(0..=16).has_the_shares_of(drawn);
}

/// The codec removes stones until a board is legal, so emptier positions come more often.
fn random_bytes_decode_to_all_kinds<P: Problem>() {
    let mut bytes = uniform(1, 0, 0..256).map(|byte| byte as u8);
    let decoded = (0..).map(|n| {
        let bytes: Vec<u8> = bytes.by_ref().take(n % 64).collect();
        codec::decode(&bytes)
    });
    Census::<P>::new(0..=16).has_about_the_shares_of(decoded, [1.0 / 40.0, 320.0]);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind<A> {
    Empties(u32),
    Answer(u32, A),
    /// The first position of a class.
    Class(u64),
    ClassesOfSize(u64),
}

type Counts<P> = BTreeMap<Kind<<P as Game>::Answer>, u64>;

/// How many positions of each kind there are.
struct Census<P: Problem> {
    fast: Box<dyn Solver<P>>,
    all: Counts<P>,
    len: u64,
}

impl<P: Problem> Census<P> {
    /// Counts the positions with so many empties.
    fn new(empties: RangeInclusive<u32>) -> Self {
        let (domain, mut all) = (P::domain(), Counts::<P>::new());
        let indices = domain.with_empties(empties);
        let len = indices.end - indices.start;
        let mut fast = (P::FAST.new)();
        for position in domain.positions(indices) {
            let answer = Kind::Answer(position.empties(), fast.solve(position));
            *all.entry(answer).or_default() += 1;
            if is_first_of_its_class(position) {
                let (class, size) = class(position);
                *all.entry(class).or_default() += size;
            }
        }
        for (kind, count) in all.clone() {
            if let Kind::Answer(empties, _) = kind {
                *all.entry(Kind::Empties(empties)).or_default() += count;
            }
        }
        Census { fast, all, len }
    }

    /// How often each kind comes among the positions that a generator makes.
    fn made(&mut self, positions: impl Iterator<Item = Position<P>>) -> Counts<P> {
        let mut made = Counts::<P>::new();
        for position in positions.take(DRAWN) {
            let (empties, answer) = (position.empties(), self.fast.solve(position));
            let (class, _) = class(position);
            for kind in [Kind::Empties(empties), Kind::Answer(empties, answer), class] {
                *made.entry(kind).or_default() += 1;
            }
        }
        made
    }

    /// How often the kinds were made, and how often uniform drawing makes them on average.
    fn compared(&self, made: &Counts<P>) -> Vec<(Kind<P::Answer>, f64, f64)> {
        let compared = self.all.iter().map(|(kind, &count)| {
            let expected = DRAWN as f64 * count as f64 / self.len as f64;
            (*kind, made.get(kind).copied().unwrap_or(0) as f64, expected)
        });
        compared
            .filter(|&(_, _, expected)| expected >= LEAST_EXPECTED)
            .collect()
    }

    /// Asserts that the generator draws uniformly. No kind may be missing. The chi-square statistics of the empties, of
    /// the answers and of the classes may be at most four standard deviations above their means.
    fn has_the_shares_of(&mut self, generator: impl Iterator<Item = Position<P>>) {
        let made = self.made(generator);
        let compared = self.compared(&made);
        for (kind, made, _) in &compared {
            assert!(*made > 0.0, "{kind:?} is never made");
        }
        for kinds in compared.chunk_by(|(a, ..), (b, ..)| discriminant(a) == discriminant(b)) {
            let squares = kinds.iter();
            let squares = squares.map(|(_, made, expected)| (made - expected).powi(2) / expected);
            let (sum, freedom) = (squares.sum::<f64>(), kinds.len() as f64 - 1.0);
            let most = freedom + 4.0 * (2.0 * freedom).sqrt();
            let group = kinds[0].0;
            assert!(
                sum <= most,
                "chi-square of {group:?} and the like: {sum} > {most}"
            );
        }
    }

    /// Asserts that the generator makes each kind so many times as often as uniform drawing does.
    fn has_about_the_shares_of(
        &mut self,
        generator: impl Iterator<Item = Position<P>>,
        [least, most]: [f64; 2],
    ) {
        let made = self.made(generator);
        for (kind, made, expected) in self.compared(&made) {
            let ratio = made / expected;
            assert!(
                (least..=most).contains(&ratio),
                "{kind:?} is made {ratio:.3} times as often as in uniform drawing"
            );
        }
    }
}

/// The kind of class of a position, and the size of the class: all symmetries, divided by those that change nothing.
fn class<P: Problem>(position: Position<P>) -> (Kind<P::Answer>, u64) {
    let symmetries = Symmetry::all::<P>();
    let images = || {
        symmetries
            .iter()
            .map(|symmetry| symmetry.of_position(position))
    };
    let unchanged = images().filter(|&image| image == position).count();
    let size = (symmetries.len() / unchanged) as u64;
    if P::domain().len() > FEW_POSITIONS {
        return (Kind::ClassesOfSize(size), size);
    }
    let first = images().map(|image| P::domain().index(image)).min();
    (Kind::Class(first.expect("its own image")), size)
}
