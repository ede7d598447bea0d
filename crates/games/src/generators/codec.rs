//! The decoder from a fuzzer's bytes to positions.
//!
//! Every byte string decodes to a legal position, so a fuzzer wastes no input. The drawing of a position decodes to
//! that position, so one can write a seed in an editor, and read a crash with `cat`.
//!
//! Each byte stands for a cell, in row-major order: `.` is empty, and `x`, `X`, `o` and `O` are stones. Any other byte
//! counts as its value modulo 3: 0 is empty, 1 is `x` and 2 is `o`. The decoder skips blanks, line ends and `/`, treats
//! missing cells as empty, and ignores bytes after the last cell.
//!
//! The decoder places the stones in this order, but leaves out stones that break a rule: a side has too many, or the
//! stone completes a line that no position may have. Then it removes the last stones of the side that has more, so that
//! the change of one byte affects few other stones.
//!
//! The committed corpora depend on all this. If the decoder changes, they may have to be rewritten.

use crossply_problems::{Board, Cell, Position, Problem, has_line};

/// Decodes a legal position.
#[expect(clippy::missing_panics_doc, reason = "the result is always legal")]
pub fn decode<P: Problem>(bytes: &[u8]) -> Position<P> {
    let mut x = 0_u16;
    let mut o = 0_u16;
    let meanings = bytes.iter().filter_map(|&byte| meaning(byte));
    for (cell, meaning) in (0..Board::<P>::CELLS).zip(meanings) {
        let (own, forbidden_line) = match meaning {
            Cell::X => (&mut x, true),
            Cell::O => (&mut o, !P::O_MAY_HAVE_WON),
            Cell::Empty => continue,
        };
        let with_stone = *own | 1 << cell;
        let is_allowed = with_stone.count_ones() <= *P::STONES.end();
        if is_allowed && !(forbidden_line && has_line(P::ROWS, with_stone)) {
            *own = with_stone;
        }
    }
    while x.count_ones() > o.count_ones() {
        x ^= 1 << x.ilog2();
    }
    while o.count_ones() > x.count_ones() {
        o ^= 1 << o.ilog2();
    }
    // With too few stones, neither side has a line, even after it gets two more.
    while x.count_ones() < *P::STONES.start() {
        x |= 1 << (x | o).trailing_ones();
        o |= 1 << (x | o).trailing_ones();
    }
    P::position(x, o).expect("the stones obey all rules")
}

/// What the byte says of the next cell. `None` if the decoder skips it.
fn meaning(byte: u8) -> Option<Cell> {
    match byte {
        b'\n' | b'\r' | b'\t' | b' ' | b'/' => None,
        b'.' => Some(Cell::Empty),
        b'x' | b'X' => Some(Cell::X),
        b'o' | b'O' => Some(Cell::O),
        other => Some([Cell::Empty, Cell::X, Cell::O][usize::from(other % 3)]),
    }
}

#[cfg(test)]
mod tests {
    use crossply_problems::{Ccf201803_4, Poj1568};
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn drawings_decode_to_their_positions() {
        assert_drawings_decode::<Ccf201803_4>();
        assert_drawings_decode::<Poj1568>();
    }

    /// Tests every position of the small domain, and one in a hundred of the large one.
    fn assert_drawings_decode<P: Problem>() {
        let domain = P::domain();
        let step = if P::ROWS == 3 { 1 } else { 101 };
        for index in (0..domain.len()).step_by(step) {
            let position = domain.position(index);
            assert_eq!(decode(position.notation().as_bytes()), position);
        }
    }

    #[test]
    fn stones_are_placed_unless_they_break_a_rule() {
        for (bytes, expected) in [
            (
                &b"....\r\n.xo.\r\n.ox.\r\n....\r\n"[..],
                "..../.xo./.ox./....",
            ),
            (b"xxoo", "xxoo/..../..../...."),
            // Other bytes count as their remainder.
            (&[0, 1, 2, 3, 4, 5], ".xo./xo../..../...."),
            (&[b'0', b'1', b'2', 252, 253, 254], ".xo./xo../..../...."),
            // The fourth x of the row is left out, and so is the fourth o, because there are three x.
            (b"xxxxoo.o.oo.", "xxx./oo.o/..../...."),
            (b"", "xoxo/..../..../...."),
        ] {
            assert_eq!(decode::<Poj1568>(bytes).notation(), expected, "{bytes:?}");
        }
        for (bytes, expected) in [
            (&b"OOOXXX"[..], "OO./XX./..."),
            (b"OOOXX.X", "OOO/XX./X.."),
            (b"", ".../.../..."),
        ] {
            assert_eq!(
                decode::<Ccf201803_4>(bytes).notation(),
                expected,
                "{bytes:?}"
            );
        }
    }

    /// Bytes of all kinds.
    fn bytes() -> impl Strategy<Value = Vec<u8>> {
        prop_oneof![
            any::<Vec<u8>>(),
            proptest::collection::vec(0..3_u8, 16),
            proptest::collection::vec(proptest::sample::select(b".xo\n".to_vec()), 0..24),
        ]
    }

    proptest! {
        #[test]
        fn every_byte_string_decodes_to_a_position(bytes in bytes()) {
            decode::<Poj1568>(&bytes);
            decode::<Ccf201803_4>(&bytes);
        }
    }
}
