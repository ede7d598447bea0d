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
mod input;
mod interrupt;
mod merge;
mod report_file;
mod show;
mod terminal;

use std::env;
use std::error::Error;
use std::io::{self, Write};
use std::iter;
use std::path::Path;
use std::process;
use std::time::SystemTime;

use anstyle::AnsiColor;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::report::Presentation;
use crate::report::formats::page::PageMetadata;
use crate::{Check, CheckError, Finding, JournalError, Selection};

use arguments::Suggesting;
use terminal::{Verbosity, set_verbosity};
#[doc(hidden)]
pub use {
    arguments::{SolversArgument, parse_range, threads, whole_number},
    check::{CheckArguments, check},
    input::read_file,
    interrupt::{outlive_limits_of_files, stop_on_ctrl_c},
    merge::{MergeArguments, merge},
    report_file::{ReportFile, publish},
    show::{ShowArguments, Shown, show, show_all},
    terminal::{ProgressBar, detail, notice, say},
};

/// Where the help has the options that all commands share: below those of the command.
const LAST: usize = 900;

/// How the version of a program begins that knows no better one than a hash of itself. Machines that build the same sources
/// may make programs that differ, so shards of two such versions are only warned of.
const BUILD: &str = "build ";

/// The program, as reports name it.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Program {
    /// Its name, as a user calls it.
    pub name: String,
    /// Its version. Shards of one run are of one version.
    pub version: String,
    /// Words of its reports that say whether something is right, and their colours, beside those of checks.
    pub colours: Vec<(String, AnsiColor)>,
}

/// Whether what was looked at is in order. Of several the greatest stands for all.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Nothing is wrong.
    Right,
    /// Something is.
    Wrong,
    /// The user interrupted it.
    Interrupted,
}

/// How much is said.
#[doc(hidden)]
#[derive(Clone, Debug, clap::Args)]
pub struct Loudness {
    /// Prints failures only, without progress or notices; a document of --format is still printed
    #[arg(short, long, global = true, conflicts_with = "verbose", display_order = LAST)]
    quiet: bool,

    /// Also prints what is being done
    #[arg(short, long, global = true, display_order = LAST)]
    verbose: bool,
}

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
    let program = Program::this();
    let name = program.name.clone();
    let command = with_checks(Cli::command().name(name), &checks);
    let result = parsed::<Cli>(command).map(|cli| {
        cli.loudness.apply();
        outlive_limits_of_files()?;
        match cli.command {
            Command::Check(arguments) => check(&program, &checks, &arguments),
            Command::Show(arguments) => show(&program, &checks, &arguments),
            Command::Merge(arguments) => merge(&program, &checks, &arguments),
        }
    });
    let code = result.map_or_else(
        |code| code,
        |result| exit_code(result, |error| failure(error, None)),
    );
    process::exit(code.into())
}

/// The command line with the names of the checks, and an option named after what tells their sections apart.
#[doc(hidden)]
#[must_use]
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
#[doc(hidden)]
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
        exit_code(printed.map(|()| Status::Right), |error| {
            failure(error, None)
        })
    })
}

/// The exit code of the process. Says what the trouble is, in the words of `message`.
#[doc(hidden)]
pub fn exit_code(result: anyhow::Result<Status>, message: impl Fn(&anyhow::Error) -> String) -> u8 {
    // At the end of the process nobody would hear that the rest of the output cannot be written.
    let flushed = io::stdout().flush();
    match result.and_then(|status| flushed.map(|()| status).map_err(Into::into)) {
        Ok(Status::Right) => 0,
        Ok(Status::Wrong) => 1,
        // 128 and the number of SIGINT, as shells have it.
        Ok(Status::Interrupted) => 130,
        // Whoever reads our output has seen enough, as `head` does. Nobody is told; but what was not printed was not
        // checked either, so this is no success. It is 128 and the number of SIGPIPE, which ends other tools.
        Err(error) if is_broken_pipe(&error) => 141,
        Err(error) => {
            say(message(&error));
            2
        }
    }
}

/// What is wrong, and what could be done about it: `tip`, or what is known of journals.
#[doc(hidden)]
#[must_use]
pub fn failure(error: &anyhow::Error, tip: Option<&str>) -> String {
    let journal = match error.downcast_ref() {
        Some(CheckError::Journal(journal)) => Some(journal),
        _ => error.downcast_ref(),
    };
    let of_journal = match journal {
        Some(JournalError::Foreign(_)) => {
            Some("to start afresh, name another file or remove this one")
        }
        Some(JournalError::InUse(_)) => Some("wait until it has ended, or name another file"),
        _ => None,
    };
    // Whatever else cannot be read or written is named.
    let has_no_name = |first: &(dyn Error + 'static)| first.is::<io::Error>();
    let of_output = error.chain().next().is_some_and(has_no_name);
    let place = if of_output {
        "cannot write to standard output: "
    } else {
        ""
    };
    terminal::error(format_args!("{place}{error:#}"), tip.or(of_journal))
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

impl Loudness {
    /// Sets how much is said from now on.
    pub fn apply(&self) {
        set_verbosity(match self {
            Loudness { quiet: true, .. } => Verbosity::Quiet,
            Loudness { verbose: true, .. } => Verbosity::Verbose,
            Loudness { .. } => Verbosity::Usual,
        });
    }
}

impl Status {
    /// The status of several things is the worst. After trouble the others are not looked at.
    ///
    /// # Errors
    /// The first trouble.
    pub fn of_all(all: impl IntoIterator<Item = anyhow::Result<Status>>) -> anyhow::Result<Self> {
        let mut all = all.into_iter();
        all.try_fold(Status::Right, |worst, one| Ok(worst.max(one?)))
    }
}

impl Program {
    /// The program of this process.
    fn this() -> Self {
        let name = env::args_os().next().and_then(|path| {
            let name = Path::new(&path).file_stem()?;
            Some(name.to_string_lossy().into_owned())
        });
        Program {
            name: name.unwrap_or_else(|| "checks".to_owned()),
            version: format!("{BUILD}{}", crate::run::program().unwrap_or("unknown")),
            colours: Vec::new(),
        }
    }

    /// How reports present what a check finds.
    pub(crate) fn presentation<'a>(&self, check: &'a Check) -> Presentation<'a> {
        let mut presentation = check.presentation();
        let (command, name) = (format!("{} show", self.name), check.name().to_owned());
        presentation
            .command
            .get_or_insert_with(|| Box::new(move |found: &Finding| found.command(&command, &name)));
        presentation
    }

    /// What a page that is written now says about itself.
    #[must_use]
    pub fn metadata(&self) -> PageMetadata {
        let arguments = env::args_os().skip(1);
        let arguments = arguments.map(|word| word.to_string_lossy().into_owned());
        let words: Vec<_> = iter::once(self.name.clone()).chain(arguments).collect();
        PageMetadata {
            version: self.version.clone(),
            // A NUL is the only thing that cannot be quoted, and no argument has one.
            command: shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default(),
            when: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
        }
    }
}
