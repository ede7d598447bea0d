//! Solvers that end the process or never return. Each check starts this program again, with one test.

use std::hint::black_box;
use std::ops::Deref;
use std::path::PathBuf;
use std::process::{self, Command};
use std::time::Duration;
use std::{env, fs, thread};

use crossply::{CrossCheck, Solver, domain};

use crate::{InLines, assert_has};

type Ends = fn(u16) -> u16;

/// A check of a solver that does something else with the first three numbers and each thousandth, and is wrong about 5,500.
fn check(name: &str, ends: impl Fn(u16) -> u16 + Send + Sync + 'static) -> CrossCheck<u16, u16> {
    CrossCheck::new(name, domain::range(1..=9_999_u16))
        .truth("same", |&n| n)
        .solver("mine", move |&n| match n {
            5_500 => 0,
            _ if n <= 3 || n % 1_000 == 0 => ends(n),
            _ => n,
        })
        .isolated()
}

/// Asserts that this test prints all of this if it asserts the check.
fn assert_reports<I, A, const N: usize>(check: &CrossCheck<I, A>, parts: [&str; N])
where
    CrossCheck<I, A>: Deref<Target = crossply::Check>,
{
    assert_has(&report_with([("CROSSPLY_TIME", "1h")], check), parts);
}

/// What this test prints if it asserts the check: it runs itself again with these environment variables. One of them is the
/// time: most tests have all that they need, however slow the machine is.
fn report_with<I, A, const N: usize>(
    variables: [(&str, &str); N],
    check: &CrossCheck<I, A>,
) -> String
where
    CrossCheck<I, A>: Deref<Target = crossply::Check>,
{
    if env::var_os("CROSSPLY_TIME").is_some() {
        check.assert();
    }
    let thread = thread::current();
    run_again([thread.name().expect("a test"), "--exact"], variables)
}

/// What this program prints with these arguments and environment variables.
fn run_again<const M: usize, const N: usize>(
    arguments: [&str; M],
    variables: [(&str, &str); N],
) -> String {
    let mut command = Command::new(env::current_exe().expect("this program"));
    let output = command.args(arguments).envs(variables).output();
    let output = output.expect("it runs");
    String::from_utf8([output.stdout, output.stderr].concat()).expect("text")
}

fn calls_itself(n: u64) -> u64 {
    if n == 0 {
        0
    } else {
        black_box(calls_itself(black_box(n + 1))) + 1
    }
}

#[test]
fn what_ends_the_process_is_a_failure_on_its_inputs() {
    let ways: [(&str, Ends, &str); 4] = [
        ("abort", |_| process::abort(), ""),
        ("exit", |_| process::exit(0), ""),
        (
            "overflow",
            |n| calls_itself(n.into()) as u16,
            "stack overflow",
        ),
        (
            "allocation",
            |_| black_box(Vec::<u8>::with_capacity(1 << 60)).len() as u16,
            "memory allocation of",
        ),
    ];
    for (name, ends, how) in ways {
        if env::var("WAY").is_ok_and(|way| way != name) {
            continue;
        }
        let variables = [("CROSSPLY_TIME", "1h"), ("WAY", name)];
        let report = report_with(variables, &check(name, ends));
        assert_has(
            &report,
            [
                &*format!("{name}: the answer to input 0 is wrong\n"),
                "mine is wrong on 13 of 9,999 inputs.",
                "ends the process on 12",
                how,
            ],
        );
    }
}

/// Each of so many frames takes 16 KiB.
fn takes_stack(frames: u16) -> u16 {
    let frame = black_box([0_u8; 16 << 10]);
    match frames {
        0 => frame[0].into(),
        _ => black_box(takes_stack(black_box(frames - 1))) + u16::from(black_box(&frame)[0]),
    }
}

/// The threads of a run have a stack of 2 MiB. The main thread, which asserts checks of a program, usually has 8 MiB.
#[test]
fn an_overflow_of_the_stack_of_a_run_counts_if_the_asserting_thread_has_a_larger_one() {
    let deep = check("deep", |n| n + takes_stack(192));
    let name = thread::current().name().expect("a test").to_owned();
    let large = thread::Builder::new().name(name).stack_size(64 << 20);
    let said = [
        "deep: the answer to input 0 is wrong\n",
        "mine is wrong on 13 of 9,999 inputs.",
        "ends the process on 12",
        "stack overflow",
    ];
    let asserts = large.spawn(move || assert_reports(&deep, said));
    asserts.expect("a thread").join().expect("it says so");
}

#[test]
fn what_cannot_be_blamed_on_an_input_is_said() {
    let check =
        check("truth", |n| n).truth("trusted", |&n| if n == 77 { process::abort() } else { n });
    let said =
        "the check itself is at fault: the trusted answer `trusted` ends the process on 77: ";
    assert_reports(&check, [said]);
}

#[test]
fn inputs_that_look_the_same_do_not_end_the_process_together() {
    let nan = |n: u16| f64::from_bits(f64::NAN.to_bits() + u64::from(n));
    let check = CrossCheck::new("NaN", domain::range(0..1_000).map(nan))
        .truth("bits", |x| x.to_bits())
        .solver("mine", |x| match x.to_bits() % 1_000 {
            7 => process::abort(),
            _ => x.to_bits(),
        });
    assert_reports(&check.isolated(), ["mine is wrong on 1 of 1,000 inputs."]);
}

#[test]
fn an_input_in_several_lines_is_known_again() {
    let check = CrossCheck::new("lines", domain::range(0..1_000).map(InLines))
        .truth("number", |n| n.0)
        .solver("mine", |n| {
            if n.0 % 500 == 7 {
                process::abort()
            } else {
                n.0
            }
        });
    assert_reports(&check.isolated(), ["mine is wrong on 2 of 1,000 inputs."]);
}

/// It ends the process if it is asked for two numbers at once, one of which is 300.
struct Batch;

impl Solver<u16, u16> for Batch {
    fn solve(&mut self, n: &u16) -> u16 {
        *n
    }

    fn solve_all(&mut self, inputs: &[u16], answers: &mut Vec<u16>) {
        if inputs.len() > 1 && inputs.contains(&300) {
            process::abort();
        }
        answers.extend(inputs);
    }
}

#[test]
fn a_list_that_ends_the_process_without_an_input_that_does_is_an_error() {
    let check = check("batch", |n| n).stateful("batch", || Batch);
    let said = "batch: the process ended while it asked batch for one input after another, and on none of them alone: ";
    assert_reports(&check, [said]);
}

#[test]
fn what_ends_the_process_only_once_is_an_error() {
    let check = check("chance", |n| {
        let folder = PathBuf::from(env::var_os("CROSSPLY_CHILD").unwrap_or_default());
        if n == 3_000 && fs::create_dir(folder.join("once")).is_ok() {
            process::abort();
        }
        n
    });
    let said = "chance: the process ended while it asked mine for one input after another";
    assert_reports(&check, [said]);
}

/// After twenty of them, what is known is reported as usual.
#[test]
fn many_inputs_that_end_the_process_are_explained() {
    let odd = CrossCheck::new("odd", domain::all::<u16>())
        .truth("same", |&n| n)
        .isolated();
    let odd = odd.solver("mine", |&n| if n % 2 == 1 { process::exit(3) } else { n });
    assert_reports(
        &odd,
        [
            "odd: the answer to input 1 is wrong\n",
            "mine   end of the process: exit status: 3\n",
            "mine is wrong on 20 of the first 40 inputs.",
            "It ends the process on all of them.",
            "it is wrong exactly where n is odd.",
            "Answers are wrong. Judged: the first 40 of 65,536 inputs, ",
        ],
    );
}

/// Slow answers and many deaths: whatever the clock lets the last process reach, the check fails, with what earlier ones
/// have met.
#[test]
fn a_death_counts_whatever_the_clock_does_next() {
    let check = CrossCheck::new("large", domain::range(0..60_000_u16))
        .truth("same", |&n| n)
        .solver("mine", |&n| {
            thread::sleep(Duration::from_micros(300));
            if n > 50_000 {
                process::abort();
            }
            n
        });
    let report = report_with(
        [("CROSSPLY_TIME", "300ms"), ("CROSSPLY_ISOLATED", "1")],
        &check,
    );
    assert_has(
        &report,
        [
            "    mine   end of the process: signal: 6 (SIGABRT)\n",
            "mine is wrong on ",
            "WRONG on ",
        ],
    );
    let on = ["on all of them", "there"].map(|on| format!("It ends the process {on}.\n"));
    assert!(on.iter().any(|on| report.contains(on)), "{}", report);
}

#[test]
fn what_never_returns_is_over_the_time_limit() {
    let endless = check("endless", |n| match n {
        3_000 => loop {
            thread::park();
        },
        _ => n,
    });
    // The run does not end with what it has waited, which is more than its time.
    let report = report_with(
        [("CROSSPLY_TIME", "2s"), ("CROSSPLY_ISOLATED", "1200ms")],
        &endless,
    );
    assert_has(
        &report,
        [
            "    mine   time limit: no answer within 1.2s\n",
            "It exceeds the time limit on 1 (first 3000) and gives too low an answer on 1 (first 5500).",
            "CROSSPLY_ISOLATED=1200ms CROSSPLY_INPUTS=2999 cargo test",
        ],
    );
}

#[test]
fn a_solver_that_takes_long_for_a_list_is_right() {
    let slow = check("slow", |n| n).solver("slow", |&n| {
        thread::sleep(Duration::from_millis(if n > 9_700 { 2 } else { 0 }));
        n
    });
    let report = report_with(
        [("CROSSPLY_TIME", "1h"), ("CROSSPLY_ISOLATED", "500ms")],
        &slow,
    );
    assert_has(
        &report,
        ["mine is wrong on 1 of 9,999 inputs.", "  agrees\n"],
    );
}

/// The next test carries it out. A child that leaves out ignored tests finds nothing.
#[test]
#[ignore = "only the next test runs it"]
fn ignored() {
    if env::var_os("CARRIES_OUT").is_some() {
        check("ignored", |n| if n == 3_000 { process::abort() } else { n }).assert();
    }
}

#[test]
fn a_check_in_an_ignored_test_is_carried_out() {
    let variables = [("CARRIES_OUT", "1"), ("CROSSPLY_TIME", "1h")];
    let report = run_again(["isolated::ignored", "--exact", "--ignored"], variables);
    assert_has(&report, ["mine is wrong on 2 of 9,999 inputs."]);
}

#[test]
fn a_death_between_two_requests_is_an_error() {
    let check = CrossCheck::new("only", domain::range(1..=9_999_u16))
        .only("counted", |&n| n != 5_000 || process::abort())
        .solver("a", |&n| n)
        .solver("b", |&n| n)
        .isolated();
    let said = "the process ended where it asked no solver for anything";
    assert_reports(&check, [said]);
}

/// A check that is not isolated leaves a mark if its process ends, and the next run finds the inputs, until it holds again.
#[test]
fn the_run_after_one_that_died_uses_a_process_of_its_own() {
    let is_broken = env::var("MENDED").is_ok_and(|is| is == "no");
    let check = CrossCheck::new("exits", domain::range(1..=9_999_u16))
        .truth("same", |&n| n)
        .solver("mine", move |&n| match n {
            7_000 if is_broken => process::exit(0),
            _ => n,
        });
    if env::var_os("MENDED").is_some() {
        return check.assert();
    }
    let thread = thread::current();
    let test = [thread.name().expect("a test"), "--exact"];
    let time = ("CROSSPLY_TIME", "1h");
    let run = |is_mended| run_again(test, [time, ("MENDED", is_mended)]);
    // The first run removes what a killed test may have left.
    let [before, died, mended, died_again] = ["yes", "no", "yes", "no"].map(run);
    let dies = run_again(test, [time, ("MENDED", "no"), ("CROSSPLY_ISOLATED", "0")]);
    let [found, found_again, holds] = ["no", "no", "yes"].map(run);
    for silent in [before, died, mended, died_again, dies, holds] {
        assert!(!silent.contains("mine is wrong"), "{silent}");
    }
    for report in [found, found_again] {
        let says = ["mine is wrong on 1 of 9,999 inputs.", "ends the process"];
        assert_has(&report, says);
    }
}

/// A run that waits for an answer that never comes fails, so that the other tests of the program go on. The next run finds the
/// input.
#[test]
fn a_run_that_hangs_is_abandoned() {
    let is_broken = env::var("MENDED").is_ok_and(|is| is == "no");
    let check = CrossCheck::new("hangs", domain::range(1..=9_999_u16))
        .at_least(1)
        .solver("same", |&n| n)
        .solver("mine", move |&n| {
            if is_broken {
                loop {
                    thread::park();
                }
            }
            n
        });
    if env::var_os("MENDED").is_some() {
        return check.assert();
    }
    let run = |is_mended| {
        let variables = [("CROSSPLY_TIME", "1ms"), ("MENDED", is_mended)];
        let thread = thread::current();
        run_again([thread.name().expect("a test"), "--exact"], variables)
    };
    let [before, hangs, after] = ["yes", "no", "yes"].map(run);
    let says = "for mine, which is answering inputs 0 to 0; this run is abandoned";
    assert_has(&hangs, [says, "test result: FAILED"]);
    let says = "hangs: the last run of this test did not get beyond this check";
    assert_has(&after, [says, "test result: ok"]);
    assert_has(&before, ["test result: ok"]);
}
