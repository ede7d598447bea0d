//! Rules, and the search for rules that hold for a sample.

use super::candidates::{Candidate, candidates};
use super::condition::{Condition, Test};
use super::cover::{MOST, cheapest_cover};
use super::evidence::{Example, NAMED};
use super::rows::Terms;
use crate::feature::AnyFeature;
use crate::mistakes::Mistake;

/// A rule has to cost this many bits less than a list of the wrong inputs. Such a rule fits by chance once in a
/// thousand cases.
pub(super) const MARGIN: f64 = 10.0;

/// If the run covers the whole domain, a rule that costs less than this many bits is reported even if it may fit by
/// chance.
const SHORT_RULE: f64 = 16.0;

/// If there are more kinds of mistakes than this, there are no rules for individual kinds.
const MAX_MISTAKES: usize = 3;

/// The extra cost of a rule that says where answers are right, in bits.
const COST_OF_RIGHT: f64 = 4.0;

/// What all wrong inputs have in common may hold for at most this part of the others.
pub(super) const MOST_OTHERS: f64 = 0.75;

/// The maximum number of cases in a rule.
const MAX_CASES: usize = 3;

/// Each case has to cover at least one in this many of the wrong examples that earlier cases leave uncovered.
const MIN_PART: usize = 4;

/// The number of places in the sample from which the search for a case starts.
const STARTS: usize = 8;

/// A disjunction of cases, each of which is a conjunction of conditions, and a claim about the inputs for which it
/// holds.
#[derive(Clone)]
pub(crate) struct Rule {
    pub(crate) cases: Vec<Vec<Condition>>,
    pub(crate) claim: Claim,
    /// If set, only answers with this mistake count as wrong.
    pub(crate) mistake: Option<Mistake>,
}

/// What a rule claims about the inputs for which it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// All of them are wrong, and all other inputs are right.
    Wrong,
    /// All of them are right, and all other inputs are wrong.
    Right,
    /// All of them are wrong, and so are a few other inputs.
    MostWrong,
    /// All wrong inputs are among them.
    AllWrong,
}

/// What is known about a solver, from which rules are made.
pub(crate) struct Sample<'a> {
    pub(crate) terms: &'a Terms,
    /// The terms that rules may use.
    pub(crate) usable: &'a [AnyFeature],
    /// The kinds of mistakes, and the number of answers with each.
    pub(crate) kinds: Vec<(&'a Mistake, u64)>,
    /// The number of answers, and how many of them are wrong.
    pub(crate) judged: u64,
    pub(crate) answers: u64,
    /// The examples with wrong answers.
    pub(crate) wrong: Vec<&'a Example>,
    /// The examples with right answers.
    pub(crate) right: Vec<&'a Example>,
    /// Whether the solver answered all inputs of the domain.
    pub(crate) covers_domain: bool,
}

impl Rule {
    fn new(cases: Vec<Vec<Condition>>, claim: Claim) -> Self {
        Rule {
            cases,
            claim,
            mistake: None,
        }
    }

    /// The rules that hold for the sample. If one separates wrong from right examples, there are no others. Otherwise
    /// these are a rule with cases, rules for individual mistakes, and a rule for what all wrong inputs share.
    pub(crate) fn all(sample: &Sample<'_>) -> Vec<Self> {
        if let Some(rule) = Rule::exact(sample) {
            return vec![rule];
        }
        let mut rules = Vec::new();
        if let Some(rule) = by_cases(sample) {
            if rule.claim == Claim::Wrong {
                return vec![rule];
            }
            rules.push(rule);
        }
        if (2..=MAX_MISTAKES).contains(&sample.kinds.len()) {
            for &(mistake, answers) in &sample.kinds {
                rules.extend(of_mistake(sample, mistake, answers));
            }
        }
        rules.extend(in_common(sample));
        rules
    }

    /// The cheapest rule that separates wrong from right examples.
    pub(crate) fn exact(sample: &Sample<'_>) -> Option<Self> {
        // If one kind is missing, the rule has no conditions. In the next pass, any input of the missing kind refutes it.
        if sample.wrong.is_empty() {
            return Some(Rule::new(vec![Vec::new()], Claim::Right));
        }
        if sample.right.is_empty() {
            return Some(Rule::new(vec![Vec::new()], Claim::Wrong));
        }
        let mut limit = bits_of_choice(sample.judged, sample.answers) - MARGIN;
        // If the run covers the whole domain, even a short rule that fits by chance is true.
        if sample.covers_domain && sample.answers > NAMED as u64 {
            limit = limit.max(SHORT_RULE);
        }
        let of_wrong = conditions(sample.usable, &sample.wrong, &sample.right, limit);
        let cost_of_wrong = of_wrong.as_ref().map_or(limit, |(_, cost)| *cost);
        let limit = cost_of_wrong - COST_OF_RIGHT;
        if let Some((of_right, _)) = conditions(sample.usable, &sample.right, &sample.wrong, limit)
        {
            return Some(Rule::new(vec![of_right], Claim::Right));
        }
        let (of_wrong, _) = of_wrong?;
        Some(Rule::new(vec![of_wrong], Claim::Wrong))
    }

    /// Whether a condition is about a term from this place on.
    pub(crate) fn uses_from(&self, place: usize) -> bool {
        self.cases
            .iter()
            .flatten()
            .any(|condition| condition.last_term() >= place)
    }

    /// Whether the rule counts an answer with this mistake as wrong.
    pub(crate) fn is_about(&self, mistake: Option<&Mistake>) -> bool {
        mistake.is_some() && (self.mistake.is_none() || self.mistake.as_ref() == mistake)
    }

    /// Whether the input is one that the rule's claim allows, and that a sentence names if there are few: a wrong one for
    /// which a rule about most does not hold, or a right one for which a rule about all does.
    pub(crate) fn has_exception(&self, holds: Option<bool>, is_wrong: bool) -> bool {
        match self.claim {
            Claim::Wrong | Claim::Right => false,
            Claim::MostWrong => is_wrong && holds == Some(false),
            Claim::AllWrong => !is_wrong && holds == Some(true),
        }
    }

    /// Whether an input refutes the rule. It does if it is unknown whether the rule holds for it.
    pub(crate) fn is_refuted(&self, holds: Option<bool>, is_wrong: bool) -> bool {
        match (self.claim, holds) {
            (_, None) => true,
            (Claim::Wrong, Some(holds)) => holds != is_wrong,
            (Claim::Right, Some(holds)) => holds == is_wrong,
            (Claim::MostWrong, Some(holds)) => holds && !is_wrong,
            (Claim::AllWrong, Some(holds)) => !holds && is_wrong,
        }
    }
}

/// The cost, in bits, of stating which of all inputs are the wrong ones.
pub(crate) fn bits_of_choice(all: u64, wrong: u64) -> f64 {
    let fewer = wrong.min(all.saturating_sub(wrong));
    // 256 terms are enough, because their sum already exceeds the cost of any rule.
    (0..fewer.min(256))
        .map(|n| ((all - n) as f64 / (fewer - n) as f64).log2())
        .sum()
}

/// A rule that says where the solver makes this mistake.
fn of_mistake(sample: &Sample<'_>, mistake: &Mistake, answers: u64) -> Option<Rule> {
    let examples = sample.wrong.iter().chain(&sample.right);
    let (made, others): (Vec<&Example>, Vec<_>) =
        examples.partition(|one| one.mistake.as_ref() == Some(mistake));
    let limit = bits_of_choice(sample.judged, answers) - MARGIN;
    let (conditions, _) = conditions(sample.usable, &made, &others, limit)?;
    Some(Rule {
        mistake: Some(mistake.clone()),
        ..Rule::new(vec![conditions], Claim::Wrong)
    })
}

/// Conditions that all wrong examples meet and most right ones do not.
fn in_common(sample: &Sample<'_>) -> Option<Rule> {
    let wrong = &sample.wrong;
    let right = &sample.right;
    let terms = sample.terms.of_inputs();
    let candidates = candidates(terms, wrong, right, f64::INFINITY);
    let mut left: Vec<usize> = (0..right.len()).collect();
    let mut chosen: Vec<Condition> = Vec::new();
    while chosen.len() < MOST {
        let gains = candidates
            .iter()
            .filter_map(|one| Some((gain(one, &left, wrong.len())?, one)));
        let best = gains.max_by(|(one, _), (other, _)| one.total_cmp(other));
        let Some((_, best)) = best.filter(|(gain, _)| *gain > 0.0) else {
            break;
        };
        left.retain(|&n| !best.excludes(n));
        chosen.push(best.condition.clone());
    }
    // What a later condition says as well need not be said.
    for n in (0..chosen.len()).rev() {
        let mut others = chosen.clone();
        others.remove(n);
        let says_more = right
            .iter()
            .any(|one| all_hold_for(&others, one) && !all_hold_for(&chosen, one));
        if !says_more {
            chosen = others;
        }
    }
    (!chosen.is_empty()).then(|| Rule::new(vec![in_order(chosen)], Claim::AllWrong))
}

/// How unlikely it is that the condition holds by chance for all wrong examples, minus its cost, in bits. `None` if it holds
/// for too many of the right ones that are `left`.
fn gain(one: &Candidate, left: &[usize], wrong: usize) -> Option<f64> {
    let holds = left.iter().filter(|&&n| !one.excludes(n)).count();
    // The 1 allows for an input for which the condition holds and that the sample lacks.
    let part = (holds as f64 + 1.0) / (left.len() as f64 + 1.0);
    let bits = -part.log2() * wrong as f64;
    (part <= MOST_OTHERS).then_some(bits - one.condition.bits - MARGIN)
}

/// A rule for a solver with several faults: each case holds for a part of the wrong examples and for no right one.
fn by_cases(sample: &Sample<'_>) -> Option<Rule> {
    let mut left = sample.wrong.clone();
    let right = &sample.right;
    // The bits that a case saves for each wrong input that it covers.
    let bits_of_each = (sample.judged as f64 / sample.answers as f64).log2();
    let mut cases = Vec::new();
    while cases.len() < MAX_CASES && !left.is_empty() {
        let enough = (left.len() / MIN_PART).max(NAMED + 1);
        let limit = left.len() as f64 * bits_of_each - MARGIN;
        // Start from neighbours, which are often wrong for the same reason.
        let places = (0..left.len() - 1).step_by(left.len().div_ceil(STARTS));
        let starts =
            places.flat_map(|place| [&left[place..place + 2], run_from(place, &left, right)]);
        let cases_by_start = starts.filter_map(|start| {
            let (mut conditions, cost) = conditions(sample.usable, start, right, limit)?;
            widen(&mut conditions, &left, right);
            let covered = left
                .iter()
                .filter(|one| all_hold_for(&conditions, one))
                .count();
            let is_unlikely = cost + MARGIN <= covered as f64 * bits_of_each;
            (is_unlikely && covered >= enough).then_some((covered, conditions))
        });
        let Some((_, conditions)) = cases_by_start.max_by_key(|(covered, _)| *covered) else {
            break;
        };
        left.retain(|one| !all_hold_for(&conditions, one));
        cases.push(conditions);
    }
    let claim = match left.len() {
        0 => Claim::Wrong,
        1..=NAMED if !cases.is_empty() => Claim::MostWrong,
        _ => return None,
    };
    drop_contained(&mut cases, &sample.wrong);
    Some(Rule::new(cases, claim))
}

/// The wrong examples from this place on, up to the next right one. Of two neighbours, more might be said by chance.
fn run_from<'s, 'e>(
    place: usize,
    wrong: &'s [&'e Example],
    right: &[&Example],
) -> &'s [&'e Example] {
    let first = wrong[place].number;
    let next = right.partition_point(|example| example.number < first);
    let end = right.get(next).map_or(u128::MAX, |example| example.number);
    let run = wrong[place..].partition_point(|example| example.number < end);
    &wrong[place..place + run]
}

/// Drops each case that holds for no wrong example that the others leave.
fn drop_contained(cases: &mut Vec<Vec<Condition>>, wrong: &[&Example]) {
    for n in (0..cases.len()).rev() {
        let is_needed = wrong.iter().any(|one| {
            let mut holding = (0..cases.len()).filter(|&case| all_hold_for(&cases[case], one));
            holding.next() == Some(n) && holding.next().is_none()
        });
        if !is_needed {
            cases.remove(n);
        }
    }
}

/// Moves each bound outwards to the last wrong example before a right one. The bound comes from only two examples, so
/// it may be too tight.
fn widen(conditions: &mut [Condition], wrong: &[&Example], right: &[&Example]) {
    for n in 0..conditions.len() {
        let sign = match conditions[n].test {
            Test::AtMost(_) => 1,
            Test::AtLeast(_) => -1,
            _ => continue,
        };
        let beyond = |example: &&Example| {
            let number = example.values[conditions[n].term].integer()? * sign;
            (0..conditions.len())
                .filter(|at| !all_hold_for(&conditions[*at..=*at], example))
                .eq([n])
                .then_some(number)
        };
        let end = right.iter().filter_map(beyond).min().unwrap_or(i128::MAX);
        let more = wrong.iter().filter_map(beyond);
        if let Some(most) = more.filter(|&number| number < end).max() {
            conditions[n].test = match sign {
                1 => Test::AtMost(most),
                _ => Test::AtLeast(-most),
            };
        }
    }
}

fn all_hold_for(conditions: &[Condition], example: &Example) -> bool {
    conditions
        .iter()
        .all(|one| one.holds_for(example) == Some(true))
}

/// The cheapest conditions that together hold for all positive examples and for no negative one, and their cost.
fn conditions(
    terms: &[AnyFeature],
    positives: &[&Example],
    negatives: &[&Example],
    limit: f64,
) -> Option<(Vec<Condition>, f64)> {
    if limit <= 0.0 {
        return None;
    }
    let mut sets = Vec::new();
    let mut conditions = Vec::new();
    for candidate in candidates(terms, positives, negatives, limit) {
        sets.push((candidate.excluded, candidate.condition.bits));
        conditions.push(candidate.condition);
    }
    let cover = cheapest_cover(&sets, negatives.len(), limit)?;
    let cost = cover.iter().map(|&n| sets[n].1).sum();
    let chosen = cover.into_iter().map(|n| conditions[n].clone());
    Some((in_order(chosen.collect()), cost))
}

/// Sorts the conditions on each term in the usual order of a sentence: kind, lower bound, upper bound, exceptions.
fn in_order(mut conditions: Vec<Condition>) -> Vec<Condition> {
    conditions.sort_by_key(|one| {
        let bound = match one.test {
            Test::AtLeast(_) => 1,
            Test::AtMost(_) => 2,
            _ => 0,
        };
        (one.term, one.negated, bound)
    });
    conditions
}
