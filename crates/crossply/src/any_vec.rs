//! Type erasure: columns of values that hide their type.
//!
//! A check may have any types, but most of the library should be compiled once and not for each check. So inputs and
//! answers are in columns, and only the functions that define a check know the types.

use std::any::Any;
use std::fmt::Debug;

use crate::failure::Failure;

/// A value of a hidden type, which has `Debug`.
pub(crate) trait Item: Any + Debug {}

impl<T: Any + Debug> Item for T {}

impl dyn Item {
    /// The value, which must have this type.
    #[inline]
    pub(crate) fn get<T: 'static>(&self) -> &T {
        let any: &dyn Any = self;
        any.downcast_ref().expect(SAME_TYPE)
    }
}

/// [`CrossCheck`](crate::CrossCheck) ensures this by its type parameters.
const SAME_TYPE: &str = "all inputs of a check have one type, and all answers";

/// A solver's answer to an input, or its failure.
pub(crate) type Outcome<'a> = Result<&'a dyn Item, &'a Failure>;

/// A list of values of one type.
pub(crate) type AnyVec = Box<dyn List>;

/// A `Vec` whose type only it knows.
pub(crate) trait List: Any + Send {
    fn len(&self) -> usize;
    /// Keeps the first `len` values.
    fn truncate(&mut self, len: usize);
    /// Removes the value in this row.
    fn remove(&mut self, row: usize);
    /// The value in this row.
    fn item(&self, row: usize) -> &dyn Item;
}

impl<T: Item + Send> List for Vec<T> {
    fn len(&self) -> usize {
        self.len()
    }

    fn truncate(&mut self, len: usize) {
        self.truncate(len);
    }

    fn remove(&mut self, row: usize) {
        self.remove(row);
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
    /// The values, if they have this type.
    pub(crate) fn known<T: 'static>(&self) -> Option<&Vec<T>> {
        let any: &dyn Any = self;
        any.downcast_ref()
    }

    /// The values, which must have this type.
    pub(crate) fn values<T: 'static>(&self) -> &Vec<T> {
        self.known().expect(SAME_TYPE)
    }

    pub(crate) fn values_mut<T: 'static>(&mut self) -> &mut Vec<T> {
        let any: &mut dyn Any = self;
        any.downcast_mut().expect(SAME_TYPE)
    }
}
