//! Axes: inputs in the order of their values, divided into cells, for a map of a domain.
//!
//! The index of an input says how simple it is: 0, -1, 1, -2. On an axis, -2 comes first. The place of an input on its
//! axis is its rank.

use super::Domain;
use super::range::Zigzag;
use crate::cut::cut;
use crate::feature::Path;

/// The most cells of an axis.
pub(crate) const MAX_CELLS: usize = 64;

/// The most characters of a label. A longer one would leave a map no room.
const MAX_LABEL: usize = 20;

/// The inputs of a domain, or of a part of it, in the order of their values.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Axis {
    /// The part of the input. Empty for a whole domain.
    pub(crate) path: Path,
    pub(crate) len: u128,
    /// The number of consecutive inputs of the domain that have the same place on the axis.
    pub(super) stride: u128,
    order: Order,
    /// The first rank of each cell, and the end of the last cell.
    bounds: Vec<u128>,
    /// The first and the last input of each cell, as text.
    pub(crate) labels: Vec<[String; 2]>,
}

/// How the rank of an input follows from its index.
#[derive(Clone, Copy, Debug)]
pub(super) enum Order {
    /// The rank is the index.
    Index,
    /// The inputs are integers, simplest first.
    Zigzag(Zigzag),
    /// The inputs are floats, and an index has the bits of the float in reverse.
    Floats { bits: u32 },
}

impl Axis {
    /// An axis with cells of about the same size. No cell extends beyond the end of a section, and the last section ends
    /// with the domain.
    pub(super) fn new<D: Domain + ?Sized>(order: Order, section_ends: &[u128], domain: &D) -> Self {
        let cells_per_section = (MAX_CELLS / section_ends.len()).max(1) as u128;
        let mut bounds = vec![0];
        let mut start = 0;
        for &end in section_ends {
            let len = end - start;
            let cells = cells_per_section.min(len);
            for cell in 1..=cells {
                // This is `start + len * cell / cells`, whose product could overflow.
                bounds.push(start + len / cells * cell + len % cells * cell / cells);
            }
            start = end;
        }
        let mut axis = Axis {
            path: Path::default(),
            len: start,
            stride: 1,
            order,
            bounds,
            labels: Vec::new(),
        };
        axis.label(domain);
        axis
    }

    /// Labels the ends of cells with inputs of this domain.
    pub(super) fn label<D: Domain + ?Sized>(&mut self, domain: &D) {
        let cells = self.bounds.windows(2).map(|cell| {
            [cell[0], cell[1] - 1].map(|rank| {
                let input = domain.input(self.order.index(rank));
                cut(&domain.show(&input), MAX_LABEL)
            })
        });
        self.labels = cells.collect();
    }
}

/// The cell of the input of the domain at this index: of one axis, or of two axes in row-major order.
pub(crate) fn cell_of(axes: &[Axis], index: u128) -> usize {
    axes.iter().fold(0, |cell, axis| {
        let rank = axis.order.rank(index / axis.stride % axis.len);
        let own = axis.bounds.partition_point(|bound| *bound <= rank) - 1;
        cell * axis.labels.len() + own
    })
}

/// The number of inputs in each of these cells, if the domain has so many inputs.
pub(crate) fn sizes_of_cells(axes: &[Axis], len: u128) -> Vec<u64> {
    let shown: u128 = axes.iter().map(|axis| axis.len).product();
    let mut sizes = vec![len / shown];
    for axis in axes {
        let sizes_of_own = |size| {
            axis.bounds
                .windows(2)
                .map(move |cell| size * (cell[1] - cell[0]))
        };
        sizes = sizes.into_iter().flat_map(sizes_of_own).collect();
    }
    sizes.into_iter().map(|size| size as u64).collect()
}

impl Order {
    fn rank(self, index: u128) -> u128 {
        match self {
            Order::Index => index,
            Order::Zigzag(zigzag) => (zigzag.value(index) - zigzag.least) as u128,
            Order::Floats { bits } => {
                let float = reverse_bits(index, bits);
                float ^ flipped_bits(bits, float >> (bits - 1) == 1)
            }
        }
    }

    /// The inverse of `rank`.
    fn index(self, rank: u128) -> u128 {
        match self {
            Order::Index => rank,
            Order::Zigzag(zigzag) => zigzag.index(zigzag.least + rank as i128),
            Order::Floats { bits } => {
                reverse_bits(rank ^ flipped_bits(bits, rank >> (bits - 1) == 0), bits)
            }
        }
    }
}

/// Which bits of a float to flip so that floats are in the order of their bits: the sign, and all others of a negative
/// float, whose bits descend while the float ascends.
fn flipped_bits(bits: u32, is_negative: bool) -> u128 {
    let sign = 1 << (bits - 1);
    if is_negative { 2 * sign - 1 } else { sign }
}

fn reverse_bits(number: u128, bits: u32) -> u128 {
    number.reverse_bits() >> (u128::BITS - bits)
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

    use super::super::{Domain, all, given, of, range, words};
    use super::*;

    #[test]
    fn each_rank_has_an_index() {
        let axes = [
            range(-3..=40_i64).axes(),
            range(-900..=7_i64).axes(),
            range(5..=300_i64).axes(),
            all::<f32>().axes(),
        ];
        for axis in axes.iter().flatten() {
            assert!(axis.labels.len() <= MAX_CELLS);
            for rank in 0..axis.len.min(5000) {
                assert_eq!(axis.order.rank(axis.order.index(rank)), rank, "{axis:?}");
            }
        }
    }

    #[test]
    fn cells_are_in_the_order_of_values() {
        let ends = |axes: Vec<Axis>| {
            let labels = &axes[0].labels;
            [&labels[0][0], &labels[0][1], &labels[labels.len() - 1][1]].map(String::to_owned)
        };
        assert_eq!(ends(all::<i8>().axes()), ["-128", "-125", "127"]);
        assert_eq!(ends(range(-2..=4).axes()), ["-2", "-2", "4"]);
        assert_eq!(ends(all::<f32>().axes()), ["NaN", "-2.658456e36", "NaN"]);
        assert_eq!(ends(words("ab", 0..=2).axes()), ["[]", "[]", "['b', 'b']"]);
    }

    /// As many as it should, and among them, if there is one axis, those that it is labelled with.
    #[test]
    fn each_cell_has_its_inputs() {
        fn assert_cells<D: Domain>(inputs: &D) {
            let axes = inputs.axes();
            let sizes = sizes_of_cells(&axes, inputs.len());
            let mut cells = vec![Vec::new(); sizes.len()];
            for index in 0..inputs.len() {
                let shown = cut(&inputs.show(&inputs.input(index)), MAX_LABEL);
                cells[cell_of(&axes, index)].push(shown);
            }
            assert!(cells.iter().map(|cell| cell.len() as u64).eq(sizes));
            if let [axis] = &axes[..] {
                for (ends, cell) in axis.labels.iter().zip(&cells) {
                    assert!(ends.iter().all(|end| end.chars().count() <= 20), "{ends:?}");
                    assert!(ends.iter().all(|end| cell.contains(end)), "{ends:?}");
                }
            }
        }
        assert_cells(&all::<i16>());
        assert_cells(&all::<Option<u8>>());
        assert_cells(&all::<NonZero<i8>>());
        assert_cells(&range(0..=9_u32).chain(range(500..=530)));
        assert_cells(&given(["x", "y", "z", "w"]));
        assert_cells(&words("ab", 0..=9));
        // Longer labels would leave a map no room.
        assert_cells(&range(0..100_u8).map(|n| format!("{n:0>30}")));
        assert_cells(&of((range(-3..=8), all::<i8>(), all::<bool>())));
        assert_cells(&of((of((range(0..=69),)), all::<[bool; 3]>())));
    }
}
