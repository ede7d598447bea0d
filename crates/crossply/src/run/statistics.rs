//! The counts of a run. Journals and documents serialise these types directly.

use std::collections::BTreeMap;

use super::grid::Grid;
use super::plan::{Choice, Plan};
use crate::digest::Digest;
use crate::failure::FailureKind;

/// The counts of a run.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Counts {
    /// How long the run took, in seconds, including the time recorded in the journal.
    pub seconds: f64,
    /// The number of inputs that enough solvers answered.
    pub compared: Tally,
    /// The number of inputs that were excluded because the precondition does not hold.
    #[cfg_attr(feature = "serde", serde(default))]
    pub excluded: Tally,
    /// The number of compared inputs for which the trusted answer confirms all answers.
    pub confirmed: Tally,
    /// The number of compared inputs for which all relations hold.
    pub related: Tally,
    /// The solvers, in the order of the plan.
    pub solvers: Vec<Statistics>,
    /// The number of inputs on which solvers disagreed, or agreed on an answer that an oracle found wrong. Repeated inputs
    /// count each time.
    pub disagreements: u64,
    /// The number of inputs without a trusted answer on which all solvers failed in the same way: they are wrong, but do not
    /// disagree.
    #[cfg_attr(feature = "serde", serde(default))]
    pub alike: BTreeMap<FailureKind, u64>,
    /// Where in the domain solvers are wrong.
    #[cfg_attr(feature = "serde", serde(default))]
    pub grid: Option<Grid>,
    /// The reason if the run proves nothing although no solver is wrong: the check itself is at fault, or nothing was
    /// compared.
    pub trouble: Option<String>,
}

/// The work of one solver.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Statistics {
    /// The name of the solver.
    pub solver: String,
    /// The number of inputs on which it was wrong or failed.
    pub wrong: u64,
    /// The number of inputs without a known right answer on which it alone gave another answer.
    #[cfg_attr(feature = "serde", serde(default))]
    pub alone: u64,
    /// The number of inputs on which it was asked whether a relation holds, and it does not. Which of the answers that the
    /// relation compares is wrong is another question.
    #[cfg_attr(feature = "serde", serde(default))]
    pub violated: u64,
    /// The number of failures of each kind.
    pub failures: BTreeMap<FailureKind, u64>,
    /// Its work by section of the domain.
    pub sections: Vec<Work>,
}

/// The work of a solver on the inputs of one section.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Work {
    /// The section's name.
    pub section: String,
    /// The number of inputs that it answered.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub answered: Tally,
    /// The time that it took, in seconds, summed over all threads.
    pub seconds: f64,
    /// The digest of its answers to distinct inputs.
    pub digest: Digest,
}

/// A number of inputs, by the way in which they were selected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tally {
    /// Distinct inputs, each once, in the order of the domain.
    pub in_order: u64,
    /// Edges of the domain, apart from those that were answered in order.
    #[cfg_attr(feature = "serde", serde(default))]
    pub edges: u64,
    /// Inputs drawn at random.
    pub drawn: u64,
}

impl Counts {
    /// Zero counts for each solver and section of the plan.
    pub(crate) fn nothing(plan: &Plan) -> Self {
        let sections = plan.check.sections.iter().map(|section| Work {
            section: section.name.clone(),
            ..Work::default()
        });
        let sections: Vec<_> = sections.collect();
        let solvers = plan.solvers().into_iter().map(|name| Statistics {
            solver: name.to_owned(),
            sections: sections.clone(),
            ..Statistics::default()
        });
        Counts {
            solvers: solvers.collect(),
            ..Counts::default()
        }
    }

    /// The number of inputs on which an answer was wrong or solvers disagreed.
    pub(crate) fn wrong(&self) -> u64 {
        self.disagreements + self.alike()
    }

    /// The number of inputs without a trusted answer on which all solvers failed in the same way.
    pub(crate) fn alike(&self) -> u64 {
        self.alike.values().sum()
    }

    /// The number of inputs for which a relation does not hold.
    pub(crate) fn violated(&self) -> u64 {
        self.solvers.iter().map(|solver| solver.violated).sum()
    }

    /// Adds the counts of other blocks of the same plan, but not their time.
    pub(crate) fn merge(&mut self, other: Self) {
        self.compared.merge(other.compared);
        self.excluded.merge(other.excluded);
        self.confirmed.merge(other.confirmed);
        self.related.merge(other.related);
        for (statistics, others) in self.solvers.iter_mut().zip(other.solvers) {
            statistics.merge(others);
        }
        self.disagreements += other.disagreements;
        add(&mut self.alike, other.alike);
        if let Some(trouble) = other.trouble {
            self.add_trouble(trouble);
        }
    }

    /// Records why the run proves nothing. Of several reasons it keeps the smallest, so that their order does not matter.
    pub(crate) fn add_trouble(&mut self, trouble: String) {
        self.trouble = self.trouble.take().into_iter().chain([trouble]).min();
    }
}

impl Statistics {
    /// The number of inputs that the solver was given.
    pub fn inputs(&self) -> u64 {
        self.answered().total()
    }

    /// The number of inputs that the solver answered, summed over all sections.
    pub(crate) fn answered(&self) -> Tally {
        let mut answered = Tally::default();
        for work in &self.sections {
            answered.merge(work.answered);
        }
        answered
    }

    /// The time that the solver took, in seconds, summed over all threads and sections.
    pub fn seconds(&self) -> f64 {
        // The `sum` of an empty iterator would be -0.0.
        let seconds = self.sections.iter().map(|work| work.seconds);
        seconds.fold(0.0, |sum, seconds| sum + seconds)
    }

    /// The seconds that it took for an input.
    pub(crate) fn pace(&self) -> f64 {
        self.seconds() / self.inputs().max(1) as f64
    }

    /// Adds the work of the same solver on another thread.
    fn merge(&mut self, other: Self) {
        self.wrong += other.wrong;
        self.alone += other.alone;
        self.violated += other.violated;
        add(&mut self.failures, other.failures);
        for (work, other) in self.sections.iter_mut().zip(other.sections) {
            work.answered.merge(other.answered);
            work.seconds += other.seconds;
            work.digest.merge(other.digest);
        }
    }
}

/// Adds the counts of other failures.
fn add(failures: &mut BTreeMap<FailureKind, u64>, others: BTreeMap<FailureKind, u64>) {
    for (kind, times) in others {
        *failures.entry(kind).or_default() += times;
    }
}

impl Tally {
    /// The total number of inputs. Repeated inputs count each time.
    pub fn total(self) -> u64 {
        self.in_order + self.edges + self.drawn
    }

    pub(crate) fn add(&mut self, choice: Choice, count: u64) {
        match choice {
            Choice::All => self.in_order += count,
            Choice::Edges => self.edges += count,
            Choice::Drawn | Choice::Spread => self.drawn += count,
        }
    }

    pub(crate) fn merge(&mut self, other: Self) {
        self.in_order += other.in_order;
        self.edges += other.edges;
        self.drawn += other.drawn;
    }
}
