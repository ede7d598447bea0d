//! Long answers, cut to where they first differ.

use crate::wide::count;

/// A longer answer is cut.
const LONG: usize = 200;

/// How many characters are shown before the first difference, and from there on.
const BEFORE: usize = 20;
const AFTER: usize = 60;

/// Cuts the texts to where they first differ, if one of them is long. Returns what a person has to know of it, or nothing.
pub(super) fn shorten(texts: &mut [&mut String]) -> String {
    let letters: Vec<Vec<char>> = texts.iter().map(|text| text.chars().collect()).collect();
    if letters.iter().all(|letters| letters.len() <= LONG) {
        return String::new();
    }
    let first = &letters[0];
    let shared = letters.iter().map(|other| {
        let same = first.iter().zip(other).take_while(|(a, b)| a == b);
        same.count()
    });
    let shared = shared.min().unwrap_or(0);
    for (text, letters) in texts.iter_mut().zip(&letters) {
        let start = shared.saturating_sub(BEFORE).min(letters.len());
        let end = letters.len().min(shared + AFTER);
        let [before, after] =
            [start > 0, end < letters.len()].map(|is_cut| if is_cut { "..." } else { "" });
        let shown: String = letters[start..end].iter().collect();
        **text = format!("{before}{shown}{after}");
    }
    let lengths: Vec<_> = letters
        .iter()
        .map(|letters| count(letters.len() as u64).to_string())
        .collect();
    format!(
        "Answers are cut to where they first differ, at character {}. Their lengths: {}.",
        count(shared as u64 + 1),
        lengths.join(", ")
    )
}
