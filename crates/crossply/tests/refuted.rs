//! Sentences and numbers that are not so: each check here once made a report print one. A report says the true thing, or nothing.

use crossply::{CrossCheck, domain};

use super::{ALL, report, results};

/// NaN is not equal to itself. Infinity is told from itself by a tolerance.
#[test]
fn answers_that_are_unequal_to_themselves_are_the_same() {
    let floats = || domain::range(0..=u16::MAX).map(|n| f32::from_bits(u32::from(n) << 16));
    let floor = CrossCheck::new("floor", floats())
        .truth("library", |x| x.floor())
        .solver("some", |x| x.floor())
        .solver("others", |x| x.floor());
    let negative = domain::range(-99..0).map(f64::from);
    let roots = CrossCheck::new("roots", negative)
        .solver("sqrt", |x| x.sqrt())
        .solver("powf", |x| x.powf(0.5));
    let near = |a: &f32, b: &f32| (a - b).abs() < 1.0;
    let opposite = CrossCheck::new("negation", floats())
        .equality(near)
        .solver("minus", |x| -x)
        .solver("difference", |x| 0.0 - x);
    let all = [
        results(&floor, ALL, 0),
        results(&floor.equality(near), ALL, 0),
    ];
    let others = [results(&roots, ALL, 0), results(&opposite, ALL, 0)];
    for checked in all.into_iter().chain(others) {
        assert!(checked.agree, "{}", report(&checked));
    }
    let unlike = CrossCheck::new("identity", floats())
        .equality(near)
        .solver("same", |x| *x)
        .solver("infinite", |x| if x.is_nan() { f32::INFINITY } else { *x })
        .solver("finite", |x| if x.is_nan() { 0.0 } else { *x })
        .solver("opposite", |x| if x.is_infinite() { -x } else { *x });
    let checked = results(&unlike, ALL, 0);
    assert_eq!(
        checked.scope.counts.disagreements,
        256,
        "{}",
        report(&checked)
    );
}
