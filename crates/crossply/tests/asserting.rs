//! What a test with a check prints and writes, in the environment that its user has made.
//!
//! The environment belongs to a process. So each test here runs another one in a process of its own: `child`, which asserts
//! the check that it is told to.

use std::collections::HashMap;
use std::env;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::{self, Command};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use clap::Args;
use crossply::{CrossCheck, domain};
use tempfile::TempDir;

use crate::asked::assert_in_time;
use crate::{InLines, exit_code};

/// Where the files of checks in this file belong, below the root of the workspace.
const SOURCES: &str = "crates/crossply/tests";

/// Variables with which a run draws one input.
const DRAW_ONE: &str = "CASES=1 SEED=1";

/// The checks, by their names.
fn check(name: &str) -> CrossCheck<u32, u32> {
    let numbers = domain::range(0..100_000_u32);
    match name {
        "wrong" => CrossCheck::new("wrong", numbers)
            .solver("same", |&n| n)
            .solver("planted", |&n| n + u32::from(n == 700 || n == 90_000))
            .solver("panics", |&n| {
                assert!(n != 90_000, "too much");
                n
            }),
        "shorter" => check_of("wrong", 1..100),
        "right" => check_of("right", 0..100_000),
        "large" => check_of("large", ..),
        "slow" => check_of("slow", 0..100_000).solver("slow", |&n| {
            thread::sleep(Duration::from_millis(60));
            n
        }),
        "few" => check("slow").at_least(1),
        "many" => check_of("many", 0..100_000).at_least(100),
        "recorded" => {
            let nothing = [(String::new(), crossply::Digest::default())];
            check_of("recorded", 0..100).digests().recorded(nothing)
        }
        "insisting" => check_of("insisting", 0..100_000).complete(),
        "leaking" => CrossCheck::new("leaking", domain::range(0..10_u32))
            .solver("same", |&n| n)
            .stateful("remembers", || {
                let mut last = 0;
                move |&n: &u32| std::mem::replace(&mut last, n).abs_diff(n).min(1) * n
            }),
        // The first answer of each five is given for all of them.
        "caching" => CrossCheck::new("caching", domain::range(0..10_u32))
            .solver("same", |&n| n)
            .stateful("caches", || {
                let mut cache = HashMap::new();
                move |&n: &u32| *cache.entry(n / 5).or_insert(n)
            }),
        "even" => CrossCheck::new("even", numbers)
            .only("even", |n| n % 2 == 0)
            .solver("same", |&n| n)
            .solver("ends", |&n| if n % 2 == 0 { n } else { process::abort() }),
        "printing" => check_of("printing", 1..4).solver("prints", |&n| {
            // On a thread of its own, so that an output that is not free is a failure, and no hang.
            let (printed, has_printed) = mpsc::channel();
            thread::spawn(move || {
                drop(io::stdout().lock());
                printed.send(n)
            });
            let limit = Duration::from_secs(5);
            has_printed.recv_timeout(limit).expect("the output is free")
        }),
        other => panic!("no check is called {other}"),
    }
}

fn check_of(name: &str, numbers: impl std::ops::RangeBounds<u32>) -> CrossCheck<u32, u32> {
    let check = CrossCheck::new(name, domain::range(numbers));
    check.solver("a", |&n| n).solver("b", |&n| n)
}

/// What the others run in a process of its own. By itself it asserts a check that is in order.
#[test]
fn child() {
    let name = env::var("ASSERTED").unwrap_or("right".to_owned());
    if name == "asked" {
        return assert_in_time();
    }
    if name == "lines" {
        let lines = CrossCheck::new("lines", domain::range(0..100).map(InLines));
        let lines = lines.solver("same", |n| n.0);
        return lines.solver("planted", |n| n.0.min(69)).assert();
    }
    let check = check(&name);
    if let Ok(command) = env::var("ASSERTED_BY") {
        // The last check has a right status, and the status of all is the worst.
        let checks = [check.into(), self::check("right").into()];
        assert_eq!(exit_code(&command, &checks), 0);
        return;
    }
    check.assert();
}

#[test]
fn the_option_of_sections_has_the_word_that_all_checks_share() {
    for (words, expected) in [
        (&["digits"][..], "digits"),
        (&["digits", "digits"], "digits"),
        (&["digits", "bytes"], "sections"),
        (&["", "digits"], "sections"),
        (&["square roots", "square roots"], "sections"),
    ] {
        let check = |&word: &&str| check_of("n", 0..9).sections_are(word).into();
        let checks: Vec<_> = words.iter().map(check).collect();
        let command = crossply::cli::CheckArguments::augment_args(clap::Command::new("check"));
        let command = clap::Command::new("checks").subcommand(command);
        let mut command = crossply::cli::add_check_names(command, &checks);
        let check = command.find_subcommand_mut("check").expect("it is there");
        let help = check.render_help().to_string();
        let option = format!("--{expected} ");
        assert!(help.contains(&option), "{words:?}: {help}");
    }
}

/// What became of a test, and all that it printed.
struct Asserted {
    passes: bool,
    printed: String,
}

impl Asserted {
    fn passes<const PARTS: usize>(self, said: [&str; PARTS]) -> String {
        self.ends(true, said)
    }

    fn fails<const PARTS: usize>(self, said: [&str; PARTS]) -> String {
        self.ends(false, said)
    }

    /// Asserts that the test ended so, and said all of this. Returns what it printed.
    fn ends<const PARTS: usize>(self, passes: bool, said: [&str; PARTS]) -> String {
        let Asserted { printed, .. } = self;
        assert_eq!(self.passes, passes, "{printed}");
        for said in said {
            assert!(printed.contains(said), "{said}: {printed}");
        }
        printed
    }
}

/// A folder in which a test runs that asserts a check.
struct Workspace(TempDir);

impl Workspace {
    /// The source of the checks seems to be there.
    fn new() -> Self {
        let workspace = Workspace(TempDir::new().expect("a temporary folder"));
        fs::create_dir_all(workspace.0.path().join(SOURCES)).expect("ours");
        fs::write(workspace.path("asserting.rs"), "").expect("ours");
        workspace
    }

    /// A file beside the source.
    fn path(&self, name: &str) -> PathBuf {
        // On macOS temporary folders are behind a link, which the current folder of a process is not.
        let folder = self.0.path().canonicalize().expect("ours");
        folder.join(SOURCES).join(name)
    }

    /// Asserts this check where the environment has variables such as `CROSSPLY_SEED=1`, which are told without the prefix.
    fn asserts(&self, check: &str, variables: &str) -> Asserted {
        let variables = variables.split_whitespace().map(|variable| {
            let (name, value) = variable.split_once('=').expect("a name and a value");
            (format!("CROSSPLY_{name}"), value)
        });
        self.run(test_of(check).envs(variables))
    }

    /// Has a command line with this check carry out a command.
    fn commands(&self, check: &str, command: &str) -> Asserted {
        let mut test = test_of(check);
        self.run(test.env("ASSERTED_BY", command).env_remove("CROSSPLY_TIME"))
    }

    fn run(&self, test: &mut Command) -> Asserted {
        let output = test.current_dir(&self.0).output().expect("it runs");
        let printed = [output.stdout, output.stderr].concat();
        Asserted {
            passes: output.status.success(),
            printed: String::from_utf8(printed).expect("text"),
        }
    }
}

/// A test that asserts this check.
fn test_of(check: &str) -> Command {
    let mut command = Command::new(env::current_exe().expect("it runs"));
    command
        .args(["--exact", "--nocapture", "asserting::child"])
        .env("ASSERTED", check)
        .env("RUST_BACKTRACE", "0")
        // However slow the machine is.
        .env("CROSSPLY_TIME", "1h");
    for name in ["CASES", "SEED", "INPUTS", "SOLVERS", "SHARD", "KEEP"] {
        command.env_remove(format!("CROSSPLY_{name}"));
    }
    command
}

#[test]
fn in_a_time_as_well_what_was_asked_is_what_is_said() {
    Workspace::new().asserts("asked", "TIME=0s").passes([]);
}

#[test]
fn a_failure_begins_with_what_a_person_needs() {
    // The place of the panic ends with a colon.
    let expected = ":

wrong: the solvers disagree on input 700

    700

    same      700
    planted   701   <- alone
    panics    700

It is the simplest: planted and another solver agree on all inputs before it.
To reproduce:   CROSSPLY_INPUTS=700 cargo test -p crossply asserting::child -- --exact
To keep it:     CROSSPLY_KEEP=1 CROSSPLY_INPUTS=700 cargo test -p crossply asserting::child -- --exact

planted alone gives another answer on 1 of 100,000 inputs.
It gives a higher answer there.
It does so only here: 700

panics is wrong on 1 of 100,000 inputs.
It panics there.
It is wrong only here: 90000
";
    let asserted = Workspace::new().asserts("wrong", "");
    asserted.fails([expected, "Compared: all 100,000 inputs"]);
}

#[test]
fn the_environment_says_how_much_to_cover() {
    let workspace = Workspace::new();
    let drawn = "Compared: 5 inputs drawn at random from 100,000 (seed 3)";
    for (check, variables, expected) in [
        ("right", "CASES=5 SEED=3", drawn),
        ("large", "TIME=2s", " edges of the domain, and "),
        (
            "few",
            "TIME=0s",
            "warning: few inputs: slow: compared the first ",
        ),
        // Without `--nocapture`.
        ("large", "TIME=0s", "large: compared the first "),
        ("insisting", "TIME=0s", "Compared: all 100,000 inputs"),
        ("right", "SHARD=1/2", "Compared: 50,848 of 100,000"),
    ] {
        workspace.asserts(check, variables).passes([expected]);
    }
    let said = "only 5 inputs were compared, and at least 100 are wanted. Draw more inputs, or say";
    workspace.asserts("many", "CASES=5").fails([said]);
    for (inputs, passes) in [("5", true), ("700", false), ("3,90000", false)] {
        let asked = workspace.asserts("wrong", &format!("INPUTS={inputs}"));
        let printed = asked.ends(passes, []);
        // Nothing else was asked for, so there is nothing to count.
        assert!(!printed.contains("Compared"), "{printed}");
    }
    // One is wrong.
    let shown = workspace.commands("wrong", "show wrong:700 wrong:5");
    shown.fails([]);
    // An answer that takes longer than the time is there, but one is not enough.
    let printed = workspace.asserts("slow", "TIME=0s").fails([]);
    let said = " compared, and at least 100 are wanted. slow takes ";
    let (_, time) = printed.split_once(said).expect(&printed);
    let (time, _) = time.split_once("s for one").expect(&printed);
    let seconds = match time.strip_suffix('m') {
        Some(milliseconds) => milliseconds.parse().map(|time: f64| time / 1000.0),
        None => time.parse(),
    };
    assert!(seconds.expect("a number") >= 0.06, "{printed}");
    let asserted = workspace.asserts("wrong", "SOLVERS=-planted,-panics");
    asserted.fails(["two solvers are needed"]);
    let asserted = workspace.asserts("wrong", "SOLVERS=same,panics");
    asserted.fails(["the solvers disagree on input 90000"]);
}

#[test]
fn what_the_environment_cannot_mean_is_refused() {
    let workspace = Workspace::new();
    for (variable, refusal) in [
        ("TIME=soon", "expected number at 0"),
        ("CASES=0", "expected a whole number from 1 to 2^64 - 1"),
        ("SHARD=3/2", "`3/2` is not a part"),
        ("KEEP=yes", "expected 1 or 0"),
    ] {
        let (name, value) = variable.split_once('=').expect("a name and a value");
        let refusal = format!("invalid value '{value}' for CROSSPLY_{name}: {refusal}");
        workspace.asserts("right", variable).fails([&*refusal]);
    }
    let asserted = workspace.asserts("right", "INPUTS=100000");
    asserted.fails(["there is no input 100000: the last one is 99999"]);
    let asserted = workspace.asserts("right", "CASE=5");
    asserted.fails(["CROSSPLY_CASE is no variable; did you mean CROSSPLY_CASES?"]);
    let asserted = workspace.asserts("right", "SOLVERS=plain");
    asserted.fails(["no solver is called `plain`; the solvers are a, b"]);
}

#[test]
fn a_wrong_input_is_kept_and_asked_for_again() {
    let workspace = Workspace::new();
    let file = workspace.path("asserting.wrong.regressions");
    // Three times: it is written once.
    workspace.commands("wrong", "check --keep").fails([]);
    for _ in 0..2 {
        let said = format!("To keep it:     written to {}", file.display());
        workspace.asserts("wrong", "KEEP=1").fails([&*said]);
    }
    let text = fs::read_to_string(&file).expect("written");
    let lines: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines, ["700: 700"], "{text}");
    // A run that draws one input would hardly find it.
    let again = "wrong: wrong again: 700, line 2 of ";
    let drawn = workspace.asserts("wrong", DRAW_ONE);
    drawn.fails([again, "disagree on input 700\n"]);
    let drawn = workspace.commands("wrong", "check wrong --cases 1 --seed 1");
    drawn.fails(["left: 1"]);
    // All on record are asked for, not only up to the first that is wrong.
    fs::write(&file, text.clone() + "90000: 90000\n").expect("ours");
    let drawn = workspace.asserts("wrong", DRAW_ONE);
    drawn.fails(["wrong again: 90000, line 3 of "]);
    fs::write(&file, text).expect("ours");
    // A seed of another domain is refused.
    let refusal = "line 2: this is now nothing, expected 700: the domain has changed";
    workspace.asserts("shorter", "").fails([refusal]);
    fs::write(&file, "# a comment\n\nseven hundred\n").expect("ours");
    let refusal =
        "line 3: found `seven hundred`, expected the number of an input, a colon and the input";
    workspace.asserts("wrong", "").fails([refusal]);
}

#[test]
fn an_input_in_several_lines_is_kept_in_one() {
    let workspace = Workspace::new();
    workspace.asserts("lines", "KEEP=1").fails([]);
    let again = "lines: wrong again: number 70, line 2 of ";
    workspace.asserts("lines", DRAW_ONE).fails([again]);
}

#[test]
fn a_leak_is_kept_as_the_inputs_that_show_it() {
    for name in ["leaking", "caching"] {
        let workspace = Workspace::new();
        let file = workspace.path(&format!("asserting.{name}.regressions"));
        // Its line may have no end.
        fs::write(&file, "0: 0").expect("ours");
        // With one seed in two hundred the batch in random order consists of zeros.
        let printed = workspace.asserts(name, "KEEP=1 SEED=1").fails([]);
        let text = fs::read_to_string(file).expect("written");
        let line = text.lines().last().expect("a line");
        let (numbers, inputs) = line.split_once(": ").expect("numbers and inputs");
        assert_eq!(numbers.split(' ').count(), 2, "{text}");
        assert_eq!(inputs, numbers.replace(' ', ", "), "{text}");
        let numbers = numbers.replace(' ', ",");
        let again = format!("To reproduce:   CROSSPLY_INPUTS={numbers} cargo test");
        assert!(printed.contains(&again), "{printed}");
        // What this asks for fails in the same way.
        let asserted = workspace.asserts(name, &format!("INPUTS={numbers}"));
        asserted.fails([&*again]);
        workspace.asserts(name, DRAW_ONE).fails(["wrong again: "]);
    }
    let asserted = Workspace::new().asserts("even", "INPUTS=1,2,3,4");
    asserted.passes([]);
}

/// Each number of the line alone is right: it takes all of them.
#[test]
fn a_kept_sequence_is_asked_for_as_it_is() {
    let workspace = Workspace::new();
    let file = workspace.path("asserting.leaking.regressions");
    fs::write(file, "3 5 5: 3, 5, 5\n").expect("ours");
    let again = "leaking: wrong again: 3, 5, 5, line 1 of ";
    workspace.asserts("leaking", DRAW_ONE).fails([again]);
}

#[test]
fn answers_that_are_not_those_on_record_fail_everywhere() {
    let workspace = Workspace::new();
    let asserted = workspace.asserts("recorded", "");
    asserted.fails(["not on the answers on record"]);
    let checked = workspace.commands("recorded", "check recorded --exhaustive");
    checked.fails(["left: 1"]);
}

#[test]
fn a_solver_may_print_while_a_command_asks_it() {
    let workspace = Workspace::new();
    for command in ["check printing --exhaustive", "show printing:0 printing:1"] {
        workspace.commands("printing", command).passes([]);
    }
}

#[test]
fn without_the_source_nothing_can_be_kept() {
    let folder = Workspace(TempDir::new().expect("a temporary folder"));
    let refusal = "no wrong input can be kept: its place is beside crates/crossply/tests/asserting.rs, which is not here";
    folder.asserts("wrong", "KEEP=1").fails([refusal]);
    // Without the wish all is as usual.
    let asserted = folder.asserts("wrong", "");
    asserted.fails(["disagree on input 700\n"]);
}
