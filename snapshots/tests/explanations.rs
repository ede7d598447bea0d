//! Explanations of answers, in words for people.

use crossply::content::Block;
use crossply_games::report;
use crossply_games::report::demonstration::Demonstration;
use crossply_games::report::game_block;
use crossply_problems::{
    Ccf201803_4, FirstWin, Poj1568, Position, Problem, Score, test_all_problems,
};
use crossply_proof::right_answer;
use crossply_proof::{check, prove};
use crossply_snapshots::pin;

test_all_problems!(samples_are_explained);

fn samples_are_explained<P: Problem>() {
    let explained = P::SAMPLES
        .iter()
        .map(|(board, _)| explanation(P::parse(board).expect("legal")));
    let explained = explained.collect::<Vec<_>>().join("\n\n\n");
    pin!(format!("explanations-{}", P::NAME), explained);
}

#[test]
fn reasons_against_claims() {
    let win = |row: u8, column: u8| Some(FirstWin::WinAt(4 * row + column));
    // x wins by (0,1).
    let board = "o.../.ox./.xxx/xooo";
    let mut reasons = Vec::new();
    for claim in [win(0, 0), win(0, 2), Some(FirstWin::NoForcedWin)] {
        reasons.push(reason::<Poj1568>(board, claim));
    }
    // x wins by (3,3) only.
    reasons.push(reason::<Poj1568>("xoxo/oxox/oxxo/xo..", win(3, 2)));
    // A draw.
    reasons.push(reason::<Poj1568>("xoxo/xoxo/oxox/o..x", win(0, 0)));
    reasons.push(reason::<Poj1568>("xoxo/xoxo/oxox/o..x", win(3, 1)));
    reasons.push(reason::<Ccf201803_4>("XOX/OXO/...", Some(Score::new(1))));
    reasons.push(reason::<Ccf201803_4>("X../.O./O.X", Some(Score::new(0))));
    pin!("explanations-reasons", reasons.join("\n\n\n"));
}

fn reason<P: Problem>(board: &str, claim: Option<P::Answer>) -> String {
    let claimed = claim.map_or("nothing".to_owned(), |claim| claim.to_string());
    let why = Demonstration::of(P::parse(board).expect("legal"), claim);
    format!("{board}, claimed {claimed}: {why}")
}

fn explanation<P: Problem>(position: Position<P>) -> String {
    let certificate = prove(position);
    assert_eq!(check(&certificate), Ok(()));
    report::explanation(&certificate, 2)
}

#[test]
fn a_claim_that_is_right_is_no_contradiction() {
    let position = Poj1568::parse("o.../.ox./.xxx/xooo").expect("legal");
    let shown = Demonstration::of(position, Some(right_answer(position)));
    assert_eq!(shown.reason, "x wins by (0,1).");
    assert_eq!(shown, Demonstration::of(position, None));
}

/// On a page the boards of a game are in cells and in words, and the cell of the last move is marked.
#[test]
fn a_game_on_a_page() {
    let position = Ccf201803_4::parse("XOX/O.X/..O").expect("legal");
    let Block::Drawing { html, .. } = game_block(&Demonstration::of(position, None)) else {
        panic!("a game is drawn");
    };
    pin!(
        "explanations-page",
        html.replace("<span class=\"row\">", "\n<span class=\"row\">")
            .replace("<li>", "\n<li>")
    );
}
