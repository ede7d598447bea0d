//! The cases of a program: boards on which it has failed once. They lie in a folder beside the program, each in a folder of
//! its own, and every later session asks about them first.
//!
//! `judge --save` adds a case, the command `cases` lists and forgets them. Programs that share a folder share its cases:
//! another attempt at a problem often fails on the same boards.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;
use crossply_judge::{BatchSize, Boards, JudgeStage, SAVED_INPUT};
use crossply_problems::{Position, Problem};

use super::{Arguments, stages::read};
use crossply::cli::notice;

/// The name of the folder beside the program.
pub(crate) const CASE_FOLDER: &str = "crossply-cases";

/// The folder with the cases of the program that the arguments name.
pub(super) fn case_folder(arguments: &Arguments) -> PathBuf {
    let file = program_file(arguments);
    let folder = file
        .as_deref()
        .and_then(Path::parent)
        .unwrap_or(Path::new(""));
    folder.join(CASE_FOLDER)
}

/// The file that the user writes: the source; or else the first file that the command names, as `python3 FILE` does; or
/// else the command itself, if it is a path.
pub(super) fn program_file(arguments: &Arguments) -> Option<PathBuf> {
    if let Some(source) = &arguments.source {
        return Some(source.clone());
    }
    let (name, words) = arguments.command.split_first()?;
    let mut files = words.iter().map(PathBuf::from);
    let named = files.find(|word| word.is_file());
    named.or_else(|| {
        let is_path = name.as_encoded_bytes().contains(&b'/');
        is_path.then(|| PathBuf::from(name))
    })
}

/// The cases in a folder, of all problems: the names of their folders, sorted. None if there is no folder.
pub(crate) fn case_names(folder: &Path) -> anyhow::Result<Vec<String>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => {
            return Err(error).with_context(|| format!("cannot read {}", folder.display()));
        }
    };
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry.with_context(|| format!("cannot read {}", folder.display()))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        // A folder that begins with a dot is one that was not finished.
        if !name.starts_with('.') && entry.path().join(SAVED_INPUT).is_file() {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// Stages that ask about the cases of problem `P`. Each case is asked in a run of its own, because a case of several boards
/// may only fail in its order.
pub(super) fn stages<P: Problem>(folder: &Path) -> anyhow::Result<Vec<JudgeStage<P>>> {
    let mut stages = Vec::new();
    for name in case_names(folder)? {
        if !is_of::<P>(&name) {
            continue;
        }
        let path = folder.join(&name).join(SAVED_INPUT);
        let boards = read::<P>(&path, true)?;
        if boards
            .iter()
            .any(|&board| Position::try_from(board).is_err())
        {
            let path = path.display();
            notice(format_args!(
                "left out: the case {name} has boards that are not legal (ask for them with --allow-illegal --input {path})"
            ));
            continue;
        }
        if !boards.is_empty() {
            stages.push(JudgeStage {
                name: "the cases",
                boards: Boards::listed(boards),
                batches: BatchSize::All,
                time: None,
            });
        }
    }
    Ok(stages)
}

/// Whether a case of this name is one of problem `P`.
fn is_of<P: Problem>(name: &str) -> bool {
    let rest = name.strip_prefix(P::NAME);
    rest.is_some_and(|rest| rest.starts_with('-'))
}
