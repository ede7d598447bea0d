//! `crossply check`: the main job.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::ValueEnum;
use crossply_harness::generators::codec;
use crossply_harness::{Disagreement, Findings, Plan, Selection, check, minimise, report};
use crossply_solvers::Solved;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};

use super::check_table;
use crate::Verdict;
use crate::arguments::{Empties, ProblemName, announced_seed, for_problem, parse_empties};

/// Cross-checks the solvers: the main job
///
/// By default each solver answers all positions up to the number of empties up to which that takes
/// seconds, and positions drawn at random beyond. The table says what was covered.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Which problems [default: all]
    problems: Vec<ProblemName>,

    /// Every legal position to every solver that is practical for it
    #[arg(long, group = "amount")]
    exhaustive: bool,

    /// So many positions drawn at random, each as likely as any other
    #[arg(long, value_name = "N", group = "amount")]
    cases: Option<u64>,

    /// Positions drawn at random for so long, for each problem; such as 30s or 5min
    #[arg(long, value_name = "DURATION", group = "amount", value_parser = humantime::parse_duration)]
    time: Option<Duration>,

    /// Which solvers: a,b or -a,-b to leave some out [default: all]
    #[arg(
        long,
        value_name = "NAMES",
        env = crossply_harness::VARIABLE,
        allow_hyphen_values = true,
        hide_env_values = true
    )]
    solvers: Option<Selection>,

    /// Only positions with so many empties, such as 4 or 0..=8
    #[arg(long, value_name = "RANGE", value_parser = parse_empties, default_value = "..")]
    empties: Empties,

    /// The seed to draw with [default: a new one, which is printed]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// How many threads work [default: as many as the machine has cores]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    /// Saves the simplest disagreement of each problem in the corpus of its fuzz target, below the
    /// current folder
    #[arg(long)]
    save: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Verdict> {
    let problems = match &arguments.problems[..] {
        [] => ProblemName::value_variants(),
        some => some,
    };
    let seed = if arguments.exhaustive {
        0
    } else {
        announced_seed(arguments.seed)
    };
    // A plan that cannot be carried out is refused before an earlier one takes its time.
    for &problem in problems {
        for_problem!(problem, validate(arguments, seed))?;
    }
    let mut verdict = Verdict::Agreement;
    for &problem in problems {
        if let Verdict::Disagreement = for_problem!(problem, check_problem(arguments, seed))? {
            verdict = Verdict::Disagreement;
        }
    }
    Ok(verdict)
}

fn validate<P: Solved>(arguments: &Arguments, seed: u64) -> anyhow::Result<()> {
    plan::<P>(arguments, seed).map(drop)
}

fn plan<P: Solved>(arguments: &Arguments, seed: u64) -> anyhow::Result<Plan<P>> {
    let selection = arguments.solvers.clone().unwrap_or_default();
    let (solvers, empties) = (selection.of::<P>(), &arguments.empties.0);
    Ok(if arguments.exhaustive {
        Plan::exhaustive(solvers, empties)?
    } else if let Some(cases) = arguments.cases {
        Plan::drawn(solvers, empties, seed, cases)?
    } else if arguments.time.is_some() {
        Plan::drawn(solvers, empties, seed, u64::MAX)?
    } else {
        Plan::quick(solvers, empties, seed)?
    })
}

fn check_problem<P: Solved>(arguments: &Arguments, seed: u64) -> anyhow::Result<Verdict> {
    let plan = plan::<P>(arguments, seed)?;
    let jobs = arguments
        .jobs
        .or_else(|| thread::available_parallelism().ok())
        .unwrap_or(NonZeroUsize::MIN);
    let bar = progress_bar(P::NAME, &plan, arguments.time);
    let deadline = arguments.time.map(|time| Instant::now() + time);
    let findings = check(&plan, jobs, deadline, |positions| bar.inc(positions));
    bar.finish_and_clear();

    anstream::println!("{}: {}\n", P::NAME, P::SUMMARY);
    anstream::println!("{}\n", check_table::of(&findings));
    anstream::println!("{}\n", coverage(&findings, seed));
    if findings.compared.total() == 0 {
        bail!(
            "{}: no position was answered by two solvers: nothing was checked",
            P::NAME
        );
    }
    let Some(simplest) = findings.simplest.first() else {
        return Ok(Verdict::Agreement);
    };
    let simplest = tell(&findings, simplest, &plan);
    if arguments.save {
        save(&simplest)?;
    }
    Ok(Verdict::Disagreement)
}

fn progress_bar<P: Solved>(
    name: &'static str,
    plan: &Plan<P>,
    time: Option<Duration>,
) -> ProgressBar {
    let (bar, template) = if time.is_some() {
        let template = "{prefix} {spinner} {human_pos} positions, {per_sec}, {elapsed}";
        (ProgressBar::new_spinner(), template)
    } else {
        let template =
            "{prefix} {wide_bar} {human_pos}/{human_len} positions, {per_sec}, {eta} left";
        (ProgressBar::new(plan.positions()), template)
    };
    let style = ProgressStyle::with_template(template).expect("the template is well-formed");
    bar.with_style(style).with_prefix(name)
}

/// What was covered, and whether the solvers agree on it, in a sentence or two.
fn coverage<P: Solved>(findings: &Findings<P>, seed: u64) -> String {
    let compared = findings.compared;
    let all = P::domain().len();
    let mut parts = Vec::new();
    if compared.in_order == all {
        parts.push(format!("all {} legal positions", HumanCount(all)));
    } else if compared.in_order > 0 {
        let (some, all) = (HumanCount(compared.in_order), HumanCount(all));
        parts.push(format!("{some} of {all} legal positions"));
    }
    if compared.drawn > 0 {
        let drawn = HumanCount(compared.drawn);
        parts.push(format!("{drawn} drawn at random (seed {seed})"));
    }
    let verdict = match findings.disagreements {
        0 => "agree".to_owned(),
        1 => "disagree on 1 position".to_owned(),
        many => format!("disagree on {} positions", HumanCount(many)),
    };
    let cut_short = if findings.complete {
        ""
    } else {
        " until the time was up"
    };
    format!(
        "The solvers {verdict}. Compared: {}{cut_short}, in {:.1} s.",
        if parts.is_empty() {
            "nothing".to_owned()
        } else {
            parts.join(", and ")
        },
        findings.elapsed.as_secs_f64()
    )
}

/// Prints the simplest disagreement that can be found, and returns it.
fn tell<P: Solved>(
    findings: &Findings<P>,
    found: &Disagreement<P>,
    plan: &Plan<P>,
) -> Disagreement<P> {
    let minimised = minimise(found, plan.solvers());
    let simplest = minimised
        .as_ref()
        .map_or(found, |minimised| &minimised.disagreement);
    anstream::println!("{}", report::disagreement(simplest, minimised.as_ref()));
    if minimised.is_none() {
        anstream::println!(
            "Asked for this position alone, they agree: an answer depends on the positions before.\n"
        );
    }
    if findings.simplest.len() > 1 {
        anstream::println!("The first positions on which the run saw them disagree:\n");
        for found in &findings.simplest {
            let minority: Vec<_> = found.minority().collect();
            let board = found.position.notation();
            anstream::println!("    {}:{board}   {}", P::NAME, minority.join(", "));
        }
        anstream::println!();
    }
    simplest.clone()
}

fn save<P: Solved>(disagreement: &Disagreement<P>) -> anyhow::Result<()> {
    let problem = P::NAME.replace('-', "_");
    let folder = Path::new("corpus").join(format!("{problem}_differential"));
    let index = P::domain().index(disagreement.position);
    let path = folder.join(format!("position-{index}"));
    fs::create_dir_all(&folder)
        .and_then(|()| fs::write(&path, codec::encode(disagreement.position)))
        .with_context(|| format!("cannot write {}", path.display()))?;
    anstream::eprintln!("saved as {}", path.display());
    Ok(())
}
