//! Strategies for proptest, which shrink towards simpler positions.
//!
//! A strategy draws a position by its index and shrinks the index. Boards with fewer empties have smaller indices, so
//! proptest ends with few empties.

use std::ops::RangeInclusive;

use crossply_problems::{Position, Problem};
use proptest::strategy::Strategy;

/// Any legal position.
pub fn position<P: Problem>() -> impl Strategy<Value = Position<P>> {
    position_with_empties(0..=Position::<P>::CELLS)
}

/// Any legal position with a number of empties in the range.
///
/// # Panics
/// If there is none.
pub fn position_with_empties<P: Problem>(
    empties: RangeInclusive<u32>,
) -> impl Strategy<Value = Position<P>> {
    let indices = P::domain().with_empties(empties.clone());
    assert!(!indices.is_empty(), "no position has {empties:?} empties");
    indices.prop_map(|index| P::domain().position(index))
}
