//! What a test with a check prints and writes, in the environment that its user has made.
//!
//! The environment belongs to a process. So each test here runs another one in a process of its own: `child`, which asserts
//! the check that it is told to.

use std::collections::HashMap;
use std::env;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{self, Command};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crossply::{CrossCheck, domain};
use tempfile::TempDir;

/// Where the files of checks in this file belong, below the root of the workspace.
const SOURCES: &str = "crates/crossply/tests";

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
    let check = check(&name);
    if let Ok(command) = env::var("ASSERTED_BY") {
        assert_eq!(commanded(check, &command), crossply::cli::Status::Right);
        return;
    }
    check.assert();
}

fn commanded(check: CrossCheck<u32, u32>, command: &str) -> crossply::cli::Status {
    use crossply::cli;

    #[derive(clap::Parser)]
    enum Command {
        Check(cli::CheckArguments),
        Show(cli::ShowArguments),
    }
    let program = cli::CommandLine {
        name: "checks".to_owned(),
        version: "1".to_owned(),
    };
    // The last check has a right status, and the status of all is the worst.
    let checks = [check.into(), crossply::Check::from(self::check("right"))];
    let words = ["checks"].into_iter().chain(command.split(' '));
    let status = match clap::Parser::parse_from(words) {
        Command::Check(arguments) => cli::check(&program, &checks, &arguments),
        Command::Show(arguments) => cli::show(&program, &checks, &arguments),
    };
    status.expect("no trouble")
}

#[test]
fn the_option_of_sections_has_the_word_that_all_checks_share() {
    let cases: [(&[&str], &str); 5] = [
        (&["digits"], "digits"),
        (&["digits", "digits"], "digits"),
        (&["digits", "bytes"], "sections"),
        (&["", "digits"], "sections"),
        (&["square roots", "square roots"], "sections"),
    ];
    for (words, expected) in cases {
        let checks = words
            .iter()
            .map(|&word| check_of("n", 0..9).sections_are(word).into());
        let checks: Vec<_> = checks.collect();
        let command = clap::Command::new("checks").subcommand(
            clap::Command::new("check")
                .arg(clap::Arg::new("checks"))
                .arg(clap::Arg::new("sections").long("sections")),
        );
        let mut command = crossply::cli::add_check_names(command, &checks);
        let check = command.find_subcommand_mut("check").expect("it is there");
        let help = check.render_help().to_string();
        assert!(
            help.contains(&format!("--{expected} ")),
            "{words:?}: {help}"
        );
    }
}

/// Whether a test that asserts this check passes in this environment, and all that it prints.
fn asserted(name: &str, variables: &[(&str, &str)], folder: &Path) -> (bool, String) {
    let mut command = Command::new(env::current_exe().expect("it runs"));
    command
        .args(["--exact", "--nocapture", "asserting::child"])
        .current_dir(folder)
        .env("ASSERTED", name)
        .env("RUST_BACKTRACE", "0")
        // However slow the machine is.
        .env("CROSSPLY_TIME", "1h");
    for name in ["CASES", "SEED", "INPUTS", "SOLVERS", "SHARD", "KEEP"] {
        command.env_remove(format!("CROSSPLY_{name}"));
    }
    let output = command
        .envs(variables.iter().copied())
        .output()
        .expect("it runs");
    let [out, err] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
    (output.status.success(), out + &err)
}

/// Asserts that such a test fails, and says why.
fn assert_fails(name: &str, variables: &[(&str, &str)], folder: &Path, said: &str) {
    let (passes, printed) = asserted(name, variables, folder);
    assert!(
        !passes && printed.contains(said),
        "{name}, {variables:?}: {printed}"
    );
}

/// A folder in which the source of the checks seems to be.
fn workspace() -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    fs::create_dir_all(folder.path().join(SOURCES)).expect("ours");
    fs::write(folder.path().join(SOURCES).join("asserting.rs"), "").expect("ours");
    folder
}

#[test]
fn a_failure_begins_with_what_a_person_needs() {
    let (passes, printed) = asserted("wrong", &[], workspace().path());
    assert!(!passes);
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
    assert!(printed.contains(expected), "{printed}");
    assert!(
        printed.contains("Compared: all 100,000 inputs"),
        "{printed}"
    );
}

#[test]
fn the_environment_says_how_much_to_cover() {
    let folder = workspace();
    for (name, variables, expected) in [
        ("right", &[][..], "Compared: all 100,000 inputs"),
        (
            "right",
            &[("CROSSPLY_CASES", "5"), ("CROSSPLY_SEED", "3")],
            "Compared: 5 of 100,000 inputs drawn at random (seed 3)",
        ),
        (
            "large",
            &[("CROSSPLY_TIME", "2s")],
            " edges of the domain, and ",
        ),
        (
            "few",
            &[("CROSSPLY_TIME", "0s")],
            "warning: slow: compared the first ",
        ),
        // Without `--nocapture`.
        (
            "large",
            &[("CROSSPLY_TIME", "0s")],
            "large: compared the first ",
        ),
        (
            "insisting",
            &[("CROSSPLY_TIME", "0s")],
            "Compared: all 100,000 inputs",
        ),
        (
            "right",
            &[("CROSSPLY_SHARD", "1/2")],
            "Compared: 50,848 of 100,000",
        ),
    ] {
        let (passes, printed) = asserted(name, variables, folder.path());
        assert!(
            passes && printed.contains(expected),
            "{name}, {variables:?}: {printed}"
        );
    }
    let few = [("CROSSPLY_CASES", "5")];
    let (passes, printed) = asserted("many", &few, folder.path());
    let said = "many: only 5 inputs were compared, and at least 100 are wanted";
    assert!(!passes && printed.contains(said), "{printed}");
    for (inputs, passes) in [("5", true), ("700", false), ("3,90000", false)] {
        let asked = asserted("wrong", &[("CROSSPLY_INPUTS", inputs)], folder.path());
        assert_eq!(asked.0, passes, "{inputs}: {}", asked.1);
        // Nothing else was asked for, so there is nothing to count.
        assert!(!asked.1.contains("Compared"), "{}", asked.1);
    }
    let show = [("ASSERTED_BY", "show wrong:700 wrong:5")];
    assert!(!asserted("wrong", &show, folder.path()).0, "one is wrong");
    // An answer that takes longer than the time is there, but one is not enough.
    let (passes, printed) = asserted("slow", &[("CROSSPLY_TIME", "0s")], folder.path());
    let said = " compared, and at least 100 are wanted. slow takes ";
    let (_, time) = printed.split_once(said).expect(&printed);
    let (time, _) = time.split_once("s for one").expect(&printed);
    let seconds = match time.strip_suffix('m') {
        Some(milliseconds) => milliseconds.parse().map(|time: f64| time / 1000.0),
        None => time.parse(),
    };
    assert!(!passes && seconds.expect("a number") >= 0.06, "{printed}");
    assert_fails(
        "wrong",
        &[("CROSSPLY_SOLVERS", "-planted,-panics")],
        folder.path(),
        "two solvers are needed",
    );
    assert_fails(
        "wrong",
        &[("CROSSPLY_SOLVERS", "same,panics")],
        folder.path(),
        "the solvers disagree on input 90000",
    );
}

#[test]
fn what_the_environment_cannot_mean_is_refused() {
    for (name, value, expected) in [
        (
            "CROSSPLY_TIME",
            "soon",
            "invalid value 'soon' for CROSSPLY_TIME: expected number at 0",
        ),
        (
            "CROSSPLY_CASES",
            "0",
            "invalid value '0' for CROSSPLY_CASES: expected a whole number from 1 to 2^64 - 1",
        ),
        (
            "CROSSPLY_INPUTS",
            "100000",
            "there is no input 100000: the last one is 99999",
        ),
        (
            "CROSSPLY_SOLVERS",
            "plain",
            "no solver is called `plain`; the solvers are a, b",
        ),
        (
            "CROSSPLY_SHARD",
            "3/2",
            "invalid value '3/2' for CROSSPLY_SHARD: `3/2` is not a part",
        ),
        (
            "CROSSPLY_KEEP",
            "yes",
            "invalid value 'yes' for CROSSPLY_KEEP: expected 1 or 0",
        ),
    ] {
        assert_fails("right", &[(name, value)], workspace().path(), expected);
    }
}

#[test]
fn a_wrong_input_is_kept_and_asked_for_again() {
    let folder = workspace();
    // On macOS temporary folders are behind a link, which the current folder of a process is not.
    let real = folder.path().canonicalize().expect("ours");
    let file = real.join(SOURCES).join("asserting.wrong.regressions");
    let keep = [("CROSSPLY_KEEP", "1")];
    // Three times: it is written once.
    let command = [("ASSERTED_BY", "check --keep")];
    assert!(!asserted("wrong", &command, folder.path()).0);
    for _ in 0..2 {
        let said = format!("To keep it:     written to {}", file.display());
        assert_fails("wrong", &keep, folder.path(), &said);
    }
    let text = fs::read_to_string(&file).expect("written");
    let lines: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines, ["700: 700"], "{text}");
    // A run that draws one input would hardly find it.
    let draw = [("CROSSPLY_CASES", "1"), ("CROSSPLY_SEED", "1")];
    let again = "wrong: wrong again: 700, line 2 of ";
    assert_fails("wrong", &draw, folder.path(), again);
    let said = "disagree on input 700\n";
    assert_fails("wrong", &draw, folder.path(), said);
    let command = [("ASSERTED_BY", "check wrong --cases 1 --seed 1")];
    assert_fails("wrong", &command, folder.path(), "left: Wrong");
    // All on record are asked for, not only up to the first that is wrong.
    fs::write(&file, text.clone() + "90000: 90000\n").expect("ours");
    let again = "wrong again: 90000, line 3 of ";
    assert_fails("wrong", &draw, folder.path(), again);
    fs::write(&file, text).expect("ours");
    // A seed of another domain is refused.
    assert_fails(
        "shorter",
        &[],
        folder.path(),
        "line 2: this is now nothing, expected 700: the domain has changed",
    );
    fs::write(&file, "# a comment\n\nseven hundred\n").expect("ours");
    assert_fails(
        "wrong",
        &[],
        folder.path(),
        "line 3: found `seven hundred`, expected the number of an input, a colon and the input",
    );
}

#[test]
fn a_leak_is_kept_as_the_inputs_that_show_it() {
    for name in ["leaking", "caching"] {
        let folder = workspace();
        // With one seed in two hundred the batch in random order consists of zeros.
        let keep = [("CROSSPLY_KEEP", "1"), ("CROSSPLY_SEED", "1")];
        let (passes, printed) = asserted(name, &keep, folder.path());
        let file = format!("asserting.{name}.regressions");
        let text = fs::read_to_string(folder.path().join(SOURCES).join(file)).expect("written");
        let line = text.lines().last().expect("a line");
        let (numbers, inputs) = line.split_once(": ").expect("numbers and inputs");
        assert_eq!(numbers.split(' ').count(), 2, "{text}");
        assert_eq!(inputs, numbers.replace(' ', ", "), "{text}");
        let numbers = numbers.replace(' ', ",");
        let again = format!("To reproduce:   CROSSPLY_INPUTS={numbers} cargo test");
        assert!(printed.contains(&again), "{printed}");
        assert!(!passes);
        // What this asks for fails in the same way.
        let inputs = [("CROSSPLY_INPUTS", &*numbers)];
        assert_fails(name, &inputs, folder.path(), &again);
        let draw = [("CROSSPLY_CASES", "1"), ("CROSSPLY_SEED", "1")];
        assert_fails(name, &draw, folder.path(), "wrong again: ");
    }
    let inputs = [("CROSSPLY_INPUTS", "1,2,3,4")];
    let (passes, printed) = asserted("even", &inputs, workspace().path());
    assert!(passes, "{printed}");
}

/// Each number of the line alone is right: it takes all of them.
#[test]
fn a_kept_sequence_is_asked_for_as_it_is() {
    let folder = workspace();
    let file = folder
        .path()
        .join(SOURCES)
        .join("asserting.leaking.regressions");
    let draw = [("CROSSPLY_CASES", "1"), ("CROSSPLY_SEED", "1")];
    fs::write(&file, "3 5 5: 3, 5, 5\n").expect("ours");
    let again = "leaking: wrong again: 3, 5, 5, line 1 of ";
    assert_fails("leaking", &draw, folder.path(), again);
}

#[test]
fn answers_that_are_not_those_on_record_fail_everywhere() {
    let folder = workspace();
    let said = "not on the answers on record";
    assert_fails("recorded", &[], folder.path(), said);
    let command = [("ASSERTED_BY", "check recorded --exhaustive")];
    assert_fails("recorded", &command, folder.path(), "left: Wrong");
}

#[test]
fn a_solver_may_print_while_a_command_asks_it() {
    let folder = workspace();
    for command in ["check printing --exhaustive", "show printing:0 printing:1"] {
        let (passes, printed) = asserted("printing", &[("ASSERTED_BY", command)], folder.path());
        assert!(passes, "{command}: {printed}");
    }
}

#[test]
fn without_the_source_nothing_can_be_kept() {
    let folder = TempDir::new().expect("a temporary folder");
    assert_fails(
        "wrong",
        &[("CROSSPLY_KEEP", "1")],
        folder.path(),
        "no wrong input can be kept: its place is beside crates/crossply/tests/asserting.rs, which is not here",
    );
    // Without the wish all is as usual.
    assert_fails("wrong", &[], folder.path(), "disagree on input 700\n");
}
