//! Texts as a reader can see them: long ones are cut, and control characters are escaped.

/// The number of characters of an input or an answer in a sentence or a list.
pub(crate) const LONG: usize = 200;

/// The text, or its beginning and an ellipsis, which have at most `most` characters together.
pub(crate) fn cut(text: String, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some(_) => text.chars().take(most - 1).chain(['…']).collect(),
        None => text,
    }
}

/// Escapes control characters other than line ends and tabs.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if !letter.is_control() || letter == '\n' || letter == '\t' {
            escaped.push(letter);
        } else {
            escaped.extend(letter.escape_default());
        }
    }
    escaped
}
