//! `crossply solve`: reads the judge's input format, and writes its output format.

use std::io::{self, BufWriter, Write};

use anyhow::{bail, ensure};
use clap::builder::PossibleValuesParser;
use crossply::catch_panic;
use crossply_problems::{Entry, Poj1568, Position, Problem, Solver, map_problems};

use crate::arguments::{ProblemName, for_problem};
use crate::input::{BUFFER_SIZE, Source, describe_read_error};
use crossply::cli::{Status, say};

/// Answers boards in the judge's format
///
/// Reads an input file of the problem's judge and prints the output file. It stops with a message at the
/// first board that is malformed or illegal, and prints the answers before it.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    problem: ProblemName,

    /// The solver; `crossply check --help` says how each works
    #[arg(long, value_name = "NAME", default_value = FAST, value_parser = PossibleValuesParser::new(all_solver_names()))]
    solver: String,

    #[command(flatten)]
    source: Source,
}

/// The name of the fast solver, which is the same for all problems.
const FAST: &str = Poj1568::FAST.name;

/// The names of the solvers of all problems, without duplicates.
fn all_solver_names() -> Vec<&'static str> {
    let mut names = map_problems!(solver_names()).concat();
    names.sort_unstable();
    names.dedup();
    names
}

fn solver_names<P: Problem>() -> Vec<&'static str> {
    P::SOLVERS.iter().map(|entry| entry.name).collect()
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    for_problem!(arguments.problem, solve(arguments))
}

fn solve<P: Problem>(arguments: &Arguments) -> anyhow::Result<Status> {
    let Some(entry) = P::solver(&arguments.solver) else {
        let problem = P::NAME;
        let solver = &arguments.solver;
        let names = solver_names::<P>().join(", ");
        bail!("{problem} has no solver `{solver}`; its solvers are {names}");
    };
    let (input, name) = arguments.source.open()?;
    let mut cases = P::read(input);
    let mut output = BufWriter::with_capacity(BUFFER_SIZE, io::stdout().lock());
    let mut answerer = Answerer::new(entry);
    while let Some(positions) = cases
        .next_block()
        .map_err(|error| describe_read_error(error, &name))?
    {
        answerer.answer(positions, &mut output)?;
    }
    Ok(Status::Right)
}

/// Answers cases with a solver.
struct Answerer<P: Problem> {
    entry: &'static Entry<P>,
    solver: Box<dyn Solver<P>>,
    /// The number of answered cases.
    answered: usize,
    has_warned: bool,
}

impl<P: Problem> Answerer<P> {
    fn new(entry: &'static Entry<P>) -> Self {
        Answerer {
            entry,
            solver: (entry.new)(),
            answered: 0,
            has_warned: false,
        }
    }

    /// Answers the next cases, and flushes the output, because the program that writes the input may wait for the
    /// answers.
    fn answer(&mut self, positions: &[Position<P>], output: &mut impl Write) -> anyhow::Result<()> {
        let most_empties = Position::<P>::CELLS - 2 * P::STONES.start();
        let is_quick = self.entry.exhaustive_max_empties >= most_empties;
        // A slow solver's answers are printed one by one, as soon as they are there.
        let batch_size = if is_quick { usize::MAX } else { 1 };
        for batch in positions.chunks(batch_size) {
            if let Some(warning) = self.warning(batch[0]) {
                say(warning);
            }
            let mut answers = Vec::new();
            let result = catch_panic(|| self.solver.solve_all(batch, &mut answers));
            self.answered += answers.len();
            let mut text = Vec::new();
            P::append_answers(&answers, &mut text);
            output.write_all(&text)?;
            output.flush()?;
            let case = self.answered + 1;
            let name = self.entry.name;
            if let Err(failure) = result {
                let position = batch[answers.len().min(batch.len() - 1)];
                let message = failure.text;
                bail!("case {case}: {name} panicked on {position:?}: {message}");
            }
            let given = answers.len();
            let asked = batch.len();
            ensure!(
                given == asked,
                "{name} gives {given} answers to {asked} cases"
            );
        }
        Ok(())
    }

    /// The warning before the first case that is not practical for the solver.
    fn warning(&mut self, position: Position<P>) -> Option<String> {
        let empties = position.empties();
        let practical = self.entry.max_empties;
        if empties <= practical || self.has_warned {
            return None;
        }
        self.has_warned = true;
        let case = self.answered + 1;
        let name = self.entry.name;
        Some(format!(
            "warning: case {case} has {empties} empties, and {name} is practical up to {practical}: this may be slow"
        ))
    }
}

#[cfg(test)]
mod tests {
    use crossply_problems::{Coordinates, FirstWin, Poj1568, Problem};

    use super::*;

    /// Records what each flush writes.
    #[derive(Default)]
    struct FlushRecorder {
        flushed: Vec<String>,
        buffer: Vec<u8>,
    }

    impl Write for FlushRecorder {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.buffer.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            let text = String::from_utf8(std::mem::take(&mut self.buffer));
            self.flushed.push(text.expect("ASCII"));
            Ok(())
        }
    }

    /// Answers the column that counts its calls, and panics at the fifth.
    struct Counting(u32);

    impl Solver<Poj1568> for Counting {
        fn solve(&mut self, _: Position<Poj1568>) -> FirstWin {
            self.0 += 1;
            assert!(self.0 < 5, "that is too much");
            FirstWin::WinAt(Coordinates::new(0, self.0 - 1))
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
    fn only_slow_answers_are_flushed_one_by_one() {
        let flushes = |entry| {
            let mut output = FlushRecorder::default();
            let result = Answerer::new(entry).answer(&positions(3), &mut output);
            result.expect("it answers");
            output.flushed
        };
        assert_eq!(flushes(&QUICK), ["(0,0)\n(0,1)\n(0,2)\n"]);
        assert_eq!(flushes(&SLOW), ["(0,0)\n", "(0,1)\n", "(0,2)\n"]);
    }

    #[test]
    fn the_first_impractical_case_gets_a_warning() {
        static PRACTICAL: Entry<Poj1568> = Entry {
            max_empties: 2,
            ..SLOW
        };
        let domain = Poj1568::domain();
        let with_empties = |n| domain.position(domain.with_empties(n..=n).start);
        let mut answerer = Answerer::new(&PRACTICAL);
        let result = answerer.answer(&[with_empties(2); 3], &mut Vec::new());
        result.expect("it answers");
        assert_eq!(answerer.warning(with_empties(2)), None);
        assert_eq!(
            answerer.warning(with_empties(4)).as_deref(),
            Some("warning: case 4 has 4 empties, and quick is practical up to 2: this may be slow")
        );
        assert_eq!(answerer.warning(with_empties(4)), None);
    }

    #[test]
    fn a_panic_is_reported_with_its_case() {
        for entry in [&QUICK, &SLOW] {
            let mut answerer = Answerer::new(entry);
            let mut printed = Vec::new();
            let first = answerer.answer(&positions(2), &mut printed);
            first.expect("it answers");
            let second = answerer.answer(&positions(3), &mut printed);
            let error = second.expect_err("the fifth").to_string();
            let message = format!("case 5: {} panicked on ", entry.name);
            assert!(error.starts_with(&message), "{error}");
            assert!(error.ends_with(": that is too much"), "{error}");
            assert_eq!(printed, b"(0,0)\n(0,1)\n(0,2)\n(0,3)\n");
        }
    }
}
