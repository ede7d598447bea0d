//! Answers as text.

use std::collections::HashMap;

use crossply_problems::{Ccf201803_4, FirstWin, Poj1568, Problem, Score};

#[test]
fn answers_of_poj1568_name_a_cell_or_none() {
    let cells = (0..16).map(|cell| {
        let text = format!("({},{})", cell / 4, cell % 4);
        (text, FirstWin::WinAt(cell))
    });
    let none = ("#####".to_owned(), FirstWin::NoForcedWin);
    assert_text_form::<Poj1568>(&cells.chain([none]).collect(), "(,)01234# ", 5);
}

#[test]
fn answers_of_ccf201803_4_are_small_integers() {
    let scores = (-9..=9).map(|value| (value.to_string(), Score::new(value)));
    assert_text_form::<Ccf201803_4>(&scores.collect(), "-+0123456789 ", 3);
    assert!((-9..=9).all(|value| Score::new(value).value() == value));
}

/// Of all texts of up to so many of these letters, only these are answers.
fn assert_text_form<P: Problem>(
    answers: &HashMap<String, P::Answer>,
    letters: &str,
    length: usize,
) {
    let mut texts = vec![String::new()];
    let mut found = 0;
    for _ in 0..=length {
        for text in &texts {
            let answer = text.parse::<P::Answer>();
            let expected = answers.get(text).ok_or(text);
            assert_eq!(answer.as_ref().map_err(|error| &error.found), expected);
            found += usize::from(answer.is_ok_and(|answer| answer.to_string() == *text));
        }
        let longer = |text: &String| {
            letters
                .chars()
                .map(|letter| format!("{text}{letter}"))
                .collect::<Vec<_>>()
        };
        texts = texts.iter().flat_map(longer).collect();
    }
    assert_eq!(found, answers.len());
}
