//! Explains where the solvers of a check are wrong: by a second run over what the first one covered.

use std::fmt::Debug;
use std::slice;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::cross_check::CrossCheck;
use crate::explain::{Block, Case, Inquiry, Reading, Truth, Value, Voice, Wrong, explain, of_any};
use crate::findings::KEPT_FINDINGS;
use crate::outcome::{Outcome, outcome_of};
use crate::panel::Answers;
use crate::report::count;
use crate::{
    Domain, Ended, Fault, Finding, Findings, Interrupted, Plan, Progress, Provenance, Run, Shard,
    Threads, run,
};

/// How many inputs the pass goes over that takes a sample, at most; and of a run that took long, which part.
const SAMPLED: u64 = 1 << 20;
const PART_SAMPLED: u64 = 8;
const LONG: f64 = 1.0;

/// How long a search may take at least: a busy machine, too, has time for what takes a second. It may also take three
/// times as long as the run before: a pass takes up to twice as long, where an answer takes a nanosecond.
const PATIENCE: Duration = Duration::from_secs(60);

/// Who may be wrong, and who knows better.
struct Suspicion<I, A> {
    solver: usize,
    wrong: u64,
    /// If there is no trusted answer: one of the others.
    other: Option<usize>,
    truth: Truth<I, A>,
    /// Of the inputs that the run kept, and the minimised one, those about which a fresh instance is wrong as well, with its answers and the
    /// right ones. A thin sample may miss them.
    simplest: Vec<(u128, Value, I, Answers<A>, A)>,
    /// Whether a fresh instance is right about some.
    has_memory: bool,
}

impl<I, A> CrossCheck<I, A>
where
    I: Clone + Debug + 'static,
    A: PartialEq + Debug + 'static,
{
    /// Explains where solvers are wrong that a run found wrong. No rule contradicts `minimised`, which the run may not
    /// have met.
    ///
    /// # Errors
    /// If the user interrupts it.
    pub(crate) fn explain(
        &self,
        findings: &Findings,
        minimised: Option<&Finding>,
        plan: &Plan,
        shard: Shard,
        threads: Threads<'_>,
        listener: &(dyn Fn(Progress<'_>) + Sync),
    ) -> Result<Vec<Fault>, Interrupted> {
        let suspicions = self.suspicions(findings, minimised);
        if suspicions.is_empty() || findings.ended != Ended::Completed {
            return Ok(Vec::new());
        }
        let mut explainer = self.explainer.clone();
        // A domain that panics has been told of.
        if let Outcome::Answer(features) = outcome_of(|| self.domain.features()) {
            explainer.features.splice(0..0, features);
        }
        if self.truth.is_none() && self.solvers.len() > 2 {
            // Where the others differ, they have no answer.
            explainer.answers.clear();
        }
        let explainer = &explainer;
        let subject = explainer.subject();
        let readings = suspicions.iter().map(|of| {
            let names = [&*explainer.nouns[0], &subject];
            of_any(&explainer.features, names, &of.truth, of.has_memory)
        });
        let readings: Vec<Vec<Reading<I, A>>> = readings.collect();
        let right = match (&self.truth, suspicions[0].other) {
            (Some(_), _) => "the right answer".to_owned(),
            (None, Some(other)) if self.solvers.len() == 2 => {
                format!("{}'s answer", self.solvers[other].name)
            }
            (None, _) => "the answer of the others".to_owned(),
        };
        let seconds = findings.counts.seconds;
        let end = Instant::now() + PATIENCE.max(Duration::from_secs_f64(3.0 * seconds));
        let is_long = seconds > LONG;
        if is_long {
            let what = "a second run looks for what the wrong answers have in common";
            listener(Progress::Waiting(what));
        }
        let least = if is_long { PART_SAMPLED } else { 1 };
        let thinner = plan.inputs(shard).div_ceil(SAMPLED).max(least);
        let pass = |inquiry: &Inquiry<'_, I, A>, is_sample: bool| {
            let run = Run {
                shard: if is_sample {
                    shard.one_of(thinner)
                } else {
                    shard
                },
                deadline: Some(end),
                interrupt: Some(threads.interrupt),
                ..Run::on(threads.jobs)
            };
            let seen = run::carry_out(self, plan, run, Some(inquiry));
            if is_sample {
                // After the first inputs of the domain: those refute most misreadings, and cost the least.
                show_simplest(inquiry, &suspicions);
            }
            let is_all = !is_sample || thinner == 1;
            match seen.map(|findings| findings.ended) {
                Ok(Ended::Interrupted) => Err(Interrupted),
                ended => Ok(is_all && ended.is_ok_and(|ended| ended == Ended::Completed)),
            }
        };
        let case = Case {
            explainer,
            terms: explainer.terms(&right),
            same: &|one: &A, other: &A| self.same(one, other),
            pass: &pass,
            end: Some(end),
            is_hasty: is_long,
        };
        let wrong = suspicions.iter().zip(&readings).map(|(of, of_any)| Wrong {
            solver: of.solver,
            seen: findings.counts.solvers[of.solver].inputs(),
            of_these: of.wrong,
            readings: explainer
                .readings
                .iter()
                .map(Arc::as_ref)
                .chain(of_any)
                .collect(),
        });
        let found = explain(&case, &wrong.collect::<Vec<_>>())?;
        let is_counted = counts_only_answers(findings, plan);
        let found = found.into_iter().zip(&suspicions);
        let faults = found
            .filter(|(found, _)| is_counted || found.wrong > 0)
            .map(|(found, of)| {
                let (name, counts) = (
                    &*self.solvers[of.solver].name,
                    &findings.counts.solvers[of.solver],
                );
                let is_exact = is_counted && (self.truth.is_some() || counts.panics == 0);
                let voice = Voice {
                    who: name,
                    differs_from: match of.other {
                        Some(other) if self.solvers.len() == 2 => Some(&*self.solvers[other].name),
                        other => other.filter(|_| counts.alone > 0).map(|_| ""),
                    },
                    nouns: &explainer.nouns,
                    right: &right,
                    scope: self.scope(findings, of.solver, plan, shard),
                    is_partial: is_partial(findings, of.solver, plan),
                    counted: is_exact.then_some(of.wrong),
                };
                voice.fault(found, &case.terms)
            });
        Ok(faults.collect())
    }

    fn suspicions(&self, findings: &Findings, minimised: Option<&Finding>) -> Vec<Suspicion<I, A>> {
        let counts = &findings.counts;
        // Of two who differ, nobody knows who is wrong.
        let are_two = self.truth.is_none() && self.solvers.len() == 2;
        let suspicions = counts
            .solvers
            .iter()
            .enumerate()
            .filter_map(|(solver, statistics)| {
                let other = self.truth.is_none().then_some(usize::from(solver == 0));
                let wrong = match other {
                    Some(0) if are_two => counts.disagreements,
                    Some(_) if are_two => 0,
                    // A panic is wrong, whatever others say.
                    _ => statistics.alone.max(statistics.wrong),
                };
                (wrong > 0).then(|| self.suspicion(findings, minimised, solver, wrong, other))
            });
        suspicions.collect()
    }

    fn suspicion(
        &self,
        findings: &Findings,
        minimised: Option<&Finding>,
        solver: usize,
        wrong: u64,
        other: Option<usize>,
    ) -> Suspicion<I, A> {
        let truth: Truth<I, A> = if let Some(other) = other {
            let other = Arc::clone(&self.solvers[other]);
            Arc::new(move || {
                let mut other = (other.new)();
                Box::new(move |input| other.solve(input))
            })
        } else {
            let check = self.clone();
            Arc::new(move || {
                let check = check.clone();
                Box::new(move |input| check.right(input).expect("it does not panic"))
            })
        };
        let name = &self.solvers[solver].name;
        let given = |found: &&Finding| {
            let mut given = found.answers.iter().filter(|given| given.solver == *name);
            given.any(|given| given.wrong || other.is_some())
        };
        let (mut simplest, mut has_memory) = (Vec::new(), false);
        for found in findings.simplest.iter().chain(minimised).filter(given) {
            let input = self.domain.input(found.index.0);
            let alone = self.panel().answer(solver, &input);
            if other.is_some() && self.solvers.len() > 2 {
                let mut panel = self.panel();
                let all = (0..self.solvers.len()).map(|solver| panel.answer(solver, &input));
                let all: Vec<_> = all.collect();
                let all: Vec<_> = all.iter().map(Outcome::as_ref).collect();
                if !self.is_alone(&all, solver) {
                    continue;
                }
            }
            if let Outcome::Answer(right) = outcome_of(|| truth()(&input)) {
                if self.is_wrong(&alone.as_ref(), Some(&right)) {
                    let given = Answers::Outcomes(vec![alone]);
                    let section = Value::section(&found.section);
                    simplest.push((found.index.0, section, input, given, right));
                } else {
                    has_memory = true;
                }
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

    /// Which inputs were answered, in words.
    fn scope(&self, findings: &Findings, solver: usize, plan: &Plan, shard: Shard) -> String {
        let (compared, nouns) = (findings.counts.compared, &self.about.nouns);
        let all = compared
            .total()
            .min(findings.counts.solvers[solver].inputs());
        let is_first = plan.is_from_the_first() && u128::from(all) < plan.outline.len;
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
}

/// Whether all that a run counted are wrong answers of a kind that a second run sees again. Relations and batches count as
/// well, and are not asked again; of what is not kept, nobody knows.
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

/// Shows the wrong inputs that the run kept.
fn show_simplest<I, A>(inquiry: &Inquiry<'_, I, A>, suspicions: &[Suspicion<I, A>])
where
    I: Clone + Debug + 'static,
    A: Debug + 'static,
{
    for (n, suspicion) in suspicions.iter().enumerate() {
        for (number, section, input, given, right) in &suspicion.simplest {
            let block = Block {
                inputs: slice::from_ref(input),
                number: &|_| *number,
                section: *section,
                given,
                wrong: &[Some(true)],
                right: &|_| Some(right),
            };
            inquiry.observer().see(n, &block);
        }
    }
}
