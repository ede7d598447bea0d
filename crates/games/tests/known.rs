//! The known differences and leaks still exist, and on the small board there are no others.

use crossply_games::targets::{Illegal, Stream, Streams, program_answers};
use crossply_problems::{Board, Ccf201803_4, Line, Poj1568, Problem, Side, test_all_problems};

test_all_problems!(what_is_known_is_still_there);

#[test]
fn on_the_small_board_no_other_difference_exists() {
    let witnesses = Ccf201803_4::WITNESSES.expect("there are two programs");
    let mut boards = Illegal::default();
    let mut quick = 0;
    for x in 0..512 {
        for o in 0..512 {
            if let Ok(board) = Board::<Ccf201803_4>::new(x, o) {
                let is_quick = (witnesses.is_quick)(board);
                assert_eq!(boards.check(board), is_quick);
                assert!(!boards.check(board), "it is known");
                quick += u32::from(is_quick);
            }
        }
    }
    let with_at_most_two_stones = 1 + 9 * 2 + 36 * 4;
    assert_eq!(quick, 19_683 - with_at_most_two_stones);
}

/// Looks at a sample of the boards with up to six empties; some have a line of one side or of both. All boards with up
/// to eight empties would take minutes.
#[test]
fn on_the_large_board_no_other_difference_shows() {
    const EACH: u32 = 1009;
    let mut boards = Illegal::default();
    let (mut with_line, mut code) = (0, 0);
    while code < 3_u32.pow(16) {
        let digits = (0..16).map(|cell| code / 3_u32.pow(cell) % 3).enumerate();
        let (mut x, mut o) = (0, 0);
        for (cell, digit) in digits {
            x |= u16::from(digit == 1) << cell;
            o |= u16::from(digit == 2) << cell;
        }
        let board = Board::<Poj1568>::new(x, o).expect("stones on different cells");
        if board.empties() <= 6 {
            boards.check(board);
            let has_line = |side| Line::of(board, side).is_some();
            with_line += u32::from(has_line(Side::X) || has_line(Side::O));
        }
        code += EACH;
    }
    assert!(with_line > 1000, "{with_line}");
}

fn what_is_known_is_still_there<P: Problem>() {
    let Some(witnesses) = P::WITNESSES else {
        return;
    };
    for known in witnesses.differences {
        let board = parse::<P>(known.example);
        assert!((known.applies)(board));
        let programs = witnesses.programs.each_ref();
        let printed = programs.map(|program| program_answers(program, &[board]).remove(0));
        let (program, reason) = (known.program, known.reason);
        assert_ne!(printed[0], printed[1], "{program}: {reason}");
        assert_eq!(printed, (known.answers)(board));
    }
    for leak in witnesses.leaks {
        let mut programs = witnesses.programs.iter();
        let program = programs
            .find(|program| program.name == leak.program)
            .expect("one of the two");
        let boards: Vec<_> = leak.example.iter().map(|board| parse::<P>(board)).collect();
        let board = boards[boards.len() - 1];
        assert!((leak.applies)(board));
        let together = program_answers(program, &boards);
        let alone = program_answers(program, &[board]);
        let (program, reason) = (leak.program, leak.reason);
        assert_ne!(together.last(), alone.last(), "{program}: {reason}");
        Streams::default().check(&Stream { boards });
    }
}

fn parse<P: Problem>(board: &str) -> Board<P> {
    board.parse().expect("a board")
}
