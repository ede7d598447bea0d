//! The table of a problem: an entry for each board that can be reached from a legal position.
//!
//! `rocq/Table.v` defines how a table is read. This makes one from the answers of a solver. For boards that are not
//! legal positions, entries follow from the rules: the game may be over, or `o` is to move, and makes the move that is
//! worst for `x`.

use std::fmt;

use crossply_problems::{
    Answer, Board, Ccf201803_4, FirstWin, Line, Poj1568, Problem, Score, Side, Solver,
};

/// A problem that has a table for Rocq.
pub(crate) trait Tabled: Problem {
    /// The number of bits of an entry.
    const BITS: u32;

    /// The entry of a board with this score.
    fn entry_of_score(score: i32) -> u64;

    /// The entry of a position with this answer.
    fn entry_of_answer(answer: Self::Answer) -> u64;
}

impl Tabled for Ccf201803_4 {
    const BITS: u32 = 5;

    fn entry_of_score(score: i32) -> u64 {
        u64::try_from(score + 10).expect("no score is below -10")
    }

    fn entry_of_answer(answer: Score) -> u64 {
        Self::entry_of_score(answer.value())
    }
}

impl Tabled for Poj1568 {
    const BITS: u32 = 1;

    fn entry_of_score(score: i32) -> u64 {
        u64::from(score > 0)
    }

    fn entry_of_answer(answer: FirstWin) -> u64 {
        u64::from(answer.is_forced_win())
    }
}

/// How many bits of a word are used.
const WORD_BITS: u32 = 60;

/// A table. `Display` writes it as a file for Rocq.
#[derive(PartialEq, Eq)]
pub(crate) struct Table {
    words: Vec<u64>,
}

impl Table {
    /// The table that follows from the solver's answers.
    pub(crate) fn new<P: Tabled>(solver: &mut dyn Solver<P>) -> Self {
        let boards = 3_usize.pow(Board::<P>::CELLS);
        let entries_per_word = (WORD_BITS / P::BITS) as usize;
        let mut words = vec![0; boards.div_ceil(entries_per_word)];
        for number in 0..boards {
            let (x, o) = stones(Board::<P>::CELLS, number);
            let has_enough_stones = o.count_ones() >= *P::STONES.start();
            let surplus_of_x = x.count_ones().wrapping_sub(o.count_ones());
            if has_enough_stones && surplus_of_x <= 1 {
                let shift = P::BITS * (number % entries_per_word) as u32;
                words[number / entries_per_word] |= entry(solver, x, o) << shift;
            }
        }
        Table { words }
    }
}

/// The stones of `x` and `o` on the board with this number. Its digits in base three are the cells.
fn stones(cells: u32, mut number: usize) -> (u16, u16) {
    let (mut x, mut o) = (0, 0);
    for cell in (0..cells).rev() {
        match number % 3 {
            1 => x |= 1 << cell,
            2 => o |= 1 << cell,
            _ => {}
        }
        number /= 3;
    }
    (x, o)
}

fn entry<P: Tabled>(solver: &mut dyn Solver<P>, x: u16, o: u16) -> u64 {
    if let Ok(position) = P::position(x, o) {
        return P::entry_of_answer(solver.solve(position));
    }
    let board = Board::<P>::new(x, o).expect("stones on different cells");
    let winning_score = board.empties() as i32 + 1;
    if Line::of(board, Side::X).is_some() {
        return P::entry_of_score(winning_score);
    }
    if Line::of(board, Side::O).is_some() {
        return P::entry_of_score(-winning_score);
    }
    let free = (0..Board::<P>::CELLS).filter(|cell| (x | o) >> cell & 1 == 0);
    let entries = free.map(|cell| entry(solver, x, o | 1 << cell));
    entries.min().unwrap_or(P::entry_of_score(0))
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "(** The table. `cargo test --test rocq` writes it. *)\n")?;
        writeln!(f, "Require Import Uint63 PArray.\n")?;
        writeln!(f, "Definition words : array int := [|")?;
        for (index, word) in self.words.iter().enumerate() {
            let end = if index + 1 < self.words.len() {
                ";"
            } else {
                ""
            };
            writeln!(f, "{word:#x}{end}")?;
        }
        writeln!(f, "| 0 |]%uint63.")
    }
}
