//! `crossply promote`: a crash becomes a permanent test.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use crossply_harness::targets::Target;
use crossply_harness::{Outcome, outcome_of};

use crate::Verdict;
use crate::arguments::{parse_target, target_of};
use crate::terminal::say;

/// Makes a fuzz target's crash a permanent test
///
/// Copies the file to corpus/regressions/TARGET/NAME and writes a note beside it; `cargo test`
/// replays it from then on. Run this at the root of the project.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The crash, such as fuzz/artifacts/TARGET/crash-...
    crash: PathBuf,

    /// What to call it: letters, digits and hyphens, saying what was wrong
    #[arg(value_parser = parse_name)]
    name: String,

    /// The fuzz target [default: the one after which the crash's folder is named]
    #[arg(long, value_parser = parse_target)]
    target: Option<&'static Target>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Verdict> {
    let crash = arguments.crash.display();
    let bytes = fs::read(&arguments.crash).with_context(|| format!("cannot read {crash}"))?;
    let Some(target) = arguments.target.or_else(|| target_of(&arguments.crash)) else {
        bail!("{crash}: its folder is not named after a fuzz target; say which with --target");
    };
    if !Path::new("corpus/regressions").is_dir() {
        bail!("there is no folder corpus/regressions here: run this at the root of the project");
    }
    let folder = Path::new("corpus/regressions").join(target.name);
    let (input, note) = (
        folder.join(&arguments.name),
        folder.join(format!("{}.md", arguments.name)),
    );
    if input.exists() {
        bail!("{} exists already", input.display());
    }
    let text = note_on(target, &bytes, &arguments.name);
    fs::create_dir_all(&folder)
        .and_then(|()| fs::write(&input, &bytes))
        .and_then(|()| fs::write(&note, text))
        .with_context(|| format!("cannot write {}", input.display()))?;
    say(format_args!("promoted to {}", input.display()));
    say(format_args!("please say in {} what was wrong", note.display()));
    Ok(Verdict::Right)
}

/// What the note says to begin with: the input, and what the target made of it.
fn note_on(target: &Target, bytes: &[u8], name: &str) -> String {
    let described = (target.describe)(bytes);
    let outcome = match outcome_of(|| (target.check)(bytes)) {
        Outcome::Answer(()) => "Nothing was wrong when it was promoted.".to_owned(),
        Outcome::Panic(report) => format!("```text\n{}\n```", report.trim_end()),
    };
    format!(
        "# {name}\n\nFound by fuzzing {}.\n\n{described}\n\n{outcome}\n",
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
