//! A domain is what it says: its edges are those of the type, and maps and reports show the right inputs.

use std::collections::HashSet;
use std::fmt::Debug;
use std::num::NonZero;

use crossply::content::{Block, Map};
use crossply::report::{Detail, Presentation};
use crossply::{CrossCheck, Domain, Inputs, domain};

use crate::{ALL, explained, same};

/// The edges of a domain, as text.
fn edges<I: Clone + Debug + Send + 'static>(domain: &Inputs<I>) -> HashSet<String> {
    let numbers = domain.edges();
    numbers
        .iter()
        .map(|&number| format!("{:?}", domain.input(number)))
        .collect()
}

fn assert_edges<I: Clone + Debug + Send + 'static>(domain: &Inputs<I>, expected: &[&str]) {
    let edges = edges(domain);
    for edge in expected {
        assert!(edges.contains(*edge), "{edge} is none of {edges:?}");
    }
}

#[test]
fn the_edges_are_those_of_the_type() {
    assert_edges(
        &domain::all::<i8>(),
        &["-128", "-127", "-1", "0", "1", "126", "127", "-64", "10"],
    );
    assert_edges(
        &domain::all::<u64>(),
        &["0", "18446744073709551615", "4294967296", "999"],
    );
    assert_edges(
        &domain::range(-5..=300_i32),
        &["-5", "-4", "299", "300", "255", "256", "257"],
    );
    for floats in [
        edges(&domain::all::<f32>().map(f64::from)),
        edges(&domain::all::<f64>()),
    ] {
        for edge in ["0.0", "-0.0", "1.0", "-1.0", "inf", "-inf", "NaN"] {
            assert!(floats.contains(edge), "{edge} is none of {floats:?}");
        }
        let negative = floats.iter().filter(|edge| edge.starts_with('-')).count();
        assert!(
            negative * 3 > floats.len(),
            "{negative} of {}",
            floats.len()
        );
    }
    assert_edges(
        &domain::all::<char>(),
        &["'\\0'", "'\\u{7f}'", "'\\u{80}'", "'\\u{10ffff}'"],
    );
    assert_edges(
        &domain::all::<Option<u8>>(),
        &["None", "Some(0)", "Some(255)"],
    );
    assert_edges(&domain::all::<NonZero<i8>>(), &["-128", "-1", "1", "127"]);
    assert_edges(
        &domain::all::<(i8, bool)>(),
        &["(-128, false)", "(127, true)", "(0, false)"],
    );
    let chained = domain::range(0..=9_u32).chain(domain::range(500..=900));
    assert_edges(&chained, &["0", "9", "500", "900"]);
    assert_edges(&domain::words("ab", 0..=3), &["[]", "['b', 'b', 'b']"]);
}

/// The map of a function that is wrong about some inputs: the first and last input of each cell, and its counts.
fn cells<I: Clone + Debug + Send + 'static>(
    inputs: impl Domain<Input = I> + 'static,
    is_wrong: impl Fn(&I) -> bool + Send + Sync + 'static,
) -> Map {
    let check = CrossCheck::new("map", inputs).truth("right", |_| false);
    let checked = explained(&check.solver("mine", is_wrong), ALL);
    let blocks = checked.content(Detail::Everything, &Presentation::default());
    let map = blocks.into_iter().find_map(|block| match block {
        Block::Map(map) => Some(map),
        _ => None,
    });
    map.expect("wrong in some cells")
}

/// Asserts that the cell with this input holds all wrong inputs, and that all inputs are in some cell.
fn assert_cell(map: &Map, input: &str, [wrong, all]: [u64; 2]) {
    let mut marked = map
        .cells
        .iter()
        .zip(&map.columns.cells)
        .filter(|(cell, _)| cell[0] > 0);
    let (_, ends) = marked.clone().next().expect("one is wrong");
    assert!(ends.iter().any(|end| end == input), "{input}: {ends:?}");
    assert_eq!(marked.by_ref().map(|(cell, _)| cell[0]).sum::<u64>(), wrong);
    assert_eq!(map.cells.iter().map(|cell| cell[1]).sum::<u64>(), all);
}

#[test]
fn maps_show_the_inputs_of_composed_domains() {
    let option = cells(domain::all::<Option<u8>>(), |n| n.is_none_or(|n| n == 200));
    assert_cell(&option, "None", [2, 257]);
    let nonzero = cells(domain::all::<NonZero<i8>>(), |n| {
        [1, -1, 100].contains(&n.get())
    });
    assert_cell(&nonzero, "-1", [3, 255]);
    let chained = domain::range(0..=9_u32).chain(domain::range(500..=530));
    let chained = cells(chained, |&n| n == 500 || n == 3);
    assert_cell(&chained, "3", [2, 41]);
    let given = cells(domain::given(["x", "y", "z", "w"]), |text| {
        ["y", "w"].contains(text)
    });
    assert_cell(&given, "\"y\"", [2, 4]);
}

/// A domain that numbers 55,555 wrongly.
struct Faulty;

impl Domain for Faulty {
    type Input = u32;

    fn len(&self) -> u128 {
        100_000
    }

    fn input(&self, index: u128) -> u32 {
        index as u32
    }

    fn index(&self, input: &u32) -> Option<u128> {
        Some(if *input == 55_555 {
            7
        } else {
            u128::from(*input)
        })
    }
}

/// Too few inputs are tested before a run to find such a fault, so a number that is not the input's names nothing.
#[test]
fn an_input_is_not_shown_with_the_number_of_another() {
    let check = same(Faulty).solver("c", |&n| n + u32::from(n == 55_555));
    let report = check.judge(&55_555).expect_err("c is wrong").to_string();
    assert!(
        report.starts_with("same: the solvers disagree on this input\n\n    55555\n"),
        "{report}"
    );
}
