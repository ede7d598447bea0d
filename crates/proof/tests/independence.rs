//! The checker shares no code with the prover or the solvers.

/// What the checker may import of this workspace.
const SHARED: [&str; 4] = [
    "std::fmt",
    "crossply_problems::question::Demand",
    "crossply_problems::{Problem, Question, Side}",
    "crate::{Certificate, Ending, Step}",
];

/// What may not stand in its code: other paths into the workspace, and what problems and answers know about lines. Of an
/// answer it asks only for the demands, and of a problem for its size.
const FORBIDDEN: [&str; 17] = [
    "crate",
    "super",
    "crossply",
    "extern",
    "use ",
    "Position",
    "Answer",
    "P::",
    "as Problem",
    "domain",
    "from_replies",
    "from_scores",
    ".has_line",
    "is_possible",
    ".line(",
    "reason",
    "solve",
];

#[test]
fn the_checker_uses_nothing_but_positions_answers_and_certificates() {
    let code = include_str!("../src/checker.rs");
    assert_eq!(foreign(code), Vec::<&str>::new());
}

#[test]
fn sharing_is_seen() {
    for shared in [
        "use crate::prover::Game;",
        "use crossply_problems::{Side, Domain};",
        "fn f() { use super::prover; }",
        "fn f() -> bool { crossply_problems::Poj1568::domain().has_line(1) }",
        "fn f<P: Problem>() { P::domain(); }",
        "fn f<P: Problem>(a: P::Answer) { P::Answer::from_scores(|| 1, moves); }",
        "fn f<P: Problem>(p: Position<P>, a: P::Answer) -> bool { a.is_possible(p) }",
        "fn f() { crate::prove(p); }",
    ] {
        assert!(!foreign(shared).is_empty(), "{shared}");
    }
}

/// The lines with something that the checker may not use.
fn foreign(code: &str) -> Vec<&str> {
    let is_foreign = |line: &&str| {
        let line = line.trim_start().replace("P::SIDE", "");
        let import = line
            .strip_prefix("use ")
            .and_then(|line| line.strip_suffix(';'));
        let is_listed = import.is_some_and(|import| SHARED.contains(&import));
        let is_comment = line.starts_with("//");
        !is_listed && !is_comment && FORBIDDEN.iter().any(|name| line.contains(name))
    };
    code.lines().filter(is_foreign).collect()
}
