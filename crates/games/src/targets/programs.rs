//! The reference programs, run on boards instead of bytes.

use crossply_problems::program::Transliteration;
use crossply_problems::{Position, Problem};

/// Whether the programs answer the board in much less than a millisecond.
pub(super) fn is_quick<P: Problem>(board: Position<P>) -> bool {
    // With at most four stones they do not search.
    !(9..12).contains(&board.empties())
}

/// The lines that the program prints for these boards in one input, one for each board.
///
/// # Panics
/// If the program stops early or prints another number of lines, although its input was complete.
pub(super) fn program_answers<P: Problem>(
    program: &Transliteration,
    boards: &[Position<P>],
) -> Vec<String> {
    let mut output = Vec::new();
    let result = (program.run)(&mut &text(boards)[..], &mut output);
    let name = program.name;
    result.unwrap_or_else(|stopped| panic!("{name} stops on {boards:?}: {stopped}"));
    let output = String::from_utf8(output).expect("programs print ASCII");
    let answers: Vec<_> = output.lines().map(str::to_owned).collect();
    assert_eq!(answers.len(), boards.len(), "{name} on {boards:?}");
    answers
}

/// The boards in the judge's format.
pub(super) fn text<P: Problem>(boards: &[Position<P>]) -> Vec<u8> {
    let mut text = Vec::new();
    P::write(&mut text, boards.len() as u64, boards.iter().copied())
        .expect("writing to a vector succeeds");
    text
}
