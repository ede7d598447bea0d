//! What was asked is what is said: the functions of a check note what they are asked for, and each number and sentence of the
//! report, and each wrong answer that it finds, is about exactly that.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Debug;
use std::mem;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use crossply::rand::RngExt;
use crossply::report::Checked;
use crossply::{Coverage, CrossCheck, Digest, Domain, Inputs, Limits, Oracles, domain};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::Config;

use crate::{
    ALL, assert_has, below, blamed, explained, failed, limits, mixed, part, report, results,
    timeless,
};

/// How often each number was asked for.
pub(crate) type Asked = BTreeMap<u128, u64>;

/// What some functions are asked for.
#[derive(Clone, Default)]
pub(crate) struct Notes(Arc<[Mutex<Vec<u128>>; 5]>);

const TRUTH: usize = 3;
const ONLY: usize = 4;

impl Notes {
    pub(crate) fn note(&self, who: usize, number: u128) {
        self.0[who].lock().expect("no panic").push(number);
    }

    /// What one of them was asked for since the last call.
    pub(crate) fn take(&self, who: usize) -> Asked {
        let mut asked = Asked::new();
        for number in mem::take(&mut *self.0[who].lock().expect("no panic")) {
            *asked.entry(number).or_default() += 1;
        }
        asked
    }
}

pub(crate) fn total(asked: &Asked) -> u64 {
    asked.values().sum()
}

/// What is known of a run: how often each input was compared, and how often each was left out.
pub(crate) struct Known<'a> {
    pub(crate) compared: &'a Asked,
    pub(crate) left_out: Option<u64>,
    pub(crate) counts: &'a dyn Fn(u128) -> bool,
    /// From how many inputs those are drawn that are compared.
    pub(crate) pool: u128,
}

impl Known<'_> {
    /// Asserts that each of these inputs was compared, unless it does not count.
    fn assert_all(&self, mut numbers: std::ops::Range<u128>, said: &str) {
        let missing = numbers.find(|n| (self.counts)(*n) && !self.compared.contains_key(n));
        assert_eq!(missing, None, "{said}");
    }

    /// Asserts that the sentence on what was compared is so. Returns it.
    pub(crate) fn assert_says(&self, checked: &Checked) -> String {
        let scope = &checked.scope;
        let compared = total(self.compared);
        assert_eq!(scope.counts.compared.total(), compared);
        if let Some(left_out) = self.left_out {
            assert_eq!(scope.counts.excluded.total(), left_out);
        }
        let report = report(checked);
        let Some((_, said)) = report.split_once(". Compared: ") else {
            assert_eq!(compared, 0, "{report}");
            return String::new();
        };
        let (said, _) = said.split_once(" s.").expect("a time");
        let (said, _) = said.rsplit_once(", in ").expect("a time");
        let (said, _) = said.split_once(" until ").unwrap_or((said, ""));
        let (tried, sections) = said.split_once(": all up to ").unwrap_or((said, ""));
        let tallied = self.tallied(checked, tried);
        let tried = compared + scope.counts.excluded.total();
        assert_eq!(tallied, tried.into(), "{said}");
        if !sections.is_empty() {
            self.assert_sections(checked, sections);
        }
        said.to_owned()
    }

    /// Asserts that words such as "the first 9 of 99 inputs, and 5 drawn at random" are so. Returns the sum.
    fn tallied(&self, checked: &Checked, said: &str) -> u128 {
        let len = checked.scope.inputs.map(|len| len.0);
        let mut tallied = 0;
        for piece in said.split(", ") {
            let numbers = piece.split(' ').map(|word| word.replace(',', "").parse());
            let numbers: Vec<u128> = numbers.flatten().collect();
            let Some(&number) = numbers.first() else {
                continue;
            };
            if piece.starts_with("of which ") {
                assert_eq!(number, total(self.compared).into(), "{said}");
                continue;
            }
            tallied += number;
            if piece.starts_with("all ") {
                assert_eq!(len, Some(number), "{said}");
                self.assert_all(0..number, said);
            } else if piece.contains("the first ") {
                self.assert_all(0..number, said);
            }
            if let Some(of) = numbers.get(1).filter(|_| !piece.contains("random (seed")) {
                let of_all = if piece.contains(" drawn ") {
                    Some(self.pool)
                } else {
                    len
                };
                assert_eq!(of_all, Some(*of), "{said}");
            }
        }
        tallied
    }

    /// Asserts that what the trusted answer confirmed is what it was asked for.
    fn assert_confirms(&self, checked: &Checked) {
        let confirmed = total(self.compared);
        assert_eq!(checked.scope.counts.confirmed.total(), confirmed);
        let report = report(checked);
        if let Some((_, said)) = report.split_once("Confirmed by right: the answers to ") {
            let (said, _) = said.split_once(".\n").expect(said);
            assert_eq!(self.tallied(checked, said), confirmed.into(), "{said}");
        }
    }

    /// All up to some section, and a sample of others up to the last of which something was compared.
    fn assert_sections(&self, checked: &Checked, said: &str) {
        let (said, _) = said.split_once(" (").unwrap_or((said, ""));
        let (whole, sampled) = said.split_once(", and a sample of ").expect(said);
        let last = sampled.split(" to ").last().expect("a section");
        let mut end = 0;
        let ends = checked.scope.sections.iter().map(|section| {
            end += section.inputs.0;
            (&*section.section, end)
        });
        let ends: HashMap<_, _> = ends.collect();
        self.assert_all(0..ends[whole], said);
        let greatest = *self.compared.keys().max().expect("one");
        assert!(greatest < ends[last] && greatest >= ends[whole], "{said}");
    }
}

/// These inputs as their numbers.
fn numbered<I: Clone + Debug + Send + 'static>(inputs: Inputs<I>) -> Inputs<u64> {
    let all = 0..inputs.len() as u64;
    let texts = all.map(|n| (format!("{:?}", inputs.input(n.into())), n));
    let texts: HashMap<String, u64> = texts.collect();
    inputs.map(move |input| texts[&format!("{input:?}")])
}

/// Domains of all kinds, and whether their inputs have numbers.
fn inputs(kind: usize, len: u64) -> Inputs<u64> {
    let range = |start, end, name: &str| domain::range(start..end).named(name);
    match kind {
        0 => domain::range(0..len),
        1 => range(0, len / 5, "few")
            .chain(range(len / 5, len / 2, "some"))
            .chain(range(len / 2, len, "many")),
        2 => numbered(domain::words("abc", 0..=4)),
        3 => numbered(domain::of((
            domain::range(0..=len / 8),
            domain::words("ab", 1..=2),
            domain::all::<bool>(),
        ))),
        4 => numbered(domain::permutations(0..5)),
        _ => domain::drawn(move |random| random.random_range(0..len)),
    }
}

proptest! {
    #![proptest_config(Config { cases: 120, failure_persistence: None, ..Config::default() })]

    #[test]
    fn what_was_asked_is_what_is_said(
        (kind, len, block) in (0..6_usize, 10..300_u64, 1..90_u64),
        coverage in select(vec![ALL, Coverage::Quick, Coverage::Drawn(9), Coverage::Drawn(140)]),
        (seed, left, of_eight) in (0..9_u64, any::<u32>(), select(vec![0, 0, 1, 4, 7, 8_u64])),
        slow in (any::<bool>(), any::<[Index; 3]>(), any::<[Index; 3]>()),
        (is_represented, has_truth) in any::<(bool, bool)>(),
        (shard, jobs) in (select(vec!["1/1", "1/1", "2/3"]), 1..4_usize),
        (who, asked, other) in (0..3_usize, any::<Index>(), any::<Index>()),
    ) {
        // Only in a larger domain, some inputs represent others.
        let is_large = is_represented && kind < 2 && coverage == Coverage::Quick;
        let len = if is_large { len + 10_000 } else { len };
        let is_drawn = kind == 5;
        let coverage = if is_drawn { Coverage::Drawn(len) } else { coverage };
        let domain = inputs(kind, len);
        let len = if is_drawn { len } else { domain.len() as u64 };
        let counts = move |n: u64| mixed(n + (u64::from(left) << 32)) % 8 >= of_eight;
        let notes = Notes::default();
        // The input with a wrong answer, and of which remainders no solver gives any.
        let [wrong, without] = [(); 2].map(|()| Arc::new(AtomicU64::new(u64::MAX)));
        let mut check = CrossCheck::new("noted", domain.clone()).block(block).sample(20).digests();
        let bounds = [slow.1, slow.2].map(|bounds| {
            let mut bounds = bounds.map(|bound| 1 + bound.index(len as usize) as u128);
            bounds.sort_unstable();
            limits(bounds[0], bounds[1], bounds[2])
        });
        let bounds = if slow.0 && !is_drawn { bounds } else { [Limits::NONE; 2] };
        let bounds = [Limits::NONE, bounds[0], bounds[1]];
        for (n, name) in ["first", "second", "third"].into_iter().enumerate() {
            let (notes, wrong, without) = (notes.clone(), Arc::clone(&wrong), Arc::clone(&without));
            check = check.solver(name, move |&input| {
                assert_ne!(input % 9, without.load(Relaxed));
                notes.note(n, input.into());
                u128::from(input) * 3 + u128::from(n == who && input == wrong.load(Relaxed))
            });
            check = check.limits(bounds[n]);
        }
        if of_eight > 0 {
            let notes = notes.clone();
            check = check.only("left", move |&n| {
                notes.note(ONLY, n.into());
                counts(n)
            });
        }
        if has_truth {
            let notes = notes.clone();
            check = check.truth("right", move |&n| {
                notes.note(TRUTH, n.into());
                u128::from(n) * 3
            });
        }
        if is_represented {
            check = check.representatives("one of three", |n| n % 3 == 1);
        }
        // Batches and relations would ask for more.
        let oracles = Oracles { truth: has_truth, relations: false };
        let plan = check.plan(coverage, seed).expect("a check").judged_by(oracles);
        let run = || {
            let results = check.results(&plan, part(shard, jobs));
            results.expect("no journal").checked
        };
        let checked = run();
        let by = [0, 1, 2].map(|n| notes.take(n));
        let mut compared = Asked::new();
        for (&n, &times) in by.iter().flatten() {
            let most = compared.entry(n).or_default();
            *most = times.max(*most);
        }
        let left_out = total(&notes.take(ONLY).into_iter().filter(|(n, _)| !counts(*n as u64)).collect());
        let known = Known {
            compared: &compared,
            left_out: Some(left_out),
            counts: &|n| counts(n as u64),
            pool: bounds[1].drawn.max(bounds[2].drawn).min(len.into()),
        };
        let said = known.assert_says(&checked);
        if coverage == ALL && shard == "1/1" && total(&compared) > 0 {
            prop_assert_eq!(said.starts_with("all "), known.pool == len.into());
            let first = format!("the first {} of ", known.pool);
            prop_assert!(said.starts_with("all ") || said.starts_with(&first), "{}", said);
        }
        let scope = &checked.scope;
        let confirmed = Known { compared: &notes.take(TRUTH), counts: &|_| true, ..known };
        confirmed.assert_confirms(&checked);
        // Each solver has its row, with what it answered of each section.
        let mut start = 0;
        for (place, section) in scope.sections.iter().enumerate() {
            let numbers = start..start + section.inputs.0;
            start = numbers.end;
            let distinct = by.each_ref().map(|by| if is_drawn { by.clone() } else {
                by.range(numbers.clone()).map(|(n, times)| (*n, *times)).collect()
            });
            for (by, solver) in distinct.iter().zip(&scope.counts.solvers) {
                let work = &solver.sections[place];
                prop_assert_eq!(work.answered.total(), total(by), "{}", said);
                prop_assert!(work.answered.in_order <= by.len() as u64);
                if work.answered.drawn == 0 {
                    let sum: Digest = by.keys().map(|&n| Digest::of(n as u64, &(n * 3))).sum();
                    prop_assert_eq!(work.digest, sum);
                }
            }
        }
        // What the coverage promises. Nobody is asked beyond a limit.
        for (by, bounds) in by.iter().zip(bounds) {
            prop_assert!(is_drawn || by.keys().all(|n| *n < bounds.drawn));
        }
        for n in (0..u128::from(len)).filter(|n| !is_drawn && shard == "1/1" && counts(*n as u64)) {
            let within = bounds.map(|bounds| match coverage {
                ALL => n < bounds.drawn,
                Coverage::Quick if is_represented && is_large && n % 3 == 1 => n < bounds.representatives,
                Coverage::Quick => n < bounds.all,
                Coverage::Drawn(_) => false,
            });
            let is_compared = within.iter().filter(|within| **within).count() > 1;
            for (within, by) in within.into_iter().zip(&by) {
                let times = by.get(&n).copied().unwrap_or_default();
                let promised = u64::from(within && is_compared);
                prop_assert!(times == promised || times > promised && coverage != ALL, "{}", n);
            }
        }
        if let Coverage::Drawn(draws) = coverage && known.pool == len.into() && shard == "1/1" {
            prop_assert_eq!(total(&compared) + left_out, if is_drawn { draws } else { draws.min(len) });
        }
        let of_all: Vec<u128> = by[who].keys().copied().collect();
        let is_empty = shard != "1/1" && (left_out > 0 || plan.inputs(part(shard, 1).shard) == 0);
        prop_assert_eq!(checked.agree, total(&compared) > 0 || is_empty);
        if of_all.is_empty() {
            return Ok(());
        }
        // An answer is found to be wrong if it is any that was asked for, and no other is.
        prop_assert_eq!(timeless(&run()), timeless(&checked));
        let n = *asked.get(&of_all);
        wrong.store(n as u64, Relaxed);
        let found = run();
        let times = by[who][&n];
        prop_assert!(!found.agree);
        prop_assert_eq!(found.scope.counts.disagreements, times);
        prop_assert!(!found.simplest.is_empty() && (is_drawn || found.simplest.len() == 1));
        for simplest in &found.simplest {
            prop_assert_eq!(&simplest.input, &n.to_string());
            prop_assert_eq!(domain.input(simplest.index.0), n as u64);
        }
        if has_truth {
            prop_assert_eq!(found.scope.counts.solvers[who].wrong, times);
            let text = found.faults[0].text.replace(',', "").replace("the first ", "");
            let all = total(&by[who]);
            let said = if all > times { format!(" is wrong on {times} of {all} ") } else { " is wrong on ".to_owned() };
            assert_has(&text, [&*said]);
        } else if by.iter().all(|by| by.get(&n) == Some(&times)) {
            prop_assert_eq!(found.scope.counts.solvers[who].alone, times);
        }
        wrong.store(u64::MAX, Relaxed);
        without.store(n as u64 % 9, Relaxed);
        let counts = run().scope.counts;
        let failing = |asked: &Asked| -> u64 {
            let failing = asked.iter().filter(|(one, _)| *one % 9 == n % 9);
            failing.map(|(_, times)| times).sum()
        };
        for (solver, by) in counts.solvers.iter().zip(&by) {
            prop_assert_eq!([solver.wrong, failed(solver)], [failing(by); 2]);
        }
        let alike: u64 = counts.alike.values().sum();
        prop_assert_eq!(alike, if has_truth { 0 } else { failing(&compared) });
        prop_assert_eq!(alike + counts.disagreements, failing(&compared));
        without.store(u64::MAX, Relaxed);
        let n = other.index(len as usize) as u64;
        if !by[who].contains_key(&n.into()) {
            wrong.store(n, Relaxed);
            prop_assert!(run().agree);
        }
    }
}

/// Numbers of fifteen bytes or eight, which are the inputs of this domain.
type Huge = (Inputs<u128>, usize);

fn huge() -> [Huge; 2] {
    let number = |bytes: [u8; 15]| bytes.iter().fold(0, |n, &byte| n << 8 | u128::from(byte));
    let fifteen = domain::all::<[u8; 15]>().map(number);
    [(fifteen, 15), (domain::all::<u64>().map(u128::from), 8)]
}

/// A check of such numbers, of which the relation notes those that were compared; and the input with a wrong answer.
fn of_huge(inputs: Inputs<u128>, notes: &Notes) -> (CrossCheck<u128, u128>, Arc<Mutex<u128>>) {
    let (wrong, notes) = (Arc::new(Mutex::new(u128::MAX)), notes.clone());
    let its = Arc::clone(&wrong);
    let check = CrossCheck::new("huge", inputs)
        .only("left", |n| n % 7 != 5)
        .stateful("wrong", move || {
            let wrong = *its.lock().expect("no panic");
            move |&n: &u128| n ^ u128::from(n == wrong)
        })
        .solver("right", |&n| n)
        .relation("is noted", move |&n, _| {
            notes.note(0, n);
            true
        });
    (check, wrong)
}

fn known_of_huge(compared: &Asked) -> Known<'_> {
    Known {
        compared,
        left_out: None,
        counts: &|n| n % 7 != 5,
        pool: u128::MAX,
    }
}

/// Asserts that what was noted has all edges and, beyond the first inputs, each value of each part; and that some of it can be
/// wrong.
fn assert_parts(domain: &Huge, checked: &Checked, compared: &Asked) {
    let (inputs, parts) = domain;
    let said = known_of_huge(compared).assert_says(checked);
    let counts = &checked.scope.counts;
    let first = u128::from(counts.compared.in_order + counts.excluded.in_order);
    let edges = inputs.edges();
    let beyond: BTreeSet<u128> = edges
        .iter()
        .copied()
        .filter(|edge| *edge >= first)
        .collect();
    let told = counts.compared.edges + counts.excluded.edges;
    assert_eq!(told, beyond.len() as u64, "{said}");
    let missing = |edge: &&u128| **edge % 7 != 5 && !compared.contains_key(edge);
    assert_eq!(edges.iter().find(missing), None, "{said}");
    let drawn = compared
        .keys()
        .copied()
        .filter(|n| *n >= first && !beyond.contains(n));
    let drawn: Vec<u128> = drawn.collect();
    for part in 0..*parts {
        let values: BTreeSet<u8> = drawn.iter().map(|n| (n >> (8 * part)) as u8).collect();
        assert!(values.len() > 250, "{} values of part {part}", values.len());
    }
    // Half of the draws are uniform, and the others by magnitude.
    let greatest_bit = 8 * parts - 1;
    let few = drawn.iter().filter(|n| **n >> (greatest_bit - 7) == 0);
    let large = drawn.iter().filter(|n| **n >> greatest_bit == 1);
    for share in [few.count(), large.count()] {
        let is_share = (drawn.len() / 20..drawn.len() / 2).contains(&share);
        assert!(is_share, "{share} of {}", drawn.len());
    }
}

#[test]
fn of_a_huge_domain_each_part_is_compared() {
    for domain in huge() {
        let notes = Notes::default();
        let (check, wrong) = of_huge(domain.0.clone(), &notes);
        let checked = results(&check, Coverage::Quick, 5);
        let compared = notes.take(0);
        assert_parts(&domain, &checked, &compared);
        let mut compared = compared.into_keys();
        let last = compared.next_back().expect("one");
        for (n, is_found) in [(last, true), ((1 << 20) - 1, true), (last - 7, false)] {
            *wrong.lock().expect("no panic") = n;
            let found = results(&check, Coverage::Quick, 5).scope.counts;
            assert_eq!(found.disagreements > 0, is_found, "{n}");
        }
    }
}

/// In a process whose environment says how much time there is. Whatever is compared, that is what is said.
pub(crate) fn assert_in_time() {
    for (inputs, _) in huge() {
        let notes = Notes::default();
        let (check, wrong) = of_huge(inputs, &notes);
        let checked = check.check_quickly().expect("a check");
        let compared = notes.take(0);
        known_of_huge(&compared).assert_says(&checked);
        *wrong.lock().expect("no panic") = 0;
        assert!(!check.check_quickly().expect("a check").agree);
    }
}

proptest! {
    #![proptest_config(Config { cases: 100, failure_persistence: None, ..Config::default() })]

    /// An answer that is wrong in any way breaks a relation for each input that it connects with this one.
    #[test]
    fn a_relation_is_broken_on_both_sides(
        (len, block, place) in (2..60_u32, 1..20_u64, any::<Index>()),
        (change, asks_before) in (select(vec![1, u32::MAX, 0]), any::<bool>()),
        (has_truth, are_two, is_mistaken) in any::<(bool, bool, bool)>(),
    ) {
        let wrong = place.index(len as usize + 1) as u32;
        let change = if is_mistaken { len } else { change };
        let solver = move |&n: &u32| {
            assert!(n != wrong || change != 0, "at {n}");
            n.wrapping_add(if n == wrong && !is_mistaken { change } else { 0 }).wrapping_add(9)
        };
        let other = move |n: u32| if asks_before { n.wrapping_sub(1) } else { n + 1 };
        let mut check = CrossCheck::new("related", below(len)).block(block).solver("first", solver);
        check = check.relation("next", move |&n, ask| {
            let [one, another] = [n, other(n)].map(|n| i64::from(ask(&n) as i32));
            let differ = if is_mistaken && n == wrong { 2 } else { i64::from(n) - i64::from(other(n)) };
            other(n) > len || one - another == differ
        });
        if are_two {
            check = check.solver("second", solver);
        }
        if has_truth {
            check = check.truth("right", |&n| n + 9);
        }
        let checked = explained(&check, ALL);
        let is_judged = wrong < len && !is_mistaken && (has_truth || change == 0);
        let related = (0..len).filter(|&n| other(n) <= len && (n == wrong || !is_mistaken && other(n) == wrong));
        let broken: Vec<u32> = related.filter(|n| !(is_judged && *n == wrong)).collect();
        let counts = &checked.scope.counts;
        let subject = counts.solvers.last().expect("one");
        if is_mistaken && has_truth && !broken.is_empty() {
            // It contradicts right answers, so nobody is wrong.
            prop_assert!(!checked.agree && checked.simplest.is_empty());
            prop_assert!(blamed(&checked).iter().all(|blamed| *blamed == [0; 3]));
            let said = format!("the relation `next` contradicts right answers to {wrong}");
            assert_has(&report(&checked), [&*format!("related: the check itself is at fault: {said}\n")]);
            let judged = check.judge(&wrong).expect_err("it does not hold").to_string();
            prop_assert!(judged.contains("related: the relation `next` contradicts") && !judged.contains("wrong"));
            return Ok(());
        }
        prop_assert_eq!(subject.violated, broken.len() as u64);
        prop_assert_eq!(subject.wrong, u64::from(is_judged));
        let rest = u64::from(len) - subject.violated - subject.wrong;
        prop_assert_eq!(counts.related.total(), rest);
        prop_assert_eq!(checked.agree, rest == u64::from(len));
        let Some(found) = checked.simplest.first() else {
            prop_assert!(checked.agree);
            return Ok(());
        };
        // With a trusted answer, it is about the input that is wrong.
        let mut expected: Vec<u32> = broken.clone();
        expected.extend(is_judged.then_some(wrong));
        expected.sort_unstable();
        let simplest = if has_truth && wrong < len { wrong } else { expected[0] };
        prop_assert_eq!(found.index.0, u128::from(simplest));
        if let Some(violated) = &found.violated {
            let asked = [broken[0], other(broken[0])].map(|n| n.to_string());
            prop_assert!(violated.compared.iter().map(|(n, _)| n).eq(&asked));
            prop_assert_eq!(&violated.relation, "next");
            for (asked, given) in &violated.compared {
                let n = asked.parse::<u32>().expect("a number");
                let panics = n == wrong && change == 0;
                let added = if n == wrong && !is_mistaken { change } else { 0 };
                let right = n.wrapping_add(added).wrapping_add(9);
                let expected = if panics { format!("panic: at {n}") } else { right.to_string() };
                prop_assert_eq!(given, &expected);
            }
            let times = if broken.len() == 1 { "once" } else { "2 times" };
            assert_has(&report(&checked), [&*format!(" a relation does not hold {times}. ")]);
        }
    }
}
