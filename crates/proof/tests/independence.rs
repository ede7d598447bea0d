//! The checker shares nothing with whoever finds certificates or answers.

use syn::visit::{self, Visit};
use syn::{File, Item, ItemUse, UseTree};

/// What it may name of this workspace.
const SHARED: [&str; 10] = [
    "crate::Certificate",
    "crate::Ending",
    "crate::Step",
    "crossply_problems::Ccf201803_4",
    "crossply_problems::Poj1568",
    "crossply_problems::Problem",
    "crossply_problems::Side",
    "crossply_problems::ccf201803_4",
    "crossply_problems::poj1568",
    "std::fmt",
];

/// What it may ask of a problem: its size and its answers, but not what it knows about lines.
const ASKED: [&str; 3] = ["P::SIDE", "P::demands", "Self::Answer"];

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

/// The names that are not shared.
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
        for method in ["domain", "has_line", "line"] {
            if call.method == method {
                self.0.push(format!(".{method}()"));
            }
        }
        visit::visit_expr_method_call(self, call);
    }
}
