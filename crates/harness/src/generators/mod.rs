//! Generators of positions. No generator knows what its positions are for.
//!
//! All build on the numbered domain: a random position is a random index, and a simpler position has a smaller index.

pub mod codec;
mod mutate;
mod uniform;

pub use codec::{BoardFromBytes, FromBytes};
pub use mutate::mutate;
pub use uniform::uniform;
