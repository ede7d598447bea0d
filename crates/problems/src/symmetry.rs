//! The symmetries of a board: the permutations of its cells that map lines to lines.
//!
//! Take a permutation of the rows and one of the columns. Rows stay rows and columns stay columns. The diagonals map to
//! diagonals if the row permutation commutes with reversal and the column permutation is the same or its reversal. In
//! addition, rows and columns may swap. On the 4x4 board 8 permutations commute with reversal, which gives 8 x 2 x 2 =
//! 32 symmetries. 8 of them are the rotations and reflections; the others swap the inner with the outer rows and
//! columns, or the two inner ones. The 3x3 board has the 8 symmetries of a square. A test confirms that there are no
//! others.

use std::sync::OnceLock;

use crate::{Position, Problem};

/// A permutation of the cells that maps lines to lines.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Symmetry {
    /// The images of the sets of the lower and of the upper eight cells.
    of_bytes: [Vec<u16>; 2],
}

impl Symmetry {
    /// All symmetries of the board of `P`: 8 or 32. The first is the identity.
    pub fn all<P: Problem>() -> &'static [Symmetry] {
        static OF_THREE: OnceLock<Vec<Symmetry>> = OnceLock::new();
        static OF_FOUR: OnceLock<Vec<Symmetry>> = OnceLock::new();
        let all = if P::SIDE == 3 { &OF_THREE } else { &OF_FOUR };
        all.get_or_init(|| symmetries(P::SIDE))
    }

    /// The image of a set of cells.
    #[inline]
    fn of_cells(&self, cells: u16) -> u16 {
        let [low, high] = cells.to_le_bytes().map(usize::from);
        self.of_bytes[0][low] | self.of_bytes[1][high]
    }

    /// The image of a cell. Cells are numbered row by row from 0.
    pub fn of_cell(&self, cell: u32) -> u32 {
        self.of_cells(1 << cell).trailing_zeros()
    }

    /// The cell whose image is this cell.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn back(&self, cell: u32) -> u32 {
        let mut cells = 0..16;
        let found = cells.find(|&other| self.of_cell(other) == cell);
        found.expect("no such cell")
    }

    /// From the image of each cell.
    fn new(image: &[u32]) -> Self {
        let of_byte = |first: u32, byte: u16| {
            let cells = (0..8).filter(|cell| byte >> cell & 1 == 1);
            let images = cells.filter_map(|cell| image.get((first + cell) as usize));
            images.fold(0, |set, image| set | 1 << image)
        };
        let of_bytes = [0, 8].map(|first| (0..256).map(|byte| of_byte(first, byte)).collect());
        Symmetry { of_bytes }
    }

    /// The image of a position, which is legal as well.
    #[expect(clippy::missing_panics_doc, reason = "lines stay lines")]
    pub fn of_position<P: Problem>(&self, position: Position<P>) -> Position<P> {
        P::position(self.of_cells(position.x()), self.of_cells(position.o()))
            .expect("lines stay lines")
    }
}

/// Whether the position has the smallest index of its symmetry class. Exactly one position of each class does.
///
/// Symmetries keep the number of stones. Among positions with equally many stones the index grows with the mask of `x`,
/// then with that of `o`. So this compares masks: there are millions of positions, and computing an index is slow.
pub fn is_first_of_its_class<P: Problem>(position: Position<P>) -> bool {
    let (x, o) = (position.x(), position.o());
    Symmetry::all::<P>().iter().all(|symmetry| {
        let image_of_x = symmetry.of_cells(x);
        image_of_x > x || image_of_x == x && symmetry.of_cells(o) >= o
    })
}

fn symmetries(side: u32) -> Vec<Symmetry> {
    let last = side - 1;
    let mut symmetries = Vec::new();
    for row in permutations(side) {
        if (0..side).any(|n| row[(last - n) as usize] != last - row[n as usize]) {
            continue;
        }
        for (mirrored, transposed) in [(false, false), (false, true), (true, false), (true, true)] {
            let image = (0..side * side).map(|cell| {
                let (r, c) = (row[(cell / side) as usize], row[(cell % side) as usize]);
                let c = if mirrored { last - c } else { c };
                if transposed {
                    c * side + r
                } else {
                    r * side + c
                }
            });
            symmetries.push(Symmetry::new(&image.collect::<Vec<_>>()));
        }
    }
    symmetries
}

/// All permutations of the numbers below `n`, in lexicographic order.
fn permutations(n: u32) -> Vec<Vec<u32>> {
    (0..n).fold(vec![Vec::new()], |begun, _| {
        let longer = begun.iter().flat_map(|begun| {
            let rest = (0..n).filter(|next| !begun.contains(next));
            rest.map(|next| [&begun[..], &[next]].concat())
        });
        longer.collect()
    })
}
