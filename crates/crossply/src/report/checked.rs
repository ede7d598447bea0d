//! The results of a run as plain data.
//!
//! The JSON contains exactly this data. [`summary`](super::summary) and [`wrong`](super::wrong) turn the same data into
//! what people read, so that all forms of a report say the same.

use std::mem;
use std::time::Duration;

use crate::content::MapAxis;
use crate::definition::Predicate;
use crate::digest::Digest;
use crate::explain::Fault;
use crate::finding::Finding;
use crate::run::{
    Counts, Ended, Findings, Oracles, Plan, PlanRequest, RunOutcome, SectionDigest, Shard,
    Statistics,
};
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Checked {
    /// The name of the check.
    pub check: String,
    /// What the check is about, in one line.
    pub summary: String,
    /// What the run covered, and its counts.
    #[doc(hidden)]
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub scope: Scope,
    /// Whether the run compared solvers and found nothing wrong, or this part of the run is empty.
    pub agree: bool,
    /// The name of the trusted answer, if there is one.
    pub truth: Option<String>,
    /// How the run ended.
    pub ended: Ended,
    /// The seed of the random generator. `None` if no input was drawn.
    pub seed: Option<u64>,
    /// Digests of the answers to distinct inputs, by section. Empty if the answers have no digests.
    pub digests: Vec<SectionDigest>,
    /// The simplest inputs with wrong answers: the first ten of the run and the first of each kind of failure, preceded by
    /// a simpler one if a search found one.
    pub simplest: Vec<Finding>,
    /// What is wrong with each solver that gave wrong answers, as far as the check can tell.
    pub faults: Vec<Fault>,
    /// What a shard found, as sets of inputs, for explaining the whole run. `None` for a whole run.
    #[doc(hidden)]
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub outcome: Option<RunOutcome>,
}

/// What a run covered, and its counts. Reports are made from it, and merging shards compares and adds it up.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Scope {
    /// The noun for an input, in singular and plural.
    pub inputs_are: [String; 2],
    /// What distinguishes the sections of the domain.
    pub sections_are: String,
    /// The shards with these results, such as `1/4`. Empty for a whole run.
    pub shards: Vec<String>,
    /// The shards that are missing from a merge.
    pub missing: Vec<String>,
    /// The inputs and blocks of each stage of the whole run. All shards of a run have the same plan.
    pub plan: Vec<String>,
    /// What made the plan.
    pub request: PlanRequest,
    /// Whether each solver was asked about all inputs within its limits.
    pub exhaustive: bool,
    /// Whether the distinct inputs that all shards together compared are the first inputs of the domain.
    pub from_the_first: bool,
    /// Whether solvers answered only inputs that represent others.
    pub by_representatives: bool,
    /// Whether the oracles judged only inputs that represent others and inputs that were drawn.
    pub judged_by_representatives: bool,
    /// Which inputs represent others, in words.
    pub representatives: String,
    /// The oracles that judged the answers, in addition to agreement.
    pub oracles: Oracles,
    /// The number of inputs from which the compared inputs were drawn. `None` if some compared inputs were not drawn.
    pub drawn_from: Option<Wide>,
    /// The condition that inputs must meet to be compared. Empty if there is none.
    pub only: String,
    /// The number of inputs in the domain. `None` if they cannot be numbered.
    pub inputs: Option<Wide>,
    /// The sections of the domain.
    pub sections: Vec<SectionOf>,
    /// The axes of the grid: that of the rows, if there are two, and that of the columns. Empty if there is no grid.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Vec::is_empty")
    )]
    pub axes: Vec<MapAxis>,
    /// The counts.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub counts: Counts,
}

/// A section of the domain.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SectionOf {
    /// The name of the section.
    pub section: String,
    /// The number of inputs in the section.
    pub inputs: Wide,
    /// The recorded digest of the answers, if there is one.
    pub record: Option<Digest>,
}

impl Checked {
    /// The results of a shard of the plan.
    #[doc(hidden)]
    pub fn new(findings: Findings, plan: &Plan, shard: Shard) -> Self {
        let check = &plan.check;
        let mut start = 0;
        let sections = check.sections.iter().map(|section| {
            let record = check.records.iter().find(|(name, _)| *name == section.name);
            SectionOf {
                section: section.name.clone(),
                inputs: Wide(section.end - mem::replace(&mut start, section.end)),
                record: record.map(|&(_, digest)| digest),
            }
        });
        let axes = match findings.counts.grid {
            None => &[],
            Some(_) => check.axes(),
        };
        let axes = axes.iter().map(|axis| MapAxis {
            part: axis.path.to_string(),
            cells: axis.labels.clone(),
        });
        let is_complete = findings.ended == Ended::Completed && findings.counts.trouble.is_none();
        let scope = Scope {
            inputs_are: [check.words.noun.clone(), check.words.nouns.clone()],
            sections_are: check.words.sections_are.clone().unwrap_or_default(),
            shards: Vec::from_iter((shard != Shard::WHOLE).then(|| shard.to_string())),
            missing: Vec::new(),
            plan: plan.in_words().collect(),
            request: plan.request,
            exhaustive: plan.is_exhaustive(),
            from_the_first: plan.is_from_the_first() && is_complete,
            by_representatives: plan.is_by_representatives(),
            judged_by_representatives: plan.is_judged_by_representatives(),
            representatives: words(check.representatives.as_ref()),
            oracles: plan.oracles(),
            drawn_from: plan.drawn_from().map(Wide),
            only: words(check.only.as_ref()),
            inputs: (!check.is_drawn).then_some(Wide(check.len)),
            sections: sections.collect(),
            axes: axes.collect(),
            counts: findings.counts,
        };
        let mut checked = Checked {
            scope,
            check: check.name.clone(),
            summary: check.summary.clone(),
            agree: false,
            truth: check.truth.as_ref().map(|truth| truth.name.clone()),
            ended: findings.ended,
            seed: plan.draws().then_some(plan.request.seed),
            digests: Vec::new(),
            simplest: findings.simplest,
            faults: Vec::new(),
            outcome: (shard != Shard::WHOLE).then_some(findings.outcome),
        };
        if check.digest.is_some() {
            checked.digests = checked.digests_by_section();
        }
        checked.agree = checked.is_agreed();
        checked
    }

    /// The names of the solvers that took part.
    pub(crate) fn solvers(&self) -> Vec<&str> {
        let solvers = self.scope.counts.solvers.iter();
        solvers.map(|solver| &*solver.solver).collect()
    }

    /// Records that a run compared fewer inputs than the check requires. Does nothing if the run was interrupted or found
    /// something wrong, because the report says that already.
    pub(crate) fn refuse_too_few(&mut self, least: u64) {
        let counts = &self.scope.counts;
        let compared = counts.compared.total();
        if compared >= least || !self.agree || self.ended == Ended::Interrupted {
            return;
        }
        let [noun, nouns] = &self.scope.inputs_are;
        let only = &self.scope.only;
        let tried = compared + counts.excluded.total();
        let advice = if self.covers_domain() {
            let that_are = match &**only {
                "" => String::new(),
                only => format!(" that are `{only}`"),
            };
            format!("The domain has no more {nouns}{that_are}: make it larger")
        } else if tried > 2 * compared {
            let tried = count(tried);
            format!("Of {tried} {nouns}, the others are not `{only}`: make a domain without those")
        } else if self.scope.request.is_drawn() && self.ended == Ended::Completed {
            format!("Draw more {nouns}")
        } else {
            let slowest = counts
                .solvers
                .iter()
                .max_by(|a, b| a.pace().total_cmp(&b.pace()));
            let time = slowest.map_or(0.0, Statistics::pace);
            let name = slowest.map_or("", |slowest| &slowest.solver);
            format!(
                "{name} takes {:.1?} for one: give it more time (CROSSPLY_TIME=1min), make the domain smaller",
                Duration::from_secs_f64(time)
            )
        };
        let were = match compared {
            1 => format!("1 {noun} was"),
            _ => format!("{} {nouns} were", count(compared)),
        };
        self.scope.counts.trouble = Some(format!(
            "only {were} compared, and at least {} are wanted. {advice}, or say how many are enough \
             (`.at_least({compared})`)",
            count(least)
        ));
        self.agree = false;
    }

    /// Whether each input of the domain was compared, or excluded by the precondition.
    pub(super) fn covers_domain(&self) -> bool {
        let counts = &self.scope.counts;
        let tried = counts.compared.in_order + counts.excluded.in_order;
        self.scope.inputs == Some(Wide(tried.into()))
    }

    /// Whether nothing is wrong.
    fn is_agreed(&self) -> bool {
        let counts = &self.scope.counts;
        counts.wrong() + counts.violated() == 0 && counts.trouble.is_none() && !self.has_failures()
    }

    /// Whether an answer is wrong or differs from the recorded one.
    pub(crate) fn has_failures(&self) -> bool {
        !self.simplest.is_empty() || self.changed().next().is_some()
    }

    /// The sections whose answers differ from the recorded ones.
    pub(super) fn changed(&self) -> impl Iterator<Item = &SectionDigest> {
        self.digests
            .iter()
            .filter(|digest| digest.as_recorded == Some(false))
    }

    /// The digests of the answers to distinct inputs. Each comes from the solvers that answered the most inputs of the
    /// section, provided that they agree.
    fn digests_by_section(&self) -> Vec<SectionDigest> {
        let sections = self.scope.sections.iter();
        let counts = &self.scope.counts;
        let solvers = &counts.solvers;
        let covers_all = self.covers_domain();
        let digests = sections.enumerate().filter_map(|(n, section)| {
            let work = solvers.iter().map(|solver| &solver.sections[n]);
            let inputs = work.clone().map(|work| work.answered.in_order).max()?;
            let most = work.filter(|work| work.answered.in_order == inputs);
            let mut sums = most.map(|work| work.digest);
            let sum = sums.next()?;
            let sum = sums.all(|other| other == sum).then_some(sum);
            let is_whole = covers_all || u128::from(inputs) == section.inputs.0;
            let record = if is_whole { section.record } else { None };
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

fn words(property: Option<&Predicate>) -> String {
    property.map_or(String::new(), |property| property.words.clone())
}
