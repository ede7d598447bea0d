//! Judges what a report says besides its explanations: the wrong input at its top, what was compared and confirmed, the
//! table of solvers, and the map.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::case::{Case, Column, Outcome};
use super::value::Seen;

/// Everything that is not so, with its reason. The numbers of what was judged are added to `told`.
pub(crate) fn lies(case: &Case, told: &mut Vec<&'static str>) -> Vec<String> {
    let report = Report { case };
    let mut lies = Vec::new();
    for (kind, judge) in JUDGES {
        told.push(kind);
        if let Err(why) = judge(&report) {
            lies.push(format!("{kind}: {why}"));
        }
    }
    lies
}

type Verdict = Result<(), String>;

type Judging = fn(&Report<'_>) -> Verdict;

const JUDGES: [(&str, Judging); 7] = [
    ("wrong inputs", |report| report.wrong_inputs()),
    ("the simplest", |report| report.simplest()),
    ("compared", |report| report.compared()),
    ("confirmed", |report| report.confirmed()),
    ("relations", |report| report.relations()),
    ("the table", |report| report.table()),
    ("maps", |report| report.maps()),
];

struct Report<'a> {
    case: &'a Case,
}

impl Report<'_> {
    /// The inputs that a run takes in order or draws, if none counts twice.
    fn answered(&self, column: &Column) -> Vec<usize> {
        (0..self.case.inputs.len())
            .filter(|n| column.answered[*n])
            .collect()
    }

    /// The inputs that enough solvers answered.
    fn all_compared(&self) -> Vec<usize> {
        let solvers = &self.case.solvers;
        let least = solvers.len().min(2);
        let is_compared =
            |n: &usize| solvers.iter().filter(|one| one.answered[*n]).count() >= least;
        (0..self.case.inputs.len()).filter(is_compared).collect()
    }

    /// Whether a solver's answer is wrong. Without a trusted answer, only failures are.
    fn is_wrong(&self, column: &Column, n: usize) -> bool {
        match &self.case.truth {
            Some(truth) => {
                truth[n].is_some() && !self.case.are_same(&truth[n], &column.outcomes[n])
            }
            None => column.outcomes[n].is_none(),
        }
    }

    fn is_unsteady(&self) -> bool {
        self.case.solvers.iter().any(|column| column.is_unsteady)
    }

    /// Whether some inputs may be counted twice.
    fn counts_twice(&self) -> bool {
        let tallies = ["compared", "excluded"].map(|tally| &self.case.found[tally]);
        let has = |field: &str| tallies.iter().any(|tally| number(&tally[field]) > 0);
        has("drawn")
    }

    /// Each wrong input is shown with the answers that solvers gave, and those are marked that are wrong.
    fn wrong_inputs(&self) -> Verdict {
        for found in list(&self.case.found["simplest"]) {
            let n = index(found);
            so(
                found["input"] == self.case.inputs[n].text(),
                "another input has this number",
            )?;
            for given in list(&found["answers"]) {
                let name = given["solver"].as_str().expect("a name");
                let mut columns = self.case.solvers.iter();
                let column = columns
                    .find(|column| column.name == name)
                    .expect("a solver");
                if column.is_unsteady {
                    continue;
                }
                let answer = given["answer"].as_str().expect("words");
                match &column.outcomes[n] {
                    Some(outcome) => so(answer == outcome.text(), format!("{name}: {answer}"))?,
                    None => so(answer.starts_with("panic: "), format!("{name}: {answer}"))?,
                }
                let is_wrong = self.is_wrong(column, n);
                so(
                    given["wrong"] == is_wrong,
                    format!("{name} is wrong: {is_wrong}"),
                )?;
            }
            if let (Some(right), Some(truth)) = (found["right"].as_str(), &self.case.truth) {
                let known = truth[n].as_ref().map(Seen::text);
                so(
                    known.as_deref() == Some(right),
                    format!("{right} is not right"),
                )?;
            }
        }
        Ok(())
    }

    /// Before an input that is called the simplest, the solver is right, or all agree.
    fn simplest(&self) -> Verdict {
        let found = &self.case.found["simplest"][0];
        let minimised = &found["provenance"]["minimised"];
        let shows = |n: usize, name: &str| {
            let mut columns = self.case.solvers.iter();
            if self.case.truth.is_some() {
                return columns.any(|column| column.name == name && self.is_wrong(column, n));
            }
            let first = &self.case.solvers[0].outcomes[n];
            let differ = columns.any(|column| !self.case.are_same(first, &column.outcomes[n]));
            differ && self.case.solvers.len() < 3
        };
        if minimised["simplest"] != true || self.is_unsteady() {
            return Ok(());
        }
        let name = minimised["wrong"].as_str().expect("a name");
        let simpler = (0..index(found)).find(|&n| self.case.counts[n] && shows(n, name));
        simpler.map_or(Ok(()), |n| {
            Err(format!("{} is simpler", self.case.inputs[n].text()))
        })
    }

    fn compared(&self) -> Verdict {
        let found = &self.case.found;
        let compared = self.all_compared().len() as u64;
        so(
            self.counts_twice() || total(&found["compared"]) == compared,
            format!("{compared} were compared"),
        )?;
        let excluded = self.case.counts.iter().filter(|counts| !**counts).count() as u64;
        so(
            self.counts_twice() || total(&found["excluded"]) <= excluded,
            format!("{excluded} do not count"),
        )?;
        let agree = found["agree"] == true;
        let wrong = self.all_compared().into_iter().find(|&n| {
            let columns = self.case.solvers.iter().filter(|column| column.answered[n]);
            let outcomes: Vec<&Outcome> =
                columns.clone().map(|column| &column.outcomes[n]).collect();
            let differ = !self.case.are_all_same(&outcomes);
            // Each may be the same as the trusted answer, and still not as another.
            let differ = differ && self.case.truth.is_none();
            differ || columns.into_iter().any(|column| self.is_wrong(column, n))
        });
        let is_found =
            wrong.is_none_or(|_| !agree) || self.is_unsteady() || self.case.truth.is_some();
        so(is_found, format!("{wrong:?} is wrong"))
    }

    /// Relations are tried where solvers agree. One that does not hold is a failure of the check, and blames no answer.
    fn relations(&self) -> Verdict {
        if self.counts_twice() || self.is_unsteady() {
            return Ok(());
        }
        let all = 0..self.case.inputs.len();
        let broken = all.filter(|n| self.case.is_related(*n) == Some(false));
        let broken = broken.count() as u64;
        let found = &self.case.found;
        let told: u64 = list(&found["solvers"])
            .map(|solver| number(&solver["violated"]))
            .sum();
        so(told == broken, format!("{broken} are broken, not {told}"))?;
        so(
            broken == 0 || found["agree"] == false,
            "a relation is broken",
        )
    }

    /// Confirmed are inputs whose right answer is known, and which all solvers answered rightly.
    fn confirmed(&self) -> Verdict {
        let Some(truth) = &self.case.truth else {
            return so(
                total(&self.case.found["confirmed"]) == 0,
                "there is no truth",
            );
        };
        let compared = self.all_compared().into_iter();
        let right = compared.filter(|&n| {
            let mut columns = self.case.solvers.iter().filter(|column| column.answered[n]);
            truth[n].is_some() && columns.all(|column| !self.is_wrong(column, n))
        });
        let (confirmed, right) = (total(&self.case.found["confirmed"]), right.count() as u64);
        let is_so =
            confirmed == 0 || confirmed == right || self.counts_twice() || self.is_unsteady();
        so(is_so, format!("{right} are confirmed, not {confirmed}"))
    }

    fn table(&self) -> Verdict {
        if self.counts_twice() {
            return Ok(());
        }
        for (column, solver) in self
            .case
            .solvers
            .iter()
            .zip(list(&self.case.found["solvers"]))
        {
            let answered = self.answered(column);
            let inputs: u64 = list(&solver["sections"]).map(total).sum();
            so(
                inputs == answered.len() as u64,
                format!("{} answered {}", column.name, answered.len()),
            )?;
            if column.is_unsteady || self.case.truth.is_none() && self.is_unsteady() {
                continue;
            }
            let judges = self.case.truth.is_none() || total(&self.case.found["confirmed"]) > 0;
            let wrong = answered
                .iter()
                .filter(|n| self.is_wrong(column, **n))
                .count() as u64;
            let is_so = !judges || solver["wrong"] == wrong;
            so(
                is_so,
                format!(
                    "{} is wrong on {wrong}, not {}",
                    column.name, solver["wrong"]
                ),
            )?;
            let panics = answered
                .iter()
                .filter(|n| column.outcomes[**n].is_none())
                .count() as u64;
            let told = solver["failures"]["panic"].as_u64().unwrap_or_default();
            so(
                told == panics,
                format!("{} panics on {panics}, not {told}", column.name),
            )?;
        }
        Ok(())
    }

    /// Each wrong input is in the cell between whose ends it is, and no cell has more.
    fn maps(&self) -> Verdict {
        let axes: Vec<&Json> = list(&self.case.found["axes"]).collect();
        if self.is_unsteady() || self.counts_twice() {
            return Ok(());
        }
        let grid = &self.case.found["grid"];
        // Lists have cells in their own order.
        if grid.is_null() || !axes.iter().all(|axis| is_ascending(axis)) {
            return Ok(());
        }
        let Some(cells) = self.cells(&axes)? else {
            return Ok(());
        };
        let compared: Vec<u64> = list(&grid["compared"]).map(number).collect();
        let told: u64 = compared.iter().sum();
        let all = self.all_compared();
        so(
            compared.is_empty() || told == all.len() as u64,
            format!("{told} in all cells"),
        )?;
        for (column, wrong) in self.case.solvers.iter().zip(list(&grid["wrong"])) {
            let wrong: Vec<u64> = list(wrong).map(number).collect();
            let marked: BTreeSet<usize> =
                (0..wrong.len()).filter(|cell| wrong[*cell] > 0).collect();
            let mistakes = all.iter().filter(|n| self.is_wrong(column, **n));
            let expected: BTreeSet<usize> = mistakes.map(|n| cells[*n]).collect();
            let is_so = self.case.truth.is_none() || marked.is_subset(&expected);
            so(
                is_so,
                format!("{}: cells {marked:?}, not {expected:?}", column.name),
            )?;
        }
        Ok(())
    }

    /// The cell of each input, if axes show numbers, and those of the inputs themselves.
    fn cells(&self, axes: &[&Json]) -> Result<Option<Vec<usize>>, String> {
        let mut others = self.case.others.iter();
        if others.any(|(name, _)| name.ends_with("before `map`")) {
            return Ok(None);
        }
        let mut cells = Vec::new();
        for input in &self.case.inputs {
            let mut cell = 0;
            for (place, axis) in axes.iter().enumerate() {
                let ends: Vec<&Json> = list(&axis["cells"]).collect();
                let Some(part) = part(input, place, axes.len()) else {
                    return Ok(None);
                };
                let inside = ends.iter().position(|ends| is_between(part, ends));
                let inside = inside.ok_or_else(|| format!("{part} has no cell"))?;
                cell = cell * ends.len() + inside;
            }
            cells.push(cell);
        }
        Ok(Some(cells))
    }
}

/// The part of an input that an axis shows, if it is a number.
fn part(input: &Seen, axis: usize, axes: usize) -> Option<i128> {
    let part = match input {
        Seen::Parts(parts) if axes > 1 => parts.get(axis)?,
        _ => input,
    };
    part.number()?.to_string().parse().ok()
}

/// Whether the cells of an axis are in the order of numbers. Long numbers are cut.
fn is_ascending(axis: &Json) -> bool {
    let ends = list(&axis["cells"]).flat_map(list);
    let ends = ends.map(|end| end.as_str()?.parse::<i128>().ok());
    let ends: Option<Vec<i128>> = ends.collect();
    ends.is_some_and(|ends| ends.is_sorted())
}

/// Whether a number is between the ends of a cell.
fn is_between(value: i128, ends: &Json) -> bool {
    let end = |n: usize| ends[n].as_str().and_then(|text| text.parse::<i128>().ok());
    let range = end(0).zip(end(1));
    range.is_some_and(|(first, last)| (first..=last).contains(&value))
}

fn list(json: &Json) -> impl Iterator<Item = &Json> {
    json.as_array().into_iter().flatten()
}

fn number(json: &Json) -> u64 {
    json.as_u64().unwrap_or_default()
}

fn total(tally: &Json) -> u64 {
    ["in_order", "edges", "drawn"]
        .iter()
        .map(|field| number(&tally[*field]))
        .sum()
}

fn index(found: &Json) -> usize {
    let index = found["index"].to_string();
    index.trim_matches('"').parse().expect("a number")
}

fn so(is_so: bool, why: impl Into<String>) -> Verdict {
    if is_so { Ok(()) } else { Err(why.into()) }
}
