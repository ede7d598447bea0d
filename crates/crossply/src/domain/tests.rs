//! Every domain keeps the promises of the trait, and orders its inputs as documented.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::num::NonZero;

use rand::{Rng, RngExt};

use super::{Domain, Every, Inputs, all, drawn, given, of, permutations, range, subsets, words};
use crate::draw::{draw_spread, random};
use crate::failure::catch_panic;

/// Checks what the trait promises, on all inputs of a small domain and on some of a large one. `has_index` says whether
/// `index` is expected to return indices. If it does, no input occurs twice.
fn check<D: Domain + 'static>(domain: D, has_index: bool) {
    let domain = of(domain);
    let len = domain.len();
    let sections = domain.sections();
    let ends: Vec<u128> = sections.iter().map(|section| section.end).collect();
    assert!(ends.is_sorted_by(|end, next| end < next), "{sections:?}");
    assert!(ends.first() != Some(&0), "{sections:?}");
    assert!(ends.last().is_none_or(|end| *end == len), "{sections:?}");

    let edges = domain.edges();
    assert!(edges.len() <= 1 << 14 && edges.iter().all(|edge| *edge < len));

    for index in [0, 1, len / 3, len.saturating_sub(1)] {
        if index < len {
            let mut simpler = domain.simpler(index).into_iter();
            assert!(simpler.all(|simpler| simpler < index), "{index}");
        }
    }

    let cuts = (0..=64).map(|part| len / 64 * part).chain([len]);
    let around = |cut: u128| cut.saturating_sub(9)..cut.saturating_add(9).min(len);
    let mut blocks: Vec<_> = cuts.chain(ends).map(around).collect();
    blocks.extend([0..len.min(4096), len.saturating_sub(1000)..len]);
    blocks.extend([0..0, len..len]);
    for block in blocks {
        // `fill` keeps the inputs that are already there.
        let mut inputs = first(&domain, len.min(1));
        let start = inputs.len();
        domain.fill(block.clone(), &mut inputs);
        let count = (block.end - block.start) as usize;
        assert_eq!(inputs.len() - start, count, "{block:?}");
        for (index, input) in block.zip(&inputs[start..]) {
            let expected = format!("{:?}", domain.input(index));
            assert_eq!(format!("{input:?}"), expected, "index {index}");
            assert_eq!(domain.index(input), has_index.then_some(index), "{input:?}");
        }
    }
}

fn first<I: Clone + Debug + Send + 'static>(domain: &Inputs<I>, count: u128) -> Vec<I> {
    (0..count).map(|index| domain.input(index)).collect()
}

#[test]
fn all_bytes_are_drawn() {
    for len in 0..20 {
        let lists = drawn(move |random| {
            let mut bytes = vec![0; len];
            random.fill_bytes(&mut bytes);
            bytes
        });
        let lists = first(&lists, 9);
        assert!((0..len).all(|place| lists.iter().any(|bytes| bytes[place] != 0)));
    }
}

#[test]
fn integers_and_other_scalars() {
    fn every<T: Every>(len: u128) {
        assert_eq!(all::<T>().len(), len);
        check(all::<T>(), true);
    }
    every::<u8>(1 << 8);
    every::<u16>(1 << 16);
    every::<u32>(1 << 32);
    every::<u64>(1 << 64);
    every::<usize>(1 << 64);
    every::<i8>(1 << 8);
    every::<i16>(1 << 16);
    every::<i32>(1 << 32);
    every::<i64>(1 << 64);
    every::<isize>(1 << 64);
    every::<bool>(2);
    every::<char>(0x0011_0000 - 0x800);
    every::<f32>(1 << 32);
    every::<f64>(1 << 64);
    every::<Option<Option<i8>>>(258);
    every::<NonZero<u8>>(255);
    every::<NonZero<i64>>((1 << 64) - 1);
    let nonzero = first(&all::<NonZero<i8>>(), 4)
        .into_iter()
        .map(NonZero::get);
    assert!(nonzero.eq([-1, 1, -2, 2]));
    for (start, end) in (-4..=4).flat_map(|start| (-5..=5).map(move |end| (start, end))) {
        let domain = range(start..=end);
        check(domain.clone(), true);
        let mut values = first(&domain, domain.len());
        assert!(values.is_sorted_by_key(|value: &i8| (value.abs(), *value)));
        values.sort_unstable();
        assert!(values.into_iter().eq(start..=end));
    }
    check(range(i64::MIN..5), true);
    check(range(3..u64::MAX), true);
    check(range('\u{d000}'..'\u{f000}'), true);
}

#[test]
fn composed_domains() {
    check(words(["a", "b", "c"], 0..=7), true);
    check(words("αβ", 2..60), true);
    check(words([0; 0], 0..9), true);
    check(words(vec![7], ..=9), true);
    check(words(&b"xyz"[..], 4..4), true);
    check(words("ab", 0..=127), true);
    check(words(0..=255_u8, 0..=3).map(|word| word.len()), false);
    (0..7).for_each(|count| check(permutations(0..count), true));
    check(permutations(0..34), true);
    (0..10).for_each(|count| check(subsets(0..count), true));
    check(subsets(0..127), true);
    check(given([3, 1, 2]), true);
    check((range(0..3),), true);
    check((all::<u16>(), words("ab", 0..4)), true);
    check((words("ab", 0..4), range(0..5000), all::<bool>()), true);
    let letters = range('a'..='c');
    check((range(-1..2), given(["x"]), range(0..7), letters), true);
    check((range(0..0), all::<u64>(), all::<u64>()), true);
    check([(); 3].map(|()| range(-1..=2)), true);
    check([range(0..7000), range(0..2), range(0..1)], true);
    check::<[Inputs<u8>; 0]>([], true);
    check(all::<(bool, [i32; 2], char)>(), true);
    let chained = given([100]).named("given").chain(range(0..50));
    let chained = chained.chain(range(200..200));
    check(chained.clone().chain(range(-50..0).named("negative")), true);
    check((chained, range(0..9)), true);
}

#[test]
fn domains_that_are_drawn() {
    let text = || drawn(RngExt::random::<u64>);
    assert_eq!(text().len(), 1 << 64);
    let many = || of([all::<u64>(), all::<u64>(), all::<u64>()]);
    let chained = given([1_u64, 2]).named("one").chain(text());
    for domain in [
        text().map(|input| vec![input]),
        of((all::<bool>(), text())).map(|(_, input)| vec![input]),
        many().map(Vec::from),
        all::<Option<[u64; 3]>>().map(|option| option.map_or_else(Vec::new, Vec::from)),
        chained.clone().map(|input| vec![input]),
        many().named("many").map(Vec::from),
    ] {
        assert!(domain.is_drawn());
        check(domain.clone(), false);
        let mut inputs = first(&domain, 50);
        inputs.sort();
        inputs.dedup();
        assert!(inputs.len() > 25, "{inputs:?}");
    }
    check(many(), false);
    check((many(), text()), false);
    assert_eq!((many().len(), chained.input(10)), (u128::MAX, 2));
    assert_ne!(many().input(5)[0], many().input(5)[1]);
    let larger = of((all::<u64>(), range(1_u64..)));
    assert!(!larger.is_drawn() && larger.clone().chain(larger).is_drawn());
    assert_eq!(of((range(0..0), many())).len(), 0);
}

#[test]
fn the_order_is_as_documented() {
    assert_eq!(first(&all::<i64>(), 6), [0, -1, 1, -2, 2, -3]);
    assert_eq!(all::<i8>().input(255), -128);
    assert_eq!(first(&range(-5..=-2), 4), [-2, -3, -4, -5]);
    assert_eq!(first(&range(7_u8..), 2), [7, 8]);
    let floats = first(&all::<f32>(), 4).into_iter().map(f32::to_bits);
    assert!(floats.eq([0.0, -0.0, 2.0, -2.0].map(f32::to_bits)));
    let number = 0b1_1111_1111_1100;
    assert_eq!(all::<f64>().input(number).to_bits(), 1.5_f64.to_bits());
    let orders = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    assert_eq!(first(&permutations(0..3), 6), orders);
    let pairs = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
    assert_eq!(first(&subsets(0..4), 11)[5..], pairs);
    let texts = words("xy", 0..=2).map(String::from_iter);
    assert_eq!(first(&texts, 7), ["", "x", "y", "xx", "xy", "yx", "yy"]);
    let flags = [[false, false], [false, true], [true, false]];
    assert_eq!(first(&all::<[bool; 2]>(), 3), flags);
    let names = |domain: Inputs<i32>| {
        let sections = domain.sections().into_iter();
        sections.map(|section| (section.name, section.end))
    };
    let chained = range(0..3).chain(range(3..5).named("x"));
    assert!(names(chained).eq([(String::new(), 3), ("x".into(), 5)]));
    assert!(range(0..3).chain(range(3..5)).sections().is_empty());
}

#[test]
fn an_input_of_another_domain_has_no_index() {
    assert_eq!(range(0..9).index(&9).or(range(-3..4).index(&-4)), None);
    let words = words("ab", 1..3);
    assert_eq!(words.index(&vec![]).or(words.index(&vec!['c'])), None);
    for list in [vec![0, 0], vec![0, 3], vec![0, 1, 2, 2], vec![1, 0, 1]] {
        assert_eq!(permutations(0..3).index(&list), None, "{list:?}");
        assert_eq!(subsets(0..3).index(&list), None, "{list:?}");
    }
    assert_eq!(of((all::<bool>(), range(0..3))).index(&(true, 3)), None);
    assert_eq!(given([1]).chain(range(3..5)).index(&2), None);
}

#[test]
fn too_many_inputs_panic_with_a_message() {
    let letters = "words: the alphabet 0, 1 ... has more than 2,097,152 letters";
    let (orders, sets) = (
        "permutations: more than 34 items",
        "subsets: more than 127 items",
    );
    for (outcome, said) in [
        (
            catch_panic(|| drop(words("ab", 0..=128))),
            "words of up to 128 of 2 letters are too many for 128 bits: take words of up to 127 letters,",
        ),
        (catch_panic(|| drop(words("ab", 1..))), "need an upper end"),
        (catch_panic(|| drop(words(0..=u64::MAX, 0..=1))), letters),
        (catch_panic(|| drop(words(0..u64::MAX, 0..=1))), letters),
        (catch_panic(|| drop(words(all::<u64>(), 0..=1))), letters),
        (catch_panic(|| drop(permutations(0..35))), orders),
        (catch_panic(|| drop(permutations(0..u64::MAX))), orders),
        (catch_panic(|| drop(subsets(0..128))), sets),
        (catch_panic(|| drop(subsets(0..u64::MAX))), sets),
    ] {
        let failure = outcome.expect_err(said);
        assert!(failure.text.contains(said), "{failure:?}");
    }
}

#[cfg(feature = "proptest")]
#[test]
fn strategies() {
    use proptest::prelude::*;
    let even = super::strategy((0..1000_u32).prop_filter("odd", |number| number % 2 == 0));
    check(even.clone(), false);
    assert!(first(&even, 100).iter().all(|number| number % 2 == 0));
    let none = super::strategy(any::<u8>().prop_filter("all", |_| false));
    assert!(catch_panic(|| none.input(0)).is_err());
}

/// Draws indices from this one on.
fn spread<D: Domain>(domain: &D, start: u128, draws: u128) -> Vec<u128> {
    let mut random = random(1, 0);
    let range = start..domain.len();
    let mut draw = || draw_spread(&mut random, &range, |r| domain.spread(r, start));
    (0..draws).map(|_| draw()).collect()
}

#[test]
fn all_inputs_of_a_range_and_no_others_are_drawn() {
    fn all_drawn(domain: &impl Domain) {
        let range = domain.len() / 3..domain.len();
        let drawn = spread(domain, range.start, 20 * range.end);
        assert!(BTreeSet::from_iter(drawn).into_iter().eq(range));
    }
    all_drawn(&range(0..1));
    all_drawn(&range(0..300).map(|n| n / 2));
    all_drawn(&(range(0..5), range(0..40)));
    all_drawn(&[(); 8].map(|()| all::<bool>()));
    all_drawn(&(words("abc", 0..=4), words([0; 0], 0..=2), all::<bool>()));
}

/// Almost a quarter of the draws have a part with at most half of its bits.
#[test]
fn each_part_has_magnitudes() {
    let domain = all::<[u32; 3]>();
    let drawn = spread(&domain, 1 << 20, 10_000);
    for part in 0..3 {
        let is_short = |index: &&u128| domain.input(**index)[part] < 1 << 16;
        let few = drawn.iter().filter(is_short).count();
        assert!(few > drawn.len() / 5, "{few} of part {part}");
    }
}

/// Many words have each letter twice on average. Of uniform draws, almost none has, and almost all are of the greatest length.
#[test]
fn words_of_any_length_repeat_letters() {
    let domain = of((words(0..90_u8, 0..=12), all::<bool>())).map(|(word, _)| word);
    let mut repetitive = [0; 13];
    for index in spread(&domain, 1 << 10, 10_000) {
        let word = domain.input(index);
        let letters: BTreeSet<_> = word.iter().collect();
        repetitive[word.len()] += u32::from(2 * letters.len() <= word.len());
    }
    assert!(
        repetitive[12] > 500 && repetitive[3..].iter().all(|&n| n > 15),
        "{repetitive:?}"
    );
}
