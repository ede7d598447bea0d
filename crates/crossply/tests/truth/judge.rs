//! Judges each claim of an explanation by all inputs that were answered. Its text has to say the same.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use crossply::report::count;
use serde_json::{Value as Json, json};

use super::case::{Case, Outcome};
use super::evidence::{Evidence, Voice, are_same, terms};
use super::rule::{Condition, Rules};
use super::value::{Int, Seen};
use super::{Verdict, index, list, number, so, words};

/// What the library says of faults. A run of the tests has to meet each kind.
pub(crate) const KINDS: [&str; 16] = [
    "a fact panics",
    "a mistake",
    "a mistake where",
    "always",
    "unsteady",
    "everything",
    "in-common",
    "inputs",
    "misreading",
    "mostly-where",
    "none",
    "only in",
    "pairs",
    "right-where",
    "the difference",
    "wrong-where",
];

pub(crate) struct Judge<'a> {
    evidence: Evidence<'a>,
    rules: Rules<'a>,
    /// Each input that was answered and can be judged, and whether it is wrong.
    scope: BTreeMap<usize, bool>,
    wrong: Vec<usize>,
    fault: &'a Json,
    text: &'a str,
    /// The kind of each claim that was judged.
    told: Vec<(&'a str, Verdict)>,
}

impl<'a> Judge<'a> {
    /// Of a fault that the library tells.
    pub(crate) fn new(case: &'a Case, fault: &'a Json) -> Self {
        let (name, text) = (words(&fault["solver"]), words(&fault["text"]));
        let solver = case.solvers.iter().position(|solver| solver.name == name);
        let solver = solver.expect("a solver");
        let voice = match case.solvers.len() {
            _ if fault["relation"].is_string() => Voice::Relation,
            2 if case.truth.is_none() => Voice::Two,
            _ if text.contains(" fails or alone gives ") => Voice::FailsOrAlone,
            _ if text.contains(" alone gives ") => Voice::Alone,
            _ => Voice::Wrong,
        };
        let evidence = Evidence {
            case,
            solver,
            voice,
        };
        let terms = terms(&evidence);
        let all = (0..case.inputs.len()).filter(|n| evidence.is_answered(solver, *n));
        let scope: BTreeMap<_, _> = all.filter_map(|n| Some((n, evidence.wrong(n)?))).collect();
        let wrong = scope.iter().filter(|(_, wrong)| **wrong);
        let wrong = wrong.map(|(n, _)| *n).collect();
        Judge {
            evidence,
            rules: Rules { case, terms },
            scope,
            wrong,
            fault,
            text,
            told: Vec::new(),
        }
    }

    fn shown(&self, n: usize) -> String {
        self.evidence.case.inputs[n].text()
    }

    /// Notes that a claim of this kind was judged. What a solver gave that depends on chance is not known any more: then only
    /// the words of a text are.
    fn say(&mut self, kind: &'a str, verdict: Verdict) {
        let is_known = !self.is_unsteady() && !self.is_unsure_of_relation();
        let is_judged = is_known || kind == "the text";
        self.told
            .push((kind, if is_judged { verdict } else { Ok(()) }));
    }

    /// Judges everything.
    pub(crate) fn all(mut self) -> Vec<(&'a str, Verdict)> {
        let fault = self.fault;
        self.say("how many", self.how_many());
        for how in list(&fault["how"]) {
            self.say("a mistake", self.mistake(how));
            if how["only_where"].is_string() {
                self.say("a mistake where", self.mistake_where(how));
            }
        }
        if fault["pairs"][0].is_object() {
            self.say("pairs", self.pairs());
        }
        self.explanation(&fault["explanation"]);
        if fault["in_common"].is_object() {
            self.say("in-common", self.in_common(&fault["in_common"]));
        }
        if let Some(change) = fault["change"].as_str() {
            let change = change.replace(self.evidence.right_one(), "$");
            self.say("always", self.change(&change));
        }
        let parts: Vec<&str> = list(&fault["differs_in"]).map(words).collect();
        if !parts.is_empty() {
            self.say("only in", self.differs_in(&parts));
        }
        if fault["largest"].is_object() {
            self.say("the difference", self.largest(&fault["largest"]));
        }
        for line in self.text.lines() {
            if let Some(fact) = line.strip_prefix("The fact `") {
                self.say("a fact panics", self.fact_panics(fact));
            } else if line.starts_with("Asked again, ") {
                let verdict = so(self.is_unsteady(), "they depend on the input alone");
                self.say("unsteady", verdict);
            }
        }
        self.say("the text", self.text());
        self.told
    }

    fn explanation(&mut self, told: &'a Json) {
        let (kind, told) = match told.as_object().and_then(|told| told.iter().next()) {
            Some((kind, told)) => (&**kind, told),
            None => (words(told), told),
        };
        let wrong = self.wrong.iter().copied();
        let verdict = match kind {
            // A text says so of other faults as well.
            "unsteady" => return,
            "everything" => so(self.wrong.len() == self.scope.len(), "some are right"),
            "misreading" => self.as_if(words(told)),
            "wrong-where" => self.exactly(true),
            "right-where" => self.exactly(false),
            "mostly-where" => self.exactly_and_on(&told["others"]),
            "inputs" => self.are_inputs(told, wrong),
            _ => self.are_inputs(told, wrong.take(4)),
        };
        self.say(kind, verdict);
    }

    /// Whether the text, whose sentences are filled from the data, says all of these.
    fn text(&self) -> Verdict {
        let fault = self.fault;
        let explanation = match &fault["explanation"] {
            Json::String(kind) if kind == "everything" => &Json::Null,
            Json::String(_) => &Json::from("Asked again"),
            told => told,
        };
        let others = ["pairs", "in_common", "change", "differs_in"].map(|part| &fault[part]);
        let rules = list(&fault["how"]).map(|how| &how["only_where"]);
        for words in rules.chain(others).chain([explanation]).flat_map(leaves) {
            let is_said = self.text.contains(&words);
            so(is_said, format!("it does not say {words}"))?;
        }
        let how: Vec<&Json> = list(&fault["how"]).collect();
        for how in how.iter().take(3).filter(|_| how.len() > 1) {
            let answers = count(number(&how["answers"]));
            let does = format!("{} on {answers}", words(&how["mistake"]));
            so(self.text.contains(&does), format!("it does not say {does}"))?;
        }
        let ways = [
            "t is right exactly ",
            "t holds exactly ",
            "everywhere except ",
        ];
        let of_right = ways.iter().any(|words| self.text.contains(words));
        let is_of_right = !explanation["right-where"].is_null();
        so(of_right == is_of_right, "it says the opposite")?;
        let always = self.text.contains("difference is always");
        so(
            always == (fault["largest"]["always"] == true),
            "it is another",
        )
    }

    /// Whether the run judged only some inputs, as the text says.
    fn is_among(&self) -> bool {
        let some = ["mong these ", "Of the "];
        some.iter().any(|words| self.text.contains(words))
    }

    /// "fast is wrong on 12 of the first 100 inputs."
    fn how_many(&self) -> Verdict {
        let (evidence, fault) = (&self.evidence, self.fault);
        let (case, judged) = (evidence.case, self.scope.len());
        let answers = list(&fault["how"]).map(|how| number(&how["answers"]));
        let is_sorted = answers.collect::<Vec<_>>().is_sorted_by(|a, b| a >= b);
        so(is_sorted, "another mistake is more frequent")?;
        self.is_count(&fault["judged"], |_| true)?;
        if self.counts_twice() {
            return Ok(());
        }
        self.is_count(&fault["wrong"], |n| self.scope[&n])?;
        let solver = &case.solvers[evidence.solver];
        let who = match evidence.voice {
            Voice::Wrong => format!("{} is wrong", solver.name),
            Voice::Two => format!("plain and {} differ", solver.name),
            Voice::Alone => format!("{} alone gives another answer", solver.name),
            Voice::FailsOrAlone => format!("{} fails or alone gives another answer", solver.name),
            Voice::Relation => format!("The relation `holds` does not hold for {}", solver.name),
        };
        let sections = list(&case.found["solvers"][evidence.solver]["sections"]);
        let drawn: u64 = sections.map(|work| number(&work["drawn"])).sum();
        let is_relation = evidence.voice == Voice::Relation;
        let answered = solver.answered.iter().filter(|is| **is).count();
        let is_known = is_relation || judged == answered;
        let ends = [
            ("", "", is_known && (drawn == 0 || is_relation)),
            ("", " drawn at random", is_known && drawn > 0),
            ("the first ", "", self.scope.keys().copied().eq(0..judged)),
            ("the ", " whose right answer is known", !is_known),
        ];
        let part = case.found["shards"][0].as_str();
        let part = part.map_or(String::new(), |part| format!(" in part {part} of the run"));
        // Those are called so of which a sentence may speak.
        let parts = match &case.inputs[0] {
            Seen::Parts(parts) => format!(" ({})", case.parts[..parts.len()].join(", ")),
            _ => String::new(),
        };
        let (wrong, all) = (count(self.wrong.len() as u64), count(judged as u64));
        let nouns = words(&case.found["inputs_are"][1]);
        let lines = ends.iter().filter(|(_, _, is_so)| *is_so);
        let lines = lines.map(|(begin, end, _)| {
            format!("{who} on {wrong} of {begin}{all} {nouns}{parts}{end}{part}.")
        });
        let lines: Vec<_> = lines.collect();
        // Of drawn ones of which some are not known, both is said.
        let line = self.text.lines().next().unwrap_or_default();
        let line = line.replace(" is known drawn at random", " is known");
        so(lines.contains(&line), format!("not one of {lines:?}"))
    }

    /// Whether a number of inputs is so.
    fn is_count(&self, counted: &Json, is: impl Fn(usize) -> bool) -> Verdict {
        let count = self.scope.keys().filter(|n| is(**n)).count() as u64;
        let counted = number(counted);
        let is_so = counted == count || counted > count && self.counts_twice();
        so(is_so, format!("it is {count}, not {counted}"))
    }

    /// Whether a rule that claims this holds for each input, once it is read. For each of these inputs that has to be known.
    fn rule(
        &self,
        rule: &Json,
        claim: &str,
        counts: impl Fn(usize) -> bool,
    ) -> Result<Vec<bool>, String> {
        so(rule["claim"] == claim, format!("it is not {claim}"))?;
        let cases = self.rules.cases(rule).ok_or("the judge cannot read it")?;
        let holds = |n: usize| {
            let cases = cases.iter().map(|case| all_hold(case, n));
            cases.max_by_key(|holds| holds.map_or(1, |holds| 2 * u8::from(holds)))?
        };
        let mut counted = self.scope.keys().filter(|n| counts(**n));
        let is_known = counted.all(|n| holds(*n).is_some());
        so(is_known, "a fact in it panics")?;
        let all = 0..self.evidence.case.inputs.len();
        Ok(all.map(|n| holds(n) == Some(true)).collect())
    }

    /// Whether no input is an exception.
    fn all_are(&self, is_so: impl Fn(usize) -> bool) -> Verdict {
        let Some(other) = self.scope.keys().find(|n| !is_so(**n)) else {
            return Ok(());
        };
        let (right, given) = (self.evidence.right(*other), self.evidence.given(*other));
        Err(format!("not {}: {right:?}, {given:?}", self.shown(*other)))
    }

    fn exactly(&self, of_wrong: bool) -> Verdict {
        let claim = if of_wrong { "exactly" } else { "exactly-right" };
        let rule = self.rule(&self.fault["rule"], claim, |_| true)?;
        let is_so = |n, wrong| wrong == (rule[n] == of_wrong);
        self.all_are(|n| is_so(n, self.scope[&n]))?;
        let mut all = 0..self.evidence.case.inputs.len();
        let is_whole = all.all(|n| match self.evidence.wrong(n) {
            _ if !self.evidence.case.counts[n] => true,
            None => self.evidence.voice != Voice::Relation,
            Some(wrong) => is_so(n, wrong),
        });
        so(
            self.is_among() || is_whole,
            "not all of these were answered",
        )?;
        // A rule does not contradict the wrong inputs that a search finds beside those of the run.
        let numbers = list(&self.evidence.case.found["simplest"]).map(index);
        let known: Vec<usize> = self.scope.keys().copied().chain(numbers).collect();
        let mut cases = self.rules.cases(&self.fault["rule"]).unwrap_or_default();
        while let (1, Some(condition)) = (cases.len(), cases[0].pop()) {
            let others = |n: usize| all_hold(&cases[0], n) == Some(true);
            let mut known = known.iter();
            let is_needed = known.any(|n| condition[*n] != Some(true) && others(*n));
            so(is_needed, "one of the conditions says nothing")?;
        }
        Ok(())
    }

    fn exactly_and_on(&self, inputs: &Json) -> Verdict {
        let rule = self.rule(&self.fault["rule"], "except-few", |_| true)?;
        self.all_are(|n| self.scope[&n] || !rule[n])?;
        self.are_inputs(inputs, self.wrong.iter().copied().filter(|n| !rule[*n]))?;
        let all = self.evidence.case.counts.iter().filter(|counts| **counts);
        let is_whole = self.scope.len() == all.count();
        so(
            self.is_among() || is_whole,
            "not all of these were answered",
        )
    }

    /// Whether a list has these inputs.
    fn are_inputs(&self, told: &Json, inputs: impl Iterator<Item = usize>) -> Verdict {
        let expected: Json = inputs.map(|n| self.shown(n)).collect();
        so(*told == expected, format!("they are {expected}"))
    }

    fn in_common(&self, told: &Json) -> Verdict {
        let rule = self.rule(&told["rule"], "in-common", |_| true)?;
        self.all_are(|n| !self.scope[&n] || rule[n])?;
        let others = |n: &usize| !self.scope[n] && rule[*n];
        self.is_count(&told["others"], |n| others(&n))?;
        if told["named"] == json!([]) {
            return Ok(());
        }
        self.are_inputs(&told["named"], self.scope.keys().copied().filter(others))
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
            _ if right.is_none() && self.evidence.voice == Voice::Two => {
                "gives an answer where the other one fails"
            }
            Some(Ordering::Less) if has_truth => "gives too low an answer",
            Some(Ordering::Less) => "gives a lower answer",
            Some(Ordering::Greater) if has_truth => "gives too high an answer",
            Some(Ordering::Greater) => "gives a higher answer",
            _ => "gives another answer",
        };
        self.scope[&n] && mistake == does
    }

    fn mistake(&self, how: &Json) -> Verdict {
        let mistake = words(&how["mistake"]);
        self.is_count(&how["answers"], |n| self.does(n, mistake))?;
        let first = self.wrong.iter().find(|n| self.does(**n, mistake));
        let first = first.map(|n| self.shown(*n));
        let is_first = first.as_deref() == how["first"].as_str() || self.counts_twice();
        so(is_first, format!("the first is {first:?}"))
    }

    fn mistake_where(&self, how: &Json) -> Verdict {
        let does = |n: usize| self.does(n, words(&how["mistake"]));
        let is_other = |n: usize| how["is_alone"] == false && self.scope[&n] && !does(n);
        let rule = self.rule(&how["rule"], "exactly", |n| !is_other(n))?;
        self.all_are(|n| is_other(n) || does(n) == rule[n])
    }

    fn pairs(&self) -> Verdict {
        let text = |one: &Outcome| one.as_ref().map_or("panics".to_owned(), Seen::text);
        let mut counted = BTreeMap::new();
        for &n in &self.wrong {
            let pair = [&self.evidence.right(n), self.evidence.given(n)].map(text);
            counted.entry(pair).or_insert((0_u64, n)).0 += 1;
        }
        let pairs = counted.into_iter().map(|([right, given], (answers, n))| {
            let first = self.shown(n);
            json!({ "right": right, "given": given, "answers": answers, "first": first })
        });
        let told = list(&self.fault["pairs"]).map(Json::to_string);
        let pairs = pairs.map(|pair| pair.to_string()).collect::<BTreeSet<_>>();
        let is_so = told.collect::<BTreeSet<_>>() == pairs;
        so(is_so || self.counts_twice(), format!("they are {pairs:?}"))
    }

    /// In which parts each wrong answer differs from the right one, and in which no wrong answer does.
    fn differs_in(&self, parts: &[&str]) -> Verdict {
        let (mut all, mut others) = (BTreeSet::new(), BTreeSet::new());
        for &n in &self.wrong {
            let both = self.evidence.right(n).zip(self.evidence.given(n).clone());
            let (right, given) = both.ok_or_else(|| format!("none: {}", self.shown(n)))?;
            let pairs = right.named_parts().into_iter().zip(given.named_parts());
            let mut differs = false;
            for ((name, right), (_, given)) in pairs {
                if right != given {
                    differs = true;
                    others.insert(name.clone());
                }
                all.insert(name);
            }
            so(differs, format!("not {}", self.shown(n)))?;
        }
        let is_so = others.iter().map(String::as_str).eq(parts.iter().copied());
        so(is_so, format!("they differ in {others:?}"))?;
        so(parts.len() < all.len(), "these are all parts")
    }

    fn fact_panics(&self, told: &str) -> Verdict {
        let (fact, input) = told.split_once("` panics on ").unwrap_or_default();
        let input = input.trim_end_matches('.');
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

    fn as_if(&self, words: &str) -> Verdict {
        so(words == "it was misread", "it was not given")?;
        let misread = &self.evidence.case.misread;
        self.all_are(|n| {
            let given = self.evidence.given(n);
            are_same(&misread[n], given) || misread[n].is_none() && given.is_none()
        })
    }

    /// What each wrong answer is, where `$` is the right one.
    fn change(&self, change: &str) -> Verdict {
        self.all_are(|n| {
            let (right, given) = (self.evidence.right(n), self.evidence.given(n));
            let is_so = given.as_ref().is_some_and(|given| {
                given.text() == change
                    || right.is_some_and(|right| makes(change, &right, given) == Some(true))
            });
            !self.scope[&n] || is_so
        })
    }

    /// "3", or "1 unit in the last place", and the first input that has it.
    fn largest(&self, told: &Json) -> Verdict {
        let (evidence, difference) = (&self.evidence, words(&told["difference"]));
        let (always, in_units) = (told["always"] == true, difference.ends_with(" place"));
        let difference = difference.split(" unit").next().unwrap_or_default();
        // A panic has no difference. Another answer that has none is no number.
        let wrong = self.wrong.iter();
        let wrong = wrong.filter(|n| always || evidence.given(**n).is_some());
        let all = wrong.map(|n| Some((evidence.difference(*n, in_units)?, *n)));
        let all = all.collect::<Option<Vec<_>>>().ok_or("some have none")?;
        let order = |one: &&(Seen, usize), other: &&(Seen, usize)| {
            one.0.order(&other.0).unwrap_or(Ordering::Equal)
        };
        let (most, first) = all.iter().rev().max_by(order).ok_or("there are none")?;
        let is_always = all.iter().all(|(one, _)| one == most);
        let is_number = match most {
            Seen::Number(n, _) => int(&difference.replace(',', "")) == Some(*n),
            float => float.text() == difference,
        };
        let first = self.shown(*first);
        let is_so = is_number && is_always == always && told["input"] == first;
        so(is_so, format!("it is {}, first at {first}", most.text()))
    }
}

/// Whether all conditions hold; none if that is not known.
fn all_hold(conditions: &[Condition], n: usize) -> Option<bool> {
    let hold = conditions.iter().map(|condition| condition[n]);
    let least = hold.min_by_key(|holds| holds.map_or(1, |holds| 2 * u8::from(holds)));
    least.unwrap_or(Some(true))
}

/// Whether a change of the right answer, `$`, makes the given one; none if these are no such values.
fn makes(change: &str, right: &Seen, given: &Seen) -> Option<bool> {
    let number = |words: &str| int(change.strip_prefix(words)?);
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
            except => {
                let (which, letters) = except.strip_prefix("$ except for its ")?.split_once(' ')?;
                let letters = int(letters).map_or(1, |number| number.size as usize);
                let rest = right.len().checked_sub(letters)?;
                let same = match which {
                    "last" => 0..rest,
                    _ => letters..right.len(),
                };
                right.len() == given.len() && right[same.clone()] == given[same]
            }
        });
    }
    let (right, given) = (right.inner()?, given.inner()?);
    Some(match change {
        "$ with the opposite sign" => given.is_opposite(right)?,
        "the number just above $" => given.place()? == right.place()?.plus(1.into())?,
        "the number just below $" => right.place()? == given.place()?.plus(1.into())?,
        "$ rounded towards zero" => given.float()? == right.float()?.trunc(),
        "$ rounded down" => given.float()? == right.float()?.floor(),
        "$ rounded up" => given.float()? == right.float()?.ceil(),
        _ => return None,
    })
}

/// The number at the start of a text, such as `-12` or `2^16 - 1`.
fn int(text: &str) -> Option<Int> {
    let mut words = text.split([' ', ',']);
    let power = words.next()?;
    let (base, exponent) = power.split_once('^').unwrap_or((power, "1"));
    let base = Int::read(base)?;
    let size = base.size.checked_pow(exponent.parse().ok()?)?;
    let power = Int::new(base.minus, size);
    match [words.next(), words.next()] {
        [Some("+"), Some("1")] => power.plus(1.into()),
        [Some("-"), Some("1")] => power.plus((-1).into()),
        _ => Some(power),
    }
}

/// All words and numbers of data but for rules.
fn leaves(json: &Json) -> Vec<String> {
    match json {
        Json::Object(fields) => {
            let told = fields.iter().filter(|(name, _)| *name != "rule");
            told.flat_map(|(_, part)| leaves(part)).collect()
        }
        Json::Array(items) => items.iter().flat_map(leaves).collect(),
        Json::Number(n) => vec![count(n.as_u64().unwrap_or_default()).to_string()],
        Json::String(words) => vec![words.clone()],
        _ => Vec::new(),
    }
}
