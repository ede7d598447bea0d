//! What a run counts. Journals and documents hold these types as they are, so a new column of the table is a field here.

use std::collections::BTreeMap;

use super::grid::Grid;
use super::plan::{Choice, Plan};
use crate::digest::Digest;
use crate::failure::FailureKind;

/// What a run counts.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "journal", derive(serde::Serialize, serde::Deserialize))]
pub struct Counts {
    /// How long the run took, including the time on record in the journal.
    pub seconds: f64,
    /// How many inputs at least two solvers answered.
    pub compared: Tally,
    /// How many inputs do not count, because the precondition does not hold.
    #[cfg_attr(feature = "journal", serde(default))]
    pub excluded: Tally,
    /// For how many of those that were compared the trusted answer is the same.
    pub confirmed: Tally,
    /// For how many of these all relations hold.
    pub related: Tally,
    /// The solvers, in the order of the plan.
    pub solvers: Vec<Statistics>,
    /// How often solvers disagreed, or an oracle refused an answer on which they agreed. An input that comes up again
    /// counts again.
    pub disagreements: u64,
    /// How often all solvers failed in the same way, where no answer is trusted: they are wrong, and do not disagree.
    #[cfg_attr(feature = "journal", serde(default))]
    pub alike: BTreeMap<FailureKind, u64>,
    /// Where in the domain solvers are wrong.
    #[cfg_attr(feature = "journal", serde(default))]
    pub grids: Vec<Grid>,
    /// Why the run proves nothing although no solver is wrong: the check itself is at fault, or compared nothing.
    /// Otherwise none.
    pub trouble: Option<String>,
}

/// The work of one solver.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "journal", derive(serde::Serialize, serde::Deserialize))]
pub struct Statistics {
    /// The solver.
    pub solver: String,
    /// How often it was wrong, or failed.
    pub wrong: u64,
    /// How often it was the sole dissenter, where it is not known who is right.
    #[cfg_attr(feature = "journal", serde(default))]
    pub alone: u64,
    /// A digest of the numbers of the inputs on which it was wrong or alone; of two solvers without a trusted answer, of those
    /// on which the second differs from the first. A run over the same inputs has the same.
    #[cfg_attr(feature = "journal", serde(default))]
    pub inputs_of_these: Digest,
    /// How often it failed, in which way.
    pub failures: BTreeMap<FailureKind, u64>,
    /// Its work by section of the domain.
    pub sections: Vec<Work>,
}

/// The work of a solver on the inputs of one section.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "journal", derive(serde::Serialize, serde::Deserialize))]
pub struct Work {
    /// The section's name.
    pub section: String,
    /// How many inputs it answered.
    #[cfg_attr(feature = "journal", serde(flatten))]
    pub answered: Tally,
    /// The time that it took, on all threads together.
    pub seconds: f64,
    /// The digest of its answers to distinct inputs.
    pub digest: Digest,
}

/// How many inputs were answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "journal", derive(serde::Serialize, serde::Deserialize))]
pub struct Tally {
    /// Distinct inputs, each once, in the order of the domain.
    pub in_order: u64,
    /// Edges of the domain among those that were not answered in order.
    #[cfg_attr(feature = "journal", serde(default))]
    pub edges: u64,
    /// Inputs drawn at random.
    pub drawn: u64,
}

impl Counts {
    /// Nothing yet, for each solver and section of the plan.
    pub(crate) fn nothing(plan: &Plan) -> Self {
        let sections = plan.outline.sections.iter().map(|section| Work {
            section: section.name.clone(),
            ..Work::default()
        });
        let sections: Vec<_> = sections.collect();
        let solvers = plan.solvers().into_iter().map(|name| Statistics {
            solver: name.to_owned(),
            sections: sections.clone(),
            ..Statistics::default()
        });
        let axes = &plan.outline.axes;
        Counts {
            grids: Grid::of(axes, plan.outline.solvers.len()),
            solvers: solvers.collect(),
            ..Counts::default()
        }
    }

    /// How often an answer was wrong, or solvers disagreed.
    pub(crate) fn wrong(&self) -> u64 {
        self.disagreements + self.alike.values().sum::<u64>()
    }

    /// Adds the counts of other blocks of the same plan, without their time.
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
        for (grid, other) in self.grids.iter_mut().zip(&other.grids) {
            grid.merge(other);
        }
        if let Some(trouble) = other.trouble {
            self.add_trouble(trouble);
        }
    }

    /// Records why the run proves nothing: of several reasons the same one, in whatever order they come.
    pub(crate) fn add_trouble(&mut self, trouble: String) {
        self.trouble = self.trouble.take().into_iter().chain([trouble]).min();
    }
}

impl Statistics {
    /// The number of inputs that it was given.
    pub fn inputs(&self) -> u64 {
        self.answered().total()
    }

    /// How many inputs it answered, of all sections.
    pub(crate) fn answered(&self) -> Tally {
        let mut answered = Tally::default();
        for work in &self.sections {
            answered.merge(work.answered);
        }
        answered
    }

    /// The time it took on all threads together.
    pub fn seconds(&self) -> f64 {
        // An empty sum would be -0.
        let seconds = self.sections.iter().map(|work| work.seconds);
        seconds.fold(0.0, |sum, seconds| sum + seconds)
    }

    /// Adds the work of the same solver on another thread.
    fn merge(&mut self, other: Self) {
        self.wrong += other.wrong;
        self.alone += other.alone;
        self.inputs_of_these.merge(other.inputs_of_these);
        add(&mut self.failures, other.failures);
        for (known, work) in self.sections.iter_mut().zip(other.sections) {
            known.answered.merge(work.answered);
            known.seconds += work.seconds;
            known.digest.merge(work.digest);
        }
    }
}

/// Adds other failures.
fn add(failures: &mut BTreeMap<FailureKind, u64>, others: BTreeMap<FailureKind, u64>) {
    for (kind, times) in others {
        *failures.entry(kind).or_default() += times;
    }
}

impl Tally {
    /// The number of inputs. An input that comes up again counts again.
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
