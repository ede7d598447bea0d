//! The statements' samples, for every solver.

use crossply_problems::{Ccf201803_4, Poj1568, Position, Problem};

#[test]
fn poj1568() {
    let samples = [
        ("..../.xo./.ox./....", "#####"),
        ("o.../.ox./.xxx/xooo", "(0,1)"),
    ];
    // Twelve empties: `naive` would take weeks.
    solve_samples::<Poj1568>(&samples[..1], |empties| empties == 12);
    solve_samples::<Poj1568>(&samples[1..], |_| true);
}

#[test]
fn ccf201803_4() {
    let samples = [
        ("XOX/OXO/...", "3"),
        ("OXX/.OX/..O", "-4"),
        (".../.../...", "0"),
    ];
    solve_samples::<Ccf201803_4>(&samples, |_| true);
}

fn solve_samples<P: Problem>(samples: &[(&str, &str)], takes_part: impl Fn(u32) -> bool) {
    let mut solved = 0;
    for entry in P::SOLVERS
        .iter()
        .filter(|entry| takes_part(entry.max_empties))
    {
        for (board, answer) in samples {
            let position: Position<P> = board.parse().expect("legal");
            let found = (entry.new)().solve(position).to_string();
            assert_eq!(&found, answer, "{} on {board}", entry.name);
            solved += 1;
        }
    }
    assert!(solved >= 5, "{solved}");
}
