//! What the transliterated programs print for illegal boards and malformed input.
//!
//! On legal boards they agree with all other solvers. Elsewhere they need not agree with each other, and do not. The
//! snapshots hold each difference with its reason. They agree with what the compiled originals print.

use crossply_games::generators::uniform;
use crossply_problems::program::{Run, Stopped};
use crossply_problems::{Board, Ccf201803_4, Poj1568, Problem, test_all_problems};
use crossply_snapshots::pin;

use crate::pin_examples;

test_all_problems!(illegal_boards_and_inputs_that_end_too_early);

fn illegal_boards_and_inputs_that_end_too_early<P: Problem>() {
    for kind in ["illegal", "ends"] {
        pin_examples(format!("reference-{}-{kind}", P::NAME), printed::<P>);
    }
}

#[test]
fn streams_of_random_boards() {
    // Boards of `poj1568` with many empties take too long, and the others show the same peculiarities.
    pin!("reference-poj1568-stream", side_by_side::<Poj1568>(7, 1));
    pin!(
        "reference-ccf201803-4-stream",
        side_by_side::<Ccf201803_4>(9, 2)
    );
}

/// Random boards: every third is legal, the others have anything on each cell.
fn random_boards<P: Problem>(most_empties: u32, seed: u64) -> impl Iterator<Item = Board<P>> {
    let domain = P::domain();
    let mut legal = uniform(seed, 0, 0..domain.len());
    let mut numbers = uniform(seed, 1, 0..3);
    let boards = std::iter::from_fn(move || {
        let mut any = || {
            let (mut x, mut o) = (0, 0);
            for cell in 0..Board::<P>::CELLS {
                match numbers.next()? {
                    1 => x |= 1 << cell,
                    2 => o |= 1 << cell,
                    _ => {}
                }
            }
            Board::new(x, o)
        };
        Some([domain.position(legal.next()?).into(), any()?, any()?])
    });
    boards
        .flatten()
        .filter(move |board: &Board<P>| board.empties() <= most_empties)
}

/// For each board of a stream, what the two programs print, and whether they differ.
fn side_by_side<P: Problem>(most_empties: u32, seed: u64) -> String {
    let boards: Vec<_> = random_boards::<P>(most_empties, seed).take(100).collect();
    let mut stream = Vec::new();
    P::write(&mut stream, 100, boards.iter().copied()).expect("a vector takes all");
    let programs: Vec<_> = P::programs().collect();
    let [left, right] = [0, 1].map(|n| run(programs[n].1, &stream).0);
    assert_eq!((left.lines().count(), right.lines().count()), (100, 100));
    let mut text = format!("{:>36} {:>15}\n", programs[0].0, programs[1].0);
    for ((board, left), right) in boards.iter().zip(left.lines()).zip(right.lines()) {
        let mut case = Vec::new();
        P::append_case(*board, &mut case);
        let case = String::from_utf8(case).expect("ASCII");
        let board = case.trim_end().replace('\n', "/");
        let differ = if left == right { "" } else { "   differ" };
        text += &format!("{board:<20} {left:>15} {right:>15}{differ}\n");
    }
    text
}

/// What the program prints, and why it stopped, if it did.
fn run(main: Run, mut input: &[u8]) -> (String, Option<Stopped>) {
    let mut output = Vec::new();
    let result = main(&mut input, &mut output);
    (String::from_utf8(output).expect("ASCII"), result.err())
}

/// What each program prints.
fn printed<P: Problem>(input: &[u8]) -> String {
    let mut text = String::new();
    for (program, main) in P::programs() {
        let (output, stopped) = run(main, input);
        let lines: Vec<_> = output.lines().collect();
        text += &format!("{program:>16}: {}", lines.join(" "));
        if let Some(stopped) = stopped {
            text += &format!(" [{stopped}]");
        }
        text.push('\n');
    }
    text
}
