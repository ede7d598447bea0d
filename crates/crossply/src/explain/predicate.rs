//! What a condition says of its subject, and what it says where that is not so.

use crate::feature::number;

/// A predicate of a sentence.
#[derive(Clone, Debug)]
pub(crate) enum Predicate {
    /// The words follow from the test: a bound, or a fact.
    OfTest,
    Even,
    /// Said of a bit.
    Set,
    DivisibleBy(i128),
    AtLeast(String),
    LessThan(String),
    AtMost(String),
    /// Such as "a square" or "infinite".
    Is(String),
    /// Such as "a minus sign".
    Has(String),
    Occurs {
        twice: bool,
        within: String,
    },
    /// Said of several letters of a sequence.
    InARow(String),
    Equals(String),
    BeginsWith(String),
    Divides(String),
    Overflows,
}

impl Predicate {
    pub(crate) fn is(what: &str) -> Self {
        Predicate::Is(what.to_owned())
    }

    /// The predicate, or its negation.
    pub(crate) fn words(&self, negated: bool) -> String {
        let words = |holds: &str, fails: &str| (if negated { fails } else { holds }).to_owned();
        match self {
            Predicate::OfTest => String::new(),
            Predicate::Even => words("is even", "is odd"),
            Predicate::Set => words("is set", "is clear"),
            Predicate::DivisibleBy(by) => {
                format!(
                    "{} {}",
                    words("is divisible by", "is not divisible by"),
                    number(*by)
                )
            }
            Predicate::AtLeast(bound) => {
                format!("{} {bound}", words("is at least", "is less than"))
            }
            Predicate::LessThan(bound) => {
                format!("{} {bound}", words("is less than", "is at least"))
            }
            Predicate::AtMost(bound) => {
                format!("{} {bound}", words("is at most", "is more than"))
            }
            Predicate::Is(what) => format!("{} {what}", words("is", "is not")),
            Predicate::Has(what) => format!("{} {what}", words("has", "does not have")),
            Predicate::Occurs {
                twice: false,
                within,
            } => format!("{} in {within}", words("occurs", "does not occur")),
            Predicate::Occurs { within, .. } => {
                let times = words("occurs at least twice", "occurs at most once");
                format!("{times} in {within}")
            }
            Predicate::InARow(within) => {
                format!("{} in {within}", words("are in a row", "are not in a row"))
            }
            Predicate::Equals(other) => format!("{} {other}", words("equals", "does not equal")),
            Predicate::BeginsWith(other) => {
                format!("{} {other}", words("begins with", "does not begin with"))
            }
            Predicate::Divides(other) => {
                format!("{} {other}", words("divides", "does not divide"))
            }
            Predicate::Overflows => words("overflows", "does not overflow"),
        }
    }
}
