//! The answers that are explained, and in which order the positions were asked.

use std::sync::Arc;

use crossply_problems::{Position, Problem, Question};

use super::RightAnswers;
use super::reading::{Player, Reading};

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
    /// Plays by the rules.
    pub(super) player: Arc<Player>,
}

/// A position with its right answer and the one given.
pub(super) struct Asked<P: Problem> {
    pub(super) position: Position<P>,
    pub(super) right: P::Answer,
    pub(super) given: Given<P>,
    /// How many positions come before it in its run: 255 are as many as more.
    pub(super) before: u8,
    /// The [signs](Self::sign) of the positions before it in its run: bit 0 stands for -1.
    pub(super) signs_before: u8,
}

impl<P: Problem> Judged<P> {
    /// The answers of a solver to the positions from the first of the domain on. An instance answered those with one
    /// number of empties.
    ///
    /// # Panics
    /// If there are fewer right answers.
    #[must_use]
    pub fn of_solver(name: &str, right: &RightAnswers<P>, given: &[Given<P>]) -> Self {
        let mut judged = Judged {
            solver: Some(name.to_owned()),
            asked: Vec::with_capacity(given.len()),
            player: Arc::clone(&right.player),
        };
        let domain = P::domain();
        for empties in domain.empties() {
            let indices = domain.with_empties(empties..=empties);
            let given = given.iter().skip(indices.start as usize);
            let asked = domain.positions(indices.clone()).zip(indices).zip(given);
            judged.add_run(asked.map(|((position, index), &given)| {
                (position, right.answers[index as usize], given)
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
            player: Arc::new(Player::new::<P>(Reading::right::<P>())),
        }
    }

    /// Adds what one instance of a solver was asked, or a program in one run: positions, right answers and those given.
    pub fn add_run(&mut self, asked: impl Iterator<Item = (Position<P>, P::Answer, Given<P>)>) {
        let (mut before, mut signs_before) = (0_u8, 0);
        self.asked.extend(asked.map(|(position, right, given)| {
            let asked = Asked {
                position,
                right,
                given,
                before,
                signs_before,
            };
            before = before.saturating_add(1);
            signs_before |= 1 << (asked.sign() + 1);
            asked
        }));
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

    pub(super) fn is_wrong(&self, n: usize) -> bool {
        self.asked[n].given != Ok(self.asked[n].right)
    }

    /// The positions before this one in the same run, the last first.
    pub(super) fn before(&self, n: usize) -> impl Iterator<Item = &Asked<P>> {
        let others = (1..=n).rev().take_while(|&n| self.asked[n].before > 0);
        others.map(|n| &self.asked[n - 1])
    }

    /// Whether no position comes after this one in the same run.
    pub(super) fn is_last(&self, n: usize) -> bool {
        self.asked.get(n + 1).is_none_or(|next| next.before == 0)
    }
}

impl<P: Problem> Asked<P> {
    /// The stones of `x` and of `o`.
    pub(super) fn stones(&self) -> [u16; 2] {
        [self.position.x(), self.position.o()]
    }

    pub(super) fn taken(&self) -> u16 {
        self.position.x() | self.position.o()
    }

    /// 1 if `x` wins, -1 if `o` does, else 0. If answers name cells, 0 if `x` does not win.
    pub(super) fn sign(&self) -> i32 {
        let [_, of_o] = self.right.demands();
        if self.right.is_forced_win() {
            1
        } else {
            of_o.score.signum()
        }
    }

    /// The cells by which this side completes one of these lines.
    pub(super) fn completing(&self, side: usize, lines: &[u16]) -> u16 {
        let missing = lines.iter().map(|line| line & !self.stones()[side]);
        let completes = |cell: &u16| cell.is_power_of_two() && cell & self.taken() == 0;
        missing.filter(completes).fold(0, |set, cell| set | cell)
    }
}
