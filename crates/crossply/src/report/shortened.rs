//! Shortens long answers to the part where they first differ.

use crate::wide::count;

/// The number of characters to show before the first difference.
const BEFORE: usize = 20;
/// The number of characters to show from the first difference on.
const AFTER: usize = 60;

/// Cuts the texts to where they first differ, if one of them has more than `most` characters. Returns a note to the reader,
/// or nothing if no text was cut.
pub(super) fn shorten(texts: &mut [&mut String], most: usize) -> String {
    let letters: Vec<Vec<char>> = texts.iter().map(|text| text.chars().collect()).collect();
    if letters.iter().all(|letters| letters.len() <= most) {
        return String::new();
    }
    let first = &letters[0];
    let is_same = letters.iter().all(|other| other == first);
    let shared = if is_same {
        // A single text keeps its beginning, as do several identical ones.
        0
    } else {
        let same = letters.iter().map(|other| {
            let pairs = first.iter().zip(other);
            pairs.take_while(|(a, b)| a == b).count()
        });
        same.min().unwrap_or(0)
    };
    for (text, letters) in texts.iter_mut().zip(&letters) {
        let start = shared.saturating_sub(BEFORE).min(letters.len());
        let end = letters.len().min(shared + AFTER.min(most));
        let [before, after] =
            [start > 0, end < letters.len()].map(|is_cut| if is_cut { "..." } else { "" });
        let shown: String = letters[start..end].iter().collect();
        **text = format!("{before}{shown}{after}");
    }
    let lengths: Vec<_> = letters
        .iter()
        .map(|letters| count(letters.len() as u64).to_string())
        .collect();
    let place = count(shared as u64 + 1);
    let cut = if is_same {
        String::new()
    } else {
        format!(" to where they first differ, at character {place}")
    };
    format!(
        "Answers are cut{cut}. Their lengths: {}.",
        lengths.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cut::LONG;

    #[test]
    fn answers_are_cut_to_where_they_differ() {
        let [mut same, mut other] = ["x".repeat(1000), "x".repeat(1000)];
        other.replace_range(900..901, "yz");
        let mut alone = "xy".repeat(150);
        assert_eq!(
            shorten(&mut [&mut alone], LONG),
            "Answers are cut. Their lengths: 300."
        );
        assert_eq!(alone, format!("{}...", "xy".repeat(30)));
        assert_eq!(shorten(&mut [&mut alone], LONG), "");
        let said = shorten(&mut [&mut same, &mut other], LONG);
        assert!(said.contains("at character 901. Their lengths: 1,000, 1,001."));
        assert_eq!(same, format!("...{}...", "x".repeat(80)));
        assert!(other.contains("xyzx"), "{other}");
    }
}
