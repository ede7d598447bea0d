//! `crossply promote`: a crash becomes a permanent test.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use crossply::{Failure, WholeFile, catch_panic};
use crossply_games::targets::{TARGETS, Target};
use crossply_judge::SAVED_INPUT;

use crate::arguments::{target_of, target_parser};
use crossply::cli::Status;
use crossply::cli::say;

/// Turns a fuzz target's crash into a regression test
///
/// Draws the input in corpus/regressions/TARGET/NAME and writes a note beside it; from then on `cargo test` replays it.
/// An input that is not a board is copied. A failure saved by `judge --save` also counts as a crash, of the target that
/// reads several boards. Run this in the root folder of the project.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The crash, such as fuzz/artifacts/TARGET/crash-..., or a folder of judge --save
    crash: PathBuf,

    /// A name that says what was wrong: letters, digits and hyphens
    #[arg(value_parser = parse_name)]
    name: String,

    /// The fuzz target [default: the one after which the crash's folder is named]
    #[arg(long, value_parser = target_parser())]
    target: Option<&'static Target>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    let case = arguments.crash.is_dir().then_some(&arguments.crash);
    let input = case.map(|case| case.join(SAVED_INPUT));
    let crash = input.as_ref().unwrap_or(&arguments.crash);
    let bytes = fs::read(crash).with_context(|| format!("cannot read {}", crash.display()))?;
    let target = arguments.target.or_else(|| match case {
        Some(case) => target_of_case(case),
        None => target_of(crash),
    });
    let crash = crash.display();
    let Some(target) = target else {
        bail!("{crash}: its folder is not named after a fuzz target; say which with --target");
    };
    if !Path::new("corpus/regressions").is_dir() {
        bail!("there is no folder corpus/regressions here: run this at the root of the project");
    }
    let folder = Path::new("corpus/regressions").join(&target.name);
    let (input, note) = (
        folder.join(&arguments.name),
        folder.join(format!("{}.md", arguments.name)),
    );
    for path in [&input, &note] {
        if path.symlink_metadata().is_ok() {
            bail!("{} exists already", path.display());
        }
    }
    let drawn = (target.draw)(&bytes);
    let outcome = catch_panic(|| (target.check)(&drawn));
    if outcome != catch_panic(|| (target.check)(&bytes)) {
        bail!("{crash}: {} fails differently on its drawing", target.name);
    }
    let text = note_on(target, &drawn, drawn != bytes, outcome, &arguments.name);
    let is_new = fs::create_dir(&folder).is_ok();
    if let Err(error) = put(&input, &drawn, &note, text.as_bytes()) {
        if is_new {
            // That it is empty is no harm if it stays.
            let _ = fs::remove_dir(&folder);
        }
        return Err(anyhow!(error).context(format!("cannot write {}", input.display())));
    }
    say(format_args!("promoted to {}", input.display()));
    say(format_args!(
        "please say in {} what was wrong",
        note.display()
    ));
    Ok(Status::Right)
}

/// The target that reads texts like a saved failure, whose folder begins with the name of its problem.
fn target_of_case(case: &Path) -> Option<&'static Target> {
    let name = case.file_name()?.to_str()?.replace('-', "_");
    TARGETS.iter().find(|target| {
        let problem = target.name.strip_suffix("_streams");
        problem.is_some_and(|problem| name.starts_with(problem))
    })
}

/// Writes both files, neither of which is there, or none.
fn put(input: &Path, bytes: &[u8], note: &Path, text: &[u8]) -> io::Result<()> {
    let written = |path, bytes| {
        let mut file = WholeFile::begin(path)?;
        file.write_all(bytes)?;
        io::Result::Ok(file)
    };
    let (input, noted) = (written(input, bytes)?, written(note, text)?);
    noted.create()?;
    // A note without an input is no test; an input without a note would be one that fails.
    input.create().inspect_err(|_| {
        let _ = fs::remove_file(note);
    })?;
    Ok(())
}

/// What the note says to begin with: the input, and what the target made of it.
fn note_on(
    target: &Target,
    drawn: &[u8],
    is_redrawn: bool,
    outcome: Result<(), Failure>,
    name: &str,
) -> String {
    let redrawn = if is_redrawn {
        " This drawing means the same as the original bytes."
    } else {
        ""
    };
    let described = (target.describe)(drawn);
    let outcome = match outcome {
        Ok(()) => "The target found nothing wrong when it was promoted.".to_owned(),
        Err(report) => format!("```text\n{}\n```", report.text.trim_end()),
    };
    format!(
        "# {name}\n\nAn input of {}.{redrawn}\n\n{described}\n\n{outcome}\n",
        target.name
    )
}

fn parse_name(text: &str) -> Result<String, String> {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if text.is_empty() || !text.chars().all(fits) {
        return Err("a name has letters, digits and hyphens only".to_owned());
    }
    Ok(text.to_owned())
}
