//! Boards that once made solvers disagree, and boards that are easy to get wrong.
//!
//! A report of a disagreement ends with a test. Paste it here, and say above it what was wrong.

use crossply_games::{assert_agreement, assert_batch_agreement};
use crossply_problems::{Ccf201803_4, Poj1568};

/// The statement's samples.
#[test]
fn samples() {
    assert_agreement::<Poj1568>("..../.xo./.ox./....");
    assert_agreement::<Poj1568>("o.../.ox./.xxx/xooo");
    assert_agreement::<Ccf201803_4>("XOX/OXO/...");
    assert_agreement::<Ccf201803_4>("OXX/.OX/..O");
    assert_agreement::<Ccf201803_4>(".../.../...");
}

/// In the order of cells, one that wins later comes before one that wins at once.
#[test]
fn poj1568_first_win_is_not_the_fastest() {
    assert_agreement::<Poj1568>(".oo./x.xx/oxo./..xo");
    assert_agreement::<Poj1568>("oo../ooxx/x..x/o..x");
}

/// Bob has already won, although Alice could still complete a line.
#[test]
fn ccf201803_4_lost_before_the_move() {
    assert_agreement::<Ccf201803_4>("OOO/XX./..X");
}

/// A batch of boards, some of which repeat.
#[test]
fn batches() {
    assert_batch_agreement::<Poj1568>(&["xxxo/xxx./xooo/.ooo"; 2]);
    assert_batch_agreement::<Ccf201803_4>(&["XXO/XXO/OO.", ".../.../...", "XXO/XXO/OO."]);
}

#[test]
#[should_panic(expected = "is no position of poj1568: the board is full")]
fn a_board_that_is_not_legal_is_no_regression() {
    assert_agreement::<Poj1568>("xoxo/xoxo/oxox/oxox");
}
