//! `crossply solve`: the judge's own format in and out.

use std::io::{self, BufWriter, Write};

use anyhow::{bail, ensure};
use clap::builder::PossibleValuesParser;
use crossply::catch_panic;
use crossply_problems::{Entry, Poj1568, Position, Problem, Solver, of_all_problems};

use crate::arguments::{ProblemName, for_problem};
use crate::input::{BUFFER, Source, explain};
use crossply::cli::Status;
use crossply::cli::say;

/// Answers boards in the judge's format
///
/// Reads an input file of the problem's judge and prints the output file. It stops with a message at the
/// first board that is malformed or illegal, and prints the answers before it.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    problem: ProblemName,

    /// The solver; `crossply check --help` says how each works
    #[arg(long, value_name = "NAME", default_value = FAST, value_parser = PossibleValuesParser::new(names()))]
    solver: String,

    #[command(flatten)]
    source: Source,
}

/// The name of the fast solver, which is the same in all problems.
const FAST: &str = Poj1568::FAST.name;

/// The names of the solvers of all problems.
fn names() -> Vec<&'static str> {
    let mut names = of_all_problems!(names_of()).concat();
    names.sort_unstable();
    names.dedup();
    names
}

fn names_of<P: Problem>() -> Vec<&'static str> {
    P::SOLVERS.iter().map(|entry| entry.name).collect()
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    for_problem!(arguments.problem, solve(arguments))
}

fn solve<P: Problem>(arguments: &Arguments) -> anyhow::Result<Status> {
    let Some(entry) = P::solver(&arguments.solver) else {
        let known = names_of::<P>();
        let (problem, solver, known) = (P::NAME, &arguments.solver, known.join(", "));
        bail!("{problem} has no solver `{solver}`; its solvers are {known}");
    };
    let (input, name) = arguments.source.open()?;
    let mut cases = P::read(input);
    let mut output = BufWriter::with_capacity(BUFFER, io::stdout().lock());
    let mut answering = Answering::new(entry);
    while let Some(positions) = cases.next_block().map_err(|error| explain(error, &name))? {
        answering.answer(positions, &mut output)?;
    }
    Ok(Status::Right)
}

/// A solver at work.
struct Answering<P: Problem> {
    entry: &'static Entry<P>,
    solver: Box<dyn Solver<P>>,
    /// The number of answered cases.
    answered: usize,
    warned: bool,
}

impl<P: Problem> Answering<P> {
    fn new(entry: &'static Entry<P>) -> Self {
        Answering {
            entry,
            solver: (entry.new)(),
            answered: 0,
            warned: false,
        }
    }

    /// Answers the next cases and flushes, because the writer of the input may wait for the answers.
    fn answer(&mut self, positions: &[Position<P>], output: &mut impl Write) -> anyhow::Result<()> {
        let most_empties = Position::<P>::CELLS - 2 * P::STONES.start();
        let is_quick = self.entry.exhaustive_max_empties >= most_empties;
        // With a slow solver, users want to see each answer.
        for positions in positions.chunks(if is_quick { usize::MAX } else { 1 }) {
            if let Some(warning) = self.warning(positions[0]) {
                say(warning);
            }
            let (mut answers, mut text) = (Vec::new(), Vec::new());
            let result = catch_panic(|| self.solver.solve_all(positions, &mut answers));
            self.answered += answers.len();
            P::append_answers(&answers, &mut text);
            output.write_all(&text)?;
            output.flush()?;
            let (case, name) = (self.answered + 1, self.entry.name);
            if let Err(failure) = result {
                let position = positions[answers.len().min(positions.len() - 1)];
                let text = failure.text;
                bail!("case {case}: {name} panicked on {position:?}: {text}");
            }
            let (given, asked) = (answers.len(), positions.len());
            ensure!(
                given == asked,
                "{name} gives {given} answers to {asked} cases"
            );
        }
        Ok(())
    }

    /// A warning before the first case that is not practical for the solver.
    fn warning(&mut self, position: Position<P>) -> Option<String> {
        let (empties, practical) = (position.empties(), self.entry.max_empties);
        if empties <= practical || self.warned {
            return None;
        }
        self.warned = true;
        let (case, name) = (self.answered + 1, self.entry.name);
        Some(format!(
            "warning: case {case} has {empties} empties, and {name} is practical up to {practical}: this may be slow"
        ))
    }
}

#[cfg(test)]
mod tests {
    use crossply_problems::{FirstWin, Poj1568, Problem, Square};

    use super::*;

    /// Keeps what is written between one flush and the next.
    #[derive(Default)]
    struct Flushes {
        done: Vec<String>,
        current: Vec<u8>,
    }

    impl Write for Flushes {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.current.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            let text = String::from_utf8(std::mem::take(&mut self.current));
            self.done.push(text.expect("ASCII"));
            Ok(())
        }
    }

    /// Answers the number of the question as a square, and panics at the fifth.
    struct Counting(u32);

    impl Solver<Poj1568> for Counting {
        fn solve(&mut self, _: Position<Poj1568>) -> FirstWin {
            self.0 += 1;
            assert!(self.0 < 5, "that is too much");
            FirstWin::WinAt(Square::new(0, self.0 - 1))
        }
    }

    static QUICK: Entry<Poj1568> = Entry::quick("quick", "for tests", || Box::new(Counting(0)));

    static SLOW: Entry<Poj1568> = Entry {
        exhaustive_max_empties: 10,
        instant_max_empties: 10,
        ..QUICK
    };

    fn positions(count: u64) -> Vec<Position<Poj1568>> {
        Poj1568::domain().positions(0..count).collect()
    }

    #[test]
    fn quick_answers_wait_for_each_other_and_slow_ones_do_not() {
        let answered = |entry| {
            let mut output = Flushes::default();
            let answered = Answering::new(entry).answer(&positions(3), &mut output);
            answered.expect("it answers");
            output.done
        };
        assert_eq!(answered(&QUICK), ["(0,0)\n(0,1)\n(0,2)\n"]);
        assert_eq!(answered(&SLOW), ["(0,0)\n", "(0,1)\n", "(0,2)\n"]);
    }

    #[test]
    fn one_warning_comes_before_what_is_not_practical() {
        static PRACTICAL: Entry<Poj1568> = Entry {
            max_empties: 2,
            ..SLOW
        };
        let domain = Poj1568::domain();
        let with = |empties| domain.position(domain.with_empties(empties..=empties).start);
        let mut answering = Answering::new(&PRACTICAL);
        let answered = answering.answer(&[with(2); 3], &mut Vec::new());
        answered.expect("it answers");
        assert_eq!(answering.warning(with(2)), None);
        assert_eq!(
            answering.warning(with(4)).as_deref(),
            Some("warning: case 4 has 4 empties, and quick is practical up to 2: this may be slow")
        );
        assert_eq!(answering.warning(with(4)), None);
    }

    #[test]
    fn a_panic_is_of_the_case_where_it_happens() {
        for entry in [&QUICK, &SLOW] {
            let (mut answering, mut printed) = (Answering::new(entry), Vec::new());
            let first = answering.answer(&positions(2), &mut printed);
            first.expect("it answers");
            let error = answering.answer(&positions(3), &mut printed);
            let error = error.expect_err("the fifth");
            let error = error.to_string();
            let message = format!("case 5: {} panicked on ", entry.name);
            assert!(error.starts_with(&message), "{error}");
            assert!(error.ends_with(": that is too much"), "{error}");
            assert_eq!(printed, b"(0,0)\n(0,1)\n(0,2)\n(0,3)\n");
        }
    }
}
