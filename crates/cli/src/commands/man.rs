//! `crossply man`: the help of all commands as man pages.

use std::fs;
use std::iter;
use std::path::PathBuf;

use anyhow::Context;
use clap::Command;
use clap_mangen::Man;

use crossply::cli::Status;
use crossply::make_folder;

/// Writes man pages into a folder
///
/// One for each command. To read one: man ./DIR/crossply-check.1
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The folder, which is created if necessary
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub(crate) fn run(arguments: &Arguments, command: Command) -> anyhow::Result<Status> {
    let folder = &arguments.folder;
    let cannot_write = || format!("cannot write {}", folder.display());
    make_folder(folder).with_context(cannot_write)?;
    // They are written beside, and moved when all are whole.
    let beside = tempfile::tempdir_in(folder).with_context(cannot_write)?;
    let mut command = command.disable_help_subcommand(true);
    command.build();
    for page in iter::once(&command).chain(command.get_subcommands()) {
        let usage = page.clone().render_usage().to_string();
        // Its own names options without their values.
        let page = page
            .clone()
            .override_usage(usage.trim_start_matches("Usage: ").to_owned());
        let page = Man::new(page).source(format!("crossply {}", crate::VERSION));
        page.generate_to(&beside).with_context(cannot_write)?;
    }
    for page in fs::read_dir(&beside).with_context(cannot_write)? {
        let page = page.with_context(cannot_write)?;
        fs::rename(page.path(), folder.join(page.file_name())).with_context(cannot_write)?;
    }
    Ok(Status::Right)
}
