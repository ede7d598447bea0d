//! Parses what a program prints for a board.

use std::fmt;

use crossply_games::fault::{Encoding, OutsideCell};
use crossply_problems::{Position, Problem};

/// The most bytes of a line to show.
pub(crate) const MAX_SHOWN_BYTES: usize = 100;

/// What a program printed for a board.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Printed<P: Problem> {
    /// An answer, in a line of its own.
    Answer(P::Answer),
    /// An answer with misplaced white space, and its line. The text starts with a line end if a blank line precedes the
    /// line.
    Spaced(P::Answer, Box<str>),
    /// A cell outside the board.
    Outside(OutsideCell),
    /// Something else.
    Other(Box<str>),
}

impl<P: Problem> Printed<P> {
    /// How the check encodes answers, and names mistakes.
    pub(crate) const ENCODING: Encoding<P, Self> = Encoding {
        encode: |answer| Some(answer.map_or_else(Printed::Outside, Printed::Answer)),
        decode: Printed::answer,
        mistake: |given, right| match given {
            Printed::Outside(_) => "names a cell outside the board",
            _ => match (given.other(), right.answer()) {
                (Some(text), Some(right)) if label::<P>(text, right).is_some() => {
                    "prints something else before the right answer"
                }
                _ => "prints a malformed answer",
            },
        },
    };

    /// Whether two lines have the same answer, whatever white space is around it. All malformed lines count as the same.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Printed::Outside(one), Printed::Outside(other)) => one == other,
            (Printed::Other(_), Printed::Other(_)) => true,
            _ => self.answer().is_some() && self.answer() == other.answer(),
        }
    }

    /// The text, if it is neither an answer nor a cell.
    pub(crate) fn other(&self) -> Option<&str> {
        match self {
            Printed::Other(text) => Some(text),
            _ => None,
        }
    }

    /// The answer, if there is one.
    pub(crate) fn answer(&self) -> Option<P::Answer> {
        match self {
            Printed::Answer(answer) | Printed::Spaced(answer, _) => Some(*answer),
            Printed::Outside(_) | Printed::Other(_) => None,
        }
    }
}

/// The first of some boards whose answer has misplaced white space: its index, and what is wrong, in words.
pub(crate) type Spacing = (u64, String);

/// The first of these boards whose answer has misplaced white space.
pub(crate) fn first_spacing<P: Problem>(
    boards: &[Position<P>],
    printed: &[Printed<P>],
) -> Option<Spacing> {
    let boards = boards.iter().zip(printed);
    let spaced = boards.filter_map(|(&board, printed)| match printed {
        Printed::Spaced(answer, text) => Some((P::domain().index(board), board, answer, text)),
        _ => None,
    });
    let (index, board, answer, text) = spaced.min_by_key(|&(index, ..)| index)?;
    let fault = misplaced::<P>(answer.as_ref(), text);
    let board = board.notation();
    let words = format!("The answers are right, but {fault}.\nThe first such board: {board}");
    Some((index, words))
}

/// What is wrong with the white space in the text around an answer.
fn misplaced<P: Problem>(answer: &str, text: &str) -> String {
    let line = text.trim_start_matches('\n');
    if line == answer {
        return "there are blank lines between them: print each answer on the next line".to_owned();
    }
    let mut words = line.split_whitespace();
    let begins_with_answer = words
        .next()
        .is_some_and(|word| word.parse::<P::Answer>().is_ok());
    if begins_with_answer && words.next().is_some() {
        return "several share a line: each needs its own".to_owned();
    }
    format!("there is white space where none should be: {line:?}")
}

/// Writes the text as in reports: in quotes, unless it is one plain word.
impl<P: Problem> fmt::Debug for Printed<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Printed::Answer(answer) => fmt::Debug::fmt(answer, f),
            Printed::Outside([row, column]) => write!(f, "({row},{column})"),
            Printed::Spaced(_, text) | Printed::Other(text) => {
                let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
                if is_plain {
                    f.write_str(text)
                } else {
                    write!(f, "{text:?}")
                }
            }
        }
    }
}

/// Parses a line that is not blank, and appends the result. A line may have several answers.
pub(crate) fn parse_line<P: Problem>(
    line: &str,
    is_after_blank: bool,
    printed: &mut Vec<Printed<P>>,
) {
    let line = line.trim_end_matches(is_space);
    if !is_after_blank && let Ok(answer) = line.parse() {
        printed.push(Printed::Answer(answer));
        return;
    }
    let line_end = if is_after_blank { "\n" } else { "" };
    let shown: Box<str> = format!("{line_end}{}", truncate(line)).into();
    let words = line.split(is_space).filter(|word| !word.is_empty());
    let answers: Result<Vec<P::Answer>, _> = words.map(str::parse).collect();
    if let Ok(answers) = answers {
        for answer in answers {
            printed.push(Printed::Spaced(answer, shown.clone()));
        }
        return;
    }
    let compact: String = line.chars().filter(|&char| !is_space(char)).collect();
    printed.push(match (compact.parse(), row_and_column(&compact)) {
        (Ok(answer), _) => Printed::Spaced(answer, shown),
        (_, Some(cell)) if P::ROWS == 4 => Printed::Outside(cell),
        _ => Printed::Other(truncate(line).into()),
    });
}

/// Whether this is white space, including vertical tabs.
pub(crate) fn is_space(char: char) -> bool {
    char.is_ascii_whitespace() || char == '\u{b}'
}

/// The part of a line that is shown.
fn truncate(line: &str) -> &str {
    &line[..line.floor_char_boundary(MAX_SHOWN_BYTES)]
}

/// Parses the two numbers of a cell, which may lie outside the board.
fn row_and_column(cell: &str) -> Option<OutsideCell> {
    let inner = cell.strip_prefix('(')?.strip_suffix(')')?;
    let (row, column) = inner.split_once(',')?;
    Some([row.parse().ok()?, column.parse().ok()?])
}

/// The label in the text before this answer. `10` is not a labelled `0`.
pub(crate) fn label<P: Problem>(text: &str, answer: P::Answer) -> Option<&str> {
    let label = text.strip_suffix(answer.as_ref())?;
    let is_part_of_number = label.ends_with(|last: char| last.is_ascii_digit() || last == '-');
    (!is_part_of_number).then_some(label)
}

#[cfg(test)]
mod tests {
    use crossply_problems::{Ccf201803_4, Poj1568, Score};

    use super::*;

    fn parse<P: Problem>(line: &str, is_after_blank: bool) -> Vec<Printed<P>> {
        let mut printed = Vec::new();
        parse_line(line, is_after_blank, &mut printed);
        printed
    }

    #[test]
    fn lines_are_parsed() {
        let score = |n| Score::new(n);
        let spaced = |n, text: &str| Printed::<Ccf201803_4>::Spaced(score(n), text.into());
        for line in ["-2", "-2\r", "-2 \t"] {
            assert_eq!(
                parse::<Ccf201803_4>(line, false),
                [Printed::Answer(score(-2))]
            );
        }
        assert_eq!(parse("-2", true), [spaced(-2, "\n-2")]);
        assert_eq!(parse(" -2", false), [spaced(-2, " -2")]);
        assert_eq!(
            parse("1 -2", false),
            [spaced(1, "1 -2"), spaced(-2, "1 -2")]
        );
        assert_eq!(
            parse::<Ccf201803_4>("(4,1)", false),
            [Printed::Other("(4,1)".into())]
        );
        assert_eq!(
            parse::<Poj1568>("( 4, 1)", false),
            [Printed::Outside([4, 1])]
        );
        let long = "é".repeat(MAX_SHOWN_BYTES);
        assert_eq!(
            parse::<Poj1568>(&long, false),
            [Printed::Other("é".repeat(MAX_SHOWN_BYTES / 2).into())]
        );
    }

    #[test]
    fn labels_are_told_from_other_text() {
        let mistake = |text: &str| {
            let given = Printed::<Ccf201803_4>::Other(text.into());
            (Printed::ENCODING.mistake)(&given, &Printed::Answer(Score::new(0)))
        };
        let labelled = "prints something else before the right answer";
        assert_eq!(mistake("Case#1:0"), labelled);
        assert_eq!(mistake("10"), "prints a malformed answer");
    }
}
