//! Replays the committed corpora through the code of their fuzz targets, a test for each file.
//!
//! `corpus/TARGET/` holds seeds. `corpus/regressions/TARGET/` holds crashes that were kept, each with a note `NAME.md`. The
//! tests also replay what fuzzing has added on this machine.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crossply_games::targets::{TARGETS, Target};
use libtest_mimic::{Arguments, Failed, Trial};

fn main() -> ExitCode {
    let mut tests = vec![
        Trial::test("every_target_has_a_corpus", every_target_has_a_corpus),
        Trial::test("cargo_fuzz_starts_from_the_corpus", cargo_fuzz_finds_it),
        Trial::test(
            "every_regression_has_a_target_and_a_note",
            regressions_are_noted,
        ),
    ];
    for target in &*TARGETS {
        for folder in [corpus().join(&target.name), regressions(target)] {
            for file in files(&folder) {
                let name = file
                    .strip_prefix(corpus())
                    .unwrap_or(&file)
                    .display()
                    .to_string();
                tests.push(Trial::test(name, move || replay(target, &file)));
            }
        }
    }
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}

/// Checks an input as the fuzz target does. A seed must mean the board that it draws; otherwise the encoding has
/// changed. What fuzzing has found, kept or not, is any bytes.
fn replay(target: &Target, file: &Path) -> Result<(), Failed> {
    let bytes = fs::read(file)?;
    (target.check)(&bytes);
    let name = file.file_name().unwrap_or_default();
    let is_found_by_fuzzing = name.len() == 40 || file.starts_with(regressions(target));
    let meant = (target.draw)(&bytes);
    if meant != bytes && !is_found_by_fuzzing {
        let text = String::from_utf8_lossy;
        return Err(format!("{:?} means {:?}", text(&bytes), text(&meant)).into());
    }
    Ok(())
}

fn every_target_has_a_corpus() -> Result<(), Failed> {
    let mut found = BTreeSet::new();
    for folder in fs::read_dir(corpus())? {
        let folder = folder?;
        if !files(&folder.path()).is_empty() {
            found.insert(folder.file_name().to_string_lossy().into_owned());
        }
    }
    let expected: BTreeSet<_> = TARGETS.iter().map(|target| target.name.clone()).collect();
    if found != expected {
        return Err(format!("found {found:?}, expected {expected:?}").into());
    }
    Ok(())
}

/// cargo-fuzz looks for seeds in `fuzz/corpus`.
fn cargo_fuzz_finds_it() -> Result<(), Failed> {
    let found = corpus().join("../fuzz/corpus").canonicalize()?;
    if found != corpus().canonicalize()? {
        return Err(format!("fuzz/corpus is {}", found.display()).into());
    }
    Ok(())
}

fn regressions_are_noted() -> Result<(), Failed> {
    let folders = fs::read_dir(corpus().join("regressions"))?;
    for folder in folders {
        let folder = folder?.path();
        if folder.is_dir() && !TARGETS.iter().any(|target| regressions(target) == folder) {
            return Err(format!("{} belongs to no target", folder.display()).into());
        }
        for file in files(&folder) {
            let note = file.with_extension("md");
            if !note.exists() {
                return Err(format!("{} does not exist", note.display()).into());
            }
        }
    }
    Ok(())
}

/// The inputs in the folder: its files, without the notes.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.is_file() && path.extension().is_none_or(|extension| extension != "md"))
        .collect();
    files.sort();
    files
}

fn regressions(target: &Target) -> PathBuf {
    corpus().join("regressions").join(&target.name)
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus")
}
