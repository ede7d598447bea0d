//! Misreadings to try for every function: the answer to another input, and a cache whose key lacks a part.

use std::collections::HashMap;
use std::sync::Arc;

use crate::any_vec::{AnyVec, Item};
use crate::definition::{AnyDomain, Applies, Misreading, Reader, Vocabulary};
use crate::feature::{AnyFeature, Kind, Value};

/// The most inputs that a cache remembers.
const MAX_CACHED: usize = 1 << 16;

pub(super) type NewTruth = Arc<dyn Fn() -> RightAnswers + Send + Sync>;

/// Appends the right answer to the input in a row. Returns `false` if it is unknown.
pub(super) type RightAnswers = Box<dyn FnMut(&AnyVec, usize, &mut AnyVec) -> bool>;

/// The misreadings to try for a function on this domain; caches only if answers seem to depend on earlier inputs.
pub(super) fn usual_misreadings(
    domain: &Arc<dyn AnyDomain>,
    vocabulary: &Vocabulary,
    truth: &NewTruth,
    has_memory: bool,
) -> Vec<Arc<Misreading>> {
    let (subject, noun) = (vocabulary.subject(), &vocabulary.nouns[0]);
    let confusions = confusions(&domain.empty()).into_iter();
    let elsewhere = confusions.map(|(words, other)| {
        let (domain, truth) = (Arc::clone(domain), Arc::clone(truth));
        Misreading {
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
        }
    });
    let is_value = |feature: &&AnyFeature| !matches!(feature.kind, Kind::Fact | Kind::Form);
    let has_parts = vocabulary.features.len() > 1;
    let keys = vocabulary.features.iter().filter(is_value);
    let caches = keys.filter(|_| has_memory && has_parts).map(|feature| {
        let name = feature.called(&subject).name;
        let name = name.strip_prefix("the ").unwrap_or(&name);
        Misreading {
            words: format!("it kept the answer to the first {noun} with the same {name}"),
            applies: Applies::InOrder,
            new: of_first_with_same(domain, feature, truth),
        }
    });
    elsewhere.chain(caches).map(Arc::new).collect()
}

/// Answers with the right answer to the first input that had the same value of a feature.
fn of_first_with_same(
    domain: &Arc<dyn AnyDomain>,
    feature: &AnyFeature,
    truth: &NewTruth,
) -> Box<dyn Fn() -> Reader + Send + Sync> {
    let (domain, truth) = (Arc::clone(domain), Arc::clone(truth));
    let value = Arc::clone(&feature.value);
    Box::new(move || {
        let (domain, value, mut truth) = (Arc::clone(&domain), Arc::clone(&value), truth());
        let (mut known, mut firsts) = (HashMap::<String, usize>::new(), domain.empty());
        Box::new(move |inputs, row, answers| {
            let input = inputs.item(row);
            let key = value(input, None);
            if matches!(key, Value::None | Value::Unknown) || known.len() > MAX_CACHED {
                return false;
            }
            let first = *known.entry(key.to_string()).or_insert_with(|| {
                domain.copy(input, &mut firsts);
                firsts.len() - 1
            });
            truth(&firsts, first, answers)
        })
    })
}

/// Appends the input that a faulty function takes instead of this one, if there is one.
type Other = fn(&dyn Item, &mut AnyVec);

/// The usual confusions of inputs of this type, in words and as functions.
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
