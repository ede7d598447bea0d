//! Judges each claim of an explanation by all inputs that were answered.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crossply::{random, uniform};
use serde_json::Value;

use super::case::{Case, OTHERS, Outcome};
use super::sentence::{Grammar, one_of};
use super::value::{Int, Seen, digits};

/// A sentence that is not so, and why.
#[derive(Debug)]
pub(crate) struct Lie {
    pub(crate) kind: &'static str,
    pub(crate) sentence: String,
    pub(crate) why: String,
}

/// Of whom a fault is told.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Voice {
    /// There is a truth, or what is told is that it fails.
    Wrong,
    /// Two differ.
    Two,
    /// One of several is alone.
    Alone,
    /// One of several fails, or is alone.
    FailsOrAlone,
}

pub(crate) struct Judge<'a> {
    case: &'a Case,
    solver: usize,
    voice: Voice,
    grammar: Grammar<'a>,
    answered: Rc<Vec<[BTreeSet<usize>; 2]>>,
    /// What was answered and can be judged, and whether it is wrong; none if it is so only sometimes.
    scope: BTreeMap<usize, Option<bool>>,
    fault: &'a Value,
    pub(crate) told: BTreeMap<&'static str, u64>,
    pub(crate) lies: Vec<Lie>,
}

/// Which inputs each solver answered: in order, and drawn.
fn answered(case: &Case) -> Vec<[BTreeSet<usize>; 2]> {
    let mut answered = vec![[BTreeSet::new(), BTreeSet::new()]; case.solvers.len()];
    let shard = case.found["shards"][0]
        .as_str()
        .and_then(|shard| shard.split_once('/'));
    let [part, parts] = shard.map_or([1, 1], |(part, parts)| {
        [part, parts].map(|n| n.parse().expect("a number"))
    });
    let mut block = 0_u64;
    for stage in case.found["plan"].as_array().expect("stages") {
        // "all of 0..100 by 8 to [0, 1]", "5 drawn with seed 1 of 0..100 by 8 to [0, 1]"
        let words: Vec<&str> = stage
            .as_str()
            .expect("words")
            .split([' ', ',', '[', ']'])
            .filter(|word| !word.is_empty())
            .collect();
        let of = words.iter().position(|word| *word == "of").expect("of");
        let (start, end) = words[of + 1].split_once("..").expect("a range");
        let [start, end] = [start, end].map(|end| end.parse::<u64>().expect("a number"));
        let size: u64 = words[of + 3].parse().expect("a number");
        let solvers: Vec<usize> = words[of + 5..]
            .iter()
            .map_while(|word| word.parse().ok())
            .collect();
        let seed = (of > 1).then(|| words[of - 1].parse().expect("a seed"));
        let inputs = if of > 1 {
            words[0].parse().expect("a number")
        } else {
            end - start
        };
        for first in (0..inputs).step_by(size as usize) {
            let count = size.min(inputs - first) as usize;
            let numbers: Vec<usize> = match seed {
                Some(seed) => uniform(random(seed, block), start.into()..end.into())
                    .take(count)
                    .map(|n| n as usize)
                    .collect(),
                None => (0..count).map(|n| (start + first) as usize + n).collect(),
            };
            let is_here = block % parts == part - 1;
            block += 1;
            for n in numbers.into_iter().filter(|_| is_here) {
                let practical = solvers
                    .iter()
                    .filter(|&&solver| (n as u128) < case.solvers[solver].limits.drawn);
                if practical.clone().count() >= case.solvers.len().min(2) {
                    for &solver in practical {
                        answered[solver][usize::from(seed.is_some())].insert(n);
                    }
                }
            }
        }
    }
    answered
}

impl<'a> Judge<'a> {
    /// Of a fault that the library tells.
    pub(crate) fn new(case: &'a Case, fault: &'a Value) -> Self {
        let name = fault["solver"].as_str().expect("a name");
        let solver = case
            .solvers
            .iter()
            .position(|solver| solver.name == name)
            .expect("a solver");
        let text = fault["text"].as_str().expect("text");
        let voice = match (&case.truth, case.solvers.len()) {
            (None, 2) => Voice::Two,
            (None, _) if text.starts_with(&format!("{name} alone ")) => Voice::Alone,
            (None, _) if text.starts_with(&format!("{name} fails ")) => Voice::FailsOrAlone,
            _ => Voice::Wrong,
        };
        let right = match voice {
            Voice::Wrong => "the right answer".to_owned(),
            Voice::Two => format!("{}'s answer", case.solvers[0].name),
            Voice::Alone | Voice::FailsOrAlone => "the answer of the others".to_owned(),
        };
        let answered = Rc::new(answered(case));
        let known = Rc::clone(&answered);
        let right_of = move |n: usize| {
            right_of(case, &known, voice, solver, n)
                .into_iter()
                .next()?
        };
        let grammar = Grammar {
            case,
            right,
            right_of: Rc::new(right_of),
            noun: case.found["inputs_are"][0]
                .as_str()
                .expect("a noun")
                .to_owned(),
        };
        let mut judge = Judge {
            case,
            solver,
            voice,
            grammar,
            answered: Rc::clone(&answered),
            scope: BTreeMap::new(),
            fault,
            told: BTreeMap::new(),
            lies: Vec::new(),
        };
        let all: Vec<usize> = (0..case.inputs.len())
            .filter(|&n| is_answered(&answered, solver, n))
            .collect();
        judge.scope = all
            .iter()
            .filter_map(|&n| Some((n, judge.is_wrong(n)?)))
            .collect();
        judge.first_line(all.len(), &answered[solver]);
        judge
    }

    /// All pairs of a right answer and one that was given.
    fn pairs(&self, n: usize) -> impl Iterator<Item = (Outcome, Outcome)> {
        let given = &self.case.solvers[self.solver].outcomes[n];
        let rights = right_of(self.case, &self.answered, self.voice, self.solver, n).into_iter();
        rights.flat_map(move |right| {
            given
                .iter()
                .map(move |given| (right.clone(), given.clone()))
        })
    }

    /// Whether the answer is wrong: perhaps not always; none if that is not known.
    fn is_wrong(&self, n: usize) -> Option<Option<bool>> {
        let is_wrong = |(right, given): (Outcome, Outcome)| match (self.voice, &right, &given) {
            (Voice::Wrong, None, _) if self.case.truth.is_none() => Some(given.is_none()),
            (Voice::Wrong, None, _) => None,
            (Voice::FailsOrAlone, _, None) => Some(true),
            (Voice::FailsOrAlone, None, _) => Some(false),
            (_, Some((right, _)), Some((given, _))) => Some(!right.is(given)),
            (Voice::Alone, None, _) | (_, None, None) => Some(false),
            _ => Some(true),
        };
        let verdicts: Vec<Option<bool>> = self.pairs(n).map(is_wrong).collect();
        let first = (*verdicts.first()?)?;
        Some(
            verdicts
                .iter()
                .all(|verdict| *verdict == Some(first))
                .then_some(first),
        )
    }

    fn wrong(&self) -> impl Iterator<Item = usize> {
        self.scope
            .iter()
            .filter(|(_, wrong)| **wrong != Some(false))
            .map(|(n, _)| *n)
    }

    fn shown(&self, n: usize) -> &'a str {
        &self.case.inputs[n].1
    }

    /// Notes that a sentence of this kind was judged.
    fn say(&mut self, kind: &'static str, sentence: &str, is_so: Result<(), String>) {
        *self.told.entry(kind).or_default() += 1;
        if let Err(why) = is_so {
            self.lies.push(Lie {
                kind,
                sentence: sentence.to_owned(),
                why,
            });
        }
    }

    /// Whether a count is right, where the number may depend on chance.
    fn is_count(&self, counted: u64, is: impl Fn(usize, bool) -> bool) -> Result<(), String> {
        let [least, most] =
            [false, true].map(|most| self.scope.keys().filter(|&&n| is(n, most)).count() as u64);
        (least..=most)
            .contains(&counted)
            .then_some(())
            .ok_or_else(|| format!("it is {least} to {most}, not {counted}"))
    }

    fn is_count_of_wrong(&self, counted: u64) -> Result<(), String> {
        self.is_count(counted, |n, most| self.scope[&n].unwrap_or(most))
    }

    /// "fast is wrong on 12 of the first 100 inputs."
    fn first_line(&mut self, all: usize, answered: &[BTreeSet<usize>; 2]) {
        let (fault, case) = (self.fault, self.case);
        let line = fault["text"]
            .as_str()
            .and_then(|text| text.lines().next())
            .expect("a line");
        let name = case.solvers[self.solver].name;
        let begin = match self.voice {
            Voice::Wrong => format!("{name} is wrong on "),
            Voice::Two => format!("{} and {name} differ on ", case.solvers[0].name),
            Voice::Alone => format!("{name} alone gives another answer on "),
            Voice::FailsOrAlone => format!("{name} fails or alone gives another answer on "),
        };
        let read = || {
            let (wrong, rest) = grouped(line.strip_prefix(&begin)?)?;
            let rest = rest.strip_prefix(" of ")?.strip_suffix('.')?;
            let (is_first, rest) = rest
                .strip_prefix("the first ")
                .map_or((false, rest), |rest| (true, rest));
            let (is_known, rest) = rest
                .strip_prefix("the ")
                .map_or((false, rest), |rest| (true, rest));
            let (judged, rest) = grouped(rest)?;
            let nouns = case.found["inputs_are"][1].as_str()?;
            let rest = rest.strip_prefix(' ')?.strip_prefix(nouns)?;
            let rest = if is_known {
                rest.strip_prefix(" whose right answer is known")?
            } else {
                rest
            };
            let rest = match rest.split_once(" in part ") {
                Some((rest, part)) => (case.found["shards"][0]
                    == part.strip_suffix(" of the run")?)
                .then_some(rest)?,
                None => rest,
            };
            let drawn = match rest {
                "" => 0,
                " drawn at random" => judged,
                _ => {
                    grouped(
                        rest.strip_prefix(", ")?
                            .strip_suffix(" of them drawn at random")?,
                    )?
                    .0
                }
            };
            Some((wrong, judged, is_first, is_known, drawn))
        };
        let Some((wrong, judged, is_first, is_known, drawn)) = read() else {
            return self.say("unread", line, Err("nobody can read it".to_owned()));
        };
        let claimed = self.is_count_of_wrong(wrong).and_then(|()| {
            let ensure = |is: bool, why: String| if is { Ok(()) } else { Err(why) };
            let [in_order, drawn_ones] = answered;
            let known = self.scope.len() as u64;
            ensure(
                judged == known,
                format!("{known} were answered and can be judged"),
            )?;
            ensure(
                is_known == (self.scope.len() < all),
                format!("of {all} the right answer is known of {known}"),
            )?;
            ensure(
                !is_first || self.scope.keys().copied().eq(0..self.scope.len()),
                "they are not the first".to_owned(),
            )?;
            let beyond = drawn_ones.difference(in_order).count() as u64;
            let is_drawn = drawn == beyond || drawn == drawn_ones.len() as u64;
            ensure(
                is_drawn,
                format!("{} were drawn, {beyond} of them only so", drawn_ones.len()),
            )?;
            let data = [&fault["wrong"], &fault["judged"]].map(Value::as_u64);
            ensure(
                data == [Some(wrong), Some(judged)],
                format!("the data say {data:?}"),
            )
        });
        self.say("counts", line, claimed);
    }

    /// Judges everything else.
    pub(crate) fn all(mut self) -> Self {
        let fault = self.fault;
        let text = fault["text"].as_str().expect("text");
        for how in fault["how"].as_array().expect("a list") {
            let mistake = how["mistake"].as_str().expect("words");
            let is_so = self.mistake(mistake, how["answers"].as_u64().expect("a number"));
            self.say("a mistake as data", &how.to_string(), is_so);
            if let Some(words) = how["only_where"].as_str() {
                let is_so = self.mistake_where(mistake, words);
                self.say("where a mistake is made, as data", &how.to_string(), is_so);
            }
        }
        let ways = fault["how"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|how| how["answers"].as_u64());
        let is_sorted = ways.clone().rev().is_sorted().then_some(());
        self.say(
            "order of mistakes",
            &fault["how"].to_string(),
            is_sorted.ok_or("the most frequent is not the first".to_owned()),
        );
        self.explanation(&fault["explanation"], text);
        if let Some(words) = fault["change"].as_str() {
            let is_so = self.change(words).and_then(|()| in_text(text, words));
            self.say("change as data", words, is_so);
        }
        if let Some(kinds) = fault["pairs"].as_array().filter(|pairs| !pairs.is_empty()) {
            let is_so = self.kinds(kinds, text);
            self.say("kinds as data", &fault["pairs"].to_string(), is_so);
        }
        if let Some(words) = fault["in_common"]["conditions"].as_str() {
            let others = fault["in_common"]["others"].as_u64().unwrap_or(u64::MAX);
            let is_so = self.in_common(words, others);
            self.say("in common as data", words, is_so);
        }
        if let Some(words) = fault["largest"]["difference"].as_str() {
            let largest = &fault["largest"];
            let is_so = self.largest(words, largest["input"].as_str(), largest["always"] == true);
            self.say("largest as data", &largest.to_string(), is_so);
        }
        for line in text.lines().skip(1) {
            self.line(line);
        }
        self
    }

    /// A sentence of the text.
    fn line(&mut self, line: &str) {
        let name = self.case.solvers[self.solver].name;
        let (it, its) = match self.voice {
            Voice::Two => (name.to_owned(), format!("{name}'s")),
            _ => ("It".to_owned(), "Its".to_owned()),
        };
        let (does, here) = match self.voice {
            Voice::Wrong => ("it is wrong", "It is wrong"),
            Voice::Two => ("they differ", "They differ"),
            Voice::Alone | Voice::FailsOrAlone => ("it does so", "It does so"),
        };
        let nouns = self.case.found["inputs_are"][1]
            .as_str()
            .unwrap_or_default();
        let rest = line
            .strip_prefix(&format!("Among these {nouns}, "))
            .unwrap_or(line);
        let is_among = rest.len() < line.len();
        let after = |words: &str| rest.strip_prefix(words);
        let begun = after(does)
            .filter(|_| is_among)
            .or_else(|| after(here).filter(|_| !is_among));
        let right =
            ["it is right exactly where ", "It is right exactly where "][usize::from(!is_among)];
        let (kind, is_so) = if let Some(words) =
            begun.and_then(|rest| rest.strip_prefix(" exactly where ")?.strip_suffix('.'))
        {
            ("exactly where", self.exactly(words, true, is_among))
        } else if let Some(words) = begun.and_then(|rest| {
            rest.strip_prefix(" everywhere except where ")?
                .strip_suffix('.')
        }) {
            (
                "everywhere except where",
                self.exactly(words, false, is_among),
            )
        } else if let Some(words) = after(right).and_then(|rest| rest.strip_suffix('.')) {
            ("right exactly where", self.exactly(words, false, is_among))
        } else if let Some(rest) = begun.and_then(|rest| {
            rest.strip_prefix(" wherever ")?
                .strip_suffix(". No short rule was found for the rest.")
        }) {
            (
                "wherever",
                rest.rsplit_once(", which covers ")
                    .and_then(|(words, covers)| {
                        let (some, rest) = grouped(covers)?;
                        let (all, rest) = grouped(rest.strip_prefix(" of the ")?)?;
                        let all = self.is_count_of_wrong(all);
                        rest.is_empty()
                            .then(|| all.and_then(|()| self.wherever(words, some)))
                    })
                    .unwrap_or_else(unread),
            )
        } else if let Some(list) = begun.and_then(|rest| rest.strip_prefix(" only here: ")) {
            ("only here", self.first_ones(list, self.wrong().count()))
        } else if let Some(list) = line.strip_prefix("No short rule was found. The first are: ") {
            ("the first are", self.first_ones(list, 4))
        } else if let Some(rest) = line.strip_prefix(&format!("{its} answer there is always ")) {
            (
                "always",
                rest.strip_suffix('.')
                    .map_or_else(unread, |words| self.change(words)),
            )
        } else if let Some(rest) = line.strip_prefix(&format!("{it} answers all ")) {
            (
                "as if",
                grouped(rest)
                    .and_then(|(all, rest)| {
                        let words = rest
                            .strip_prefix(&format!(" {nouns} as if "))?
                            .strip_suffix('.')?;
                        let is_all = (all == self.scope.len() as u64)
                            .then_some(())
                            .ok_or(format!("{} were", self.scope.len()));
                        Some(is_all.and_then(|()| self.as_if(words)))
                    })
                    .unwrap_or_else(unread),
            )
        } else if line.starts_with(
            "A second run finds other wrong answers: something depends on more than the ",
        ) {
            let is_so = self.case.solvers.iter().any(|solver| solver.is_unsteady);
            (
                "by chance",
                is_so
                    .then_some(())
                    .ok_or("its answers depend on the input alone".to_owned()),
            )
        } else if line == self.heading_of_pairs() {
            ("kinds", Ok(()))
        } else if line.starts_with("    ") {
            // The data have been judged, and that the text has them.
            ("a kind", Ok(()))
        } else if let Some(rest) = line.strip_prefix("The difference is ") {
            (
                "the difference",
                match (rest.strip_prefix("always "), rest.strip_prefix("at most ")) {
                    (Some(always), _) => self.largest(always.trim_end_matches('.'), None, true),
                    (_, Some(rest)) => rest
                        .trim_end_matches('.')
                        .split_once(", first at ")
                        .map_or_else(unread, |(words, input)| {
                            self.largest(words, Some(input), false)
                        }),
                    _ => unread(),
                },
            )
        } else if let Some((words, others)) = line
            .strip_prefix("On all of them, ")
            .and_then(|rest| rest.split_once("; this also holds on "))
        {
            (
                "in common",
                grouped(others)
                    .and_then(|(others, rest)| {
                        let (all, rest) = grouped(rest.strip_prefix(" of the ")?)?;
                        let right = (self.scope.len() - self.wrong().count()) as u64;
                        let is_all = (all == right || self.is_unsteady())
                            .then_some(())
                            .ok_or(format!("{right} are right"));
                        (rest == " others.")
                            .then(|| is_all.and_then(|()| self.in_common(words, others)))
                    })
                    .unwrap_or_else(unread),
            )
        } else if let Some((fact, input)) = line
            .strip_prefix("The fact `")
            .and_then(|rest| rest.split_once("` panics on "))
        {
            (
                "a fact panics",
                self.fact_panics(fact, input.trim_end_matches('.')),
            )
        } else if let Some(rest) = line
            .strip_prefix(&format!("Among these {nouns}, "))
            .map(|rest| rest.strip_prefix("it ").unwrap_or(rest))
            .map(|rest| rest.strip_prefix(&format!("{it} ")).unwrap_or(rest))
            .or_else(|| line.strip_prefix(&format!("{it} ")))
            .and_then(|rest| rest.strip_suffix('.'))
        {
            match rest.split_once(" exactly where ") {
                Some((mistake, words)) => (
                    "where a mistake is made",
                    self.mistake_where(mistake, words),
                ),
                None => ("mistakes", self.mistakes(rest)),
            }
        } else {
            ("unread", unread())
        };
        self.say(kind, line, is_so);
    }

    /// Whether answers may be others in each run.
    fn is_unsteady(&self) -> bool {
        self.case.solvers.iter().any(|solver| solver.is_unsteady)
    }

    fn heading_of_pairs(&self) -> String {
        match self.voice {
            Voice::Two => {
                let [one, other] = [0, 1].map(|n| &*self.case.solvers[n].name);
                format!("These are the answers of {one} and {other}:")
            }
            _ if self.case.truth.is_none() => {
                "These are the answers of the others, and its own:".to_owned()
            }
            _ => "These are the right answers, and what it gives instead:".to_owned(),
        }
    }

    /// Which inputs a sentence without a restriction is about.
    fn all_of(&self, is_among: bool) -> BTreeMap<usize, Option<bool>> {
        if is_among {
            return self.scope.clone();
        }
        (0..self.case.inputs.len())
            .filter_map(|n| Some((n, self.is_wrong(n)?)))
            .collect()
    }

    fn exactly(&self, words: &str, of_wrong: bool, is_among: bool) -> Result<(), String> {
        let Some(cases) = self.grammar.rule(words) else {
            return unread();
        };
        for (n, wrong) in self.all_of(is_among) {
            let holds = cases.iter().any(|case| case.iter().all(|one| one(n)));
            if wrong.is_some_and(|wrong| wrong != (holds == of_wrong)) {
                return Err(format!(
                    "{} is wrong: {wrong:?}, and this holds for it: {holds}",
                    self.shown(n)
                ));
            }
        }
        if let [case] = &cases[..] {
            for without in 0..case.len() {
                let others = case.iter().enumerate().filter(|(n, _)| *n != without);
                let is_needed = self
                    .scope
                    .keys()
                    .any(|&n| !case[without](n) && others.clone().all(|(_, one)| one(n)));
                if !is_needed {
                    return Err(format!(
                        "no input that was answered needs condition {}",
                        without + 1
                    ));
                }
            }
        }
        self.facts_are_known(words)
    }

    /// Whether it is said of each fact in a rule that it panics.
    fn facts_are_known(&self, words: &str) -> Result<(), String> {
        let text = self.fault["text"].as_str().unwrap_or_default();
        for (fact, values) in &self.case.facts {
            let is_in = words.contains(fact) || words.contains(&fact.replacen("is ", "is not ", 1));
            if is_in
                && self.scope.keys().any(|&n| values[n].is_none())
                && !text.contains(&format!("The fact `{fact}` panics"))
            {
                return Err(format!("it is not said that the fact `{fact}` panics"));
            }
        }
        Ok(())
    }

    fn wherever(&self, words: &str, covered: u64) -> Result<(), String> {
        let Some(cases) = self.grammar.rule(words) else {
            return unread();
        };
        let holds = |n: usize| cases.iter().any(|case| case.iter().all(|one| one(n)));
        if let Some((&n, _)) = self
            .scope
            .iter()
            .find(|&(&n, &wrong)| wrong == Some(false) && holds(n))
        {
            return Err(format!("{} is right, or sometimes right", self.shown(n)));
        }
        self.is_count(covered, |n, _| holds(n))?;
        let is_part = covered < self.wrong().count() as u64;
        is_part
            .then_some(())
            .ok_or("there is no rest".to_owned())
            .and_then(|()| self.facts_are_known(words))
    }

    fn first_ones(&self, list: &str, most: usize) -> Result<(), String> {
        if self.scope.values().any(Option::is_none) {
            // Which ones were the first in that run is not known any more.
            let mut rest = list;
            for n in self.wrong() {
                if let Some(others) = rest.strip_prefix(self.shown(n)) {
                    rest = others.strip_prefix(", ").unwrap_or(others);
                }
            }
            return rest
                .is_empty()
                .then_some(())
                .ok_or("one is right".to_owned());
        }
        let first: Vec<&str> = self.wrong().take(most).map(|n| self.shown(n)).collect();
        let first = first.join(", ");
        (list == first)
            .then_some(())
            .ok_or(format!("they are {first}"))
    }

    fn explanation(&mut self, explanation: &Value, text: &str) {
        let strings = |list: &Value| {
            list.as_array().map(|list| {
                list.iter()
                    .filter_map(Value::as_str)
                    .collect::<Vec<_>>()
                    .join(", ")
            })
        };
        let is_part = self.scope.len() < self.case.inputs.len();
        let (kind, is_so) = if explanation == "everything" {
            (
                "everything",
                (self.wrong().count() == self.scope.len())
                    .then_some(())
                    .ok_or("some are right".to_owned()),
            )
        } else if explanation == "unsteady" {
            (
                "by chance, as data",
                in_text(text, "A second run finds other wrong answers"),
            )
        } else if let Some(words) = explanation["misreading"].as_str() {
            (
                "as if, as data",
                self.as_if(words).and_then(|()| in_text(text, words)),
            )
        } else if let Some(words) = explanation["wrong-where"].as_str() {
            (
                "exactly where, as data",
                self.exactly(words, true, is_part)
                    .and_then(|()| in_text(text, words)),
            )
        } else if let Some(words) = explanation["right-where"].as_str() {
            (
                "right exactly where, as data",
                self.exactly(words, false, is_part)
                    .and_then(|()| in_text(text, words)),
            )
        } else if let Some(words) = explanation["partly-where"]["conditions"].as_str() {
            let covered = explanation["partly-where"]["of_these"]
                .as_u64()
                .unwrap_or(u64::MAX);
            (
                "wherever, as data",
                self.wherever(words, covered)
                    .and_then(|()| in_text(text, words)),
            )
        } else if let Some(list) = strings(&explanation["inputs"]) {
            (
                "only here, as data",
                self.first_ones(&list, usize::MAX)
                    .and_then(|()| in_text(text, &list)),
            )
        } else if let Some(list) = strings(&explanation["none"]) {
            (
                "the first are, as data",
                self.first_ones(&list, 4)
                    .and_then(|()| in_text(text, &list)),
            )
        } else {
            ("unread", unread())
        };
        self.say(kind, &explanation.to_string(), is_so);
    }

    /// What an answer does that is wrong.
    fn does(&self, (right, given): &(Outcome, Outcome)) -> &'static str {
        let (Some((given, _)), right) = (given, right) else {
            return "panics";
        };
        let order = right.as_ref().and_then(|(right, _)| {
            let (right, given) = (right.inner()?, given.inner()?);
            let is_number = right.number().is_some() || right.float().is_some();
            given.order(right).filter(|_| is_number)
        });
        match (order, &self.case.truth) {
            (Some(order), Some(_)) if order.is_lt() => "gives too low an answer",
            (Some(order), Some(_)) if order.is_gt() => "gives too high an answer",
            (Some(order), None) if order.is_lt() => "gives a lower answer",
            (Some(order), None) if order.is_gt() => "gives a higher answer",
            _ => "gives another answer",
        }
    }

    fn does_on(&self, n: usize, mistake: &str, at_most: bool) -> bool {
        let mut pairs = self.pairs(n);
        match (self.scope[&n], at_most) {
            (Some(false), _) => false,
            (Some(true), false) => pairs.all(|pair| self.does(&pair) == mistake),
            (_, at_most) => at_most && pairs.any(|pair| self.does(&pair) == mistake),
        }
    }

    fn mistake(&self, mistake: &str, answers: u64) -> Result<(), String> {
        self.is_count(answers, |n, at_most| self.does_on(n, mistake, at_most))
    }

    fn mistake_where(&self, mistake: &str, words: &str) -> Result<(), String> {
        let Some(cases) = self.grammar.rule(words) else {
            return unread();
        };
        for &n in self.scope.keys() {
            let holds = cases.iter().any(|case| case.iter().all(|one| one(n)));
            if [false, true].map(|at_most| self.does_on(n, mistake, at_most)) != [holds; 2] {
                return Err(format!("on {} it is not so", self.shown(n)));
            }
        }
        self.facts_are_known(words)
    }

    /// "panics on 3 and gives too low an answer on 1,000"
    fn mistakes(&self, words: &str) -> Result<(), String> {
        if let Some(mistake) = words
            .strip_suffix(" there")
            .or_else(|| words.strip_suffix(" on all of them"))
        {
            let all = self.fault["wrong"].as_u64().unwrap_or_default();
            let is_there = words.ends_with(" there") == (all == 1);
            return self
                .mistake(mistake, all)
                .and_then(|()| is_there.then_some(()).ok_or(format!("it does so on {all}")));
        }
        let mut left = self.fault["wrong"].as_u64().unwrap_or_default();
        for part in words
            .split(", and ")
            .flat_map(|part| part.split(" and "))
            .flat_map(|part| part.split(", "))
        {
            let Some((mistake, (answers, ""))) = part
                .rsplit_once(" on ")
                .and_then(|(mistake, answers)| Some((mistake, grouped(answers)?)))
            else {
                return unread();
            };
            left = left.checked_sub(answers).ok_or("they are more than all")?;
            if mistake != "is wrong in other ways" {
                self.mistake(mistake, answers)?;
            }
        }
        (left == 0)
            .then_some(())
            .ok_or(format!("{left} are missing"))
    }

    fn kinds(&self, kinds: &[Value], text: &str) -> Result<(), String> {
        if self.is_unsteady() {
            return Ok(());
        }
        let mut counted: BTreeMap<[String; 2], (u64, usize)> = BTreeMap::new();
        for n in self.wrong() {
            for (right, given) in self.pairs(n).filter(|_| self.scope[&n] == Some(true)) {
                let texts =
                    [right, given].map(|one| one.map_or("panics".to_owned(), |(_, shown)| shown));
                counted.entry(texts).or_insert((0, n)).0 += 1;
            }
        }
        for kind in kinds {
            let text_of = |name: &str| kind[name].as_str().unwrap_or_default().to_owned();
            let texts = [text_of("right"), text_of("given")];
            let (answers, first) = counted
                .remove(&texts)
                .ok_or(format!("no answer is so, or {texts:?} twice"))?;
            if kind["answers"] != answers || text_of("first") != self.shown(first) {
                return Err(format!(
                    "{texts:?} are {answers}, first {}",
                    self.shown(first)
                ));
            }
            in_text(
                text,
                &format!(
                    "    {} / {}: {}, first {}\n",
                    texts[0],
                    texts[1],
                    crossply::report::count(answers),
                    self.shown(first)
                ),
            )?;
        }
        counted
            .keys()
            .next()
            .map_or(Ok(()), |more| Err(format!("{more:?} is missing")))
    }

    fn in_common(&self, words: &str, others: u64) -> Result<(), String> {
        // At the beginning of a sentence.
        let lower = || {
            words
                .chars()
                .next()
                .map(|first| first.to_lowercase().to_string() + &words[first.len_utf8()..])
        };
        let conditions = self
            .grammar
            .conditions(words)
            .or_else(|| self.grammar.conditions(&lower()?));
        let Some(conditions) = conditions else {
            return unread();
        };
        if self.is_unsteady() {
            return Ok(());
        }
        let holds = |n: usize| conditions.iter().all(|one| one(n));
        if let Some(n) = self.wrong().find(|&n| !holds(n)) {
            return Err(format!("not so on {}", self.shown(n)));
        }
        self.is_count(others, |n, _| self.scope[&n] == Some(false) && holds(n))?;
        self.facts_are_known(words)
    }

    fn fact_panics(&self, fact: &str, input: &str) -> Result<(), String> {
        let Some((_, values)) = self
            .case
            .facts
            .iter()
            .find(|(words, _)| fact.ends_with(*words))
        else {
            return unread();
        };
        let mut inputs = 0..self.case.inputs.len();
        inputs
            .any(|n| values[n].is_none() && self.shown(n) == input)
            .then_some(())
            .ok_or("it does not".to_owned())
    }

    fn as_if(&self, words: &str) -> Result<(), String> {
        if self.is_unsteady() {
            return Ok(());
        }
        let expected: Box<dyn Fn(usize) -> Outcome> = match (&self.case.misreading, words) {
            (Some(answers), "it was misread") => Box::new(|n| answers[n].clone()),
            _ => return unread(),
        };
        for &n in self.scope.keys() {
            let same = |(_, given): &(Outcome, Outcome)| match (expected(n), given) {
                (Some((one, _)), Some((other, _))) => one.is(other),
                (one, other) => one.is_none() && other.is_none(),
            };
            if !self.pairs(n).all(|pair| same(&pair)) {
                return Err(format!("not so on {}", self.shown(n)));
            }
        }
        Ok(())
    }

    /// What each wrong answer is.
    fn change(&self, words: &str) -> Result<(), String> {
        let Some(makes) = self.read_change(words) else {
            return unread();
        };
        for n in self.wrong() {
            for (right, given) in self.pairs(n) {
                let is_made = given
                    .as_ref()
                    .is_some_and(|given| makes(n, right.as_ref(), given));
                if !is_made && !self.is_unsteady() {
                    return Err(format!(
                        "on {} it is {given:?}, and the right one {right:?}",
                        self.shown(n)
                    ));
                }
            }
        }
        Ok(())
    }

    fn read_change(&self, words: &str) -> Option<Change<'_>> {
        let right = &self.grammar.right;
        let of_numbers = |made: Box<dyn Fn(Int) -> Option<Int>>| -> Option<Change<'_>> {
            Some(Box::new(move |_, right, (given, _)| {
                let both = right
                    .and_then(|(right, _)| Some((right.inner()?.code()?, given.inner()?.code()?)));
                both.is_some_and(|(right, given)| made(right) == Some(given))
            }))
        };
        let of_floats = |made: fn(f64) -> f64| -> Option<Change<'_>> {
            Some(Box::new(move |_, right, (given, _)| {
                let both = right.and_then(|(right, _)| {
                    Some((right.inner()?.float()?, given.inner()?.float()?))
                });
                both.is_some_and(|(right, given)| made(right) == given)
            }))
        };
        if let Some(other) = words
            .strip_prefix("the answer to ")
            .filter(|other| !other.starts_with("the others"))
        {
            let subject = if self.grammar.noun == "input" {
                "n".to_owned()
            } else {
                format!("the {}", self.grammar.noun)
            };
            let known = OTHERS
                .into_iter()
                .find(|known| known.replacen('n', &subject, 1) == other || known == &other)?;
            return Some(Box::new(move |n, _, (given, _)| {
                let other = self.case.inputs[n].0.other(known);
                other
                    .and_then(|other| self.answer_to(&other))
                    .is_some_and(|answer| answer.is(given))
            }));
        }
        if let Some(rest) = words.strip_prefix(&format!("{right} ")) {
            if rest == "with the opposite sign" {
                return Some(Box::new(|_, right, (given, _)| {
                    right
                        .and_then(|(right, _)| Some((right.inner()?, given.inner()?)))
                        .is_some_and(|both| match both {
                            (Seen::Number(right, _), Seen::Number(given, _)) => {
                                right.opposite() == *given
                            }
                            (Seen::Single(right), Seen::Single(given)) => {
                                (-right).to_bits() == given.to_bits()
                            }
                            (Seen::Double(right), Seen::Double(given)) => {
                                (-right).to_bits() == given.to_bits()
                            }
                            _ => false,
                        })
                }));
            }
            if let Some((how, "")) = one_of(
                rest,
                &["rounded towards zero", "rounded down", "rounded up"],
            ) {
                return of_floats([f64::trunc, f64::floor, f64::ceil][how]);
            }
            let (how, rest) = one_of(rest, &["plus ", "minus ", "times ", "divided by "])?;
            let (by, rest) = Int::read(rest)?;
            return match (how, rest) {
                (0, "") => of_numbers(Box::new(move |n| n.plus(by))),
                (1, "") => of_numbers(Box::new(move |n| n.plus(by.opposite()))),
                (2, "") => of_numbers(Box::new(move |n| n.times(by))),
                (3, "") => of_numbers(Box::new(move |n| by.divides(n).then(|| n.divided(by)))),
                (3, ", rounded towards zero") => of_numbers(Box::new(move |n| Some(n.divided(by)))),
                (3, ", rounded down") => of_numbers(Box::new(move |n| {
                    n.plus(Int::new(true, n.rest(by.size())))
                        .map(|n| n.divided(by))
                })),
                _ => None,
            };
        }
        if let Some((bits, rest)) = words.strip_prefix("the last ").and_then(digits) {
            let rest = rest
                .strip_prefix(" bits of ")?
                .strip_prefix(right.as_str())?;
            let (bits, is_signed) = (bits as u32, rest == ", as a signed number");
            return of_numbers(Box::new(move |n| {
                let last = n.bits() & (u128::MAX >> (128 - bits));
                let is_negative = is_signed && last >> (bits - 1) == 1;
                let less = if is_negative {
                    Int::new(true, 1 << bits)
                } else {
                    0.into()
                };
                Int::new(false, last).plus(less)
            }))
            .filter(|_| is_signed || rest.is_empty());
        }
        if let Some((how, "")) = one_of(
            words,
            &[
                &format!("the number just above {right}"),
                &format!("the number just below {right}"),
            ],
        ) {
            return Some(Box::new(move |_, right, (given, _)| {
                right
                    .and_then(|(right, _)| Some((right.inner()?, given.inner()?)))
                    .is_some_and(|both| match both {
                        (Seen::Single(x), Seen::Single(y)) => {
                            [x.next_up(), x.next_down()][how].to_bits() == y.to_bits()
                        }
                        (Seen::Double(x), Seen::Double(y)) => {
                            [x.next_up(), x.next_down()][how].to_bits() == y.to_bits()
                        }
                        _ => false,
                    })
            }));
        }
        let always = words.to_owned();
        let number = Int::read(words)
            .filter(|(_, rest)| rest.is_empty())
            .map(|(n, _)| n);
        Some(Box::new(move |_, _, (given, shown)| {
            *shown == always || number.is_some() && given.number() == number
        }))
    }

    /// The right answer to an input, which the domain may not have.
    fn answer_to(&self, other: &Seen) -> Option<Seen> {
        let inputs = &self.case.inputs;
        match inputs
            .iter()
            .position(|(input, _)| input.key() == other.key())
        {
            Some(n) => {
                // Whether or not that was answered in the run.
                let all = [(0..inputs.len()).collect(), BTreeSet::new()];
                let answered = vec![all; self.case.solvers.len()];
                let right = right_of(self.case, &answered, self.voice, self.solver, n);
                right.into_iter().next()?.map(|(answer, _)| answer)
            }
            None => (self.case.elsewhere)(other).map(|(answer, _)| answer),
        }
    }

    /// "3", or "1 unit in the last place"
    fn largest(&self, words: &str, input: Option<&str>, always: bool) -> Result<(), String> {
        let (words, are_units) = match words.split_once(" unit") {
            Some((number, "s in the last place" | " in the last place")) => (number, true),
            Some(_) => return unread(),
            None => (words, false),
        };
        let Some((said, "")) = Int::read(words) else {
            return unread();
        };
        let mut largest: Option<(usize, u128)> = None;
        for n in self.wrong().filter(|n| self.scope[n].is_some()) {
            for (right, given) in self.pairs(n) {
                let both = right.zip(given);
                let both = both.and_then(|((right, _), (given, _))| {
                    Some((right.inner()?.clone(), given.inner()?.clone()))
                });
                let is_float = both
                    .as_ref()
                    .is_some_and(|(right, _)| right.float().is_some());
                let Some(size) = both.and_then(|(right, given)| difference(&right, &given)) else {
                    return Err(format!("on {} there is none", self.shown(n)));
                };
                if is_float != are_units || always && size != said.size() {
                    return Err(format!("on {} it is {size}", self.shown(n)));
                }
                if largest.is_none_or(|(_, most)| size > most) {
                    largest = Some((n, size));
                }
            }
        }
        let Some((n, size)) = largest else {
            return Ok(());
        };
        let is_here = always || input == Some(self.shown(n));
        (size == said.size() && is_here)
            .then_some(())
            .ok_or(format!("it is {size}, first at {}", self.shown(n)))
    }
}

/// Whether an answer is made of the right one to the input with this number.
type Change<'a> = Box<dyn Fn(usize, Option<&(Seen, String)>, &(Seen, String)) -> bool + 'a>;

/// How far two numbers are from each other: integers by their difference, floating-point numbers by how many steps from
/// one number to the next.
fn difference(right: &Seen, given: &Seen) -> Option<u128> {
    let places = match (right, given) {
        (Seen::Number(right, _), Seen::Number(given, _)) => {
            return Some(right.plus(given.opposite())?.size());
        }
        (Seen::Single(x), Seen::Single(y)) if x.is_finite() && y.is_finite() => {
            [x, y].map(|x| match x.to_bits() as i32 {
                bits if bits < 0 => i128::from(i32::MIN) - i128::from(bits),
                bits => bits.into(),
            })
        }
        (Seen::Double(x), Seen::Double(y)) if x.is_finite() && y.is_finite() => {
            [x, y].map(|x| match x.to_bits() as i64 {
                bits if bits < 0 => i128::from(i64::MIN) - i128::from(bits),
                bits => bits.into(),
            })
        }
        _ => return None,
    };
    Some(places[0].abs_diff(places[1]))
}

fn is_answered(answered: &[[BTreeSet<usize>; 2]], solver: usize, n: usize) -> bool {
    answered[solver].iter().any(|some| some.contains(&n))
}

/// All that may be the right answer to an input; a panic if it is not known, or the others do not agree.
fn right_of(
    case: &Case,
    answered: &[[BTreeSet<usize>; 2]],
    voice: Voice,
    solver: usize,
    n: usize,
) -> Vec<Outcome> {
    match (voice, &case.truth) {
        (_, Some(truth)) => vec![truth[n].clone()],
        (Voice::Wrong, None) => vec![None],
        (Voice::Two, None) => case.solvers[0].outcomes[n].clone(),
        (Voice::Alone | Voice::FailsOrAlone, None) => {
            let mut others = case
                .solvers
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != solver && is_answered(answered, *other, n))
                .map(|(_, other)| &other.outcomes[n]);
            let (Some(first), Some(second)) = (others.next(), others.next()) else {
                return vec![None];
            };
            let both = first
                .iter()
                .flat_map(|one| second.iter().map(move |other| (one, other)));
            let agreed = both.map(|both| match both {
                (Some((one, _)), Some((other, _))) if one.is(other) => both.0.clone(),
                _ => None,
            });
            agreed.collect()
        }
    }
}

/// A number with groups of digits, and what follows.
fn grouped(text: &str) -> Option<(u64, &str)> {
    let is_in = |(at, c): &(usize, char)| {
        c.is_ascii_digit() || *c == ',' && text[at + 1..].starts_with(|c: char| c.is_ascii_digit())
    };
    let end = text
        .char_indices()
        .find(|c| !is_in(c))
        .map_or(text.len(), |(at, _)| at);
    Some((text[..end].replace(',', "").parse().ok()?, &text[end..]))
}

fn in_text(text: &str, words: &str) -> Result<(), String> {
    (text.to_owned() + "\n")
        .contains(words)
        .then_some(())
        .ok_or("the text does not say so".to_owned())
}

fn unread() -> Result<(), String> {
    Err("nobody can read it".to_owned())
}
