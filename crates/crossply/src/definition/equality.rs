//! Equality of answers. A run compares whole columns, because a call for each answer would cost more than many solvers do.

use std::sync::Arc;

use super::Answers;
use crate::any_vec::{AnyVec, Item, Outcome};

/// Type-erased equality of answers: of single answers, of whole columns, and row by row.
#[derive(Clone)]
pub(crate) struct Equality {
    items: Arc<Items>,
    columns: Arc<Columns>,
    rows: Arc<Rows>,
}

type Items = dyn Fn(&dyn Item, &dyn Item) -> bool + Send + Sync;

type Columns = dyn Fn(&AnyVec, &AnyVec) -> bool + Send + Sync;

type Rows = dyn Fn(&AnyVec, &AnyVec, &mut [bool]) + Send + Sync;

impl Equality {
    /// Equality by `==`, which is fast on whole columns for many types.
    pub(crate) fn by_eq<A: PartialEq + 'static>() -> Self {
        let by_one = Equality::by_or_eq(A::eq);
        let one_by_one = Arc::clone(&by_one.columns);
        Equality {
            columns: Arc::new(move |some, others| {
                some.values::<A>() == others.values::<A>() || one_by_one(some, others)
            }),
            ..by_one
        }
    }

    /// Equality by this function, except for answers that it does not consider equal to themselves, such as NaN. Two of these
    /// are compared by `==`. If each is unequal to itself by `==` too, they count as equal.
    pub(crate) fn by_or_eq<A: PartialEq + 'static>(
        equal: impl Fn(&A, &A) -> bool + Send + Sync + 'static,
    ) -> Self {
        Equality::by(move |a: &A, b: &A| {
            equal(a, b) || !equal(a, a) && !equal(b, b) && (a == b || A::ne(a, a) && A::ne(b, b))
        })
    }

    /// Equality by this function alone.
    pub(crate) fn by<A: 'static>(same: impl Fn(&A, &A) -> bool + Send + Sync + 'static) -> Self {
        let same = Arc::new(same);
        let [of_items, of_columns] = [Arc::clone(&same), Arc::clone(&same)];
        Equality {
            items: Arc::new(move |one, other| of_items(one.get(), other.get())),
            columns: Arc::new(move |some, others| {
                let (some, others) = (some.values(), others.values());
                let mut pairs = some.iter().zip(others);
                some.len() == others.len() && pairs.all(|(a, b)| of_columns(a, b))
            }),
            rows: Arc::new(move |some, others, agreed| {
                let pairs = some.values().iter().zip(others.values());
                for ((a, b), agreed) in pairs.zip(agreed) {
                    *agreed &= same(a, b);
                }
            }),
        }
    }

    /// Whether two columns are equal.
    pub(crate) fn of_columns(&self, some: &AnyVec, others: &AnyVec) -> bool {
        (self.columns)(some, others)
    }

    /// Clears the entries of `agreed` for the rows in which the outcomes are not the same answer.
    pub(crate) fn of_answers(&self, some: &Answers, others: &Answers, agreed: &mut [bool]) {
        if some.failures.is_empty() && others.failures.is_empty() {
            if !self.of_columns(&some.answered, &others.answered) {
                (self.rows)(&some.answered, &others.answered, agreed);
            }
            return;
        }
        for (row, agreed) in agreed.iter_mut().enumerate() {
            let [one, other] = [some, others].map(|answers| answers.outcome(row));
            *agreed &= one.is_ok() && self.of_outcomes(one, other);
        }
    }

    /// Whether two outcomes are equal: the same answers, or failures of the same kind.
    pub(crate) fn of_outcomes(&self, one: Outcome<'_>, other: Outcome<'_>) -> bool {
        match (one, other) {
            (Ok(one), Ok(other)) => (self.items)(one, other),
            (Err(one), Err(other)) => one.kind == other.kind,
            _ => false,
        }
    }
}

/// `f32` or `f64`, for comparing answers within a tolerance.
///
/// ```
/// use crossply::Float;
///
/// assert_eq!(1.0_f32.ulps(1.0_f32.next_up()), Some(1));
/// ```
pub trait Float: Copy + PartialEq + Into<f64> {
    /// The distance in units in the last place; `0.0` and `-0.0` are equal. `None` if one of them is not finite.
    ///
    /// ```
    /// use crossply::Float;
    ///
    /// assert_eq!((0.0_f64.ulps(-0.0), f64::MAX.ulps(f64::INFINITY)), (Some(0), None));
    /// assert_eq!(f32::from_bits(3).ulps(-f32::from_bits(2)), Some(5));
    /// ```
    fn ulps(self, other: Self) -> Option<u64>;
}

macro_rules! floats {
    ($($float:ident)*) => {$(
        impl Float for $float {
            fn ulps(self, other: Self) -> Option<u64> {
                // Without the sign, the bits are the distance from zero in units.
                                let rank = |x: $float| {
                    let size = i128::from(x.abs().to_bits());
                    if x.is_sign_negative() { -size } else { size }
                };
                let are_finite = self.is_finite() && other.is_finite();
                                are_finite.then(|| rank(self).abs_diff(rank(other)) as u64)
            }
        }
    )*};
}

floats!(f32 f64);
