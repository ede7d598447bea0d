//! The explanation of a solver's wrong answers, as data and as text.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::sync::atomic::Ordering::Relaxed;

use super::condition::{all_of, listed};
use super::evidence::{Mistake, NAMED};
use super::explainer::Suspect;
use super::judged::Terms;
use super::rule::{Claim, Rule};
use crate::definition::Definition;
use crate::failure::catch_panic;
use crate::wide::count;

/// The maximum number of kinds of mistakes that a text names.
const NAMED_MISTAKES: usize = 3;

/// Pairs of answers are listed only if there are, on average, at least this many wrong answers per pair.
const WRONG_PER_PAIR: u64 = 2;

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
#[cfg_attr(feature = "journal", derive(serde::Serialize, serde::Deserialize))]
pub struct Fault {
    /// The name of the solver.
    pub solver: String,
    /// The number of answers that were judged.
    pub judged: u64,
    /// The number of wrong answers.
    pub wrong: u64,
    /// The kinds of mistakes, most frequent first.
    pub how: Vec<How>,
    /// The distinct pairs of right and given answers, if there are few.
    pub pairs: Vec<AnswerPair>,
    /// Where the answers are wrong, or which misreading all answers match.
    pub explanation: Explanation,
    /// What all wrong inputs have in common, even if it also holds for some right ones.
    pub in_common: Option<InCommon>,
    /// The change that turns each right answer into the wrong one.
    pub change: Option<String>,
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
#[cfg_attr(feature = "journal", derive(serde::Serialize, serde::Deserialize))]
pub struct How {
    /// What the solver does, in words.
    pub mistake: Cow<'static, str>,
    /// The number of answers with this mistake.
    pub answers: u64,
    /// The conditions under which, and only under which, the solver makes this mistake.
    pub only_where: Option<String>,
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
#[cfg_attr(feature = "journal", derive(serde::Serialize, serde::Deserialize))]
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
/// let has_run = |word: &Vec<char>| word.windows(3).any(|run| run[0] == run[1] && run[1] == run[2]);
/// let check = CrossCheck::new("runs", domain::words("abc", 0..=7))
///     .truth("windows", has_run)
///     .solver("no run of c", move |word| has_run(word) && !word.ends_with(&['c'; 3]));
/// let in_common = check.check_quickly()?.faults.remove(0).in_common.unwrap();
/// let expected = "the last letter of the word is 'c' and 'c' is directly before 'c' in the word";
/// assert_eq!(in_common.conditions, expected);
/// # Ok::<(), crossply::CheckError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "journal", derive(serde::Serialize, serde::Deserialize))]
pub struct InCommon {
    /// Conditions that hold for all wrong inputs.
    pub conditions: String,
    /// The number of other inputs for which the conditions hold.
    pub others: u64,
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
#[cfg_attr(feature = "journal", derive(serde::Serialize, serde::Deserialize))]
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
    /// Every answer, right or wrong, is what this misreading gives.
    Misreading(String),
    /// The answers are wrong where these conditions hold, and nowhere else.
    WrongWhere(String),
    /// The answers are right where these conditions hold, and nowhere else.
    RightWhere(String),
    /// The answers are wrong wherever these conditions hold, but not only there.
    PartlyWhere {
        /// The conditions.
        conditions: String,
        /// The number of wrong answers that they cover.
        of_these: u64,
    },
    /// The answers to these inputs are wrong, and all others are right.
    Inputs(Vec<String>),
    /// All answers are wrong.
    Everything,
    /// A second run found different wrong inputs.
    Unsteady,
    /// No short rule separates the wrong answers from the right ones. These are the first wrong inputs.
    None(Vec<String>),
}

/// Writes a [`Fault`] and its sentences.
pub(crate) struct FaultWriter<'a> {
    pub(crate) check: &'a Definition,
    pub(crate) suspect: &'a Suspect,
    pub(crate) terms: &'a Terms,
    /// The start of the first sentence: "fast is wrong", "fast and slow differ".
    pub(crate) headline: String,
    /// The same statement in later sentences: "it is wrong", "they differ".
    pub(crate) clause: &'a str,
    /// What later sentences call the solver: "it", or its name if two solvers differ.
    pub(crate) it: &'a str,
    /// The answered inputs in words, such as "1,000 numbers".
    pub(crate) scope: String,
    /// Whether some inputs of the domain have no answer.
    pub(crate) is_partial: bool,
    /// Whether the second run found the same wrong inputs.
    pub(crate) is_steady: bool,
}

impl FaultWriter<'_> {
    pub(crate) fn fault(&self) -> Fault {
        let (suspect, evidence) = (self.suspect, &self.suspect.last_evidence);
        // A solver that remembers earlier inputs may give other answers in a second run. A misreading may still explain
        // it.
        let as_if = suspect.as_if();
        let mut fault = Fault {
            solver: self.check.solvers[suspect.solver].name.clone(),
            judged: evidence.judged,
            wrong: suspect.wrong,
            how: Vec::new(),
            pairs: Vec::new(),
            explanation: as_if.map_or(Explanation::Unsteady, |words| {
                Explanation::Misreading(words.to_owned())
            }),
            in_common: None,
            change: None,
            largest: None,
            text: String::new(),
        };
        if self.is_steady {
            fault.wrong = evidence.wrong;
            self.explain(&mut fault);
        }
        fault.text = self.text(&fault);
        for (fact, number) in suspect.panics(self.terms) {
            let input = self.shown(number);
            fault.text += &format!("\nThe fact `{fact}` panics on {input}.");
        }
        fault
    }

    fn explain(&self, fault: &mut Fault) {
        let (suspect, evidence) = (self.suspect, &self.suspect.last_evidence);
        // The words of a rule, and the number of inputs that its sentence reports.
        let rule_of = |claim, mistake: Option<&Mistake>| {
            let mut rules = suspect.rules();
            let is_it = |rule: &Rule| rule.claim == claim && rule.mistake.as_ref() == mistake;
            let tried = rules.find(|tried| is_it(&tried.rule))?;
            let cases = tried.rule.cases.iter();
            let cases: Vec<_> = cases.map(|all| all_of(all, &self.terms.list)).collect();
            Some((cases.join(", or where "), tried.covered.load(Relaxed)))
        };
        let how = evidence.mistakes.iter().map(|(mistake, answers)| How {
            mistake: mistake.clone(),
            answers: *answers,
            only_where: rule_of(Claim::Wrong, Some(mistake)).map(|(words, _)| words),
        });
        fault.how = how.collect();
        fault.how.sort_by_key(|how| Reverse(how.answers));
        let first = evidence.first().map(|number| self.shown(number)).collect();
        if suspect.as_if().is_some() {
            return;
        }
        fault.explanation = if evidence.wrong == evidence.judged {
            Explanation::Everything
        } else if let Some((words, _)) = rule_of(Claim::Wrong, None) {
            Explanation::WrongWhere(words)
        } else if let Some((words, _)) = rule_of(Claim::Right, None) {
            Explanation::RightWhere(words)
        } else if evidence.wrong <= NAMED as u64 {
            Explanation::Inputs(first)
        } else if let Some((conditions, of_these)) = rule_of(Claim::SomeWrong, None)
            && of_these < evidence.wrong
        {
            Explanation::PartlyWhere {
                conditions,
                of_these,
            }
        } else {
            Explanation::None(first)
        };
        let in_common = rule_of(Claim::AllWrong, None);
        fault.in_common = in_common.map(|(conditions, others)| InCommon { conditions, others });
        fault.change = suspect.change(&self.terms.right);
        let pairs = evidence.differences.pairs();
        if pairs.len() > 1 && evidence.wrong >= WRONG_PER_PAIR * pairs.len() as u64 {
            let pairs = pairs.into_iter().map(|counted| {
                let [right, given] = counted.pair.shown();
                AnswerPair {
                    right,
                    given,
                    answers: counted.times,
                    first: self.shown(counted.first),
                }
            });
            fault.pairs = pairs.collect();
        } else if fault.change.is_none() && evidence.wrong > NAMED as u64 {
            fault.largest = evidence.differences.distances().map(|distances| Largest {
                difference: distances.words(),
                always: distances.least == distances.most,
                input: self.shown(distances.at),
            });
        }
    }

    fn shown(&self, number: u128) -> String {
        catch_panic(|| self.check.shown(number)).unwrap_or_else(|failure| failure.to_string())
    }

    fn text(&self, fault: &Fault) -> String {
        let (words, all) = (&self.check.words, count(fault.wrong));
        let (nouns, it, does) = (&words.nouns, self.it, self.clause);
        let among = format!("among these {nouns}, ");
        let among = if self.is_partial { &*among } else { "" };
        let mut lines = vec![format!("{} on {all} of {}.", self.headline, self.scope)];
        let mut mistakes = fault.how.iter();
        if mistakes.any(|how| how.mistake != "gives another answer") {
            lines.push(how(it, &fault.how));
        }
        if !fault.pairs.is_empty() {
            lines.push(format!("Instead of {}, {it} gives:", self.terms.right));
        }
        let pairs = fault.pairs.iter().map(|pair| {
            let (right, given, first) = (&pair.right, &pair.given, &pair.first);
            let times = match pair.answers {
                1 => format!("1 {}", words.noun),
                answers => format!("{} {nouns}", count(answers)),
            };
            format!("    {given}, not {right}, on {times}, first {first}")
        });
        lines.extend(pairs);
        lines.push(match &fault.explanation {
            Explanation::Everything => String::new(),
            Explanation::Misreading(words) => {
                format!("{it} answers all {} {nouns} as if {words}.", count(fault.judged))
            }
            Explanation::WrongWhere(words) => format!("{among}{does} exactly where {words}."),
            Explanation::RightWhere(words) if self.check.truth.is_some() => {
                format!("{among}it is right exactly where {words}.")
            }
            Explanation::RightWhere(words) => {
                format!("{among}{does} everywhere except where {words}.")
            }
            Explanation::PartlyWhere { conditions, of_these } => format!(
                "{among}{does} wherever {conditions}, which covers {} of the {all}. No short rule was found for the rest.",
                count(*of_these)
            ),
            Explanation::Inputs(inputs) => format!("{among}{does} only here: {}", inputs.join(", ")),
            Explanation::Unsteady => format!(
                "A second run finds other wrong answers: something depends on more than the {}.",
                words.noun
            ),
            Explanation::None(first) => {
                format!("No short rule was found. The first are: {}", first.join(", "))
            }
        });
        let only_where = fault.how.iter().filter_map(|how| {
            let words = how.only_where.as_ref()?;
            Some(format!(
                "{among}{it} {} exactly where {words}.",
                how.mistake
            ))
        });
        lines.extend(only_where);
        if let Some(InCommon { conditions, others }) = &fault.in_common {
            let (others, right) = (count(*others), count(fault.judged - fault.wrong));
            let also = format!("this also holds on {others} of the {right} others");
            lines.push(format!("On all of them, {conditions}; {also}."));
        }
        if let Some(change) = &fault.change {
            let name = format!("{it}'s");
            let its = if it == "it" { "its" } else { &name };
            lines.push(format!("{its} answer there is always {change}."));
        }
        if let Some(largest) = &fault.largest {
            let (difference, input) = (&largest.difference, &largest.input);
            lines.push(if largest.always {
                format!("The difference is always {difference}.")
            } else {
                format!("The difference is at most {difference}, first at {input}.")
            });
        }
        lines.retain(|line| !line.is_empty());
        lines
            .into_iter()
            .map(capitalise)
            .collect::<Vec<_>>()
            .join("\n")
    }
}

/// Capitalises the first word unless it is a name.
fn capitalise(line: String) -> String {
    let mut words = ["it ", "its ", "they ", "among "].iter();
    if words.any(|word| line.starts_with(word)) {
        return line[..1].to_uppercase() + &line[1..];
    }
    line
}

fn how(it: &str, how: &[How]) -> String {
    match how {
        [only] if only.answers == 1 => return format!("{it} {} there.", only.mistake),
        [only] => return format!("{it} {} on all of them.", only.mistake),
        _ => {}
    }
    let (named, others) = how.split_at(how.len().min(NAMED_MISTAKES));
    let does = named.iter().map(|how| (&*how.mistake, how.answers));
    let unnamed = others.iter().map(|how| how.answers).sum();
    let rest = (unnamed > 0).then_some(("is wrong in other ways", unnamed));
    let does_on = |(does, answers)| format!("{does} on {}", count(answers));
    let parts: Vec<_> = does.chain(rest).map(does_on).collect();
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
            only_where: None,
        };
        let expected = "it fails on 9, fails on 8, fails on 7, and is wrong in other ways on 11.";
        assert_eq!(how("it", &[9, 8, 7, 6, 5].map(way)), expected);
    }
}
