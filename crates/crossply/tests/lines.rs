//! Lines that only wrong inputs run.
//!
//! The tests start themselves again with `CROSSPLY_LINES=1`. Without counters, a check says so instead of naming lines. A
//! step of the gate compiles this file with counters, and with a variable that says that it does.

#[path = "lines/faulty.rs"]
mod faulty;

use std::env;
use std::fmt::Debug;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Command;
use std::thread;

use clap::Parser;
use crossply::{Check, CodePlace, CountedLines, CrossCheck, Inputs, Lines, RunBy, domain};

use faulty::Doubling;

const HAS_COUNTERS: bool = option_env!("CROSSPLY_TEST_COUNTERS").is_some();

const NO_COUNTERS: &str = "this program has no counters. `CROSSPLY_LINES=1 cargo llvm-cov test --no-report` builds it with them";

/// Is set in a test that was started again.
const STARTED: &str = "CROSSPLY_TEST_LINES";

/// Whether the test was started with `CROSSPLY_LINES=1`. If not, it is started again so, and with these variables.
fn has_lines(variables: &[(&str, &str)]) -> bool {
    if env::var_os(STARTED).is_some() {
        return true;
    }
    let mut again = Command::new(env::current_exe().expect("this test"));
    let thread = thread::current();
    again
        .args([thread.name().expect("a test"), "--exact", "--nocapture"])
        .envs([(STARTED, "1"), ("CROSSPLY_LINES", "1")]);
    let output = again.envs(variables.iter().copied()).output();
    let output = output.expect("it starts");
    let printed = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{printed}");
    false
}

fn lines(check: &Check) -> Lines {
    let mut checked = check.check_quickly().expect("a check");
    checked.faults.remove(0).lines.expect("they are asked for")
}

/// The lines that a check names. `None` without counters.
fn counted(check: &Check) -> Option<CountedLines> {
    match lines(check) {
        Lines::Counted(lines) if HAS_COUNTERS => Some(lines),
        Lines::NotCounted(why) if !HAS_COUNTERS => {
            assert_eq!(why, NO_COUNTERS);
            None
        }
        other => panic!("{other:?}"),
    }
}

/// The failure of a check.
fn report<I, A>(check: &CrossCheck<I, A>) -> String
where
    CrossCheck<I, A>: std::ops::Deref<Target = Check>,
{
    let asserted = catch_unwind(AssertUnwindSafe(|| check.assert()));
    *asserted
        .expect_err("it is wrong")
        .downcast()
        .expect("a text")
}

/// The line with the fault of a function: the first one after the function begins that says so, or the one after it.
fn fault_of(function: &str) -> u32 {
    let source = include_str!("lines/faulty.rs").lines().zip(1..);
    let beginning = format!("fn {function}");
    let mut function = source.skip_while(|(line, _)| !line.contains(&beginning));
    let fault = function.find(|(line, _)| line.contains("// fault"));
    let (line, number) = fault.expect("it has one");
    number + u32::from(line.trim_start().starts_with("//"))
}

/// Tests that the first place with counters is the fault of the function after which the test is called.
fn is_first(check: &Check) {
    if !has_lines(&[]) {
        return;
    }
    let Some(lines) = counted(check) else {
        return;
    };
    let thread = thread::current();
    let test = thread.name().expect("a test");
    let fault = fault_of(test.strip_prefix("fault_of_").expect("of a function"));
    let CodePlace {
        file,
        line,
        last_line,
        ..
    } = &lines.places[0];
    let is_named = (*line..=*last_line).contains(&fault);
    assert!(is_named && file == "tests/lines/faulty.rs", "{lines:#?}");
}

/// A check of a function with a fault.
fn check<I, A>(inputs: Inputs<I>, right: fn(&I) -> A, faulty: fn(&I) -> A) -> CrossCheck<I, A>
where
    I: Debug + Clone + Send + 'static,
    A: Debug + PartialEq + Send + 'static,
{
    let check = CrossCheck::new("lines", inputs).truth("right", right);
    check.solver("faulty", faulty)
}

fn lists() -> Inputs<Vec<u8>> {
    domain::words([1_u8, 2, 3, 5], 0..=5)
}

fn mean() -> CrossCheck<(u8, u8), u8> {
    check(
        domain::all(),
        |&(a, b)| a.midpoint(b),
        |&(a, b)| faulty::mean(a, b),
    )
}

#[test]
fn fault_of_mean() {
    is_first(&mean());
}

#[test]
fn fault_of_days_in_month() {
    is_first(&check(
        domain::of((domain::range(1..=12_u8), domain::all())),
        |&(month, is_leap): &(u8, bool)| match month {
            2 => 28 + u8::from(is_leap),
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        },
        |&(month, is_leap)| faulty::days_in_month(month, is_leap),
    ));
}

#[test]
fn fault_of_is_leap() {
    is_first(&check(
        domain::range(1..=4000_u32),
        |year| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400),
        |&year| faulty::is_leap(year),
    ));
}

#[test]
fn fault_of_index_of() {
    let check = check(
        domain::of((lists(), domain::range(1..=5_u8))),
        |(list, wanted): &(Vec<u8>, u8)| list.binary_search(wanted).is_ok(),
        |(list, wanted)| faulty::index_of(list, *wanted).is_some(),
    );
    is_first(&check.only("the list ascends", |(list, _)| {
        list.is_sorted_by(|a, b| a < b)
    }));
}

#[test]
fn fault_of_sorted() {
    is_first(&check(
        lists(),
        |list: &Vec<u8>| {
            let mut sorted = list.clone();
            sorted.sort_unstable();
            sorted
        },
        |list| faulty::sorted(list),
    ));
}

#[test]
fn fault_of_number() {
    is_first(&check(
        domain::words("+-07", 0..=4).map(String::from_iter),
        |text: &String| match text.strip_prefix('-') {
            Some(digits) if digits.starts_with('+') => None,
            _ => text.parse().ok().filter(|_| !text.starts_with('+')),
        },
        |text| faulty::number(text),
    ));
}

#[test]
fn fault_of_root() {
    is_first(&check(
        domain::range(0..=9999_u32),
        |n| n.isqrt(),
        |&n| faulty::root(n),
    ));
}

#[test]
fn fault_of_roman() {
    is_first(&check(
        domain::range(1..=39_u32),
        |&n| {
            let ones = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];
            "X".repeat(n as usize / 10) + ones[n as usize % 10]
        },
        |&n| faulty::roman(n),
    ));
}

/// The counts of its two instances are added.
#[test]
fn fault_of_middle() {
    let check = check(
        lists(),
        |list: &Vec<u8>| list.get(list.len() / 2).copied(),
        |list| {
            if list.first() == Some(&1) {
                let wide: Vec<_> = list.iter().copied().map(u16::from).collect();
                return faulty::middle(&wide).map(|item| item as u8);
            }
            faulty::middle(list)
        },
    );
    is_first(&check);
}

#[test]
fn fault_of_double() {
    let check = CrossCheck::new("double", domain::range(0..=999_u32)).truth("product", |n| 2 * n);
    is_first(&check.stateful("faulty", || {
        let mut doubling = Doubling::default();
        move |n: &u32| doubling.double(*n)
    }));
}

#[test]
fn fault_of_runs() {
    is_first(&check(
        domain::words("abc", 0..=6),
        |word: &Vec<char>| word.chunk_by(|a, b| a == b).count(),
        |word| faulty::runs(word),
    ));
}

/// All inputs run the line in which some panic.
#[test]
fn lines_that_all_inputs_run_tell_nothing_apart() {
    if !has_lines(&[]) {
        return;
    }
    let tenth = check(
        domain::range(0..=99_u32),
        |n| 10_u32.checked_div(n % 7).unwrap_or(0),
        |&n| faulty::tenth(n),
    );
    let report = report(&tenth);
    let said = if HAS_COUNTERS {
        "\nNo line tells wrong inputs from right ones clearly. Counted: 15 wrong and 85 right inputs.\n"
    } else {
        "No lines are named: this program has no counters. "
    };
    assert!(report.contains(said), "{report}");
}

/// The third assertion of a test, after two that hold, one of them in a process of its own.
#[test]
fn a_report_names_lines() {
    if !has_lines(&[]) {
        return;
    }
    let halves = || check(domain::all::<u8>(), |n| n / 2, |n| n >> 1);
    halves().assert();
    halves().isolated().assert();
    let report = report(&mean());
    let first = fault_of("mean");
    let said = format!(
        "\n\nLines that wrong inputs run more often, or less often, than right ones. Counted: 16,384 wrong and 49,152 right inputs.\n\n    \
         tests/lines/faulty.rs:{first}   let sum = a.wrapping_add(b); // fault   \
         <- no right one runs it, and 64 of 64 wrong ones do\n    \
         tests/lines/faulty.rs:{}   return sum / 2;\n",
        first + 1
    );
    assert_eq!(report.contains(&said), HAS_COUNTERS, "{report}");
}

/// A relation needs two answers, and the fault is in the answer to the other input.
#[test]
fn lines_of_relations_are_those_of_all_answers() {
    if !has_lines(&[]) {
        return;
    }
    let check = CrossCheck::new("relation", domain::range(2..=9999_u32))
        .solver("faulty", |&n| faulty::root(n))
        .relation("it ascends", |n, root| root(&(n - 1)) <= root(n));
    if let Some(lines) = counted(&check) {
        let CodePlace {
            line,
            run_by,
            wrong,
            right,
            ..
        } = lines.places[0];
        let found = (lines.wrong, line, run_by, wrong, right);
        // Wrong are 5, 10, 17 and so on, which follow a square, and 2.
        assert_eq!(
            found,
            (99, fault_of("root"), RunBy::MoreWrong, 63, 12),
            "{lines:#?}"
        );
    }
}

/// Without a trusted answer, inputs differ. Both functions run the same line for all others.
#[test]
fn lines_of_two_solvers_are_those_of_the_second() {
    if !has_lines(&[]) {
        return;
    }
    let check = CrossCheck::new("two", domain::range(1..=4000_u32))
        .solver("library", |year| {
            year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400)
        })
        .solver("faulty", |&year| faulty::is_leap(year));
    let report = report(&check);
    let said = if HAS_COUNTERS {
        format!(
            "Lines that differing inputs run more often, or less often, than other ones. Counted: 10 differing and 3,990 other inputs.\n\n    \
             tests/lines/faulty.rs:{}   return false; // fault: not for each 400   <- 10 of 10 differing ones run it, and ",
            fault_of("is_leap")
        )
    } else {
        format!("No lines are named: {NO_COUNTERS}.\n")
    };
    assert!(report.contains(&said), "{report}");
    assert_eq!(
        report.contains("<- no differing one runs it, and all 64 other ones do\n"),
        HAS_COUNTERS
    );
}

/// Inputs that end the process leave no counts, and the others still do.
#[test]
fn isolated_checks_count_what_is_left() {
    if !has_lines(&[]) {
        return;
    }
    let report =
        report(&check(domain::range(0..=299_u32), |&n| n, |&n| faulty::ends(n)).isolated());
    let said = if HAS_COUNTERS {
        format!(
            "Counted: 27 wrong and 270 right inputs, without 3 that end the process or take too long.\n\n    \
             tests/lines/faulty.rs:{}   n + 1   <- no right one runs it, and 27 of 27",
            fault_of("ends")
        )
    } else {
        format!("No lines are named: {NO_COUNTERS}.\n")
    };
    assert!(report.contains(&said), "{report}");
}

#[test]
fn without_right_inputs_nothing_is_told_apart() {
    if !has_lines(&[]) {
        return;
    }
    let why = lines(&check(domain::all::<u8>(), |&n| n, |n| n ^ 1));
    let expected = "no right input was compared, so no line can tell wrong inputs from right ones";
    assert_eq!(why, Lines::NotCounted(expected.to_owned()));
}

#[test]
fn missing_tools_are_named_with_the_command_that_installs_them() {
    if !has_lines(&[("RUSTC", "/bin/echo")]) {
        return;
    }
    let missing = "bin/llvm-profdata is missing. To install it: rustup component add llvm-tools";
    let why = if HAS_COUNTERS { missing } else { NO_COUNTERS };
    assert_eq!(lines(&mean()), Lines::NotCounted(why.to_owned()));
}

/// Here, they are no tools at all.
#[test]
fn tools_of_another_compiler_say_what_they_do_not_read() {
    if !has_lines(&[("LLVM_PROFDATA", "/bin/cat")]) {
        return;
    }
    let why = if HAS_COUNTERS {
        "/bin/cat: "
    } else {
        NO_COUNTERS
    };
    match lines(&mean()) {
        Lines::NotCounted(text) => assert!(text.starts_with(why), "{text}"),
        Lines::Counted(lines) => panic!("these are no tools: {lines:?}"),
    }
}

#[test]
fn another_value_of_the_variable_is_refused() {
    if has_lines(&[("CROSSPLY_LINES", "yes")]) {
        let error = mean().check_quickly().expect_err("it is no value");
        assert_eq!(
            error.to_string(),
            "invalid value 'yes' for CROSSPLY_LINES: expected 1 or 0"
        );
    }
}

/// Of the checks of a command line, the children carry out only this one, and leave the page alone.
#[test]
fn a_page_shows_the_source_with_a_margin() {
    use crossply::cli;

    if !has_lines(&[]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("page.html");
    let program = cli::CommandLine {
        name: "checks".to_owned(),
        version: "1".to_owned(),
    };
    let right = CrossCheck::new("right", domain::all::<u8>()).truth("half", |n| n / 2);
    let right = right.solver("shift", |n| n >> 1);
    let checks = [Check::from(right), mean().into()];
    let command = ["checks", "--report", page.to_str().expect("text")];
    let arguments = Arguments::parse_from(command).check;
    let status = cli::check(&program, &checks, &arguments).expect("no trouble");
    assert_eq!(status, cli::Status::Wrong);
    let page = fs::read_to_string(page).expect("a page");
    let fault = fault_of("mean");
    let margin = format!(
        "<span class=\"wrong\">+ {fault:>5}          let sum = a.wrapping_add(b); // fault</span>"
    );
    assert_eq!(page.contains(&margin), HAS_COUNTERS, "{page}");
    assert_eq!(
        page.contains("<figcaption>tests/lines/faulty.rs</figcaption>"),
        HAS_COUNTERS
    );
}

#[derive(Parser)]
struct Arguments {
    #[command(flatten)]
    check: crossply::cli::CheckArguments,
}
