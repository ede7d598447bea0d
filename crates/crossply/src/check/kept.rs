//! Inputs that solvers once got wrong, kept in a file next to the source of the check. Each run checks them first.
//!
//! A line holds the number of an input and its text: `25: 26`. If a fault shows only when one call answers several inputs,
//! the line has all their numbers: `5 7: [1], [2]`. Empty lines, and lines that begin with `#`, are ignored. If the text no
//! longer matches the number, the domain has changed, and the run reports that instead of checking another input.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::{env, io};

use crate::definition::Definition;
use crate::error::CheckError;
use crate::failure::catch_panic;
use crate::finding::Finding;
use crate::oracle::ask::ask_again;
use crate::run::Progress;

/// The first line of a new file.
const HEAD: &str =
    "# Inputs that a solver once got wrong. Each run checks them first. Commit this file.\n";

/// One line of the file: inputs that one call answers.
struct Kept {
    line: usize,
    numbers: Vec<u128>,
    /// The inputs in readable form.
    text: String,
}

/// Checks the kept inputs. Reports each one that fails again to the listener, and returns them all.
///
/// # Errors
/// If the file cannot be read, or a line is malformed or no longer matches the domain.
pub(super) fn replay(
    check: &Definition,
    listener: &dyn Fn(Progress<'_>),
) -> Result<Vec<Finding>, CheckError> {
    let Some(file) = place(check) else {
        return Ok(Vec::new());
    };
    let mut wrong = Vec::new();
    for kept in read(&file)? {
        let Kept {
            line,
            numbers,
            text,
        } = kept;
        let current = in_words(check, &numbers);
        let file = file.display();
        if current != text {
            return Err(check.refuse(&format!(
                "{file}, line {line}: this is now {current}, expected {text}: the domain has changed, or the line is of another check with this name"
            )));
        }
        if let Some(finding) = ask_again(check, &numbers) {
            listener(Progress::WrongAgain(&format!(
                "wrong again: {text}, line {line} of {file}"
            )));
            wrong.push(finding);
        }
    }
    Ok(wrong)
}

/// Appends a failing input to the file, unless it is already there. Returns the path of the file.
///
/// # Errors
/// If there is no place for the file, or it cannot be written.
pub(crate) fn keep(check: &Definition, finding: &Finding) -> Result<PathBuf, CheckError> {
    let file = file(check)?;
    let numbers = match &finding.batch[..] {
        [] => vec![finding.index.0],
        batch => batch.iter().map(|asked| asked.index.0).collect(),
    };
    if read(&file)?.iter().any(|kept| kept.numbers == numbers) {
        return Ok(file);
    }
    let words: Vec<_> = numbers.iter().map(u128::to_string).collect();
    let is_new = !file.exists();
    // An empty line separates it from the text before, which may have been written by hand.
    let head = if is_new { HEAD } else { "\n" };
    let text = format!("{head}{}: {}\n", words.join(" "), in_words(check, &numbers));
    let append = OpenOptions::new().append(true).create(true).open(&file);
    let written = append.and_then(|mut opened| opened.write_all(text.as_bytes()));
    written.map_err(|error| cannot("write", &file, &error))?;
    Ok(file)
}

/// The path of the file for failing inputs.
///
/// # Errors
/// If the source file of the check does not exist on this machine.
pub(crate) fn file(check: &Definition) -> Result<PathBuf, CheckError> {
    place(check).ok_or_else(|| {
        let source = check.source.file();
        check.refuse(&format!(
            "no wrong input can be kept: its place is beside {source}, which is not here"
        ))
    })
}

/// The path of a check's file. `None` if the source file that defines the check does not exist. The compiler's path of the
/// source is usually relative to the root of the workspace, so all parents of the current folder are tried.
fn place(check: &Definition) -> Option<PathBuf> {
    let here = env::current_dir().ok()?;
    let source = check.source.file();
    let mut roots = here.ancestors();
    let source = roots.find_map(|root| Some(root.join(source)).filter(|path| path.exists()))?;
    let name = check.name.replace(|c: char| !c.is_alphanumeric(), "-");
    let stem = source.file_stem()?.to_string_lossy().into_owned();
    Some(source.with_file_name(format!("{stem}.{name}.regressions")))
}

/// The inputs as one line.
fn in_words(check: &Definition, numbers: &[u128]) -> String {
    let inputs = numbers.iter().map(|&number| {
        let is_in_domain = number < check.len;
        let shown = catch_panic(|| is_in_domain.then(|| check.shown(number)));
        shown.ok().flatten().unwrap_or_else(|| "nothing".to_owned())
    });
    let inputs: Vec<_> = inputs.collect();
    inputs.join(", ")
}

/// Reads the entries of the file. If the file does not exist, there are none.
fn read(file: &Path) -> Result<Vec<Kept>, CheckError> {
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(cannot("read", file, &error)),
    };
    let lines = text.lines().map(str::trim).enumerate();
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let kept = lines.map(|(n, line)| {
        let numbers = line.split_once(':').and_then(|(numbers, text)| {
            let numbers = numbers.split_whitespace().map(str::parse::<u128>);
            let numbers = numbers.collect::<Result<Vec<_>, _>>().ok()?;
            (!numbers.is_empty()).then(|| (numbers, text.trim().to_owned()))
        });
        let Some((numbers, text)) = numbers else {
            let file = file.display();
            let line_number = n + 1;
            return Err(CheckError::new(format!(
                "{file}, line {line_number}: found `{line}`, expected the number of an input, a colon and the input"
            )));
        };
        Ok(Kept {
            line: n + 1,
            numbers,
            text,
        })
    });
    kept.collect()
}

fn cannot(what: &str, file: &Path, error: &io::Error) -> CheckError {
    CheckError::new(format!("cannot {what} {}: {error}", file.display()))
}
