//! All snapshot tests.
//!
//! They form one binary, because each binary would compile and link the same code again.

mod diagnostics;
mod disagreement;
mod explanations;
mod faults_of_people;
mod killing;
mod order;
mod planted_faults;
mod reference;
mod reports;

use std::fs;
use std::path::Path;

use crossply_snapshots::pin;

/// A snapshot as it is on record.
fn recorded(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("{name}.snap"));
    let recorded = fs::read_to_string(path).expect("readable");
    let (_, recorded) = recorded.split_once("\n---\n").expect("a header");
    recorded.trim_end().to_owned()
}

/// Compares what is said of each input in a snapshot with what is said of it now. Only its title, its reason and itself, as
/// Rust prints it, are taken from the record: a new example needs no more.
fn pin_examples(name: String, said: impl Fn(&[u8]) -> String) {
    let recorded = recorded(&name);
    let mut all = Vec::new();
    for example in recorded.split("\n\n# ") {
        let (title, rest) = example.split_once("input: ").expect("an input");
        let shown = rest.lines().next().expect("an input");
        let bytes = (0..128).map(char::from);
        let input = bytes.fold(shown.to_owned(), |input, byte| {
            input.replace(&byte.escape_debug().to_string(), &byte.to_string())
        });
        let input = input.trim_matches('"');
        assert_eq!(format!("{input:?}"), shown);
        let said = said(input.as_bytes());
        all.push(format!("{title}input: {shown}\n{said}"));
    }
    pin!(name, all.join("\n# "));
}
