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
//! Data goes to standard output, everything else to standard error. As with `cmp`, the exit code is 0 if all is well, 1
//! if solvers disagree or an answer is wrong, and 2 on any other error. It is 130 after Ctrl-C, and 141 if the output
//! pipe is closed.

mod arguments;
mod check;
mod command_line;
mod interrupt;
mod journal_file;
mod merge;
mod parsing;
mod report_file;
mod show;
mod status;
mod terminal;
mod whole_file;

use std::process;

use clap::{CommandFactory, Parser, Subcommand};

use crate::check::Check;

// For other packages of this workspace.
#[doc(hidden)]
pub use {
    arguments::{SolversArgument, parse_range, read_file},
    check::{CheckArguments, check},
    command_line::CommandLine,
    interrupt::stop_on_ctrl_c,
    journal_file::JournalFile,
    merge::{MergeArguments, merge},
    parsing::{add_check_names, parse},
    report_file::{ReportFile, publish},
    show::{ShowArguments, Showable, show, show_all},
    status::{Status, exit_code, failure},
    terminal::{Loudness, ProgressBar, announce_seed, notice, say},
};

/// Cross-checks implementations of functions.
///
/// Exit codes: 0 if all is well, 1 if solvers disagree or an answer is wrong, 2 after other errors (usage, bad input,
/// files), 130 after Ctrl-C, 141 if the output pipe is closed.
#[derive(Parser)]
#[command(arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    loudness: Loudness,
}

#[derive(Subcommand)]
enum Action {
    Check(CheckArguments),
    Show(ShowArguments),
    Merge(MergeArguments),
}

/// Runs a command line for the given checks, then exits.
///
/// Help and usage call the command by the name of the executable. Reports give a hash of the executable as its version.
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
    let program = CommandLine::current();
    let parser = add_check_names(Cli::command().name(program.name.clone()), &checks);
    let cli = parse::<Cli>(parser).unwrap_or_else(|code| process::exit(code.into()));
    cli.loudness.apply();
    let result = match cli.action {
        Action::Check(arguments) => check(&program, &checks, &arguments),
        Action::Show(arguments) => show(&program, &checks, &arguments),
        Action::Merge(arguments) => merge(&program, &checks, &arguments),
    };
    process::exit(exit_code(result, failure).into())
}
