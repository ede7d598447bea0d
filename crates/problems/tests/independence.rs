//! Solvers share the position, the answers and the trait, and nothing else.
//!
//! No comparison can test code that two solvers share. So these tests read the words of each solver's file: of this
//! workspace it may import only what is listed here, and no other path may lead out of the file. No solver may make
//! positions, because that would tell it which boards have a line.

use std::fs;
use std::path::Path;

use crossply_problems::{Problem, test_all_problems};

/// The modules in imports from this package, each before `::`.
const MODULES: [&str; 5] = ["crate", "poj1568", "ccf201803_4", "question", "program"];

/// What a solver may import from them. `Board`, `Domain`, `Problem` and everything about lines are missing: they know
/// which boards have a line.
const ITEMS: [&str; 10] = [
    "Answer",
    "Ccf201803_4",
    "Cell",
    "FirstWin",
    "Poj1568",
    "Position",
    "Score",
    "Solver",
    "Square",
    // The reason why a transliterated program stops; other solvers have no use for it.
    "Stopped",
];

/// The macros that solvers may use. All are of the standard library, because a macro of this package could hide
/// anything.
const MACROS: [&str; 10] = [
    "assert!",
    "assert_eq!",
    "concat!",
    "debug_assert!",
    "env!",
    "include_bytes!",
    "matches!",
    "unreachable!",
    "vec!",
    "writeln!",
];

/// Words that lead out of a file, or make a position from a text.
const FORBIDDEN: [&str; 6] = ["crate", "super", "extern", "mod", "parse", "from_str"];

test_all_problems!(solvers_share_nothing_else);

fn solvers_share_nothing_else<P: Problem>() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let folder = source.join(P::module()).join("solvers");
    for entry in P::SOLVERS {
        let file = folder
            .join(entry.name.replace('-', "_"))
            .with_extension("rs");
        let source = fs::read_to_string(&file).expect("each solver has a file");
        assert_eq!(
            shared_by(&source),
            Vec::<String>::new(),
            "{}",
            file.display()
        );
    }
    let files = fs::read_dir(folder).expect("the folder exists");
    assert_eq!(
        files.count(),
        P::SOLVERS.len() + 1,
        "all but `mod.rs` are listed"
    );
}

#[test]
fn sharing_is_seen() {
    for source in [
        "use super::naive;",
        "use crate::poj1568::solvers::naive::LINES;",
        "use crate::{Solver, poj1568};",
        "use crate::*;",
        "use crate::Domain;",
        "use crate::line::sets;",
        "use crate::{Board, Poj1568};",
        "use crate::{Poj1568, Problem};",
        "use crate as problems;",
        "use crossply_problems::Poj1568;",
        "use crossply_fast_table::Table;",
        "use memchr::memchr;",
        "fn f() { super::fast::wins(1, 2) }",
        "fn f() -> u16 { crate::poj1568::solvers::naive::LINES[0] }",
        "fn f() { <Poj1568 as crate::Problem>::domain() }",
        "fn f(x: u16) -> bool { crate::line::sets(4)[usize::from(x)].has_line() }",
        "fn f(x: u16) { crate::Position::<Poj1568>::new(x, 0); }",
        "fn f(x: u16) { crate::Poj1568::domain().has_line(x); }",
        "type T = super::memo::Memo;",
        "fn f() { assert!(super::fast::wins(1, 2)); }",
        "fn f() { vec![crate::poj1568::solvers::fast::X]; }",
        "fn f() { self::super::fast::wins(1, 2) }",
        "fn f(x: u16) -> bool { Position::<Poj1568>::new(x, 0).is_err() }",
        "fn f(x: &str) -> bool { x.parse::<Position<Poj1568>>().is_err() }",
        "fn f(x: &str) { Position::<Poj1568>::from_str(x); }",
        "fn f(x: &str) -> Option<Position<Poj1568>> { std::str::FromStr::from_str(x).ok() }",
        "fn f(x: u16) { Position::<Poj1568>::known_legal(x, 0); }",
        "use crate::Position as P;",
        "use crate::{Poj1568, Position as P};",
        "type P = Position<Poj1568>;",
        "impl Tr for Solver { type P = Position<Poj1568>; }",
        "fn f(x: u16) -> bool { <Position<Poj1568>>::new(x, 0).is_err() }",
        "fn f(position: Position<Poj1568>) { let board: crate::Board<_> = position.into(); }",
        "extern crate self as problems;",
        "include!(\"naive.rs\");",
        "fn f() { has_line!(1) }",
        "mod lines;",
        "#[path = \"naive.rs\"] mod naive { }",
    ] {
        assert!(!shared_by(source).is_empty(), "{source}");
    }
    assert!(shared_by("use std::fmt; use crate::Solver; fn f() { self::g(); }").is_empty());
}

/// What the source uses although it may not.
fn shared_by(source: &str) -> Vec<String> {
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    let code: Vec<_> = source.lines().filter(is_code).collect();
    // A visibility names no code.
    let code = code
        .join("\n")
        .replace("pub(super)", "")
        .replace("pub(crate)", "");
    let tokens = tokens(&code);
    let mut rest: Vec<&str> = tokens.iter().map(String::as_str).collect();
    let mut found = Vec::new();
    while let Some(begin) = rest.iter().position(|&token| token == "use") {
        let length = rest[begin..]
            .iter()
            .take_while(|&&token| token != ";")
            .count();
        let import: Vec<_> = rest.drain(begin..begin + length).collect();
        if !is_allowed(&import[1..]) {
            found.push(import.join(" "));
        }
    }
    for (n, token) in rest.iter().enumerate() {
        let mut following = rest[n + 1..].iter();
        let is_wrong = match *token {
            // Another name for it, or for what contains it, could make positions unseen.
            "type" => following
                .take_while(|&&token| token != ";")
                .any(|&token| token == "Position"),
            "Position" => following.find(|token| !IN_TYPES.contains(token)) == Some(&"::"),
            token if token.len() > 1 && token.ends_with('!') => !MACROS.contains(&token),
            token => FORBIDDEN.contains(&token),
        };
        if is_wrong {
            found.push(rest[n..rest.len().min(n + 6)].join(" "));
        }
    }
    found
}

/// What may stand between `Position` and `::` in the path to one of its functions.
const IN_TYPES: [&str; 4] = ["<", ">", "Poj1568", "Ccf201803_4"];

/// Whether everything that is imported is of the standard library, or listed.
fn is_allowed(import: &[&str]) -> bool {
    let known = |(n, token): (usize, &&str)| match import.get(n + 1) {
        Some(&"::") => MODULES.contains(token),
        _ => ITEMS.contains(token) || ["::", "{", "}", ","].contains(token),
    };
    import.starts_with(&["std", "::"])
        || import[0] == "crate" && import.iter().enumerate().all(known)
}

/// The words and signs of the code. A macro's name includes its `!`.
fn tokens(code: &str) -> Vec<String> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens: Vec<String> = Vec::new();
    for c in code.chars() {
        let continues = tokens.last().is_some_and(|last| {
            last.ends_with(is_word) && (is_word(c) || c == '!') || last == ":" && c == ':'
        });
        if continues {
            tokens.last_mut().expect("it continues").push(c);
        } else {
            tokens.push(c.to_string());
        }
    }
    tokens.retain(|token| !token.trim().is_empty());
    tokens
}
