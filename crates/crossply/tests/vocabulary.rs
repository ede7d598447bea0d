//! What rules and changes can speak of: numbers, texts, parts, sources, relations.

use std::collections::BTreeSet;
use std::num::NonZero;

use crossply::{Coverage, CrossCheck, Domain, Feature, Inputs, domain};
use serde::Serialize;

use super::explained::{Wrapped, assert_lines, assert_where, one_fault, told, wrong_where};
use super::{ALL, assert_has, below, explained, explained_on, mixed, report};

/// A bound or a divisor says more than a bit, and an absolute value more than two bounds.
#[test]
fn rules_speak_of_numbers_as_a_user_does() {
    let hundreds = domain::range(0..=10_u32).map(|n| 100 * n);
    assert_where(hundreds, "n is at least 600", |&n| n >= 600);
    let years = domain::range(1..=4000_u32);
    assert_where(years, "n is divisible by 400", |n| n % 400 == 0);
    let signed = || domain::range(-2000..=2000_i32);
    let least: fn(&i32) -> i32 = |n| if n.abs() < 100 { -1 } else { n.abs() };
    let least = told(signed(), |n| n.abs(), least);
    assert_eq!(least.explanation, wrong_where("|n| is at most 99"));
    let words = "n is at least 10 and is at most 99";
    assert_where(signed(), words, |n| n.to_string().len() == 2 && *n > 0);
    let wide = domain::range(0..200_u64).map(|n| (1_u128 << 127) - 100 + u128::from(n));
    assert_where(wide, "n is at least 2^127", |&n| (n as i128) < 0);
    let nonzero = domain::all::<NonZero<u8>>();
    assert_where(nonzero, "n is at least 200", |n| n.get() >= 200);
    let floats = domain::range(-2_000..=2_000_i32).map(|n| f64::from(n) + 0.5);
    let words = "the number of digits of the integer part of x is even";
    assert_where(floats, words, |x| {
        x.abs().trunc().to_string().len().is_multiple_of(2)
    });
}

/// Nothing overflows on the way.
#[test]
fn rules_speak_of_the_largest_numbers() {
    let ends = (0..40).flat_map(|n| [i128::MIN + n, i128::MAX - n, n]);
    let ends = domain::given(ends.collect::<Vec<_>>());
    assert_where(ends.clone(), "n is negative", |n| *n < 0);
    let pairs = domain::of((ends.clone(), ends));
    assert_where(pairs, "a + b overflows", |(a, b)| {
        a.checked_add(*b).is_none()
    });
    let least_first: Vec<i128> = [i128::MIN].into_iter().chain(0..9999).collect();
    let words =
        "n is at least 1000 and is at most 1399, or where n is at least 5 and is at most 199";
    assert_where(domain::given(least_first), words, |n| {
        (5..200).contains(n) || (1000..1400).contains(n)
    });
}

/// A run of two million inputs is sampled. A bound is exact all the same: it comes from the last wrong input, from the ends of
/// runs of wrong inputs, or from a round number nearby.
#[test]
fn bounds_are_exact_in_large_runs() {
    let numbers = || domain::range(0..=0x001f_ffff_u32);
    let words = "n is 1 more than a multiple of 3 and is at most 234565";
    assert_where(numbers(), words, |n| *n < 234_567 && n % 3 == 1);
    let words = "n is at least 5 and is at most 234566, or where n is at least 1000003 and is at most 1999999";
    assert_where(numbers(), words, |n| {
        (5..234_567).contains(n) || (1_000_003..2_000_000).contains(n)
    });
    let scattered = |n: u32| n.wrapping_mul(0x9e37_79b1) & 0x000f_ffff;
    let floats = domain::range(0..=0x000f_ffff_u32)
        .map(move |n| f32::from_bits(4.0_f32.to_bits() + scattered(n)));
    let words = "x is at least 4.2 and is less than 4.375";
    assert_where(floats, words, |x| (4.2..4.375).contains(x));
}

/// What two numbers come to together, also where they are lengths.
#[test]
fn rules_speak_of_sums_and_differences() {
    let pairs = || domain::of((domain::range(-60..=60_i32), domain::range(-60..=60_i32)));
    assert_where(pairs(), "a + b is at least 37", |(a, b)| a + b >= 37);
    assert_where(pairs(), "a - b is at most -42", |(a, b)| a - b < -41);
    assert_where(pairs(), "|a - b| is at least 26", |(a, b)| {
        a.abs_diff(*b) > 25
    });
    assert_where(pairs(), "a + b is 13", |(a, b)| a + b == 13);
    let words = "a is even, a - b is at least 9, and a - b is at most 17";
    assert_where(pairs(), words, |(a, b)| {
        (9..=17).contains(&(a - b)) && a % 2 == 0
    });
    let lists = || domain::words(0..2_u8, 0..=4);
    let words = "the length of a + the length of b is at least 6";
    let pairs = domain::of((lists(), lists()));
    assert_where(pairs, words, |(a, b)| a.len() + b.len() > 5);
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
        |_| false,
        |text| text.parse::<i128>().is_ok_and(|n| n >= 356),
    );
    assert!(!large.text.contains("the value of"), "{}", large.text);
    texts.extend(["", "-", "x1", "+"].map(str::to_owned));
    assert_where(domain::given(texts), "the text is a number", |text| {
        text.contains(|letter: char| letter.is_ascii_digit()) && text != "x1"
    });
    let ends = (0..60).flat_map(|n| [i128::MAX - n, i128::MIN + n, n - 30]);
    let ends = domain::given(ends.collect::<Vec<_>>());
    let words = "a + b is at least 37 and does not overflow";
    assert_where(domain::of((ends.clone(), ends)), words, |(a, b)| {
        a.checked_add(*b).is_some_and(|sum| sum >= 37)
    });
    let float = |n: i32| if n == 401 { -0.0 } else { f64::from(n) / 8.0 };
    let floats = domain::range(-400..=401).map(float);
    assert_where(floats.clone(), "x is at least 0.0", |&x| x >= 0.0);
    let words = "x is at least -3.0 and is at most 0.0";
    assert_where(floats, words, |x| (-3.0..=0.0).contains(x));
}

/// Their ends, kinds of characters, and what two have in common.
#[test]
fn rules_speak_of_texts() {
    let lines = || domain::words("a1 \t\n", 0..=5).map(String::from_iter);
    let words = "the last character of the text is a space or a tab, or where a space or a tab is directly before '\\n' in the text";
    assert_where(lines(), words, |text: &String| {
        text.lines().any(|line| line.ends_with([' ', '\t']))
    });
    let words =
        "the first character of the text is '1' and '\\n' is directly before '1' in the text";
    assert_where(lines(), words, |text: &String| {
        text.starts_with(char::is_numeric) && text.contains("\n1")
    });
    let texts: Inputs<String> = domain::words("ab", 0..=4).map(String::from_iter);
    let pairs = || domain::of((texts.clone(), texts.clone()));
    let words = "the length of the common beginning of a and b is at least 3";
    assert_where(pairs(), words, |(a, b)| {
        let common = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b);
        common.count() >= 3
    });
    assert_where(pairs(), "a begins with b", |(a, b)| a.starts_with(&**b));
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
    let expected = r"the last byte of the text is '\n'";
    let lines = domain::words(b"a1\n", 0..=4);
    assert_where(lines, expected, |line| line.ends_with(b"\n"));
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
    let words = "the last item of the list is true";
    assert_where(lists(), words, |list| list.last() == Some(&true));
    let words = "the first item of the list is false";
    assert_where(lists(), words, |list| list.first() == Some(&false));
}

/// What an answer makes of the right one.
#[test]
fn changes_speak_of_texts_and_lists() {
    let texts = domain::words(["Ab", " ", "a", "B"], 1..=3).map(|parts| parts.concat());
    let says = |words: &str, change: fn(&String) -> String| {
        let fault = told(texts.clone(), String::clone, change);
        assert_eq!(fault.change.as_deref(), Some(words));
    };
    says("the right answer in reverse order", |text| {
        text.chars().rev().collect()
    });
    says("the right answer without its first character", |text| {
        text[1..].to_owned()
    });
    says("the right answer without spaces at its ends", |text| {
        text.trim().to_owned()
    });
    says("the right answer in another case", |text| {
        text.to_uppercase()
    });
    says("the right answer in another order", |text| {
        let letters: BTreeSet<(char, usize)> = text.chars().zip(0..).collect();
        letters.into_iter().map(|(letter, _)| letter).collect()
    });
    let longer = told(texts.clone(), String::clone, |text| format!("B{text}"));
    assert_eq!(longer.change, None, "the same letters, and one more");
    let lists = |words: &str, change: fn(&Vec<u8>) -> Vec<u8>| {
        let lists = domain::words(0..=3_u8, 1..=4);
        let said = told(lists, Vec::clone, change).change;
        assert_has(&said.expect("a change"), [words]);
    };
    lists("without its last item", |list| {
        list[..list.len() - 1].to_vec()
    });
    lists("without repetitions", |list| {
        let mut left: BTreeSet<u8> = list.iter().copied().collect();
        list.iter()
            .copied()
            .filter(|item| left.remove(item))
            .collect()
    });
    lists("without one item", |list| {
        let middle = list.len() / 2;
        [&list[..middle], &list[middle + 1..]].concat()
    });
    lists("the beginning of", |list| list[..list.len() / 2].to_vec());
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

    let numbers = domain::of((domain::range(0..=9_u8), domain::range(0..=9_u8)));
    let version = |(major, minor)| Version { major, minor };
    let unnamed = numbers.clone().map(version);
    let named = numbers.parts(["major", "minor"]).map(version);
    let nested = domain::of((named.clone(), domain::all::<bool>())).parts(["base", "is open"]);
    let squares = domain::range(0..100_u32).map(|n| n * n);
    for (fault, how_many, place) in [
        (
            told(named, Version::number, |v| v.number() + v.is_wrong()),
            "wrong is wrong on 7 of 100 inputs.",
            "It is wrong exactly where major is at least 3 and minor is 7.",
        ),
        (
            told(unnamed, Version::number, |v| v.number() + v.is_wrong()),
            "wrong is wrong on 7 of 100 inputs.",
            "It is wrong exactly where a before `map` is at least 3 and b before `map` is 7.",
        ),
        (
            told(
                nested,
                |(v, _)| v.number(),
                |(v, is_open)| v.number() + v.is_wrong() * u32::from(*is_open),
            ),
            "wrong is wrong on 7 of 200 inputs (base, is open).",
            "It is wrong exactly where base.major is at least 3, base.minor is 7, and is open is true.",
        ),
        (
            told(squares, |_| 0, |n| u32::from(n.isqrt() % 5 == 2)),
            "wrong is wrong on 20 of 100 inputs.",
            "It is wrong exactly where n before `map` is 2 more than a multiple of 5.",
        ),
    ] {
        let lines: Vec<&str> = fault.text.lines().step_by(2).take(2).collect();
        assert_eq!(lines, [how_many, place]);
    }
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
    let how = halves.how.iter().map(|how| (&*how.mistake, how.answers));
    let none = [("gives Some instead of None", 50)];
    let some = [("gives None instead of Some", 25)];
    assert_eq!(how.collect::<Vec<_>>(), [none, some].concat());
}

/// Of structs, their options, lists and variants.
#[test]
fn rules_speak_of_fields() {
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
    let says = |words: &str, is_wrong: fn(&Drawing) -> bool| {
        let check = CrossCheck::new("drawings", domain::given(drawings.clone()))
            .fields()
            .truth("right", |_| false)
            .solver("wrong", is_wrong);
        assert_eq!(one_fault(&check, ALL).explanation, wrong_where(words));
    };
    says(
        "shape.Circle.radius is at least 20",
        |drawing| matches!(drawing.shape, Shape::Circle { radius } if radius >= 20),
    );
    says("the length of title is 2", |drawing| drawing.title == "xx");
    says("layer is None", |drawing| drawing.layer.is_none());
    says("opacity is at least 2.5", |drawing| drawing.opacity >= 2.5);
    says("the length of dashes is at least 4", |drawing| {
        drawing.dashes.len() >= 4
    });
}

/// A field says more than the part that it was made from, whose name says once that it was mapped.
#[test]
fn fields_are_preferred_to_what_was_mapped() {
    #[derive(Clone, Debug, Serialize)]
    struct Version {
        major: u8,
        rc: Option<bool>,
    }

    #[derive(Clone, Debug, Serialize)]
    struct Question {
        version: Version,
        bound: Version,
    }

    let versions = || {
        let parts = domain::of((domain::range(0..=9_u8), domain::all::<Option<bool>>()));
        parts.map(|(major, rc)| Version { major, rc })
    };
    let questions =
        domain::of((versions(), versions())).map(|(version, bound)| Question { version, bound });
    let check = CrossCheck::new("questions", questions)
        .truth("right", |_| false)
        .solver("rc", |one| one.version.rc.is_some())
        .solver("less", |one| {
            one.bound.major < 4 && one.version.rc.is_none()
        });
    let assert_rules = |check: &CrossCheck<_, _>, rules: [&str; 2]| {
        let faults = explained(check, ALL).faults.into_iter();
        let told: Vec<_> = faults.map(|fault| fault.explanation).collect();
        assert_eq!(told, rules.map(wrong_where));
    };
    let rules = [
        "version.rc is not None",
        "bound.major is at most 3 and version.rc is None",
    ];
    assert_rules(&check.clone().fields(), rules);
    let rules = [
        "a.b before `map` is not None",
        "a.b before `map` is None and b.a before `map` is at most 3",
    ];
    assert_rules(&check, rules);
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
    let texts = below(500).map(|n| (n * 7).to_string()).map(Wrapped);
    let names: Vec<String> = texts.features().iter().map(Feature::name).collect();
    let distinct: BTreeSet<&String> = names.iter().collect();
    assert_eq!(distinct.len(), names.len(), "{names:?}");
    assert!(!names.concat().contains("`map` before"), "{names:?}");
    let words = "the length of the input before `map` is 2";
    assert_where(texts, words, |text| text.0.len() == 2);
    let pairs = domain::of((below(30).map(Wrapped), below(30).map(Wrapped))).map(Wrapped);
    let names: Vec<_> = pairs.features().iter().map(Feature::name).collect();
    assert_eq!(names, ["a before `map`", "b before `map`", "{}"]);
    let words = "a before `map` is less than b before `map`";
    assert_where(pairs, words, |Wrapped((a, b))| a.0 < b.0);
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
    let expected = "down's answer there differs from up's answer only in b.";
    assert_lines(&one_fault(&two, ALL), [expected]);
    let named = two.truth("truth", |&n| (n, n.div_ceil(2)));
    let named = named.mistakes(|_, _, _| "is not exact".into());
    assert_eq!(one_fault(&named, ALL).differs_in, [""; 0]);
}

/// Of structs as well, with their options, lists and variants.
#[test]
fn reports_say_in_which_fields_answers_differ() {
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
    let differs = |parts: &str, spoil: fn(&mut Size, u32)| {
        let check = CrossCheck::new("sizes", below(300))
            .answer_fields()
            .truth("truth", move |&n| (size(n), true))
            .equality(|one, other| format!("{one:?}") == format!("{other:?}"))
            .solver("wrong", move |&n| {
                let mut size = size(n);
                spoil(&mut size, n);
                (size, true)
            });
        assert_eq!(one_fault(&check, ALL).differs_in.join(" "), parts);
    };
    differs("a.width", |size, _| size.width = None);
    differs("a.width", |size, n| size.width = Some(n / 100));
    differs("a.holes", |size, n| {
        size.holes.extend((n > 20).then_some(n));
    });
    differs("a.unit.Other.factor", |size, n| {
        if let Unit::Other { factor, .. } = &mut size.unit {
            *factor += f64::from(n);
        }
    });
    differs("a.unit a.width", |size, n| {
        size.unit = Unit::Metre;
        size.width = size.width.filter(|_| n < 200);
    });
    differs("a.height", |size, _| size.height = -0.0);
    differs("a.height", |size, n| {
        size.height = if n % 3 == 1 { f64::NAN } else { 0.0 };
    });
    differs("", |size, n| size.secret += n);
    differs("a", |size, n| {
        *size = Size {
            unit: Unit::Metre,
            height: 1.0,
            width: Some(n + 1),
            holes: vec![0; 7],
            secret: 0,
        }
    });
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

/// It says nothing of the cause.
#[test]
fn what_nearly_all_have_in_common_is_not_told() {
    let is_scattered = |n: u32| mixed(n.into()).is_multiple_of(128);
    for (least, is_told) in [(5_000, true), (2_000, false)] {
        let wrong = move |&n: &u32| n >= least && is_scattered(n);
        let in_common = told(below(10_000), |_| false, wrong).in_common;
        assert_eq!(in_common.is_some(), is_told, "{in_common:?}");
    }
}

/// A wrong formula may be right by chance. Up to four such inputs are named, although the rule is not exact.
#[test]
fn the_few_right_inputs_that_have_it_in_common_are_named() {
    let says = |chances: &'static [u32], words: &str| {
        let wrong = move |n: &u32| n.is_multiple_of(100) && !chances.contains(n);
        assert_lines(&told(below(20_000), |_| false, wrong), [words]);
    };
    let chances = &[500, 700, 12_000, 12_300, 12_400];
    let words = "On all of them, n is divisible by 100; this also holds on 4 of the 19,804 others: 500, 700, 12000, and 12300.";
    says(&chances[..4], words);
    let words = "On all of them, n is divisible by 100; this also holds on 5 of the 19,805 others.";
    says(chances, words);
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
    assert_has(&fault.text, [said]);
}
