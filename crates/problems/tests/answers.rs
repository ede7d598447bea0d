//! Answers as text; and lines, which a table and a search find alike.

use crossply_problems::{
    Board, Ccf201803_4, FirstWin, Line, Poj1568, Problem, Score, Side, Square, test_all_problems,
};

#[test]
fn answers_of_poj1568_are_cells_or_none() {
    let mut answers = vec![(FirstWin::NoForcedWin, "#####".to_owned())];
    for (row, column) in (0..16).map(|cell| (cell / 4, cell % 4)) {
        let square = Square::new(row, column);
        assert_eq!((square.row(), square.column()), (row, column));
        answers.push((FirstWin::WinAt(square), format!("({row},{column})")));
    }
    let wrong = [
        "", "####", "######", "(4,0)", "(0,4)", "(0,0", "(0 0)", "(-1,0)",
    ];
    are_written_and_read::<Poj1568>(&answers, &wrong);
}

#[test]
fn answers_of_ccf201803_4_are_small_numbers() {
    let answers: Vec<_> = (-9..=9)
        .map(|value| (Score::new(value), value.to_string()))
        .collect();
    for (score, text) in &answers {
        assert_eq!(score.value().to_string(), *text);
    }
    let wrong = ["", "-", "-0", "10", "-10", "+1", "1 "];
    are_written_and_read::<Ccf201803_4>(&answers, &wrong);
}

fn are_written_and_read<P: Problem>(answers: &[(P::Answer, String)], wrong: &[&str]) {
    let mut lines = String::new();
    for (answer, text) in answers {
        assert_eq!(answer.to_string(), *text);
        assert_eq!(text.parse().as_ref(), Ok(answer));
        lines += &format!("{text}\n");
    }
    for wrong in wrong {
        let read = wrong.parse::<P::Answer>().map_err(|error| error.found);
        assert_eq!(read, Err((*wrong).to_owned()));
    }
    let answers: Vec<_> = answers.iter().map(|(answer, _)| *answer).collect();
    // Answers are appended to what is there.
    let mut text = b"before\n".to_vec();
    P::append_answers(&answers, &mut text);
    assert_eq!(text, format!("before\n{lines}").as_bytes());
}

test_all_problems!(a_set_has_a_line_exactly_if_one_is_found_in_it);

fn a_set_has_a_line_exactly_if_one_is_found_in_it<P: Problem>() {
    for stones in 0..=u16::MAX >> (16 - Board::<P>::CELLS) {
        let board = Board::<P>::new(stones, 0).expect("on the board");
        let found = Line::of(board, Side::X);
        assert_eq!(P::domain().has_line(stones), found.is_some(), "{board:?}");
    }
}
