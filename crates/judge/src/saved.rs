//! A finding as files: what the program reads, what is expected and what it prints.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crossply_problems::Problem;

use crate::attempt::{Candidate, input_text};
use crate::boards::index_of;
use crate::expected::Expected;
use crate::limits::Contest;
use crate::{Finding, Trouble};

/// The name of the file that the program is to read.
pub(crate) const INPUT: &str = "input.txt";

/// How many bytes of the program's output are kept.
const MOST: usize = 1 << 20;

/// Saves the finding in a new folder below this one, whatever is there already, and says where.
///
/// The program is run once more, for its output.
///
/// # Errors
/// If files cannot be written, or the program cannot be run.
pub fn save<P: Contest>(
    finding: &Finding<P>,
    candidate: &Candidate<P>,
    below: &Path,
) -> Result<PathBuf, Trouble> {
    let (given, _) = candidate.hear(&finding.boards, MOST)?;
    let mut expected = Vec::new();
    Expected::new(candidate.alone.clone()).append(&finding.boards, &mut expected);
    let folder = new_folder(finding, below)?;
    let stderr = finding.attempt.execution.stderr.text();
    let files: [(&str, &[u8]); 4] = [
        (INPUT, &input_text(&finding.boards)),
        ("expected.txt", &expected),
        ("given.txt", &given),
        ("stderr.txt", stderr.as_bytes()),
    ];
    for (name, bytes) in files {
        if !bytes.is_empty() {
            let path = folder.join(name);
            fs::write(&path, bytes).map_err(|error| cannot_write(&path, error))?;
        }
    }
    Ok(folder)
}

/// Makes a folder that did not exist, named after the finding.
fn new_folder<P: Problem>(finding: &Finding<P>, below: &Path) -> Result<PathBuf, Trouble> {
    fs::create_dir_all(below).map_err(|error| cannot_write(below, error))?;
    let board = match index_of(finding.board()) {
        Some(index) => format!("position-{index}"),
        None => "illegal".to_owned(),
    };
    let name = format!("{}-{}-{board}", P::NAME, finding.attempt.verdict);
    let mut number = 1;
    loop {
        let folder = match number {
            1 => below.join(&name),
            _ => below.join(format!("{name}-{number}")),
        };
        match fs::create_dir(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(cannot_write(&folder, error)),
        }
    }
}

fn cannot_write(path: &Path, source: io::Error) -> Trouble {
    Trouble::CannotSave {
        path: path.to_owned(),
        source,
    }
}
