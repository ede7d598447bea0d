//! Misreadings to try for every function: it gives the answer to another input.

use std::sync::Arc;

use crate::any_vec::{AnyVec, Item};
use crate::definition::{Applies, Definition, Misreading, Vocabulary};

pub(super) type NewTruth = Arc<dyn Fn() -> RightAnswers + Send + Sync>;

/// Appends the right answer for the input in a row. Returns `false` if the right answer is unknown.
pub(super) type RightAnswers = Box<dyn FnMut(&AnyVec, usize, &mut AnyVec) -> bool>;

/// The misreadings to try for functions on the domain of this check.
pub(super) fn usual_misreadings(
    check: &Definition,
    vocabulary: &Vocabulary,
    truth: &NewTruth,
) -> Vec<Arc<Misreading>> {
    let subject = vocabulary.subject(&check.words.noun);
    let misreadings = confusions(&check.domain.empty())
        .into_iter()
        .map(|(words, other)| {
            let (domain, truth) = (Arc::clone(&check.domain), Arc::clone(truth));
            Arc::new(Misreading {
                words: format!("the answer to {}", words.replace("{}", &subject)),
                applies: Applies::WhereWrong,
                new: Box::new(move || {
                    let (mut others, mut truth) = (domain.empty(), truth());
                    Box::new(move |inputs, row, answers| {
                        others.truncate(0);
                        other(inputs.item(row), &mut others);
                        others.len() == 1 && truth(&others, 0, answers)
                    })
                }),
            })
        });
    misreadings.collect()
}

/// Appends the input that a faulty function might confuse with this one, if it exists.
type Other = fn(&dyn Item, &mut AnyVec);

/// The usual ways to confuse an input of this type with another, in words and as functions.
fn confusions(inputs: &AnyVec) -> Vec<(&'static str, Other)> {
    macro_rules! numbers {
        ($($type:ty)*) => {
            $(
                if inputs.known::<$type>().is_some() {
                    return vec![
                        ("{} - 1", |n, others| others.values_mut().extend(n.get::<$type>().checked_sub(1))),
                        ("{} + 1", |n, others| others.values_mut().extend(n.get::<$type>().checked_add(1))),
                        ("{} - 1, wrapping around", |n, others| others.values_mut().push(n.get::<$type>().wrapping_sub(1))),
                        ("{} + 1, wrapping around", |n, others| others.values_mut().push(n.get::<$type>().wrapping_add(1))),
                        ("the opposite of {}", |n, others| others.values_mut().extend(n.get::<$type>().checked_neg())),
                    ];
                }
                if inputs.known::<($type, $type)>().is_some() {
                    return vec![("(b, a)", |pair, others| {
                        let &(a, b) = pair.get::<($type, $type)>();
                        others.values_mut().push((b, a));
                    })];
                }
            )*
        };
    }
    numbers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize i128 u128);
    Vec::new()
}
