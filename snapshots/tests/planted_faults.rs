//! Measures how strong the checks are: which layer of checks catches which planted fault, and how soon.
//!
//! Each fault is a small solver with a mistake that somebody could make in `fast`. For each layer the table says after
//! how many cases it catches the fault, or that it does not. If a layer becomes weaker, the table changes and the test
//! fails. Complete runs catch all faults.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::LazyLock;
use std::thread;

use crossply::{Outcome, outcome_of};
use crossply_faults::{ccf201803_4, poj1568};
use crossply_games::generators::{codec, uniform};
use crossply_games::relations::relations;
use crossply_games::truth::proven_answer;
use crossply_games::{assert_fast_is_right, fault};
use crossply_problems::{Entry, Position, Problem};
use crossply_snapshots::pin;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, TestRunner};
use rayon::prelude::*;

/// How many positions the layers `proof` and `metamorphic` draw with each number of empties.
const DRAWN: usize = 200;

/// For how many positions after the first on which it is wrong a fault is asked in order to explain it.
const LONGER: usize = 30_000;

#[test]
fn every_fault_of_poj1568_is_caught() {
    pin!("planted-faults-poj1568", table(&POJ1568));
}

#[test]
fn every_fault_of_ccf201803_4_is_caught() {
    pin!("planted-faults-ccf201803-4", table(&CCF201803_4));
}

#[test]
fn every_fault_of_poj1568_is_explained() {
    pin!("explained-faults-poj1568", explanations(&POJ1568));
}

#[test]
fn every_fault_of_ccf201803_4_is_explained() {
    pin!("explained-faults-ccf201803-4", explanations(&CCF201803_4));
}

static POJ1568: LazyLock<Vec<Row>> = LazyLock::new(|| rows(&poj1568::FAULTS));

static CCF201803_4: LazyLock<Vec<Row>> = LazyLock::new(|| rows(&ccf201803_4::FAULTS));

/// What is known of a fault.
struct Row {
    name: &'static str,
    summary: &'static str,
    /// For each layer, the number of cases that it takes to catch the fault.
    caught: [Option<usize>; 5],
    explanation: String,
}

fn table(rows: &[Row]) -> String {
    let mut text = format!("{:<26}", "fault");
    for layer in LAYERS {
        write!(text, "{layer:>12}").expect("a string takes all");
    }
    for row in rows {
        write!(text, "\n{:<26}", row.name).expect("a string takes all");
        for cases in row.caught {
            let cases = cases.map_or("-".to_owned(), |cases| cases.to_string());
            write!(text, "{cases:>12}").expect("a string takes all");
        }
        write!(text, "   {}", row.summary).expect("a string takes all");
        let complete = row.caught[COMPLETE];
        assert!(complete.is_some(), "{} survives a complete run", row.name);
    }
    text
}

fn explanations(rows: &[Row]) -> String {
    let of = |row: &Row| format!("{}\n{}\n", row.summary, row.explanation);
    rows.iter().map(of).collect::<Vec<_>>().join("\n")
}

/// The answers of a fault until it has been wrong for a while: some of them take long for all.
fn beginning<P: Problem>(entry: &Entry<P>, right: &[P::Answer]) -> Vec<fault::Response<P>> {
    let domain = P::domain();
    let mut given = Vec::new();
    let mut end = right.len();
    for empties in domain.empties() {
        let mut solver = (entry.new)();
        for position in domain.positions(domain.with_empties(empties..=empties)) {
            if given.len() == end {
                return given;
            }
            let answer = match outcome_of(|| solver.solve(position)) {
                Outcome::Answer(answer) => Ok(answer),
                Outcome::Panic(_) => Err(fault::NoAnswer::Panic),
            };
            if answer != Ok(right[given.len()]) {
                end = end.min(given.len() + LONGER);
            }
            given.push(answer);
        }
    }
    given
}

/// The layers of checks:
///
/// - `proptest` draws as many positions as proptest does by default;
/// - `corpus` takes the committed seeds themselves;
/// - `complete` compares all positions in their order with another solver;
/// - `proof` compares the answers to drawn positions with the proven ones;
/// - `metamorphic` compares the fault's answers to the same positions with each other.
const LAYERS: [&str; 5] = ["proptest", "corpus", "complete", "proof", "metamorphic"];

/// The index of the complete run among the layers.
const COMPLETE: usize = 2;

fn rows<P: Problem>(faults: &[Entry<P>]) -> Vec<Row> {
    assert_fast_is_right();
    let jobs = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let right = fault::right_answers::<P>(16, jobs.into()).expect("nobody interrupts it");
    let mut fast = (P::FAST.new)();
    let domain = P::domain();
    let mut positions = domain.positions(0..domain.len()).zip(&right.answers);
    assert!(positions.all(|(position, &answer)| fast.solve(position) == answer));
    let answer = |position| right.answers[domain.index(position) as usize];

    let compared = |fault: &Entry<P>, positions: &[Position<P>]| {
        let mut solver = (fault.new)();
        let wrong = |position: &Position<P>| {
            outcome_of(|| solver.solve(*position)) != Outcome::Answer(answer(*position))
        };
        number_of_first(positions.iter().map(wrong))
    };
    let drawn = drawn::<P>();
    drawn.par_iter().for_each(|&position| {
        assert_eq!(proven_answer(position), Ok(answer(position)));
    });
    let (tried, corpus) = (tried(), corpus());
    let row = |fault: &Entry<P>| {
        let given = beginning(fault, &right.answers);
        let transcript = fault::Transcript::of_solver(fault.name, &right, &given);
        let found = transcript.explain::<P>(NonZeroUsize::MIN.into());
        let found = found.expect("nobody interrupts it");
        let wrong = given.iter().zip(&right.answers);
        let wrong = wrong.map(|(given, right)| *given != Ok(*right));
        Row {
            name: fault.name,
            summary: fault.summary,
            caught: [
                compared(fault, &tried),
                compared(fault, &corpus),
                number_of_first(wrong),
                compared(fault, &drawn),
                contradicted(fault, &drawn),
            ],
            explanation: found.map_or_else(String::new, |found| found.to_string()),
        }
    };
    faults.par_iter().map(row).collect()
}

/// The number of the first case that is so, from 1.
fn number_of_first(mut cases: impl Iterator<Item = bool>) -> Option<usize> {
    cases.position(|is| is).map(|index| index + 1)
}

/// The number of positions after which the fault contradicts itself.
fn contradicted<P: Problem>(fault: &Entry<P>, positions: &[Position<P>]) -> Option<usize> {
    let mut solver = (fault.new)();
    let contradicts = |position: &Position<P>| {
        let mut relations = relations::<P>().into_iter();
        !relations.all(|(_, holds)| {
            let holds = || holds(*position, &mut |position| solver.solve(position));
            outcome_of(holds) == Outcome::Answer(true)
        })
    };
    number_of_first(positions.iter().map(contradicts))
}

fn tried<P: Problem>() -> Vec<Position<P>> {
    let mut runner = TestRunner::deterministic();
    let domain = P::domain();
    let strategy = (0..domain.len()).prop_map(|index| domain.position(index));
    let cases = 0..Config::default().cases;
    let case = |_| {
        strategy
            .new_tree(&mut runner)
            .expect("nothing is rejected")
            .current()
    };
    cases.map(case).collect()
}

fn corpus<P: Problem>() -> Vec<Position<P>> {
    seeds::<P>()
        .values()
        .map(|seed| codec::decode(seed))
        .collect()
}

/// The committed seeds, by their names.
fn seeds<P: Problem>() -> BTreeMap<String, Vec<u8>> {
    let target = format!("{}_differential", P::module());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../corpus")
        .join(target);
    let files = fs::read_dir(folder)
        .expect("it exists")
        .map(|file| file.expect("readable"));
    let named = files.map(|file| (file.file_name().to_string_lossy().into_owned(), file.path()));
    // Inputs that fuzzing has found have a hash for a name.
    let named = named.filter(|(name, _)| name.len() != 40);
    named
        .map(|(name, path)| (name, fs::read(path).expect("readable")))
        .collect()
}

/// Positions drawn with each number of empties, in turn.
fn drawn<P: Problem>() -> Vec<Position<P>> {
    let domain = P::domain();
    let drawn = domain.empties().enumerate().map(|(stream, empties)| {
        let indices = domain.with_empties(empties..=empties);
        let drawn = uniform(1, stream as u64, indices).take(DRAWN);
        drawn
            .map(|index| domain.position(index))
            .collect::<Vec<_>>()
    });
    let drawn: Vec<_> = drawn.collect();
    let in_turn = (0..DRAWN).flat_map(|n| drawn.iter().map(move |some| some[n]));
    in_turn.collect()
}
