//! `crossply completions`: completions for shells.

use std::io;

use clap::Command;
use clap_complete::{Shell, generate};

use crossply::cli::Status;

/// Prints completions for a shell
///
/// For bash: crossply completions bash > ~/.local/share/bash-completion/completions/crossply
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments, mut command: Command) -> anyhow::Result<Status> {
    // The library panics if it cannot write, so it writes to memory first.
    let mut text = Vec::new();
    generate(arguments.shell, &mut command, "crossply", &mut text);
    io::Write::write_all(&mut io::stdout(), &text)?;
    Ok(Status::Right)
}
