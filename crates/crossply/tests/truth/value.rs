//! Values of inputs and answers as the judge sees them, and exact arithmetic on their numbers.

use std::cmp::Ordering;
use std::fmt::Debug;

/// An integer of any type that Rust has, and what one operation makes of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Int {
    minus: bool,
    size: u128,
}

impl Int {
    pub(crate) fn new(minus: bool, size: u128) -> Self {
        let minus = minus && size > 0;
        Int { minus, size }
    }

    /// The number at the beginning of a text, such as `-12` or `2^16 - 1`, and what follows.
    pub(crate) fn read(text: &str) -> Option<(Self, &str)> {
        let (minus, text) = text
            .strip_prefix('-')
            .map_or((false, text), |text| (true, text));
        let (size, rest) = digits(text)?;
        let Some(text) = rest.strip_prefix('^') else {
            return Some((Int::new(minus, size), rest));
        };
        let (exponent, rest) = digits(text)?;
        let power = Int::new(minus, size.checked_pow(u32::try_from(exponent).ok()?)?);
        for (sign, one) in [(" + 1", 1), (" - 1", -1)] {
            // `2^16 + 10` is another number, which nobody writes.
            if let Some(rest) = rest.strip_prefix(sign) {
                return Some((power.plus(one.into())?, rest));
            }
        }
        Some((power, rest))
    }

    pub(crate) fn opposite(self) -> Self {
        Int::new(!self.minus, self.size)
    }

    /// None if it needs more than 128 bits.
    pub(crate) fn plus(self, other: Self) -> Option<Self> {
        if self.minus == other.minus {
            return Some(Int::new(self.minus, self.size.checked_add(other.size)?));
        }
        let minus = if self.size > other.size {
            self.minus
        } else {
            other.minus
        };
        Some(Int::new(minus, self.size.abs_diff(other.size)))
    }

    pub(crate) fn times(self, other: Self) -> Option<Self> {
        let size = self.size.checked_mul(other.size)?;
        Some(Int::new(self.minus != other.minus, size))
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

    /// Whether there is a whole number of times that it has to be taken.
    pub(crate) fn divides(self, other: Self) -> bool {
        if self.size == 0 {
            other.size == 0
        } else {
            other.rest(self.size) == 0
        }
    }

    /// Rounded towards zero.
    pub(crate) fn divided(self, by: Self) -> Self {
        Int::new(self.minus != by.minus, self.size / by.size)
    }

    pub(crate) fn size(self) -> u128 {
        self.size
    }

    /// In two's complement.
    pub(crate) fn bits(self) -> u128 {
        if self.minus {
            self.size.wrapping_neg()
        } else {
            self.size
        }
    }

    pub(crate) fn is_power_of_two(self) -> bool {
        !self.minus && self.size.is_power_of_two()
    }

    pub(crate) fn is_square(self) -> bool {
        !self.minus && self.size.isqrt().pow(2) == self.size
    }
}

/// The digits at the beginning of a text.
pub(crate) fn digits(text: &str) -> Option<(u128, &str)> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

impl From<i128> for Int {
    fn from(n: i128) -> Self {
        Int::new(n < 0, n.unsigned_abs())
    }
}

impl Ord for Int {
    fn cmp(&self, other: &Self) -> Ordering {
        let sizes = self.size.cmp(&other.size);
        match (self.minus, other.minus) {
            (false, false) => sizes,
            (true, true) => sizes.reverse(),
            (minus, _) => {
                if minus {
                    Ordering::Less
                } else {
                    Ordering::Greater
                }
            }
        }
    }
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// What the judge knows of a value.
#[derive(Clone, Debug)]
pub(crate) enum Seen {
    /// With the least and the greatest number of its type.
    Number(Int, [Int; 2]),
    Single(f32),
    Double(f64),
    Truth(bool),
    Character(char),
    Word(Vec<Seen>),
    Option(Option<Box<Seen>>),
    Parts(Vec<Seen>),
    /// All that `Debug` shows.
    Form(String),
}

impl Seen {
    /// Whether both are the same answer. Not a number is the same as not a number.
    pub(crate) fn is(&self, other: &Self) -> bool {
        use Seen::{Double, Option, Parts, Single, Word};
        match (self, other) {
            (Single(x), Single(y)) => x == y || x.is_nan() && y.is_nan(),
            (Double(x), Double(y)) => x == y || x.is_nan() && y.is_nan(),
            (Option(Some(some)), Option(Some(other))) => some.is(other),
            (Word(some) | Parts(some), Word(others) | Parts(others)) => {
                some.len() == others.len() && some.iter().zip(others).all(|(a, b)| a.is(b))
            }
            _ => format!("{self:?}") == format!("{other:?}"),
        }
    }

    /// Which of two numbers is less; none if they are no numbers of the same type.
    pub(crate) fn order(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Seen::Number(a, _), Seen::Number(b, _)) => Some(a.cmp(b)),
            (Seen::Single(x), Seen::Single(y)) => x.partial_cmp(y),
            (Seen::Double(x), Seen::Double(y)) => x.partial_cmp(y),
            (Seen::Character(a), Seen::Character(b)) => Some(a.cmp(b)),
            _ => None,
        }
    }

    /// What is in an option, or the value itself.
    pub(crate) fn inner(&self) -> Option<&Self> {
        match self {
            Seen::Option(inner) => inner.as_deref(),
            _ => Some(self),
        }
    }

    pub(crate) fn float(&self) -> Option<f64> {
        match self {
            Seen::Single(x) => Some((*x).into()),
            Seen::Double(x) => Some(*x),
            _ => None,
        }
    }

    pub(crate) fn number(&self) -> Option<Int> {
        match self {
            Seen::Number(n, _) => Some(*n),
            _ => None,
        }
    }

    /// The number, or that of a character.
    pub(crate) fn code(&self) -> Option<Int> {
        match self {
            Seen::Character(c) => Some(i128::from(u32::from(*c)).into()),
            _ => self.number(),
        }
    }

    /// The number, if its type has it.
    fn number_of_type(&self, n: Option<Int>) -> Option<Self> {
        let Seen::Number(_, ends) = self else {
            return None;
        };
        n.filter(|n| (ends[0]..=ends[1]).contains(n))
            .map(|n| Seen::Number(n, *ends))
    }

    /// Another input that is said so.
    pub(crate) fn other(&self, words: &str) -> Option<Self> {
        match (words, self) {
            ("(b, a)", Seen::Parts(parts)) if parts.len() == 2 => {
                let [a, b] = [&parts[0], &parts[1]];
                let swapped = [a.number_of_type(b.number())?, b.number_of_type(a.number())?];
                Some(Seen::Parts(swapped.into()))
            }
            (_, _) if words.contains("opposite") => {
                self.number_of_type(Some(self.number()?.opposite()))
            }
            (_, Seen::Number(n, ends @ [least, greatest])) if words.contains("wrapping") => {
                let is_sub = words.ends_with("sub(1)");
                let [end, step] = if is_sub {
                    [least, greatest]
                } else {
                    [greatest, least]
                };
                let step = match n == end {
                    true => *step,
                    false => n.plus(if is_sub { -1 } else { 1 }.into())?,
                };
                Some(Seen::Number(step, *ends))
            }
            _ if words.ends_with("- 1") => self.number_of_type(self.number()?.plus((-1).into())),
            _ if words.ends_with("+ 1") => self.number_of_type(self.number()?.plus(1.into())),
            _ => None,
        }
    }

    /// As `Debug` shows it, of simple types.
    pub(crate) fn text(&self) -> String {
        match self {
            Seen::Number(n, _) => format!("{}{}", if n.minus { "-" } else { "" }, n.size),
            Seen::Single(x) => format!("{x:?}"),
            Seen::Double(x) => format!("{x:?}"),
            Seen::Truth(is) => is.to_string(),
            Seen::Character(c) => format!("{c:?}"),
            Seen::Option(None) => "None".to_owned(),
            Seen::Option(Some(inner)) => format!("Some({})", inner.text()),
            Seen::Form(text) => text.clone(),
            Seen::Word(_) | Seen::Parts(_) => format!("{self:?}"),
        }
    }

    /// Numbers that say something of it: of those faults are made.
    pub(crate) fn views(&self) -> Vec<i128> {
        match self {
            Seen::Number(n, _) => vec![n.bits() as i128],
            Seen::Single(x) => Seen::Double((*x).into())
                .views()
                .into_iter()
                .chain([x.to_bits().into()])
                .collect(),
            Seen::Double(x) => {
                let signs = [
                    x.is_nan(),
                    x.is_sign_negative(),
                    x.fract() == 0.0,
                    x.fract().abs() == 0.5,
                ];
                let numbers = [
                    x.trunc() as i128,
                    x.to_bits().into(),
                    x.to_bits().trailing_zeros().into(),
                ];
                numbers.into_iter().chain(signs.map(i128::from)).collect()
            }
            Seen::Truth(is) => vec![i128::from(*is)],
            Seen::Character(c) => vec![i128::from(u32::from(*c))],
            Seen::Word(letters) => {
                let all: Vec<i128> = letters.iter().flat_map(Seen::views).collect();
                let [first, last] = [all.first(), all.last()].map(|end| end.copied().unwrap_or(-1));
                let occurs =
                    |letter: i128| all.iter().filter(|other| **other == letter).count() as i128;
                let [a, b] = [i128::from(b'a'), i128::from(b'b')];
                vec![
                    letters.len() as i128,
                    first,
                    last,
                    occurs(a),
                    occurs(b),
                    all.is_sorted().into(),
                ]
            }
            Seen::Option(None) => vec![0, 0],
            Seen::Option(Some(inner)) => [1].into_iter().chain(inner.views()).collect(),
            Seen::Parts(parts) => parts.iter().flat_map(Seen::views).collect(),
            Seen::Form(text) => vec![
                text.bytes()
                    .fold(7, |hash, byte| (hash * 31 + i128::from(byte)) % 1009),
            ],
        }
    }

    /// A number by which it is found again.
    pub(crate) fn key(&self) -> u64 {
        let mixed = |key: u64, more: u64| {
            (key ^ more)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .rotate_left(29)
        };
        match self {
            Seen::Number(n, _) => mixed(mixed(1, n.bits() as u64), (n.bits() >> 64) as u64),
            Seen::Single(x) => mixed(2, x.to_bits().into()),
            Seen::Double(x) => mixed(3, x.to_bits()),
            Seen::Truth(is) => mixed(4, (*is).into()),
            Seen::Character(c) => mixed(5, u32::from(*c).into()),
            Seen::Word(parts) | Seen::Parts(parts) => {
                parts.iter().fold(6, |key, part| mixed(key, part.key()))
            }
            Seen::Option(inner) => inner.as_ref().map_or(7, |inner| mixed(8, inner.key())),
            Seen::Form(text) => text.bytes().fold(9, |key, byte| mixed(key, byte.into())),
        }
    }
}

/// A type of inputs.
pub(crate) trait Input: Clone + Debug + PartialEq + Send + Sync + 'static {
    fn seen(&self) -> Seen;
}

/// A type of answers.
pub(crate) trait Answer: Input {
    /// An answer for each number: for some numbers one that is near to the number.
    fn make(n: i128) -> Self;

    /// The next answer, of those that have one.
    fn next_up(self) -> Self {
        self
    }
}

macro_rules! integers {
    ($($type:ident)*) => {$(
        impl Input for $type {
            fn seen(&self) -> Seen {
                let int = |n: $type| i128::try_from(n).map_or_else(|_| Int::new(false, n as u128), Int::from);
                Seen::Number(int(*self), [int($type::MIN), int($type::MAX)])
            }
        }

        impl Answer for $type {
            fn make(n: i128) -> Self {
                n as $type
            }
        }
    )*};
}

integers!(u8 u16 u32 u64 u128 i8 i16 i32 i64 i128);

macro_rules! others {
    ($($type:ty, $value:ident => $seen:expr, $n:ident => $make:expr, $next_up:expr;)*) => {$(
        impl Input for $type {
            fn seen(&self) -> Seen {
                let $value = self;
                $seen
            }
        }

        impl Answer for $type {
            fn make($n: i128) -> Self {
                $make
            }

            fn next_up(self) -> Self {
                $next_up(self)
            }
        }
    )*};
}

/// Types of a user.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(crate) enum Level {
    High(u8),
    Low(i32),
    Off,
}

#[derive(Clone, Debug, PartialEq, PartialOrd)]
pub(crate) struct Point {
    pub(crate) x: i64,
    pub(crate) name: String,
}

fn same<T>(value: T) -> T {
    value
}

others! {
    bool, is => Seen::Truth(*is), n => n & 1 == 1, same;
    char, c => Seen::Character(*c), n => char::from(b'a' + (n.rem_euclid(26)) as u8), same;
    f32, x => Seen::Single(*x), n => if n % 101 == 100 { f32::NAN } else { n as f32 / 10.0 }, f32::next_up;
    f64, x => Seen::Double(*x), n => if n % 101 == 100 { f64::NAN } else { n as f64 / 8.0 }, f64::next_up;
    String, text => Seen::Word(text.chars().map(Seen::Character).collect()), n => n.to_string(), same;
    Level, level => Seen::Form(format!("{level:?}")), n => match n.rem_euclid(7) {
        0 => Level::Off,
        1..4 => Level::High(n as u8),
        _ => Level::Low(n as i32),
    }, same;
    Point, point => Seen::Form(format!("{point:?}")), n => Point { x: n as i64, name: format!("p{}", n & 3) }, same;
    Result<u8, i32>, result => Seen::Form(format!("{result:?}")), n => if n % 5 == 1 { Err(n as i32) } else { Ok(n as u8) }, same;
}

impl<T: Input> Input for Option<T> {
    fn seen(&self) -> Seen {
        Seen::Option(self.as_ref().map(|inner| Box::new(inner.seen())))
    }
}

impl<T: Answer> Answer for Option<T> {
    fn make(n: i128) -> Self {
        (n % 7 != 3).then(|| T::make(n))
    }

    fn next_up(self) -> Self {
        self.map(T::next_up)
    }
}

macro_rules! parts {
    ($($($part:ident $at:tt)*;)*) => {$(
        impl<$($part: Input),*> Input for ($($part,)*) {
            fn seen(&self) -> Seen {
                Seen::Parts(vec![$(self.$at.seen()),*])
            }
        }
    )*};
}

parts! {
    A 0 B 1;
    A 0 B 1 C 2;
}

impl<T: Input> Input for Vec<T> {
    fn seen(&self) -> Seen {
        Seen::Word(self.iter().map(T::seen).collect())
    }
}
