//! What a fault is, as data and in words.

use std::borrow::Cow;
use std::cmp::Reverse;

use super::condition::{all_of, listed};
use super::rule::{Of, Rule};
use super::sample::NAMED;
use super::search::Found;
use super::term::Term;
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
    /// Who is wrong, at the beginning of a sentence.
    pub(crate) who: &'a str,
    /// If it is not known who is right: the other one of two solvers, or the others of more.
    pub(crate) differs_from: Option<&'a str>,
    pub(crate) nouns: &'a [String; 2],
    pub(crate) right: &'a str,
    /// Which inputs were answered, such as "1,000 numbers".
    pub(crate) scope: String,
    /// Whether the domain has inputs that were not answered.
    pub(crate) is_partial: bool,
    /// How many wrong answers a run counted, if that is known.
    pub(crate) counted: Option<u64>,
}

impl Voice<'_> {
    pub(crate) fn fault(&self, found: Found, terms: &[Term]) -> Fault {
        let is_unsteady = match self.counted {
            _ if !found.is_complete => false,
            Some(counted) => found.wrong != counted,
            None => found.wrong == 0,
        };
        let explanation = match (&found.reading, &found.rule) {
            (Some((words, true)), _) => Explanation::Misreading(words.clone()),
            _ if is_unsteady => Explanation::Unsteady,
            _ if !found.is_complete => Explanation::Untested(found.first.clone()),
            _ if found.wrong == found.seen => Explanation::Everything,
            (_, Some(Rule { cases, of })) => {
                let cases = cases.iter().map(|conditions| all_of(conditions, terms));
                let conditions = cases.collect::<Vec<_>>().join(", or where ");
                match of {
                    Of::Wrong => Explanation::WrongWhere(conditions),
                    Of::Right => Explanation::RightWhere(conditions),
                    Of::SomeWrong => Explanation::PartlyWhere {
                        conditions,
                        of_these: found.covered,
                    },
                }
            }
            _ if found.wrong <= NAMED as u64 => Explanation::Inputs(found.first.clone()),
            _ => Explanation::None(found.first.clone()),
        };
        let is_known = !matches!(
            explanation,
            Explanation::Misreading(_) | Explanation::Unsteady
        );
        let elsewhere = found.reading.as_ref().filter(|(_, everywhere)| !everywhere);
        let change = match (found.change, elsewhere) {
            _ if !is_known || !found.is_complete => None,
            (Some(change), _) => Some(change.words(self.right)),
            (None, elsewhere) => elsewhere.map(|(words, _)| words.clone()),
        };
        let mut how: Vec<_> = found
            .mistakes
            .into_iter()
            .map(|(mistake, answers)| How {
                // Of two who differ, it is not known who is right.
                mistake: match (self.differs_from, &*mistake) {
                    (Some(_), "gives too low an answer") => "gives a lower answer".into(),
                    (Some(_), "gives too high an answer") => "gives a higher answer".into(),
                    _ => mistake,
                },
                answers,
            })
            .collect();
        how.sort_by(|a, b| a.mistake.cmp(&b.mistake));
        how.sort_by_key(|how| Reverse(how.answers));
        let mut fault = Fault {
            solver: self.who.to_owned(),
            judged: found.seen,
            wrong: self.counted.unwrap_or(found.wrong),
            how,
            explanation,
            change,
            text: String::new(),
        };
        fault.text = self.text(&fault);
        fault
    }

    fn text(&self, fault: &Fault) -> String {
        let (who, [noun, nouns]) = (self.who, self.nouns);
        let on = format!("on {} of {}", count(fault.wrong), self.scope);
        let (first, it_is) = match self.differs_from {
            None => (format!("{who} is wrong {on}."), "it is wrong"),
            Some("") => (
                format!("{who} alone gives another answer {on}."),
                "it does so",
            ),
            Some(other) => (format!("{other} and {who} differ {on}."), "they differ"),
        };
        // At the beginning of a sentence about where.
        let begun = |words: &str| match words.split_at(1) {
            _ if self.is_partial => format!("Among these {nouns}, {words}"),
            (first, rest) => first.to_uppercase() + rest,
        };
        let it_is = begun(it_is);
        let (it, its) = match self.differs_from {
            None | Some("") => ("It", "Its".to_owned()),
            Some(_) => (who, format!("{who}'s")),
        };
        let mut lines = vec![first];
        let is_tested = !matches!(
            fault.explanation,
            Explanation::Unsteady | Explanation::Untested(_)
        );
        let says_how = fault
            .how
            .iter()
            .any(|how| how.mistake != "gives another answer");
        if says_how && is_tested {
            lines.push(how(it, &fault.how));
        }
        let first_ones = |first: &[String]| format!("The first are: {}", first.join(", "));
        lines.extend(match &fault.explanation {
            Explanation::Misreading(words) => {
                let all = count(fault.judged);
                Some(format!("{it} answers all {all} {nouns} as if {words}."))
            }
            Explanation::WrongWhere(words) => Some(format!("{it_is} exactly where {words}.")),
            Explanation::RightWhere(words) if self.differs_from.is_some() => {
                Some(format!("{it_is} everywhere except where {words}."))
            }
            Explanation::RightWhere(words) => {
                Some(format!("{} exactly where {words}.", begun("it is right")))
            }
            Explanation::PartlyWhere {
                conditions,
                of_these,
            } => Some(format!(
                "{it_is} wherever {conditions}, which covers {} of the {}. No short rule covers the rest.",
                count(*of_these),
                count(fault.wrong)
            )),
            Explanation::Inputs(inputs) => Some(format!("{it_is} only here: {}", inputs.join(", "))),
            Explanation::Everything => None,
            Explanation::Unsteady => Some(format!(
                "A second run finds a different number: its answers depend on chance, or on the {nouns} before."
            )),
            Explanation::Untested(first) => Some(format!(
                "There was no time to test a rule on every {noun}. {}",
                first_ones(first)
            )),
            Explanation::None(first) => Some(format!("No short rule says where. {}", first_ones(first))),
        });
        lines.extend(
            fault
                .change
                .as_ref()
                .map(|change| format!("{its} answer there is always {change}.")),
        );
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
    fn ways_of_being_wrong_are_listed() {
        let ways = [
            ("panics", 9),
            ("misses a win", 8),
            ("gives no answer", 7),
            ("ends with an error", 6),
            ("prints a malformed answer", 5),
        ];
        let way = |(mistake, answers): (&'static str, u64)| How {
            mistake: mistake.into(),
            answers,
        };
        let ways = ways.map(way);
        assert_eq!(how("It", &[way(("panics", 1))]), "It panics there.");
        assert_eq!(
            how("It", &[way(("panics", 1234))]),
            "It panics on all of them."
        );
        assert_eq!(
            how("It", &ways[..2]),
            "It panics on 9 and misses a win on 8."
        );
        assert_eq!(
            how("It", &ways),
            "It panics on 9, misses a win on 8, gives no answer on 7, and is wrong in other ways on 11."
        );
    }
}
