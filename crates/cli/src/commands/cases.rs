//! `crossply cases`: lists and forgets the cases that `judge --save` has kept beside a program.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Subcommand;
use crossply_judge::SAVED_FILES;

use super::judge::cases::{CASE_FOLDER, case_names};
use crossply::cli::Status;
use crossply::cli::notice;

/// Lists or forgets the cases of your programs
///
/// A case is a board, or a sequence of boards, on which a program has failed: `judge --save` keeps it in the folder
/// crossply-cases beside the program, and every later session asks about it first.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The folder of the cases
    #[arg(long, value_name = "DIR", default_value = CASE_FOLDER, global = true)]
    folder: PathBuf,

    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Prints the name of each case, its boards, and the right answers
    List,
    /// Removes cases
    Forget {
        /// The names of the cases
        #[arg(required = true, value_name = "NAME")]
        names: Vec<String>,
    },
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    let folder = &arguments.folder;
    let known = case_names(folder)?;
    match &arguments.action {
        Action::List => {
            if known.is_empty() {
                notice(format_args!("there are no cases in {}", folder.display()));
            }
            let mut output = anstream::stdout().lock();
            for name in known {
                let [input, expected] = ["input.txt", "expected.txt"].map(|file| {
                    let text = fs::read_to_string(folder.join(&name).join(file));
                    text.unwrap_or_default()
                });
                writeln!(output, "{name}\n")?;
                for line in input.lines() {
                    writeln!(output, "    {line}")?;
                }
                let answers: Vec<_> = expected.lines().collect();
                writeln!(output, "\n    expected   {}\n", answers.join(" "))?;
            }
        }
        Action::Forget { names } => {
            for name in names {
                if !known.contains(name) {
                    bail!(
                        "{} has no case {name}; crossply cases list names them",
                        folder.display()
                    );
                }
            }
            for name in names {
                forget(&folder.join(name))?;
            }
            // It goes when it is empty.
            let _ = fs::remove_dir(folder);
        }
    }
    Ok(Status::Right)
}

/// Removes the files that `--save` has written. Whatever else is in the folder is the user's, and stays.
fn forget(case: &Path) -> anyhow::Result<()> {
    let cannot = || format!("cannot remove {}", case.display());
    for file in SAVED_FILES {
        let file = case.join(file);
        if file.symlink_metadata().is_ok() {
            fs::remove_file(file).with_context(cannot)?;
        }
    }
    if fs::read_dir(case).with_context(cannot)?.next().is_none() {
        fs::remove_dir(case).with_context(cannot)?;
    }
    Ok(())
}
