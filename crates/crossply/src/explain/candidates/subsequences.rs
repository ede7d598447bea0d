//! Conditions on a sequence that contains a shorter one: the simplest sequence of operations that goes wrong.
//!
//! An operation without which a list is still wrong is not part of the cause. So the search begins with a list from which
//! none can be left out, as a person reduces a failing test. It then makes each operation more general, as long as no right
//! list of this length contains the result: `[Insert(1), Insert(2), Remove(1)]` becomes `[Insert(k), Insert(_), Remove(k)]`.
//! This is how rules are learned from examples in the AQ family of algorithms (R. S. Michalski, 1969).

use super::Candidates;
use crate::explain::pattern::Pattern;
use crate::explain::subject::{Subject, Term};
use crate::explain::suspect::{Example, MAX_NAMED};
use crate::explain::test::Test;
use crate::feature::Value;

/// The maximum number of letters of a pattern.
const MOST_STEPS: usize = 5;

/// No condition is looked for if an example is longer than this.
const LONGEST: usize = 64;

impl Candidates<'_> {
    /// Adds patterns of a sequence. There are so many letters in all examples.
    pub(super) fn of_subsequences(&mut self, feature: usize, letters: usize) {
        let bits_of_letter = (letters as f64 + 1.0).log2();
        let word = Subject::Of(Term::itself(feature));
        for pattern in patterns(feature, self.positives, self.negatives) {
            let bits = pattern.bits(bits_of_letter) + 1.0;
            self.add(word, Test::Contains(pattern), false, bits);
        }
    }
}

/// General patterns of the simplest positive sequence.
pub(crate) fn patterns(
    feature: usize,
    positives: &[&Example],
    negatives: &[&Example],
) -> Vec<Pattern> {
    let both = words(positives, feature).zip(words(negatives, feature));
    let Some((positives, negatives)) = both else {
        return Vec::new();
    };
    // What so few have in common is mostly chance.
    if positives.len() <= MAX_NAMED || positives[0].is_empty() || positives[0].len() > MOST_STEPS {
        return Vec::new();
    }
    // The first and the last letter are terms of their own.
    [false, true]
        .map(|is_in_a_row| pattern_of(positives[0], &negatives, is_in_a_row))
        .into_iter()
        .filter(|pattern| !pattern.is_of_first_or_last())
        .collect()
}

/// The sequences that are the values of a feature, the shortest first. `None` if one is too long.
fn words<'e>(examples: &[&'e Example], feature: usize) -> Option<Vec<&'e [Value]>> {
    let mut words = Vec::new();
    for one in examples {
        match &one.values[feature] {
            Value::Word(letters) if letters.len() <= LONGEST => words.push(&**letters),
            _ => return None,
        }
    }
    words.sort_by_key(|word| word.len());
    Some(words)
}

/// A general pattern that the word contains. No negative sequence contains it in a row, and no negative one that is not longer
/// contains it otherwise: more operations may undo what went wrong.
fn pattern_of(word: &[Value], negatives: &[&[Value]], is_in_a_row: bool) -> Pattern {
    let not_longer = negatives.partition_point(|other| other.len() <= word.len());
    let negatives = if is_in_a_row {
        negatives
    } else {
        &negatives[..not_longer]
    };
    let fits = |pattern: &Pattern| !negatives.iter().any(|word| pattern.is_in(word));
    let mut pattern = Pattern::exactly(word, is_in_a_row);
    if is_in_a_row {
        pattern.is_at_end = [true; 2];
        while pattern.steps.len() > 1
            && let Some(shorter) = pattern.shorter().into_iter().find(fits)
        {
            pattern = shorter;
        }
    }
    if let Some(with_names) = pattern.with_names().into_iter().find(fits) {
        return with_names;
    }
    while let Some(wider) = pattern.wider().into_iter().find(fits) {
        pattern = wider;
    }
    pattern
}
