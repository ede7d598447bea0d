//! Why answers are right, in the words that a person reads.

use crossply_harness::oracles::Judged;
use crossply_harness::report;
use crossply_harness::report::play::win;
use crossply_problems::{Ccf201803_4, Poj1568, Position, Problem, Side};
use crossply_proof::prover::Game;
use crossply_proof::{check, prove};
use crossply_snapshots::pin;

#[test]
fn samples_of_poj1568() {
    let boards = ["..../.xo./.ox./....", "o.../.ox./.xxx/xooo"];
    pin!("explanations-poj1568", explained::<Poj1568>(&boards));
}

#[test]
fn samples_of_ccf201803_4() {
    let boards = ["XOX/OXO/...", "OXX/.OX/..O", ".../.../..."];
    pin!(
        "explanations-ccf201803-4",
        explained::<Ccf201803_4>(&boards)
    );
}

/// Of those that take as long, the simplest.
#[test]
fn the_longest_forced_win_of_poj1568() {
    let domain = Poj1568::domain();
    let longest = domain.positions(0..domain.len()).filter_map(|position| {
        let (side, plies) = win(Game::at(position))?;
        (side == Side::X).then_some((plies, position))
    });
    let (plies, position) = longest
        .reduce(|a, b| if b.0 > a.0 { b } else { a })
        .expect("x wins");
    let text = format!("{plies} plies\n\n{}", explanation(position, 4));
    pin!("explanations-longest-win-poj1568", text);
}

fn explained<P: Judged>(boards: &[&str]) -> String {
    let explained = boards
        .iter()
        .map(|board| explanation::<P>(board.parse().expect("legal"), 2));
    explained.collect::<Vec<_>>().join("\n\n\n")
}

fn explanation<P: Judged>(position: Position<P>, depth: usize) -> String {
    let certificate = prove(position);
    assert_eq!(check(&certificate), Ok(()));
    report::explanation(&certificate, depth)
}
