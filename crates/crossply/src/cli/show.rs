//! The command `show`: shows inputs and all answers to them.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};

use super::arguments::{SolversArgument, read_file};
use super::command_line::CommandLine;
use super::status::Status;
use crate::check::{Check, did_you_mean};
use crate::content::Block;
use crate::finding::Finding;
use crate::oracle::ask::leaks;
use crate::report::text;
use crate::run::as_in_run;

/// Shows inputs with the answers of all solvers
///
/// An input is CHECK:INDEX with its number in the domain, or a file that a fuzz target of the check was given; its folder has
/// the name of the check, unless there is only one. Solvers answer the inputs one by one, and then all at once.
#[derive(Debug, clap::Args)]
pub struct ShowArguments {
    /// Inputs or files
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<String>,

    #[command(flatten)]
    solvers: SolversArgument,
}

/// Carries out the command.
///
/// # Errors
/// If an input is invalid, or the output cannot be written.
pub fn show(
    program: &CommandLine,
    checks: &[Check],
    arguments: &ShowArguments,
) -> anyhow::Result<Status> {
    let checks = arguments.solvers.of(checks)?;
    let inputs = arguments.inputs.iter();
    show_all(
        program,
        &checks,
        inputs.map(|input| find_input(&checks, input)),
    )
}

/// Writes something other than an input of a check, such as the bytes of a file.
type Show<'a> = dyn FnOnce(&mut dyn Write) -> anyhow::Result<Status> + 'a;

/// Something that the command can show.
pub enum Showable<'a> {
    /// An input: the index of the check and the number of the input.
    Input(usize, u128),
    /// Something else.
    Other(Box<Show<'a>>),
}

/// Shows inputs one by one, followed by the solvers that answer differently when they get all inputs at once.
///
/// # Errors
/// If an input is invalid, or the output cannot be written.
pub fn show_all<'a>(
    program: &CommandLine,
    checks: &[Check],
    inputs: impl IntoIterator<Item = anyhow::Result<Showable<'a>>>,
) -> anyhow::Result<Status> {
    // Not locked, because a solver may print.
    let mut output = anstream::stdout();
    let mut status = Status::Right;
    let mut numbers = vec![Vec::new(); checks.len()];
    for (n, input) in inputs.into_iter().enumerate() {
        let input = input?;
        if n > 0 {
            writeln!(output)?;
        }
        status = status.max(match input {
            Showable::Input(which, index) => {
                numbers[which].push(index);
                show_input(program, &checks[which], index, &mut output)?
            }
            Showable::Other(show) => show(&mut output)?,
        });
    }
    for (check, numbers) in checks.iter().zip(&numbers) {
        status = status.max(show_leaks(program, check, numbers, &mut output)?);
    }
    Ok(status)
}

/// Finds the check and the input that an argument names.
fn find_input<'a>(checks: &'a [Check], input: &str) -> anyhow::Result<Showable<'a>> {
    let names: Vec<_> = checks.iter().map(Check::name).collect();
    let find_check = |name: &str| names.iter().position(|other| *other == name);
    if let Some((name, index)) = input.rsplit_once(':')
        && let Some(which) = find_check(name)
    {
        let definition = &checks[which].definition;
        let noun = &definition.words.noun;
        let len = definition.len;
        return match index.parse() {
            Ok(index) if index < len => Ok(Showable::Input(which, index)),
            Ok(_) => bail!(
                "{input}: the last {noun} has the number {}",
                len.saturating_sub(1)
            ),
            Err(_) => bail!("{input}: found `{index}`, expected the number of one {noun}"),
        };
    }
    let path = Path::new(input);
    if input != "-" && !path.exists() {
        let name = input.rsplit_once(':');
        let meant = name.map_or(String::new(), |(name, _)| did_you_mean(name, &names));
        let names = names.join(", ");
        bail!("{input}: neither a file nor CHECK:INDEX{meant}; the checks are {names}");
    }
    let absolute = std::path::absolute(path).with_context(|| input.to_owned())?;
    let folder = absolute
        .parent()
        .and_then(|folder| folder.file_name()?.to_str());
    let only = (checks.len() == 1).then_some(0);
    let Some(which) = folder.and_then(find_check).or(only) else {
        let names = names.join(", ");
        bail!("{input}: its folder is not named after a check; the checks are {names}");
    };
    let bytes = read_file(path)?;
    let check = &checks[which];
    // Bytes cannot be decoded in an empty domain, and asking an invalid check would panic.
    check.valid()?;
    Ok(
        match check.definition.domain.decode(&bytes).numbers.get(0) {
            Some(index) => Showable::Input(which, index),
            None => Showable::Other(Box::new(move |output| show_bytes(check, &bytes, output))),
        },
    )
}

/// Shows an input and the solvers' answers.
fn show_input(
    program: &CommandLine,
    check: &Check,
    index: u128,
    output: &mut dyn Write,
) -> anyhow::Result<Status> {
    let wording = check.definition.wording();
    let answered = match check.ask(index) {
        Ok(answered) => answered,
        Err(finding) => {
            write!(output, "{}", report_on(program, check, &finding))?;
            return Ok(Status::Wrong);
        }
    };
    let name = wording.named(&answered);
    let presentation = program.presentation(check, Some(&answered));
    let [mut blocks, _] = wording.answered(&answered, &name, &presentation);
    blocks.push(Block::Text(conclusion(check, &answered)));
    write!(output, "{}", text(&blocks, usize::MAX))?;
    Ok(Status::Right)
}

/// The report on a finding.
fn report_on(program: &CommandLine, check: &Check, finding: &Finding) -> String {
    let wording = check.definition.wording();
    let presentation = program.presentation(check, Some(finding));
    let blocks = wording.blocks_on(finding, &wording.named(finding), &presentation);
    text(&blocks, usize::MAX)
}

/// Which solvers did not run, and whether the others agree.
fn conclusion(check: &Check, answered: &Finding) -> String {
    let (_, others): (Vec<_>, Vec<_>) = check
        .definition
        .names()
        .into_iter()
        .partition(|name: &&str| answered.answers.iter().any(|given| given.solver == **name));
    if let ([], Some(only)) = (&answered.answers[..], &check.definition.only) {
        return format!("It does not count: it is not `{}`.\n", only.words);
    }
    let mut text = String::new();
    if !others.is_empty() {
        text = format!(
            "Not run, because this is beyond their limits: {}.\n",
            others.join(", ")
        );
    }
    text + match (answered.answers.len(), &answered.right) {
        (0, _) => "No solver answers this.",
        (1, None) => "There is nothing to compare with.",
        _ => "All agree.",
    }
}

/// Judges the input that a fuzz target makes of these bytes.
fn show_bytes(check: &Check, bytes: &[u8], output: &mut dyn Write) -> anyhow::Result<Status> {
    if let Err(report) = as_in_run(|| check.look(bytes)) {
        write!(output, "{report}")?;
        return Ok(Status::Wrong);
    }
    writeln!(output, "{}: nothing is wrong.", check.name())?;
    Ok(Status::Right)
}

/// Shows the solvers that answer these inputs differently when they get all of them at once.
fn show_leaks(
    program: &CommandLine,
    check: &Check,
    numbers: &[u128],
    output: &mut dyn Write,
) -> anyhow::Result<Status> {
    let leaks = as_in_run(|| leaks(&check.definition, numbers));
    for finding in &leaks {
        write!(output, "\n{}", report_on(program, check, finding))?;
    }
    Ok(if leaks.is_empty() {
        Status::Right
    } else {
        Status::Wrong
    })
}
