//! Replays the committed corpora of the fuzz targets.
//!
//! `corpus/TARGET/` has seeds. `corpus/regressions/TARGET/` has inputs that once failed, each with a note `NAME.md`.
//! The tests also replay inputs that fuzzing has added on this machine.

use crossply_games::targets::{TARGETS, Target};
use std::fs;
use std::path::{Path, PathBuf};

/// A target checks its inputs. A seed must also decode to the boards that it draws; otherwise the encoding has changed. Inputs
/// that fuzzing has found may be any bytes.
#[test]
fn every_file_is_right() {
    for target in &*TARGETS {
        let seeds = inputs(&corpus().join(&target.name));
        for file in seeds.iter().chain(&inputs(&regressions(target))) {
            // A failure shows the last one.
            println!("{}", file.display());
            let bytes = fs::read(file).expect("readable");
            (target.check)(&bytes);
            let name = file.file_name().unwrap_or_default();
            let is_found_by_fuzzing = name.len() == 40 || file.starts_with(regressions(target));
            if is_found_by_fuzzing || target.name.ends_with("parser") {
                continue;
            }
            let boards = (target.boards)(&bytes).into_iter();
            let drawings = boards.map(|(_, notation)| notation.replace('/', "\n") + "\n");
            let decoded = drawings.collect::<Vec<_>>().join("\n");
            assert_eq!(String::from_utf8_lossy(&bytes), decoded);
        }
    }
}

/// Each folder belongs to a target, and each target has seeds.
#[test]
fn folders_belong_to_targets() {
    for target in &*TARGETS {
        let seeds = inputs(&corpus().join(&target.name));
        assert!(!seeds.is_empty(), "{} has no seeds", target.name);
    }
    for folders in [corpus(), corpus().join("regressions")] {
        for folder in fs::read_dir(folders).expect("readable") {
            let folder = folder.expect("readable");
            let name = folder.file_name().to_string_lossy().into_owned();
            if folder.path().is_dir() && name != "regressions" {
                assert!(Target::find(&name).is_some(), "{name} is not a target");
            }
        }
    }
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
