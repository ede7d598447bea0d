//! What the report on a run of solvers says: who answered what, how fast, and whether the solvers agree.

use crossply_harness::report::content::{Block, Cell, Column, Mark, Table};
use crossply_harness::report::text;
use crossply_harness::{Answered, Draws, Ended, Statistics};
use indicatif::HumanCount;

use super::Checked;
use crate::formats::junit::{TestCase, TestSuite};
use crate::{Banner, Detail};

impl Checked {
    /// The report on this problem.
    #[must_use]
    pub fn content(&self, detail: Detail) -> Vec<Block> {
        let mut blocks = Vec::new();
        if detail == Detail::Everything {
            blocks.push(Block::Heading(format!(
                "{}: {}",
                self.problem, self.summary
            )));
            blocks.push(Block::Table(self.table()));
            blocks.push(Block::Text(self.coverage()));
            if self.exhaustive && !self.digests.is_empty() {
                blocks.push(Block::Table(self.table_of_digests()));
            }
        }
        blocks.extend(self.failures());
        blocks
    }

    /// What is wrong; empty if nothing is.
    fn failures(&self) -> Vec<Block> {
        let Some(first) = self.simplest.first() else {
            let changed = self.changed();
            return Some(Block::Text(changed.trim_end().to_owned()))
                .filter(|_| !changed.is_empty())
                .into_iter()
                .collect();
        };
        let mut blocks = first.content();
        blocks.extend(
            self.faults
                .iter()
                .map(|fault| Block::Text(fault.to_string())),
        );
        if self.simplest.len() > 1 {
            let words = "The first positions with wrong answers, and whose they are:";
            let line = |wrong: &crossply_harness::report::Wrong| {
                format!("{}:{}   {}", self.problem, wrong.board, wrong.solvers())
            };
            let lines: Vec<_> = self.simplest.iter().map(line).collect();
            blocks.push(Block::Text(words.to_owned()));
            blocks.push(Block::Code(lines.join("\n")));
        }
        blocks
    }

    /// A line for each number of empties whose answers are not those on record.
    fn changed(&self) -> String {
        let digests = self.digests.iter();
        let changed = digests.filter(|digest| digest.as_recorded == Some(false));
        let line = |digest: &super::SectionDigest| {
            format!(
                "{}: the solvers agree on all positions whose number of empties is {}, but not on the answers on record\n",
                self.problem, digest.empties
            )
        };
        changed.map(line).collect()
    }

    /// A row for each solver. The columns between its name and its positions say, for each number of empties, whether it
    /// answered all positions, or how many, or none.
    fn table(&self) -> Table {
        let empties = self.legal_by_empties.keys().enumerate();
        let empties = empties.map(|(index, empties)| Column {
            over: if index == 0 { "empties" } else { "" },
            dispensable: 2,
            ..Column::new(empties.to_string())
        });
        let time = |name| Column {
            dispensable: 1,
            ..Column::new(name)
        };
        let mut columns = vec![Column::words("solver")];
        columns.extend(empties);
        columns.extend([Column::new("positions"), time("seconds")]);
        columns.extend([time("positions/s"), Column::words("verdict")]);
        let solvers = self.counts.solvers.iter();
        Table {
            caption: "What each solver did, on all threads together",
            columns,
            rows: solvers.map(|solver| self.row(solver)).collect(),
        }
    }

    fn row(&self, solver: &Statistics) -> Vec<Cell> {
        let (positions, seconds) = (solver.positions(), solver.seconds());
        let legal = self.legal_by_empties.iter();
        let shares = legal.map(|(empties, &all)| {
            let work = solver.by_empties.get(empties).copied();
            match work.unwrap_or_default().answered {
                answered if answered.in_order == all => "all".into(),
                answered if answered.total() > 0 => number(answered.total()),
                _ => "-".into(),
            }
        });
        let mut row = vec![solver.solver.clone().into()];
        row.extend(shares);
        row.push(number(positions));
        row.push(format!("{seconds:.2}").into());
        row.push(number(rate(positions, seconds)));
        row.push(verdict(solver));
        row
    }

    /// What was covered, and whether the solvers agree on it.
    fn coverage(&self) -> String {
        let counts = &self.counts;
        let compared = counts.compared;
        if compared.total() == 0 {
            return match counts.trouble {
                None => "There is nothing to compare: this part has no positions.".to_owned(),
                Some(_) => "Nothing was compared.".to_owned(),
            };
        }
        let mut covered = self.in_words(compared, self.by_class);
        if let Some(seed) = self.seed.filter(|_| compared.drawn > 0) {
            covered += &format!(" (seed {seed})");
        }
        let verdict = match counts.disagreements {
            0 if self.simplest.is_empty() => "agree".to_owned(),
            0 => "give wrong answers".to_owned(),
            1 => "give a wrong answer once".to_owned(),
            many => format!("give wrong answers {} times", HumanCount(many)),
        };
        let cut_short = match self.ended {
            Ended::Completed => "",
            Ended::TimeUp => " until the time was up",
            Ended::Interrupted => " until it was interrupted",
        };
        let mut text = format!(
            "The solvers {verdict}. Compared: {covered}{cut_short}, in {:.1} s.",
            counts.seconds
        );
        for (judges, answered, how) in [
            (self.oracles.proof, counts.proven, "Proven"),
            (
                self.oracles.metamorphic,
                counts.related,
                "Metamorphic relations",
            ),
        ] {
            if judges && answered.total() == 0 {
                text += &format!("\n{how}: nothing.");
            } else if judges {
                let answers = self.in_words(answered, self.judged_by_class);
                text += &format!("\n{how}: the answers to {answers}.");
            }
        }
        if let Some(all) = self.drawn_from.filter(|_| compared.in_order == 0) {
            text += &format!("\n{}", Draws::independent(compared.drawn, all));
        }
        text
    }

    /// How many of all positions.
    fn in_words(&self, answered: Answered, by_class: bool) -> String {
        let (Answered { in_order, drawn }, all) = (answered, self.legal_positions);
        let mut parts = Vec::new();
        if in_order == all {
            parts.push(format!("all {} legal positions", HumanCount(all)));
        } else if in_order > 0 {
            let classes = if by_class {
                ", one of each symmetry class"
            } else {
                ""
            };
            let (some, all) = (HumanCount(in_order), HumanCount(all));
            parts.push(format!("{some} of {all} legal positions{classes}"));
        }
        if drawn > 0 {
            parts.push(format!("{} drawn at random", HumanCount(drawn)));
        }
        parts.join(", and ")
    }

    /// The digests of the answers, by the number of empties.
    fn table_of_digests(&self) -> Table {
        let rows = self.digests.iter().map(|digest| {
            let (verdict, mark) = match digest.as_recorded {
                None => ("of a part", Mark::None),
                Some(true) => ("all, as recorded", Mark::Right),
                Some(false) => ("all, NOT AS RECORDED", Mark::Wrong),
            };
            let sum = digest.sum.as_deref().unwrap_or("solvers differ");
            let text = verdict.to_owned();
            vec![
                digest.empties.to_string().into(),
                number(digest.positions),
                sum.into(),
                Cell { text, mark },
            ]
        });
        let mut rows: Vec<_> = rows.collect();
        let sums = self
            .digests
            .iter()
            .map(|digest| digest.sum.as_ref()?.parse().ok());
        let sum: Option<Vec<crossply_harness::Digest>> = sums.collect();
        let sum = sum.map(|sums| sums.into_iter().sum::<crossply_harness::Digest>());
        let all = self.digests.iter().map(|digest| digest.positions).sum();
        let sum = sum.map_or("solvers differ".to_owned(), |sum| sum.to_string());
        rows.push(vec!["sum".into(), number(all), sum.into(), "".into()]);
        Table {
            caption: "Digests of the answers to distinct positions",
            columns: vec![
                Column::new("empties"),
                Column::new("positions"),
                Column::words("digest of the answers"),
                Column::words("record"),
            ],
            rows,
        }
    }
}

fn number(number: u64) -> Cell {
    HumanCount(number).to_string().into()
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "a few digits of a number that is not negative"
)]
fn rate(positions: u64, seconds: f64) -> u64 {
    (positions as f64 / seconds.max(1e-6)) as u64
}

fn verdict(solver: &Statistics) -> Cell {
    let wrong = HumanCount(solver.wrong);
    let (text, mark) = match solver {
        _ if solver.positions() == 0 => ("not asked".to_owned(), Mark::None),
        Statistics {
            panics: 0,
            wrong: 0,
            ..
        } => ("agrees".to_owned(), Mark::Right),
        Statistics { panics: 0, .. } => (format!("WRONG on {wrong}"), Mark::Wrong),
        _ => {
            let panics = HumanCount(solver.panics);
            (format!("WRONG on {wrong}, {panics} panics"), Mark::Wrong)
        }
    };
    Cell { text, mark }
}

/// What all problems amount to.
pub(super) fn conclusion(problems: &[Checked]) -> (Banner, String) {
    let wrong: u64 = problems.iter().map(|one| one.counts.disagreements).sum();
    let mut troubles = problems
        .iter()
        .filter_map(|one| one.counts.trouble.as_ref());
    let mut all = problems.iter();
    let (banner, text) = if let Some(trouble) = troubles.next() {
        return (Banner::Wrong, format!("No result: {trouble}."));
    } else if wrong > 1 {
        let text = format!("{} answers are wrong.", HumanCount(wrong));
        return (Banner::Wrong, text);
    } else if all.any(|one| !one.simplest.is_empty()) {
        (Banner::Wrong, "An answer is wrong.")
    } else if problems.iter().any(|one| !one.agree) {
        (Banner::Wrong, "The answers are not those on record.")
    } else if problems.is_empty() {
        (Banner::Open, "Nothing was checked.")
    } else if problems.iter().any(|one| one.ended == Ended::Interrupted) {
        let text = "Interrupted. Until then the solvers agree on all positions that were compared.";
        (Banner::Open, text)
    } else {
        (
            Banner::Right,
            "The solvers agree on all positions that were compared.",
        )
    };
    (banner, text.to_owned())
}

/// A test case for each solver, and one for the problem as a whole.
pub(super) fn suite(checked: &Checked) -> TestSuite {
    let report = text(&checked.failures(), usize::MAX);
    let case = |solver: &Statistics| match (solver.positions(), solver.wrong) {
        (0, _) => TestCase::skipped(&solver.solver, "it was not asked"),
        (_, 0) => TestCase::passed(&solver.solver),
        (_, wrong) => TestCase::failed(&solver.solver, &format!("{wrong} wrong answers"), &report),
    };
    let name = "all answers";
    let whole = match (checked.agree, checked.ended) {
        (false, _) => {
            let text = checked.counts.trouble.as_ref().unwrap_or(&report);
            TestCase::failed(name, "something is wrong", text)
        }
        (true, Ended::Interrupted) => TestCase::skipped(name, "it was interrupted"),
        (true, _) => TestCase::passed(name),
    };
    let cases = checked.counts.solvers.iter().map(case).chain([whole]);
    let name = format!("crossply check {}", checked.problem);
    TestSuite::new(&name, cases.collect(), checked.counts.seconds)
}
