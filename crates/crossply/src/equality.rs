//! When answers are the same. A run compares whole lists of them: one call for each answer would cost more than many
//! solvers do.

use std::slice;
use std::sync::Arc;

/// When answers are the same.
pub(crate) struct Equality<A> {
    lists: Arc<Lists<A>>,
    each: Arc<Each<A>>,
}

type Lists<A> = dyn Fn(&[A], &[A]) -> bool + Send + Sync;

type Each<A> = dyn Fn(&[A], &[A], &mut [bool]) + Send + Sync;

impl<A> Clone for Equality<A> {
    fn clone(&self) -> Self {
        Equality {
            lists: Arc::clone(&self.lists),
            each: Arc::clone(&self.each),
        }
    }
}

/// By `==`, which compares lists of many types at once.
impl<A: PartialEq + 'static> Default for Equality<A> {
    fn default() -> Self {
        let lists = Arc::new(|some: &[A], others: &[A]| some == others);
        Equality {
            lists,
            ..Equality::by(A::eq)
        }
    }
}

impl<A: 'static> Equality<A> {
    pub(crate) fn by(same: impl Fn(&A, &A) -> bool + Send + Sync + 'static) -> Self {
        let same = Arc::new(same);
        let same_in_lists = Arc::clone(&same);
        Equality {
            lists: Arc::new(move |some, others| {
                let mut pairs = some.iter().zip(others);
                some.len() == others.len() && pairs.all(|(a, b)| same_in_lists(a, b))
            }),
            each: Arc::new(move |some, others, agreed| {
                for ((a, b), agreed) in some.iter().zip(others).zip(agreed) {
                    *agreed &= same(a, b);
                }
            }),
        }
    }

    /// Whether two lists are the same.
    pub(crate) fn of_lists(&self, some: &[A], others: &[A]) -> bool {
        (self.lists)(some, others)
    }

    /// Whether two answers are the same.
    pub(crate) fn of(&self, one: &A, other: &A) -> bool {
        self.of_lists(slice::from_ref(one), slice::from_ref(other))
    }

    /// Leaves those rows agreed in which both lists are the same.
    pub(crate) fn of_each(&self, some: &[A], others: &[A], agreed: &mut [bool]) {
        (self.each)(some, others, agreed);
    }
}
