//! The search for explanations of what a run found. Each pass over its inputs tests the rules that fit the sample so far.

use std::iter;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use super::fault::Fault;
use super::fault_writer::FaultWriter;
use super::pass::pass;
use super::rows::{Expected, Features, Rows, Topic};
use super::rule::{MARGIN, bits_of_choice};
use super::suspect::{Example, MAX_NAMED, Steadiness, Suspect};
use crate::definition::{Definition, Misreading, Vocabulary};
use crate::failure::catch_panic;
use crate::finding::Finding;
use crate::mistakes::{Mistake, digest_of_answer};
use crate::oracle::Panel;
use crate::oracle::ask::listed;
use crate::oracle::relation::subject;
use crate::run::{Compared, Counts, Ended, Findings};

/// The maximum number of inputs in the first pass, which samples right ones.
const MAX_SAMPLED: u64 = 1 << 20;

/// Rules are first tested on about so many inputs, at most so often.
const TRIED: u64 = 1 << 17;
const TRIALS: usize = 6;

/// Then they are tested on the whole run: so often that all passes together have about so many inputs, but at least twice and
/// at most [`MAX_PASSES`] times.
const MAX_INPUTS: u64 = 1 << 22;
const MAX_PASSES: u64 = 12;

/// The minimum number of wrong answers for a change. It might fit fewer by chance.
const MIN_CHANGED: u64 = 4;

/// A solver is asked again for so many wrong inputs, and for as many right ones: the number of all inputs, divided by
/// [`ASKED_AGAIN`], within these bounds.
const ASKED_AGAIN: u64 = 100;
const MIN_ASKED: u64 = 100;
const MAX_ASKED: u64 = 500;

/// Fields are looked for in this many first inputs, and in as many that are spread over the domain.
#[cfg(feature = "serde")]
const LOOKED_AT: u128 = 100;

/// Explains the wrong answers that a run found. The rules also hold for `minimised`, whose input need not be part of the run.
///
/// # Errors
/// [`Ended::Interrupted`] if the user interrupts it.
pub(crate) fn faults_of(
    compared: &Compared<'_>,
    findings: &Findings,
    minimised: Option<&Finding>,
) -> Result<Vec<Fault>, Ended> {
    let check = &*compared.plan.check;
    let vocabulary = vocabulary_of(check);
    let features = Features::new(check, &vocabulary);
    let mut suspects = suspects(compared, &findings.counts);
    let inputs = findings.counts.compared.total();
    let sampled = inputs.div_ceil(MAX_SAMPLED);
    pass(compared, &features, &mut suspects, sampled)?;
    for suspect in &mut suspects {
        // The first rule was only there to be refuted.
        suspect.rules.clear();
        suspect.sample_wrong(check, &features, compared.outcome);
        // So few are listed: too many rules would fit, and each would cost a pass.
        suspect.is_done = sampled > 1 && suspect.mistakes.answers <= MAX_NAMED as u64;
        if let Topic::Relation(_) = suspect.topic {
            continue;
        }
        let minimised = minimised.and_then(|found| example_of(compared, &features, suspect, found));
        if let Some(example) = minimised {
            suspect.add_example(example);
        }
        suspect.steadiness = steadiness(compared, suspect, inputs);
        if suspect.steadiness == Steadiness::None {
            suspect.is_done = true;
        } else if !suspect.is_done {
            suspect.as_if = as_if(compared, suspect)?;
            suspect.is_done = suspect.as_if.is_some();
        }
    }
    find_rules(compared, &features, &mut suspects, inputs)?;
    for suspect in &mut suspects {
        let is_of_answers = matches!(suspect.topic, Topic::Answers(_));
        if suspect.is_open() && is_of_answers && suspect.mistakes.answers >= MIN_CHANGED {
            let changes = &suspect.mistakes.changes;
            suspect.change = changes.words(&features.right, features.sequence);
        }
    }
    let faults = suspects
        .iter()
        .map(|suspect| FaultWriter::new(compared, suspect, &features, findings).fault());
    Ok(faults.collect())
}

/// Looks for rules that no input refutes.
fn find_rules(
    compared: &Compared<'_>,
    features: &Features,
    suspects: &mut [Suspect<'_>],
    inputs: u64,
) -> Result<(), Ended> {
    // Steps bound the search, and not the clock, so that the same inputs give the same rule on any machine.
    let full = (MAX_INPUTS / inputs.max(1)).clamp(2, MAX_PASSES) as usize;
    let part = inputs.div_ceil(TRIED);
    let trials = if part > 1 { TRIALS } else { 0 };
    for every in iter::repeat_n(part, trials).chain(iter::repeat_n(1, full)) {
        let mut open = suspects.iter().filter(|suspect| !suspect.is_done);
        // All rules survived the last part, so go on to a full pass.
        if every > 1 && open.all(Suspect::has_survivors) {
            continue;
        }
        for suspect in suspects.iter_mut().filter(|suspect| !suspect.is_done) {
            suspect.choose_rules(compared, features);
        }
        pass(compared, features, suspects, every)?;
        if every == 1 {
            suspects.iter_mut().for_each(Suspect::conclude);
        }
        if suspects.iter().all(|suspect| suspect.is_done) {
            break;
        }
    }
    Ok(())
}

/// The solvers with wrong answers, and the relations that do not hold.
fn suspects<'a>(compared: &Compared<'a>, counts: &Counts) -> Vec<Suspect<'a>> {
    let len = compared.plan.check.len;
    let mut suspects = Vec::new();
    let outcome = compared.outcome;
    for (solver, mistakes) in outcome.mistakes.iter().enumerate() {
        if mistakes.answers > 0 {
            let answered_in_order = counts.solvers[solver].answered().in_order;
            let in_order = answered_in_order + counts.excluded.in_order;
            let mut suspect = Suspect::new(Topic::Answers(solver), solver, outcome);
            suspect.covers_domain = u128::from(in_order) == len && !outcome.is_full;
            suspects.push(suspect);
        }
    }
    suspects.extend(violated(compared, counts));
    suspects
}

/// The relations that do not hold. None if wrong answers are the reason, or if the relation was not always tried on the same
/// solver.
fn violated<'a>(compared: &Compared<'a>, counts: &Counts) -> Vec<Suspect<'a>> {
    let check = &compared.plan.check;
    let outcome = compared.outcome;
    let mut violated = Vec::new();
    let Some(solver) = subject(check, 0..check.solvers.len()) else {
        return violated;
    };
    let is_explained = check.truth.is_some() && outcome.mistakes[solver].answers > 0;
    let unlimited = check.within(|limits| limits.representatives >= check.len);
    if is_explained || !unlimited.contains(&solver) {
        return violated;
    }
    for (relation, violations) in outcome.violations.iter().enumerate() {
        if violations.answers > 0 {
            let mut suspect = Suspect::new(Topic::Relation(relation), solver, outcome);
            let all = suspect.answered.judged + counts.excluded.total();
            suspect.covers_domain = u128::from(all) == check.len && counts.compared.drawn == 0;
            violated.push(suspect);
        }
    }
    violated
}

/// The vocabulary of a check, including the features of its domain.
fn vocabulary_of(check: &Definition) -> Vocabulary {
    let mut vocabulary = check.vocabulary.clone();
    // A panic needs no handling here, because the run has already reported it.
    if let Ok(features) = catch_panic(|| check.domain.features()) {
        vocabulary.features.splice(0..0, features);
    }
    #[cfg(feature = "serde")]
    if let Some(fields) = vocabulary.fields {
        let some = some_numbers(check.len);
        if let Ok(of_fields) = catch_panic(|| fields(&check.inputs(&some))) {
            vocabulary.add_fields(of_fields);
        }
    }
    if check.truth.is_none() && check.solvers.len() != 2 {
        // If the other solvers differ, the right answer is unknown, so no rule may depend on it.
        vocabulary.answers.clear();
    }
    vocabulary
}

/// The first numbers below this one, and some that are spread over all.
#[cfg(feature = "serde")]
fn some_numbers(len: u128) -> Vec<u128> {
    let first = 0..len.min(LOOKED_AT);
    let spread = (0..LOOKED_AT).map(|n| len / LOOKED_AT * n);
    first.chain(spread).collect()
}

/// The input of a finding as an example, if this solver gets it wrong.
fn example_of(
    compared: &Compared<'_>,
    features: &Features,
    suspect: &Suspect<'_>,
    found: &Finding,
) -> Option<Example> {
    let check = &*compared.plan.check;
    let name = &check.solvers[suspect.solver].name;
    let given = found.answers.iter().find(|given| given.solver == *name);
    let given = given.filter(|given| {
        let is_mistake = match check.truth {
            // As for the mistakes of a run: two that fail alike do not differ.
            None if check.solvers.len() == 2 => given.differs,
            _ => given.wrong || given.alone,
        };
        is_mistake && found.violated.is_none()
    })?;
    let kinds = &suspect.mistakes.kinds;
    let seen = kinds
        .iter()
        .find(|kind| kind.inputs.contains(found.index.0));
    let of_failure = given.failure.map(Mistake::Fails);
    // If the run has not met the input, the kind of a wrong answer is not known, and the first kind is a guess.
    let mistake = match seen.or(kinds.first()) {
        Some(kind) if seen.is_some() || of_failure.is_none() => Some(kind.mistake.clone()),
        _ => of_failure,
    };
    let batch = listed(check, &[found.index.0]);
    let rows = Rows::of_batch(&batch, compared.outcome, suspect.topic);
    Some(Example {
        mistake,
        ..features.example(&rows, 0)
    })
}

/// What the solver does again when a fresh one is asked for some of the inputs. Programs are not asked again: they are slow, and
/// nothing that is said of them comes from a second call.
fn steadiness(compared: &Compared<'_>, suspect: &Suspect<'_>, inputs: u64) -> Steadiness {
    let check = &*compared.plan.check;
    let mut panel = Panel::new(check);
    if panel.is_program(suspect.solver) {
        return Steadiness::OfAnswers;
    }
    let most = (inputs / ASKED_AGAIN).clamp(MIN_ASKED, MAX_ASKED) as usize;
    let given = &suspect.mistakes.digests;
    let wrong: Vec<u128> = given.keys().copied().take(most).collect();
    let right = suspect.sampled_right(most);
    let mut expected = Expected::of(check, suspect.solver);
    let mut found = Steadiness::OfAnswers;
    for numbers in [wrong, right] {
        let batch = listed(check, &numbers);
        let settled = Rows::of_batch(&batch, compared.outcome, suspect.topic).settled(compared);
        let again = panel.answer_batch(suspect.solver, &batch);
        let answers = expected.of_few(&batch);
        for (row, number) in numbers.iter().enumerate().take(again.len()) {
            let outcome = again.outcome(row);
            let digest = given.get(number);
            let is_same = digest.map(|digest| digest_of_answer(outcome) == *digest);
            if is_same == Some(true) || is_same.is_none() && !settled.contains(&row) {
                continue;
            }
            let answers = answers.as_ref().filter(|answers| row < answers.len());
            let is_right =
                answers.map(|answers| check.equality.of_outcomes(outcome, answers.outcome(row)));
            match (is_same, is_right) {
                (None, Some(true) | None) => {}
                (Some(_), Some(false)) => found = Steadiness::OfVerdicts,
                _ => return Steadiness::None,
            }
        }
    }
    found
}

/// The misreading that gives all answers, right and wrong, in words. `None` if it might fit by chance. Also `None` with a
/// tolerance: two answers that are both near the right one may be far from each other.
///
/// # Errors
/// If the user interrupts it.
fn as_if(compared: &Compared<'_>, suspect: &Suspect<'_>) -> Result<Option<String>, Ended> {
    let check = &*compared.plan.check;
    let misreadings = &check.vocabulary.misreadings;
    let wrong = suspect.mistakes.answers;
    // A misreading also has to match the wrong answers themselves, which takes at least one bit for each.
    let bits = bits_of_choice(suspect.answered.judged, wrong) + wrong as f64;
    if (misreadings.len() as f64).log2() + MARGIN > bits || !check.equality.is_transitive {
        return Ok(None);
    }
    for (n, misreading) in misreadings.iter().enumerate() {
        let is_refuted = suspect.mistakes.refuted.contains(n as u128);
        if !is_refuted && gives_right_answers(compared, suspect, misreading)? {
            return Ok(Some(misreading.words.clone()));
        }
    }
    Ok(None)
}

/// Whether a misreading, which gives all wrong answers, also gives the expected ones where the solver does. Without a trusted
/// answer, the run has compared it with the solver's answers to all inputs on which solvers differ.
fn gives_right_answers(
    compared: &Compared<'_>,
    suspect: &Suspect<'_>,
    misreading: &Misreading,
) -> Result<bool, Ended> {
    let check = &*compared.plan.check;
    let fits = AtomicBool::new(true);
    compared.each(
        1,
        || (Expected::of(check, suspect.solver), (check.no_answers)()),
        |(expected, buffer), piece| {
            let Some(rows) = Rows::of(piece, compared, suspect.topic) else {
                return;
            };
            if !fits.load(Relaxed) {
                return;
            }
            let answers = expected.answers(rows.batch, &piece.solvers);
            let gives_expected = rows.settled(compared).into_iter().all(|row| {
                let answers = answers.as_ref();
                let Some(right) = answers.and_then(|answers| answers.outcome(row).ok()) else {
                    return false;
                };
                buffer.truncate(0);
                let answer = || (misreading.answer)(&rows.batch.inputs, row, buffer);
                let has_answered = catch_panic(answer) == Ok(true);
                has_answered && check.equality.of_outcomes(Ok(buffer.item(0)), Ok(right))
            });
            fits.fetch_and(gives_expected, Relaxed);
        },
    )?;
    Ok(fits.into_inner())
}
