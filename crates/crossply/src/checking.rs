//! What a check does: it plans, runs, searches for simpler inputs, and asserts.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use crate::cross_check::CrossCheck;
use crate::draw::new_seed;
use crate::outcome::{Outcome, outcome_of};
use crate::outline::Outline;
use crate::reach::Reach;
use crate::report::{Checked, Detail, Presentation, text};
use crate::settings::Settings;
use crate::solver::Entry;
use crate::{
    CheckError, Coverage, Domain, Ended, Finding, Findings, JournalError, Plan, Progress, Run,
    Shard, Threads, run,
};

/// At how many inputs a domain is tested before a run.
const TESTED_INPUTS: u128 = 100;

/// Of how many inputs a snapshot has the answers, and how many it shows.
const SNAPSHOT: u128 = 1 << 20;
const SHOWN: u128 = 10;

/// How long to measure how fast inputs are answered.
const MEASURED: Duration = Duration::from_millis(100);

/// What a run found, as data, and what was not saved.
pub struct Results {
    /// What it found.
    pub checked: Checked,
    /// Why the journal lacks some of it.
    pub unsaved: Option<JournalError>,
}

impl<I, A> CrossCheck<I, A>
where
    I: Clone + Debug + 'static,
    A: PartialEq + Debug + 'static,
{
    /// The plan for a run.
    ///
    /// # Errors
    /// If the check is invalid, or the run would compare nothing.
    #[doc(hidden)]
    pub fn plan(&self, coverage: Coverage, seed: u64) -> Result<Plan, CheckError> {
        self.plan_within(coverage, 0..self.domain.len(), seed)
    }

    /// The plan for a run on some of the inputs.
    ///
    /// # Errors
    /// If the check is invalid, or the run would compare nothing.
    ///
    /// # Panics
    /// If there are no such inputs.
    #[doc(hidden)]
    pub fn plan_within(
        &self,
        coverage: Coverage,
        indices: Range<u128>,
        seed: u64,
    ) -> Result<Plan, CheckError> {
        let outline = self.outline()?;
        let is_there = !indices.is_empty() && indices.end <= outline.len;
        assert!(is_there, "{indices:?}");
        let reach = Reach::by_size(&outline);
        Plan::new(outline, coverage, indices, seed, reach)
    }

    /// The plan for a quick run: all inputs, if that takes no more than this time on this many threads. If it would
    /// take longer: a fifth of the time for the first inputs, and a tenth for inputs drawn beyond. It takes a moment to
    /// measure how long inputs take here. A check with [limits](Self::limits), or that is to be
    /// [complete](Self::complete), is not measured: its limits decide.
    ///
    /// # Errors
    /// If the check is invalid, or the run would compare nothing.
    #[expect(clippy::cast_precision_loss, reason = "it is an estimate")]
    pub(crate) fn quick_plan(
        &self,
        time: Duration,
        jobs: NonZeroUsize,
        seed: u64,
    ) -> Result<Plan, CheckError> {
        let outline = self.outline()?;
        let indices = 0..outline.len;
        if outline.has_whole_reach() || outline.len <= TESTED_INPUTS {
            return Plan::new(outline, Coverage::Quick, indices, seed, Reach::ALL);
        }
        let probe = Plan::probe(outline.clone(), seed);
        let mut run = Run::on(jobs);
        run.deadline = Some(Instant::now() + MEASURED);
        let counts = self.run(&probe, run)?.counts;
        let rate = counts.compared.total().max(1) as f64 / counts.seconds.max(1e-6);
        let reach = Reach::within(&outline, time.as_secs_f64(), rate);
        Plan::new(outline, Coverage::Quick, indices, seed, reach)
    }

    /// Carries out a plan of this check.
    ///
    /// # Errors
    /// If a journal belongs to something else, or cannot be written at the start.
    #[doc(hidden)]
    pub fn run(&self, plan: &Plan, run: Run<'_>) -> Result<Findings, CheckError> {
        Ok(run::carry_out(self, plan, run, None)?)
    }

    /// Checks the inputs on record, carries out a plan of this check, explains the faults of solvers, and searches for
    /// a simpler wrong input.
    ///
    /// # Errors
    /// Those of [`run`](Self::run). If inputs on record are not in the domain.
    #[doc(hidden)]
    pub fn results(&self, plan: &Plan, run: Run<'_>) -> Result<Results, CheckError> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        let (shard, jobs, interrupt) = (run.shard, run.jobs, run.interrupt.unwrap_or(&NEVER));
        let listener = run.listener;
        let wrong_again = self.replay(listener)?;
        let mut findings = self.run(plan, run)?;
        findings.keep_simplest(wrong_again);
        let minimised = findings.simplest.first().map(|found| self.minimise(found));
        let mut faults = Vec::new();
        // Of an interrupted run nobody waits for an explanation.
        let threads = Threads { jobs, interrupt };
        // A solver may not be there a second time. Then nothing more is said of it.
        match outcome_of(|| {
            self.explain(
                &findings,
                minimised.as_ref(),
                plan,
                shard,
                threads,
                listener,
            )
        }) {
            Outcome::Answer(Ok(explained)) => faults = explained,
            Outcome::Answer(Err(_)) => findings.ended = Ended::Interrupted,
            Outcome::Panic(_) => {}
        }
        if let Some(simplest) = minimised {
            findings.keep_first(simplest);
        }
        self.confirm(&mut findings);
        let mut checked = Checked::new(&findings, plan, shard);
        checked.faults = faults;
        let unsaved = findings.unsaved;
        Ok(Results { checked, unsaved })
    }

    /// What is shown to be wrong is confirmed by the trusted answer itself.
    fn confirm(&self, findings: &mut Findings) {
        let mut shown = findings.simplest.iter();
        let trouble =
            shown.find_map(|found| self.confirmed(&self.domain.input(found.index.0)).err());
        if let Some(trouble) = trouble {
            findings.add_trouble(trouble);
        }
    }

    /// Asserts that all is well, in a test: on all inputs if that takes no more than about ten seconds, and otherwise
    /// on the first ones and on drawn ones beyond.
    ///
    /// The environment changes that without a change of code:
    ///
    /// | variable | what it does |
    /// | --- | --- |
    /// | `CROSSPLY_TIME=5min` | covers the whole domain if that takes no longer |
    /// | `CROSSPLY_CASES=1000` | draws this many inputs, and no others |
    /// | `CROSSPLY_SEED=7` | draws with this seed |
    /// | `CROSSPLY_INPUTS=5,7` | runs the inputs with these numbers, and no others |
    /// | `CROSSPLY_SOLVERS=a,b` | only these solvers; `-a` leaves one out |
    /// | `CROSSPLY_SHARD=3/64` | only this part of the run |
    /// | `CROSSPLY_KEEP=1` | keeps the simplest wrong input in a file; later runs begin with it |
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// CrossCheck::new("leading zeros", domain::all::<u16>())
    ///     .solver("library", |n| n.leading_zeros())
    ///     .solver("logarithm", |n| n.checked_ilog2().map_or(16, |log| 15 - log))
    ///     .assert();
    /// ```
    ///
    /// # Panics
    /// With a report, if an answer or the check itself is wrong. It says which inputs are wrong, whose answers, on how
    /// many inputs, and what was covered.
    #[track_caller]
    pub fn assert(&self) {
        match self.assertion() {
            Ok(report) => assert!(report.is_empty(), "\n{report}"),
            Err(error) => panic!("{error}"),
        }
    }

    /// What [`assert`](Self::assert) panics with; empty if all is well.
    fn assertion(&self) -> Result<String, CheckError> {
        let settings = Settings::from_environment()?;
        settings.solvers.is_of(&self.names())?;
        let kept = settings
            .keeps
            .then(|| self.regressions_file())
            .transpose()?;
        let selected = self.clone().select(|name| settings.solvers.has(name));
        let checked = match &settings.inputs {
            Some(numbers) => selected.check_inputs(numbers)?,
            None => selected.check_as(&settings)?,
        };
        if let (true, Some(numbers)) = (checked.agree, &settings.inputs) {
            let (name, nouns) = (&self.about.name, &self.about.nouns);
            println!("{name}: nothing is wrong about the {nouns} with the numbers {numbers:?}");
            return Ok(String::new());
        }
        if checked.agree {
            // Whoever wants to see it has the test print it: `cargo test -- --nocapture`.
            let content = checked.content(Detail::Everything, &Presentation::default());
            print!("{}", text(&content, usize::MAX));
            return Ok(String::new());
        }
        let test = thread::current();
        let test = test.name().filter(|name| *name != "main");
        let cargo = test.map_or("cargo test".to_owned(), |name| format!("cargo test {name}"));
        let found = checked.simplest.first();
        let again = found.and_then(Finding::asked).map(|numbers| {
            let numbers: Vec<_> = numbers.iter().map(u128::to_string).collect();
            format!("CROSSPLY_INPUTS={} {cargo}", numbers.join(","))
        });
        let mut presentation = selected.presentation();
        presentation.keep = match (kept, found) {
            (Some(_), Some(found)) => {
                Some(format!("written to {}", selected.keep(found)?.display()))
            }
            _ => again
                .as_ref()
                .map(|again| format!("CROSSPLY_KEEP=1 {again}")),
        };
        presentation
            .command
            .get_or_insert_with(|| Box::new(move |_| again.clone()));
        // What is wrong comes first. Of inputs that were asked for by number there is nothing to count.
        let failures = checked.failures(&presentation).len();
        let mut report = checked.content(Detail::Everything, &presentation);
        report.rotate_right(failures);
        if settings.inputs.is_some() {
            report.truncate(failures);
        }
        Ok(text(&report, usize::MAX))
    }

    /// The answers as a snapshot: digests of the first million answers by section, and the first ten in words. Compared
    /// with one on record, it shows that all solvers together have changed, which agreement cannot.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("double", domain::all::<u8>())
    ///     .solver("sum", |&n| u32::from(n) + u32::from(n))
    ///     .solver("product", |&n| 2 * u32::from(n))
    ///     .digests();
    /// // insta::assert_snapshot!(check.snapshot());
    /// assert!(check.snapshot().ends_with("8: 16\n9: 18\n"));
    /// ```
    ///
    /// # Panics
    /// If solvers disagree, if inputs can only be drawn, if there are no [`digests`](Self::digests), or if the check is
    /// invalid.
    #[must_use]
    #[track_caller]
    pub fn snapshot(&self) -> String {
        match self.try_snapshot() {
            Ok(snapshot) => snapshot,
            Err(error) => panic!("{error}"),
        }
    }

    fn try_snapshot(&self) -> Result<String, CheckError> {
        if self.digest.is_none() {
            return Err(self.about.refuse("a snapshot needs digests"));
        }
        let end = self.domain.len().min(SNAPSHOT);
        let jobs = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let checked = self
            .results(&self.plan_within(Coverage::ALL, 0..end, 0)?, Run::on(jobs))?
            .checked;
        if !checked.agree {
            let content = checked.content(Detail::Everything, &self.presentation());
            return Err(CheckError::Plan(text(&content, usize::MAX)));
        }
        let (name, nouns, all) = (&self.about.name, &self.about.nouns, self.domain.len());
        let mut snapshot = format!("{name}: the first {end} of {all} {nouns}\n\n");
        for digest in &checked.digests {
            let sum = digest.sum.map_or_else(String::new, |sum| sum.to_string());
            let line = format!("{} {sum} of {}\n", digest.section, digest.inputs);
            snapshot += line.trim_start();
        }
        snapshot += "\n";
        for index in 0..end.min(SHOWN) {
            if let Ok(found) = self.ask(&mut self.panel(), index, |_, limits| index < limits.drawn)
            {
                let answer = found.answers.first().map_or("", |given| &*given.answer);
                snapshot += &format!("{}: {answer}\n", found.input);
            }
        }
        Ok(snapshot)
    }

    /// What [`assert`](Self::assert) asserts, as data.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("midpoint", domain::all::<(u8, u8)>())
    ///     .solver("library", |&(a, b)| a.midpoint(b))
    ///     .solver("half of the sum", |&(a, b)| a.wrapping_add(b) / 2);
    /// let faults = check.check_quickly()?.faults;
    /// assert!(faults[0].text.contains("half of the sum gives a lower answer on all of them."), "{}", faults[0].text);
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    ///
    /// # Errors
    /// If the check is invalid, or the environment asks for something impossible.
    pub fn check_quickly(&self) -> Result<Checked, CheckError> {
        let settings = Settings::from_environment()?;
        settings.solvers.is_of(&self.names())?;
        let selected = self.clone().select(|name| settings.solvers.has(name));
        selected.check_as(&settings)
    }

    /// What is wrong about the inputs with these numbers.
    fn check_inputs(&self, numbers: &[u128]) -> Result<Checked, CheckError> {
        let plan = self.plan(Coverage::Drawn(numbers.len() as u64), 0)?;
        if let Some(number) = numbers.iter().find(|number| **number >= self.domain.len()) {
            return Err(self.about.refuse(&format!(
                "CROSSPLY_INPUTS: there is no {} {number}: the last one is {}",
                self.about.noun,
                self.domain.len() - 1
            )));
        }
        let mut findings = Findings::nothing(&plan);
        findings.keep_simplest(self.ask_again(numbers));
        Ok(Checked::new(&findings, &plan, Shard::WHOLE))
    }

    fn check_as(&self, settings: &Settings) -> Result<Checked, CheckError> {
        let shard = settings.shard;
        // Shards are of one run only if they draw alike and do not measure.
        let is_whole = shard == Shard::WHOLE;
        let seed = if is_whole { new_seed() } else { 0 };
        let seed = settings.seed.unwrap_or(seed);
        let jobs = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let plan = match settings.cases {
            Some(cases) => self.plan(Coverage::Drawn(cases), seed)?,
            None if is_whole => self.quick_plan(settings.time, jobs, seed)?,
            None => self.plan(Coverage::Quick, seed)?,
        };
        let run = Run {
            shard,
            listener: &|progress| {
                if let Progress::Waiting(text) | Progress::WrongAgain(text) = progress {
                    eprintln!("{}: {text}", self.about.name);
                }
            },
            ..Run::on(jobs)
        };
        Ok(self.results(&plan, run)?.checked)
    }

    /// What a report says about a wrong input.
    #[doc(hidden)]
    #[must_use]
    pub fn report(&self, found: &Finding) -> String {
        let words = self.about.words();
        let blocks = words.wrong(found, &words.name(found), "", &self.presentation());
        text(&blocks, usize::MAX)
    }

    /// How reports present the results.
    pub(crate) fn presentation(&self) -> Presentation<'_> {
        let shown = self.shown.as_ref().map(|shown| {
            let shown = move |found: &Finding| shown(&self.domain.input(found.index.0), found);
            Box::new(shown) as Box<dyn Fn(&Finding) -> _>
        });
        let program = &self.about.command;
        let command = (!program.is_empty()).then(|| {
            Box::new(move |found: &Finding| {
                found.command(&format!("{program} show"), &self.about.name)
            }) as Box<dyn Fn(&Finding) -> _>
        });
        Presentation {
            shown,
            command,
            keep: None,
        }
    }

    /// The names of the solvers.
    pub(crate) fn names(&self) -> Vec<&str> {
        self.solvers.iter().map(|entry| &*entry.name).collect()
    }

    /// All that has no type, once that is in order.
    pub(crate) fn outline(&self) -> Result<Outline, CheckError> {
        let refuse = |fault: &str| Err(self.about.refuse(fault));
        let len = self.domain.len();
        if len == 0 {
            return refuse("the domain is empty");
        }
        let names = self.names();
        if let [] | [_] = names[..] {
            let selected = names.first().unwrap_or(&"none");
            return refuse(&format!(
                "two solvers are needed for a comparison; selected: {selected}"
            ));
        }
        let mut known = BTreeSet::new();
        if let Some(name) = names.iter().find(|name| !known.insert(**name)) {
            return refuse(&format!("two solvers are called `{name}`"));
        }
        let tested = self.test_domain(len);
        tested.map_err(|fault| self.about.refuse(&fault))?;
        for Entry { name, new, .. } in self.solvers.iter().map(|entry| &**entry) {
            if let Outcome::Panic(message) = outcome_of(|| drop(new())) {
                return refuse(&format!("the constructor of `{name}` panics: {message}"));
            }
        }
        let sections = &self.about.sections;
        for (name, _) in &self.about.records {
            if !sections.iter().any(|section| section.name == *name) {
                return refuse(&format!(
                    "a digest is on record for `{name}`, but no section has that name"
                ));
            }
        }
        let solvers = self.solvers.iter();
        let solvers = solvers.map(|entry| (entry.name.clone(), entry.limits));
        Ok(Outline {
            len,
            is_drawn: self.domain.is_drawn(),
            solvers: solvers.collect(),
            has_relations: !self.relations.is_empty(),
            has_representatives: self.representatives.is_some(),
            has_digests: self.digest.is_some(),
            ..self.about.clone()
        })
    }

    /// Tests whether numbers are numbers of inputs, on some of them.
    fn test_domain(&self, len: u128) -> Result<(), String> {
        let is_drawn = self.domain.is_drawn();
        let ends = (0..TESTED_INPUTS.min(len)).chain([len - 1]);
        let between = (1..TESTED_INPUTS).map(|n| len / TESTED_INPUTS * n);
        for index in ends.chain(between) {
            let found = outcome_of(|| {
                let input = self.domain.input(index);
                (self.domain.index(&input), format!("{input:?}"))
            });
            match found {
                Outcome::Panic(message) => {
                    return Err(format!("the domain panics at index {index}: {message}"));
                }
                Outcome::Answer((Some(found), input)) if found != index && !is_drawn => {
                    return Err(format!(
                        "the domain is at fault: input {index} is {input}, but the index of {input} is {found}"
                    ));
                }
                Outcome::Answer(_) => {}
            }
        }
        Ok(())
    }
}
