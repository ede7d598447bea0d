//! Type-erased columns of values.
//!
//! The inputs and answers of a check may be of any type, but most of the library should be compiled once, and not once for
//! each check. So inputs and answers are kept in type-erased columns, and only the functions that define a check have the
//! types.

use std::any::Any;
use std::fmt::Debug;

use crate::failure::Failure;

/// A value of an erased type that implements `Debug`.
pub(crate) trait Item: Any + Debug {}

impl<T: Any + Debug> Item for T {}

impl dyn Item {
    /// The value as a `T`. Panics if it has another type.
    #[inline]
    pub(crate) fn get<T: 'static>(&self) -> &T {
        let any: &dyn Any = self;
        any.downcast_ref().expect(SAME_TYPE)
    }
}

/// Why a downcast cannot fail: the type parameters of [`CrossCheck`](crate::CrossCheck) guarantee it.
const SAME_TYPE: &str = "all inputs of a check have the same type, and so do all answers";

/// A solver's answer to an input, or its failure.
pub(crate) type Outcome<'a> = Result<&'a dyn Item, &'a Failure>;

/// A column of values of the same type.
pub(crate) type AnyVec = Box<dyn List>;

/// Implemented by `Vec<T>`, with `T` erased.
pub(crate) trait List: Any + Send {
    fn len(&self) -> usize;
    /// Keeps the first `len` values.
    fn truncate(&mut self, len: usize);
    /// Removes the values from this row on, and returns them.
    fn split_off(&mut self, row: usize) -> AnyVec;
    /// Removes the value in this row.
    fn remove(&mut self, row: usize);
    /// The value in this row.
    fn item(&self, row: usize) -> &dyn Item;
}

impl<T: Item + Send> List for Vec<T> {
    fn len(&self) -> usize {
        Vec::len(self)
    }

    fn truncate(&mut self, len: usize) {
        Vec::truncate(self, len);
    }

    fn split_off(&mut self, row: usize) -> AnyVec {
        Vec::split_off(self, row).into()
    }

    fn remove(&mut self, row: usize) {
        Vec::remove(self, row);
    }

    fn item(&self, row: usize) -> &dyn Item {
        &self[row]
    }
}

impl<T: Item + Send> From<Vec<T>> for AnyVec {
    fn from(values: Vec<T>) -> Self {
        Box::new(values)
    }
}

impl dyn List {
    /// The values as a `Vec<T>`, or `None` if they have another type.
    pub(crate) fn known<T: 'static>(&self) -> Option<&Vec<T>> {
        let any: &dyn Any = self;
        any.downcast_ref()
    }

    /// The values as a `Vec<T>`. Panics if they have another type.
    pub(crate) fn values<T: 'static>(&self) -> &Vec<T> {
        self.known().expect(SAME_TYPE)
    }

    pub(crate) fn values_mut<T: 'static>(&mut self) -> &mut Vec<T> {
        let any: &mut dyn Any = self;
        any.downcast_mut().expect(SAME_TYPE)
    }
}
