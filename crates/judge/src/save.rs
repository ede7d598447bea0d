//! Saves a finding as files: the program's input, the expected answers and the program's output.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crossply_problems::Problem;
use tempfile::{Builder, TempDir};

use crate::input::input_text;
use crate::submission::Submission;
use crate::{Finding, JudgeError};

/// The name of the file with the program's input, which [`save`] writes.
pub const SAVED_INPUT: &str = "input.txt";

/// How many bytes of the program's output are kept.
const MOST: usize = 1 << 20;

/// Saves the finding in a new folder in `below`, and returns that folder. Other files there stay as they are.
/// The new folder appears with all its files, or not at all.
///
/// The program runs once more, for its output.
///
/// # Errors
/// If files cannot be written, or the program cannot be run.
pub fn save<P: Problem>(
    finding: &Finding<P>,
    submission: &Submission<P>,
    below: &Path,
) -> Result<PathBuf, JudgeError> {
    let (given, _) = submission.capture_output(&finding.boards, MOST)?;
    let mut expected = Vec::new();
    let mut answers = submission.expected_answers();
    answers.append(&finding.boards, &mut expected);
    let stderr = finding.result.execution.stderr.text();
    let files: [(&str, &[u8]); 4] = [
        (SAVED_INPUT, &input_text(&finding.boards)),
        ("expected.txt", &expected),
        ("given.txt", &given),
        ("stderr.txt", stderr.as_bytes()),
    ];
    fs::create_dir_all(below).map_err(|error| cannot_write(below, error))?;
    let name = name(finding);
    let temporary = Builder::new()
        .prefix(&format!(".{name}."))
        .tempdir_in(below)
        .map_err(|error| cannot_write(below, error))?;
    for (file, bytes) in files {
        if !bytes.is_empty() {
            write(&temporary.path().join(file), bytes)
                .map_err(|error| cannot_write(&below.join(&name).join(file), error))?;
        }
    }
    rename(temporary, below, &name)
}

/// The name of the finding's folder.
fn name<P: Problem>(finding: &Finding<P>) -> String {
    let board = match finding.domain_index() {
        Some(index) => format!("position-{index}"),
        None => "illegal".to_owned(),
    };
    format!("{}-{}-{board}", P::NAME, finding.result.verdict)
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(bytes)?;
    file.sync_all()
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
            Err(error) => return Err(cannot_write(&folder, error)),
        }
    }
}

fn cannot_write(path: &Path, source: io::Error) -> JudgeError {
    JudgeError::CannotSave {
        path: path.to_owned(),
        source,
    }
}
