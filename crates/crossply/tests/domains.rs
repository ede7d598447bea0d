//! A domain is what it says: its edges are those of the type, and no input gets the number of another.

use std::collections::HashSet;
use std::fmt::Debug;
use std::num::NonZero;

use crossply::domain::{all, range, words};
use crossply::{Domain, Inputs};

use crate::refused::Faulty;
use crate::same;

/// The edges of a domain, as text.
fn edges<I: Clone + Debug + Send + 'static>(domain: &Inputs<I>) -> HashSet<String> {
    let numbers = domain.edges();
    let shown = |&number: &u128| format!("{:?}", domain.input(number));
    numbers.iter().map(shown).collect()
}

#[test]
fn the_edges_are_those_of_the_type() {
    let chained = range(0..=9_u32).chain(range(500..=900));
    let floats = "0.0; -0.0; 1.0; -1.0; inf; -inf; NaN";
    for (edges, expected) in [
        (
            edges(&all::<i8>()),
            "-128; -127; -1; 0; 1; 126; 127; -64; 10",
        ),
        (
            edges(&all::<u64>()),
            "0; 18446744073709551615; 4294967296; 999",
        ),
        (
            edges(&range(-5..=300_i32)),
            "-5; -4; 299; 300; 255; 256; 257",
        ),
        (edges(&all::<f32>().map(f64::from)), floats),
        (edges(&all::<f64>()), floats),
        (
            edges(&all::<char>()),
            r"'\0'; '\u{7f}'; '\u{80}'; '\u{10ffff}'",
        ),
        (edges(&all::<Option<u8>>()), "None; Some(0); Some(255)"),
        (edges(&all::<NonZero<i8>>()), "-128; -1; 1; 127"),
        (
            edges(&all::<(i8, bool)>()),
            "(-128, false); (127, true); (0, false)",
        ),
        (edges(&all::<[u8; 3]>()), "[0, 0, 0]; [255, 255, 255]"),
        (
            edges(&all::<[u8; 15]>()),
            "[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]; [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]",
        ),
        (edges(&chained), "0; 9; 500; 900"),
        (edges(&words("ab", 0..=3)), "[]; ['b', 'b', 'b']"),
    ] {
        for edge in expected.split("; ") {
            assert!(edges.contains(edge), "{edge} is none of {edges:?}");
        }
        if expected == floats {
            let negative = edges.iter().filter(|edge| edge.starts_with('-')).count();
            assert!(negative * 3 > edges.len(), "{negative} of {}", edges.len());
        }
    }
}

/// Too few inputs are tested before a run to find such a fault, so a number that is not the input's names nothing.
#[test]
fn an_input_is_not_shown_with_the_number_of_another() {
    let faulty = Faulty(|_| false, |n| if n == 55_555 { 7 } else { n.into() });
    let check = same(faulty).solver("c", |&n| n + u32::from(n == 55_555));
    let report = check.judge(&55_555).expect_err("c is wrong").to_string();
    let said = "same: the solvers disagree on this input\n\n    55555\n";
    assert!(report.starts_with(said), "{report}");
}
