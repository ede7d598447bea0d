//! Numbers of inputs in JSON: as a number if its readers can hold it, otherwise as text.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A number of inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wide(pub u128);

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Form {
    Number(u64),
    Text(String),
}

impl Serialize for Wide {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = |_| Form::Text(self.0.to_string());
        let form = u64::try_from(self.0).map_or_else(text, Form::Number);
        form.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Wide {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Wide(match Form::deserialize(deserializer)? {
            Form::Number(number) => number.into(),
            Form::Text(text) => text.parse().map_err(D::Error::custom)?,
        }))
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Wide {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "NumberOfInputs".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Form::json_schema(generator)
    }
}
