//! What `judge --reference` adds: the other program, and what both print.

use crossply_judge::{Finding, SessionResult, Submission, Verdict};
use crossply_problems::{Board, Position, Problem};
use schemars::JsonSchema;
use serde::Serialize;

use super::{TimesSummary, times_summary};
use crate::judge_words::{answers, command, ended, ended_as, quoted};

/// The program with which the submission is compared.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Reference")]
pub struct ReferenceSummary {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Its source, if that was given instead of a command.
    pub source: Option<String>,
    /// How many boards were left out because it exceeded a limit on them.
    pub left_out: u64,
    /// The simplest of these boards.
    pub simplest_left_out: Option<String>,
    /// The times of boards that had a run of their own, by the number of empty cells, ascending.
    pub times: Vec<TimesSummary>,
}

/// What two programs print for the same board.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Comparison")]
pub struct ComparisonSummary {
    /// The submission.
    pub program: SideSummary,
    /// The program with which it is compared.
    pub reference: SideSummary,
}

/// What one of two programs prints for a board.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Side")]
pub struct SideSummary {
    /// What it prints, in words.
    pub given: String,
    /// How it ended, if it did not end well.
    pub ended: Option<String>,
    /// Whether that is the proven answer; none if the board is not legal, or if the program gives no answer.
    pub right: Option<bool>,
}

impl ReferenceSummary {
    /// None if there is no reference.
    pub(crate) fn new<P: Problem>(
        judged: &SessionResult<P>,
        submission: &Submission<P>,
    ) -> Option<Self> {
        let reference = submission.reference.as_ref()?;
        let known = &judged.total.reference;
        Some(ReferenceSummary {
            command: command(&reference.program),
            source: reference
                .source
                .as_ref()
                .map(|path| path.display().to_string()),
            left_out: known.left_out,
            simplest_left_out: known.simplest_left_out.map(Board::notation),
            times: times_summary(&known.times),
        })
    }
}

impl ComparisonSummary {
    /// None if there is no reference.
    pub(crate) fn new<P: Problem>(
        finding: &Finding<P>,
        submission: &Submission<P>,
    ) -> Option<Self> {
        let result = &finding.result;
        let run = result.reference.as_ref()?;
        let position = Position::try_from(finding.board()).ok();
        let proven = position.map(|position| (P::FAST.new)().solve(position).to_string());
        let is_right = |given: &str| proven.as_ref().map(|proven| proven == given);
        let (_, given) = answers(finding, submission);
        let boards = finding.boards.len();
        let reference = submission.reference.as_deref().unwrap_or(submission);
        let (program, reference) = if run.failed.is_some() {
            let ended = match run.failed {
                // It has ended well otherwise.
                Some(Verdict::WrongAnswer) => Some(format!(
                    "by itself, with another number of lines than {boards}"
                )),
                _ => ended_as(&run.execution, reference),
            };
            let reference = SideSummary {
                given: String::new(),
                ended,
                right: None,
            };
            let program = SideSummary {
                given: "was not asked".to_owned(),
                ended: None,
                right: None,
            };
            (program, reference)
        } else {
            let ended = ended(finding, submission);
            let by_output = matches!(
                result.verdict,
                Verdict::WrongAnswer | Verdict::PresentationError
            );
            let program = SideSummary {
                right: is_right(given.trim()).filter(|_| by_output),
                ended: ended.filter(|_| !by_output),
                given,
            };
            let answer = run.answer.as_deref();
            let given = answer.map_or_else(|| "nothing more".to_owned(), quoted);
            let reference = SideSummary {
                right: answer.and_then(|_| is_right(&given)),
                ended: None,
                given,
            };
            (program, reference)
        };
        Some(ComparisonSummary { program, reference })
    }
}
