//! The checker shares no code with the prover or the solvers.

use syn::visit::{self, Visit};
use syn::{File, Item, ItemUse, UseTree};

/// What the checker may name of this workspace.
const SHARED: [&str; 8] = [
    "crate::Certificate",
    "crate::Ending",
    "crate::Step",
    "crossply_problems::Problem",
    "crossply_problems::Question",
    "crossply_problems::Side",
    "crossply_problems::question::Demand",
    "std::fmt",
];

/// What the checker may ask of a problem: its size, but not what the problem knows about lines.
const ASKED: [&str; 1] = ["P::SIDE"];

/// The methods of this workspace that the checker may not call. Of an answer it asks only for the demands.
const METHODS: [&str; 9] = [
    "domain",
    "from_replies",
    "from_scores",
    "has_line",
    "is_possible",
    "line",
    "reason",
    "solve",
    "solver",
];

#[test]
fn the_checker_uses_nothing_but_positions_answers_and_certificates() {
    let mut file: File = syn::parse_file(include_str!("../src/checker.rs")).expect("Rust");
    file.items
        .retain(|item| !matches!(item, Item::Mod(module) if module.ident == "tests"));
    assert_eq!(foreign(&file), Vec::<String>::new());
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
        let file = syn::parse_file(shared).expect("Rust");
        assert!(!foreign(&file).is_empty(), "{shared}");
    }
}

fn foreign(file: &File) -> Vec<String> {
    let mut names = Names(Vec::new());
    names.visit_file(file);
    names.0
}

/// The names that the checker may not use.
struct Names(Vec<String>);

impl Names {
    fn look_at(&mut self, name: String) {
        let of_workspace = ["crate", "super", "self", "crossply", "P::", "Self::", "<"];
        let known = SHARED.contains(&&*name) || ASKED.contains(&&*name);
        if !known && of_workspace.iter().any(|prefix| name.starts_with(prefix)) {
            self.0.push(name);
        }
    }

    fn look_at_tree(&mut self, prefix: &str, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => {
                self.look_at_tree(&format!("{prefix}{}::", path.ident), &path.tree);
            }
            UseTree::Name(name) => self.look_at(format!("{prefix}{}", name.ident)),
            UseTree::Rename(name) => self.look_at(format!("{prefix}{}", name.ident)),
            UseTree::Glob(_) => self.look_at(format!("{prefix}*")),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.look_at_tree(prefix, tree);
                }
            }
        }
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.look_at_tree("", &item.tree);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<_> = path
            .segments
            .iter()
            .map(|part| part.ident.to_string())
            .collect();
        if segments.len() > 1 {
            self.look_at(segments.join("::"));
        }
        visit::visit_path(self, path);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let method = call.method.to_string();
        if METHODS.contains(&&*method) {
            self.0.push(format!(".{method}()"));
        }
        visit::visit_expr_method_call(self, call);
    }
}
