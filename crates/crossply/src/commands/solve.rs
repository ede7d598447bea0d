//! `crossply solve`: the judge's own format in and out.

use std::io::{self, BufWriter, StdoutLock, Write};
use std::slice;

use anyhow::bail;
use crossply_harness::did_you_mean;
use crossply_harness::{Answers, Outcome, Panel};
use crossply_problems::Position;
use crossply_solvers::{Entry, Solved};

use crate::Verdict;
use crate::arguments::{ProblemName, for_problem};
use crate::input::{BUFFER, Source, explain};
use crate::terminal::say;

/// Answers boards in the judge's format
///
/// Reads the input file of the problem's judge and prints its output file. At the first board that
/// is malformed or not legal it stops with a message; the answers before it are printed.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    problem: ProblemName,

    /// Which solver answers; `crossply check --help` has a list
    #[arg(long, value_name = "NAME", default_value = "fast")]
    solver: String,

    #[command(flatten)]
    source: Source,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Verdict> {
    for_problem!(arguments.problem, solve(arguments))
}

fn solve<P: Solved>(arguments: &Arguments) -> anyhow::Result<Verdict> {
    let Some(entry) = P::solver(&arguments.solver) else {
        let known: Vec<_> = P::SOLVERS.iter().map(|entry| entry.name).collect();
        let (problem, solver) = (P::NAME, &arguments.solver);
        let meant = did_you_mean(solver, &known);
        let known = known.join(", ");
        bail!("{problem} has no solver `{solver}`{meant}; its solvers are {known}");
    };
    let mut cases = P::read(arguments.source.open()?);
    let mut answering = Answering::new(entry);
    let verdict = loop {
        match cases.next_block() {
            Ok(Some(positions)) => {
                answering.answer(positions)?;
                // What is not at hand yet may wait for these answers.
                answering.output.flush()?;
            }
            Ok(None) => break Ok(Verdict::Right),
            Err(error) => break Err(explain(error, &arguments.source.name())),
        }
    };
    answering.output.flush()?;
    verdict
}

/// A solver at work, and where its answers go.
struct Answering<P: Solved> {
    entry: &'static Entry<P>,
    panel: Panel<P>,
    output: BufWriter<StdoutLock<'static>>,
    /// How many cases have been answered.
    answered: usize,
    warned: bool,
    text: Vec<u8>,
}

impl<P: Solved> Answering<P> {
    fn new(entry: &'static Entry<P>) -> Self {
        Answering {
            entry,
            panel: Panel::new(&[entry]),
            output: BufWriter::with_capacity(BUFFER, io::stdout().lock()),
            answered: 0,
            warned: false,
            text: Vec::new(),
        }
    }

    /// Answers the next cases.
    fn answer(&mut self, positions: &[Position<P>]) -> anyhow::Result<()> {
        let most_empties = Position::<P>::CELLS - 2 * P::STONES.start();
        if self.entry.quick_empties >= most_empties {
            return self.answer_at_once(positions);
        }
        // Whoever waits for a slow solver wants to see each answer.
        for position in positions {
            self.warn_if_not_practical(*position)?;
            self.answer_at_once(slice::from_ref(position))?;
            self.output.flush()?;
        }
        Ok(())
    }

    fn warn_if_not_practical(&mut self, position: Position<P>) -> io::Result<()> {
        let (empties, practical) = (position.empties(), self.entry.practical_empties);
        if empties > practical && !self.warned {
            self.warned = true;
            self.output.flush()?;
            let (case, name) = (self.answered + 1, self.entry.name);
            say(format_args!(
                "warning: case {case} has {empties} empties, and {name} is practical up to {practical}: \
                 this may take long"
            ));
        }
        Ok(())
    }

    fn answer_at_once(&mut self, positions: &[Position<P>]) -> anyhow::Result<()> {
        match self.panel.answer_block(0, positions) {
            Answers::All(answers) => self.write(&answers)?,
            Answers::Outcomes(outcomes) => {
                for (outcome, position) in outcomes.into_iter().zip(positions) {
                    match outcome {
                        Outcome::Answer(answer) => self.write(&[answer])?,
                        Outcome::Panic(message) => {
                            self.output.flush()?;
                            let (case, name) = (self.answered + 1, self.entry.name);
                            bail!("case {case}: {name} panicked on {position:?}: {message}");
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn write(&mut self, answers: &[P::Answer]) -> io::Result<()> {
        self.answered += answers.len();
        self.text.clear();
        P::append_answers(answers, &mut self.text);
        self.output.write_all(&self.text)
    }
}
