//! The definition of a check: a domain, solvers, and what else judges their answers.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::hash::Hash;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::slice;
use std::sync::Arc;
use std::thread;

use crate::digest::Bytes;
use crate::outcome::{Outcome, outcome_of};
use crate::outline::Outline;
use crate::panel::Answers;
use crate::report::{Checked, Detail, text};
use crate::solver::{Limits, Make, Solver};
use crate::{
    CheckError, Coverage, Digest, Domain, Finding, Findings, Inputs, Plan, Run, Section, domain,
    minimise, run,
};

/// The number of inputs in a block unless the check says otherwise: large enough to make the overhead small, small
/// enough to keep all threads busy until the end, and answers in the processor's cache.
const BLOCK: u64 = 4096;

/// The number of inputs that are drawn from each part of the domain where a solver does not answer all.
const SAMPLE: u64 = 500;

/// At how many inputs a domain is tested before a run.
const TESTED_INPUTS: u128 = 100;

/// The definition of a check: solvers that should give the same answer to each input of a domain.
///
/// ```
/// use crossply::{CrossCheck, domain};
///
/// CrossCheck::new("absolute difference", domain::of((domain::all::<u8>(), domain::all::<u8>())))
///     .solver("library", |&(a, b)| a.abs_diff(b))
///     .solver("by hand", |&(a, b)| if a > b { a - b } else { b - a })
///     .relation("symmetric", |&(a, b), ask| ask(&(a, b)) == ask(&(b, a)))
///     .assert();
/// ```
pub struct CrossCheck<I, A> {
    pub(crate) domain: Inputs<I>,
    pub(crate) solvers: Vec<Arc<Entry<I, A>>>,
    pub(crate) truth: Option<Truth<I, A>>,
    pub(crate) relations: Vec<Relation<I, A>>,
    pub(crate) representatives: Option<Predicate<I>>,
    /// Whether two lists of answers are the same.
    pub(crate) equal: Equal<A>,
    pub(crate) digest: Option<DigestOf<A>>,
    /// All that has no type. Its domain and solvers are empty here.
    about: Outline,
}

/// A solver of a check.
pub(crate) struct Entry<I, A> {
    pub(crate) name: String,
    pub(crate) limits: Limits,
    pub(crate) new: Make<I, A>,
}

pub(crate) struct Truth<I, A> {
    pub(crate) name: String,
    pub(crate) answer: Box<dyn Fn(&I) -> A + Send + Sync>,
}

pub(crate) struct Relation<I, A> {
    pub(crate) name: String,
    pub(crate) holds: Holds<I, A>,
}

/// Whether the answers that the solver gives fit together.
type Holds<I, A> = Box<dyn Fn(&I, &mut dyn FnMut(&I) -> A) -> bool + Send + Sync>;

type Equal<A> = Box<dyn Fn(&[A], &[A]) -> bool + Send + Sync>;

pub(crate) type Predicate<I> = Box<dyn Fn(&I) -> bool + Send + Sync>;

/// The digest of the answers to inputs with these numbers.
pub(crate) type DigestOf<A> = Box<dyn Fn(&Numbers, &Answers<A>) -> Digest + Send + Sync>;

/// The numbers of the inputs in a batch.
pub(crate) enum Numbers {
    /// Those from this one on.
    From(u128),
    /// These.
    Listed(Vec<u128>),
}

impl Numbers {
    pub(crate) fn at(&self, row: usize) -> u128 {
        match self {
            Numbers::From(first) => first + row as u128,
            Numbers::Listed(numbers) => numbers[row],
        }
    }
}

impl<I, A> CrossCheck<I, A>
where
    I: Clone + Debug + 'static,
    A: PartialEq + Debug + 'static,
{
    /// A check with this name, of solvers that answer the inputs of this domain.
    pub fn new(name: impl Into<String>, inputs: impl Domain<Input = I> + 'static) -> Self {
        CrossCheck {
            domain: domain::of(inputs),
            solvers: Vec::new(),
            truth: None,
            relations: Vec::new(),
            representatives: None,
            equal: Box::new(|some, others| some == others),
            digest: None,
            about: Outline {
                name: name.into(),
                summary: String::new(),
                noun: "input".to_owned(),
                nouns: "inputs".to_owned(),
                sections_are: String::new(),
                len: 0,
                is_drawn: false,
                sections: Vec::new(),
                solvers: Vec::new(),
                subject: String::new(),
                truth: None,
                has_relations: false,
                has_representatives: false,
                representatives: String::new(),
                has_digests: false,
                records: Vec::new(),
                block: BLOCK,
                sample: SAMPLE,
            },
        }
    }

    /// What it is about, in one line.
    #[must_use]
    pub fn summary(mut self, summary: impl Into<String>) -> Self {
        self.about.summary = summary.into();
        self
    }

    /// What reports call an input, and several: `"day", "days"`.
    #[must_use]
    pub fn inputs_are(mut self, one: impl Into<String>, several: impl Into<String>) -> Self {
        (self.about.noun, self.about.nouns) = (one.into(), several.into());
        self
    }

    /// What tells the sections of the domain apart: `"empties"`, if a section's name is a number of them.
    #[must_use]
    pub fn sections_are(mut self, what: impl Into<String>) -> Self {
        self.about.sections_are = what.into();
        self
    }

    /// Adds a solver that keeps nothing from one input to the next.
    #[must_use]
    pub fn solver(
        self,
        name: impl Into<String>,
        solve: impl Fn(&I) -> A + Send + Sync + 'static,
    ) -> Self {
        let solve = Arc::new(solve);
        self.stateful(name, move || {
            let solve = Arc::clone(&solve);
            move |input: &I| solve(input)
        })
    }

    /// Adds a solver that may keep something, such as a cache. Each thread makes an instance of its own, and another one
    /// after a panic.
    ///
    /// ```
    /// use std::collections::HashMap;
    ///
    /// use crossply::{CrossCheck, domain};
    ///
    /// CrossCheck::new("square", domain::range(0..=1000_u32))
    ///     .solver("plain", |&n| n * n)
    ///     .stateful("cached", || {
    ///         let mut cache = HashMap::new();
    ///         move |&n: &u32| *cache.entry(n).or_insert(n * n)
    ///     })
    ///     .assert();
    /// ```
    #[must_use]
    pub fn stateful<S: Solver<I, A> + 'static>(
        mut self,
        name: impl Into<String>,
        new: impl Fn() -> S + Send + Sync + 'static,
    ) -> Self {
        self.solvers.push(Arc::new(Entry {
            name: name.into(),
            limits: Limits::NONE,
            new: Box::new(move || Box::new(new())),
        }));
        self
    }

    /// Limits the solver that was added last.
    ///
    /// # Panics
    /// If none was.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        let last = self.solvers.last_mut().and_then(Arc::get_mut);
        last.expect("limits follow a solver").limits = limits;
        self
    }

    /// The trusted answer: whoever differs from it is wrong. If it panics, the check is at fault, and no solver.
    #[must_use]
    pub fn truth(
        mut self,
        name: impl Into<String>,
        answer: impl Fn(&I) -> A + Send + Sync + 'static,
    ) -> Self {
        self.truth = Some(Truth {
            name: name.into(),
            answer: Box::new(answer),
        });
        self
    }

    /// Adds a relation between the answers of one solver: `holds` asks the solver, and says whether its answers fit
    /// together.
    #[must_use]
    pub fn relation(
        mut self,
        name: impl Into<String>,
        holds: impl Fn(&I, &mut dyn FnMut(&I) -> A) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.relations.push(Relation {
            name: name.into(),
            holds: Box::new(holds),
        });
        self
    }

    /// The solver that relations ask: agreement ties the others to it. By default, and where it does not take part, it is
    /// the last one.
    #[must_use]
    pub fn subject(mut self, solver: impl Into<String>) -> Self {
        self.about.subject = solver.into();
        self
    }

    /// Says which inputs represent others, for example those that are symmetric to them. Where answers take long, only
    /// these are judged. `which` completes "1 of 8 inputs, ...".
    #[must_use]
    pub fn representatives(
        mut self,
        which: impl Into<String>,
        represents: impl Fn(&I) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.about.representatives = which.into();
        self.representatives = Some(Box::new(represents));
        self
    }

    /// When two answers are the same, if `==` does not say it: for example floats within a tolerance.
    #[must_use]
    pub fn equality(mut self, same: impl Fn(&A, &A) -> bool + Send + Sync + 'static) -> Self {
        self.equal = Box::new(move |some, others| {
            some.len() == others.len() && some.iter().zip(others).all(|(a, b)| same(a, b))
        });
        self
    }

    /// How many inputs a block has: 4,096 unless this is called. A killed run loses the blocks under way; fewer inputs
    /// are better if an answer takes more than some hundred microseconds.
    #[must_use]
    pub fn block(mut self, inputs: u64) -> Self {
        self.about.block = inputs.max(1);
        self
    }

    /// How many inputs are drawn from each part of the domain where a solver does not answer all: 500 unless this is
    /// called.
    #[must_use]
    pub fn sample(mut self, inputs: u64) -> Self {
        self.about.sample = inputs;
        self
    }

    /// Leaves out solvers.
    #[must_use]
    pub fn select(mut self, takes_part: impl Fn(&str) -> bool) -> Self {
        self.solvers.retain(|entry| takes_part(&entry.name));
        self
    }

    /// The digest of all answers identifies them, by section.
    #[must_use]
    pub fn digests(mut self) -> Self
    where
        A: Hash,
    {
        self.digest = Some(Box::new(|numbers, answers| {
            if let (&Numbers::From(first), Answers::All(answers)) = (numbers, answers) {
                let numbered = (first as u64..).zip(answers);
                return numbered
                    .map(|(index, answer)| Digest::of(index, answer))
                    .sum();
            }
            let of = |row| match answers.outcome(row) {
                Outcome::Answer(answer) => Digest::of(numbers.at(row) as u64, answer),
                Outcome::Panic(_) => Digest::of(numbers.at(row) as u64, &Bytes(b"panic")),
            };
            (0..answers.len()).map(of).sum()
        }));
        self
    }

    /// The digests on record, by section: [`digests`](Self::digests) of earlier runs that must not change unnoticed.
    #[must_use]
    pub fn recorded(mut self, records: impl IntoIterator<Item = (String, Digest)>) -> Self {
        self.about.records = records.into_iter().collect();
        self
    }

    /// The plan for a run.
    ///
    /// # Errors
    /// If the check is no check, or the run would compare nothing.
    pub fn plan(&self, coverage: Coverage, seed: u64) -> Result<Plan, CheckError> {
        self.plan_within(coverage, 0..self.domain.len(), seed)
    }

    /// The plan for a run on some of the inputs.
    ///
    /// # Errors
    /// If the check is no check, or the run would compare nothing.
    ///
    /// # Panics
    /// If there are no such inputs.
    pub fn plan_within(
        &self,
        coverage: Coverage,
        indices: Range<u128>,
        seed: u64,
    ) -> Result<Plan, CheckError> {
        let outline = self.outline()?;
        assert!(
            indices.start < indices.end && indices.end <= outline.len,
            "{indices:?}"
        );
        Plan::new(outline, coverage, indices, seed)
    }

    /// Carries out a plan of this check.
    ///
    /// # Errors
    /// If a journal belongs to something else, or cannot be written at the start.
    pub fn run(&self, plan: &Plan, run: Run<'_>) -> Result<Findings, CheckError> {
        Ok(run::carry_out(self, plan, run)?)
    }

    /// Searches for the simplest input about which one of the solvers that are wrong about `found` is wrong.
    #[must_use]
    pub fn minimise(&self, found: &Finding) -> Finding {
        minimise::minimise(self, found)
    }

    /// Asserts that all is well, in a test: on all inputs where that is quick, and on drawn ones beyond.
    ///
    /// # Panics
    /// With a report, if an answer is wrong or the check itself is. It says what was covered, which inputs are wrong,
    /// and whose answers.
    pub fn assert(self) {
        let checked = self
            .check_quickly()
            .unwrap_or_else(|error| panic!("{error}"));
        let report = checked.content(Detail::Everything);
        assert!(checked.agree, "\n{}", text(&report, usize::MAX));
    }

    /// What [`assert`](Self::assert) asserts, as a report.
    ///
    /// # Errors
    /// If the check is no check.
    pub fn check_quickly(&self) -> Result<Checked<Finding>, CheckError> {
        let seed = crate::draw::new_seed();
        let plan = self.plan(Coverage::Quick, seed)?;
        let jobs = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let run = Run {
            shard: crate::Shard::from_environment()?,
            ..Run::on(jobs)
        };
        let shard = run.shard;
        let mut findings = self.run(&plan, run)?;
        if let Some(found) = findings.simplest.first() {
            let simplest = self.minimise(found);
            findings.keep_first(simplest);
        }
        Ok(Checked::new(&findings, &plan, shard, Clone::clone))
    }

    /// Whether two answers are the same.
    pub(crate) fn same(&self, one: &A, other: &A) -> bool {
        (self.equal)(slice::from_ref(one), slice::from_ref(other))
    }

    pub(crate) fn same_outcome(&self, one: &Outcome<&A>, other: &Outcome<&A>) -> bool {
        match (one, other) {
            (Outcome::Answer(one), Outcome::Answer(other)) => self.same(one, other),
            (Outcome::Panic(one), Outcome::Panic(other)) => one == other,
            _ => false,
        }
    }

    /// The trusted answer, if there is one.
    pub(crate) fn right(&self, input: &I) -> Option<A> {
        let truth = self.truth.as_ref()?;
        match outcome_of(|| (truth.answer)(input)) {
            Outcome::Answer(right) => Some(right),
            Outcome::Panic(_) => None,
        }
    }

    /// Whether the outcome is known to be wrong: a panic, or another answer than the right one.
    pub(crate) fn is_wrong(&self, outcome: &Outcome<&A>, right: Option<&A>) -> bool {
        match outcome {
            Outcome::Panic(_) => true,
            Outcome::Answer(given) => right.is_some_and(|right| !self.same(given, right)),
        }
    }

    /// Whether all other outcomes, at least two, are the same, and this one is not.
    pub(crate) fn is_alone(&self, outcomes: &[Outcome<&A>], n: usize) -> bool {
        let others: Vec<_> = outcomes[..n].iter().chain(&outcomes[n + 1..]).collect();
        others.len() >= 2
            && others[1..]
                .iter()
                .all(|other| self.same_outcome(others[0], other))
            && !self.same_outcome(others[0], &outcomes[n])
    }

    /// All that has no type, once that is in order.
    pub(crate) fn outline(&self) -> Result<Outline, CheckError> {
        let name = &self.about.name;
        let refuse = |fault: String| Err(CheckError::Plan(format!("{name}: {fault}")));
        let len = self.domain.len();
        if len == 0 {
            return refuse("the domain is empty".to_owned());
        }
        let names: Vec<_> = self.solvers.iter().map(|entry| &*entry.name).collect();
        if names.len() < 2 {
            let selected = if names.is_empty() {
                "none".to_owned()
            } else {
                names.join(", ")
            };
            return refuse(format!(
                "two solvers are needed for a comparison; selected: {selected}"
            ));
        }
        let mut known = BTreeSet::new();
        if let Some(name) = names.iter().find(|name| !known.insert(**name)) {
            return refuse(format!("two solvers are called `{name}`"));
        }
        if let Err(fault) = self.test_domain(len) {
            return refuse(fault);
        }
        for entry in &self.solvers {
            if let Outcome::Panic(message) = outcome_of(|| drop((entry.new)())) {
                return refuse(format!(
                    "the constructor of `{}` panics: {message}",
                    entry.name
                ));
            }
        }
        let mut sections = self.domain.sections();
        if sections.is_empty() {
            sections.push(Section {
                name: String::new(),
                end: len,
            });
        }
        let solvers = self.solvers.iter();
        Ok(Outline {
            len,
            is_drawn: self.domain.is_drawn(),
            sections,
            solvers: solvers
                .map(|entry| (entry.name.clone(), entry.limits))
                .collect(),
            truth: self.truth.as_ref().map(|truth| truth.name.clone()),
            has_relations: !self.relations.is_empty(),
            has_representatives: self.representatives.is_some(),
            has_digests: self.digest.is_some(),
            ..self.about.clone()
        })
    }

    /// Tests whether numbers are numbers of inputs, on some of them.
    fn test_domain(&self, len: u128) -> Result<(), String> {
        let ends = (0..TESTED_INPUTS.min(len)).chain([len - 1]);
        let between = (1..TESTED_INPUTS).map(|n| len / TESTED_INPUTS * n);
        for index in ends.chain(between) {
            let found = outcome_of(|| {
                let input = self.domain.input(index);
                (self.domain.index(&input), format!("{input:?}"))
            });
            match found {
                Outcome::Answer((Some(found), input))
                    if found != index && !self.domain.is_drawn() =>
                {
                    return Err(format!(
                        "the domain is at fault: input {index} is {input}, but the index of {input} is {found}"
                    ));
                }
                Outcome::Answer(_) => {}
                Outcome::Panic(message) => {
                    return Err(format!("the domain panics at index {index}: {message}"));
                }
            }
        }
        Ok(())
    }
}
