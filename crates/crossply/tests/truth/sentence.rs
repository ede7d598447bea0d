//! Reads conditions as a person reads them, and says for which inputs they hold.

use std::rc::Rc;

use super::case::Case;
use super::value::{Int, Seen, digits};

/// What a condition is about, as a function of an input's number.
#[derive(Clone)]
pub(crate) struct Term<'a> {
    value: Rc<dyn Fn(usize) -> Option<Seen> + 'a>,
    /// What `Debug` shows of it.
    shown: Rc<dyn Fn(usize) -> Option<String> + 'a>,
}

pub(crate) type Condition<'a> = Box<dyn Fn(usize) -> bool + 'a>;

/// Reads from the beginning of a text, and gives what it read, and what follows.
pub(crate) type Read<'t, T> = Option<(T, &'t str)>;

/// What the words of a check mean.
pub(crate) struct Grammar<'a> {
    pub(crate) case: &'a Case,
    /// What the right answer is called, and what it is.
    pub(crate) right: String,
    pub(crate) right_of: Rc<dyn Fn(usize) -> Option<(Seen, String)> + 'a>,
    /// What an input is called, such as "number".
    pub(crate) noun: String,
}

/// What can be said of one value.
const PHRASES: [(&str, fn(&Seen) -> Option<bool>); 14] = [
    ("is even", |seen| Some(seen.number()?.rest(2) == 0)),
    ("is odd", |seen| Some(seen.number()?.rest(2) == 1)),
    ("is negative", |seen| Some(seen.number()? < 0.into())),
    ("is positive", |seen| Some(seen.number()? > 0.into())),
    ("is a power of two", |seen| {
        Some(seen.number()?.is_power_of_two())
    }),
    ("is a square", |seen| Some(seen.number()?.is_square())),
    ("is NaN", |seen| Some(seen.float()?.is_nan())),
    ("is infinite", |seen| Some(seen.float()?.is_infinite())),
    ("is an integer", |seen| Some(seen.float()?.fract() == 0.0)),
    ("is half way between two integers", |seen| {
        Some(seen.float()?.fract().abs() == 0.5)
    }),
    ("is subnormal", |seen| match seen {
        Seen::Single(x) => Some(x.is_subnormal()),
        _ => Some(seen.float()?.is_subnormal()),
    }),
    ("has a minus sign", |seen| {
        Some(seen.float()?.is_sign_negative())
    }),
    ("is sorted", |seen| {
        let pairs = letters(seen)?.windows(2);
        Some(
            pairs
                .map(|pair| pair[0].order(&pair[1]))
                .all(|order| order.is_some_and(std::cmp::Ordering::is_le)),
        )
    }),
    ("is a palindrome", |seen| {
        let letters = letters(seen)?;
        Some((0..letters.len()).all(|n| letters[n].is(&letters[letters.len() - 1 - n])))
    }),
];

fn letters(seen: &Seen) -> Option<&[Seen]> {
    match seen {
        Seen::Word(letters) => Some(letters),
        _ => None,
    }
}

fn count(seen: &Seen, letter: &str) -> Option<usize> {
    Some(
        letters(seen)?
            .iter()
            .filter(|other| other.text() == letter)
            .count(),
    )
}

/// A character as a literal of Rust.
fn character(text: &str) -> Read<'_, char> {
    let mut chars = text.strip_prefix('\'')?.chars();
    let mut next = chars.next()?;
    if next == '\\' {
        next = match chars.next()? {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            '0' => '\0',
            'u' => {
                let (code, rest) = chars.as_str().strip_prefix('{')?.split_once('}')?;
                chars = rest.chars();
                char::from_u32(u32::from_str_radix(code, 16).ok()?)?
            }
            other => other,
        };
    }
    Some((next, chars.as_str().strip_prefix('\'')?))
}

/// A letter of a word, as it is shown.
fn letter(text: &str) -> Read<'_, &str> {
    let rest = character(text)
        .map(|(_, rest)| rest)
        .or_else(|| Some(digits(text)?.1))?;
    Some((&text[..text.len() - rest.len()], rest))
}

/// Passes over the first of these words with which the text begins.
pub(crate) fn one_of<'t>(text: &'t str, words: &[&str]) -> Read<'t, usize> {
    let found = words
        .iter()
        .enumerate()
        .filter(|(_, words)| text.starts_with(**words));
    let (n, words) = found.max_by_key(|(_, words)| words.len())?;
    let rest = &text[words.len()..];
    // A word ends here.
    let ends =
        rest.is_empty() || !rest.starts_with(|c: char| c.is_alphanumeric()) || words.ends_with(' ');
    ends.then_some((n, rest))
}

impl<'a> Grammar<'a> {
    /// Whether a rule holds: all conditions of one of its cases.
    pub(crate) fn rule(&self, text: &str) -> Option<Vec<Vec<Condition<'a>>>> {
        text.split(", or where ")
            .map(|case| self.conditions(case))
            .collect()
    }

    pub(crate) fn conditions(&self, text: &str) -> Option<Vec<Condition<'a>>> {
        let (mut found, mut rest, mut subject) = (Vec::new(), text, None);
        loop {
            let (condition, after) = self.condition(rest, &mut subject)?;
            found.push(condition);
            rest = match one_of(after, &[", and ", ", ", " and "]) {
                Some((_, rest)) => rest,
                None => return after.is_empty().then_some(found),
            };
        }
    }

    fn condition<'t>(
        &self,
        text: &'t str,
        subject: &mut Option<Term<'a>>,
    ) -> Read<'t, Condition<'a>> {
        if let Some(found) = self
            .fact(text)
            .or_else(|| self.occurs(text))
            .or_else(|| self.digit_or_bit(text))
        {
            return Some(found);
        }
        if let Some((term, rest)) = self.term(text)
            && let Some(found) = self.predicate(&term, rest)
        {
            *subject = Some(term);
            return Some(found);
        }
        let term = subject.as_ref()?;
        if let Some(by) = text.strip_prefix("not by ") {
            let (by, rest) = digits(by)?;
            return Some((
                self.of(term, move |seen| Some(seen.number()?.rest(by) != 0))?,
                rest,
            ));
        }
        self.predicate(term, &format!(" {text}"))
            .map(|(found, rest)| (found, &text[text.len() - rest.len()..]))
    }

    /// What holds of a term; none if it cannot be said of it.
    fn of(
        &self,
        term: &Term<'a>,
        holds: impl Fn(&Seen) -> Option<bool> + 'a,
    ) -> Option<Condition<'a>> {
        // Of NaN one can say less than of other numbers.
        let mut values = (0..self.case.inputs.len()).filter_map(|n| (term.value)(n));
        let is_said = values.any(|seen| holds(&seen).is_some());
        let value = Rc::clone(&term.value);
        is_said.then(|| {
            Box::new(move |n: usize| value(n).and_then(|seen| holds(&seen)) == Some(true))
                as Condition<'a>
        })
    }

    fn of_both(
        &self,
        one: &Term<'a>,
        other: &Term<'a>,
        holds: impl Fn(&Seen, &Seen) -> Option<bool> + 'a,
    ) -> Option<Condition<'a>> {
        let both = |n| Some(((one.value)(n)?, (other.value)(n)?));
        (0..self.case.inputs.len())
            .filter_map(both)
            .find(|(a, b)| holds(a, b).is_some())?;
        let [one, other] = [one, other].map(|term| Rc::clone(&term.value));
        Some(Box::new(move |n| {
            one(n).zip(other(n)).and_then(|(a, b)| holds(&a, &b)) == Some(true)
        }))
    }

    /// What the whole input is called.
    fn input<'t>(&self, text: &'t str) -> Read<'t, Term<'a>> {
        let (inputs, named) = (&self.case.inputs, format!("the {}", self.noun));
        let known: &[&str] = match &inputs[0].0 {
            Seen::Number(..) => &["n"],
            Seen::Single(_) | Seen::Double(_) => &["x"],
            Seen::Character(_) => &["c"],
            Seen::Word(_) => &["the word"],
            _ => &["the input"],
        };
        let known: Vec<&str> = if self.noun == "input" {
            known.to_vec()
        } else {
            vec![&named]
        };
        let (_, rest) = one_of(text, &known)?;
        let term = Term {
            value: Rc::new(|n| Some(inputs[n].0.clone())),
            shown: Rc::new(|n| Some(inputs[n].1.clone())),
        };
        Some((term, rest))
    }

    /// A value: the input, a part of it, or the right answer.
    fn value<'t>(&self, text: &'t str) -> Read<'t, Term<'a>> {
        if let Some(found) = self.input(text) {
            return Some(found);
        }
        if let Some((_, rest)) = one_of(text, &[&self.right]) {
            let [of_value, of_shown] = [&self.right_of; 2].map(Rc::clone);
            let value = move |n| Some(of_value(n)?.0);
            let shown = move |n| Some(of_shown(n)?.1);
            return Some((
                Term {
                    value: Rc::new(value),
                    shown: Rc::new(shown),
                },
                rest,
            ));
        }
        let inputs = &self.case.inputs;
        let Seen::Parts(parts) = &inputs[0].0 else {
            return None;
        };
        let (part, rest) = one_of(text, &["a", "b", "c"][..parts.len()])?;
        Some((
            Self::derived(move |n| match &inputs[n].0 {
                Seen::Parts(parts) => Some(parts[part].clone()),
                _ => None,
            }),
            rest,
        ))
    }

    fn derived(value: impl Fn(usize) -> Option<Seen> + 'a) -> Term<'a> {
        let value = Rc::new(value);
        let shown = Rc::clone(&value);
        Term {
            value,
            shown: Rc::new(move |n| Some(shown(n)?.text())),
        }
    }

    fn term<'t>(&self, text: &'t str) -> Read<'t, Term<'a>> {
        let of = [
            "the value of ",
            "the length of ",
            "the first letter of ",
            "the last letter of ",
        ];
        let Some((which, rest)) = one_of(text, &of) else {
            return self.value(text);
        };
        let (whole, rest) = self.value(rest)?;
        let example = (0..self.case.inputs.len()).find_map(|n| (whole.value)(n))?;
        let is_right = match which {
            0 => matches!(example, Seen::Option(_)),
            _ => letters(&example).is_some(),
        };
        let value = whole.value;
        let length = [0.into(), Int::new(false, u128::MAX)];
        is_right.then(|| {
            (
                Self::derived(move |n| {
                    let whole = value(n)?;
                    match which {
                        0 => whole.inner().cloned(),
                        1 => Some(Seen::Number(
                            (letters(&whole)?.len() as i128).into(),
                            length,
                        )),
                        2 => letters(&whole)?.first().cloned(),
                        _ => letters(&whole)?.last().cloned(),
                    }
                }),
                rest,
            )
        })
    }

    fn fact<'t>(&self, text: &'t str) -> Read<'t, Condition<'a>> {
        self.case.facts.iter().find_map(|(words, values)| {
            let is_of_input = words.starts_with("is ") || words.starts_with("has ");
            let (rest, otherwise) = match text.strip_prefix("it is not true that ") {
                Some(rest) => (rest, true),
                None => (text, false),
            };
            let rest = if is_of_input {
                self.input(rest)?.1.strip_prefix(' ')?
            } else {
                rest
            };
            let not = words
                .strip_prefix("is ")
                .map_or("\n".to_owned(), |what| format!("is not {what}"));
            let (n, rest) = one_of(rest, &[words, &not])?;
            let holds = (n == 0) != otherwise;
            Some((
                Box::new(move |n: usize| values[n] == Some(holds)) as Condition<'a>,
                rest,
            ))
        })
    }

    /// What letters a word has.
    fn occurs<'t>(&self, text: &'t str) -> Read<'t, Condition<'a>> {
        let (one, rest) = letter(text)?;
        let one = one.to_owned();
        let phrases = [
            " occurs in ",
            " does not occur in ",
            " occurs at least twice in ",
            " occurs at most once in ",
            " is directly before ",
        ];
        let (how, rest) = one_of(rest, &phrases)?;
        let (other, rest) = if how == 4 {
            let (other, rest) = letter(rest)?;
            (Some(other.to_owned()), rest.strip_prefix(" in ")?)
        } else {
            (None, rest)
        };
        let (word, rest) = self.value(rest)?;
        let found = self.of(&word, move |seen| {
            Some(match (how, &other) {
                (_, Some(other)) => letters(seen)?
                    .windows(2)
                    .any(|pair| pair[0].text() == one && pair[1].text() == *other),
                (0, _) => count(seen, &one)? >= 1,
                (1, _) => count(seen, &one)? == 0,
                (3, _) => count(seen, &one)? <= 1,
                _ => count(seen, &one)? >= 2,
            })
        })?;
        Some((found, rest))
    }

    fn digit_or_bit<'t>(&self, text: &'t str) -> Read<'t, Condition<'a>> {
        const DIGITS: [&str; 4] = [
            "the units digit of ",
            "the tens digit of ",
            "the hundreds digit of ",
            "the thousands digit of ",
        ];
        if let Some(rest) = text.strip_prefix('|') {
            let (term, rest) = self.term(rest)?;
            let (less, rest) = one_of(rest, &["| is at least ", "| is less than "])?;
            let (least, rest) = float(rest)?;
            return Some((
                self.of(&term, move |seen| {
                    let size = seen.float()?.abs();
                    let least = match seen {
                        // The number that prints so.
                        Seen::Single(_) => f64::from(least as f32),
                        _ => least,
                    };
                    (!size.is_nan()).then_some((size >= least) == (less == 0))
                })?,
                rest,
            ));
        }
        if let Some(rest) = text.strip_prefix("the integer part of ") {
            let (term, rest) = self.term(rest)?;
            let (odd, rest) = one_of(rest, &[" is even", " is odd"])?;
            return Some((
                self.of(&term, move |seen| {
                    let x = seen.float()?;
                    x.is_finite()
                        .then(|| (x.trunc() % 2.0 == 0.0) == (odd == 0))
                })?,
                rest,
            ));
        }
        let (place, is_bit, rest) = if let Some(rest) = text.strip_prefix("the highest bit of ") {
            (None, true, rest)
        } else if let Some((place, rest)) = one_of(text, &DIGITS) {
            (Some(place as u128), false, rest)
        } else {
            let (which, rest) = one_of(text, &["bit ", "digit "])?;
            let (place, rest) = digits(rest)?;
            (Some(place), which == 0, rest.strip_prefix(" of ")?)
        };
        let (term, rest) = self.term(rest)?;
        if is_bit {
            let (clear, rest) = one_of(rest, &[" is set", " is clear"])?;
            return Some((
                self.of(&term, move |seen| {
                    let Seen::Number(n, [least, greatest]) = seen else {
                        return None;
                    };
                    let sign = u32::from(*least < 0.into());
                    let highest = (128 - greatest.bits().leading_zeros() + sign - 1).into();
                    Some((n.bits() >> place.unwrap_or(highest) & 1 == 1) == (clear == 0))
                })?,
                rest,
            ));
        }
        let (not, rest) = one_of(rest, &[" is ", " is not "])?;
        let (digit, rest) = digits(rest)?;
        Some((
            self.of(&term, move |seen| {
                let power = 10_u128.checked_pow(place? as u32)?;
                Some((seen.number()?.size() / power % 10 == digit) == (not == 0))
            })?,
            rest,
        ))
    }

    /// What is said of a term.
    fn predicate<'t>(&self, term: &Term<'a>, text: &'t str) -> Read<'t, Condition<'a>> {
        if let Some(found) = self.pair(term, text) {
            return Some(found);
        }
        for (more, words) in [(1, " + 1"), (-1, " - 1"), (0, "")] {
            let Some(rest) = text
                .strip_prefix(words)
                .and_then(|rest| rest.strip_prefix(' '))
            else {
                continue;
            };
            for (words, holds) in PHRASES {
                let not = words
                    .replacen("is ", "is not ", 1)
                    .replacen("has ", "does not have ", 1);
                let Some((negated, rest)) = one_of(rest, &[words, &not]) else {
                    continue;
                };
                let found = self.of(term, move |seen| {
                    let beside = match more {
                        0 => seen.clone(),
                        _ => Seen::Number(seen.number()?.plus(more.into())?, [0.into(); 2]),
                    };
                    Some(holds(&beside)? == (negated == 0))
                });
                if let Some(found) = found {
                    return Some((found, rest));
                }
            }
        }
        let (how, rest) = one_of(
            text,
            &[
                " is divisible by ",
                " is not divisible by ",
                " has the last bit of the mantissa ",
                " has the last ",
                " does not have the last ",
                " has a letter twice",
                " has no letter twice",
                " is at least ",
                " is at most ",
                " is less than ",
                " is ",
                " is not ",
            ],
        )?;
        let found = |condition: Option<Condition<'a>>, rest| Some((condition?, rest));
        match how {
            0 | 1 => {
                let (by, rest) = Int::read(rest)?;
                found(
                    self.of(term, move |seen| {
                        Some(by.divides(seen.number()?) == (how == 0))
                    }),
                    rest,
                )
            }
            2..=4 => {
                let (bits, rest) = if how == 2 { (1, rest) } else { digits(rest)? };
                let set = [" bits of the mantissa clear", "clear", "set"];
                let (which, rest) = one_of(rest, &set)?;
                found(
                    self.of(term, move |seen| {
                        let zeros = match seen {
                            Seen::Single(x) => x.to_bits().trailing_zeros(),
                            _ => seen.float()?.to_bits().trailing_zeros(),
                        };
                        let is_clear = u128::from(zeros) >= bits;
                        Some(is_clear != (how == 4 || which == 2))
                    }),
                    rest,
                )
            }
            5 | 6 => found(
                self.of(term, move |seen| {
                    let letters = letters(seen)?;
                    let twice = letters
                        .iter()
                        .enumerate()
                        .any(|(n, one)| letters[..n].iter().any(|other| other.is(one)));
                    Some(twice == (how == 5))
                }),
                rest,
            ),
            7..=9 => {
                let example = (0..self.case.inputs.len()).find_map(|n| (term.value)(n))?;
                let (bound, rest) = literal(&example, rest)?;
                found(
                    self.of(term, move |seen| {
                        let order = seen.order(&bound)?;
                        Some(match how {
                            7 => order.is_ge(),
                            8 => order.is_le(),
                            _ => order.is_lt(),
                        })
                    }),
                    rest,
                )
            }
            _ => {
                let example = (0..self.case.inputs.len()).find_map(|n| (term.value)(n))?;
                if let Some((size, rest)) = digits(rest)
                    && let Some(rest) = rest.strip_prefix(" more than a multiple of ")
                {
                    let (by, rest) = Int::read(rest)?;
                    return found(
                        self.of(term, move |seen| {
                            Some((seen.number()?.rest(by.size()) == size) == (how == 10))
                        }),
                        rest,
                    );
                }
                if let Some((other, rest)) = literal(&example, rest) {
                    return found(
                        self.of(term, move |seen| {
                            let is = seen
                                .float()
                                .map_or_else(|| seen.is(&other), |x| Some(x) == other.float());
                            Some(is == (how == 10))
                        }),
                        rest,
                    );
                }
                let all = (0..self.case.inputs.len()).filter_map(|n| (term.shown)(n));
                let other = all
                    .filter(|shown| rest.starts_with(shown))
                    .max_by_key(String::len)?;
                let (shown, rest) = (Rc::clone(&term.shown), &rest[other.len()..]);
                let holds =
                    move |n: usize| shown(n).is_some_and(|shown| (shown == other) == (how == 10));
                Some((Box::new(holds), rest))
            }
        }
    }

    /// What is said of a term and another one.
    fn pair<'t>(&self, one: &Term<'a>, text: &'t str) -> Read<'t, Condition<'a>> {
        let (how, rest) = one_of(
            text,
            &[
                " equals ",
                " does not equal ",
                " divides ",
                " does not divide ",
                " is less than ",
                " is at least ",
                " + ",
                " - ",
                " * ",
            ],
        )?;
        let (other, rest) = self.term(rest)?;
        if how < 6 {
            let found = self.of_both(one, &other, move |a, b| {
                Some(match how {
                    0 | 1 => a.order(b)?.is_eq() == (how == 0),
                    2 | 3 => a.number()?.divides(b.number()?) == (how == 2),
                    4 => a.order(b)?.is_lt(),
                    _ => a.order(b)?.is_ge(),
                })
            });
            return Some((found?, rest));
        }
        let (what, rest) = one_of(
            rest,
            &[" is even", " is odd", " overflows", " does not overflow"],
        )?;
        let found = self.of_both(one, &other, move |a, b| {
            let (Seen::Number(n, ends), Seen::Number(m, others)) = (a, b) else {
                return None;
            };
            let made = match how {
                6 => n.plus(*m),
                7 => n.plus(m.opposite()),
                _ => n.times(*m),
            };
            let fits = made.is_some_and(|made| (ends[0]..=ends[1]).contains(&made));
            match what {
                // Whether it is even does not depend on what is above 128 bits.
                0 | 1 => Some(((n.bits() ^ m.bits()) & 1 == 0) == (what == 0)),
                _ => (ends == others).then_some(fits == (what == 3)),
            }
        });
        Some((found?, rest))
    }
}

/// A number as a literal of Rust, or a power of two.
fn float(text: &str) -> Read<'_, f64> {
    let end = text.find([',', ' ']).unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    let power = number
        .strip_prefix("2^")
        .and_then(|exponent| exponent.parse().ok());
    Some((power.map(f64::exp2).or_else(|| number.parse().ok())?, rest))
}

/// A value of the type of an example.
fn literal<'t>(example: &Seen, text: &'t str) -> Read<'t, Seen> {
    match example {
        Seen::Number(_, ends) => Int::read(text).map(|(n, rest)| (Seen::Number(n, *ends), rest)),
        Seen::Single(_) => {
            let end = text.find([',', ' ']).unwrap_or(text.len());
            Some((Seen::Single(text[..end].parse().ok()?), &text[end..]))
        }
        Seen::Double(_) => float(text).map(|(x, rest)| (Seen::Double(x), rest)),
        Seen::Truth(_) => {
            one_of(text, &["true", "false"]).map(|(n, rest)| (Seen::Truth(n == 0), rest))
        }
        Seen::Character(_) => character(text).map(|(c, rest)| (Seen::Character(c), rest)),
        _ => None,
    }
}
