//! The parsed output of a program for a board, which the check compares.

use std::fmt;

use crossply_games::fault::{Encoding, Outside};
use crossply_problems::Problem;

/// The most bytes of a line to keep.
pub(crate) const SHOWN_BYTES: usize = 100;

/// What a program printed for a board.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Printed<P: Problem> {
    /// An answer, in a line of its own.
    Answer(P::Answer),
    /// An answer with white space where none should be: the line, and the line end before it if a blank line is there.
    Spaced(P::Answer, Box<str>),
    /// A cell outside the board.
    Outside(Outside),
    /// Something else.
    Other(Box<str>),
}

impl<P: Problem> Printed<P> {
    /// How the check encodes answers.
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

    /// Whether two are equal: as answers, and with `is_strict` also in their white space. All malformed lines are equal.
    pub(crate) fn is_same(&self, other: &Self, is_strict: bool) -> bool {
        match (self, other) {
            (Printed::Outside(one), Printed::Outside(other)) => one == other,
            (Printed::Other(_), Printed::Other(_)) => true,
            _ => {
                let is_spaced = |one: &Self| matches!(one, Printed::Spaced(..));
                self.answer().is_some()
                    && self.answer() == other.answer()
                    && (!is_strict || is_spaced(self) == is_spaced(other))
            }
        }
    }

    /// The text, if it is neither an answer nor a cell.
    pub(crate) fn other(&self) -> Option<&str> {
        match self {
            Printed::Other(text) => Some(text),
            _ => None,
        }
    }

    /// The answer, if it is one.
    pub(crate) fn answer(&self) -> Option<P::Answer> {
        match self {
            Printed::Answer(answer) | Printed::Spaced(answer, _) => Some(*answer),
            Printed::Outside(_) | Printed::Other(_) => None,
        }
    }
}

/// As in reports: in quotes unless it is one plain word.
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

/// Parses a line that is not blank, and appends the result. A program may print several answers in a line.
pub(crate) fn read_line<P: Problem>(line: &str, is_after_blank: bool, read: &mut Vec<Printed<P>>) {
    let line = line.trim_end_matches(is_space);
    if !is_after_blank && let Ok(answer) = line.parse() {
        read.push(Printed::Answer(answer));
        return;
    }
    let shown = || -> Box<str> {
        let before = if is_after_blank { "\n" } else { "" };
        format!("{before}{}", beginning(line)).into()
    };
    let words = line.split(is_space).filter(|word| !word.is_empty());
    let answers: Result<Vec<P::Answer>, _> = words.map(str::parse).collect();
    if let Ok(answers) = answers {
        read.extend(
            answers
                .into_iter()
                .map(|answer| Printed::Spaced(answer, shown())),
        );
        return;
    }
    let compact: String = line.chars().filter(|&char| !is_space(char)).collect();
    read.push(match (compact.parse(), outside(&compact)) {
        (Ok(answer), _) => Printed::Spaced(answer, shown()),
        (_, Some(cell)) if P::SIDE == 4 => Printed::Outside(cell),
        _ => Printed::Other(beginning(line).into()),
    });
}

/// Whether this is white space, vertical tabs included.
fn is_space(char: char) -> bool {
    char.is_ascii_whitespace() || char == '\u{b}'
}

/// The first characters of a line.
fn beginning(line: &str) -> &str {
    &line[..line.floor_char_boundary(SHOWN_BYTES)]
}

/// The two numbers of a cell.
fn outside(cell: &str) -> Option<Outside> {
    let inner = cell.strip_prefix('(')?.strip_suffix(')')?;
    let (row, column) = inner.split_once(',')?;
    Some([row.parse().ok()?, column.parse().ok()?])
}

/// The label before the answer in the text. `10` is not a labelled `0`.
pub(crate) fn label<P: Problem>(text: &str, answer: P::Answer) -> Option<&str> {
    let label = text.strip_suffix(answer.as_ref())?;
    let is_part = label.ends_with(|last: char| last.is_ascii_digit() || last == '-');
    (!is_part).then_some(label)
}

#[cfg(test)]
mod tests {
    use crossply_problems::{Ccf201803_4, Poj1568, Score};

    use super::*;

    fn read<P: Problem>(line: &str, is_after_blank: bool) -> Vec<Printed<P>> {
        let mut read = Vec::new();
        read_line(line, is_after_blank, &mut read);
        read
    }

    #[test]
    fn a_line_is_read_as_an_answer_if_it_is_one() {
        let score = |n| Score::new(n);
        let spaced = |n, text: &str| Printed::<Ccf201803_4>::Spaced(score(n), text.into());
        for line in ["-2", "-2\r", "-2 \t"] {
            assert_eq!(
                read::<Ccf201803_4>(line, false),
                [Printed::Answer(score(-2))]
            );
        }
        assert_eq!(read("-2", true), [spaced(-2, "\n-2")]);
        assert_eq!(read(" -2", false), [spaced(-2, " -2")]);
        assert_eq!(read("1 -2", false), [spaced(1, "1 -2"), spaced(-2, "1 -2")]);
        assert_eq!(
            read::<Ccf201803_4>("(4,1)", false),
            [Printed::Other("(4,1)".into())]
        );
        assert_eq!(
            read::<Poj1568>("( 4, 1)", false),
            [Printed::Outside([4, 1])]
        );
        let long = "é".repeat(SHOWN_BYTES);
        assert_eq!(
            read::<Poj1568>(&long, false),
            [Printed::Other("é".repeat(SHOWN_BYTES / 2).into())]
        );
    }

    #[test]
    fn what_stands_before_the_right_answer_is_told_from_other_text() {
        let mistake = |text: &str| {
            let given = Printed::<Ccf201803_4>::Other(text.into());
            (Printed::ENCODING.mistake)(&given, &Printed::Answer(Score::new(0)))
        };
        let labelled = "prints something else before the right answer";
        assert_eq!(mistake("Case#1:0"), labelled);
        assert_eq!(mistake("10"), "prints a malformed answer");
    }
}
