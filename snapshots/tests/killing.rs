//! Few boards that expose almost every mistake: they kill mutants, as it is called where tests are measured.
//!
//! The mutants are the planted faults and all misreadings of the rules. The boards are on record, for `gen --killing`
//! and `judge`. If a mutant is new, the test names a board for the record.

use std::sync::Arc;

use crossply::{Failure, catch_panic};
use crossply_faults::{ccf201803_4, poj1568};
use crossply_games::fault::misreadings;
use crossply_problems::{Ccf201803_4, Entry, Game, Poj1568, Position, Problem, test_all_problems};
use crossply_proof::right_answer;
use crossply_snapshots::pin;
use rayon::prelude::*;

#[test]
fn boards_of_poj1568_kill() {
    let mutants = mutants(&poj1568::FAULTS);
    pin!("killing-poj1568", measured::<Poj1568>(&mutants));
}

#[test]
fn boards_of_ccf201803_4_kill() {
    let mutants = mutants(&ccf201803_4::FAULTS);
    pin!("killing-ccf201803-4", measured::<Ccf201803_4>(&mutants));
}

test_all_problems!(misreadings_are_wrong_on_so_many_boards);

/// Counts on how many boards each misreading is wrong. Those of single cells and lines are too many, and work as those of
/// whole rows do.
fn misreadings_are_wrong_on_so_many_boards<P: Problem>() {
    // Emptier boards of 4x4 would take long.
    let indices = P::domain().with_empties(0..=9);
    let step = if P::ROWS == 3 { 1 } else { 9973 };
    let positions: Vec<_> = indices
        .step_by(step)
        .map(|index| P::domain().position(index))
        .collect();
    let mut misread = misread::<P>();
    misread.retain(|misreading| !misreading.name.contains('('));
    let count = |misreading: &Mutant<P>| {
        let mut solve = (misreading.new)();
        let mut is_wrong = |position| solve(position) != Ok(Some(right_answer(position)));
        let wrong = positions.iter().filter(|&&position| is_wrong(position));
        format!("{:>4}  {}", wrong.count(), misreading.name)
    };
    let counts: Vec<_> = misread.par_iter().map(count).collect();
    pin!(
        format!("misreadings-{}", P::NAME),
        format!("of {}:\n{}", positions.len(), counts.join("\n"))
    );
}

/// A solver that is wrong.
struct Mutant<P: Problem> {
    name: String,
    new: Box<dyn Fn() -> Solve<P> + Send + Sync>,
}

type Solve<P> = Box<dyn FnMut(Position<P>) -> Result<Option<<P as Game>::Answer>, Failure>>;

fn mutants<P: Problem>(faults: &'static [Entry<P>]) -> Vec<Mutant<P>> {
    let faults = faults.iter().map(|fault| Mutant {
        name: fault.name.to_owned(),
        new: Box::new(|| {
            let mut solver = (fault.new)();
            Box::new(move |position| catch_panic(|| Some(solver.solve(position))))
        }),
    });
    faults.chain(misread()).collect()
}

fn misread<P: Problem>() -> Vec<Mutant<P>> {
    let misread = misreadings::<P>().into_iter().map(|reading| {
        let reading = Arc::new(reading);
        Mutant {
            name: reading.words.clone(),
            new: Box::new(move || {
                let reading = Arc::clone(&reading);
                Box::new(move |position| Ok(reading.answer(position).ok()))
            }),
        }
    });
    misread.collect()
}

impl<P: Problem> Mutant<P> {
    /// The first of these positions on which it is wrong, if it is asked for one after the other.
    fn first_wrong(&self, positions: impl Iterator<Item = Position<P>>) -> Option<Position<P>> {
        let mut solve = (self.new)();
        let mut positions = positions;
        positions.find(|&position| solve(position) != Ok(Some(right_answer(position))))
    }
}

/// How many mutants the boards on record kill, if an input has as many of them as the statement promises, and which
/// they do not kill.
fn measured<P: Problem>(mutants: &[Mutant<P>]) -> String {
    let boards: Result<Vec<_>, _> = P::read(P::KILLING.as_bytes()).collect();
    let boards = boards.expect("legal");
    let in_one_input = P::LIMITS.boards.map_or(usize::MAX, |most| most as usize);
    let survives = |mutant: &&Mutant<P>| {
        let mut inputs = boards.chunks(in_one_input);
        inputs.all(|input| mutant.first_wrong(input.iter().copied()).is_none())
    };
    let alive: Vec<_> = mutants.par_iter().filter(survives).collect();
    for mutant in &alive {
        let missing = mutant.first_wrong(P::domain().positions(0..P::domain().len()));
        assert_eq!(
            missing, None,
            "killing.txt lacks a board such as this: {}",
            mutant.name
        );
    }
    let exposed = mutants.len() - alive.len();
    let (boards, all) = (boards.len(), mutants.len());
    let mut text = format!("{boards} boards expose {exposed} of {all} mutants.");
    for Mutant { name, .. } in alive {
        text += &format!("\nRight about every board: {name}");
    }
    text
}
