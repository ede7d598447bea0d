//! Adds the names of checks to the parser of the command line, and parses the arguments.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{ArgMatches, FromArgMatches};

use super::status::{Status, exit_code, failure};
use crate::check::Check;

/// Adds the names of checks and solvers to the parser. If all checks have the same word for their sections, this
/// becomes the name of the option `sections`.
pub fn add_check_names(command: clap::Command, checks: &[Check]) -> clap::Command {
    let names: Vec<_> = checks
        .iter()
        .map(|check| {
            let name = PossibleValue::new(check.name().to_owned());
            name.help(check.definition.summary.clone())
        })
        .collect();
    let mut words = checks
        .iter()
        .map(|check| check.definition.words.sections_are.as_deref());
    let first = words.next().flatten().unwrap_or("sections");
    let is_shared = words.all(|word| word == Some(first));
    let is_an_option = first.chars().all(char::is_alphanumeric);
    let sections = if is_shared && is_an_option {
        first.to_owned()
    } else {
        "sections".to_owned()
    };
    let solvers = checks.iter().map(|check| {
        let names = check.definition.names().join(", ");
        format!("  {:<16} {names}\n", check.name())
    });
    let solvers = format!("Solvers:\n{}", solvers.collect::<String>());
    command.mut_subcommand("check", |check| {
        let check = check.mut_arg("checks", |arg| {
            arg.value_parser(PossibleValuesParser::new(names))
        });
        check
            .mut_arg("sections", |arg| arg.long(sections))
            .after_long_help(solvers)
    })
}

/// Parses the arguments of the process.
///
/// # Errors
/// The exit code of the process, after a usage error or a request for help or the version. The text has been printed.
pub fn parse<T: FromArgMatches>(command: clap::Command) -> Result<T, u8> {
    // Makes `--seed -1` an invalid number rather than an unknown option.
    let matches = command
        .mut_subcommands(|command| {
            command.mut_args(|arg| {
                let has_value = arg.get_action().takes_values();
                arg.allow_negative_numbers(has_value)
            })
        })
        .try_get_matches();
    let parsed = matches.and_then(|mut matches: ArgMatches| T::from_arg_matches_mut(&mut matches));
    parsed.map_err(|usage| {
        let printed = usage.print();
        if usage.use_stderr() {
            // Even if printing fails, the exit code reports the usage error.
            return 2;
        }
        let printed = printed.map_err(anyhow::Error::from);
        exit_code(printed.map(|()| Status::Right), failure)
    })
}
