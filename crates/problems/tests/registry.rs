//! Every solver in the source tree is listed.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use crossply_problems::program::programs;
use crossply_problems::{Poj1568, Problem, of_all_problems, test_all_problems};

test_all_problems!(every_file_is_a_listed_solver, fast_is_listed);

#[test]
fn every_reference_is_a_program_and_a_solver() {
    let names = |solvers: Vec<&'static str>| {
        let programs = solvers.into_iter().filter(|name| name.starts_with("ref-"));
        programs.collect::<BTreeSet<_>>()
    };
    let solvers = names(of_all_problems!(listed()).concat());
    let programs: BTreeSet<_> = programs().map(|program| program.name).collect();
    assert_eq!(programs, solvers);
}

fn every_file_is_a_listed_solver<P: Problem>() {
    let folder = format!("src/{}/solvers", P::module());
    let files: BTreeSet<String> = fs::read_dir(path(&folder))
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

fn listed<P: Problem>() -> Vec<&'static str> {
    P::SOLVERS.iter().map(|entry| entry.name).collect()
}

fn path(relative: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(relative)
}

fn fast_is_listed<P: Problem>() {
    // `solve` asks for it by this name, whatever the problem.
    assert_eq!(P::FAST.name, Poj1568::FAST.name);
    let fast = P::solver(P::FAST.name).expect("listed");
    assert_eq!(fast.summary, P::FAST.summary);
    assert!(
        P::domain()
            .empties()
            .all(|empties| empties <= fast.exhaustive_max_empties)
    );
}
