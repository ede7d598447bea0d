//! The fields of structs, as features: those that serde shows of an input, with their names.
//!
//! An input becomes a tree of JSON values, and the names on the way to a value are its path: `left.major`. What fields there
//! are shows in some inputs, because serde does not say it of a type. Answers are compared in the same way.

use std::any::type_name;
use std::collections::BTreeMap;
use std::slice;

use serde::Serialize;
use serde_json::Value as Json;

use super::form::Form;
use super::path::letter;
use super::{DifferingParts, Feature, Kind, Path, Sequence, Value};
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
    for (names, kinds) in fields.into_iter().take(MOST_FIELDS) {
        let path = Path::of_names(&names);
        let value_of = |read: fn(&Json) -> Value| {
            let names = names.clone();
            move |input: &dyn Item| {
                let whole = json::<I>(input);
                let part = names.iter().try_fold(&whole, |part, name| part.get(name));
                part.map_or(Value::None, read)
            }
        };
        let mut known = kinds.iter().copied().flatten();
        if let Some(first) = known.next() {
            // Values of several kinds can only be tested for equality.
            let is_of_one_kind = known.all(|other| other == first) && first != Kind::Form;
            let (kind, read): (_, fn(&Json) -> Value) = if is_of_one_kind {
                (first, value)
            } else {
                (Kind::Form, form)
            };
            features.push(Feature {
                path: path.clone(),
                ..Feature::new("{}", kind, value_of(read))
            });
        }
        if kinds.contains(&None) {
            let is_none = value_of(|json| Value::Truth(json.is_null()));
            features.push(Feature {
                path,
                ..Feature::new_fact("is None", is_none)
            });
        }
    }
    features
}

/// Notes the kinds of the fields of a value, `None` for null. `names` lead to the value.
fn note_fields(
    json: &Json,
    names: &[String],
    fields: &mut BTreeMap<Vec<String>, Vec<Option<Kind>>>,
) {
    if let Json::Object(parts) = json {
        for (name, part) in parts {
            note_fields(part, &[names, slice::from_ref(name)].concat(), fields);
        }
    } else if !names.is_empty() {
        fields.entry(names.to_vec()).or_default().push(kind(json));
    }
}

/// The kind of what serde shows. `None` for null.
fn kind(json: &Json) -> Option<Kind> {
    match value(json) {
        Value::None => None,
        Value::Truth(_) => Some(Kind::Truth),
        Value::Integer(_) => Some(Kind::Count),
        Value::Double(_) => Some(Kind::Float { is_single: false }),
        Value::Word(_) if json.is_string() => Some(Kind::Word(Sequence::Text)),
        Value::Word(_) => Some(Kind::Word(Sequence::List)),
        _ => Some(Kind::Form),
    }
}

/// The value of what serde shows.
fn value(json: &Json) -> Value {
    let integer = |json: &Json| {
        let n = json.as_i64().map(i128::from);
        n.or(json.as_u64().map(i128::from)).map(Value::Integer)
    };
    let known = match json {
        Json::Null => Some(Value::None),
        Json::Bool(is) => Some(Value::Truth(*is)),
        Json::Number(n) => integer(json).or_else(|| n.as_f64().map(Value::Double)),
        Json::String(text) => Some(Value::text(text)),
        Json::Array(items) => items
            .iter()
            .map(integer)
            .collect::<Option<_>>()
            .map(Value::Word),
        Json::Object(_) => None,
    };
    known.unwrap_or_else(|| form(json))
}

/// What serde shows, to be compared as a whole.
fn form(json: &Json) -> Value {
    Value::Form(Form::from(json.to_string()).into())
}

/// What serde shows of an input. Null if it fails.
fn json<I: Serialize + 'static>(input: &dyn Item) -> Json {
    serde_json::to_value(input.get::<I>()).unwrap_or(Json::Null)
}

/// In which fields, or parts of a tuple or an array, two answers differ.
pub(crate) fn compare<A: Serialize + 'static>(
    expected: &dyn Item,
    given: &dyn Item,
) -> DifferingParts {
    let [Some(one), Some(other)] = [expected, given].map(named_parts::<A>) else {
        return DifferingParts::everywhere();
    };
    let has_odd_float = || {
        let shown = format!("{expected:?} {given:?}");
        shown.contains("NaN") || shown.contains("inf")
    };
    differing(&one, &other, &has_odd_float).unwrap_or(DifferingParts::everywhere())
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
fn differing(one: &Json, other: &Json, has_odd_float: &dyn Fn() -> bool) -> Option<DifferingParts> {
    if let (Json::Object(parts), Json::Object(others)) = (one, other)
        && !parts.is_empty()
        && parts.keys().eq(others.keys())
    {
        let mut named = BTreeMap::new();
        for ((name, part), other) in parts.iter().zip(others.values()) {
            named.insert(name.clone(), differing(part, other, has_odd_float)?);
        }
        return Some(DifferingParts::of(named));
    }
    // Unlike values, texts differ for zeros with different signs.
    let [one, other] = [one, other].map(Json::to_string);
    let is_known = one != other || !one.contains("null") || !has_odd_float();
    is_known.then(|| DifferingParts::Whole(one != other))
}
