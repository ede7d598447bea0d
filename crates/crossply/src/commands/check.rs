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
use crossply_harness::oracles::Judged;
use crossply_harness::{
    Disagreement, Ended, Findings, Journal, JournalError, NothingToCompare, Oracles, Plan,
    Provenance, Run, Shard, Thoroughness, WholeFile, minimise, report,
};
use crossply_report::check::{Checked, Document, FORMAT, junit, markdown};
use crossply_report::{Figures, check_page};
use crossply_solvers::{Entry, Solved};
use indicatif::HumanCount;

use super::check_summary;
use crate::Verdict;
use crate::arguments::{
    Empties, Format, ProblemName, Solvers, for_problem, new_seed, parse_empties,
};
use crate::interrupt::stop_on_ctrl_c;
use crate::report_file::{ReportFile, made};
use crate::terminal::{Loudness, Progress, detail, in_colours, is_at_least, notice, say, width};

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
        told: Told::with(arguments.format, is_at_least(Loudness::Usual)),
    };
    let (checked, verdict, trouble) = check_all(&problems, arguments, seed, interrupt, &mut text);
    if tells_seed(draws, verdict, is_at_least(Loudness::Usual)) {
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
fn selected(arguments: &Arguments) -> Result<(Vec<ProblemName>, bool), NothingToCompare> {
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

fn plan_draws<P: Judged>(arguments: &Arguments) -> Result<bool, NothingToCompare> {
    Ok(plan::<P>(arguments, 0)?.draws())
}

fn plan<P: Judged>(arguments: &Arguments, seed: u64) -> Result<Plan<P>, NothingToCompare> {
    let solvers = arguments.solvers.of::<P>();
    let empties = &arguments.empties.clone().unwrap_or_default().0;
    let plan = if arguments.exhaustive {
        let thoroughness = Thoroughness {
            patient: arguments.patient,
            one_of_each_class: arguments.classes,
        };
        Plan::exhaustive(solvers, empties, thoroughness)
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

fn check_problem<P: Judged>(
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
fn positions<P: Judged>(plan: &Plan<P>, arguments: &Arguments, shard: Shard) -> Option<u64> {
    let endless = arguments.time.is_some() && !arguments.exhaustive;
    (!endless).then(|| plan.positions(shard))
}

/// Carries out the plan. A disagreement is saved in the corpus, if one is named.
fn check_plan<P: Judged>(
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
fn conclusion<P: Judged>(
    findings: &Findings<P>,
    minimised: Option<&(Disagreement<P>, Provenance)>,
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

fn save<P: Solved>(disagreement: &Disagreement<P>, corpus: &Path) -> anyhow::Result<()> {
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

fn list_of_solvers_of<P: Solved>() -> String {
    let line = |entry: &Entry<P>| {
        let Entry { name, summary, .. } = entry;
        format!("  {:<12} {name:<16} {summary}\n", P::NAME)
    };
    P::SOLVERS.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use clap::Parser;
    use crossply_problems::ccf201803_4::Score;
    use crossply_problems::{Ccf201803_4, Position};
    use crossply_solvers::Solver;

    use super::*;
    use crate::Cli;

    /// A fault planted on purpose.
    struct AlwaysDraw;

    impl Solver<Ccf201803_4> for AlwaysDraw {
        fn solve(&mut self, _: Position<Ccf201803_4>) -> Score {
            Score::new(0)
        }
    }

    static ALWAYS_DRAW: Entry<Ccf201803_4> = Entry {
        name: "always-draw",
        summary: "a fault",
        practical_empties: 9,
        quick_empties: 9,
        instant_empties: 9,
        new: || Box::new(AlwaysDraw),
    };

    #[test]
    fn a_disagreement_is_judged_and_saved() {
        let memo = Ccf201803_4::solver("memo").expect("registered");
        let corpus = std::env::temp_dir().join(format!("crossply-{}", std::process::id()));
        for (solvers, agree) in [(vec![memo, memo], true), (vec![memo, &ALWAYS_DRAW], false)] {
            let plan = Plan::quick(solvers, &(0..=9), 0).expect("two solvers");
            let findings = Run::new(&plan).check(|_| {}).expect("no journal");
            let found = findings.simplest.first();
            let minimised = found.map(|found| minimise(found, plan.solvers()));
            assert_eq!(conclusion(&findings, minimised.as_ref()).is_empty(), agree);
            if let Some((simplest, _)) = minimised {
                save(&simplest, &corpus).expect("a temporary folder");
            }
            assert_eq!(corpus.exists(), !agree);
        }
        // The first position that is no draw.
        let saved = fs::read(corpus.join("ccf201803_4_differential/position-0"));
        assert_eq!(saved.expect("saved").trim_ascii_end(), b"XXO\nXXO\nOO.");
        fs::remove_dir_all(corpus).expect("ours");
    }

    /// What is asked for with these words.
    fn arguments(words: &str) -> Arguments {
        let words = ["crossply", "check"]
            .into_iter()
            .chain(words.split_whitespace());
        let crate::Command::Check(arguments) = Cli::parse_from(words).command else {
            panic!("it is check");
        };
        arguments
    }

    #[test]
    fn what_a_problem_does_not_have_leaves_it_out_unless_it_is_named() {
        use ProblemName::{Ccf201803_4, Poj1568};
        let names = |words: &str| {
            let selected = selected(&arguments(words)).map(|(problems, _)| problems);
            selected.map_err(|error| error.to_string())
        };
        assert_eq!(names(""), Ok(vec![Poj1568, Ccf201803_4]));
        assert_eq!(names("--empties 10"), Ok(vec![Poj1568]));
        assert_eq!(names("ccf201803-4"), Ok(vec![Ccf201803_4]));
        for both in ["ccf201803-4 poj1568 --empties 10", "--empties 16"] {
            let refusal = names(both).expect_err("not all have so many");
            assert!(refusal.contains(" has no position with 1"), "{refusal}");
        }
    }

    #[test]
    fn a_seed_is_drawn_where_positions_are() {
        for (words, expected) in [("--exhaustive", false), ("--cases 10", true)] {
            let (problems, draws) = selected(&arguments(words)).expect("it can be done");
            assert_eq!((problems.len(), draws), (2, expected), "{words}");
        }
        assert_eq!((seed(None, false), seed(Some(7), false)), (0, 7));
        assert_eq!(seed(Some(7), true), 7);
        assert_ne!(seed(None, true), seed(None, true));
    }

    #[test]
    fn whoever_hears_only_what_is_wrong_hears_the_seed_of_that() {
        for draws in [false, true] {
            for verdict in [Verdict::Right, Verdict::Wrong, Verdict::Interrupted] {
                for is_usual in [false, true] {
                    let told = tells_seed(draws, verdict, is_usual);
                    let expected = (draws, verdict, is_usual) == (true, Verdict::Wrong, false);
                    assert_eq!(told, expected);
                }
            }
        }
    }

    #[test]
    fn only_draws_with_a_limit_of_time_have_no_end() {
        let all = |words: &str| {
            let arguments = arguments(words);
            let plan = plan::<Ccf201803_4>(&arguments, 0).expect("it can be done");
            positions(&plan, &arguments, Shard::WHOLE)
        };
        assert_eq!(all("--time 1s"), None);
        assert_eq!(
            all("--exhaustive --solvers fast,memo --time 1s"),
            Some(2739)
        );
        assert_eq!(all("--cases 10"), Some(10));
    }

    #[test]
    fn an_empty_line_is_between_problems() {
        let mut text = Text {
            output: Vec::new(),
            told: Told::All,
        };
        // Not `fast`: who breaks it is to read first which board it is wrong about.
        let arguments = arguments("--cases 10 --solvers alpha-beta,memo");
        let (problems, _) = selected(&arguments).expect("it can be done");
        let never = AtomicBool::new(false);
        let (checked, verdict, trouble) = check_all(&problems, &arguments, 0, &never, &mut text);
        assert_eq!((checked.len(), verdict), (2, Verdict::Right));
        assert!(trouble.is_none(), "{trouble:?}");
        let text = String::from_utf8(text.output).expect("text");
        assert!(text.starts_with("poj1568: "), "{text}");
        assert!(text.contains("\n\nccf201803-4: "), "{text}");
    }

    #[test]
    fn a_page_about_nothing_is_none() {
        let memo = Ccf201803_4::solver("memo").expect("registered");
        let (outcome, _) = checked(memo, None, Told::Nothing);
        let mut checked = outcome.checked.expect("it was compared");
        assert!(shows_something(&checked));
        checked.trouble = Some("the prover is at fault".to_owned());
        assert!(shows_something(&checked), "something was compared");
        (checked.compared.in_order, checked.compared.drawn) = (0, 0);
        assert!(!shows_something(&checked));
        checked.trouble = None;
        assert!(shows_something(&checked), "a part without positions");
    }

    #[test]
    fn every_solver_is_listed() {
        let list = list_of_solvers();
        for name in Ccf201803_4::SOLVERS.iter().map(|entry| entry.name) {
            assert!(list.contains(&format!("  ccf201803-4  {name} ")), "{list}");
        }
        assert!(list.starts_with("Solvers:\n  poj1568 "), "{list}");
    }

    /// Checks memo and the solver on all positions. The text is what such a run prints.
    fn checked(
        solver: &'static Entry<Ccf201803_4>,
        corpus: Option<&Path>,
        told: Told,
    ) -> (Outcome, String) {
        let never = AtomicBool::new(false);
        checked_until(solver, &never, corpus, told)
    }

    fn checked_until(
        solver: &'static Entry<Ccf201803_4>,
        interrupt: &AtomicBool,
        corpus: Option<&Path>,
        told: Told,
    ) -> (Outcome, String) {
        let arguments = arguments("ccf201803-4 --jobs 1");
        let memo = Ccf201803_4::solver("memo").expect("registered");
        let plan = Plan::quick(vec![memo, solver], &(0..=9), 0).expect("two solvers");
        let mut text = Text {
            output: Vec::new(),
            told,
        };
        let outcome = check_plan(&plan, &arguments, 0, interrupt, corpus, &mut text);
        let text = String::from_utf8(text.output).expect("text");
        (outcome.expect("it is printed"), text)
    }

    #[test]
    fn whoever_wants_to_hear_nothing_hears_what_is_wrong() {
        let memo = Ccf201803_4::solver("memo").expect("registered");
        let (wrong, coverage) = ("<- proven wrong", "Compared: all 2,739");
        for (solver, verdict) in [(memo, Verdict::Right), (&ALWAYS_DRAW, Verdict::Wrong)] {
            let found = verdict == Verdict::Wrong;
            for (format, is_usual, tells_what_is_wrong, tells_coverage) in [
                (Format::Text, true, found, true),
                (Format::Text, false, found, false),
                (Format::Json, true, false, false),
                (Format::Junit, false, false, false),
            ] {
                let told = Told::with(format, is_usual);
                let (outcome, text) = checked(solver, None, told);
                assert_eq!(outcome.verdict, verdict, "{told:?}");
                assert_eq!(
                    text.contains(wrong),
                    tells_what_is_wrong,
                    "{told:?}: {text}"
                );
                assert_eq!(text.contains(coverage), tells_coverage, "{told:?}: {text}");
                assert_eq!(
                    text.is_empty(),
                    !tells_what_is_wrong && !tells_coverage,
                    "{told:?}: {text}"
                );
            }
        }
    }

    /// Somebody interrupts the run while this one answers.
    struct Interrupting;

    static INTERRUPT: AtomicBool = AtomicBool::new(false);

    impl Solver<Ccf201803_4> for Interrupting {
        fn solve(&mut self, position: Position<Ccf201803_4>) -> Score {
            INTERRUPT.store(true, Ordering::Relaxed);
            let memo = Ccf201803_4::solver("memo").expect("registered");
            (memo.new)().solve(position)
        }
    }

    static INTERRUPTING: Entry<Ccf201803_4> = Entry {
        name: "interrupting",
        new: || Box::new(Interrupting),
        ..ALWAYS_DRAW
    };

    #[test]
    fn an_interrupted_run_tells_what_it_has_compared() {
        let (outcome, text) = checked_until(&INTERRUPTING, &INTERRUPT, None, Told::All);
        assert_eq!(outcome.verdict, Verdict::Interrupted);
        assert!(
            outcome
                .checked
                .is_some_and(|checked| checked.compared.total() > 0)
        );
        assert!(text.contains(" until it was interrupted"), "{text}");
        // Now before it has begun.
        let (outcome, text) = checked_until(&INTERRUPTING, &INTERRUPT, None, Told::All);
        assert_eq!(outcome.verdict, Verdict::Interrupted);
        assert!(outcome.checked.is_none() && outcome.trouble.is_none());
        assert!(!text.contains("Compared"), "{text}");
        // A run that had nothing to compare is told.
        let part = "ccf201803-4 --exhaustive --shard 9/9 --empties 9 --solvers fast,memo";
        let mut text = Text {
            output: Vec::new(),
            told: Told::All,
        };
        let never = AtomicBool::new(false);
        let outcome = check_problem::<Ccf201803_4>(&arguments(part), 0, &never, &mut text);
        assert!(outcome.expect("it is printed").checked.is_some());
    }

    #[test]
    fn a_disagreement_that_cannot_be_saved_is_trouble() {
        let file = tempfile::NamedTempFile::new().expect("a temporary file");
        let (outcome, _) = checked(&ALWAYS_DRAW, Some(file.path()), Told::All);
        assert_eq!(outcome.verdict, Verdict::Wrong);
        assert!(outcome.checked.is_some(), "nothing is lost");
        let trouble = outcome.trouble.expect("a file is no folder").to_string();
        assert!(trouble.starts_with("cannot"), "{trouble}");
    }

    fn outcome(verdict: Verdict) -> Outcome {
        Outcome {
            verdict,
            checked: None,
            trouble: None,
        }
    }

    #[test]
    fn the_verdict_on_several_problems_is_the_worst() {
        use Verdict::{Interrupted, Right, Wrong};
        for (verdicts, expected) in [
            (vec![], Right),
            (vec![Right, Right], Right),
            (vec![Wrong, Right], Wrong),
            (vec![Right, Wrong], Wrong),
            (vec![Wrong, Right, Right], Wrong),
            (vec![Wrong, Interrupted], Interrupted),
            (vec![Interrupted], Interrupted),
        ] {
            let mut asked = 0;
            let outcomes = verdicts.iter().map(|&verdict| {
                asked += 1;
                Ok(outcome(verdict))
            });
            let (_, verdict, trouble) = together(outcomes);
            assert_eq!((verdict, asked), (expected, verdicts.len()), "{verdicts:?}");
            assert!(trouble.is_none());
        }
    }

    #[test]
    fn after_an_interrupt_or_trouble_no_other_problem_is_looked_at() {
        let found = Outcome {
            verdict: Verdict::Wrong,
            checked: None,
            trouble: Some(anyhow!("found, but not saved")),
        };
        for (last, expected) in [
            (
                Ok(outcome(Verdict::Interrupted)),
                (Verdict::Interrupted, None),
            ),
            (
                Err(anyhow!("no journal")),
                (Verdict::Wrong, Some("no journal")),
            ),
            (Ok(found), (Verdict::Wrong, Some("found, but not saved"))),
        ] {
            let never = std::iter::from_fn(|| panic!("nobody wants to know"));
            let outcomes = [Ok(outcome(Verdict::Wrong)), last].into_iter().chain(never);
            let (_, verdict, trouble) = together(outcomes);
            let trouble = trouble.map(|trouble| trouble.to_string());
            assert_eq!((verdict, trouble.as_deref()), expected);
        }
    }

    #[test]
    fn solvers_that_are_wrong_together_are_found_out() {
        let plan = Plan::exhaustive(
            vec![&ALWAYS_DRAW, &ALWAYS_DRAW],
            &(0..=9),
            Thoroughness::default(),
        )
        .expect("two solvers");
        let findings = Run::new(&plan).check(|_| {}).expect("no journal");
        assert_eq!(findings.disagreements, 0);
        let output = conclusion(&findings, None);
        // The empty board is a draw.
        let changed = output.matches("but not on the answers on record");
        assert_eq!(changed.count(), 4);
        assert!(check_summary::digests(&findings).contains("NOT AS RECORDED"));
    }

    #[test]
    fn tables_fit_narrow_terminals() {
        let memo = Ccf201803_4::solver("memo").expect("registered");
        let plan = Plan::quick(vec![memo, &ALWAYS_DRAW], &(0..=9), 0).expect("two solvers");
        let findings = Run::new(&plan).check(|_| {}).expect("no journal");
        let whole = check_summary::table(&findings, usize::MAX);
        let mut shorter = whole.len();
        for width in [70, 45] {
            let table = check_summary::table(&findings, width);
            assert!(
                table.lines().all(|line| line.chars().count() <= width),
                "{table}"
            );
            assert!(table.contains("WRONG on 2,298"), "{table}");
            assert!(table.len() < shorter, "{table}");
            shorter = table.len();
        }
    }
}
