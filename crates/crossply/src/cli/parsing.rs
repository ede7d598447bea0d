//! Reads a command line that has checks.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{ArgMatches, FromArgMatches};

use super::arguments::Suggesting;
use super::status::{Status, exit_code, failure};
use crate::check::{Check, Selection};

/// The command line with the names of the checks, and an option named after what tells their sections apart.
pub fn with_checks(command: clap::Command, checks: &[Check]) -> clap::Command {
    let names = checks.iter().map(|check| {
        let name = PossibleValue::new(check.name().to_owned());
        name.help(check.definition.outline.summary.clone())
    });
    let names: Vec<_> = names.collect();
    let mut words = checks
        .iter()
        .map(|check| &*check.definition.outline.sections_are);
    let word = words
        .next()
        .filter(|word| words.all(|other| other == *word));
    let word = word.filter(|word| !word.is_empty() && word.chars().all(char::is_alphanumeric));
    let word = word.unwrap_or("sections").to_owned();
    let solvers = checks.iter().map(|check| {
        format!(
            "  {:<16} {}\n",
            check.name(),
            check.definition.names().join(", ")
        )
    });
    let solvers = format!("Solvers:\n{}", solvers.collect::<String>());
    let known = Check::solvers_of(checks).into_iter().map(str::to_owned);
    let selection = Suggesting(|text: &str| text.parse::<Selection>(), known.collect());
    let command = command.mut_subcommands(|command| {
        command.mut_args(|arg| match arg.get_id().as_str() {
            "solvers" => arg.value_parser(selection.clone()),
            _ => arg,
        })
    });
    command.mut_subcommand("check", |check| {
        let check = check.mut_arg("checks", |arg| {
            arg.value_parser(PossibleValuesParser::new(names))
        });
        check
            .mut_arg("sections", |arg| arg.long(word))
            .after_long_help(solvers)
    })
}

/// The command line as it was given.
///
/// # Errors
/// The exit code, if there is nothing more to do: it is wrong, or the user wanted help.
pub fn parsed<T: FromArgMatches>(command: clap::Command) -> Result<T, u8> {
    // `--seed -1` is a wrong number, and no unknown option.
    let numbers = |command: clap::Command| {
        command.mut_args(|arg| {
            let has_value = arg.get_action().takes_values();
            arg.allow_negative_numbers(has_value)
        })
    };
    let matches = command.mut_subcommands(numbers).try_get_matches();
    let parsed = matches.and_then(|mut matches: ArgMatches| T::from_arg_matches_mut(&mut matches));
    parsed.map_err(|usage| {
        let printed = usage.print();
        if usage.use_stderr() {
            // That it is wrong is in the exit code, if it cannot be said.
            return 2;
        }
        let printed = printed.map_err(anyhow::Error::from);
        exit_code(printed.map(|()| Status::Right), failure)
    })
}
