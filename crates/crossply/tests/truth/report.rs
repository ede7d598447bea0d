//! Judges what a report says besides its explanations: the wrong input at its top, what was compared and confirmed, the
//! table of solvers, and the map.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::case::{Case, Column};
use super::value::{Int, Seen};
use super::{Verdict, index, list, number, so, words};

/// The kinds of all that was judged.
pub(crate) fn judged(case: &Case) -> Vec<(&str, Verdict)> {
    let judged = JUDGES.map(|(kind, judge)| (kind, judge(case)));
    judged.to_vec()
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
                let name = words(&given["solver"]);
                let mut columns = self.solvers.iter();
                let column = columns.find(|column| column.name == name);
                let column = column.expect("a solver");
                if column.is_unsteady {
                    continue;
                }
                let answer = words(&given["answer"]);
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
        let name = words(&minimised["wrong"]);
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
        if found["agree"] == false || self.is_unsteady() || self.truth.is_some() {
            return Ok(());
        }
        let mut compared = self.all_compared().into_iter();
        let wrong = compared.find(|n| !self.do_agree(*n));
        so(wrong.is_none(), format!("{wrong:?} is wrong"))
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
        let mut others = self.others.iter();
        let is_mapped = others.any(|(name, _)| name.ends_with("before `map`"));
        if self.is_unsteady() || self.counts_twice() || is_mapped {
            return Ok(());
        }
        let mut cells = vec![0; self.inputs.len()];
        for (n, axis) in list(&self.found["axes"]).enumerate() {
            let Some(inside) = self.cells(n, axis) else {
                return Ok(());
            };
            let all = list(&axis["cells"]).count();
            let pairs = cells.iter_mut().zip(inside);
            pairs.for_each(|(cell, inside)| *cell = *cell * all + inside);
        }
        let grid = &self.found["grid"];
        let all = self.all_compared();
        let compared: Vec<u64> = list(&grid["compared"]).map(number).collect();
        if !compared.is_empty() {
            is_count(compared.iter().sum(), all.len(), "are in all cells")?;
        }
        for (column, wrong) in self.solvers.iter().zip(list(&grid["wrong"])) {
            let marked = list(wrong).map(number).enumerate();
            let marked = marked.filter_map(|(cell, wrong)| (wrong > 0).then_some(cell));
            let marked: BTreeSet<usize> = marked.collect();
            let mistakes = all.iter().filter(|n| self.is_wrong(column, **n));
            let expected: BTreeSet<usize> = mistakes.map(|n| cells[*n]).collect();
            let is_so = self.truth.is_none() || marked.is_subset(&expected);
            let name = column.name;
            so(is_so, format!("{name}: {marked:?}, not {expected:?}"))?;
        }
        Ok(())
    }

    /// The place of each input on an axis; none if that does not show numbers in their order, or cuts them.
    fn cells(&self, axis: usize, shown: &Json) -> Option<Vec<usize>> {
        let is_whole = list(&self.found["axes"]).count() == 1;
        let ends = list(&shown["cells"]).flat_map(list);
        let ends = ends.map(|end| Int::read(words(end)));
        let ends = ends.collect::<Option<Vec<Int>>>()?;
        let cells = self.inputs.iter().map(|input| {
            let part = input.part(axis).filter(|_| !is_whole);
            let n = part.unwrap_or(input).number()?;
            Some(
                ends.iter()
                    .skip(1)
                    .step_by(2)
                    .filter(|last| **last < n)
                    .count(),
            )
        });
        cells.collect::<Option<_>>().filter(|_| ends.is_sorted())
    }
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
