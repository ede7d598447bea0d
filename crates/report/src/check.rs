//! The report on a run of solvers.

mod content;

use std::collections::BTreeMap;

use crossply_harness::fault::Fault;
use crossply_harness::report::Wrong;
use crossply_harness::report::content::Block;
use crossply_harness::{Counts, Ended, Finding, Findings, Oracles, Plan, Provenance, Shard};
use crossply_problems::Problem;
use schemars::JsonSchema;
use serde::Serialize;

use crate::formats::junit::TestSuite;
use crate::{Banner, Detail, Report};

/// The version of [`CheckDocument`].
pub const FORMAT: u32 = 2;

/// The results of a run.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "crossply check --format json")]
pub struct CheckDocument {
    /// The version of this format: 2.
    pub format: u32,
    /// The version of the program that wrote it.
    pub version: String,
    /// The results for each problem.
    pub problems: Vec<Checked>,
}

/// The results for one problem.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
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
    /// Whether each solver was asked for all positions that are practical for it.
    pub exhaustive: bool,
    /// Whether solvers answered only the first position of each symmetry class.
    pub by_class: bool,
    /// Whether the oracles judged only the first position of each symmetry class, and the positions drawn.
    pub judged_by_class: bool,
    /// The oracles that judged, beside agreement.
    pub oracles: Oracles,
    /// How the run ended.
    pub ended: Ended,
    /// The seed of the random generator; none if nothing was drawn.
    pub seed: Option<u64>,
    /// How many positions those that two solvers compared were drawn from; none if some were not drawn.
    pub drawn_from: Option<u64>,
    /// How many legal positions there are.
    pub legal_positions: u64,
    /// The same by the number of empties.
    pub legal_by_empties: BTreeMap<u32, u64>,
    /// What was counted.
    #[serde(flatten)]
    pub counts: Counts,
    /// Digests of the answers to distinct positions, if solvers agree.
    pub digests: Vec<SectionDigest>,
    /// The simplest positions with wrong answers, at most ten that the run met. A simpler one that a search found
    /// comes first.
    pub simplest: Vec<Wrong>,
    /// What is wrong with each solver that gave wrong answers, judged by all positions up to some number of empties.
    pub faults: Vec<Fault>,
}

/// The digest of the answers to positions with one number of empties.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SectionDigest {
    /// The number of empties.
    pub empties: u32,
    /// How many distinct positions.
    pub positions: u64,
    /// The digest; none if solvers differ.
    pub sum: Option<String>,
    /// Whether it equals the digest on record; none unless it covers all positions.
    pub as_recorded: Option<bool>,
}

impl Checked {
    /// The results of a shard of the plan, without [`faults`](Self::faults). `seed` is the seed of its random
    /// positions, and `minimised` the simplest disagreement that a search found.
    #[must_use]
    pub fn new<P: Problem>(
        findings: &Findings<P>,
        plan: &Plan<P>,
        shard: Shard,
        seed: u64,
        minimised: Option<&(Finding<P>, Provenance)>,
    ) -> Self {
        let digests = findings.digests().into_iter();
        let digests = digests.map(|(empties, covered)| SectionDigest {
            empties,
            positions: covered.positions,
            sum: covered.digest.map(|digest| digest.to_string()),
            as_recorded: covered.is_as_recorded::<P>(empties),
        });
        let digests: Vec<_> = digests.collect();
        let is_changed = |digest: &SectionDigest| digest.as_recorded == Some(false);
        let counts = findings.counts.clone();
        let is_right = counts.disagreements == 0 && findings.simplest.is_empty();
        let domain = P::domain();
        let with_empties = |empties| {
            let indices = domain.with_empties(empties..=empties);
            (empties, indices.end - indices.start)
        };
        let minimised = minimised.map(|(simplest, how)| Wrong::new(simplest, *how));
        let minimal = minimised.as_ref().map(|wrong| wrong.index);
        let met = findings.simplest.iter();
        let met = met.map(|found| Wrong::new(found, Provenance::Seen));
        let met = met.filter(|wrong| Some(wrong.index) != minimal);
        Checked {
            problem: P::NAME.to_owned(),
            summary: P::SUMMARY.to_owned(),
            agree: is_right && !digests.iter().any(is_changed) && counts.trouble.is_none(),
            shard: (shard != Shard::WHOLE).then(|| shard.to_string()),
            exhaustive: plan.is_exhaustive(),
            by_class: plan.is_by_class(),
            judged_by_class: plan.is_judged_by_class(),
            oracles: plan.oracles(),
            ended: findings.ended,
            seed: plan.draws().then_some(seed),
            drawn_from: plan.drawn_from(),
            legal_positions: domain.len(),
            legal_by_empties: domain.empties().map(with_empties).collect(),
            counts,
            digests,
            simplest: minimised.iter().cloned().chain(met).collect(),
            faults: Vec::new(),
        }
    }
}

impl Report for CheckDocument {
    fn title(&self) -> String {
        "crossply check".to_owned()
    }

    fn conclusion(&self) -> (Banner, String) {
        content::conclusion(&self.problems)
    }

    fn content(&self, detail: Detail) -> Vec<Block> {
        let problems = self.problems.iter();
        problems
            .flat_map(|checked| checked.content(detail))
            .collect()
    }

    fn suites(&self) -> Vec<TestSuite> {
        self.problems.iter().map(content::suite).collect()
    }
}
