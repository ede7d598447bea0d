//! The page on a check of solvers.

use std::collections::BTreeSet;

use crossply_harness::{Answered, Ended};
use indicatif::HumanCount;
use maud::{Markup, html};

use crate::board::{boards, player};
use crate::chart::{Series, chart};
use crate::documents::check::{Census, Checked, Count, Document, Solver, Wrong};
use crate::page::{Banner, PageMetadata, count, facts, number, page, percent, table};

/// Makes the page from the document alone.
#[must_use]
pub fn check_page(document: &Document, metadata: &PageMetadata) -> String {
    let problems = &document.problems;
    let (banner, verdict) = verdict(problems);
    let content = html! {
        @for checked in problems { (section(checked)) }
    };
    page("crossply check", metadata, banner, &verdict, &content)
}

fn verdict(problems: &[Checked]) -> (Banner, String) {
    let is_changed = |checked: &Checked| {
        let mut digests = checked.digests.iter();
        digests.any(|digest| digest.as_recorded == Some(false))
    };
    let wrong: u64 = problems.iter().map(|checked| checked.disagreements).sum();
    let was_interrupted = |checked: &Checked| checked.ended == Ended::Interrupted;
    let mut troubles = problems
        .iter()
        .filter_map(|checked| checked.trouble.as_ref());
    let text = if let Some(trouble) = troubles.next() {
        return (Banner::Wrong, format!("No result: {trouble}."));
    } else if wrong > 1 {
        return (
            Banner::Wrong,
            format!("{} answers are wrong.", HumanCount(wrong)),
        );
    } else if problems.iter().any(|checked| !checked.simplest.is_empty()) {
        "An answer is wrong."
    } else if problems.iter().any(is_changed) {
        "The answers are not those on record."
    } else if problems.is_empty() {
        return (Banner::Open, "Nothing was checked.".to_owned());
    } else if problems.iter().any(was_interrupted) {
        let text = "Interrupted. Until then the solvers agree on all positions that were compared.";
        return (Banner::Open, text.to_owned());
    } else {
        let text = "The solvers agree on all positions that were compared.";
        return (Banner::Right, text.to_owned());
    };
    (Banner::Wrong, text.to_owned())
}

fn section(checked: &Checked) -> Markup {
    html! {
        section {
            h2 { (checked.problem) ": " (checked.summary) }
            (covered(checked))
            h3 { "Solvers" }
            (solvers(checked))
            h3 { "Agreement" }
            (matrix(checked))
            @if !checked.agree {
                h3 { "Disagreements" }
                (disagreements(checked))
            }
            h3 { "Speed" }
            (speed(checked))
            h3 { "Census" }
            (census(&checked.census))
            @if !checked.digests.is_empty() {
                h3 { "Digests of the answers" }
                (digests(checked))
            }
        }
    }
}

fn covered(checked: &Checked) -> Markup {
    let ended = match checked.ended {
        Ended::Completed => "to its end",
        Ended::TimeUp => "until the time was up",
        Ended::Interrupted => "until it was interrupted",
    };
    let share = |answered: Answered| share(answered, checked.legal_positions);
    let mut all = vec![
        ("compared", share(checked.compared)),
        ("proven", share(checked.proven)),
        ("metamorphic relations", share(checked.related)),
        (
            "seed",
            checked.seed.map_or_else(
                || html! { "none: nothing was drawn at random" },
                |seed| html! { (seed) },
            ),
        ),
        (
            "run",
            html! { (format!("{:.2} s, {ended}", checked.seconds)) },
        ),
    ];
    if let Some(shard) = &checked.shard {
        all.push(("part", html! { (shard) " of the whole" }));
    }
    if checked.by_class {
        all.push((
            "symmetry",
            html! { "of positions that are symmetric to each other only the first" },
        ));
    } else if checked.judged_by_class {
        all.push((
            "symmetry",
            html! { "of positions that are symmetric to each other the oracles judge only the first" },
        ));
    }
    if let Some(trouble) = &checked.trouble {
        all.push(("trouble", html! { span.wrong { (trouble) } }));
    }
    facts(&all)
}

/// A number of positions and its share of all.
fn share(answered: Answered, all: u64) -> Markup {
    let Answered { in_order, drawn } = answered;
    html! {
        @if in_order == 0 && drawn == 0 { "nothing" }
        @if in_order > 0 {
            (number(in_order)) " of " (number(all)) " legal positions (" (percent(in_order, all)) ")"
        }
        @if in_order > 0 && drawn > 0 { ", and " }
        @if drawn > 0 { (number(drawn)) " drawn at random" }
    }
}

fn solvers(checked: &Checked) -> Markup {
    let rows = checked.solvers.iter().map(|solver| {
        let rate = (solver.positions as f64 / solver.seconds.max(1e-6)) as u64;
        let verdict = match solver {
            Solver { positions: 0, .. } => html! { "not asked" },
            Solver { wrong: 0, .. } => html! { span.right { "agrees" } },
            Solver { wrong, panics, .. } => html! {
                span.wrong {
                    "wrong on " (number(*wrong))
                    @if *panics > 0 { ", " (number(*panics)) " of them panics" }
                }
            },
        };
        vec![
            html! { (solver.name) },
            number(solver.positions),
            html! { (format!("{:.3}", solver.seconds)) },
            number(if solver.positions == 0 { 0 } else { rate }),
            verdict,
        ]
    });
    let header = [
        "solver",
        "positions",
        "seconds",
        "positions a second",
        "verdict",
    ];
    table(
        "What each solver did, on all threads together",
        &header,
        &rows.collect::<Vec<_>>(),
    )
}

/// A table of each solver against each other one.
fn matrix(checked: &Checked) -> Markup {
    let names: Vec<_> = checked.solvers.iter().map(|solver| &*solver.name).collect();
    let pair = |one: &str, other: &str| {
        let mut pairs = checked.pairs.iter();
        pairs.find(|pair| pair.solvers.iter().all(|name| name == one || name == other))
    };
    let rows = names.iter().map(|&one| {
        let mut row = vec![html! { (one) }];
        row.extend(names.iter().map(|&other| match pair(one, other) {
            _ if one == other => html! { span aria-label="itself" { "\u{2013}" } },
            None => html! { "not compared" },
            Some(pair) if pair.differing == 0 => html! {
                span.right { "= " (number(pair.positions)) }
            },
            Some(pair) => html! {
                span.wrong { "\u{2260} " (number(pair.differing)) }
                small { "of " (number(pair.positions)) }
            },
        }));
        row
    });
    let header = [&["solver"], &names[..]].concat();
    let caption = "On how many positions two solvers were compared, one that came up again again: = if they \
                   agree on all, \u{2260} with on how many they differ";
    table(caption, &header, &rows.collect::<Vec<_>>())
}

fn disagreements(checked: &Checked) -> Markup {
    let shown = checked.simplest.len();
    html! {
        @for fault in &checked.faults {
            p { @for line in fault.to_string().lines() { (line) br; } }
        }
        @if shown == 0 {
            pre { (checked.report) }
        } @else {
            p {
                @if checked.disagreements > 0 {
                    "Answers were wrong " (count(checked.disagreements, "time")) ". "
                }
                "Simplest first, " (count(shown as u64, "position")) ": fewer empties are simpler, then a \
                 smaller index."
            }
            @for (index, wrong) in checked.simplest.iter().enumerate() {
                details.found open[index == 0] {
                    summary { "Position " (wrong.index) ", " (empties(wrong.empties)) ": " (whose(wrong)) }
                    (disagreement(wrong))
                }
            }
        }
    }
}

fn empties(empties: u32) -> String {
    match empties {
        1 => "1 empty cell".to_owned(),
        _ => format!("{empties} empties"),
    }
}

/// The solvers that are wrong about the position.
fn whose(wrong: &Wrong) -> String {
    let wrong = wrong.answers.iter().filter(|given| given.wrong);
    let names: Vec<_> = wrong.map(|given| &*given.solver).collect();
    match names[..] {
        [] => "right when asked again".to_owned(),
        [name] => format!("{name} is wrong"),
        _ => format!("{} are wrong", names.join(", ")),
    }
}

fn disagreement(wrong: &Wrong) -> Markup {
    let rows = wrong.answers.iter().map(|given| {
        vec![
            html! { (given.solver) },
            html! { (given.answer) },
            html! {
                @if given.panicked { span.wrong { "\u{2717} panicked" } }
                @else if given.wrong { span.wrong { "\u{2717} proven wrong" } }
                @else { span.right { "\u{2713} right" } }
            },
        ]
    });
    let rows: Vec<_> = rows.collect();
    html! {
        div.beside {
            (player(&wrong.board, &wrong.proof))
            (table("The answers", &["solver", "answer", "verdict"], &rows))
        }
        @if !wrong.provenance.is_empty() { p.prose { (wrong.provenance) } }
        @if !wrong.batch.is_empty() {
            (boards("The batch that shows it", &wrong.batch))
        }
        @if let Some(command) = &wrong.command { p { "To see it again: " code { (command) } } }
    }
}

fn speed(checked: &Checked) -> Markup {
    let micros = |solver: &Solver| -> Vec<(u32, f64)> {
        let shares = solver.by_empties.iter();
        let asked = shares.filter(|(_, share)| share.answered.total() > 0);
        asked
            .map(|(&empties, share)| (empties, share.seconds * 1e6 / share.answered.total() as f64))
            .collect()
    };
    let series = checked.solvers.iter().map(|solver| Series {
        name: &solver.name,
        values: micros(solver),
    });
    let series: Vec<_> = series.filter(|series| !series.values.is_empty()).collect();
    html! {
        (chart("Time for a position by its empties, on a logarithmic scale", "empties", "time for a position", &series, in_units))
        (numbers("Time for a position", &series, in_units))
    }
}

/// A time in a fitting unit.
fn in_units(micros: f64) -> String {
    let (value, unit) = match micros {
        1e6.. => (micros / 1e6, "s"),
        1e3.. => (micros / 1e3, "ms"),
        1.0.. => (micros, "\u{b5}s"),
        _ => (micros * 1e3, "ns"),
    };
    if value < 9.95 && value.fract() > 0.04 {
        format!("{value:.1} {unit}")
    } else {
        format!("{value:.0} {unit}")
    }
}

/// The numbers of a chart, as a table.
fn numbers(caption: &str, series: &[Series], in_words: impl Fn(f64) -> String) -> Markup {
    let empties: BTreeSet<u32> = series
        .iter()
        .flat_map(|series| series.values.iter().map(|(empties, _)| *empties))
        .collect();
    let names = series.iter().map(|series| series.name);
    let header: Vec<_> = ["empties"].into_iter().chain(names).collect();
    let rows = empties.into_iter().map(|empties| {
        let mut row = vec![html! { (empties) }];
        row.extend(series.iter().map(|series| {
            let mut values = series.values.iter();
            let value = values.find(|(of, _)| *of == empties);
            html! { (value.map_or_else(|| "\u{2013}".to_owned(), |(_, value)| in_words(*value))) }
        }));
        row
    });
    let rows: Vec<_> = rows.collect();
    html! { details { summary { "The numbers" } (table(caption, &header, &rows)) } }
}

fn census(census: &Census) -> Markup {
    let Some(solver) = &census.solver else {
        return html! { p { "Nothing was answered." } };
    };
    let counts = || census.by_empties.iter();
    let of = |name, value: fn(&Count) -> u64| Series {
        name,
        values: counts()
            .map(|(&empties, count)| (empties, value(count) as f64))
            .collect(),
    };
    let series = [
        of("positions answered", |count| count.positions),
        of("forced wins of x", |count| count.forced_wins),
    ];
    let rows = counts().map(|(empties, count)| {
        vec![
            html! { (empties) },
            number(count.legal_positions),
            html! { (number(count.positions)) @if count.drawn { small { "drawn" } } },
            number(count.forced_wins),
            html! { (percent(count.forced_wins, count.positions)) },
        ]
    });
    let rows: Vec<_> = rows.collect();
    let header = [
        "empties",
        "legal positions",
        "answered",
        "forced wins of x",
        "share of those answered",
    ];
    html! {
        p { "Counted from the answers of " code { (solver) } " in this run. Where not all positions were asked \
             for in order, those drawn at random are counted, one that came up again again." }
        (chart("Positions and forced wins of x by empties, on a logarithmic scale", "empties", "positions", &series, |count| HumanCount(count as u64).to_string()))
        details { summary { "The numbers" } (table("Positions and forced wins", &header, &rows)) }
        (heat_map(census))
        details { summary { "How often each answer was given" } (answers(census)) }
    }
}

/// A heat map of the first winning cells.
fn heat_map(census: &Census) -> Markup {
    let Some(cells) = &census.cells else {
        return html! { p { "Answers to this problem name no cell." } };
    };
    let all: u64 = cells.iter().map(|cell| cell.answers).sum();
    let most = cells
        .iter()
        .map(|cell| cell.answers)
        .max()
        .unwrap_or(1)
        .max(1);
    let side = cells.len().isqrt();
    html! {
        div.scrolled role="group" aria-label="heat map" tabindex="0" {
            table.heat {
                caption { span { "Where the first winning cell lies: how many of " (number(all)) " answers name each cell" } }
                thead {
                    tr { td {} @for column in 0..side { th scope="col" { (column) } } }
                }
                tbody {
                    @for (row, cells) in cells.chunks(side).enumerate() {
                        tr {
                            th scope="row" { (row) }
                            @for cell in cells {
                                // Text has to stay readable on the fullest colour.
                                td style=(format!("--share:{:.3}", 0.45 * cell.answers as f64 / most as f64)) {
                                    (number(cell.answers))
                                    small { (percent(cell.answers, all)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn answers(census: &Census) -> Markup {
    let answers: BTreeSet<&String> = census
        .by_empties
        .values()
        .flat_map(|count| count.answers.keys())
        .collect();
    let names = answers.iter().map(|answer| answer.as_str());
    let header: Vec<_> = ["empties"].into_iter().chain(names).collect();
    let rows = census.by_empties.iter().map(|(empties, count)| {
        let mut row = vec![html! { (empties) }];
        row.extend(
            answers
                .iter()
                .map(|&answer| number(count.answers.get(answer).copied().unwrap_or(0))),
        );
        row
    });
    table("Answers by empties", &header, &rows.collect::<Vec<_>>())
}

fn digests(checked: &Checked) -> Markup {
    let rows = checked.digests.iter().map(|digest| {
        vec![
            html! { (digest.empties) },
            number(digest.positions),
            html! { code { (digest.sum.as_deref().unwrap_or("solvers differ")) } },
            match digest.as_recorded {
                None => html! { "of a part" },
                Some(true) => html! { span.right { "as recorded" } },
                Some(false) => html! { span.wrong { "NOT as recorded" } },
            },
        ]
    });
    let rows: Vec<_> = rows.collect();
    html! {
        details open[!checked.agree] {
            summary { "By empties" }
            (table("Of the answers to distinct positions", &["empties", "positions", "digest", "verdict"], &rows))
        }
    }
}
