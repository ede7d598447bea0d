//! POJ 1568, "Find the Winning Move": four in a row on a 4x4 board.
//!
//! Two players place stones in turn. The first to fill a row, a column or a diagonal wins. In a legal position, each
//! side has placed at least two stones, neither has won, and `x` is to move. The question: which is the first cell, row
//! by row, from which `x` forces a win? The length of the win does not matter.

mod solvers;

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::{Domain, Entry, JudgeLimits, Poj1568, Problem, TextFormat};

impl Problem for Poj1568 {
    const SUMMARY: &'static str = "4x4, four in a row: the first cell from which x forces a win";
    const STONES: RangeInclusive<u32> = 2..=7;
    const O_MAY_HAVE_WON: bool = false;

    const SOLVERS: &'static [Entry<Self>] = &solvers::SOLVERS;
    const FAST: &'static Entry<Self> = &solvers::FAST;

    const FORMAT: TextFormat = TextFormat::Marked;
    const LIMITS: JudgeLimits = JudgeLimits {
        time: Duration::from_secs(3),
        memory: 32 << 20,
        boards: None,
    };
    const SAMPLES: &'static [(&'static str, &'static str)] = &[
        ("..../.xo./.ox./....", "#####"),
        ("o.../.ox./.xxx/xooo", "(0,1)"),
    ];
    const KILLING: &'static str = include_str!("killing.txt");
    const RECORDED: &'static [(u32, u64, &'static str)] = &[
        (2, 270_304, "7dd5a34092d059bc"),
        (4, 1_415_400, "05a4cc78e79fa773"),
        (6, 1_908_592, "7bcb20830ebbf6aa"),
        (8, 891_026, "d9cccbdea831f0aa"),
        (10, 160_160, "6da85024b6575b33"),
        (12, 10_920, "f0ffe4e1cfb69fa5"),
    ];

    #[inline]
    fn domain() -> &'static Domain<Self> {
        static DOMAIN: Domain<Poj1568> = Domain::new();
        &DOMAIN
    }
}
