//! Answers as text.

use crossply_problems::{Ccf201803_4, FirstWin, Poj1568, Problem, Score};

#[test]
fn answers_of_poj1568_name_a_cell_or_none() {
    let mut answers = vec![(FirstWin::NoForcedWin, "#####".to_owned())];
    for (row, column) in (0..16).map(|cell| (cell / 4, cell % 4)) {
        let answer = FirstWin::WinAt(4 * row + column);
        answers.push((answer, format!("({row},{column})")));
    }
    let invalid = [
        "", "####", "######", "(4,0)", "(0,4)", "(0,0", "(0 0)", "(-1,0)",
    ];
    assert_text_form::<Poj1568>(&answers, &invalid);
}

#[test]
fn answers_of_ccf201803_4_are_small_integers() {
    let answers: Vec<_> = (-9..=9)
        .map(|value| (Score::new(value), value.to_string()))
        .collect();
    for (score, text) in &answers {
        assert_eq!(score.value().to_string(), *text);
    }
    let invalid = ["", "-", "-0", "10", "-10", "+1", "1 "];
    assert_text_form::<Ccf201803_4>(&answers, &invalid);
}

fn assert_text_form<P: Problem>(answers: &[(P::Answer, String)], invalid: &[&str]) {
    for (answer, text) in answers {
        assert_eq!(answer.to_string(), *text);
        assert_eq!(text.parse().as_ref(), Ok(answer));
    }
    for &text in invalid {
        let result = text.parse::<P::Answer>().map_err(|error| error.found);
        assert_eq!(result, Err(text.to_owned()));
    }
}
