//! Conditions on a sequence that contains one of a few shorter ones: the simplest sequences of operations that go wrong.
//!
//! An operation without which a list is still wrong is not part of the cause. So the search begins with a list from which
//! none can be left out, as a person reduces a failing test. It then makes each operation more general, as long as no right
//! list of this length contains the result: `[Insert(1), Insert(2), Remove(1)]` becomes `[Insert(k), Insert(_), Remove(k)]`.
//! This is how rules are learned from examples in the AQ family of algorithms (R. S. Michalski, 1969).

use super::patterns::Pattern;
use super::steps::{Step, Symbol};
use super::{Candidates, Test, value_test};
use crate::explain::evidence::{Example, MAX_NAMED};
use crate::explain::predicate::Predicate;
use crate::feature::Value;

/// The maximum number of patterns in a condition.
const MOST_PATTERNS: usize = 3;

/// The maximum number of patterns before those leave that others make unnecessary.
const MOST_SIMPLEST: usize = 6;

/// The maximum number of letters of a pattern.
const MOST_STEPS: usize = 5;

/// The maximum number of steps in all patterns of a condition. More are hard to read.
const MOST_STEPS_OF_ALL: usize = 9;

/// No condition is looked for if an example is longer than this.
const LONGEST: usize = 64;

/// A sequence of an example.
struct Word<'e> {
    letters: &'e [Value],
    symbols: Vec<Symbol<'e>>,
}

/// What patterns of a sequence are made from.
struct Material<'e> {
    positives: Vec<Word<'e>>,
    negatives: Vec<Word<'e>>,
    /// Whether no other letters may be between those of a pattern.
    is_in_a_row: bool,
    allowed: Allowed,
}

/// Which negative sequences may contain a pattern.
#[derive(Clone, Copy, PartialEq)]
enum Allowed {
    None,
    /// Those that are longer than the positive one that the pattern is made from. More operations may undo what went wrong.
    Longer,
    /// Of those that are not longer, at most as many as positive ones.
    Few,
}

/// The ways to look for patterns: whether in a row, and what is allowed.
const WAYS: [(bool, Allowed); 4] = [
    (false, Allowed::Longer),
    (false, Allowed::Few),
    (true, Allowed::None),
    (true, Allowed::Few),
];

impl Candidates<'_> {
    /// Adds that the sequence contains one of a few shorter ones. The letters are those of all examples.
    pub(super) fn of_subsequences(&mut self, term: usize, letters: &[&Value]) {
        if self.positives.len() <= MAX_NAMED {
            // What so few have in common is mostly chance.
            return;
        }
        let Some(positives) = words(self.positives, term) else {
            return;
        };
        let mut material = Material {
            positives,
            negatives: words(self.negatives, term).unwrap_or_default(),
            is_in_a_row: false,
            allowed: Allowed::None,
        };
        let bits_of_letter = (letters.len() as f64 + 1.0).log2();
        for (is_in_a_row, allowed) in WAYS {
            material.is_in_a_row = is_in_a_row;
            material.allowed = allowed;
            let Some(patterns) = material.patterns() else {
                continue;
            };
            self.contains_one(term, patterns, bits_of_letter);
        }
    }

    /// Adds that the sequence contains one of the patterns.
    fn contains_one(&mut self, term: usize, patterns: Vec<Pattern>, bits_of_letter: f64) {
        if let [only] = &patterns[..]
            && let [Step::Start, _] | [_, Step::End] = only.steps[..]
        {
            // The first and the last letter are terms of their own.
            return;
        }
        let are_different = patterns[0].are_different;
        if patterns
            .iter()
            .any(|other| other.are_different != are_different)
        {
            // One sentence cannot say what is different in each.
            return;
        }
        let names = patterns.iter().filter_map(Pattern::names).max();
        let within = self.name(term).to_owned();
        let (subject, says) = said_of(&patterns, within);
        let subject = match names {
            Some(names) => format!("for some {names}, {subject}"),
            None => subject,
        };
        let bits = patterns
            .iter()
            .map(|one| one.bits(bits_of_letter) + 1.0)
            .sum();
        self.add(term, &subject, says, false, bits, of_patterns(patterns));
    }
}

/// The subject and predicate that say that a sequence of this name contains one of the patterns.
fn said_of(patterns: &[Pattern], within: String) -> (String, Predicate) {
    let is_in_a_row = patterns[0].is_in_a_row;
    let shown: Vec<Vec<String>> = patterns.iter().map(Pattern::shown).collect();
    let are_of_letters = patterns.iter().all(Pattern::is_of_letters);
    if shown.iter().all(|steps| steps.len() == 1) && are_of_letters {
        let twice = false;
        return (
            shown.concat().join(" or "),
            Predicate::Occurs { twice, within },
        );
    }
    if let [steps] = &shown[..]
        && are_of_letters
    {
        match &steps[..] {
            [first, second] if !is_in_a_row && first == second => {
                let twice = true;
                return (first.clone(), Predicate::Occurs { twice, within });
            }
            [first, second] => {
                let directly = if is_in_a_row { "directly " } else { "" };
                let says = format!("{directly}before {second} in {within}");
                return (first.clone(), Predicate::Is(says));
            }
            [_, _, _] if is_in_a_row => return (steps.join(", "), Predicate::InARow(within)),
            _ => {}
        }
    }
    let all: Vec<String> = shown
        .iter()
        .map(|steps| format!("[{}]", steps.join(", ")))
        .collect();
    let all = all.join(" or ");
    let has = if is_in_a_row {
        format!("{all} in a row")
    } else {
        format!("the subsequence {all}")
    };
    (within, Predicate::Has(has))
}

/// The sequences that are the values of a term, the shortest first. `None` if one is too long.
fn words<'e>(examples: &[&'e Example], term: usize) -> Option<Vec<Word<'e>>> {
    let mut words = Vec::new();
    for one in examples {
        let Value::Word(letters) = &one.values[term] else {
            return None;
        };
        if letters.len() > LONGEST {
            return None;
        }
        let symbols = Symbol::all(letters);
        words.push(Word { letters, symbols });
    }
    words.sort_by_key(|word| word.letters.len());
    Some(words)
}

fn of_patterns(patterns: Vec<Pattern>) -> Test {
    value_test(move |value| match value {
        Value::Word(letters) => Some(contains_one(&Symbol::all(letters), &patterns)),
        _ => None,
    })
}

impl Material<'_> {
    /// Patterns of which each positive sequence contains one. `None` if it takes too many or too long ones.
    fn patterns(&self) -> Option<Vec<Pattern>> {
        let mut patterns: Vec<Pattern> = Vec::new();
        for word in &self.positives {
            if contains_one(&word.symbols, &patterns) {
                continue;
            }
            let len = word.letters.len();
            if patterns.len() == MOST_SIMPLEST || len == 0 || len > MOST_STEPS {
                return None;
            }
            patterns.push(self.pattern_of(word));
        }
        // A later pattern may be more general than an earlier one.
        for n in (0..patterns.len()).rev() {
            let mut others = patterns.clone();
            others.remove(n);
            let mut positives = self.positives.iter();
            if positives.all(|word| contains_one(&word.symbols, &others)) {
                patterns = others;
            }
        }
        let steps: usize = patterns.iter().map(|pattern| pattern.steps.len()).sum();
        (patterns.len() <= MOST_PATTERNS && steps <= MOST_STEPS_OF_ALL).then_some(patterns)
    }

    /// A general pattern that this word contains.
    fn pattern_of(&self, word: &Word<'_>) -> Pattern {
        let positives = not_longer(&self.positives, word);
        let negatives = match self.allowed {
            Allowed::None => &self.negatives,
            Allowed::Longer | Allowed::Few => not_longer(&self.negatives, word),
        };
        let fits = |pattern: &Pattern| match self.allowed {
            Allowed::None | Allowed::Longer => {
                !negatives.iter().any(|word| pattern.is_in(&word.symbols))
            }
            Allowed::Few => occurrences(pattern, negatives) <= occurrences(pattern, positives),
        };
        let mut pattern = Pattern::exactly(word.letters, self.is_in_a_row);
        if self.allowed == Allowed::None {
            pattern = pattern.of_whole_sequence();
            while pattern.steps.len() > 1
                && let Some(shorter) = pattern.shorter().into_iter().find(fits)
            {
                pattern = shorter;
            }
        }
        if let Some(with_names) = pattern.with_names().into_iter().find(fits) {
            return with_names;
        }
        if let Some(with_pair) = pattern.with_equal_pair().into_iter().find(fits) {
            pattern = with_pair;
        }
        while let Some(wider) = pattern.wider().into_iter().find(fits) {
            pattern = wider;
        }
        pattern
    }
}

fn contains_one(symbols: &[Symbol<'_>], patterns: &[Pattern]) -> bool {
    patterns.iter().any(|pattern| pattern.is_in(symbols))
}

/// Those of the sequences, which are sorted by length, that are not longer than the word.
fn not_longer<'s, 'e>(sequences: &'s [Word<'e>], word: &Word<'_>) -> &'s [Word<'e>] {
    let end = sequences.partition_point(|other| other.letters.len() <= word.letters.len());
    &sequences[..end]
}

/// How many of the sequences contain the pattern.
fn occurrences(pattern: &Pattern, sequences: &[Word<'_>]) -> usize {
    let all = sequences.iter().filter(|word| pattern.is_in(&word.symbols));
    all.count()
}
