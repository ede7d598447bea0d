//! What rules and changes can speak of: numbers, texts, parts, sources, relations.

use std::collections::BTreeSet;
use std::num::NonZero;

use crossply::{Coverage, CrossCheck, Domain, Explanation, Feature, domain};
use serde::Serialize;

use super::explained::{one_fault, told, wrong_where};
use super::{ALL, below, explained, explained_on, report};

/// A bound or a divisor says more than a bit, and an absolute value more than two bounds.
#[test]
fn rules_speak_of_numbers_as_a_user_does() {
    let hundreds = domain::range(0..=10_u32).map(|n| 100 * n);
    let years = domain::range(1..=4000_u32);
    let signed = || domain::range(-2000..=2000_i32);
    let wide = domain::range(0..200_u64).map(|n| (1_u128 << 127) - 100 + u128::from(n));
    let nonzero = domain::all::<NonZero<u8>>();
    let floats = domain::range(-2_000..=2_000_i32).map(|n| f64::from(n) + 0.5);
    let words = [
        told(hundreds, |_| 0, |&n| u32::from(n >= 600)).explanation,
        told(years, |_| 0, |n| u32::from(n % 400 == 0)).explanation,
        told(
            signed(),
            |n| n.abs(),
            |&n| if n.abs() < 100 { -1 } else { n.abs() },
        )
        .explanation,
        told(
            signed(),
            |_| 0,
            |n| u32::from(n.to_string().len() == 2 && *n > 0),
        )
        .explanation,
        told(wide, |_| 0, |&n| u32::from((n as i128) < 0)).explanation,
        told(nonzero, |_| 0, |n| u32::from(n.get() >= 200)).explanation,
        told(
            floats,
            |_| 0,
            |x| {
                let digits = x.abs().trunc().to_string().len();
                u32::from(digits.is_multiple_of(2))
            },
        )
        .explanation,
    ];
    let expected = [
        "n is at least 600",
        "n is divisible by 400",
        "|n| is at most 99",
        "n is at least 10 and is at most 99",
        "n is at least 2^127",
        "n is at least 200",
        "the number of digits of the integer part of x is even",
    ];
    assert_eq!(words, expected.map(wrong_where));
}

type Change<A> = fn(&A) -> A;

/// Nothing overflows on the way.
#[test]
fn rules_speak_of_the_largest_numbers() {
    let ends = (0..40).flat_map(|n| [i128::MIN + n, i128::MAX - n, n]);
    let ends: Vec<i128> = ends.collect();
    let pairs = domain::of((domain::given(ends.clone()), domain::given(ends.clone())));
    let words = [
        told(domain::given(ends), |_| 0, |&n| i32::from(n < 0)).explanation,
        told(
            pairs,
            |_| 0,
            |(a, b)| i32::from(a.checked_add(*b).is_none()),
        )
        .explanation,
    ];
    assert_eq!(words, ["n is negative", "a + b overflows"].map(wrong_where));
    let least_first: Vec<i128> = [i128::MIN].into_iter().chain(0..9999).collect();
    let ranges = |n: &i128| i32::from((5..200).contains(n) || (1000..1400).contains(n));
    assert_eq!(
        told(domain::given(least_first), |_| 0, ranges).explanation,
        wrong_where(
            "n is at least 1000 and is at most 1399, or where n is at least 5 and is at most 199"
        )
    );
}

/// A run of two million inputs is sampled. A bound is exact all the same: it comes from the last wrong input, from the ends of
/// runs of wrong inputs, or from a round number nearby.
#[test]
fn bounds_are_exact_in_large_runs() {
    let numbers = || domain::range(0..=0x001f_ffff_u32);
    let in_two_ranges: fn(&u32) -> u32 =
        |n| u32::from((5..234_567).contains(n) || (1_000_003..2_000_000).contains(n));
    let mixed = |n: u32| n.wrapping_mul(0x9e37_79b1) & 0x000f_ffff;
    let floats = domain::range(0..=0x000f_ffff_u32)
        .map(move |n| f32::from_bits(4.0_f32.to_bits() + mixed(n)));
    let faults = [
        told(numbers(), |_| 0, |&n| u32::from(n < 234_567 && n % 3 == 1)),
        told(numbers(), |_| 0, in_two_ranges),
        told(floats, |_| 0, |x| u32::from((4.2..4.375).contains(x))),
    ];
    let expected = [
        "n is 1 more than a multiple of 3 and is at most 234565",
        "n is at least 5 and is at most 234566, or where n is at least 1000003 and is at most 1999999",
        "x is at least 4.2 and is less than 4.375",
    ];
    let explanations = faults.map(|fault| fault.explanation);
    assert_eq!(explanations, expected.map(wrong_where));
}

/// What two numbers come to together, also where they are lengths.
#[test]
fn rules_speak_of_sums_and_differences() {
    let pairs = || domain::of((domain::range(-60..=60_i32), domain::range(-60..=60_i32)));
    let lists = || domain::words(0..2_u8, 0..=4);
    let explanations = [
        told(pairs(), |_| 0, |(a, b)| i32::from(a + b >= 37)).explanation,
        told(pairs(), |_| 0, |(a, b)| i32::from(a - b < -41)).explanation,
        told(pairs(), |_| 0, |(a, b)| i32::from(a.abs_diff(*b) > 25)).explanation,
        told(pairs(), |_| 0, |(a, b)| i32::from(a + b == 13)).explanation,
        told(
            pairs(),
            |_| 0,
            |(a, b)| i32::from((9..=17).contains(&(a - b)) && a % 2 == 0),
        )
        .explanation,
        told(
            domain::of((lists(), lists())),
            |_| 0,
            |(a, b)| u32::from(a.len() + b.len() > 5),
        )
        .explanation,
    ];
    let expected = [
        "a + b is at least 37",
        "a - b is at most -42",
        "|a - b| is at least 26",
        "a + b is 13",
        "a is even, a - b is at least 9, and a - b is at most 17",
        "the length of a + the length of b is at least 6",
    ];
    assert_eq!(explanations, expected.map(wrong_where));
}

/// A number that takes more than 128 bits has no value, and is a number. Zero is no power, and a sum has no limits.
#[test]
fn no_rule_forgets_what_is_too_large() {
    let digits = "9".repeat(40);
    let texts = (0..500).map(|n| n.to_string());
    let texts = texts.chain((0..300).map(move |n| format!("{digits}{n}")));
    let mut texts: Vec<String> = texts.collect();
    let large = told(
        domain::given(texts.clone()),
        |_| 0,
        |text| u32::from(text.parse::<i128>().is_ok_and(|n| n >= 356)),
    );
    texts.extend(["", "-", "x1", "+"].map(str::to_owned));
    let numbers = told(
        domain::given(texts),
        |_| 0,
        |text| u32::from(text.contains(|letter: char| letter.is_ascii_digit()) && text != "x1"),
    );
    let ends = (0..60).flat_map(|n| [i128::MAX - n, i128::MIN + n, n - 30]);
    let ends: Vec<i128> = ends.collect();
    let sums = told(
        domain::of((domain::given(ends.clone()), domain::given(ends))),
        |_| 0,
        |(a, b)| i32::from(a.checked_add(*b).is_some_and(|sum| sum >= 37)),
    );
    let float = |n: i32| if n == 401 { -0.0 } else { f64::from(n) / 8.0 };
    let floats = || domain::range(-400..=401).map(float);
    let at_least_zero = told(floats(), |_| 0, |&x| u32::from(x >= 0.0));
    let at_most_zero = told(floats(), |_| 0, |x| u32::from((-3.0..=0.0).contains(x)));
    assert!(!large.text.contains("the value of"), "{}", large.text);
    let explanations = [numbers, sums, at_least_zero, at_most_zero].map(|fault| fault.explanation);
    let expected = [
        "the text is a number",
        "a + b is at least 37 and does not overflow",
        "x is at least 0.0",
        "x is at least -3.0 and is at most 0.0",
    ];
    assert_eq!(explanations, expected.map(wrong_where));
}

/// Their ends, kinds of characters, and what two have in common.
#[test]
fn rules_speak_of_texts() {
    let words = || domain::words("ab", 0..=4).map(String::from_iter);
    let prefix = told(
        domain::of((words(), words())),
        |_| 0,
        |(a, b)| {
            let common = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b);
            u32::from(common.count() >= 3)
        },
    );
    let begins = told(
        domain::of((words(), words())),
        |_| 0,
        |(a, b)| u32::from(a.starts_with(&**b)),
    );
    let lines = || domain::words("a1 \t\n", 0..=5).map(String::from_iter);
    let trailing = told(
        lines(),
        |_| 0,
        |text| u32::from(text.lines().any(|line| line.ends_with([' ', '\t']))),
    );
    let numbered = told(
        lines(),
        |_| 0,
        |text| u32::from(text.starts_with(char::is_numeric) && text.contains("\n1")),
    );
    let where_wrong = [trailing, numbered, prefix, begins].map(|fault| fault.explanation);
    let expected = [
        "the last character of the text is a space or a tab, or where a space or a tab is directly before '\\n' in the text",
        "the first character of the text is '1' and '\\n' is directly before '1' in the text",
        "the length of the common beginning of a and b is at least 3",
        "a begins with b",
    ];
    assert_eq!(where_wrong, expected.map(wrong_where));
}

#[test]
fn bytes_that_are_text_show_as_text() {
    let lines = domain::of((domain::words(b"a1\t\r", 0..=4), domain::range(0..=1)));
    let check = CrossCheck::new("lines", lines)
        .truth("truth", |_| false)
        .solver("wrong", |(line, _)| {
            line.windows(2).any(|two| two == b"\t\r")
        });
    let checked = explained(&check, ALL);
    assert!(report(&checked).contains(r#"    (b"\t\r", 0)"#));
    let expected = r"'\t' is directly before '\r' in a";
    assert_eq!(checked.faults[0].explanation, wrong_where(expected));
    let last = told(
        domain::words(b"a1\n", 0..=4),
        |_| 0,
        |line| u32::from(line.ends_with(b"\n")),
    );
    let expected = r"the last byte of the text is '\n'";
    assert_eq!(last.explanation, wrong_where(expected));
    let numbers = domain::words([0, 9, 255], 0..=2);
    let several = domain::of([numbers, domain::words([9_u8, 97], 0..=1)]);
    assert_eq!(several.show(&[vec![9], vec![97]]), "[[9], [97]]");
    let alone = domain::of((domain::words(b"\t'", 0..=2),));
    assert_eq!(alone.show(&(vec![9, 39],)), r#"(b"\t'",)"#);
}

/// A fact about an item says what is true.
#[test]
fn rules_speak_of_lists_of_truth_values() {
    let lists = || domain::words([false, true], 0..=4);
    let last = told(lists(), |_| 0, |list| u32::from(list.last() == Some(&true)));
    let expected = "the last item of the list is true";
    assert_eq!(last.explanation, wrong_where(expected));
    let first = told(
        lists(),
        |_| 0,
        |list| u32::from(list.first() == Some(&false)),
    );
    let expected = "the first item of the list is false";
    assert_eq!(first.explanation, wrong_where(expected));
}

/// What an answer makes of the right one.
#[test]
fn changes_speak_of_texts_and_lists() {
    let texts = || domain::words(["Ab", " ", "a", "B"], 1..=3).map(|parts| parts.concat());
    let changes: [(Change<String>, &str); 5] = [
        (
            |text| text.chars().rev().collect(),
            "the right answer in reverse order",
        ),
        (
            |text| text[1..].to_owned(),
            "the right answer without its first character",
        ),
        (
            |text| text.trim().to_owned(),
            "the right answer without spaces at its ends",
        ),
        (
            |text| text.to_uppercase(),
            "the right answer in another case",
        ),
        (
            |text| {
                let mut letters: Vec<char> = text.chars().collect();
                letters.sort_unstable();
                letters.into_iter().collect()
            },
            "the right answer in another order",
        ),
    ];
    for (change, words) in changes {
        assert_eq!(
            told(texts(), String::clone, change).change.as_deref(),
            Some(words)
        );
    }
    let longer = told(texts(), String::clone, |text| format!("B{text}"));
    assert_eq!(longer.change, None, "the same letters, and one more");
    let lists: [(Change<Vec<u8>>, &str); 4] = [
        (
            |list| list[..list.len() - 1].to_vec(),
            "without its last item",
        ),
        (
            |list| {
                let set: BTreeSet<u8> = list.iter().copied().collect();
                let mut first = list.clone();
                first.retain({
                    let mut left = set;
                    move |item| left.remove(item)
                });
                first
            },
            "without repetitions",
        ),
        (
            |list| {
                let mut list = list.clone();
                list.remove(list.len() / 2);
                list
            },
            "without one item",
        ),
        (|list| list[..list.len() / 2].to_vec(), "the beginning of"),
    ];
    for (change, words) in lists {
        let said = told(domain::words(0..=3_u8, 1..=4), Vec::clone, change).change;
        assert!(
            said.as_ref().is_some_and(|said| said.contains(words)),
            "{said:?}"
        );
    }
}

/// A part has the name that the user gives it, and a mapped input is told by what it was made from as well.
#[test]
fn parts_have_names_and_mapped_inputs_a_source() {
    #[derive(Clone, Debug)]
    struct Version {
        major: u8,
        minor: u8,
    }

    impl Version {
        fn number(&self) -> u32 {
            u32::from(self.major) * 10 + u32::from(self.minor)
        }

        fn is_wrong(&self) -> u32 {
            u32::from(self.major >= 3 && self.minor == 7)
        }
    }

    let numbers = || (domain::range(0..=9_u8), domain::range(0..=9_u8));
    let version = |(major, minor)| Version { major, minor };
    let named = domain::of(numbers()).parts(["major", "minor"]).map(version);
    let unnamed = domain::of(numbers()).map(version);
    let nested = domain::of((named.clone(), domain::all::<bool>())).parts(["base", "is open"]);
    let texts = [
        told(named, Version::number, |v| v.number() + v.is_wrong()).text,
        told(unnamed, Version::number, |v| v.number() + v.is_wrong()).text,
        told(
            nested,
            |(v, _)| v.number(),
            |(v, is_open)| v.number() + v.is_wrong() * u32::from(*is_open),
        )
        .text,
        told(
            domain::range(0..100_u32).map(|n| n * n),
            |_| 0,
            |n| u32::from(n.isqrt() % 5 == 2),
        )
        .text,
    ];
    let lines: Vec<_> = texts
        .iter()
        .flat_map(|text| [text.lines().next(), text.lines().nth(2)])
        .flatten()
        .collect();
    let expected = [
        "wrong is wrong on 7 of 100 inputs.",
        "It is wrong exactly where major is at least 3 and minor is 7.",
        "wrong is wrong on 7 of 100 inputs.",
        "It is wrong exactly where a before `map` is at least 3 and b before `map` is 7.",
        "wrong is wrong on 7 of 200 inputs (base, is open).",
        "It is wrong exactly where base.major is at least 3, base.minor is 7, and is open is true.",
        "wrong is wrong on 20 of 100 inputs.",
        "It is wrong exactly where n before `map` is 2 more than a multiple of 5.",
    ];
    assert_eq!(lines, expected);
}

/// Relations are told of as answers are, and an answer is more than too high.
#[test]
fn relations_and_options_are_told_of() {
    let broken = CrossCheck::new("sum", domain::of((below(30), below(30))))
        .solver("sum", |&(a, b): &(u32, u32)| {
            a + b + u32::from(a == 7 && b != 7)
        })
        .relation("commutes", |&(a, b), ask| ask(&(a, b)) == ask(&(b, a)));
    let fault = one_fault(&broken, ALL);
    assert_eq!(fault.relation.as_deref(), Some("commutes"));
    assert_eq!((fault.judged, fault.wrong), (900, 58));
    let expected = "The relation `commutes` does not hold for sum on 58 of 900 inputs (a, b).\n\
        It does not hold exactly where a does not equal b and b is 7, or where a is 7 and does not equal b.";
    assert_eq!(fault.text, expected);

    let halves = told(
        below(100),
        |&n| n.is_multiple_of(2).then_some(n / 2),
        |&n| (n % 4 != 2).then_some(n / 2),
    );
    let how: Vec<_> = halves
        .how
        .iter()
        .map(|how| (&*how.mistake, how.answers))
        .collect();
    let expected = [
        ("gives Some instead of None", 50),
        ("gives None instead of Some", 25),
    ];
    assert_eq!(how, expected);
}

/// Of structs, their options, lists and variants.
#[test]
fn rules_speak_of_fields() {
    type IsWrong = fn(&Drawing) -> bool;

    #[derive(Clone, Debug, PartialEq, Serialize)]
    enum Shape {
        Point,
        Circle { radius: u32 },
    }

    #[derive(Clone, Debug, PartialEq, Serialize)]
    struct Drawing {
        shape: Shape,
        title: String,
        layer: Option<i8>,
        number: u32,
        opacity: f64,
        dashes: Vec<u8>,
    }

    let drawing = |n: u32| Drawing {
        shape: match n % 4 {
            0 => Shape::Point,
            _ => Shape::Circle { radius: n / 9 },
        },
        title: "x".repeat(n as usize % 5),
        layer: (!n.is_multiple_of(3)).then_some(n as i8),
        number: n,
        opacity: f64::from(n % 7) / 2.0,
        dashes: vec![n as u8; n as usize % 6],
    };
    let drawings: Vec<Drawing> = (0..500).map(drawing).collect();
    let wrongs: [(IsWrong, &str); 5] = [
        (
            |drawing| matches!(drawing.shape, Shape::Circle { radius } if radius >= 20),
            "shape.Circle.radius is at least 20",
        ),
        (|drawing| drawing.title == "xx", "the length of title is 2"),
        (|drawing| drawing.layer.is_none(), "layer is None"),
        (|drawing| drawing.opacity >= 2.5, "opacity is at least 2.5"),
        (
            |drawing| drawing.dashes.len() >= 4,
            "the length of dashes is at least 4",
        ),
    ];
    for (is_wrong, words) in wrongs {
        let check = CrossCheck::new("drawings", domain::given(drawings.clone()))
            .fields()
            .truth("right", |_| 0)
            .solver("wrong", move |drawing| u32::from(is_wrong(drawing)));
        assert_eq!(one_fault(&check, ALL).explanation, wrong_where(words));
    }
}

/// A field says more than the part that it was made from, whose name says once that it was mapped.
#[test]
fn fields_are_preferred_to_what_was_mapped() {
    #[derive(Clone, Debug, Serialize)]
    struct Version {
        major: u8,
        rc: Option<u8>,
    }

    #[derive(Clone, Debug, Serialize)]
    struct Question {
        version: Version,
        bound: Version,
    }

    let versions = || {
        let parts = domain::of((domain::range(0..=9_u8), domain::all::<Option<bool>>()));
        parts.map(|(major, rc)| Version {
            major,
            rc: rc.map(u8::from),
        })
    };
    let questions =
        domain::of((versions(), versions())).map(|(version, bound)| Question { version, bound });
    let check = || {
        CrossCheck::new("questions", questions.clone())
            .truth("right", |_| 0)
            .solver("rc", |one| u32::from(one.version.rc.is_some()))
            .solver("less", |one| {
                u32::from(one.bound.major < 4 && one.version.rc.is_none())
            })
    };
    let rules = |check: &CrossCheck<_, _>| {
        let faults = explained(check, ALL).faults.into_iter();
        faults
            .map(|fault| fault.explanation)
            .collect::<Vec<Explanation>>()
    };
    let expected = [
        "version.rc is not None",
        "bound.major is at most 3 and version.rc is None",
    ];
    assert_eq!(rules(&check().fields()), expected.map(wrong_where));
    let expected = [
        "a.b before `map` is not None",
        "a.b before `map` is None and b.a before `map` is at most 3",
    ];
    assert_eq!(rules(&check()), expected.map(wrong_where));
}

/// A field with the name of a part has the value that the user's function gives it.
#[test]
fn a_field_is_not_the_part_of_its_name() {
    #[derive(Clone, Debug, Serialize)]
    struct Swapped {
        a: u8,
        b: u8,
    }

    let pairs = domain::of((domain::range(0..=20_u8), domain::range(0..=20_u8)));
    let swapped = pairs.parts(["a", "b"]).map(|(a, b)| Swapped { a: b, b: a });
    let check = CrossCheck::new("swapped", swapped)
        .fields()
        .truth("right", |_| false)
        .solver("wrong", |one| one.a == 3 && one.b >= 7);
    let rule = wrong_where("a is 3 and b is at least 7");
    assert_eq!(one_fault(&check, ALL).explanation, rule);
}

/// If an input was mapped twice, "before `map`" is the last value that rules can say something of.
#[test]
fn what_was_mapped_twice_has_one_name() {
    #[derive(Clone, Debug)]
    struct Text(String);

    #[derive(Clone, Debug)]
    struct Id(u32);

    #[derive(Clone, Debug)]
    struct Pair(Id, Id);

    let texts = below(500).map(|n| (n * 7).to_string()).map(Text);
    let names: Vec<String> = texts.features().iter().map(Feature::name).collect();
    let distinct: BTreeSet<&String> = names.iter().collect();
    assert_eq!(distinct.len(), names.len(), "{names:?}");
    assert!(!names.concat().contains("`map` before"), "{names:?}");
    assert_eq!(
        told(texts, |_| 0, |text| u32::from(text.0.len() == 2)).explanation,
        wrong_where("the length of the input before `map` is 2")
    );
    let pairs = domain::of((below(30).map(Id), below(30).map(Id))).map(|(a, b)| Pair(a, b));
    let names: Vec<_> = pairs.features().iter().map(Feature::name).collect();
    assert_eq!(names, ["a before `map`", "b before `map`", "{}"]);
    assert_eq!(
        told(pairs, |_| 0, |pair| u32::from(pair.0.0 < pair.1.0)).explanation,
        wrong_where("a before `map` is less than b before `map`")
    );
}

/// Of all wrong answers, or nothing is said.
#[test]
fn reports_say_in_which_parts_answers_differ() {
    type Three = (u32, u32, u32);
    let differs_in = |wrong: fn(&u32) -> Three| {
        let check = CrossCheck::new("parts", below(9000)).block(100);
        let check = check.truth("truth", |&n| (n, n, n)).solver("wrong", wrong);
        let faults = explained_on(2, &check, ALL).faults;
        faults[0].differs_in.join(" ")
    };
    assert_eq!(differs_in(|&n| (n, n + n / 7000, n)), "b");
    // The last two are in one block.
    let some = differs_in(|&n| (n + n / 8999, n, if n == 8998 { 5 } else { n }));
    assert_eq!(some, "a c");
    let some = differs_in(|&n| (n + n / 8999, n, if n == 0 { 5 } else { n }));
    assert_eq!(some, "a c");
    assert_eq!(differs_in(|&n| (n + n / 8999, n + n % 7, n / 9)), "", "all");
    let fails = |&n: &u32| {
        assert_ne!(n, 4000);
        (n, n + n % 7, n)
    };
    assert_eq!(differs_in(fails), "", "a panic has no parts");

    let two = CrossCheck::new("two", below(100))
        .solver("up", |&n| (n, n.div_ceil(2)))
        .solver("down", |&n| (n, n / 2));
    let text = one_fault(&two, ALL).text;
    let expected = "down's answer there differs from up's answer only in b.";
    assert!(text.lines().any(|line| line == expected), "{text}");
    let named = two.clone().truth("truth", |&n| (n, n.div_ceil(2)));
    let named = named.mistakes(|_, _, _| "is not exact".into());
    assert_eq!(one_fault(&named, ALL).differs_in, [""; 0]);
}

/// Of structs as well, with their options, lists and variants.
#[test]
fn reports_say_in_which_fields_answers_differ() {
    type Spoil = fn(&mut Size, u32);

    #[derive(Clone, Debug, PartialEq, Serialize)]
    enum Unit {
        Metre,
        Other { name: String, factor: f64 },
    }

    #[derive(Clone, Debug, PartialEq, Serialize)]
    struct Size {
        unit: Unit,
        height: f64,
        width: Option<u32>,
        holes: Vec<u32>,
        #[serde(skip)]
        secret: u32,
    }

    let size = |n: u32| Size {
        unit: match n % 2 {
            0 => Unit::Metre,
            _ => Unit::Other {
                name: "x".repeat(n as usize % 5),
                factor: f64::from(n),
            },
        },
        height: 0.0,
        width: (!n.is_multiple_of(3)).then_some(n),
        holes: vec![n; n as usize % 4],
        secret: 0,
    };
    let differs_in = |spoil: Spoil| {
        let check = CrossCheck::new("sizes", below(300))
            .answer_fields()
            .truth("truth", move |&n| (size(n), true))
            .equality(|one, other| format!("{one:?}") == format!("{other:?}"))
            .solver("wrong", move |&n| {
                let mut size = size(n);
                spoil(&mut size, n);
                (size, true)
            });
        one_fault(&check, ALL).differs_in.join(" ")
    };
    let cases: [(Spoil, &str); 9] = [
        (|size, _| size.width = None, "a.width"),
        (|size, n| size.width = Some(n / 100), "a.width"),
        (
            |size, n| size.holes.extend((n > 20).then_some(n)),
            "a.holes",
        ),
        (
            |size, n| {
                if let Unit::Other { factor, .. } = &mut size.unit {
                    *factor += f64::from(n);
                }
            },
            "a.unit.Other.factor",
        ),
        (
            |size, n| {
                size.unit = Unit::Metre;
                size.width = size.width.filter(|_| n < 200);
            },
            "a.unit a.width",
        ),
        (|size, _| size.height = -0.0, "a.height"),
        (
            |size, n| size.height = if n % 3 == 1 { f64::NAN } else { 0.0 },
            "a.height",
        ),
        (|size, n| size.secret += n, ""),
        (
            |size, n| {
                *size = Size {
                    unit: Unit::Metre,
                    height: 1.0,
                    width: Some(n + 1),
                    holes: vec![0; 7],
                    secret: 0,
                }
            },
            "a",
        ),
    ];
    for (n, (spoil, expected)) in cases.into_iter().enumerate() {
        assert_eq!(differs_in(spoil), expected, "case {n}");
    }
    // Where serde shows the same of both, they may differ or not.
    let odd = CrossCheck::new("odd", below(300))
        .answer_fields()
        .truth("truth", |&n| (f64::NAN, n, true))
        .solver("wrong", |&n| (f64::INFINITY, n + 1, true));
    assert_eq!(one_fault(&odd, ALL).differs_in, [""; 0]);
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
    let place = given.place.as_ref().expect("a place").replace('\\', "/");
    let line = place.strip_prefix(&format!("{file}:")).expect("this file");
    assert!(line.parse::<u32>().is_ok_and(|line| line > 100), "{line}");
    let shown = format!(
        "panic: attempt to divide by zero, at {}",
        given.place.as_ref().expect("a place")
    );
    assert!(report(&checked).contains(&shown));
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

/// It says nothing of the cause.
#[test]
fn what_nearly_all_have_in_common_is_not_told() {
    let is_scattered = |n: u32| {
        let mixed = (u64::from(n) + 1)
            .wrapping_pow(5)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 40).is_multiple_of(128)
    };
    for (least, is_told) in [(5_000, true), (2_000, false)] {
        let check = CrossCheck::new("numbers", below(10_000))
            .truth("right", |_| 0)
            .solver("wrong", move |&n| u32::from(n >= least && is_scattered(n)));
        let in_common = one_fault(&check, ALL).in_common;
        assert_eq!(in_common.is_some(), is_told, "{in_common:?}");
    }
}

/// A wrong formula may be right by chance. Up to four such inputs are named, although the rule is not exact.
#[test]
fn the_few_right_inputs_that_have_it_in_common_are_named() {
    let others = |chances: &'static [u32]| {
        let check = CrossCheck::new("numbers", below(20_000))
            .truth("right", |_| 0)
            .solver("wrong", move |n| {
                u32::from(n.is_multiple_of(100) && !chances.contains(n))
            });
        let text = one_fault(&check, ALL).text;
        let shared = text.lines().find(|line| line.starts_with("On all"));
        shared.map(str::to_owned)
    };
    let all = "On all of them, n is divisible by 100; this also holds on";
    let four = others(&[500, 700, 12_000, 12_300]);
    let these = "500, 700, 12000, and 12300";
    let expected = format!("{all} 4 of the 19,804 others: {these}.");
    assert_eq!(four, Some(expected));
    let five = others(&[500, 700, 12_000, 12_300, 12_400]);
    let expected = format!("{all} 5 of the 19,805 others.");
    assert_eq!(five, Some(expected));
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
    assert!(
        report(&checked).contains("It is the simplest: `small` holds for all inputs before it.")
    );
}

/// What does not fit into the type of an input is computed exactly.
#[test]
fn rules_do_not_overflow() {
    fn wrong(&n: &i128) -> i128 {
        n ^ i128::from(n > 2 && n < i128::MAX && n & (n + 1) == 0)
    }
    let mut all: Vec<i128> = (2..126).map(|exponent| (1 << exponent) - 1).collect();
    all.extend([i128::MAX, i128::MIN, i128::MIN + 1, 4, 5, 6, 8, 9, 10, 11]);
    let fault = told(domain::given(all), |&n| n, wrong);
    assert!(!fault.text.contains("n + 1"), "{}", fault.text);
    let said = "n is 3 more than a multiple of 4 and is not 2^127 - 1; this also holds on 1 of the 10 others: 11.\n";
    assert!(fault.text.contains(said), "{}", fault.text);
}
