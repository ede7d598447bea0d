//! Finds certificates.
//!
//! The prover scores every board that can arise by full minimax with a table: the winner hurries, the loser delays. It
//! uses the scoring of `ccf201803-4` on both boards; on the larger one `x` forces a win if the score is positive. Each
//! side's strategy makes the move with the best score. The [checker](crate::check()) verifies the result.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicI16, Ordering};

use crossply_problems::{Answer, Board, Demand, Position, Problem, Question, Side};

use crate::{Certificate, Ending, Step};

/// The right answer to the position.
pub fn right_answer<P: Problem>(position: Position<P>) -> P::Answer {
    let game = Game::at(position);
    let moves = game.moves().filter(|_| game.ending().is_none());
    let after_moves = moves.map(|(cell, after)| (cell, after.score()));
    P::Answer::from_scores(|| game.score(), after_moves)
}

/// The certificate of the right answer to the position.
pub fn prove<P: Problem>(position: Position<P>) -> Certificate<P> {
    attempt(position, right_answer(position))
}

/// The best certificate for an answer. The checker accepts it exactly if the answer is right.
pub fn attempt<P: Problem>(position: Position<P>, answer: P::Answer) -> Certificate<P> {
    let [x, o] = answer.demands().map(|Demand { side, begins, .. }| {
        let mut steps = Vec::new();
        if begins != 0 {
            let game = Game::at(position);
            game.node.write_strategy(side, begins, &mut steps);
        }
        steps
    });
    Certificate {
        position,
        answer,
        x,
        o,
    }
}

/// A board that can arise from a position, with the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game<P> {
    node: Node,
    problem: std::marker::PhantomData<P>,
}

impl<P: Problem> Game<P> {
    /// The game at this position.
    pub fn at(position: Position<P>) -> Self {
        Self::of(Node {
            side: P::SIDE,
            x: position.x(),
            o: position.o(),
            to_move: Side::X,
        })
    }

    fn of(node: Node) -> Self {
        Game {
            node,
            problem: std::marker::PhantomData,
        }
    }

    /// The stones on the board.
    #[expect(clippy::missing_panics_doc, reason = "moves go to empty cells")]
    pub fn board(self) -> Board<P> {
        Board::new(self.node.x, self.node.o).expect("moves go to empty cells")
    }

    /// The side to move. None if the game is over.
    pub fn to_move(self) -> Side {
        self.node.to_move
    }

    /// The ending of the game. None if it is not over.
    pub fn ending(self) -> Option<Ending> {
        self.node.ending()
    }

    /// The moves, row by row: each cell and the game after the move.
    pub fn moves(self) -> impl Iterator<Item = (u8, Self)> {
        let moves = cells(self.node.free());
        moves.map(move |cell| (cell, self.after(cell)))
    }

    /// The game after a move to an empty cell.
    #[must_use]
    pub fn after(self, cell: u8) -> Self {
        Self::of(self.node.after(cell))
    }

    /// The score under perfect play: one more than the number of empty cells at the end if `x` wins, the negative of
    /// that if `o` wins, 0 for a draw.
    pub fn score(self) -> i32 {
        self.node.score()
    }

    /// The first move with the best score for the side to move. None if the game is over.
    pub fn best_move(self) -> Option<u8> {
        let best_move = || self.node.known().best_move;
        self.ending().is_none().then(best_move)
    }
}

/// A board with `side` rows, with the side to move. It knows no problem, so it is compiled here, with all
/// optimisations, and not where a problem is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    side: u32,
    x: u16,
    o: u16,
    to_move: Side,
}

impl Node {
    fn free(self) -> u16 {
        (u16::MAX >> (16 - self.side * self.side)) & !(self.x | self.o)
    }

    fn ending(self) -> Option<Ending> {
        // The first line ends the game, so only the side that moved last can have one.
        let (last, stones) = match self.to_move {
            Side::X => (Side::O, self.o),
            Side::O => (Side::X, self.x),
        };
        if has_line(self.side, stones) {
            Some(Ending::Line(last))
        } else if self.free() == 0 {
            Some(Ending::Full)
        } else {
            None
        }
    }

    fn after(mut self, cell: u8) -> Self {
        match self.to_move {
            Side::X => self.x |= 1 << cell,
            Side::O => self.o |= 1 << cell,
        }
        self.to_move = match self.to_move {
            Side::X => Side::O,
            Side::O => Side::X,
        };
        self
    }

    // Not inlined where a problem is known.
    #[inline(never)]
    fn score(self) -> i32 {
        self.known().score.into()
    }

    fn known(self) -> Known {
        let known = &known(self.side)[self.index()];
        Known::unpack(known.load(Ordering::Relaxed)).unwrap_or_else(|| {
            let found = self.found();
            known.store(found.pack(), Ordering::Relaxed);
            found
        })
    }

    fn found(self) -> Known {
        let for_the_winner = self.free().count_ones() as i8 + 1;
        let over = |score| Known {
            score,
            best_move: 0,
        };
        match self.ending() {
            Some(Ending::Line(Side::X)) => over(for_the_winner),
            Some(Ending::Line(Side::O)) => over(-for_the_winner),
            Some(Ending::Full) => over(0),
            None => self.best_of(u16::MAX).expect("the board is not full"),
        }
    }

    /// The first of the best moves to one of these cells. None if none of them is empty.
    fn best_of(self, among: u16) -> Option<Known> {
        let scores = cells(self.free() & among).map(|best_move| Known {
            score: self.after(best_move).known().score,
            best_move,
        });
        scores.min_by_key(|known| match self.to_move {
            Side::X => -known.score,
            Side::O => known.score,
        })
    }

    /// The board as a number in base three, the index of its score in the table. The board determines the side to move.
    fn index(self) -> usize {
        in_base_three(self.x) + 2 * in_base_three(self.o)
    }

    /// Writes all games in which `holder` makes its best moves and the side to move begins with a cell among these.
    fn write_strategy(self, holder: Side, among: u16, steps: &mut Vec<Step>) {
        if let Some(ending) = self.ending() {
            return steps.push(Step::Over(ending));
        }
        if self.to_move == holder {
            // There is no move if the claimed cell is taken.
            let best_move = if among == u16::MAX {
                Some(self.known())
            } else {
                self.best_of(among)
            };
            if let Some(Known { best_move, .. }) = best_move {
                steps.push(Step::Move(self.to_move, best_move));
                let after = self.after(best_move);
                after.write_strategy(holder, u16::MAX, steps);
            }
        } else {
            for cell in cells(self.free() & among) {
                steps.push(Step::Move(self.to_move, cell));
                self.after(cell).write_strategy(holder, u16::MAX, steps);
            }
        }
    }
}

/// The cells of a set, row by row.
#[inline]
pub fn cells(set: u16) -> impl Iterator<Item = u8> {
    let mut left = set;
    std::iter::from_fn(move || {
        let cell = left.trailing_zeros();
        left &= left.wrapping_sub(1);
        (cell < 16).then_some(cell as u8)
    })
}

/// Whether the stones hold a row, a column or a diagonal of a board with `side` rows.
fn has_line(side: u32, stones: u16) -> bool {
    static OF_THREE: [u16; 8] = lines(3);
    static OF_FOUR: [u16; 10] = lines(4);
    let lines: &[u16] = if side == 3 { &OF_THREE } else { &OF_FOUR };
    // All lines, without a branch for each: the compiler compares several at a time.
    let held = lines.iter().map(|line| stones & line == *line);
    held.fold(false, |any, held| any | held)
}

/// The rows, the columns and the diagonals of a board with `side` rows.
const fn lines<const LINES: usize>(side: u32) -> [u16; LINES] {
    let mut lines = [0; LINES];
    let mut n = 0;
    while n < side {
        lines[0] |= 1 << (n * (side + 1));
        lines[1] |= 1 << ((n + 1) * (side - 1));
        let mut other = 0;
        while other < side {
            lines[2 + n as usize] |= 1 << (n * side + other);
            lines[(2 + side + n) as usize] |= 1 << (other * side + n);
            other += 1;
        }
        n += 1;
    }
    lines
}

/// A table entry: the known facts about a game.
#[derive(Clone, Copy)]
struct Known {
    score: i8,
    /// Meaningless if the game is over.
    best_move: u8,
}

/// The entry of a board that is not scored yet: no game scores this little.
const UNKNOWN: i16 = i16::MIN;

impl Known {
    /// Packed into two bytes, because a table has an entry for each of 43 million boards.
    #[inline]
    fn pack(self) -> i16 {
        i16::from_le_bytes([self.best_move, self.score.to_le_bytes()[0]])
    }

    #[inline]
    fn unpack(packed: i16) -> Option<Self> {
        let [best_move, score] = packed.to_le_bytes();
        (packed != UNKNOWN).then_some(Known {
            score: i8::from_le_bytes([score]),
            best_move,
        })
    }
}

/// The entries for boards with `side` rows. Threads that score the same board write the same entry.
#[inline]
fn known(side: u32) -> &'static [AtomicI16] {
    static OF_THREE: LazyLock<Vec<AtomicI16>> = LazyLock::new(|| unknown(9));
    static OF_FOUR: LazyLock<Vec<AtomicI16>> = LazyLock::new(|| unknown(16));
    if side == 3 { &OF_THREE } else { &OF_FOUR }
}

fn unknown(cells: u32) -> Vec<AtomicI16> {
    let boards = 3_usize.pow(cells);
    (0..boards).map(|_| AtomicI16::new(UNKNOWN)).collect()
}

/// The binary digits of a set, read as digits in base three.
#[inline]
fn in_base_three(set: u16) -> usize {
    static OF_BYTES: [u16; 256] = {
        let mut numbers = [0; 256];
        let mut set = 1;
        while set < 256 {
            numbers[set] = 3 * numbers[set / 2] + (set % 2) as u16;
            set += 1;
        }
        numbers
    };
    let [low, high] = set
        .to_le_bytes()
        .map(|byte| usize::from(OF_BYTES[usize::from(byte)]));
    low + 3_usize.pow(8) * high
}
