//! The answers that are explained, and in which order the positions were asked.

use std::sync::Arc;

use crossply_problems::{Position, Problem};

use super::RightAnswers;
use super::outline::{Outline, number, stones};
use super::scorer::Scorer;

/// The answer that was given to a position, or what came in its place.
pub type Response<P> = Result<<P as Problem>::Answer, NoAnswer>;

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

/// Positions of a problem in the order in which they were asked, with the right answers and those given.
pub struct Transcript {
    /// None for a program.
    pub(super) solver: Option<String>,
    pub(super) asked: Vec<Asked>,
    /// Plays by the rules.
    pub(super) scorer: Arc<Scorer>,
}

/// A position with its right answer and the one given. [Numbers](super::outline) stand for answers.
pub(super) struct Asked {
    /// The stones of `x` and of `o`.
    pub(super) stones: [u16; 2],
    pub(super) right: i8,
    pub(super) given: Result<i8, NoAnswer>,
    /// How many positions come before it in its run: 255 are as many as more.
    pub(super) before: u8,
    /// The signs of the right answers before it in its run: bit 0 stands for -1.
    pub(super) signs_before: u8,
}

impl Transcript {
    /// The answers of a solver to the positions from the first of the domain on. An instance answered those with one
    /// number of empties.
    ///
    /// # Panics
    /// If there are fewer right answers.
    #[must_use]
    pub fn of_solver<P: Problem>(
        name: &str,
        right: &RightAnswers<P>,
        given: &[Response<P>],
    ) -> Self {
        let mut transcript = Transcript {
            solver: Some(name.to_owned()),
            asked: Vec::with_capacity(given.len()),
            scorer: Arc::clone(&right.scorer),
        };
        let domain = P::domain();
        for empties in domain.empties() {
            let indices = domain.with_empties(empties..=empties);
            let given = given.iter().skip(indices.start as usize);
            let asked = domain.positions(indices.clone()).zip(indices).zip(given);
            transcript.add_run(asked.map(|((position, index), &given)| {
                (position, right.answers[index as usize], given)
            }));
        }
        transcript
    }

    /// The answers of a program, which has not run yet.
    #[must_use]
    pub fn of_program<P: Problem>() -> Self {
        Transcript {
            solver: None,
            asked: Vec::new(),
            scorer: Arc::new(Scorer::by_the_rules(Outline::of::<P>())),
        }
    }

    /// Adds what one instance of a solver was asked, or a program in one run: positions, right answers and those given.
    pub fn add_run<P: Problem>(
        &mut self,
        asked: impl Iterator<Item = (Position<P>, P::Answer, Response<P>)>,
    ) {
        let (mut before, mut signs_before) = (0_u8, 0);
        self.asked.extend(asked.map(|(position, right, given)| {
            let asked = Asked {
                stones: stones(position),
                right: number::<P>(right),
                given: given.map(number::<P>),
                before,
                signs_before,
            };
            before = before.saturating_add(1);
            signs_before |= 1 << (asked.right.signum() + 1);
            asked
        }));
    }

    /// How many answers were given.
    #[must_use]
    pub fn answers(&self) -> usize {
        self.asked.len()
    }

    pub(super) fn at(&self, n: usize) -> AskedAmong<'_> {
        AskedAmong {
            asked: &self.asked[n],
            transcript: self,
            n,
        }
    }
}

/// One of the positions, among the others.
#[derive(Clone, Copy)]
pub(super) struct AskedAmong<'a> {
    pub(super) asked: &'a Asked,
    transcript: &'a Transcript,
    n: usize,
}

impl<'a> AskedAmong<'a> {
    pub(super) fn is_wrong(self) -> bool {
        self.asked.given != Ok(self.asked.right)
    }

    /// Plays by the rules.
    pub(super) fn scorer(self) -> &'a Scorer {
        &self.transcript.scorer
    }

    pub(super) fn taken(self) -> u16 {
        let [x, o] = self.asked.stones;
        x | o
    }

    pub(super) fn empties(self) -> u32 {
        self.scorer().outline.cells() - self.taken().count_ones()
    }

    /// The cells by which this side completes one of these lines.
    pub(super) fn completing(self, side: usize, lines: &[u16]) -> u16 {
        let missing = lines.iter().map(|line| line & !self.asked.stones[side]);
        let completes = |cell: &u16| cell.is_power_of_two() && cell & self.taken() == 0;
        missing.filter(completes).fold(0, |set, cell| set | cell)
    }

    /// The positions before this one in the same run, the last first.
    pub(super) fn before(self) -> impl Iterator<Item = &'a Asked> {
        let asked = &self.transcript.asked;
        let others = (1..=self.n).rev().take_while(|&n| asked[n].before > 0);
        others.map(|n| &asked[n - 1])
    }

    /// Whether no position comes after this one in the same run.
    pub(super) fn is_last(self) -> bool {
        let next = self.transcript.asked.get(self.n + 1);
        next.is_none_or(|next| next.before == 0)
    }

    /// How many positions there are in the same run, unless so many or more come after this one.
    pub(super) fn in_run(self, after: usize) -> Option<u32> {
        let mut others = (self.n..self.n + after).map(|n| self.transcript.at(n));
        let last = others.find(|at| at.is_last())?;
        Some(u32::from(last.asked.before) + 1)
    }
}
