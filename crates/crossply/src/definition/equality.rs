//! Equality of answers. A run compares whole columns, because a call for each answer would cost more than many solvers do.

use std::any::{Any, TypeId};
use std::sync::Arc;

use super::Answers;
use crate::any_vec::{AnyVec, Item, Outcome};

/// Type-erased equality of answers: of single answers, of whole columns, and row by row.
#[derive(Clone)]
pub(crate) struct Equality {
    items: Arc<Items>,
    columns: Arc<Columns>,
    rows: Arc<RowByRow>,
    /// Whether two answers are the same if both are the same as a third.
    pub(crate) is_transitive: bool,
}

type Items = dyn Fn(&dyn Item, &dyn Item) -> bool + Send + Sync;

type Columns = dyn Fn(&AnyVec, &AnyVec) -> bool + Send + Sync;

type RowByRow = dyn Fn(&AnyVec, &AnyVec, &mut [bool]) + Send + Sync;

impl Equality {
    /// Equality by `==`, which is fast on whole columns for many types.
    pub(crate) fn by_eq<A: PartialEq + 'static>() -> Self {
        let by_one = Equality::by_or_eq(A::eq);
        let one_by_one = Arc::clone(&by_one.columns);
        Equality {
            columns: Arc::new(move |some, others| {
                some.values::<A>() == others.values::<A>() || one_by_one(some, others)
            }),
            is_transitive: true,
            ..by_one
        }
    }

    /// Equality by this function, except for answers that it does not consider equal to themselves, such as NaN. Two of these
    /// are compared by `==` or, if each is unequal to itself by `==` too, part by part.
    pub(crate) fn by_or_eq<A: PartialEq + 'static>(
        equal: impl Fn(&A, &A) -> bool + Send + Sync + 'static,
    ) -> Self {
        let by_parts = by_parts(TypeId::of::<A>());
        Equality::by(move |a: &A, b: &A| {
            if equal(a, b) {
                return true;
            }
            let are_odd = !equal(a, a) && !equal(b, b);
            are_odd && (a == b || by_parts.is_some_and(|same| same(a, b)))
        })
    }

    /// Equality by this function alone.
    fn by<A: 'static>(same: impl Fn(&A, &A) -> bool + Send + Sync + 'static) -> Self {
        let same = Arc::new(same);
        let [of_items, of_columns] = [Arc::clone(&same), Arc::clone(&same)];
        Equality {
            items: Arc::new(move |one, other| of_items(one.get(), other.get())),
            columns: Arc::new(move |some, others| {
                let mut pairs = some.values().iter().zip(others.values());
                some.len() == others.len() && pairs.all(|(a, b)| of_columns(a, b))
            }),
            rows: Arc::new(move |some, others, agreed| {
                let pairs = some.values().iter().zip(others.values());
                for ((a, b), agreed) in pairs.zip(agreed) {
                    *agreed &= same(a, b);
                }
            }),
            is_transitive: false,
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
            let one = some.outcome(row);
            let other = others.outcome(row);
            *agreed &= one.is_ok() && self.of_outcomes(one, other);
        }
    }

    /// Whether the outcome is an answer that is unequal to itself, so that nothing is known of two such answers.
    pub(crate) fn is_unsure_of(&self, outcome: Outcome<'_>) -> bool {
        !self.of_outcomes(outcome, outcome)
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

/// Whether two values of a type are the same.
type AreSame = fn(&dyn Any, &dyn Any) -> bool;

/// Compares the parts of answers of this type, if the library knows it. All NaNs are the same.
fn by_parts(answers: TypeId) -> Option<AreSame> {
    fn same<T: PartialEq>(a: &T, b: &T) -> bool {
        a == b || T::ne(a, a) && T::ne(b, b)
    }
    fn all<T: PartialEq>(some: &[T], others: &[T]) -> bool {
        some.len() == others.len() && some.iter().zip(others).all(|(a, b)| same(a, b))
    }
    macro_rules! types {
        ($($type:ty: $a:pat, $b:pat => $same:expr;)*) => {$(
            if answers == TypeId::of::<$type>() {
                return Some(|one, other| {
                    let both = (one.downcast_ref::<$type>(), other.downcast_ref::<$type>());
                    matches!(both, (Some($a), Some($b)) if $same)
                });
            }
        )*};
    }
    macro_rules! with {
        ($float:ident: $($part:ty)*) => { types! {
            $float: a, b => same(a, b);
            Option<$float>: a, b => all(a.as_slice(), b.as_slice());
            Vec<$float>: a, b => all(a, b);
            [$float; 2]: a, b => all(a, b);
            [$float; 3]: a, b => all(a, b);
            [$float; 4]: a, b => all(a, b);
            ($float, $float, $float): (a, b, c), (d, e, f) => same(a, d) && same(b, e) && same(c, f);
            $(
                ($float, $part): (a, b), (c, d) => same(a, c) && same(b, d);
                ($part, $float): (a, b), (c, d) => same(a, c) && same(b, d);
                Result<$float, $part>: a, b => match (a, b) {
                    (Ok(a), Ok(b)) => same(a, b),
                    _ => a == b,
                };
            )*
        } };
    }
    with!(f32: () f32 f64 i8 i16 i32 i64 isize u8 u16 u32 u64 usize bool char String &'static str);
    with!(f64: () f32 f64 i8 i16 i32 i64 isize u8 u16 u32 u64 usize bool char String &'static str);
    None
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
                let ranks = [self, other].map(|x| {
                    let size = i128::from(x.abs().to_bits());
                    if x.is_sign_negative() { -size } else { size }
                });
                let are_finite = self.is_finite() && other.is_finite();
                are_finite.then(|| ranks[0].abs_diff(ranks[1]) as u64)
            }
        }
    )*};
}

floats!(f32 f64);
