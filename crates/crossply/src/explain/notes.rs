//! What a pass notes about a suspect: counts, samples, and the first wrong inputs.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::sample::{NAMED, Sample, Sampled};
use super::seen::{Seen, Terms};
use crate::feature::Kind;

/// How many wrong and right inputs a sample has, and how many of those next to each other of which one is wrong.
pub(super) const WRONG: usize = 1000;
pub(super) const RIGHT: usize = 2000;
pub(super) const EDGES: usize = 1000;

/// How many counterexamples of a rule are worth knowing.
pub(super) const COUNTEREXAMPLES: usize = 500;

/// What is known of a suspect.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    pub(crate) seen: u64,
    pub(crate) wrong: u64,
    pub(crate) mistakes: Vec<(Cow<'static, str>, u64)>,
    pub(crate) wrong_ones: Sample,
    pub(crate) right_ones: Sample,
    pub(crate) edges: Sample,
    pub(crate) counterexamples: Sample,
    /// For how many wrong inputs the rule holds.
    pub(crate) covered: u64,
    /// The wrong inputs with the least and with the greatest value of each term.
    pub(crate) extremes: BTreeMap<(usize, bool), Sampled>,
    /// The first wrong inputs, also as text.
    pub(crate) first: BTreeMap<u128, (String, Sampled)>,
}

impl Notes {
    /// Keeps the wrong input in this row, if it is one of the first.
    pub(super) fn note_first(&mut self, terms: &Terms<'_>, seen: &Seen<'_>, row: usize) {
        let number = seen.number(row);
        let last = self.first.last_key_value();
        if self.first.len() == NAMED && last.is_some_and(|(last, _)| number >= *last) {
            return;
        }
        let input = format!("{:?}", seen.inputs.item(row));
        let known = terms.known(seen, row, true);
        self.first.insert(number, (input, known));
        if self.first.len() > NAMED {
            self.first.pop_last();
        }
    }

    /// Keeps wrong inputs, if a number in them is less or greater than in all before.
    pub(super) fn note_extremes(&mut self, terms: &Terms<'_>, seen: &Seen<'_>) {
        if seen.wrong.is_empty() {
            return;
        }
        for (term, feature) in terms.vocabulary.features.iter().enumerate() {
            if let Kind::Fact | Kind::Form | Kind::Float { .. } = feature.kind {
                continue;
            }
            let wrong = seen.rows().filter(|&(_, is_wrong)| is_wrong);
            let numbers =
                wrong.filter_map(|(row, _)| Some((terms.value(term, seen, row).integer()?, row)));
            let ends = numbers.fold(None, |ends, number| {
                let (least, greatest) = ends.unwrap_or((number, number));
                Some((number.min(least), number.max(greatest)))
            });
            let Some((least, greatest)) = ends else {
                continue;
            };
            for (is_greatest, (value, row)) in [(false, least), (true, greatest)] {
                if self.is_extreme(term, is_greatest, (value, seen.number(row))) {
                    let known = terms.known(seen, row, true);
                    self.extremes.insert((term, is_greatest), known);
                }
            }
        }
    }

    /// Whether this value is beyond the one that is kept, or is that of a simpler input.
    fn is_extreme(&self, term: usize, is_greatest: bool, (value, number): (i128, u128)) -> bool {
        let kept = self.extremes.get(&(term, is_greatest));
        let kept = kept.and_then(|known| Some((known.values[term].integer()?, known.number)));
        kept.is_none_or(|(kept, of)| match value.cmp(&kept) {
            Ordering::Equal => number < of,
            order => (order == Ordering::Greater) == is_greatest,
        })
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.seen += other.seen;
        self.covered += other.covered;
        self.wrong += other.wrong;
        for (mistake, times) in other.mistakes {
            match self
                .mistakes
                .iter_mut()
                .find(|(known, _)| *known == mistake)
            {
                Some((_, known)) => *known += times,
                None => self.mistakes.push((mistake, times)),
            }
        }
        self.wrong_ones.merge(WRONG, other.wrong_ones);
        self.right_ones.merge(RIGHT, other.right_ones);
        self.edges.merge(EDGES, other.edges);
        self.counterexamples
            .merge(COUNTEREXAMPLES, other.counterexamples);
        for ((term, is_greatest), known) in other.extremes {
            let value = known.values[term].integer();
            if value.is_some_and(|value| self.is_extreme(term, is_greatest, (value, known.number)))
            {
                self.extremes.insert((term, is_greatest), known);
            }
        }
        for (number, input) in other.first {
            self.first.insert(number, input);
        }
        while self.first.len() > NAMED {
            self.first.pop_last();
        }
    }

    /// The first wrong inputs, as text.
    pub(crate) fn first_ones(&self) -> Vec<String> {
        self.first
            .values()
            .map(|(input, _)| input.clone())
            .collect()
    }

    /// All inputs that are known one by one.
    pub(crate) fn known(&self) -> impl Iterator<Item = &Sampled> {
        let samples = [
            &self.wrong_ones,
            &self.right_ones,
            &self.edges,
            &self.counterexamples,
        ];
        let first = self.first.values().map(|(_, known)| known);
        samples
            .into_iter()
            .flat_map(Sample::iter)
            .chain(self.extremes.values())
            .chain(first)
    }
}
