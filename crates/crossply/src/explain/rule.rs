//! A rule: conditions that hold for all wrong inputs and no others; and the search for one that holds for a sample.

use super::candidates::{Candidate, candidates};
use super::condition::{Condition, Test};
use super::cover::{MOST, cheapest_cover};
use super::notes::{Mistake, NAMED, Notes, Sampled};
use super::seen::Terms;
use crate::feature::{AnyFeature, Value};

/// By so many bits a rule has to be shorter than the set of wrong inputs: by chance it fits once in a thousand times.
pub(super) const MARGIN: f64 = 10.0;

/// A rule of so few bits is told of a whole domain in any case.
const SHORT: f64 = 16.0;

/// Of so many mistakes, at most, it is told where each is made.
const MISTAKES: usize = 3;

/// How many bits it takes to say that a rule is one of right answers.
const OF_RIGHT: f64 = 4.0;

/// How many cases a rule has at most, which part of the wrong inputs that other cases leave each has at least, and from how
/// many inputs its search starts.
const CASES: usize = 3;
const PART: usize = 4;
const STARTS: usize = 8;

/// Says of which inputs all conditions of one of its cases hold.
#[derive(Clone)]
pub(crate) struct Rule {
    pub(crate) cases: Vec<Vec<Condition>>,
    pub(crate) of: Of,
    /// It takes only this mistake for wrong, and everything else for right.
    pub(crate) mistake: Option<Mistake>,
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
    /// Of all wrong ones, and some right ones.
    AllWrong,
}

/// What is known of the answers of a solver.
pub(crate) struct Known<'a> {
    pub(crate) terms: &'a Terms,
    pub(crate) notes: &'a Notes,
    /// Of a sample, which inputs are wrong, and which are right.
    pub(crate) wrong: Vec<&'a Sampled>,
    pub(crate) right: Vec<&'a Sampled>,
    /// Whether all inputs of the domain were answered.
    pub(crate) is_whole: bool,
}

impl Rule {
    fn new(cases: Vec<Vec<Condition>>, of: Of) -> Self {
        Rule {
            cases,
            of,
            mistake: None,
        }
    }

    /// Rules that hold for all that is known: one for all wrong inputs, and only these; or what can be said otherwise.
    pub(crate) fn all(known: &Known<'_>) -> Vec<Self> {
        if let Some(rule) = exact(known) {
            return vec![rule];
        }
        let cases = by_cases(known);
        if cases.as_ref().is_some_and(|rule| rule.of == Of::Wrong) {
            return cases.into_iter().collect();
        }
        let mistakes = &known.notes.mistakes;
        let are_several = (2..=MISTAKES).contains(&mistakes.len());
        let mistakes = mistakes.iter().filter(|_| are_several);
        let rules = mistakes.filter_map(|(mistake, times)| of_mistake(known, mistake, *times));
        rules.chain(cases).chain(in_common(known)).collect()
    }

    /// Whether it holds where terms have these values; none if that cannot be told.
    pub(crate) fn holds(&self, value: impl Fn(usize) -> Value) -> Option<bool> {
        let cases = self.cases.iter();
        let fails = all(cases.map(|conditions| all_hold(conditions, &value).map(|holds| !holds)));
        fails.map(|fails| !fails)
    }

    /// Whether an answer is wrong as the rule means it.
    pub(crate) fn means(&self, mistake: Option<&Mistake>) -> bool {
        mistake.is_some() && (self.mistake.is_none() || self.mistake.as_ref() == mistake)
    }

    /// Whether an input refutes it for which it holds so. One for which that cannot be told does.
    pub(crate) fn is_refuted(&self, holds: Option<bool>, is_wrong: bool) -> bool {
        match (self.of, holds) {
            (_, None) => true,
            (Of::Wrong, Some(holds)) => holds != is_wrong,
            (Of::Right, Some(holds)) => holds == is_wrong,
            (Of::SomeWrong, Some(holds)) => holds && !is_wrong,
            (Of::AllWrong, Some(holds)) => !holds && is_wrong,
        }
    }

    /// Whether an input for which it holds is one of those that its sentence counts.
    pub(crate) fn counts(&self, is_wrong: bool) -> bool {
        is_wrong == (self.of != Of::AllWrong)
    }
}

/// How many bits tell which of all inputs are wrong.
pub(crate) fn bits_of_choice(all: u64, wrong: u64) -> f64 {
    let fewer = wrong.min(all.saturating_sub(wrong));
    let factor = |n| (all - n) as f64 / (fewer - n) as f64;
    // More than some hundred are never needed.
    (0..fewer.min(256)).map(|n| factor(n).log2()).sum()
}

/// The rule that it takes the fewest bits to say, of those that hold for all that is known: if there is one, about inputs
/// alone.
fn exact(known: &Known<'_>) -> Option<Rule> {
    let (wrong, right, terms) = (&known.wrong, &known.right, &known.terms.list);
    let mut limit = bits_of_choice(known.notes.seen, known.notes.wrong) - MARGIN;
    // What a sample lacks refutes a rule without conditions.
    if wrong.is_empty() {
        return Some(Rule::new(vec![Vec::new()], Of::Right));
    } else if right.is_empty() {
        return Some(Rule::new(vec![Vec::new()], Of::Wrong));
    }
    // Of a whole domain a short rule is a fact, however few inputs that has.
    if known.is_whole && known.notes.wrong > NAMED as u64 {
        limit = limit.max(SHORT);
    }
    let of_terms = |terms: &[AnyFeature]| {
        let of_wrong = conditions(terms, wrong, right, limit);
        let cost = of_wrong.as_ref().map_or(limit, |(_, cost)| *cost);
        let of_right = conditions(terms, right, wrong, cost - OF_RIGHT);
        let (of, found) = match of_right {
            Some(_) => (Of::Right, of_right),
            None => (Of::Wrong, of_wrong),
        };
        Some(Rule::new(vec![found?.0], of))
    };
    of_terms(&terms[..known.terms.of_inputs()]).or_else(|| of_terms(terms))
}

/// A rule for where a mistake is made.
fn of_mistake(known: &Known<'_>, mistake: &Mistake, times: u64) -> Option<Rule> {
    let is_made = |one: &&Sampled| one.mistake() == Some(mistake);
    let sample = known.wrong.iter().chain(&known.right);
    let (made, others): (Vec<&Sampled>, Vec<_>) = sample.partition(|one| is_made(one));
    let limit = bits_of_choice(known.notes.seen, times) - MARGIN;
    let (conditions, _) = conditions(&known.terms.list, &made, &others, limit)?;
    Some(Rule {
        mistake: Some(mistake.clone()),
        ..Rule::new(vec![conditions], Of::Wrong)
    })
}

/// What all wrong inputs have in common, and most right ones do not.
fn in_common(known: &Known<'_>) -> Option<Rule> {
    let (wrong, right) = (&known.wrong, &known.right);
    let terms = &known.terms.list[..known.terms.of_inputs()];
    let candidates = candidates(terms, wrong, right, f64::INFINITY);
    let mut left: Vec<usize> = (0..right.len()).collect();
    let mut chosen: Vec<Condition> = Vec::new();
    while chosen.len() < MOST {
        // By how many bits it is less likely by chance than it takes to say it.
        let gain = |one: &Candidate| {
            let holds = left.iter().filter(|&&n| !one.excludes(n)).count();
            // Beside those in the sample there may be one more.
            let part = (holds as f64 + 1.0) / (left.len() as f64 + 1.0);
            let bits = -part.log2() * wrong.len() as f64;
            (part <= 0.5).then_some(bits - one.condition.bits - MARGIN)
        };
        let gains = candidates.iter().filter_map(|one| Some((gain(one)?, one)));
        let best = gains.max_by(|(one, _), (other, _)| one.total_cmp(other));
        let Some((_, best)) = best.filter(|(gain, _)| *gain > 0.0) else {
            break;
        };
        left.retain(|&n| !best.excludes(n));
        chosen.push(best.condition.clone());
    }
    (!chosen.is_empty()).then(|| Rule::new(vec![in_order(chosen)], Of::AllWrong))
}

/// A rule for somebody with several faults: each case holds for a part of the wrong inputs that are known, as large as can
/// be found, and for no right one. Together the cases may hold for all.
fn by_cases(known: &Known<'_>) -> Option<Rule> {
    let (mut left, right) = (known.wrong.clone(), &known.right);
    // By chance an input is wrong so often.
    let bits_of_each = (known.notes.seen as f64 / known.notes.wrong as f64).log2();
    let mut cases = Vec::new();
    while cases.len() < CASES && !left.is_empty() {
        let enough = (left.len() / PART).max(NAMED + 1);
        let limit = left.len() as f64 * bits_of_each - MARGIN;
        // Neighbours are more often wrong for the same reason.
        let starts = left.windows(2).step_by(left.len().div_ceil(STARTS));
        let found = starts.filter_map(|start| {
            let (mut conditions, cost) = conditions(&known.terms.list, start, right, limit)?;
            widen(&mut conditions, &left, right);
            let covered = left
                .iter()
                .filter(|one| all_of_known(&conditions, one))
                .count();
            let is_said = cost + MARGIN <= covered as f64 * bits_of_each;
            (is_said && covered >= enough).then_some((covered, conditions))
        });
        let Some((_, conditions)) = found.max_by_key(|(covered, _)| *covered) else {
            break;
        };
        left.retain(|one| !all_of_known(&conditions, one));
        cases.push(conditions);
    }
    let of = if left.is_empty() {
        Of::Wrong
    } else {
        Of::SomeWrong
    };
    (!cases.is_empty()).then(|| Rule::new(cases, of))
}

/// Moves each bound of a number, which is that of a few inputs, as far as no right input follows.
fn widen(conditions: &mut [Condition], wrong: &[&Sampled], right: &[&Sampled]) {
    for n in 0..conditions.len() {
        let sign = match conditions[n].test {
            Test::AtMost(_) => 1,
            Test::AtLeast(_) => -1,
            _ => continue,
        };
        let beyond = |known: &&Sampled| {
            let fails = |at: &usize| !all_of_known(&conditions[*at..=*at], known);
            let number = known.values[conditions[n].term].integer()? * sign;
            (0..conditions.len())
                .filter(fails)
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

fn all_of_known(conditions: &[Condition], known: &Sampled) -> bool {
    all_hold(conditions, &|term| known.values[term].clone()) == Some(true)
}

fn all_hold(conditions: &[Condition], value: &impl Fn(usize) -> Value) -> Option<bool> {
    all(conditions.iter().map(|condition| condition.holds(value)))
}

/// Whether all are true; none if that cannot be told.
fn all(mut several: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut known = Some(true);
    let is_false = several.any(|one| {
        known = known.and(one);
        one == Some(false)
    });
    if is_false { Some(false) } else { known }
}

/// The cheapest conditions that hold for all of some inputs and none of the others, and what they cost.
fn conditions(
    terms: &[AnyFeature],
    some: &[&Sampled],
    others: &[&Sampled],
    limit: f64,
) -> Option<(Vec<Condition>, f64)> {
    if limit <= 0.0 {
        return None;
    }
    let candidates = candidates(terms, some, others, limit).into_iter();
    let sets = candidates.map(|one| ((one.excluded, one.condition.bits), one.condition));
    let (sets, conditions): (Vec<_>, Vec<_>) = sets.unzip();
    let chosen = cheapest_cover(&sets, others.len(), limit)?;
    let cost = chosen.iter().map(|&n| sets[n].1).sum();
    let chosen = chosen.into_iter().map(|n| conditions[n].clone());
    Some((in_order(chosen.collect()), cost))
}

/// As people say it: from one bound to the other, and then what is left out.
fn in_order(mut conditions: Vec<Condition>) -> Vec<Condition> {
    let is_upper = |test: &Test| matches!(test, Test::AtMost(_));
    conditions.sort_by_key(|one| (one.term, one.negated, is_upper(&one.test)));
    conditions
}
