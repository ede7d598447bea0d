//! A position with a wrong answer: the board, the answers, who is wrong, and how to see it again.

use std::slice;

use crossply_problems::{Position, Problem};
use schemars::JsonSchema;
use serde::Serialize;

use super::content::{Block, Fact, Mark};
use super::demonstration::Demonstration;
use super::text::text;
use crate::minimise::Provenance;
use crate::oracles::proof::proven_answer;
use crate::{Finding, Outcome};

/// The most positions of a batch that a report shows. A longer batch explains nothing.
const SHOWN_POSITIONS: usize = 12;

/// A position with a wrong answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Wrong {
    /// The problem.
    pub problem: String,
    /// The board, its rows joined by slashes.
    pub board: String,
    /// Its number in the domain.
    pub index: u64,
    /// How many cells are empty.
    pub empties: u32,
    /// The outcome of each solver.
    pub answers: Vec<Given>,
    /// The right answer, and why the first wrong answer is wrong.
    pub proof: Demonstration,
    /// Why the right answer is not proven: our own prover is at fault. Otherwise none.
    pub unproven: Option<String>,
    /// If the position alone gets no wrong answer, a batch that does; empty if none is known.
    pub batch: Vec<String>,
    /// How the run found it; empty if it met it.
    pub provenance: String,
    /// The command that shows it again; none if the answer depends on earlier positions in a way that no short batch
    /// reproduces.
    pub command: Option<String>,
    /// A test to keep it by; none where there is no command.
    pub test: Option<String>,
}

/// The outcome of a solver on a position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Given {
    /// The solver.
    pub solver: String,
    /// Its answer, or the message of its panic.
    pub answer: String,
    /// Whether it is wrong. A panic is wrong.
    pub wrong: bool,
    /// Whether it panicked.
    pub panicked: bool,
}

/// Describes a wrong answer over several lines: the board, the answers, which are wrong and a line of play that shows it,
/// how the position was found, and how to reproduce it.
#[must_use]
pub fn disagreement<P: Problem>(found: &Finding<P>, provenance: Provenance) -> String {
    text(&Wrong::new(found, provenance).content(), usize::MAX)
}

impl Wrong {
    /// What is known about a wrong position that was found so.
    #[must_use]
    pub fn new<P: Problem>(found: &Finding<P>, provenance: Provenance) -> Self {
        let position = found.position;
        let wrong: Vec<_> = found.wrong().collect();
        let answers = found.outcomes.iter().map(|(name, outcome)| Given {
            solver: (*name).to_owned(),
            answer: outcome.to_string(),
            wrong: wrong.contains(name),
            panicked: matches!(outcome, Outcome::Panic(_)),
        });
        let mut outcomes = found.outcomes.iter();
        let claim = outcomes.find_map(|(name, outcome)| match outcome {
            Outcome::Answer(answer) if wrong.contains(name) => Some(*answer),
            _ => None,
        });
        let notation = |position: &Position<P>| position.notation();
        let command = command(found, provenance);
        Wrong {
            problem: P::NAME.to_owned(),
            board: position.notation(),
            index: P::domain().index(position),
            empties: position.empties(),
            answers: answers.collect(),
            proof: Demonstration::of(position, claim),
            unproven: proven_answer(position).err().map(|flaw| flaw.to_string()),
            batch: found.batch.iter().map(notation).collect(),
            provenance: self::provenance(found, provenance),
            test: command.is_some().then(|| test(found)),
            command,
        }
    }

    /// The solvers that are wrong.
    #[must_use]
    pub fn solvers(&self) -> String {
        let wrong = self.answers.iter().filter(|given| given.wrong);
        let names: Vec<_> = wrong.map(|given| &*given.solver).collect();
        names.join(", ")
    }

    /// The report.
    #[must_use]
    pub fn content(&self) -> Vec<Block> {
        let name = name(self.index, self.empties);
        let mut pairs = self.answers.windows(2);
        let what = if pairs.all(|pair| pair[0].answer == pair[1].answer) {
            format!("the answer to {name} is wrong")
        } else {
            format!("the solvers disagree on {name}")
        };
        let is_proven = self.unproven.is_none();
        let answers = self.answers.iter().map(|given| Fact {
            name: given.solver.clone(),
            value: given.answer.clone(),
            mark: if given.wrong && is_proven && !given.panicked {
                Mark::Wrong
            } else {
                Mark::None
            },
        });
        let mut blocks = vec![
            Block::Heading(format!("{}: {what}", self.problem)),
            Block::Board(self.board.clone()),
            Block::Facts(answers.collect()),
            match &self.unproven {
                Some(unproven) => Block::Text(unproven.clone()),
                None => Block::Game(self.proof.clone()),
            },
        ];
        let mut last = self.provenance.clone();
        if let Some(command) = &self.command {
            last += &format!(
                "\nTo see it again:   {command}\nTo keep it as a test, in crates/harness/tests/regressions.rs:"
            );
        }
        blocks.push(Block::Text(last.trim_start().to_owned()));
        blocks.extend(self.test.clone().map(Block::Code));
        blocks.retain(|block| *block != Block::Text(String::new()));
        blocks
    }
}

/// The command that reproduces the finding. None if neither the position alone nor a short batch shows it.
fn command<P: Problem>(found: &Finding<P>, provenance: Provenance) -> Option<String> {
    let alone = slice::from_ref(&found.position);
    let boards = match &found.batch[..] {
        [] => (provenance != Provenance::DependsOnHistory).then_some(alone)?,
        batch => (batch.len() <= SHOWN_POSITIONS).then_some(batch)?,
    };
    let boards = boards.iter();
    let boards = boards.map(|position| format!(" {}:{}", P::NAME, position.notation()));
    Some(format!("crossply show{}", boards.collect::<String>()))
}

/// A test that asks again.
fn test<P: Problem>(found: &Finding<P>) -> String {
    let (module, index) = (P::module(), P::domain().index(found.position));
    let path = std::any::type_name::<P>();
    let problem = path.rsplit("::").next().unwrap_or(path);
    let quoted = |position: &Position<P>| format!("\"{}\"", position.notation());
    let (name, assertion, boards) = if found.batch.is_empty() {
        ("position", "assert_agreement", quoted(&found.position))
    } else {
        let boards: Vec<_> = found.batch.iter().map(quoted).collect();
        let boards = format!("&[{}]", boards.join(", "));
        ("batch_with_position", "assert_batch_agreement", boards)
    };
    format!("#[test]\nfn {module}_{name}_{index}() {{\n    {assertion}::<{problem}>({boards});\n}}")
}

/// How the position was found. Empty if a run met it.
fn provenance<P: Problem>(found: &Finding<P>, provenance: Provenance) -> String {
    match provenance {
        Provenance::Seen => String::new(),
        Provenance::Minimised {
            wrong,
            simplest: true,
        } => format!("It is the simplest: {wrong} is right about all positions before it."),
        Provenance::Minimised {
            wrong,
            simplest: false,
        } => format!("It is the simplest position found that {wrong} gets wrong."),
        Provenance::DependsOnHistory if found.batch.len() > SHOWN_POSITIONS => format!(
            "Asked for this position alone, every solver is right. The fault shows in a batch of {} positions,\n\
             and in no shorter one that was found. To see it again, repeat the run.",
            found.batch.len()
        ),
        Provenance::DependsOnHistory if !found.batch.is_empty() => {
            let boards = found.batch.iter();
            let boards = boards.map(|position| format!("    {}\n", position.notation()));
            format!(
                "Asked for this position alone, every solver is right. The fault shows if these positions are\n\
                 asked for at once:\n\n{}",
                boards.collect::<String>()
            )
        }
        Provenance::DependsOnHistory => {
            "Asked for this position alone, every solver is right: an answer depends on the positions\n\
             asked before it. To see it again, repeat the run."
                .to_owned()
        }
    }
}

/// A position's name in a sentence: its index and how far the game has come.
#[must_use]
pub fn name(index: u64, empties: u32) -> String {
    match empties {
        1 => format!("position {index} (1 empty cell)"),
        empties => format!("position {index} ({empties} empties)"),
    }
}

/// [`name`], of a position.
#[must_use]
pub fn name_of<P: Problem>(position: Position<P>) -> String {
    name(P::domain().index(position), position.empties())
}
