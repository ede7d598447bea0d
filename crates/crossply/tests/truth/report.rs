//! Judges what a report says besides its explanations: the wrong input at its top, what was compared and confirmed, the
//! table of solvers, and the map.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::case::{Case, Column, Outcome};
use super::judge::{Verdict, so};
use super::value::Seen;

/// Everything that is not so, with its reason. The numbers of what was judged are added to `told`.
pub(crate) fn lies(case: &Case, told: &mut Vec<&'static str>) -> Vec<String> {
    let mut lies = Vec::new();
    for (kind, judge) in JUDGES {
        told.push(kind);
        if let Err(why) = judge(case) {
            lies.push(format!("{kind}: {why}"));
        }
    }
    lies
}

type Judging = fn(&Case) -> Verdict;

const JUDGES: [(&str, Judging); 7] = [
    ("wrong inputs", Case::wrong_inputs),
    ("the simplest", Case::simplest),
    ("compared", Case::compared),
    ("confirmed", Case::confirmed),
    ("relations", Case::relations),
    ("the table", Case::table),
    ("maps", Case::maps),
];

impl Case {
    /// The inputs that enough solvers answered.
    fn all_compared(&self) -> Vec<usize> {
        let solvers = &self.solvers;
        let least = solvers.len().min(2);
        let is_compared =
            |n: &usize| solvers.iter().filter(|one| one.answered[*n]).count() >= least;
        (0..self.inputs.len()).filter(is_compared).collect()
    }

    /// Whether a solver's answer is wrong. Without a trusted answer, only failures are.
    fn is_wrong(&self, column: &Column, n: usize) -> bool {
        match &self.truth {
            Some(truth) => truth[n].is_some() && !self.are_same(&truth[n], &column.outcomes[n]),
            None => column.outcomes[n].is_none(),
        }
    }

    pub(super) fn is_unsteady(&self) -> bool {
        self.solvers.iter().any(|column| column.is_unsteady)
    }

    /// Whether some inputs may be counted twice.
    fn counts_twice(&self) -> bool {
        let tallies = ["compared", "excluded"].map(|tally| &self.found[tally]["drawn"]);
        tallies.into_iter().any(|drawn| number(drawn) > 0)
    }

    /// Each wrong input is shown with the answers that solvers gave, and those are marked that are wrong.
    fn wrong_inputs(&self) -> Verdict {
        for found in list(&self.found["simplest"]) {
            let n = index(found);
            let is_same = found["input"] == self.inputs[n].text();
            so(is_same, "another input has this number")?;
            for given in list(&found["answers"]) {
                let name = given["solver"].as_str().expect("a name");
                let mut columns = self.solvers.iter();
                let column = columns.find(|column| column.name == name);
                let column = column.expect("a solver");
                if column.is_unsteady {
                    continue;
                }
                let answer = given["answer"].as_str().expect("words");
                let is_its = match &column.outcomes[n] {
                    Some(outcome) => answer == outcome.text(),
                    None => answer.starts_with("panic: "),
                };
                so(is_its, format!("{name}: {answer}"))?;
                let is_so = given["wrong"] == self.is_wrong(column, n);
                so(is_so, format!("{name}: {} on {answer}", given["wrong"]))?;
            }
            if let (Some(right), Some(truth)) = (found["right"].as_str(), &self.truth) {
                let known = truth[n].as_ref().map(Seen::text);
                let is_known = known.as_deref() == Some(right);
                so(is_known, format!("{right} is not right"))?;
            }
        }
        Ok(())
    }

    /// Before an input that is called the simplest, the solver is right, or all agree.
    fn simplest(&self) -> Verdict {
        let found = &self.found["simplest"][0];
        let minimised = &found["provenance"]["minimised"];
        let is_of_relation = !found["violated"].is_null();
        let shows = |n: usize, name: &str| {
            let mut columns = self.solvers.iter();
            if is_of_relation {
                let mut named = columns.filter(|column| column.name == name);
                return !self.holds[n] && named.any(|column| column.outcomes[n].is_some());
            }
            if self.truth.is_some() {
                return columns.any(|column| column.name == name && self.is_wrong(column, n));
            }
            let first = &self.solvers[0].outcomes[n];
            let differ = columns.any(|column| !self.are_same(first, &column.outcomes[n]));
            differ && self.solvers.len() < 3
        };
        if minimised["simplest"] != true || self.is_unsteady() {
            return Ok(());
        }
        let name = minimised["wrong"].as_str().expect("a name");
        let simpler = (0..index(found)).find(|&n| self.counts[n] && shows(n, name));
        simpler.map_or(Ok(()), |n| {
            Err(format!("{} is simpler", self.inputs[n].text()))
        })
    }

    fn compared(&self) -> Verdict {
        let found = &self.found;
        if !self.counts_twice() {
            let compared = self.all_compared().len();
            is_count(total(&found["compared"]), compared, "were compared")?;
            let excluded = self.counts.iter().filter(|counts| !**counts).count();
            let is_so = total(&found["excluded"]) <= excluded as u64;
            so(is_so, format!("{excluded} do not count"))?;
        }
        let agree = found["agree"] == true;
        let wrong = self.all_compared().into_iter().find(|&n| {
            let columns = self.solvers.iter().filter(|column| column.answered[n]);
            let outcomes = columns.clone().map(|column| &column.outcomes[n]);
            let differ = !self.are_all_same(&outcomes.collect::<Vec<&Outcome>>());
            // Each may be the same as the trusted answer, and still not as another.
            let differ = differ && self.truth.is_none();
            differ || columns.into_iter().any(|column| self.is_wrong(column, n))
        });
        let is_found = wrong.is_none_or(|_| !agree) || self.is_unsteady() || self.truth.is_some();
        so(is_found, format!("{wrong:?} is wrong"))
    }

    /// Relations are tried where solvers agree. One that does not hold is a failure of the check, and blames no answer.
    fn relations(&self) -> Verdict {
        if self.counts_twice() || self.is_unsteady() {
            return Ok(());
        }
        let all = 0..self.inputs.len();
        let broken = all.filter(|n| self.is_related(*n) == Some(false));
        let broken = broken.count();
        let told = list(&self.found["solvers"]).map(|solver| number(&solver["violated"]));
        is_count(told.sum(), broken, "are broken")?;
        let is_told = broken == 0 || self.found["agree"] == false;
        so(is_told, "a relation is broken")
    }

    /// Confirmed are inputs whose right answer is known, and which all solvers answered rightly.
    fn confirmed(&self) -> Verdict {
        let Some(truth) = &self.truth else {
            return so(total(&self.found["confirmed"]) == 0, "there is no truth");
        };
        let compared = self.all_compared().into_iter();
        let right = compared.filter(|&n| {
            let mut columns = self.solvers.iter().filter(|column| column.answered[n]);
            truth[n].is_some() && columns.all(|column| !self.is_wrong(column, n))
        });
        let (confirmed, right) = (total(&self.found["confirmed"]), right.count() as u64);
        let is_so =
            confirmed == 0 || confirmed == right || self.counts_twice() || self.is_unsteady();
        so(is_so, format!("{right} are confirmed, not {confirmed}"))
    }

    fn table(&self) -> Verdict {
        if self.counts_twice() {
            return Ok(());
        }
        for (column, solver) in self.solvers.iter().zip(list(&self.found["solvers"])) {
            let all = 0..self.inputs.len();
            let answered: Vec<usize> = all.filter(|n| column.answered[*n]).collect();
            let name = column.name;
            let inputs = list(&solver["sections"]).map(total).sum();
            is_count(inputs, answered.len(), &format!("were answered by {name}"))?;
            if column.is_unsteady || self.truth.is_none() && self.is_unsteady() {
                continue;
            }
            let judges = self.truth.is_none() || total(&self.found["confirmed"]) > 0;
            let wrong = answered.iter().filter(|n| self.is_wrong(column, **n));
            if judges {
                is_count(
                    number(&solver["wrong"]),
                    wrong.count(),
                    &format!("are wrong for {name}"),
                )?;
            }
            let panics = answered.iter().filter(|n| column.outcomes[**n].is_none());
            let told = number(&solver["failures"]["panic"]);
            is_count(told, panics.count(), &format!("panics of {name}"))?;
        }
        Ok(())
    }

    /// Each wrong input is in the cell between whose ends it is, and no cell has more.
    fn maps(&self) -> Verdict {
        let axes: Vec<&Json> = list(&self.found["axes"]).collect();
        if self.is_unsteady() || self.counts_twice() {
            return Ok(());
        }
        let grid = &self.found["grid"];
        // Lists have cells in their own order.
        if grid.is_null() || !axes.iter().all(|axis| is_ascending(axis)) {
            return Ok(());
        }
        let Some(cells) = self.cells(&axes)? else {
            return Ok(());
        };
        let compared: Vec<u64> = list(&grid["compared"]).map(number).collect();
        let all = self.all_compared();
        if !compared.is_empty() {
            is_count(compared.iter().sum(), all.len(), "are in all cells")?;
        }
        for (column, wrong) in self.solvers.iter().zip(list(&grid["wrong"])) {
            let wrong: Vec<u64> = list(wrong).map(number).collect();
            let marked: BTreeSet<usize> =
                (0..wrong.len()).filter(|cell| wrong[*cell] > 0).collect();
            let mistakes = all.iter().filter(|n| self.is_wrong(column, **n));
            let expected: BTreeSet<usize> = mistakes.map(|n| cells[*n]).collect();
            let is_so = self.truth.is_none() || marked.is_subset(&expected);
            let name = column.name;
            so(is_so, format!("{name}: {marked:?}, not {expected:?}"))?;
        }
        Ok(())
    }

    /// The cell of each input, if axes show numbers, and those of the inputs themselves.
    fn cells(&self, axes: &[&Json]) -> Result<Option<Vec<usize>>, String> {
        let mut others = self.others.iter();
        if others.any(|(name, _)| name.ends_with("before `map`")) {
            return Ok(None);
        }
        let mut cells = Vec::new();
        for input in &self.inputs {
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
    let part = input.part(axis).filter(|_| axes > 1);
    part.unwrap_or(input).number()?.to_string().parse().ok()
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

pub(super) fn list(json: &Json) -> impl Iterator<Item = &Json> {
    json.as_array().into_iter().flatten()
}

fn number(json: &Json) -> u64 {
    json.as_u64().unwrap_or_default()
}

/// Whether so many were counted.
fn is_count(told: u64, counted: usize, are: &str) -> Verdict {
    let is_so = told == counted as u64;
    so(is_so, format!("{counted} {are}, not {told}"))
}

fn total(tally: &Json) -> u64 {
    ["in_order", "edges", "drawn"]
        .iter()
        .map(|field| number(&tally[*field]))
        .sum()
}

/// The number of an input that was found.
pub(super) fn index(found: &Json) -> usize {
    let index = found["index"].to_string();
    index.trim_matches('"').parse().expect("a number")
}
