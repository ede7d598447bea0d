//! Schemas: how types are described to those who read a document.

/// Examples are for those who read the documentation in Rust, and not for those who read a schema.
pub(crate) fn without_examples(schema: &mut schemars::Schema) {
    let description = schema.get("description").and_then(|text| text.as_str());
    if let Some((words, _)) = description.and_then(|text| text.split_once("\n\n```")) {
        let words = words.to_owned();
        schema.insert("description".to_owned(), words.into());
    }
}
