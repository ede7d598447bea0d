//! The comparison of two programs as text for people: `judge --reference`.
//!
//! Neither program is wrong because it differs from the other. On a legal board the proof says which is right; on any
//! other board nobody is.

use std::fmt::Write as _;

use crossply_harness::report::play::why;
use crossply_harness::report::{board, name};
use crossply_judge::{Cause, Finding, SessionResult, Submission, Verdict};
use crossply_problems::{Position, Problem};

use crate::documents::judge::{
    ComparisonSummary, ReferenceSummary, SideSummary, TimesSummary, times_summary,
};
use crate::judge_text::asked;
use crate::judge_words::{self, claim, numbers_tried, sequence, to_see_it_again};
use crate::page::count;

/// The whole report, or a quiet one, which is empty if the programs print the same.
pub(crate) fn report<P: Problem>(
    judged: &SessionResult<P>,
    submission: &Submission<P>,
    is_quiet: bool,
) -> String {
    let total = &judged.total;
    if is_quiet && judged.verdict() == Some(Verdict::Accepted) && !total.interrupted {
        return String::new();
    }
    let mut text = verdict(judged);
    if let Some(found) = &judged.finding {
        text += &format!("\n\n{}", finding(found, submission));
    }
    if let Some(reference) = ReferenceSummary::new(judged, submission) {
        if let Some(left_out) = left_out(&reference) {
            text += &format!("\n\n{left_out}");
        }
        let program = times_summary(&total.times);
        if !program.is_empty() {
            text += &format!("\n\n{}", times(&program, &reference.times));
        }
    }
    if !is_quiet {
        text += &format!("\n\n{}", asked(judged));
    }
    text + "\n"
}

/// Whether the programs differ, and on how many boards.
pub(crate) fn verdict<P: Problem>(judged: &SessionResult<P>) -> String {
    let Some(verdict) = judged.verdict() else {
        return "No verdict: nothing was compared.".to_owned();
    };
    let total = &judged.total;
    let mut text = if verdict == Verdict::Accepted {
        agreement(total.judged)
    } else {
        let at_least = if judged.is_exact() { "" } else { "at least " };
        let each = total.verdicts.iter().rev().map(|(verdict, &boards)| {
            let boards = count(boards, "board");
            match verdict {
                Verdict::Accepted => format!("the same on {boards}"),
                Verdict::WrongAnswer => format!("other answers on {at_least}{boards}"),
                Verdict::PresentationError => {
                    format!("other white space on {at_least}{boards}")
                }
                verdict => format!("{verdict} on {at_least}{boards}"),
            }
        });
        let each: Vec<_> = each.collect();
        let fact = match &judged.finding {
            // Nobody knows what the program would print.
            Some(found) if reference_fails(found) && !gives_other_answers(judged) => {
                "A program fails"
            }
            _ => "The programs differ",
        };
        format!("{fact}: {}.", each.join(", "))
    };
    if total.gave_up {
        text +=
            "\nThey differed so often, or for so long, that the other boards were not compared.";
    }
    if total.interrupted {
        text += "\nThe session was interrupted: this is what is known so far.";
    }
    text
}

/// Whether the reference fails, so that the program was not asked.
fn reference_fails<P: Problem>(finding: &Finding<P>) -> bool {
    let reference = finding.result.reference.as_ref();
    reference.is_some_and(|reference| reference.failed.is_some())
}

fn gives_other_answers<P: Problem>(judged: &SessionResult<P>) -> bool {
    let other = [Verdict::WrongAnswer, Verdict::PresentationError];
    let verdicts = &judged.total.verdicts;
    other.iter().any(|verdict| verdicts.contains_key(verdict))
}

/// That the programs print the same.
pub(crate) fn agreement(boards: u64) -> String {
    format!(
        "The programs print the same answers to {}. Whether these are right, judge says without --reference.",
        count(boards, "board")
    )
}

/// The boards that could not be compared.
pub(crate) fn left_out(reference: &ReferenceSummary) -> Option<String> {
    let simplest = reference.simplest_left_out.as_ref()?;
    let boards = count(reference.left_out, "board");
    Some(format!(
        "Left out: the reference exceeds its limits on {boards}, of which {simplest} is the simplest."
    ))
}

/// A finding: the board, what both print, who is right, and the command that shows it again.
fn finding<P: Problem>(finding: &Finding<P>, submission: &Submission<P>) -> String {
    let mut text = String::new();
    let failing = finding.board();
    let position = Position::try_from(failing).ok();
    let title = match position {
        Some(position) => name(position),
        None => "a board that is not legal".to_owned(),
    };
    let fact = if reference_fails(finding) {
        "the reference fails"
    } else {
        "the programs differ"
    };
    let _ = writeln!(text, "{}: {fact} on {title}\n", P::NAME);
    let _ = writeln!(text, "{}\n", board(failing));
    if let Some(compared) = ComparisonSummary::new(finding, submission) {
        let _ = writeln!(text, "{}", sides(&compared));
    }
    match position {
        Some(position) => {
            let _ = writeln!(text, "{}", why::<P>(position, wrong_claim(finding)));
        }
        None => {
            let _ = writeln!(text, "{UNDEFINED}");
        }
    }
    let _ = writeln!(text, "\n{}", cause(finding));
    if finding.result.execution.stderr.bytes() > 0 {
        let _ = writeln!(text, "\nOne of them printed to the standard error:\n");
        for line in finding.result.execution.stderr.text().lines() {
            let _ = writeln!(text, "    {line}");
        }
    }
    text + "\n" + &to_see_it_again(finding, submission, None)
}

/// What is said about a board that is not legal.
pub(crate) const UNDEFINED: &str = "The board is not legal: the statement does not say what to print, so neither program is wrong.";

/// The answer that is wrong: the program's or, if there is a reference and the program is right, the reference's.
pub(crate) fn wrong_claim<P: Problem>(finding: &Finding<P>) -> Option<P::Answer> {
    let own = claim::<P>(&finding.result);
    let Some(reference) = &finding.result.reference else {
        return own;
    };
    let position = Position::try_from(finding.board()).ok()?;
    let right = (P::FAST.new)().solve(position);
    let of_reference = reference.answer.as_deref().and_then(|answer| {
        let text = str::from_utf8(answer).ok()?;
        text.trim().parse().ok()
    });
    let claims = [own, of_reference];
    claims.into_iter().flatten().find(|&claim| claim != right)
}

/// What both programs print, and who is right.
fn sides(compared: &ComparisonSummary) -> String {
    let mut text = String::new();
    let sides = [
        ("program", &compared.program),
        ("reference", &compared.reference),
    ];
    for (name, side) in sides {
        let _ = writeln!(text, "    {name:<11} {}", side_words(side));
    }
    text
}

/// What a program prints, and whether that is right.
pub(crate) fn side_words(side: &SideSummary) -> String {
    let given = &side.given;
    match (&side.ended, side.right) {
        (Some(ended), _) => format!("fails, ended {ended}"),
        (None, Some(true)) => format!("{given}   <- proven right"),
        (None, Some(false)) => format!("{given}   <- proven wrong"),
        (None, None) => given.clone(),
    }
}

/// When the programs differ, or when the reference fails.
pub(crate) fn cause<P: Problem>(finding: &Finding<P>) -> String {
    if reference_fails(finding) {
        return judge_words::cause(finding);
    }
    let boards = count(finding.boards.len(), "board");
    match finding.cause {
        Cause::Alone if finding.simplest => {
            "They differ on this board alone, and did on no simpler one.".to_owned()
        }
        Cause::Alone => "They differ on this board alone. There may be simpler ones.".to_owned(),
        Cause::Sequence { shortest } => {
            format!(
                "They differ only together with {}: one of them keeps something in memory, or counts.{}",
                count(finding.boards.len() - 1, "other board"),
                sequence(finding, shortest)
            )
        }
        Cause::Number { or_more } => format!(
            "It seems to depend on the number of boards: they differ on {}.",
            numbers_tried(finding.boards.len(), or_more)
        ),
        Cause::Together => {
            format!("No board alone takes the program too long, but {boards} together do.")
        }
        Cause::Unknown => {
            "There was no time to find the cause: it may be this board, the boards before it, or \
                           chance."
                .to_owned()
        }
        Cause::Flaky { failed, runs } => {
            format!("They differ by chance, it seems: in {failed} of {runs} runs.")
        }
    }
}

/// The mean times of both programs, side by side.
fn times(program: &[TimesSummary], reference: &[TimesSummary]) -> String {
    let mut rows = ["empties", "program", "reference"].map(|name| format!("    {name:<9}"));
    for (empties, program, reference) in side_by_side(program, reference) {
        let cells = [empties.to_string(), program, reference];
        for (row, cell) in rows.iter_mut().zip(cells) {
            *row += &format!("{cell:>8}");
        }
    }
    let rows = rows.join("\n");
    format!("Seconds for a board alone, by the number of empty cells:\n\n{rows}")
}

/// For each number of empties the mean times of both programs; a dash where one has not answered a board alone.
pub(crate) fn side_by_side(
    program: &[TimesSummary],
    reference: &[TimesSummary],
) -> Vec<(u32, String, String)> {
    let time = |times: &[TimesSummary], empties| {
        let mut times = times.iter();
        let time = times.find(|time| time.empties == empties);
        time.map_or("-".to_owned(), |time| {
            let more = if time.stopped { ">" } else { "" };
            format!("{more}{:.3}", time.mean)
        })
    };
    let all = program.iter().chain(reference);
    let mut empties: Vec<_> = all.map(|time| time.empties).collect();
    empties.sort_unstable();
    empties.dedup();
    let rows = empties
        .into_iter()
        .map(|empties| (empties, time(program, empties), time(reference, empties)));
    rows.collect()
}
