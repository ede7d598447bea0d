//! The notation of certificates.
//!
//! A move is its side and its cell: `xa`. Cells are `a`, `b`, `c` and so on, row by row. A finished game is `X` or `O`
//! if a side has a line, and `=` if the board is full. `xa ob xc X oc xb X` is a strategy of `x` on some board with
//! three empty cells: `x` takes `a`, then wins with `c` after `ob` and with `b` after `oc`.

use std::fmt::Write;

use crossply_problems::{Problem, Side};
use serde::{Deserialize, Serialize};

use crate::{Certificate, Ending, Step};

/// A certificate as text, field by field: what is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Written {
    /// The problem's name.
    pub problem: String,
    /// The board, in its notation.
    pub board: String,
    /// The answer, in the judge's format.
    pub answer: String,
    /// The strategy of `x`.
    pub x: String,
    /// The strategy of `o`.
    pub o: String,
}

impl Written {
    /// Writes the certificate.
    pub fn new<P: Problem>(certificate: &Certificate<P>) -> Self {
        Written {
            problem: P::NAME.to_owned(),
            board: certificate.position.notation(),
            answer: certificate.answer.to_string(),
            x: write_steps(&certificate.x),
            o: write_steps(&certificate.o),
        }
    }

    /// Reads a certificate of problem `P`, without checking its proof.
    ///
    /// # Errors
    /// A message on what is wrong and in which field.
    pub fn read<P: Problem>(&self) -> Result<Certificate<P>, String> {
        if self.problem != P::NAME {
            let found = &self.problem;
            return Err(format!("problem: found `{found}`, expected `{}`", P::NAME));
        }
        let position = P::at(&self.board).map_err(|error| format!("board: {error}"))?;
        let answer = self.answer.parse();
        let answer: P::Answer = answer.map_err(|error| format!("answer: {error}"))?;
        Ok(Certificate {
            position,
            answer,
            x: read_steps(&self.x).map_err(|error| format!("x: {error}"))?,
            o: read_steps(&self.o).map_err(|error| format!("o: {error}"))?,
        })
    }
}

fn write_steps(steps: &[Step]) -> String {
    let mut text = String::with_capacity(3 * steps.len());
    for step in steps {
        let between = if text.is_empty() { "" } else { " " };
        match step {
            Step::Move(side, cell) => {
                write!(text, "{between}{side}{}", char::from(b'a' + cell))
            }
            Step::Over(Ending::Line(Side::X)) => write!(text, "{between}X"),
            Step::Over(Ending::Line(Side::O)) => write!(text, "{between}O"),
            Step::Over(Ending::Full) => write!(text, "{between}="),
        }
        .expect("writing to a string succeeds");
    }
    text
}

fn read_steps(text: &str) -> Result<Vec<Step>, String> {
    let mut steps = Vec::new();
    let mut characters = (1..).zip(text.chars());
    let invalid = |found: Option<(usize, char)>, expected| {
        let number = found.map_or(text.chars().count() + 1, |(number, _)| number);
        let found = found.map_or("the end".to_owned(), |(_, found)| found.to_string());
        format!("character {number}: found `{found}`, expected {expected}")
    };
    while let Some((number, character)) = characters.next() {
        let mut move_of = |side| match characters.next() {
            Some((_, cell @ 'a'..='p')) => Ok(Step::Move(side, cell as u8 - b'a')),
            found => Err(invalid(found, "a cell from a to p")),
        };
        steps.push(match character {
            ' ' | '\n' => continue,
            'x' => move_of(Side::X)?,
            'o' => move_of(Side::O)?,
            'X' => Step::Over(Ending::Line(Side::X)),
            'O' => Step::Over(Ending::Line(Side::O)),
            '=' => Step::Over(Ending::Full),
            _ => {
                return Err(invalid(
                    Some((number, character)),
                    "`x`, `o`, `X`, `O` or `=`",
                ));
            }
        });
    }
    Ok(steps)
}
