//! What a report says about the lines of code that tell wrong inputs from right ones.

use super::count;
use crate::content::{Block, Fact, Mark, Source};
use crate::explain::{CodePlace, CountedLines, Excerpt, Lines, RunBy};

/// How many lines of a place are shown as text.
const SHOWN: usize = 3;

impl Lines {
    /// The part of a report. `are` is what sentences call wrong inputs and right ones, and `nouns` what they call inputs.
    ///
    /// ```
    /// use crossply::Lines;
    /// use crossply::report::text;
    ///
    /// let lines = Lines::NotCounted("this program has no counters".to_owned());
    /// let blocks = lines.blocks(["wrong", "right"], "inputs");
    /// assert_eq!(text(&blocks, 80), "No lines are named: this program has no counters.\n");
    /// ```
    pub fn blocks(&self, are: [&str; 2], nouns: &str) -> Vec<Block> {
        match self {
            Lines::NotCounted(why) => vec![Block::Text(format!("No lines are named: {why}."))],
            Lines::Counted(lines) => lines.blocks(are, nouns),
        }
    }
}

impl CountedLines {
    fn blocks(&self, are: [&str; 2], nouns: &str) -> Vec<Block> {
        let [wrong, right] = are;
        let mut counted = if self.places.is_empty() {
            format!("No line tells {wrong} {nouns} from {right} ones clearly.")
        } else {
            format!("Lines that {wrong} {nouns} run more often, or less often, than {right} ones.")
        };
        counted += &format!(
            " Counted: {} {wrong} and {} {right} {nouns}",
            count(self.wrong),
            count(self.right)
        );
        if self.lost > 0 {
            let lost = count(self.lost);
            counted += &format!(", without {lost} that end the process or take too long");
        }
        let mut blocks = vec![Block::Text(counted + ".")];
        if !self.places.is_empty() {
            let facts = self.places.iter().flat_map(|place| self.facts(place, are));
            blocks.push(Block::Facts(facts.collect()));
        }
        blocks.extend(self.excerpts.iter().map(|excerpt| self.source(excerpt)));
        blocks
    }

    /// The first lines of a place, and what was counted.
    fn facts(&self, place: &CodePlace, are: [&str; 2]) -> Vec<Fact> {
        let CodePlace { file, line, .. } = place;
        let code = self.code(place);
        let mut facts: Vec<_> = (*line..)
            .zip(code)
            .map(|(line, code)| Fact::new(format!("{file}:{line}"), code))
            .collect();
        if let Some(first) = facts.first_mut() {
            first.mark = place.mark();
            first.note = self.counts(place, are);
        }
        facts
    }

    fn counts(&self, place: &CodePlace, [wrong, right]: [&str; 2]) -> String {
        let [of_wrong, of_right] = [self.wrong_alone, self.right_alone];
        match place.run_by {
            RunBy::OnlyWrong if place.wrong == 0 => format!(
                "no {right} one runs it, and all {wrong} ones together do {} times",
                count(place.times)
            ),
            RunBy::OnlyWrong => format!(
                "no {right} one runs it, and {} of {of_wrong} {wrong} ones do",
                place.wrong
            ),
            RunBy::MoreWrong => format!(
                "{} of {of_wrong} {wrong} ones run it, and {} of {of_right} {right} ones",
                place.wrong, place.right
            ),
            RunBy::OnlyRight => {
                format!("no {wrong} one runs it, and all {of_right} {right} ones do")
            }
        }
    }

    /// The first lines of a place.
    fn code(&self, place: &CodePlace) -> Vec<String> {
        let excerpt = self.excerpts.iter().find(|excerpt| excerpt.has(place));
        let Some(excerpt) = excerpt else {
            return vec![String::new()];
        };
        let before = (place.line - excerpt.first) as usize;
        let all = (place.last_line - place.line) as usize + 1;
        let lines = excerpt.lines.iter().skip(before).take(all.min(SHOWN));
        let mut lines: Vec<&str> = lines.map(String::as_str).collect();
        if let ([only], Some(end)) = (&mut lines[..], place.end_column) {
            *only = only.get(..end as usize - 1).unwrap_or(only);
        }
        if let Some(first) = lines.first_mut() {
            *first = first.get(place.column as usize - 1..).unwrap_or(first);
        }
        let mut lines: Vec<_> = lines.iter().map(|line| line.trim().to_owned()).collect();
        if all > SHOWN {
            lines[SHOWN - 1] += &format!(" ... to line {}", place.last_line);
        }
        lines
    }

    /// The source around places, of which lines are marked.
    fn source(&self, excerpt: &Excerpt) -> Block {
        let lines = (excerpt.first..).zip(&excerpt.lines).map(|(number, line)| {
            let places = self
                .places
                .iter()
                .filter(|place| place.file == excerpt.file);
            let mut marks = places.filter(|place| (place.line..=place.last_line).contains(&number));
            let mark = marks.next().map_or(Mark::None, CodePlace::mark);
            (number, mark, line.clone())
        });
        Block::Source(Source {
            file: excerpt.file.clone(),
            lines: lines.collect(),
        })
    }
}

impl CodePlace {
    fn mark(&self) -> Mark {
        match self.run_by {
            RunBy::OnlyWrong | RunBy::MoreWrong => Mark::Wrong,
            RunBy::OnlyRight => Mark::Right,
        }
    }
}

impl Excerpt {
    fn has(&self, place: &CodePlace) -> bool {
        let end = self.first + self.lines.len() as u32;
        self.file == place.file && (self.first..end).contains(&place.line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::text;

    fn place(lines: [u32; 2], columns: (u32, Option<u32>), run_by: RunBy) -> CodePlace {
        CodePlace {
            file: "a.rs".to_owned(),
            line: lines[0],
            column: columns.0,
            last_line: lines[1],
            end_column: columns.1,
            run_by,
            times: 1234,
            wrong: 0,
            right: 3,
        }
    }

    #[test]
    fn places_are_shown_with_their_code() {
        let source = [
            "if a { b() } else { c() }",
            "  one;",
            "  two;",
            "  three;",
            "  four;",
        ];
        let lines = Lines::Counted(CountedLines {
            wrong: 10_000,
            right: 20_000,
            wrong_alone: 64,
            right_alone: 3,
            lost: 1_000,
            places: vec![
                place([7, 7], (8, Some(11)), RunBy::OnlyWrong),
                place([8, 11], (1, None), RunBy::OnlyRight),
                place([99, 99], (1, None), RunBy::MoreWrong),
            ],
            excerpts: vec![Excerpt {
                file: "a.rs".to_owned(),
                first: 7,
                lines: source.map(str::to_owned).to_vec(),
            }],
        });
        let shown = text(&lines.blocks(["wrong", "right"], "words"), usize::MAX);
        let expected = "\
Lines that wrong words run more often, or less often, than right ones. Counted: 10,000 wrong and 20,000 right words, without 1,000 that end the process or take too long.

    a.rs:7    b()    <- no right one runs it, and all wrong ones together do 1,234 times
    a.rs:8    one;   <- no wrong one runs it, and all 3 right ones do
    a.rs:9    two;
    a.rs:10   three; ... to line 11
    a.rs:99          <- 0 of 64 wrong ones run it, and 3 of 3 right ones
";
        assert_eq!(shown, expected);
    }

    #[test]
    fn without_places_or_counts_the_report_says_so() {
        let counted = Lines::Counted(CountedLines {
            wrong: 1,
            right: 2,
            ..CountedLines::default()
        });
        let missing = Lines::NotCounted("there are no tools".to_owned());
        let shown =
            |lines: &Lines| text(&lines.blocks(["differing", "other"], "inputs"), usize::MAX);
        let expected = "No line tells differing inputs from other ones clearly. Counted: 1 differing and 2 other inputs.\n";
        assert_eq!(shown(&counted), expected);
        assert_eq!(shown(&missing), "No lines are named: there are no tools.\n");
    }
}
