//! The results of a session of the judge as text for people.

use std::fmt::Write as _;
use std::path::Path;

use crossply_harness::report::play::why;
use crossply_harness::report::{board, name};
use crossply_judge::{
    CompileError, Finding, SessionResult, Submission, Termination, Tolerance, Verdict,
    slowest_board,
};
use crossply_problems::{Board, Position, Problem};
use indicatif::HumanCount;

use crate::documents::judge::{
    FailureSummary, RuntimeSummary, SlowestBoardSummary, SlowestRunSummary, TimesSummary,
    UsageSummary, times_summary,
};
use crate::judge_words::{
    answers, cause, claim, ended, mebibytes, remark, seconds, to_see_it_again,
};
use crate::page::count;
use crate::reference_text;

/// The whole report, or a quiet one, which is empty if the program is right.
#[must_use]
pub fn report<P: Problem>(
    judged: &SessionResult<P>,
    submission: &Submission<P>,
    tolerances: Option<&[Tolerance]>,
    saved: Option<&Path>,
    is_quiet: bool,
) -> String {
    if submission.reference.is_some() && judged.compile_error.is_none() {
        return reference_text::report(judged, submission, is_quiet);
    }
    if is_quiet && judged.verdict() == Some(Verdict::Accepted) && !judged.total.interrupted {
        return String::new();
    }
    let mut text = verdict(judged);
    if let Some(error) = &judged.compile_error {
        return format!("{text}\n\n{}\n", compile_error(error));
    }
    if let Some(failure) = judged.failing_sample() {
        text += &format!("\n{}", on_sample(&FailureSummary::new(failure)));
    }
    if let Some(failure) = judged.also_wrong() {
        text += &format!("\n{}", also_wrong(&FailureSummary::new(failure)));
    }
    if let Some(found) = &judged.finding {
        text += &format!("\n\n{}", finding(found, submission, saved));
    }
    if let Some(fault) = &judged.fault {
        text += &format!("\n\n{fault}");
    }
    let also: Vec<_> = judged.also_failing().into_iter().map(Board::from).collect();
    if !also.is_empty() {
        text += "\n\nIt also failed on\n";
        for board in also {
            text += &format!("\n    {}", board.notation());
        }
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

/// That the program fails on a sample of the statement.
pub(crate) fn on_sample(failure: &FailureSummary) -> String {
    let FailureSummary { verdict, board, .. } = failure;
    format!("It fails on a sample of the statement: {verdict} on {board}.")
}

/// That a program that takes too long is also wrong.
pub(crate) fn also_wrong(failure: &FailureSummary) -> String {
    let FailureSummary { verdict, board, .. } = failure;
    format!("It is not only slow: {verdict} on {board}.")
}

/// The verdict, with how many boards got which.
#[must_use]
pub fn verdict<P: Problem>(judged: &SessionResult<P>) -> String {
    let Some(verdict) = judged.verdict() else {
        return "No verdict: nothing was judged.".to_owned();
    };
    let mut text = format!("{}: {}", verdict.code(), verdict.name());
    if verdict == Verdict::CompileError {
    } else if verdict == Verdict::Accepted {
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

/// Which boards were judged.
pub(crate) fn asked<P: Problem>(judged: &SessionResult<P>) -> String {
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
    format!(
        "Judged: {}, in {:.1} s.",
        stages.join(", "),
        judged.elapsed.as_secs_f64()
    )
}

/// Which boards were judged, and what the program used.
#[must_use]
pub fn coverage<P: Problem>(judged: &SessionResult<P>, submission: &Submission<P>) -> String {
    let mut text = asked(judged);
    let total = &judged.total;
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
    if let Some(board) = slowest_board(&total.times) {
        let board = SlowestBoardSummary::new(board);
        text += &format!("\nThe slowest board {}.", slowest_board_alone(&board));
        if board.run.seconds >= board.run.limit * NOTICEABLE {
            text += &format!("\n\n{}", times(&times_summary(&total.times)));
        }
    }
    let limits = &submission.limits;
    if let Some(scaled) = scaled(limits.scale, limits.time.as_secs_f64()) {
        text += &format!("\n{scaled}");
    }
    if let Some(runtime) = &submission.runtime {
        text += &format!("\n{}", allowance(&RuntimeSummary::new(runtime)));
    }
    text
}

/// What the compiler said, and the command that ran it.
#[must_use]
pub fn compile_error(error: &CompileError) -> String {
    let mut text = String::new();
    for line in error.message.lines() {
        let _ = writeln!(text, "    {line}");
    }
    // An empty message would leave an empty line too many.
    if !text.is_empty() {
        text.push('\n');
    }
    let command = shlex::try_join(error.command.iter().map(String::as_str));
    let command = command.unwrap_or_else(|_| error.command.join(" "));
    text + &format!("The compiler ended {}:\n\n    {command}", error.ended)
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
    if let Some(remark) = &finding.remark {
        let _ = writeln!(text, "\n{}", self::remark(remark));
    }
    if result.execution.stderr.bytes() > 0 {
        let _ = writeln!(text, "\nIt printed to the standard error:\n");
        for line in result.execution.stderr.text().lines() {
            let _ = writeln!(text, "    {line}");
        }
    }
    text + "\n" + &to_see_it_again(finding, submission, saved)
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

/// What the program's runtime takes, and that the limits allow for it.
pub(crate) fn allowance(runtime: &RuntimeSummary) -> String {
    let mut text = format!("{} itself takes ", runtime.name);
    if runtime.memory > 0 {
        text += &format!("{} and ", mebibytes(runtime.memory));
    }
    text + &format!(
        "{} of computing ({} with waiting), which are allowed for.",
        seconds(runtime.computing),
        seconds(runtime.seconds)
    )
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
    format!(
        "{:.2} s of {}, of {} allowed: {}",
        run.seconds,
        kind_of_time(run),
        seconds(run.limit),
        count(run.boards, "board")
    )
}

/// The kind of time of which a run used the largest share.
fn kind_of_time(run: &SlowestRunSummary) -> &'static str {
    if run.waiting {
        "CPU time and waiting"
    } else {
        "CPU time"
    }
}

/// The share of the time limit from which on a table says where the time goes.
const NOTICEABLE: f64 = 0.1;

/// What the slowest board took, and how near that is to the limit.
pub(crate) fn slowest_board_alone(board: &SlowestBoardSummary) -> String {
    let run = &board.run;
    let empties = count(board.empties.into(), "empty cell");
    let what = format!("is {}, with {empties}", board.board);
    if board.stopped {
        return format!("{what}: it takes more than {} alone", seconds(run.limit));
    }
    let spare = (run.limit - run.seconds).max(0.0);
    let mut text = format!(
        "{what}: {:.2} s of {} alone, {spare:.2} s less than the limit",
        run.seconds,
        kind_of_time(run)
    );
    let times = run.limit / run.seconds.max(1e-3);
    if times < 10.0 {
        text += &format!(". On a machine {times:.1} times slower it fails");
    }
    text
}

/// The times by the number of empties, as a table.
fn times(times: &[TimesSummary]) -> String {
    let mut rows = ["empties", "mean", "longest"].map(|name| format!("    {name:<7}"));
    for time in times {
        let more = if time.stopped { ">" } else { "" };
        let longest = format!("{more}{:.2}", time.longest);
        let cells = [
            time.empties.to_string(),
            format!("{:.2}", time.mean),
            longest,
        ];
        for (row, cell) in rows.iter_mut().zip(cells) {
            *row += &format!("{cell:>8}");
        }
    }
    let rows = rows.join("\n");
    format!("Seconds for a board alone, by the number of empty cells:\n\n{rows}\n")
}

/// That the time limit is not that of the statement, because the judge's machine is another one.
pub(crate) fn scaled(scale: f64, limit: f64) -> Option<String> {
    // The default is exact.
    (scale.to_bits() != 1.0_f64.to_bits()).then(|| {
        format!(
            "The time limit is that of a machine {scale} times slower: {} there are {} here.",
            seconds(limit),
            seconds(limit / scale)
        )
    })
}
