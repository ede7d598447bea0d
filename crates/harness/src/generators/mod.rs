//! Generators of positions. No generator knows what its positions are for.
//!
//! All build on the numbered domain: a random position is a random index, and a simpler position has a smaller index.

pub mod codec;
mod mutate;
#[cfg(feature = "proptest")]
mod strategy;
mod uniform;

pub use codec::{BoardFromBytes, FromBytes};
pub use mutate::mutate;
#[cfg(feature = "proptest")]
pub use strategy::{position, position_with_empties};
pub use uniform::uniform;
