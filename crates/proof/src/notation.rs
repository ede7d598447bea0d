//! The notation of certificates.
//!
//! A move is its side and its cell: `xa`. Cells are `a`, `b`, `c` and so on, row by row. A finished game is `X` or `O`
//! if a side has a line, and `=` if the board is full. `xa ob xc X oc xb X` is a strategy of `x` on some board with
//! three empty cells: `x` takes `a`, then wins with `c` after `ob` and with `b` after `oc`.

use std::fmt::Write;

use crossply_problems::{Problem, Side};
use serde::Serialize;

use crate::{Certificate, Ending, Step};

/// A certificate as text, field by field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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
