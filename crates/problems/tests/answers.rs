//! Answers as text; and lines, which a table and a search find alike.

use crossply_problems::ccf201803_4::Score;
use crossply_problems::poj1568::{Answer, Square};
use crossply_problems::question::{self, FirstWin};
use crossply_problems::{
    Board, Ccf201803_4, Cell, Poj1568, Position, Problem, Side, test_all_problems,
};

#[test]
fn answers_of_poj1568_are_cells_or_none() {
    let mut answers = vec![(Answer::NoForcedWin, "#####".to_owned())];
    for row in 0..4 {
        for column in 0..4 {
            let square = Square::new(row, column);
            assert_eq!((square.row(), square.column()), (row, column));
            answers.push((Answer::WinAt(square), format!("({row},{column})")));
        }
    }
    are_written_and_read::<Poj1568>(&answers);
    for wrong in [
        "", "####", "######", "(4,0)", "(0,4)", "(0,0", "(0 0)", "(-1,0)",
    ] {
        let error = wrong.parse::<Answer>().expect_err(wrong);
        assert_eq!(error.found, wrong);
    }
}

#[test]
fn answers_of_ccf201803_4_are_small_numbers() {
    let answers: Vec<_> = (-9..=9)
        .map(|value| (Score::new(value), value.to_string()))
        .collect();
    for (score, text) in &answers {
        assert_eq!(score.value().to_string(), *text);
    }
    are_written_and_read::<Ccf201803_4>(&answers);
    for wrong in ["", "-", "-0", "10", "-10", "+1", "1 "] {
        let error = wrong.parse::<Score>().expect_err(wrong);
        assert_eq!(error.found, wrong);
    }
}

fn are_written_and_read<P: Problem>(answers: &[(P::Answer, String)]) {
    let mut lines = String::new();
    for (answer, text) in answers {
        assert_eq!(answer.as_ref(), text);
        assert_eq!(answer.to_string(), *text);
        assert_eq!(text.parse().as_ref(), Ok(answer));
        lines += &format!("{text}\n");
    }
    let answers: Vec<_> = answers.iter().map(|(answer, _)| *answer).collect();
    // Answers are appended to what is there.
    let mut text = b"before\n".to_vec();
    P::append_answers(&answers, &mut text);
    assert_eq!(text, format!("before\n{lines}").as_bytes());
}

test_all_problems!(a_set_has_a_line_exactly_if_one_is_found_in_it);

fn a_set_has_a_line_exactly_if_one_is_found_in_it<P: Problem>() {
    for stones in 0..1_u32 << Board::<P>::CELLS {
        let stones = stones as u16;
        let board = Board::<P>::new(stones, 0).expect("on the board");
        let found = board.line(Side::X);
        assert_eq!(P::domain().has_line(stones), found.is_some(), "{board:?}");
    }
}

#[test]
fn a_first_win_on_the_small_board_is_on_the_board() {
    type Small = FirstWin<3>;
    assert_eq!(
        "(2,1)".parse(),
        Ok(Small::WinAt(question::Square::new(2, 1)))
    );
    for wrong in ["(3,0)", "(0,3)"] {
        let error = wrong.parse::<Small>().expect_err(wrong).to_string();
        assert!(error.ends_with("each from 0 to 2"), "{error}");
    }
}

#[test]
fn cells_are_those_of_the_drawing() {
    let position: Position<Ccf201803_4> = "XO./.../O.X".parse().expect("legal");
    let drawn: String = position
        .cells()
        .map(|cell| match cell {
            Cell::Empty => '.',
            Cell::X => 'X',
            Cell::O => 'O',
        })
        .collect();
    assert_eq!(drawn, "XO....O.X");
}
