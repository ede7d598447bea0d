//! What a fault is, as data and in words.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::mem;

use super::condition::{all_of, listed};
use super::notes::{Mistake, NAMED, Notes};
use super::rule::{Of, Rule};
use super::search::Found;
use crate::definition::Definition;
use crate::failure::catch_panic;
use crate::feature::AnyFeature;
use crate::wide::count;

/// How many ways of being wrong are named.
const NAMED_MISTAKES: usize = 3;

/// How many wrong answers there are at least for each pair of answers that is told.
const PER_PAIR: u64 = 2;

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
    /// Which answers it gives instead of which right ones, if these are few.
    pub pairs: Vec<AnswerPair>,
    /// Where, or which misreading it matches.
    pub explanation: Explanation,
    /// What all wrong inputs have in common, and not only they.
    pub in_common: Option<InCommon>,
    /// What each wrong answer is, as a change of the right one.
    pub change: Option<String>,
    /// How far wrong answers are from right ones, if all are numbers.
    pub largest: Option<Largest>,
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
    /// The solver does this where these conditions hold, and nowhere else.
    pub only_where: Option<String>,
}

/// A right answer, and one that a solver gives instead.
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
    /// The right answer, or that of the other solver.
    pub right: String,
    /// What the solver gives instead: an answer, or how it fails.
    pub given: String,
    /// How many inputs have these answers.
    pub answers: u64,
    /// The first of them.
    pub first: String,
}

/// What all inputs have in common on which a solver is wrong.
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
    /// Conditions that hold for all of them.
    pub conditions: String,
    /// For how many other inputs they hold as well.
    pub others: u64,
}

/// How far wrong numbers are from right ones.
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
    /// The largest difference: of integers a number, of floating-point numbers in units in the last place.
    pub difference: String,
    /// Whether all differences are the same.
    pub always: bool,
    /// The first input that has it.
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
    /// A second run finds other wrong inputs.
    Unsteady,
    /// No short rule was found that holds where answers are wrong, and nowhere else. These are the first inputs.
    None(Vec<String>),
}

/// How a fault is told.
pub(crate) struct Voice<'a> {
    pub(crate) check: &'a Definition,
    /// Who is wrong, at the beginning of a sentence.
    pub(crate) who: &'a str,
    /// What is said of it: "fast is wrong", "fast and slow differ".
    pub(crate) says: String,
    /// The same, once that is said: "it is wrong", "they differ".
    pub(crate) does: &'a str,
    /// "it", or a name.
    pub(crate) it: &'a str,
    /// What the right answer is called.
    pub(crate) right: &'a str,
    /// Which inputs were answered, such as "1,000 numbers".
    pub(crate) scope: String,
    /// Whether the domain has inputs that were not answered.
    pub(crate) is_partial: bool,
    /// Whether a second run found the same wrong inputs.
    pub(crate) is_steady: bool,
    /// How many wrong answers a run counted.
    pub(crate) counted: u64,
}

impl Voice<'_> {
    pub(crate) fn fault(&self, mut found: Found, terms: &[AnyFeature]) -> Fault {
        let notes = mem::take(&mut found.notes);
        let wrong = if self.is_steady {
            notes.wrong
        } else {
            self.counted
        };
        let mut fault = Fault {
            solver: self.who.to_owned(),
            judged: notes.seen,
            wrong,
            how: Vec::new(),
            pairs: Vec::new(),
            explanation: Explanation::Unsteady,
            in_common: None,
            change: None,
            largest: None,
            text: String::new(),
        };
        // What remembers earlier inputs is not steady, and may still be explained.
        if let Some(words) = &found.as_if {
            fault.explanation = Explanation::Misreading(words.clone());
        }
        if self.is_steady {
            self.explain(&mut fault, &found, &notes, terms);
        }
        fault.text = self.text(&fault);
        let panics = found.panics.iter().map(|&(term, number)| {
            let (fact, input) = (&terms[term].name, self.shown(number));
            format!("\nThe fact `{fact}` panics on {input}.")
        });
        fault.text.extend(panics);
        fault
    }

    /// Says all that was found.
    fn explain(&self, fault: &mut Fault, found: &Found, notes: &Notes, terms: &[AnyFeature]) {
        let words = |rule: &Rule| {
            let cases = rule.cases.iter();
            let cases = cases.map(|conditions| all_of(conditions, terms));
            cases.collect::<Vec<_>>().join(", or where ")
        };
        let rules = || found.rules.iter();
        let of = |of: Of| rules().find(move |(rule, _)| rule.mistake.is_none() && rule.of == of);
        let only_where = |mistake: &Mistake| {
            let its = |(rule, _): &&(Rule, u64)| rule.mistake.as_ref() == Some(mistake);
            rules().find(its).map(|(rule, _)| words(rule))
        };
        let how = notes.mistakes.iter().map(|(mistake, answers)| How {
            mistake: mistake.clone(),
            answers: *answers,
            only_where: only_where(mistake),
        });
        fault.how = how.collect();
        fault.how.sort_by_key(|how| Reverse(how.answers));
        let (first, wrong) = (notes.first(), notes.wrong);
        let first = first.map(|number| self.shown(number)).collect();
        if found.as_if.is_some() {
            return;
        }
        fault.explanation = if notes.wrong == notes.seen {
            Explanation::Everything
        } else if let Some((rule, _)) = of(Of::Wrong) {
            Explanation::WrongWhere(words(rule))
        } else if let Some((rule, _)) = of(Of::Right) {
            Explanation::RightWhere(words(rule))
        } else if notes.wrong <= NAMED as u64 {
            Explanation::Inputs(first)
        } else if let Some((rule, covered)) = of(Of::SomeWrong).filter(|(_, all)| *all < wrong) {
            Explanation::PartlyWhere {
                conditions: words(rule),
                of_these: *covered,
            }
        } else {
            Explanation::None(first)
        };
        fault.in_common = of(Of::AllWrong).map(|(rule, others)| InCommon {
            conditions: words(rule),
            others: *others,
        });
        fault.change.clone_from(&found.change);
        let pairs = notes.differences.pairs();
        if pairs.len() > 1 && notes.wrong >= PER_PAIR * pairs.len() as u64 {
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
        } else if fault.change.is_none() && notes.wrong > NAMED as u64 {
            fault.largest = notes.differences.distances().map(|distances| Largest {
                difference: distances.words(),
                always: distances.least == distances.most,
                input: self.shown(distances.at),
            });
        }
    }

    /// The input with this number.
    fn shown(&self, number: u128) -> String {
        catch_panic(|| self.check.shown(number)).unwrap_or_else(|failure| failure.to_string())
    }

    fn text(&self, fault: &Fault) -> String {
        let (outline, all) = (&self.check.outline, count(fault.wrong));
        let (nouns, it, does) = (&outline.nouns, self.it, self.does);
        let among = format!("among these {nouns}, ");
        let among = if self.is_partial { &*among } else { "" };
        let mut lines = vec![format!("{} on {all} of {}.", self.says, self.scope)];
        let mut mistakes = fault.how.iter();
        if mistakes.any(|how| how.mistake != "gives another answer") {
            lines.push(how(it, &fault.how));
        }
        if !fault.pairs.is_empty() {
            lines.push(format!("Instead of {}, {it} gives:", self.right));
        }
        let pairs = fault.pairs.iter().map(|pair| {
            let [first, times] = [&pair.first, &count(pair.answers).to_string()];
            format!(
                "    {} / {}: {times}, first {first}",
                pair.right, pair.given
            )
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
                outline.noun
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
        lines.into_iter().map(begun).collect::<Vec<_>>().join("\n")
    }
}

/// A line with a capital letter, unless it begins with a name.
fn begun(line: String) -> String {
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
            only_where: None,
        };
        let expected = "it fails on 9, fails on 8, fails on 7, and is wrong in other ways on 11.";
        assert_eq!(how("it", &[9, 8, 7, 6, 5].map(way)), expected);
    }
}
