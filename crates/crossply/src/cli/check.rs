//! The command `check`: runs checks one after the other.

use std::io::Write as _;
use std::mem;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use std::{env, process};

use anyhow::bail;

use super::arguments::{SolversArgument, parse_range};
use super::command_line::CommandLine;
use super::interrupt::stop_on_ctrl_c;
use super::journal_file::JournalFile;
use super::report_file::{ReportFile, publish};
use super::status::{Status, status_of};
use super::terminal::{
    ProgressBar, announce_seed, canvas, is_quiet, notice, say, shows_progress, wanted_detail,
};
use crate::check::Check;
use crate::check::kept;
use crate::check::settings::{OF_TESTS, TIME, isolation, refuse_misspelt, threads, whole_number};
use crate::error::CheckError;
use crate::isolated::{self, Parent};
use crate::report::Checked;
use crate::report::formats::Format;
use crate::run::{Coverage, Ended, Journal, Oracles, Plan, Progress, Run, SHARD_ENV, Shard};

/// Cross-checks the solvers: the main job
///
/// By default solvers answer all inputs if that takes some seconds, and otherwise the first ones, edges and drawn ones.
/// The table shows how many each answered.
#[derive(Debug, clap::Args)]
pub struct CheckArguments {
    /// The checks [default: all that have something to compare]
    #[arg(value_name = "CHECK")]
    checks: Vec<String>,

    /// Runs each solver on every input that is practical for it, however long it takes. Prints digests of the answers
    #[arg(long, conflicts_with = "cases")]
    exhaustive: bool,

    /// Draws N inputs at random, each with the same probability
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = whole_number::<u64>(1..=u64::MAX))]
    cases: Option<u64>,

    /// Draws inputs at random for this long, for each check, such as 30s or 5min; with --exhaustive, stops after this long
    #[arg(long, value_name = "DURATION", value_parser = humantime::parse_duration)]
    time: Option<Duration>,

    #[command(flatten)]
    solvers: SolversArgument,

    /// Only these sections of the domain: a name, or numbers such as 4 or 0..=8 [default: all]
    #[arg(long, value_name = "RANGE")]
    sections: Option<String>,

    /// The seed of the random generator [default: a new one, which is printed]
    #[arg(long, value_name = "S", value_parser = whole_number::<u64>(0..=u64::MAX))]
    seed: Option<u64>,

    /// How many threads to use [default: one for each core]
    #[arg(long, value_name = "N", value_parser = whole_number::<u16>(1..=1024))]
    jobs: Option<u16>,

    /// Only the I-th of N parts, such as 1/4, for one of several machines: `merge` puts the results together
    #[arg(long, value_name = "I/N", env = SHARD_ENV)]
    shard: Option<Shard>,

    /// Saves the progress of the run in this file, twice a second, and resumes from it if it exists; for one check,
    /// with --exhaustive
    #[arg(long, value_name = "FILE", requires = "exhaustive")]
    resume: Option<PathBuf>,

    /// The oracles that judge all answers, besides agreement: the trusted answer by its name, and metamorphic [default:
    /// both; if some inputs represent others, only on these, and neither with --exhaustive]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    oracles: Option<Vec<String>>,

    /// The output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,

    /// Writes a page about the run: one self-contained HTML file
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,

    /// Keeps the simplest wrong input of each check in a file beside the check's source; later runs begin with it
    #[arg(long)]
    keep: bool,
}

/// The file that tells the parent that a child process has carried out the command.
const DONE: &str = "checked";

/// Carries out the command.
///
/// # Errors
/// If a check cannot be carried out, or its result cannot be written.
pub fn check(
    program: &CommandLine,
    checks: &[Check],
    arguments: &CheckArguments,
) -> anyhow::Result<Status> {
    refuse_misspelt()?;
    if let Some(name) = OF_TESTS.iter().find(|name| env::var_os(name).is_some()) {
        bail!("{name} is only for tests; --help lists the options of this command");
    }
    let limits = checks
        .iter()
        .map(|check| isolation(check.definition.is_isolated));
    let limits = limits.collect::<Result<Vec<_>, _>>()?;
    // One isolated check isolates the whole command.
    let Some(limit) = limits.into_iter().flatten().max() else {
        return check_here(program, checks, arguments);
    };
    if let Some(child) = isolated::child() {
        let result = check_here(program, checks, arguments);
        // Also after an error: another child would fail in the same way.
        child.leave(DONE, "")?;
        return result;
    }
    // The child receives the signal as well, and still reports what it found.
    stop_on_ctrl_c()?;
    let mut parent = Parent::new(limit, arguments.time_of_all(checks.len()))?;
    let (status, report) = parent.start(DONE)?;
    if let Some(status) = status {
        // `exit` would not remove the folder.
        drop(parent);
        process::exit(status.code().unwrap_or(2));
    }
    writeln!(anstream::stdout(), "{}", report.trim_start())?;
    Ok(Status::Wrong)
}

/// Carries out the command in this process.
fn check_here(
    program: &CommandLine,
    checks: &[Check],
    arguments: &CheckArguments,
) -> anyhow::Result<Status> {
    // All shards of a run must use the same seed.
    let fixed_seed = arguments.seed.or(arguments.shard.map(|_| 0));
    let seed = fixed_seed.unwrap_or_else(isolated::seed);
    let planned = arguments.plan_all(checks, seed)?;
    let draws = planned.iter().any(|(_, plan)| plan.draws());
    if draws && fixed_seed.is_none() {
        announce_seed(seed);
    }
    if planned.len() > 1
        && let Some(journal) = &arguments.resume
    {
        bail!(
            "--resume {}: a journal is for one check; name the check",
            journal.display()
        );
    }
    if arguments.keep {
        // Fails before the run if there is no place for a file.
        for (check, _) in &planned {
            kept::file(&check.definition)?;
        }
    }
    let page_file = ReportFile::begin(arguments.report.as_deref(), &arguments.resume)?;
    let interrupt = stop_on_ctrl_c()?;
    // Not locked, because a solver may print.
    let mut stdout = anstream::stdout();
    let mut unprinted = String::new();
    let mut results = Vec::new();
    let mut error = None;
    for (check, plan) in &planned {
        let checked;
        (checked, error) = match arguments.carry_out_and_keep(check, plan, interrupt) {
            Ok(carried_out) => carried_out,
            Err(no_result) => {
                error = Some(no_result);
                break;
            }
        };
        let is_interrupted = checked.ended == Ended::Interrupted;
        let has_begun = !is_interrupted || checked.scope.counts.compared.total() > 0;
        if has_begun && arguments.format == Format::Text {
            let is_first = results.is_empty() || is_quiet();
            let gap = if is_first { "" } else { "\n" };
            let presentation = program.presentation(check, checked.simplest.first());
            let content = checked.content(wanted_detail(), &presentation);
            unprinted += &format!("{gap}{}", canvas().draw(&content));
        }
        // The next check may end a child, and what it has printed would be printed again.
        if isolated::child().is_none() {
            let printed = write!(stdout, "{}", mem::take(&mut unprinted));
            error = error.or(printed.err().map(Into::into));
        }
        let is_last = is_interrupted || checked.scope.counts.trouble.is_some();
        // Even if it was interrupted at once: a page without it would be green.
        results.push((check, checked));
        if is_last || error.is_some() {
            break;
        }
    }
    write!(stdout, "{unprinted}")?;
    let report = program.report(results);
    let checks = &report.document.checks;
    // Reproducing what is wrong takes the seed, even if the user asked for quiet.
    if draws && is_quiet() && checks.iter().any(Checked::has_failures) {
        say(format_args!("seed {seed}"));
    }
    // An empty page must not replace an earlier one.
    let has_content = checks
        .iter()
        .any(|checked| checked.scope.counts.compared.total() > 0 || !checked.simplest.is_empty());
    let page_file = page_file.filter(|_| has_content);
    match arguments.format {
        // The results were printed one by one.
        Format::Text => page_file.map_or(Ok(()), |file| file.write(program, &report))?,
        Format::Json => publish(program, &report, Format::Json, page_file)?,
    }
    error.map_or_else(|| status_of(checks), Err)
}

impl CheckArguments {
    /// About how long the runs may take together, if the command has this many checks.
    fn time_of_all(&self, checks: usize) -> Duration {
        // These runs have no time limit of their own.
        let is_endless = self.exhaustive || self.cases.is_some();
        let usual = if is_endless {
            Duration::MAX
        } else {
            TIME.whole
        };
        let named = self.checks.len();
        let selected = if named > 0 { named } else { checks };
        self.time.unwrap_or(usual).saturating_mul(selected as u32)
    }

    /// Makes the plans for all selected checks before the first one runs, so that errors show at once. If the user
    /// names no check, those that cannot be planned are left out with a message, because not all have the same sections.
    fn plan_all(&self, checks: &[Check], seed: u64) -> Result<Vec<(Check, Plan)>, CheckError> {
        let checks = self.solvers.of(checks)?;
        let wanted = checks.into_iter().filter(|check| {
            self.checks.is_empty() || self.checks.iter().any(|name| name == check.name())
        });
        let mut planned = Vec::new();
        let mut refusals = Vec::new();
        for check in wanted {
            match self.plan(&check, seed) {
                Ok(plan) => planned.push((check, plan)),
                Err(refusal) if self.checks.is_empty() => refusals.push(refusal),
                Err(refusal) => return Err(refusal),
            }
        }
        if planned.is_empty() && !refusals.is_empty() {
            return Err(refusals.remove(0));
        }
        for refusal in refusals {
            // Even with --quiet, the user must learn that a check is left out.
            say(format_args!("left out: {refusal}"));
        }
        Ok(planned)
    }

    /// The plan that the arguments ask for.
    fn plan(&self, check: &Check, seed: u64) -> Result<Plan, CheckError> {
        let coverage = if self.exhaustive {
            Coverage::Exhaustive
        } else if let Some(cases) = self.cases {
            Coverage::Drawn(cases)
        } else if self.time.is_some() {
            Coverage::Drawn(u64::MAX)
        } else {
            Coverage::Quick
        };
        // A plan must not depend on time if shards share it, or if a later run resumes it.
        let may_be_timed = self.sections.is_none() && self.shard.is_none() && self.resume.is_none();
        let plan = if coverage == Coverage::Quick && may_be_timed {
            check.plan_in_time(TIME, seed)?
        } else {
            let indices = self.indices(check)?;
            check.plan_within(coverage, indices, seed)?
        };
        Ok(match self.oracles(check)? {
            None => plan,
            Some(oracles) => plan.judged_by(oracles),
        })
    }

    /// The oracles that the user selected. `None` for the default ones.
    fn oracles(&self, check: &Check) -> Result<Option<Oracles>, CheckError> {
        let Some(names) = &self.oracles else {
            return Ok(None);
        };
        let check = &check.definition;
        let truth = check.truth.as_ref().map(|truth| &*truth.name);
        let mut oracles = Oracles::default();
        for name in names {
            match &**name {
                "agreement" => {}
                "metamorphic" => oracles.relations = true,
                name if truth == Some(name) => oracles.truth = true,
                _ => {
                    let truth = truth.map(|truth| format!(", {truth}"));
                    let truth = truth.unwrap_or_default();
                    return Err(check.refuse(&format!(
                        "no oracle is called `{name}`; the oracles are agreement{truth}, metamorphic"
                    )));
                }
            }
        }
        Ok(Some(oracles))
    }

    /// The numbers of the inputs in the sections that the user selected.
    fn indices(&self, check: &Check) -> Result<Range<u128>, CheckError> {
        let check = &check.definition;
        let Some(wanted) = &self.sections else {
            return Ok(0..check.len);
        };
        let range = parse_range(wanted).ok();
        let mut start = 0;
        let mut indices = None;
        for section in &check.sections {
            let number = section.name.parse().ok();
            let is_in_range = range
                .as_ref()
                .zip(number)
                .is_some_and(|(range, number)| range.contains(&number));
            if is_in_range || section.name == *wanted {
                let earlier = indices.unwrap_or(start..start);
                if earlier.end != start {
                    return Err(check.refuse(&format!("the sections {wanted} are not consecutive")));
                }
                indices = Some(earlier.start..section.end);
            }
            start = section.end;
        }
        if let Some(indices) = indices.filter(|indices| !indices.is_empty()) {
            return Ok(indices);
        }
        let names: Vec<_> = check.sections.iter().map(|one| &*one.name).collect();
        let names = names.join(", ");
        if names.is_empty() {
            return Err(check.refuse("the domain has no sections"));
        }
        let what = match &check.words.sections_are {
            None => format!("no section is called {wanted}"),
            Some(are) => format!("there is no {} with {wanted} {are}", check.words.noun),
        };
        Err(check.refuse(&format!("{what}: there are {names}")))
    }

    /// Carries out a plan. Returns the result, and an error if something could not be saved.
    ///
    /// # Errors
    /// If there is no result.
    fn carry_out_and_keep(
        &self,
        check: &Check,
        plan: &Plan,
        interrupt: &AtomicBool,
    ) -> anyhow::Result<(Checked, Option<anyhow::Error>)> {
        let name = check.name();
        let nouns = &*check.definition.words.nouns;
        let jobs = threads(self.jobs);
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        // A time that overflows the clock is no limit.
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        // The number of inputs is unknown if the run goes on until the time is up.
        let is_endless = self.time.is_some() && !self.exhaustive || plan.time.is_some();
        let all = (!is_endless).then(|| plan.inputs(shard));
        let bar = ProgressBar::new(name, nouns, all);
        let journal = self
            .resume
            .as_ref()
            .map(|file| -> Box<dyn Journal> { Box::new(JournalFile::new(file)) });
        let run = Run {
            jobs,
            shard,
            deadline,
            interrupt: Some(interrupt),
            journal,
            known: Vec::new(),
            listener: &|progress| match progress {
                Progress::Done(inputs) => bar.inc(inputs),
                // Here the user sees that the run waits, and can interrupt it.
                Progress::Hanging(_) => {}
                Progress::Waiting(_) | Progress::Explaining(_) if !shows_progress() => {}
                Progress::Waiting(text)
                | Progress::Explaining(text)
                | Progress::WrongAgain(text) => {
                    bar.suspend(|| notice(format_args!("{name}: {text}")));
                }
                // Reported at once, because the user may still be able to free space.
                Progress::Unsaved(error) => bar.suspend(|| {
                    say(format_args!(
                        "warning: {error}; the run goes on, and tries again"
                    ));
                }),
            },
        };
        let results = check.results(plan, run)?;
        bar.finish();
        let checked = results.checked;
        let mut error = results.unsaved.map(anyhow::Error::new);
        if self.keep
            && let Some(finding) = checked.simplest.first()
        {
            match kept::keep(&check.definition, finding) {
                Ok(file) => notice(format_args!("kept in {}", file.display())),
                Err(refusal) => error = Some(refusal.into()),
            }
        }
        Ok((checked, error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_selected_check_has_its_time() {
        #[derive(clap::Parser)]
        struct Line {
            #[command(flatten)]
            arguments: CheckArguments,
        }
        for (line, seconds) in [
            ("check --time=30s", 90),
            ("check one two --time=30s", 60),
            ("check --exhaustive --time=30s", 90),
            ("check --exhaustive", u64::MAX),
        ] {
            let Line { arguments } = clap::Parser::parse_from(line.split(' '));
            assert_eq!(arguments.time_of_all(3).as_secs(), seconds, "{line}");
        }
    }
}
