//! Files that follow from the list of problems are up to date: the fuzz binaries and their entries in the manifest, the
//! tables of solvers and targets in the README and the guides.
//!
//! `SNAPSHOTS=overwrite cargo test -p crossply-games generated::` writes these files.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use crossply_games::targets::TARGETS;
use crossply_problems::{Problem, of_all_problems};

/// For each kind of target: the last part of its name, the first words of its binary, the macro of the fuzz package
/// that makes it, and the two cells of the guide's table that describe it.
const KINDS: [(&str, &str, &str, &str, &str); 4] = [
    (
        "differential",
        "Differential, property and metamorphic: the solvers on one position",
        "check!(TYPE)",
        "differential, property, metamorphic",
        "all solvers that are quick with a position give the right answer, and `fast` does not contradict itself",
    ),
    (
        "streams",
        "Differential and metamorphic: many boards in one text",
        "streams!(TYPE)",
        "differential, metamorphic",
        "many boards in one text, legal or not: the reader names the first illegal one; programs and solvers answer \
         each board as they do alone, and in the opposite order; known leaks of state are predicted",
    ),
    (
        "illegal",
        "Differential: the transliterated programs on any board",
        "illegal!(TYPE)",
        "differential",
        "the programs on any board: where they are known to differ, each answer is predicted; every other difference \
         is a finding",
    ),
    (
        "parser",
        "Robustness and round trip: the reader on any bytes",
        "parser!(TYPE)",
        "robustness, round trip",
        "the reader on any bytes: no panic; errors point into the text; what is read can be written and read again",
    ),
];

/// The guide with the table of targets.
const FUZZING: &str = "docs/fuzzing.md";

#[test]
fn each_target_has_a_binary() {
    let types = HashMap::from(of_all_problems!(module_and_type()));
    let mut entries = String::new();
    for target in &*TARGETS {
        let (module, kind) = target.name.rsplit_once('_').expect("a kind");
        let (_, title, made_by, ..) = KINDS.iter().find(|of| of.0 == kind).expect("known");
        let made_by = made_by.replace("TYPE", &format!("crossply_problems::{}", types[module]));
        let problem = target.problem;
        let source = format!(
            "//! {title}, for `{problem}`.\n\n#![no_main]\n\ncrossply_fuzz::fuzz_{made_by};\n"
        );
        let name = &target.name;
        is_made(&path(&format!("fuzz/targets/{name}.rs")), &source);
        entries += &format!(
            "[[bin]]\nname = \"{name}\"\npath = \"targets/{name}.rs\"\n\
             test = false\ndoc = false\nbench = false\n\n"
        );
    }
    is_between(
        "fuzz/Cargo.toml",
        ["# <targets>\n", "# </targets>\n"],
        &entries,
    );
}

#[test]
fn the_readme_lists_all_solvers() {
    is_between(
        "README.md",
        ["<!-- solvers -->\n", "<!-- /solvers -->\n"],
        &table_of_solvers(),
    );
}

#[test]
fn the_guide_lists_all_targets() {
    is_between(
        FUZZING,
        ["<!-- targets -->\n", "<!-- /targets -->\n"],
        &table_of_targets(),
    );
}

fn table_of_solvers() -> String {
    fn rows<P: Problem>() -> String {
        let row = |entry: &crossply_problems::Entry<P>| {
            let (name, summary, empties) = (entry.name, entry.summary, entry.max_empties);
            format!("| `{}` | `{name}` | {summary} | {empties} |\n", P::NAME)
        };
        P::SOLVERS.iter().map(row).collect()
    }
    let header = "| problem | name | how it works | practical up to |\n| --- | --- | --- | --- |\n";
    header.to_owned() + &of_all_problems!(rows()).concat()
}

/// The table of targets in the guide. It keeps the rates that stand there, which people measure by hand.
fn table_of_targets() -> String {
    let guide = fs::read_to_string(path(FUZZING)).expect("readable");
    let cells = |row: &str| -> Vec<String> { row.split(" | ").map(str::to_owned).collect() };
    let rows = guide
        .lines()
        .filter(|row| row.starts_with("| `"))
        .map(cells);
    let rates: HashMap<_, _> = rows
        .filter(|cells| cells.len() == 4)
        .map(|cells| {
            (
                cells[0].trim_matches(['|', ' ', '`']).to_owned(),
                cells[2].clone(),
            )
        })
        .collect();
    let mut table =
        "| target | kind | runs a second | what it checks |\n| --- | --- | --- | --- |\n"
            .to_owned();
    for (kind, _, _, shown, checks) in KINDS {
        let of_kind = TARGETS
            .iter()
            .filter(|target| target.name.ends_with(&format!("_{kind}")));
        for (row, target) in of_kind.enumerate() {
            let rate = rates
                .get(&target.name)
                .map_or("not measured", String::as_str);
            let checks = if row == 0 { checks } else { "the same" };
            table += &format!("| `{}` | {shown} | {rate} | {checks} |\n", target.name);
        }
    }
    table
}

/// A problem's module and marker type.
fn module_and_type<P: Problem>() -> (String, &'static str) {
    let path = std::any::type_name::<P>();
    (P::module(), path.rsplit("::").next().unwrap_or(path))
}

/// Asserts that the file holds this text, or writes it if asked to overwrite.
fn is_made(path: &Path, text: &str) {
    if env::var_os("SNAPSHOTS").is_some_and(|action| action == "overwrite") {
        fs::write(path, text).expect("writable");
    }
    let found = fs::read_to_string(path).unwrap_or_default();
    assert_eq!(
        found,
        text,
        "{}: to write it, run SNAPSHOTS=overwrite cargo test -p crossply-games generated::",
        path.display()
    );
}

/// Asserts that the file holds this text between the markers, or writes it there if asked to overwrite.
fn is_between(file: &str, [start, end]: [&str; 2], text: &str) {
    let path = path(file);
    let whole = fs::read_to_string(&path).expect("readable");
    let (before, rest) = whole.split_once(start).expect("the first marker");
    let (_, after) = rest.split_once(end).expect("the second marker");
    is_made(&path, &[before, start, text, end, after].concat());
}

/// A path from the root of the repository.
fn path(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(relative)
}
