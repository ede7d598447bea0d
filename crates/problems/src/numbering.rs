//! Numbers for all placements of equally many stones of both sides, with lines or without.
//!
//! This is the combinatorial number system: the rank of a set of `k` cells is the number of smaller masks with `k`
//! bits. The number of a placement combines the rank of `x`'s set among all cells with the rank of `o`'s set among the
//! cells that `x` leaves free. Placements with more stones come first. [`Domain`](crate::Domain) selects the legal
//! positions.

use std::ops::RangeInclusive;

use crate::line::all_cells;

/// The numbering for one board size and range of stones.
#[derive(Debug)]
pub(crate) struct Numbering {
    cells: u32,
    /// By stones, most first.
    classes: Vec<Class>,
    /// The rank of each mask among the masks with as many bits.
    rank: Vec<u16>,
    /// The masks with each number of bits, ascending.
    masks: Vec<Vec<u16>>,
}

/// All placements with one number of stones.
#[derive(Debug)]
struct Class {
    stones: u32,
    /// The number of the first placement.
    first: u64,
    /// The number of sets of `o` for one set of `x`.
    ways_for_o: u64,
}

impl Numbering {
    /// The numbering of boards with `side` rows and columns and a number of stones of each side in the range.
    pub(crate) fn new(side: u32, stones: RangeInclusive<u32>) -> Self {
        let cells = side * side;
        let mut masks = vec![Vec::new(); cells as usize + 1];
        let rank = (0..=all_cells(side))
            .map(|mask| {
                let same_size = &mut masks[mask.count_ones() as usize];
                same_size.push(mask);
                same_size.len() as u16 - 1
            })
            .collect();
        let mut numbering = Numbering {
            cells,
            classes: Vec::new(),
            rank,
            masks,
        };
        let mut first = 0;
        for stones in stones.rev() {
            let ways_for_o = numbering.o_ranks(stones).len() as u64;
            numbering.classes.push(Class {
                stones,
                first,
                ways_for_o,
            });
            first += numbering.masks[stones as usize].len() as u64 * ways_for_o;
        }
        numbering
    }

    /// The placement with this number, as the masks of `x` and `o`.
    pub(crate) fn placement(&self, number: u64) -> (u16, u16) {
        let class = self.class(number);
        let within = number - class.first;
        let masks = &self.masks[class.stones as usize];
        let x = masks[(within / class.ways_for_o) as usize];
        let o = masks[(within % class.ways_for_o) as usize];
        (x, self.expand(o, x))
    }

    /// The placements with these numbers. Faster than one by one where many share the same `x`.
    pub(crate) fn placements_at(
        &self,
        numbers: impl Iterator<Item = u64>,
    ) -> impl Iterator<Item = (u16, u16)> {
        // The numbers of the placements with the last `x`.
        let mut known = 0..0;
        let (mut x, mut halves) = (0, Halves::new(0));
        let mut o_masks: &[u16] = &[];
        numbers.map(move |number| {
            if !known.contains(&number) {
                let class = self.class(number);
                let x_rank = (number - class.first) / class.ways_for_o;
                let first = class.first + x_rank * class.ways_for_o;
                known = first..first + class.ways_for_o;
                o_masks = &self.masks[class.stones as usize];
                x = o_masks[x_rank as usize];
                halves = Halves::new(x);
            }
            (x, halves.expand(o_masks[(number - known.start) as usize]))
        })
    }

    /// The number of the placement: the inverse of [`placement`](Self::placement).
    pub(crate) fn number(&self, x: u16, o: u16) -> u64 {
        let stones = x.count_ones();
        let class = self
            .classes
            .iter()
            .find(|class| class.stones == stones)
            .expect("a number of stones in range");
        let x_rank = u64::from(self.rank[x as usize]);
        let o_rank = u64::from(self.rank[compress(o, x) as usize]);
        class.first + x_rank * class.ways_for_o + o_rank
    }

    /// All placements in the order of their numbers.
    pub(crate) fn placements(&self) -> impl Iterator<Item = (u16, u16)> {
        self.classes.iter().flat_map(move |class| {
            self.masks[class.stones as usize]
                .iter()
                .flat_map(move |&x| {
                    let halves = Halves::new(x);
                    self.o_ranks(class.stones)
                        .iter()
                        .map(move |&o| (x, halves.expand(o)))
                })
        })
    }

    /// The number of the first placement with this many stones of each side.
    pub(crate) fn first_with(&self, stones: u32) -> u64 {
        self.classes
            .iter()
            .find(|class| class.stones == stones)
            .expect("a number of stones in range")
            .first
    }

    #[inline]
    fn class(&self, number: u64) -> &Class {
        let mut classes = self.classes.iter();
        let class = classes.rfind(|class| class.first <= number);
        class.expect("the first class begins at 0")
    }

    /// The ranks of the sets of `o` among the cells that `x` leaves free.
    fn o_ranks(&self, stones: u32) -> &[u16] {
        let free = self.cells - stones;
        let masks = &self.masks[stones as usize];
        &masks[..masks.partition_point(|&mask| u32::from(mask) < 1 << free)]
    }

    /// Moves the bits of `packed` to the cells not in `taken`, in order.
    #[inline]
    fn expand(&self, packed: u16, taken: u16) -> u16 {
        let mut free = !taken;
        let mut expanded = 0;
        for index in 0..self.cells - taken.count_ones() {
            expanded |= (free & free.wrapping_neg()) * (packed >> index & 1);
            free &= free - 1;
        }
        expanded
    }
}

/// [`Numbering::expand`] for one `taken` and many `packed`, by tables for the low and the high seven cells of the
/// packed set. Fourteen are enough: both sides have two stones, or the board has nine cells.
struct Halves {
    low: [u16; 128],
    high: [u16; 128],
}

impl Halves {
    fn new(taken: u16) -> Self {
        let mut free = !taken;
        let mut table = || {
            let mut table = [0; 128];
            for index in 0..7 {
                let cell = free & free.wrapping_neg();
                free ^= cell;
                for packed in 0..1 << index {
                    table[packed | 1 << index] = table[packed] | cell;
                }
            }
            table
        };
        let low = table();
        let high = table();
        Halves { low, high }
    }

    #[inline]
    fn expand(&self, packed: u16) -> u16 {
        self.low[packed as usize % 128] | self.high[packed as usize / 128]
    }
}

/// The inverse of [`Numbering::expand`]: each bit moves down by the taken cells below it.
#[inline]
fn compress(expanded: u16, taken: u16) -> u16 {
    let mut rest = expanded;
    let mut packed = 0;
    while rest != 0 {
        let bit = rest & rest.wrapping_neg();
        packed |= bit >> (taken & (bit - 1)).count_ones();
        rest ^= bit;
    }
    packed
}
