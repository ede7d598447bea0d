//! Turns what is known of a suspect into a [`Fault`]: data first, then sentences.

use std::cmp::Reverse;

use super::condition::{all_of, listed};
use super::fault::{AnswerPair, Explanation, Fault, How, InCommon, Largest};
use super::rows::{Features, Topic};
use super::rule::{Claim, MAX_SHARE_OF_OTHERS};
use super::suspect::{MAX_NAMED, Steadiness, Suspect, TestedRule};
use crate::cut::{LONG, cut, in_line};
use crate::definition::Definition;
use crate::failure::catch_panic;
use crate::mistakes::Mistake;
use crate::run::{Compared, Ended, Findings, Shard};
use crate::wide::count;

/// The maximum number of kinds of mistakes that a text names.
const NAMED_MISTAKES: usize = 3;

/// The number of characters of an input within the list of mistakes.
const SHORT: usize = 20;

/// Pairs of answers are listed only if there are, on average, at least this many wrong answers per pair.
const WRONG_PER_PAIR: u64 = 2;

/// Writes a [`Fault`] and its sentences.
pub(crate) struct FaultWriter<'a> {
    check: &'a Definition,
    suspect: &'a Suspect<'a>,
    features: &'a Features,
    /// The name of the relation, if the explanation is about one.
    relation: Option<&'a str>,
    /// The start of the first sentence: "fast is wrong", "fast and slow differ".
    headline: String,
    /// The same statement in later sentences: "it is wrong", "they differ".
    wrong_clause: &'static str,
    /// The opposite: "it is right". `None` without a trusted answer.
    right_clause: Option<&'static str>,
    /// How sentences after the first name the solver: "it", or its name if they are about two solvers.
    it: &'a str,
    /// The answered inputs in words, such as "1,000 numbers".
    scope: String,
    /// Whether some inputs of the domain were not judged.
    is_partial: bool,
}

impl<'a> FaultWriter<'a> {
    pub(crate) fn new(
        compared: &Compared<'a>,
        suspect: &'a Suspect<'a>,
        features: &'a Features,
        findings: &Findings,
    ) -> Self {
        let check = &*compared.plan.check;
        let solver = &*check.solvers[suspect.solver].name;
        let counts = &findings.counts.solvers[suspect.solver];
        let relation = match suspect.topic {
            Topic::Answers(_) => None,
            Topic::Relation(relation) => Some(&*check.relations[relation].name),
        };
        let has_truth = check.truth.is_some();
        let mut right_clause = has_truth.then_some("it is right");
        let mut it = "it";
        let (headline, wrong_clause) = if let Some(relation) = relation {
            right_clause = Some("it holds");
            let headline = format!("The relation `{relation}` does not hold for {solver}");
            (headline, "it does not hold")
        } else if !has_truth && check.solvers.len() == 2 {
            it = solver;
            let first = &check.solvers[0].name;
            (format!("{first} and {solver} differ"), "they differ")
        } else if has_truth || counts.alone == 0 {
            // If it was never alone, it has only failed.
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
            features,
            relation,
            headline,
            wrong_clause,
            right_clause,
            it,
            scope: scope(compared, findings, suspect, &features.parts()),
            is_partial: !suspect.covers_domain || answered.judged < answered.all.total(),
        }
    }

    pub(crate) fn fault(&self) -> Fault {
        let suspect = self.suspect;
        let pairs = self.pairs();
        // A part of a long change would mean nothing.
        let change = suspect.change.as_deref().map(in_line);
        let change = change.filter(|words| words.len() <= LONG);
        let says_more = !pairs.is_empty() || change.is_some();
        let mut fault = Fault {
            solver: self.check.solvers[suspect.solver].name.clone(),
            relation: self.relation.map(str::to_owned),
            judged: suspect.answered.judged,
            wrong: suspect.mistakes.answers,
            how: self.how(),
            pairs,
            explanation: self.explanation(),
            #[cfg(feature = "serde")]
            rule: self.json(self.explaining()),
            in_common: self.in_common(),
            change,
            differs_in: self.differs_in(),
            largest: if says_more { None } else { self.largest() },
            text: String::new(),
        };
        fault.text = self.text(&fault);
        for (fact, number) in suspect.panics(self.features) {
            let input = self.shown(number);
            fault.text += &format!("\nThe fact `{fact}` panics on {input}.");
        }
        fault
    }

    fn explanation(&self) -> Explanation {
        let suspect = self.suspect;
        let wrong = suspect.mistakes.answers;
        let inputs = suspect.mistakes.inputs();
        let first = inputs.from(0).take(MAX_NAMED);
        let first = first.map(|number| self.shown(number));
        if let Some(words) = &suspect.as_if {
            Explanation::Misreading(words.clone())
        } else if suspect.steadiness == Steadiness::None {
            Explanation::Unsteady
        } else if wrong == suspect.answered.judged {
            Explanation::Everything
        } else if let Some(tested) = self.explaining() {
            let conditions = self.in_words(tested);
            match tested.rule.claim {
                Claim::ExactlyRight => Explanation::RightWhere(conditions),
                Claim::ExceptFew => Explanation::MostlyWhere {
                    conditions,
                    others: self.exceptions(tested).unwrap_or_default(),
                },
                Claim::Exactly | Claim::InCommon => Explanation::WrongWhere(conditions),
            }
        } else if wrong <= MAX_NAMED as u64 {
            Explanation::Inputs(first.collect())
        } else {
            Explanation::None(first.collect())
        }
    }

    /// The rule that says where answers are wrong, if there is one. A list of few inputs is better than a rule with exceptions.
    fn explaining(&self) -> Option<&TestedRule> {
        let exact = self.surviving(Claim::Exactly, None);
        let exact = exact.or_else(|| self.surviving(Claim::ExactlyRight, None));
        let are_few = self.suspect.mistakes.answers <= MAX_NAMED as u64;
        exact.or_else(|| self.surviving(Claim::ExceptFew, None).filter(|_| !are_few))
    }

    /// A rule as data.
    #[cfg(feature = "serde")]
    fn json(&self, tested: Option<&TestedRule>) -> serde_json::Value {
        let rule = tested.map(|tested| tested.rule.json(self.features));
        rule.unwrap_or_default()
    }

    /// The pairs of answers, if they are worth a list.
    fn pairs(&self) -> Vec<AnswerPair> {
        let mistakes = self.suspect.mistakes;
        let pairs = mistakes.differences.pairs();
        let are_few = mistakes.answers >= WRONG_PER_PAIR * pairs.len() as u64;
        if !self.suspect.is_open() || pairs.len() < 2 || !are_few {
            return Vec::new();
        }
        let pairs = pairs.into_iter().map(|counted| {
            let [right, given] = counted.texts.map(|text| cut(&text, LONG));
            AnswerPair {
                right,
                given,
                answers: counted.times,
                first: self.shown(counted.first.0),
            }
        });
        pairs.collect()
    }

    /// The parts in which the answers differ from the right ones.
    fn differs_in(&self) -> Vec<String> {
        if !self.suspect.is_open() {
            return Vec::new();
        }
        self.suspect.mistakes.parts.names()
    }

    fn largest(&self) -> Option<Largest> {
        let mistakes = self.suspect.mistakes;
        if !self.suspect.is_open() || mistakes.answers <= MAX_NAMED as u64 {
            return None;
        }
        let distances = mistakes.differences.distances()?;
        Some(Largest {
            difference: distances.words(),
            always: distances.least == distances.most,
            input: self.shown(distances.at.0),
        })
    }

    /// What all wrong inputs have in common, unless it holds for most of the others as well.
    fn in_common(&self) -> Option<InCommon> {
        let tested = self.surviving(Claim::InCommon, None)?;
        let answered = self.suspect.answered;
        let also_right = tested.found().right_inputs;
        let right_inputs = answered.judged - self.suspect.mistakes.answers;
        let mut named = self.exceptions(tested).unwrap_or_default();
        // An input that was compared twice, not always with the same solvers, may be among the wrong ones, too.
        let mistakes = self.suspect.mistakes;
        let is_wrong = |number: &u128| mistakes.has(*number);
        if tested.found().exceptions.iter().any(is_wrong) {
            named.clear();
        }
        (also_right as f64 <= MAX_SHARE_OF_OTHERS * right_inputs as f64).then(|| InCommon {
            conditions: self.in_words(tested),
            #[cfg(feature = "serde")]
            rule: self.json(Some(tested)),
            others: also_right,
            named,
        })
    }

    /// The exceptions to a rule, if there are few.
    fn exceptions(&self, tested: &TestedRule) -> Option<Vec<String>> {
        let exceptions = &tested.found().exceptions;
        let shown = exceptions.iter().map(|&number| self.shown(number));
        (exceptions.len() <= MAX_NAMED).then(|| shown.collect())
    }

    /// The kinds of mistakes, and where the solver makes each.
    fn how(&self) -> Vec<How> {
        let suspect = self.suspect;
        let is_explained = suspect.is_open() || suspect.as_if.is_some();
        if !is_explained || matches!(suspect.topic, Topic::Relation(_)) {
            return Vec::new();
        }
        let has_truth = self.check.truth.is_some();
        let kinds = &suspect.mistakes.kinds;
        let panics = kinds.iter().filter_map(|kind| kind.mistake.of_panic());
        let has_several = panics.count() > 1;
        let how = kinds.iter().map(|kind| {
            let tested = self.surviving(Claim::Exactly, Some(&kind.mistake));
            let does = kind.mistake.words(has_truth);
            let panic = kind.mistake.of_panic().filter(|_| has_several);
            How {
                mistake: panic.map_or(does.clone(), |panic| format!("{does} with {panic}").into()),
                answers: kind.answers,
                first: self.shown(kind.inputs.from(0).next().unwrap_or_default()),
                only_where: tested.map(|tested| self.in_words(tested)),
                is_alone: tested.is_some_and(|tested| !tested.found().holds_elsewhere),
                #[cfg(feature = "serde")]
                rule: self.json(tested),
            }
        });
        let mut how: Vec<_> = how.collect();
        how.sort_by_key(|how| Reverse(how.answers));
        how
    }

    /// The rule with this claim about all mistakes, or about one, if there is such a rule that no answer has refuted.
    fn surviving(&self, claim: Claim, mistake: Option<&Mistake>) -> Option<&TestedRule> {
        let mut survivors = self.suspect.survivors();
        survivors
            .find(|TestedRule { rule, .. }| rule.claim == claim && rule.mistake.as_ref() == mistake)
    }

    fn in_words(&self, tested: &TestedRule) -> String {
        let cases = tested.rule.cases.iter();
        let cases: Vec<_> = cases
            .map(|case| all_of(case, &self.features.list))
            .collect();
        cases.join(", or where ")
    }

    fn shown(&self, number: u128) -> String {
        let shown = catch_panic(|| self.check.shown(number));
        cut(&shown.unwrap_or_else(|failure| failure.to_string()), LONG)
    }

    fn text(&self, fault: &Fault) -> String {
        let wrong = count(fault.wrong);
        let it = self.it;
        let its = match it {
            "it" => "its".to_owned(),
            name => format!("{name}'s"),
        };
        let mut lines = vec![format!("{} on {wrong} of {}.", self.headline, self.scope)];
        let mut mistakes = self.suspect.kinds();
        // "Gives another answer" alone says nothing.
        if mistakes.any(|(mistake, _)| *mistake != Mistake::Other) && !fault.how.is_empty() {
            let does = format!("{it} {}.", kinds_in_words(&fault.how));
            lines.push(self.capitalised(&does));
        }
        if !fault.pairs.is_empty() {
            lines.push(format!("Instead of {}, {it} gives:", self.features.right));
        }
        lines.extend(fault.pairs.iter().map(|pair| self.pair(pair)));
        lines.extend(self.sentence_of_explanation(fault));
        if self.suspect.steadiness == Steadiness::OfVerdicts {
            lines.push(self.unsteady());
        }
        for how in &fault.how {
            if let Some(words) = &how.only_where {
                let does = format!("{it} {} exactly where {words}.", how.mistake);
                lines.push(if how.is_alone {
                    self.sentence(&does)
                } else {
                    self.sentence(&format!("where {it} is not wrong in another way, {does}"))
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
            lines.push(self.capitalised(&format!("{its} answer there is always {change}.")));
        }
        if !fault.differs_in.is_empty() {
            let right = &self.features.right;
            let parts = listed(&fault.differs_in);
            let differs = format!("{its} answer there differs from {right} only in {parts}.");
            lines.push(self.capitalised(&differs));
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

    /// These clauses, and before them, unless the run judged the whole domain, what they are about.
    fn sentence(&self, clauses: &str) -> String {
        if self.is_partial {
            return format!("Among these {}, {clauses}", self.check.words.nouns);
        }
        self.capitalised(clauses)
    }

    /// The clauses with a capital letter, unless they begin with the name of a solver.
    fn capitalised(&self, clauses: &str) -> String {
        let after_name = clauses.strip_prefix(self.it).filter(|_| self.it != "it");
        if after_name.is_some_and(|rest| rest.starts_with([' ', '\''])) {
            return clauses.to_owned();
        }
        format!("{}{}", clauses[..1].to_uppercase(), &clauses[1..])
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

    fn unsteady(&self) -> String {
        let (it, noun) = (self.it, &self.check.words.noun);
        format!("Asked again, {it} gives other answers: something depends on more than the {noun}.")
    }

    fn sentence_of_explanation(&self, fault: &Fault) -> Option<String> {
        let words = &self.check.words;
        let it = self.it;
        let does = self.wrong_clause;
        Some(match &fault.explanation {
            Explanation::Everything => return None,
            Explanation::Misreading(misreading) => {
                let all = format!("{} {}", count(fault.judged), words.nouns);
                self.capitalised(&format!("{it} answers all {all} as if {misreading}."))
            }
            Explanation::WrongWhere(rule) => {
                self.sentence(&format!("{does} exactly where {rule}."))
            }
            Explanation::RightWhere(rule) => match self.right_clause {
                Some(right) => self.sentence(&format!("{right} exactly where {rule}.")),
                None => self.sentence(&format!("{does} everywhere except where {rule}.")),
            },
            Explanation::MostlyWhere { conditions, others } => {
                let others = listed(others);
                self.sentence(&format!(
                    "{does} exactly where {conditions}, and on {others}."
                ))
            }
            Explanation::Inputs(inputs) => {
                let here = format!("{does} only here: {}", inputs.join(", "));
                // The input at the top of a report may be one that a search found beside those of the run.
                if self.is_partial {
                    format!("Of the {} of the run, {here}", words.nouns)
                } else {
                    self.capitalised(&here)
                }
            }
            Explanation::Unsteady => self.unsteady(),
            Explanation::None(first) => {
                let first = format!("The first are: {}", first.join(", "));
                let has_rule = fault.in_common.is_some()
                    || fault.how.iter().any(|how| how.only_where.is_some());
                if has_rule {
                    first
                } else {
                    format!("No short rule was found. {first}")
                }
            }
        })
    }
}

/// The inputs that a solver answered and that were judged. `parts` names the parts of an input, as in " (a, b)".
fn scope(
    compared: &Compared<'_>,
    findings: &Findings,
    suspect: &Suspect<'_>,
    parts: &str,
) -> String {
    let plan = compared.plan;
    let counts = &findings.counts;
    let nouns = format!("{}{parts}", plan.check.words.nouns);
    let tally = suspect.answered.all;
    let all = tally.total();
    let judged = suspect.answered.judged;
    let part = match compared.shard {
        Shard::WHOLE => String::new(),
        shard => format!(" in part {shard} of the run"),
    };
    let drawn = if tally.drawn == 0 {
        ""
    } else if tally.in_order == 0 {
        " drawn at random"
    } else {
        // Perhaps none of the judged inputs were drawn, and the sets may have been full before an input was drawn.
        ", some of them perhaps drawn at random and counted twice"
    };
    if judged < all {
        let judged = count(judged);
        return format!("the {judged} {nouns} whose right answer is known{part}{drawn}");
    }
    let is_first = findings.ended == Ended::Completed
        && plan.is_from_the_first()
        && u128::from(all) < plan.check.len
        && tally.in_order == tally.total()
        && (matches!(suspect.topic, Topic::Answers(_)) || all == counts.compared.total())
        && counts.excluded.total() == 0
        && !compared.outcome.is_full
        && compared.shard == Shard::WHOLE;
    let first = if is_first { "the first " } else { "" };
    let all = count(all);
    format!("{first}{all} {nouns}{drawn}{part}")
}

/// What the solver does, and on how many inputs.
fn kinds_in_words(kinds: &[How]) -> String {
    match kinds {
        [only] if only.answers == 1 => return format!("{} there", only.mistake),
        [only] => return format!("{} on all of them", only.mistake),
        _ => {}
    }
    let (named, unnamed) = kinds.split_at(kinds.len().min(NAMED_MISTAKES));
    let does = named.iter().map(|kind| {
        let How { mistake, first, .. } = kind;
        let answers = count(kind.answers);
        match first.chars().count() {
            0..=SHORT => format!("{mistake} on {answers} (first {first})"),
            _ => format!("{mistake} on {answers}"),
        }
    });
    let answers: u64 = unnamed.iter().map(|kind| kind.answers).sum();
    let rest = (answers > 0).then(|| format!("is wrong in other ways on {}", count(answers)));
    let parts: Vec<_> = does.chain(rest).collect();
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
            first: "1".to_owned(),
            only_where: None,
            is_alone: true,
            #[cfg(feature = "serde")]
            rule: serde_json::Value::Null,
        });
        let expected = "fails on 9 (first 1), fails on 8 (first 1), fails on 7 (first 1), and is wrong in other ways on 11";
        assert_eq!(kinds_in_words(&all), expected);
    }
}
