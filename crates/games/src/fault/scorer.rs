//! A reading of the rules: a small game search, parts of which can be read wrongly.
//!
//! It shares no code with the solvers or the prover. The right reading is one of many. Tests compare its answers with
//! those on record, and its scores with the prover's.

use std::iter::repeat_with;
use std::sync::OnceLock;

use super::geometry::{Geometry, O, X, cells};

/// Chooses from the scores of the moves of a side, in their order.
type Takes = fn(&[i32]) -> i32;

/// The rules of the game, as somebody reads them. What there is for each side is that of `x`, then that of `o`.
pub(super) struct Reading {
    pub(super) lines: [Vec<u16>; 2],
    /// The cells to which a side moves.
    pub(super) cells: [u16; 2],
    /// Which of the scores of its moves a side takes; the best, if nothing is said.
    pub(super) takes: [Option<Takes>; 2],
    /// What a win of a side scores, from the number of empty cells.
    pub(super) scores: [fn(i32) -> i32; 2],
    /// The score of a full board.
    pub(super) full_board: i8,
    /// Whether a board is full before it is won.
    pub(super) full_first: bool,
    /// Whether a line that `o` has before the first move ends the game at once.
    pub(super) may_be_over: bool,
    /// How many plies are looked ahead.
    pub(super) plies: u32,
}

impl Reading {
    /// The right reading.
    pub(super) fn right(outline: Geometry) -> Self {
        Reading {
            lines: [outline.lines(), outline.lines()],
            cells: [outline.board(); 2],
            takes: [None; 2],
            scores: [|empties| empties + 1, |empties| -(empties + 1)],
            full_board: 0,
            full_first: false,
            may_be_over: true,
            plies: u32::MAX,
        }
    }
}

/// Plays by a reading, and remembers the scores of boards. Threads can share it.
pub(super) struct Scorer {
    pub(super) outline: Geometry,
    reading: Reading,
    /// By the stones of `x`, the upper half of the cells before the lower one, the scores [after](Scorer::after) a move.
    memory: OnceLock<Half<Half<Vec<i8>>>>,
}

/// How many cells are few: games on them are played out. What is remembered takes longer to fill than most misreadings take
/// to be refuted.
const FEW: u32 = 4;

/// How many cells are a half.
const HALF: u32 = 8;

/// What is known of the stones of `x` on half of the board. Most misreadings are never asked, and know nothing.
type Half<T> = Vec<OnceLock<T>>;

fn half<T>() -> Half<T> {
    repeat_with(OnceLock::new).take(1 << HALF).collect()
}

impl Scorer {
    pub(super) fn by_the_rules(outline: Geometry) -> Self {
        Scorer::new(outline, Reading::right(outline))
    }

    pub(super) fn new(outline: Geometry, reading: Reading) -> Self {
        Scorer {
            outline,
            reading,
            memory: OnceLock::new(),
        }
    }

    /// The answer to the board, according to this reading.
    pub(super) fn answer(&self, stones: [u16; 2]) -> i8 {
        if self.outline.names_cells {
            let win = self.moves(stones).find(|&(_, score)| score > 0);
            win.map_or(0, |(cell, _)| cell as i8 + 1)
        } else {
            self.score(stones) as i8
        }
    }

    /// The moves of `x`, with the score after each. None if the game is over.
    pub(super) fn moves(&self, stones: [u16; 2]) -> impl Iterator<Item = (u8, i32)> {
        let may_move = self.winner(stones) != Some(O);
        let tried = self.free(stones) & self.reading.cells[X];
        let o = packed(stones[O], self.free([stones[X], 0]));
        cells(if may_move { tried } else { 0 }).map(move |cell| {
            let score = self.after_move(stones, o, 1 << cell);
            (cell, self.seen(stones, score.into()))
        })
    }

    /// The score after a move of `x` to this cell. The stones of `o` are packed into the cells that `x` left before.
    fn after_move(&self, stones: [u16; 2], o: usize, cell: u16) -> i8 {
        let x = stones[X];
        if self.free(stones).count_ones() <= FEW {
            return self.played([x | cell, stones[O]], X);
        }
        let before = self.free([x, 0]) & (cell - 1);
        self.after(x | cell)[without(1 << before.count_ones(), o)]
    }

    /// The score of the board.
    pub(super) fn score(&self, stones: [u16; 2]) -> i32 {
        let score = if let Some(side) = self.winner(stones) {
            (self.reading.scores[side])(self.free(stones).count_ones() as i32)
        } else {
            let free = self.free(stones);
            let tried = usize::from(free & self.reading.cells[X]);
            let o = packed(stones[O], self.free([stones[X], 0]));
            let after = |cell| self.after_move(stones, o, cell as u16);
            self.best(X, tried, free.count_ones(), after).into()
        };
        self.seen(stones, score)
    }

    /// Whether the side has a line.
    pub(super) fn has_line(&self, side: usize, stones: [u16; 2]) -> bool {
        let mut lines = self.reading.lines[side].iter();
        lines.any(|line| stones[side] & line == *line)
    }

    /// The side that has won before the first move.
    fn winner(&self, stones: [u16; 2]) -> Option<usize> {
        let mut sides = [X, O].into_iter();
        let winner = sides.find(|&side| self.has_line(side, stones));
        winner.filter(|&side| side == X || self.reading.may_be_over)
    }

    /// The score, or 0 if it takes more plies than are looked ahead.
    fn seen(&self, stones: [u16; 2], score: i32) -> i32 {
        let empties = self.free(stones).count_ones();
        let unseen = empties.saturating_sub(self.reading.plies);
        if score.unsigned_abs() > unseen {
            score
        } else {
            0
        }
    }

    fn free(&self, stones: [u16; 2]) -> u16 {
        self.outline.board() & !(stones[X] | stones[O])
    }

    /// The score after a move of this side, played to the end.
    fn played(&self, stones: [u16; 2], moved: usize) -> i8 {
        let free = self.free(stones);
        let is_full = free == 0;
        let wins_count = !is_full || !self.reading.full_first;
        let winner = if moved == X && self.has_line(X, stones) {
            Some(X)
        } else {
            self.has_line(O, stones).then_some(O)
        };
        match winner.filter(|_| wins_count) {
            Some(winner) => (self.reading.scores[winner])(free.count_ones() as i32) as i8,
            None if is_full => self.reading.full_board,
            None => {
                let side = 1 - moved;
                let tried = usize::from(free & self.reading.cells[side]);
                self.best(side, tried, free.count_ones(), |cell| {
                    let mut next = stones;
                    next[side] |= cell as u16;
                    self.played(next, side)
                })
            }
        }
    }

    /// The scores of boards with these stones of `x`, after a move of either side: by the stones of `o`, packed into
    /// the cells that `x` leaves.
    fn after(&self, x: u16) -> &[i8] {
        let upper = &self.memory.get_or_init(half)[usize::from(x >> HALF)];
        upper.get_or_init(half)[usize::from(x) % (1 << HALF)].get_or_init(|| {
            let mut scores = vec![0; 1 << self.free([x, 0]).count_ones()];
            // Before `o` moves, its stones are one fewer, and its moves are looked up among the first scores.
            if !self.has_line(X, [x, 0]) {
                self.score_all(x, O, &mut scores);
            }
            self.score_all(x, X, &mut scores);
            scores
        })
    }

    /// Fills in the scores of all boards with these stones of `x` after a move of this side.
    fn score_all(&self, x: u16, moved: usize, scores: &mut [i8]) {
        let cells_left = self.free([x, 0]);
        let stones = x.count_ones() - u32::from(moved == X);
        let Some(empties) = cells_left.count_ones().checked_sub(stones) else {
            return;
        };
        let is_full = empties == 0;
        let wins_count = !is_full || !self.reading.full_first;
        let wins = self.reading.scores.map(|win| win(empties as i32) as i8);
        let x_wins = moved == X && self.has_line(X, [x, 0]);
        let lines = self.reading.lines[O].iter().filter(|&line| line & x == 0);
        let lines: Vec<usize> = lines.map(|&line| packed(line, cells_left)).collect();
        let o_wins = |o: usize| lines.iter().any(|line| line & !o == 0);

        let side = 1 - moved;
        let tried = packed(self.reading.cells[side], cells_left);
        let looked_up = if side == X && !is_full { cells_left } else { 0 };
        let after_x = cells(looked_up).map(|cell| self.after(x | 1 << cell));
        let after_x: Vec<&[i8]> = after_x.collect();
        let mut next = Some((1 << stones) - 1);
        while let Some(o) = next.filter(|&o| o < scores.len()) {
            scores[o] = if x_wins && wins_count {
                wins[X]
            } else if wins_count && o_wins(o) {
                // Perhaps before the first move.
                wins[O]
            } else if is_full {
                self.reading.full_board
            } else if side == X {
                self.best(X, tried & !o, empties, |cell| {
                    after_x[cell.trailing_zeros() as usize][without(cell, o)]
                })
            } else {
                self.best(O, tried & !o, empties, |cell| scores[o | cell])
            };
            next = next_of_same_size(o);
        }
    }

    /// The score after the best move of this side to one of these cells.
    fn best(&self, side: usize, tried: usize, empties: u32, score: impl Fn(usize) -> i8) -> i8 {
        if tried == 0 {
            // No move of `x` wins, and no reply of `o` refutes the move before.
            return i8::from(side == O);
        }
        if let Some(takes) = self.reading.takes[side] {
            let each = cells(tried as u16).map(|cell| score(1 << cell).into());
            return takes(&each.collect::<Vec<i32>>()) as i8;
        }
        // No game scores more than the cells that are empty. To a question for a cell all scores up to 0 are the same.
        let least = if self.outline.names_cells {
            0
        } else {
            -(empties as i8)
        };
        let (sign, enough) = [(1, empties as i8), (-1, -least)][side];
        let (mut best, mut left) = (i8::MIN, tried);
        while left != 0 && best < enough {
            let cell = left & left.wrapping_neg();
            best = best.max(sign * score(cell));
            left ^= cell;
        }
        sign * best
    }
}

/// The next greater set with as many elements.
fn next_of_same_size(set: usize) -> Option<usize> {
    let last = set & set.wrapping_neg();
    let more = set + last;
    (set > 0).then(|| more | (set ^ more) >> (last.trailing_zeros() + 2))
}

/// The elements of a set among these cells, as if there were no others.
fn packed(set: u16, among: u16) -> usize {
    let (mut packed, mut place, mut left) = (0, 1, among);
    while left != 0 {
        let cell = left & left.wrapping_neg();
        if set & cell != 0 {
            packed |= place;
        }
        place <<= 1;
        left ^= cell;
    }
    packed
}

/// A packed set, packed again without this cell, which is none of its elements.
fn without(cell: usize, set: usize) -> usize {
    let before = cell - 1;
    set & before | set >> 1 & !before
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The numbers of the elements of a set, ascending.
    fn elements(set: usize) -> Vec<u8> {
        cells(set as u16).collect()
    }

    proptest! {
        #[test]
        fn packed_sets_have_the_places_of_their_elements(set: u16, among: u16) {
            let among_them: Vec<u8> = cells(among).collect();
            let place = |cell: u8| among_them.iter().position(|&other| other == cell);
            let places: Vec<u8> = cells(set & among).filter_map(place).map(|n| n as u8).collect();
            prop_assert_eq!(elements(packed(set, among)), places);
        }

        #[test]
        fn a_cell_that_goes_moves_those_after_it(set: u16, among: u16, nth: prop::sample::Index) {
            prop_assume!(among != 0);
            let all: Vec<u8> = cells(among).collect();
            let cell = nth.index(all.len());
            let gone = 1 << all[cell];
            let before = packed(set & !gone, among);
            prop_assert_eq!(without(1 << cell, before), packed(set & !gone, among & !gone));
        }
    }

    /// Whatever the reading, games that are played out end as those that are remembered.
    #[test]
    fn few_cells_are_played_as_many_are() {
        let outline = Geometry {
            side: 3,
            o_may_have_won: true,
            names_cells: false,
        };
        let changes: [fn(&mut Reading); 6] = [
            |_| {},
            |r| r.full_first = true,
            |r| r.full_board = 1,
            |r| r.cells[O] = 0o770,
            |r| r.lines[O].clear(),
            |r| r.takes = [Some(|all| all[0]); 2],
        ];
        for change in changes {
            let mut reading = Reading::right(outline);
            change(&mut reading);
            let scorer = Scorer::new(outline, reading);
            for x in 0..1 << 9_u16 {
                let left = outline.board() & !x;
                for o in (0..=left).filter(|o: &u16| o & !left == 0) {
                    if o.count_ones() + 1 == x.count_ones() {
                        let remembered = scorer.after(x)[packed(o, left)];
                        assert_eq!(scorer.played([x, o], X), remembered, "{x:o} {o:o}");
                    }
                }
            }
        }
    }

    #[test]
    fn sets_of_one_size_come_in_order() {
        for size in 0..=9 {
            let first = Some((1 << size) - 1);
            let sets = std::iter::successors(first, |&set| next_of_same_size(set));
            let sets: Vec<usize> = sets.take_while(|&set| set < 1 << 9).collect();
            let expected = (0..1_usize << 9).filter(|set| set.count_ones() == size);
            assert_eq!(sets, expected.collect::<Vec<_>>());
        }
    }
}
