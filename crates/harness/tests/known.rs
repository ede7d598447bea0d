//! The known differences and leaks are still there, and on the small board there are no others.

use crossply_harness::known::{Known, Witnessed};
use crossply_harness::oracles::Judged;
use crossply_harness::targets::{Stream, Streams, check_illegal, program_answers};
use crossply_problems::{Board, Ccf201803_4, Poj1568};

#[test]
fn what_is_known_is_still_there() {
    known_is_there::<Poj1568>();
    known_is_there::<Ccf201803_4>();
}

#[test]
fn on_the_small_board_no_other_difference_exists() {
    let mut quick = 0;
    for x in 0..512 {
        for o in 0..512 {
            if let Ok(board) = Board::<Ccf201803_4>::new(x, o) {
                check_illegal(board);
                quick += u32::from(Ccf201803_4::is_quick(board));
            }
        }
    }
    let with_at_most_two_stones = 1 + 9 * 2 + 36 * 4;
    assert_eq!(quick, 19_683 - with_at_most_two_stones);
}

fn known_is_there<P: Witnessed + Judged>() {
    for known in P::DIFFERENCES {
        let boards = boards(known);
        let [a, b] = P::PROGRAMS.map(|program| program_answers(program, &boards));
        assert_ne!(a.last(), b.last(), "{}: {}", known.program, known.reason);
        assert!((known.applies)(boards[boards.len() - 1]));
    }
    for leak in P::LEAKS {
        let boards = boards(leak);
        let board = boards[boards.len() - 1];
        let together = program_answers(leak.program, &boards);
        let alone = program_answers(leak.program, &[board]);
        assert_ne!(
            together.last(),
            alone.last(),
            "{}: {}",
            leak.program,
            leak.reason
        );
        assert!((leak.applies)(board));
        Streams::new().check(&Stream { boards });
    }
}

fn boards<P: Witnessed>(known: &Known<P>) -> Vec<Board<P>> {
    let boards = known.example.iter().map(|board| board.parse());
    boards.map(|board| board.expect("a board")).collect()
}
