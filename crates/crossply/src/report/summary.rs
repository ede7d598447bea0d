//! What a report says about a run as a whole: what each solver answered, how fast, and whether the solvers agree.

use std::collections::HashSet;

use super::shortened::shorten;
use super::{Checked, count};
use crate::content::{Block, Cell, Column, Mark, Table};
use crate::cut::{LONG, SHORT, cut, in_line};
use crate::digest::Digest;
use crate::finding::Finding;
use crate::run::{Counts, Ended, Statistics, Tally};
use crate::wide::Wide;

impl Checked {
    /// The report on what was done: what each solver answered, how fast, and whether the solvers agree.
    pub(crate) fn summary_blocks(&self) -> Vec<Block> {
        let title = match &*self.summary {
            "" => self.check.clone(),
            summary => format!("{}: {summary}", self.check),
        };
        let mut coverage = self.coverage();
        if !self.scope.missing.is_empty() {
            coverage += &format!("\nMissing parts: {}.", self.scope.missing.join(", "));
        }
        let mut blocks = vec![
            Block::Heading(title),
            Block::Table(self.table()),
            Block::Text(coverage),
        ];
        if self.scope.exhaustive && !self.digests.is_empty() {
            blocks.push(Block::Table(self.table_of_digests()));
        }
        if let Some(trouble) = &self.scope.counts.trouble {
            blocks.push(Block::Text(format!("{}: {trouble}", self.check)));
        }
        blocks
    }

    /// A line for each section in which solvers agree, but on answers that differ from the recorded ones.
    pub(super) fn changes(&self) -> String {
        let changed = self.changed().filter(|digest| digest.sum.is_some());
        let changed = changed.map(|digest| {
            let section = match &*digest.section {
                "" => String::new(),
                section if self.scope.sections_are.is_empty() => format!(" of {section}"),
                section => format!(" with {section} {}", self.scope.sections_are),
            };
            let check = &self.check;
            let [_, nouns] = &self.scope.inputs_are;
            format!("{check}: the solvers agree on all {nouns}{section}, but not on the answers on record\n")
        });
        changed.collect()
    }

    /// The simplest wrong inputs and the solvers that get them wrong. Empty if there are fewer than two inputs.
    pub(super) fn list_of_wrong(&self) -> Vec<Block> {
        if self.simplest.len() < 2 {
            return Vec::new();
        }
        let [_, nouns] = &self.scope.inputs_are;
        // Inputs that cannot be numbered are identified by seeds, which say nothing about how simple the inputs are.
        let which = self.scope.inputs.map_or("Some", |_| "The simplest");
        let words = match self.truth {
            Some(_) => format!("{which} wrong {nouns} found:"),
            None if self.has_one_solver() => format!("{which} {nouns} found that fail:"),
            None => format!("{which} {nouns} found on which solvers disagree or fail:"),
        };
        let mut failures = HashSet::new();
        let mut lines = Vec::new();
        for finding in &self.simplest {
            let is_known = finding.wrong().next().is_some() || finding.violated.is_some();
            let given = finding.answers.iter();
            let given: Vec<_> = given.filter(|given| given.wrong || !is_known).collect();
            let answers = given.iter().map(|given| in_line(&given.answer));
            let mut texts: Vec<_> = answers
                .chain(finding.right.as_deref().map(in_line))
                .collect();
            shorten(&mut texts.iter_mut().collect::<Vec<_>>(), SHORT);
            let mut solvers = Vec::new();
            for (given, answer) in given.into_iter().zip(&texts) {
                let name = &given.solver;
                let place = given.place.as_ref().map(|place| format!(", at {place}"));
                // Each failure is spelled out once for each solver.
                let is_new = given.failure.is_none() || failures.insert((name, &given.answer));
                solvers.push(if is_new {
                    format!("{name} {answer}{}", place.unwrap_or_default())
                } else {
                    format!("{name} as above")
                });
            }
            let mut line = cut(&finding.input, LONG);
            let number = finding.index.0.to_string();
            if line != number && finding.asked().is_some() {
                line = format!("{number}: {line}");
            }
            line += &format!("   {}", solvers.join(", "));
            if finding.right.is_some() {
                line += &format!("; right: {}", texts[texts.len() - 1]);
            }
            lines.push(line.trim_end().to_owned());
        }
        vec![Block::Text(words), Block::Code(lines.join("\n"))]
    }

    /// A table with a row for each solver. Columns for sections, if shown, say how many of their inputs it answered.
    fn table(&self) -> Table {
        let [_, nouns] = &self.scope.inputs_are;
        let mut columns = vec![Column::words("solver")];
        if self.shows_sections() {
            let names = self.scope.sections.iter().map(|section| &section.section);
            columns.extend(names.map(|name| Column::new(name).below(&self.scope.sections_are)));
        }
        columns.push(Column::new(nouns));
        columns.push(Column::new("CPU s"));
        columns.push(Column::new(format!("{nouns}/CPU s")));
        columns.push(Column::words("verdict"));
        let solvers = self.scope.counts.solvers.iter();
        Table {
            caption: "What each solver did, on all threads together".to_owned(),
            columns,
            rows: solvers.map(|solver| self.row_of(solver)).collect(),
        }
    }

    /// Whether the table has a column for each section. Sections that have no name for what distinguishes them, such as
    /// the lengths of words, get columns only if they are few.
    fn shows_sections(&self) -> bool {
        let sections = self.scope.sections.len();
        sections > 1 && (sections <= 8 || !self.scope.sections_are.is_empty())
    }

    fn row_of(&self, solver: &Statistics) -> Vec<Cell> {
        let inputs = solver.inputs();
        let seconds = solver.seconds();
        let mut cells = vec![solver.solver.clone().into()];
        if self.shows_sections() {
            let sections = self.scope.sections.iter().zip(&solver.sections);
            cells.extend(sections.map(|(section, work)| match work.answered {
                answered if u128::from(answered.in_order) == section.inputs.0 => "all".into(),
                answered if answered.total() > 0 => count_cell(answered.total()),
                _ => "-".into(),
            }));
        }
        cells.push(count_cell(inputs));
        cells.push(rounded(seconds).into());
        cells.push(rounded(inputs as f64 / seconds.max(1e-6)).into());
        cells.push(self.verdict(solver));
        cells
    }

    /// Whether the solver is right, for its row of the table.
    pub(super) fn verdict(&self, solver: &Statistics) -> Cell {
        let mut against_it = Vec::new();
        if solver.wrong > 0 {
            against_it.push(format!("WRONG on {}", count(solver.wrong)));
            for (kind, &number) in &solver.failures {
                against_it.push(format!("{}: {}", kind.name(), count(number)));
            }
        } else if solver.alone > 0 {
            against_it.push(format!("alone on {}", count(solver.alone)));
        }
        if solver.violated > 0 {
            against_it.push(format!("violates relations on {}", count(solver.violated)));
        }
        let mut wrong = self.simplest.iter().flat_map(Finding::wrong);
        if solver.inputs() == 0 {
            "not run".into()
        } else if solver.wrong > 0 {
            Cell::new(against_it.join(", "), Mark::Wrong)
        } else if !against_it.is_empty() {
            // Another solver may be the one that is wrong.
            against_it.join(", ").into()
        } else if wrong.any(|wrong| *wrong == solver.solver) {
            // A kept input appears among the simplest ones but is not counted.
            Cell::new("WRONG", Mark::Wrong)
        } else if !self.simplest.is_empty() && self.truth.is_none() {
            // Somebody is wrong, but it is unknown who.
            "-".into()
        } else if self.has_one_solver() {
            Cell::new("is right", Mark::Right)
        } else {
            Cell::new("agrees", Mark::Right)
        }
    }

    /// What was covered, and whether the solvers agree on it.
    fn coverage(&self) -> String {
        let counts = &self.scope.counts;
        let compared = counts.compared;
        let [noun, nouns] = &self.scope.inputs_are;
        if compared.total() == 0 {
            return match counts.trouble {
                None if self.ended == Ended::Interrupted => "Interrupted at once.".to_owned(),
                None if counts.excluded.total() > 0 => {
                    let only = &self.scope.only;
                    format!("There is nothing to compare: no {noun} of this part is `{only}`.")
                }
                None => format!("There is nothing to compare: this part has no {nouns}."),
                Some(_) => "Nothing was compared.".to_owned(),
            };
        }
        let mut covered = self
            .part_in_words()
            .unwrap_or_else(|| self.compared_in_words());
        let alike = counts.alike();
        let differ = in_times(counts.disagreements);
        let verdict = match (counts.disagreements, &self.truth) {
            (0, _) if alike > 0 => format!("The solvers fail alike {}", in_times(alike)),
            (0, _) => "The solvers agree".to_owned(),
            (1, Some(_)) => format!("An answer to one {noun} is wrong"),
            (wrong, Some(_)) => format!("Answers to {} {nouns} are wrong", count(wrong)),
            (_, None) if alike > 0 => {
                format!(
                    "The solvers disagree {differ}, and fail alike {}",
                    in_times(alike)
                )
            }
            (_, None) => format!("The solvers disagree {differ}"),
        };
        let cut_short = match self.ended {
            Ended::Completed => "",
            Ended::TimeUp => " until the time was up",
            Ended::GivenUp => " until a solver was given up that failed too often",
            Ended::Interrupted => " until it was interrupted",
        };
        covered += &format!("{cut_short}, in {:.1} s", counts.seconds);
        let is_wrong = counts.wrong() > 0;
        let violated = counts.violated();
        let (claim, what) = match self.has_one_solver() {
            false => (verdict, "Compared"),
            true if is_wrong => ("Answers are wrong".to_owned(), "Judged"),
            true if violated > 0 => ("No answer is known to be wrong".to_owned(), "Judged"),
            true => ("The answers are right".to_owned(), "Judged"),
        };
        let but = if is_wrong { "and" } else { "but" };
        let mut text = if violated > 0 {
            let times = in_times(violated);
            format!("{claim}, {but} a relation does not hold {times}. {what}: {covered}.")
        } else if !is_wrong && !self.simplest.is_empty() {
            // What is wrong is a kept input, or one that a batch showed.
            format!("Nothing is wrong about the {nouns} that were compared: {covered}.")
        } else {
            format!("{claim}. {what}: {covered}.")
        };
        let truth = format!("Confirmed by {}", self.truth.as_deref().unwrap_or_default());
        let relations = "Metamorphic relations".to_owned();
        for (judges, answered, how) in [
            (self.scope.oracles.truth, counts.confirmed, truth),
            (self.scope.oracles.relations, counts.related, relations),
        ] {
            if judges && answered.total() == 0 {
                text += &format!("\n{how}: nothing.");
            } else if judges {
                let answers = self.in_words(answered, self.scope.judged_by_representatives);
                text += &format!("\n{how}: the answers to {answers}.");
            }
        }
        text
    }

    /// Whether a single solver is judged, rather than several compared.
    pub(super) fn has_one_solver(&self) -> bool {
        self.scope.counts.solvers.len() == 1
    }

    /// What was compared, if that is neither nothing nor the whole domain.
    pub(crate) fn part_in_words(&self) -> Option<String> {
        let compared = self.scope.counts.compared;
        let with_seed = match self.seed {
            Some(seed) if compared.drawn > 0 => format!(" (seed {seed})"),
            _ => String::new(),
        };
        (!self.covers_domain() && compared.total() > 0)
            .then(|| self.compared_in_words() + &with_seed)
    }

    /// The inputs that were tried, in words, and how many of them were compared, if the precondition excludes some.
    fn compared_in_words(&self) -> String {
        let Counts {
            compared, excluded, ..
        } = &self.scope.counts;
        let mut tried = *compared;
        tried.merge(*excluded);
        let mut words = self.in_words(tried, self.scope.by_representatives);
        if excluded.total() > 0 {
            let is = match compared.total() {
                1 => "1 is".to_owned(),
                many => format!("{} are", count(many)),
            };
            words += &format!(", of which {is} `{}`", self.scope.only);
        }
        words + &self.sections_in_words(tried.in_order)
    }

    /// Which sections were compared completely, and which only in part, if the inputs that were tried in order are the first of
    /// the domain. Few of a large domain may still be all of its simplest sections.
    fn sections_in_words(&self, in_order: u64) -> String {
        let sections = &self.scope.sections;
        let mut end = 0;
        let whole = sections.iter().take_while(|section| {
            end += section.inputs.0;
            end <= in_order.into()
        });
        let whole = whole.count();
        let solvers = self.scope.counts.solvers.iter();
        let compared_last = |solver: &Statistics| {
            let mut sections = solver.sections.iter();
            sections.rposition(|work| work.answered.total() > 0)
        };
        let last = solvers.filter_map(compared_last).max().unwrap_or(0);
        let is_from_the_first = self.scope.from_the_first && self.scope.shards.is_empty();
        let has_names = sections.iter().all(|section| !section.section.is_empty());
        if !is_from_the_first || !has_names || whole == 0 || last < whole {
            return String::new();
        }
        let name = |section: usize| {
            let name = format!("{} {}", sections[section].section, self.scope.sections_are);
            name.trim_end().to_owned()
        };
        let to_last = if last > whole {
            format!(" to {}", name(last))
        } else {
            String::new()
        };
        format!(
            ": all up to {}, and a sample of {}{to_last}",
            name(whole - 1),
            name(whole)
        )
    }

    /// This number of inputs in words.
    fn in_words(&self, inputs: Tally, by_representatives: bool) -> String {
        let Tally {
            in_order,
            edges,
            drawn,
        } = inputs;
        let [_, nouns] = &self.scope.inputs_are;
        let counts = &self.scope.counts;
        // If solvers, the precondition or shards skipped some inputs, these are not the first of the domain.
        let has_all_tried = in_order == counts.compared.in_order + counts.excluded.in_order
            && self.scope.shards.is_empty();
        let mut parts = Vec::new();
        if in_order > 0
            && let Some(Wide(all)) = self.scope.inputs
        {
            let part = count(in_order);
            let whole = count(all);
            parts.push(if u128::from(in_order) == all {
                format!("all {whole} {nouns}")
            } else if by_representatives {
                format!("{part} of {whole} {nouns}, {}", self.scope.representatives)
            } else if self.scope.from_the_first && has_all_tried {
                format!("the first {part} of {whole} {nouns}")
            } else {
                format!("{part} of {whole} {nouns}")
            });
        }
        if edges > 0 {
            let noun = if edges == 1 { "edge" } else { "edges" };
            parts.push(format!("{} {noun} of the domain", count(edges)));
        }
        if drawn > 0 {
            let part = count(drawn);
            parts.push(match self.scope.drawn_from {
                Some(Wide(all)) => format!("{part} {nouns} drawn at random from {}", count(all)),
                None if parts.is_empty() => format!("{part} {nouns} drawn at random"),
                None => format!("{part} drawn at random"),
            });
        }
        // "a, and b" or "a, b, and c".
        if let [_, .., last] = &mut parts[..] {
            last.insert_str(0, "and ");
        }
        parts.join(", ")
    }

    /// A table of the digests of the answers, by section.
    fn table_of_digests(&self) -> Table {
        let [_, nouns] = &self.scope.inputs_are;
        let rows = self.digests.iter().map(|digest| {
            let is_whole = self.scope.sections.iter().any(|section| {
                section.section == digest.section && section.inputs.0 == digest.inputs.into()
            });
            let verdict = match digest.as_recorded {
                None if is_whole => "all".into(),
                None => "part".into(),
                Some(true) => Cell::new("all, as recorded", Mark::Right),
                Some(false) => Cell::new("all, NOT AS RECORDED", Mark::Wrong),
            };
            let section = digest.section.clone();
            let sum = digest_words(digest.sum);
            let inputs = count_cell(digest.inputs);
            vec![section.into(), inputs, sum.into(), verdict]
        });
        let mut rows: Vec<_> = rows.collect();
        if self.digests.len() > 1 {
            let all = self.digests.iter().map(|digest| digest.inputs).sum();
            let sums: Option<Vec<Digest>> = self.digests.iter().map(|digest| digest.sum).collect();
            let sum = digest_words(sums.map(|sums| sums.into_iter().sum()));
            rows.push(vec!["sum".into(), count_cell(all), sum.into(), "".into()]);
        }
        Table {
            caption: format!("Digests of the answers to distinct {nouns}"),
            columns: vec![
                Column::new(self.scope.sections_are.clone()),
                Column::new(nouns),
                Column::words("digest of the answers"),
                Column::words("record"),
            ],
            rows,
        }
    }
}

/// How often something happened, in words.
fn in_times(number: u64) -> String {
    match number {
        1 => "once".to_owned(),
        many => format!("{} times", count(many)),
    }
}

fn digest_words(digest: Option<Digest>) -> String {
    digest.map_or("solvers differ".to_owned(), |digest| digest.to_string())
}

fn count_cell(number: u64) -> Cell {
    count(number).to_string().into()
}

/// Rounds a non-negative number to about three digits, with at most three decimals, so that runs look alike.
fn rounded(number: f64) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    if number < 100.0 {
        let decimals = 2.0 - number.log10().floor().max(-1.0);
        return format!("{number:.*}", decimals as usize);
    }
    let number = number.round() as u64;
    let unit = 10_u64.pow(number.ilog10() - 2);
    count((number + unit / 2) / unit * unit).to_string()
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_are_rounded_to_three_digits() {
        for (number, expected) in [
            (0.0, "0"),
            (0.000_04, "0.000"),
            (0.012_849, "0.013"),
            (1.847, "1.85"),
            (10.29, "10.3"),
            (999.6, "1,000"),
            (101_694_070.0, "102,000,000"),
        ] {
            assert_eq!(super::rounded(number), expected);
        }
    }
}
