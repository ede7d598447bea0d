//! A rule: conditions that hold for all wrong inputs and no others; and the search for one that holds for a sample.

use super::candidates::candidates;
use super::condition::{Condition, Test};
use super::cover::cheapest_cover;
use super::notes::{NAMED, Sampled};
use crate::feature::{AnyFeature, Value};

/// By so many bits a rule has to be shorter than the set of wrong inputs: by chance it fits once in a thousand times.
pub(super) const MARGIN: f64 = 10.0;

/// How many bits it takes to say that a rule is one of right answers.
const OF_RIGHT: f64 = 4.0;

/// How many cases a rule has at most, which part of the wrong inputs that other cases leave each has at least, and from how
/// many inputs its search starts.
const CASES: usize = 3;
const PART: usize = 4;
const STARTS: usize = 8;

/// Says which inputs are wrong: those for which all conditions of one of its cases hold.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) cases: Vec<Vec<Condition>>,
    pub(crate) of: Of,
}

/// Of which inputs a rule is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Of {
    /// Of all wrong ones, and no others.
    Wrong,
    /// Of all right ones, and no others.
    Right,
    /// Of wrong ones, but not of all.
    SomeWrong,
}

impl Rule {
    /// A rule that holds for all that is known, if so many of all inputs are wrong; or one for a part of the wrong ones.
    pub(crate) fn of_known(
        terms: &[AnyFeature],
        known: &[&Sampled],
        all: u64,
        wrong: u64,
    ) -> Option<Self> {
        rule(terms, known, bits_of_choice(all, wrong))
            .or_else(|| rule_by_cases(terms, known, all, wrong))
    }

    /// Whether an input refutes it for which it holds so.
    pub(crate) fn is_refuted(&self, holds: bool, is_wrong: bool) -> bool {
        match self.of {
            Of::Wrong => holds != is_wrong,
            Of::Right => holds == is_wrong,
            Of::SomeWrong => holds && !is_wrong,
        }
    }
}

/// How many bits tell which of all inputs are wrong.
pub(crate) fn bits_of_choice(all: u64, wrong: u64) -> f64 {
    let fewer = wrong.min(all.saturating_sub(wrong));
    let factor = |n| (all - n) as f64 / (fewer - n) as f64;
    // More than some hundred are never needed.
    (0..fewer.min(256)).map(|n| factor(n).log2()).sum()
}

/// The rule that it takes the fewest bits to say, of those that hold for all that is known.
fn rule(terms: &[AnyFeature], known: &[&Sampled], bits: f64) -> Option<Rule> {
    let (wrong, right): (Vec<_>, Vec<_>) = known.iter().partition(|known| known.is_wrong);
    let limit = bits - MARGIN;
    // What a sample lacks refutes a rule without conditions.
    let always = |of| {
        Some(Rule {
            cases: vec![Vec::new()],
            of,
        })
    };
    if wrong.is_empty() {
        return always(Of::Right);
    } else if right.is_empty() {
        return always(Of::Wrong);
    }
    if limit <= 0.0 {
        return None;
    }
    let of_wrong = conditions(terms, &wrong, &right, limit);
    let cost = of_wrong.as_ref().map_or(limit, |(_, cost)| *cost);
    let of_right = conditions(terms, &right, &wrong, cost - OF_RIGHT);
    let (of, found) = match of_right {
        Some(_) => (Of::Right, of_right),
        None => (Of::Wrong, of_wrong),
    };
    let cases = vec![found?.0];
    Some(Rule { cases, of })
}

/// A rule for somebody with several faults: each case holds for a part of the wrong inputs that are known, as large as can
/// be found, and for no right one. Together the cases may hold for all.
fn rule_by_cases(
    terms: &[AnyFeature],
    known: &[&Sampled],
    seen: u64,
    of_these: u64,
) -> Option<Rule> {
    let (mut left, right): (Vec<&Sampled>, Vec<_>) = known.iter().partition(|known| known.is_wrong);
    // By chance an input is wrong so often.
    let bits_of_each = (seen as f64 / of_these as f64).log2();
    let mut cases = Vec::new();
    while cases.len() < CASES && !left.is_empty() {
        let enough = (left.len() / PART).max(NAMED + 1);
        let limit = left.len() as f64 * bits_of_each - MARGIN;
        // Neighbours are more often wrong for the same reason.
        let starts = left.windows(2).step_by(left.len().div_ceil(STARTS));
        let found = starts.filter_map(|start| {
            let (mut conditions, cost) = conditions(terms, start, &right, limit)?;
            widen(&mut conditions, &left, &right);
            let holds = |known: &&&Sampled| all_hold(&conditions, known);
            let covered = left.iter().filter(holds).count();
            let is_said = cost + MARGIN <= covered as f64 * bits_of_each;
            (is_said && covered >= enough).then_some((covered, conditions))
        });
        let Some((_, conditions)) = found.max_by_key(|(covered, _)| *covered) else {
            break;
        };
        left.retain(|known| !all_hold(&conditions, known));
        cases.push(conditions);
    }
    let of = if left.is_empty() {
        Of::Wrong
    } else {
        Of::SomeWrong
    };
    (!cases.is_empty()).then_some(Rule { cases, of })
}

/// Moves each bound of a number, which is that of a few inputs, as far as no right input follows.
fn widen(conditions: &mut [Condition], wrong: &[&Sampled], right: &[&Sampled]) {
    for n in 0..conditions.len() {
        let (test, term) = (conditions[n].test.clone(), conditions[n].term);
        let sign = match test {
            Test::AtMost(_) if !conditions[n].negated => 1,
            Test::AtLeast(_) if !conditions[n].negated => -1,
            _ => continue,
        };
        let beyond = |known: &&&Sampled| {
            let fails = |&at: &usize| !holds(&conditions[at], known);
            (0..conditions.len()).filter(fails).eq([n])
        };
        let number = |known: &&Sampled| Some(known.values[term].integer()?.saturating_mul(sign));
        let end = right.iter().filter(beyond).filter_map(number).min();
        let end = end.unwrap_or(i128::MAX);
        let more = wrong.iter().filter(beyond).filter_map(number);
        if let Some(most) = more.filter(|&number| number < end).max() {
            conditions[n].test = match test {
                Test::AtMost(_) => Test::AtMost(most),
                _ => Test::AtLeast(most.saturating_neg()),
            };
        }
    }
}

fn holds(condition: &Condition, known: &Sampled) -> bool {
    condition.holds(|term| known.values[term].clone())
}

fn all_hold(conditions: &[Condition], known: &Sampled) -> bool {
    conditions.iter().all(|condition| holds(condition, known))
}

/// The cheapest conditions that hold for all of some inputs and none of the others, and what they cost.
fn conditions(
    terms: &[AnyFeature],
    some: &[&Sampled],
    others: &[&Sampled],
    limit: f64,
) -> Option<(Vec<Condition>, f64)> {
    let rows: Vec<&[Value]> = some.iter().map(|known| &known.values[..]).collect();
    let mut candidates = candidates(terms, &rows);
    candidates.retain(|candidate| candidate.bits < limit);
    let sets = candidates.iter().map(|condition| {
        let mut excluded = vec![0_u64; others.len().div_ceil(64)];
        for (n, other) in others.iter().enumerate() {
            excluded[n / 64] |= u64::from(!holds(condition, other)) << (n % 64);
        }
        (excluded, condition.bits)
    });
    let sets: Vec<_> = sets.collect();
    let chosen = cheapest_cover(&sets, others.len(), limit)?;
    let cost = chosen.iter().map(|&n| candidates[n].bits).sum();
    let mut chosen: Vec<_> = chosen.into_iter().map(|n| candidates[n].clone()).collect();
    // As people say it: from one bound to the other, and then what is left out.
    let is_upper = |test: &Test| matches!(test, Test::AtMost(_));
    chosen.sort_by_key(|one| (one.term, one.negated, is_upper(&one.test)));
    Some((chosen, cost))
}
