//! The findings of a run: counts, digests, and the simplest wrong inputs.
//!
//! They hold inputs and answers as text, as a person reads them. So journals, merges and reports need not know the types
//! of a check, and are compiled once. The sum of the findings of blocks does not depend on the order of the blocks.

use std::fmt::Debug;

use serde::{Deserialize, Serialize};

use crate::plan::Plan;
use crate::wide::Wide;
use crate::{Counts, Digest, JournalError, Outcome, Shard};

/// How many wrong inputs are kept: the simplest.
pub(crate) const KEPT_FINDINGS: usize = 10;

/// The findings of a run.
#[derive(Debug)]
pub struct Findings {
    /// Numbers.
    pub counts: Counts,
    /// How the run ended.
    pub ended: Ended,
    /// The simplest wrong inputs, simplest first.
    pub simplest: Vec<Finding>,
    /// Why the journal lacks some of this.
    pub unsaved: Option<JournalError>,
}

/// An input on which solvers disagree, or to which an oracle refuses their answer.
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(transform = crate::without_examples))]
pub struct Finding {
    /// The number of the input in the domain; the seed that it was drawn with, if the domain cannot be numbered.
    pub index: Wide,
    /// The input.
    pub input: String,
    /// The section of the domain, if it has sections.
    pub section: String,
    /// The outcome of each solver.
    pub answers: Vec<Given>,
    /// The trusted answer, if there is one.
    pub right: Option<String>,
    /// The relation that the answers violate, if that is what is wrong, and the inputs and answers that it compared.
    pub violated: Option<Violation>,
    /// If the input alone gets no wrong answer: a batch that does, as short as one was found. Otherwise empty.
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
/// assert!(empty.answers[0].panicked && empty.answers[0].answer.contains("divide by zero"));
/// assert_eq!(empty.answers[1].answer, "0");
/// # Ok::<(), crossply::CheckError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(transform = crate::without_examples))]
pub struct Given {
    /// The solver.
    pub solver: String,
    /// Its answer, or the message of its panic.
    pub answer: String,
    /// Whether it is wrong. A panic is wrong.
    pub wrong: bool,
    /// Whether it panicked.
    pub panicked: bool,
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(transform = crate::without_examples))]
pub struct Violation {
    /// The relation.
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
///         // The key lacks a digit.
///         move |n: &u32| *cache.entry(n % 10).or_insert(n % 7)
///     });
/// let found = &check.check_quickly()?.simplest[0];
/// let asked: Vec<_> = found.batch.iter().map(|asked| &*asked.input).collect();
/// assert_eq!(asked.len(), 2);
/// # Ok::<(), crossply::CheckError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(transform = crate::without_examples))]
pub struct Numbered {
    /// Its number in the domain.
    pub index: Wide,
    /// The input.
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(transform = crate::without_examples))]
#[serde(rename_all = "snake_case")]
pub enum Provenance {
    /// A run met it.
    #[default]
    Seen,
    /// It is the result of a search for a simpler input about which this solver is wrong as well.
    Minimised {
        /// The solver.
        wrong: String,
        /// Whether the solver answered every simpler input, and is right about all of them.
        simplest: bool,
    },
    /// Every solver is right about the input alone: an answer depends on earlier inputs.
    DependsOnHistory,
}

/// How a run ended.
///
/// ```
/// use crossply::{CrossCheck, Ended, domain};
///
/// let check = CrossCheck::new("sign", domain::all::<i8>())
///     .solver("library", |n| n.signum())
///     .solver("comparisons", |&n| i8::from(n > 0) - i8::from(n < 0));
/// assert_eq!(check.check_quickly()?.ended, Ended::Completed);
/// # Ok::<(), crossply::CheckError>(())
/// ```
// The worst is the greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(transform = crate::without_examples))]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", schemars(rename = "HowItEnded"))]
pub enum Ended {
    /// Everything was done.
    Completed,
    /// The time was up.
    TimeUp,
    /// The user interrupted it.
    Interrupted,
}

/// The distinct inputs of a section that solvers answered, and their answers.
///
/// ```
/// use crossply::{CrossCheck, domain};
///
/// let check = CrossCheck::new("palindromes", domain::words("ab", 0..=3))
///     .digests()
///     .solver("reversed", |word| word.iter().eq(word.iter().rev()))
///     .solver("ends", |word| word.first() == word.last());
/// let digests = check.check_quickly()?.digests;
/// assert_eq!((&*digests[3].section, digests[3].inputs), ("length 3", 8));
/// # Ok::<(), crossply::CheckError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(transform = crate::without_examples))]
pub struct SectionDigest {
    /// The section.
    pub section: String,
    /// How many distinct inputs.
    pub inputs: u64,
    /// The digest of the answers; none if solvers differ.
    pub sum: Option<Digest>,
    /// Whether it equals the digest on record; none unless it covers all inputs of the section.
    pub as_recorded: Option<bool>,
}

impl Finding {
    /// The solvers that are wrong.
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
}

impl Given {
    pub(crate) fn new(solver: &str, outcome: &Outcome<impl Debug>, wrong: bool) -> Self {
        Given {
            solver: solver.to_owned(),
            answer: outcome.in_words(),
            wrong,
            panicked: matches!(outcome, Outcome::Panic(_)),
        }
    }
}

impl Findings {
    /// The findings of a run that has not begun.
    pub(crate) fn nothing(plan: &Plan) -> Self {
        Findings {
            counts: Counts::nothing(plan),
            ended: Ended::Completed,
            simplest: Vec::new(),
            unsaved: None,
        }
    }

    /// Whether a finding with this number would be kept.
    pub(crate) fn keeps(&self, index: u128) -> bool {
        let last = self.simplest.get(KEPT_FINDINGS - 1);
        last.is_none_or(|last| index <= last.index.0)
    }

    /// Keeps the simplest of these and those kept before, without counting them.
    pub(crate) fn keep_simplest(&mut self, found: impl IntoIterator<Item = Finding>) {
        keep_simplest(&mut self.simplest, found);
    }

    /// Puts the result of a search first.
    pub(crate) fn keep_first(&mut self, simplest: Finding) {
        self.simplest.retain(|found| found.index != simplest.index);
        self.simplest.insert(0, simplest);
        self.simplest.truncate(KEPT_FINDINGS);
    }

    /// Adds the findings of other blocks.
    pub(crate) fn merge(&mut self, other: Self) {
        self.counts.merge(other.counts);
        if other.ended != Ended::Completed {
            self.ended = other.ended;
        }
        self.keep_simplest(other.simplest);
    }

    /// Records why the run proves nothing, unless that is known.
    pub(crate) fn add_trouble(&mut self, trouble: String) {
        self.counts.trouble.get_or_insert(trouble);
    }

    /// Records that a run compared nothing, unless this part of the plan is empty. An interrupted run says so
    /// itself.
    pub(crate) fn refuse_nothing(&mut self, plan: &Plan, shard: Shard) {
        let noun = &plan.outline.noun;
        let why = match self.ended {
            _ if self.counts.compared.total() > 0 || plan.inputs(shard) == 0 => return,
            Ended::Interrupted => return,
            Ended::TimeUp => format!("the time was up before two solvers had answered one {noun}"),
            Ended::Completed => format!("no {noun} was answered by two solvers"),
        };
        self.add_trouble(format!("nothing was compared: {why}"));
    }
}

/// Keeps the simplest of these and those kept before.
pub(crate) fn keep_simplest(kept: &mut Vec<Finding>, found: impl IntoIterator<Item = Finding>) {
    for found in found {
        match kept.binary_search_by_key(&found.index, |kept| kept.index) {
            // The same input in two stages: the one with more solvers says more.
            Ok(at) if found.answers.len() > kept[at].answers.len() => kept[at] = found,
            Ok(_) => {}
            Err(at) => {
                kept.insert(at, found);
                kept.truncate(KEPT_FINDINGS);
            }
        }
    }
}
