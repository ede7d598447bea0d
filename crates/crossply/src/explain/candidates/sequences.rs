//! Conditions on sequences: texts, lists, and operations that a test carries out one after the other.
//!
//! What happens in an order shows in neighbours. They come from the shortest positive example, because a condition has to hold
//! for all of them. Letters also count together: those of one variant of an `enum`, whatever their fields, as in
//! `Insert(_)`, and characters of a class, such as digits.

use super::Candidates;
use crate::explain::pattern::{Pattern, Step};
use crate::explain::subject::{Subject, Term};
use crate::explain::test::Test;
use crate::feature::Value;

/// The maximum number of letters to try.
const MOST_LETTERS: usize = 64;

/// The maximum number of neighbours that are taken from a sequence.
const MOST_PLACES: usize = 12;

impl Candidates<'_> {
    /// Adds conditions on a sequence: which letters occur in it, how often and in which order.
    pub(super) fn of_sequence(&mut self, feature: usize) {
        let letters = self.letters(feature);
        let all = with_groups(&letters);
        let bits = (all.len() as f64).log2();
        for step in &all {
            let once = Pattern::of([step.clone()], false);
            let twice = Pattern::of([step.clone(), step.clone()], false);
            self.either_contains(feature, once.clone(), bits);
            self.either_contains(feature, twice, bits + 2.0);
            // A single letter at an end is a term of its own.
            if !matches!(step, Step::One(_)) {
                let [mut first, mut last] = [once.clone(), once];
                first.is_at_end[0] = true;
                last.is_at_end[1] = true;
                self.either_contains(feature, first, bits);
                self.either_contains(feature, last, bits);
            }
        }
        let mut forms = letters.iter();
        if !forms.any(|letter| matches!(letter, Value::Form(form) if form.is_unclear())) {
            self.of_subsequences(feature, letters.len());
        }
        // Orders of letters that are not neighbours are among the patterns above.
        let positives = self
            .positives
            .iter()
            .filter_map(|one| one.values[feature].letters());
        let shortest = positives.min_by_key(|word| word.len()).unwrap_or_default();
        let mut tried: Vec<Pattern> = Vec::new();
        for two in shortest.windows(2).take(MOST_PLACES) {
            for a in Step::with_groups(&two[0]) {
                let pairs = Step::with_groups(&two[1]).map(|b| Pattern::of([a.clone(), b], true));
                tried.extend(pairs);
            }
        }
        let word = Subject::Of(Term::itself(feature));
        for (n, pattern) in tried.iter().enumerate() {
            if !tried[..n].contains(pattern) {
                let contains = Test::Contains(pattern.clone());
                self.add(word, contains, false, 2.0 * bits);
            }
        }
    }

    fn either_contains(&mut self, feature: usize, pattern: Pattern, bits: f64) {
        let contains = Test::Contains(pattern);
        self.either(Subject::Of(Term::itself(feature)), contains, bits);
    }

    /// The letters of the examples.
    fn letters(&self, feature: usize) -> Vec<Value> {
        let mut all: Vec<Value> = Vec::new();
        let examples = self.positives.iter().chain(self.negatives);
        for letter in examples.flat_map(|one| one.values[feature].letters().unwrap_or_default()) {
            if all.len() < MOST_LETTERS && !all.contains(letter) {
                all.push(letter.clone());
            }
        }
        all
    }
}

/// The letters, and the groups that have several of them.
fn with_groups(letters: &[Value]) -> Vec<Step> {
    let mut all: Vec<Step> = letters.iter().cloned().map(Step::One).collect();
    for group in letters.iter().flat_map(Step::groups) {
        let several = letters.iter().filter(|letter| group.has(letter)).count() > 1;
        if several && !all.contains(&group) {
            all.push(group);
        }
    }
    all
}
