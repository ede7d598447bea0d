//! Texts as a reader can see them: long ones are cut, lines are joined, and control characters are escaped.

/// The number of characters of an input or an answer in a sentence or a list.
pub(crate) const LONG: usize = 200;

/// The number of characters of an answer beside an input in a list.
pub(crate) const SHORT: usize = 60;

/// The text in one line, for sentences and lists.
pub(crate) fn in_line(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ")
}

/// The text in one line, or its beginning and an ellipsis, which have at most `most` characters together.
pub(crate) fn cut(text: &str, most: usize) -> String {
    let text = in_line(text);
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
