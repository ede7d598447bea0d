//! Checks made at random: a domain, a right function, and solvers with faults that are planted in a table.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use crossply::domain::{self, Discrete};
use crossply::rand::RngExt;
use crossply::{Coverage, CrossCheck, Domain, Inputs, Limits, domain::Random};
use serde_json::Value;

use super::value::{Answer, Input, Level, Point, Seen};
use crate::{on, part};

/// An answer with what `Debug` shows; none is a panic.
pub(crate) type Outcome = Option<(Seen, String)>;

/// A check, what is known of it from outside, and what the library said.
pub(crate) struct Case {
    /// In words.
    pub(crate) words: Vec<String>,
    /// By number, with what `Debug` shows.
    pub(crate) inputs: Vec<(Seen, String)>,
    /// If there is a truth: its answers.
    pub(crate) truth: Option<Vec<Outcome>>,
    pub(crate) solvers: Vec<Column>,
    pub(crate) facts: Vec<(&'static str, Vec<Option<bool>>)>,
    pub(crate) misreading: Option<Vec<Outcome>>,
    /// The right answer to any value.
    pub(crate) elsewhere: Box<dyn Fn(&Seen) -> Outcome>,
    pub(crate) found: Value,
}

/// What a solver did.
pub(crate) struct Column {
    pub(crate) name: &'static str,
    /// All that it ever gave to each input.
    pub(crate) outcomes: Vec<Vec<Outcome>>,
    /// Whether what it gives depends on more than the input.
    pub(crate) is_unsteady: bool,
    pub(crate) limits: Limits,
}

/// Where a fault shows. The first numbers say which views of an input are meant.
#[derive(Clone, Debug)]
enum Where {
    AtLeast(usize, i128),
    AtMost(usize, i128),
    Is(usize, i128),
    Rest(usize, i128, i128),
    Bit(usize, u32),
    Same(usize, usize),
    Less(usize, usize),
    SumAtLeast(usize, usize, i128),
    /// One input of so many, as if by chance.
    Chance(u64, u64),
    Only(Vec<usize>),
    /// The right answer has this remainder.
    Answer(i128, i128),
    Not(Box<Where>),
    Both(Box<[Where; 2]>),
    Either(Box<[Where; 2]>),
    Everywhere,
}

impl Where {
    fn any(random: &mut Random, inputs: &[Seen], depth: u32) -> Self {
        let some = |random: &mut Random| inputs[random.random_range(0..inputs.len())].views();
        let views = some(random);
        let [at, other] = [0; 2].map(|_| random.random_range(0..views.len()));
        let n = views[at];
        let by = random.random_range(2..12);
        let two =
            |random: &mut Random| Box::new([(); 2].map(|()| Where::any(random, inputs, depth + 1)));
        match random.random_range(if depth < 2 { 0..22 } else { 0..14 }) {
            0 | 1 => Where::AtLeast(at, n),
            2 | 3 => Where::AtMost(at, n),
            4 => Where::Is(at, n),
            5..8 => Where::Rest(at, by, n.rem_euclid(by)),
            8 => Where::Bit(at, random.random_range(0..10)),
            9 => Where::Same(at, other),
            10 => Where::Less(at, other),
            11 => Where::SumAtLeast(at, other, n),
            12 => Where::Answer(by, 0),
            13 => Where::Chance(random.random(), random.random_range(2..30)),
            14 | 15 => {
                let few = random.random_range(1..6);
                Where::Only(
                    (0..few)
                        .map(|_| random.random_range(0..inputs.len()))
                        .collect(),
                )
            }
            16 => Where::Not(Box::new(Where::any(random, inputs, depth + 1))),
            17 | 18 => Where::Both(two(random)),
            19 | 20 => Where::Either(two(random)),
            _ => Where::Everywhere,
        }
    }

    fn holds(&self, number: usize, views: &[i128], answer: i128) -> bool {
        let view = |at: usize| views[at % views.len()];
        match self {
            Where::AtLeast(at, n) => view(*at) >= *n,
            Where::AtMost(at, n) => view(*at) <= *n,
            Where::Is(at, n) => view(*at) == *n,
            Where::Rest(at, by, rest) => view(*at).rem_euclid(*by) == *rest,
            Where::Bit(at, bit) => view(*at) >> bit & 1 == 1,
            Where::Same(at, other) => view(*at) == view(*other),
            Where::Less(at, other) => view(*at) < view(*other),
            Where::SumAtLeast(at, other, n) => view(*at).saturating_add(view(*other)) >= *n,
            Where::Chance(seed, of) => mixed(number as u64 ^ seed).is_multiple_of(*of),
            Where::Only(numbers) => numbers.contains(&number),
            Where::Answer(by, rest) => answer.rem_euclid(*by) == *rest,
            Where::Not(other) => !other.holds(number, views, answer),
            Where::Both(both) => both.iter().all(|one| one.holds(number, views, answer)),
            Where::Either(either) => either.iter().any(|one| one.holds(number, views, answer)),
            Where::Everywhere => true,
        }
    }

    /// For each input.
    fn table(&self, inputs: &[Seen], answers: &[Option<i128>]) -> Vec<bool> {
        let rows = inputs.iter().zip(answers).enumerate();
        rows.map(|(n, (input, answer))| self.holds(n, &input.views(), answer.unwrap_or(0)))
            .collect()
    }
}

/// A number that looks like chance.
fn mixed(n: u64) -> u64 {
    let n = (n ^ (n >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (n ^ (n >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 20
}

/// What a fault makes of a right answer.
#[derive(Clone, Copy, Debug)]
enum What {
    Plus(i128),
    Times(i128),
    Divided(i128),
    Always(i128),
    LastBits(u32),
    Signed(u32),
    Opposite,
    Panic,
    NextUp,
    Chance,
    /// The right answer to another input, in words.
    AnswerTo(&'static str),
}

/// Other inputs that a person may take for one.
pub(crate) const OTHERS: [&str; 6] = [
    "n + 1",
    "n - 1",
    "the opposite of n",
    "(b, a)",
    "n.wrapping_add(1)",
    "n.wrapping_sub(1)",
];

impl What {
    fn any(random: &mut Random) -> Self {
        let bits = [8, 16][random.random_range(0..2)];
        let few = random.random_range(2..11);
        match random.random_range(0..16) {
            0 => What::Plus(1),
            1 => What::Plus(-1),
            2 => What::Plus(few * few * few),
            3 => What::Times(if few % 2 == 0 { 2 } else { 10 }),
            4 => What::Divided(if few % 2 == 0 { 2 } else { 10 }),
            5 | 6 => What::Always(few),
            7 => What::LastBits(bits),
            8 => What::Signed(bits),
            9 => What::Opposite,
            10 | 11 => What::Panic,
            12 => What::NextUp,
            13 => What::Chance,
            _ => What::AnswerTo(OTHERS[random.random_range(0..OTHERS.len())]),
        }
    }

    fn answer<A: Answer>(self, right: i128, input: &Seen, answer_to: &Right) -> Option<A> {
        let others = i128::BITS
            - if let What::LastBits(bits) | What::Signed(bits) = self {
                bits
            } else {
                0
            };
        Some(A::make(match self {
            What::Plus(more) => right.wrapping_add(more),
            What::Times(times) => right.wrapping_mul(times),
            What::Divided(by) => right / by,
            What::Always(n) => n,
            What::LastBits(_) => ((right as u128) << others >> others) as i128,
            What::Signed(_) => right << others >> others,
            What::Opposite => right.wrapping_neg(),
            What::Panic => return None,
            What::NextUp => return Some(A::make(right).next_up()),
            What::Chance => i128::from(mixed(input.key()) % 1000),
            What::AnswerTo(words) => match input.other(words).and_then(|other| answer_to(&other)) {
                Some(other) => other,
                None => right,
            },
        }))
    }
}

/// The number of the right answer, if there is one.
type Right = dyn Fn(&Seen) -> Option<i128> + Send + Sync;

/// A function, in words, and itself.
fn function(random: &mut Random, inputs: &[Seen], is_partial: bool) -> (String, Arc<Right>) {
    let (kind, which) = (random.random_range(0..10), random.random_range(0..8_usize));
    let unknown = is_partial.then(|| Where::any(random, inputs, 2));
    let words = format!("right {kind} of view {which}, unknown {unknown:?}");
    let numbers: HashMap<u64, usize> = inputs
        .iter()
        .enumerate()
        .map(|(n, input)| (input.key(), n))
        .collect();
    let right = move |input: &Seen| {
        let views = input.views();
        let n = views[which % views.len()];
        let sum = views
            .iter()
            .fold(0_i128, |sum, view| sum.wrapping_add(*view));
        let number = numbers.get(&input.key()).copied().unwrap_or(usize::MAX);
        let is_unknown = unknown
            .as_ref()
            .is_some_and(|unknown| unknown.holds(number, &views, 0));
        (!is_unknown).then(|| match kind {
            0..3 => n,
            3 => n.div_euclid(10),
            4 => n.rem_euclid(7),
            5 => sum,
            6 => n.wrapping_mul(3).wrapping_add(1),
            7 => i128::from(mixed(sum as u64) % 100_000),
            8 => n.count_ones().into(),
            _ => views.first().map_or(0, |first| n.wrapping_sub(*first)),
        })
    };
    (words, Arc::new(right))
}

/// What all functions of a check look up.
struct Table<A> {
    numbers: HashMap<u64, usize>,
    truth: Vec<Option<A>>,
    columns: Vec<Vec<Option<A>>>,
}

impl<A: Answer> Table<A> {
    fn number(&self, input: &impl Input) -> Option<usize> {
        self.numbers.get(&input.seen().key()).copied()
    }
}

/// How a solver comes to its answer.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Nature {
    Steady,
    /// Each answer but one of so many is right.
    Flaky(usize),
    /// It is wrong only this often.
    Tires(usize),
}

/// All that a solver of a changing nature gave.
type Log = Arc<Mutex<BTreeMap<usize, Vec<Outcome>>>>;

const NAMES: [&str; 3] = ["plain", "fast", "new"];

fn shown<A: Answer>(answer: Option<&A>) -> Outcome {
    answer.map(|answer| (answer.seen(), format!("{answer:?}")))
}

/// A check of these inputs, and what the library says of it.
fn case<I: Input, A: Answer>(random: &mut Random, inputs: Inputs<I>) -> Case {
    let list: Vec<I> = (0..inputs.len()).map(|n| inputs.input(n)).collect();
    let seen: Vec<Seen> = list.iter().map(I::seen).collect();
    let all = seen.len();
    let chance = |random: &mut Random, of: u32| random.random_range(0..of) == 0;
    let has_truth = chance(random, 2);
    let is_partial = has_truth && chance(random, 10);
    let (words, right) = function(random, &seen, is_partial);
    let types = [std::any::type_name::<I>(), std::any::type_name::<A>()]
        .map(|name| name.replace("alloc::", ""));
    let mut words = vec![
        format!("{all} inputs {}, answers {}", types[0], types[1]),
        words,
    ];
    let rights: Vec<Option<i128>> = seen.iter().map(|input| right(input)).collect();
    let solvers = random.random_range(if has_truth { 1..4 } else { 2..4 });
    let mut columns = Vec::new();
    let mut places = Vec::new();
    for _ in 0..solvers {
        let answers = rights.iter().map(|right| right.map(A::make));
        // Where the truth panics, solvers do not.
        let mut column: Vec<Option<A>> = answers
            .map(|answer| answer.or_else(|| Some(A::make(0))))
            .collect();
        for _ in 0..[0, 1, 1, 1, 2][random.random_range(0..5)] {
            let (place, what) = (Where::any(random, &seen, 0), What::any(random));
            let table = place.table(&seen, &rights);
            for n in (0..all).filter(|&n| table[n]) {
                column[n] = what.answer(rights[n].unwrap_or(0), &seen[n], &*right);
            }
            words.push(format!(
                "{}: {what:?} where {place:?}",
                NAMES[columns.len()]
            ));
            places.push(table);
        }
        columns.push(column);
    }
    let table = Arc::new(Table {
        numbers: seen
            .iter()
            .enumerate()
            .map(|(n, input)| (input.key(), n))
            .collect(),
        truth: rights.iter().map(|right| right.map(A::make)).collect(),
        columns,
    });
    assert_eq!(
        table.numbers.len(),
        all,
        "two inputs are the same: {words:?}"
    );
    let mut check = CrossCheck::new("judged", inputs).block([64, 4096][random.random_range(0..2)]);
    if chance(random, 5) {
        check = check.inputs_are("number", "numbers");
    }
    if has_truth {
        let (table, right) = (Arc::clone(&table), Arc::clone(&right));
        check = check.truth("truth", move |input| match table.number(input) {
            Some(n) => table.truth[n].clone().expect("not known"),
            None => A::make(right(&input.seen()).expect("not known")),
        });
    }
    let mut known = Vec::new();
    let some = (all / 2 + random.random_range(0..=all / 2)) as u128;
    let limited = chance(random, 6).then(|| random.random_range(0..solvers));
    for (n, name) in NAMES.into_iter().enumerate().take(solvers) {
        let nature = match random.random_range(0..40) {
            0 => Nature::Flaky(random.random_range(2..20)),
            1 => Nature::Tires(random.random_range(1..=all)),
            _ => Nature::Steady,
        };
        let (asked, log) = (AtomicUsize::new(0), Log::default());
        let (notes, table, right) = (Arc::clone(&log), Arc::clone(&table), Arc::clone(&right));
        check = check.solver(name, move |input: &I| {
            let Some(at) = table.number(input) else {
                return A::make(right(&input.seen()).expect("no answer"));
            };
            let (asked, usual) = (asked.fetch_add(1, Ordering::Relaxed), &table.columns[n][at]);
            let other = Some(A::make(rights_of(&*right, input).wrapping_add(1)));
            let given = match nature {
                Nature::Flaky(of) if asked % of == of - 1 => &other,
                Nature::Tires(from) if asked < from => &other,
                _ => usual,
            };
            if nature != Nature::Steady {
                let mut notes = notes.lock().expect("no panic");
                let (known, given) = (notes.entry(at).or_default(), shown(given.as_ref()));
                if !known
                    .iter()
                    .any(|known| format!("{known:?}") == format!("{given:?}"))
                {
                    known.push(given);
                }
            }
            given.clone().expect("out of range")
        });
        let limits = match limited {
            Some(limited) if limited == n => Limits {
                all: some,
                representatives: some,
                drawn: some + some / 8,
            },
            _ => Limits::NONE,
        };
        check = check.limits(limits);
        words.push(format!("{name} is {nature:?}, {limits:?}"));
        known.push((name, nature, log, limits));
    }
    let mut facts = Vec::new();
    for words in ["is marked", "has a mark", "the cache is full"] {
        if places.is_empty() || !chance(random, 8) {
            continue;
        }
        let mut fact: Vec<Option<bool>> = places[0].iter().copied().map(Some).collect();
        if chance(random, 3) {
            let panics = Where::any(random, &seen, 1).table(&seen, &rights);
            (0..all).filter(|&n| panics[n]).for_each(|n| fact[n] = None);
        }
        let (values, table) = (fact.clone(), Arc::clone(&table));
        check = check.fact(words, move |input| {
            values[table.number(input).expect("an input of the domain")].expect("a value")
        });
        facts.push((words, fact));
    }
    let mut misreading = None;
    if chance(random, 8) {
        let n = random.random_range(0..solvers);
        let as_if = Arc::clone(&table);
        misreading = Some(
            table.columns[n]
                .iter()
                .map(|answer| shown(answer.as_ref()))
                .collect(),
        );
        check = check.misreading("it was misread", move |input| {
            as_if.columns[n][as_if.number(input).expect("an input of the domain")]
                .clone()
                .expect("out of range")
        });
    }
    let found = run(random, &check, all, &mut words);
    let right_of = Arc::clone(&right);
    Case {
        words,
        truth: has_truth.then(|| {
            table
                .truth
                .iter()
                .map(|answer| shown(answer.as_ref()))
                .collect()
        }),
        solvers: (0..solvers)
            .map(|n| {
                let (name, nature, log, limits) = &known[n];
                let is_unsteady = *nature != Nature::Steady;
                let notes = log.lock().expect("no panic");
                let outcomes = table.columns[n].iter().enumerate().map(|(at, usual)| {
                    if is_unsteady {
                        notes.get(&at).cloned().unwrap_or_default()
                    } else {
                        vec![shown(usual.as_ref())]
                    }
                });
                Column {
                    name,
                    outcomes: outcomes.collect(),
                    is_unsteady,
                    limits: *limits,
                }
            })
            .collect(),
        facts,
        misreading,
        elsewhere: Box::new(move |input| shown(right_of(input).map(A::make).as_ref())),
        inputs: seen
            .into_iter()
            .zip(list.iter().map(|input| format!("{input:?}")))
            .collect(),
        found,
    }
}

fn rights_of(right: &Right, input: &impl Input) -> i128 {
    right(&input.seen()).unwrap_or(0)
}

/// Runs the check in one of many ways.
fn run<I, A>(
    random: &mut Random,
    check: &CrossCheck<I, A>,
    all: usize,
    words: &mut Vec<String>,
) -> Value
where
    I: Clone + Debug + 'static,
    A: PartialEq + Debug + 'static,
{
    let some = random.random_range(1..=all as u64);
    let (mut coverage, mut within, mut how) = (Coverage::Exhaustive, 0..all as u128, on(1));
    match random.random_range(0..20) {
        0 | 1 => coverage = Coverage::Drawn(some),
        2 | 3 => coverage = Coverage::Quick,
        4 | 5 => within.end = some.into(),
        6 => how = part("1/2", 1),
        7 => how = part("2/3", 2),
        8 => how = on(2),
        _ => {}
    }
    words.push(format!(
        "{coverage:?} of {within:?} in part {} on {} threads",
        how.shard, how.jobs
    ));
    let plan = check.plan_within(coverage, within, some).expect("a check");
    let checked = check.results(&plan, how).expect("no journal").checked;
    serde_json::to_value(&checked).expect("all keys are strings")
}

/// Some integers that follow each other, or a list.
fn integers<T: Discrete + Input>(random: &mut Random) -> Inputs<T> {
    let [least, greatest] = [T::FIRST, T::LAST].map(T::place);
    let len = random.random_range(1..300_i128) * random.random_range(1..7);
    let most = random.random_range(0..len);
    let [first, last] = match random.random_range(0..5) {
        0 => [least, least + len],
        1 => [greatest - len, greatest],
        2 | 3 => [-most, len - most],
        _ => {
            let list = (0..len.min(200))
                .map(|_| T::at(random.random::<u64>() >> random.random_range(0..64)));
            return unique(list.collect());
        }
    };
    let at = |place: i128| T::at(place.clamp(least, greatest) as u64);
    domain::range(at(first)..=at(last))
}

fn unique<T: Input>(mut list: Vec<T>) -> Inputs<T> {
    let mut known = std::collections::BTreeSet::new();
    list.retain(|one| known.insert(one.seen().key()));
    domain::given(list)
}

fn made<T: Answer>(random: &mut Random) -> Inputs<T> {
    let numbers = (0..random.random_range(1..400)).map(|_| {
        let n = T::make(random.random::<i128>() >> random.random_range(0..128));
        if random.random() { n } else { n.next_up() }
    });
    unique(numbers.collect())
}

fn pairs<T: Discrete + Input>(random: &mut Random) -> Inputs<(T, T)> {
    let mut one = || {
        let len = random.random_range(1..45_i128);
        let [least, greatest] = [T::FIRST, T::LAST].map(T::place);
        let first = [least, greatest - len, -len / 2, 0][random.random_range(0..4)].max(least);
        domain::range(T::at(first as u64)..=T::at((first + len).min(greatest) as u64))
    };
    domain::of((one(), one()))
}

fn triples(random: &mut Random) -> Inputs<(u8, u8, u8)> {
    let mut one = || domain::range(0..random.random_range(2..12));
    domain::of((one(), one(), one()))
}

fn words(random: &mut Random) -> Inputs<Vec<char>> {
    let letters = ["ab", "abc", "ab,", "a'\n", "bé𐀀a"][random.random_range(0..5)];
    domain::words(
        letters,
        random.random_range(0..2)..=random.random_range(2..6),
    )
}

fn bytes(random: &mut Random) -> Inputs<Vec<u8>> {
    domain::words(
        [[b'a', b'b', b'c'], [0, 128, 255]][random.random_range(0..2)],
        0..=random.random_range(2..6),
    )
}

fn texts(random: &mut Random) -> Inputs<String> {
    words(random).map(String::from_iter)
}

fn options<T: Discrete + Input + domain::Every>(random: &mut Random) -> Inputs<Option<T>> {
    let some = integers::<T>(random).map(Some);
    domain::given([None]).chain(some)
}

fn product(random: &mut Random) -> Inputs<(i16, Vec<char>)> {
    let letters = ["a", "ab", "abc"][random.random_range(0..3)];
    domain::of((
        domain::range(-9..=random.random_range(0..20)),
        domain::words(letters, 0..=3),
    ))
}

fn mixed_pair(random: &mut Random) -> Inputs<(Option<u8>, bool)> {
    domain::of((options::<u8>(random), domain::all::<bool>()))
}

fn characters(random: &mut Random) -> Inputs<char> {
    let [first, last] = [
        ['\0', 'ÿ'],
        ['a', 'z'],
        ['\u{d000}', '\u{e100}'],
        ['A', 'ſ'],
    ][random.random_range(0..4)];
    domain::range(first..=last)
}

/// All of a type.
fn whole<T: domain::Every>(_: &mut Random) -> Inputs<T> {
    domain::all::<T>()
}

macro_rules! cases {
    ($($inputs:expr => $($answer:ty),*;)*) => {
        /// Makes a check of each kind.
        pub(crate) const CASES: &[fn(&mut Random) -> Case] = &[$($(|random| {
            let inputs = $inputs(random);
            case::<_, $answer>(random, inputs)
        }),*),*];
    };
}

cases! {
    integers::<u8> => u8, bool, Option<u8>, f32;
    integers::<u16> => u16, i64, Level;
    integers::<u32> => u32, u8, f64, char;
    integers::<u64> => u64, u128, String;
    integers::<i8> => i8, i32, Option<bool>;
    integers::<i16> => i16, Result<u8, i32>, bool;
    integers::<i32> => i32, Point, f32;
    integers::<i64> => i64, Option<i64>, i128;
    whole::<u8> => u8, i16, bool;
    whole::<i8> => i8, Option<i8>;
    whole::<bool> => bool, u8;
    whole::<Option<bool>> => bool, Option<bool>;
    whole::<(u8, bool)> => u8, bool;
    characters => char, u32, bool;
    pairs::<u8> => u8, i32, bool;
    pairs::<i8> => i8, i64;
    pairs::<u64> => u64, Option<u64>;
    pairs::<i64> => i64, bool;
    triples => u8, Option<u8>;
    options::<u8> => u8, Option<u8>, bool;
    options::<i32> => i32, Option<i64>;
    made::<f32> => f32, Option<f32>, i32;
    made::<f64> => f64, bool, u64;
    made::<u128> => u128, i128;
    made::<i128> => i128, u8;
    made::<Level> => Level, u8;
    made::<Point> => i32, String;
    made::<Option<f32>> => f32, bool;
    words => u8, char, String;
    bytes => u64, bool;
    texts => u32, Option<char>;
    product => i16, bool;
    mixed_pair => u8, Option<u8>;
}
