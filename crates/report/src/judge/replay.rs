//! The command that reproduces a failure.

use std::path::Path;

use crossply_judge::{Boards, ComparisonMode, Diagnosis, Limits, SAVED_INPUT, Submission};
use crossply_problems::{Position, Problem};

use super::words::NAMED;
use super::{Circumstances, words_of};

/// How to see a failure again, and the command.
pub(super) fn to_see_it_again<P: Problem>(
    found: &Diagnosis<P>,
    submission: &Submission<P>,
    about: Circumstances<'_>,
) -> [String; 2] {
    let needs_file = about.saved.is_none() && is_long_list(&found.boards);
    let hint = if needs_file {
        ", once --save has written the file"
    } else {
        ""
    };
    let how = format!(
        "To see it again{hint} (crossply {}):",
        env!("CARGO_PKG_VERSION")
    );
    [how, replay(found, submission, about)]
}

/// The command that reproduces a finding. It can name a long list of boards only as a file in the folder
/// `saved`.
fn replay<P: Problem>(
    found: &Diagnosis<P>,
    submission: &Submission<P>,
    about: Circumstances<'_>,
) -> String {
    let mut words = vec![
        "crossply".to_owned(),
        "judge".to_owned(),
        P::NAME.to_owned(),
    ];
    let usual = Limits::of::<P>();
    let limits = &submission.limits;
    if limits.time != usual.time {
        words.extend([
            "--time-limit".to_owned(),
            format!("{}ms", limits.time.as_millis()),
        ]);
    }
    if limits.scale.to_bits() != usual.scale.to_bits() {
        words.extend(["--scale".to_owned(), limits.scale.to_string()]);
    }
    if limits.memory != usual.memory {
        words.extend(["--memory-limit".to_owned(), limits.memory.to_string()]);
    }
    if let Some(output) = limits.output {
        words.extend(["--output-limit".to_owned(), output.to_string()]);
    }
    if submission.compare == ComparisonMode::Exact {
        words.extend(["--compare".to_owned(), "exact".to_owned()]);
    }
    let boards = &found.boards;
    if boards.len() > P::LIMITS.boards.unwrap_or(u64::MAX) {
        words.extend(["--batch".to_owned(), boards.len().to_string()]);
    }
    if boards
        .iter()
        .any(|board| Position::try_from(board).is_err())
    {
        words.push("--allow-illegal".to_owned());
    }
    match boards {
        Boards::Domain(indices) if boards.len() > NAMED => {
            words.push("--board".to_owned());
            words.push(format!("{}..{}", indices.start, indices.end));
        }
        _ if is_long_list(boards) => {
            let folder = about.saved.unwrap_or(Path::new("SAVED"));
            words.extend([
                "--input".to_owned(),
                folder.join(SAVED_INPUT).display().to_string(),
            ]);
        }
        _ => {
            for board in boards.iter() {
                words.extend(["--board".to_owned(), board.notation()]);
            }
        }
    }
    if let Some(reference) = about.reference {
        words.extend(["--reference".to_owned(), reference.to_owned()]);
    }
    if let Some(source) = &submission.source {
        words.push(source.display().to_string());
    } else {
        words.push("--".to_owned());
        words.extend(words_of(&submission.program));
    }
    joined(&words)
}

fn joined(words: &[String]) -> String {
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}

/// Whether a command can name the boards only as a file.
fn is_long_list<P: Problem>(boards: &Boards<P>) -> bool {
    matches!(boards, Boards::Listed(..)) && boards.len() > NAMED
}
