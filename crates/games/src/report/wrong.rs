//! A position with a wrong answer: the board, the answers, who is wrong, and how to see it again.

use std::slice;

use crossply::report::content::{Block, Fact, Mark};
use crossply::report::text;
use crossply::{Finding, Provenance};
use crossply_problems::{Position, Problem};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::demonstration::Demonstration;
use super::drawing::{board_block, game_block};
use crate::check::position_of;
use crate::truth::proven_answer;

/// A position with a wrong answer.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Wrong {
    /// The position and the answers.
    #[serde(flatten)]
    pub finding: Finding,
    /// The right answer, and why the first wrong answer is wrong.
    pub proof: Demonstration,
    /// Why the right answer is not proven: our own prover is at fault. Otherwise none.
    pub unproven: Option<String>,
    /// The command that shows it again; none if the answer depends on earlier positions in a way that no short batch
    /// reproduces.
    pub command: Option<String>,
    /// A test to keep it by; none where there is no command.
    pub test: Option<String>,
}

impl AsRef<Finding> for Wrong {
    fn as_ref(&self) -> &Finding {
        &self.finding
    }
}

/// Describes a wrong answer over several lines: the board, the answers, which are wrong and a line of play that shows it,
/// how the position was found, and how to reproduce it.
#[must_use]
pub fn disagreement<P: Problem>(found: &Finding) -> String {
    text(&Wrong::new::<P>(found).content(), usize::MAX)
}

impl Wrong {
    /// What is known about a wrong position.
    #[must_use]
    pub fn new<P: Problem>(found: &Finding) -> Self {
        let position = position_of::<P>(found);
        let mut wrong = found.answers.iter().filter(|given| given.wrong);
        let claim = wrong.find_map(|given| given.answer.parse().ok());
        let command = command(found);
        Wrong {
            finding: found.clone(),
            proof: Demonstration::of(position, claim),
            unproven: proven_answer(position).err().map(|flaw| flaw.to_string()),
            test: command.is_some().then(|| test::<P>(found)),
            command,
        }
    }

    /// The report.
    #[must_use]
    pub fn content(&self) -> Vec<Block> {
        let found = &self.finding;
        let empties = found.section.parse().unwrap_or(0);
        let name = name(found.index.0 as u64, empties);
        let mut pairs = found.answers.windows(2);
        let what = if pairs.all(|pair| pair[0].answer == pair[1].answer) {
            format!("the answer to {name} is wrong")
        } else {
            format!("the solvers disagree on {name}")
        };
        let is_proven = self.unproven.is_none();
        let answers = found.answers.iter().map(|given| {
            let fact = Fact::new(given.solver.clone(), given.answer.clone());
            if given.wrong && is_proven && !given.panicked {
                fact.marked(Mark::Wrong, "proven wrong")
            } else {
                fact
            }
        });
        let (problem, board) = found.input.split_once(':').unwrap_or_default();
        let mut blocks = vec![
            Block::Heading(format!("{problem}: {what}")),
            board_block(board),
            Block::Facts(answers.collect()),
            match &self.unproven {
                Some(unproven) => Block::Text(unproven.clone()),
                None => game_block(&self.proof),
            },
        ];
        if let Some(violated) = &found.violated {
            let relation = &violated.relation;
            blocks.push(Block::Text(format!(
                "The answers violate the relation `{relation}`."
            )));
        }
        let mut last = found.how("position", "positions");
        if let Some(command) = &self.command {
            last += &format!(
                "\nTo see it again:   {command}\nTo keep it as a test, in crates/games/tests/regressions.rs:"
            );
        }
        blocks.push(Block::Text(last.trim_start().to_owned()));
        blocks.extend(self.test.clone().map(Block::Code));
        blocks.retain(|block| *block != Block::Text(String::new()));
        blocks
    }
}

/// The command that reproduces the finding. None if neither the position alone nor a short batch shows it.
fn command(found: &Finding) -> Option<String> {
    let inputs = match &found.batch[..] {
        [] => (found.provenance != Provenance::DependsOnHistory)
            .then_some(slice::from_ref(&found.input))?,
        batch => found.has_short_batch().then_some(batch)?,
    };
    Some(format!("crossply show {}", inputs.join(" ")))
}

/// A test that asks again.
fn test<P: Problem>(found: &Finding) -> String {
    let (module, index) = (P::module(), found.index.0);
    let path = std::any::type_name::<P>();
    let problem = path.rsplit("::").next().unwrap_or(path);
    let quoted = |input: &String| format!("\"{}\"", input.split_once(':').unwrap_or_default().1);
    let (name, assertion, boards) = if found.batch.is_empty() {
        ("position", "assert_agreement", quoted(&found.input))
    } else {
        let boards: Vec<_> = found.batch.iter().map(quoted).collect();
        let boards = format!("&[{}]", boards.join(", "));
        ("batch_with_position", "assert_batch_agreement", boards)
    };
    format!("#[test]\nfn {module}_{name}_{index}() {{\n    {assertion}::<{problem}>({boards});\n}}")
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
