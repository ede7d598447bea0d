//! What was measured, and what follows from the number of wrong positions alone.

use anyhow::ensure;
use crossply_problems::{Entry, Poj1568, Problem};

use crate::layers::Layer;

/// What was measured for a fault.
pub(crate) struct Row {
    pub(crate) fault: &'static Entry<Poj1568>,
    /// On how many positions it is wrong.
    pub(crate) wrong: u64,
    /// Of the layers that were measured.
    pub(crate) finds: Vec<(Layer, Finds)>,
}

/// The executions after which sessions of a layer found a fault.
pub(crate) struct Finds {
    /// Ascending. `u64::MAX` stands for a session that ended before.
    pub(crate) found_after: Vec<u64>,
    /// After how many executions sessions end.
    pub(crate) cap: u64,
    /// None if half of the sessions ended before.
    pub(crate) median: Option<u64>,
    /// The processor time of the median session.
    pub(crate) seconds: f64,
}

impl Finds {
    /// Of the executions until the find of each session; None stands for one that ended before.
    pub(crate) fn new(found_after: Vec<Option<u64>>, cap: u64) -> Self {
        let found_after = found_after
            .into_iter()
            .map(|found| found.unwrap_or(u64::MAX));
        let mut found_after: Vec<_> = found_after.collect();
        found_after.sort_unstable();
        let median = found_after[found_after.len() / 2];
        Finds {
            found_after,
            cap,
            median: (median < u64::MAX).then_some(median),
            seconds: 0.0,
        }
    }

    /// How many sessions had not found the fault after so many executions.
    pub(crate) fn misses(&self, executions: u64) -> u64 {
        let missed = self.found_after.iter().filter(|&&found| found > executions);
        missed.count() as u64
    }

    /// The order statistics between which the median of the distribution lies with 95 %, whatever the distribution:
    /// the number of sessions below it is binomial.
    pub(crate) fn interval(&self) -> [u64; 2] {
        let sessions = self.found_after.len() as u64;
        let rank = (0..sessions / 2).rfind(|&rank| at_most(rank, sessions, 0.5) <= 0.025);
        let rank = rank.map_or(0, |rank| rank as usize + 1);
        [
            self.found_after[rank],
            self.found_after[self.found_after.len() - 1 - rank],
        ]
    }
}

impl Row {
    /// The probability that one draw misses the fault.
    fn missed_by_one(&self) -> f64 {
        1.0 - self.wrong as f64 / Poj1568::domain().len() as f64
    }

    /// The median of uniform drawing, which follows from the number of wrong positions.
    pub(crate) fn predicted(&self) -> u64 {
        (0.5_f64.ln() / self.missed_by_one().ln()).ceil() as u64
    }

    /// What was measured of the layer.
    pub(crate) fn finds_of(&self, layer: Layer) -> Option<&Finds> {
        let mut finds = self.finds.iter();
        let (_, finds) = finds.find(|(of, _)| *of == layer)?;
        Some(finds)
    }

    /// Fails unless the predicted probability that so many draws miss the fault lies in the interval of Clopper and
    /// Pearson around the observed share, at 99.9 %.
    pub(crate) fn agrees_with_prediction(&self, drawn: &Finds) -> anyhow::Result<()> {
        let draws = self.predicted();
        let (missed, sessions) = (drawn.misses(draws), drawn.found_after.len() as u64);
        let predicted = self.missed_by_one().powf(draws as f64);
        // The interval consists of the probabilities for which neither tail is less than 0.05 %.
        let fewer = at_most(missed, sessions, predicted);
        let more = at_most(sessions - missed, sessions, 1.0 - predicted);
        ensure!(
            fewer.min(more) >= 0.0005,
            "{}: of {sessions} sessions of {draws} draws {missed} missed it, and the prediction is {predicted:.3}",
            self.fault.name
        );
        Ok(())
    }
}

/// The probability of at most so many successes in independent trials. The probability of one is not 0 or 1.
fn at_most(successes: u64, trials: u64, probability: f64) -> f64 {
    let mut ln_choices = 0.0;
    let terms = (0..=successes).map(|k| {
        if k > 0 {
            ln_choices += ((trials - k + 1) as f64 / k as f64).ln();
        }
        let failures = (trials - k) as f64 * (1.0 - probability).ln();
        (ln_choices + k as f64 * probability.ln() + failures).exp()
    });
    terms.sum()
}

/// The middle value; of an even number the larger one.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
