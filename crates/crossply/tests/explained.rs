//! Explanations of a fault hold on every input, and none that holds by chance is given.

use std::fmt::{self, Debug};
use std::mem;
use std::sync::atomic::{AtomicU32, Ordering};

use crossply::{Coverage, CrossCheck, Explanation, Fault, Inputs};

use serde_json::Value;

use super::{ALL, assert_has, below, explained, explained_on, mixed, report, results};

/// A check of numbers below this one with a solver that is right.
fn identity(numbers: u32) -> CrossCheck<u32, u32> {
    CrossCheck::new("identity", below(numbers))
        .truth("truth", |&n| n)
        .solver("right", |&n| n)
}

/// What is said of a second solver on all inputs.
fn fault(numbers: u32, wrong: impl Fn(u32) -> u32 + Send + Sync + 'static) -> Fault {
    one_fault(&identity(numbers).solver("wrong", move |&n| wrong(n)), ALL)
}

/// What is said of a function that should be another one.
pub(crate) fn told<I, A>(
    inputs: Inputs<I>,
    right: impl Fn(&I) -> A + Send + Sync + 'static,
    wrong: impl Fn(&I) -> A + Send + Sync + 'static,
) -> Fault
where
    I: Clone + Debug + Send + 'static,
    A: PartialEq + Debug + Send + 'static,
{
    let check = CrossCheck::new("function", inputs).truth("truth", right);
    one_fault(&check.solver("wrong", wrong), ALL)
}

pub(crate) fn one_fault<I, A>(check: &CrossCheck<I, A>, coverage: Coverage) -> Fault
where
    I: Clone + Debug + 'static,
    A: PartialEq + Debug + 'static,
{
    let [fault] = &explained(check, coverage).faults[..] else {
        panic!("not one fault");
    };
    fault.clone()
}

pub(crate) fn wrong_where(words: &str) -> Explanation {
    Explanation::WrongWhere(words.to_owned())
}

/// One input that is right where the rule holds, or wrong where it does not, or answered otherwise. No sample has it.
#[test]
fn one_exception_refutes_rules_and_changes() {
    let rule = wrong_where("n is divisible by 100");
    let change = "the right answer plus 1";
    for (exception, added, is_rule, is_change) in [
        (0, 1, true, true),
        (16_400, 0, false, true),
        (16_400, 2, true, false),
        (16_411, 1, false, true),
    ] {
        let fault = fault(3_000_000, move |n| match n {
            _ if n == exception => n + added,
            _ => n + u32::from(n.is_multiple_of(100)),
        });
        let has = (
            fault.explanation == rule,
            fault.change.as_deref() == Some(change),
        );
        assert_eq!(has, (is_rule, is_change), "{exception}: {}", fault.text);
    }
}

/// Between 16,384 and 20,480 no input is in the sample, and all answers are the same.
#[test]
fn inputs_on_which_all_agree_refute_a_rule_as_well() {
    let is_wrong = |n: u32| n.is_multiple_of(100) && !(16_384..20_480).contains(&n);
    let check = CrossCheck::new("identity", below(3_000_000))
        .solver("plain", |&n| n)
        .solver("fast", move |&n| if is_wrong(n) { 0 } else { n });
    let refuted = one_fault(&check, ALL);
    let rule = wrong_where("n is divisible by 100 and is not 0");
    assert_ne!(refuted.explanation, rule, "{}", refuted.text);
}

#[test]
fn what_fits_by_chance_is_not_said() {
    for seed in 0..60 {
        let one_in = 2 + seed % 29;
        let is_wrong = move |n| mixed(u64::from(n) + (seed << 32)).is_multiple_of(one_in);
        let fault = fault(1000, move |n| n ^ u32::from(is_wrong(n)));
        let is_rule = fault.text.contains("exactly where") || fault.text.contains("wherever");
        assert!(!is_rule, "{seed}: {}", fault.text);
    }
}

/// The search for the simplest wrong input meets some that the run did not.
#[test]
fn no_rule_contradicts_the_simplest_wrong_input() {
    let check = identity(u32::MAX).solver("wrong", |&n| n - u32::from(n > 4_123_456_789));
    let checked = explained(&check, Coverage::Drawn(500));
    let simplest = checked.simplest[0].index.0;
    let Explanation::WrongWhere(words) = &checked.faults[0].explanation else {
        panic!("{:?}", checked.faults);
    };
    let least = words.strip_prefix("n is at least ").expect("a bound");
    let least: u128 = least.parse().expect("a number");
    let expected = 4_123_456_790..=simplest;
    assert!(expected.contains(&least), "{words}: {simplest}");
}

const AGAIN: &str =
    "Asked again, it gives other answers: something depends on more than the input.";

/// Answers that change are not explained, unless it is only wrong ones, such as what freed memory holds.
#[test]
fn answers_that_change_do_not_hide_where_they_are_wrong() {
    type Answer = fn(u32, u32) -> u32;
    let wrong: Answer = |asked, n| {
        if asked % 7 == 3 && asked < 15_000 {
            0
        } else {
            n
        }
    };
    let right: Answer = |asked, n| if n % 8 == 3 || asked >= 10_000 { 0 } else { n };
    let among_wrong: Answer = |asked, n| if n % 8 == 3 { 20_000 + asked } else { n };
    let rule = wrong_where("n is 3 more than a multiple of 8");
    for (answer, explanation) in [
        (wrong, Explanation::Unsteady),
        (right, Explanation::Unsteady),
        (among_wrong, rule),
    ] {
        let asked = AtomicU32::new(0);
        let fault = fault(10_000, move |n| {
            answer(asked.fetch_add(1, Ordering::Relaxed), n)
        });
        assert_eq!(fault.explanation, explanation, "{}", fault.text);
        assert_eq!((fault.change, fault.largest), (None, None));
        assert_has(&fault.text, [AGAIN]);
    }
    let asked = AtomicU32::new(0);
    let fault = fault(100, move |n| match asked.fetch_add(1, Ordering::Relaxed) {
        asked if n >= 50 => panic!("call {asked}"),
        _ => n,
    });
    assert!(!fault.text.contains(AGAIN), "{}", fault.text);
}

/// A difference says more than many changes.
#[test]
fn sentences_say_how_far_answers_are_off() {
    let scattered = |n: &u32| n + 2 * (mixed((*n).into()) % 2) as u32;
    let by_two = told(below(1000), |n| n + 1, scattered);
    assert_has(&by_two.text, ["\nThe difference is always 1."]);
    let floats = below(1000).map(|n| n as f32 / 10.0);
    let up = |x: &f32| f32::from_bits(x.to_bits() + 1 + x.to_bits() % 2);
    let says = "\nThe difference is at most 2 units in the last place, first at 0.1.";
    assert_has(&told(floats, |&x| x, up).text, [says]);
}

/// Each kind of mistake, and each message of a panic, is told of among inputs that are wrong in this way or right.
#[test]
fn one_kind_of_mistake_does_not_hide_another() {
    let line = line!();
    let fault = fault(30_000, |n| match n {
        _ if n % 10_000 == 9_999 => panic!("no room for {n}"),
        _ if n % 5_000 == 17 => panic!("an odd one"),
        _ => n + u32::from(n % 7 == 3),
    });
    let [no_room, odd] = [2, 3].map(|after| format!("at {}:{}", file!(), line + after));
    let lines = [
        &*format!(
            "It gives too high an answer on 4,284 (first 3), panics with \"an odd one\" {odd} on 6 (first 17), and panics with \"no room for …\" {no_room} on 3 (first 9999).\n"
        ),
        "Where it is not wrong in another way, it gives too high an answer exactly where n is 3 more than a multiple of 7.\n",
    ];
    assert_has(&fault.text, lines);
}

/// Too many messages of panics are one kind, whichever thread meets them first.
#[test]
fn many_messages_of_panics_are_one_kind() {
    for (messages, kinds) in [(8, 8), (9, 1)] {
        let check = identity(9_000).block(64).solver("wrong", move |&n| {
            let letter = char::from(b'a' + (n / 100 % messages) as u8);
            assert!(n % 100 != 0, "{letter} at {n}");
            n
        });
        let faults = explained_on(2, &check, ALL).faults;
        assert_eq!(faults[0].how.len(), kinds, "{}", faults[0].text);
    }
    #[expect(clippy::match_same_arms, reason = "each panics at a place of its own")]
    let places = |n: u32| match n % 100 {
        0 => panic!("full"),
        1 => panic!("full"),
        2 => panic!("full"),
        3 => panic!("full"),
        4 => panic!("full"),
        5 => panic!("empty"),
        6 => panic!("empty"),
        7 => panic!("empty"),
        8 => panic!("empty"),
        _ => n,
    };
    let how = fault(9_000, places).how.into_iter();
    let how: Vec<_> = how.map(|how| (how.mistake, how.answers)).collect();
    let kinds = [
        ("panics with \"full\"", 450),
        ("panics with \"empty\"", 360),
    ];
    assert_eq!(
        how,
        kinds.map(|(mistake, answers)| (mistake.into(), answers))
    );
}

/// In which parts, or in which letters if these are few and at one end. All wrong answers count, or nothing is said.
#[test]
fn reports_say_where_in_an_answer_wrong_ones_differ() {
    let change = |wrong: fn(&u32) -> String| {
        told(below(900), |&n| format!("{:05}", n * 7), wrong)
            .change
            .unwrap_or_default()
    };
    let last = |&n: &u32| format!("{:05}", n * 7 / 100 * 100 + n % 13);
    let except = "the right answer except for its last 2 characters";
    assert_eq!(change(last), except);
    let first = |&n: &u32| format!("{}{:04}", n % 3, n * 7);
    let except = "the right answer except for its first character";
    assert_eq!(change(first), except);
    let longer = |&n: &u32| format!("{:06}", n * 7 + n % 2);
    assert_eq!(change(longer), "");

    let two = CrossCheck::new("two", below(9000))
        .block(100)
        .solver("up", |&n| (n, n.div_ceil(2)))
        .solver("down", |&n| (n, n / 2));
    let expected = "down's answer there differs from up's answer only in b.";
    assert_has(&one_fault(&two, ALL).text, [expected]);
    let one = two.solver("wrong", |&n| (n / 8999, n));
    let named = one.truth("truth", |&n| (n, n.div_ceil(2)));
    assert_eq!(explained_on(2, &named, ALL).faults[1].differs_in, [""; 0]);
    let named = named.mistakes(|_, _, _| "is not exact".into());
    assert_eq!(explained_on(2, &named, ALL).faults[0].differs_in, [""; 0]);
}

/// Where the code panics, with its file.
#[test]
fn a_panic_has_a_place() {
    let check = CrossCheck::new("halves", below(10))
        .truth("checked", |&n| 100_u32.checked_div(n))
        .solver("plain", |&n| Some(100 / n));
    let checked = explained(&check, ALL);
    let given = &checked.simplest[0].answers[0];
    let file = file!().replace('\\', "/");
    let place = given.place.as_ref().expect("a place");
    let shown = format!("panic: attempt to divide by zero, at {place}");
    assert!(report(&checked).contains(&shown));
    let line = place.replace('\\', "/");
    let line = line.strip_prefix(&format!("{file}:")).expect("this file");
    assert!(line.parse::<u32>().is_ok_and(|line| line > 100), "{line}");
    // Without the folders of cargo and Rust, and without the backtrace that some errors print.
    let check = CrossCheck::new("elsewhere", below(3)).truth("nothing", |_| ());
    let check = check.solver("fails", |&n| match n {
        0 => drop(Value::Bool(true)["a"].take()),
        1 => drop("ab".repeat(usize::MAX)),
        _ => panic!("an error\n\nStack backtrace:\n   0: main"),
    });
    let found = results(&check, ALL, 0).simplest;
    let places = [
        "serde_json-",
        "library/alloc/",
        "crates/crossply/tests/explained.rs:",
    ];
    for (found, start) in found.iter().zip(places) {
        let place = found.answers[0].place.as_ref().expect("a place");
        assert!(place.replace('\\', "/").starts_with(start), "{place}");
    }
    assert_eq!(found[2].answers[0].answer, "panic: an error");
}

/// Where the first of two solvers fails, the other one does not count as wrong, so its other answers are shown, too.
#[test]
fn failures_of_one_solver_do_not_hide_where_two_differ() {
    let check = CrossCheck::new("two", below(1000))
        .solver("fails", |&n| 100 / (n / 100))
        .solver("checked", |&n| {
            100_u32.checked_div(n / 100).unwrap_or(0) + n / 999
        });
    let report = report(&explained(&check, ALL));
    let says = [
        "checked gives an answer where the other one fails on 100 (first 0) and gives a higher answer on 1 (first 999).\n",
        "    1   fails as above\n",
        "    999   fails 11, checked 12\n",
    ];
    assert_has(&report, says);
}

/// The second relation is tried only where the first holds, and both only where solvers agree.
#[test]
fn each_relation_is_told_of_where_it_was_tried() {
    let check = CrossCheck::new("identity", below(100))
        .solver("a", |&n| n)
        .solver("b", |&n| if n >= 90 { 0 } else { n })
        .relation("first", |&n, ask| ask(&n) == n && n >= 30)
        .relation("second", |&n, ask| ask(&ask(&n)) == n && n % 7 != 3);
    let faults = explained(&check, ALL).faults;
    let related = faults.iter().filter(|fault| fault.relation.is_some());
    let told: Vec<_> = related.map(|fault| &*fault.text).collect();
    let expected = [
        "The relation `first` does not hold for b on 30 of 90 inputs.\n\
         Among these inputs, it does not hold exactly where n is at most 29.",
        "The relation `second` does not hold for b on 9 of 60 inputs.\n\
         Among these inputs, it does not hold exactly where n is 3 more than a multiple of 7.",
    ];
    assert_eq!(told, expected);
}

/// A number whose text has a second line, which begins with an exclamation mark.
#[derive(Clone, PartialEq)]
struct InLines(u32);

impl Debug for InLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "number\n  !{}\n", self.0)
    }
}

#[test]
fn texts_in_several_lines_break_no_sentence_or_list() {
    let numbers = || below(700).map(InLines);
    let check = || CrossCheck::new("lines", numbers()).truth("truth", InLines::clone);
    let wrong_on =
        |rest, divisor| move |n: &InLines| InLines(if n.0 % divisor == rest { 3 } else { n.0 });
    // An input and two answers stand in blocks of their own, unless the check is at fault.
    for (in_blocks, check) in [3, 3, 3, 3, 3, 0].into_iter().zip([
        check().solver("wrong", wrong_on(600, 700)),
        check().solver("wrong", wrong_on(5, 10)),
        check().solver("wrong", |n| match n.0 {
            300 => panic!("at\n!300"),
            400.. => InLines(n.0 % 3),
            _ => n.clone(),
        }),
        check().stateful("wrong", || {
            let mut last = 0;
            move |n: &InLines| InLines(n.0.max(mem::replace(&mut last, n.0 % 50 * 2)))
        }),
        CrossCheck::<InLines, InLines>::new("halves", numbers())
            .relation("not 20", |n, ask| ask(&InLines(n.0 / 2)).0 != 20)
            .solver("wrong", InLines::clone),
        CrossCheck::new("at fault", numbers())
            .truth("truth", |n| if n.0 == 3 { panic!() } else { n.clone() })
            .solver("wrong", InLines::clone),
    ]) {
        let report = report(&explained(&check, ALL));
        let lines = report.lines().map(str::trim);
        let second_lines = lines.filter(|line| line.starts_with('!')).count();
        assert_eq!(second_lines, in_blocks, "{report}");
    }
}
