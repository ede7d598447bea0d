//! Axes: inputs in the order of their values, cut into cells, for a map of a domain.
//!
//! The number of an input says how simple it is: 0, -1, 1, -2. On an axis -2 comes first. A run counts whole ranges of
//! numbers, so an axis knows into which cells such a range falls without looking at each number.

use std::ops::Range;

/// How many cells an axis has at most.
pub(crate) const MOST_CELLS: usize = 64;

/// How many parts of a combination have axes of their own. Of more parts the whole has one.
pub(crate) const MOST_AXES: usize = 4;

/// The inputs of a domain, or of a part of it, in the order of their values.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Axis {
    /// What the part is called; empty if it is the whole.
    pub(crate) name: String,
    pub(crate) len: u128,
    order: Order,
    /// The first rank of each cell, and the end of the last one.
    bounds: Vec<u128>,
    /// The inputs with the least and the greatest rank of each cell.
    pub(crate) ends: Vec<[String; 2]>,
}

/// Which rank the input with a number has.
#[derive(Clone, Copy, Debug)]
pub(super) enum Order {
    /// The number is the rank.
    Numbers,
    /// The first so many numbers take turns on both sides of a rank: it, the one before it, the one after it. The others go
    /// on upwards, or downwards.
    Turns { middle: u128, turns: u128, up: bool },
    /// Floats of so many bits, of which so many are exponent. The number has their bits in reverse.
    Floats { bits: u32, exponent: u32 },
}

impl Axis {
    /// An axis of so many inputs, which `shown` shows by their numbers, with cells of about the same size.
    pub(super) fn new(order: Order, len: u128, shown: impl Fn(u128) -> String) -> Self {
        Axis::with_sections(order, &[len], shown)
    }

    /// The same, whose cells do not lie across the ends of sections.
    pub(super) fn with_sections(
        order: Order,
        ends: &[u128],
        shown: impl Fn(u128) -> String,
    ) -> Self {
        let pieces = (MOST_CELLS / ends.len()).max(1) as u128;
        let (mut bounds, mut start) = (vec![0], 0);
        for &end in ends {
            let (size, pieces) = (end - start, pieces.min(end - start));
            for piece in 1..=pieces {
                // Without an overflow.
                bounds.push(start + size / pieces * piece + size % pieces * piece / pieces);
            }
            start = end;
        }
        let mut axis = Axis {
            name: String::new(),
            len: start,
            order,
            bounds,
            ends: Vec::new(),
        };
        axis.relabel(shown);
        axis
    }

    /// Has `shown` show the ends of cells.
    pub(super) fn relabel(&mut self, shown: impl Fn(u128) -> String) {
        let cells = self.bounds.windows(2);
        let ends =
            cells.map(|cell| [cell[0], cell[1] - 1].map(|rank| shown(self.order.number(rank))));
        self.ends = ends.collect();
    }

    pub(crate) fn cells(&self) -> usize {
        self.bounds.len() - 1
    }

    /// The cell of the input with this number.
    pub(crate) fn cell(&self, number: u128) -> usize {
        self.cell_of_rank(self.order.rank(number))
    }

    fn cell_of_rank(&self, rank: u128) -> usize {
        self.bounds.partition_point(|bound| *bound <= rank) - 1
    }

    /// How many inputs a cell has.
    pub(crate) fn size(&self, cell: usize) -> u128 {
        self.bounds[cell + 1] - self.bounds[cell]
    }

    /// Calls `add` with cells, and how many of the inputs with these numbers fall into each.
    pub(crate) fn count(&self, numbers: Range<u128>, mut add: impl FnMut(usize, u128)) {
        match self.order {
            Order::Numbers => self.count_ranks(numbers, &mut add),
            Order::Turns { .. } => {
                let [before, after] = [numbers.start, numbers.end].map(|end| self.order.first(end));
                self.count_ranks(after.start..before.start, &mut add);
                self.count_ranks(before.end..after.end, &mut add);
            }
            Order::Floats { exponent, .. } => {
                // Numbers that differ in their last bits only have all signs and exponents.
                let period = 2_u128 << exponent;
                let mut number = numbers.start;
                while number < numbers.end {
                    let periods = (numbers.end - number) / period;
                    if number.is_multiple_of(period) && periods > 0 {
                        let all = periods * period;
                        for cell in 0..self.cells() {
                            add(cell, all / self.cells() as u128);
                        }
                        number += all;
                    } else {
                        add(self.cell(number), 1);
                        number += 1;
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
    /// The ranks of so many first numbers, where these are a range.
    fn first(self, numbers: u128) -> Range<u128> {
        let Order::Turns { middle, turns, up } = self else {
            return 0..numbers;
        };
        let (both, rest) = (numbers.min(turns), numbers.saturating_sub(turns));
        let (start, end) = (middle - both / 2, middle + both.div_ceil(2));
        if up {
            start..end + rest
        } else {
            start - rest..end
        }
    }

    fn rank(self, number: u128) -> u128 {
        match self {
            Order::Numbers => number,
            Order::Turns { middle, turns, up } => {
                if number < turns && number.is_multiple_of(2) {
                    middle + number / 2
                } else if number < turns {
                    middle - number.div_ceil(2)
                } else if up {
                    // Of the turns, half were below the middle.
                    middle + number - turns / 2
                } else {
                    middle + turns.div_ceil(2) - 1 - number
                }
            }
            Order::Floats { bits, .. } => {
                let (float, sign) = (reversed(number, bits), 1 << (bits - 1));
                // The bits of negative floats ascend from zero downwards.
                if float >= sign {
                    2 * sign - 1 - float
                } else {
                    sign + float
                }
            }
        }
    }

    fn number(self, rank: u128) -> u128 {
        match self {
            Order::Numbers => rank,
            Order::Turns { middle, turns, up } => {
                let in_turns = self.first(turns);
                if in_turns.contains(&rank) {
                    if rank < middle {
                        2 * (middle - rank) - 1
                    } else {
                        2 * (rank - middle)
                    }
                } else if up {
                    turns + (rank - in_turns.end)
                } else {
                    turns + (in_turns.start - 1 - rank)
                }
            }
            Order::Floats { bits, .. } => {
                let sign = 1 << (bits - 1);
                let float = if rank < sign {
                    2 * sign - 1 - rank
                } else {
                    rank - sign
                };
                reversed(float, bits)
            }
        }
    }
}

fn reversed(number: u128, bits: u32) -> u128 {
    number.reverse_bits() >> (u128::BITS - bits)
}

#[cfg(test)]
mod tests {
    use super::super::{Domain, all, given, of, range, words};
    use super::*;

    /// Axes count as one who looks at each input.
    #[test]
    fn ranges_of_numbers_fall_into_the_cells_of_their_inputs() {
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
            assert!(axis.cells() <= MOST_CELLS);
            let len = axis.len.min(5000);
            for (start, end) in [(0, len), (1, 2), (len / 3, len / 2), (len / 2, len)] {
                let [mut counted, mut expected] = [(); 2].map(|()| vec![0; axis.cells()]);
                axis.count(start..end, |cell, count| counted[cell] += count);
                (start..end).for_each(|number| expected[axis.cell(number)] += 1);
                assert_eq!(counted, expected, "{axis:?} from {start} to {end}");
            }
            for rank in 0..len {
                assert_eq!(axis.order.rank(axis.order.number(rank)), rank, "{axis:?}");
            }
        }
    }

    #[test]
    fn inputs_stand_in_the_order_of_their_values() {
        let ends = |axes: Vec<Axis>| {
            let ends = &axes[0].ends;
            [&ends[0][0], &ends[0][1], &ends[ends.len() - 1][1]].map(String::to_owned)
        };
        assert_eq!(ends(all::<i8>().axes()), ["-128", "-125", "127"]);
        assert_eq!(ends(range(-2..=4).axes()), ["-2", "-2", "4"]);
        assert_eq!(ends(all::<f32>().axes()), ["NaN", "-2.658456e36", "NaN"]);
        assert_eq!(ends(words("ab", 0..=2).axes()), ["[]", "[]", "['b', 'b']"]);
    }
}
