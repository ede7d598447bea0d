//! Judges each claim of an explanation by all inputs that were answered.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crossply::report::count;
use serde_json::Value as Json;

use super::case::{Case, Outcome};
use super::evidence::{Evidence, Voice, are_same, terms};
use super::report::{index, list};
use super::rule::{Condition, Rules};
use super::value::{Int, Seen};

/// Whether it is so, or why not.
pub(super) type Verdict = Result<(), String>;

pub(crate) struct Judge<'a> {
    evidence: Rc<Evidence<'a>>,
    rules: Rules<'a>,
    /// Each input that was answered and can be judged, and whether it is wrong.
    scope: BTreeMap<usize, bool>,
    wrong: Vec<usize>,
    nouns: &'a str,
    fault: &'a Json,
    text: &'a str,
    /// The kind of each sentence that was judged.
    pub(crate) told: Vec<&'static str>,
    /// False sentences, with their kind and a reason.
    pub(crate) lies: Vec<String>,
}

/// Whether a rule holds for an input.
type Holds<'a> = Box<dyn Fn(usize) -> bool + 'a>;

/// Of whether it is among some inputs only, and its words.
type Judging = fn(&Judge<'_>, bool, &[&str]) -> Option<Verdict>;

macro_rules! sentences {
    ($($kind:literal: $pattern:literal, $judge:ident $among:ident $($word:ident)* => $verdict:expr;)*) => {
        /// What a text says: `HERE`, `IT` and `ITS` depend on who speaks, and stars are for what it says.
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
    "exactly where and on": "HERE exactly where *, and on *.", judge among words list => judge.exactly_and_on(words, list, among);
    "exactly where": "HERE exactly where *.", judge among words => judge.exactly(words, true, among);
    "everywhere except where": "HERE everywhere except where *.", judge among words => judge.exactly(words, false, among);
    "right exactly where": "it holds exactly where *.", judge among words => judge.exactly(words, false, among);
    "right exactly where": "it is right exactly where *.", judge among words => judge.exactly(words, false, among);
    "only here": "HERE only here: *", judge _among list => judge.first_ones(list, usize::MAX);
    "only here": "of the * of the run, HERE only here: *", judge _among _nouns list => judge.first_ones(list, usize::MAX);
    "the first are": "no short rule was found. The first are: *", judge _among list => judge.first_ones(list, 4);
    "the first are": "the first are: *", judge _among list => judge.first_ones(list, 4);
    "always": "ITS answer there is always *.", judge _among words => judge.change(words);
    "only in": "ITS answer there differs from * only in *.", judge _among right parts => judge.differs_in(right, parts);
    "as if": "IT answers all * as if *.", judge _among all words => judge.as_if(grouped(all.split(' ').next()?)?, words);
    "by chance": "asked again, * gives other answers: something depends on more than the *.", judge _among _noun => so(judge.is_unsteady(), "they depend on the input alone");
    "kinds": "instead of *, * gives:", judge _among right given => judge.kinds(right, given);
    "a kind": "    *", _judge _among _kind => Ok(());
    "the difference": "the difference is always *.", judge _among difference => judge.largest(difference, None);
    "the difference": "the difference is at most *, first at *.", judge _among difference input => judge.largest(difference, Some(input));
    "a fact panics": "the fact `*` panics on *.", judge _among fact input => judge.fact_panics(fact, input);
    "in common, and few others": "on all of them, *; this also holds on * of the * others: *.", judge _among words others all list => judge.in_common_and_on(words, grouped(others)?, grouped(all)?, list);
    "in common": "on all of them, *; this also holds on * of the * others.", judge _among words others all => judge.in_common(words, grouped(others)?, grouped(all)?);
    "a mistake, where none is another, exactly where": "where IT is not wrong in another way, IT * exactly where *.", judge _among mistake words => judge.mistake_where(mistake, words, false);
    "a mistake exactly where": "IT * exactly where *.", judge _among mistake words => judge.mistake_where(mistake, words, true);
    "mistakes": "IT *.", judge _among does => judge.mistakes(does);
}

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
        let voice = match case.solvers.len() {
            _ if fault["relation"].is_string() => Voice::Relation,
            2 if case.truth.is_none() => Voice::Two,
            _ if text.contains(" fails or alone gives ") => Voice::FailsOrAlone,
            _ if text.contains(" alone gives ") => Voice::Alone,
            _ => Voice::Wrong,
        };
        let evidence = Rc::new(Evidence {
            case,
            solver,
            voice,
        });
        let terms = terms(&evidence, evidence.right_one());
        let all = (0..case.inputs.len()).filter(|n| evidence.is_answered(solver, *n));
        let scope: BTreeMap<_, _> = all.filter_map(|n| Some((n, evidence.wrong(n)?))).collect();
        let wrong = scope.iter().filter(|(_, wrong)| **wrong);
        let wrong = wrong.map(|(n, _)| *n).collect();
        let (told, lies, rules) = (Vec::new(), Vec::new(), Rules { case, terms });
        Judge {
            evidence,
            rules,
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
        self.told.push(kind);
        let is_known = !self.is_unsteady() && !self.is_unsure_of_relation();
        if let Err(why) = verdict
            && (kind == "unread" || is_known)
        {
            self.lies.push(format!("{kind}: {sentence}\n    {why}"));
        }
    }

    /// Judges everything.
    pub(crate) fn all(mut self) -> Self {
        let all = self.fault["how"].as_array().expect("a list");
        for how in all {
            let mistake = how["mistake"].as_str().expect("words");
            let answers = how["answers"].as_u64().expect("a number");
            let first = self.wrong.iter().find(|n| self.does(**n, mistake));
            let first = first.map(|n| self.shown(*n));
            let is_first = first.as_deref() == how["first"].as_str() || self.counts_twice();
            let verdict = self.mistake(mistake, answers);
            let verdict = verdict.and(so(is_first, format!("the first is {first:?}")));
            self.say("a mistake", &how.to_string(), verdict);
        }
        let verdict = self.data();
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
        fn parts(json: &Json) -> Vec<String> {
            match json {
                Json::Object(fields) => {
                    let told = fields.iter().filter(|(name, _)| *name != "rule");
                    told.flat_map(|(_, part)| parts(part)).collect()
                }
                Json::Array(items) => items.iter().flat_map(parts).collect(),
                Json::Number(n) => vec![count(n.as_u64().unwrap_or_default()).to_string()],
                Json::String(words) => vec![words.clone()],
                _ => Vec::new(),
            }
        }
        let fault = self.fault;
        let explanation = match fault["explanation"].as_str() {
            Some("everything") => {
                let is_so = self.wrong.len() == self.scope.len();
                so(is_so, "some are right")?;
                &Json::Null
            }
            Some(_) => &Json::from("Asked again"),
            None => &fault["explanation"],
        };
        let all = fault["how"].as_array().expect("a list");
        let others = ["pairs", "in_common", "change", "differs_in"].map(|part| &fault[part]);
        let told = all.iter().map(|how| &how["only_where"]).chain(others);
        for words in told.chain([explanation]).flat_map(parts) {
            so(
                self.text.contains(&words),
                format!("the text does not say {words}"),
            )?;
        }
        let is_sorted = all
            .iter()
            .rev()
            .is_sorted_by_key(|how| how["answers"].as_u64());
        so(is_sorted, "another mistake is more frequent")?;
        let judged = fault["judged"].as_u64().unwrap_or_default();
        let all = self.scope.len() as u64;
        let is_judged = judged == all || judged > all && self.counts_twice();
        so(is_judged, format!("{} can be judged", self.scope.len()))
    }

    /// "fast is wrong on 12 of the first 100 inputs."
    fn first_line(&self, line: &str) -> Verdict {
        if self.counts_twice() {
            return Ok(());
        }
        let (evidence, known) = (&self.evidence, self.scope.len());
        let solver = &evidence.case.solvers[evidence.solver];
        let who = match evidence.voice {
            Voice::Wrong => format!("{} is wrong", solver.name),
            Voice::Two => format!("plain and {} differ", solver.name),
            Voice::Alone => format!("{} alone gives another answer", solver.name),
            Voice::FailsOrAlone => format!("{} fails or alone gives another answer", solver.name),
            Voice::Relation => format!("The relation `holds` does not hold for {}", solver.name),
        };
        let sections = &evidence.case.found["solvers"][evidence.solver]["sections"];
        let drawn = list(sections).filter_map(|work| work["drawn"].as_u64());
        let drawn: u64 = drawn.sum();
        let mut answered = solver.answered.iter().filter(|is| **is).count();
        let is_relation = evidence.voice == Voice::Relation;
        if is_relation {
            answered = known;
        }
        let ends = [
            ("", "", (drawn == 0 || is_relation) && known == answered),
            ("", " drawn at random", drawn > 0 && known == answered),
            ("the first ", "", self.scope.keys().copied().eq(0..known)),
            ("the ", " whose right answer is known", known < answered),
        ];
        let part = evidence.case.found["shards"][0].as_str();
        let part = part.map_or(String::new(), |part| format!(" in part {part} of the run"));
        let (wrong, all) = (self.wrong.len() as u64, count(known as u64));
        // Of drawn ones of which some are not known, both is said.
        let line = &line.replace(" is known drawn at random", " is known");
        let lines = ends.iter().filter(|(_, _, is_so)| *is_so);
        // Those are called so of which a sentence may speak.
        let parts = match &evidence.case.inputs[0] {
            Seen::Parts(parts) => {
                format!(" ({})", self.evidence.case.parts[..parts.len()].join(", "))
            }
            _ => String::new(),
        };
        let lines = lines.map(|(begin, end, _)| {
            format!(
                "{who} on {} of {begin}{all} {}{parts}{end}{part}.",
                count(wrong),
                self.nouns
            )
        });
        let lines: Vec<_> = lines.collect();
        let is_said = lines.contains(line) && self.fault["wrong"] == wrong;
        so(is_said, format!("not one of {lines:?}"))
    }

    /// What kind of sentence it is, and whether it is so.
    fn line(&self, line: &str) -> (&'static str, Verdict) {
        let (evidence, among) = (&self.evidence, format!("Among these {}, ", self.nouns));
        let name = evidence.case.solvers[evidence.solver].name;
        let (here, it, its) = match evidence.voice {
            Voice::Wrong => ("it is wrong", "it", "its"),
            Voice::Relation => ("it does not hold", "it", "its"),
            Voice::Two => ("they differ", name, &*format!("{name}'s")),
            Voice::Alone | Voice::FailsOrAlone => ("it does so", "it", "its"),
        };
        let rest = line.strip_prefix(&among);
        let said = rest.map_or(line[..1].to_lowercase() + &line[1..], str::to_owned);
        for (kind, pattern, judge) in SENTENCES {
            let pattern = pattern.replace("HERE", here).replace("ITS", its);
            let words = cut(&said, &pattern.replace("IT", it));
            if let Some(verdict) = words.and_then(|words| judge(self, rest.is_some(), &words)) {
                return (kind, verdict);
            }
        }
        ("unread", Err("the judge cannot read it".to_owned()))
    }

    /// Whether a number of inputs is so.
    fn is_count(&self, counted: u64, is: impl Fn(usize) -> bool) -> Verdict {
        let count = self.scope.keys().filter(|n| is(**n)).count() as u64;
        let is_so = counted == count || counted > count && self.counts_twice();
        so(is_so, format!("it is {count}, not {counted}"))
    }

    /// The rule that these words say, and what it claims.
    fn told_rule(&self, words: &str, claim: &str) -> Result<&'a Json, String> {
        let (fault, in_common) = (self.fault, &self.fault["in_common"]);
        let how = list(&fault["how"]).map(|how| (&how["only_where"], &how["rule"]));
        let explanation = fault["explanation"].as_object().into_iter().flatten();
        let explanation = explanation.map(|(_, told)| (told, &fault["rule"]));
        let in_common = [(&in_common["conditions"], &in_common["rule"])];
        let mut all = how.chain(in_common).chain(explanation);
        let found = all.find(|(told, rule)| {
            (*told == words || told["conditions"] == words) && rule["claim"] == claim
        });
        found
            .map(|(_, rule)| rule)
            .ok_or_else(|| format!("there is no such rule that is {claim}"))
    }

    /// Whether a rule holds for an input, once it is read. For each that was answered that has to be known.
    fn rule(&self, words: &str, claim: &str) -> Result<Holds<'a>, String> {
        self.rule_among(words, claim, &|_| true)
    }

    /// The same, if it has to be known for these inputs.
    fn rule_among(
        &self,
        words: &str,
        claim: &str,
        counts: &dyn Fn(usize) -> bool,
    ) -> Result<Holds<'a>, String> {
        let cases = self.rules.cases(self.told_rule(words, claim)?);
        let cases = cases.ok_or("the judge cannot read it")?;
        let holds = move |n: usize| {
            let cases = cases.iter().map(|case| all_hold(case, n));
            cases.max_by_key(|holds| holds.map_or(1, |holds| 2 * u8::from(holds)))
        };
        let counted = self.scope.keys().filter(|n| counts(**n));
        let mut known = counted.map(|n| holds(*n).flatten());
        so(known.all(|holds| holds.is_some()), "a fact in it panics")?;
        Ok(Box::new(move |n| holds(n) == Some(Some(true))))
    }

    /// Whether no input is an exception.
    fn all_are(&self, is_so: impl Fn(usize) -> bool) -> Verdict {
        let Some(other) = self.scope.keys().find(|n| !is_so(**n)) else {
            return Ok(());
        };
        let (right, given) = (self.evidence.right(*other), self.evidence.given(*other));
        Err(format!("not {}: {right:?}, {given:?}", self.shown(*other)))
    }

    fn exactly(&self, words: &str, of_wrong: bool, is_among: bool) -> Verdict {
        let claim = if of_wrong { "exactly" } else { "exactly-right" };
        let rule = self.rule(words, claim)?;
        let is_so = |n, wrong| wrong == (rule(n) == of_wrong);
        self.all_are(|n| is_so(n, self.scope[&n]))?;
        let mut all = 0..self.evidence.case.inputs.len();
        let is_whole = all.all(|n| match self.evidence.wrong(n) {
            _ if !self.evidence.case.counts[n] => true,
            None => self.evidence.voice != Voice::Relation,
            Some(wrong) => is_so(n, wrong),
        });
        so(is_among || is_whole, "not all of these were answered")?;
        // A rule does not contradict the wrong inputs that a search finds beside those of the run.
        let numbers = list(&self.evidence.case.found["simplest"]).map(index);
        let known: Vec<usize> = self.scope.keys().copied().chain(numbers).collect();
        let cases = self.rules.cases(self.told_rule(words, claim)?);
        let mut cases = cases.unwrap_or_default();
        while let (1, Some(condition)) = (cases.len(), cases[0].pop()) {
            let others = |n: usize| all_hold(&cases[0], n) == Some(true);
            let mut known = known.iter();
            let is_needed = known.any(|n| condition(*n) != Some(true) && others(*n));
            so(is_needed, "one of the conditions says nothing")?;
        }
        Ok(())
    }

    fn exactly_and_on(&self, words: &str, list: &str, is_among: bool) -> Verdict {
        let rule = self.rule(words, "except-few")?;
        self.all_are(|n| self.scope[&n] || !rule(n))?;
        self.is_list(list, self.wrong.iter().copied().filter(|n| !rule(*n)))?;
        let all = self.evidence.case.counts.iter().filter(|counts| **counts);
        let is_whole = self.scope.len() == all.count();
        so(is_among || is_whole, "not all of these were answered")
    }

    /// Whether the list has these inputs.
    fn is_list(&self, list: &str, inputs: impl Iterator<Item = usize>) -> Verdict {
        let shown: Vec<_> = inputs.map(|n| self.shown(n)).collect();
        let expected = listed(&shown);
        so(list == expected, format!("it is {expected}"))
    }

    fn in_common_and_on(&self, words: &str, others: u64, all: u64, list: &str) -> Verdict {
        self.in_common(words, others, all)?;
        let rule = self.rule(words, "in-common")?;
        let others = self.scope.iter().filter(|(n, wrong)| !**wrong && rule(**n));
        self.is_list(list, others.map(|(n, _)| *n))
    }

    fn in_common(&self, words: &str, others: u64, all: u64) -> Verdict {
        let rule = self.rule(words, "in-common")?;
        self.all_are(|n| !self.scope[&n] || rule(n))?;
        self.is_count(all, |n| !self.scope[&n])?;
        self.is_count(others, |n| !self.scope[&n] && rule(n))
    }

    fn first_ones(&self, list: &str, most: usize) -> Verdict {
        let wrong = self.wrong.iter().take(most).map(|n| self.shown(*n));
        let first = wrong.collect::<Vec<_>>().join(", ");
        so(list == first, format!("they are {first}"))
    }

    /// Whether an answer is wrong in this way.
    fn does(&self, n: usize, mistake: &str) -> bool {
        let (right, given) = (self.evidence.right(n), self.evidence.given(n));
        let both = right.as_ref().zip(given.as_ref());
        let both = both.and_then(|(right, given)| Some((right.inner()?, given.inner()?)));
        let both = both.filter(|(_, given)| !matches!(given, Seen::Character(_)));
        let has_truth = self.evidence.case.truth.is_some();
        let is_none = |outcome: &Outcome| match outcome {
            Some(Seen::Option(inner)) => Some(inner.is_none()),
            _ => None,
        };
        let options = is_none(&right).zip(is_none(given));
        let does = match both.and_then(|(right, given)| given.order(right)) {
            _ if options == Some((false, true)) => "gives None instead of Some",
            _ if options == Some((true, false)) => "gives Some instead of None",
            _ if given.is_none() => "panics",
            Some(Ordering::Less) if has_truth => "gives too low an answer",
            Some(Ordering::Less) => "gives a lower answer",
            Some(Ordering::Greater) if has_truth => "gives too high an answer",
            Some(Ordering::Greater) => "gives a higher answer",
            _ => "gives another answer",
        };
        self.scope[&n] && mistake == does
    }

    fn mistake(&self, mistake: &str, answers: u64) -> Verdict {
        self.is_count(answers, |n| self.does(n, mistake))
    }

    fn mistake_where(&self, mistake: &str, words: &str, is_alone: bool) -> Verdict {
        let is_other = |n: usize| !is_alone && self.scope[&n] && !self.does(n, mistake);
        let is_counted = |n: usize| !is_other(n);
        let rule = self.rule_among(words, "exactly", &is_counted)?;
        self.all_are(|n| is_other(n) || self.does(n, mistake) == rule(n))
    }

    /// "panics on 3 (first 5) and gives too low an answer on 1,000 (first 7)"
    fn mistakes(&self, words: &str) -> Verdict {
        let all = self.fault["how"].as_array().expect("a list");
        let answers = |how: &Json| how["answers"].as_u64().unwrap_or_default();
        let mut parts: Vec<String> = Vec::new();
        for how in all.iter().take(3) {
            let [mistake, first] = ["mistake", "first"].map(|part| how[part].as_str());
            let (mistake, first) = (mistake.unwrap_or_default(), first.unwrap_or_default());
            let answers = answers(how);
            parts.push(match (all.len(), answers) {
                (1, 1) => format!("{mistake} there"),
                (1, _) => format!("{mistake} on all of them"),
                _ if first.chars().count() > 20 => format!("{mistake} on {}", count(answers)),
                _ => format!("{mistake} on {} (first {first})", count(answers)),
            });
        }
        let others: u64 = all.iter().skip(3).map(answers).sum();
        if others > 0 {
            parts.push(format!("is wrong in other ways on {}", count(others)));
        }
        so(words == listed(&parts), format!("it is {parts:?}"))
    }

    fn kinds(&self, right: &str, it: &str) -> Verdict {
        let evidence = &self.evidence;
        let name = evidence.case.solvers[evidence.solver].name;
        let is_two = evidence.voice == Voice::Two;
        let expected = (evidence.right_one(), if is_two { name } else { "it" });
        so((right, it) == expected, format!("it is {expected:?}"))?;
        let mut counted = BTreeMap::new();
        for &n in &self.wrong {
            let text = |one: &Outcome| one.as_ref().map_or("panics".to_owned(), Seen::text);
            let kind = [text(evidence.given(n)), text(&evidence.right(n))].join(", not ");
            counted.entry(kind).or_insert((0_u64, n)).0 += 1;
        }
        let kinds = counted.into_iter().map(|(kind, (times, first))| {
            let nouns = &evidence.case.found["inputs_are"][usize::from(times > 1)];
            let (times, nouns) = (count(times), nouns.as_str().unwrap_or_default());
            format!(
                "    {kind}, on {times} {nouns}, first {}",
                self.shown(first)
            )
        });
        let kinds: BTreeSet<String> = kinds.collect();
        let told = self.text.lines().filter(|line| line.starts_with("    "));
        let is_so = told.map(str::to_owned).collect::<BTreeSet<_>>() == kinds;
        so(is_so || self.counts_twice(), format!("they are {kinds:?}"))
    }

    /// In which parts each wrong answer differs from the right one, and in which no wrong answer does.
    fn differs_in(&self, right: &str, parts: &str) -> Verdict {
        so(
            right == self.evidence.right_one(),
            "the right answer is another",
        )?;
        if let Some(end) = parts.strip_prefix("the ") {
            let (which, letters) = end.split_once(' ').ok_or("the judge cannot read it")?;
            let number = letters.split(' ').next().and_then(|n| n.parse().ok());
            let number: usize = number.unwrap_or(1);
            return self.all_are(|n| {
                let (right, given) = (self.evidence.right(n), self.evidence.given(n));
                let [right, given] =
                    [&right, given].map(|one| one.as_ref().and_then(Seen::letters));
                let is_so = right.zip(given).is_some_and(|(right, given)| {
                    let Some(rest) = right.len().checked_sub(number) else {
                        return false;
                    };
                    let same = if which == "last" {
                        0..rest
                    } else {
                        number..right.len()
                    };
                    right.len() == given.len() && right[same.clone()] == given[same]
                });
                !self.scope[&n] || is_so
            });
        }
        let parts = parts.replace(", and ", ", ").replace(" and ", ", ");
        let named: BTreeSet<&str> = parts.split(", ").collect();
        let (mut all, mut others) = (BTreeSet::new(), BTreeSet::new());
        for &n in &self.wrong {
            let both = self.evidence.right(n).zip(self.evidence.given(n).clone());
            let (right, given) = both.ok_or_else(|| format!("none: {}", self.shown(n)))?;
            let pairs: Vec<_> = right
                .named_parts()
                .into_iter()
                .zip(given.named_parts())
                .collect();
            let differs = pairs.iter().filter(|(right, given)| right != given);
            let differs: BTreeSet<String> = differs.map(|(right, _)| right.0.clone()).collect();
            so(!differs.is_empty(), format!("not {}", self.shown(n)))?;
            all.extend(pairs.into_iter().map(|(right, _)| right.0));
            others.extend(differs);
        }
        let is_so = others.iter().map(String::as_str).eq(named.iter().copied());
        so(is_so, format!("they differ in {others:?}"))?;
        so(named.len() < all.len(), "these are all parts")
    }

    fn fact_panics(&self, fact: &str, input: &str) -> Verdict {
        let facts = &self.evidence.case.facts;
        let its = facts.iter().filter(|(words, _)| fact.ends_with(words));
        let mut values = its.flat_map(|(_, values)| values.iter().enumerate());
        let is_so = values.any(|(n, value)| value.is_none() && self.shown(n) == input);
        so(is_so, "it does not")
    }

    /// Whether the text says that inputs may be counted twice.
    fn counts_twice(&self) -> bool {
        self.text.contains("drawn at random")
    }

    /// Whether a relation may have been tried on an input where some solvers agree, although they differ where all were asked.
    fn is_unsure_of_relation(&self) -> bool {
        let compared = &self.evidence.case.found["compared"];
        let is_mixed = compared["drawn"] != 0 && compared["in_order"] != 0;
        self.evidence.voice == Voice::Relation && is_mixed
    }

    /// Whether the answers of whom the fault is told, or the right ones, may be others in each run.
    fn is_unsteady(&self) -> bool {
        let case = self.evidence.case;
        match case.truth {
            Some(_) => case.solvers[self.evidence.solver].is_unsteady,
            None => case.is_unsteady(),
        }
    }

    fn as_if(&self, all: u64, words: &str) -> Verdict {
        so(words == "it was misread", "it was not given")?;
        self.is_count(all, |_| true)?;
        let misread = &self.evidence.case.misread;
        self.all_are(|n| {
            let given = self.evidence.given(n);
            are_same(&misread[n], given) || misread[n].is_none() && given.is_none()
        })
    }

    /// What each wrong answer is.
    fn change(&self, words: &str) -> Verdict {
        let right_one = self.evidence.right_one();
        let template = words.replace(right_one, "$");
        self.all_are(|n| {
            let (right, given) = (self.evidence.right(n), self.evidence.given(n));
            let is_so = given.as_ref().is_some_and(|given| {
                given.text() == words
                    || right.is_some_and(|right| makes(&template, &right, given) == Some(true))
            });
            !self.scope[&n] || is_so
        })
    }

    /// "3", or "1 unit in the last place", and the input that has it if not all have.
    fn largest(&self, words: &str, input: Option<&str>) -> Verdict {
        let (evidence, units) = (&self.evidence, words.strip_suffix(" in the last place"));
        let number = units
            .unwrap_or(words)
            .trim_end_matches('s')
            .trim_end_matches(" unit");
        // A panic has no difference. Another answer that has none is no number.
        let wrong = self.wrong.iter();
        let wrong = wrong.filter(|n| input.is_none() || evidence.given(**n).is_some());
        let all = wrong.map(|n| Some((evidence.difference(*n, units.is_some())?, *n)));
        let all = all.collect::<Option<Vec<_>>>().ok_or("some have none")?;
        let order = |one: &&(Seen, usize), other: &&(Seen, usize)| {
            one.0.order(&other.0).unwrap_or(Ordering::Equal)
        };
        let (most, first) = all.iter().rev().max_by(order).ok_or("there are none")?;
        let is_least = all.iter().all(|(one, _)| one == most);
        let is_here = input.map_or(is_least, |input| input == self.shown(*first));
        let is_number = match most {
            Seen::Number(n, _) => int(&number.replace(',', "")).map(|(n, _)| n) == Some(*n),
            float => float.text() == number,
        };
        so(
            is_here && is_number,
            format!("it is {}, first at {}", most.text(), self.shown(*first)),
        )
    }
}

/// Whether all conditions hold; none if that is not known.
fn all_hold(conditions: &[Condition<'_>], n: usize) -> Option<bool> {
    let hold = conditions.iter().map(|condition| condition(n));
    let least = hold.min_by_key(|holds| holds.map_or(1, |holds| 2 * u8::from(holds)));
    least.unwrap_or(Some(true))
}

/// Whether a change of the right answer, `$`, makes the given one; none if these are no such values.
fn makes(change: &str, right: &Seen, given: &Seen) -> Option<bool> {
    let number = |words: &str| int(change.strip_prefix(words)?).map(|(n, _)| n);
    let letters = right.letters().zip(given.letters());
    let numbers = right.code().zip(given.code());
    if let Some(more) = number("$ plus ") {
        return Some(right.code()?.plus(more)? == given.code()?);
    }
    if let Some(less) = number("$ minus ") {
        return Some(given.code()?.plus(less)? == right.code()?);
    }
    if let Some(times) = number("$ times ") {
        return Some(right.code()?.times(times)? == given.code()?);
    }
    if let Some(by) = number("$ divided by ") {
        return Some(right.code()?.divided(by.size) == given.code()?);
    }
    if let Some(bits) = number("the last ") {
        let (right, given) = numbers?;
        let is_signed = change.ends_with(", as a signed number");
        return Some(given == right.last_bits(bits.size as u32, is_signed));
    }
    if let Some((right, given)) = letters {
        let without = |n: usize| [&right[..n], &right[n + 1..]].concat();
        let letter = ["item", "character", "byte"].iter();
        let change = letter.fold(change.to_owned(), |all, one| all.replace(one, "letter"));
        return Some(match &*change {
            "$ in reverse order" => given.iter().eq(right.iter().rev()),
            "$ without spaces at its ends" => {
                let is_space = |one: &Seen| matches!(one, Seen::Character(c) if c.is_whitespace());
                let is_within = |n: &usize| {
                    let (before, after) = (&right[..=*n], &right[*n..]);
                    !before.iter().all(is_space) && !after.iter().all(is_space)
                };
                let inner = (0..right.len()).filter(is_within);
                inner.map(|n| &right[n]).eq(given)
            }
            "$ in another case" => {
                let upper = |one: &Seen| one.text().to_uppercase();
                given.iter().map(upper).eq(right.iter().map(upper))
            }
            "$ without repetitions" => {
                let first = (0..right.len()).filter(|n| !right[..*n].contains(&right[*n]));
                first.map(|n| &right[n]).eq(given)
            }
            "$ in another order" => Seen::sorted(given) == Seen::sorted(right),
            "the beginning of $" => right.starts_with(given),
            "the end of $" => right.ends_with(given),
            "$ without its first letter" => given == &right[1..],
            "$ without its last letter" => given == &right[..right.len() - 1],
            "$ without one letter" => (0..right.len()).any(|n| without(n) == given),
            _ => return None,
        });
    }
    let (right, given) = (right.inner()?, given.inner()?);
    Some(match change {
        "$ with the opposite sign" => given.is_opposite(right)?,
        "the number just above $" => *given == right.next_up()?,
        "the number just below $" => given.next_up()?.is(right),
        "$ rounded towards zero" => given.float()? == right.float()?.trunc(),
        "$ rounded down" => given.float()? == right.float()?.floor(),
        "$ rounded up" => given.float()? == right.float()?.ceil(),
        _ => return None,
    })
}

/// A number such as `-12` or `2^16 - 1`.
fn int(text: &str) -> Option<(Int, &str)> {
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
    Some((n, rest))
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

/// With commas and "and".
fn listed(parts: &[String]) -> String {
    match parts {
        [most @ .., last] if most.len() > 1 => format!("{}, and {last}", most.join(", ")),
        _ => parts.join(" and "),
    }
}

/// A number with groups of digits.
fn grouped(text: &str) -> Option<u64> {
    let number = text.replace(',', "").parse().ok()?;
    (count(number).to_string() == text).then_some(number)
}

pub(super) fn so(is_so: bool, why: impl Into<String>) -> Verdict {
    if is_so { Ok(()) } else { Err(why.into()) }
}
