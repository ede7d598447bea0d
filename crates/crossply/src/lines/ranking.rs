//! The places that tell wrong inputs from right ones: regions side by side that the same inputs run.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::Path;
use std::{env, fs};

use super::evidence::{Evidence, Region};
use crate::explain::{CodePlace, CountedLines, Excerpt, RunBy};
use crate::failure::source;

/// How many places are named.
const NAMED: usize = 5;
/// How many lines an excerpt shows before and after a place whose function cannot be told.
const AROUND: u32 = 3;
/// A function is looked for in so many lines before a place, and after it.
const LONGEST: u32 = 60;

impl Evidence {
    /// The lines that tell wrong inputs from right ones. `together` is how many wrong ones and right ones were counted together,
    /// and `lost` how many wrong ones have no counts.
    pub fn lines(&self, together: [u64; 2], lost: u64) -> CountedLines {
        let [wrong, right] = together;
        let mut sources = Sources::default();
        let mut places = places(self, &mut sources);
        let excerpts = excerpts(&places, &mut sources);
        for place in &mut places {
            place.file = shown(&place.file);
        }
        CountedLines {
            wrong,
            right,
            wrong_alone: self.wrong_alone.len() as u64,
            right_alone: self.right_alone.len() as u64,
            lost,
            excerpts,
            places,
        }
    }
}

/// The places that tell wrong inputs from right ones, best first. Their files have full paths.
fn places(evidence: &Evidence, sources: &mut Sources) -> Vec<CodePlace> {
    let regions: BTreeSet<&Region> = evidence.wrong.keys().chain(evidence.right.keys()).collect();
    let told_by_region: Vec<_> = regions
        .into_iter()
        .map(|region| (region, evidence.of(region)))
        .collect();
    let stretches: Vec<_> = told_by_region
        .chunk_by(|(a, of_a), (b, of_b)| a.file == b.file && of_a == of_b)
        .collect();
    let mut places = Vec::new();
    for (n, stretch) in stretches.iter().enumerate() {
        let (first, told) = stretch[0];
        let (last, _) = stretch[stretch.len() - 1];
        let Some(run_by) = told.run_by else {
            continue;
        };
        let before = n.checked_sub(1).and_then(|n| stretches[n].last());
        let after = stretches.get(n + 1).map(|after| after[0]);
        let shares_start = before.is_some_and(|(before, _)| before.shares_line(first));
        let shares_end = after.is_some_and(|(after, _)| last.shares_line(after));
        places.push(CodePlace {
            file: first.file.to_string(),
            line: first.start.line,
            column: if shares_start { first.start.column } else { 1 },
            last_line: last.end.line,
            end_column: shares_end.then_some(last.end.column),
            run_by,
            times: evidence.wrong.get(first).copied().unwrap_or(0),
            wrong: told.wrong,
            right: told.right,
        });
    }
    places.sort_by(|one, other| {
        let order = evidence
            .coefficient(other)
            .total_cmp(&evidence.coefficient(one));
        order.then(one.run_by.cmp(&other.run_by))
    });
    if places.iter().any(|place| place.run_by == RunBy::OnlyWrong) {
        // They are often the other branch.
        places.retain(|place| place.run_by != RunBy::OnlyRight);
    }
    places.retain_mut(|place| trim_to_code(place, sources.of(&place.file)));
    places.truncate(NAMED);
    places
}

/// Source files that were read.
#[derive(Default)]
struct Sources(BTreeMap<String, Vec<String>>);

impl Sources {
    /// The lines of a file. There are none if it cannot be read.
    fn of(&mut self, file: &str) -> &[String] {
        self.0.entry(file.to_owned()).or_insert_with(|| {
            let source = fs::read_to_string(file).unwrap_or_default();
            source.lines().map(str::to_owned).collect()
        })
    }
}

/// The source around the places.
fn excerpts(places: &[CodePlace], sources: &mut Sources) -> Vec<Excerpt> {
    let mut excerpts = Vec::new();
    let files: BTreeSet<&str> = places.iter().map(|place| &*place.file).collect();
    for file in files {
        let source = sources.of(file);
        let of_file = places.iter().filter(|place| place.file == file);
        let shown_lines: BTreeSet<u32> = of_file.flat_map(|place| around(place, source)).collect();
        let shown_lines: Vec<u32> = shown_lines.into_iter().collect();
        for lines in shown_lines.chunk_by(|a, b| a + 1 == *b) {
            let text = source.iter().skip(lines[0] as usize - 1).take(lines.len());
            excerpts.push(Excerpt {
                file: shown(file),
                first: lines[0],
                lines: text.cloned().collect(),
            });
        }
    }
    excerpts
}

/// The lines of the function with a place, or some around the place if its function cannot be told.
fn around(place: &CodePlace, source: &[String]) -> RangeInclusive<u32> {
    let first = place.line.saturating_sub(LONGEST).max(1);
    let start = (first..=place.line).rfind(|&number| begins_function(line(source, number)));
    let end = start.and_then(|start| {
        let start = line(source, start);
        let indent = &start[..start.len() - start.trim_start().len()];
        let mut after = place.last_line..place.last_line + LONGEST;
        after.find(|&number| {
            let rest = line(source, number).strip_prefix(indent);
            rest.is_some_and(|rest| rest.starts_with('}'))
        })
    });
    match (start, end) {
        (Some(start), Some(end)) => start..=end,
        _ => place.line.saturating_sub(AROUND).max(1)..=place.last_line + AROUND,
    }
}

/// The line with this number, which counts from 1. Empty if there is none.
fn line(source: &[String], number: u32) -> &str {
    source.get(number as usize - 1).map_or("", String::as_str)
}

/// Whether a function of Rust begins in this line.
fn begins_function(line: &str) -> bool {
    let code = line.split_once("//").map_or(line, |(code, _)| code);
    code.split_whitespace().any(|word| word == "fn") && code.contains('(')
}

/// Drops lines without code from both ends of a place. Returns whether code is left. A lone brace is none: counters give it
/// to a condition that is not met, or to the end of a function. If the source cannot be read, nothing is dropped.
fn trim_to_code(place: &mut CodePlace, source: &[String]) -> bool {
    if source.is_empty() {
        return true;
    }
    while place.line < place.last_line && !begins_with_code(place, source) {
        place.line += 1;
        place.column = 1;
    }
    while place.line < place.last_line
        && line(source, place.last_line).trim_start().starts_with('}')
    {
        place.last_line -= 1;
        place.end_column = None;
    }
    begins_with_code(place, source)
}

fn begins_with_code(place: &CodePlace, source: &[String]) -> bool {
    let first = line(source, place.line).get(place.column as usize - 1..);
    first.is_some_and(|code| !says_nothing(code))
}

/// Whether a line has no code but a bracket.
fn says_nothing(line: &str) -> bool {
    let code = line.trim_matches([' ', '\t', '{', '}', '(', ')', ';', ',', '?']);
    code.is_empty() || code.starts_with("//")
}

/// The path of a source file, as a report shows it: from the current folder, or beginning with the name of a package.
fn shown(file: &str) -> String {
    let here = env::current_dir().unwrap_or_default();
    let path = Path::new(file).strip_prefix(here);
    path.map_or_else(
        |_| source(file).to_owned(),
        |path| path.display().to_string(),
    )
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::explain::RunBy;
    use crate::lines::Counts;

    /// The counts of lines of a file that does not exist.
    fn counts(lines: &[(u32, u64)]) -> Counts {
        let file = Arc::from("/nowhere/source.c");
        let lines = lines.iter();
        lines
            .map(|&(line, count)| (Region::line(&file, line), count))
            .collect()
    }

    fn found(lines: &CountedLines) -> Vec<(u32, u32, RunBy, u64, u64)> {
        let places = lines.places.iter();
        places
            .map(|place| {
                (
                    place.line,
                    place.last_line,
                    place.run_by,
                    place.wrong,
                    place.right,
                )
            })
            .collect()
    }

    #[test]
    fn places_are_ranked_by_how_well_they_tell_both_groups_apart() {
        let evidence = Evidence {
            wrong: counts(&[
                (1, 4),
                (2, 4),
                (3, 9),
                (4, 9),
                (6, 2),
                (8, 1),
                (9, 0),
                (10, 5),
            ]),
            right: counts(&[(1, 4), (2, 2), (3, 0), (4, 0), (6, 0), (8, 3), (9, 4)]),
            wrong_alone: vec![
                counts(&[(1, 1), (2, 1), (3, 3), (4, 3), (8, 1), (10, 1)]),
                counts(&[(1, 1), (2, 1), (3, 3), (4, 3), (6, 0)]),
                counts(&[(1, 1), (2, 1), (3, 3), (4, 3)]),
                counts(&[(1, 1), (2, 1)]),
            ],
            right_alone: vec![
                counts(&[(1, 1), (2, 1), (8, 1), (9, 1), (10, 1)]),
                counts(&[(1, 1), (2, 1), (9, 1)]),
                counts(&[(1, 1), (8, 1), (9, 1)]),
                counts(&[(1, 1), (9, 1)]),
            ],
        };
        // A right input that was not counted together with the others runs line 10.
        let lines = evidence.lines([4, 40], 1);
        let expected = [
            (3, 4, RunBy::OnlyWrong, 3, 0),
            (2, 2, RunBy::MoreWrong, 4, 2),
            // None of those that were counted one by one runs it.
            (6, 6, RunBy::OnlyWrong, 0, 0),
        ];
        assert_eq!(found(&lines), expected);
        assert_eq!((lines.wrong, lines.right, lines.lost), (4, 40, 1));
        assert_eq!((lines.wrong_alone, lines.right_alone), (4, 4));
        assert_eq!(lines.places[0].file, "/nowhere/source.c");
        assert_eq!(lines.places[0].times, 9);
    }

    /// It is shown if nothing is run by wrong inputs alone.
    #[test]
    fn what_only_right_inputs_run_is_a_place() {
        let evidence = Evidence {
            wrong: counts(&[(1, 2), (2, 0), (3, 0)]),
            right: counts(&[(1, 2), (2, 2), (3, 1)]),
            wrong_alone: vec![counts(&[(1, 1)]), counts(&[(1, 1)])],
            right_alone: vec![counts(&[(1, 1), (2, 1), (3, 1)]), counts(&[(1, 1), (2, 1)])],
        };
        assert_eq!(
            found(&evidence.lines([2, 2], 0)),
            [(2, 2, RunBy::OnlyRight, 0, 2)]
        );
    }

    #[test]
    fn at_most_five_places_are_named() {
        let odd: Vec<_> = (1..40).step_by(2).map(|line| (line, 1)).collect();
        let even: Vec<_> = (2..40).step_by(2).map(|line| (line, 1)).collect();
        let evidence = Evidence {
            wrong: counts(&odd),
            right: counts(&even),
            wrong_alone: vec![counts(&odd)],
            right_alone: vec![counts(&even)],
        };
        let lines: Vec<_> = found(&evidence.lines([1, 1], 0))
            .iter()
            .map(|place| place.0)
            .collect();
        assert_eq!(lines, [1, 3, 5, 7, 9]);
    }

    #[test]
    fn an_excerpt_is_the_function() {
        let source = [
            "use a;",
            "    pub(crate) fn f(",
            "        n: u32,",
            "    ) {",
            "        g(n, || {",
            "        });",
            "    }",
            "}",
        ];
        let source = source.map(str::to_owned);
        let mut place = place();
        (place.line, place.last_line) = (5, 6);
        assert_eq!(around(&place, &source), 2..=7);
        assert_eq!(around(&place, &source[..6]), 2..=9);
        assert_eq!(around(&place, &source[2..]), 2..=9);
    }

    #[test]
    fn no_function_begins_in_a_comment() {
        assert!(begins_function("pub fn f(n: u32) { //fn"));
        for line in ["/// Calls fn f(n).", "//fn f() {", "let n = 1; //fn g() {"] {
            assert!(!begins_function(line), "{line}");
        }
    }

    fn place() -> CodePlace {
        CodePlace {
            file: String::new(),
            line: 1,
            column: 6,
            last_line: 6,
            end_column: Some(2),
            run_by: RunBy::OnlyWrong,
            times: 1,
            wrong: 1,
            right: 0,
        }
    }

    #[test]
    fn what_says_nothing_is_left_out() {
        let source = ["f(x) {", "", "  // why", "  g();", "  }", "}"].map(str::to_owned);
        let mut place = place();
        assert!(trim_to_code(&mut place, &source));
        assert_eq!(
            (place.line, place.column, place.last_line, place.end_column),
            (4, 1, 4, None)
        );
        (place.line, place.last_line) = (5, 6);
        assert!(!trim_to_code(&mut place, &source));
        assert!(trim_to_code(&mut place, &[]));
    }
}
