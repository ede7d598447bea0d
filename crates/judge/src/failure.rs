//! The failure of a run, in words.

use std::time::Duration;

use crossply::program::{Execution, RunLimits, Termination};
use crossply::{Failure, FailureKind};
use crossply_problems::{Position, Problem};
use crossply_proof::right_answer;

use crate::answer::Printed;

/// The failure of a run with these limits, which printed this for these boards. `None` if it succeeded.
pub(crate) fn failure_of<P: Problem>(
    run: &Execution,
    limits: &RunLimits,
    printed: &[Printed<P>],
    boards: &[Position<P>],
) -> Option<Failure> {
    let Failure { kind, text, .. } = run.failure();
    if kind == FailureKind::NoAnswer && printed.len() == boards.len() {
        return None;
    }
    if kind == FailureKind::NoAnswer && printed.len() > boards.len() {
        let text = surplus_in_words(printed, boards);
        return Some(Failure::new(FailureKind::MalformedAnswer, text));
    }
    let cause = match run.termination {
        Termination::Exited(_) | Termination::CutOff => text,
        Termination::TimeLimit if run.used.cpu > limits.cpu => {
            format!("more than {} of CPU time", seconds(limits.cpu))
        }
        Termination::TimeLimit if run.used.time() > limits.time => format!(
            "more than {}, of which less than {} were CPU time",
            seconds(limits.time),
            seconds(limits.cpu)
        ),
        Termination::TimeLimit => "it did not end".to_owned(),
        Termination::Stall => format!("it answered nothing for {}", seconds(limits.stall)),
        Termination::MemoryLimit => format!("more than {}", mebibytes(limits.memory)),
        Termination::ProcessLimit => format!("more than {}", limits.processes),
        Termination::OutputLimit => "it printed too much".to_owned(),
    };
    let right = boards.iter().map(|&board| Some(right_answer(board)));
    if kind == FailureKind::ExitCode && printed.iter().map(Printed::answer).eq(right) {
        let text = format!("{cause}, after right answers: end `main` with `return 0`");
        return Some(Failure::new(kind, text));
    }
    Some(Failure::new(kind, cause))
}

/// Why there are more lines than boards. With few boards, as after a search for the first that fails, it is known what is
/// wrong with the form of right answers.
fn surplus_in_words<P: Problem>(printed: &[Printed<P>], boards: &[Position<P>]) -> String {
    let right: Vec<_> = boards.iter().map(|&board| right_answer(board)).collect();
    let answers: Vec<_> = printed.iter().filter_map(Printed::answer).collect();
    let end = P::FORMAT.end().trim_end();
    match printed.iter().find_map(Printed::other) {
        Some(other) if answers == right => {
            format!("other lines beside right answers, such as {other:?}")
        }
        None if answers.starts_with(&right) && !end.is_empty() => {
            format!("right answers, and then more: the last line of the input, {end}, is no board")
        }
        _ => "it prints more than one line for each board".to_owned(),
    }
}

pub(crate) fn mebibytes(bytes: u64) -> String {
    let tenths = bytes.saturating_mul(10) >> 20;
    format!("{}.{} MiB", tenths / 10, tenths % 10)
}

/// A time in seconds, to the millisecond.
pub(crate) fn seconds(time: Duration) -> String {
    let text = format!("{:.3}", time.as_secs_f64());
    format!("{} s", text.trim_end_matches('0').trim_end_matches('.'))
}
