//! Explanations of a fault hold on every input, and none that holds by chance is given.

use std::fmt::Debug;
use std::sync::atomic::{AtomicU32, Ordering};

use crossply::{Coverage, CrossCheck, Explanation, Fault, Inputs, domain};

use super::{ALL, assert_has, below, explained, explained_on, limits, mixed, report};

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

/// Asserts what is said of a fault below how many there are.
#[track_caller]
fn assert_told(fault: &Fault, expected: &str) {
    let (_, text) = fault.text.split_once('\n').expect("several lines");
    assert_eq!(text, expected);
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
        let says = "Asked again, it gives other answers: something depends on more than the input.";
        assert_has(&fault.text, [says]);
    }
}

/// What the whole domain was not asked for, what is not known, and what is known of some inputs.
#[test]
fn words_are_about_what_there_is() {
    let limited = identity(10_000)
        .solver("limited", |&n| if n < 900 { n } else { 0 })
        .limits(limits(1000, 1000, 1000));
    assert_told(
        &one_fault(&limited, ALL),
        "It gives too low an answer on all of them.\n\
         Among these inputs, it is wrong exactly where n is at least 900.\n\
         Its answer there is always 0.",
    );
    let marked = identity(1000)
        .fact("is marked", |n| {
            if *n < 500 { panic!("none") } else { n % 7 != 3 }
        })
        .solver("wrong", |&n| n + u32::from(n < 500 || n % 7 == 3));
    assert_told(
        &one_fault(&marked, ALL),
        "It gives too high an answer on all of them.\n\
         It is wrong exactly where n is at most 500, or where n is not marked.\n\
         Its answer there is always the right answer plus 1.\n\
         The fact `n is marked` panics on 0.",
    );
    let bytes = domain::given([None, Some(128_u8)]);
    assert_told(
        &told(bytes, |&n| n, |n| n.map(|n| n & 0x7f)),
        "It gives too low an answer there.\n\
         It is wrong only here: Some(128)",
    );
}

/// What is right says more than what is wrong if it is less, and a difference more than many changes.
#[test]
fn sentences_say_what_is_right_and_how_far_answers_are_off() {
    let check = || CrossCheck::new("sevenths", below(1000)).solver("plain", |&n| n);
    let scattered = |n: u32| n + 2 * (mixed(n.into()) % 2) as u32;
    let fast = move |&n: &u32| if n % 7 == 3 { n } else { 1 + scattered(n) };
    let related = |&n: &u32, ask: &mut dyn FnMut(&u32) -> u32| ask(&n) % 7 == 3;
    let rule = "where n is 3 more than a multiple of 7.";
    for (check, says) in [
        (
            check().solver("fast", fast),
            "They differ everywhere except",
        ),
        (
            check().truth("truth", |&n| n).solver("fast", fast),
            "It is right exactly",
        ),
        (check().relation("of three", related), "It holds exactly"),
    ] {
        let fault = one_fault(&check, ALL);
        assert_has(&fault.text, [&*format!("\n{says} {rule}")]);
    }
    let by_two = told(below(1000), |n| n + 1, move |&n| scattered(n));
    assert_has(&by_two.text, ["\nThe difference is always 1."]);
    let floats = below(1000).map(|n| n as f32 / 10.0);
    let up = |x: &f32| f32::from_bits(x.to_bits() + 1 + x.to_bits() % 2);
    let says = "\nThe difference is at most 2 units in the last place, first at 0.1.";
    assert_has(&told(floats, |&x| x, up).text, [says]);
}

/// A solver that is alone on some inputs is not blamed for what others get wrong. Where all three differ, no solver is alone.
#[test]
fn each_of_three_has_a_fault_of_its_own() {
    let check = CrossCheck::new("identity", below(10_000))
        .solver("a", |&n| if n < 50 || n == 200 { n + 1 } else { n })
        .solver("b", |&n| n)
        .solver("c", |&n| match n {
            50..100 => n + 1,
            200 => 0,
            n => n,
        });
    let faults = explained(&check, ALL).faults.into_iter();
    let expected = [
        ("a", "n is at most 49"),
        ("c", "n is at least 50 and is at most 99"),
    ];
    let expected = expected.map(|(solver, words)| {
        format!(
            "{solver} alone gives another answer on 50 of 10,000 inputs.\n\
            It gives a higher answer on all of them.\n\
            It does so exactly where {words}.\n\
            Its answer there is always the answer of the others plus 1."
        )
    });
    assert_eq!(faults.map(|fault| fault.text).collect::<Vec<_>>(), expected);
}

/// Two faults at once are told case by case. Where one has a few inputs and no rule, these are named; where it has many,
/// nothing is said of the other. What all have in common is no rule, and nothing is said of what nearly all inputs have.
#[test]
fn several_faults_of_one_solver_are_told_apart() {
    let is_scattered = |n: u32, of| mixed(n.into()).is_multiple_of(of);
    let is_seventh: fn(u32) -> bool = |n| n % 7 == 0 && n < 5_000 || n % 10 == 3 && n >= 8_000;
    for (is_wrong, says) in [
        (
            is_seventh,
            "It is wrong exactly where n is divisible by 7 and is at most 4999, or where n is 3 more than a multiple of 10 and is at least 8003.",
        ),
        (
            |n| n % 10 == 3 || n == 777 || n == 8_888,
            "It is wrong exactly where n is 3 more than a multiple of 10, and on 777 and 8888.",
        ),
        (
            |n| n % 10 == 3 || mixed(n.into()).is_multiple_of(97),
            "No short rule was found. The first are: 0, 3, ",
        ),
        (
            |n| n % 100 == 0 && ![500, 700].contains(&n),
            "On all of them, n is divisible by 100; this also holds on 2 of the 9,902 others: 500 and 700.",
        ),
    ] {
        let fault = fault(10_000, move |n| n ^ u32::from(is_wrong(n)));
        assert_has(&fault.text, [says]);
    }
    for (least, is_told) in [(5_000, true), (2_000, false)] {
        let wrong = move |n| n ^ u32::from(n >= least && is_scattered(n, 128));
        let in_common = fault(10_000, wrong).in_common;
        assert_eq!(in_common.is_some(), is_told, "{in_common:?}");
    }
}

/// Each kind of mistake, and each message of a panic, is told of among inputs that are wrong in this way or right.
#[test]
fn one_kind_of_mistake_does_not_hide_another() {
    let fault = fault(30_000, |n| match n {
        _ if n % 10_000 == 9_999 => panic!("no room for {n}"),
        _ if n % 5_000 == 17 => panic!("an odd one"),
        _ => n + u32::from(n % 7 == 3),
    });
    let lines = [
        "It gives too high an answer on 4,284 (first 3), panics with \"an odd one\" on 6 (first 17), and panics with \"no room for …\" on 3 (first 9999).\n",
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
}

/// In which parts, or in which letters if these are few and at one end. All wrong answers count, or nothing is said.
#[test]
fn reports_say_where_in_an_answer_wrong_ones_differ() {
    let differs_in = |wrong: fn(&u32) -> String| {
        told(below(900), |&n| format!("{:05}", n * 7), wrong).differs_in
    };
    let last = |&n: &u32| format!("{:05}", n * 7 / 100 * 100 + n % 13);
    assert_eq!(differs_in(last), ["the last 2 characters"]);
    let first = |&n: &u32| format!("{}{:04}", n % 3, n * 7);
    assert_eq!(differs_in(first), ["the first character"]);
    let longer = |&n: &u32| format!("{:06}", n * 7 + n % 2);
    assert_eq!(differs_in(longer), [""; 0]);

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
}

/// The second relation is tried only where the first holds, and both only where solvers agree.
#[test]
fn each_relation_is_told_of_where_it_was_tried() {
    let check = CrossCheck::new("identity", below(100))
        .solver("a", |&n| n)
        .solver("b", |&n| if n >= 90 { 0 } else { n })
        .relation("first", |&n, ask| ask(&n) == n && n >= 30)
        .relation("second", |&n, ask| ask(&n) == n && n % 7 != 3);
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

/// Longer ones would leave the map no room.
#[test]
fn labels_of_maps_are_short() {
    let texts = domain::range(0..100_u32).map(|n| format!("{n:0>30}"));
    let check = CrossCheck::new("texts", texts)
        .truth("length", String::len)
        .solver("wrong", |text| {
            text.len() - usize::from(text.ends_with("07"))
        });
    let axis = &explained(&check, ALL).scope.axes[0];
    let label = &axis.cells[0][0];
    assert_eq!(label, "\"000000000000000000…");
    assert_eq!(label.chars().count(), 20);
}

/// Even if the run has compared other inputs only.
#[test]
fn a_relation_is_shown_by_the_simplest_input() {
    let check = CrossCheck::new("identity", below(100_000))
        .solver("solver", |&n| n)
        .relation("small", |&n, ask| ask(&n) < 777);
    let checked = explained(&check, Coverage::Drawn(5_000));
    assert_eq!(checked.simplest[0].index.0, 777);
    let said = "It is the simplest: `small` holds for all inputs before it.";
    assert_has(&report(&checked), [said]);
}
