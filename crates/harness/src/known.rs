//! Where the transliterated programs are known to differ, or to remember: all of it, with reasons.
//!
//! On legal boards they agree and remember nothing. Where they are peculiar this file predicts from the board,
//! by rules of its own, what each prints. So any other answer is a finding, there as elsewhere, and so is a
//! peculiarity that is gone: the examples are checked.

use crossply_problems::{Board, Ccf201803_4, Poj1568, Problem, Side};

/// A problem for which two programs were transliterated.
pub trait Witnessed: Problem {
    /// The names of the programs.
    const PROGRAMS: [&'static str; 2];

    /// Up to how many empties, and from how many on, a program answers any board in much less
    /// than a millisecond.
    fn is_quick(board: Board<Self>) -> bool;

    /// Where the programs may print different answers for one board, and which.
    const DIFFERENCES: &'static [Difference<Self>];

    /// Where a program's answer depends on the boards before.
    const LEAKS: &'static [Leak<Self>];
}

/// A peculiarity that makes the programs differ.
#[derive(Debug)]
pub struct Difference<P: 'static> {
    /// The program that is peculiar.
    pub program: &'static str,
    /// Why it does what it does.
    pub reason: &'static str,
    /// The boards on which it may show.
    pub applies: fn(Board<P>) -> bool,
    /// What the two programs print for such a board alone, in the order of [`Witnessed::PROGRAMS`].
    pub answers: fn(Board<P>) -> [String; 2],
    /// A board in the notation that shows it.
    pub example: &'static str,
}

/// A program that remembers.
#[derive(Debug)]
pub struct Leak<P: 'static> {
    /// The program.
    pub program: &'static str,
    /// Why it does what it does.
    pub reason: &'static str,
    /// The boards on which it may show.
    pub applies: fn(Board<P>) -> bool,
    /// What the program prints for such a board after these answers to the boards before.
    pub answer: fn(&[String]) -> String,
    /// Boards in the notation, of which the last one shows it.
    pub example: &'static [&'static str],
}

impl Witnessed for Poj1568 {
    const PROGRAMS: [&'static str; 2] = ["ref-line-sums", "ref-last-move"];

    /// With at most four stones the programs do not search.
    fn is_quick(board: Board<Self>) -> bool {
        board.empties() <= 8 || board.empties() >= 12
    }

    const DIFFERENCES: &'static [Difference<Self>] = &[
        Difference {
            program: "ref-line-sums",
            reason: "it sees that x has won, and prints the cell of an earlier answer or (0,0); \
                     the other sees only lines through the last move",
            applies: x_has_won_first,
            answers: |board| [FIRST_CELL.to_owned(), first_new_win(board)],
            example: "xxxx/.oo./.oo./....",
        },
        Difference {
            program: "ref-last-move",
            reason: "it does not see that o has won, and lets x win",
            applies: |board| board.line(Side::O).is_some() && !x_has_won_first(board),
            answers: |board| [NO_WIN.to_owned(), first_new_win(board)],
            example: "oooo/xxx./..../..x.",
        },
    ];

    const LEAKS: &'static [Leak<Self>] = &[Leak {
        program: "ref-line-sums",
        reason: "the answer's cell is a global that a search sets; x has won before any search",
        applies: x_has_won_first,
        answer: |before| {
            let cell = before.iter().rfind(|answer| *answer != NO_WIN);
            cell.map_or(FIRST_CELL, String::as_str).to_owned()
        },
        example: &[".oo./x.xx/oxo./..xo", "xxxx/.oo./.oo./...."],
    }];
}

const NO_WIN: &str = "#####";
const FIRST_CELL: &str = "(0,0)";

/// With at most four stones the programs look at nothing. If both sides have a line, the first one counts.
fn x_has_won_first(board: Board<Poj1568>) -> bool {
    let line = board.line(Side::X);
    let is_first = board.line(Side::O).is_none_or(|other| line < Some(other));
    board.empties() < 12 && line.is_some() && is_first
}

/// The answer if lines that are complete already did not count.
fn first_new_win(board: Board<Poj1568>) -> String {
    if board.empties() >= 12 {
        return NO_WIN.to_owned();
    }
    let (x, o) = (board.x(), board.o());
    let mut lines = LINES_OF_FOUR.to_vec();
    lines.retain(|line| line & !x != 0 && line & !o != 0);
    let cell = empty_cells(x | o, 16).find(|cell| x_wins(x | cell, o, &lines));
    cell.map_or(NO_WIN.to_owned(), |cell| {
        let cell = cell.trailing_zeros();
        format!("({},{})", cell / 4, cell % 4)
    })
}

/// Whether `x` has made one of these lines with its last move, or forces one.
fn x_wins(x: u16, o: u16, lines: &[u16]) -> bool {
    let made = |stones: u16| lines.iter().any(|line| line & !stones == 0);
    let mut replies = empty_cells(x | o, 16).map(|cell| o | cell).peekable();
    made(x)
        || replies.peek().is_some()
            && replies
                .all(|o| !made(o) && empty_cells(x | o, 16).any(|cell| x_wins(x | cell, o, lines)))
}

impl Witnessed for Ccf201803_4 {
    const PROGRAMS: [&'static str; 2] = ["ref-dfs", "ref-decimal-map"];

    fn is_quick(board: Board<Self>) -> bool {
        board.empties() <= 6
    }

    const DIFFERENCES: &'static [Difference<Self>] = &[Difference {
        program: "ref-dfs",
        reason: "it lets x move, whatever the counts; the other goes by their parity",
        applies: |board| board.empties() % 2 == 0,
        answers: |board| {
            [Side::X, Side::O].map(|side| score(board.x(), board.o(), side).to_string())
        },
        example: "XX./.O./...",
    }];

    const LEAKS: &'static [Leak<Self>] = &[];
}

/// The score if this side is to move. If both have a line, the upper or left one counts.
fn score(x: u16, o: u16, to_move: Side) -> i32 {
    let mut lines = LINES_OF_THREE.iter();
    let line = lines.find(|&line| line & !x == 0 || line & !o == 0);
    let cells = empty_cells(x | o, 9);
    let empties = cells.clone().count() as i32;
    match (line, to_move) {
        (Some(line), _) if line & !x == 0 => empties + 1,
        (Some(_), _) => -empties - 1,
        (None, Side::X) => cells
            .map(|cell| score(x | cell, o, Side::O))
            .max()
            .unwrap_or(0),
        (None, Side::O) => cells
            .map(|cell| score(x, o | cell, Side::X))
            .min()
            .unwrap_or(0),
    }
}

/// The cells of a board with so many that are not taken, as sets of one.
fn empty_cells(taken: u16, cells: u32) -> impl Iterator<Item = u16> + Clone {
    let cells = (0..cells).map(|cell| 1 << cell);
    cells.filter(move |cell| taken & cell == 0)
}

const LINES_OF_FOUR: [u16; 10] = [
    0x000f, 0x00f0, 0x0f00, 0xf000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248,
];

const LINES_OF_THREE: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
