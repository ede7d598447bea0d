//! Findings: failing inputs and their answers, as text, so that journals, merges and reports do not depend on a check's
//! types.

use crate::any_vec::Outcome;
use crate::failure::FailureKind;
use crate::wide::Wide;

/// An input on which solvers disagree, or on which an oracle finds an answer wrong.
///
/// ```
/// use crossply::{CrossCheck, domain};
///
/// let check = CrossCheck::new("digits", domain::range(0..=999_u32))
///     .solver("text", |n| n.to_string().len() as u32)
///     .solver("logarithm", |n| n.ilog10() + 1);
/// let found = &check.check_quickly()?.simplest[0];
/// assert_eq!((found.index.0, &*found.input), (0, "0"));
/// # Ok::<(), crossply::CheckError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Finding {
    /// The number of the input in the domain, or the seed from which it was drawn.
    pub index: Wide,
    /// The input as text.
    pub input: String,
    /// The section of the domain. Empty if the domain has no sections.
    pub section: String,
    /// The outcome of each solver.
    pub answers: Vec<Given>,
    /// The trusted answer. Without one, a solver that depends on earlier inputs is held to its answer to this input alone.
    pub right: Option<String>,
    /// The violated relation, if that is the fault.
    pub violated: Option<Violation>,
    /// If the input alone does not get the wrong answer, the shortest batch found in which it does. Otherwise empty.
    pub batch: Vec<Numbered>,
    /// How it was found.
    pub provenance: Provenance,
}

/// The outcome of a solver on an input.
///
/// ```
/// use crossply::{CrossCheck, domain};
///
/// let check = CrossCheck::new("average", domain::words([1, 2_u32], 0..=2))
///     .solver("plain", |list| list.iter().sum::<u32>() / list.len() as u32)
///     .solver("guarded", |list| list.iter().sum::<u32>() / list.len().max(1) as u32);
/// let empty = &check.check_quickly()?.simplest[0];
/// assert_eq!(empty.answers[0].answer, "panic: attempt to divide by zero");
/// assert_eq!(empty.answers[1].answer, "0");
/// # Ok::<(), crossply::CheckError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Given {
    /// The name of the solver.
    pub solver: String,
    /// Its answer or failure, as text.
    pub answer: String,
    /// Whether it is wrong. Failures are always wrong.
    pub wrong: bool,
    /// Whether the solver is alone: all others, at least two, gave the same answer. False if the right answer is
    /// known.
    pub alone: bool,
    /// Whether it differs from the first solver's outcome. Failures of the same kind do not differ.
    pub differs: bool,
    /// The kind of its failure, if it gave no answer.
    pub failure: Option<FailureKind>,
    /// The file and the line of its panic: `src/lib.rs:12`.
    pub place: Option<String>,
}

/// A relation between answers that does not hold.
///
/// ```
/// use crossply::{CrossCheck, domain};
///
/// let check = CrossCheck::new("distance", domain::of([domain::range(0..=3_i32), domain::range(0..=3)]))
///     .solver("difference", |[a, b]| a - b)
///     .solver("sum", |[a, b]| a + -b)
///     .relation("symmetric", |&[a, b], ask| ask(&[a, b]) == ask(&[b, a]));
/// let found = check.check_quickly()?.simplest.remove(0);
/// let compared = found.violated.map_or(vec![], |violation| violation.compared);
/// assert_eq!(compared[0], ("[0, 1]".to_owned(), "-1".to_owned()));
/// # Ok::<(), crossply::CheckError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Violation {
    /// The name of the relation.
    pub relation: String,
    /// The inputs and answers that it compared.
    pub compared: Vec<(String, String)>,
}

/// An input with its number.
///
/// ```
/// use std::collections::HashMap;
///
/// use crossply::{CrossCheck, domain};
///
/// let check = CrossCheck::new("remainder", domain::range(0..=99_u32))
///     .solver("plain", |n| n % 7)
///     .stateful("cached", || {
///         let mut cache = HashMap::new();
///         // A bug: the key has only the last digit.
///         move |n: &u32| *cache.entry(n % 10).or_insert(n % 7)
///     });
/// let found = &check.check_quickly()?.simplest[0];
/// let asked: Vec<_> = found.batch.iter().map(|asked| &*asked.input).collect();
/// assert_eq!(asked.len(), 2);
/// # Ok::<(), crossply::CheckError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Numbered {
    /// The number of the input in the domain.
    pub index: Wide,
    /// The input as text.
    pub input: String,
}

/// How an input was found.
///
/// ```
/// use crossply::{CrossCheck, Provenance, domain};
///
/// let check = CrossCheck::new("last digit", domain::range(0..=99_u32))
///     .truth("remainder", |n| n % 10)
///     .solver("below twenty", |&n| if n < 10 { n } else { n - 10 })
///     .solver("text", |n| n.to_string().bytes().last().map_or(0, |digit| u32::from(digit - b'0')));
/// let found = &check.check_quickly()?.simplest[0];
/// assert!(matches!(found.provenance, Provenance::Minimised { simplest: true, .. }));
/// # Ok::<(), crossply::CheckError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Provenance {
    /// It was found in a run.
    #[default]
    Seen,
    /// It was found by the search for a simpler input that a solver gets wrong.
    Minimised {
        /// The name of the solver.
        wrong: String,
        /// Whether the solver answered all simpler inputs, and was right on all of them.
        simplest: bool,
    },
    /// It was found in a run, but solvers are right on the input alone: an answer depends on more than its input, for example
    /// on earlier inputs.
    DependsOnHistory,
    /// It was found by shrinking a drawn input.
    Shrunk {
        /// The name of the solver that is wrong.
        wrong: String,
    },
}

impl Finding {
    /// Returns the names of the solvers that are wrong.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("hexadecimal digit", domain::range(0..=15_u8))
    ///     .truth("library", |&n| char::from_digit(n.into(), 16))
    ///     .solver("offset", |&n| Some(char::from(b'0' + n)))
    ///     .solver("table", |&n| "0123456789abcdef".chars().nth(n.into()));
    /// let found = &check.check_quickly()?.simplest[0];
    /// assert!(found.wrong().eq(["offset"]));
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    pub fn wrong(&self) -> impl Iterator<Item = &str> {
        let wrong = self.answers.iter().filter(|given| given.wrong);
        wrong.map(|given| &*given.solver)
    }

    /// The outcomes against which something is known. An answer that differs only from a failure is not among them.
    pub(crate) fn blamed(&self) -> impl Iterator<Item = &Given> {
        let first_fails = self
            .answers
            .iter()
            .take(1)
            .any(|given| given.failure.is_some());
        self.answers
            .iter()
            .filter(move |given| given.wrong || given.alone || given.differs && !first_fails)
    }

    /// A clause that says that the relation is at fault, if it contradicts right answers.
    pub(crate) fn contradiction(&self) -> Option<String> {
        self.right.as_ref()?;
        let violated = self.violated.as_ref()?;
        let is_contradicted = self.wrong().next().is_none();
        let relation = &violated.relation;
        is_contradicted.then(|| format!("the relation `{relation}` contradicts right answers"))
    }

    /// Whether there are several solvers, and all failed in the same way, so that they do not differ.
    pub(crate) fn fails_alike(&self) -> bool {
        let mut failures = self.answers.iter().map(|given| given.failure);
        let first = failures.next().flatten();
        first.is_some() && self.answers.len() > 1 && failures.all(|failure| failure == first)
    }
}

impl Given {
    pub(crate) fn new(solver: &str, outcome: Outcome<'_>, wrong: bool) -> Self {
        Given {
            solver: solver.to_owned(),
            answer: Given::text(outcome),
            wrong,
            alone: false,
            differs: false,
            failure: outcome.err().map(|failure| failure.kind),
            place: outcome.err().and_then(|failure| failure.place.clone()),
        }
    }

    /// An outcome as text, as reports show it.
    pub(crate) fn text(outcome: Outcome<'_>) -> String {
        match outcome {
            Ok(answer) => format!("{answer:?}"),
            Err(failure) => failure.to_string(),
        }
    }
}
