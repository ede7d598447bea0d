//! Words about runs: how they ended, why a program fails, amounts of time and memory.

use std::fmt::Write as _;
use std::time::Duration;

use crate::{
    Cause, Diagnosis, Execution, Remark, Runtime, Submission, Termination, TimeLimitKind, Verdict,
};
use crossply_problems::Problem;

use super::count;

/// The largest number of boards that are named one by one.
pub(super) const NAMED: u64 = 8;

/// More boards than a statement promises, for which there is a limit of standstill.
const MANY: u64 = 1 << 10;

/// A remark about a program that opens a file in place of its input, or waits for something else.
const UNREAD: &str = ", before it had read any input";

/// How a run ended, if it did not end well.
pub(super) fn ended<P: Problem>(
    execution: &Execution,
    submission: &Submission<P>,
) -> Option<String> {
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
            let unread = !execution.has_read;
            return unread.then(|| format!("by itself{UNREAD}"));
        }
        Termination::CutOff => return None,
        Termination::Exited(status) => format!("by itself, with {status}"),
        Termination::TimeLimit(TimeLimitKind::Cpu) => format!(
            "by the judge: it exceeded {} of CPU time",
            time(limits.cpu, |runtime| runtime.cpu)
        ),
        Termination::TimeLimit(TimeLimitKind::Elapsed) => format!(
            "by the judge: it took more than {}, of which less than {} were CPU time",
            time(limits.time, |runtime| runtime.time),
            seconds(limits.cpu.as_secs_f64())
        ),
        Termination::TimeLimit(TimeLimitKind::Stall) => {
            // The judge waits so long once, and then less for parts of the same boards.
            let usual = submission.run_limits(MANY).stall;
            let first = time(usual, |runtime| runtime.time);
            let stood_still = "by the judge: it neither read nor answered anything for";
            if limits.stall < usual {
                let then = seconds(limits.stall.as_secs_f64());
                format!("{stood_still} {first}, and on part of these boards for {then}")
            } else {
                format!("{stood_still} {first}")
            }
        }
        Termination::MemoryLimit => {
            let allowance = runtime.map_or(0, |runtime| runtime.memory + runtime.slack);
            let of_statement = limits.memory.saturating_sub(allowance);
            let limit = with_allowance(
                runtime,
                [limits.memory, of_statement, allowance].map(mebibytes),
            );
            format!("by the judge: it exceeded {limit} of memory")
        }
        Termination::OutputLimit => "by the judge: it printed too much".to_owned(),
        Termination::Gone => {
            "before it began: the compiled file is gone, so the program seems to delete itself"
                .to_owned()
        }
    };
    let unread = if execution.has_read { "" } else { UNREAD };
    Some(ended + unread)
}

/// The limit of a run, and in brackets the part of the statement and that of the runtime, unless they look the same.
fn with_allowance(
    runtime: Option<&Runtime>,
    [limit, of_statement, allowance]: [String; 3],
) -> String {
    match runtime {
        Some(runtime) if limit != of_statement => {
            format!(
                "{limit} ({of_statement}, and {allowance} for {})",
                runtime.name
            )
        }
        _ => limit,
    }
}

/// Why the program fails, and on what.
pub(super) fn cause<P: Problem>(finding: &Diagnosis<P>) -> String {
    let others = finding.failure.boards.len() - 1;
    match finding.cause {
        Cause::Alone if finding.simplest => {
            "It fails on this board alone, and no simpler one got this verdict.".to_owned()
        }
        Cause::Alone => "It fails on this board alone. There may be simpler ones.".to_owned(),
        Cause::Number { or_more } => format!(
            "It seems to depend on the number of boards: it fails with {}.",
            numbers_tried(others + 1, or_more)
        ),
        Cause::Together => format!(
            "No board alone takes too long, but the {} together do: the statement allows that many in one input, and the limit covers all of them.",
            count(others + 1, "board")
        ),
        Cause::Unknown => {
            "There was no time to find the cause: it may be this board, the boards before it, or chance."
                .to_owned()
        }
        Cause::Flaky { failed, runs } => {
            format!("It is flaky: it fails in {failed} of {runs} runs.")
        }
        Cause::Sequence { shortest } => {
            let result = &finding.failure.result;
            let difference = result.difference.as_ref();
            let is_unanswered = difference.is_some_and(|difference| difference.given.is_none());
            let why = match result.verdict {
                Verdict::WrongAnswer if is_unanswered => {
                    ": it ends before it has answered all boards"
                }
                Verdict::PresentationError => "",
                Verdict::OutputLimit => ": the limit covers all its output",
                _ => ": it carries state between boards",
            };
            let text = format!(
                "It fails only together with {}{why}.",
                count(others, "other board")
            );
            text + &sequence(finding, shortest)
        }
    }
}

/// On which numbers of boards a program was seen to fail, and on which not, if it fails on this number and `or_more`.
pub(super) fn numbers_tried(number: u64, or_more: bool) -> String {
    let [fewer, more] = [number - 1, number + 1];
    if or_more {
        format!("{number} and with {more}, whichever were tried, but not with {fewer}")
    } else {
        format!("{number}, whichever were tried, but not with {fewer} or {more}")
    }
}

/// What is wrong with the form of what a program reads or prints.
pub(super) fn remark(remark: &Remark) -> String {
    match remark {
        Remark::ReadsOn(end) => format!(
            "It is right if the last line, {end}, is removed: it reads to the end of the file instead of stopping at that line."
        ),
        Remark::BlankLines => {
            "Here the answers are right, but there are blank lines between them: print each answer on the next line."
                .to_owned()
        }
        Remark::OneLine => {
            "Here the answers are right, but several share a line: each needs its own.".to_owned()
        }
        Remark::Before(text) => {
            format!("Here the answer is right, but other text comes before it: {text:?}. {NOTHING_ELSE}")
        }
        Remark::After(text) => {
            format!("Here the answer is right, but other text comes after it: {text:?}. {NOTHING_ELSE}")
        }
        Remark::OtherLines(line) => {
            format!("Here the answers are right, but there are other lines: {line:?}. {NOTHING_ELSE}")
        }
        Remark::FromOne => {
            "Here the answer is right if counted from 1: the statement counts rows and columns from 0.".to_owned()
        }
    }
}

/// What programs may not print.
const NOTHING_ELSE: &str = "A judge compares everything printed, including prompts and labels.";

/// The boards of a sequence, if they are few, and whether all are needed.
pub(super) fn sequence<P: Problem>(finding: &Diagnosis<P>, shortest: bool) -> String {
    let mut text = String::new();
    if shortest {
        text += "\nNone of them can be left out.";
    } else {
        text += "\nNo shorter sequence was found.";
    }
    if finding.failure.boards.len() <= NAMED {
        text += " In order:\n";
        for (index, one) in finding.failure.boards.iter().enumerate() {
            let here = if index as u64 == finding.failure.index {
                "   <- here"
            } else {
                ""
            };
            let _ = write!(text, "\n    {}{here}", one.notation());
        }
    }
    text
}

/// What a program printed, in quotes unless it is one plain word.
pub(super) fn quoted(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
    if plain {
        text.into_owned()
    } else {
        format!("{text:?}")
    }
}

/// A command as a shell takes it.
pub(super) fn joined(words: &[String]) -> String {
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}

/// An amount of memory in words.
pub(super) fn mebibytes(bytes: u64) -> String {
    let tenths = bytes.saturating_mul(10) >> 20;
    format!("{}.{} MiB", tenths / 10, tenths % 10)
}

/// A time limit, exact to the millisecond.
pub(super) fn seconds(limit: f64) -> String {
    let text = format!("{limit:.3}");
    format!("{} s", text.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use crossply::program::{Excerpt, Invocation};
    use crossply_problems::Ccf201803_4;

    use super::*;

    const MILLISECOND: Duration = Duration::from_millis(1);

    /// How a run on a board ended. The statement's limits are 1 s and 16 MiB.
    fn stopped(termination: Termination, runtime: Option<Runtime>, stall_in_parts: u32) -> String {
        static NEVER: AtomicBool = AtomicBool::new(false);
        let program = Invocation::of(["java"]);
        let mut submission = Submission::<Ccf201803_4>::new(program, &NEVER);
        submission.limits.time = MILLISECOND * 1000;
        submission.limits.memory = 16 << 20;
        submission.runtime = runtime;
        // For more than five boards there is a limit of time without an answer.
        let mut run_limits = submission.run_limits(6);
        run_limits.stall /= stall_in_parts;
        let execution = Execution {
            termination,
            cpu: MILLISECOND * 500,
            idle: MILLISECOND * 500,
            stall: Duration::ZERO,
            memory: Some(1 << 20),
            has_read: true,
            stderr: Excerpt::default(),
            run_limits,
        };
        ended(&execution, &submission).expect("it did not end well")
    }

    #[test]
    fn the_limit_that_ends_a_run_is_said_with_the_allowance_for_the_runtime() {
        use TimeLimitKind::{Cpu, Elapsed, Stall};
        let java = |cpu, time| Runtime {
            name: "java".to_owned(),
            memory: 30 << 20,
            slack: 6 << 20,
            cpu,
            time,
        };
        let slow = java(MILLISECOND * 120, MILLISECOND * 250);
        let quick = java(Duration::from_micros(400), Duration::from_micros(400));
        for (termination, runtime, ended) in [
            (
                Termination::TimeLimit(Cpu),
                None,
                "it exceeded 6 s of CPU time",
            ),
            (
                Termination::TimeLimit(Cpu),
                Some(&slow),
                "it exceeded 6.12 s (6 s, and 0.12 s for java) of CPU time",
            ),
            (
                Termination::TimeLimit(Elapsed),
                Some(&slow),
                "it took more than 12.25 s (12 s, and 0.25 s for java), of which less than 6.12 s were CPU time",
            ),
            (
                Termination::TimeLimit(Stall),
                Some(&slow),
                "it neither read nor answered anything for 1.25 s (1 s, and 0.25 s for java)",
            ),
            (
                Termination::MemoryLimit,
                Some(&slow),
                "it exceeded 52.0 MiB (16.0 MiB, and 36.0 MiB for java) of memory",
            ),
            // Less than a millisecond is nothing to speak of.
            (
                Termination::TimeLimit(Cpu),
                Some(&quick),
                "it exceeded 6 s of CPU time",
            ),
        ] {
            let found = stopped(termination, runtime.cloned(), 1);
            assert_eq!(found, format!("by the judge: {ended}"));
        }
        let found = stopped(Termination::TimeLimit(Stall), None, 4);
        let ended =
            "it neither read nor answered anything for 1 s, and on part of these boards for 0.25 s";
        assert_eq!(found, format!("by the judge: {ended}"));
    }
}
