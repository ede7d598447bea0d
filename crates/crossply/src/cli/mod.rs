//! A command line for checks: `check`, `show` and `merge`, with reports, progress and exit codes.
//!
//! ```no_run
//! use crossply::{Check, CrossCheck, domain};
//!
//! fn main() {
//!     let double = CrossCheck::new("double", domain::all::<u32>())
//!         .solver("sum", |&n| u64::from(n) + u64::from(n))
//!         .solver("product", |&n| 2 * u64::from(n));
//!     crossply::cli::main([Check::from(double)]);
//! }
//! ```
//!
//! Data goes to standard output, everything else to standard error. The exit codes are those of `cmp`: 0 if all is
//! well, 1 if an answer is wrong, 2 after other errors; and 130 after Ctrl-C, 141 if the output pipe is closed.

mod arguments;
mod check;
mod command_line;
mod interrupt;
mod merge;
mod parsing;
mod report_file;
mod show;
mod status;
mod terminal;

use std::process;

use clap::{CommandFactory, Parser, Subcommand};

use crate::check::Check;

// For the other packages of this workspace.
#[doc(hidden)]
pub use {
    arguments::{SolversArgument, parse_range, read_file, threads},
    check::{CheckArguments, check},
    command_line::CommandLine,
    interrupt::stop_on_ctrl_c,
    merge::{MergeArguments, merge},
    parsing::{parsed, with_checks},
    report_file::{ReportFile, publish},
    show::{ShowArguments, ToShow, show, show_all},
    status::{Status, exit_code, failure},
    terminal::{Loudness, ProgressBar, announce_seed, notice, say},
};

/// Cross-checks implementations of functions.
///
/// Exit codes: 0 if all is well, 1 if an answer is wrong, 2 after other errors (usage, bad input, files), 130 after
/// Ctrl-C, 141 if the output pipe is closed.
#[derive(Parser)]
#[command(arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    loudness: Loudness,
}

#[derive(Subcommand)]
enum Command {
    Check(CheckArguments),
    Show(ShowArguments),
    Merge(MergeArguments),
}

/// Runs the command line of these checks, and ends the process.
///
/// The user sees a command with the name of the program. Its version in reports is a hash of the program.
///
/// ```no_run
/// use crossply::{CrossCheck, cli, domain};
///
/// fn main() {
///     cli::main([CrossCheck::new("ones", domain::all::<u64>())
///         .solver("library", |n| n.count_ones())
///         .solver("bits", |n| (0..64).filter(|bit| n >> bit & 1 == 1).count() as u32)]);
/// }
/// ```
pub fn main<C: Into<Check>>(checks: impl IntoIterator<Item = C>) -> ! {
    let checks: Vec<Check> = checks.into_iter().map(Into::into).collect();
    let program = CommandLine::this();
    let name = program.name.clone();
    let command = with_checks(Cli::command().name(name), &checks);
    let result = parsed::<Cli>(command).map(|cli| {
        cli.loudness.apply();
        match cli.command {
            Command::Check(arguments) => check(&program, &checks, &arguments),
            Command::Show(arguments) => show(&program, &checks, &arguments),
            Command::Merge(arguments) => merge(&program, &checks, &arguments),
        }
    });
    let code = result.map_or_else(|code| code, |result| exit_code(result, failure));
    process::exit(code.into())
}
