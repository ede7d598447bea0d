//! Markdown for the summary of a job on GitHub and similar places: the verdict first, then what is wrong, then the
//! solvers' coverage.

use comfy_table::{CellAlignment, Table, presets};
use crossply_harness::{Answered, Ended};
use indicatif::HumanCount;

use crate::documents::check::{Checked, Document, Solver};
use crate::markdown::code_block;

/// A section for each problem: the verdict as its heading, the drawing of the simplest wrong answer, the coverage, and
/// a table of the solvers.
#[must_use]
pub fn check_markdown(document: &Document) -> String {
    let sections: Vec<_> = document.problems.iter().map(section).collect();
    sections.join("\n")
}

fn section(checked: &Checked) -> String {
    let mut text = format!("## {}: {}\n\n", checked.problem, verdict(checked));
    for what in [&checked.report, &checked.unshown().unwrap_or_default()] {
        if !what.is_empty() {
            text += &format!("{}\n", code_block(what));
        }
    }
    let all = checked.legal_positions;
    text += &format!("Compared: {}", share(checked.compared, all));
    if let Some(seed) = checked.seed {
        text += &format!(" (seed {seed})");
    }
    for (how, judged) in [
        ("proven", checked.proven),
        ("metamorphic relations", checked.related),
    ] {
        if judged.total() > 0 {
            text += &format!("; {how}: {}", share(judged, all));
        }
    }
    text + &format!(
        ", in {:.1} s.\n\n{}\n",
        checked.seconds,
        table(&checked.solvers)
    )
}

fn verdict(checked: &Checked) -> &'static str {
    match (checked.agree, checked.ended) {
        (false, _) if checked.disagreements > 0 || !checked.simplest.is_empty() => "WRONG answers",
        (false, _) => "something is wrong",
        (true, Ended::Interrupted) => "interrupted",
        (true, _) if checked.compared.total() == 0 => "nothing to compare",
        (true, _) => "the solvers agree",
    }
}

fn share(answered: Answered, all: u64) -> String {
    let in_order = format!(
        "{} of {} legal positions",
        HumanCount(answered.in_order),
        HumanCount(all)
    );
    match answered.drawn {
        0 => in_order,
        drawn => format!("{in_order}, and {} drawn", HumanCount(drawn)),
    }
}

fn table(solvers: &[Solver]) -> String {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(["solver", "positions", "seconds", "verdict"]);
    for solver in solvers {
        let verdict = match (solver.positions, solver.wrong) {
            (0, _) => "not asked".to_owned(),
            (_, 0) => "agrees".to_owned(),
            (_, wrong) => format!("**WRONG on {}**", HumanCount(wrong)),
        };
        table.add_row([
            format!("`{}`", solver.name),
            HumanCount(solver.positions).to_string(),
            format!("{:.2}", solver.seconds),
            verdict,
        ]);
    }
    for column in table.column_iter_mut().skip(1).take(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.to_string()
}
