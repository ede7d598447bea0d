//! The results of a run as plain data.
//!
//! JSON is made of the data alone. What people read follows from the data alone, too, in [`summary`](super::summary) and
//! [`wrong`](super::wrong), so that all forms of a report say the same.

use std::mem;

use crate::content::Axis;
use crate::definition::Outline;
use crate::digest::Digest;
use crate::explain::Fault;
use crate::finding::Finding;
use crate::run::{Counts, Ended, Findings, Oracles, Plan, SectionDigest, Shard};
use crate::wide::{Wide, count};

/// The results of a run.
///
/// ```
/// use crossply::{CrossCheck, domain};
///
/// let check = CrossCheck::new("triple", domain::all::<i8>())
///     .truth("wide", |&n| 3 * i32::from(n))
///     .solver("narrow", |n| n.wrapping_mul(3).into())
///     .solver("sum", |&n| [n; 3].map(i32::from).iter().sum());
/// let checked = check.check_quickly()?;
/// assert!(!checked.agree);
/// assert_eq!(checked.simplest[0].input, "-43");
/// assert_eq!(checked.faults[0].solver, "narrow");
/// # Ok::<(), crossply::CheckError>(())
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "journal", derive(serde::Serialize, serde::Deserialize))]
pub struct Checked {
    /// The name of the check.
    pub check: String,
    /// What it is about, in one line.
    pub summary: String,
    /// What the run covered, and what was counted.
    #[doc(hidden)]
    #[cfg_attr(feature = "journal", serde(flatten))]
    pub scope: Scope,
    /// Whether the run compared solvers and found nothing wrong, or this part of the run is empty.
    pub agree: bool,
    /// The name of the trusted answer, if there is one.
    pub truth: Option<String>,
    /// How the run ended.
    pub ended: Ended,
    /// The seed of the random generator; none if nothing was drawn.
    pub seed: Option<u64>,
    /// Digests of the answers to distinct inputs, if there are digests.
    pub digests: Vec<SectionDigest>,
    /// The simplest inputs with wrong answers, at most ten that the run met. A simpler one that a search found comes
    /// first.
    pub simplest: Vec<Finding>,
    /// What is wrong with solvers that gave wrong answers, as far as the check can say it.
    pub faults: Vec<Fault>,
}

/// What a run covered, and what was counted: what reports are made of, and what shards of one run have in common.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "journal", derive(serde::Serialize, serde::Deserialize))]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Scope {
    /// What an input is called, and several.
    pub inputs_are: [String; 2],
    /// What tells the sections of the domain apart.
    pub sections_are: String,
    /// The parts of a run, such as `1/4`; empty for a whole run.
    pub shards: Vec<String>,
    /// The parts that a merge lacks.
    pub missing: Vec<String>,
    /// Which inputs the whole run covers, in which blocks, stage by stage: the shards of one run have the same plan.
    pub plan: Vec<String>,
    /// Whether each solver was asked for all inputs within its limits.
    pub exhaustive: bool,
    /// Whether the distinct inputs that were compared, by all parts of the run together, are the first of the domain.
    pub from_the_first: bool,
    /// Whether solvers answered only inputs that represent others.
    pub by_representatives: bool,
    /// Whether the oracles judged only inputs that represent others, and those drawn.
    pub judged_by_representatives: bool,
    /// Which inputs represent others, in words.
    pub representatives: String,
    /// The oracles that judged, beside agreement.
    pub oracles: Oracles,
    /// How many inputs those that two solvers compared were drawn from; none if some were not drawn.
    pub drawn_from: Option<Wide>,
    /// What holds for inputs that count; empty if all count.
    #[cfg_attr(feature = "journal", serde(default))]
    pub only: String,
    /// How many inputs there are; none if they cannot be numbered.
    pub inputs: Option<Wide>,
    /// The sections of the domain.
    pub sections: Vec<SectionOf>,
    /// The axes of the grids, if a solver is wrong.
    #[cfg_attr(
        feature = "journal",
        serde(default, skip_serializing_if = "Vec::is_empty")
    )]
    pub axes: Vec<Axis>,
    /// What was counted.
    #[cfg_attr(feature = "journal", serde(flatten))]
    pub counts: Counts,
}

/// A section of the domain.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "journal", derive(serde::Serialize, serde::Deserialize))]
pub struct SectionOf {
    /// Its name.
    pub section: String,
    /// How many inputs it has.
    pub inputs: Wide,
    /// The digest on record of the answers.
    pub record: Option<Digest>,
}

impl Checked {
    /// The results of a shard of the plan.
    #[doc(hidden)]
    pub fn new(findings: &Findings, plan: &Plan, shard: Shard) -> Self {
        let outline = &plan.outline;
        let mut start = 0;
        let sections = outline.sections.iter().map(|section| {
            let mut records = outline.records.iter();
            let record = records.find(|(name, _)| *name == section.name);
            SectionOf {
                section: section.name.clone(),
                inputs: Wide(section.end - mem::replace(&mut start, section.end)),
                record: record.map(|&(_, digest)| digest),
            }
        });
        let axes = outline.axes.iter().map(|axis| Axis {
            part: axis.name.clone(),
            cells: axis.ends.clone(),
        });
        let is_complete = findings.ended == Ended::Completed && findings.counts.trouble.is_none();
        let scope = Scope {
            inputs_are: [outline.noun.clone(), outline.nouns.clone()],
            sections_are: outline.sections_are.clone(),
            shards: Vec::from_iter((shard != Shard::WHOLE).then(|| shard.to_string())),
            missing: Vec::new(),
            plan: plan.in_words().collect(),
            exhaustive: plan.is_exhaustive(),
            from_the_first: plan.is_from_the_first() && is_complete,
            by_representatives: plan.is_by_representatives(),
            judged_by_representatives: plan.is_judged_by_representatives(),
            representatives: outline.representatives.clone(),
            oracles: plan.oracles(),
            drawn_from: plan.drawn_from().map(Wide),
            only: outline.only.clone(),
            inputs: (!outline.is_drawn).then_some(Wide(outline.len)),
            sections: sections.collect(),
            axes: axes.collect(),
            counts: findings.counts.clone(),
        };
        let mut checked = Checked {
            scope,
            check: outline.name.clone(),
            summary: outline.summary.clone(),
            agree: false,
            truth: outline.truth.clone(),
            ended: findings.ended,
            seed: plan.draws().then_some(plan.seed),
            digests: Vec::new(),
            simplest: findings.simplest.clone(),
            faults: Vec::new(),
        };
        checked.finish_grids(outline);
        if shard == Shard::WHOLE {
            checked.drop_empty_grids();
        }
        if outline.has_digests {
            checked.digests = checked.digests_by_section();
        }
        checked.agree = checked.is_agreed();
        checked
    }

    /// Without a wrong answer there is nothing to see.
    pub(super) fn drop_empty_grids(&mut self) {
        if self.scope.counts.wrong() == 0 {
            self.scope.axes.clear();
            self.scope.counts.grids.clear();
        }
    }

    /// Of more than two parts, cells are known where all was compared.
    fn finish_grids(&mut self, outline: &Outline) {
        let counts = &mut self.scope.counts;
        let compared = counts.compared;
        let all =
            u128::from(compared.in_order) == outline.len && compared.total() == compared.in_order;
        for grid in &mut counts.grids {
            if all && grid.compared.is_empty() {
                grid.complete(&outline.axes);
            }
        }
    }

    /// Records that a run compared fewer inputs than the check wants. An interrupted run, and one that found something wrong,
    /// say so themselves.
    pub(crate) fn refuse_too_few(&mut self, least: u64) {
        let compared = self.scope.counts.compared.total();
        if compared < least && self.agree && self.ended != Ended::Interrupted {
            let (compared, least) = (count(compared), count(least));
            let nouns = &self.scope.inputs_are[1];
            self.scope.counts.trouble = Some(format!(
                "only {compared} {nouns} were compared, and at least {least} are wanted"
            ));
            self.agree = false;
        }
    }

    /// Whether nothing is wrong.
    pub(super) fn is_agreed(&self) -> bool {
        let counts = &self.scope.counts;
        counts.wrong() == 0 && counts.trouble.is_none() && !self.has_failures()
    }

    /// Whether an answer is wrong, or not the one on record.
    pub(crate) fn has_failures(&self) -> bool {
        !self.simplest.is_empty() || self.changed().next().is_some()
    }

    /// The sections whose answers are not those on record.
    pub(super) fn changed(&self) -> impl Iterator<Item = &SectionDigest> {
        let digests = self.digests.iter();
        digests.filter(|digest| digest.as_recorded == Some(false))
    }

    /// The digests of the answers to distinct inputs. A digest is that of the solvers that answered most of them, if they
    /// agree.
    pub(super) fn digests_by_section(&self) -> Vec<SectionDigest> {
        let (sections, solvers) = (self.scope.sections.iter(), &self.scope.counts.solvers);
        let digests = sections.enumerate().filter_map(|(n, section)| {
            let work = solvers.iter().map(|solver| &solver.sections[n]);
            let inputs = work.clone().map(|work| work.answered.in_order).max()?;
            let most = work.filter(|work| work.answered.in_order == inputs);
            let mut sums = most.map(|work| work.digest);
            let sum = sums.next()?;
            let sum = sums.all(|other| other == sum).then_some(sum);
            let is_whole = u128::from(inputs) == section.inputs.0;
            let record = section.record.filter(|_| is_whole);
            (inputs > 0).then(|| SectionDigest {
                section: section.section.clone(),
                inputs,
                sum,
                as_recorded: record.map(|record| sum == Some(record)),
            })
        });
        digests.collect()
    }
}
