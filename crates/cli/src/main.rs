//! The command line: the library's, for the checks of the two games, and commands of its own.

mod arguments;
mod commands;
mod input;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use crossply::Check;
use crossply::cli::{self, CheckArguments, CommandLine, Loudness, MergeArguments, Status};
use crossply_games::check::all_solvers;
use crossply_problems::{Entry, Problem, of_all_problems};

use commands::{completions, explain, generate, judge, reference, show, solve};

/// Cross-checks independent solvers of two contest games, on all legal positions.
///
/// Exit codes: 0 if all is well, 1 if an answer is wrong, 2 after other errors (usage, bad input, files), 130 after
/// Ctrl-C, 141 if the output pipe is closed.
#[derive(Parser)]
#[command(name = "crossply", version = VERSION, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    loudness: Loudness,
}

#[derive(Subcommand)]
enum Command {
    Check(CheckArguments),
    Merge(MergeArguments),
    Solve(solve::Arguments),
    Reference(reference::Arguments),
    Gen(generate::Arguments),
    Judge(judge::Arguments),
    Explain(explain::Arguments),
    Show(show::Arguments),
    Completions(completions::Arguments),
}

/// The version, with the commit if the build script knows it.
const VERSION: &str = env!("CROSSPLY_VERSION");

fn main() -> ExitCode {
    let checks: Vec<Check> = of_all_problems!(check_of()).into();
    let command = command(&checks);
    let result = cli::parsed::<Cli>(command.clone()).map(|cli| run(cli, &checks, command));
    let code = result.map_or_else(|code| code, |result| cli::exit_code(result, message));
    ExitCode::from(code)
}

fn check_of<P: Problem>() -> Check {
    all_solvers::<P>().into()
}

/// The command line, whose help describes all solvers.
fn command(checks: &[Check]) -> clap::Command {
    let solvers = of_all_problems!(list_of_solvers()).concat();
    let problems = of_all_problems!(summary_of()).concat();
    let command = Cli::command().after_help(format!("Problems:\n{problems}"));
    let command = cli::with_checks(command, checks);
    command.mut_subcommand("check", |check| {
        check.after_long_help(format!("{CHECK_EXAMPLES}\n\nSolvers:\n{solvers}"))
    })
}

const CHECK_EXAMPLES: &str = "Examples:
  crossply check
  crossply check poj1568 --exhaustive --solvers fast,memo
  crossply check --time 5min --report report.html";

/// A line about a problem.
fn summary_of<P: Problem>() -> String {
    format!("  {:<12} {}\n", P::NAME, P::SUMMARY)
}

/// A line for each solver of a problem.
fn list_of_solvers<P: Problem>() -> String {
    let line = |entry: &Entry<P>| {
        let Entry { name, summary, .. } = entry;
        format!("  {:<12} {name:<16} {summary}\n", P::NAME)
    };
    P::SOLVERS.iter().map(line).collect()
}

/// This program.
fn program() -> CommandLine {
    CommandLine {
        name: "crossply".to_owned(),
        version: VERSION.to_owned(),
    }
}

fn run(cli: Cli, checks: &[Check], command: clap::Command) -> anyhow::Result<Status> {
    cli.loudness.apply();
    match cli.command {
        Command::Check(arguments) => cli::check(&program(), checks, &arguments),
        Command::Merge(arguments) => cli::merge(&program(), checks, &arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Reference(arguments) => reference::run(&arguments),
        Command::Gen(arguments) => generate::run(&arguments),
        Command::Judge(arguments) => judge::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Show(arguments) => show::run(checks, &arguments),
        Command::Completions(arguments) => completions::run(&arguments, command),
    }
}

/// The text of an error. A diagnostic has its own heading.
fn message(error: &anyhow::Error) -> String {
    match error.downcast_ref::<input::BadInput>() {
        Some(bad_input) => bad_input.to_string(),
        None => cli::failure(error),
    }
}

#[cfg(test)]
mod tests;
