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
use std::sync::{Arc, LazyLock};

use crossply::{Coverage, Run, catch_panic};
use crossply_faults::{ccf201803_4, poj1568};
use crossply_games::check::cross_check;
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
const LONGER: u64 = 30_000;

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

/// What the library says of a fault and a right solver: on the positions up to the first on which the fault is wrong, and
/// some more, because some of them take long for all.
fn explained<P: Problem>(
    entry: &'static Entry<P>,
    first: u64,
    answer: impl Fn(Position<P>) -> P::Answer + Send + Sync + 'static,
) -> String {
    let check = cross_check(&[P::FAST, entry]).truth("table", move |&position| answer(position));
    let end = P::domain().len().min(first + LONGER);
    let plan = check.plan_within(Coverage::Exhaustive, 0..end.into(), 0);
    let run = Run::on(NonZeroUsize::MIN);
    let results = check.results(&plan.expect("two solvers"), run);
    let faults = results.expect("no journal").checked.faults;
    let [fault] = &faults[..] else {
        panic!("one is wrong: {faults:?}");
    };
    fault.text.clone()
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

fn rows<P: Problem>(faults: &'static [Entry<P>]) -> Vec<Row> {
    assert_fast_is_right();
    let by_the_rules = fault::by_the_rules::<P>();
    let domain = P::domain();
    let positions = domain.positions(0..domain.len());
    let right: Arc<Vec<_>> = Arc::new(positions.map(by_the_rules).collect());
    let mut fast = (P::FAST.new)();
    let mut positions = domain.positions(0..domain.len()).zip(&*right);
    assert!(positions.all(|(position, &answer)| fast.solve(position) == answer));
    let answer = |position| right[domain.index(position) as usize];

    let compared = |fault: &Entry<P>, positions: &[Position<P>]| {
        let mut solver = (fault.new)();
        let wrong = |position: &Position<P>| {
            catch_panic(|| solver.solve(*position)) != Ok(answer(*position))
        };
        number_of_first(positions.iter().map(wrong))
    };
    let drawn = drawn::<P>();
    drawn.par_iter().for_each(|&position| {
        assert_eq!(proven_answer(position), Ok(answer(position)));
    });
    let (tried, corpus) = (tried(), corpus());
    let row = |fault: &'static Entry<P>| {
        let mut solver = (fault.new)();
        let positions = domain.positions(0..domain.len()).zip(&*right);
        let wrong =
            positions.map(|(position, &right)| catch_panic(|| solver.solve(position)) != Ok(right));
        let complete = number_of_first(wrong);
        let right = Arc::clone(&right);
        let answer_of = move |position| right[P::domain().index(position) as usize];
        Row {
            name: fault.name,
            summary: fault.summary,
            caught: [
                compared(fault, &tried),
                compared(fault, &corpus),
                complete,
                compared(fault, &drawn),
                contradicted(fault, &drawn),
            ],
            explanation: explained(fault, complete.expect("it is wrong") as u64 - 1, answer_of),
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
