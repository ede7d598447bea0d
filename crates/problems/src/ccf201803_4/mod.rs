//! CCF 201803-4, "board evaluation": three in a row on a 3x3 board.
//!
//! Alice (`X`) and Bob (`O`) place stones in turn. The first to fill a row, a column or a diagonal wins, and scores one
//! more than the number of cells that are then empty. Bob's scores count as negative. A full board without a line
//! scores 0. In a legal position, Alice is to move, and Bob may have won already. The question: what is the score under
//! perfect play?

mod solvers;

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::{Ccf201803_4, Domain, Entry, JudgeLimits, Problem, TextFormat};

impl Problem for Ccf201803_4 {
    const SUMMARY: &'static str = "3x3, three in a row: the score under perfect play";
    const STONES: RangeInclusive<u32> = 0..=4;
    const O_MAY_HAVE_WON: bool = true;

    const SOLVERS: &'static [Entry<Self>] = &solvers::SOLVERS;
    const FAST: &'static Entry<Self> = &solvers::FAST;

    const FORMAT: TextFormat = TextFormat::Counted;
    const LIMITS: JudgeLimits = JudgeLimits {
        time: Duration::from_secs(1),
        memory: 256 << 20,
        boards: Some(5),
    };
    const SAMPLES: &'static [(&'static str, &'static str)] = &[
        ("XOX/OXO/...", "3"),
        ("OXX/.OX/..O", "-4"),
        (".../.../...", "0"),
    ];
    const KILLING: &'static str = include_str!("killing.txt");
    const RECORDED: &'static [(u32, u64, &'static str)] = &[
        (1, 390, "30eb6f5736b893ab"),
        (3, 1_520, "1ced64b0eced2b6c"),
        (5, 756, "e781f297cb629638"),
        (7, 72, "0c820afee0198ac4"),
        (9, 1, "a17a030c11fd347e"),
    ];

    #[inline]
    fn domain() -> &'static Domain<Self> {
        static DOMAIN: Domain<Ccf201803_4> = Domain::new();
        &DOMAIN
    }
}
