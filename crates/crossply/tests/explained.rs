//! Explanations of a fault hold on every input, and none that holds by chance is given.

use std::fmt::{self, Debug};
use std::sync::atomic::{AtomicU32, Ordering};

use crossply::{Coverage, CrossCheck, Explanation, Fault, Inputs, domain};

use super::{ALL, assert_has, below, explained, explained_on, limits, mixed};

/// A check of numbers below this one with a solver that is right.
fn identity(numbers: u32) -> CrossCheck<u32, u32> {
    CrossCheck::new("identity", below(numbers))
        .truth("truth", |&n| n)
        .solver("right", |&n| n)
}

/// What is said of a second solver on all inputs.
fn fault(numbers: u32, is_wrong: impl Fn(u32) -> bool + Send + Sync + 'static) -> Fault {
    let wrong = move |&n: &u32| if is_wrong(n) { n ^ 1 } else { n };
    one_fault(&identity(numbers).solver("wrong", wrong), ALL)
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

/// Asserts where a function is wrong that answers 1 in the place of 0 on some inputs.
#[track_caller]
pub(crate) fn assert_where<I: Clone + Debug + Send + 'static>(
    inputs: Inputs<I>,
    words: &str,
    is_wrong: impl Fn(&I) -> bool + Send + Sync + 'static,
) {
    let fault = told(inputs, |_| 0, move |input| u32::from(is_wrong(input)));
    assert_eq!(fault.explanation, wrong_where(words));
}

/// Asserts that these are lines of what is said.
#[track_caller]
pub(crate) fn assert_lines<const LINES: usize>(fault: &Fault, lines: [&str; LINES]) {
    for expected in lines {
        let mut all = fault.text.lines();
        assert!(all.any(|line| line == expected), "{}", fault.text);
    }
}

/// One input that is right where the rule holds, or wrong where it does not. Of the larger domain no sample has it.
#[test]
fn one_counterexample_refutes_a_rule() {
    let rule = wrong_where("n is divisible by 100");
    assert_eq!(fault(20_000, |n| n % 100 == 0).explanation, rule);
    let few = [1, 10_000, 19_999].map(|other| (20_000, other));
    for (numbers, other) in few.into_iter().chain([(3_000_000, 16_411)]) {
        let refuted = fault(numbers, move |n| (n % 100 == 0) != (n == other));
        assert_ne!(refuted.explanation, rule, "{other}");
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

/// The exception is in no sample.
#[test]
fn one_answer_refutes_a_change() {
    for (other, change) in [(1, Some("the right answer plus 1")), (2, None)] {
        let check = identity(3_000_000).solver("wrong", move |&n| match n {
            16_400 => n + other,
            _ if n % 100 == 0 => n + 1,
            _ => n,
        });
        let fault = one_fault(&check, ALL);
        assert_eq!(fault.change.as_deref(), change, "{}", fault.text);
    }
}

#[test]
fn what_fits_by_chance_is_not_said() {
    for seed in 0..60 {
        let one_in = 2 + seed % 29;
        let is_wrong = move |n| mixed(u64::from(n) + (seed << 32)).is_multiple_of(one_in);
        let fault = fault(1000, is_wrong);
        let is_rule = fault.text.contains("exactly where") || fault.text.contains("wherever");
        assert!(!is_rule, "{seed}: {}", fault.text);
    }
}

#[test]
fn a_misreading_is_named_only_if_every_answer_is_its() {
    for other in [None, Some(0), Some(5_000), Some(9_999)] {
        let check = CrossCheck::new("half", below(10_000))
            .misreading("it rounded up", |&n| n.div_ceil(2))
            .truth("truth", |&n| n / 2)
            .solver("wrong", move |&n| {
                n.div_ceil(2) + u32::from(Some(n) == other)
            });
        let fault = one_fault(&check, ALL);
        let named = fault.explanation == Explanation::Misreading("it rounded up".to_owned());
        assert_eq!(named, other.is_none(), "{}", fault.text);
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

#[test]
fn answers_that_change_are_not_explained() {
    let changing_wrong = |asked: u32, _: u32| asked % 7 == 3 && asked < 15_000;
    let changing_right = |asked: u32, n: u32| n % 8 == 3 || asked >= 10_000;
    for is_wrong in [changing_wrong, changing_right] {
        let asked = AtomicU32::new(0);
        let check = identity(10_000).solver("wrong", move |&n| {
            let asked = asked.fetch_add(1, Ordering::Relaxed);
            if is_wrong(asked, n) { 0 } else { n }
        });
        let fault = one_fault(&check, ALL);
        assert_eq!(fault.explanation, Explanation::Unsteady, "{}", fault.text);
    }
}

/// A value of which rules can say nothing.
#[derive(Clone, Debug)]
pub(crate) struct Wrapped<T>(pub(crate) T);

/// Asserts what is said of a fault below how many there are.
#[track_caller]
fn assert_told(fault: &Fault, expected: &str) {
    let (_, text) = fault.text.split_once('\n').expect("several lines");
    assert_eq!(text, expected);
}

/// How an answer is shown, and that of another form, is no number; and a type of one's own has that of what made it.
#[test]
fn values_are_what_they_are_and_not_what_is_shown_of_them() {
    #[derive(Clone, PartialEq)]
    struct Decimal(u32);

    impl Debug for Decimal {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "1.{:020}", self.0)
        }
    }

    let tenths = domain::range(0..1000_u32).map(|n| Some(n as f32 / 10.0));
    let is_odd: fn(&Option<f32>) -> bool = |x| x.is_some_and(|x| x.to_bits() % 2 == 1);
    assert_told(
        &told(tenths, |_| false, is_odd),
        "It is wrong exactly where the value of the input does not have a mantissa divisible by 2.\n\
         Its answer there is always true.",
    );
    let large = domain::range(0..1000_u32).map(|n| n as f32 * 1e9);
    assert_told(
        &told(large, |&x| x, |&x| if x >= 401e9 { 0.1 } else { x }),
        "It gives too low an answer on all of them.\n\
         It is wrong exactly where x is at least 401000000000.0.\n\
         Its answer there is always 0.1.",
    );
    let decimal: fn(&u32) -> Decimal = |&n| Decimal(n + u32::from(n % 3 != 1));
    assert_told(
        &told(below(999), |&n| Decimal(n + 1), decimal),
        "It is wrong exactly where n is 1 more than a multiple of 3.",
    );
    let sevens: fn(&u32) -> Result<u32, u32> = |&n| if n % 7 == 3 { Err(n + 1) } else { Ok(n) };
    assert_told(
        &told(below(999), sevens, |&n| Ok(n)),
        "It is wrong exactly where n is 3 more than a multiple of 7.",
    );
    let ids = below(999).map(Wrapped);
    assert_told(
        &told(ids, |id| id.0, |id| if id.0 >= 900 { 0 } else { id.0 }),
        "It gives too low an answer on all of them.\n\
         It is wrong exactly where the input before `map` is at least 900.\n\
         Its answer there is always 0.",
    );
}

/// Nor is anything said of an input or an answer that there is not.
#[test]
fn words_are_about_what_there_is() {
    let check = || CrossCheck::new("numbers", below(10_000)).solver("right", |&n| n);
    let unknown = check().truth("half", |&n| if n < 5000 { n } else { panic!("{n}") });
    assert_told(
        &one_fault(&unknown.solver("odd", |&n| n + n % 2), ALL),
        "It gives too high an answer on all of them.\n\
         Among these inputs, it is wrong exactly where n is odd.\n\
         Its answer there is always the right answer plus 1.",
    );
    let limited = check()
        .truth("truth", |&n| n)
        .solver("limited", |&n| if n < 900 { n } else { 0 });
    assert_told(
        &one_fault(&limited.limits(limits(1000, 1000, 1000)), ALL),
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
    assert_told(
        &told(below(1000), |&n| n, |&n| if n % 3 == 1 { n / 2 } else { n }),
        "It gives too low an answer on all of them.\n\
         It is wrong exactly where n is 1 more than a multiple of 3.\n\
         Its answer there is always the right answer divided by 2, rounded towards zero.",
    );
    let bytes = domain::given([None, Some(128_u8)]);
    assert_told(
        &told(bytes, |&n| n, |n| n.map(|n| n & 0x7f)),
        "It gives too low an answer there.\n\
         It is wrong only here: Some(128)",
    );
    assert_told(
        &told(domain::range(-9..=9_i32), |&n| n, |n| n.abs()),
        "It gives too high an answer on all of them.\n\
         It is wrong exactly where n is negative.\n\
         Its answer there is always the right answer with the opposite sign.",
    );
}

/// Asserts where a function is wrong, and what it answers there.
#[track_caller]
fn assert_change<I, A>(inputs: Inputs<I>, said: [&str; 2], right: fn(&I) -> A, wrong: fn(&I) -> A)
where
    I: Clone + Debug + Send + 'static,
    A: PartialEq + Debug + Send + 'static,
{
    let fault = told(inputs, right, wrong);
    let found = (fault.explanation, fault.change.as_deref());
    assert_eq!(found, (wrong_where(said[0]), Some(said[1])));
}

#[test]
fn rules_speak_of_answers_relations_and_letters() {
    let pairs = || domain::of((domain::range(1..=50_u32), domain::range(1..=50_u32)));
    assert_change(
        pairs(),
        ["the right answer is None", "Some(0)"],
        |&(a, b)| (a * 3).checked_sub(b),
        |&(a, b)| Some((a * 3).saturating_sub(b)),
    );
    assert_change(
        pairs(),
        ["a divides b", "the right answer times 2"],
        |(a, b)| a + b,
        |(a, b)| (a + b) * if b % a == 0 { 2 } else { 1 },
    );
    assert_change(
        domain::words(['a', 'b', 'c'], 1..=4),
        ["the first item of the list is 'b'", "0"],
        Vec::len,
        |word| word.len() * usize::from(word[0] != 'b'),
    );
    // Also of the least numbers.
    let signed = "the last 16 bits of the right answer, as a signed number";
    assert_change(
        domain::range(i64::MIN..=i64::MIN + 59_999),
        ["n is 7 more than a multiple of 10", signed],
        |&n| n,
        |&n| match n.rem_euclid(10) {
            7 => (n as i16).into(),
            _ => n,
        },
    );
    assert_change(
        domain::words([Shown("In"), Shown("Out")], 0..=9),
        ["In is directly before Out in the list", "0"],
        Vec::len,
        |steps| {
            let is_undone = |two: &[Shown]| (two[0].0, two[1].0) == ("In", "Out");
            steps.len() * usize::from(!steps.windows(2).any(is_undone))
        },
    );
}

/// An operation on a map, by a key, with a value or without.
#[derive(Clone, Debug, PartialEq)]
enum Call<K> {
    Insert(K),
    Remove(K),
    Reset,
    Put(K, u8),
    Delete(K),
    Get(K),
    Clear,
}

/// Whether this is so of an earlier and a later letter, and those between them.
fn has_pair<L>(letters: &[L], is_so: impl Fn(&L, &L, &[L]) -> bool) -> bool {
    let mut all = (0..letters.len()).flat_map(|n| (0..n).map(move |earlier| (earlier, n)));
    all.any(|(a, b)| is_so(&letters[a], &letters[b], &letters[a + 1..b]))
}

/// Of an earlier and a later letter, and those between them.
type IsPair<L> = fn(&L, &L, &[L]) -> bool;

/// Asserts what is said if words of these letters go wrong that have such a pair.
#[track_caller]
fn assert_pair<L>(letters: &[L], words: &str, is_pair: IsPair<L>)
where
    L: Clone + PartialEq + Debug + Send + Sync + 'static,
{
    let all = domain::words(letters.to_vec(), 0..=5);
    assert_where(all, words, move |word| has_pair(word, is_pair));
}

/// By the order of operations, by their variants, and by the key that two of them share.
#[test]
fn rules_speak_of_sequences() {
    use Call::{Insert, Remove, Reset};
    let calls = [Insert(1), Insert(2), Remove(1), Remove(2), Reset];
    let any = |words: &str, is_wrong: fn(&Vec<Call<u8>>) -> bool| {
        assert_where(domain::words(calls.to_vec(), 0..=5), words, is_wrong);
    };
    let pair = |words: &str, is_pair| assert_pair(&calls, words, is_pair);
    any("Remove(_) occurs in the list", |calls| {
        calls.iter().any(|call| matches!(call, Remove(_)))
    });
    pair("Insert(2) is before Remove(2) in the list", |a, b, _| {
        (a, b) == (&Insert(2), &Remove(2))
    });
    let words = "Insert(_) is directly before Reset in the list";
    pair(words, |a, b, between| {
        matches!((a, b, between), (Insert(_), Reset, []))
    });
    let words = "the list has [Reset, Insert(1), Reset] in a row";
    pair(words, |a, b, between| {
        matches!((a, between, b), (Reset, [Insert(1)], Reset))
    });
    any("the last item of the list is Insert(_)", |calls| {
        matches!(calls.last(), Some(Insert(_)))
    });
    any("the last item of the list is not Remove(_)", |calls| {
        matches!(calls.last(), Some(Insert(_) | Reset))
    });
    pair("Insert(_) is before Insert(2) in the list", |a, b, _| {
        matches!((a, b), (Insert(_), Insert(2)))
    });
    let words = "the least item of the list is at least 5";
    assert_where(domain::words([1_u8, 2, 5, 9], 0..=5), words, |list| {
        !list.is_empty() && list.iter().all(|n| *n >= 5)
    });
    let calls = [Insert(1), Insert(2), Insert(3), Remove(1), Remove(2), Reset];
    let pair = |words: &str, is_pair| assert_pair(&calls, words, is_pair);
    let words = "for some k, Insert(k) is before Remove(k) in the list";
    pair(
        words,
        |a, b, _| matches!((a, b), (Insert(key), Remove(other)) if key == other),
    );
    let words = "for some k, Insert(k) occurs at least twice in the list";
    pair(words, |a, b, _| matches!(a, Insert(_)) && a == b);
}

/// By the simplest lists that go wrong, made as general as right lists allow. What is said of k and m in one case is not
/// said of another one.
#[test]
fn rules_speak_of_the_simplest_lists() {
    use Call::{Clear, Delete, Get, Put};
    let puts = [Put("a", 1), Put("ab", 2), Put("b", 3)];
    let others = [Delete("a"), Delete("ab"), Delete("b"), Clear];
    let writes = [&puts[..], &others].concat();
    let pair = |words: &str, is_pair| assert_pair(&writes, words, is_pair);
    let different = "for some different k and m, Put(k, _) is before Delete(m) in the list";
    pair(
        different,
        |a, b, _| matches!((a, b), (Put(key, _), Delete(other)) if key != other),
    );
    let words = "for some k, the list has the subsequence [Put(k, _), Delete(k), Put(k, _)]";
    pair(words, |a, b, between| match (a, b) {
        (Put(key, _), Put(other, _)) => key == other && between.contains(&Delete(key)),
        _ => false,
    });
    let cases = [different, "Delete(\"b\") is before Clear in the list"];
    pair(&cases.join(", or where "), |a, b, _| match (a, b) {
        (Put(key, _), Delete(deleted)) => key != deleted,
        pair => pair == (&Delete("b"), &Clear),
    });
    // A list that is a case of another one is not named. In the simplest wrong list, all arguments are 1.
    let letters = [
        Put(1_u8, 1),
        Put(2, 1),
        Delete(1),
        Delete(2),
        Get(1),
        Get(2),
    ];
    let words = "for some k, the list has the subsequence [Put(k, _), Delete(k), Get(k)]";
    assert_pair(&letters, words, |put, get, between| match (put, get) {
        (Put(key, _), Get(other)) => key == other && between.contains(&Delete(*key)),
        _ => false,
    });
}

/// Operations that look like patterns are not part of one, and those of one name with other arguments are others.
#[test]
fn patterns_have_no_unclear_letters() {
    for (letters, later) in [
        (["A(k)", "B(1)", "B(2)"], 'B'),
        (["start", "B(1)", "B(2)"], 'B'),
        (["A { key: 3, .. }", "B(1)", "B(2)"], 'B'),
        (["A(_)", "B(1)", "B(2)"], 'B'),
        (["A, B", "B(1)", "B(2)"], 'B'),
        (
            ["Set { val: 1 }", "Set { key: 1, val: 2 }", "Get { key: 1 }"],
            'G',
        ),
    ] {
        let check = CrossCheck::new("length", domain::words(letters.map(Shown), 0..=5))
            .truth("truth", |_| false)
            .solver("wrong", move |letters| {
                has_pair(letters, |one, other, _| {
                    !one.0.starts_with(later) && other.0.starts_with(later)
                })
            });
        let Explanation::WrongWhere(words) = one_fault(&check, ALL).explanation else {
            panic!("there is a rule");
        };
        let has = ["[", "subsequence", "for some"].map(|part| words.contains(part));
        assert_eq!(has, [false; 3], "{words}");
    }
}

#[derive(Clone, PartialEq)]
struct Shown(&'static str);

impl Debug for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
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
/// nothing is said of the other.
#[test]
fn several_faults_of_one_solver_are_told_apart() {
    let both = fault(10_000, |n| {
        n % 7 == 0 && n < 5_000 || n % 10 == 3 && n >= 8_000
    });
    let expected = "n is divisible by 7 and is at most 4999, or where n is 3 more than a multiple of 10 and is at least 8003";
    assert_eq!(both.explanation, wrong_where(expected));
    let most = fault(10_000, |n| n % 10 == 3 || n == 777 || n == 8_888);
    let told = "It is wrong exactly where n is 3 more than a multiple of 10, and on 777 and 8888.";
    assert_has(&most.text, [told]);
    let is_wrong = |n: u32| n % 10 == 3 || mixed(n.into()).is_multiple_of(97);
    let told = "No short rule was found. The first are: 0, 3, ";
    assert_has(&fault(10_000, is_wrong).text, [told]);
}

/// A case is not only about the inputs beside those from which its search begins: "0868" is far from "868".
#[test]
fn a_case_covers_inputs_far_apart() {
    let texts = domain::words("0123456789", 0..=4).map(String::from_iter);
    let check = CrossCheck::new("parsed", texts)
        .truth("library", |text: &String| text.parse::<u8>().ok())
        .solver("wrapping", |text| {
            let value = text.parse::<u16>().ok()?;
            let low = value as u8;
            (value < 256 || value < 1000 && low >= 100).then_some(low)
        });
    let ranges = [(612, 767), (356, 511), (868, 999)];
    let cases = ranges.map(|(least, most)| {
        format!("the value of the text is at least {least} and is at most {most}")
    });
    let told = one_fault(&check, ALL).explanation;
    assert_eq!(told, wrong_where(&cases.join(", or where ")));
}

/// The change that turns each right answer into the wrong one, where that is so for numbers of both signs.
#[test]
fn changes_of_negative_numbers_are_exact() {
    type Rounds = fn(f64) -> f64;

    let change = |right: fn(&i32) -> i32, wrong: fn(&i32) -> i32| {
        told(domain::range(-99..=99), right, wrong).change
    };
    let half = change(|n| 2 * n + 1, |n| (2 * n + 1) / 2);
    let words = "the right answer divided by 2, rounded towards zero";
    assert_eq!(half.as_deref(), Some(words));
    let opposite = change(|n| n + 200, |n| -n - 200);
    let words = "the right answer with the opposite sign";
    assert_eq!(opposite.as_deref(), Some(words));
    let half_down = change(|n| 2 * n + 1, |n| (2 * n + 1).div_euclid(2));
    let nearly_opposite = change(|n| *n, |&n| -n - i32::from(n == 0));
    assert_eq!((half_down, nearly_opposite), (None, None));
    let changes: [(Rounds, &str); 4] = [
        (f64::trunc, "the right answer rounded towards zero"),
        (f64::floor, "the right answer rounded down"),
        (f64::ceil, "the right answer rounded up"),
        (f64::next_up, "the number just above the right answer"),
    ];
    for (change, words) in changes {
        let right = |&n: &i32| f64::from(n) / 4.0 + 0.125;
        let fault = told(domain::range(-99..=99), right, move |n| change(right(n)));
        assert_eq!(fault.change.as_deref(), Some(words));
    }
}

/// The distance from a number below zero to one above it is that of both from zero together.
#[test]
fn differences_across_zero_are_exact() {
    let tiny = |n: i32| f32::from_bits(n.unsigned_abs()).copysign(n as f32);
    let far = move |n: &i32| tiny(n - n.signum() * 30);
    let floats = told(domain::range(-20..=20), move |n| tiny(*n), far);
    let largest = floats.largest.expect("all are numbers");
    assert_eq!(largest.difference, "30 units in the last place");
    let integers = told(domain::range(-20..=20_i64), |&n| n, |n| -2 * n);
    let largest = integers.largest.expect("all are numbers");
    assert_eq!((&*largest.difference, &*largest.input), ("60", "-20"));
}

/// No rule uses such a fact, and the report names it.
#[test]
fn a_fact_that_panics_is_named() {
    let check = identity(1000)
        .fact("is small", |&n: &u32| {
            assert_ne!(n, 300, "not this one");
            n < 300
        })
        .solver("wrong", |&n| n + u32::from(n < 300));
    let fault = one_fault(&check, ALL);
    assert_eq!(fault.explanation, wrong_where("n is at most 299"));
    assert_has(&fault.text, ["is small` panics on 300."]);
}

/// Each kind of mistake, and each message of a panic, is told of among inputs that are wrong in this way or right.
#[test]
fn one_kind_of_mistake_does_not_hide_another() {
    let check = identity(30_000).solver("wrong", |&n| match n {
        _ if n % 10_000 == 9_999 => panic!("no room for {n}"),
        _ if n % 5_000 == 17 => panic!("an odd one"),
        _ => n + u32::from(n % 7 == 3),
    });
    let lines = [
        "It gives too high an answer on 4,284 (first 3), panics with \"an odd one\" on 6 (first 17), and panics with \"no room for …\" on 3 (first 9999).",
        "Where it is not wrong in another way, it gives too high an answer exactly where n is 3 more than a multiple of 7.",
    ];
    assert_lines(&one_fault(&check, ALL), lines);
}

/// Nor does it hide what all have in common.
#[test]
fn several_kinds_of_mistakes_have_something_in_common() {
    let check = identity(10_000).solver("wrong", |&n| match mixed(u64::from(n)) % 7 {
        _ if n % 6 != 0 => n,
        0 => n + 1,
        1 => n / 2,
        _ => n,
    });
    let in_common = one_fault(&check, ALL).in_common;
    let conditions = in_common.map(|in_common| in_common.conditions);
    assert_eq!(conditions.as_deref(), Some("n is divisible by 6"));
}

/// Too many messages of panics are one kind, whichever thread meets them first.
#[test]
fn many_messages_of_panics_are_one_kind() {
    for (messages, kinds) in [(8, 8), (9, 1)] {
        let check = identity(9_000).block(64).solver("wrong", move |&n| {
            let letter = ('a'..='z')
                .nth(n as usize / 100 % messages)
                .expect("a letter");
            assert!(n % 100 != 0, "{letter} at {n}");
            n
        });
        let faults = explained_on(2, &check, ALL).faults;
        assert_eq!(faults[0].how.len(), kinds, "{}", faults[0].text);
    }
}

/// Wrong answers that change, such as what freed memory holds, do not hide where they are wrong.
#[test]
fn rules_are_about_wrong_and_right_also_where_wrong_answers_change() {
    let asked = AtomicU32::new(0);
    let check = identity(10_000).solver("wrong", move |&n| match n % 8 {
        3 => 20_000 + asked.fetch_add(1, Ordering::Relaxed),
        _ => n,
    });
    let fault = one_fault(&check, ALL);
    let rule = wrong_where("n is 3 more than a multiple of 8");
    assert_eq!(fault.explanation, rule, "{}", fault.text);
    let says = "Asked again, it gives other answers: something depends on more than the input.";
    assert_lines(&fault, [says]);
    assert_eq!((fault.change, fault.largest), (None, None));
}

/// In which letters, if these are few and at one end.
#[test]
fn texts_that_differ_at_an_end_are_told_so() {
    let differs_in = |wrong: fn(&u32) -> String| {
        let fault = told(below(900), |&n| format!("{:05}", n * 7), wrong);
        fault.differs_in.join(" ")
    };
    let last = |&n: &u32| format!("{:05}", n * 7 / 100 * 100 + n % 13);
    assert_eq!(differs_in(last), "the last 2 characters");
    let first = |&n: &u32| format!("{}{:04}", n % 3, n * 7);
    assert_eq!(differs_in(first), "the first character");
    let whole = CrossCheck::new("texts", below(900))
        .truth("right", |&n| n.to_string())
        .solver("wrong", |&n| format!("{}", n / 10 * 10 + (n + 1) % 10));
    assert_eq!(one_fault(&whole, ALL).differs_in, [""; 0]);
    let longer = |&n: &u32| format!("{:06}", n * 7 + n % 2);
    assert_eq!(differs_in(longer), "");
    let middle = |&n: &u32| format!("{:02}{}{:02}", n * 7 / 1000, n % 4, n * 7 % 100);
    assert_eq!(differs_in(middle), "the last 3 characters");
}
