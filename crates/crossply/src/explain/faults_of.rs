//! Explains where the solvers of a check are wrong: by a second run over what the first one covered, in which programs are not
//! asked again.

use std::sync::Arc;

use super::fault::{Fault, Voice};
use super::inquiry::{Inquiry, Purpose, Suspect};
use super::search::explain;
use super::seen::Terms;
use super::usual::{NewTruth, usual_misreadings};
use crate::definition::{Batch, Definition, Limits, Vocabulary};
use crate::failure::{FailureKind, catch_panic};
use crate::finding::{Finding, Given};
use crate::oracle::ask::{answered, single};
use crate::oracle::truth::quick_answer;
use crate::oracle::{Comparison, Panel, Verdicts};
use crate::run::{
    Ended, Findings, Interrupted, Plan, Progress, Record, Run, Shard, Threads, carry_out,
};
use crate::wide::count;

/// How many inputs the pass goes over that takes a sample, at most.
const SAMPLED: u64 = 1 << 20;

/// How many values of terms are kept of all inputs, at most: some tens of megabytes.
const KEPT_VALUES: u64 = 1 << 20;

/// From how many inputs on a run is long.
const LONG: u64 = 1 << 24;

/// What is said where that takes long.
const SECOND_RUN: &str = "a second run looks for what the wrong answers have in common";

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
    // A sample may miss what a run kept, and the minimised one. To exceed a time limit takes as long again.
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
    let terms = Terms::new(check, &vocabulary);
    let suspects = are_wrong.into_iter().map(|(solver, wrong)| {
        let (domain, truth) = (&check.domain, truth_of(check, solver));
        let usual = usual_misreadings(domain, &vocabulary, &truth, has_memory);
        let misreadings = vocabulary.misreadings.iter().cloned().chain(usual);
        Suspect {
            solver,
            seen: findings.counts.solvers[solver].inputs(),
            wrong,
            is_whole: !is_partial(findings, solver, plan),
            begins_anew: panel.is_recorded(solver),
            misreadings: misreadings.map(|one| (one, true.into())).collect(),
            ..Suspect::default()
        }
    });
    let compared = findings.counts.compared;
    let values = compared.total().saturating_mul(terms.list.len() as u64);
    let is_kept = compared.drawn == 0 && values <= KEPT_VALUES;
    let mut inquiry = Inquiry {
        check,
        suspects: suspects.collect(),
        terms,
        pass: if is_kept {
            Purpose::Keeps
        } else {
            Purpose::Samples
        },
    };
    if compared.total() >= LONG {
        listener(Progress::Waiting(SECOND_RUN));
    }
    let sampled = compared.total().div_ceil(SAMPLED);
    explain(&mut inquiry, compared.total(), sampled, &|inquiry, part| {
        let run = Run {
            shard: shard.one_of(part),
            interrupt: Some(threads.interrupt),
            ..Run::on(threads.jobs)
        };
        let seen = carry_out(check, plan, run, record, Some(&|| inquiry.observer()), None);
        let seen = seen.expect("there is no journal");
        if inquiry.pass == Purpose::Samples {
            // After the first inputs of the domain: those refute most misreadings, and cost the least.
            for (comparison, verdicts) in &again {
                inquiry.note_taker().see(comparison, Some(verdicts));
            }
        }
        match seen.ended {
            Ended::Interrupted => Err(Interrupted),
            _ => Ok(()),
        }
    })?;
    let (terms, suspects) = (&inquiry.terms, inquiry.suspects.into_iter());
    let told = suspects.filter_map(|suspect| {
        let voice = voice_of(&suspect, check, findings, terms, plan, shard);
        // Otherwise only relations or batches show that it is wrong.
        let is_said = !voice.is_steady || suspect.found.notes.wrong > 0;
        is_said.then(|| voice.fault(suspect.found, &terms.list))
    });
    Ok(told.collect())
}

/// How a suspect is spoken of.
fn voice_of<'a>(
    suspect: &Suspect,
    check: &'a Definition,
    findings: &Findings,
    terms: &'a Terms,
    plan: &Plan,
    shard: Shard,
) -> Voice<'a> {
    let counts = &findings.counts.solvers[suspect.solver];
    let (who, is_known) = (&*check.solvers[suspect.solver].name, check.truth.is_some());
    let are_two = !is_known && check.solvers.len() == 2;
    let (does, does_so) = match (counts.alone, counts.wrong) {
        _ if are_two => ("differ", "they differ"),
        (alone, _) if is_known || alone == 0 => ("is wrong", "it is wrong"),
        (_, 0) => ("alone gives another answer", "it does so"),
        _ => ("fails or alone gives another answer", "it does so"),
    };
    let both = format!("{} and {who}", check.solvers[0].name);
    Voice {
        check,
        who,
        says: format!("{} {does}", if are_two { &both } else { who }),
        does: does_so,
        it: if are_two { who } else { "it" },
        right: &terms.right,
        scope: scope(findings, suspect, plan, shard, &terms.parts()),
        is_partial: !suspect.is_whole || suspect.found.notes.seen < suspect.seen,
        is_steady: counts.inputs_of_these == suspect.found.notes.digest,
        counted: suspect.wrong,
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
            // A failure is wrong, whatever others say, and does not count as alone.
            _ => (solver, its.alone + its.wrong),
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

/// What gives right answers: the trusted answer, or else the other solvers, if they agree.
fn truth_of(check: &Definition, solver: usize) -> NewTruth {
    let check = check.clone();
    Arc::new(move || {
        let (check, mut panel) = (check.clone(), Panel::new(&check));
        Box::new(move |inputs, row, answers| {
            if check.truth.is_some() {
                return quick_answer(&check, inputs, row, answers);
            }
            let (input, first) = (inputs.item(row), usize::from(solver == 0));
            let mut others =
                (0..check.solvers.len()).filter(|other| ![first, solver].contains(other));
            let known = panel.answer(first, input);
            let is_known = known.outcome(0).is_ok()
                && others.all(|other| {
                    let answer = panel.answer(other, input);
                    check
                        .equality
                        .of_outcomes(answer.outcome(0), known.outcome(0))
                });
            if is_known {
                (check.solvers[first].new)().solve(input, answers);
            }
            is_known
        })
    })
}

/// Which inputs were answered, in words.
fn scope(findings: &Findings, suspect: &Suspect, plan: &Plan, shard: Shard, parts: &str) -> String {
    let mut compared = findings.counts.compared;
    let nouns = format!("{}{parts}", plan.outline.nouns);
    if suspect.seen < compared.total() {
        compared = findings.counts.solvers[suspect.solver].answered();
    }
    let all = compared.total();
    let part = match shard {
        Shard::WHOLE => String::new(),
        shard => format!(" in part {shard} of the run"),
    };
    let drawn = match (compared.in_order, compared.drawn) {
        (_, 0) => String::new(),
        (0, _) => " drawn at random".to_owned(),
        // An input that solvers answered in order may be drawn for slower ones.
        (_, drawn) => {
            let twice = if plan.may_repeat() {
                " and perhaps counted twice"
            } else {
                ""
            };
            format!(", {} of them drawn at random{twice}", count(drawn))
        }
    };
    let found = &suspect.found;
    if found.notes.seen < all {
        let judged = count(found.notes.seen);
        // How many of these were drawn is not known.
        let drawn = match compared.in_order {
            0 => drawn,
            _ if plan.may_repeat() => {
                ", some of them drawn at random and perhaps counted twice".to_owned()
            }
            _ => String::new(),
        };
        return format!("the {judged} {nouns} whose right answer is known{part}{drawn}");
    }
    let is_first = findings.ended == Ended::Completed
        && plan.is_from_the_first()
        && u128::from(all) < plan.outline.len
        && compared.in_order == all
        && findings.counts.excluded.total() == 0
        && shard == Shard::WHOLE;
    let (first, all) = (if is_first { "the first " } else { "" }, count(all));
    format!("{first}{all} {nouns}{drawn}{part}")
}

/// Whether the domain has inputs that were not compared with the answers of this solver.
fn is_partial(findings: &Findings, solver: usize, plan: &Plan) -> bool {
    let counts = &findings.counts;
    let in_order = counts.solvers[solver].answered().in_order;
    let compared = in_order.min(counts.compared.in_order);
    u128::from(compared + counts.excluded.in_order) < plan.outline.len
}
