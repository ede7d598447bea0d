//! What all Markdown has in common.

/// Text as it is, in a block that nothing in the text can end.
#[must_use]
pub fn code_block(text: &str) -> String {
    // A fence ends only at one that is as long.
    let tildes = text.split(|char| char != '~').map(str::len);
    let longest = tildes.max().unwrap_or(0);
    let fence = "~".repeat(longest.max(3) + 1);
    format!("{fence}text\n{text}\n{fence}\n")
}

#[cfg(test)]
mod tests {
    use super::code_block;

    #[test]
    fn no_text_ends_its_block() {
        for (text, fence) in [
            ("", "~~~~"),
            ("a\n```\nb ~~~ c", "~~~~"),
            ("a\n~~~~\nb", "~~~~~"),
            ("~~~~~~ ~~", "~~~~~~~"),
        ] {
            let expected = format!("{fence}text\n{text}\n{fence}\n");
            assert_eq!(code_block(text), expected);
        }
    }
}
