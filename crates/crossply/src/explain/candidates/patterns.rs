//! Patterns of sequences, such as `[Insert(k), Insert(_), Remove(k)]`.
//!
//! In an operation, `_` is any argument, and a name is the same argument wherever it occurs.

use std::fmt;

use super::operations::{Operation, shown};
use super::sequences::Letters;
use crate::feature::Value;

/// The names of arguments.
const NAMES: [&str; 2] = ["k", "m"];

/// Two arguments of a list may be related if it has at most this many different ones.
const MOST_RELATED: usize = 4;

/// Arguments by their names.
type Named<'w> = [Option<&'w str>; NAMES.len()];

/// What a sequence may contain.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pattern {
    pub(super) steps: Vec<Step>,
    /// How the arguments with names are related, if there are two.
    relation: Option<Relation>,
    pub(super) between: Between,
}

/// Which other letters may be between those of a pattern.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Between {
    All,
    AllBut(Step),
    None,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Step {
    Letters(Letters),
    Operation(OperationPattern),
}

/// Operations with this name and these arguments.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct OperationPattern {
    name: String,
    /// The names of the arguments. Empty if they have none.
    fields: Vec<String>,
    arguments: Vec<Argument>,
}

#[derive(Clone, Debug, PartialEq)]
enum Argument {
    Any,
    AtLeast(i128),
    AtMost(i128),
    /// The one with this place in [`NAMES`].
    Named(usize),
    /// As `Debug` shows it.
    Exactly(String),
}

/// How two arguments are related.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Relation {
    Different,
    /// The first number is less.
    Less,
    /// The first number is greater.
    Greater,
    /// The second text begins with the first one.
    Begins,
    /// The second text does not begin with the first one.
    DoesNotBegin,
    /// The first text begins with the second one.
    IsBegun,
    /// The first text does not begin with the second one.
    IsNotBegun,
}

impl Relation {
    /// The weakest first.
    const ALL: [Self; 7] = [
        Relation::Different,
        Relation::DoesNotBegin,
        Relation::IsNotBegun,
        Relation::Less,
        Relation::Greater,
        Relation::Begins,
        Relation::IsBegun,
    ];

    /// What it says of the names, after "for some".
    fn words(self) -> &'static str {
        match self {
            Relation::Different => "different k and m",
            Relation::Less => "k and m where k is less than m",
            Relation::Greater => "k and m where k is greater than m",
            Relation::Begins => "k and m where m begins with k",
            Relation::DoesNotBegin => "k and m where m does not begin with k",
            Relation::IsBegun => "k and m where k begins with m",
            Relation::IsNotBegun => "k and m where k does not begin with m",
        }
    }

    fn holds(self, k: &str, m: &str) -> bool {
        match self {
            Relation::Different => k != m && (numbers(k, m).is_some() || texts(k, m).is_some()),
            Relation::Less => numbers(k, m).is_some_and(|(k, m)| k < m),
            Relation::Greater => numbers(k, m).is_some_and(|(k, m)| k > m),
            Relation::Begins => texts(k, m).is_some_and(|(k, m)| m.starts_with(k)),
            Relation::DoesNotBegin => texts(k, m).is_some_and(|(k, m)| !m.starts_with(k)),
            Relation::IsBegun => texts(k, m).is_some_and(|(k, m)| k.starts_with(m)),
            Relation::IsNotBegun => texts(k, m).is_some_and(|(k, m)| !k.starts_with(m)),
        }
    }
}

/// Both arguments, if they are integers.
fn numbers(k: &str, m: &str) -> Option<(i128, i128)> {
    Some((k.parse().ok()?, m.parse().ok()?))
}

/// Both arguments without their quotes, if they are texts.
fn texts<'t>(k: &'t str, m: &'t str) -> Option<(&'t str, &'t str)> {
    let unquoted = |text: &'t str| text.strip_prefix('"')?.strip_suffix('"');
    Some((unquoted(k)?, unquoted(m)?))
}

/// A beginning of a pattern that some letters contain: how many steps, and with which arguments.
#[derive(Clone, Copy, Default, PartialEq)]
struct Beginning<'w> {
    len: usize,
    named: Named<'w>,
}

impl Pattern {
    /// Just this word.
    pub(super) fn exactly(word: &[Value], between: Between) -> Self {
        Pattern {
            steps: word.iter().map(Step::exactly).collect(),
            relation: None,
            between,
        }
    }

    /// This pattern with names for its arguments, the most general ones first.
    pub(super) fn with_names(&self) -> Vec<Self> {
        let all = self.arguments();
        let mut distinct: Vec<&String> = Vec::new();
        for argument in &all {
            if !distinct.contains(argument) {
                distinct.push(argument);
            }
        }
        let mut repeated = distinct.clone();
        repeated.retain(|one| all.iter().filter(|other| *other == one).count() > 1);
        let mut patterns = vec![self.naming(&[])];
        patterns.extend(repeated.iter().map(|&one| self.naming(&[one])));
        if let [_, _] = repeated[..] {
            patterns.push(self.naming(&repeated));
        }
        if distinct.len() > MOST_RELATED {
            return patterns;
        }
        for (n, k) in distinct.iter().enumerate() {
            for m in &distinct[n + 1..] {
                for relation in Relation::ALL {
                    if relation.holds(k, m) {
                        let mut related = self.naming(&[k, m]);
                        related.relation = Some(relation);
                        patterns.push(related);
                    }
                }
            }
        }
        patterns
    }

    /// This pattern, unless letters of this kind are between its own.
    pub(super) fn without(&self, step: &Step) -> Self {
        Pattern {
            between: Between::AllBut(step.clone()),
            ..self.clone()
        }
    }

    /// The patterns that are more general than this one in one letter or argument. `numbers` are possible bounds of arguments,
    /// ascending.
    pub(super) fn wider(&self, numbers: &[i128]) -> Vec<Self> {
        let mut patterns = Vec::new();
        for n in 0..self.steps.len() {
            for step in self.steps[n].wider(numbers) {
                let mut wider = self.clone();
                wider.steps[n] = step;
                patterns.push(wider);
            }
        }
        patterns
    }

    /// The arguments that are given exactly.
    fn arguments(&self) -> Vec<&String> {
        let mut all = Vec::new();
        for step in &self.steps {
            if let Step::Operation(operation) = step {
                for argument in &operation.arguments {
                    if let Argument::Exactly(argument) = argument {
                        all.push(argument);
                    }
                }
            }
        }
        all
    }

    /// With names for these arguments, in this order. All others are any.
    fn naming(&self, named: &[&String]) -> Self {
        let mut pattern = self.clone();
        for step in &mut pattern.steps {
            if let Step::Operation(operation) = step {
                for argument in &mut operation.arguments {
                    let is_it = |name: &&String| *argument == Argument::Exactly((*name).clone());
                    let place = named.iter().position(is_it);
                    *argument = place.map_or(Argument::Any, Argument::Named);
                }
            }
        }
        pattern
    }

    /// Whether a word contains it. A letter may continue each beginning that the letters so far contain.
    pub(super) fn is_in(&self, word: &[Value]) -> bool {
        let mut beginnings = vec![Beginning::default()];
        for letter in word {
            let operation = Operation::parse(letter);
            let mut next = vec![Beginning::default()];
            for beginning in beginnings {
                let mut longer = beginning;
                if self.steps[beginning.len].is(letter, operation.as_ref(), &mut longer.named)
                    && self.are_related(longer.named)
                {
                    longer.len += 1;
                    if longer.len == self.steps.len() {
                        return true;
                    }
                    next.push(longer);
                }
                let may_follow = match &self.between {
                    Between::All => true,
                    Between::AllBut(step) => {
                        !step.is(letter, operation.as_ref(), &mut beginning.named.clone())
                    }
                    Between::None => false,
                };
                if may_follow && !next.contains(&beginning) {
                    next.push(beginning);
                }
            }
            beginnings = next;
        }
        false
    }

    fn are_related(&self, named: Named<'_>) -> bool {
        match (self.relation, named) {
            (Some(relation), [Some(k), Some(m)]) => relation.holds(k, m),
            _ => true,
        }
    }

    /// How many bits it takes to state it, if it takes so many to state a letter.
    pub(super) fn bits(&self, bits_of_letter: f64) -> f64 {
        let mut bits = if self.relation.is_some() { 2.0 } else { 0.0 };
        if let Between::AllBut(_) = self.between {
            bits += bits_of_letter;
        }
        for step in &self.steps {
            bits += match step {
                Step::Letters(_) => bits_of_letter,
                Step::Operation(operation) => {
                    let arguments = operation.arguments.iter();
                    let known = arguments.filter(|one| **one != Argument::Any).count();
                    bits_of_letter / 2.0 + 2.0 * known as f64
                }
            };
        }
        bits
    }

    /// Its steps in words.
    pub(super) fn shown(&self) -> Vec<String> {
        self.steps.iter().map(Step::to_string).collect()
    }

    /// What is said of its names, after "for some". `None` if it has none.
    pub(super) fn names(&self) -> Option<&'static str> {
        let has = |name| {
            self.steps
                .iter()
                .any(|step| step.has(&Argument::Named(name)))
        };
        match self.relation {
            Some(relation) => Some(relation.words()),
            None if has(1) => Some("k and m"),
            None => has(0).then_some("k"),
        }
    }
}

impl Step {
    /// Kinds of letters that this one is of: with any arguments, or with one that this step gives a name.
    pub(super) fn kinds(&self, letter: &Value) -> Vec<Self> {
        let exactly = Step::exactly(letter);
        let Step::Operation(operation) = &exactly else {
            return vec![exactly];
        };
        let mut any = operation.clone();
        any.arguments.fill(Argument::Any);
        let mut kinds = Vec::new();
        for place in 0..any.arguments.len() {
            for name in 0..NAMES.len() {
                if self.has(&Argument::Named(name)) {
                    let mut with_name = any.clone();
                    with_name.arguments[place] = Argument::Named(name);
                    kinds.push(Step::Operation(with_name));
                }
            }
        }
        kinds.push(Step::Operation(any));
        kinds
    }

    /// How many of [`NAMES`] it has.
    pub(super) fn names(&self) -> usize {
        let names = 0..NAMES.len();
        names
            .filter(|&name| self.has(&Argument::Named(name)))
            .count()
    }

    fn has(&self, argument: &Argument) -> bool {
        match self {
            Step::Letters(_) => false,
            Step::Operation(operation) => operation.arguments.contains(argument),
        }
    }

    fn exactly(letter: &Value) -> Self {
        let Some(operation) = Operation::parse(letter) else {
            return Step::Letters(Letters::One(letter.clone()));
        };
        let owned = |texts: &[&str]| {
            texts
                .iter()
                .map(|&text| text.to_owned())
                .collect::<Vec<_>>()
        };
        let arguments = owned(&operation.arguments).into_iter();
        Step::Operation(OperationPattern {
            name: operation.name.to_owned(),
            fields: owned(&operation.fields),
            arguments: arguments.map(Argument::Exactly).collect(),
        })
    }

    /// The steps that are more general in one way, the most general ones first.
    fn wider(&self, numbers: &[i128]) -> Vec<Self> {
        let operation = match self {
            Step::Letters(Letters::One(letter)) => {
                let groups = Letters::groups(letter).into_iter();
                return groups.map(Step::Letters).collect();
            }
            Step::Letters(_) => return Vec::new(),
            Step::Operation(operation) => operation,
        };
        let mut steps = Vec::new();
        for (n, argument) in operation.arguments.iter().enumerate() {
            for argument in argument.wider(numbers) {
                let mut wider = operation.clone();
                wider.arguments[n] = argument;
                steps.push(Step::Operation(wider));
            }
        }
        steps
    }

    /// Whether it is a letter of this kind. If so, adds its arguments to `named`. `operation` is the letter, if it is one.
    fn is<'w>(
        &self,
        letter: &Value,
        operation: Option<&Operation<'w>>,
        named: &mut Named<'w>,
    ) -> bool {
        match self {
            Step::Letters(letters) => letters.has(letter),
            Step::Operation(pattern) => {
                operation.is_some_and(|operation| pattern.is(operation, named))
            }
        }
    }
}

impl OperationPattern {
    fn is<'w>(&self, operation: &Operation<'w>, named: &mut Named<'w>) -> bool {
        if operation.name != self.name
            || operation.fields != self.fields
            || operation.arguments.len() != self.arguments.len()
        {
            return false;
        }
        let mut both = self.arguments.iter().zip(&operation.arguments);
        both.all(|(wanted, &argument)| match wanted {
            Argument::Any => true,
            Argument::AtLeast(least) => argument.parse::<i128>().is_ok_and(|n| n >= *least),
            Argument::AtMost(most) => argument.parse::<i128>().is_ok_and(|n| n <= *most),
            Argument::Named(place) => *named[*place].get_or_insert(argument) == argument,
            Argument::Exactly(wanted) => wanted == argument,
        })
    }
}

impl Argument {
    /// What is more general, the most general first.
    fn wider(&self, numbers: &[i128]) -> Vec<Self> {
        let Argument::Exactly(exactly) = self else {
            return Vec::new();
        };
        let mut wider = vec![Argument::Any];
        let (Ok(n), [least, .., greatest]) = (exactly.parse::<i128>(), numbers) else {
            return wider;
        };
        // A range of one number is that number.
        for &bound in numbers {
            if bound > *least && bound <= n && bound < *greatest {
                wider.push(Argument::AtLeast(bound));
            }
        }
        for &bound in numbers.iter().rev() {
            if bound < *greatest && bound >= n && bound > *least {
                wider.push(Argument::AtMost(bound));
            }
        }
        wider
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operation = match self {
            Step::Letters(letters) => return letters.fmt(f),
            Step::Operation(operation) => operation,
        };
        let arguments = operation.arguments.iter().map(|argument| match argument {
            Argument::Any => "_".to_owned(),
            Argument::AtLeast(least) => format!("{least}.."),
            Argument::AtMost(most) => format!("..={most}"),
            Argument::Named(place) => NAMES[*place].to_owned(),
            Argument::Exactly(argument) => argument.clone(),
        });
        let arguments: Vec<String> = arguments.collect();
        f.write_str(&shown(&operation.name, &operation.fields, &arguments))
    }
}
