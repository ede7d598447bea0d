//! The results of a session of the judge as text for people.

use std::fmt::Write as _;
use std::path::Path;

use crossply_harness::report::play::why;
use crossply_harness::report::{board, name};
use crossply_judge::{
    Boards, Cause, ComparisonMode, Finding, Limits, Program, RunResult, SAVED_INPUT, SessionResult,
    Submission, Termination, TimeLimitKind, Tolerance, Verdict,
};
use crossply_problems::{Position, Problem};
use indicatif::HumanCount;

use crate::documents::judge::{RuntimeSummary, SlowestRunSummary, UsageSummary};
use crate::page::count;

/// The largest number of boards that a command names one by one.
const FEW: u64 = 8;

/// A remark about a program that opens a file in place of its input, or waits for something else.
const UNREAD: &str = ", before it had read any input";

/// The whole report, or a quiet one, which is empty if the program is right.
#[must_use]
pub fn report<P: Problem>(
    judged: &SessionResult<P>,
    submission: &Submission<P>,
    tolerances: Option<&[Tolerance]>,
    saved: Option<&Path>,
    is_quiet: bool,
) -> String {
    if is_quiet && judged.verdict() == Some(Verdict::Accepted) && !judged.total.interrupted {
        return String::new();
    }
    let mut text = verdict(judged);
    if let Some(found) = &judged.finding {
        text += &format!("\n\n{}", finding(found, submission, saved));
    }
    if let Some(found) = &judged.beyond_promise {
        let promised = P::LIMITS.boards.unwrap_or(u64::MAX);
        text += &format!(
            "\n\nThe statement promises at most {promised} boards. With more it fails, which does not \
             count:\n\n{}",
            finding(found, submission, saved)
        );
    }
    if let Some(all) = tolerances {
        text += &format!("\n\n{}", self::tolerances(all));
    }
    if !is_quiet {
        text += &format!("\n\n{}", coverage(judged, submission));
    }
    text + "\n"
}

/// The verdict, with how many boards got which.
#[must_use]
pub fn verdict<P: Problem>(judged: &SessionResult<P>) -> String {
    let Some(verdict) = judged.verdict() else {
        return "No verdict: nothing was judged.".to_owned();
    };
    let mut text = format!("{}: {}", verdict.code(), verdict.name());
    if verdict == Verdict::Accepted {
        text += &format!(", on {}", count(judged.total.judged, "board"));
    } else {
        let each = judged.total.verdicts.iter().rev();
        let at_least = if judged.is_exact() { "" } else { "at least " };
        let each: Vec<_> = each
            .map(|(verdict, boards)| {
                let at_least = if *verdict == Verdict::Accepted {
                    ""
                } else {
                    at_least
                };
                format!("{verdict} on {at_least}{}", count(*boards, "board"))
            })
            .collect();
        text += &format!(" ({})", each.join(", "));
    }
    text.push('.');
    if judged.total.gave_up {
        text += "\nIt failed so often, or for so long, that the other boards were not judged.";
    }
    if judged.total.interrupted {
        text += "\nThe session was interrupted: this is what is known so far.";
    }
    text
}

/// Which boards were judged, and what the program used.
#[must_use]
pub fn coverage<P: Problem>(judged: &SessionResult<P>, submission: &Submission<P>) -> String {
    let mut stages = Vec::new();
    for stage in &judged.stages {
        let (done, all) = (stage.answers.judged, stage.boards);
        let amount = if done == all {
            format!("all {}", HumanCount(all))
        } else {
            format!("{} of {}", HumanCount(done), HumanCount(all))
        };
        stages.push(format!("{} ({amount})", stage.name));
    }
    let total = &judged.total;
    let mut text = format!(
        "Judged: {}, in {:.1} s.",
        stages.join(", "),
        judged.elapsed.as_secs_f64()
    );
    if total.cut_off > 0 && !total.gave_up {
        let boards = count(total.cut_off, "board");
        let end = if total.interrupted {
            "the session was interrupted"
        } else {
            "the time was up"
        };
        text += &format!("\nThe program was working on {boards} more when {end}.");
    }
    if let Some(oversized) = &total.oversized {
        let boards = count(oversized.boards.len(), "board");
        text += &match oversized.verdict {
            Verdict::MemoryLimit => {
                format!(
                    "\nA run of {boards} took too much memory, so they were judged in smaller runs."
                )
            }
            _ if oversized.once => format!(
                "\nA run of {boards} came to a standstill, but not when it was repeated: the program may hang \
                 now and then."
            ),
            _ => format!(
                "\nA run of {boards} came to a standstill, so they were judged in smaller runs."
            ),
        };
    }
    if total.runs > 0 {
        let sizes = match (total.smallest_batch, total.largest_batch) {
            (one, other) if one == other => count(one, "board"),
            (smallest, largest) => {
                format!("{} to {}", HumanCount(smallest), count(largest, "board"))
            }
        };
        text += &format!("\n{} of {sizes}", count(total.runs, "run"));
        if total.memory > 0 {
            text += &format!(
                "; at most {} of {} of memory were measured",
                mebibytes(total.memory),
                mebibytes(submission.run_limits(1).memory)
            );
        }
        text.push('.');
    }
    // A program that is too slow sees this in the run that shows it.
    let is_too_slow = judged.verdict() == Some(Verdict::TimeLimit);
    if let Some(run) = total.slowest.as_ref().filter(|_| !is_too_slow) {
        text += &format!(
            "\nThe slowest run used {}.",
            slowest(&SlowestRunSummary::new(run))
        );
    }
    if let Some(runtime) = &submission.runtime {
        text += &format!("\n{}", allowance(&RuntimeSummary::new(runtime)));
    }
    text
}

/// A finding: the board, the expected and the given answer, the cause, and the command that reproduces it.
#[must_use]
pub fn finding<P: Problem>(
    finding: &Finding<P>,
    submission: &Submission<P>,
    saved: Option<&Path>,
) -> String {
    let mut text = String::new();
    let result = &finding.result;
    let failing = finding.board();
    let position = Position::try_from(failing).ok();
    let title = match position {
        Some(position) => name(position),
        None => "a board that is not legal".to_owned(),
    };
    let _ = writeln!(text, "{}: {} on {title}\n", P::NAME, result.verdict);
    let _ = writeln!(text, "{}\n", board(failing));
    let (expected, given) = answers(finding, submission);
    // An illegal board has no right answer.
    let title = if position.is_some() {
        "expected"
    } else {
        "alone"
    };
    let _ = writeln!(text, "    {title:<10} {expected}");
    let _ = writeln!(text, "    given      {given}");
    if let Some(ended) = ended(finding, submission) {
        let _ = writeln!(text, "    ended      {ended}");
    }
    if let Termination::TimeLimit(_) | Termination::MemoryLimit = result.execution.termination {
        let usage = UsageSummary::new(&result.execution);
        let _ = writeln!(text, "    used       {}", used(&usage));
    }
    if let (Some(position), Verdict::WrongAnswer) = (position, result.verdict) {
        let _ = writeln!(text, "\n{}", why::<P>(position, claim::<P>(result)));
    }
    let _ = writeln!(text, "\n{}", cause(finding));
    if result.execution.stderr.bytes() > 0 {
        let _ = writeln!(text, "\nIt printed to the standard error:\n");
        for line in result.execution.stderr.text().lines() {
            let _ = writeln!(text, "    {line}");
        }
    }
    let needs_file = saved.is_none() && is_long_list(&finding.boards);
    let hint = if needs_file {
        ", once --save DIR has written the file"
    } else {
        ""
    };
    let _ = write!(
        text,
        "\nTo see it again{hint} (crossply {}):\n\n    {}",
        env!("CARGO_PKG_VERSION"),
        replay(finding, submission, saved)
    );
    text
}

/// The command that reproduces a finding. It can name a long list of boards only as a file in the folder
/// `saved`.
pub(crate) fn replay<P: Problem>(
    finding: &Finding<P>,
    submission: &Submission<P>,
    saved: Option<&Path>,
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
    if limits.memory != usual.memory {
        words.extend(["--memory-limit".to_owned(), limits.memory.to_string()]);
    }
    if let Some(output) = limits.output {
        words.extend(["--output-limit".to_owned(), output.to_string()]);
    }
    if submission.compare == ComparisonMode::Exact {
        words.extend(["--compare".to_owned(), "exact".to_owned()]);
    }
    let boards = &finding.boards;
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
        Boards::Domain(indices) if boards.len() > FEW => {
            words.push("--board".to_owned());
            words.push(format!("{}..{}", indices.start, indices.end));
        }
        _ if is_long_list(boards) => {
            let folder = saved.unwrap_or(Path::new("SAVED"));
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
    words.push("--".to_owned());
    words.extend(command(&submission.program));
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}

fn is_long_list<P: Problem>(boards: &Boards<P>) -> bool {
    matches!(boards, Boards::Listed(..)) && boards.len() > FEW
}

/// The verdicts on inputs in other forms.
fn tolerances(tolerances: &[Tolerance]) -> String {
    let mut text = "What it copes with (not part of the verdict):\n".to_owned();
    for tolerance in tolerances {
        let answer = match tolerance.verdict {
            Verdict::Accepted => "yes".to_owned(),
            verdict => format!("no, {verdict}"),
        };
        let _ = write!(text, "\n    {:<32} {answer}", tolerance.what);
    }
    text
}

/// The program and its arguments, as text.
pub(crate) fn command(program: &Program) -> Vec<String> {
    let words = std::iter::once(&program.name).chain(&program.arguments);
    words
        .map(|word| word.to_string_lossy().into_owned())
        .collect()
}

/// The expected answer and the given one, in words.
pub(crate) fn answers<P: Problem>(
    finding: &Finding<P>,
    submission: &Submission<P>,
) -> (String, String) {
    let expected = submission.expected_answer(finding.board());
    let difference = finding.result.difference.as_ref();
    let given = match difference {
        None => "the same".to_owned(),
        Some(difference) => match (&difference.given, difference.index) {
            (None, _) => "no answer".to_owned(),
            (Some(text), None) => format!("output after the last answer: {}", quoted(text)),
            (Some(text), Some(_)) => quoted(text),
        },
    };
    (expected, given)
}

/// How the run ended, if it did not end well.
pub(crate) fn ended<P: Problem>(
    finding: &Finding<P>,
    submission: &Submission<P>,
) -> Option<String> {
    // The limits are shown without the allowance for the runtime, which differs from session to session.
    let run_limits = submission.limits.run_limits::<P>(finding.boards.len());
    let ended = match finding.result.execution.termination {
        Termination::Exited(status) if status.success() => {
            let unread = !finding.result.execution.has_read;
            return unread.then(|| format!("by itself{UNREAD}"));
        }
        Termination::CutOff => return None,
        Termination::Exited(status) => format!("by itself, with {status}"),
        Termination::TimeLimit(TimeLimitKind::Cpu) => {
            format!(
                "by the judge: it computed for more than {:?}",
                run_limits.cpu
            )
        }
        Termination::TimeLimit(TimeLimitKind::Elapsed) => format!(
            "by the judge: it took more than {:?}, of which it computed for less than {:?}",
            run_limits.time, run_limits.cpu
        ),
        Termination::TimeLimit(TimeLimitKind::Stall) => format!(
            "by the judge: it neither read nor answered anything for {:?}",
            run_limits.stall
        ),
        Termination::MemoryLimit => format!(
            "by the judge: more than {} of memory",
            mebibytes(run_limits.memory)
        ),
        Termination::OutputLimit => "by the judge: it printed too much".to_owned(),
    };
    let unread = if finding.result.execution.has_read {
        ""
    } else {
        UNREAD
    };
    Some(ended + unread)
}

/// What the program's runtime takes, and that the limits allow for it.
pub(crate) fn allowance(runtime: &RuntimeSummary) -> String {
    let mut text = format!("{} itself takes ", runtime.name);
    if runtime.memory > 0 {
        text += &format!("{} and ", mebibytes(runtime.memory));
    }
    text + &format!("{:.2} s, which are allowed for.", runtime.seconds)
}

/// What a run used, beside each limit.
pub(crate) fn used(usage: &UsageSummary) -> String {
    let mut text = format!(
        "computing {:.2} s of {}, with waiting {:.2} s of {}",
        usage.computing,
        seconds(usage.computing_limit),
        usage.time,
        seconds(usage.time_limit)
    );
    if let Some(memory) = usage.memory {
        let (memory, limit) = (mebibytes(memory), mebibytes(usage.memory_limit));
        text += &format!(", memory {memory} of {limit}");
    }
    text
}

/// What the slowest run used of its time limit.
pub(crate) fn slowest(run: &SlowestRunSummary) -> String {
    let waiting = if run.waiting {
        ", most of it waiting"
    } else {
        ""
    };
    format!(
        "{:.2} s of {}{waiting}: {}",
        run.seconds,
        seconds(run.limit),
        count(run.boards, "board")
    )
}

/// A time limit, exact to the millisecond.
fn seconds(limit: f64) -> String {
    let text = format!("{limit:.3}");
    format!("{} s", text.trim_end_matches('0').trim_end_matches('.'))
}

pub(crate) fn cause<P: Problem>(finding: &Finding<P>) -> String {
    let others = finding.boards.len() - 1;
    match finding.cause {
        Cause::Alone if finding.simplest => {
            "It fails on this board alone, and no simpler one gets this verdict.".to_owned()
        }
        Cause::Alone => "It fails on this board alone. There may be simpler ones.".to_owned(),
        Cause::Number { or_more } => {
            let number = count(others + 1, "board");
            if or_more {
                format!("It fails on {number} or more, whichever they are, and not on fewer.")
            } else {
                format!("It fails on just {number}, whichever they are: on fewer or more it does not.")
            }
        }
        Cause::Together => format!(
            "No board alone takes too long, but the {} together do: the statement allows that many in an \
             input, and its limit is for all of them.",
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
            let why = match finding.result.verdict {
                Verdict::PresentationError => "",
                _ => ": it keeps something in memory, or counts",
            };
            let mut text = format!(
                "It fails only together with {}{why}.",
                count(others, "other board")
            );
            if shortest {
                text += "\nNone of them can be left out.";
            }
            if others < FEW {
                text += " In order:\n";
                for (index, one) in finding.boards.iter().enumerate() {
                    let here = if index as u64 == finding.index {
                        "   <- here"
                    } else {
                        ""
                    };
                    let _ = write!(text, "\n    {}{here}", one.notation());
                }
            }
            text
        }
    }
}

/// What the program printed, if it is an answer.
pub(crate) fn claim<P: Problem>(result: &RunResult) -> Option<P::Answer> {
    let given = result.difference.as_ref()?.given.as_ref()?;
    str::from_utf8(given).ok()?.trim().parse().ok()
}

fn quoted(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
    if plain {
        text.into_owned()
    } else {
        format!("{text:?}")
    }
}

/// An amount of memory in words.
pub(crate) fn mebibytes(bytes: u64) -> String {
    let tenths = bytes.saturating_mul(10) >> 20;
    format!("{}.{} MiB", tenths / 10, tenths % 10)
}
