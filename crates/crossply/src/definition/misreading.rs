//! Misreadings: other functions, whose answers a wrong solver may give.
//!
//! A wrong program may answer as if a line of a table did not exist. Then no condition on the input says where it is
//! wrong, but the missing line says everything. A check names those that its authors can think of.

use crate::any_vec::AnyVec;

/// A misreading.
pub(crate) struct Misreading {
    /// What is said of it after "as if".
    pub(crate) words: String,
    pub(crate) applies: Applies,
    /// Makes a reader who has not been asked for anything.
    pub(crate) new: Box<dyn Fn() -> Reader + Send + Sync>,
}

/// Appends the answer of a misreading to the input in this row. Whether it did: it may have none.
pub(crate) type Reader = Box<dyn FnMut(&AnyVec, usize, &mut AnyVec) -> bool>;

/// For which inputs a misreading is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Applies {
    /// All answers are its answers. What it is asked for in between does not matter.
    Everywhere,
    /// All answers are its answers, and it remembers what it was asked for: all, in the same order.
    InOrder,
    /// The wrong answers are its answers.
    WhereWrong,
}

impl Misreading {
    /// Whether it is about all answers, and not only about wrong ones.
    pub(crate) fn is_everywhere(&self) -> bool {
        self.applies != Applies::WhereWrong
    }
}
