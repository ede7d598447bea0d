//! Measures how strong the checks are: which layer of checks catches which planted fault, and how soon.
//!
//! Each fault is a small solver with a mistake that a change of `fast` could make. For each layer the table says after
//! how many cases it catches the fault, or that it does not. If a layer becomes weaker, the table changes and the test
//! fails. Complete runs catch all faults.
//!
//! To accept what changed: `INSTA_UPDATE=always cargo test -p crossply-snapshots planted_faults -- --include-ignored`.

use std::cell::RefCell;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

use crossply::{Coverage, Run, catch_panic};
use crossply_faults::{ccf201803_4, poj1568};
use crossply_games::check::cross_check;
use crossply_games::generators::{codec, uniform};
use crossply_games::relations::relations;
use crossply_problems::{Entry, Position, Problem};
use crossply_proof::right_answer;
use crossply_snapshots::pin;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, TestRunner};
use rayon::prelude::*;

use crate::recorded;

/// How many positions the layers `proof` and `metamorphic` draw with each number of empties.
const DRAWN: usize = 200;

/// For how many positions after the first on which it is wrong a fault is asked in order to explain it.
const LONGER: u64 = 30_000;

/// One fault of each kind that one of the first positions shows.
const QUICK: [&str; 5] = [
    "no-diagonal",
    "column-order",
    "last-reply-skipped",
    "turned-back-wrongly",
    "same-x-as-before",
];

#[test]
fn a_fault_of_each_kind_of_poj1568_is_caught_and_explained() {
    measured(
        poj1568::FAULTS
            .iter()
            .filter(|fault| QUICK.contains(&fault.name)),
    );
}

#[test]
#[ignore = "takes two minutes: each night runs it"]
fn every_fault_of_poj1568_is_caught_and_explained() {
    measured(&poj1568::FAULTS);
}

#[test]
fn every_fault_of_ccf201803_4_is_caught_and_explained() {
    measured(&ccf201803_4::FAULTS);
}

/// Compares with what is on record of these faults, in the two snapshots of the problem.
fn measured<P: Problem>(faults: impl IntoIterator<Item = &'static Entry<P>>) {
    let faults: Vec<_> = faults.into_iter().collect();
    let rows = rows(&faults);
    let caught = faults.iter().zip(rows.iter().map(|(caught, _)| caught));
    let explained = faults
        .iter()
        .zip(rows.iter().map(|(_, explained)| explained));
    renewed("planted-faults", "\n", caught);
    renewed("explained-faults", "\n\n", explained);
}

/// Compares a snapshot with what it is if the entries of these faults are written again.
fn renewed<'a, P: Problem>(
    kind: &str,
    between: &str,
    entries: impl Iterator<Item = (&'a &'static Entry<P>, &'a String)>,
) {
    let name = format!("{kind}-{}", P::NAME);
    let recorded = recorded(&name);
    let mut recorded: Vec<_> = recorded.split(between).collect();
    for (fault, entry) in entries {
        let mark = format!("{} ", fault.name);
        let is_its = |old: &&mut &str| old.lines().any(|line| line.starts_with(&mark));
        let old = recorded.iter_mut().find(is_its);
        *old.expect("a fault has an entry in the snapshot, or an empty one: its name") = entry;
    }
    pin!(name, recorded.join(between));
}

/// What the library says of the fault and a right solver: on the positions up to the first on which the fault is wrong, and
/// some more, because some of them take long for all.
fn explained<P: Problem>(entry: &'static Entry<P>, first: u64) -> String {
    let check = cross_check(&[P::FAST, entry]).truth("prover", |&position| right_answer(position));
    let end = P::domain().len().min(first + LONGER);
    let plan = check.plan_within(Coverage::Exhaustive, 0..end.into(), 0);
    let run = Run::on(NonZeroUsize::MIN);
    let results = check.results(&plan.expect("two solvers"), run);
    let faults = results.expect("no journal").checked.faults;
    let [fault] = &faults[..] else {
        panic!("one is wrong: {faults:?}");
    };
    format!("{}\n{}", entry.summary, fault.text)
}

/// The layers of checks:
///
/// - `proptest` draws as many positions as proptest does by default;
/// - `corpus` takes the committed seeds themselves;
/// - `complete` compares all positions in their order with another solver;
/// - `proof` compares the answers to drawn positions with the proven ones;
/// - `metamorphic` compares the fault's answers to the same positions with each other.
fn rows<P: Problem>(faults: &[&'static Entry<P>]) -> Vec<(String, String)> {
    let domain = P::domain();
    let (tried, corpus, drawn) = (tried(), corpus(), drawn::<P>());
    let row = |fault: &&'static Entry<P>| {
        let complete = compared(fault, domain.positions(0..domain.len()));
        let caught = [
            compared(fault, tried.iter().copied()),
            compared(fault, corpus.iter().copied()),
            complete,
            compared(fault, drawn.iter().copied()),
            contradicted(fault, &drawn),
        ];
        let mut text = format!("{:<26}", fault.name);
        for cases in caught {
            let cases = cases.map_or("-".to_owned(), |cases| cases.to_string());
            text += &format!("{cases:>12}");
        }
        let complete = complete.expect("complete runs catch all faults");
        (
            format!("{text}   {}", fault.summary),
            explained(fault, complete as u64 - 1),
        )
    };
    faults.par_iter().map(row).collect()
}

/// The number of positions after which the fault is wrong.
fn compared<P: Problem>(
    fault: &Entry<P>,
    positions: impl Iterator<Item = Position<P>>,
) -> Option<usize> {
    let mut solver = (fault.new)();
    let is_wrong = |position| catch_panic(|| solver.solve(position)) != Ok(right_answer(position));
    number_of_first(positions.map(is_wrong))
}

/// The number of the first case that is so, from 1.
fn number_of_first(mut cases: impl Iterator<Item = bool>) -> Option<usize> {
    cases.position(|is| is).map(|index| index + 1)
}

/// The number of positions after which the fault contradicts itself.
fn contradicted<P: Problem>(fault: &Entry<P>, positions: &[Position<P>]) -> Option<usize> {
    let solver = RefCell::new((fault.new)());
    let contradicts = |position: &Position<P>| {
        let mut relations = relations::<P>().into_iter();
        !relations.all(|(_, holds)| {
            let holds = || holds(*position, &|position| solver.borrow_mut().solve(position));
            catch_panic(holds) == Ok(true)
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

/// The committed seeds, by their names.
fn corpus<P: Problem>() -> Vec<Position<P>> {
    let folder = format!("../corpus/{}_differential", P::module());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = fs::read_dir(folder).expect("it exists");
    let mut paths: Vec<_> = files.map(|file| file.expect("readable").path()).collect();
    // Inputs that fuzzing has found have a hash for a name.
    paths.retain(|path| path.file_name().is_some_and(|name| name.len() != 40));
    paths.sort();
    let seeds = paths.iter().map(|path| fs::read(path).expect("readable"));
    seeds.map(|seed| codec::decode(&seed)).collect()
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
