//! The command line: the library's commands for the checks of the two games, and commands of its own.

mod arguments;
mod commands;
mod input;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use crossply::Check;
use crossply::cli::{self, CheckArguments, CommandLine, Loudness, MergeArguments, Status};
use crossply_games::check::all_solvers;
use crossply_problems::{Entry, Problem, map_problems};

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

/// The version, and the commit if the build script found it.
const VERSION: &str = env!("CROSSPLY_VERSION");

fn main() -> ExitCode {
    let checks: Vec<Check> = map_problems!(new_check()).into();
    let command = command(&checks);
    let result = cli::parse::<Cli>(command.clone()).map(|cli| run(cli, &checks, command));
    let code = result.map_or_else(|code| code, |result| cli::exit_code(result, message));
    ExitCode::from(code)
}

fn new_check<P: Problem>() -> Check {
    all_solvers::<P>().into()
}

/// The parser of the command line. Its help lists all problems and solvers.
fn command(checks: &[Check]) -> clap::Command {
    let solvers = map_problems!(solver_lines()).concat();
    let problems = map_problems!(problem_line()).concat();
    let command = Cli::command().after_help(format!("Problems:\n{problems}"));
    cli::add_check_names(command, checks).mut_subcommand("check", |check| {
        check.after_long_help(format!("{CHECK_EXAMPLES}\n\nSolvers:\n{solvers}"))
    })
}

const CHECK_EXAMPLES: &str = "Examples:
  crossply check
  crossply check poj1568 --exhaustive --solvers fast,memo
  crossply check --time 5min --report report.html";

/// The line about a problem.
fn problem_line<P: Problem>() -> String {
    format!("  {:<12} {}\n", P::NAME, P::SUMMARY)
}

/// The lines about the solvers of a problem.
fn solver_lines<P: Problem>() -> String {
    let lines = P::SOLVERS
        .iter()
        .map(|Entry { name, summary, .. }| format!("  {:<12} {name:<16} {summary}\n", P::NAME));
    lines.collect()
}

/// The name and the version of this program.
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

/// The text of an error. A diagnostic has a heading of its own.
fn message(error: &anyhow::Error) -> String {
    match error.downcast_ref::<input::BadInput>() {
        Some(bad_input) => bad_input.to_string(),
        None => cli::failure(error),
    }
}

#[cfg(test)]
mod tests;
