//! Conditions on sequences: texts, lists, and operations that a test carries out one after the other.
//!
//! What happens in an order shows in pairs: one letter before another, or directly before it. The pairs come from the
//! shortest positive example, because a condition has to hold for all of them. Letters also count together: those of one
//! variant of an `enum`, whatever their fields, as in `Insert(_)`, and characters of a class, such as digits.

use std::fmt;

use super::steps::Symbol;
use super::{Candidates, Test, value_test};
use crate::explain::predicate::Predicate;
use crate::feature::{Sequence, Value};

/// The maximum number of letters to try.
const MOST_LETTERS: usize = 64;

/// The maximum number of places of a sequence from which pairs are taken.
const MOST_PLACES: usize = 12;

/// The letters that a condition is about.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Letters {
    One(Value),
    /// Those whose `Debug` output begins like this: `Insert(` or `Insert {`.
    Variant(String),
    /// Characters of a kind, by its place in [`CLASSES`].
    Class(usize),
}

/// Whether a character is of a kind.
type IsOfKind = fn(char) -> bool;

/// Kinds of characters, by their names.
const CLASSES: [(&str, IsOfKind); 5] = [
    ("a space or a tab", |character| {
        matches!(character, ' ' | '\t')
    }),
    ("a digit", |character| character.is_ascii_digit()),
    ("an uppercase letter", char::is_uppercase),
    ("a letter", char::is_alphabetic),
    ("a character beyond ASCII", |character| {
        !character.is_ascii()
    }),
];

impl Letters {
    /// The letters of the same variant, or the classes of a character.
    pub(super) fn groups(letter: &Value) -> Vec<Self> {
        match letter {
            Value::Form(text) => variant(text).into_iter().map(Letters::Variant).collect(),
            Value::Character(character) => (0..CLASSES.len())
                .filter(|&class| CLASSES[class].1(*character))
                .map(Letters::Class)
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The letter, and its groups.
    fn with(letter: &Value) -> impl Iterator<Item = Self> {
        let one = Letters::One(letter.clone());
        [one].into_iter().chain(Letters::groups(letter))
    }

    pub(super) fn has(&self, letter: &Value) -> bool {
        match (self, letter) {
            (Letters::One(one), _) => one == letter,
            (Letters::Variant(beginning), Value::Form(text)) => text.starts_with(&**beginning),
            (Letters::Class(class), Value::Character(character)) => CLASSES[*class].1(*character),
            (Letters::Variant(_) | Letters::Class(_), _) => false,
        }
    }
}

impl fmt::Display for Letters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Letters::One(letter) => letter.fmt(f),
            Letters::Variant(beginning) if beginning.ends_with('(') => write!(f, "{beginning}_)"),
            Letters::Variant(beginning) => write!(f, "{beginning} .. }}"),
            Letters::Class(class) => f.write_str(CLASSES[*class].0),
        }
    }
}

/// How the `Debug` output of a variant with fields begins.
fn variant(text: &str) -> Option<String> {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    let fields = ["(", " {"]
        .into_iter()
        .find(|fields| text[end..].starts_with(fields))?;
    (end > 0).then(|| text[..end].to_owned() + fields)
}

impl Candidates<'_> {
    /// Adds conditions on a sequence: which letters occur in it, how often and in which order.
    pub(super) fn of_sequence(&mut self, n: usize, sequence: Sequence) {
        let all = self.letters(n);
        let bits = (all.len() as f64).log2();
        for letters in &all {
            self.occurrence(n, letters, bits);
            // A single letter at an end is a term of its own.
            if !matches!(letters, Letters::One(_)) {
                self.ends(n, sequence, letters, bits);
            }
        }
        let operations = all.iter().filter_map(|letters| match letters {
            Letters::One(operation) => Some(operation),
            Letters::Variant(_) | Letters::Class(_) => None,
        });
        let operations: Vec<&Value> = operations.collect();
        if !operations.iter().any(|letter| Symbol::is_unclear(letter)) {
            self.of_subsequences(n, &operations);
        }
        let positives = self.positives.iter().map(|one| word(&one.values[n]));
        let Some(shortest) = positives.min_by_key(|word| word.len()) else {
            return;
        };
        let places = &shortest[..shortest.len().min(MOST_PLACES)];
        let mut pairs = Vec::new();
        for (place, first) in places.iter().enumerate() {
            for (distance, second) in places[place + 1..].iter().enumerate() {
                for a in Letters::with(first) {
                    for b in Letters::with(second) {
                        pairs.push((a.clone(), b, distance == 0));
                    }
                }
            }
        }
        for (n_of_pair, (a, b, is_direct)) in pairs.iter().enumerate() {
            let pairs = &pairs[..n_of_pair];
            if *is_direct && !pairs.contains(&(a.clone(), b.clone(), true)) {
                self.directly_before(n, a, b, 2.0 * bits);
            }
            let is_new = pairs.iter().all(|other| (&other.0, &other.1) != (a, b));
            if is_new && a != b {
                self.before(n, a, b, 2.0 * bits + 1.0);
            }
        }
        for three in places.windows(3) {
            let exact = [0, 1, 2].map(|place: usize| Letters::One(three[place].clone()));
            for first in Letters::with(&three[0]) {
                let [_, second, third] = exact.clone();
                self.in_a_row(n, [first, second, third], 3.0 * bits);
            }
            for third in Letters::groups(&three[2]) {
                let [first, second, _] = exact.clone();
                self.in_a_row(n, [first, second, third], 3.0 * bits);
            }
        }
    }

    /// Adds conditions on two sequences: whether they are equal, or begin alike.
    pub(super) fn of_words(&mut self, a: usize, b: usize) {
        let first = self.terms[a].name.clone();
        let second = self.terms[b].name.clone();
        let equals = Predicate::Equals(second.clone());
        self.either_of_words([a, b], &first, equals, 0.0, |a, b| a == b);
        for (terms, subject, other) in [([a, b], &first, &second), ([b, a], &second, &first)] {
            let says = Predicate::BeginsWith(other.clone());
            self.either_of_words(terms, subject, says, 2.0, <[Value]>::starts_with);
        }
        let mut lengths = Vec::new();
        for one in self.positives {
            lengths.push(common_beginning(word(&one.values[a]), word(&one.values[b])));
        }
        let least = lengths.iter().min().copied().unwrap_or(0);
        let above = lengths.iter().max().copied().unwrap_or(0) + 1;
        let subject = format!("the length of the common beginning of {first} and {second}");
        for length in [least, above] {
            let says = Predicate::AtLeast(length.to_string());
            self.either_of_words([a, b], &subject, says, 4.0, move |a, b| {
                common_beginning(a, b) >= length
            });
        }
    }

    fn either_of_words(
        &mut self,
        both: [usize; 2],
        subject: &str,
        says: Predicate,
        bits: f64,
        test: impl Fn(&[Value], &[Value]) -> bool + Send + Sync + 'static,
    ) {
        self.either_of_pair(both, subject, says, bits, move |a, b| match (a, b) {
            (Value::Word(a), Value::Word(b)) => Some(test(a, b)),
            _ => None,
        });
    }

    /// The letters of the examples, and the groups of several letters.
    fn letters(&self, n: usize) -> Vec<Letters> {
        let mut all: Vec<&Value> = Vec::new();
        let examples = self.positives.iter().chain(self.negatives);
        for letter in examples.flat_map(|one| word(&one.values[n])) {
            if all.len() < MOST_LETTERS && !all.contains(&letter) {
                all.push(letter);
            }
        }
        let mut groups: Vec<Letters> = Vec::new();
        for group in all.iter().flat_map(|letter| Letters::groups(letter)) {
            let several = all.iter().filter(|letter| group.has(letter)).count() > 1;
            if several && !groups.contains(&group) {
                groups.push(group);
            }
        }
        let letters = all.into_iter().cloned().map(Letters::One);
        letters.chain(groups).collect()
    }

    /// Whether the letters occur, once or twice.
    fn occurrence(&mut self, n: usize, letters: &Letters, bits: f64) {
        for (twice, bits) in [(false, bits), (true, bits + 2.0)] {
            let within = self.terms[n].name.clone();
            let least = 1 + usize::from(twice);
            let wanted = letters.clone();
            let test = of_word(move |word| {
                let wanted = word.iter().filter(|letter| wanted.has(letter));
                wanted.take(least).count() == least
            });
            let says = Predicate::Occurs { twice, within };
            self.either(n, &letters.to_string(), says, bits, test);
        }
    }

    /// Whether the sequence begins or ends with one of the letters.
    fn ends(&mut self, n: usize, sequence: Sequence, letters: &Letters, bits: f64) {
        let letter = sequence.letter();
        for (end, place) in [
            ("first", <[Value]>::first as fn(&[Value]) -> Option<&Value>),
            ("last", <[Value]>::last),
        ] {
            let subject = format!("the {end} {letter} of {}", self.terms[n].name);
            let wanted = letters.clone();
            let test = value_test(move |value| place(word(value)).map(|letter| wanted.has(letter)));
            self.either(n, &subject, Predicate::is(&letters.to_string()), bits, test);
        }
    }

    fn before(&mut self, n: usize, a: &Letters, b: &Letters, bits: f64) {
        let says = Predicate::Is(format!("before {b} in {}", self.terms[n].name));
        let first = a.clone();
        let second = b.clone();
        let test = of_word(move |word| {
            let before = word.iter().position(|letter| first.has(letter));
            before.is_some_and(|place| word[place + 1..].iter().any(|letter| second.has(letter)))
        });
        self.add(n, &a.to_string(), says, false, bits, test);
    }

    fn directly_before(&mut self, n: usize, a: &Letters, b: &Letters, bits: f64) {
        let says = Predicate::Is(format!("directly before {b} in {}", self.terms[n].name));
        let first = a.clone();
        let second = b.clone();
        let test = of_word(move |word| {
            word.windows(2)
                .any(|two| first.has(&two[0]) && second.has(&two[1]))
        });
        self.add(n, &a.to_string(), says, false, bits, test);
    }

    fn in_a_row(&mut self, n: usize, letters: [Letters; 3], bits: f64) {
        let shown = letters.each_ref().map(Letters::to_string);
        let says = Predicate::InARow(self.terms[n].name.clone());
        let test = of_word(move |word| {
            word.windows(letters.len()).any(|some| {
                let mut both = letters.iter().zip(some);
                both.all(|(wanted, letter)| wanted.has(letter))
            })
        });
        self.add(n, &shown.join(", "), says, false, bits, test);
    }
}

/// The number of letters that both sequences begin with.
fn common_beginning(a: &[Value], b: &[Value]) -> usize {
    let both = a.iter().zip(b);
    both.take_while(|(a, b)| a == b).count()
}

/// The letters of a sequence.
fn word(value: &Value) -> &[Value] {
    match value {
        Value::Word(letters) => letters,
        _ => &[],
    }
}

fn of_word(test: impl Fn(&[Value]) -> bool + Send + Sync + 'static) -> Test {
    value_test(move |value| match value {
        Value::Word(letters) => Some(test(letters)),
        _ => None,
    })
}
