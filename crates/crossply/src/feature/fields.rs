//! The fields of structs, as features: those that serde shows of an input, with their names.
//!
//! An input becomes a tree of JSON values, and the names on the way to a value are its path: `left.major`. What fields there
//! are shows in some inputs, because serde does not say it of a type. Answers are compared in the same way.

use std::any::type_name;
use std::collections::BTreeMap;
use std::slice;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value as Json;

use super::form::Form;
use super::path::letter;
use super::{AnyFeature, Kind, Parts, Path, Value, of_type};
use crate::any_vec::{AnyVec, Item};

/// At most this many fields become features.
const MOST_FIELDS: usize = 32;

/// Places are named by this many letters.
const LETTERS: usize = 26;

/// What a field holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Truth,
    Integer,
    Float,
    Text,
    Integers,
    /// Anything else, or values of several kinds. It can only be tested for equality.
    Form,
}

/// What is known of a field.
#[derive(Default)]
struct Field {
    /// `None` if it was always null.
    holds: Option<Holds>,
    is_optional: bool,
}

/// The features of the fields that occur in some of these inputs.
pub(crate) fn features<I: Serialize + 'static>(inputs: &AnyVec) -> Vec<AnyFeature> {
    let mut fields = BTreeMap::new();
    for row in 0..inputs.len() {
        note_fields(&json::<I>(inputs.item(row)), &[], &mut fields);
    }
    let mut features = Vec::new();
    for (names, field) in fields.into_iter().take(MOST_FIELDS) {
        features.extend(field.features::<I>(&names));
    }
    features
}

/// Notes what the fields of a value hold. `names` lead to the value.
fn note_fields(value: &Json, names: &[String], fields: &mut BTreeMap<Vec<String>, Field>) {
    if let Json::Object(parts) = value {
        for (name, part) in parts {
            note_fields(part, &[names, slice::from_ref(name)].concat(), fields);
        }
    } else if !names.is_empty() {
        fields.entry(names.to_vec()).or_default().note(value);
    }
}

impl Field {
    fn note(&mut self, value: &Json) {
        let holds = match value {
            Json::Null => {
                self.is_optional = true;
                return;
            }
            Json::Bool(_) => Holds::Truth,
            Json::Number(_) if is_integer(value) => Holds::Integer,
            Json::Number(_) => Holds::Float,
            Json::String(_) => Holds::Text,
            Json::Array(items) if items.iter().all(is_integer) => Holds::Integers,
            Json::Array(_) | Json::Object(_) => Holds::Form,
        };
        if *self.holds.get_or_insert(holds) != holds {
            self.holds = Some(Holds::Form);
        }
    }

    /// The features of the field to which these names lead.
    fn features<I: Serialize + 'static>(&self, names: &[String]) -> Vec<AnyFeature> {
        let form = AnyFeature::new("{}", Kind::Form, |_| Value::None);
        let form = of_field::<I>(names, form, |value| {
            Some(Value::Form(Form::from(value.to_string()).into()))
        });
        let mut features = match self.holds {
            None => Vec::new(),
            Some(Holds::Truth) => vec![itself::<I>(names, Kind::Fact, |value| {
                value.as_bool().map(Value::Truth)
            })],
            Some(Holds::Integer) => vec![itself::<I>(names, Kind::Count, |value| {
                let n = value.as_i64().map(i128::from);
                n.or(value.as_u64().map(i128::from)).map(Value::Integer)
            })],
            Some(Holds::Float) => {
                let kind = Kind::Float { is_single: false };
                vec![itself::<I>(names, kind, |value| {
                    value.as_f64().map(Value::Double)
                })]
            }
            Some(Holds::Text) => {
                let words = of_words::<I, String>(names, |value| Some(value.as_str()?.to_owned()));
                [vec![form], words].concat()
            }
            Some(Holds::Integers) => of_words::<I, Vec<i64>>(names, |value| {
                value.as_array()?.iter().map(Json::as_i64).collect()
            }),
            Some(Holds::Form) => vec![form],
        };
        if self.is_optional {
            let is_none = AnyFeature::fact("is None", |_| false);
            features.push(of_field::<I>(names, is_none, |value| {
                Some(Value::Truth(value.is_null()))
            }));
        }
        features
    }
}

fn is_integer(value: &Json) -> bool {
    value.is_i64() || value.is_u64()
}

/// The feature that is the value of the field itself.
fn itself<I: Serialize + 'static>(
    names: &[String],
    kind: Kind,
    value: fn(&Json) -> Option<Value>,
) -> AnyFeature {
    let feature = AnyFeature::itself("{}", kind, |_| Value::None);
    of_field::<I>(names, feature, value)
}

/// The features of a field that holds a text or a list.
fn of_words<I: Serialize + 'static, W: Item + Send>(
    names: &[String],
    word: fn(&Json) -> Option<W>,
) -> Vec<AnyFeature> {
    let features = of_type(&AnyVec::from(Vec::<W>::new()));
    let of_fields = features.into_iter().map(|feature| {
        let value = Arc::clone(&feature.value);
        of_field::<I>(names, feature, move |json| Some(value(&word(json)?, None)))
    });
    of_fields.collect()
}

/// This feature for the field to which these names lead.
fn of_field<I: Serialize + 'static>(
    names: &[String],
    feature: AnyFeature,
    value: impl Fn(&Json) -> Option<Value> + Send + Sync + 'static,
) -> AnyFeature {
    let mut of_field = feature;
    of_field.path = Path::of_names(names);
    let names = names.to_vec();
    of_field.value = Arc::new(move |input, _| {
        let whole = json::<I>(input);
        let mut part = Some(&whole);
        for name in &names {
            part = part.and_then(|whole| whole.get(name));
        }
        part.and_then(&value).unwrap_or(Value::None)
    });
    of_field
}

/// What serde shows of an input. Null if it fails.
fn json<I: Serialize + 'static>(input: &dyn Item) -> Json {
    serde_json::to_value(input.get::<I>()).unwrap_or(Json::Null)
}

/// In which fields, or parts of a tuple or an array, two answers differ.
pub(crate) fn compare<A: Serialize + 'static>(expected: &dyn Item, given: &dyn Item) -> Parts {
    let both = [expected, given].map(named_parts::<A>);
    let [Some(one), Some(other)] = &both else {
        return Parts::everywhere();
    };
    let parts = differing(one, other, &|| [expected, given].iter().any(has_odd_float));
    parts.unwrap_or(Parts::everywhere())
}

/// What serde shows of an answer, with letters as the names of places. `None` if it fails.
fn named_parts<A: Serialize + 'static>(answer: &dyn Item) -> Option<Json> {
    match serde_json::to_value(answer.get::<A>()).ok()? {
        // There, a list looks like a tuple.
        Json::Array(parts)
            if parts.len() <= LETTERS && type_name::<A>().starts_with(['(', '[']) =>
        {
            let places = parts.into_iter().enumerate();
            let named = places.map(|(place, part)| (letter(place).to_string(), part));
            Some(Json::Object(named.collect()))
        }
        json => Some(json),
    }
}

/// In which parts two values differ. `None` if that is not known, because serde shows floats that are not finite as null.
fn differing(one: &Json, other: &Json, has_odd_float: &dyn Fn() -> bool) -> Option<Parts> {
    if let (Json::Object(parts), Json::Object(others)) = (one, other)
        && !parts.is_empty()
        && parts.keys().eq(others.keys())
    {
        let mut named = BTreeMap::new();
        for ((name, part), other) in parts.iter().zip(others.values()) {
            named.insert(name.clone(), differing(part, other, has_odd_float)?);
        }
        return Some(Parts::of(named));
    }
    // Unlike values, texts differ for zeros with different signs.
    let [one, other] = [one, other].map(Json::to_string);
    let is_known = one != other || !one.contains("null") || !has_odd_float();
    is_known.then(|| Parts::Whole(one != other))
}

/// Whether an answer seems to have a float that is NaN or infinite.
fn has_odd_float(answer: &&dyn Item) -> bool {
    let shown = format!("{answer:?}");
    shown.contains("NaN") || shown.contains("inf")
}
