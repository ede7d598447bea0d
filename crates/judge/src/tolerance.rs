//! Whether a program accepts inputs in other forms than the statement's: other line ends, other batches, another
//! order. The verdict does not depend on it, because some judges give such inputs and others do not.

use crossply_problems::{Board, Problem};

use crate::input::InputForm;
use crate::submission::Submission;
use crate::{Boards, JudgeError, Verdict};

/// A form of input, and the verdict on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tolerance {
    /// The form.
    pub what: &'static str,
    /// The verdict.
    pub verdict: Verdict,
}

/// The size of the large batch. Its boards have few empties.
const LARGE: u64 = 1 << 16;

/// How many boards are asked in another order.
const MANY: u64 = 100;

/// Runs the program on inputs in other forms.
///
/// # Errors
/// If the program cannot be run.
pub fn tolerance<P: Problem>(submission: &Submission<P>) -> Result<Vec<Tolerance>, JudgeError> {
    let samples = Boards::listed(P::SAMPLES.iter().map(|(board, _)| sample(board)));
    let single = samples.part(0..1);
    let largest = Boards::Domain(0..P::domain().len().min(LARGE));
    let promised = P::LIMITS.boards.unwrap_or(MANY);
    let stride = P::domain().len().min(LARGE) / MANY;
    let backwards = (0..MANY)
        .rev()
        .map(|n| P::domain().position(n * stride).into());
    let backwards: Vec<_> = Boards::listed(backwards).parts(promised).collect();

    let mut asked = vec![
        (
            "lines that end with CR and LF",
            vec![samples.clone()],
            InputForm::CrLf,
        ),
        (
            "no end of the last line",
            vec![samples.clone()],
            InputForm::NoLastLineEnd,
        ),
        ("a single board", vec![single], InputForm::Usual),
        ("a large batch", vec![largest], InputForm::Usual),
        ("boards in another order", backwards, InputForm::Usual),
    ];
    let mut end = Vec::new();
    P::append_end(&mut end);
    if !end.is_empty() {
        let without = (
            "nothing after the last board",
            vec![samples],
            InputForm::NoEnd,
        );
        asked.insert(2, without);
    }
    let mut tolerances = Vec::new();
    for (what, inputs, form) in asked {
        let mut verdict = Verdict::Accepted;
        for boards in inputs {
            let run_limits = submission.run_limits(boards.len());
            let result = submission.run_within(&boards, &run_limits, form)?;
            verdict = verdict.max(result.verdict);
            if !result.is_right() {
                break;
            }
        }
        tolerances.push(Tolerance { what, verdict });
    }
    Ok(tolerances)
}

fn sample<P: Problem>(board: &str) -> Board<P> {
    board.parse().expect("a board of the statement")
}
