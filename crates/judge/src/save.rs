//! Saves a finding as files: the program's input, the expected answers and the program's output.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crossply::make_folder;
use crossply_problems::Problem;
use tempfile::{Builder, TempDir};

use crate::input::input_text;
use crate::submission::Submission;
use crate::{Diagnosis, JudgeError};

/// The name of the file with the program's input, which [`save`] writes.
pub const SAVED_INPUT: &str = "input.txt";

/// The names of all files that [`save`] writes; it leaves out those that would be empty.
const SAVED_FILES: [&str; 4] = [SAVED_INPUT, "expected.txt", "given.txt", "stderr.txt"];

/// How many bytes of the program's output are kept.
const SAVED_OUTPUT_BYTES: usize = 1 << 20;

/// Where a finding is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    /// In this folder, which is new.
    New(PathBuf),
    /// In this folder, which has the same boards already.
    Known(PathBuf),
}

/// Saves the finding in a new folder in `below`, and returns that folder. Other files there stay as they are.
/// If a folder there has the same boards, nothing is saved. The new folder appears with all its files, or not at all.
///
/// The program runs once more, for its output.
///
/// # Errors
/// If files cannot be written, or the program cannot be run.
pub fn save<P: Problem>(
    diagnosis: &Diagnosis<P>,
    submission: &Submission<P>,
    below: &Path,
) -> Result<Saved, JudgeError> {
    let (name, boards) = (name(diagnosis), &diagnosis.failure.boards);
    let input = input_text(boards);
    if let Some(folder) = with_input(below, &name, &input) {
        return Ok(Saved::Known(folder));
    }
    let (given, _) = submission.capture_output(boards, SAVED_OUTPUT_BYTES)?;
    let mut expected = Vec::new();
    let mut answers = submission.expected_answers();
    answers.append(boards, 0..boards.len(), &mut expected);
    let stderr = diagnosis.failure.result.execution.stderr.text();
    let files = [&input[..], &expected, &given, stderr.as_bytes()];
    make_folder(below).map_err(JudgeError::cannot("write", below))?;
    let temporary = Builder::new()
        .prefix(&format!(".{name}."))
        .tempdir_in(below);
    let temporary = temporary.map_err(JudgeError::cannot("write", below))?;
    for (file, bytes) in SAVED_FILES.into_iter().zip(files) {
        if !bytes.is_empty() {
            let path = temporary.path().join(file);
            let written = File::create(&path).and_then(|mut file| {
                file.write_all(bytes)?;
                file.sync_all()
            });
            written.map_err(JudgeError::cannot("write", &path))?;
        }
    }
    rename(temporary, below, &name).map(Saved::New)
}

/// The folder of a finding of this name with the same input.
fn with_input(below: &Path, name: &str, input: &[u8]) -> Option<PathBuf> {
    let folders = fs::read_dir(below).ok()?.flatten();
    let mut folders =
        folders.filter(|folder| folder.file_name().to_string_lossy().starts_with(name));
    let known = folders
        .find(|folder| fs::read(folder.path().join(SAVED_INPUT)).is_ok_and(|known| known == input));
    Some(known?.path())
}

/// The name of the finding's folder.
fn name<P: Problem>(diagnosis: &Diagnosis<P>) -> String {
    let board = match diagnosis.failure.domain_index() {
        Some(index) => format!("position-{index}"),
        None => "illegal".to_owned(),
    };
    format!("{}-{}-{board}", P::NAME, diagnosis.failure.result.verdict)
}

/// Renames the folder to `name`, or to the first numbered name that is free.
fn rename(temporary: TempDir, below: &Path, name: &str) -> Result<PathBuf, JudgeError> {
    let mut number = 1;
    loop {
        let folder = match number {
            1 => below.join(name),
            _ => below.join(format!("{name}-{number}")),
        };
        number += 1;
        // A rename would replace an empty folder.
        if folder.symlink_metadata().is_ok() {
            continue;
        }
        match fs::rename(temporary.path(), &folder) {
            Ok(()) => {
                let _ = temporary.keep();
                return Ok(folder);
            }
            // Another process was quicker.
            Err(_) if folder.symlink_metadata().is_ok() => {}
            Err(error) => return Err(JudgeError::cannot("write", &folder)(error)),
        }
    }
}
