//! The symmetries of a board: the permutations of its cells that map lines to lines.
//!
//! Permute the rows, and permute the columns: rows stay rows, and columns stay columns. Diagonals stay diagonals if the
//! permutation of the rows commutes with reversal, and that of the columns is the same or its reversal. In addition,
//! rows and columns may be exchanged. On the 4x4 board, 8 permutations commute with reversal, which gives 8 x 2 x 2 =
//! 32 symmetries. 8 of them are rotations and reflections. The others exchange the inner with the outer rows and
//! columns, or the two inner ones. The 3x3 board has the 8 symmetries of a square. A test confirms that there are no
//! others.

use std::sync::OnceLock;

use crate::{Position, Problem};

/// A permutation of the cells that maps lines to lines.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Symmetry {
    /// The images of all sets of the first eight cells, and of all sets of the last eight.
    images_of_bytes: [Vec<u16>; 2],
}

impl Symmetry {
    /// All symmetries of the board of `P`: 8 or 32. The first is the identity.
    pub fn all<P: Problem>() -> &'static [Symmetry] {
        static OF_3X3: OnceLock<Vec<Symmetry>> = OnceLock::new();
        static OF_4X4: OnceLock<Vec<Symmetry>> = OnceLock::new();
        let symmetries = if P::ROWS == 3 { &OF_3X3 } else { &OF_4X4 };
        symmetries.get_or_init(|| compute_symmetries(P::ROWS))
    }

    /// The image of a set of cells.
    #[inline]
    fn image_of_cells(&self, cells: u16) -> u16 {
        let [low, high] = cells.to_le_bytes().map(usize::from);
        self.images_of_bytes[0][low] | self.images_of_bytes[1][high]
    }

    /// The image of a cell. Cells are numbered row by row from 0.
    pub fn image_of_cell(&self, cell: u32) -> u32 {
        self.image_of_cells(1 << cell).trailing_zeros()
    }

    /// The cell whose image is `image`.
    ///
    /// # Panics
    /// If the board has no cell `image`.
    pub fn preimage(&self, image: u32) -> u32 {
        let mut cells = 0..16;
        let preimage = cells.find(|&cell| self.image_of_cell(cell) == image);
        preimage.expect("no such cell")
    }

    /// Builds the tables from the image of each cell.
    fn new(image_of_cell: &[u32]) -> Self {
        let images_of_bytes = [0, 8].map(|first_cell| {
            (0..256)
                .map(|byte| image_of_byte(image_of_cell, first_cell, byte))
                .collect()
        });
        Symmetry { images_of_bytes }
    }

    /// The image of a position, which is legal as well.
    #[expect(clippy::missing_panics_doc, reason = "lines stay lines")]
    pub fn image<P: Problem>(&self, position: Position<P>) -> Position<P> {
        let x = self.image_of_cells(position.x());
        let o = self.image_of_cells(position.o());
        P::position(x, o).expect("lines stay lines")
    }
}

/// The image of a set of up to eight cells from the first one on.
fn image_of_byte(image_of_cell: &[u32], first_cell: u32, byte: u16) -> u16 {
    let bits = (0..8).filter(|bit| byte >> bit & 1 == 1);
    let images = bits.filter_map(|bit| image_of_cell.get((first_cell + bit) as usize));
    images.fold(0, |set, image| set | 1 << image)
}

/// Whether the position has the smallest index in its symmetry class.
///
/// Symmetries preserve the number of stones, and positions with equally many stones are ordered by the stones of `x`
/// and then of `o`, as numbers. So this compares these numbers, which is quicker than to compute indices.
pub fn is_first_of_its_class<P: Problem>(position: Position<P>) -> bool {
    let x = position.x();
    let o = position.o();
    Symmetry::all::<P>().iter().all(|symmetry| {
        let image_of_x = symmetry.image_of_cells(x);
        image_of_x > x || image_of_x == x && symmetry.image_of_cells(o) >= o
    })
}

fn compute_symmetries(rows: u32) -> Vec<Symmetry> {
    let last = rows - 1;
    let mut symmetries = Vec::new();
    for permuted in permutations(rows) {
        let commutes_with_reversal =
            (0..rows).all(|n| permuted[(last - n) as usize] == last - permuted[n as usize]);
        if !commutes_with_reversal {
            continue;
        }
        for (mirrored, transposed) in [(false, false), (false, true), (true, false), (true, true)] {
            let image_of_cell = (0..rows * rows).map(|cell| {
                let row = permuted[(cell / rows) as usize];
                let mut column = permuted[(cell % rows) as usize];
                if mirrored {
                    column = last - column;
                }
                if transposed {
                    column * rows + row
                } else {
                    row * rows + column
                }
            });
            symmetries.push(Symmetry::new(&image_of_cell.collect::<Vec<_>>()));
        }
    }
    symmetries
}

/// All permutations of the numbers below `n`, in lexicographic order.
fn permutations(n: u32) -> Vec<Vec<u32>> {
    (0..n).fold(vec![Vec::new()], |prefixes, _| {
        let longer_prefixes = prefixes.iter().flat_map(|prefix| {
            let rest = (0..n).filter(|next| !prefix.contains(next));
            rest.map(|next| [&prefix[..], &[next]].concat())
        });
        longer_prefixes.collect()
    })
}
