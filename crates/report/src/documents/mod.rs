//! The JSON that commands print with `--format json`, a file for each command.
//!
//! A document says everything that is known about a run, in plain data: pages, `JUnit`'s XML and Markdown take what
//! they say about a check from its document. Its field `format` is the version of its format. A version may gain
//! fields; it never loses one or changes the meaning of one. `crossply schema` prints what to expect.

pub mod check;
pub mod explain;
pub mod judge;
