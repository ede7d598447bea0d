//! Explains where the solvers of a check are wrong: by a second run over what the first one covered, in which programs are not
//! asked again.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::fault::{Fault, Voice};
use super::inquiry::{Inquiry, Suspect};
use super::search::explain;
use super::seen::Terms;
use super::usual::{NewTruth, usual_misreadings};
use crate::definition::{Batch, Definition, Limits, Vocabulary};
use crate::failure::{FailureKind, catch_panic};
use crate::finding::{Finding, Given, Provenance};
use crate::oracle::ask::{answered, single};
use crate::oracle::truth::quick_answer;
use crate::oracle::{Comparison, Panel, Verdicts};
use crate::run::{
    Ended, Findings, Interrupted, KEPT_FINDINGS, Observed, Plan, Progress, Record, Run, Shard,
    Threads, carry_out,
};
use crate::wide::count;

/// How many inputs the pass goes over that takes a sample, at most.
const SAMPLED: u64 = 1 << 20;

/// From how many seconds on a run is long.
const LONG: f64 = 1.0;

/// What is said where that takes long.
const SECOND_RUN: &str = "a second run looks for what the wrong answers have in common";

/// How long a search may take at least: a busy machine, too, has time for what takes a second. It may also take three
/// times as long as the run before: a pass takes up to twice as long, where an answer takes a nanosecond.
const PATIENCE: Duration = Duration::from_secs(60);

/// Explains where solvers are wrong that a run found wrong. No rule contradicts `minimised`, which the run may not have
/// met.
///
/// # Errors
/// If the user interrupts it.
pub(crate) fn faults_of(
    check: &Definition,
    findings: &Findings,
    minimised: Option<&Finding>,
    plan: &Plan,
    (shard, threads, record): (Shard, Threads<'_>, &Record),
    listener: &(dyn Fn(Progress<'_>) + Sync),
) -> Result<Vec<Fault>, Interrupted> {
    let are_wrong = wrong_answers(check, findings);
    let mut panel = Panel::new(check);
    // Then the second run sees exactly what the first one saw, wherever that ended.
    let is_on_record = (0..check.solvers.len()).any(|solver| panel.is_recorded(solver));
    let is_over = match findings.ended {
        Ended::Completed => true,
        Ended::TimeUp | Ended::GivenUp => is_on_record,
        Ended::Interrupted => false,
    };
    if are_wrong.is_empty() || !is_over {
        return Ok(Vec::new());
    }
    // A thin sample may miss what a run kept, and the minimised one. To exceed a time limit takes as long again.
    let is_late = |given: &Given| given.failure == Some(FailureKind::TimeLimit);
    let kept = findings.simplest.iter();
    let kept = kept.filter(|found| !found.answers.iter().any(is_late));
    let kept = kept.chain(minimised);
    let kept: Vec<(&Finding, Batch)> = kept
        .map(|found| (found, single(check, found.index.0)))
        .collect();
    let mut again: Vec<_> = kept
        .iter()
        .map(|(found, batch)| asked_again(check, found, batch))
        .collect();
    let before = again.len();
    again.retain(|(_, verdicts)| verdicts.has_some());
    // A fresh instance is right about some.
    let has_memory = again.len() < before;
    let vocabulary = vocabulary_of(check);
    let right = right_in_words(check);
    let suspects = are_wrong.into_iter().map(|(solver, wrong)| {
        let (domain, truth) = (&check.domain, truth_of(check, solver));
        let usual = usual_misreadings(domain, &vocabulary, &truth, has_memory);
        let misreadings = vocabulary.misreadings.iter().cloned().chain(usual);
        Suspect {
            solver,
            seen: findings.counts.solvers[solver].inputs(),
            wrong,
            begins_anew: panel.is_recorded(solver),
            misreadings: misreadings.map(|one| (one, true.into())).collect(),
            ..Suspect::default()
        }
    });
    let seconds = findings.counts.seconds;
    let is_long = seconds > LONG && !is_on_record;
    let mut inquiry = Inquiry {
        check,
        terms: Terms::new(check, &vocabulary, &right),
        suspects: suspects.collect(),
        samples: true,
        stops_when_refuted: is_long,
    };
    let end = Instant::now() + PATIENCE.max(Duration::from_secs_f64(3.0 * seconds));
    if is_long {
        listener(Progress::Waiting(SECOND_RUN));
    }
    let thinner = findings.counts.compared.total().div_ceil(SAMPLED);
    explain(&mut inquiry, end, &|inquiry| {
        let thinner = if inquiry.samples { thinner } else { 1 };
        let run = Run {
            shard: shard.one_of(thinner),
            deadline: Some(end),
            interrupt: Some(threads.interrupt),
            ..Run::on(threads.jobs)
        };
        let observed = Observed {
            observer: &|| inquiry.observer(),
            is_over: &|| inquiry.is_over(),
        };
        let seen = carry_out(check, plan, run, record, Some(observed));
        if inquiry.samples {
            // After the first inputs of the domain: those refute most misreadings, and cost the least.
            for (comparison, verdicts) in &again {
                inquiry.note_taker().see(comparison, Some(verdicts));
            }
        }
        match seen.map(|findings| findings.ended) {
            Ok(Ended::Interrupted) => Err(Interrupted),
            ended => Ok(thinner == 1 && ended.is_ok_and(|ended| ended == Ended::Completed)),
        }
    })?;
    let is_counted = counts_only_answers(findings, plan);
    let mut faults = Vec::new();
    for suspect in inquiry.suspects {
        let counts = &findings.counts.solvers[suspect.solver];
        let is_exact = is_counted && (check.truth.is_some() || counts.failed() == 0);
        let voice = Voice {
            check,
            who: &check.solvers[suspect.solver].name,
            differs_from: match check.solvers.len() {
                _ if check.truth.is_some() => None,
                2 => Some(&*check.solvers[0].name),
                _ => (counts.alone > 0).then_some(""),
            },
            right: &right,
            scope: scope(findings, suspect.solver, plan, shard),
            is_partial: is_partial(findings, suspect.solver, plan),
            counted: is_exact.then_some(suspect.wrong),
        };
        if is_counted || suspect.found.notes.wrong > 0 {
            faults.push(voice.fault(suspect.found, &inquiry.terms.list));
        }
    }
    Ok(faults)
}

/// What the right answer is called; if it is not known, that of the first of two solvers, or of all others.
fn right_in_words(check: &Definition) -> String {
    match check.solvers.len() {
        _ if check.truth.is_some() => "the right answer".to_owned(),
        2 => format!("{}'s answer", check.solvers[0].name),
        _ => "the answer of the others".to_owned(),
    }
}

/// The vocabulary of a check with the features that its domain knows.
fn vocabulary_of(check: &Definition) -> Vocabulary {
    let mut vocabulary = check.vocabulary.clone();
    // A domain that panics has been told of.
    if let Ok(features) = catch_panic(|| check.domain.features()) {
        vocabulary.features.splice(0..0, features);
    }
    if check.truth.is_none() && check.solvers.len() > 2 {
        // Where the others differ, they have no answer.
        vocabulary.answers.clear();
    }
    vocabulary
}

/// The solvers that are wrong, and how many of their answers are.
fn wrong_answers(check: &Definition, findings: &Findings) -> Vec<(usize, u64)> {
    let counts = &findings.counts;
    let are_two = check.solvers.len() == 2 && check.truth.is_none();
    let wrong = counts
        .solvers
        .iter()
        .enumerate()
        .map(|(solver, its)| match solver {
            // Of two that differ, either may be wrong.
            0 if are_two => (solver, 0),
            _ if are_two => (solver, counts.disagreements),
            // A failure is wrong, whatever others say.
            _ => (solver, its.alone.max(its.wrong)),
        });
    wrong.filter(|(_, wrong)| *wrong > 0).collect()
}

/// What fresh instances of the solvers say of an input that a run found.
fn asked_again<'b>(
    check: &Definition,
    found: &Finding,
    batch: &'b Batch,
) -> (Comparison<'b>, Verdicts) {
    let answers = &found.answers;
    let was_asked = |name: &str, _: &Limits| answers.iter().any(|given| given.solver == *name);
    let comparison = answered(check, &mut Panel::new(check), batch, was_asked);
    let verdicts = Verdicts::of(check, &comparison, check.truth.is_some(), false);
    (comparison, verdicts)
}

/// What gives right answers: the trusted answer, or else another solver.
fn truth_of(check: &Definition, solver: usize) -> NewTruth {
    if check.truth.is_none() {
        let other = Arc::clone(&check.solvers[usize::from(solver == 0)]);
        return Arc::new(move || {
            let mut other = (other.new)();
            Box::new(move |inputs, row, answers| other.solve(inputs.item(row), answers))
        });
    }
    let check = check.clone();
    Arc::new(move || {
        let check = check.clone();
        Box::new(move |inputs, row, answers| {
            assert!(
                quick_answer(&check, inputs, row, answers),
                "the trusted answer panics"
            );
        })
    })
}

/// Which inputs were answered, in words.
fn scope(findings: &Findings, solver: usize, plan: &Plan, shard: Shard) -> String {
    let (compared, nouns) = (findings.counts.compared, &plan.outline.nouns);
    let all = compared
        .total()
        .min(findings.counts.solvers[solver].inputs());
    let is_first = findings.ended == Ended::Completed
        && plan.is_from_the_first()
        && u128::from(all) < plan.outline.len
        && compared.drawn == 0
        && shard == Shard::WHOLE;
    let (first, all) = (if is_first { "the first " } else { "" }, count(all));
    let drawn = match (compared.in_order, compared.drawn) {
        (_, 0) => String::new(),
        (0, _) => " drawn at random".to_owned(),
        (_, drawn) => format!(", {} of them drawn at random", count(drawn)),
    };
    let part = match shard {
        Shard::WHOLE => String::new(),
        shard => format!(" in part {shard} of the run"),
    };
    format!("{first}{all} {nouns}{drawn}{part}")
}

/// Whether all that a run counted are wrong answers of a kind that a second run sees again. A run also counts violated
/// relations and wrong batches, which a second run does not ask for; a finding that was not kept may be one of them.
fn counts_only_answers(findings: &Findings, plan: &Plan) -> bool {
    let are_all_kept = findings.simplest.len() < KEPT_FINDINGS || !plan.oracles().relations;
    are_all_kept
        && findings.simplest.iter().all(|found| {
            found.violated.is_none()
                && found.batch.is_empty()
                && found.provenance != Provenance::DependsOnHistory
        })
}

/// Whether the domain has inputs that were not compared with the answers of this solver.
fn is_partial(findings: &Findings, solver: usize, plan: &Plan) -> bool {
    let sections = findings.counts.solvers[solver].sections.iter();
    let in_order: u64 = sections.map(|work| work.answered.in_order).sum();
    u128::from(in_order.min(findings.counts.compared.in_order)) < plan.outline.len
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CrossCheck, domain};

    #[test]
    fn what_was_not_tested_on_all_answers_is_not_said() {
        let check = CrossCheck::new("identity", domain::range(..100_u32))
            .solver("right", |&n| n)
            .solver("wrong", |&n| if n % 10 == 0 { 1000 } else { n });
        let check = &check.definition;
        for is_complete in [false, true] {
            let mut suspect = Suspect::default();
            (suspect.solver, suspect.seen, suspect.wrong) = (1, 100, 10);
            let mut inquiry = Inquiry {
                check,
                terms: Terms::new(check, &vocabulary_of(check), ""),
                suspects: vec![suspect],
                samples: true,
                stops_when_refuted: false,
            };
            let pass = |inquiry: &Inquiry<'_>| {
                for batch in (0..100).map(|n| single(check, n)) {
                    let comparison = answered(check, &mut Panel::new(check), &batch, |_, _| true);
                    let verdicts = Verdicts::of(check, &comparison, false, false);
                    inquiry.note_taker().see(&comparison, Some(&verdicts));
                }
                Ok(is_complete)
            };
            assert!(explain(&mut inquiry, Instant::now() + PATIENCE, &pass).is_ok());
            let found = &inquiry.suspects[0].found;
            let said = [
                found.is_complete,
                found.rule.is_some(),
                found.change.is_some(),
            ];
            assert_eq!(said, [is_complete; 3]);
        }
    }
}
