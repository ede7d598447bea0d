//! The commands, one file each: their arguments and what they print.

pub(crate) mod completions;
pub(crate) mod explain;
pub(crate) mod generate;
pub(crate) mod judge;
pub(crate) mod reference;
pub(crate) mod show;
pub(crate) mod solve;
