//! Checks made at random: a domain, a right function, and solvers with faults that are planted in a table.

use std::any::type_name;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use crossply::domain::{self, Discrete};
use crossply::rand::RngExt;
use crossply::rand::rngs::ChaCha8Rng as Random;
use crossply::rand::seq::IndexedRandom;
use crossply::{Check, Coverage, CrossCheck, Domain, Inputs, Limits, Plan, Run};
use serde_json::Value as Json;

use super::places::{holds, places, table, test};
use super::value::{Level, Point, Seen, Value};
use crate::{limits, mixed, on, part};

/// An answer; none is a panic.
pub(crate) type Outcome = Option<Seen>;

/// A check, what is known of it from outside, and what the library said.
pub(crate) struct Case {
    pub(crate) words: Vec<String>,
    /// By number.
    pub(crate) inputs: Vec<Seen>,
    /// What their parts are called.
    pub(crate) parts: &'static [&'static str],
    /// What else can be spoken of: a name, in which `$` stands for that of an input, and its value for each input.
    pub(crate) others: Vec<(String, Vec<Option<Seen>>)>,
    /// The answers of the truth, if there is one.
    pub(crate) truth: Option<Vec<Outcome>>,
    pub(crate) solvers: Vec<Column>,
    /// Numbers that differ by at most so much are the same answer.
    pub(crate) tolerance: u128,
    /// Which inputs meet the precondition.
    pub(crate) counts: Vec<bool>,
    /// Whether the relation holds for each input; none if it is not asked of it, where solvers agree or not.
    pub(crate) related: Vec<Option<bool>>,
    /// The same of all inputs, asked or not.
    pub(crate) holds: Vec<bool>,
    pub(crate) facts: Vec<(&'static str, Vec<Option<bool>>)>,
    /// The answers if "it was misread".
    pub(crate) misread: Vec<Outcome>,
    pub(crate) found: Json,
}

/// What a solver did.
pub(crate) struct Column {
    pub(crate) name: &'static str,
    /// What it gave to each input, unless it is unsteady.
    pub(crate) outcomes: Vec<Outcome>,
    /// Whether it answered each input in the run.
    pub(crate) answered: Vec<bool>,
    /// Whether its answers depend on more than the input.
    pub(crate) is_unsteady: bool,
}

/// One of several.
pub(super) fn one_of<T: Copy>(random: &mut Random, several: &[T]) -> T {
    *several.choose(random).expect("several")
}

/// A function, in words, and the number of each right answer, if it is known.
fn function(random: &mut Random, inputs: &[Seen], is_partial: bool) -> (String, Vec<Option<i128>>) {
    let (kind, which) = (random.random_range(0..10), random.random_range(0..8_usize));
    let unknown = is_partial.then(|| test(random, inputs));
    let words = format!("right {kind} of view {which}, unknown {unknown:?}");
    let rights = inputs.iter().map(|input| {
        let views = input.views();
        let n = views[which % views.len()];
        let unknown = unknown.as_ref();
        let is_known = unknown.is_none_or(|unknown| !holds(unknown, 0, &views, 1));
        is_known.then(|| match kind {
            0..3 => n,
            3 => n.div_euclid(10),
            4 => n.rem_euclid(7),
            5 => views.iter().copied().fold(0, i128::wrapping_add),
            6 => n.wrapping_mul(3).wrapping_add(1),
            7 => i128::from(mixed(n as u64) % 100_000),
            8 => n.count_ones().into(),
            _ => n.wrapping_sub(views[0]),
        })
    });
    (words, rights.collect())
}

/// What a fault of some kind makes of a right answer: none is a panic.
fn wrong<A: Value>((kind, few): (u8, i128), right: i128) -> Option<A> {
    let bits = if few % 2 == 0 { 8 } else { 16 };
    Some(A::make(match kind {
        0 => right.wrapping_add(1),
        1 => right.wrapping_sub(1),
        2 => right.wrapping_add(few * few * few),
        3 => right.wrapping_mul(few),
        4 => right / few,
        5 | 6 => few,
        7 => right & ((1 << bits) - 1),
        8 => right << (128 - bits) >> (128 - bits),
        9 => right.wrapping_neg(),
        10 => return None,
        11 => right.wrapping_add(1 + i128::from(mixed(right as u64) % 2)),
        13 => i128::from(mixed(right as u64) % 1000),
        _ => return Some(A::make(right).next_up().spoilt(few as u8)),
    }))
}

/// What all functions of a check look up.
struct Table<A> {
    numbers: HashMap<Seen, usize>,
    /// The answers of each solver, and last those of the truth.
    columns: Vec<Vec<Option<A>>>,
    /// Meanwhile all answers are the same. Then a run asks for nothing but what it compares.
    is_quiet: AtomicBool,
    /// Which inputs of which column were asked for while it was quiet.
    asked: Mutex<HashSet<(usize, usize)>>,
}

impl<A: Value> Table<A> {
    fn number(&self, input: &impl Value) -> usize {
        self.numbers[&input.seen()]
    }

    fn note(&self, column: usize, input: &impl Value) {
        let asked = (column, self.number(input));
        self.asked.lock().expect("no panic").insert(asked);
    }

    /// The answer in a column.
    fn answer(&self, column: usize, input: &impl Value) -> A {
        if self.is_quiet.load(Relaxed) {
            self.note(column, input);
            return A::make(0);
        }
        let answer = self.columns[column][self.number(input)].clone();
        answer.expect("no answer")
    }

    fn column(&self, column: usize) -> Vec<Outcome> {
        let answers = self.columns[column].iter();
        answers.map(|answer| answer.as_ref().map(A::seen)).collect()
    }
}

const NAMES: [&str; 3] = ["plain", "fast", "new"];

/// Inputs, what their parts are called, and what else can be spoken of.
struct Made<I> {
    domain: Inputs<I>,
    parts: &'static [&'static str],
    others: Vec<(String, Vec<Option<Seen>>)>,
}

impl<I> From<Inputs<I>> for Made<I> {
    fn from(domain: Inputs<I>) -> Self {
        Made {
            domain,
            parts: &["a", "b", "c"],
            others: Vec::new(),
        }
    }
}

/// The values of all inputs.
fn all_seen<I: Value>(domain: &Inputs<I>) -> Vec<Seen> {
    (0..domain.len()).map(|n| domain.input(n).seen()).collect()
}

fn mapped<S: Value, I: Value>(
    domain: Inputs<S>,
    function: impl Fn(S) -> I + Send + Sync + 'static,
) -> Made<I> {
    let sources = all_seen(&domain);
    let mut others = Vec::new();
    if let Seen::Parts(_) = sources[0] {
        for (place, name) in ["a before `map`", "b before `map`"].into_iter().enumerate() {
            let parts = sources.iter().map(|source| source.part(place).cloned());
            others.push((name.to_owned(), parts.collect()));
        }
    }
    let sources = sources.into_iter().map(Some).collect();
    others.push(("$ before `map`".to_owned(), sources));
    Made {
        others,
        ..domain.map(function).into()
    }
}

fn named<A: Value, B: Value>(domain: Inputs<(A, B)>) -> Made<(A, B)> {
    Made {
        parts: &["left", "right"],
        ..domain.parts(["left", "right"]).into()
    }
}

fn points(random: &mut Random) -> Made<Point> {
    let fields = (range::<i64>(random, 90), domain::all::<bool>());
    let point = |(x, is_last)| Point { x, is_last };
    if random.random() {
        return mapped(domain::of(fields), point);
    }
    let fields = domain::of(fields).parts(["x", "is_last"]);
    let mut points = mapped(fields, point);
    "x".clone_into(&mut points.others[0].0);
    "is_last".clone_into(&mut points.others[1].0);
    points
}

/// Pairs of a number and what is mapped.
fn nested(random: &mut Random) -> Made<(u8, Point)> {
    let points = points(random);
    let all = points.domain.len() as usize;
    let pairs = domain::of((range::<u8>(random, 9), points.domain));
    let mut others = points.others;
    for (name, values) in &mut others {
        *name = match &**name {
            "$ before `map`" => "b before `map`".to_owned(),
            name => format!("b.{name}"),
        };
        // The last part changes first.
        let numbers = 0..pairs.len() as usize;
        *values = numbers.map(|n| values[n % all].clone()).collect();
    }
    Made {
        others,
        ..pairs.into()
    }
}

/// A check of these inputs, and what the library says of it.
#[expect(clippy::too_many_lines, reason = "each part of a check is made once")]
fn case<I: Value, A: Value>(random: &mut Random, made: Made<I>) -> Case {
    let Made {
        domain,
        parts,
        mut others,
    } = made;
    let has_fields = random.random_ratio(1, 2);
    for (place, (name, _)) in domain.input(0).fields().into_iter().enumerate() {
        if has_fields {
            let values = (0..domain.len()).map(|n| domain.input(n).fields().remove(place).1);
            others.push((name.to_owned(), values.collect()));
        }
    }
    let inputs = all_seen(&domain);
    let all = inputs.len();
    let [has_truth, is_partial, has_nouns, is_misread, has_only] =
        [2, 10, 5, 8, 8].map(|of| random.random_range(0..of) == 0);
    let (words, rights) = function(random, &inputs, has_truth && is_partial);
    let tolerance = one_of(random, &[0, 0, 0, 0, 0, 1, 3]);
    let types = [type_name::<I>(), type_name::<A>()].join(" to ");
    let mut words = vec![format!("{all} of {types}: {words}")];
    let count = random.random_range(if has_truth { 1..4 } else { 2..4 });
    // Where the truth panics, solvers do not.
    let answers = rights.iter().map(|right| Some(A::make(right.unwrap_or(0))));
    let mut columns = vec![answers.collect::<Vec<Option<A>>>(); count];
    let mut marked = Vec::new();
    for (name, column) in NAMES.iter().zip(&mut columns) {
        for _ in 0..one_of(random, &[0, 1, 1, 2]) {
            let fault = (random.random_range(0..15), random.random_range(2..11));
            let places = places(random, &inputs);
            marked = table(&places, &inputs, &rights);
            for n in (0..all).filter(|n| marked[*n]) {
                column[n] = wrong(fault, rights[n].unwrap_or(0));
            }
            words.push(format!("{name}: fault {fault:?} where {places:?}"));
        }
    }
    // Each of three answers may be the same as the one between, and the others not as each other.
    if let (Some(few), [_, second, third]) = (NonZero::new(tolerance as i128), &mut columns[..]) {
        let places = places(random, &inputs);
        marked = table(&places, &inputs, &rights);
        for n in (0..all).filter(|n| marked[*n]) {
            let right = rights[n].unwrap_or(0);
            second[n] = Some(A::make(right.wrapping_add(few.get())));
            third[n] = Some(A::make(right.wrapping_add(2 * few.get())));
        }
        words.push(format!("further and further where {places:?}"));
    }
    columns.push(rights.iter().map(|right| right.map(A::make)).collect());
    let numbers: HashMap<Seen, usize> = inputs.iter().cloned().zip(0..).collect();
    let table_of_all = Arc::new(Table {
        numbers,
        columns,
        is_quiet: AtomicBool::new(true),
        asked: Mutex::default(),
    });
    let share = || Arc::clone(&table_of_all);
    let mut check = CrossCheck::new("judged", domain).block(one_of(random, &[64, 4096]));
    if has_fields {
        check = check.fields();
    }
    if has_fields || has_truth {
        check = check.answer_fields();
    }
    if tolerance > 0 {
        words.push(format!("within {tolerance}"));
        check =
            check.equality(move |one: &A, other: &A| one.seen().is_near(&other.seen(), tolerance));
    }
    if has_nouns {
        check = check.inputs_are("number", "numbers");
    }
    if has_truth {
        let table = share();
        check = check.truth("truth", move |input| table.answer(count, input));
    }
    let mut solvers = Vec::new();
    let [limited, some] = [15, all].map(|end| random.random_range(0..end));
    for (n, name) in NAMES.into_iter().enumerate().take(count) {
        // Then it answers otherwise each so many times.
        let (is_unsteady, times) = (random.random_ratio(1, 25), random.random_range(2..20));
        let (asked, table) = (AtomicUsize::new(0), share());
        check = check.solver(name, move |input: &I| {
            let answer = table.answer(n, input);
            if !is_unsteady || table.is_quiet.load(Relaxed) {
                return answer;
            }
            let asked = asked.fetch_add(1, Relaxed);
            if asked % times == 1 {
                A::make(5)
            } else {
                answer
            }
        });
        let mut its = Limits::NONE;
        if limited == n {
            let most = all as u128 - some as u128 / 2;
            its = limits(most, most, most + most / 8);
            check = check.limits(its);
        }
        let most = its.all.min(all as u128);
        words.push(format!("{name} within {most}, unsteady: {is_unsteady}"));
        solvers.push((name, is_unsteady, its.representatives));
    }
    let mut counts = vec![true; all];
    if has_only {
        let places = places(random, &inputs);
        counts = table(&places, &inputs, &rights);
        // Something has to be compared.
        counts[0] = true;
        words.push(format!("only where {places:?}"));
        let (known, table) = (counts.clone(), share());
        check = check.only("counted", move |input| known[table.number(input)]);
    }
    let mut facts = Vec::new();
    for fact in ["is marked", "has a mark", "the cache is full"] {
        if marked.is_empty() || random.random_range(0..8) > 0 {
            continue;
        }
        let mut values: Vec<Option<bool>> = marked.iter().copied().map(Some).collect();
        if random.random_range(0..3) == 0 {
            let panics = table(&places(random, &inputs), &inputs, &rights);
            let panics = (0..all).filter(|n| panics[*n]);
            panics.for_each(|n| values[n] = None);
            words.push(format!("the fact `{fact}` panics"));
        }
        let (known, table) = (values.clone(), share());
        check = check.fact(fact, move |input| {
            known[table.number(input)].expect("a value")
        });
        facts.push((fact, values));
    }
    let misread = random.random_range(0..count);
    if is_misread {
        let table = share();
        check = check.misreading("it was misread", move |input| table.answer(misread, input));
    }
    // A relation that contradicts right answers would be a fault of the check.
    let mut holds = vec![true; all];
    if !has_truth && random.random_ratio(1, 5) {
        let broken = places(random, &inputs);
        holds = table(&broken, &inputs, &rights);
        words.push(format!("the relation holds where {broken:?}"));
    }
    // A relation is asked about what is compared, and solvers about others as well, in batches.
    let (table, of_relation, known) = (share(), count + 1, holds.clone());
    check = check.relation("holds", move |input, _| {
        table.note(of_relation, input);
        table.is_quiet.load(Relaxed) || known[table.number(input)]
    });
    let (plan, how) = planned(random, &check, all, &mut words);
    check.run(&plan, how()).expect("no journal");
    table_of_all.is_quiet.store(false, Relaxed);
    let asked = table_of_all.asked.lock().expect("no panic").clone();
    let checked = check.results(&plan, how()).expect("no journal").checked;
    let found = serde_json::to_value(&checked).expect("all keys are strings");
    let solvers = solvers.into_iter().enumerate();
    let solvers = solvers.map(|(solver, (name, is_unsteady, practical))| {
        let is_answered = |n| {
            let is_compared = asked.contains(&(of_relation, n)) || n as u128 >= practical;
            asked.contains(&(solver, n)) && is_compared
        };
        Column {
            name,
            outcomes: table_of_all.column(solver),
            is_unsteady,
            answered: (0..all).map(is_answered).collect(),
        }
    });
    let is_related = |n| asked.contains(&(of_relation, n)).then_some(holds[n]);
    Case {
        related: (0..all).map(is_related).collect(),
        holds: holds.clone(),
        solvers: solvers.collect(),
        truth: has_truth.then(|| table_of_all.column(count)),
        misread: table_of_all.column(misread),
        words,
        inputs,
        parts,
        others,
        tolerance,
        counts,
        facts,
        found,
    }
}

/// One of many ways to run the check.
fn planned(
    random: &mut Random,
    check: &Check,
    all: usize,
    words: &mut Vec<String>,
) -> (Plan, fn() -> Run<'static>) {
    let some = random.random_range(1..=all as u64);
    let (mut coverage, mut within) = (Coverage::Exhaustive, 0..all as u128);
    let mut how: fn() -> Run<'static> = || on(1);
    match random.random_range(0..20) {
        0 | 1 => coverage = Coverage::Drawn(some),
        2 | 3 => coverage = Coverage::Quick,
        4 | 5 => within.end = some.into(),
        6 => how = || part("1/2", 1),
        7 => how = || part("2/3", 2),
        8 => how = || on(2),
        _ => {}
    }
    let (shard, jobs) = (how().shard, how().jobs);
    words.push(format!(
        "{coverage:?} of {within:?} in part {shard} by {jobs} threads"
    ));
    (
        check.plan_within(coverage, within, some).expect("a check"),
        how,
    )
}

/// Values that follow each other.
fn range<T: Discrete + Value>(random: &mut Random, most: i128) -> Inputs<T> {
    let [least, greatest] = [T::FIRST, T::LAST].map(T::place);
    let len = random.random_range(1..most);
    let first = one_of(random, &[least, greatest - len, -len / 2, -len / 7, 0]).max(least);
    domain::range(T::at(first as u64)..=T::at((first + len).min(greatest) as u64))
}

fn integers<T: Discrete + Value>(random: &mut Random) -> Inputs<T> {
    let most = one_of(random, &[20, 200, 200, 1500]);
    if random.random_range(0..5) == 0 {
        made(random)
    } else {
        range(random, most)
    }
}

/// A list of values.
fn made<T: Value>(random: &mut Random) -> Inputs<T> {
    let mut known = BTreeSet::new();
    let made = (0..random.random_range(1..300)).map(|_| {
        let n = T::make(random.random::<i128>() >> random.random_range(0..128));
        if random.random() { n } else { n.next_up() }
    });
    let made: Vec<T> = made
        .filter(|one| known.insert(format!("{one:?}")))
        .collect();
    domain::given(made)
}

fn pairs<T: Discrete + Value>(random: &mut Random) -> Inputs<(T, T)> {
    domain::of((range(random, 30), range(random, 30)))
}

fn words(random: &mut Random) -> Inputs<Vec<char>> {
    let letters = one_of(
        random,
        &["ab", "abc", "ab,", "a'\n", "bé𐀀a", "a1B", " \t,", "\tA7b"],
    );
    domain::words(letters, 0..=random.random_range(1..5))
}

fn bytes(random: &mut Random) -> Inputs<Vec<u8>> {
    let longest = random.random_range(1..6);
    match one_of(random, &["abc", "a1 ", "\t\nA", ""]) {
        // An empty list would look like an empty text.
        "" => domain::words([0, 128, 255], 1..=longest),
        text => domain::words(text.as_bytes(), 0..=longest),
    }
}

fn steps(random: &mut Random) -> Inputs<Vec<Level>> {
    use Level::{High, Low, Text};
    let numbers = [High(1), High(7), Low(-1), Low(7)];
    let texts = [Text("a"), Text("ab"), Text("b"), High(1), Low(1)];
    let letters = one_of(random, &[&numbers[..], &texts]).to_vec();
    domain::words(letters, 0..=random.random_range(2..5))
}

fn large(random: &mut Random) -> Made<u128> {
    let len = random.random_range(1..300);
    let from = one_of(
        random,
        &[0, (1 << 127) - len / 2, u128::MAX - len, 1 << 100],
    );
    let numbers = domain::range(0..=len as u64);
    mapped(numbers, move |n| from + u128::from(n))
}

fn options<T: Discrete + Value>(random: &mut Random) -> Inputs<Option<T>> {
    domain::given([None]).chain(integers::<T>(random).map(Some))
}

macro_rules! cases {
    ($($random:ident, $inputs:expr => $($answer:ty),*;)*) => {
        /// Makes a check of each kind.
        pub(crate) const CASES: &[fn(&mut Random) -> Case] = &[$($(|$random| {
            let inputs = $inputs;
            case::<_, $answer>($random, inputs.into())
        }),*),*];
    };
}

cases! {
    some, integers::<u8>(some) => u8, bool, Option<u8>, f32, (f32, bool);
    some, integers::<u16>(some) => u16, i64, Level;
    some, integers::<u32>(some) => u32, u8, f64, char;
    some, integers::<u64>(some) => u64, u128, String;
    some, range::<u32>(some, 9_000) => u32, bool, i64, (u8, f64);
    some, integers::<i8>(some) => i8, i32, Option<bool>;
    some, integers::<i16>(some) => i16, Level, bool, (f32, u8);
    some, integers::<i32>(some) => i32, Point, f32;
    some, integers::<i64>(some) => i64, Option<i64>, i128;
    some, domain::all::<u8>() => u8, (i16, u8, i8), bool;
    some, domain::all::<i8>() => i8, Option<i8>;
    some, domain::all::<bool>() => bool;
    some, domain::words([false, true], 0..=some.random_range(2..6)) => u8;
    some, domain::all::<Option<bool>>() => bool, Option<bool>;
    some, domain::all::<(u8, bool)>() => u8, bool;
    some, range::<char>(some, 300) => char, u32, bool;
    some, pairs::<u8>(some) => u8, Point, bool;
    some, pairs::<i8>(some) => i8, (i32, u8);
    some, pairs::<u64>(some) => u64, Option<u64>;
    some, pairs::<i64>(some) => i64, bool;
    some, domain::of((range::<u8>(some, 9), range::<u8>(some, 9), range::<u8>(some, 9))) => u8, Option<u8>;
    some, options::<u8>(some) => u8, Option<u8>, bool;
    some, options::<i32>(some) => i32, Option<i64>;
    some, made::<f32>(some) => f32, Option<f32>, i32;
    some, made::<f64>(some) => f64, bool, u64;
    some, made::<u128>(some) => u128, (u8, u8, u8);
    some, made::<i128>(some) => i128, u8;
    some, made::<Level>(some) => Level, u8;
    some, made::<Point>(some) => i32, String;
    some, made::<Option<f32>>(some) => f32, bool;
    some, words(some) => u8, char, String, (i16, i8, i16);
    some, integers::<u16>(some) => String;
    some, integers::<i32>(some) => String;
    some, bytes(some) => u64, bool;
    some, steps(some) => u8, bool;
    some, mapped(words(some), String::from_iter) => u32, Option<char>;
    some, mapped(integers::<i16>(some), |n| n.to_string()) => i32, bool;
    some, mapped(domain::words("05+-", 0..=4), String::from_iter) => i32, bool;
    some, domain::of((range::<i16>(some, 30), domain::words("ab", 0..=3))) => i16, bool;
    some, domain::of((options::<u8>(some), domain::all::<bool>())) => u8, Option<u8>;
    some, mapped(range::<u16>(some, 900), |n| (n / 30, n % 30)) => u16, bool;
    some, mapped(pairs::<u8>(some), |(a, b)| (u16::from(a) * 7, u16::from(b) + 2)) => u16, bool;
    some, points(some) => i16, Point, bool;
    some, nested(some) => i16, bool;
    some, domain::of((words(some), words(some))) => u8, bool;
    some, named(pairs::<i32>(some)) => i32, bool;
    some, mapped(range::<i32>(some, 900), |n| f64::from(n) / 4.0) => bool, i32;
    some, mapped(range::<u64>(some, 900), |n| n.wrapping_mul(n)) => u64, bool;
    some, domain::all::<NonZero<u8>>() => bool, u8;
    some, domain::all::<Option<NonZero<i8>>>() => bool, i16;
    some, large(some) => u128, bool;
}
