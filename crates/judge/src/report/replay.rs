//! The command that reproduces a failure.

use crate::{Boards, Diagnosis, StatementLimits, Submission};
use crossply_problems::Problem;

use super::Circumstances;
use super::words::{NAMED, joined};

/// How to see a failure again, and the command.
pub(super) fn to_reproduce<P: Problem>(
    found: &Diagnosis<P>,
    submission: &Submission<P>,
    about: Circumstances<'_>,
) -> [String; 2] {
    if submission.recorded.is_some() {
        let board = found.failure.board().notation();
        let command = ["crossply", "explain", P::NAME, "--board", &board].map(str::to_owned);
        return ["To see what is right:".to_owned(), joined(&command)];
    }
    let how = format!("To reproduce (crossply {}):", env!("CARGO_PKG_VERSION"));
    [how, replay(found, submission, about)]
}

/// The command that reproduces a finding.
fn replay<P: Problem>(
    found: &Diagnosis<P>,
    submission: &Submission<P>,
    about: Circumstances<'_>,
) -> String {
    let usual = StatementLimits::of::<P>();
    let limits = &submission.limits;
    let mut words: Vec<_> = ["crossply", "judge", P::NAME].map(str::to_owned).into();
    let mut option = |name: &str, value: String| words.extend([name.to_owned(), value]);
    if limits.time != usual.time {
        option("--time-limit", format!("{}ms", limits.time.as_millis()));
    }
    if limits.memory != usual.memory {
        option("--memory-limit", format!("{}B", limits.memory));
    }
    if let Some(output) = limits.output {
        option("--output-limit", format!("{output}B"));
    }
    let boards = &found.failure.boards;
    if boards.len() > P::LIMITS.boards.unwrap_or(u64::MAX) {
        option("--batch", boards.len().to_string());
    }
    match boards {
        Boards::Domain(indices) if boards.len() > NAMED => {
            option("--board", format!("{}..{}", indices.start, indices.end));
        }
        _ => {
            for board in boards.iter() {
                option("--board", board.notation());
            }
        }
    }
    if let Some(reference) = about.reference {
        option("--reference", reference.to_owned());
    }
    let mut all = boards.iter();
    if all.any(|board| P::legal(board).is_err()) {
        words.push("--allow-illegal".to_owned());
    }
    if let Some(source) = &submission.source {
        words.push(source.display().to_string());
    } else {
        words.push("--".to_owned());
        words.extend(submission.program.words());
    }
    joined(&words)
}
