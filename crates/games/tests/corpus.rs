//! Replays the committed corpora through the code of their fuzz targets, a test for each file.
//!
//! `corpus/TARGET/` holds seeds. `corpus/regressions/TARGET/` holds crashes that were kept, each with a note `NAME.md`. The
//! tests also replay what fuzzing has added on this machine.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crossply_games::targets::{TARGETS, Target};
use libtest_mimic::{Arguments, Failed, Trial};

fn main() -> ExitCode {
    let mut tests = vec![Trial::test(
        "folders_are_those_of_targets",
        folders_are_those_of_targets,
    )];
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
    let boards = (target.boards)(&bytes).into_iter();
    let drawn = boards.map(|(_, notation)| notation.replace('/', "\n") + "\n");
    let drawn = drawn.collect::<Vec<_>>().join("\n");
    let is_drawn = drawn.as_bytes() == bytes || target.name.ends_with("parser");
    if !is_drawn && !is_found_by_fuzzing {
        let text = String::from_utf8_lossy(&bytes);
        return Err(format!("{text:?} means {drawn:?}").into());
    }
    Ok(())
}

/// All folders are those of targets, and each target has seeds. cargo-fuzz looks for them in `fuzz/corpus`.
fn folders_are_those_of_targets() -> Result<(), Failed> {
    let seeds = corpus().join("../fuzz/corpus");
    for target in &*TARGETS {
        if files(&seeds.join(&target.name)).is_empty() {
            return Err(format!("{} has no seeds", target.name).into());
        }
    }
    for folders in [corpus(), corpus().join("regressions")] {
        for folder in fs::read_dir(folders)? {
            let folder = folder?;
            let name = folder.file_name().to_string_lossy().into_owned();
            if folder.path().is_dir() && name != "regressions" && Target::named(&name).is_none() {
                return Err(format!("{name} is no target").into());
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
