//! What the library promises, from outside: wrong inputs are found and counted, bad input is refused with a message,
//! and shards and interrupted runs add up to the whole.

mod asked;
mod asserting;
#[cfg(unix)]
mod commands;
mod domains;
mod engines;
mod explained;
mod formats;
mod found;
mod isolated;
#[cfg(target_os = "linux")]
mod limits;
mod partial;
#[cfg(unix)]
mod programs;
mod refused;
mod refuted;
mod shards;
mod truth;
mod vocabulary;

use std::fmt::{self, Debug};
use std::num::NonZeroUsize;

use crossply::cli::{self, CommandLine};
use crossply::report::{CheckDocument, CheckReport, Checked, Detail, FORMAT, Presentation, text};
use crossply::{Check, Coverage, CrossCheck, Domain, Inputs, Limits, Run, Statistics, domain};
use serde_json::Value;

const ALL: Coverage = Coverage::Exhaustive;

const fn limits(all: u128, representatives: u128, drawn: u128) -> Limits {
    Limits {
        all,
        representatives,
        drawn,
    }
}

/// The numbers below this one.
fn below(end: u32) -> Inputs<u32> {
    domain::range(..end)
}

/// A check that is in order, unless its domain is not.
fn same(inputs: impl Domain<Input = u32> + 'static) -> CrossCheck<u32, u32> {
    let check = CrossCheck::new("same", inputs);
    check.solver("a", |&n| n).solver("b", |&n| n)
}

fn on(jobs: usize) -> Run<'static> {
    Run::on(NonZeroUsize::new(jobs).expect("not 0"))
}

/// A run of one part, such as `1/4`.
fn part(shard: &str, jobs: usize) -> Run<'static> {
    let shard = shard.parse().expect("a shard");
    Run { shard, ..on(jobs) }
}

/// The results of a run on two threads.
fn results<I: Clone + Debug + 'static, A: PartialEq + Debug + 'static>(
    check: &CrossCheck<I, A>,
    coverage: Coverage,
    seed: u64,
) -> Checked {
    results_of(check, coverage, seed, on(2))
}

fn results_of<I: Clone + Debug + 'static, A: PartialEq + Debug + 'static>(
    check: &CrossCheck<I, A>,
    coverage: Coverage,
    seed: u64,
    run: Run<'_>,
) -> Checked {
    let plan = check.plan(coverage, seed).expect("a check");
    let shard = run.shard;
    let findings = check.run(&plan, run).expect("the journal is in order");
    Checked::new(findings, &plan, shard)
}

/// The results with explanations, and the simplest input that a search found. On one thread, answers that depend on earlier
/// inputs are the same each time.
fn explained<I, A>(check: &CrossCheck<I, A>, coverage: Coverage) -> Checked
where
    I: Clone + Debug + 'static,
    A: PartialEq + Debug + 'static,
{
    explained_on(1, check, coverage)
}

/// The same on so many threads.
fn explained_on<I, A>(jobs: usize, check: &CrossCheck<I, A>, coverage: Coverage) -> Checked
where
    I: Clone + Debug + 'static,
    A: PartialEq + Debug + 'static,
{
    let plan = check.plan(coverage, 1).expect("a check");
    check.results(&plan, on(jobs)).expect("no journal").checked
}

#[derive(clap::Parser)]
enum Line {
    Check(cli::CheckArguments),
    Show(cli::ShowArguments),
    Merge(cli::MergeArguments),
}

/// The exit code of a program with these checks, whose command line has these words.
fn exit_code(line: &str, checks: &[Check]) -> u8 {
    let program = CommandLine {
        name: "checks".to_owned(),
        version: String::new(),
    };
    let words = ["checks"].into_iter().chain(line.split(' '));
    let result = match clap::Parser::parse_from(words) {
        Line::Check(arguments) => cli::check(&program, checks, &arguments),
        Line::Show(arguments) => cli::show(&program, checks, &arguments),
        Line::Merge(arguments) => cli::merge(&program, checks, &arguments),
    };
    cli::exit_code(result, cli::failure)
}

/// The report of a command on these results.
fn report_on(checks: Vec<Checked>) -> CheckReport {
    CheckReport {
        title: String::new(),
        presentations: vec![Presentation::default(); checks.len()],
        document: CheckDocument {
            format: FORMAT,
            version: String::new(),
            checks,
        },
    }
}

/// Texts with what terminals, files and formats give a meaning to.
fn texts() -> Inputs<String> {
    let letters = [
        "a",
        " ",
        "\t",
        "\n",
        "\r",
        "\u{1b}[31m",
        "\0",
        "\u{85}",
        "\u{2028}",
        "<b>",
        "&amp;",
        "\"",
        "'",
        "\\",
        ":",
        "#",
        "é",
    ];
    domain::words(letters, 0..=2).map(|word| word.concat())
}

/// A number whose text has line ends.
#[derive(Clone)]
struct InLines(u16);

impl Debug for InLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "number\r\n\t{}\n\n", self.0)
    }
}

/// A number that looks like chance.
fn mixed(n: u64) -> u64 {
    let n = (n ^ (n >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (n ^ (n >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 20
}

/// How often a solver failed.
fn failed(solver: &Statistics) -> u64 {
    solver.failures.values().sum()
}

fn report(checked: &Checked) -> String {
    text(
        &checked.content(Detail::Everything, &Presentation::default()),
        usize::MAX,
    )
}

/// Asserts that the report says so.
fn assert_says(checked: &Checked, said: &str) {
    assert_has(&report(checked), [said]);
}

/// Asserts that all of this is in the text.
fn assert_has<const PARTS: usize>(text: &str, parts: [&str; PARTS]) {
    for part in parts {
        assert!(text.contains(part), "{part}, not {text}");
    }
}

/// Asserts that the report does not say so.
fn assert_unsaid(checked: &Checked, said: &str) {
    let report = report(checked);
    assert!(!report.contains(said), "{said}, in {report}");
}

/// All that is known, without times.
fn timeless(checked: &Checked) -> Value {
    fn without_seconds(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.remove("seconds");
                fields.values_mut().for_each(without_seconds);
            }
            Value::Array(items) => items.iter_mut().for_each(without_seconds),
            _ => {}
        }
    }
    let mut value = serde_json::to_value(checked).expect("all keys are strings");
    without_seconds(&mut value);
    value
}

/// For each solver: how often it was wrong, alone, and panicked.
fn blamed(checked: &Checked) -> Vec<[u64; 3]> {
    let solvers = checked.scope.counts.solvers.iter();
    let of = solvers.map(|solver| [solver.wrong, solver.alone, failed(solver)]);
    of.collect()
}

/// The inputs that were kept.
fn inputs(checked: &Checked) -> Vec<&str> {
    let simplest = checked.simplest.iter();
    simplest.map(|found| &*found.input).collect()
}
