//! What `crossply check` ends with: who answered what, how fast, and whether it agrees.

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use crossply_harness::{Digest, Ended, Findings, Plan, Statistics};
use crossply_problems::Problem;
use crossply_solvers::Solved;
use indicatif::HumanCount;

/// A row for each solver. The columns between its name and its positions say, for each number of
/// empties, whether it answered all positions, or how many, or none.
pub(super) fn table<P: Solved>(findings: &Findings<P>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_content_arrangement(ContentArrangement::Disabled);
    let empties: Vec<u32> = P::domain().empties().collect();
    let mut header = vec!["\nsolver".to_owned()];
    for (place, empties) in empties.iter().enumerate() {
        let over_all = if place == 0 { "empties" } else { "" };
        header.push(format!("{over_all}\n{empties}"));
    }
    let rest = ["positions", "seconds", "positions/s", "verdict"];
    header.extend(rest.map(|name| format!("\n{name}")));
    table.set_header(header);
    for statistics in &findings.statistics {
        table.add_row(row(statistics, &empties));
    }
    let last = table.column_count() - 1;
    for column in table.column_iter_mut().take(last).skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.trim_fmt()
}

/// What was covered, which must not be nothing, and whether the solvers agree on it.
pub(super) fn coverage<P: Solved>(findings: &Findings<P>, plan: &Plan<P>, seed: u64) -> String {
    let compared = findings.compared;
    let all = P::domain().len();
    let mut parts = Vec::new();
    if compared.in_order == all {
        parts.push(format!("all {} legal positions", HumanCount(all)));
    } else if compared.in_order > 0 {
        let (some, all) = (HumanCount(compared.in_order), HumanCount(all));
        let by_class = if plan.is_by_class() {
            ", one of each symmetry class"
        } else {
            ""
        };
        parts.push(format!("{some} of {all} legal positions{by_class}"));
    }
    if compared.drawn > 0 {
        let drawn = HumanCount(compared.drawn);
        parts.push(format!("{drawn} drawn at random (seed {seed})"));
    }
    if parts.is_empty() {
        parts.push("nothing, this part is empty".to_owned());
    }
    let verdict = match findings.disagreements {
        0 => "agree".to_owned(),
        1 => "disagree once".to_owned(),
        many => format!("disagree {} times", HumanCount(many)),
    };
    let cut_short = match findings.ended {
        Ended::Completed => "",
        Ended::TimeUp => " until the time was up",
        Ended::Interrupted => " until it was interrupted",
    };
    let (covered, seconds) = (parts.join(", and "), findings.elapsed.as_secs_f64());
    format!("The solvers {verdict}. Compared: {covered}{cut_short}, in {seconds:.1} s.")
}

/// The digests of the answers, by the number of empties.
pub(super) fn digests<P: Solved>(findings: &Findings<P>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(["empties", "positions", "digest of the answers", ""]);
    let mut sum = Some(Digest::default());
    let mut positions = 0;
    for (empties, covered) in findings.digests() {
        let verdict = match covered.is_as_recorded::<P>(empties) {
            None => "of a part",
            Some(true) => "all, as recorded",
            Some(false) => "all, NOT AS RECORDED",
        };
        let digest = covered.digest;
        sum = sum.zip(digest).map(|(mut sum, digest)| {
            sum.merge(digest);
            sum
        });
        positions += covered.positions;
        table.add_row([
            empties.to_string(),
            HumanCount(covered.positions).to_string(),
            in_words(digest),
            verdict.to_owned(),
        ]);
    }
    let positions = HumanCount(positions).to_string();
    table.add_row(["sum".to_owned(), positions, in_words(sum), String::new()]);
    for column in table.column_iter_mut().take(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.trim_fmt()
}

fn in_words(digest: Option<Digest>) -> String {
    digest.map_or_else(|| "solvers differ".to_owned(), |digest| digest.to_string())
}

/// A line for each number of empties whose answers are not those on record.
pub(super) fn changed_answers<P: Solved>(findings: &Findings<P>) -> String {
    let mut text = String::new();
    for (empties, covered) in findings.digests() {
        if covered.is_as_recorded::<P>(empties) == Some(false) {
            text += &format!(
                "{}: the solvers agree on all positions with {empties} empties, but not on the \
                 answers on record\n",
                P::NAME
            );
        }
    }
    text
}

/// The simplest positions on which the run saw them disagree, if there are several.
pub(super) fn first_disagreements<P: Solved>(findings: &Findings<P>) -> String {
    let mut text = String::new();
    if findings.simplest.len() > 1 {
        text += "The first positions on which the run saw them disagree, and who is in the minority:\n\n";
        for found in &findings.simplest {
            let minority: Vec<_> = found.minority().collect();
            let board = found.position.notation();
            text += &format!("    {}:{board}   {}\n", P::NAME, minority.join(", "));
        }
    }
    text
}

fn row<P: Problem>(statistics: &Statistics<P>, empties: &[u32]) -> Vec<String> {
    let mut row = vec![statistics.solver.to_owned()];
    row.extend(empties.iter().map(|&empties| share(statistics, empties)));
    let positions = statistics.positions();
    let micros = statistics.time.as_micros().max(1);
    let per_second = u128::from(positions) * 1_000_000 / micros;
    row.extend([
        HumanCount(positions).to_string(),
        format!("{:.2}", statistics.time.as_secs_f64()),
        HumanCount(per_second as u64).to_string(),
        verdict(statistics),
    ]);
    row
}

fn share<P: Problem>(statistics: &Statistics<P>, empties: u32) -> String {
    let answered = statistics
        .answered
        .get(&empties)
        .copied()
        .unwrap_or_default();
    let indices = P::domain().with_empties(empties..=empties);
    if answered.in_order == indices.end - indices.start {
        "all".to_owned()
    } else if answered.total() > 0 {
        HumanCount(answered.total()).to_string()
    } else {
        "-".to_owned()
    }
}

fn verdict<P: Problem>(statistics: &Statistics<P>) -> String {
    let in_minority = HumanCount(statistics.in_minority);
    match statistics {
        _ if statistics.positions() == 0 => "not asked".to_owned(),
        Statistics {
            panics: 0,
            in_minority: 0,
            ..
        } => "agrees".to_owned(),
        Statistics { panics: 0, .. } => format!("DIFFERS on {in_minority}"),
        _ => format!(
            "DIFFERS on {in_minority}, {} panics",
            HumanCount(statistics.panics)
        ),
    }
}
