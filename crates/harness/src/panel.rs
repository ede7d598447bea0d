//! One instance of each selected solver, which answer blocks of positions.

use crossply_problems::{Entry, Position, Problem, Solver};

use crate::outcome::{Outcome, outcome_of};

/// One instance of each selected solver. Solvers may keep tables, so reuse a panel.
pub struct Panel<P: Problem> {
    instances: Vec<Instance<P>>,
}

struct Instance<P: Problem> {
    entry: &'static Entry<P>,
    /// None before the first use, and after a panic.
    solver: Option<Box<dyn Solver<P>>>,
}

/// One solver's answers to a block of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answers<A> {
    /// It answered all of them.
    All(Vec<A>),
    /// It panicked on at least one.
    Outcomes(Vec<Outcome<A>>),
}

impl<A: Copy> Answers<A> {
    /// The outcome for the position at this index in the block.
    ///
    /// # Panics
    /// If the index is out of range.
    #[inline]
    #[must_use]
    pub fn outcome(&self, index: usize) -> Outcome<A> {
        match self {
            Answers::All(answers) => Outcome::Answer(answers[index]),
            Answers::Outcomes(outcomes) => outcomes[index].clone(),
        }
    }
}

impl<P: Problem> Panel<P> {
    /// A panel of these solvers.
    #[must_use]
    pub fn new(entries: &[&'static Entry<P>]) -> Self {
        let instances = entries.iter().map(|entry| Instance {
            entry,
            solver: None,
        });
        Panel {
            instances: instances.collect(),
        }
    }

    /// The outcome of each solver for which the position is practical.
    pub fn answer(
        &mut self,
        position: Position<P>,
    ) -> impl Iterator<Item = (&'static str, Outcome<P::Answer>)> {
        let empties = position.empties();
        self.answer_if(position, move |entry| empties <= entry.max_empties)
    }

    /// The outcome of each solver that `asked` selects.
    pub(crate) fn answer_if(
        &mut self,
        position: Position<P>,
        asked: impl Fn(&Entry<P>) -> bool,
    ) -> impl Iterator<Item = (&'static str, Outcome<P::Answer>)> {
        self.instances
            .iter_mut()
            .filter(move |instance| asked(instance.entry))
            .map(move |instance| (instance.entry.name, instance.answer(position)))
    }

    /// How many solvers there are.
    pub(crate) fn len(&self) -> usize {
        self.instances.len()
    }

    /// The entry of the solver with this index.
    pub(crate) fn entry(&self, index: usize) -> &'static Entry<P> {
        self.instances[index].entry
    }

    /// Calls `question` with the solver with this index, and catches its panic.
    pub(crate) fn ask<A>(
        &mut self,
        index: usize,
        question: impl FnOnce(&mut dyn Solver<P>) -> A,
    ) -> Outcome<A> {
        self.instances[index].ask(question)
    }

    /// The answers of the solver with this index.
    ///
    /// # Panics
    /// If the index is out of range.
    pub fn answer_block(&mut self, index: usize, positions: &[Position<P>]) -> Answers<P::Answer> {
        let instance = &mut self.instances[index];
        let mut answers = Vec::with_capacity(positions.len());
        let outcome = instance.ask(|solver| solver.solve_all(positions, &mut answers));
        let failure = match outcome {
            Outcome::Answer(()) if answers.len() == positions.len() => {
                return Answers::All(answers);
            }
            Outcome::Answer(()) => format!("{} answers", answers.len()),
            Outcome::Panic(message) => message,
        };
        // One position at a time shows which answer or panic belongs to which position. If no call fails then, the
        // failure depends on earlier positions, and still counts.
        let single = positions.iter().map(|&position| instance.answer(position));
        let mut outcomes: Vec<_> = single.collect();
        let went_well = |outcome: &Outcome<_>| matches!(outcome, Outcome::Answer(_));
        if outcomes.iter().all(went_well) {
            let index = answers.len().min(positions.len().saturating_sub(1));
            if let Some(outcome) = outcomes.get_mut(index) {
                *outcome = Outcome::Panic(failure);
            }
        }
        Answers::Outcomes(outcomes)
    }

    /// Of these solvers, the one whose answers the metamorphic oracle judges, because agreement compares all others with
    /// it: `fast`, or another one that is quick with this number of empties.
    pub(crate) fn subject(
        &self,
        solvers: impl Iterator<Item = usize>,
        empties: u32,
    ) -> Option<usize> {
        let quick = solvers.filter(|&index| self.entry(index).exhaustive_max_empties >= empties);
        quick.max_by_key(|&index| self.entry(index).name == P::FAST.name)
    }
}

impl<P: Problem> Instance<P> {
    fn answer(&mut self, position: Position<P>) -> Outcome<P::Answer> {
        self.ask(|solver| solver.solve(position))
    }

    fn ask<A>(&mut self, question: impl FnOnce(&mut dyn Solver<P>) -> A) -> Outcome<A> {
        let outcome = outcome_of(|| {
            let solver = self.solver.get_or_insert_with(self.entry.new);
            question(&mut **solver)
        });
        if matches!(outcome, Outcome::Panic(_)) {
            self.solver = None;
        }
        outcome
    }
}

#[cfg(test)]
mod tests {
    use crossply_problems::Ccf201803_4;
    use crossply_problems::ccf201803_4::Score;
    use crossply_proof::right_answer;

    use super::*;
    use crate::planted::{By, entry, right};

    /// Panics on the third position that it is asked for.
    fn forgetful() -> &'static Entry<Ccf201803_4> {
        entry("forgetful", 9, 9, || {
            let mut asked = 0;
            Box::new(By(move |_| {
                asked += 1;
                assert_ne!(asked, 3, "the third");
                Score::new(0)
            }))
        })
    }

    /// Gives this many answers to any block.
    struct Miscounting(usize);

    impl Solver<Ccf201803_4> for Miscounting {
        fn solve(&mut self, _: Position<Ccf201803_4>) -> Score {
            Score::new(0)
        }

        fn solve_all(&mut self, _: &[Position<Ccf201803_4>], answers: &mut Vec<Score>) {
            answers.extend(vec![Score::new(0); self.0]);
        }
    }

    /// In a block of positions, the row with a panic, and its message.
    fn blamed(panel: &mut Panel<Ccf201803_4>, positions: u64) -> Vec<(usize, String)> {
        let positions: Vec<_> = Ccf201803_4::domain().positions(0..positions).collect();
        let answers = panel.answer_block(0, &positions);
        let panics = (0..positions.len()).filter_map(|row| match answers.outcome(row) {
            Outcome::Answer(_) => None,
            Outcome::Panic(message) => Some((row, message)),
        });
        panics.collect()
    }

    #[test]
    fn the_position_that_it_panicked_on_is_blamed_or_else_the_first() {
        let mut panel = Panel::new(&[forgetful()]);
        assert_eq!(blamed(&mut panel, 2), []);
        // A new one answers both, one at a time.
        let [(0, message)] = &blamed(&mut panel, 2)[..] else {
            panic!("it is not forgiven");
        };
        assert!(message.contains("the third"), "{message}");
        // The one that has answered two panics, and the next one on its third position.
        let [(2, message)] = &blamed(&mut panel, 4)[..] else {
            panic!("it is blamed for another position");
        };
        assert!(message.contains("the third"), "{message}");
    }

    #[test]
    fn too_few_or_too_many_answers_are_as_wrong_as_a_panic() {
        for (entry, row, message) in [
            (
                entry("a", 9, 9, || Box::new(Miscounting(0))),
                0,
                "0 answers",
            ),
            (
                entry("b", 9, 9, || Box::new(Miscounting(2))),
                2,
                "2 answers",
            ),
            (
                entry("c", 9, 9, || Box::new(Miscounting(4))),
                2,
                "4 answers",
            ),
        ] {
            let expected = [(row, message.to_owned())];
            assert_eq!(blamed(&mut Panel::new(&[entry]), 3), expected);
        }
    }

    #[test]
    fn a_solver_is_asked_what_is_practical_for_it() {
        let solvers = [entry("slow", 1, 3, right), entry("quick", 9, 9, right)];
        let mut panel = Panel::<Ccf201803_4>::new(&solvers);
        for (empties, expected) in [
            (1, &["slow", "quick"][..]),
            (3, &["slow", "quick"]),
            (5, &["quick"]),
        ] {
            let first = Ccf201803_4::domain().with_empties(empties..=empties).start;
            let position = Ccf201803_4::domain().position(first);
            let right = Outcome::Answer(right_answer(position));
            let answers: Vec<_> = panel.answer(position).collect();
            let expected: Vec<_> = expected.iter().map(|&name| (name, right.clone())).collect();
            assert_eq!(answers, expected);
        }
    }

    #[test]
    fn the_subject_of_relations_is_fast_or_another_quick_one() {
        let of = |names: [(&'static str, u32); 3], solvers: &[usize], empties| {
            let entries = names.map(|(name, quick)| entry::<Ccf201803_4>(name, quick, 9, right));
            Panel::new(&entries).subject(solvers.iter().copied(), empties)
        };
        let first = [("fast", 9), ("b", 9), ("c", 9)];
        assert_eq!(of(first, &[0, 1, 2], 7), Some(0));
        assert_eq!(of(first, &[1, 2], 7), Some(2));
        let last = [("a", 9), ("b", 5), ("fast", 5)];
        assert_eq!(of(last, &[0, 1, 2], 5), Some(2));
        assert_eq!(of(last, &[0, 1, 2], 7), Some(0));
        assert_eq!(of(last, &[1, 2], 7), None);
    }
}
