//! Explains where the solvers of a check are wrong. To do so, it repeats the run on the same inputs. The answers of
//! programs come from the record of the first run, because a program may answer differently the next time.

use std::sync::Arc;

use super::explainer::{Explainer, Suspect};
use super::fault::{Fault, FaultWriter};
use super::judged::Terms;
use super::search::explain;
use super::usual::{NewTruth, usual_misreadings};
use crate::definition::{Batch, Definition, Limits, Vocabulary};
use crate::failure::{FailureKind, catch_panic};
use crate::finding::{Finding, Given};
use crate::oracle::ask::{answered, single};
use crate::oracle::truth::quick_answer;
use crate::oracle::{Comparison, Panel, Verdicts};
use crate::run::{Ended, Findings, Plan, Progress, Record, Run, Shard, carry_out};
use crate::wide::count;

/// The maximum number of inputs in the sampling pass.
const MAX_SAMPLED: u64 = 1 << 20;

/// In runs with at least this many inputs, the listener is told about the second run.
const LONG_RUN: u64 = 1 << 24;

const SECOND_RUN: &str = "a second run looks for what the wrong answers have in common";

/// Explains the wrong answers that a run found. The explanations also agree with `minimised`, whose input need not be
/// part of the run.
///
/// # Errors
/// [`Ended::Interrupted`] if the user interrupts the second run.
pub(crate) fn faults_of(
    check: &Arc<Definition>,
    findings: &Findings,
    minimised: Option<&Finding>,
    plan: &Plan,
    first: &Run<'_>,
    record: &Record,
) -> Result<Vec<Fault>, Ended> {
    let shard = first.shard;
    let wrong_solvers = wrong_answers(check, findings);
    let mut panel = Panel::new(check);
    // If the first run ended early, only a record makes the second run end after the same inputs.
    let has_record = (0..check.solvers.len()).any(|solver| panel.is_recorded(solver));
    let is_repeatable = match findings.ended {
        Ended::Completed => true,
        Ended::TimeUp | Ended::GivenUp => has_record,
        Ended::Interrupted => false,
    };
    if wrong_solvers.is_empty() || !is_repeatable {
        return Ok(Vec::new());
    }
    // A sample may miss the run's simplest findings and the minimised one, so these are judged again. Findings with a
    // timeout are left out, because each would take as long again.
    let is_late = |given: &Given| given.failure == Some(FailureKind::TimeLimit);
    let simplest = findings.simplest.iter();
    let quick = simplest.filter(|finding| !finding.answers.iter().any(is_late));
    let kept: Vec<(&Finding, Batch)> = quick
        .chain(minimised)
        .map(|finding| (finding, single(check, finding.index.0)))
        .collect();
    let mut judged_again: Vec<_> = kept
        .iter()
        .map(|(finding, batch)| judge_again(check, finding, batch))
        .collect();
    judged_again.retain(|(_, verdicts)| verdicts.has_some());
    let vocabulary = vocabulary_of(check);
    let terms = Terms::new(check, &vocabulary);
    let suspects = wrong_solvers.into_iter().map(|(solver, wrong)| {
        let usual = usual_misreadings(check, &vocabulary, &truth_of(check, solver));
        let misreadings = vocabulary.misreadings.iter().cloned().chain(usual);
        Suspect {
            solver,
            answered: findings.counts.solvers[solver].inputs(),
            wrong,
            covers_domain: !is_partial(findings, solver, plan),
            is_stateless: panel.is_recorded(solver),
            misreadings: misreadings.map(|one| (one, true.into())).collect(),
            ..Suspect::default()
        }
    });
    let inputs = findings.counts.compared.total();
    let mut explainer = Explainer {
        check,
        suspects: suspects.collect(),
        terms,
        is_first: true,
    };
    if inputs >= LONG_RUN {
        (first.listener)(Progress::Explaining(SECOND_RUN));
    }
    let sampled = inputs.div_ceil(MAX_SAMPLED);
    explain(&mut explainer, inputs, sampled, &|pass, part| {
        let mut run = Run {
            shard: shard.one_of(part),
            interrupt: first.interrupt,
            ..Run::on(first.jobs)
        };
        let rerun = carry_out(
            check,
            plan,
            &mut run,
            record,
            Some(&|| pass.observer()),
            None,
        );
        let rerun = rerun.expect("there is no journal");
        if pass.is_first {
            // These come last because the first inputs of the domain are the cheapest way to refute most misreadings.
            for (comparison, verdicts) in &judged_again {
                pass.collector().see(comparison, Some(verdicts));
            }
        }
        match rerun.ended {
            Ended::Interrupted => Err(Ended::Interrupted),
            _ => Ok(()),
        }
    })?;
    let faults = explainer.suspects.iter().filter_map(|suspect| {
        let writer = writer_of(suspect, check, findings, &explainer.terms, plan, shard);
        // If this run has no wrong answer, only relations or batches showed the fault, and there is nothing to explain.
        let has_fault = !writer.is_steady || suspect.last_evidence.wrong > 0;
        has_fault.then(|| writer.fault())
    });
    Ok(faults.collect())
}

fn writer_of<'a>(
    suspect: &'a Suspect,
    check: &'a Definition,
    findings: &Findings,
    terms: &'a Terms,
    plan: &Plan,
    shard: Shard,
) -> FaultWriter<'a> {
    let counts = &findings.counts.solvers[suspect.solver];
    let (solver, is_known) = (&*check.solvers[suspect.solver].name, check.truth.is_some());
    let are_two = !is_known && check.solvers.len() == 2;
    let (verb, clause) = match (counts.alone, counts.wrong) {
        _ if are_two => ("differ", "they differ"),
        (alone, _) if is_known || alone == 0 => ("is wrong", "it is wrong"),
        (_, 0) => ("alone gives another answer", "it does so"),
        _ => ("fails or alone gives another answer", "it does so"),
    };
    let both = format!("{} and {solver}", check.solvers[0].name);
    FaultWriter {
        check,
        suspect,
        terms,
        headline: format!("{} {verb}", if are_two { &both } else { solver }),
        clause,
        it: if are_two { solver } else { "it" },
        scope: scope(findings, suspect, plan, shard, &terms.parts()),
        is_partial: !suspect.covers_domain || suspect.last_evidence.judged < suspect.answered,
        is_steady: counts.inputs_of_these == suspect.last_evidence.digest,
    }
}

/// The vocabulary of a check, including the features of its domain.
fn vocabulary_of(check: &Definition) -> Vocabulary {
    let mut vocabulary = check.vocabulary.clone();
    // A panic needs no handling here, because the run has already reported it.
    if let Ok(features) = catch_panic(|| check.domain.features()) {
        vocabulary.features.splice(0..0, features);
    }
    if check.truth.is_none() && check.solvers.len() > 2 {
        // If the other solvers differ, the right answer is unknown, so no rule may depend on it.
        vocabulary.answers.clear();
    }
    vocabulary
}

/// The solvers with wrong answers, and the number of these for each.
fn wrong_answers(check: &Definition, findings: &Findings) -> Vec<(usize, u64)> {
    let counts = &findings.counts;
    let are_two = check.solvers.len() == 2 && check.truth.is_none();
    let wrong = counts
        .solvers
        .iter()
        .enumerate()
        .map(|(solver, its)| match solver {
            // If two solvers differ, either may be wrong. One text names both, so the first gets none.
            0 if are_two => (solver, 0),
            _ if are_two => (solver, counts.disagreements),
            // `alone` does not include failures, which count as wrong.
            _ => (solver, its.alone + its.wrong),
        });
    wrong.filter(|(_, wrong)| *wrong > 0).collect()
}

/// Asks fresh instances of the solvers for their answers to the input of a finding.
fn judge_again<'b>(
    check: &Definition,
    finding: &Finding,
    batch: &'b Batch,
) -> (Comparison<'b>, Verdicts) {
    let answers = &finding.answers;
    let took_part = |name: &str, _: &Limits| answers.iter().any(|given| given.solver == *name);
    let comparison = answered(check, &mut Panel::new(check), batch, took_part);
    let verdicts = Verdicts::of(check, &comparison, check.truth.is_some(), false);
    (comparison, verdicts)
}

/// The source of right answers: the trusted answer if there is one, or else the other solvers where they agree.
fn truth_of(check: &Arc<Definition>, solver: usize) -> NewTruth {
    let check = Arc::clone(check);
    Arc::new(move || {
        let (check, mut panel) = (Arc::clone(&check), Panel::new(&check));
        Box::new(move |inputs, row, answers| {
            if check.truth.is_some() {
                return quick_answer(&check, inputs, row, answers);
            }
            let (input, first) = (inputs.item(row), usize::from(solver == 0));
            let mut others =
                (0..check.solvers.len()).filter(|other| ![first, solver].contains(other));
            let expected = panel.answer(first, input);
            let is_known = expected.outcome(0).is_ok()
                && others.all(|other| {
                    let answer = panel.answer(other, input);
                    check
                        .equality
                        .of_outcomes(answer.outcome(0), expected.outcome(0))
                });
            if is_known {
                (check.solvers[first].new)().solve(input, answers);
            }
            is_known
        })
    })
}

/// The answered inputs in words: "the first 1,000 numbers".
fn scope(findings: &Findings, suspect: &Suspect, plan: &Plan, shard: Shard, parts: &str) -> String {
    let mut compared = findings.counts.compared;
    let nouns = format!("{}{parts}", plan.check.words.nouns);
    if suspect.answered < compared.total() {
        compared = findings.counts.solvers[suspect.solver].answered();
    }
    let all = compared.total();
    let part = match shard {
        Shard::WHOLE => String::new(),
        shard => format!(" in part {shard} of the run"),
    };
    let judged = suspect.last_evidence.judged;
    let drawn = match (compared.in_order, compared.drawn) {
        (_, 0) => "",
        (0, _) => " drawn at random",
        // An input that is drawn for slow solvers may also be among those that the others answer in order.
        _ if plan.may_repeat() => ", some of them drawn at random and perhaps counted twice",
        // Perhaps none of the judged inputs were drawn.
        _ if judged < all => "",
        _ => ", some of them drawn at random",
    };
    if judged < all {
        let judged = count(judged);
        return format!("the {judged} {nouns} whose right answer is known{part}{drawn}");
    }
    let is_first = findings.ended == Ended::Completed
        && plan.is_from_the_first()
        && u128::from(all) < plan.check.len
        && compared.in_order == all
        && findings.counts.excluded.total() == 0
        && shard == Shard::WHOLE;
    let (first, all) = (if is_first { "the first " } else { "" }, count(all));
    format!("{first}{all} {nouns}{drawn}{part}")
}

/// Whether the run left out inputs of the domain for this solver.
fn is_partial(findings: &Findings, solver: usize, plan: &Plan) -> bool {
    let counts = &findings.counts;
    let in_order = counts.solvers[solver].answered().in_order;
    let compared = in_order.min(counts.compared.in_order);
    u128::from(compared + counts.excluded.in_order) < plan.check.len
}
