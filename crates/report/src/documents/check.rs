//! The results of a run of solvers.

use std::collections::BTreeMap;

use crossply_harness::fault::Fault;
use crossply_harness::report::demonstration::{Demonstration, cell_names};
use crossply_harness::{
    Answered, Ended, Finding, Findings, Outcome, Plan, Provenance, Shard, Statistics, report,
};
use crossply_problems::{Problem, Question};
use schemars::JsonSchema;
use serde::Serialize;

/// The version of [`Document`].
pub const FORMAT: u32 = 1;

/// The results of a run.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "crossply check --format json")]
pub struct Document {
    /// The version of this format: 1.
    pub format: u32,
    /// The version of the program that wrote it.
    pub version: String,
    /// The results for each problem.
    pub problems: Vec<Checked>,
}

/// The results for one problem.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Checked {
    /// Its name.
    pub problem: String,
    /// The game and the question, in one line.
    pub summary: String,
    /// Whether the run compared solvers and found nothing wrong, or this part of the run is empty.
    pub agree: bool,
    /// The part of a run, such as `1/4`; none for a whole run.
    pub shard: Option<String>,
    /// Whether solvers answered only the first position of each symmetry class.
    pub by_class: bool,
    /// Whether the oracles judged only the first position of each symmetry class, and the positions drawn.
    pub judged_by_class: bool,
    /// How the run ended.
    pub ended: Ended,
    /// How long the run took.
    pub seconds: f64,
    /// The seed of the random generator; none if nothing was drawn.
    pub seed: Option<u64>,
    /// How many legal positions there are.
    pub legal_positions: u64,
    /// How many positions at least two solvers answered.
    pub compared: Answered,
    /// How many of these have a proven answer.
    pub proven: Answered,
    /// For how many of these the metamorphic relations hold.
    pub related: Answered,
    /// The solvers, in the order of the plan.
    pub solvers: Vec<Solver>,
    /// Each pair of solvers that answered a common position.
    pub pairs: Vec<Pair>,
    /// Counts of the answers.
    pub census: Census,
    /// Digests of the answers to distinct positions.
    pub digests: Vec<Digest>,
    /// How often an answer was wrong.
    pub disagreements: u64,
    /// The simplest positions with wrong answers, at most ten that the run met. A simpler one that a search found
    /// comes first.
    pub simplest: Vec<Wrong>,
    /// What is wrong with each solver that gave wrong answers, judged by all positions up to some number of empties.
    pub faults: Vec<Fault>,
    /// The report for a person; empty if nothing is wrong.
    pub report: String,
    /// Why the run proves nothing although no solver is wrong: the harness itself is at fault, or compared
    /// nothing. Otherwise none.
    pub trouble: Option<String>,
}

/// The work of a solver.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Solver {
    /// Its name.
    pub name: String,
    /// How many positions it answered. A position that comes up again counts again.
    pub positions: u64,
    /// The time of all threads together.
    pub seconds: f64,
    /// How often it was wrong, or panicked.
    pub wrong: u64,
    /// How often it panicked.
    pub panics: u64,
    /// Its work by the number of empties.
    pub by_empties: BTreeMap<u32, Share>,
}

/// The work of a solver on positions with one number of empties.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Share {
    /// How many it answered.
    #[serde(flatten)]
    pub answered: Answered,
    /// The time it took.
    pub seconds: f64,
}

/// A pair of solvers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Pair {
    /// Their names.
    pub solvers: [String; 2],
    /// How many positions both answered. A position that comes up again counts again.
    pub positions: u64,
    /// On how many of these they differ. Two panics do not differ.
    pub differing: u64,
}

/// The answers that a solver gave in this run, counted.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Census {
    /// The solver that answered most positions; none if no solver answered any.
    pub solver: Option<String>,
    /// Its answers by the number of empties.
    pub by_empties: BTreeMap<u32, Count>,
    /// How many answers name each cell, row by row; none if answers name no cells.
    pub cells: Option<Vec<CellCount>>,
}

/// The answers to positions with one number of empties.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Count {
    /// How many distinct positions the solver answered; or, if `drawn`, how many of the positions drawn.
    pub positions: u64,
    /// Whether the positions were drawn at random. A position that comes up again counts again.
    pub drawn: bool,
    /// How many legal positions there are.
    pub legal_positions: u64,
    /// How many answers say that `x` forces a win.
    pub forced_wins: u64,
    /// How often each answer was given.
    pub answers: BTreeMap<String, u64>,
}

/// How many answers name a cell.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CellCount {
    /// Its name.
    pub cell: String,
    /// How many answers.
    pub answers: u64,
}

/// The digest of the answers to positions with one number of empties.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Digest {
    /// The number of empties.
    pub empties: u32,
    /// How many distinct positions.
    pub positions: u64,
    /// The digest; none if solvers differ.
    pub sum: Option<String>,
    /// Whether it equals the digest on record; none unless it covers all positions.
    pub as_recorded: Option<bool>,
}

/// A position with a wrong answer.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Wrong {
    /// The board, its rows joined by slashes.
    pub board: String,
    /// Its number in the domain.
    pub index: u64,
    /// How many cells are empty.
    pub empties: u32,
    /// The outcome of each solver.
    pub answers: Vec<Given>,
    /// The right answer, and why the first wrong answer is wrong.
    pub proof: Demonstration,
    /// If the position alone gets no wrong answer, a batch that does; empty if none is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub batch: Vec<String>,
    /// How the run found it.
    pub provenance: String,
    /// The command that shows it again; none if the answer depends on earlier positions in a way that no short
    /// batch reproduces.
    pub command: Option<String>,
}

/// The outcome of a solver on a position.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Given {
    /// The solver.
    pub solver: String,
    /// Its answer, or the message of its panic.
    pub answer: String,
    /// Whether it is wrong. A panic is wrong.
    pub wrong: bool,
    /// Whether it panicked.
    pub panicked: bool,
}

impl Checked {
    /// The results of a shard of the plan, without [`faults`](Self::faults). `seed` is the seed of its random
    /// positions, `minimised` the simplest disagreement that a search found, and `report` the text for people, empty if
    /// nothing is wrong.
    #[must_use]
    pub fn new<P: Problem>(
        findings: &Findings<P>,
        plan: &Plan<P>,
        shard: Shard,
        seed: u64,
        minimised: Option<&(Finding<P>, Provenance)>,
        report: &str,
    ) -> Self {
        let digests = digests(findings);
        let is_changed = |digest: &Digest| digest.as_recorded == Some(false);
        let is_right = findings.disagreements == 0 && findings.simplest.is_empty();
        Checked {
            problem: P::NAME.to_owned(),
            summary: P::SUMMARY.to_owned(),
            agree: is_right && !digests.iter().any(is_changed) && findings.trouble.is_none(),
            shard: (shard != Shard::WHOLE).then(|| shard.to_string()),
            by_class: plan.is_by_class(),
            judged_by_class: plan.is_judged_by_class(),
            ended: findings.ended,
            seconds: findings.elapsed.as_secs_f64(),
            seed: plan.draws().then_some(seed),
            legal_positions: P::domain().len(),
            compared: findings.compared,
            proven: findings.proven,
            related: findings.related,
            solvers: findings.statistics.iter().map(Solver::new).collect(),
            pairs: pairs(findings),
            census: Census::new(findings),
            digests,
            disagreements: findings.disagreements,
            simplest: simplest(findings, minimised),
            faults: Vec::new(),
            report: report.trim().to_owned(),
            trouble: findings.trouble.clone(),
        }
    }

    /// What is wrong although no board shows it: solvers that are wrong in the same way, or what kept the run from a result.
    pub(crate) fn unshown(&self) -> Option<String> {
        let changed = self.digests.iter();
        let changed = changed.filter(|digest| digest.as_recorded == Some(false));
        let empties: Vec<_> = changed.map(|digest| digest.empties.to_string()).collect();
        let empties = Some(empties.join(", ")).filter(|empties| !empties.is_empty());
        self.trouble.clone().or_else(|| {
            let empties = empties.filter(|_| self.report.is_empty())?;
            Some(format!(
                "The solvers agree where the number of empties is {empties}, but not on the answers on record."
            ))
        })
    }
}

impl Solver {
    fn new<P: Problem>(statistics: &Statistics<P>) -> Self {
        let by_empties = statistics.answered.iter().map(|(&empties, &answered)| {
            let time = statistics.times.get(&empties).copied().unwrap_or_default();
            let share = Share {
                answered,
                seconds: time.as_secs_f64(),
            };
            (empties, share)
        });
        Solver {
            name: statistics.solver.to_owned(),
            positions: statistics.positions(),
            seconds: statistics.time().as_secs_f64(),
            wrong: statistics.wrong,
            panics: statistics.panics,
            by_empties: by_empties.collect(),
        }
    }
}

impl Census {
    fn new<P: Problem>(findings: &Findings<P>) -> Self {
        let statistics = findings.statistics.iter().rev();
        let Some(most) = statistics.max_by_key(|statistics| statistics.positions()) else {
            return Census::default();
        };
        let mut cells: Vec<_> = cell_names::<P>()
            .into_iter()
            .map(|cell| CellCount { cell, answers: 0 })
            .collect();
        let mut by_empties = BTreeMap::<u32, Count>::new();
        for (&empties, answers) in &most.answers {
            let indices = P::domain().with_empties(empties..=empties);
            let count = by_empties.entry(empties).or_default();
            count.legal_positions = indices.end - indices.start;
            // If there are answers in order, the drawn positions would count twice.
            count.drawn = answers.values().all(|answered| answered.in_order == 0);
            for (&answer, answered) in answers {
                let times = if count.drawn {
                    answered.drawn
                } else {
                    answered.in_order
                };
                if times == 0 {
                    continue;
                }
                count.positions += times;
                count.answers.insert(answer.to_string(), times);
                if answer.is_forced_win() {
                    count.forced_wins += times;
                }
                if let Some(cell) = answer.named_cell() {
                    cells[usize::from(cell)].answers += times;
                }
            }
        }
        Census {
            solver: (most.positions() > 0).then(|| most.solver.to_owned()),
            by_empties,
            cells: cells.iter().any(|cell| cell.answers > 0).then_some(cells),
        }
    }
}

fn pairs<P: Problem>(findings: &Findings<P>) -> Vec<Pair> {
    let name = |index: usize| findings.statistics[index].solver.to_owned();
    let pairs = findings.pairs.0.iter();
    let pairs = pairs.map(|(&(one, other), pair)| Pair {
        solvers: [name(one), name(other)],
        positions: pair.positions,
        differing: pair.differing,
    });
    pairs.collect()
}

fn digests<P: Problem>(findings: &Findings<P>) -> Vec<Digest> {
    let digests = findings.digests().into_iter();
    let digests = digests.map(|(empties, covered)| Digest {
        empties,
        positions: covered.positions,
        sum: covered.digest.map(|digest| digest.to_string()),
        as_recorded: covered.is_as_recorded::<P>(empties),
    });
    digests.collect()
}

fn simplest<P: Problem>(
    findings: &Findings<P>,
    minimised: Option<&(Finding<P>, Provenance)>,
) -> Vec<Wrong> {
    let minimised = minimised.map(|(simplest, provenance)| Wrong::new(simplest, *provenance));
    let minimal = minimised.as_ref().map(|wrong| wrong.index);
    let met = findings.simplest.iter();
    let met = met.map(|found| Wrong::new(found, Provenance::Seen));
    let met: Vec<_> = met.filter(|wrong| Some(wrong.index) != minimal).collect();
    minimised.into_iter().chain(met).collect()
}

impl Wrong {
    fn new<P: Problem>(found: &Finding<P>, provenance: Provenance) -> Self {
        let position = found.position;
        let wrong: Vec<_> = found.wrong().collect();
        let answers = found.outcomes.iter().map(|(name, outcome)| Given {
            solver: (*name).to_owned(),
            answer: outcome.to_string(),
            wrong: wrong.contains(name),
            panicked: matches!(outcome, Outcome::Panic(_)),
        });
        let claim = found
            .outcomes
            .iter()
            .find_map(|(name, outcome)| match outcome {
                Outcome::Answer(answer) if wrong.contains(name) => Some(*answer),
                _ => None,
            });
        Wrong {
            index: P::domain().index(position),
            empties: position.empties(),
            answers: answers.collect(),
            proof: Demonstration::of(position, claim),
            provenance: report::provenance(found, provenance),
            command: report::command(found, provenance),
            batch: found
                .batch
                .iter()
                .map(|&position| position.notation())
                .collect(),
            board: position.notation(),
        }
    }
}
