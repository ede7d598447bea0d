//! Replays the committed corpora of the fuzz targets, with a test for each file.
//!
//! `corpus/TARGET/` has seeds. `corpus/regressions/TARGET/` has inputs that once failed, each with a note `NAME.md`.
//! The tests also replay inputs that fuzzing has added on this machine.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crossply_games::targets::{TARGETS, Target};
use libtest_mimic::{Arguments, Failed, Trial};

fn main() -> ExitCode {
    let mut tests = vec![Trial::test(
        "folders_belong_to_targets",
        folders_belong_to_targets,
    )];
    for target in &*TARGETS {
        for folder in [corpus().join(&target.name), regressions(target)] {
            for file in inputs(&folder) {
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

/// Checks an input as the fuzz target does. A seed must also decode to the boards that it draws; otherwise the encoding
/// has changed. Inputs that fuzzing has found may be any bytes.
fn replay(target: &Target, file: &Path) -> Result<(), Failed> {
    let bytes = fs::read(file)?;
    (target.check)(&bytes);
    let name = file.file_name().unwrap_or_default();
    let is_found_by_fuzzing = name.len() == 40 || file.starts_with(regressions(target));
    let boards = (target.boards)(&bytes).into_iter();
    let drawings: Vec<_> = boards
        .map(|(_, notation)| notation.replace('/', "\n") + "\n")
        .collect();
    let decoded = drawings.join("\n");
    let is_drawing = decoded.as_bytes() == bytes || target.name.ends_with("parser");
    if !is_drawing && !is_found_by_fuzzing {
        let text = String::from_utf8_lossy(&bytes);
        return Err(format!("{text:?} decodes to {decoded:?}").into());
    }
    Ok(())
}

/// Each folder belongs to a target, and each target has seeds.
fn folders_belong_to_targets() -> Result<(), Failed> {
    for target in &*TARGETS {
        if inputs(&corpus().join(&target.name)).is_empty() {
            return Err(format!("{} has no seeds", target.name).into());
        }
    }
    for folders in [corpus(), corpus().join("regressions")] {
        for folder in fs::read_dir(folders)? {
            let folder = folder?;
            let name = folder.file_name().to_string_lossy().into_owned();
            if folder.path().is_dir() && name != "regressions" && Target::find(&name).is_none() {
                return Err(format!("{name} is not a target").into());
            }
        }
    }
    Ok(())
}

/// The files in the folder, without the notes.
fn inputs(folder: &Path) -> Vec<PathBuf> {
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
