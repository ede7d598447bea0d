//! Words for how a run ended.

use std::time::Duration;

use crossply::program::{Execution, Termination, TimeLimitKind};

use crate::{Runtime, Submission};

/// A remark about a program that opens a file in place of its input, or waits for something else.
const UNREAD: &str = "before it had read any input";

/// How a run ended, if it did not end well.
pub(crate) fn ended(execution: &Execution, submission: &Submission) -> Option<String> {
    let limits = execution.run_limits;
    let runtime = submission.runtime.as_ref();
    let time = |limit: Duration, allowance: fn(&Runtime) -> Duration| {
        let words = |time: Duration| seconds(time.as_secs_f64());
        let allowance = runtime.map_or(Duration::ZERO, allowance);
        let of_statement = limit.saturating_sub(allowance);
        with_allowance(runtime, [limit, of_statement, allowance].map(words))
    };
    let ended = match execution.termination {
        Termination::Exited(status) if status.success() => {
            return (!execution.has_read).then(|| UNREAD.to_owned());
        }
        Termination::CutOff => return None,
        Termination::Exited(status) => match status.code() {
            Some(code) => code.to_string(),
            // The name of a signal stands in brackets.
            None => status.to_string().trim_start_matches("signal: ").to_owned(),
        },
        Termination::TimeLimit(TimeLimitKind::Cpu) => format!(
            "more than {} of CPU time",
            time(limits.cpu, |runtime| runtime.cpu)
        ),
        Termination::TimeLimit(TimeLimitKind::Elapsed) => format!(
            "more than {}, of which less than {} were CPU time",
            time(limits.time, |runtime| runtime.time),
            seconds(limits.cpu.as_secs_f64())
        ),
        Termination::TimeLimit(TimeLimitKind::Stall) => format!(
            "it neither read nor answered anything for {}",
            time(limits.stall, |runtime| runtime.time)
        ),
        Termination::MemoryLimit => {
            let allowance = runtime.map_or(0, Runtime::allowance);
            let of_statement = limits.memory.saturating_sub(allowance);
            let limits = [limits.memory, of_statement, allowance];
            let limit = with_allowance(runtime, limits.map(mebibytes));
            format!("more than {limit}")
        }
        Termination::OutputLimit => "it printed too much".to_owned(),
        Termination::Gone => {
            return Some(
                "the compiled file is gone, so the program seems to delete itself".to_owned(),
            );
        }
    };
    Some(if execution.has_read {
        ended
    } else {
        format!("{ended}, {UNREAD}")
    })
}

/// The limit of a run, and in brackets the part of the statement and that of the runtime, unless they look the same.
fn with_allowance(
    runtime: Option<&Runtime>,
    [limit, of_statement, allowance]: [String; 3],
) -> String {
    match runtime {
        Some(runtime) if limit != of_statement => {
            let name = &runtime.name;
            format!("{limit} ({of_statement}, and {allowance} for {name})")
        }
        _ => limit,
    }
}

/// An amount of memory in words.
pub(crate) fn mebibytes(bytes: u64) -> String {
    let tenths = bytes.saturating_mul(10) >> 20;
    format!("{}.{} MiB", tenths / 10, tenths % 10)
}

/// A time limit, exact to the millisecond.
pub(crate) fn seconds(limit: f64) -> String {
    let text = format!("{limit:.3}");
    format!("{} s", text.trim_end_matches('0').trim_end_matches('.'))
}
