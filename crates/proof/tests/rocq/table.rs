//! The table of a problem: an entry for each board that arises in play from a legal position.
//!
//! `rocq/Table.v` says how a table is read. Here the answers of a solver become one. Where the answers say nothing, the
//! rules do: if the game is over, and if `o` is to move, which takes the move that is worst for `x`.

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

/// The bits of a word that are used.
const WORD: u32 = 60;

/// A table, displayed as a file for Rocq.
#[derive(PartialEq, Eq)]
pub(crate) struct Table {
    words: Vec<u64>,
}

/// The table that follows from the solver's answers.
pub(crate) fn of<P: Tabled>(solver: &mut dyn Solver<P>) -> Table {
    let boards = 3_usize.pow(Board::<P>::CELLS);
    let entries_in_word = (WORD / P::BITS) as usize;
    let mut words = vec![0; boards.div_ceil(entries_in_word)];
    for number in 0..boards {
        let (x, o) = stones(Board::<P>::CELLS, number);
        let least = *P::STONES.start();
        if o.count_ones() >= least
            && [0, 1].contains(&(x.count_ones().wrapping_sub(o.count_ones())))
        {
            let shift = P::BITS * (number % entries_in_word) as u32;
            words[number / entries_in_word] |= entry(solver, x, o) << shift;
        }
    }
    Table { words }
}

/// The stones of `x` and `o` on the board with this number, whose digits in base three are the cells.
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
    let empties = board.empties();
    let for_the_winner = empties as i32 + 1;
    if Line::of(board, Side::X).is_some() {
        return P::entry_of_score(for_the_winner);
    }
    if Line::of(board, Side::O).is_some() {
        return P::entry_of_score(-for_the_winner);
    }
    let free = (0..Board::<P>::CELLS).filter(|cell| (x | o) >> cell & 1 == 0);
    let replies = free.map(|cell| entry(solver, x, o | 1 << cell));
    replies.min().unwrap_or(P::entry_of_score(0))
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "(** The table. `cargo test --test rocq` writes it. *)\n")?;
        writeln!(f, "Require Import Uint63 PArray.\n")?;
        writeln!(f, "Definition words : array int := [|")?;
        for (n, word) in self.words.iter().enumerate() {
            let end = if n + 1 < self.words.len() { ";" } else { "" };
            writeln!(f, "{word:#x}{end}")?;
        }
        writeln!(f, "| 0 |]%uint63.")
    }
}
