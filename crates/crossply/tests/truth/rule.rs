//! Evaluates rules, which are data, on the judge's own values.

use serde_json::Value as Json;

use super::case::Case;
use super::value::{Int, Seen, characters, class, is_number};

/// Something of each input; none if the input does not have it.
pub(crate) type Values = Vec<Option<Seen>>;

/// Whether a condition holds for each input; none where a fact panics.
pub(crate) type Condition = Vec<Option<bool>>;

/// What the words of a check mean.
pub(crate) struct Rules<'a> {
    pub(crate) case: &'a Case,
    /// What can be spoken of, by its name.
    pub(crate) terms: Vec<(String, Values)>,
}

impl Rules<'_> {
    /// The cases of a rule; none if the judge cannot read it.
    pub(crate) fn cases(&self, rule: &Json) -> Option<Vec<Vec<Condition>>> {
        let cases = rule["cases"].as_array()?.iter();
        let read = cases.map(|case| {
            let conditions = case.as_array()?.iter();
            conditions.map(|one| self.condition(one)).collect()
        });
        read.collect()
    }

    fn condition(&self, json: &Json) -> Option<Condition> {
        let holds = json["holds"].as_bool()?;
        let shown = json["terms"].as_array()?;
        if let Some(fact) = self.fact(shown[0]["name"].as_str()?) {
            let is = fact.iter().map(|fact| fact.map(|is| is == holds));
            return Some(is.collect());
        }
        let terms = shown.iter().map(|term| self.term(term));
        let terms = terms.collect::<Option<Vec<Values>>>()?;
        let is = (0..self.case.inputs.len()).map(|n| {
            let values = terms.iter().map(|values| values[n].as_ref());
            let values = values.collect::<Option<Vec<&Seen>>>()?;
            match json["operation"].as_str() {
                Some(operation) => of_result(operation, values[0], values[1], &json["test"]),
                None => is_so(&json["test"], values[0]),
            }
        });
        let is: Condition = is.collect();
        let is_said = is.iter().any(Option::is_some);
        is_said.then(|| is.iter().map(|is| Some(*is == Some(holds))).collect())
    }

    /// What the user knows, by its words.
    fn fact(&self, name: &str) -> Option<&Condition> {
        let mut facts = self.case.facts.iter();
        let fact = facts
            .find(|(words, _)| name == *words || name == format!("{} {words}", self.terms[0].0));
        fact.map(|(_, values)| values)
    }

    fn term(&self, json: &Json) -> Option<Values> {
        let path = json["path"].as_array()?.iter().map(|step| {
            let place = step["place"]
                .as_u64()
                .map(|place| ["a", "b", "c"][place as usize]);
            place.or(step["named"].as_str()).or(step["field"].as_str())
        });
        let path = path.collect::<Option<Vec<&str>>>()?.join(".");
        let name = match (json["of"].as_str()?, &*path) {
            ("answer", _) => self.terms[1].0.clone(),
            (_, "") => self.terms[0].0.clone(),
            (_, path) => path.to_owned(),
        };
        let before = if json["before_map"] == true {
            " before `map`"
        } else {
            ""
        };
        let name = format!("{name}{before}");
        // The same must be said as is meant.
        let said = json["name"].as_str()?.trim_start_matches("the value of ");
        let is_none = said == format!("{name} is None");
        if said != name && !is_none && said != format!("{name} is at least 2^127") {
            return None;
        }
        let mut named = self.terms.iter().filter(|(other, _)| *other == name);
        let values = named.next()?.1.iter().map(|value| {
            if is_none {
                let is = value.is_none() || *value == Some(Seen::Option(None));
                return Some(Seen::Truth(is));
            }
            let value = value.as_ref()?;
            if said.ends_with("2^127") {
                return Some(Seen::Truth(value.number()?.size >> 127 == 1));
            }
            value.inner()?.measured(&json["measure"])
        });
        Some(values.collect())
    }
}

/// Whether the test holds for the result of an operation.
fn of_result(operation: &str, a: &Seen, b: &Seen, test: &Json) -> Option<bool> {
    if let Some((a, b)) = a.letters().zip(b.letters()) {
        let common = a.iter().zip(b).take_while(|(a, b)| a == b).count();
        let result = match operation {
            "equals" => Seen::Truth(a == b),
            "begins-with" => Seen::Truth(a.starts_with(b)),
            "common-beginning" => Seen::count(common),
            _ => return None,
        };
        return is_so(test, &result);
    }
    let (first, second) = (a.code()?, b.code()?);
    let compared = match operation {
        "equals" => Some(first == second),
        "less-than" => Some(first < second),
        "divides" => Some(first.divides(second)),
        _ => None,
    };
    if let Some(compared) = compared {
        return is_so(test, &Seen::Truth(compared));
    }
    let difference = first.plus(second.opposite());
    let result = match operation {
        "sum" => first.plus(second),
        "difference" => difference,
        "distance" => difference.map(|n| Int::new(false, n.size)),
        "product" => first.times(second),
        _ => return None,
    };
    if test.get("overflows").is_some() {
        return a.overflows(b, result);
    }
    is_so(test, &Seen::Number(result?, [Int::ZERO; 2]))
}

/// Whether the test holds for a value.
fn is_so(test: &Json, value: &Seen) -> Option<bool> {
    let (kind, data) = test.as_object()?.iter().next()?;
    Some(match &**kind {
        "is" => value.is_told(data)?,
        "at-least" => value.order(&Seen::of(data)?)?.is_ge(),
        "at-most" => value.order(&Seen::of(data)?)?.is_le(),
        "remainder" => {
            let [by, rest] = ["by", "rest"].map(|one| data[one].as_str()?.parse::<u128>().ok());
            match value.float() {
                Some(x) => x.is_finite() && x.rem_euclid(by? as f64) == rest? as f64,
                None => value.code()?.rest(by?) == rest?,
            }
        }
        "has" => value.has(data["words"][0].as_str()?)?,
        "zero-bits" => value.zeros()? >= data.as_u64()? as u32,
        "contains" => {
            let letters = value.letters()?;
            let is_one = data["steps"].as_array()?.len() == 1;
            if letters.is_empty() && is_one && data["is_at_end"][0] != data["is_at_end"][1] {
                return None;
            }
            contains(letters, data)?
        }
        _ => return None,
    })
}

/// Whether a word has the letters of a pattern.
fn contains(word: &[Seen], pattern: &Json) -> Option<bool> {
    let steps = pattern["steps"].as_array()?;
    let in_a_row = pattern["is_in_a_row"].as_bool()?;
    let may_be_same = !pattern["are_different"].as_bool()?;
    let [at_start, at_end] = [0, 1].map(|end| pattern["is_at_end"][end].as_bool());
    let (at_start, at_end) = (at_start?, at_end?);
    let mut all = all_places(word.len(), steps.len()).into_iter();
    Some(all.any(|places| {
        let mut bound: [Option<String>; 2] = [None, None];
        let mut pairs = places.iter().zip(steps);
        let fits = pairs.all(|(place, step)| is_step(&word[*place], step, &mut bound));
        let is_close = !in_a_row || places.windows(2).all(|two| two[1] == two[0] + 1);
        let is_at_start = !at_start || places.first() == Some(&0);
        let is_at_end = !at_end || places.last() == word.len().checked_sub(1).as_ref();
        let are_different = may_be_same || bound[0] != bound[1];
        fits && is_close && is_at_start && is_at_end && are_different
    }))
}

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

/// Whether a letter is what a step says, such as `Low(_)`.
fn is_step(letter: &Seen, step: &Json, bound: &mut [Option<String>; 2]) -> bool {
    if step == "any" {
        return true;
    }
    if let Some(one) = step.get("one") {
        return letter.is_told(one) == Some(true);
    }
    if let Some(place) = step["class"].as_u64() {
        let Seen::Character(c) = letter else {
            return false;
        };
        return class(place)(*c);
    }
    let wanted = &step["operation"];
    let (text, name) = (letter.text(), wanted["name"].as_str().unwrap_or_default());
    let argument = text
        .strip_prefix(name)
        .and_then(|rest| rest.strip_prefix('(')?.strip_suffix(')'));
    let Some(argument) = argument else {
        return false;
    };
    let of = &wanted["arguments"][0];
    match (of["named"].as_u64(), of["exactly"].as_str()) {
        (Some(named), _) => {
            let bound = &mut bound[named as usize];
            bound.get_or_insert(argument.to_owned()) == argument
        }
        (_, Some(exactly)) => exactly == argument,
        _ => of == "any",
    }
}

impl Seen {
    /// The number or character that is meant.
    fn of(data: &Json) -> Option<Self> {
        let (kind, value) = data.as_object()?.iter().next()?;
        let text = value.as_str()?;
        Some(match &**kind {
            "Integer" => Seen::Number(Int::read(text)?, [Int::ZERO; 2]),
            "Character" => Seen::Character(text.chars().next()?),
            "Single" => Seen::Float(text.parse::<f32>().ok()?.to_bits().into(), true),
            "Double" => Seen::Float(text.parse::<f64>().ok()?.to_bits(), false),
            _ => return None,
        })
    }

    /// Whether it is the value with this meaning.
    fn is_told(&self, data: &Json) -> Option<bool> {
        let (kind, value) = data.as_object()?.iter().next()?;
        Some(match &**kind {
            "Truth" => *self == Seen::Truth(value.as_bool()?),
            "Form" => self.text() == value.as_str()?,
            "Word" => {
                let (told, letters) = (value.as_array()?, self.letters()?);
                let mut pairs = letters.iter().zip(told);
                told.len() == letters.len()
                    && pairs.all(|(one, told)| one.is_told(told) == Some(true))
            }
            "Integer" => self.code()? == Seen::of(data)?.number()?,
            "Character" => *self == Seen::of(data)?,
            // Zeros of both signs are the same.
            _ => self.float()? == Seen::of(data)?.float()?,
        })
    }

    /// What is measured of it.
    fn measured(&self, measure: &Json) -> Option<Self> {
        let number = |n: Int| Some(Seen::Number(n, [Int::ZERO; 2]));
        if let Some((kind, data)) = measure.as_object().and_then(|one| one.iter().next()) {
            let (n, by) = (self.code()?, data.as_i64()?);
            let size = by.unsigned_abs().into();
            return number(match &**kind {
                "plus" => n.plus(i128::from(by).into())?,
                "bit" => Int::new(false, n.bits() >> size & 1),
                "rest" => Int::new(false, n.rest(size)),
                "quotient" => n.plus(Int::new(true, n.rest(size)))?.divided(size),
                _ => return None,
            });
        }
        match measure.as_str()? {
            "itself" => Some(self.clone()),
            "length" => Some(Seen::count(self.letters()?.len())),
            "first" => self.letters()?.first().cloned(),
            "last" => self.letters()?.last().cloned(),
            "least" => self.sorted_letters()?.first().cloned(),
            "greatest" => self.sorted_letters()?.last().cloned(),
            "number" => number(Int::read(&characters(self.letters()?))?),
            "absolute" => match self.float() {
                Some(x) => Some(Seen::rounded(x.abs(), self.is_single()?)),
                None => number(Int::new(false, self.code()?.size)),
            },
            "digits" => Some(Seen::count(self.code()?.size.to_string().len())),
            "whole" => Some(Seen::rounded(self.finite()?.trunc(), false)),
            "whole-digits" => Some(Seen::count(
                format!("{:.0}", self.finite()?.trunc().abs()).len(),
            )),
            _ => None,
        }
    }

    fn finite(&self) -> Option<f64> {
        self.float().filter(|x| x.is_finite())
    }

    fn sorted_letters(&self) -> Option<Vec<Self>> {
        let mut letters = self.letters()?.to_vec();
        letters.sort_by(|a, b| a.order(b).unwrap_or(std::cmp::Ordering::Equal));
        letters
            .iter()
            .all(|letter| letter.code().is_some())
            .then_some(letters)
    }

    /// Whether it has a property with this name.
    fn has(&self, name: &str) -> Option<bool> {
        Some(match name {
            "is a power of two" => self.code()?.is_power_of_two(),
            "is a square" => self.code()?.is_square(),
            "has {a letter} twice" => {
                let letters = self.letters()?;
                (1..letters.len()).any(|n| letters[..n].contains(&letters[n]))
            }
            "is sorted" => {
                let mut pairs = self.letters()?.windows(2);
                pairs.all(|two| two[0].order(&two[1]).is_some_and(std::cmp::Ordering::is_le))
            }
            "is a number" => is_number(self.letters()?),
            "is NaN" => self.float()?.is_nan(),
            "is infinite" => self.float()?.is_infinite(),
            "is an integer" => self.float()?.fract() == 0.0,
            "has a minus sign" => self.float()?.is_sign_negative(),
            "is subnormal" => self.is_subnormal()?,
            "is half way between two integers" => self.float()?.fract().abs() == 0.5,
            _ => return None,
        })
    }
}
