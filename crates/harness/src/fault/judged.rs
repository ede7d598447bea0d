//! The answers that are explained, and in which order the positions were asked.

use std::ops::Range;
use std::sync::Arc;

use crossply_problems::{Position, Problem};

use super::RightAnswers;
use super::reading::{Player, Reading, lines};

/// The answer that was given to a position, or what came in its place.
pub type Given<P> = Result<<P as Problem>::Answer, NoAnswer>;

/// What came in the place of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoAnswer {
    /// The solver panicked.
    Panic,
    /// The program ended with an error.
    Error,
    /// The program printed nothing.
    Nothing,
    /// The program printed the right answer after something else.
    Labelled,
    /// The program printed the right answer, and something else after it.
    Followed,
    /// The program printed something else.
    Unreadable,
}

/// Positions in the order in which they were asked, with the right answers and those given.
pub struct Judged<P: Problem> {
    /// None for a program.
    pub(super) solver: Option<String>,
    pub(super) asked: Vec<Asked<P>>,
    /// The right reading of the rules.
    pub(super) player: Arc<Player>,
    pub(super) lines: Vec<u16>,
    runs: Vec<Run>,
}

/// A position with its right answer and the one given.
pub(super) struct Asked<P: Problem> {
    pub(super) position: Position<P>,
    pub(super) right: P::Answer,
    pub(super) given: Given<P>,
}

/// What one instance of a solver was asked, or a program in one run.
struct Run {
    /// The index of its first position.
    start: usize,
    /// The index of the first position with each right answer.
    firsts: Vec<usize>,
}

impl<P: Problem> Judged<P> {
    /// The answers of a solver to the positions from the first of the domain on. An instance answered those with one
    /// number of empties.
    ///
    /// # Panics
    /// If there are fewer right answers.
    #[must_use]
    pub fn of_solver(name: &str, right: &RightAnswers<P>, given: &[Given<P>]) -> Self {
        let domain = P::domain();
        let mut judged = Judged {
            solver: Some(name.to_owned()),
            asked: Vec::with_capacity(given.len()),
            player: Arc::clone(&right.player),
            lines: lines(P::SIDE),
            runs: Vec::new(),
        };
        for empties in domain.empties() {
            let indices = domain.with_empties(empties..=empties);
            let positions = domain.positions(indices.clone());
            judged.add_run(positions.zip(indices).map_while(|(position, index)| {
                let given = *given.get(index as usize)?;
                Some((position, right.answers[index as usize], given))
            }));
        }
        judged
    }

    /// The answers of a program, which has not run yet.
    #[must_use]
    pub fn of_program() -> Self {
        Judged {
            solver: None,
            asked: Vec::new(),
            player: Arc::new(Player::new::<P>(Reading::right(P::SIDE))),
            lines: lines(P::SIDE),
            runs: Vec::new(),
        }
    }

    /// Adds a run: positions, right answers and those given.
    pub fn add_run(&mut self, asked: impl Iterator<Item = (Position<P>, P::Answer, Given<P>)>) {
        let start = self.asked.len();
        let mut firsts: Vec<usize> = Vec::new();
        for (position, right, given) in asked {
            if firsts.iter().all(|&first| self.asked[first].right != right) {
                firsts.push(self.asked.len());
            }
            self.asked.push(Asked {
                position,
                right,
                given,
            });
        }
        if start < self.asked.len() {
            self.runs.push(Run { start, firsts });
        }
    }

    /// How many answers there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.asked.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.asked.is_empty()
    }

    pub(super) fn is_wrong(&self, index: usize) -> bool {
        let asked = &self.asked[index];
        asked.given != Ok(asked.right)
    }

    /// The first answer of all, if most positions come after another one: what is given in the place of an answer to no
    /// position.
    pub(super) fn answer_of_nothing(&self) -> Option<P::Answer> {
        let first = self.asked.first()?.given.ok()?;
        (2 * self.runs.len() <= self.len()).then_some(first)
    }

    /// If these are the first positions of the domain up to some number of empties: this number.
    pub(super) fn max_empties(&self) -> Option<u32> {
        self.solver.as_ref()?;
        let most = self.asked.last()?.position.empties();
        let all = P::domain().with_empties(0..=most).end;
        (self.len() as u64 == all).then_some(most)
    }

    /// The indices of what was asked in the same run.
    pub(super) fn run(&self, index: usize) -> Range<usize> {
        let next = self.runs.partition_point(|run| run.start <= index);
        let end = self.runs.get(next).map_or(self.len(), |run| run.start);
        self.runs[next - 1].start..end
    }

    /// The position before in the same run, with its answers.
    pub(super) fn before(&self, index: usize) -> Option<&Asked<P>> {
        self.run(index)
            .contains(&index.checked_sub(1)?)
            .then(|| &self.asked[index - 1])
    }

    /// Of the positions before in the same run, the first with each right answer.
    pub(super) fn earlier(&self, index: usize) -> impl Iterator<Item = &Asked<P>> {
        let run = self.runs.partition_point(|run| run.start <= index) - 1;
        let firsts = self.runs[run].firsts.iter();
        let before = firsts.take_while(move |&&first| first < index);
        before.map(|&first| &self.asked[first])
    }
}
