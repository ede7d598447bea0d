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
use super::{Feature, Kind, Parts, Path, Sequence, Value};
use crate::any_vec::{AnyVec, Item};

/// At most this many fields become features.
const MOST_FIELDS: usize = 32;

/// Places are named by this many letters.
const LETTERS: usize = 26;

/// The features of the fields that occur in some of these inputs.
pub(crate) fn features<I: Serialize + 'static>(inputs: &AnyVec) -> Vec<Feature> {
    let mut fields = BTreeMap::new();
    for row in 0..inputs.len() {
        note_fields(&json::<I>(inputs.item(row)), &[], &mut fields);
    }
    let mut features = Vec::new();
    for (names, field) in fields.into_iter().take(MOST_FIELDS) {
        features.extend(field.kind.map(|kind| {
            let itself = Feature::new("{}", kind, |_| Value::None);
            of_field::<I>(&names, itself, move |json| match kind {
                Kind::Form => Value::Form(Form::from(json.to_string()).into()),
                _ => value(json),
            })
        }));
        if field.is_optional {
            let is_none = Feature::fact("is None", |_: &I| false);
            features.push(of_field::<I>(&names, is_none, |json| {
                Value::Truth(json.is_null())
            }));
        }
    }
    features
}

/// What is known of a field.
#[derive(Default)]
struct Field {
    /// `None` if it was always null.
    kind: Option<Kind>,
    is_optional: bool,
}

/// Notes what the fields of a value hold. `names` lead to the value.
fn note_fields(json: &Json, names: &[String], fields: &mut BTreeMap<Vec<String>, Field>) {
    if let Json::Object(parts) = json {
        for (name, part) in parts {
            note_fields(part, &[names, slice::from_ref(name)].concat(), fields);
        }
    } else if !names.is_empty() {
        let field = fields.entry(names.to_vec()).or_default();
        let kind = match value(json) {
            Value::None => {
                field.is_optional = true;
                return;
            }
            Value::Truth(_) => Kind::Truth,
            Value::Integer(_) => Kind::Count,
            Value::Double(_) => Kind::Float { is_single: false },
            Value::Word(_) if json.is_string() => Kind::Word(Sequence::Text),
            Value::Word(_) => Kind::Word(Sequence::List),
            _ => Kind::Form,
        };
        // Values of several kinds can only be tested for equality.
        if *field.kind.get_or_insert(kind) != kind {
            field.kind = Some(Kind::Form);
        }
    }
}

/// The value of what serde shows.
fn value(json: &Json) -> Value {
    let integer = |json: &Json| {
        let n = json.as_i64().map(i128::from);
        n.or(json.as_u64().map(i128::from)).map(Value::Integer)
    };
    let word = match json {
        Json::Null => return Value::None,
        Json::Bool(is) => return Value::Truth(*is),
        Json::Number(n) => {
            let float = || n.as_f64().map(Value::Double);
            return integer(json).or_else(float).unwrap_or(Value::Unknown);
        }
        Json::String(text) => Some(text.chars().map(Value::Character).collect()),
        Json::Array(items) => items.iter().map(integer).collect(),
        Json::Object(_) => None,
    };
    word.map_or_else(
        || Value::Form(Form::from(json.to_string()).into()),
        Value::Word,
    )
}

/// This feature for the field to which these names lead.
fn of_field<I: Serialize + 'static>(
    names: &[String],
    feature: Feature,
    value: impl Fn(&Json) -> Value + Send + Sync + 'static,
) -> Feature {
    let mut of_field = feature;
    of_field.path = Path::of_names(names);
    let names = names.to_vec();
    of_field.value = Arc::new(move |input, _| {
        let whole = json::<I>(input);
        let mut part = Some(&whole);
        for name in &names {
            part = part.and_then(|whole| whole.get(name));
        }
        part.map_or(Value::None, &value)
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
