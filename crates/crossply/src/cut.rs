//! Long values are cut where a line or a sentence shows them.

/// The number of characters of an input or an answer in a sentence or a list.
pub(crate) const LONG: usize = 200;

/// The text, or its beginning and an ellipsis, which have at most `most` characters together.
pub(crate) fn cut(text: String, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some(_) => text.chars().take(most - 1).chain(['…']).collect(),
        None => text,
    }
}
