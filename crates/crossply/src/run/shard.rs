//! A shard: the part of a run that one of several machines carries out.

use std::fmt;
use std::str::FromStr;

/// The environment variable that selects a shard, as in `3/64`.
pub(crate) const SHARD_ENV: &str = "CROSSPLY_SHARD";

/// A shard of a run. It has every n-th block of the run, so that each shard has both slow and quick blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The number of the shard, from 0.
    number: u64,
    of: u64,
}

impl Shard {
    /// The only shard of an undivided run.
    pub const WHOLE: Self = Shard { number: 0, of: 1 };

    /// The number of the shard, from 0.
    pub(crate) fn number(self) -> u64 {
        self.number
    }

    /// All shards of the run.
    pub(crate) fn all(self) -> impl Iterator<Item = Self> {
        let of = self.of;
        (0..of).map(move |number| Shard { number, of })
    }

    /// The number in the whole run of the shard's `n`-th block. Both count from 0.
    pub(crate) fn block(self, n: u64) -> u64 {
        n.saturating_mul(self.of).saturating_add(self.number)
    }

    /// The number of the shard's blocks among the first `count` blocks of the run.
    pub(crate) fn blocks_below(self, count: u64) -> u64 {
        count.saturating_sub(self.number).div_ceil(self.of)
    }

    /// Whether the block with this number in the run belongs to this shard.
    pub(crate) fn has(self, block: u64) -> bool {
        block % self.of == self.number
    }
}

/// In the format that `from_str` parses: `1/4` is the first of four shards.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number + 1, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parsed = || {
            let (number, of) = text.split_once('/')?;
            let number = number.parse::<u64>().ok()?;
            let of = of.parse().ok()?;
            let number = number.checked_sub(1).filter(|number| *number < of)?;
            Some(Shard { number, of })
        };
        parsed().ok_or_else(|| format!("`{text}` is not a part such as 1/4, 2/4, 3/4 or 4/4"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_make_up_the_whole() {
        let part = |text: &str| text.parse::<Shard>().expect("a part");
        let parts = ["1/3", "2/3", "3/3"].map(part);
        let blocks = (0..10).flat_map(|n| parts.map(|part| part.block(n)));
        assert!(blocks.eq(0..30));
        assert_eq!(part("1/1"), Shard::WHOLE);
        assert_eq!(part("2/3").to_string(), "2/3");
    }
}
