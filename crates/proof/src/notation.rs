//! The notation of certificates.
//!
//! A move is written as its side and its cell, such as `xa`. Cells are `a`, `b`, `c` and so on, row by row. The end of
//! a game is written as `X` or `O` if that side has a line, and as `=` if the board is full without one.
//!
//! For example, `xa ob xc X oc xb X` is a strategy of `x` on some board with three empty cells: `x` takes `a`, and then
//! wins with `c` after `ob`, or with `b` after `oc`.

use std::fmt::Write;

use crossply_problems::{Problem, Side};
use serde::Serialize;

use crate::{Certificate, Ending, Step};

/// The fields of a certificate, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CertificateText {
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

impl CertificateText {
    /// Writes the certificate.
    pub fn new<P: Problem>(certificate: &Certificate<P>) -> Self {
        CertificateText {
            problem: P::NAME.to_owned(),
            board: certificate.position.notation(),
            answer: certificate.answer.to_string(),
            x: steps_text(&certificate.x),
            o: steps_text(&certificate.o),
        }
    }
}

fn steps_text(steps: &[Step]) -> String {
    let mut text = String::with_capacity(3 * steps.len());
    for step in steps {
        let separator = if text.is_empty() { "" } else { " " };
        match step {
            Step::Move(side, cell) => {
                write!(text, "{separator}{side}{}", char::from(b'a' + cell))
            }
            Step::Over(Ending::Line(Side::X)) => write!(text, "{separator}X"),
            Step::Over(Ending::Line(Side::O)) => write!(text, "{separator}O"),
            Step::Over(Ending::Full) => write!(text, "{separator}="),
        }
        .expect("writing to a string succeeds");
    }
    text
}
