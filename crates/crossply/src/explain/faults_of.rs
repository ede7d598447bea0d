//! Explains where the solvers of a check are wrong: by a second run over what the first one covered, in which programs are not
//! asked again.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::fault::{Fault, Voice};
use super::in_run::observer;
use super::inquiry::Inquiry;
use super::search::{Case, Wrong, explain};
use super::seen::{Seen, Terms};
use super::usual::{NewTruth, usual_misreadings};
use crate::any_vec::{AnyVec, Item};
use crate::definition::{Answers, Definition, Misreading, Vocabulary};
use crate::failure::{FailureKind, catch_panic};
use crate::feature::{Value, value_of};
use crate::finding::{Finding, Given, Provenance};
use crate::oracle::ask::single;
use crate::oracle::truth::quick_answer;
use crate::oracle::{Panel, is_wrong, standing};
use crate::run::{
    Ended, Findings, Interrupted, KEPT_FINDINGS, Observed, Plan, Progress, Record, Run, Shard,
    Threads, carry_out,
};
use crate::wide::count;

/// How many inputs the pass goes over that takes a sample, at most; and of a run that took long, which part.
const SAMPLED: u64 = 1 << 20;
const PART_SAMPLED: u64 = 8;
const LONG: f64 = 1.0;

/// What is said where that takes long.
const SECOND_RUN: &str = "a second run looks for what the wrong answers have in common";

/// How long a search may take at least: a busy machine, too, has time for what takes a second. It may also take three
/// times as long as the run before: a pass takes up to twice as long, where an answer takes a nanosecond.
const PATIENCE: Duration = Duration::from_secs(60);

/// A solver that may be wrong, and what to compare it with.
struct Suspicion {
    solver: usize,
    wrong: u64,
    /// If there is no trusted answer: one of the others.
    other: Option<usize>,
    truth: NewTruth,
    /// Of the inputs that the run kept, and the minimised one, those about which a fresh instance is wrong as well. A thin
    /// sample may miss them.
    simplest: Vec<WrongAlone>,
    /// Whether a fresh instance is right about some.
    has_memory: bool,
}

/// An input about which a fresh instance is wrong.
struct WrongAlone {
    number: u128,
    section: Value,
    input: AnyVec,
    given: Answers,
    right: AnyVec,
}

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
    let suspicions = suspicions(check, findings, minimised);
    let mut panel = Panel::new(check);
    // Then the second run sees exactly what the first one saw, wherever that ended.
    let is_on_record = (0..check.solvers.len()).any(|solver| panel.is_recorded(solver));
    let is_over = match findings.ended {
        Ended::Completed => true,
        Ended::TimeUp | Ended::GivenUp => is_on_record,
        Ended::Interrupted => false,
    };
    if suspicions.is_empty() || !is_over {
        return Ok(Vec::new());
    }
    let are_two = check.solvers.len() == 2;
    let vocabulary = vocabulary_of(check);
    let right = right_in_words(check, suspicions[0].other);
    let subject = vocabulary.subject();
    let terms = Terms::new(
        &vocabulary,
        &subject,
        &right,
        value_of(&(check.no_answers)()),
    );
    let usual = |of: &Suspicion| {
        let names = [&*vocabulary.nouns[0], &*subject];
        let features = &vocabulary.features;
        usual_misreadings(&check.domain, features, names, &of.truth, of.has_memory)
    };
    let usual: Vec<Vec<Misreading>> = suspicions.iter().map(usual).collect();
    let seconds = findings.counts.seconds;
    let end = Instant::now() + PATIENCE.max(Duration::from_secs_f64(3.0 * seconds));
    let is_long = seconds > LONG && !is_on_record;
    if is_long {
        listener(Progress::Waiting(SECOND_RUN));
    }
    let least = if is_long { PART_SAMPLED } else { 1 };
    let compared = findings.counts.compared.total();
    let thinner = compared.div_ceil(SAMPLED).max(least);
    let pass = |inquiry: &Inquiry<'_>, is_sample: bool| {
        let run = Run {
            shard: shard.one_of(if is_sample { thinner } else { 1 }),
            deadline: Some(end),
            interrupt: Some(threads.interrupt),
            ..Run::on(threads.jobs)
        };
        let observed = Observed {
            observer: &|| observer(check, inquiry),
            is_over: &|| inquiry.is_over(),
        };
        let seen = carry_out(check, plan, run, record, Some(observed));
        if is_sample {
            // After the first inputs of the domain: those refute most misreadings, and cost the least.
            pass_simplest(inquiry, &suspicions);
        }
        let is_all = !is_sample || thinner == 1;
        match seen.map(|findings| findings.ended) {
            Ok(Ended::Interrupted) => Err(Interrupted),
            ended => Ok(is_all && ended.is_ok_and(|ended| ended == Ended::Completed)),
        }
    };
    let case = Case {
        terms: &terms,
        equality: &check.equality,
        no_answers: check.no_answers,
        pass: &pass,
        end: Some(end),
        stops_when_refuted: is_long,
    };
    let wrong = suspicions.iter().zip(&usual).map(|(of, usual)| Wrong {
        solver: of.solver,
        seen: findings.counts.solvers[of.solver].inputs(),
        of_these: of.wrong,
        begins_anew: Panel::new(check).is_recorded(of.solver),
        misreadings: vocabulary
            .misreadings
            .iter()
            .map(Arc::as_ref)
            .chain(usual)
            .collect(),
    });
    let found = explain(&case, &wrong.collect::<Vec<_>>())?;
    let is_counted = counts_only_answers(findings, plan);
    let voices = suspicions.iter().map(|of| {
        let counts = &findings.counts.solvers[of.solver];
        let is_exact = is_counted && (check.truth.is_some() || counts.failed() == 0);
        Voice {
            who: &check.solvers[of.solver].name,
            differs_from: match of.other {
                Some(other) if are_two => Some(&*check.solvers[other].name),
                other => other.filter(|_| counts.alone > 0).map(|_| ""),
            },
            nouns: &vocabulary.nouns,
            right: &right,
            scope: scope(findings, of.solver, plan, shard),
            is_partial: is_partial(findings, of.solver, plan),
            counted: is_exact.then_some(of.wrong),
        }
    });
    let said = found.into_iter().zip(voices);
    let said = said.filter(|(found, _)| is_counted || found.wrong > 0);
    Ok(said
        .map(|(found, voice)| voice.fault(found, &terms.list))
        .collect())
}

/// What the right answer is called; if it is not known, that of this other solver, or of all others.
fn right_in_words(check: &Definition, other: Option<usize>) -> String {
    match (&check.truth, other, check.solvers.len()) {
        (Some(_), ..) => "the right answer".to_owned(),
        (None, Some(other), 2) => format!("{}'s answer", check.solvers[other].name),
        (None, ..) => "the answer of the others".to_owned(),
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

fn suspicions(
    check: &Definition,
    findings: &Findings,
    minimised: Option<&Finding>,
) -> Vec<Suspicion> {
    let counts = &findings.counts;
    // Of two that differ, either may be wrong.
    let are_two = check.truth.is_none() && check.solvers.len() == 2;
    let mut suspicions = Vec::new();
    for (solver, statistics) in counts.solvers.iter().enumerate() {
        let other = check.truth.is_none().then_some(usize::from(solver == 0));
        let wrong = match other {
            Some(0) if are_two => counts.disagreements,
            Some(_) if are_two => 0,
            // A failure is wrong, whatever others say.
            _ => statistics.alone.max(statistics.wrong),
        };
        if wrong > 0 {
            // To exceed a time limit takes as long again.
            let is_late = |given: &Given| given.failure == Some(FailureKind::TimeLimit);
            let is_asked = |found: &&Finding| {
                let is_minimised =
                    minimised.is_some_and(|minimised| minimised.index == found.index);
                !is_minimised && !found.answers.iter().any(is_late)
            };
            let found = findings.simplest.iter().filter(is_asked).chain(minimised);
            suspicions.push(suspicion(check, found, solver, wrong, other));
        }
    }
    suspicions
}

fn suspicion<'f>(
    check: &Definition,
    found: impl Iterator<Item = &'f Finding>,
    solver: usize,
    wrong: u64,
    other: Option<usize>,
) -> Suspicion {
    let truth = truth_of(check, other);
    let name = &check.solvers[solver].name;
    let is_suspect = |found: &&Finding| {
        let mut given = found.answers.iter().filter(|given| given.solver == *name);
        given.any(|given| given.wrong || other.is_some())
    };
    let (mut simplest, mut has_memory) = (Vec::new(), false);
    for found in found.filter(is_suspect) {
        let number = found.index.0;
        let input = single(check, number).inputs;
        let given = Panel::new(check).answer(solver, input.item(0));
        if other.is_some() && check.solvers.len() > 2 && !is_alone(check, input.item(0), solver) {
            continue;
        }
        let mut right = (check.no_answers)();
        if catch_panic(|| truth()(&input, 0, &mut right)).is_err() {
            continue;
        }
        if is_wrong(&check.equality, given.outcome(0), right.item(0)) {
            simplest.push(WrongAlone {
                number,
                section: Value::section(&found.section),
                input,
                given,
                right,
            });
        } else {
            has_memory = true;
        }
    }
    Suspicion {
        solver,
        wrong,
        other,
        truth,
        simplest,
        has_memory,
    }
}

/// What gives right answers: the trusted answer, or else another solver.
fn truth_of(check: &Definition, other: Option<usize>) -> NewTruth {
    if let Some(other) = other {
        let other = Arc::clone(&check.solvers[other]);
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

/// Whether a fresh instance of the solver alone gives another answer than all others.
fn is_alone(check: &Definition, input: &dyn Item, solver: usize) -> bool {
    let mut panel = Panel::new(check);
    let all = (0..check.solvers.len()).map(|solver| panel.answer(solver, input));
    let all: Vec<_> = all.collect();
    let outcome = |n: usize| all[n].outcome(0);
    standing(&check.equality, all.len(), outcome, solver, None).is_alone
}

/// Passes the wrong inputs that the run kept to an inquiry.
fn pass_simplest(inquiry: &Inquiry<'_>, suspicions: &[Suspicion]) {
    for (n, suspicion) in suspicions.iter().enumerate() {
        for wrong in &suspicion.simplest {
            let seen = Seen {
                inputs: &wrong.input,
                number: &|_| wrong.number,
                section: wrong.section,
                given: &wrong.given,
                wrong: &[Some(true)],
                right: &|_| Some(wrong.right.item(0)),
            };
            inquiry.note_taker().see(n, &seen);
        }
    }
}

/// Which inputs were answered, in words.
fn scope(findings: &Findings, solver: usize, plan: &Plan, shard: Shard) -> String {
    let (compared, nouns) = (findings.counts.compared, &plan.outline.nouns);
    let all = compared
        .total()
        .min(findings.counts.solvers[solver].inputs());
    let is_complete = findings.ended == Ended::Completed;
    let is_first = is_complete && plan.is_from_the_first() && u128::from(all) < plan.outline.len;
    let all = count(all);
    let first = if compared.drawn == 0 && is_first && shard == Shard::WHOLE {
        "the first "
    } else {
        ""
    };
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
