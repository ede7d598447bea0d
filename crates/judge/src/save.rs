//! A finding as files: what the program reads, what is expected and what it prints.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crossply_problems::Problem;
use tempfile::{Builder, TempDir};

use crate::boards::index_of;
use crate::expected_answers::ExpectedAnswers;
use crate::input::input_text;
use crate::submission::Submission;
use crate::{Finding, JudgeError};

/// The name of the file that the program is to read.
pub(crate) const INPUT: &str = "input.txt";

/// How many bytes of the program's output are kept.
const MOST: usize = 1 << 20;

/// Saves the finding in a new folder below this one, whatever is there already, and says where. The folder is
/// there with all its files, or not at all.
///
/// The program is run once more, for its output.
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
    ExpectedAnswers::new(submission.answers_alone.clone()).append(&finding.boards, &mut expected);
    let stderr = finding.result.execution.stderr.text();
    let files: [(&str, &[u8]); 4] = [
        (INPUT, &input_text(&finding.boards)),
        ("expected.txt", &expected),
        ("given.txt", &given),
        ("stderr.txt", stderr.as_bytes()),
    ];
    fs::create_dir_all(below).map_err(|error| cannot_write(below, error))?;
    let name = name(finding);
    let beside = Builder::new()
        .prefix(&format!(".{name}."))
        .tempdir_in(below)
        .map_err(|error| cannot_write(below, error))?;
    for (file, bytes) in files {
        if !bytes.is_empty() {
            write(&beside.path().join(file), bytes)
                .map_err(|error| cannot_write(&below.join(&name).join(file), error))?;
        }
    }
    rename(beside, below, &name)
}

/// What its folder is called.
fn name<P: Problem>(finding: &Finding<P>) -> String {
    let board = match index_of(finding.board()) {
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

/// Gives the folder the name, or the first with a number that nothing else has.
fn rename(beside: TempDir, below: &Path, name: &str) -> Result<PathBuf, JudgeError> {
    let mut number = 1;
    loop {
        let folder = match number {
            1 => below.join(name),
            _ => below.join(format!("{name}-{number}")),
        };
        number += 1;
        // A folder would take the place of an empty one.
        if folder.symlink_metadata().is_ok() {
            continue;
        }
        match fs::rename(beside.path(), &folder) {
            Ok(()) => {
                let _ = beside.keep();
                return Ok(folder);
            }
            // Somebody else was quicker.
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
