//! The explanation of a solver's wrong answers, as data.

use std::borrow::Cow;

/// What is wrong with a solver, based on all inputs that it answered.
///
/// ```
/// use crossply::{CrossCheck, domain};
///
/// let check = CrossCheck::new("rounded to tens", domain::all::<u8>())
///     .truth("wide", |&n| (u16::from(n) + 5) / 10 * 10)
///     .solver("half up", |&n| u16::from(n / 10) * 10 + if n % 10 < 5 { 0 } else { 10 })
///     .solver("down", |&n| u16::from(n / 10 * 10));
/// for fault in check.check_quickly()?.faults {
///     assert_eq!((&*fault.solver, fault.judged, fault.wrong), ("down", 256, 126));
///     assert_eq!(fault.how[0].mistake, "gives too low an answer");
/// }
/// # Ok::<(), crossply::CheckError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Fault {
    /// The name of the solver.
    pub solver: String,
    /// The name of the relation that does not hold for the solver. `None` if the fault is wrong answers.
    pub relation: Option<String>,
    /// The number of answers that were judged, or of inputs for which the relation was tried.
    pub judged: u64,
    /// The number of wrong answers, or of inputs for which the relation does not hold.
    pub wrong: u64,
    /// The kinds of mistakes, most frequent first.
    pub how: Vec<How>,
    /// The distinct pairs of right and given answers, if there are few.
    pub pairs: Vec<AnswerPair>,
    /// Where the answers are wrong, or which misreading all answers match.
    pub explanation: Explanation,
    /// The rule as data: a claim, which is `exactly`, `exactly-right`, `except-few` or `in-common`, and cases. A case is a list of
    /// conditions. Each has one or two terms, the operation that joins them, a test, and whether the test holds. A term has the
    /// path of a part, and what is measured of it. If a term has no value, such as the first letter of an empty list, the condition
    /// does not hold, whatever its test says. A case without conditions holds for each input. Integers are strings. Null if there
    /// is no rule.
    #[cfg(feature = "serde")]
    pub rule: serde_json::Value,
    /// What all wrong inputs have in common, even if it also holds for some right ones.
    pub in_common: Option<InCommon>,
    /// The change that turns each right answer into the wrong one.
    pub change: Option<String>,
    /// The parts of answers in which wrong ones differ from right ones: at most three. Empty if there are more, or if all parts
    /// differ.
    pub differs_in: Vec<String>,
    /// The largest difference, if all answers are numbers.
    pub largest: Option<Largest>,
    /// All of the above in sentences.
    pub text: String,
}

/// A kind of mistake.
///
/// ```
/// use crossply::{CrossCheck, domain};
///
/// let check = CrossCheck::new("inverse", domain::range(0..=9_u32))
///     .truth("checked", |&n| 100_u32.checked_div(n))
///     .solver("plain", |&n| Some(100 / n))
///     .solver("float", |&n| Some((100.0 / f64::from(n)) as u32));
/// let how = check.check_quickly()?.faults.remove(0).how;
/// assert_eq!((&*how[0].mistake, how[0].answers), ("panics", 1));
/// # Ok::<(), crossply::CheckError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct How {
    /// What the solver does, in words.
    pub mistake: Cow<'static, str>,
    /// The number of answers with this mistake.
    pub answers: u64,
    /// The first of these inputs.
    pub first: String,
    /// The conditions under which, and only under which, the solver makes this mistake. Inputs on which it is wrong in another
    /// way do not count.
    pub only_where: Option<String>,
    /// Whether these conditions hold for no input on which it is wrong in another way.
    pub is_alone: bool,
    /// The rule as data, as in [`Fault::rule`].
    #[cfg(feature = "serde")]
    pub rule: serde_json::Value,
}

/// A right answer, and the wrong one that a solver gives instead.
///
/// ```
/// use crossply::{CrossCheck, domain};
///
/// let check = CrossCheck::new("sign", domain::range(-9..=9_i32))
///     .truth("library", |n| n.signum())
///     .solver("bit", |&n| if n < 0 { -1 } else { 1 })
///     .solver("reversed", |n| -n.signum());
/// let pairs = &check.check_quickly()?.faults[1].pairs;
/// let pairs: Vec<_> = pairs.iter().map(|pair| (&*pair.right, &*pair.given, pair.answers)).collect();
/// assert_eq!(pairs, [("-1", "1", 9), ("1", "-1", 9)]);
/// # Ok::<(), crossply::CheckError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AnswerPair {
    /// The right answer, or the other solver's.
    pub right: String,
    /// The solver's answer, or how it fails.
    pub given: String,
    /// The number of inputs with these two answers.
    pub answers: u64,
    /// The first of these inputs.
    pub first: String,
}

/// What all inputs that a solver gets wrong have in common.
///
/// ```
/// use crossply::{CrossCheck, domain};
///
/// let is_lost = |n: u32| n % 6 == 0 && n.wrapping_mul(2_654_435_761) >> 30 != 0;
/// let check = CrossCheck::new("identity", domain::range(0..=9999_u32))
///     .truth("itself", |&n| n)
///     .solver("lossy", move |&n| if is_lost(n) { 0 } else { n });
/// let in_common = check.check_quickly()?.faults.remove(0).in_common.unwrap();
/// assert_eq!((&*in_common.conditions, in_common.others), ("n is divisible by 6", 418));
/// # Ok::<(), crossply::CheckError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct InCommon {
    /// Conditions that hold for all wrong inputs.
    pub conditions: String,
    /// The rule as data, as in [`Fault::rule`].
    #[cfg(feature = "serde")]
    pub rule: serde_json::Value,
    /// The number of other inputs for which the conditions hold.
    pub others: u64,
    /// These inputs, if there are at most four.
    pub named: Vec<String>,
}

/// The largest difference between a wrong number and the right one.
///
/// ```
/// use crossply::{CrossCheck, domain};
///
/// let check = CrossCheck::new("tens", domain::range(0..=99_u32))
///     .truth("rounded", |n| (n + 5) / 10 * 10)
///     .solver("not rounded", |&n| n);
/// let largest = check.check_quickly()?.faults.remove(0).largest.unwrap();
/// assert_eq!((&*largest.difference, &*largest.input), ("5", "5"));
/// # Ok::<(), crossply::CheckError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Largest {
    /// The difference between integers, or the number of units in the last place between floating-point numbers.
    pub difference: String,
    /// Whether all differences are the same.
    pub always: bool,
    /// The first input with this difference.
    pub input: String,
}

/// What explains a fault.
///
/// Conditions may speak of a shorter list, such as `[Insert(k), Remove(_), end]`. As in patterns of Rust, `_` is any argument
/// or letter. `k` and `m` are the same wherever they occur, and `start` and `end` are those of the list.
///
/// ```
/// use crossply::{CrossCheck, Explanation, domain};
///
/// let check = CrossCheck::new("leap years", domain::range(1..=9999_u32))
///     .inputs_are("year", "years")
///     .truth("Gregory", |year| year % 4 == 0 && year % 100 != 0 || year % 400 == 0)
///     .solver("Caesar", |year| year % 4 == 0)
///     .solver("no century", |year| year % 4 == 0 && year % 100 != 0);
/// let century = &check.check_quickly()?.faults[1].explanation;
/// assert_eq!(*century, Explanation::WrongWhere("the year is divisible by 400".to_owned()));
/// # Ok::<(), crossply::CheckError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Explanation {
    /// Every answer, right or wrong, is what this misreading gives.
    Misreading(String),
    /// The answers are wrong where these conditions hold, and nowhere else.
    WrongWhere(String),
    /// The answers are right where these conditions hold, and nowhere else.
    RightWhere(String),
    /// The answers are wrong where these conditions hold, on a few other inputs, and nowhere else.
    MostlyWhere {
        /// The conditions.
        conditions: String,
        /// The other inputs: at most four.
        others: Vec<String>,
    },
    /// The answers to these inputs are wrong, and all others are right.
    Inputs(Vec<String>),
    /// All answers are wrong.
    Everything,
    /// Asked again, the solver gives other answers.
    Unsteady,
    /// No short rule separates the wrong answers from the right ones. These are the first wrong inputs.
    None(Vec<String>),
}
