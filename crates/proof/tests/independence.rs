//! The checker shares nothing with whoever finds certificates or answers.

#[test]
fn the_checker_uses_nothing_but_positions_answers_and_certificates() {
    let source = include_str!("../src/checker.rs");
    let (code, tests) = source.split_once("#[cfg(test)]").expect("it has tests");
    assert!(tests.len() > 100);
    let uses: Vec<_> = code
        .lines()
        .filter(|line| line.starts_with("use "))
        .collect();
    assert_eq!(
        uses,
        [
            "use std::fmt;",
            "use crossply_problems::{Ccf201803_4, Poj1568, Problem, Side, ccf201803_4, poj1568};",
            "use crate::{Certificate, Ending, Step};",
        ]
    );
    // What these could tell about lines and legal boards.
    let code = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let code = code.filter(|line| !line.starts_with("use "));
    for line in code {
        for foreign in [
            "crate::",
            "super::",
            "domain()",
            "Board",
            "has_line::",
            "Position::",
        ] {
            assert!(!line.contains(foreign), "{line}");
        }
    }
    let manifest = include_str!("../Cargo.toml");
    assert!(!manifest.contains("crossply-solvers"));
}
