//! What `crossply check` ends with: who answered what, how fast, and whether it agrees.

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use crossply_harness::oracles::Judged;
use crossply_harness::{Answered, Digest, Ended, Findings, Plan, Statistics};
use crossply_problems::Problem;
use indicatif::HumanCount;

/// A row for each solver. The columns between its name and its positions say, for each number of
/// empties, whether it answered all positions, or how many, or none. On a narrow terminal these are left out,
/// and then the times: lines that are broken are worse than short ones.
pub(super) fn table<P: Judged>(findings: &Findings<P>, width: usize) -> String {
    let empties: Vec<u32> = P::domain().empties().collect();
    let layouts = [(&empties[..], &TIMES[..]), (&[], &TIMES[..]), (&[], &[])];
    let tables = layouts.map(|(empties, times)| table_with(findings, empties, times));
    let [.., narrowest] = &tables;
    let fits = |table: &&String| table.lines().all(|line| line.chars().count() <= width);
    tables.iter().find(fits).unwrap_or(narrowest).clone()
}

/// The columns that say how fast a solver is.
const TIMES: [&str; 2] = ["seconds", "positions/s"];

fn table_with<P: Judged>(findings: &Findings<P>, empties: &[u32], times: &[&str]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_content_arrangement(ContentArrangement::Disabled);
    let mut header = vec!["\nsolver".to_owned()];
    for (place, empties) in empties.iter().enumerate() {
        let over_all = if place == 0 { "empties" } else { "" };
        header.push(format!("{over_all}\n{empties}"));
    }
    let rest = ["positions"].iter().chain(times).chain(&["verdict"]);
    header.extend(rest.map(|name| format!("\n{name}")));
    table.set_header(header);
    for statistics in &findings.statistics {
        table.add_row(row(statistics, empties, !times.is_empty()));
    }
    let last = table.column_count() - 1;
    for column in table.column_iter_mut().take(last).skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.trim_fmt()
}

/// What was covered, and whether the solvers agree on it.
pub(super) fn coverage<P: Judged>(findings: &Findings<P>, plan: &Plan<P>, seed: u64) -> String {
    let compared = findings.compared;
    if compared.total() == 0 {
        return match findings.trouble {
            None => "There is nothing to compare: this part has no positions.".to_owned(),
            Some(_) => "Nothing was compared.".to_owned(),
        };
    }
    let all = P::domain().len();
    let mut covered = in_words(compared, all);
    if compared.in_order > 0 && plan.is_by_class() {
        covered += ", one of each symmetry class";
    }
    if compared.drawn > 0 {
        covered += &format!(" (seed {seed})");
    }
    let verdict = match findings.disagreements {
        0 if findings.simplest.is_empty() => "agree".to_owned(),
        0 => "give wrong answers".to_owned(),
        1 => "give a wrong answer once".to_owned(),
        many => format!("give wrong answers {} times", HumanCount(many)),
    };
    let cut_short = match findings.ended {
        Ended::Completed => "",
        Ended::TimeUp => " until the time was up",
        Ended::Interrupted => " until it was interrupted",
    };
    let seconds = findings.elapsed.as_secs_f64();
    let mut text =
        format!("The solvers {verdict}. Compared: {covered}{cut_short}, in {seconds:.1} s.");
    let oracles = plan.oracles();
    let judged = [
        (oracles.proof, findings.proven, "Proven"),
        (
            oracles.metamorphic,
            findings.related,
            "In relation to others",
        ),
    ];
    for (judges, answered, how) in judged {
        if judges && answered.total() == 0 {
            text += &format!("\n{how}: nothing.");
        } else if judges {
            text += &format!("\n{how}: the answers to {}.", in_words(answered, all));
        }
    }
    text
}

/// The digests of the answers, by the number of empties.
pub(super) fn digests<P: Judged>(findings: &Findings<P>) -> String {
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
            digest_in_words(digest),
            verdict.to_owned(),
        ]);
    }
    let positions = HumanCount(positions).to_string();
    table.add_row([
        "sum".to_owned(),
        positions,
        digest_in_words(sum),
        String::new(),
    ]);
    for column in table.column_iter_mut().take(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.trim_fmt()
}

/// How many of all positions.
fn in_words(answered: Answered, all: u64) -> String {
    let Answered { in_order, drawn } = answered;
    let mut parts = Vec::new();
    if in_order == all {
        parts.push(format!("all {} legal positions", HumanCount(all)));
    } else if in_order > 0 {
        parts.push(format!(
            "{} of {} legal positions",
            HumanCount(in_order),
            HumanCount(all)
        ));
    }
    if drawn > 0 {
        parts.push(format!("{} drawn at random", HumanCount(drawn)));
    }
    parts.join(", and ")
}

fn digest_in_words(digest: Option<Digest>) -> String {
    digest.map_or_else(|| "solvers differ".to_owned(), |digest| digest.to_string())
}

/// A line for each number of empties whose answers are not those on record.
pub(super) fn changed_answers<P: Judged>(findings: &Findings<P>) -> String {
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
pub(super) fn first_disagreements<P: Judged>(findings: &Findings<P>) -> String {
    let mut text = String::new();
    if findings.simplest.len() > 1 {
        text += "The first positions with wrong answers, and whose they are:\n\n";
        for found in &findings.simplest {
            let wrong: Vec<_> = found.wrong().collect();
            let board = found.position.notation();
            text += &format!("    {}:{board}   {}\n", P::NAME, wrong.join(", "));
        }
    }
    text
}

fn row<P: Problem>(statistics: &Statistics<P>, empties: &[u32], times: bool) -> Vec<String> {
    let mut row = vec![statistics.solver.to_owned()];
    row.extend(empties.iter().map(|&empties| share(statistics, empties)));
    let positions = statistics.positions();
    let micros = statistics.time().as_micros().max(1);
    let per_second = u128::from(positions) * 1_000_000 / micros;
    row.push(HumanCount(positions).to_string());
    if times {
        row.push(format!("{:.2}", statistics.time().as_secs_f64()));
        row.push(HumanCount(per_second as u64).to_string());
    }
    row.push(verdict(statistics));
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
    let wrong = HumanCount(statistics.wrong);
    match statistics {
        _ if statistics.positions() == 0 => "not asked".to_owned(),
        Statistics {
            panics: 0,
            wrong: 0,
            ..
        } => "agrees".to_owned(),
        Statistics { panics: 0, .. } => format!("WRONG on {wrong}"),
        _ => format!("WRONG on {wrong}, {} panics", HumanCount(statistics.panics)),
    }
}
