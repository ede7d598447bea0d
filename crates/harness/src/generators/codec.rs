//! Bytes to legal positions and back: what a fuzzer's input means.
//!
//! Every byte string means a position, so that no input of a fuzzer is wasted; every position has
//! a byte string; and a byte string is readable: the board as drawn. So a person can write a seed
//! with an editor and read a crash with `cat`.
//!
//! Each byte is a cell in row-major order: `.` is empty, `x` or `X` and `o` or `O` are stones, and
//! any other byte counts by its value modulo 3. Blanks, line ends and `/` are skipped, and cells
//! that are missing are empty. What comes out is often not legal, and is then mended, last cells
//! first, by as few stones as the rules below need. A legal board needs none, and stays as it is.

use std::fmt;

use arbitrary::{Arbitrary, Unstructured};
use crossply_problems::{Illegal, Position, Problem};

/// The position that a byte string means.
#[must_use]
pub fn decode<P: Problem>(bytes: &[u8]) -> Position<P> {
    let (mut x, mut o) = (0, 0);
    let cells = bytes.iter().filter(|byte| !b"\n\r\t /".contains(byte));
    for (cell, byte) in (0..Position::<P>::CELLS).zip(cells) {
        match byte {
            b'.' => {}
            b'x' | b'X' => x |= 1 << cell,
            b'o' | b'O' => o |= 1 << cell,
            other => match other % 3 {
                0 => {}
                1 => x |= 1 << cell,
                _ => o |= 1 << cell,
            },
        }
    }
    mend(x, o)
}

/// The byte string of a position: the board as drawn, with a line end after each row.
#[must_use]
pub fn encode<P: Problem>(position: Position<P>) -> Vec<u8> {
    format!("{position}\n").into_bytes()
}

/// A position made from a fuzzer's input by [`decode`]. `Debug` draws it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct FromBytes<P>(pub Position<P>);

impl<P: Problem> fmt::Debug for FromBytes<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#?}", self.0)
    }
}

impl<'a, P: Problem> Arbitrary<'a> for FromBytes<P> {
    fn arbitrary(input: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let bytes = input.bytes(input.len())?;
        Ok(FromBytes(decode(bytes)))
    }

    fn arbitrary_take_rest(input: Unstructured<'a>) -> arbitrary::Result<Self> {
        Ok(FromBytes(decode(input.take_rest())))
    }
}

/// Takes stones away, or adds some, until the position is legal.
///
/// Ends, because stones are added only to boards with so few that no line is possible.
fn mend<P: Problem>(mut x: u16, mut o: u16) -> Position<P> {
    loop {
        match Position::new(x, o) {
            Ok(position) => return position,
            Err(Illegal::UnequalCounts { x: of_x, o: of_o }) if of_x > of_o => x = without_last(x),
            Err(Illegal::UnequalCounts { .. }) => o = without_last(o),
            Err(Illegal::TooFewStones { .. }) => {
                x |= first_free(x | o);
                o |= first_free(x | o);
            }
            Err(Illegal::Full | Illegal::LinePresent { .. }) => {
                x = without_last(x);
                o = without_last(o);
            }
            Err(illegal @ (Illegal::OutsideBoard | Illegal::Overlap)) => {
                unreachable!("each cell is decoded once: {illegal}")
            }
        }
    }
}

fn without_last(stones: u16) -> u16 {
    stones & !(1 << stones.ilog2())
}

fn first_free(taken: u16) -> u16 {
    !taken & taken.wrapping_add(1)
}

#[cfg(test)]
mod tests {
    use crossply_problems::{Ccf201803_4, Poj1568};
    use proptest::prelude::*;

    use super::*;
    use crate::generators::position;

    #[test]
    fn every_position_of_ccf201803_4_has_a_byte_string() {
        let domain = Ccf201803_4::domain();
        for position in domain.positions(0..domain.len()) {
            assert_eq!(decode(&encode(position)), position);
        }
    }

    #[test]
    fn seeds_can_be_written_by_hand() {
        let position = decode::<Poj1568>(b"....\r\n.xo.\r\n.ox.\r\n....\r\n");
        assert_eq!(position.notation(), "..../.xo./.ox./....");
        assert_eq!(decode::<Poj1568>(b"xxoo").notation(), "xxoo/..../..../....");
    }

    proptest! {
        #[test]
        fn a_position_of_poj1568_has_a_byte_string(position in position::<Poj1568>()) {
            prop_assert_eq!(decode(&encode(position)), position);
        }

        #[test]
        fn every_byte_string_means_a_position(
            bytes in prop_oneof![
                any::<Vec<u8>>(),
                proptest::collection::vec(0..3_u8, 16),
            ],
        ) {
            let of_poj1568: Position<Poj1568> = decode(&bytes);
            prop_assert_eq!(decode(&encode(of_poj1568)), of_poj1568);
            let of_ccf201803_4: Position<Ccf201803_4> = decode(&bytes);
            prop_assert_eq!(decode(&encode(of_ccf201803_4)), of_ccf201803_4);
        }
    }
}
