//! The commands, with a file for each.

pub(crate) mod completions;
pub(crate) mod explain;
pub(crate) mod generate;
pub(crate) mod judge;
pub(crate) mod reference;
pub(crate) mod show;
pub(crate) mod solve;
