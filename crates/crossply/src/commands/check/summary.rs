//! The text with which `crossply check` ends: who answered what, how fast, and whether the solvers agree.

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use crossply_harness::{Answered, Digest, Ended, Findings, Plan, Statistics};
use crossply_problems::Problem;
use indicatif::HumanCount;

/// A row for each solver. The columns between its name and its positions say, for each number of
/// empties, whether it answered all positions, or how many, or none. On a narrow terminal these are left out,
/// and then the times: lines that are broken are worse than short ones.
pub(super) fn table<P: Problem>(findings: &Findings<P>, width: usize) -> String {
    let empties: Vec<u32> = P::domain().empties().collect();
    let layouts = [(&empties[..], &TIMES[..]), (&[], &TIMES[..]), (&[], &[])];
    let tables = layouts.map(|(empties, times)| table_with(findings, empties, times));
    let [.., narrowest] = &tables;
    let fits = |table: &&String| table.lines().all(|line| line.chars().count() <= width);
    tables.iter().find(fits).unwrap_or(narrowest).clone()
}

/// The columns that say how fast a solver is.
const TIMES: [&str; 2] = ["seconds", "positions/s"];

fn table_with<P: Problem>(findings: &Findings<P>, empties: &[u32], times: &[&str]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_content_arrangement(ContentArrangement::Disabled);
    let mut header = vec!["\nsolver".to_owned()];
    for (index, empties) in empties.iter().enumerate() {
        let over_all = if index == 0 { "empties" } else { "" };
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
pub(super) fn coverage<P: Problem>(findings: &Findings<P>, plan: &Plan<P>, seed: u64) -> String {
    let compared = findings.compared;
    if compared.total() == 0 {
        return match findings.trouble {
            None => "There is nothing to compare: this part has no positions.".to_owned(),
            Some(_) => "Nothing was compared.".to_owned(),
        };
    }
    let all = P::domain().len();
    let mut covered = in_words(compared, all, plan.is_by_class());
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
            "Metamorphic relations",
        ),
    ];
    for (judges, answered, how) in judged {
        if judges && answered.total() == 0 {
            text += &format!("\n{how}: nothing.");
        } else if judges {
            let answers = in_words(answered, all, plan.is_judged_by_class());
            text += &format!("\n{how}: the answers to {answers}.");
        }
    }
    text
}

/// The digests of the answers, by the number of empties.
pub(super) fn digests<P: Problem>(findings: &Findings<P>) -> String {
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
fn in_words(answered: Answered, all: u64, by_class: bool) -> String {
    let Answered { in_order, drawn } = answered;
    let mut parts = Vec::new();
    if in_order == all {
        parts.push(format!("all {} legal positions", HumanCount(all)));
    } else if in_order > 0 {
        parts.push(format!(
            "{} of {} legal positions{}",
            HumanCount(in_order),
            HumanCount(all),
            if by_class {
                ", one of each symmetry class"
            } else {
                ""
            }
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
pub(super) fn changed_answers<P: Problem>(findings: &Findings<P>) -> String {
    let mut text = String::new();
    for (empties, covered) in findings.digests() {
        if covered.is_as_recorded::<P>(empties) == Some(false) {
            text += &format!(
                "{}: the solvers agree on all positions whose number of empties is {empties}, but not on \
                 the answers on record\n",
                P::NAME
            );
        }
    }
    text
}

/// The simplest positions on which the run saw them disagree, if there are several.
pub(super) fn first_disagreements<P: Problem>(findings: &Findings<P>) -> String {
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use crossply_harness::{ExhaustiveOptions, Oracles, Run};
    use crossply_problems::ccf201803_4::Score;
    use crossply_problems::{Ccf201803_4, Entry, Position, Problem, Solver};

    use super::*;

    type Game = Ccf201803_4;

    /// A fault planted on purpose: sees no win of `o`, and panics at the empty board.
    struct Faulty;

    impl Solver<Game> for Faulty {
        fn solve(&mut self, position: Position<Game>) -> Score {
            assert!(position.empties() < 9, "an empty board");
            let memo = Game::solver("memo").expect("registered");
            Score::new((memo.new)().solve(position).value().max(0))
        }
    }

    static FAULTY: Entry<Game> = Entry {
        name: "faulty",
        summary: "a fault",
        max_empties: 9,
        exhaustive_max_empties: 9,
        instant_max_empties: 9,
        new: || Box::new(Faulty),
    };

    fn solvers(faulty: bool) -> Vec<&'static Entry<Game>> {
        let memo = Game::solver("memo").expect("registered");
        vec![memo, if faulty { &FAULTY } else { memo }]
    }

    /// As if it had taken four milliseconds for each position of a solver.
    fn found(plan: &Plan<Game>) -> Findings<Game> {
        let mut findings = Run::new(plan).check(|_| {}).expect("no journal");
        findings.elapsed = Duration::from_millis(1234);
        for statistics in &mut findings.statistics {
            for (empties, time) in &mut statistics.times {
                *time = Duration::from_millis(4) * statistics.answered[empties].total() as u32;
            }
        }
        findings
    }

    fn exhaustive(faulty: bool, options: ExhaustiveOptions) -> Plan<Game> {
        Plan::exhaustive(solvers(faulty), &(3..=9), options).expect("two solvers")
    }

    #[test]
    fn tables_say_who_answered_what_and_whether_it_agrees() {
        let plan = exhaustive(true, ExhaustiveOptions::default());
        let mut findings = found(&plan);
        let wide = "
         empties
 solver        1    3    5    7    9  positions  seconds  positions/s  verdict
 memo          -  all  all  all  all      2,349     9.40          250  agrees
 faulty        -  all  all  all  all      2,349     9.40          250  WRONG on 301, 1 panics";
        let narrow = "
 solver  positions  seconds  positions/s  verdict
 memo        2,349     9.40          250  agrees
 faulty      2,349     9.40          250  WRONG on 301, 1 panics";
        let narrowest = "
 solver  positions  verdict
 memo        2,349  agrees
 faulty      2,349  WRONG on 301, 1 panics";
        // Each where it fits, and the next where it does not.
        let width = |table: &str| table.lines().map(str::len).max().expect("lines");
        for (width, expected) in [
            (width(wide), wide),
            (width(wide) - 1, narrow),
            (width(narrow), narrow),
            (width(narrow) - 1, narrowest),
            (1, narrowest),
        ] {
            let table = table(&findings, width);
            assert_eq!(
                table.trim_start_matches('\n'),
                expected[1..].trim_end(),
                "{width}"
            );
        }
        let drawn = Plan::drawn(solvers(true), &(5..=9), 1, 1000).expect("two solvers");
        let of_drawn = found(&drawn);
        let [memo, faulty] = &of_drawn.statistics[..] else {
            panic!("two solvers");
        };
        assert_eq!(share(memo, 3), "-");
        assert_eq!(share(memo, 5), memo.answered[&5].drawn.to_string());
        assert!(
            verdict(faulty).starts_with("WRONG on "),
            "{}",
            verdict(faulty)
        );
        findings.statistics[1].panics = 0;
        assert_eq!(verdict(&findings.statistics[1]), "WRONG on 301");
        findings.statistics[1].answered.clear();
        assert_eq!(verdict(&findings.statistics[1]), "not asked");
    }

    #[test]
    fn what_was_covered_is_said_and_no_more() {
        let plan = exhaustive(false, ExhaustiveOptions::default());
        let mut findings = found(&plan);
        let said = |findings: &Findings<Game>| coverage(findings, &plan, 7);
        assert_eq!(
            said(&findings),
            "The solvers agree. Compared: 2,349 of 2,739 legal positions, in 1.2 s."
        );
        findings.compared.drawn = 1;
        findings.ended = Ended::TimeUp;
        assert_eq!(
            said(&findings),
            "The solvers agree. Compared: 2,349 of 2,739 legal positions, and 1 drawn at random \
             (seed 7) until the time was up, in 1.2 s."
        );
        findings.compared = Answered {
            in_order: 2739,
            drawn: 0,
        };
        findings.ended = Ended::Interrupted;
        assert_eq!(
            said(&findings),
            "The solvers agree. Compared: all 2,739 legal positions until it was interrupted, in 1.2 s."
        );
        findings.compared = Answered {
            in_order: 0,
            drawn: 1000,
        };
        findings.ended = Ended::Completed;
        assert_eq!(
            said(&findings),
            "The solvers agree. Compared: 1,000 drawn at random (seed 7), in 1.2 s."
        );
        findings.compared.drawn = 0;
        assert_eq!(
            said(&findings),
            "There is nothing to compare: this part has no positions."
        );
        findings.trouble = Some("nothing was compared".to_owned());
        assert_eq!(said(&findings), "Nothing was compared.");
    }

    #[test]
    fn one_of_each_class_is_said_where_some_were_compared() {
        let by_class = ExhaustiveOptions {
            one_of_each_class: true,
            ..ExhaustiveOptions::default()
        };
        let plan = exhaustive(false, by_class);
        let mut findings = found(&plan);
        let text = coverage(&findings, &plan, 0);
        let expected = "of 2,739 legal positions, one of each symmetry class, in 1.2 s.";
        assert!(text.ends_with(expected), "{text}");
        findings.compared.in_order = 0;
        let text = coverage(&findings, &plan, 0);
        assert!(!text.contains("class"), "{text}");
    }

    #[test]
    fn what_oracles_judged_is_said() {
        let judged = |proof, metamorphic| {
            let oracles = Oracles { proof, metamorphic };
            let plan = exhaustive(false, ExhaustiveOptions::default()).judged_by(oracles);
            let text = coverage(&found(&plan), &plan, 0);
            text.lines().skip(1).collect::<Vec<_>>().join("; ")
        };
        let many = "the answers to 2,349 of 2,739 legal positions.";
        assert_eq!(judged(false, false), "");
        assert_eq!(judged(true, false), format!("Proven: {many}"));
        assert_eq!(
            judged(false, true),
            format!("Metamorphic relations: {many}")
        );
        let plan = exhaustive(false, ExhaustiveOptions::default()).judged_by(Oracles::ALL);
        let mut findings = found(&plan);
        findings.proven = Answered::default();
        let text = coverage(&findings, &plan, 0);
        assert!(
            text.contains("\nProven: nothing.\nMetamorphic relations: the answers"),
            "{text}"
        );
    }

    #[test]
    fn wrong_answers_are_counted_and_named() {
        let plan = exhaustive(true, ExhaustiveOptions::default());
        let mut findings = found(&plan);
        assert!(
            coverage(&findings, &plan, 0).starts_with("The solvers give wrong answers 301 times. ")
        );
        findings.disagreements = 1;
        assert!(
            coverage(&findings, &plan, 0).starts_with("The solvers give a wrong answer once. ")
        );
        findings.disagreements = 0;
        assert!(coverage(&findings, &plan, 0).starts_with("The solvers give wrong answers. "));
        let text = first_disagreements(&findings);
        let mut lines = text.lines();
        assert_eq!(
            lines.next(),
            Some("The first positions with wrong answers, and whose they are:")
        );
        assert_eq!(lines.next(), Some(""));
        for found in &findings.simplest {
            let board = found.position.notation();
            let expected = format!("    ccf201803-4:{board}   faulty");
            assert_eq!(lines.next(), Some(&*expected));
        }
        assert_eq!(lines.next(), None);
        findings.simplest.truncate(1);
        assert_eq!(first_disagreements(&findings), "");
    }

    #[test]
    fn digests_say_what_they_are_of() {
        let plan = exhaustive(false, ExhaustiveOptions::default());
        let mut findings = found(&plan);
        let right = "
 empties  positions  digest of the answers
       3      1,520  1ced64b0eced2b6c       all, as recorded
       5        756  e781f297cb629638       all, as recorded
       7         72  0c820afee0198ac4       all, as recorded
       9          1  a17a030c11fd347e       all, as recorded
     sum      2,349  b26b6553aa6680e6";
        assert_eq!(digests(&findings), right[1..]);
        assert_eq!(changed_answers(&findings), "");
        for statistics in &mut findings.statistics {
            statistics.digests.insert(3, Digest::default());
            statistics.answered.entry(5).or_default().in_order = 700;
        }
        let changed = "
 empties  positions  digest of the answers
       3      1,520  0000000000000000       all, NOT AS RECORDED
       5        700  e781f297cb629638       of a part";
        assert!(
            digests(&findings).starts_with(&changed[1..]),
            "{}",
            digests(&findings)
        );
        assert_eq!(
            changed_answers(&findings),
            "ccf201803-4: the solvers agree on all positions whose number of empties is 3, but not on the answers on record\n"
        );
        let differing = digests(&found(&exhaustive(true, ExhaustiveOptions::default())));
        assert!(
            differing.contains("     sum      2,349  solvers differ"),
            "{differing}"
        );
    }
}
