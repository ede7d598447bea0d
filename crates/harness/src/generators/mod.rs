//! Where positions come from. No generator knows what its positions are for.
//!
//! All of them rest on the numbered domain: a random position is a random index, and a simpler
//! position is one with a smaller index.

pub mod codec;
mod mutate;
mod uniform;

pub use codec::{BoardFromBytes, FromBytes};
pub use mutate::mutate;
pub use uniform::uniform;
