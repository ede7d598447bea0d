//! Values of inputs and answers as the judge sees them, and exact arithmetic on numbers.

use std::any::type_name;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt::{self, Debug};
use std::num::NonZero;

use serde::Serialize;

/// An integer of any type that Rust has. What needs more than 128 bits is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Int {
    pub(crate) minus: bool,
    pub(crate) size: u128,
}

impl Int {
    pub(crate) const ZERO: Self = Int {
        minus: false,
        size: 0,
    };

    pub(crate) fn new(minus: bool, size: u128) -> Self {
        let minus = minus && size > 0;
        Int { minus, size }
    }

    /// A number without spaces, of any sign.
    pub(crate) fn read(text: &str) -> Option<Self> {
        Some(Int::new(text.starts_with('-'), digits(text)?.parse().ok()?))
    }

    pub(crate) fn opposite(self) -> Self {
        Int::new(!self.minus, self.size)
    }

    pub(crate) fn plus(self, other: Self) -> Option<Self> {
        if self.minus == other.minus {
            let size = self.size.checked_add(other.size);
            return Some(Int::new(self.minus, size?));
        }
        let is_greater = self.size > other.size;
        let minus = if is_greater { self.minus } else { other.minus };
        Some(Int::new(minus, self.size.abs_diff(other.size)))
    }

    pub(crate) fn times(self, other: Self) -> Option<Self> {
        let size = self.size.checked_mul(other.size);
        Some(Int::new(self.minus != other.minus, size?))
    }

    /// Rounded towards zero.
    pub(crate) fn divided(self, by: u128) -> Self {
        Int::new(self.minus, self.size / by)
    }

    /// What is left of a division by this many that is rounded down.
    pub(crate) fn rest(self, by: u128) -> u128 {
        let rest = self.size % by;
        if self.minus && rest > 0 {
            by - rest
        } else {
            rest
        }
    }

    pub(crate) fn divides(self, other: Self) -> bool {
        self.size == other.size || self.size > 0 && other.rest(self.size) == 0
    }

    pub(crate) fn is_power_of_two(self) -> bool {
        !self.minus && self.size.is_power_of_two()
    }

    pub(crate) fn is_square(self) -> bool {
        !self.minus && self.size.isqrt().pow(2) == self.size
    }

    /// In two's complement.
    pub(crate) fn bits(self) -> u128 {
        if self.minus {
            self.size.wrapping_neg()
        } else {
            self.size
        }
    }

    pub(crate) fn last_bits(self, bits: u32, is_signed: bool) -> Self {
        let last = self.bits() << (128 - bits);
        if is_signed {
            return (last as i128 >> (128 - bits)).into();
        }
        Int::new(false, last >> (128 - bits))
    }
}

impl From<i128> for Int {
    fn from(n: i128) -> Self {
        Int::new(n < 0, n.unsigned_abs())
    }
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        let sizes = self.size.cmp(&other.size);
        let sizes = if self.minus { sizes.reverse() } else { sizes };
        Some(other.minus.cmp(&self.minus).then(sizes))
    }
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.minus { "-" } else { "" }, self.size)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Seen {
    /// With the least and the greatest number of its type.
    Number(Int, [Int; 2]),
    /// The bits of a float, and whether there are 32 of them.
    Float(u64, bool),
    Truth(bool),
    Character(char),
    Word(Vec<Seen>, Sequence),
    Option(Option<Box<Seen>>),
    Parts(Vec<Seen>),
    /// All that `Debug` shows.
    Form(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Sequence {
    List,
    Text,
    /// A list of bytes, all of which are text.
    Bytes,
}

/// What it is, if it is of that kind.
macro_rules! kinds {
    ($($name:ident -> $kind:ty { $($value:pat => $is:expr),* })*) => {
        impl Seen {
            $(pub(crate) fn $name(&self) -> Option<$kind> {
                match self {
                    $($value => Some($is),)*
                    #[allow(unreachable_patterns)]
                    _ => None,
                }
            })*
        }
    };
}

kinds! {
    number -> Int { Seen::Number(n, _) => *n }
    float -> f64 { Seen::Float(bits, true) => f32::from_bits(*bits as u32).into(), Seen::Float(bits, _) => f64::from_bits(*bits) }
    is_single -> bool { Seen::Float(_, is_single) => *is_single }
    zeros -> u32 { Seen::Float(bits, _) => bits.trailing_zeros() }
    is_subnormal -> bool { Seen::Float(bits, true) => f32::from_bits(*bits as u32).is_subnormal(), Seen::Float(bits, _) => f64::from_bits(*bits).is_subnormal() }
    letters -> &[Self] { Seen::Word(letters, _) => letters }
}

impl Value for Level {
    fn seen(&self) -> Seen {
        Seen::Form(format!("{self:?}"))
    }

    fn fields(&self) -> Vec<(&'static str, Option<Seen>)> {
        let (high, low) = match self {
            Level::High(n) => (Some(n.seen()), None),
            Level::Low(n) => (None, Some(n.seen())),
            Level::Text(_) => (None, None),
        };
        vec![("High", high), ("Low", low)]
    }

    fn make(n: i128) -> Self {
        if n % 3 == 0 {
            Level::High(n as u8)
        } else {
            Level::Low(n as i32)
        }
    }
}

impl Value for Point {
    fn seen(&self) -> Seen {
        Seen::Form(format!("{self:?}"))
    }

    fn fields(&self) -> Vec<(&'static str, Option<Seen>)> {
        vec![
            ("x", Some(self.x.seen())),
            ("is_last", Some(self.is_last.seen())),
        ]
    }

    /// With another truth value.
    fn next_up(mut self) -> Self {
        self.is_last = !self.is_last;
        self
    }

    fn make(n: i128) -> Self {
        Point {
            x: n as i64,
            is_last: n % 3 == 0,
        }
    }
}

impl Value for String {
    fn seen(&self) -> Seen {
        Seen::Word(self.chars().map(Seen::Character).collect(), Sequence::Text)
    }

    fn make(n: i128) -> Self {
        match n % 5 {
            0 => format!(" {n} "),
            1 => format!("{n:x}A"),
            _ => n.to_string(),
        }
    }

    fn spoilt(self, how: u8) -> Self {
        let mut letters: Vec<char> = self.chars().collect();
        match how % 9 {
            0 => letters.reverse(),
            1 => drop(letters.remove(0)),
            2 => drop(letters.pop()),
            3 => return self.trim().to_owned(),
            4 => return self.to_uppercase(),
            5 => letters.sort_unstable(),
            6 => letters.truncate(letters.len() / 2),
            7 => {
                let mut known = BTreeSet::new();
                letters.retain(|letter| known.insert(*letter));
            }
            _ => drop(letters.remove(letters.len() / 2)),
        }
        letters.into_iter().collect()
    }
}

pub(crate) fn characters(letters: &[Seen]) -> String {
    let character = |letter: &Seen| char::from_u32(letter.code()?.size as u32);
    letters.iter().filter_map(character).collect()
}

/// The digits of a text that has nothing else, but for a sign.
fn digits(text: &str) -> Option<&str> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|one| one.is_ascii_digit());
    is_number.then_some(digits)
}

pub(crate) fn is_number(letters: &[Seen]) -> bool {
    digits(&characters(letters)).is_some()
}

impl Seen {
    /// A float that is rounded to its type.
    pub(crate) fn rounded(x: f64, is_single: bool) -> Self {
        let single = u64::from((x as f32).to_bits());
        Seen::Float(if is_single { single } else { x.to_bits() }, is_single)
    }

    /// What is in an option, or the value itself.
    pub(crate) fn inner(&self) -> Option<&Self> {
        match self {
            Seen::Option(inner) => inner.as_deref(),
            _ => Some(self),
        }
    }

    /// One of its parts.
    pub(crate) fn part(&self, place: usize) -> Option<&Self> {
        match self {
            Seen::Parts(parts) => parts.get(place),
            _ => None,
        }
    }

    /// Its parts, as they are shown, by their letters or names.
    pub(crate) fn named_parts(&self) -> Vec<(String, String)> {
        match self {
            Seen::Parts(parts) => {
                let letters = ["a", "b", "c"].map(str::to_owned).into_iter();
                letters.zip(parts.iter().map(Seen::text)).collect()
            }
            Seen::Form(text) => {
                let fields = text.split_once(" { ").map_or("", |(_, fields)| fields);
                let fields = fields.trim_end_matches(" }").split(", ");
                let fields = fields.filter_map(|field| field.split_once(": "));
                fields
                    .map(|(name, value)| (name.to_owned(), value.to_owned()))
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// The number of an answer, or that of a character; of an option that of what is in it.
    pub(crate) fn code(&self) -> Option<Int> {
        match self.inner()? {
            Seen::Character(c) => Some(i128::from(u32::from(*c)).into()),
            other => other.number(),
        }
    }

    pub(crate) fn count(n: usize) -> Self {
        Seen::Number((n as i128).into(), [Int::ZERO, (u64::MAX as i128).into()])
    }

    pub(crate) fn overflows(&self, other: &Self, result: Option<Int>) -> Option<bool> {
        match (self, other) {
            (Seen::Number(_, ends), Seen::Number(_, others)) if ends == others => {
                Some(result.is_none_or(|n| n < ends[0] || n > ends[1]))
            }
            _ => None,
        }
    }

    /// How many floats of its type are between it and zero.
    pub(crate) fn place(&self) -> Option<Int> {
        let Seen::Float(bits, is_single) = *self else {
            return None;
        };
        let sign = if is_single { 31 } else { 63 };
        let size = bits & !(1 << sign);
        (!self.float()?.is_nan()).then(|| Int::new(bits >> sign == 1, size.into()))
    }

    pub(crate) fn is_opposite(&self, other: &Self) -> Option<bool> {
        match other.number() {
            Some(n) => Some(self.number()? == n.opposite()),
            None => Some(self.float()?.to_bits() == (-other.float()?).to_bits()),
        }
    }

    /// Whether both are the same answer. Not a number is the same as not a number.
    pub(crate) fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Seen::Option(Some(some)), Seen::Option(Some(other))) => some.is(other),
            (Seen::Parts(parts), Seen::Parts(others)) => {
                parts.iter().zip(others).all(|(part, other)| part.is(other))
            }
            _ => match (self.float(), other.float()) {
                (Some(x), Some(y)) => x == y || x.is_nan() && y.is_nan(),
                _ => self == other,
            },
        }
    }

    /// Whether both are the same answer, or numbers that differ by at most so much.
    pub(crate) fn is_near(&self, other: &Self, tolerance: u128) -> bool {
        let difference = match (self, other) {
            (Seen::Number(..), Seen::Number(..)) => self.difference(other, false),
            _ => None,
        };
        let difference = difference.and_then(|difference| difference.number());
        self.is(other) || difference.is_some_and(|difference| difference.size <= tolerance)
    }

    /// Which of two is less; none if they are of different kinds.
    pub(crate) fn order(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Seen::Number(a, _), Seen::Number(b, _)) => a.partial_cmp(b),
            (Seen::Character(a), Seen::Character(b)) => Some(a.cmp(b)),
            _ => self.float()?.partial_cmp(&other.float()?),
        }
    }

    /// How far two numbers are from each other: of floats, how many others are between.
    pub(crate) fn difference(&self, other: &Self, in_units: bool) -> Option<Self> {
        let far = |a: Int, b: Int| Some(Int::new(false, a.plus(b.opposite())?.size));
        if let (Seen::Number(a, ends), Seen::Number(b, _)) = (self, other) {
            return Some(Seen::Number(far(*a, *b)?, *ends));
        }
        let units = far(self.place()?, other.place()?)?.size as usize;
        if in_units {
            return Some(Seen::count(units));
        }
        let difference = (self.float()? - other.float()?).abs();
        Some(Seen::rounded(difference, self.is_single()?))
    }

    pub(crate) fn sorted(letters: &[Self]) -> Vec<String> {
        let mut texts: Vec<String> = letters.iter().map(Seen::text).collect();
        texts.sort();
        texts
    }

    /// As `Debug` shows it.
    pub(crate) fn text(&self) -> String {
        let listed = |parts: &[Seen]| parts.iter().map(Seen::text).collect::<Vec<_>>().join(", ");
        match self {
            Seen::Number(n, _) => n.to_string(),
            Seen::Float(bits, true) => format!("{:?}", f32::from_bits(*bits as u32)),
            Seen::Float(bits, _) => format!("{:?}", f64::from_bits(*bits)),
            Seen::Truth(is) => is.to_string(),
            Seen::Character(c) => format!("{c:?}"),
            Seen::Option(None) => "None".to_owned(),
            Seen::Option(Some(inner)) => format!("Some({})", inner.text()),
            Seen::Form(text) => text.clone(),
            Seen::Parts(parts) => format!("({})", listed(parts)),
            Seen::Word(letters, Sequence::List) => format!("[{}]", listed(letters)),
            Seen::Word(letters, Sequence::Text) => format!("{:?}", characters(letters)),
            Seen::Word(letters, Sequence::Bytes) => {
                format!("b\"{}\"", characters(letters).as_bytes().escape_ascii())
            }
        }
    }

    /// Numbers that say something of it: of those faults are made.
    pub(crate) fn views(&self) -> Vec<i128> {
        match self {
            Seen::Option(None) => vec![0, 0],
            Seen::Option(Some(inner)) => [vec![1], inner.views()].concat(),
            Seen::Parts(parts) => parts.iter().flat_map(Seen::views).collect(),
            Seen::Form(text) => vec![text.bytes().map(i128::from).sum()],
            Seen::Truth(is) => vec![i128::from(*is)],
            Seen::Word(letters, _) => {
                let all: Vec<i128> = letters.iter().flat_map(Seen::views).collect();
                let [first, last] = [all.first(), all.last()].map(|end| end.map_or(-1, |end| *end));
                let is_a = |letter: &Seen| letter.text().contains(['a', 'H', '9']);
                let is_a: Vec<bool> = letters.iter().map(is_a).collect();
                let a = is_a.iter().filter(|is_a| **is_a).count();
                let directly = is_a.windows(2).any(|two| two == [true, false]);
                let before = is_a.iter().skip_while(|is_a| !**is_a).any(|is_a| !is_a);
                let ends = [all.iter().min(), all.iter().max()];
                let [least, most] = ends.map(|end| *end.unwrap_or(&0));
                vec![
                    all.len() as i128,
                    a as i128,
                    directly.into(),
                    before.into(),
                    first,
                    last,
                    least,
                    most,
                    all.is_sorted().into(),
                    all.is_sorted_by(|one, other| one < other).into(),
                ]
            }
            _ => match (self.code(), self.float()) {
                (Some(n), _) => vec![n.bits() as i128],
                (_, Some(x)) => vec![
                    x.trunc() as i128,
                    self.zeros().unwrap_or_default().into(),
                    x.is_nan().into(),
                    x.is_sign_negative().into(),
                    (x.fract().abs() == 0.5).into(),
                ],
                _ => vec![0],
            },
        }
    }
}

/// Whether a character is of the class with this number.
pub(crate) fn class(number: u64) -> fn(char) -> bool {
    match number {
        0 => |c| " \t".contains(c),
        1 => |c| "0123456789".contains(c),
        2 => char::is_uppercase,
        3 => char::is_alphabetic,
        _ => |c| u32::from(c) > 127,
    }
}

/// A type of inputs or answers.
pub(crate) trait Value:
    Clone + Debug + PartialEq + Serialize + Send + Sync + 'static
{
    fn seen(&self) -> Seen;

    /// Its fields, by their names, of a type of a user.
    fn fields(&self) -> Vec<(&'static str, Option<Seen>)> {
        Vec::new()
    }

    /// One for each number: if there are numbers of this type, a near one.
    fn make(n: i128) -> Self;

    /// The next one, of a float.
    fn next_up(self) -> Self {
        self
    }

    /// One with other letters, of a text.
    fn spoilt(self, _how: u8) -> Self {
        self
    }
}

/// Types of a user.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) enum Level {
    High(u8),
    Low(i32),
    Text(&'static str),
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Point {
    pub(crate) x: i64,
    pub(crate) is_last: bool,
}

macro_rules! values {
    ($([$($part:ident)*] $type:ty, $value:ident => $seen:expr, $n:ident => $make:expr $(, $up:expr)?;)*) => {$(
        impl<$($part: Value),*> Value for $type {
            fn seen(&self) -> Seen {
                let $value = self;
                $seen
            }

            fn make($n: i128) -> Self {
                $make
            }

            $(fn next_up(self) -> Self {
                $up(self)
            })?
        }
    )*};
}

macro_rules! integers {
    ($($type:ident)*) => {
        values! {$(
            [] $type, n => {
                let int = |n: $type| i128::try_from(n).map_or_else(|_| Int::new(false, n as u128), Int::from);
                Seen::Number(int(*n), [$type::MIN, $type::MAX].map(int))
            }, n => n as $type;
        )*}
    };
}

integers!(u8 u16 u32 u64 u128 i8 i16 i32 i64 i128);

values! {
    [] NonZero<u8>, n => n.get().seen(), n => NonZero::new(n as u8).unwrap_or(NonZero::<u8>::MAX);
    [] NonZero<i8>, n => n.get().seen(), n => NonZero::new(n as i8).unwrap_or(NonZero::<i8>::MAX);
    [] bool, is => Seen::Truth(*is), n => n & 1 == 1;
    [] char, c => Seen::Character(*c), n => char::from(b'a' + n.rem_euclid(26) as u8);
    [] f32, x => Seen::Float(x.to_bits().into(), true), n => if n % 13 == 12 { f32::NAN } else { n as f32 / 10.0 }, f32::next_up;
    [] f64, x => Seen::Float(x.to_bits(), false), n => if n % 101 == 100 { f64::NAN } else { n as f64 / 8.0 }, f64::next_up;
    [T] Option<T>, one => Seen::Option(one.as_ref().map(|one| Box::new(one.seen()))), n => (n % 7 != 3).then(|| T::make(n)), |one: Option<T>| one.map(T::next_up);
    [T] Vec<T>, word => seen_word(word), n => vec![T::make(n)];
    [A B] (A, B), two => Seen::Parts(vec![two.0.seen(), two.1.seen()]), n => (A::make(n), B::make(n)), |two: (A, B)| (two.0, B::make(7));
    [A B C] (A, B, C), three => Seen::Parts(vec![three.0.seen(), three.1.seen(), three.2.seen()]), n => (A::make(n), B::make(n), C::make(n)), other_part;
}

/// With another second or third part, which depends on the first one.
fn other_part<A: Value, B: Value, C: Value>(mut three: (A, B, C)) -> (A, B, C) {
    if three.0.seen().text().len().is_multiple_of(2) {
        three.1 = B::make(7);
    } else {
        three.2 = C::make(7);
    }
    three
}

/// A list, or the bytes of a text: those that the domains have are at least 9 and at most 122.
fn seen_word<T: Value>(word: &[T]) -> Seen {
    let letters: Vec<Seen> = word.iter().map(T::seen).collect();
    let of_text = |letter: &Seen| {
        let n = letter.number()?.size;
        (9..=122)
            .contains(&n)
            .then_some(Seen::Character(n as u8 as char))
    };
    let text: Option<Vec<Seen>> = letters.iter().map(of_text).collect();
    match text {
        Some(text) if type_name::<T>() == "u8" => Seen::Word(text, Sequence::Bytes),
        _ => Seen::Word(letters, Sequence::List),
    }
}
