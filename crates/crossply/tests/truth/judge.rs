//! Judges each claim of an explanation by all inputs that were answered.

use std::collections::BTreeMap;
use std::rc::Rc;

use crossply::report::count;
use serde_json::Value as Json;

use super::case::{Case, Outcome};
use super::evidence::{Evidence, Voice, are_same, terms};
use super::sentence::{Condition, Grammar, int};
use super::value::{Int, Seen};

/// Whether it is so, or why not.
type Verdict = Result<(), String>;

pub(crate) struct Judge<'a> {
    evidence: Rc<Evidence<'a>>,
    grammar: Grammar<'a>,
    /// Each input that was answered and can be judged, and whether it is wrong; none if only sometimes.
    scope: BTreeMap<usize, Option<bool>>,
    wrong: Vec<usize>,
    nouns: &'a str,
    fault: &'a Json,
    text: &'a str,
    /// How many sentences of each kind were judged.
    pub(crate) told: BTreeMap<&'static str, u64>,
    /// False sentences, with their kind and a reason.
    pub(crate) lies: Vec<String>,
}

/// Of whether it is among some inputs only, and its words.
type Judging = fn(&Judge<'_>, bool, &[&str]) -> Option<Verdict>;

macro_rules! sentences {
    ($($kind:literal: $pattern:literal, $judge:ident $among:ident $($word:ident)* => $verdict:expr;)*) => {
        /// What a text says: `HERE`, `RIGHT`, `IT` and `ITS` depend on who speaks, and stars are for what it says.
        pub(crate) const SENTENCES: &[(&str, &str, Judging)] = &[$(
            ($kind, $pattern, |$judge, $among, words| {
                let mut words = words.iter();
                $(let $word = words.next()?;)*
                Some($verdict)
            })
        ),*];
    };
}

sentences! {
    "exactly where": "HERE exactly where *.", judge among words => judge.exactly(words, true, among);
    "everywhere except where": "HERE everywhere except where *.", judge among words => judge.exactly(words, false, among);
    "right exactly where": "RIGHT exactly where *.", judge among words => judge.exactly(words, false, among);
    "wherever": "HERE wherever *, which covers * of the *. No short rule was found for the rest.", judge _among words some all => judge.wherever(words, grouped(some)?, grouped(all)?);
    "only here": "HERE only here: *", judge _among list => judge.first_ones(list, usize::MAX);
    "the first are": "No short rule was found. The first are: *", judge _among list => judge.first_ones(list, 4);
    "always": "ITS answer there is always *.", judge _among words => judge.change(words);
    "as if": "IT answers all * NOUNS as if *.", judge _among all words => judge.as_if(grouped(all)?, words);
    "by chance": "A second run finds other wrong answers: something depends on more than the *.", judge _among _noun => judge.depends_on_chance();
    "kinds": "Instead of *, * gives:", judge _among right given => judge.kinds(right, given);
    "a kind": "    *", judge _among _kind => so(judge.fault["pairs"].is_array(), || "the data have none".to_owned());
    "the difference": "The difference is always *.", judge _among difference => judge.largest(difference, None)?;
    "the difference": "The difference is at most *, first at *.", judge _among difference input => judge.largest(difference, Some(input))?;
    "a fact panics": "The fact `*` panics on *.", judge _among fact input => judge.fact_panics(fact, input)?;
    "in common": "On all of them, *; this also holds on * of the * others.", judge _among words others all => judge.in_common(words, grouped(others)?, grouped(all)?);
    "a mistake exactly where": "DOES * exactly where *.", judge _among mistake words => judge.mistake_where(mistake, words);
    "mistakes": "IT *.", judge _among does => judge.mistakes(does)?;
}

/// Where each explanation in the data is found in the text.
const DATA: [(&str, &str); 9] = [
    ("/explanation/misreading", " as if *."),
    ("/explanation/wrong-where", " exactly where *."),
    ("/explanation/right-where", "where *."),
    (
        "/explanation/partly-where/conditions",
        " wherever *, which covers ",
    ),
    (
        "/explanation/partly-where/of_these",
        ", which covers * of the ",
    ),
    ("/explanation/inputs", " only here: *"),
    ("/explanation/none", "The first are: *"),
    ("/change", " answer there is always *."),
    ("/in_common/others", "; this also holds on * of the "),
];

impl<'a> Judge<'a> {
    /// Of a fault that the library tells.
    pub(crate) fn new(case: &'a Case, fault: &'a Json) -> Self {
        let [name, text, nouns] = [
            &fault["solver"],
            &fault["text"],
            &case.found["inputs_are"][1],
        ]
        .map(|words| words.as_str().expect("words"));
        let solver = case.solvers.iter().position(|solver| solver.name == name);
        let solver = solver.expect("a solver");
        let (voice, right) = match case.solvers.len() {
            2 if case.truth.is_none() => (Voice::Two, "plain's answer"),
            _ if text.contains(" fails or alone gives ") => {
                (Voice::FailsOrAlone, "the answer of the others")
            }
            _ if text.contains(" alone gives ") => (Voice::Alone, "the answer of the others"),
            _ => (Voice::Wrong, "the right answer"),
        };
        let evidence = Rc::new(Evidence {
            case,
            solver,
            voice,
        });
        let terms = terms(&evidence, right);
        let all = (0..case.inputs.len()).filter(|n| evidence.is_answered(solver, *n));
        let scope: BTreeMap<_, _> = all.filter_map(|n| Some((n, evidence.wrong(n)?))).collect();
        let wrong = scope.iter().filter(|(_, wrong)| **wrong != Some(false));
        let wrong = wrong.map(|(n, _)| *n).collect();
        let (told, lies, grammar) = (BTreeMap::new(), Vec::new(), Grammar { case, terms });
        Judge {
            evidence,
            grammar,
            scope,
            wrong,
            nouns,
            fault,
            text,
            told,
            lies,
        }
    }

    fn shown(&self, n: usize) -> String {
        self.evidence.case.inputs[n].text()
    }

    /// Notes that a sentence of this kind was judged. What a solver gave that depends on chance is not known any more: then
    /// sentences only have to be of a kind that is known.
    fn say(&mut self, kind: &'static str, sentence: &str, verdict: Verdict) {
        *self.told.entry(kind).or_default() += 1;
        if let Err(why) = verdict
            && (kind == "unread" || !self.is_unsteady())
        {
            self.lies.push(format!("{kind}: {sentence}\n    {why}"));
        }
    }

    /// Judges everything.
    pub(crate) fn all(mut self) -> Self {
        let all = self.fault["how"].as_array().expect("a list");
        for how in all {
            let mistake = how["mistake"].as_str().expect("words");
            let verdict = self.mistake(mistake, how["answers"].as_u64());
            self.say("a mistake", &how.to_string(), verdict);
        }
        let is_sorted = all
            .iter()
            .rev()
            .is_sorted_by_key(|how| how["answers"].as_u64());
        let verdict = self
            .data()
            .and_then(|()| so(is_sorted, || "another mistake is more frequent".to_owned()));
        self.say("data", &self.fault.to_string(), verdict);
        for (n, line) in self.text.lines().enumerate() {
            let first = ("how many", self.first_line(line));
            let (kind, verdict) = if n == 0 { first } else { self.line(line) };
            self.say(kind, line, verdict);
        }
        self
    }

    /// Whether the text, which is judged word by word, says what the data say.
    fn data(&self) -> Verdict {
        let text = |json: &Json| match json {
            Json::Array(all) => all
                .iter()
                .filter_map(Json::as_str)
                .collect::<Vec<_>>()
                .join(", "),
            Json::Number(number) => count(number.as_u64().unwrap_or_default()).to_string(),
            json => json.as_str().unwrap_or_default().to_owned(),
        };
        for (place, pattern) in DATA {
            let words = self
                .fault
                .pointer(place)
                .filter(|json| !json.is_null())
                .map(text);
            let words = words.map(|words| pattern.replace('*', &words));
            let is_said = words.as_ref().is_none_or(|words| self.text.contains(words));
            so(is_said, || format!("the text does not say: {words:?}"))?;
        }
        for how in self.fault["how"].as_array().into_iter().flatten() {
            let words = how["only_where"]
                .as_str()
                .map(|words| format!("{} exactly where {words}.", text(&how["mistake"])));
            so(words.is_none_or(|words| self.text.contains(&words)), || {
                format!("the text does not say where: {how}")
            })?;
        }
        let is_chance =
            self.fault["explanation"] != "unsteady" || self.text.contains("A second run");
        so(is_chance, || "the text does not say so".to_owned())?;
        let is_all =
            self.fault["explanation"] != "everything" || self.wrong.len() == self.scope.len();
        so(is_all, || "some are right".to_owned())?;
        if self.counts_twice() {
            return Ok(());
        }
        so(self.fault["judged"] == self.scope.len(), || {
            format!("{} can be judged", self.scope.len())
        })
    }

    /// "fast is wrong on 12 of the first 100 inputs."
    fn first_line(&self, line: &str) -> Verdict {
        let (evidence, known) = (&self.evidence, self.scope.len());
        let name = evidence.case.solvers[evidence.solver].name;
        let who = match evidence.voice {
            Voice::Wrong => format!("{name} is wrong"),
            Voice::Two => format!("plain and {name} differ"),
            Voice::Alone => format!("{name} alone gives another answer"),
            Voice::FailsOrAlone => format!("{name} fails or alone gives another answer"),
        };
        let part = evidence.case.found["shards"][0].as_str();
        let part = part.map_or(String::new(), |part| format!(" in part {part} of the run"));
        let scope = |begin: &str, end: &str| {
            format!("{begin}{} {}{end}{part}", count(known as u64), self.nouns)
        };
        let sections = evidence.case.found["solvers"][evidence.solver]["sections"].as_array();
        let drawn = sections
            .into_iter()
            .flatten()
            .filter_map(|work| work["drawn"].as_u64());
        let drawn: u64 = drawn.sum();
        let mut scopes = vec![match drawn {
            0 => scope("", ""),
            _ if drawn == known as u64 => scope("", " drawn at random"),
            _ => scope(
                "",
                &format!(
                    ", {} of them drawn at random and perhaps counted twice",
                    count(drawn)
                ),
            ),
        }];
        if self.scope.keys().copied().eq(0..known) {
            scopes.push(scope("the first ", ""));
        }
        let all = evidence.case.inputs.len();
        if known
            < (0..all)
                .filter(|n| evidence.is_answered(evidence.solver, *n))
                .count()
        {
            scopes = vec![scope("the ", " whose right answer is known")];
            scopes.push(format!("{} drawn at random", scopes[0]));
        }
        let wrong = self.fault["wrong"].as_u64().unwrap_or(u64::MAX);
        if self.counts_twice() {
            return Ok(());
        }
        let lines = scopes
            .iter()
            .map(|scope| format!("{who} on {} of {scope}.", count(wrong)));
        so(lines.clone().any(|one| one == line), || {
            format!("of {scopes:?}")
        })?;
        self.is_count(wrong, |n, most| self.scope[&n].unwrap_or(most))
    }

    /// What kind of sentence it is, and whether it is so.
    fn line(&self, line: &str) -> (&'static str, Verdict) {
        let (evidence, among) = (&self.evidence, format!("Among these {}, ", self.nouns));
        let name = evidence.case.solvers[evidence.solver].name;
        let (here, it, its) = match evidence.voice {
            Voice::Wrong => ("it is wrong", "It", "Its".to_owned()),
            Voice::Two => ("they differ", name, format!("{name}'s")),
            Voice::Alone | Voice::FailsOrAlone => ("it does so", "It", "Its".to_owned()),
        };
        let is_among = line.starts_with(&among);
        let line = line.strip_prefix(&among).unwrap_or(line);
        let begun = |words: &str| {
            if is_among {
                words.to_owned()
            } else {
                words[..1].to_uppercase() + &words[1..]
            }
        };
        for (kind, pattern, judge) in SENTENCES {
            let pattern = pattern
                .replace("HERE", &begun(here))
                .replace("RIGHT", &begun("it is right"))
                .replace(
                    "DOES",
                    &if it == "It" {
                        begun("it")
                    } else {
                        it.to_owned()
                    },
                );
            let pattern = pattern
                .replace("ITS", &its)
                .replace("IT", it)
                .replace("NOUNS", self.nouns);
            let words = cut(line, &pattern);
            if let Some(verdict) = words.and_then(|words| judge(self, is_among, &words)) {
                return (kind, verdict);
            }
        }
        ("unread", Err("the judge cannot read it".to_owned()))
    }

    /// Whether a number of inputs is so; chance leaves open which it is.
    fn is_count(&self, counted: u64, is: impl Fn(usize, bool) -> bool) -> Verdict {
        if self.counts_twice() {
            return Ok(());
        }
        let count = |most: bool| self.scope.keys().filter(|n| is(**n, most)).count() as u64;
        let range = count(false)..=count(true);
        so(range.contains(&counted), || {
            format!("it is {range:?}, not {counted}")
        })
    }

    /// Whether a rule holds for an input, once it is read.
    fn rule(&self, words: &str) -> Result<impl Fn(usize) -> bool + use<'a>, String> {
        let cases = self.grammar.rule(words).ok_or("the judge cannot read it")?;
        for (fact, values) in &self.evidence.case.facts {
            let is_in = words.contains(fact) || words.contains(&fact.replacen("is ", "is not ", 1));
            let panics = is_in && self.scope.keys().any(|n| values[*n].is_none());
            let is_told = self.text.contains(&format!("{fact}` panics"));
            so(is_told || !panics, || {
                format!("it is not said that the fact `{fact}` panics")
            })?;
        }
        let all = |case: &Vec<Condition<'a>>, n: usize| case.iter().all(|one| one(n));
        Ok(move |n| cases.iter().any(|case| all(case, n)))
    }

    /// Whether no input is an exception.
    fn all_are(&self, is_so: impl Fn(usize) -> bool) -> Verdict {
        let other = self.scope.keys().find(|n| !is_so(**n));
        so(other.is_none(), || {
            let n = *other.unwrap_or(&0);
            format!("not {}: {:?}", self.shown(n), self.evidence.pairs(n))
        })
    }

    fn exactly(&self, words: &str, of_wrong: bool, is_among: bool) -> Verdict {
        let rule = self.rule(words)?;
        self.all_are(|n| self.scope[&n].is_none_or(|wrong| wrong == (rule(n) == of_wrong)))?;
        let is_whole = (0..self.evidence.case.inputs.len()).all(|n| {
            let wrong = self.evidence.wrong(n);
            wrong
                .flatten()
                .is_none_or(|wrong| wrong == (rule(n) == of_wrong))
        });
        so(is_among || is_whole, || {
            "not all of these were answered".to_owned()
        })?;
        let mut cases = self.grammar.rule(words).unwrap_or_default();
        while let (1, Some(condition)) = (cases.len(), cases[0].pop()) {
            let others = |n: usize| cases[0].iter().all(|one| one(n));
            let is_needed = self.scope.keys().any(|n| !condition(*n) && others(*n));
            so(is_needed, || {
                "one of the conditions says nothing".to_owned()
            })?;
        }
        Ok(())
    }

    fn wherever(&self, words: &str, some: u64, all: u64) -> Verdict {
        let rule = self.rule(words)?;
        self.all_are(|n| self.scope[&n] != Some(false) || !rule(n))?;
        self.is_count(some, |n, _| rule(n))?;
        self.is_count(all, |n, most| self.scope[&n].unwrap_or(most))?;
        so(some < all, || "there is no rest".to_owned())
    }

    fn first_ones(&self, list: &str, most: usize) -> Verdict {
        let wrong: Vec<String> = self.wrong.iter().map(|n| self.shown(*n)).collect();
        let first = wrong[..most.min(wrong.len())].join(", ");
        so(list == first, || format!("they are {first}"))
    }

    /// What an answer does that is wrong.
    fn does(&self, (right, given): &(Outcome, Outcome)) -> &'static str {
        let Some(given) = given else { return "panics" };
        let order = right
            .as_ref()
            .and_then(|right| given.inner()?.order(right.inner()?));
        let order = order.filter(|_| !matches!(given.inner(), Some(Seen::Character(_))));
        let has_truth = self.evidence.case.truth.is_some();
        match order.map(|order| (order.is_lt(), order.is_gt())) {
            Some((true, _)) if has_truth => "gives too low an answer",
            Some((true, _)) => "gives a lower answer",
            Some((_, true)) if has_truth => "gives too high an answer",
            Some((_, true)) => "gives a higher answer",
            _ => "gives another answer",
        }
    }

    fn does_on(&self, n: usize, mistake: &str, at_most: bool) -> bool {
        let pairs = self.evidence.pairs(n);
        let mut does = pairs.iter().map(|pair| self.does(pair) == mistake);
        match self.scope[&n] {
            Some(false) => false,
            Some(true) if !at_most => does.all(|does| does),
            _ => at_most && does.any(|does| does),
        }
    }

    fn mistake(&self, mistake: &str, answers: Option<u64>) -> Verdict {
        let answers = answers.ok_or("it is no number")?;
        self.is_count(answers, |n, at_most| self.does_on(n, mistake, at_most))
    }

    fn mistake_where(&self, mistake: &str, words: &str) -> Verdict {
        let rule = self.rule(words)?;
        self.all_are(|n| {
            [true, false].map(|at_most| self.does_on(n, mistake, at_most)) == [rule(n); 2]
        })
    }

    /// "panics on 3 and gives too low an answer on 1,000"
    fn mistakes(&self, words: &str) -> Option<Verdict> {
        let mut left = self.fault["wrong"].as_u64()?;
        if let Some(mistake) = cut(
            words,
            if left == 1 {
                "* there"
            } else {
                "* on all of them"
            },
        ) {
            return Some(self.mistake(mistake[0], Some(left)));
        }
        for part in words
            .replace(", and ", ", ")
            .replace(" and ", ", ")
            .split(", ")
        {
            let (mistake, answers) = part.rsplit_once(" on ")?;
            let answers = grouped(answers)?;
            left = left.checked_sub(answers)?;
            let verdict = self.mistake(mistake, Some(answers));
            if verdict.is_err() && mistake != "is wrong in other ways" {
                return Some(verdict);
            }
        }
        Some(so(left == 0, || format!("{left} are missing")))
    }

    fn kinds(&self, right: &str, it: &str) -> Verdict {
        let evidence = &self.evidence;
        let name = evidence.case.solvers[evidence.solver].name;
        let expected = match evidence.voice {
            Voice::Two => ("plain's answer", name),
            Voice::Wrong => ("the right answer", "it"),
            _ => ("the answer of the others", "it"),
        };
        so((right, it) == expected, || format!("it is {expected:?}"))?;
        if self.counts_twice() {
            return Ok(());
        }
        let mut counted = BTreeMap::<[String; 2], (u64, usize)>::new();
        for &n in &self.wrong {
            for (right, given) in self.evidence.pairs(n) {
                let text = |one: Outcome| one.map_or("panics".to_owned(), |one| one.text());
                counted
                    .entry([text(right), text(given)])
                    .or_insert((0, n))
                    .0 += 1;
            }
        }
        for kind in self.fault["pairs"].as_array().ok_or("the data have none")? {
            let [right, given, first] = ["right", "given", "first"]
                .map(|name| kind[name].as_str().unwrap_or_default().to_owned());
            let line = format!(
                "    {right} / {given}: {}, first {first}",
                count(kind["answers"].as_u64().unwrap_or(0))
            );
            so(self.text.lines().any(|one| one == line), || {
                format!("there is no line {line}")
            })?;
            let (answers, n) = counted
                .remove(&[right, given])
                .ok_or(format!("not so: {line}"))?;
            let is_so = kind["answers"] == answers && first == self.shown(n);
            so(is_so, || {
                format!("{line}, but {answers}, first {}", self.shown(n))
            })?;
        }
        so(counted.is_empty(), || format!("{counted:?} are missing"))
    }

    fn in_common(&self, words: &str, others: u64, all: u64) -> Verdict {
        let rule = self.rule(words)?;
        self.all_are(|n| self.scope[&n] == Some(false) || rule(n))?;
        self.is_count(all, |n, most| !self.scope[&n].unwrap_or(!most))?;
        self.is_count(others, |n, most| {
            !self.scope[&n].unwrap_or(!most) && rule(n)
        })
    }

    fn fact_panics(&self, fact: &str, input: &str) -> Option<Verdict> {
        let mut facts = self.evidence.case.facts.iter();
        let (_, values) = facts.find(|(words, _)| fact.ends_with(words))?;
        let mut all = 0..values.len();
        let is_so = all.any(|n| values[n].is_none() && self.shown(n) == input);
        Some(so(is_so, || "it does not".to_owned()))
    }

    /// Whether the text says that inputs may be counted twice.
    fn counts_twice(&self) -> bool {
        self.text.contains("perhaps counted twice")
    }

    /// Whether answers may be others in each run.
    fn is_unsteady(&self) -> bool {
        let mut solvers = self.evidence.case.solvers.iter();
        solvers.any(|solver| solver.is_unsteady)
    }

    fn depends_on_chance(&self) -> Verdict {
        so(self.is_unsteady(), || {
            "they depend on the input alone".to_owned()
        })
    }

    fn as_if(&self, all: u64, words: &str) -> Verdict {
        so(words == "it was misread", || {
            "the judge cannot read it".to_owned()
        })?;
        so(
            all == self.scope.len() as u64 || self.counts_twice(),
            || format!("{} are judged", self.scope.len()),
        )?;
        let misread = &self.evidence.case.misread;
        let is_so = |n: usize, given: &Outcome| {
            are_same(&misread[n], given) || misread[n].is_none() && given.is_none()
        };
        self.all_are(|n| {
            self.evidence
                .pairs(n)
                .iter()
                .all(|(_, given)| is_so(n, given))
        })
    }

    /// What each wrong answer is.
    fn change(&self, words: &str) -> Verdict {
        let always = self.grammar.rule(&format!("its answer is always {words}"));
        let rule = always.or_else(|| self.grammar.rule(&format!("its answer is {words}")));
        let rule = rule.ok_or("the judge cannot read it")?;
        self.all_are(|n| self.scope[&n] == Some(false) || rule[0][0](n))
    }

    /// "3", or "1 unit in the last place", and the input that has it if not all have.
    fn largest(&self, words: &str, input: Option<&str>) -> Option<Verdict> {
        let units = words.strip_suffix(" in the last place");
        let number = units.map_or(words, |units| {
            units.trim_end_matches('s').trim_end_matches(" unit")
        });
        let of_pair = |(right, given): &(Outcome, Outcome)| {
            difference(
                right.as_ref()?.inner()?,
                given.as_ref()?.inner()?,
                units.is_some(),
            )
        };
        let pairs = self
            .wrong
            .iter()
            .flat_map(|n| self.evidence.pairs(*n).into_iter().map(|pair| (*n, pair)));
        // A panic has no difference. Another answer that has none is no number.
        let pairs = pairs.filter(|(_, pair)| input.is_none() || pair.1.is_some());
        let all: Option<Vec<(usize, Seen)>> =
            pairs.map(|(n, pair)| Some((n, of_pair(&pair)?))).collect();
        let Some(all) = all else {
            return Some(Err("some have none".to_owned()));
        };
        let is_less =
            |one: &Seen, other: &Seen| one.order(other).is_some_and(std::cmp::Ordering::is_lt);
        let greatest = all
            .iter()
            .reduce(|most, one| if is_less(&most.1, &one.1) { one } else { most })?;
        let are_same = input.is_some() || all.iter().all(|one| !is_less(&one.1, &greatest.1));
        let is_number = match &greatest.1 {
            Seen::Number(n, _) => int(&number.replace(',', ""))?.0.code() == Some(*n),
            float => float.text() == number,
        };
        let is_here = input.is_none_or(|input| input == self.shown(greatest.0));
        Some(so(are_same && is_number && is_here, || {
            format!(
                "it is {}, first at {}",
                greatest.1.text(),
                self.shown(greatest.0)
            )
        }))
    }
}

/// How far two numbers are from each other.
fn difference(right: &Seen, given: &Seen, in_units: bool) -> Option<Seen> {
    if let (Seen::Number(right, ends), Seen::Number(given, _)) = (right, given) {
        let size = right.plus(given.opposite())?.size;
        return Some(Seen::Number(Int::new(false, size), *ends));
    }
    let [x, y] = [right, given].map(|seen| seen.float().filter(|x| !x.is_nan()));
    let (x, y) = (x?, y?);
    let place = |seen: &Seen| match *seen {
        Seen::Single(bits) => Some(Int::new(bits >> 31 == 1, (bits << 1 >> 1).into())),
        Seen::Double(bits) => Some(Int::new(bits >> 63 == 1, (bits << 1 >> 1).into())),
        _ => None,
    };
    Some(match right {
        _ if in_units => Seen::count(place(right)?.plus(place(given)?.opposite())?.size as usize),
        Seen::Single(_) => Seen::Single((x as f32 - y as f32).abs().to_bits()),
        _ => Seen::Double((x - y).abs().to_bits()),
    })
}

/// What stands in a text for the stars of a pattern.
fn cut<'t>(text: &'t str, pattern: &str) -> Option<Vec<&'t str>> {
    let (first, others) = pattern.split_once('*')?;
    let (mut rest, mut found) = (text.strip_prefix(first)?, Vec::new());
    let mut others = others.split('*').peekable();
    while let Some(words) = others.next() {
        let is_last = others.peek().is_none();
        let at = if is_last {
            rest.strip_suffix(words)?.len()
        } else {
            rest.find(words)?
        };
        found.push(&rest[..at]);
        rest = &rest[at + words.len()..];
    }
    Some(found)
}

/// A number with groups of digits.
fn grouped(text: &str) -> Option<u64> {
    let number = text.replace(',', "").parse().ok()?;
    (count(number).to_string() == text).then_some(number)
}

fn so(is_so: bool, why: impl FnOnce() -> String) -> Verdict {
    if is_so { Ok(()) } else { Err(why()) }
}
