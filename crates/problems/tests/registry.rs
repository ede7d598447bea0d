//! Every solver in the source tree is listed, and every listed solver stands in the README.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use crossply_problems::program::programs;
use crossply_problems::{Ccf201803_4, Poj1568, Problem, for_all_problems};

#[test]
fn every_file_is_a_listed_solver() {
    macro_rules! are_listed {
        ([$(($problem:ident, $module:ident))*]) => {
            $(files_are_listed::<crossply_problems::$problem>(concat!("src/", stringify!($module), "/solvers"));)*
        };
    }
    for_all_problems!([are_listed]);
}

#[test]
fn every_solver_stands_in_the_readme() {
    let readme = path("../../README.md");
    let readme = fs::read_to_string(readme).expect("the workspace has a README");
    let rows: BTreeSet<Vec<&str>> = readme
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| {
            line.split('|')
                .map(|cell| cell.trim().trim_matches('`'))
                .collect()
        })
        .collect();
    macro_rules! stand {
        ([$(($problem:ident, $module:ident))*]) => {
            $(stands_in_table::<crossply_problems::$problem>(&rows);)*
        };
    }
    for_all_problems!([stand]);
}

#[test]
fn every_reference_is_a_program_and_a_solver() {
    let names = |solvers: Vec<&'static str>| {
        let programs = solvers.into_iter().filter(|name| name.starts_with("ref-"));
        programs.collect::<BTreeSet<_>>()
    };
    let mut solvers = names(listed::<Poj1568>());
    solvers.append(&mut names(listed::<Ccf201803_4>()));
    let programs: BTreeSet<_> = programs().map(|program| program.name).collect();
    assert_eq!(programs, solvers);
}

fn files_are_listed<P: Problem>(folder: &str) {
    let files: BTreeSet<String> = fs::read_dir(path(folder))
        .expect("the folder exists")
        .map(|entry| entry.expect("readable").path())
        .map(|path| {
            path.file_stem()
                .expect("a name")
                .to_string_lossy()
                .replace('_', "-")
        })
        .filter(|name| name != "mod")
        .collect();
    let listed: BTreeSet<String> = listed::<P>().into_iter().map(str::to_owned).collect();
    assert_eq!(files, listed, "{folder}");
    assert_eq!(listed.len(), P::SOLVERS.len(), "a name is listed twice");
}

/// The table has the columns problem, name, what it does, and practical up to.
fn stands_in_table<P: Problem>(rows: &BTreeSet<Vec<&str>>) {
    for entry in P::SOLVERS {
        let empties = entry.max_empties.to_string();
        let row = vec!["", P::NAME, entry.name, entry.summary, &empties, ""];
        assert!(rows.contains(&row), "README.md has no row {row:?}");
    }
}

fn listed<P: Problem>() -> Vec<&'static str> {
    P::SOLVERS.iter().map(|entry| entry.name).collect()
}

fn path(relative: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(relative)
}
