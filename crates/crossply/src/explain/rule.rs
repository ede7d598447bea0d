//! Rules, and the search for rules that are true of a sample.

use super::candidates::{candidates, patterns};
use super::condition::Condition;
use super::narrowing::Narrowing;
use super::rows::Features;
use super::subject::{Subject, Term};
use super::suspect::{Example, MAX_NAMED, Suspect};
use super::test::Test;
use crate::feature::{Feature, Kind, Value};
use crate::mistakes::Mistake;
#[cfg(feature = "serde")]
use serde_json::{Value as Json, json};

/// A rule has to cost this many bits less than a list of the wrong inputs. Such a rule fits by chance about
/// once in a thousand times.
pub(super) const MARGIN: f64 = 10.0;

/// If the run covers the whole domain, a rule that costs less than this many bits is reported even if it may fit by
/// chance.
const SHORT_RULE: f64 = 16.0;

/// If there are more kinds of mistakes than this, there are no rules for individual kinds.
const MAX_KINDS: usize = 8;

/// The extra cost of a rule that says where answers are right, in bits.
const COST_OF_RIGHT: f64 = 4.0;

/// What all wrong inputs have in common may hold for at most this share of the others.
pub(super) const MAX_SHARE_OF_OTHERS: f64 = 0.75;

/// The maximum number of cases in a rule.
const MAX_CASES: usize = 3;

/// Each case has to cover at least one in this many of the wrong examples that earlier cases leave uncovered.
const COVERS_ONE_IN: usize = 4;

/// The cost of a letter of a pattern, in bits.
const BITS_OF_LETTER: f64 = 4.0;

/// The number of conditions, and of places in the sample, from which a search starts.
const STARTS: usize = 8;

/// A disjunction of cases, each of which is a conjunction of conditions, and a claim about the inputs for which it
/// holds.
#[derive(Clone)]
pub(crate) struct Rule {
    /// A case without conditions holds for every input.
    pub(crate) cases: Vec<Vec<Condition>>,
    pub(crate) claim: Claim,
    /// If set, the rule is about this mistake: answers that are wrong in another way do not count, and the claim is `Exactly`.
    pub(crate) mistake: Option<Mistake>,
}

/// What a rule claims about the inputs for which it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub(crate) enum Claim {
    /// All of them are wrong, and all other inputs are right.
    Exactly,
    /// All of them are right, and all other inputs are wrong.
    ExactlyRight,
    /// All of them are wrong, and so are a few other inputs.
    ExceptFew,
    /// All wrong inputs are among them.
    InCommon,
}

/// The examples of a solver, and the counts of its run, from which rules are made.
pub(crate) struct Sample<'a> {
    /// The features that rules may use.
    pub(crate) features: &'a [Feature],
    /// Those of them that are about inputs.
    pub(crate) of_inputs: &'a [Feature],
    /// What the run says of the solver.
    pub(crate) suspect: &'a Suspect<'a>,
    /// The examples with wrong answers.
    pub(crate) wrong: Vec<&'a Example>,
    /// The examples with right answers.
    pub(crate) right: Vec<&'a Example>,
}

impl Sample<'_> {
    /// The bits that a case saves for each wrong input that it covers: about as many as in [`bits_of_choice`].
    fn bits_per_wrong(&self) -> f64 {
        (self.suspect.answered.judged as f64 / self.suspect.mistakes.answers as f64).log2()
    }
}

impl Rule {
    fn new(cases: Vec<Vec<Condition>>, claim: Claim) -> Self {
        Rule {
            cases,
            claim,
            mistake: None,
        }
    }

    /// The rules that are true of a sample without an [exact](Self::exact) one: a rule with cases, rules for individual mistakes,
    /// and unless the first says exactly where answers are wrong, one for what all wrong inputs share.
    pub(crate) fn inexact(sample: &Sample<'_>) -> Vec<Self> {
        let by_cases = by_cases(sample);
        let is_exact = by_cases
            .as_ref()
            .is_some_and(|rule| rule.claim == Claim::Exactly);
        let mut rules: Vec<_> = by_cases.into_iter().collect();
        if (2..=MAX_KINDS).contains(&sample.suspect.kinds().count()) {
            for (mistake, answers) in sample.suspect.kinds() {
                rules.extend(of_mistake(sample, mistake, answers));
            }
        }
        if !is_exact {
            rules.extend(in_common(sample));
        }
        rules
    }

    /// The rule that claims the same of all inputs. Any other input refutes it in the next pass.
    pub(crate) fn of_all(claim: Claim) -> Self {
        Rule::new(vec![Vec::new()], claim)
    }

    /// The cheapest rule that separates wrong from right examples, if it is cheap enough.
    pub(crate) fn exact(sample: &Sample<'_>) -> Option<Self> {
        if sample.wrong.is_empty() {
            return Some(Rule::of_all(Claim::ExactlyRight));
        }
        if sample.right.is_empty() {
            return Some(Rule::of_all(Claim::Exactly));
        }
        let judged = sample.suspect.answered.judged;
        let wrong = sample.suspect.mistakes.answers;
        let mut limit = bits_of_choice(judged, wrong) - MARGIN;
        // If the run covers the whole domain, even a short rule that fits by chance is true.
        if sample.suspect.covers_domain && wrong > MAX_NAMED as u64 {
            limit = limit.max(SHORT_RULE);
        }
        let of_wrong = cheapest_conditions(sample.features, &sample.wrong, &sample.right, limit);
        let cost_of_wrong = of_wrong.as_ref().map_or(limit, |(_, cost)| *cost);
        // A rule that says where answers are right has to be clearly cheaper.
        let limit = cost_of_wrong - COST_OF_RIGHT;
        let of_right = cheapest_conditions(sample.features, &sample.right, &sample.wrong, limit);
        if let Some((of_right, _)) = of_right {
            return Some(Rule::new(vec![of_right], Claim::ExactlyRight));
        }
        let (of_wrong, _) = of_wrong?;
        Some(Rule::new(vec![of_wrong], Claim::Exactly))
    }

    /// The rule as data.
    #[cfg(feature = "serde")]
    pub(crate) fn json(&self, features: &Features) -> Json {
        let cases = self.cases.iter().map(|case| {
            let conditions = case.iter().map(|condition| condition.json(features));
            conditions.collect::<Vec<_>>()
        });
        json!({ "claim": self.claim, "cases": cases.collect::<Vec<_>>() })
    }

    /// Whether a condition is about the expected answer.
    pub(crate) fn needs_expected(&self, features: &Features) -> bool {
        let mut conditions = self.cases.iter().flatten();
        conditions.any(|condition| {
            let mut used = condition.terms();
            used.any(|term| term.feature >= features.of_inputs().len())
        })
    }

    /// Whether the rule does not count an answer with this mistake.
    pub(crate) fn ignores(&self, mistake: Option<&Mistake>) -> bool {
        self.mistake.is_some() && mistake.is_some() && self.mistake.as_ref() != mistake
    }

    /// Whether the input is an exception that the claim allows. If there are few, a sentence names them.
    pub(crate) fn is_exception(&self, holds: Option<bool>, is_wrong: bool) -> bool {
        match self.claim {
            Claim::Exactly | Claim::ExactlyRight => false,
            Claim::ExceptFew => is_wrong && holds == Some(false),
            Claim::InCommon => !is_wrong && holds == Some(true),
        }
    }

    /// Whether an input refutes the rule. If it is unknown whether the rule holds for it, it does.
    pub(crate) fn is_refuted_by(&self, holds: Option<bool>, is_wrong: bool) -> bool {
        match (self.claim, holds) {
            (_, None) => true,
            (Claim::Exactly, Some(holds)) => holds != is_wrong,
            (Claim::ExactlyRight, Some(holds)) => holds == is_wrong,
            (Claim::ExceptFew, Some(holds)) => holds && !is_wrong,
            (Claim::InCommon, Some(holds)) => !holds && is_wrong,
        }
    }
}

/// The cost, in bits, of stating which of all inputs are the wrong ones: the logarithm of the binomial coefficient.
pub(crate) fn bits_of_choice(all: u64, wrong: u64) -> f64 {
    let fewer = wrong.min(all.saturating_sub(wrong));
    // 256 factors are enough: each is at least 2, and no rule costs 256 bits.
    (0..fewer.min(256))
        .map(|n| ((all - n) as f64 / (fewer - n) as f64).log2())
        .sum()
}

/// A rule that says where the solver makes this mistake.
fn of_mistake(sample: &Sample<'_>, mistake: &Mistake, answers: u64) -> Option<Rule> {
    let wrong = sample.wrong.iter().copied();
    let in_this_way: Vec<&Example> = wrong
        .filter(|one| one.mistake.as_ref() == Some(mistake))
        .collect();
    let counted = sample.suspect.answered.judged - (sample.suspect.mistakes.answers - answers);
    let limit = bits_of_choice(counted, answers) - MARGIN;
    let (conditions, _) = cheapest_conditions(sample.features, &in_this_way, &sample.right, limit)?;
    Some(Rule {
        mistake: Some(mistake.clone()),
        ..Rule::new(vec![conditions], Claim::Exactly)
    })
}

/// Conditions that all wrong examples meet and some right ones do not.
fn in_common(sample: &Sample<'_>) -> Option<Rule> {
    let (wrong, right) = (&sample.wrong, &sample.right);
    let candidates = candidates(sample.of_inputs, wrong, right, f64::INFINITY);
    let is_worth = |share, gain| share <= MAX_SHARE_OF_OTHERS && gain > MARGIN;
    let narrowing = Narrowing::new(&candidates, wrong.len(), right.len(), &is_worth);
    let chosen = narrowing.searches(1).next()?;
    let case = in_order(chosen.conditions);
    Some(Rule::new(vec![case], Claim::InCommon))
}

/// A rule for a solver with several faults: each case holds for a part of the wrong examples and for no right one.
fn by_cases(sample: &Sample<'_>) -> Option<Rule> {
    let mut uncovered = sample.wrong.clone();
    let mut cases: Vec<Vec<Condition>> = Vec::new();
    while cases.len() < MAX_CASES
        && let Some(case) = best_case(sample, &uncovered)
    {
        uncovered.retain(|one| !all_hold_for(&case, one));
        // Another case may hold wherever an earlier one does.
        cases.retain(|earlier| {
            let mut wrong = sample.wrong.iter();
            wrong.any(|one| all_hold_for(earlier, one) && !all_hold_for(&case, one))
        });
        cases.push(case);
    }
    if cases.is_empty() || uncovered.len() > MAX_NAMED {
        return None;
    }
    // In the order of the first inputs for which they hold.
    let first = |case: &Vec<Condition>| sample.wrong.iter().position(|one| all_hold_for(case, one));
    cases.sort_by_cached_key(first);
    let claim = match uncovered[..] {
        [] => Claim::Exactly,
        _ => Claim::ExceptFew,
    };
    Some(Rule::new(cases, claim))
}

/// The case that covers the most of the wrong examples that earlier cases leave.
fn best_case(sample: &Sample<'_>, uncovered: &[&Example]) -> Option<Vec<Condition>> {
    let limit = uncovered.len() as f64 * sample.bits_per_wrong() - MARGIN;
    let mut cases = pattern_cases(sample, uncovered);
    for place in (0..uncovered.len()).step_by(uncovered.len().div_ceil(STARTS).max(1)) {
        // Neighbours are often wrong for the same reason. The more of them, the less they share by chance.
        let rest = &uncovered[place..];
        let mut len = streak(rest, &sample.right);
        while let Some((mut case, _)) =
            cheapest_conditions(sample.features, &rest[..len], &sample.right, limit)
        {
            // Wider bounds may cost a little more or less, which is ignored.
            widen(&mut case, uncovered, &sample.right);
            cases.push(case);
            if len == rest.len() {
                break;
            }
            len = rest.len().min(2 * len);
        }
    }
    let counted = cases.into_iter().filter_map(|case| {
        let covered = covered(&case, sample, uncovered)?;
        Some((covered, case))
    });
    let (_, best) = counted.max_by_key(|(covered, _)| *covered)?;
    Some(best)
}

/// Cases that are patterns of the simplest wrong sequences.
fn pattern_cases(sample: &Sample<'_>, uncovered: &[&Example]) -> Vec<Vec<Condition>> {
    let mut cases = Vec::new();
    let words =
        (0..sample.features.len()).filter(|&n| matches!(sample.features[n].kind, Kind::Word(_)));
    for feature in words {
        for pattern in patterns(feature, uncovered, &sample.right) {
            cases.push(vec![Condition {
                bits: pattern.bits(BITS_OF_LETTER),
                subject: Subject::Of(Term::itself(feature)),
                test: Test::Contains(pattern),
                negated: false,
            }]);
        }
    }
    cases
}

/// How many of the examples that earlier cases leave the case covers. `None` if these are too few, or if it holds for a right
/// example.
fn covered(case: &[Condition], sample: &Sample<'_>, uncovered: &[&Example]) -> Option<usize> {
    let enough = (uncovered.len() / COVERS_ONE_IN).max(MAX_NAMED + 1);
    let of_wrong = uncovered.iter().filter(|one| all_hold_for(case, one));
    let covered = of_wrong.count();
    let cost: f64 = case.iter().map(|one| one.bits).sum();
    let pays_off = cost + MARGIN <= covered as f64 * sample.bits_per_wrong();
    let mut right = sample.right.iter();
    let is_so = pays_off && covered >= enough && !right.any(|one| all_hold_for(case, one));
    is_so.then_some(covered)
}

/// The number of wrong examples before the next right one.
fn streak(wrong: &[&Example], right: &[&Example]) -> usize {
    let start = wrong[0].number;
    let next = right.partition_point(|example| example.number < start);
    let end = right.get(next).map_or(u128::MAX, |right| right.number);
    wrong.partition_point(|example| example.number < end)
}

/// Moves each bound of an integer outwards as far as wrong examples reach before a right one. The bound fits only the examples
/// from which the case started.
fn widen(conditions: &mut [Condition], wrong: &[&Example], right: &[&Example]) {
    for n in 0..conditions.len() {
        let (bound, is_upper) = match &conditions[n].test {
            Test::AtMost(bound) => (bound, true),
            Test::AtLeast(bound) => (bound, false),
            _ => continue,
        };
        let is_character = matches!(bound, Value::Character(_));
        // Lower bounds are mirrored, so that outwards is up. Unlike `-number`, `!number` always fits.
        let mirrored = |number: i128| if is_upper { number } else { !number };
        let subject = conditions[n].subject;
        let beyond = |example: &&Example| {
            let value = subject.value(|feature| example.values[feature].clone());
            let number = value.integer()?;
            let mut all = conditions.iter().enumerate();
            let only_this_fails =
                all.all(|(at, one)| (one.holds_for(example) == Some(true)) == (at != n));
            only_this_fails.then(|| mirrored(number))
        };
        let end = right.iter().filter_map(beyond).min().unwrap_or(i128::MAX);
        let more = wrong.iter().filter_map(beyond);
        if let Some(most) = more.filter(|&number| number < end).max() {
            let bound = Value::of_code(mirrored(most), is_character);
            conditions[n].test = if is_upper {
                Test::AtMost(bound)
            } else {
                Test::AtLeast(bound)
            };
        }
    }
}

fn all_hold_for(conditions: &[Condition], example: &Example) -> bool {
    conditions
        .iter()
        .all(|one| one.holds_for(example) == Some(true))
}

/// The cheapest conditions that all hold for each positive example, and of which one fails for each negative one, and their
/// cost. `None` if they cost `limit` or more.
fn cheapest_conditions(
    features: &[Feature],
    positives: &[&Example],
    negatives: &[&Example],
    limit: f64,
) -> Option<(Vec<Condition>, f64)> {
    if limit <= 0.0 {
        return None;
    }
    let candidates = candidates(features, positives, negatives, limit);
    let narrowing = Narrowing::new(&candidates, positives.len(), negatives.len(), &|_, _| true);
    let found = narrowing.searches(STARTS).filter_map(|chosen| {
        let cost: f64 = chosen.conditions.iter().map(|one| one.bits).sum();
        (chosen.is_exact && cost < limit).then_some((chosen.conditions, cost))
    });
    let (chosen, cost) = found.min_by(|(_, one), (_, other)| one.total_cmp(other))?;
    Some((in_order(chosen), cost))
}

/// Sorts the conditions by feature, and those on one as a sentence would: other tests, lower bound, upper bound, negations.
fn in_order(mut conditions: Vec<Condition>) -> Vec<Condition> {
    conditions.sort_by_key(|one| {
        let bound = match one.test {
            Test::AtLeast(_) => 1,
            Test::AtMost(_) => 2,
            _ => 0,
        };
        (one.subject.first().feature, one.negated, bound)
    });
    conditions
}
