//! What a fault is, as data and in words.

use std::borrow::Cow;
use std::cmp::Reverse;

use super::condition::{all_of, listed};
use super::notes::NAMED;
use super::rule::{Of, Rule};
use super::search::Found;
use crate::definition::Definition;
use crate::failure::catch_panic;
use crate::feature::AnyFeature;
use crate::wide::count;

/// How many ways of being wrong are named.
const NAMED_MISTAKES: usize = 3;

/// What is wrong with a solver, on all inputs that it was asked for.
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
#[cfg_attr(feature = "journal", derive(serde::Serialize, serde::Deserialize))]
pub struct Fault {
    /// The solver.
    pub solver: String,
    /// On how many answers this rests.
    pub judged: u64,
    /// How many of these are wrong.
    pub wrong: u64,
    /// In which ways they are wrong, the most frequent first.
    pub how: Vec<How>,
    /// Where, or which misreading it matches.
    pub explanation: Explanation,
    /// What each wrong answer is, as a change of the right one.
    pub change: Option<String>,
    /// All of this in sentences.
    pub text: String,
}

/// A way of being wrong.
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
#[cfg_attr(feature = "journal", derive(serde::Serialize, serde::Deserialize))]
pub struct How {
    /// What the solver does, in words.
    pub mistake: Cow<'static, str>,
    /// How many answers are so.
    pub answers: u64,
}

/// What explains a fault.
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
#[cfg_attr(feature = "journal", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "journal", serde(rename_all = "kebab-case"))]
pub enum Explanation {
    /// Every answer, right or wrong, is that of this misreading.
    Misreading(String),
    /// The answers are wrong where these conditions hold, and nowhere else.
    WrongWhere(String),
    /// The answers are right where these conditions hold, and nowhere else.
    RightWhere(String),
    /// The answers are wrong wherever these conditions hold, but not only there.
    PartlyWhere {
        /// The conditions.
        conditions: String,
        /// How many wrong answers that says.
        of_these: u64,
    },
    /// The answers to these inputs are wrong, and no others.
    Inputs(Vec<String>),
    /// All answers are wrong.
    Everything,
    /// A second run finds another number of wrong inputs.
    Unsteady,
    /// There was no time to test a rule on all inputs. These are the first that are wrong.
    Untested(Vec<String>),
    /// No short rule holds for these inputs, the first that are wrong, and for all others that are wrong, and no more.
    None(Vec<String>),
}

/// How a fault is told.
pub(crate) struct Voice<'a> {
    pub(crate) check: &'a Definition,
    /// Who is wrong, at the beginning of a sentence.
    pub(crate) who: &'a str,
    /// If it is not known who is right: the other one of two solvers, or the others of more.
    pub(crate) differs_from: Option<&'a str>,
    pub(crate) right: &'a str,
    /// Which inputs were answered, such as "1,000 numbers".
    pub(crate) scope: String,
    /// Whether the domain has inputs that were not answered.
    pub(crate) is_partial: bool,
    /// How many wrong answers a run counted, if that is known.
    pub(crate) counted: Option<u64>,
}

impl Voice<'_> {
    pub(crate) fn fault(&self, found: Found, terms: &[AnyFeature]) -> Fault {
        let notes = found.notes;
        let is_unsteady = match self.counted {
            _ if !found.is_complete => false,
            Some(counted) => notes.wrong != counted,
            None => notes.wrong == 0,
        };
        let shown = |number| format!("{:?}", self.check.inputs(&[number]).item(0));
        let first = notes.first();
        let first = first.filter_map(|number| catch_panic(|| shown(number)).ok());
        let first = first.collect();
        let (as_if, as_there) = match found.reading {
            Some((words, true)) => (Some(words), None),
            Some((words, false)) => (None, Some(words)),
            None => (None, None),
        };
        let is_said = found.is_complete && !is_unsteady && as_if.is_none();
        let explanation = match (as_if, found.rule) {
            (Some(words), _) => Explanation::Misreading(words),
            _ if is_unsteady => Explanation::Unsteady,
            _ if !found.is_complete => Explanation::Untested(first),
            _ if notes.wrong == notes.seen => Explanation::Everything,
            (_, Some(Rule { cases, of })) => {
                let cases = cases.iter().map(|conditions| all_of(conditions, terms));
                let conditions = cases.collect::<Vec<_>>().join(", or where ");
                match of {
                    Of::Wrong => Explanation::WrongWhere(conditions),
                    Of::Right => Explanation::RightWhere(conditions),
                    Of::SomeWrong => Explanation::PartlyWhere {
                        conditions,
                        of_these: notes.covered,
                    },
                }
            }
            _ if notes.wrong <= NAMED as u64 => Explanation::Inputs(first),
            _ => Explanation::None(first),
        };
        let change = found.change.map(|change| change.words(self.right));
        let mistakes = notes.mistakes.into_iter();
        let how = mistakes.map(|(mistake, answers)| How { mistake, answers });
        let mut how: Vec<_> = how.collect();
        how.sort_by_key(|how| Reverse(how.answers));
        let mut fault = Fault {
            solver: self.who.to_owned(),
            judged: notes.seen,
            wrong: self.counted.unwrap_or(notes.wrong),
            how,
            explanation,
            change: change.or(as_there).filter(|_| is_said),
            text: String::new(),
        };
        fault.text = self.text(&fault);
        fault
    }

    fn text(&self, fault: &Fault) -> String {
        let (who, outline) = (self.who, &self.check.outline);
        let (noun, nouns) = (&outline.noun, &outline.nouns);
        let on = format!("on {} of {}", count(fault.wrong), self.scope);
        let its_name = format!("{who}'s");
        let (first, it_is, it, its) = match self.differs_from {
            None => (format!("{who} is wrong {on}."), "it is wrong", "It", "Its"),
            Some("") => {
                let first = format!("{who} alone gives another answer {on}.");
                (first, "it does so", "It", "Its")
            }
            Some(other) => {
                let first = format!("{other} and {who} differ {on}.");
                (first, "they differ", who, &*its_name)
            }
        };
        let mut lines = vec![first];
        let is_tested = !matches!(
            fault.explanation,
            Explanation::Unsteady | Explanation::Untested(_)
        );
        let mut ways = fault.how.iter();
        if is_tested && ways.any(|how| how.mistake != "gives another answer") {
            lines.push(how(it, &fault.how));
        }
        // At the beginning of a sentence about where.
        let begun = |words: &str| match words.split_at(1) {
            _ if self.is_partial => format!("Among these {nouns}, {words}"),
            (first, rest) => first.to_uppercase() + rest,
        };
        let it_is = begun(it_is);
        let first_ones = |first: &[String]| format!("The first are: {}", first.join(", "));
        lines.push(match &fault.explanation {
            Explanation::Everything => String::new(),
            Explanation::Misreading(words) => {
                format!("{it} answers all {} {nouns} as if {words}.", count(fault.judged))
            }
            Explanation::WrongWhere(words) => format!("{it_is} exactly where {words}."),
            Explanation::RightWhere(words) if self.differs_from.is_some() => {
                format!("{it_is} everywhere except where {words}.")
            }
            Explanation::RightWhere(words) => {
                format!("{} exactly where {words}.", begun("it is right"))
            }
            Explanation::PartlyWhere { conditions, of_these } => {
                let (these, all) = (count(*of_these), count(fault.wrong));
                format!(
                    "{it_is} wherever {conditions}, which covers {these} of the {all}. No short rule covers the rest."
                )
            }
            Explanation::Inputs(inputs) => format!("{it_is} only here: {}", inputs.join(", ")),
            Explanation::Unsteady => format!(
                "A second run finds a different number: its answers depend on chance, or on the {nouns} before."
            ),
            Explanation::Untested(first) => {
                let untested = format!("There was no time to test a rule on every {noun}.");
                format!("{untested} {}", first_ones(first))
            }
            Explanation::None(first) => format!("No short rule says where. {}", first_ones(first)),
        });
        lines.retain(|line| !line.is_empty());
        let change = fault.change.iter();
        lines.extend(change.map(|change| format!("{its} answer there is always {change}.")));
        lines.join("\n")
    }
}

fn how(it: &str, how: &[How]) -> String {
    match how {
        [only] if only.answers == 1 => return format!("{it} {} there.", only.mistake),
        [only] => return format!("{it} {} on all of them.", only.mistake),
        _ => {}
    }
    let (named, others) = how.split_at(how.len().min(NAMED_MISTAKES));
    let does = named.iter().map(|how| (&*how.mistake, how.answers));
    let others = others.iter().map(|how| how.answers).sum();
    let others = Some(("is wrong in other ways", others)).filter(|&(_, others)| others > 0);
    let does_on = |(does, answers)| format!("{does} on {}", count(answers));
    let parts: Vec<_> = does.chain(others).map(does_on).collect();
    format!("{it} {}.", listed(&parts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_ways_of_being_wrong_are_not_named() {
        let way = |answers| How {
            mistake: "fails".into(),
            answers,
        };
        let expected = "It fails on 9, fails on 8, fails on 7, and is wrong in other ways on 11.";
        assert_eq!(how("It", &[9, 8, 7, 6, 5].map(way)), expected);
    }
}
