//! The decoder from a fuzzer's bytes to positions.
//!
//! Every byte string decodes to a legal position, so a fuzzer wastes no input. The drawing of a position decodes to the
//! position: a person can write a seed with an editor and read a crash with `cat`.
//!
//! Each byte is a cell in row-major order: `.` is empty, `x` or `X` and `o` or `O` are stones, and any other byte
//! counts by its value modulo 3. The decoder skips blanks, line ends and `/`, treats missing cells as empty, and
//! ignores bytes after the last cell.
//!
//! The decoder places the stones in this order and leaves out each one that breaks the rules: a stone beyond its side's
//! maximum, or one that completes a line that no position has. Then it removes the last stones of the side that has more.
//! So changing a byte moves few other stones.
//!
//! Committed corpora depend on all this. A change that decodes a committed file differently needs a rewritten corpus.

use crossply_problems::{Board, Position, Problem};

/// Decodes a legal position.
#[expect(clippy::missing_panics_doc, reason = "it never panics")]
pub fn decode<P: Problem>(bytes: &[u8]) -> Position<P> {
    let domain = P::domain();
    let (mut x, mut o) = (0_u16, 0_u16);
    for (cell, meaning) in cells::<P>(bytes) {
        let (own, forbidden_line) = match meaning {
            X => (&mut x, true),
            O => (&mut o, !P::O_MAY_HAVE_WON),
            _ => continue,
        };
        let more = *own | 1 << cell;
        let allowed = more.count_ones() <= *P::STONES.end();
        if allowed && !(forbidden_line && domain.has_line(more)) {
            *own = more;
        }
    }
    while x.count_ones() > o.count_ones() {
        x ^= 1 << x.ilog2();
    }
    while o.count_ones() > x.count_ones() {
        o ^= 1 << o.ilog2();
    }
    // A position with too few stones has no line, nor does it with two more of each side.
    while x.count_ones() < *P::STONES.start() {
        x |= 1 << (x | o).trailing_ones();
        o |= 1 << (x | o).trailing_ones();
    }
    P::position(x, o).expect("the stones keep all rules")
}

/// The meaning of a byte that the decoder skips. The other meanings are a cell that is empty or holds a stone.
const NOTHING: u8 = 3;
const X: u8 = 1;
const O: u8 = 2;

/// The meaning of a byte.
fn meaning(byte: u8) -> u8 {
    match byte {
        b'\n' | b'\r' | b'\t' | b' ' | b'/' => NOTHING,
        b'.' => 0,
        b'x' | b'X' => X,
        b'o' | b'O' => O,
        other => other % 3,
    }
}

/// The cells that the bytes give, with their meanings.
fn cells<P: Problem>(bytes: &[u8]) -> impl Iterator<Item = (u32, u8)> {
    let meanings = bytes.iter().copied().map(meaning);
    (0..Board::<P>::CELLS).zip(meanings.filter(|&meaning| meaning != NOTHING))
}

#[cfg(test)]
mod tests {
    use crossply_problems::{Ccf201803_4, Poj1568};
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_position_has_a_byte_string() {
        every_position_is_reached::<Ccf201803_4>();
        every_position_is_reached::<Poj1568>();
    }

    /// Of the larger board one position in a hundred.
    fn every_position_is_reached<P: Problem>() {
        let domain = P::domain();
        let step = if P::SIDE == 3 { 1 } else { 101 };
        for index in (0..domain.len()).step_by(step) {
            let position = domain.position(index);
            assert_eq!(decode(position.notation().as_bytes()), position);
        }
    }

    #[test]
    fn stones_that_break_no_rule_are_placed() {
        for (bytes, expected) in [
            (
                &b"....\r\n.xo.\r\n.ox.\r\n....\r\n"[..],
                "..../.xo./.ox./....",
            ),
            (b"xxoo", "xxoo/..../..../...."),
            // Other bytes mean their remainder.
            (&[0, 1, 2, 3, 4, 5], ".xo./xo../..../...."),
            (&[b'0', b'1', b'2', 252, 253, 254], ".xo./xo../..../...."),
            // The fourth x of the row; then an o, because there are only three x.
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

    /// Bytes of all kinds, not only drawings.
    fn bytes() -> impl Strategy<Value = Vec<u8>> {
        prop_oneof![
            any::<Vec<u8>>(),
            proptest::collection::vec(0..3_u8, 16),
            proptest::collection::vec(proptest::sample::select(b".xo\n".to_vec()), 0..24),
        ]
    }

    proptest! {
        #[test]
        fn every_byte_string_means_a_position(bytes in bytes()) {
            decode::<Poj1568>(&bytes);
            decode::<Ccf201803_4>(&bytes);
        }
    }
}
