//! Positions, each judged by all oracles at once.

use std::io::{self, Write};

use crossply::{Draws, Limits, Panel};
use crossply_problems::{Entry, Position, Problem};

use crate::check::{Check, Proven, cross_check};
use crate::{Selection, report};

/// The selected solvers, and which positions they have answered.
///
/// They answer each position once. A fuzzer returns to the same positions again and again, and the answers would be the
/// same; without this waste it runs many times as fast. When it is dropped, at the end of a session, it says on the
/// standard error how large a fault the session could have missed.
pub struct Positions<P: Problem> {
    check: Check<P>,
    panel: Panel<Position<P>, P::Answer>,
    /// By index, whether the session has met the position.
    met: Vec<bool>,
    inputs: u64,
    /// How many positions it has met, and how many of these two solvers at least were quick with.
    distinct: u64,
    judged: u64,
}

impl<P: Problem> Positions<P> {
    /// The solvers that the environment variable `CROSSPLY_SOLVERS` selects, by default all. Each answers positions
    /// with as many empties as it is quick with.
    ///
    /// # Panics
    /// If the variable is no selection, or selects fewer than two solvers.
    #[must_use]
    pub fn from_environment() -> Self {
        let selection = Selection::from_environment().unwrap_or_else(|error| panic!("{error}"));
        Positions::new(&selection.of::<P>())
    }

    /// These solvers.
    ///
    /// # Panics
    /// If there are fewer than two.
    #[must_use]
    pub fn new(entries: &[&'static Entry<P>]) -> Self {
        assert!(
            entries.len() >= 2,
            "{}: two solvers are needed for a comparison, {} are selected",
            P::NAME,
            entries.len()
        );
        let check = cross_check(entries, Proven::OneOfEachClass);
        Positions {
            panel: check.panel(),
            check,
            met: vec![false; P::domain().len() as usize],
            inputs: 0,
            distinct: 0,
            judged: 0,
        }
    }

    /// Checks the solvers' answers to a position that they have not answered before. Returns whether the session had
    /// met all positions before: then the engine need not look at inputs any more.
    ///
    /// Says how many positions were judged on the standard error, less and less often, because a session that meets no
    /// new ones is a waste.
    ///
    /// # Panics
    /// With a report, if an answer is wrong.
    pub fn check(&mut self, position: Position<P>) -> bool {
        self.inputs += 1;
        if self.inputs >= 1 << 16 && self.inputs.is_power_of_two() {
            self.say_how_far();
        }
        let has_met_all = self.distinct == P::domain().len();
        let index = P::domain().index(position);
        if !std::mem::replace(&mut self.met[index as usize], true) {
            self.distinct += 1;
            self.judged += u64::from(self.judge(index.into()) >= 2);
        }
        has_met_all
    }

    /// Compares the answers with each other and with the right one, and those of one solver with its answers to related
    /// positions. Of the first position of each symmetry class a certificate proves the right answer, which takes
    /// longest; for the others the prover's word is enough. Returns the number of answers.
    fn judge(&mut self, index: u128) -> usize {
        let quick = |_: &str, limits: &Limits| index < limits.representatives;
        let (check, panel) = (&self.check, &mut self.panel);
        let answered = check.count_answers(panel, index, quick);
        let answered =
            answered.unwrap_or_else(|found| panic!("{}", report::disagreement::<P>(&found)));
        if let Some(found) = check.relate(panel, index, quick) {
            panic!("{}", report::disagreement::<P>(&found));
        }
        answered
    }

    fn say_how_far(&self) {
        let (inputs, judged, all) = (self.inputs, self.judged, P::domain().len());
        let missed = Draws::distinct(judged, all.into());
        // A full standard error must not end the session: the solvers are not at fault.
        let _ = writeln!(
            io::stderr(),
            "{inputs} inputs: {judged} of {all} positions judged. {missed}"
        );
    }
}

impl<P: Problem> Drop for Positions<P> {
    fn drop(&mut self) {
        // One that checks a few inputs, as a test does, is no session.
        if self.inputs >= 1000 && !std::thread::panicking() {
            self.say_how_far();
        }
    }
}

#[cfg(test)]
mod tests {
    use crossply::{Outcome, outcome_of};
    use crossply_problems::Ccf201803_4;
    use crossply_proof::right_answer;

    use super::*;
    use crate::planted::{By, entry, right, wrong_answer, wrong_at};

    /// Judges all positions, each twice.
    fn judge_all(solvers: [&'static Entry<Ccf201803_4>; 2]) -> Outcome<()> {
        let mut judge = Positions::new(&solvers);
        let domain = Ccf201803_4::domain();
        outcome_of(|| {
            for position in domain.positions(0..domain.len()) {
                assert!(!judge.check(position), "it is new");
                judge.check(position);
            }
            assert!(judge.check(domain.position(0)), "all were met");
            assert_eq!(judge.judged, domain.len());
        })
    }

    #[test]
    fn each_way_to_be_wrong_is_found() {
        let well = entry("fast", 9, 9, right);
        assert_eq!(judge_all([well, well]), Outcome::Answer(()));
        let wrong = entry("one", 9, 9, || wrong_at([1000]));
        // The first position is judged before it is asked as a relative.
        let alike = entry("alike", 9, 9, || wrong_at([0]));
        // Right about a position when it is judged, and wrong when it is asked as a relative.
        let leaking = entry("leaking", 9, 9, || {
            let mut asked = 0;
            Box::new(By(move |position| {
                let is_it = Ccf201803_4::domain().index(position) == 1000;
                asked += u32::from(is_it);
                let answer = if is_it && asked > 1 {
                    wrong_answer
                } else {
                    right_answer
                };
                answer(position)
            }))
        });
        for (solvers, expected) in [
            ([well, wrong], "the solvers disagree on position 1000"),
            ([alike, alike], "the answer to position 0"),
            (
                [entry("right", 9, 9, right), leaking],
                "The answers violate the relation",
            ),
        ] {
            let Outcome::Panic(message) = judge_all(solvers) else {
                panic!("nothing was found: {expected}");
            };
            assert!(message.contains(expected), "{message}");
        }
    }
}
