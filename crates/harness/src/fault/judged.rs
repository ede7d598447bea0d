//! The answers that are explained, and in which order the positions were asked.

use crossply_problems::{Position, Problem};

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
#[derive(Debug)]
pub struct Judged<P: Problem> {
    /// None for a program.
    solver: Option<String>,
    positions: Vec<Position<P>>,
    right: Vec<P::Answer>,
    given: Vec<Given<P>>,
    runs: Vec<Run<P>>,
}

/// What one instance of a solver was asked, or a program in one run.
#[derive(Debug)]
struct Run<P: Problem> {
    /// The index of its first position.
    start: usize,
    /// The index of the first position with each right answer.
    firsts: Vec<(P::Answer, usize)>,
}

impl<P: Problem> Judged<P> {
    /// The answers of a solver to the positions from the first of the domain on. An instance answered those with one
    /// number of empties.
    ///
    /// # Panics
    /// If there are fewer right answers.
    #[must_use]
    pub fn of_solver(name: &str, right: &[P::Answer], given: Vec<Given<P>>) -> Self {
        let domain = P::domain();
        let positions: Vec<_> = domain.positions(0..given.len() as u64).collect();
        let starts = domain
            .empties()
            .map(|empties| domain.with_empties(empties..=empties).start as usize);
        let runs = starts.map(|start| Run {
            start,
            firsts: Vec::new(),
        });
        Judged {
            solver: Some(name.to_owned()),
            runs: runs.collect(),
            right: right[..positions.len()].to_vec(),
            positions,
            given,
        }
    }

    /// The answers of a program, which has not run yet.
    #[must_use]
    pub fn of_program() -> Self {
        Judged {
            solver: None,
            positions: Vec::new(),
            right: Vec::new(),
            given: Vec::new(),
            runs: Vec::new(),
        }
    }

    /// Adds a run of the program: positions, right answers and those given.
    pub fn add_run(&mut self, asked: impl Iterator<Item = (Position<P>, P::Answer, Given<P>)>) {
        let start = self.positions.len();
        let mut firsts: Vec<(P::Answer, usize)> = Vec::new();
        for (position, right, given) in asked {
            if firsts.iter().all(|&(answer, _)| answer != right) {
                firsts.push((right, self.positions.len()));
            }
            self.positions.push(position);
            self.right.push(right);
            self.given.push(given);
        }
        if start < self.positions.len() {
            self.runs.push(Run { start, firsts });
        }
    }

    /// How many answers there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.given.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.given.is_empty()
    }

    pub(super) fn solver(&self) -> Option<&str> {
        self.solver.as_deref()
    }

    pub(super) fn position(&self, index: usize) -> Position<P> {
        self.positions[index]
    }

    pub(super) fn right(&self, index: usize) -> P::Answer {
        self.right[index]
    }

    pub(super) fn given(&self, index: usize) -> Given<P> {
        self.given[index]
    }

    pub(super) fn is_wrong(&self, index: usize) -> bool {
        self.given[index] != Ok(self.right[index])
    }

    /// The first answer of all, if most positions come after another one: what is given in the place of an answer to no
    /// position.
    pub(super) fn answer_of_nothing(&self) -> Option<P::Answer> {
        let first = self.given.first()?.ok()?;
        (2 * self.runs.len() <= self.len()).then_some(first)
    }

    /// If these are the first positions of the domain up to some number of empties: this number.
    pub(super) fn max_empties(&self) -> Option<u32> {
        self.solver.as_ref()?;
        let most = self.positions.last()?.empties();
        let all = P::domain().with_empties(0..=most).end;
        (self.len() as u64 == all).then_some(most)
    }

    /// The number of the run in which this was asked.
    fn run(&self, index: usize) -> usize {
        self.runs.partition_point(|run| run.start <= index) - 1
    }

    /// How many positions were asked before in the same run.
    pub(super) fn asked_before(&self, index: usize) -> usize {
        index - self.runs[self.run(index)].start
    }

    /// How many positions were asked in this run.
    pub(super) fn asked_in_run(&self, index: usize) -> usize {
        let run = self.run(index);
        let next = self.runs.get(run + 1).map_or(self.len(), |run| run.start);
        next - self.runs[run].start
    }

    /// The index of the position before in the same run.
    pub(super) fn before(&self, index: usize) -> Option<usize> {
        (self.asked_before(index) > 0).then(|| index - 1)
    }

    /// Of the positions before in the same run, the first with each right answer, if this is a program.
    pub(super) fn earlier(&self, index: usize) -> impl Iterator<Item = usize> {
        let firsts = self.runs[self.run(index)].firsts.iter();
        firsts
            .map(|&(_, first)| first)
            .filter(move |&first| first < index)
    }
}
