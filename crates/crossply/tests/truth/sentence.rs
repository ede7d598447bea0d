//! Reads conditions as a person reads them, and says for which inputs they hold.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::case::Case;
use super::value::{CLASSES, Int, Seen, is_number};

/// Something of each input, by its number; none if the input does not have it.
pub(crate) type Term<'a> = Rc<dyn Fn(usize) -> Option<Seen> + 'a>;

/// Whether it holds for an input; none where a fact panics.
pub(crate) type Condition<'a> = Box<dyn Fn(usize) -> Option<bool> + 'a>;

/// What is read from the beginning of a text, and the rest.
type Read<'t, T> = Option<(T, &'t str)>;

/// What the words of a check mean.
pub(crate) struct Grammar<'a> {
    pub(crate) case: &'a Case,
    /// What can be spoken of, by its name. The first one is the input.
    pub(crate) terms: Vec<(String, Term<'a>)>,
}

macro_rules! phrases {
    ($($words:literal: $($value:ident $kind:ident),* => $holds:expr;)*) => {
        /// What can be said, and whether it holds of the values in its places: `$` is a term, `@` a value of its type,
        /// `#` a number, `~` a letter, `%` patterns of letters, and `!` names. It says nothing of values of other types.
        const PHRASES: &[(&str, fn(&[Seen]) -> Option<bool>)] = &[$(($words, |values| {
            let mut values = values.iter();
            $(let $value = values.next()?.$kind()?;)*
            Some($holds)
        })),*];
    };
}

phrases! {
    "$ is even": n number => n.rest(2) == 0;
    "$ is negative": n number => n < Int::ZERO;
    "$ is positive": n number => n > Int::ZERO;
    "$ is divisible by #": n number, by number => by.divides(n);
    "$ is # more than a multiple of #": n number, rest number, by number => n.rest(by.size) == rest.size;
    "$ is a power of two": n number => n.is_power_of_two();
    "$ + # is a power of two": n number, more number => n.plus(more).is_none_or(Int::is_power_of_two);
    "$ - # is a power of two": n number, less number => n.plus(less.opposite())?.is_power_of_two();
    "$ is a square": n number => n.is_square();
    "$ + # is a square": n number, more number => n.plus(more)?.is_square();
    "$ - # is a square": n number, less number => n.plus(less.opposite())?.is_square();
    "bit # of $ is set": bit number, n number => n.bits() >> bit.size & 1 == 1;
    "the highest bit of $ is set": n itself => n.highest_bit()?;
    "the tens digit of $ is #": n number, digit number => n.size / 10 % 10 == digit.size;
    "the hundreds digit of $ is #": n number, digit number => n.size / 100 % 10 == digit.size;
    "the thousands digit of $ is #": n number, digit number => n.size / 1000 % 10 == digit.size;
    "$ is at least @": a itself, b itself => a.order(b)?.is_ge();
    "$ is at most @": a itself, b itself => a.order(b)?.is_le();
    "$ is at least $": a itself, b itself => a.order(b)?.is_ge();
    "$ begins with $": a letters, b letters => a.get(..b.len()).is_some_and(|start| start == b);
    "the length of the common beginning of $ and $ is at least #": a letters, b letters, least number => common(a, b) >= least.size;
    "the length of the common beginning of $ and $ is at most #": a letters, b letters, most number => common(a, b) <= most.size;
    "the length of the common beginning of $ and $ is #": a letters, b letters, length number => common(a, b) == length.size;
    "$ equals $": a letters, b letters => a == b;
    "$ equals $": a itself, b itself => a.order(b)?.is_eq();
    "$ divides $": a number, b number => a.divides(b);
    "$ + $ is even": a number, b number => (a.bits() ^ b.bits()) & 1 == 0;
    "$ + $ is at least #": a number, b number, least number => a.plus(b)? >= least;
    "$ + $ is at most #": a number, b number, most number => a.plus(b)? <= most;
    "$ - $ is at least #": a number, b number, least number => a.plus(b.opposite())? >= least;
    "$ - $ is at most #": a number, b number, most number => a.plus(b.opposite())? <= most;
    "$ + $ is #": a number, b number, sum number => a.plus(b)? == sum;
    "$ - $ is #": a number, b number, difference number => a.plus(b.opposite())? == difference;
    "|$ - $| is at least #": a number, b number, least number => a.plus(b.opposite())?.size >= least.size;
    "|$ - $| is at most #": a number, b number, most number => a.plus(b.opposite())?.size <= most.size;
    "|$ - $| is #": a number, b number, distance number => a.plus(b.opposite())?.size == distance.size;
    "$ + $ overflows": a itself, b itself => a.overflows(b, a.number()?.plus(b.number()?))?;
    "$ - $ overflows": a itself, b itself => a.overflows(b, a.number()?.plus(b.number()?.opposite()))?;
    "$ * $ overflows": a itself, b itself => a.overflows(b, a.number()?.times(b.number()?))?;
    "$ is true": is truth => is;
    "$ is a number": letters letters => is_number(letters);
    "$ is NaN": x float => x.is_nan();
    "$ is infinite": x float => x.is_infinite();
    "$ is an integer": x float => x.fract() == 0.0;
    "$ is half way between two integers": x float => x.fract().abs() == 0.5;
    "$ is subnormal": x itself => x.is_subnormal()?;
    "$ has a minus sign": x float => x.is_sign_negative();
    "$ has a mantissa divisible by #": zeros zeros, by number => by.size.is_power_of_two() && zeros >= by.size.trailing_zeros();
    "the integer part of $ is even": x float => x.is_finite().then(|| x.trunc() % 2.0 == 0.0)?;
    "|$| is at least #": n number, least number => n.size >= least.size;
    "|$| is at most #": n number, most number => n.size <= most.size;
    "|$| is at most @": x float, most float => x.abs().partial_cmp(&most)?.is_le();
    "|$| is at least @": x float, least float => x.abs().partial_cmp(&least)?.is_ge();
    "~ occurs in $": letter text_of, word letters => word.iter().any(|one| one.is_named(&letter));
    "~ does not occur in $": letter text_of, word letters => !word.iter().any(|one| one.is_named(&letter));
    "for some k, ~ occurs at least twice in $": a text_of, word letters => contains(word, &format!("[{a}, {a}]"), Some("k"), false)?;
    "~ occurs at least twice in $": letter text_of, word letters => word.iter().filter(|one| one.is_named(&letter)).count() > 1;
    "~ occurs at most once in $": letter text_of, word letters => word.iter().filter(|one| one.is_named(&letter)).count() < 2;
    "for some !, $ has the subsequence %": names text_of, word letters, patterns text_of => contains(word, &patterns, Some(&names), false)?;
    "$ has the subsequence %": word letters, patterns text_of => contains(word, &patterns, None, false)?;
    "for some !, $ has % in a row": names text_of, word letters, patterns text_of => contains(word, &patterns, Some(&names), true)?;
    "$ has % in a row": word letters, patterns text_of => contains(word, &patterns, None, true)?;
    "% occurs in $": patterns text_of, word letters => contains(word, &patterns, None, false)?;
    "for some !, % is directly before % in $": names text_of, a text_of, b text_of, word letters => contains(word, &format!("[{a}, {b}]"), Some(&names), true)?;
    "% is directly before % in $": a text_of, b text_of, word letters => contains(word, &format!("[{a}, {b}]"), None, true)?;
    "for some !, % is before % in $": names text_of, a text_of, b text_of, word letters => contains(word, &format!("[{a}, {b}]"), Some(&names), false)?;
    "% is before % in $": a text_of, b text_of, word letters => contains(word, &format!("[{a}, {b}]"), None, false)?;
    "for some !, %, %, % are in a row in $": names text_of, a text_of, b text_of, c text_of, word letters => contains(word, &format!("[{a}, {b}, {c}]"), Some(&names), true)?;
    "%, %, % are in a row in $": a text_of, b text_of, c text_of, word letters => contains(word, &format!("[{a}, {b}, {c}]"), None, true)?;
    "the first item of $ is ~": word letters, a text_of => word.first()?.is_named(&a);
    "the first character of $ is ~": word letters, a text_of => word.first()?.is_named(&a);
    "the first byte of $ is ~": word letters, a text_of => word.first()?.is_named(&a);
    "the last item of $ is ~": word letters, a text_of => word.last()?.is_named(&a);
    "the last character of $ is ~": word letters, a text_of => word.last()?.is_named(&a);
    "the last byte of $ is ~": word letters, a text_of => word.last()?.is_named(&a);
    "$ is sorted": word letters => word.windows(2).all(|two| two[0].order(&two[1]).is_some_and(std::cmp::Ordering::is_le));
    "$ has an item twice": word letters => (1..word.len()).any(|n| word[..n].contains(&word[n]));
    "$ has a character twice": word letters => (1..word.len()).any(|n| word[..n].contains(&word[n]));
    "$ has a byte twice": word letters => (1..word.len()).any(|n| word[..n].contains(&word[n]));
    "$ has no item twice": word letters => !(1..word.len()).any(|n| word[..n].contains(&word[n]));
    "$ has no character twice": word letters => !(1..word.len()).any(|n| word[..n].contains(&word[n]));
    "$ has no byte twice": word letters => !(1..word.len()).any(|n| word[..n].contains(&word[n]));
    "$ is @": one itself, other itself => one == other || one.float().is_some_and(|x| Some(x) == other.float());
    "$ is always $": given itself, other itself => given.is(other);
    "$ is always $ plus #": given code, right code, more number => right.plus(more)? == given;
    "$ is always $ minus #": given code, right code, less number => given.plus(less)? == right;
    "$ is always $ times #": given code, right code, times number => right.times(times)? == given;
    "$ is always $ divided by #, rounded towards zero": given code, right code, by number => given == right.divided(by.size);
    "$ is always $ divided by #, rounded down": given code, right code, by number => given.times(by)? == right.plus(Int::from(right.rest(by.size) as i128).opposite())?;
    "$ is always $ divided by #": given code, right code, by number => given.times(by)? == right;
    "$ is always $ with the opposite sign": given inner, right inner => given.is_opposite(right)?;
    "$ is always the last # bits of $, as a signed number": given code, bits number, right code => given == right.last_bits(bits.size as u32, true);
    "$ is always the last # bits of $": given code, bits number, right code => given == right.last_bits(bits.size as u32, false);
    "$ is always the number just above $": given inner, right inner => *given == right.next_up()?;
    "$ is always the number just below $": given inner, right inner => given.next_up()?.is(right);
    "$ is always $ rounded towards zero": given inner, right inner => given.float()? == right.float()?.trunc();
    "$ is always $ rounded down": given inner, right inner => given.float()? == right.float()?.floor();
    "$ is always $ in reverse order": given letters, right letters => given.iter().eq(right.iter().rev());
    "$ is always $ without its first item": given letters, right letters => given == &right[1..];
    "$ is always $ without its first character": given letters, right letters => given == &right[1..];
    "$ is always $ without its last item": given letters, right letters => given == &right[..right.len() - 1];
    "$ is always $ without its last character": given letters, right letters => given == &right[..right.len() - 1];
    "$ is always $ without spaces at its ends": given text_of, right text_of => given.trim_matches('"') == right.trim_matches('"').trim();
    "$ is always $ in another case": given text_of, right text_of => given.to_uppercase() == right.to_uppercase();
    "$ is always $ without repetitions": given letters, right letters => (0..right.len()).filter(|n| !right[..*n].contains(&right[*n])).map(|n| &right[n]).eq(given);
    "$ is always $ in another order": given letters, right letters => Seen::sorted(given) == Seen::sorted(right);
    "$ is always the beginning of $": given letters, right letters => right.get(..given.len())? == given;
    "$ is always the end of $": given letters, right letters => &right[right.len().checked_sub(given.len())?..] == given;
    "$ is always $ without one item": given letters, right letters => (0..right.len()).any(|n| [&right[..n], &right[n + 1..]].concat() == given);
    "$ is always $ without one character": given letters, right letters => (0..right.len()).any(|n| [&right[..n], &right[n + 1..]].concat() == given);
    "$ is always $ rounded up": given inner, right inner => given.float()? == right.float()?.ceil();
}

/// Whether a word has the letters of one of the patterns, such as `[High(k), Low(7)] or [Low(_)]`, in this order. If `in_a_row`,
/// nothing may be between them. `names` is what is said of `k` and `m`.
fn contains(word: &[Seen], patterns: &str, names: Option<&str>, in_a_row: bool) -> Option<bool> {
    let may_be_same = match names {
        None | Some("k" | "k and m") => true,
        Some("different k and m") => false,
        _ => return None,
    };
    // The name of a class has an "or", too.
    let between = if patterns.starts_with('[') {
        "] or ["
    } else {
        " or "
    };
    let patterns = patterns.replace("space or a tab", "space or\u{a0}a tab");
    let mut patterns = patterns.split(between);
    // Only what is in a row can be at an end.
    let mut symbols = word.to_vec();
    if in_a_row {
        symbols.insert(0, Seen::Form("start".to_owned()));
        symbols.push(Seen::Form("end".to_owned()));
    }
    Some(patterns.any(|pattern| {
        let pattern = pattern.strip_prefix('[').unwrap_or(pattern);
        let steps = pattern.strip_suffix(']').unwrap_or(pattern).split(", ");
        let steps: Vec<&str> = steps.collect();
        let mut all = all_places(symbols.len(), steps.len()).into_iter();
        all.any(|places| {
            let is_free = !in_a_row || places[places.len() - 1] - places[0] < places.len();
            let is_so = |bound: Bound| may_be_same || bound.get("k") != bound.get("m");
            is_free && bound(&symbols, &places, &steps).is_some_and(is_so)
        })
    }))
}

/// What names stand for if the letters at these places are what the steps call.
fn bound(symbols: &[Seen], places: &[usize], steps: &[&str]) -> Option<Bound> {
    let mut bound = Bound::new();
    let mut both = places.iter().zip(steps);
    let is = both.all(|(place, step)| {
        let step = step.replace('\u{a0}', " ");
        is_step(&symbols[*place], &step, &mut bound)
    });
    is.then_some(bound)
}

/// What names stand for.
type Bound = BTreeMap<String, String>;

/// All ascending lists of so many numbers below `end`.
fn all_places(end: usize, len: usize) -> Vec<Vec<usize>> {
    if len == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for mut places in all_places(end, len - 1) {
        for next in places.last().map_or(0, |last| last + 1)..end {
            places.push(next);
            all.push(places.clone());
            places.pop();
        }
    }
    all
}

/// Whether a letter is what a step calls, such as `Low(_)`.
fn is_step(letter: &Seen, step: &str, bound: &mut Bound) -> bool {
    let text = letter.text();
    if step == "_" {
        return text != "start" && text != "end";
    }
    let operation = |text: &str| {
        let (name, argument) = text.split_once('(')?;
        Some((name.to_owned(), argument.strip_suffix(')')?.to_owned()))
    };
    let (Some((name, argument)), Some((wanted, of))) = (operation(&text), operation(step)) else {
        return letter.is_named(step);
    };
    let is_argument = match &*of {
        "_" => true,
        "k" | "m" => *bound.entry(of.clone()).or_insert(argument.clone()) == argument,
        _ => of == argument,
    };
    name == wanted && is_argument
}

/// How a phrase is denied: the first that fits.
const DENIALS: [[&str; 2]; 10] = [
    [" begins with ", " does not begin with "],
    [" is even", " is odd"],
    [" is set", " is clear"],
    [" is true", " is false"],
    [" is at least ", " is less than "],
    [" is ", " is not "],
    [" has ", " does not have "],
    [" equals ", " does not equal "],
    [" divides ", " does not divide "],
    [" overflows", " does not overflow"],
];

/// With how many letters both begin.
fn common(a: &[Seen], b: &[Seen]) -> u128 {
    a.iter().zip(b).take_while(|(a, b)| a == b).count() as u128
}

impl<'a> Grammar<'a> {
    /// Whether a rule holds: all conditions of one of its cases.
    pub(crate) fn rule(&self, text: &str) -> Option<Vec<Vec<Condition<'a>>>> {
        let cases = text.split(", or where ");
        cases.map(|case| self.conditions(case)).collect()
    }

    /// Conditions in a list. Where one has no subject, it is that of the one before.
    fn conditions(&self, text: &str) -> Option<Vec<Condition<'a>>> {
        let (mut found, mut rest, mut subject) = (Vec::new(), text.to_owned(), String::new());
        while !rest.is_empty() {
            let by = rest.strip_prefix("not by ");
            let full = by.map(|by| format!("{subject} is not divisible by {by}"));
            let full = full.unwrap_or(format!("{subject} {rest}"));
            let before = rest.len();
            let mut texts = [rest, full].into_iter();
            let read = |text: String| {
                // Words that were read before do not count.
                let (condition, after) = self
                    .condition(&text)
                    .filter(|(_, after)| after.len() < before)?;
                let after = after.trim_start_matches([',', ' ']);
                let after = after.strip_prefix("and ").unwrap_or(after);
                Some((condition, after.to_owned(), text))
            };
            let (condition, after, text) = texts.find_map(read)?;
            let verbs = DENIALS.iter().map(|verbs| verbs[0].trim_end());
            let verbs = verbs
                .chain([" occurs", " does not"])
                .filter_map(|verb| text.find(verb));
            text.split_at(verbs.min().unwrap_or(0))
                .0
                .clone_into(&mut subject);
            found.push(condition);
            rest = after;
        }
        Some(found)
    }

    fn condition<'t>(&self, text: &'t str) -> Read<'t, Condition<'a>> {
        let is_end =
            |rest: &str| rest.is_empty() || rest.starts_with(',') || rest.starts_with(" and ");
        let phrases = PHRASES.iter().find_map(|(phrase, holds)| {
            let verbs = DENIALS.iter().find(|verbs| phrase.contains(verbs[0]));
            let denied = verbs.map(|verbs| phrase.replacen(verbs[0], verbs[1], 1));
            let [says, denies] = [Some(*phrase), denied.as_deref()]
                .map(|phrase| self.phrase(phrase?, text).filter(|(_, rest)| is_end(rest)));
            let is_so = says.is_some();
            let (terms, rest) = says.or(denies)?;
            let holds = move |n: usize| {
                let values = terms.iter().map(|term| term(n));
                holds(&values.collect::<Option<Vec<Seen>>>()?)
            };
            let is_said = (0..self.case.inputs.len()).any(|n| holds(n).is_some());
            let condition: Condition<'a> = Box::new(move |n| Some(holds(n) == Some(is_so)));
            is_said.then_some((condition, rest))
        });
        phrases.or_else(|| self.fact(text))
    }

    /// What stands in the places of a phrase.
    fn phrase<'t>(&self, phrase: &str, text: &'t str) -> Read<'t, Vec<Term<'a>>> {
        let (mut terms, mut rest) = (Vec::<Term<'a>>::new(), text);
        for part in phrase.split_inclusive(['$', '@', '#', '~', '!', '%']) {
            let words = part.trim_end_matches(['$', '@', '#', '~', '!', '%']);
            rest = rest.strip_prefix(words)?;
            let (term, after) = match &part[words.len()..] {
                "" => break,
                "$" => self.term(rest)?,
                "@" => self.value(terms.first()?, rest)?,
                "#" => constant(int(rest)?),
                "!" => {
                    let (names, rest) = rest.split_at(rest.find(", ")?);
                    constant((Seen::Form(names.to_owned()), rest))
                }
                "%" => constant(patterns(rest)?),
                _ => constant(letter(rest)?),
            };
            terms.push(term);
            rest = after;
        }
        Some((terms, rest))
    }

    fn term<'t>(&self, text: &'t str) -> Read<'t, Term<'a>> {
        for part in [
            "the value of ",
            "the length of ",
            "the first item of ",
            "the first character of ",
            "the first byte of ",
            "the last item of ",
            "the last character of ",
            "the last byte of ",
            "the least item of ",
            "the least character of ",
            "the least byte of ",
            "the greatest item of ",
            "the greatest character of ",
            "the greatest byte of ",
            "the number of digits of the integer part of ",
            "the number of digits of ",
        ] {
            if let Some(rest) = text.strip_prefix(part) {
                let (whole, rest) = self.term(rest)?;
                return Some((Rc::new(move |n| whole(n)?.part(part)), rest));
            }
        }
        let named = self.terms.iter().filter_map(|(name, term)| {
            let rest = text.strip_prefix(&**name)?;
            let is_whole = !rest.starts_with(char::is_alphanumeric);
            is_whole.then(|| (Rc::clone(term), rest))
        });
        named.min_by_key(|(_, rest)| rest.len())
    }

    /// A value of the type of a term: a literal, or what is shown of one.
    fn value<'t>(&self, of: &Term<'a>, text: &'t str) -> Read<'t, Term<'a>> {
        let all = (0..self.case.inputs.len()).filter_map(|n| of(n));
        let all: Vec<Seen> = all.collect();
        let (word, rest) = text.split_at(text.find([',', ' ']).unwrap_or(text.len()));
        let read = match all.first()? {
            Seen::Number(_, ends) => {
                let (n, rest) = int(text)?;
                (Seen::Number(n.number()?, *ends), rest)
            }
            Seen::Character(_) => character(text)?,
            float @ Seen::Float(..) => (float.read(word)?, rest),
            _ => {
                let shown = all.iter().filter(|seen| text.starts_with(&seen.text()));
                let longest = shown.max_by_key(|seen| seen.text().len())?;
                (longest.clone(), &text[longest.text().len()..])
            }
        };
        Some(constant(read))
    }

    /// What the user knows.
    fn fact<'t>(&self, text: &'t str) -> Read<'t, Condition<'a>> {
        self.case.facts.iter().find_map(|(words, values)| {
            let is_of_input = words.starts_with("is ") || words.starts_with("has ");
            let subject = if is_of_input {
                &*format!("{} ", self.terms[0].0)
            } else {
                ""
            };
            let says = format!("{subject}{words}");
            let what = words.strip_prefix("is ");
            let denied = what.map(|what| format!("{subject}is not {what}"));
            let denied = denied.unwrap_or(format!("it is not true that {says}"));
            let is_so = text.starts_with(&says);
            let rest = text.strip_prefix(if is_so { &*says } else { &*denied })?;
            let condition: Condition<'a> = Box::new(move |n| Some(values[n]? == is_so));
            Some((condition, rest))
        })
    }
}

fn constant<'a>((value, rest): (Seen, &str)) -> (Term<'a>, &str) {
    (Rc::new(move |_| Some(value.clone())), rest)
}

/// Letters in brackets, or single ones, with "or" between them.
fn patterns(text: &str) -> Read<'_, Seen> {
    let mut rest = text;
    loop {
        if let Some(mut inside) = rest.strip_prefix('[') {
            while !inside.starts_with(']') {
                let symbols = ["start", "end", "_"].into_iter();
                let mut rests = symbols.filter_map(|symbol| inside.strip_prefix(symbol));
                inside = rests.next().or_else(|| Some(letter(inside)?.1))?;
                inside = inside.trim_start_matches([',', ' ']);
            }
            rest = &inside[1..];
        } else {
            rest = letter(rest)?.1;
        }
        let Some(next) = rest.strip_prefix(" or ") else {
            let read = &text[..text.len() - rest.len()];
            return Some((Seen::Form(read.to_owned()), rest));
        };
        rest = next;
    }
}

fn letter(text: &str) -> Read<'_, Seen> {
    character(text).or_else(|| int(text)).or_else(|| form(text))
}

/// A number such as `-12` or `2^16 - 1`.
pub(crate) fn int(text: &str) -> Read<'_, Seen> {
    let digits = |text: &str| {
        text.find(|c: char| !c.is_ascii_digit())
            .unwrap_or(text.len())
    };
    let positive = text.strip_prefix('-').unwrap_or(text);
    let (word, mut rest) = positive.split_at(digits(positive));
    let minus = positive.len() < text.len();
    let mut n = Int::new(minus, word.parse().ok()?);
    if let Some(power) = rest.strip_prefix('^') {
        let (exponent, after) = power.split_at(digits(power));
        let power = Int::new(minus, n.size.checked_pow(exponent.parse().ok()?)?);
        let more = [(" + 1", 1), (" - 1", -1), ("", 0)];
        let mut more = more
            .iter()
            .filter_map(|(words, more)| Some((after.strip_prefix(words)?, *more)));
        let (after, more) = more.next()?;
        (n, rest) = (power.plus(more.into())?, after);
    }
    Some((Seen::Number(n, [Int::ZERO; 2]), rest))
}

/// A character as a literal of Rust.
fn character(text: &str) -> Read<'_, Seen> {
    let rest = text.strip_prefix('\'')?;
    let mut all = (0..=255)
        .chain(rest.chars().take(1).map(u32::from))
        .filter_map(char::from_u32);
    let code = rest
        .strip_prefix("\\u{")
        .and_then(|code| code.split_once('}'));
    let code = code.and_then(|(code, _)| char::from_u32(u32::from_str_radix(code, 16).ok()?));
    let c = code.or_else(|| all.find(|c| text.starts_with(&format!("{c:?}"))))?;
    Some((Seen::Character(c), text.strip_prefix(&format!("{c:?}"))?))
}

/// A value of an `enum`, or all of a variant: `High(3)`, `High(_)`.
fn form(text: &str) -> Read<'_, Seen> {
    for name in CLASSES {
        if let Some(rest) = text.strip_prefix(name) {
            return Some((Seen::Form(name.to_owned()), rest));
        }
    }
    for truth in [false, true] {
        if let Some(rest) = text.strip_prefix(&truth.to_string()) {
            return Some((Seen::Truth(truth), rest));
        }
    }
    let name = text.find(|c: char| !c.is_alphanumeric())?;
    let fields = text[name..].strip_prefix('(')?.find(')')?;
    let (form, rest) = text.split_at(name + fields + 2);
    Some((Seen::Form(form.to_owned()), rest))
}
