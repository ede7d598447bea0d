//! Few boards that expose almost every mistake: they kill mutants, as it is called where tests are measured.
//!
//! The mutants are the planted faults and all misreadings of the rules. The boards are on record, for `gen --killing` and
//! `judge`, and each test run measures them again. This chooses them anew, which takes a minute, and says how many mutants
//! are exposed by boards that were chosen without them:
//!
//! ```sh
//! SNAPSHOTS=overwrite cargo test --release -p crossply-snapshots killing -- --nocapture
//! ```
//!
//! The choice is a hitting set: each board has the mutants that it exposes, and the board that exposes the most of those
//! left is next (Chvátal, "A Greedy Heuristic for the Set-Covering Problem", 1979).

use std::collections::BTreeSet;
use std::env;
use std::fs::File;
use std::path::Path;

use crossply::{Failure, catch_panic, ddmin};
use crossply_faults::{ccf201803_4, poj1568};
use crossply_games::fault::{by_the_rules, misreadings};
use crossply_games::generators::uniform;
use crossply_problems::{Ccf201803_4, Entry, Game, Poj1568, Position, Problem};
use crossply_snapshots::pin;
use rayon::prelude::*;

/// How many boards are drawn with each number of empties, and up to which: a program that is slow answers these as well.
const DRAWN: usize = 2000;
const MOST_EMPTIES: u32 = 8;

#[test]
fn boards_of_poj1568_kill() {
    pin!(
        "killing-poj1568",
        measured::<Poj1568>(&mutants(&poj1568::FAULTS))
    );
}

#[test]
fn boards_of_ccf201803_4_kill() {
    let mutants = mutants(&ccf201803_4::FAULTS);
    pin!("killing-ccf201803-4", measured::<Ccf201803_4>(&mutants));
}

/// Somebody who is wrong.
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
    let misread = misreadings::<P>().map(|(name, new)| Mutant {
        name,
        new: Box::new(move || {
            let mut answer = new();
            Box::new(move |position| Ok(answer(position)))
        }),
    });
    faults.chain(misread).collect()
}

impl<P: Problem> Mutant<P> {
    /// The numbers of the boards on which it is wrong, if it is asked for one after the other.
    fn wrong(&self, boards: &[(Position<P>, P::Answer)]) -> impl Iterator<Item = usize> {
        let mut solve = (self.new)();
        let boards = boards.iter().enumerate();
        boards
            .filter(move |(_, (position, right))| solve(*position) != Ok(Some(*right)))
            .map(|(number, _)| number)
    }

    /// Whether one of these boards exposes it, if an input has as many of them as the statement promises.
    fn is_killed(&self, boards: &[(Position<P>, P::Answer)]) -> bool {
        let mut inputs = boards.chunks(in_one_input::<P>());
        inputs.any(|input| self.wrong(input).next().is_some())
    }
}

fn in_one_input<P: Problem>() -> usize {
    P::LIMITS.boards.map_or(usize::MAX, |most| most as usize)
}

/// How many mutants the boards on record kill, and which they do not.
fn measured<P: Problem>(mutants: &[Mutant<P>]) -> String {
    let right = by_the_rules::<P>();
    let boards = if env::var_os("SNAPSHOTS").is_some_and(|wanted| wanted == "overwrite") {
        renewed(mutants)
    } else {
        let boards = P::read(P::KILLING.as_bytes()).map(|position| position.expect("legal"));
        boards.map(|position| (position, right(position))).collect()
    };
    let alive = mutants
        .par_iter()
        .filter(|mutant| !mutant.is_killed(&boards));
    let alive: Vec<_> = alive.map(|mutant| &*mutant.name).collect();
    format!(
        "{} boards expose {} of {} mutants. The others are right about every board:\n{}",
        boards.len(),
        mutants.len() - alive.len(),
        mutants.len(),
        alive.join("\n")
    )
}

/// Boards that are chosen anew, and written.
fn renewed<P: Problem>(mutants: &[Mutant<P>]) -> Vec<(Position<P>, P::Answer)> {
    for kept_apart in 0..2 {
        let every_other = |first| mutants.iter().skip(first).step_by(2).collect::<Vec<_>>();
        let others = every_other(kept_apart);
        let boards = chosen(&every_other(1 - kept_apart));
        let killed = others.par_iter().filter(|one| one.is_killed(&boards));
        eprintln!(
            "{}: {} boards expose {} of {} mutants that they were not chosen for",
            P::NAME,
            boards.len(),
            killed.count(),
            others.len()
        );
    }
    let boards = chosen(&mutants.iter().collect::<Vec<_>>());
    let path = format!("../crates/problems/src/{}/killing.txt", P::module());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let mut file = File::create(path).expect("the source is there");
    let positions = boards.iter().map(|(position, _)| *position);
    P::write(&mut file, boards.len() as u64, positions).expect("it is written");
    boards
}

/// Few boards that kill all of these mutants that can be killed.
fn chosen<P: Problem>(mutants: &[&Mutant<P>]) -> Vec<(Position<P>, P::Answer)> {
    let right = by_the_rules::<P>();
    let answered = |index| {
        let position = P::domain().position(index);
        (position, right(position))
    };
    let pool = pool::<P>();
    let pool: Vec<_> = pool.into_iter().map(answered).collect();
    let wrong = mutants
        .par_iter()
        .map(|mutant| mutant.wrong(&pool).collect());
    let wrong: Vec<BTreeSet<usize>> = wrong.collect();
    // Who is wrong on none of these is asked for all boards. What is left after that is right about every one.
    let everywhere = mutants.par_iter().zip(&wrong).map(|(mutant, wrong)| {
        let unknown = wrong.is_empty().then(|| (mutant.new)());
        unknown.and_then(|mut solve| {
            let mut all = P::domain().positions(0..P::domain().len());
            all.find(|&position| solve(position) != Ok(Some(right(position))))
        })
    });
    let found: Vec<_> = everywhere.collect();
    // Who is right about a board alone needs those before it.
    let after_others = mutants
        .par_iter()
        .zip(&wrong)
        .filter_map(|(mutant, wrong)| {
            let first = *wrong.first()?;
            if mutant.is_killed(&pool[first..=first]) {
                return None;
            }
            let until = pool[..=first].to_vec();
            let shortest = ddmin(until, |boards| {
                Ok::<_, ()>(mutant.wrong(boards).next().is_some())
            });
            shortest.ok()
        });
    let mut boards: Vec<_> = after_others.collect::<Vec<_>>().concat();
    let last_resort = found
        .into_iter()
        .flatten()
        .map(|position| (position, right(position)));
    let last_resort: Vec<_> = last_resort.collect();
    let mut left: Vec<usize> = (0..mutants.len()).collect();
    left.retain(|&n| !mutants[n].is_killed(&boards));
    loop {
        let mut exposed = vec![0; pool.len()];
        for number in left.iter().flat_map(|&n| &wrong[n]) {
            exposed[*number] += 1;
        }
        // Of equals the simplest.
        let best = (0..pool.len()).rev().max_by_key(|&number| exposed[number]);
        let Some(best) = best.filter(|&number| exposed[number] > 0) else {
            break;
        };
        boards.push(pool[best]);
        left.retain(|&n| !wrong[n].contains(&best));
    }
    boards.extend(last_resort);
    // What came later may expose all that a board exposed.
    let mut number = 0;
    let survivors = |boards: &[_]| {
        let alive = mutants
            .par_iter()
            .filter(|mutant| !mutant.is_killed(boards));
        alive.count()
    };
    let alive = survivors(&boards);
    while number < boards.len() {
        let mut fewer = boards.clone();
        fewer.remove(number);
        if survivors(&fewer) == alive {
            boards = fewer;
        } else {
            number += 1;
        }
    }
    boards
}

/// The indices of boards of which most are chosen.
fn pool<P: Problem>() -> Vec<u64> {
    let numbers = P::domain()
        .empties()
        .filter(|&empties| empties <= MOST_EMPTIES);
    let drawn = numbers.flat_map(|empties| {
        let indices = P::domain().with_empties(empties..=empties);
        uniform(1, empties.into(), indices).take(DRAWN)
    });
    let drawn: BTreeSet<u64> = drawn.collect();
    drawn.into_iter().collect()
}
