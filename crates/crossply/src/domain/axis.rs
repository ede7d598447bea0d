//! Axes: inputs in the order of their values, divided into cells, for a map of a domain.
//!
//! The index of an input says how simple it is: 0, -1, 1, -2. On an axis, -2 comes first. The place of an input on its
//! axis is its rank. A run counts whole ranges of indices, so an axis assigns a range to cells without a look at each
//! index.

use std::ops::Range;

use super::Domain;
use super::range::Zigzag;
use crate::cut::cut;
use crate::feature::Path;

/// The most cells of an axis.
pub(crate) const MAX_CELLS: usize = 64;

/// The most characters of a label. A longer one would leave a map no room.
const MAX_LABEL: usize = 20;

/// The most axes of a domain. A combination of more parts has a single axis.
pub(crate) const MAX_AXES: usize = 4;

/// The inputs of a domain, or of a part of it, in the order of their values.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Axis {
    /// The part of the input. Empty for a whole domain.
    pub(crate) path: Path,
    pub(crate) len: u128,
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
    Floats { bits: u32, exponent_bits: u32 },
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
            order,
            bounds,
            labels: Vec::new(),
        };
        axis.label(domain);
        axis
    }

    /// Labels the ends of cells with inputs of this domain.
    pub(super) fn label<D: Domain + ?Sized>(&mut self, domain: &D) {
        self.labels.clear();
        for cell in self.bounds.windows(2) {
            self.labels.push([cell[0], cell[1] - 1].map(|rank| {
                let input = domain.input(self.order.index(rank));
                cut(domain.show(&input), MAX_LABEL)
            }));
        }
    }

    /// The number of cells.
    pub(crate) fn cells(&self) -> usize {
        self.bounds.len() - 1
    }

    /// The cell of the input at this index.
    pub(crate) fn cell(&self, index: u128) -> usize {
        self.cell_of_rank(self.order.rank(index))
    }

    fn cell_of_rank(&self, rank: u128) -> usize {
        self.bounds.partition_point(|bound| *bound <= rank) - 1
    }

    /// The number of inputs in a cell.
    pub(crate) fn size(&self, cell: usize) -> u128 {
        self.bounds[cell + 1] - self.bounds[cell]
    }

    /// Calls `add` with cells, and with how many of the inputs at these indices are in the cell.
    pub(crate) fn count(&self, indices: Range<u128>, mut add: impl FnMut(usize, u128)) {
        match self.order {
            Order::Index => self.count_ranks(indices, &mut add),
            Order::Zigzag(zigzag) => {
                // Inputs before an index have consecutive ranks, so a range of indices has two ranges of ranks.
                let inner = zigzag.ranks_before(indices.start);
                let outer = zigzag.ranks_before(indices.end);
                self.count_ranks(outer.start..inner.start, &mut add);
                self.count_ranks(inner.end..outer.end, &mut add);
            }
            Order::Floats { exponent_bits, .. } => {
                // The last bits of an index are the sign and the exponent. A period of indices has each pair of these once,
                // and so the same share of each cell.
                let period = 2_u128 << exponent_bits;
                let mut index = indices.start;
                while index < indices.end {
                    let periods = (indices.end - index) / period;
                    if index.is_multiple_of(period) && periods > 0 {
                        for cell in 0..self.cells() {
                            add(cell, periods * period / self.cells() as u128);
                        }
                        index += periods * period;
                    } else {
                        add(self.cell(index), 1);
                        index += 1;
                    }
                }
            }
        }
    }

    fn count_ranks(&self, ranks: Range<u128>, add: &mut impl FnMut(usize, u128)) {
        let mut start = ranks.start;
        while start < ranks.end {
            let cell = self.cell_of_rank(start);
            let end = self.bounds[cell + 1].min(ranks.end);
            add(cell, end - start);
            start = end;
        }
    }
}

impl Order {
    fn rank(self, index: u128) -> u128 {
        match self {
            Order::Index => index,
            Order::Zigzag(zigzag) => (zigzag.value(index) - zigzag.least) as u128,
            Order::Floats { bits, .. } => {
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
            Order::Floats { bits, .. } => {
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
    use super::super::{Domain, all, given, of, range, words};
    use super::*;

    #[test]
    fn a_range_is_counted_like_its_inputs_one_by_one() {
        let orders = [
            range(-3..=40_i64).axes(),
            range(-900..=7_i64).axes(),
            range(5..=300_i64).axes(),
            range(-300..=-100_i64).axes(),
            all::<char>().axes(),
            all::<u16>().axes(),
            all::<i16>().axes(),
            words("ab", 0..=9).axes(),
            given([3, 4, 5]).axes(),
            all::<f32>().axes(),
            of([all::<bool>(), all::<bool>()]).axes(),
        ];
        for axis in orders.iter().flatten() {
            assert!(axis.cells() <= MAX_CELLS);
            let len = axis.len.min(5000);
            for (start, end) in [(0, len), (1, 2), (len / 3, len / 2), (len / 2, len)] {
                let mut counted = vec![0; axis.cells()];
                let mut expected = vec![0; axis.cells()];
                axis.count(start..end, |cell, count| counted[cell] += count);
                (start..end).for_each(|index| expected[axis.cell(index)] += 1);
                assert_eq!(counted, expected, "{axis:?} from {start} to {end}");
            }
            for rank in 0..len {
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
}
