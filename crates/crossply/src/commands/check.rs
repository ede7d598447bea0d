//! `crossply check`: the main job.

use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use clap::ValueEnum;
use crossply_harness::generators::codec;
use crossply_harness::{
    Ended, ExhaustiveOptions, Finding, Findings, Journal, JournalError, Oracles, Plan, PlanError,
    Provenance, Run, Shard, WholeFile, minimise, report,
};
use crossply_problems::{Entry, Problem};
use crossply_report::check::{Checked, Document, FORMAT, junit, markdown};
use crossply_report::{Figures, check_page};
use indicatif::HumanCount;

use super::check_summary;
use crate::Verdict;
use crate::arguments::{
    Empties, Format, ProblemName, Solvers, for_problem, new_seed, parse_empties,
};
use crate::interrupt::stop_on_ctrl_c;
use crate::report_file::{ReportFile, made};
use crate::terminal::{Progress, Verbosity, detail, in_colours, is_at_least, notice, say, width};

/// Cross-checks the solvers: the main job
///
/// By default a solver answers all positions where that takes an instant, one of each symmetry class where that
/// is quick, and positions drawn at random beyond. The table says what was covered.
#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "they are flags")]
#[command(after_long_help = list_of_solvers())]
pub(crate) struct Arguments {
    /// Which problems [default: all in which there is something to compare]
    problems: Vec<ProblemName>,

    /// Every legal position to every solver that is practical for it: seconds with fast, memo and
    /// alpha-beta, 40 minutes of one core with all. Prints digests of the answers
    #[arg(long, conflicts_with = "cases")]
    exhaustive: bool,

    /// So many positions drawn at random, each as likely as any other
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = clap::value_parser!(u64).range(1..))]
    cases: Option<u64>,

    /// Positions drawn at random for so long, for each problem, such as 30s or 5min; with
    /// --exhaustive, as many positions as that allows
    #[arg(long, value_name = "DURATION", value_parser = humantime::parse_duration)]
    time: Option<Duration>,

    #[command(flatten)]
    solvers: Solvers,

    /// Only positions with so many empties, such as 4 or 0..=8 [default: any]
    #[arg(long, value_name = "RANGE", value_parser = parse_empties)]
    empties: Option<Empties>,

    /// The seed to draw with [default: a new one, which is printed]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// How many threads work [default: as many as the machine has cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    /// Only the I-th of N parts, such as 1/4: together they are the whole, and their digests add up
    /// to its digest
    #[arg(long, value_name = "I/N", requires = "exhaustive")]
    shard: Option<Shard>,

    /// Writes down in a file how far the run has come, twice a second, and goes on from there if
    /// the file exists. For one problem
    #[arg(long, value_name = "FILE", requires = "exhaustive")]
    resume: Option<PathBuf>,

    /// Asks solvers for positions that are not practical for them, too: hours
    #[arg(long, requires = "exhaustive")]
    patient: bool,

    /// Which oracles judge all answers, beside agreement [default: both, for one position of each symmetry
    /// class; with --exhaustive, none]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    oracles: Option<Vec<OracleName>>,

    /// Of positions that are symmetric to each other only the first
    #[arg(long, requires = "exhaustive")]
    classes: bool,

    /// What is printed
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,

    /// Writes a page about the run: a file of HTML that needs nothing else
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,

    /// Shows the gate's figures in the report, from the file that .ci/run writes
    #[arg(long, value_name = "FILE", requires = "report")]
    figures: Option<PathBuf>,

    /// Saves the simplest disagreement of each problem in the corpus of its fuzz target, below the
    /// current folder
    #[arg(long)]
    save: bool,
}

/// An oracle, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OracleName {
    /// All solvers give one answer: always
    Agreement,
    /// The answer is the one that a certificate proves, checked from the rules
    Proof,
    /// A solver's answers fit together: under symmetries, and after a move of each side
    Metamorphic,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Verdict> {
    let (problems, draws) = selected(arguments)?;
    let seed = seed(arguments.seed, draws);
    if let ([_, _, ..], Some(journal)) = (&problems[..], &arguments.resume) {
        bail!("{} is for one problem: name it", journal.display());
    }
    let figures = arguments.figures.as_deref().map(Figures::read);
    let figures = figures.transpose()?;
    let report = arguments.report.as_deref().map(ReportFile::begin);
    let report = report.transpose()?;
    if let Some(report) = &report {
        report.keep_off("--resume", arguments.resume.as_deref())?;
        report.keep_off("--figures", arguments.figures.as_deref())?;
    }
    let interrupt = stop_on_ctrl_c()?;
    let mut stdout = anstream::stdout().lock();
    let mut text = Text {
        output: &mut stdout,
        told: Told::with(arguments.format, is_at_least(Verbosity::Usual)),
    };
    let (checked, verdict, trouble) = check_all(&problems, arguments, seed, interrupt, &mut text);
    if tells_seed(draws, verdict, is_at_least(Verbosity::Usual)) {
        say(format_args!("seed {seed}"));
    }
    let document = Document {
        format: FORMAT,
        version: crate::VERSION.to_owned(),
        problems: checked,
    };
    // A page about nothing does not take the place of an earlier one.
    let report = report.filter(|_| document.problems.iter().any(shows_something));
    let page = || check_page(&document, figures.as_ref(), &made());
    let written = report.map_or(Ok(()), |report| report.write(&page()));
    match arguments.format {
        Format::Text => {}
        Format::Json => writeln!(stdout, "{}", serde_json::to_string_pretty(&document)?)?,
        Format::Junit => write!(stdout, "{}", junit(&document))?,
        Format::Markdown => write!(stdout, "{}", markdown(&document))?,
    }
    written?;
    trouble.map_or(Ok(verdict), Err)
}

/// The problems in which what is asked for can be done, and whether that draws positions. Without names, what is
/// asked for need not exist in every problem: no two have as many empties.
fn selected(arguments: &Arguments) -> Result<(Vec<ProblemName>, bool), PlanError> {
    // A plan that cannot be carried out is refused before an earlier one takes its time.
    let mut problems = Vec::new();
    let mut draws = false;
    let mut refusals = Vec::new();
    for &problem in match &arguments.problems[..] {
        [] => ProblemName::value_variants(),
        some => some,
    } {
        match for_problem!(problem, plan_draws(arguments)) {
            Ok(plan_draws) => {
                problems.push(problem);
                draws |= plan_draws;
            }
            Err(error) if arguments.problems.is_empty() => refusals.push(error),
            Err(error) => return Err(error),
        }
    }
    if problems.is_empty() {
        return Err(refusals.remove(0));
    }
    for refusal in refusals {
        // That something is not checked is no mere notice.
        say(format_args!("left out: {refusal}"));
    }
    Ok((problems, draws))
}

/// What positions are drawn with: something new unless it is given.
fn seed(given: Option<u64>, draws: bool) -> u64 {
    match given {
        None if draws => new_seed(),
        given => given.unwrap_or(0),
    }
}

/// Whether whoever wants to hear nothing needs the seed, to see again what is wrong.
fn tells_seed(draws: bool, verdict: Verdict, is_usual: bool) -> bool {
    draws && verdict == Verdict::Wrong && !is_usual
}

/// Whether a page about it would show something.
fn shows_something(checked: &Checked) -> bool {
    checked.compared.total() > 0 || checked.trouble.is_none()
}

/// Checks one problem after the other, with an empty line between them.
fn check_all(
    problems: &[ProblemName],
    arguments: &Arguments,
    seed: u64,
    interrupt: &AtomicBool,
    text: &mut Text<impl Write>,
) -> (Vec<Checked>, Verdict, Option<anyhow::Error>) {
    together(problems.iter().enumerate().map(|(place, &problem)| {
        if place > 0 {
            writeln!(text.if_told(Told::All))?;
        }
        for_problem!(problem, check_problem(arguments, seed, interrupt, text))
    }))
}

/// What came of several problems. After an interrupt, or if something goes wrong, the others are not looked at;
/// what goes wrong is told when all that was found has been: nothing of it is lost.
fn together(
    problems: impl Iterator<Item = anyhow::Result<Outcome>>,
) -> (Vec<Checked>, Verdict, Option<anyhow::Error>) {
    let mut checked = Vec::new();
    let mut verdict = Verdict::Right;
    for one in problems {
        let one = one.unwrap_or_else(Outcome::failed);
        checked.extend(one.checked);
        verdict = verdict.max(one.verdict);
        if one.trouble.is_some() || verdict == Verdict::Interrupted {
            return (checked, verdict, one.trouble);
        }
    }
    (checked, verdict, None)
}

/// How much of the text is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Told {
    /// A program reads the output.
    Nothing,
    /// Whoever wants to hear nothing wants to hear this.
    WhatIsWrong,
    All,
}

impl Told {
    fn with(format: Format, is_usual: bool) -> Self {
        match format {
            Format::Text if is_usual => Told::All,
            Format::Text => Told::WhatIsWrong,
            Format::Json | Format::Junit | Format::Markdown => Told::Nothing,
        }
    }
}

/// Where the text goes.
struct Text<W> {
    output: W,
    told: Told,
}

impl<W: Write> Text<W> {
    /// The output if so much is told, or else nowhere.
    fn if_told(&mut self, part: Told) -> Box<dyn Write + '_> {
        if part <= self.told {
            Box::new(&mut self.output)
        } else {
            Box::new(io::sink())
        }
    }
}

/// What came of a problem.
struct Outcome {
    verdict: Verdict,
    /// None if it was interrupted before anything was compared.
    checked: Option<Checked>,
    /// What is wrong, but with no solver.
    trouble: Option<anyhow::Error>,
}

impl Outcome {
    fn failed(trouble: anyhow::Error) -> Self {
        Outcome {
            verdict: Verdict::Right,
            checked: None,
            trouble: Some(trouble),
        }
    }
}

fn plan_draws<P: Problem>(arguments: &Arguments) -> Result<bool, PlanError> {
    Ok(plan::<P>(arguments, 0)?.draws())
}

fn plan<P: Problem>(arguments: &Arguments, seed: u64) -> Result<Plan<P>, PlanError> {
    let solvers = arguments.solvers.of::<P>();
    let empties = &arguments.empties.clone().unwrap_or_default().0;
    let plan = if arguments.exhaustive {
        let options = ExhaustiveOptions {
            patient: arguments.patient,
            one_of_each_class: arguments.classes,
        };
        Plan::exhaustive(solvers, empties, options)
    } else if let Some(cases) = arguments.cases {
        Plan::drawn(solvers, empties, seed, cases)
    } else if arguments.time.is_some() {
        Plan::drawn(solvers, empties, seed, u64::MAX)
    } else {
        Plan::quick(solvers, empties, seed)
    }?;
    Ok(match &arguments.oracles {
        None => plan,
        Some(names) => plan.judged_by(Oracles {
            proof: names.contains(&OracleName::Proof),
            metamorphic: names.contains(&OracleName::Metamorphic),
        }),
    })
}

fn check_problem<P: Problem>(
    arguments: &Arguments,
    seed: u64,
    interrupt: &AtomicBool,
    text: &mut Text<impl Write>,
) -> anyhow::Result<Outcome> {
    let plan = plan(arguments, seed)?;
    let corpus = arguments.save.then_some(Path::new("corpus"));
    check_plan::<P>(&plan, arguments, seed, interrupt, corpus, text)
}

/// How many positions there are to check, unless they are drawn as long as there is time.
fn positions<P: Problem>(plan: &Plan<P>, arguments: &Arguments, shard: Shard) -> Option<u64> {
    let endless = arguments.time.is_some() && !arguments.exhaustive;
    (!endless).then(|| plan.positions(shard))
}

/// Carries out the plan. A disagreement is saved in the corpus, if one is named.
fn check_plan<P: Problem>(
    plan: &Plan<P>,
    arguments: &Arguments,
    seed: u64,
    interrupt: &AtomicBool,
    corpus: Option<&Path>,
    text: &mut Text<impl Write>,
) -> anyhow::Result<Outcome> {
    let jobs = match arguments.jobs {
        Some(jobs) => NonZeroUsize::new(jobs.into()),
        None => thread::available_parallelism().ok(),
    };
    // A time so long that it has no end is no limit.
    let deadline = arguments
        .time
        .and_then(|time| Instant::now().checked_add(time));
    let shard = arguments.shard.unwrap_or(Shard::WHOLE);
    let all = positions(plan, arguments, shard);
    let bar = Progress::new(P::NAME, "positions", all);
    let names: Vec<_> = plan.solvers().iter().map(|entry| entry.name).collect();
    detail(format_args!(
        "{}: {} answer {} positions on {} threads",
        P::NAME,
        names.join(", "),
        all.map_or_else(|| "drawn".to_owned(), |all| HumanCount(all).to_string()),
        jobs.map_or(1, NonZeroUsize::get)
    ));
    let journal = arguments.resume.as_deref().map(Journal::open);
    let run = Run {
        plan,
        jobs: jobs.unwrap_or(NonZeroUsize::MIN),
        shard,
        deadline,
        interrupt: Some(interrupt),
        journal: journal.transpose()?,
        when_unsaved,
    };
    let mut findings = run.check(|positions| bar.inc(positions))?;
    bar.finish();
    let unsaved = findings.unsaved.take().map(anyhow::Error::new);

    writeln!(text.if_told(Told::All), "{}: {}\n", P::NAME, P::SUMMARY)?;
    let table = check_summary::table(&findings, width());
    writeln!(text.if_told(Told::All), "{}\n", in_colours(&table))?;
    if findings.ended == Ended::Interrupted && findings.compared.total() == 0 {
        return Ok(Outcome {
            verdict: Verdict::Interrupted,
            checked: None,
            trouble: unsaved,
        });
    }
    writeln!(
        text.if_told(Told::All),
        "{}",
        check_summary::coverage(&findings, plan, seed)
    )?;
    if arguments.exhaustive {
        let digests = check_summary::digests(&findings);
        writeln!(text.if_told(Told::All), "\n{}", in_colours(&digests))?;
    }
    let found = findings.simplest.first();
    let minimised = found.map(|found| minimise(found, plan.solvers()));
    let minimised = minimised.as_ref();
    let conclusion = conclusion(&findings, minimised);
    write!(
        text.if_told(Told::WhatIsWrong),
        "{}",
        in_colours(&conclusion)
    )?;
    let saved = match minimised.zip(corpus) {
        Some(((simplest, _), corpus)) => save(simplest, corpus),
        None => Ok(()),
    };
    let trouble = findings.trouble.as_ref();
    let trouble = trouble.map(|trouble| anyhow!("{}: {trouble}", P::NAME));
    Ok(Outcome {
        verdict: match findings.ended {
            Ended::Interrupted => Verdict::Interrupted,
            _ if conclusion.is_empty() => Verdict::Right,
            _ => Verdict::Wrong,
        },
        checked: Some(Checked::new(
            &findings,
            plan,
            shard,
            seed,
            minimised,
            &conclusion,
        )),
        trouble: trouble.or(saved.err()).or(unsaved),
    })
}

/// Whoever hears it before the end may still make space.
fn when_unsaved(error: &JournalError) {
    let cause = error.source().map(|cause| format!(": {cause}"));
    let cause = cause.unwrap_or_default();
    say(format_args!(
        "warning: {error}{cause}; the run goes on, and tries again"
    ));
}

/// Tells what is wrong; nothing if nothing is.
fn conclusion<P: Problem>(
    findings: &Findings<P>,
    minimised: Option<&(Finding<P>, Provenance)>,
) -> String {
    let Some((simplest, provenance)) = minimised else {
        let changed = check_summary::changed_answers(findings);
        return if changed.is_empty() {
            changed
        } else {
            format!("\n{changed}")
        };
    };
    let disagreement = report::disagreement(simplest, *provenance);
    let others = check_summary::first_disagreements(findings);
    format!("\n{disagreement}\n{others}")
}

fn save<P: Problem>(disagreement: &Finding<P>, corpus: &Path) -> anyhow::Result<()> {
    let problem = P::NAME.replace('-', "_");
    let folder = corpus.join(format!("{problem}_differential"));
    let index = P::domain().index(disagreement.position);
    let path = folder.join(format!("position-{index}"));
    fs::create_dir_all(&folder)
        .and_then(|()| WholeFile::begin(&path))
        .and_then(|mut file| {
            file.write_all(&codec::encode(disagreement.position))?;
            file.replace()
        })
        .with_context(|| format!("cannot write {}", path.display()))?;
    notice(format_args!("saved as {}", path.display()));
    Ok(())
}

/// A line for each solver of each problem.
fn list_of_solvers() -> String {
    let mut text = "Solvers:\n".to_owned();
    for &problem in ProblemName::value_variants() {
        text += &for_problem!(problem, list_of_solvers_of());
    }
    text
}

fn list_of_solvers_of<P: Problem>() -> String {
    let line = |entry: &Entry<P>| {
        let Entry { name, summary, .. } = entry;
        format!("  {:<12} {name:<16} {summary}\n", P::NAME)
    };
    P::SOLVERS.iter().map(line).collect()
}

#[cfg(test)]
mod tests;
