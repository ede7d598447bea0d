//! Solvers share the position, the answers and the trait, and nothing else.
//!
//! No comparison can test code that two solvers share. So these tests look at every path in a solver's file: of this
//! workspace it may name only what is listed here. No solver may make positions, because that would tell it which
//! boards have a line.

use std::any::type_name;
use std::fs;
use std::path::Path;

use crossply_problems::{Problem, of_all_problems, test_all_problems};
use syn::visit::{self, Visit};
use syn::{
    ExprMethodCall, Ident, ImplItemType, ItemExternCrate, ItemMod, ItemType, ItemUse, Macro, QSelf,
    Type, UseTree, Visibility,
};

/// What a solver may use of this workspace, besides its problem's type and answers. Longer paths, to what is inside
/// these items, are forbidden. `Board`, `Domain`, `Problem` and everything about lines are missing: they know which
/// boards have a line.
const SHARED: [&str; 7] = [
    "crate::Solver",
    "crate::Cell",
    "crate::Position",
    "crate::question::FirstWin",
    "crate::question::Score",
    "crate::question::Square",
    // The reason why a transliterated program stops; other solvers have no use for it.
    "crate::program::Stopped",
];

/// What a solver may use of its problem's module, besides the marker type: aliases of answers.
const OF_PROBLEMS: [&str; 3] = ["Answer", "Score", "Square"];

/// The macros that solvers may use. All are of the standard library, because a macro of this package could hide
/// anything.
const MACROS: [&str; 10] = [
    "assert",
    "assert_eq",
    "concat",
    "debug_assert",
    "env",
    "include_bytes",
    "matches",
    "unreachable",
    "vec",
    "writeln",
];

test_all_problems!(solvers_share_nothing_else);

fn solvers_share_nothing_else<P: Problem>() {
    let mut solvers = 0;
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let folder = source.join(P::module()).join("solvers");
    for entry in fs::read_dir(folder).expect("the folder exists") {
        let path = entry.expect("readable").path();
        if path.file_name().is_some_and(|name| name == "mod.rs") {
            continue;
        }
        let source = fs::read_to_string(&path).expect("readable");
        let shared = shared_by(&source);
        assert!(shared.is_empty(), "{} uses {shared:?}", path.display());
        solvers += 1;
    }
    assert_eq!(solvers, P::SOLVERS.len());
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

/// The items that the source uses although they are not [`SHARED`].
fn shared_by(source: &str) -> Vec<String> {
    let mut visitor = Visitor::default();
    visitor.visit_file(&syn::parse_file(source).expect("valid Rust"));
    visitor.found
}

fn is_of_a_problem(path: &str) -> bool {
    fn is_of<P: Problem>(path: &str) -> bool {
        let module = format!("crate::{}", P::module());
        let marker =
            type_name::<P>().replace(&format!("crossply_problems::{}", P::module()), "crate");
        path == marker
            || OF_PROBLEMS
                .iter()
                .any(|name| path == format!("{module}::{name}"))
    }
    of_all_problems!(is_of(path)).contains(&true)
}

#[derive(Default)]
struct Visitor {
    found: Vec<String>,
}

impl Visitor {
    fn judge(&mut self, path: String) {
        if !SHARED.contains(&&*path) && !is_of_a_problem(&path) && !path.starts_with("std::") {
            self.found.push(path);
        }
    }

    fn judge_use(&mut self, before: &str, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => self.judge_use(&format!("{before}{}::", path.ident), &path.tree),
            UseTree::Name(name) => self.judge(format!("{before}{}", name.ident)),
            // Under another name an item could be used unseen.
            UseTree::Rename(name) if before.starts_with("std::") => {
                self.judge(format!("{before}{}", name.ident));
            }
            UseTree::Rename(name) => self.found.push(format!("{before}{} as", name.ident)),
            UseTree::Glob(_) => self.judge(format!("{before}*")),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.judge_use(before, tree);
                }
            }
        }
    }
}

impl Visitor {
    /// With another name for `Position`, or for a type that contains it, a solver could make positions unseen.
    fn judge_name_for(&mut self, named: &Type) {
        let mut mentions = Mentions(false);
        mentions.visit_type(named);
        if mentions.0 {
            self.found.push("another name for Position".to_owned());
        }
    }
}

/// Remembers whether `Position` has come up.
struct Mentions(bool);

impl<'ast> Visit<'ast> for Mentions {
    fn visit_ident(&mut self, ident: &'ast Ident) {
        self.0 |= ident == "Position";
    }
}

impl<'ast> Visit<'ast> for Visitor {
    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.judge_use("", &item.tree);
    }

    fn visit_item_extern_crate(&mut self, item: &'ast ItemExternCrate) {
        self.found.push(format!("extern crate {}", item.ident));
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        let method = call.method.to_string();
        if method == "parse" {
            self.found.push(method);
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_item_type(&mut self, alias: &'ast ItemType) {
        self.judge_name_for(&alias.ty);
        visit::visit_item_type(self, alias);
    }

    fn visit_impl_item_type(&mut self, alias: &'ast ImplItemType) {
        self.judge_name_for(&alias.ty);
        visit::visit_impl_item_type(self, alias);
    }

    fn visit_qself(&mut self, qself: &'ast QSelf) {
        self.judge_name_for(&qself.ty);
        visit::visit_qself(self, qself);
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        self.found.push(format!("mod {}", item.ident));
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<_> = path
            .segments
            .iter()
            .map(|part| part.ident.to_string())
            .collect();
        let contains = |name: &str| segments.iter().any(|segment| segment == name);
        let foreign = contains("crate") || contains("super");
        if contains("from_str") {
            self.found.push("from_str".to_owned());
        } else if foreign || contains("Position") && segments.len() > 1 {
            self.judge(segments.join("::"));
        }
        visit::visit_path(self, path);
    }

    /// `pub(super)` names no code.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    /// The tokens of a macro are not parsed: the words are enough.
    fn visit_macro(&mut self, item: &'ast Macro) {
        let text = format!("{} {}", path_text(&item.path), item.tokens);
        let words: Vec<_> = text
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .collect();
        let foreign = |word: &str| ["crate", "super", "include"].contains(&word);
        if !MACROS.contains(&words[0]) || words.iter().any(|word| foreign(word)) {
            self.found.push(format!("the macro {text}"));
        }
    }
}

fn path_text(path: &syn::Path) -> String {
    let segments = path.segments.iter().map(|part| part.ident.to_string());
    segments.collect::<Vec<_>>().join(" ")
}
