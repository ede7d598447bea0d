//! What rules and changes can speak of: a row for each kind. Whether they are so is for the judge in `truth`.

use std::collections::BTreeSet;
use std::fmt::{self, Debug};

use crossply::{CrossCheck, Domain, Explanation, Feature, Inputs, domain};
use serde::Serialize;

use super::explained::{one_fault, told, wrong_where};
use super::{ALL, below};

/// Asserts where a function is wrong that answers 1 in the place of 0 on some inputs.
#[track_caller]
fn assert_where<I: Clone + Debug + Send + 'static>(
    inputs: Inputs<I>,
    words: &str,
    is_wrong: impl Fn(&I) -> bool + Send + Sync + 'static,
) {
    let fault = told(inputs, |_| 0, move |input| u32::from(is_wrong(input)));
    assert_eq!(fault.explanation, wrong_where(words));
}

/// Asserts which change makes all wrong answers of the right ones, which are the inputs.
#[track_caller]
fn assert_change<A>(answers: Inputs<A>, words: &str, change: fn(&A) -> A)
where
    A: Clone + PartialEq + Debug + Send + 'static,
{
    let fault = told(answers, A::clone, change);
    assert_eq!(fault.change.as_deref(), Some(words), "{}", fault.text);
}

/// A value of which rules can say nothing.
#[derive(Clone, Debug)]
struct Wrapped<T>(T);

/// What `Debug` shows of it is the whole value.
#[derive(Clone, PartialEq)]
struct Shown(&'static str);

impl Debug for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

#[test]
fn rules_speak_of_numbers() {
    // An absolute value says more than two bounds.
    let signed = domain::range(-2000..=2000_i32);
    assert_where(signed, "|n| is at most 99", |n| n.abs() < 100);
    let wide = domain::range(0..200_u64).map(|n| (1_u128 << 127) - 100 + u128::from(n));
    assert_where(wide, "n is at least 2^127", |&n| (n as i128) < 0);
    let floats = domain::range(-2_000..=2_000_i32).map(|n| f64::from(n) + 0.5);
    let words = "the number of digits of the integer part of x is even";
    assert_where(floats, words, |x| {
        x.abs().trunc().to_string().len().is_multiple_of(2)
    });
}

/// A run of two million inputs is sampled. A bound is exact all the same: it comes from the last wrong input, from the ends of
/// runs of wrong inputs, or from a round number nearby.
#[test]
fn bounds_are_exact_in_large_runs() {
    let numbers = domain::range(0..=0x001f_ffff_u32);
    let words = "n is at least 5 and is at most 234566, or where n is at least 1000003 and is at most 1999999";
    assert_where(numbers, words, |n| {
        (5..234_567).contains(n) || (1_000_003..2_000_000).contains(n)
    });
    let scattered = |n: u32| n.wrapping_mul(0x9e37_79b1) & 0x000f_ffff;
    let floats = domain::range(0..=0x000f_ffff_u32)
        .map(move |n| f32::from_bits(4.0_f32.to_bits() + scattered(n)));
    let words = "x is at least 4.2 and is less than 4.375";
    assert_where(floats, words, |x| (4.2..4.375).contains(x));
}

#[test]
fn rules_speak_of_two_values() {
    let pairs = || domain::of((domain::range(-60..=60_i32), domain::range(-60..=60_i32)));
    assert_where(pairs(), "|a - b| is at least 26", |(a, b)| {
        a.abs_diff(*b) > 25
    });
    let words = "a is even, a - b is at least 9, and a - b is at most 17";
    assert_where(pairs(), words, |(a, b)| {
        (9..=17).contains(&(a - b)) && a % 2 == 0
    });
    let ends = (0..60).flat_map(|n| [i128::MAX - n, i128::MIN + n, n - 30]);
    let ends = domain::given(ends.collect::<Vec<_>>());
    let words = "a + b is at least 37 and does not overflow";
    assert_where(domain::of((ends.clone(), ends)), words, |(a, b)| {
        a.checked_add(*b).is_some_and(|sum| sum >= 37)
    });
    let lists = || domain::words(0..2_u8, 0..=4);
    let words = "the length of a + the length of b is at least 6";
    let pairs = domain::of((lists(), lists()));
    assert_where(pairs, words, |(a, b)| a.len() + b.len() > 5);
    let texts: Inputs<String> = domain::words("ab", 0..=4).map(String::from_iter);
    let pairs = domain::of((texts.clone(), texts));
    assert_where(pairs.clone(), "a begins with b", |(a, b)| {
        a.starts_with(&**b)
    });
    let words = "the length of the common beginning of a and b is at least 3";
    assert_where(pairs, words, |(a, b)| {
        let common = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b);
        common.count() >= 3
    });
}

/// What is not in the type of an input, or takes more than 128 bits, is computed exactly, or has no value.
#[test]
fn no_rule_forgets_what_is_too_large() {
    let digits = "9".repeat(40);
    let texts = (0..500).map(|n| n.to_string());
    let texts = texts.chain((0..300).map(|n| format!("{digits}{n}")));
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
    let mut all: Vec<i128> = (2..126).map(|exponent| (1 << exponent) - 1).collect();
    all.extend([i128::MAX, i128::MIN, i128::MIN + 1, 4, 5, 6, 8, 9, 10, 11]);
    let is_wrong = |&n: &i128| n > 2 && n < i128::MAX && n & (n + 1) == 0;
    let fault = told(domain::given(all), |_| false, is_wrong);
    let in_common = fault.in_common.expect("a remainder").conditions;
    let expected = "n is 3 more than a multiple of 4 and is not 2^127 - 1";
    assert_eq!(in_common, expected, "{}", fault.text);
}

#[test]
fn rules_speak_of_texts_and_lists() {
    let lines = domain::words("a1 \t\n", 0..=5).map(String::from_iter);
    let words = "the last character of the text is a space or a tab, or where a space or a tab is directly before '\\n' in the text";
    assert_where(lines, words, |text: &String| {
        text.lines().any(|line| line.ends_with([' ', '\t']))
    });
    // A case is not only about the inputs beside those from which its search begins: "0868" is far from "868".
    let texts = domain::words("0123456789", 0..=4).map(String::from_iter);
    let ranges = [(356, 511), (612, 767), (868, 999)];
    let cases = ranges.map(|(least, most)| {
        format!("the value of the text is at least {least} and is at most {most}")
    });
    assert_where(texts, &cases.join(", or where "), move |text: &String| {
        let value = text.parse().unwrap_or(0);
        ranges
            .iter()
            .any(|(least, most)| (*least..=*most).contains(&value))
    });
    let lists = domain::words([false, true], 0..=4);
    let words = "the last item of the list is true";
    assert_where(lists, words, |list| list.last() == Some(&true));
    let words = "the least item of the list is at least 5";
    assert_where(domain::words([1_u8, 2, 5, 9], 0..=5), words, |list| {
        !list.is_empty() && list.iter().all(|n| *n >= 5)
    });
}

#[test]
fn bytes_that_are_text_show_as_text() {
    let numbers = domain::words([0, 9, 255], 0..=2);
    let several = domain::of([numbers, domain::words([9_u8, 97], 0..=1)]);
    assert_eq!(several.show(&[vec![9], vec![97]]), "[[9], [97]]");
    let alone = domain::of((domain::words(b"\t'", 0..=2),));
    assert_eq!(alone.show(&(vec![9, 39],)), r#"(b"\t'",)"#);
}

/// An operation on a map, by a key, with a value or without.
#[derive(Clone, Debug, PartialEq)]
enum Call {
    Put(&'static str, u8),
    Delete(&'static str),
    Clear,
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
    assert_where(all, words, move |word| {
        let mut pairs = (0..word.len()).flat_map(|n| (0..n).map(move |earlier| (earlier, n)));
        pairs.any(|(a, b)| is_pair(&word[a], &word[b], &word[a + 1..b]))
    });
}

/// By the order of operations, by their variants, and by the key that some of them share. The simplest lists that go wrong
/// are made as general as right lists allow.
#[test]
fn rules_speak_of_sequences() {
    use Call::{Clear, Delete, Put};
    let puts = [Put("a", 1), Put("ab", 2), Put("b", 3)];
    let others = [Delete("a"), Delete("ab"), Delete("b"), Clear];
    let calls = [&puts[..], &others].concat();
    let any = |words: &str, is_wrong: fn(&Vec<Call>) -> bool| {
        assert_where(domain::words(calls.clone(), 0..=5), words, is_wrong);
    };
    any("Delete(_) occurs in the list", |calls| {
        calls.iter().any(|call| matches!(call, Delete(_)))
    });
    any("the last item of the list is not Delete(_)", |calls| {
        matches!(calls.last(), Some(Put(..) | Clear))
    });
    let pair = |words: &str, is_pair| assert_pair(&calls, words, is_pair);
    let words = "Delete(_) is directly before Clear in the list";
    pair(words, |a, b, between| {
        matches!((a, b, between), (Delete(_), Clear, []))
    });
    let words = "the list has [Clear, Delete(\"a\"), Clear] in a row";
    pair(words, |a, b, between| {
        matches!((a, between, b), (Clear, [Delete("a")], Clear))
    });
    let words = "for some k, Delete(k) occurs at least twice in the list";
    pair(words, |a, b, _| matches!(a, Delete(_)) && a == b);
    let words = "for some k, the list has the subsequence [Put(k, _), Delete(k), Put(k, _)]";
    pair(words, |a, b, between| match (a, b) {
        (Put(key, _), Put(other, _)) => key == other && between.contains(&Delete(key)),
        _ => false,
    });
    let words = "for some different k and m, Put(k, _) is before Delete(m) in the list, or where Delete(\"b\") is before Clear in the list";
    pair(words, |a, b, _| match (a, b) {
        (Put(key, _), Delete(deleted)) => key != deleted,
        pair => pair == (&Delete("b"), &Clear),
    });
}

/// Operations that look like patterns are not part of one, and those of one name with other arguments are others.
#[test]
fn patterns_have_no_unclear_letters() {
    for letters in [
        ["A(k)", "B(1)", "B(2)"],
        ["start", "B(1)", "B(2)"],
        ["A { key: 3, .. }", "B(1)", "B(2)"],
        ["A(_)", "B(1)", "B(2)"],
        ["A, B", "B(1)", "B(2)"],
        ["A { val: 1 }", "A { key: 1, val: 2 }", "B { key: 1 }"],
    ] {
        let is_b = |letter: &Shown| letter.0.starts_with('B');
        let fault = told(
            domain::words(letters.map(Shown), 0..=5),
            |_| false,
            move |word| word.iter().skip_while(|one| is_b(one)).any(is_b),
        );
        let Explanation::WrongWhere(words) = fault.explanation else {
            panic!("{}", fault.text);
        };
        let has = ["[", "subsequence", "for some"].map(|part| words.contains(part));
        assert_eq!(has, [false; 3], "{words}");
    }
}

#[test]
fn changes_speak_of_texts_and_lists() {
    let texts = domain::words(["Ab", " ", "a", "B"], 1..=3).map(|parts| parts.concat());
    let text = |change: &str, changed| {
        let words = format!("the right answer {change}");
        assert_change::<String>(texts.clone(), &words, changed);
    };
    text("in reverse order", |text| text.chars().rev().collect());
    text("without its first character", |text| text[1..].to_owned());
    text("without spaces at its ends", |text| text.trim().to_owned());
    text("in another case", |text| text.to_uppercase());
    text("in another order", |text| {
        let letters: BTreeSet<(char, usize)> = text.chars().zip(0..).collect();
        letters.into_iter().map(|(letter, _)| letter).collect()
    });
    let list = |words: &str, changed| {
        assert_change::<Vec<u8>>(domain::words(0..=3_u8, 1..=4), words, changed);
    };
    list("the beginning of the right answer", |list| {
        list[..list.len() / 2].to_vec()
    });
    list("the right answer without its last item", |list| {
        list[..list.len() - 1].to_vec()
    });
    list("the right answer without one item", |list| {
        let middle = list.len() / 2;
        [&list[..middle], &list[middle + 1..]].concat()
    });
    list("the right answer without repetitions", |list| {
        let first = (0..list.len()).filter(|&n| !list[..n].contains(&list[n]));
        first.map(|n| list[n]).collect()
    });
    let longer = told(texts, String::clone, |text| format!("B{text}"));
    assert_eq!(longer.change, None, "the same letters, and one more");
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
}

/// How an answer is shown, and that of another form, is no number.
#[test]
fn answers_are_what_they_are_and_not_what_is_shown_of_them() {
    #[derive(Clone, PartialEq)]
    struct Decimal(u32);

    impl Debug for Decimal {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "1.{:020}", self.0)
        }
    }

    let decimal = |n: &u32| Decimal(n + u32::from(n % 3 == 1));
    let result = |&n: &u32| if n % 3 == 1 { Err(n + 1) } else { Ok(n) };
    for fault in [
        told(below(999), |&n| Decimal(n), decimal),
        told(below(999), result, |&n| Ok(n)),
    ] {
        let expected = "wrong is wrong on 333 of 999 inputs.\n\
                        It is wrong exactly where n is 1 more than a multiple of 3.";
        assert_eq!(fault.text, expected);
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
enum Shape {
    Point,
    Circle { radius: u32, is_filled: bool },
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Drawing {
    shape: Shape,
    opacity: f64,
    layer: Option<u32>,
    dashes: Vec<u32>,
    #[serde(skip)]
    secret: u32,
}

impl Drawing {
    fn new(n: u32) -> Self {
        Drawing {
            shape: match n % 4 {
                0 => Shape::Point,
                _ => Shape::Circle {
                    radius: n / 9,
                    is_filled: n.is_multiple_of(7),
                },
            },
            opacity: 0.0,
            layer: (!n.is_multiple_of(3)).then_some(n),
            dashes: vec![n; n as usize % 6],
            secret: 0,
        }
    }
}

/// A field says more than the part that it was made from, and has the value that the user's function gives it.
#[test]
fn fields_are_preferred_to_what_was_mapped() {
    #[derive(Clone, Debug, Serialize)]
    struct Swapped {
        a: u8,
        b: u8,
    }

    let pairs = || domain::of((domain::range(0..=20_u8), domain::range(0..=20_u8)));
    let unnamed = pairs().map(|(a, b)| Swapped { a: b, b: a });
    let named = pairs()
        .parts(["a", "b"])
        .map(|(a, b)| Swapped { a: b, b: a });
    let words = "a before `map` is at least 7 and b before `map` is 3";
    let check = |inputs| {
        CrossCheck::new("swapped", inputs)
            .truth("right", |_| false)
            .solver("wrong", |one: &Swapped| one.a == 3 && one.b >= 7)
    };
    for (check, words) in [
        (check(named).fields(), "a is 3 and b is at least 7"),
        (
            check(unnamed.clone()).fields(),
            "a is 3 and b is at least 7",
        ),
        (check(unnamed), words),
    ] {
        assert_eq!(one_fault(&check, ALL).explanation, wrong_where(words));
    }
}

/// Of structs as well, with their options, lists and variants. Of what serde does not show, nothing is said.
#[test]
fn reports_say_in_which_fields_answers_differ() {
    let differs = |parts: &str, spoil: fn(&mut Drawing, u32)| {
        let check = CrossCheck::new("drawings", below(300))
            .answer_fields()
            .truth("truth", |&n| (Drawing::new(n), true))
            .equality(|one, other| format!("{one:?}") == format!("{other:?}"))
            .solver("wrong", move |&n| {
                let mut drawing = Drawing::new(n);
                spoil(&mut drawing, n);
                (drawing, true)
            });
        assert_eq!(one_fault(&check, ALL).differs_in.join(" "), parts);
    };
    differs("a.layer", |drawing, n| drawing.layer = Some(n / 100));
    differs("a.dashes", |drawing, n| {
        drawing.dashes.extend((n > 20).then_some(n));
    });
    differs("a.shape.Circle.radius", |drawing, n| {
        if let Shape::Circle { radius, .. } = &mut drawing.shape {
            *radius += n;
        }
    });
    differs("a.layer a.shape", |drawing, n| {
        drawing.shape = Shape::Point;
        drawing.layer = drawing.layer.filter(|_| n < 200);
    });
    differs("a.opacity", |drawing, n| {
        drawing.opacity = if n % 3 == 1 { f64::NAN } else { -0.0 };
    });
    differs("", |drawing, n| drawing.secret += n);
    differs("a", |drawing, n| {
        *drawing = Drawing {
            shape: Shape::Point,
            opacity: 1.0,
            layer: Some(n + 1),
            dashes: vec![0; 7],
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
