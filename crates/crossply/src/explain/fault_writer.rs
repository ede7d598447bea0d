//! Writes the explanation of a solver's wrong answers: the data, and sentences.

use std::cmp::Reverse;
use std::sync::atomic::Ordering::Relaxed;

use super::condition::{all_of, listed};
use super::evidence::NAMED;
use super::fault::{AnswerPair, Explanation, Fault, How, InCommon, Largest};
use super::rows::{Terms, Topic};
use super::rule::{Claim, MOST_OTHERS};
use super::suspect::{Suspect, TestedRule};
use crate::cut::{LONG, cut};
use crate::definition::Definition;
use crate::failure::catch_panic;
use crate::mistakes::Mistake;
use crate::run::Findings;
use crate::wide::count;

/// The maximum number of kinds of mistakes that a text names.
const NAMED_MISTAKES: usize = 3;

/// Pairs of answers are listed only if there are, on average, at least this many wrong answers per pair.
const WRONG_PER_PAIR: u64 = 2;

/// Writes a [`Fault`] and its sentences.
pub(crate) struct FaultWriter<'a> {
    check: &'a Definition,
    suspect: &'a Suspect<'a>,
    terms: &'a Terms,
    /// The name of the relation, if the explanation is about one.
    relation: Option<&'a str>,
    /// The start of the first sentence: "fast is wrong", "fast and slow differ".
    headline: String,
    /// The same statement in later sentences: "it is wrong", "they differ".
    clause: &'static str,
    /// The opposite of the clause, if it can be said: "it is right".
    opposite: Option<&'static str>,
    /// What later sentences call the solver.
    later: Later,
    /// The answered inputs in words, such as "1,000 numbers".
    scope: String,
    /// Whether some inputs of the domain have no answer.
    is_partial: bool,
}

impl<'a> FaultWriter<'a> {
    pub(crate) fn new(
        check: &'a Definition,
        suspect: &'a Suspect<'a>,
        terms: &'a Terms,
        findings: &Findings,
        scope: String,
    ) -> Self {
        let solver = &*check.solvers[suspect.solver].name;
        let counts = &findings.counts.solvers[suspect.solver];
        let relation = match suspect.topic {
            Topic::Answers(_) => None,
            Topic::Relation(relation) => Some(&*check.relations[relation].name),
        };
        let is_known = check.truth.is_some();
        let mut opposite = is_known.then_some("it is right");
        let mut later = Later::pronoun();
        let (headline, clause) = if let Some(relation) = relation {
            opposite = Some("it holds");
            let headline = format!("The relation `{relation}` does not hold for {solver}");
            (headline, "it does not hold")
        } else if !is_known && check.solvers.len() == 2 {
            later = Later::named(solver);
            let first = &check.solvers[0].name;
            (format!("{first} and {solver} differ"), "they differ")
        } else if is_known || counts.alone == 0 {
            (format!("{solver} is wrong"), "it is wrong")
        } else {
            let fails = if counts.wrong == 0 { "" } else { "fails or " };
            let headline = format!("{solver} {fails}alone gives another answer");
            (headline, "it does so")
        };
        let answered = suspect.answered;
        FaultWriter {
            check,
            suspect,
            terms,
            relation,
            headline,
            clause,
            opposite,
            later,
            scope,
            is_partial: !suspect.covers_domain || answered.judged < answered.all.total(),
        }
    }

    pub(crate) fn fault(&self) -> Fault {
        let suspect = self.suspect;
        // What is said of an unsteady solver, or of one that a misreading explains. For others, `explain` replaces it.
        let explanation = match &suspect.as_if {
            Some(words) => Explanation::Misreading(words.clone()),
            None => Explanation::Unsteady,
        };
        let mut fault = Fault {
            solver: self.check.solvers[suspect.solver].name.clone(),
            relation: self.relation.map(str::to_owned),
            judged: suspect.answered.judged,
            wrong: suspect.mistakes.answers,
            how: Vec::new(),
            pairs: Vec::new(),
            explanation,
            in_common: None,
            change: None,
            largest: None,
            text: String::new(),
            lines: None,
        };
        if suspect.is_steady || suspect.as_if.is_some() {
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
        let suspect = self.suspect;
        let wrong = fault.wrong;
        if let Topic::Answers(_) = suspect.topic {
            self.explain_kinds(fault);
        }
        if suspect.as_if.is_some() {
            return;
        }
        let first = suspect.mistakes.inputs_from(0).take(NAMED);
        let first = first.map(|number| self.shown(number)).collect();
        fault.explanation = if wrong == fault.judged {
            Explanation::Everything
        } else if let Some(tested) = self.rule(Claim::Wrong, None) {
            Explanation::WrongWhere(self.words(tested))
        } else if let Some(tested) = self.rule(Claim::Right, None) {
            Explanation::RightWhere(self.words(tested))
        } else if wrong <= NAMED as u64 {
            Explanation::Inputs(first)
        } else if let Some(tested) = self.rule(Claim::MostWrong, None)
            && let Some(others) = self.exceptions(tested)
        {
            Explanation::MostlyWhere {
                conditions: self.words(tested),
                others,
            }
        } else {
            Explanation::None(first)
        };
        let in_common = self.rule(Claim::AllWrong, None);
        fault.in_common = in_common.and_then(|tested| self.in_common(tested));
        if !matches!(fault.explanation, Explanation::Inputs(_))
            && let Some(exact) = fault.in_common.take_if(|one| one.others == 0)
        {
            fault.explanation = Explanation::WrongWhere(exact.conditions);
        }
        let change = suspect.change.as_ref();
        fault.change = change.filter(|words| words.len() <= LONG).cloned();
        let pairs = suspect.mistakes.differences.pairs();
        if pairs.len() > 1 && wrong >= WRONG_PER_PAIR * pairs.len() as u64 {
            let pairs = pairs.into_iter().map(|counted| {
                let [right, given] = counted.pair.shown().map(|shown| cut(shown, LONG));
                AnswerPair {
                    right,
                    given,
                    answers: counted.times,
                    first: self.shown(counted.first),
                }
            });
            fault.pairs = pairs.collect();
        } else if fault.change.is_none() && wrong > NAMED as u64 {
            let distances = suspect.mistakes.differences.distances();
            fault.largest = distances.map(|distances| Largest {
                difference: distances.words(),
                always: distances.least == distances.most,
                input: self.shown(distances.at),
            });
        }
    }

    /// What all wrong inputs have in common, unless it holds for most of the others as well.
    fn in_common(&self, tested: &TestedRule) -> Option<InCommon> {
        let answered = self.suspect.answered;
        let also_right = tested.right.load(Relaxed);
        let right = answered.judged - answered.wrong();
        let mut named = self.exceptions(tested).unwrap_or_default();
        // An input that was compared twice, not always with the same solvers, may be among the wrong ones, too.
        let mistakes = self.suspect.mistakes;
        if tested
            .exceptions()
            .iter()
            .any(|&number| mistakes.inputs_from(number).next() == Some(number))
        {
            named.clear();
        }
        (also_right as f64 <= MOST_OTHERS * right as f64).then(|| InCommon {
            conditions: self.words(tested),
            others: also_right,
            named,
        })
    }

    /// The exceptions to a rule, if there are few.
    fn exceptions(&self, tested: &TestedRule) -> Option<Vec<String>> {
        let exceptions = tested.exceptions();
        (exceptions.len() <= NAMED).then(|| {
            exceptions
                .iter()
                .map(|&number| self.shown(number))
                .collect()
        })
    }

    /// The kinds of mistakes, and where the solver makes each.
    fn explain_kinds(&self, fault: &mut Fault) {
        let is_known = self.check.truth.is_some();
        let how = self.suspect.kinds().map(|(mistake, answers)| How {
            mistake: mistake.words(is_known),
            answers,
            only_where: self
                .rule(Claim::Wrong, Some(mistake))
                .map(|tested| self.words(tested)),
        });
        fault.how = how.collect();
        fault.how.sort_by_key(|how| Reverse(how.answers));
    }

    /// The rule with this claim, if there is one that no answer has refuted.
    fn rule(&self, claim: Claim, mistake: Option<&Mistake>) -> Option<&TestedRule> {
        self.suspect
            .survivors()
            .find(|tested| tested.rule.claim == claim && tested.rule.mistake.as_ref() == mistake)
    }

    /// A rule in words.
    fn words(&self, tested: &TestedRule) -> String {
        let list = &self.terms.list;
        let cases: Vec<_> = tested
            .rule
            .cases
            .iter()
            .map(|all| all_of(all, list))
            .collect();
        cases.join(", or where ")
    }

    fn shown(&self, number: u128) -> String {
        let shown = catch_panic(|| self.check.shown(number));
        cut(shown.unwrap_or_else(|failure| failure.to_string()), LONG)
    }

    fn text(&self, fault: &Fault) -> String {
        let wrong = count(fault.wrong);
        let it = &self.later.word;
        let mut lines = vec![format!("{} on {wrong} of {}.", self.headline, self.scope)];
        let mut mistakes = self.suspect.kinds();
        if mistakes.any(|(mistake, _)| *mistake != Mistake::Other) && !fault.how.is_empty() {
            lines.push(format!("{} {}.", self.later.start, ways(&fault.how)));
        }
        if !fault.pairs.is_empty() {
            lines.push(format!("Instead of {}, {it} gives:", self.terms.right));
        }
        lines.extend(fault.pairs.iter().map(|pair| self.pair(pair)));
        lines.extend(self.explanation(fault));
        for how in &fault.how {
            if let Some(words) = &how.only_where {
                let does = format!("{} exactly where {words}.", how.mistake);
                lines.push(match self.among() {
                    Some(among) => format!("{among}, {it} {does}"),
                    None => format!("{} {does}", self.later.start),
                });
            }
        }
        if let Some(in_common) = &fault.in_common {
            let conditions = &in_common.conditions;
            let right = count(fault.judged - fault.wrong);
            let also_right = count(in_common.others);
            let named = match &in_common.named[..] {
                [] => String::new(),
                named => format!(": {}", listed(named)),
            };
            lines.push(format!(
                "On all of them, {conditions}; this also holds on {also_right} of the {right} others{named}."
            ));
        }
        if let Some(change) = &fault.change {
            lines.push(format!(
                "{} answer there is always {change}.",
                self.later.its
            ));
        }
        if let Some(largest) = &fault.largest {
            let difference = &largest.difference;
            let input = &largest.input;
            lines.push(if largest.always {
                format!("The difference is always {difference}.")
            } else {
                format!("The difference is at most {difference}, first at {input}.")
            });
        }
        lines.join("\n")
    }

    /// What comes before a sentence that would not hold for the whole domain.
    fn among(&self) -> Option<String> {
        let nouns = &self.check.words.nouns;
        self.is_partial.then(|| format!("Among these {nouns}"))
    }

    /// A sentence that begins with this clause, whose first word is a pronoun.
    fn sentence(&self, clause: &str, rest: &str) -> String {
        match self.among() {
            Some(among) => format!("{among}, {clause} {rest}"),
            None => format!("{}{} {rest}", clause[..1].to_uppercase(), &clause[1..]),
        }
    }

    fn pair(&self, pair: &AnswerPair) -> String {
        let words = &self.check.words;
        let right = &pair.right;
        let given = &pair.given;
        let first = &pair.first;
        let times = match pair.answers {
            1 => format!("1 {}", words.noun),
            answers => format!("{} {}", count(answers), words.nouns),
        };
        format!("    {given}, not {right}, on {times}, first {first}")
    }

    fn explanation(&self, fault: &Fault) -> Option<String> {
        let words = &self.check.words;
        let does = self.clause;
        Some(match &fault.explanation {
            Explanation::Everything => return None,
            Explanation::Misreading(misreading) => {
                let all = format!("{} {}", count(fault.judged), words.nouns);
                format!("{} answers all {all} as if {misreading}.", self.later.start)
            }
            Explanation::WrongWhere(rule) => self.sentence(does, &format!("exactly where {rule}.")),
            Explanation::RightWhere(rule) => match self.opposite {
                Some(opposite) => self.sentence(opposite, &format!("exactly where {rule}.")),
                None => self.sentence(does, &format!("everywhere except where {rule}.")),
            },
            Explanation::MostlyWhere { conditions, others } => {
                let others = listed(others);
                self.sentence(
                    does,
                    &format!("exactly where {conditions}, and on {others}."),
                )
            }
            Explanation::Inputs(inputs) => {
                self.sentence(does, &format!("only here: {}", inputs.join(", ")))
            }
            Explanation::Unsteady => format!(
                "Asked again, {} gives other answers: something depends on more than the {}.",
                &self.later.word, words.noun
            ),
            Explanation::None(first) => {
                let first = format!("The first are: {}", first.join(", "));
                let has_rule = fault.in_common.is_some()
                    || fault.how.iter().any(|how| how.only_where.is_some());
                if self.suspect.is_cut() {
                    format!("The time was up before the search for a rule had ended. {first}")
                } else if has_rule {
                    first
                } else {
                    format!("No short rule was found. {first}")
                }
            }
        })
    }
}

/// What sentences after the first call the solver: a pronoun, or its name if there are two.
struct Later {
    word: String,
    /// The word at the start of a sentence.
    start: String,
    /// The possessive at the start of a sentence.
    its: String,
}

impl Later {
    fn pronoun() -> Self {
        Later {
            word: "it".to_owned(),
            start: "It".to_owned(),
            its: "Its".to_owned(),
        }
    }

    fn named(name: &str) -> Self {
        Later {
            word: name.to_owned(),
            start: name.to_owned(),
            its: format!("{name}'s"),
        }
    }
}

/// What the solver does, and on how many inputs.
fn ways(ways: &[How]) -> String {
    match ways {
        [only] if only.answers == 1 => return format!("{} there", only.mistake),
        [only] => return format!("{} on all of them", only.mistake),
        _ => {}
    }
    let (named, unnamed) = ways.split_at(ways.len().min(NAMED_MISTAKES));
    let does = named.iter().map(|way| (&*way.mistake, way.answers));
    let answers = unnamed.iter().map(|way| way.answers).sum();
    let rest = (answers > 0).then_some(("is wrong in other ways", answers));
    let parts: Vec<_> = does
        .chain(rest)
        .map(|(does, answers)| format!("{does} on {}", count(answers)))
        .collect();
    listed(&parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_ways_of_being_wrong_are_not_named() {
        let all = [9, 8, 7, 6, 5].map(|answers| How {
            mistake: "fails".into(),
            answers,
            only_where: None,
        });
        let expected = "fails on 9, fails on 8, fails on 7, and is wrong in other ways on 11";
        assert_eq!(ways(&all), expected);
    }
}
