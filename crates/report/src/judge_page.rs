//! The page on a judged submission.

use std::collections::BTreeMap;

use crossply_judge::Verdict;
use indicatif::HumanCount;
use maud::{Markup, html};

use crate::board::{board, boards, player};
use crate::documents::judge::{
    CauseName, FindingSummary, JudgeDocument, LimitName, ReferenceSummary, StageSummary,
    TimesSummary,
};
use crate::judge_text::{
    allowance, also_wrong, on_sample, scaled, slowest, slowest_board_alone, used,
};
use crate::judge_words::mebibytes;
use crate::page::{Banner, PageMetadata, count, facts, number, page, percent, table};
use crate::reference_text::{UNDEFINED, agreement, left_out, side_by_side, side_words};

/// Makes the page from the document.
#[must_use]
pub fn judge_page(document: &JudgeDocument, metadata: &PageMetadata) -> String {
    let banner = match document.verdict {
        Some(Verdict::Accepted) if !document.interrupted => Banner::Right,
        None | Some(Verdict::Accepted) => Banner::Open,
        Some(_) => Banner::Wrong,
    };
    let verdict = match document.verdict {
        Some(_) if banner == Banner::Open => format!(
            "Interrupted. Until then the program is right, on {}.",
            count(document.judged, "board")
        ),
        None => "No verdict: nothing was judged.".to_owned(),
        Some(Verdict::Accepted) if document.reference.is_some() => agreement(document.judged),
        Some(verdict @ Verdict::CompileError) => format!("{verdict}: {}.", verdict.name()),
        Some(verdict) => format!(
            "{verdict}: {}, on {}{} of {} boards judged.",
            if only_reference_fails(document) {
                "a program fails"
            } else if document.reference.is_some() {
                "the programs differ"
            } else {
                verdict.name()
            },
            if document.exact || verdict == Verdict::Accepted {
                ""
            } else {
                "at least "
            },
            HumanCount(document.verdicts.get(verdict.code()).copied().unwrap_or(0)),
            HumanCount(document.judged)
        ),
    };
    let content = html! {
        (judged(document))
        @if let Some(error) = &document.compile_error {
            h2 { "What the compiler says" }
            pre { (error.message) }
            p { "It ended " (error.ended) ": " code { (error.command.join(" ")) } }
        }
        @if let Some(failure) = &document.failing_sample {
            p { (on_sample(failure)) }
        }
        @if let Some(failure) = &document.also_wrong {
            p { (also_wrong(failure)) }
        }
        @if let Some(found) = &document.finding {
            h2 { "The failure" }
            (finding(found))
        }
        @if let Some(fault) = &document.fault {
            h2 { "What the wrong answers have in common" }
            p { @for line in fault.to_string().lines() { (line) br; } }
        }
        @if !document.also_failing.is_empty() {
            (boards("Other boards on which it failed", &document.also_failing))
        }
        @if let Some(found) = &document.beyond_promise {
            h2 { "Beyond the statement's promise" }
            p { "The statement promises fewer boards in an input. The program fails on this many boards, which does not count." }
            (finding(found))
        }
        @if document.compile_error.is_none() {
            h2 { "Verdicts" }
            (verdicts(document))
            h2 { "What was asked" }
            (stages(&document.stages))
        }
        @if !document.times.is_empty() {
            h2 { "Where the time goes" }
            (times(&document.times))
        }
        @if let Some(reference) = &document.reference {
            h2 { "Both programs" }
            (both(&document.times, reference))
            @if let Some(left_out) = left_out(reference) {
                p { (left_out) }
            }
        }
        @if let Some(tolerance) = &document.tolerance {
            h2 { "Tolerance" }
            p { "Inputs in other forms than the statement's. They are no part of the verdict." }
            (tolerances(tolerance))
        }
    };
    let title = format!("crossply judge {}", document.problem);
    page(&title, metadata, banner, &verdict, &content)
}

fn judged(document: &JudgeDocument) -> Markup {
    let memory = match document.memory {
        0 => "not known: less than crossply takes itself".to_owned(),
        bytes => format!(
            "{} of {} at most, as far as it was measured",
            mebibytes(bytes),
            mebibytes(document.memory_limit)
        ),
    };
    let program = document.source.clone();
    let program = program.unwrap_or_else(|| document.command.join(" "));
    if document.compile_error.is_some() {
        return facts(&[("program", html! { code { (program) } })]);
    }
    let mut all = vec![("program", html! { code { (program) } })];
    if let Some(reference) = &document.reference {
        let source = reference.source.clone();
        let reference = source.unwrap_or_else(|| reference.command.join(" "));
        all.push(("reference", html! { code { (reference) } }));
    }
    all.extend([
        ("boards judged", number(document.judged)),
        ("runs", number(document.runs)),
        ("time", html! { (format!("{:.1} s", document.seconds)) }),
        (
            "seed",
            document
                .seed
                .map_or_else(|| html! { "none was needed" }, |seed| html! { (seed) }),
        ),
        ("memory", html! { (memory) }),
    ]);
    // For a program that is too slow, the failing run already shows it.
    let is_too_slow = document.verdict == Some(Verdict::TimeLimit);
    if let Some(run) = document.slowest.as_ref().filter(|_| !is_too_slow) {
        all.push(("slowest run", html! { (slowest(run)) }));
    }
    if let Some(board) = &document.slowest_board {
        all.push(("slowest board", html! { (slowest_board_alone(board)) }));
    }
    if let Some(scaled) = scaled(document.scale, document.time_limit) {
        all.push(("machine", html! { (scaled) }));
    }
    if let Some(runtime) = &document.runtime {
        all.push(("runtime", html! { (allowance(runtime)) }));
    }
    if document.interrupted {
        all.push(("ended", html! { "the user interrupted it" }));
    } else if document.gave_up {
        all.push((
            "ended",
            html! { "early: the program failed so often, or for so long" },
        ));
    }
    facts(&all)
}

fn finding(found: &FindingSummary) -> Markup {
    let index = found.place as usize;
    let failing = &found.boards[index];
    let before = &found.boards[..index];
    let mut all = vec![(
        "verdict",
        html! { span.wrong { (found.verdict) ": " (found.verdict.name()) } },
    )];
    if let Some(compared) = &found.compared {
        all.push(("program", html! { (side_words(&compared.program)) }));
        all.push(("reference", html! { (side_words(&compared.reference)) }));
    } else {
        all.push(("expected", html! { code { (found.expected) } }));
        all.push(("given", html! { code { (found.given) } }));
        if let Some(ended) = &found.ended {
            all.push(("ended", html! { (ended) }));
        }
    }
    if !matches!(found.limit, None | Some(LimitName::Output)) {
        all.push(("used", html! { (used(&found.usage)) }));
    }
    all.push(("cause", html! { (cause(found.cause)) }));
    html! {
        article.found {
            h3 {
                @match found.index {
                    Some(index) => { "Position " (index) }
                    None => "A board that is not legal",
                }
            }
            @if found.proof.is_none() { (board(failing, None)) }
            (facts(&all))
            @if found.compared.is_some() && found.proof.is_none() { p { (UNDEFINED) } }
            p.prose { (found.explanation) }
            @if let Some(remark) = &found.remark { p { (remark) } }
            @if !before.is_empty() {
                (boards("What comes before it in the run", before))
            }
            @if let Some(proof) = &found.proof { (player(failing, proof)) }
            @if !found.stderr.is_empty() {
                p { "It printed to the standard error:" }
                pre { (found.stderr) }
            }
            p { "To see it again: " code { (found.replay) } }
        }
    }
}

/// Whether the reference fails, so that the program was not asked, and no other answers are known.
fn only_reference_fails(document: &JudgeDocument) -> bool {
    let found = document.finding.as_ref();
    let compared = found.and_then(|found| found.compared.as_ref());
    let fails = compared.is_some_and(|compared| compared.reference.ended.is_some());
    let other = [Verdict::WrongAnswer, Verdict::PresentationError];
    let mut other = other.iter().map(|verdict| verdict.code());
    fails && !other.any(|code| document.verdicts.contains_key(code))
}

/// The cause of a failure, in short.
fn cause(cause: CauseName) -> &'static str {
    match cause {
        CauseName::Alone => "this board",
        CauseName::Sequence => "this board together with others",
        CauseName::Number => "the number of boards, it seems",
        CauseName::Together => "the time that the boards take together",
        CauseName::Flaky => "chance, it seems",
        CauseName::Unknown => "not known: there was no time to find out",
    }
}

fn verdicts(document: &JudgeDocument) -> Markup {
    let rows = Verdict::ALL.iter().rev().filter_map(|&verdict| {
        let (code, name) = (verdict.code(), verdict.name());
        let boards = *document.verdicts.get(code)?;
        let mut failures = document.failures.iter();
        let simplest = failures.find(|failure| failure.verdict == verdict);
        Some(vec![
            html! { (code) },
            html! { (name) },
            number(boards),
            html! { (percent(boards, document.judged)) },
            html! { @if let Some(failure) = simplest { code { (failure.board) } } @else { "\u{2013}" } },
        ])
    });
    let header = ["verdict", "name", "boards", "share", "simplest board"];
    table(
        "How many boards got each verdict",
        &header,
        &rows.collect::<Vec<_>>(),
    )
}

fn stages(stages: &[StageSummary]) -> Markup {
    let rows = stages.iter().map(|stage| {
        let verdicts: Vec<_> = stage
            .verdicts
            .iter()
            .map(|(verdict, boards)| format!("{verdict} {}", HumanCount(*boards)))
            .collect();
        vec![
            html! { (stage.name) },
            number(stage.boards),
            number(stage.judged),
            html! { (percent(stage.judged, stage.boards)) },
            html! { (verdicts.join(", ")) },
        ]
    });
    let header = ["boards", "how many", "judged", "share", "verdicts"];
    table(
        "In the order in which they were asked",
        &header,
        &rows.collect::<Vec<_>>(),
    )
}

fn times(times: &[TimesSummary]) -> Markup {
    let rows = times.iter().map(|time| {
        let more = if time.stopped { "more than " } else { "" };
        vec![
            html! { (time.empties) },
            number(time.runs),
            html! { (format!("{:.3}", time.mean)) },
            html! { (more) (format!("{:.3}", time.longest)) },
        ]
    });
    table(
        "Seconds for a board alone, by the number of empty cells",
        &["empty cells", "runs", "mean", "longest"],
        &rows.collect::<Vec<_>>(),
    )
}

/// The mean times of both programs.
fn both(program: &[TimesSummary], reference: &ReferenceSummary) -> Markup {
    let rows = side_by_side(program, &reference.times).into_iter();
    let rows = rows.map(|(empties, program, reference)| {
        vec![
            html! { (empties) },
            html! { (program) },
            html! { (reference) },
        ]
    });
    table(
        "Mean seconds for a board alone, by the number of empty cells",
        &["empty cells", "program", "reference"],
        &rows.collect::<Vec<_>>(),
    )
}

fn tolerances(tolerance: &BTreeMap<String, Verdict>) -> Markup {
    let rows = tolerance.iter().map(|(what, verdict)| {
        let is_well = *verdict == Verdict::Accepted;
        vec![
            html! { (what) },
            html! { span.right[is_well].wrong[!is_well] { (verdict) } },
        ]
    });
    table(
        "What it copes with",
        &["input", "verdict"],
        &rows.collect::<Vec<_>>(),
    )
}
