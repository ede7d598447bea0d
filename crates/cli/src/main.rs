//! The command line: arguments in, reports out. What it does is done by the harness.
//!
//! Data goes to the standard output, everything else to the standard error. The exit code is that
//! of `cmp`: 0 if all is well, 1 if an answer is wrong, 2 in case of trouble; and 130 after Ctrl-C.

mod arguments;
mod commands;
mod input;
mod interrupt;
mod report_file;
mod terminal;

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crossply::{CheckError, JournalError};
use crossply_judge::{JudgeError, Languages, SourceError};

use terminal::Verbosity;

use commands::{
    cases, check, completions, explain, generate, judge, man, merge, promote, reference, schema,
    show, solve,
};

/// Where the help has the options that all commands share: below those of the command.
const LAST: usize = 900;

/// Cross-checks independent solvers of two contest games, on all legal positions.
///
/// Exit codes: 0 if all is well, 1 if an answer is wrong, 2 in case of trouble (usage, bad input,
/// files), 130 after Ctrl-C.
#[derive(Parser)]
#[command(name = "crossply", version = VERSION, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    /// Prints failures only: no progress, no notices; a document of --format is printed all the same
    #[arg(short, long, global = true, conflicts_with = "verbose", display_order = LAST)]
    quiet: bool,

    /// Adds what check and judge are doing
    #[arg(short, long, global = true, display_order = LAST)]
    verbose: bool,
}

#[derive(Subcommand)]
enum Command {
    Check(check::Arguments),
    Merge(merge::Arguments),
    Solve(solve::Arguments),
    Reference(reference::Arguments),
    Gen(generate::Arguments),
    Judge(judge::Arguments),
    Cases(cases::Arguments),
    Explain(explain::Arguments),
    Show(show::Arguments),
    Promote(promote::Arguments),
    Schema(schema::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

/// The version, and the commit that this was built from if it was built from one: see the build script.
const VERSION: &str = env!("CROSSPLY_VERSION");

/// Whether what was looked at is in order. Of several the greatest stands for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Status {
    Right,
    Wrong,
    /// Nobody wanted to know any longer.
    Interrupted,
}

impl Status {
    /// The status of several things is the worst. After trouble the others are not looked at.
    fn of_all(all: impl IntoIterator<Item = anyhow::Result<Status>>) -> anyhow::Result<Self> {
        let mut all = all.into_iter();
        all.try_fold(Status::Right, |worst, one| Ok(worst.max(one?)))
    }
}

fn main() -> ExitCode {
    match Cli::try_parse() {
        Ok(cli) => exit_code(run(cli)),
        Err(usage) if usage.use_stderr() => {
            // That it is wrong is in the exit code, if it cannot be said.
            let _ = usage.print();
            ExitCode::from(2)
        }
        Err(help) => exit_code(help.print().map_err(Into::into).map(|()| Status::Right)),
    }
}

fn run(cli: Cli) -> anyhow::Result<Status> {
    interrupt::outlive_limits_of_files()?;
    terminal::set_verbosity(match cli {
        Cli { quiet: true, .. } => Verbosity::Quiet,
        Cli { verbose: true, .. } => Verbosity::Verbose,
        _ => Verbosity::Usual,
    });
    match cli.command {
        Command::Check(arguments) => check::run(&arguments),
        Command::Merge(arguments) => merge::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Reference(arguments) => reference::run(&arguments),
        Command::Gen(arguments) => generate::run(&arguments),
        Command::Judge(arguments) => judge::run(&arguments),
        Command::Cases(arguments) => cases::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Show(arguments) => show::run(&arguments),
        Command::Promote(arguments) => promote::run(&arguments),
        Command::Schema(arguments) => schema::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments, Cli::command()),
        Command::Man(arguments) => man::run(&arguments, Cli::command()),
    }
}

fn exit_code(result: anyhow::Result<Status>) -> ExitCode {
    // At the end of the process nobody would hear that the rest of the output cannot be written.
    let flushed = io::stdout().flush();
    match result.and_then(|status| flushed.map(|()| status).map_err(Into::into)) {
        Ok(Status::Right) => ExitCode::SUCCESS,
        Ok(Status::Wrong) => ExitCode::from(1),
        // 128 and the number of SIGINT, as shells have it.
        Ok(Status::Interrupted) => ExitCode::from(130),
        // Whoever reads our output has seen enough, as `head` does. Nobody is told; but what was
        // not printed was not checked either, so this is no success.
        Err(error) if is_broken_pipe(&error) => ExitCode::from(2),
        Err(error) => {
            terminal::say(message(&error));
            ExitCode::from(2)
        }
    }
}

/// A diagnostic says itself that it is an error.
fn message(error: &anyhow::Error) -> String {
    match error.downcast_ref::<input::BadInput>() {
        Some(bad_input) => bad_input.to_string(),
        None => terminal::error(format_args!("{error:#}"), tip(error).as_deref()),
    }
}

/// What could be done about it, where that is not said already.
fn tip(error: &anyhow::Error) -> Option<Cow<'static, str>> {
    let journal = match error.downcast_ref() {
        Some(CheckError::Journal(journal)) => Some(journal),
        _ => error.downcast_ref(),
    };
    match journal {
        Some(JournalError::Foreign(_)) => {
            return Some("name another file, or take this one away, to begin anew".into());
        }
        Some(JournalError::InUse(_)) => {
            return Some("wait until it has ended, or name another file".into());
        }
        _ => {}
    }
    if let Some(JudgeError::CannotRun { name, .. }) = error.downcast_ref() {
        let is_source = Languages::built_in().knows(Path::new(name));
        return is_source.then(|| "a source file is named without --".into());
    }
    match error.downcast_ref()? {
        SourceError::NoCompiler { install, .. } => {
            Some(format!("to install it: {}", install.as_ref()?).into())
        }
        SourceError::UnknownEnding { .. } => Some(
            "crossply.toml may add languages (see docs/judging.md); to run a program as it is: -- COMMAND".into(),
        ),
        _ => None,
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests;
