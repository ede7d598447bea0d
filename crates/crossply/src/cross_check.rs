//! The definition of a check: a domain, solvers, and what else judges their answers.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Range;
use std::panic::Location;
use std::sync::Arc;

use crate::digest::Bytes;
use crate::equality::Equality;
use crate::outcome::Outcome;
use crate::outline::Outline;
use crate::panel::Answers;
use crate::per_thread::PerThread;
use crate::report::Shown;
use crate::solver::{Entry, Limits, Solver};
use crate::{Digest, Domain, Explainer, Finding, Inputs, domain};

/// The number of inputs in a block unless the check says otherwise: large enough to make the overhead small, small
/// enough to keep all threads busy until the end, and answers in the processor's cache.
const BLOCK: u64 = 4096;

/// The number of inputs that are drawn from each part of the domain where a solver does not answer all.
const SAMPLE: u64 = 500;

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
    pub(crate) relations: Vec<Arc<Relation<I, A>>>,
    pub(crate) representatives: Option<Predicate<I>>,
    pub(crate) equality: Equality<A>,
    pub(crate) digest: Option<DigestOf<A>>,
    pub(crate) shown: Option<ShownBy<I>>,
    /// Its features are facts that the domain does not know.
    pub(crate) explainer: Explainer<I, A>,
    /// Each thread's solvers for single inputs.
    pub(crate) session: PerThread,
    /// Where it is defined.
    pub(crate) source: &'static Location<'static>,
    /// All that has no type. Its domain and solvers are empty here.
    pub(crate) about: Outline,
}

pub(crate) struct Truth<I, A> {
    pub(crate) answer: AnswerTo<I, A>,
    /// The same answer in less time.
    pub(crate) in_bulk: Option<AnswerTo<I, A>>,
}

type AnswerTo<I, A> = Arc<dyn Fn(&I) -> A + Send + Sync>;

type ShownBy<I> = Arc<dyn Fn(&I, &Finding) -> Shown + Send + Sync>;

pub(crate) struct Relation<I, A> {
    pub(crate) name: String,
    pub(crate) holds: Holds<I, A>,
}

/// Whether the answers that the solver gives fit together.
type Holds<I, A> = Box<dyn Fn(&I, &mut dyn FnMut(&I) -> A) -> bool + Send + Sync>;

pub(crate) type Predicate<I> = Arc<dyn Fn(&I) -> bool + Send + Sync>;

/// A clone shares solvers and whatever else is behind a function.
impl<I, A> Clone for CrossCheck<I, A> {
    fn clone(&self) -> Self {
        let truth = self.truth.as_ref().map(|truth| Truth {
            answer: Arc::clone(&truth.answer),
            in_bulk: truth.in_bulk.clone(),
        });
        CrossCheck {
            domain: self.domain.clone(),
            solvers: self.solvers.clone(),
            truth,
            relations: self.relations.clone(),
            representatives: self.representatives.clone(),
            equality: self.equality.clone(),
            digest: self.digest.clone(),
            shown: self.shown.clone(),
            explainer: self.explainer.clone(),
            session: self.session.clone(),
            source: self.source,
            about: self.about.clone(),
        }
    }
}

/// The digest of the answers to inputs with these numbers.
pub(crate) type DigestOf<A> = Arc<dyn Fn(&Numbers, &Answers<A>) -> Digest + Send + Sync>;

/// The numbers of the inputs in a batch.
pub(crate) enum Numbers {
    /// All of these.
    All(Range<u128>),
    /// These.
    Listed(Vec<u128>),
}

impl Numbers {
    pub(crate) fn at(&self, row: usize) -> u128 {
        match self {
            Numbers::All(numbers) => numbers.start + row as u128,
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
    ///
    /// Inputs that solvers once got wrong are kept in a file beside the source file that calls this.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("parity", domain::range(0..=9_u8))
    ///     .solver("remainder", |n| n % 2 == 0)
    ///     .solver("bit", |n| n & 1 == 0);
    /// assert!(check.check_quickly()?.agree);
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    #[track_caller]
    pub fn new(name: impl Into<String>, inputs: impl Domain<Input = I> + 'static) -> Self {
        let domain = domain::of(inputs);
        let sections = domain.sections_or_whole();
        CrossCheck {
            domain,
            solvers: Vec::new(),
            truth: None,
            relations: Vec::new(),
            representatives: None,
            equality: Equality::default(),
            digest: None,
            shown: None,
            explainer: Explainer::with(Vec::new(), "input", "inputs"),
            session: PerThread::new(),
            source: Location::caller(),
            about: Outline {
                name: name.into(),
                noun: "input".to_owned(),
                nouns: "inputs".to_owned(),
                block: BLOCK,
                sample: SAMPLE,
                sections,
                ..Outline::default()
            },
        }
    }

    /// Adds a solver that keeps nothing from one input to the next.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("absolute value", domain::all::<i8>())
    ///     .solver("library", |n| n.unsigned_abs())
    ///     .solver("complement", |&n| if n < 0 { !n as u8 } else { n as u8 });
    /// assert!(check.judge(&1).is_ok());
    /// // Nobody has added one.
    /// assert!(check.judge(&-1).is_err());
    /// ```
    ///
    /// It takes the inputs of the domain, and all solvers give answers of one type. Threads share it.
    ///
    /// ```compile_fail,E0631
    /// # use crossply::{CrossCheck, domain};
    /// // The domain has inputs of another type.
    /// CrossCheck::new("double", domain::all::<u8>()).solver("sum", |n: &u16| n + n);
    /// ```
    ///
    /// ```compile_fail,E0308
    /// # use crossply::{CrossCheck, domain};
    /// let check = CrossCheck::new("double", domain::all::<u8>()).solver("sum", |&n| u16::from(n) + u16::from(n));
    /// // The solver before gives answers of another type.
    /// check.solver("product", |&n| 2 * u32::from(n));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// # use std::rc::Rc;
    /// # use crossply::{CrossCheck, domain};
    /// let factor = Rc::new(2);
    /// // An `Rc` stays on one thread. `stateful` makes one for each thread.
    /// CrossCheck::new("double", domain::all::<u8>()).solver("product", move |&n| *factor * u16::from(n));
    /// ```
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
    /// ```
    /// use crossply::{CrossCheck, Limits, domain};
    ///
    /// fn slow(n: u32) -> u64 {
    ///     if n < 2 { n.into() } else { slow(n - 1) + slow(n - 2) }
    /// }
    ///
    /// let check = CrossCheck::new("Fibonacci", domain::range(0..=90))
    ///     .solver("definition", |&n| slow(n))
    ///     .limits(Limits { all: 15, representatives: 15, drawn: 20 })
    ///     .solver("loop", |&n| (0..n).fold((0, 1), |(a, b), _| (b, a + b)).0);
    /// assert!(check.check_quickly()?.agree);
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    ///
    /// # Panics
    /// If none was.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        let last = self.solvers.last_mut().and_then(Arc::get_mut);
        last.expect("limits follow a solver").limits = limits;
        self
    }

    /// The trusted answer: a solver that differs from it is wrong. If it panics, the check is at fault, not a solver.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("weeks", domain::range(0..=99_u32))
    ///     .truth("division", |days| days.div_ceil(7))
    ///     .solver("one more", |days| days / 7 + 1)
    ///     .solver("six more", |days| (days + 6) / 7);
    /// // Without the truth, nobody would know which of the two is wrong.
    /// let faults = check.check_quickly()?.faults;
    /// assert_eq!((faults.len(), &*faults[0].solver), (1, "one more"));
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    #[must_use]
    pub fn truth(
        mut self,
        name: impl Into<String>,
        answer: impl Fn(&I) -> A + Send + Sync + 'static,
    ) -> Self {
        self.about.truth = Some(name.into());
        self.truth = Some(Truth {
            answer: Arc::new(answer),
            in_bulk: None,
        });
        self
    }

    /// The trusted answer in less time, for example without the proof: it says which solver is wrong where solvers
    /// differ, on however many inputs. Whatever is confirmed or shown, [`truth`](Self::truth) itself confirms.
    ///
    /// # Panics
    /// If there is no trusted answer yet.
    #[doc(hidden)]
    #[must_use]
    pub fn truth_in_bulk(mut self, answer: impl Fn(&I) -> A + Send + Sync + 'static) -> Self {
        let truth = self.truth.as_mut().expect("this follows `truth`");
        truth.in_bulk = Some(Arc::new(answer));
        self
    }

    /// Adds a relation between the answers of one solver: `holds` asks the solver, and says whether its answers fit
    /// together.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("file name", domain::range(1..=20_u32))
    ///     .solver("text", |n| n.to_string())
    ///     .solver("format", |n| format!("{n}"))
    ///     .relation("files are in order", |&n, ask| n == 1 || ask(&(n - 1)) < ask(&n));
    /// // The solvers agree, but "10" comes before "9".
    /// assert_eq!(check.check_quickly()?.simplest[0].input, "10");
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    #[must_use]
    pub fn relation(
        mut self,
        name: impl Into<String>,
        holds: impl Fn(&I, &mut dyn FnMut(&I) -> A) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.relations.push(Arc::new(Relation {
            name: name.into(),
            holds: Box::new(holds),
        }));
        self
    }

    /// The solver that relations ask: agreement ties the others to it. By default, and where it does not take part, it is
    /// the last one.
    #[doc(hidden)]
    #[must_use]
    pub fn subject(mut self, solver: impl Into<String>) -> Self {
        self.about.subject = solver.into();
        self
    }

    /// Says which inputs represent others, for example those that are symmetric to them. Where answers take long, only
    /// representatives are judged. `which` completes "1 of 8 inputs, ...".
    ///
    /// ```
    /// use crossply::{CrossCheck, Limits, domain};
    ///
    /// let pairs = domain::of([domain::range(0..=9_u32), domain::range(0..=9)]);
    /// let check = CrossCheck::new("greater", pairs)
    ///     .representatives("one for each two numbers", |[a, b]| a <= b)
    ///     .solver("library", |&[a, b]| a.max(b))
    ///     .solver("search", |pair| (0..=9).rfind(|n| pair.contains(n)).unwrap_or(0))
    ///     // It is slow, and answers nothing but representatives.
    ///     .limits(Limits { all: 0, ..Limits::NONE });
    /// assert!(check.check_quickly()?.agree);
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    #[must_use]
    pub fn representatives(
        mut self,
        which: impl Into<String>,
        represents: impl Fn(&I) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.about.representatives = which.into();
        self.representatives = Some(Arc::new(represents));
        self
    }

    /// When two answers are the same, if `==` does not decide it: for example floats within a tolerance.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("tenths", domain::range(0..=99_u8))
    ///     .equality(|a: &f64, b| (a - b).abs() < 1e-9)
    ///     .solver("product", |&n| f64::from(n) * 0.1)
    ///     .solver("sum", |&n| (0..n).map(|_| 0.1).sum());
    /// // The sum is 0.7999999999999999.
    /// assert!(check.judge(&8).is_ok());
    /// ```
    #[must_use]
    pub fn equality(mut self, same: impl Fn(&A, &A) -> bool + Send + Sync + 'static) -> Self {
        self.equality = Equality::by(same);
        self
    }

    /// Insists on all inputs, however long they take, also in tests and quick runs.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("bits", domain::all::<u16>())
    ///     .complete()
    ///     .solver("library", |n| n.count_ones())
    ///     .solver("shifts", |n| (0..16).map(|bit| u32::from(n >> bit & 1)).sum());
    /// // Nothing was drawn.
    /// assert!(check.check_quickly()?.seed.is_none());
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    #[must_use]
    pub fn complete(mut self) -> Self {
        self.about.is_complete = true;
        self
    }

    /// How many inputs a block has: 4,096 unless this is called. A killed run loses the blocks under way; fewer inputs
    /// are better if an answer takes more than a few hundred microseconds.
    #[doc(hidden)]
    #[must_use]
    pub fn block(mut self, inputs: u64) -> Self {
        self.about.block = inputs.max(1);
        self
    }

    /// How many inputs are drawn from each part of the domain where a solver does not answer all: 500 unless this is
    /// called.
    ///
    /// ```
    /// use crossply::{CrossCheck, Limits, domain};
    ///
    /// let check = CrossCheck::new("parity of a product", domain::all::<(u32, u32)>())
    ///     .sample(100)
    ///     .solver("product", |&(a, b)| u64::from(a) * u64::from(b) % 2)
    ///     .limits(Limits::first(1000))
    ///     .solver("bits", |&(a, b)| u64::from(a & b & 1))
    ///     .limits(Limits::first(1000));
    /// // A thousand inputs, and a hundred that are drawn from the others.
    /// assert!(check.check_quickly()?.agree);
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    #[must_use]
    pub fn sample(mut self, inputs: u64) -> Self {
        self.about.sample = inputs;
        self
    }

    /// Leaves out solvers.
    #[doc(hidden)]
    #[must_use]
    pub fn select(mut self, takes_part: impl Fn(&str) -> bool) -> Self {
        self.solvers.retain(|entry| takes_part(&entry.name));
        self
    }

    /// Computes a digest of all answers, by section.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("squares", domain::range(0..=9_u32))
    ///     .digests()
    ///     .solver("product", |n| n * n)
    ///     .solver("power", |n| n.pow(2));
    /// let digests = check.check_quickly()?.digests;
    /// assert!(digests[0].sum.is_some());
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    #[must_use]
    pub fn digests(mut self) -> Self
    where
        A: Hash,
    {
        self.digest = Some(Arc::new(|numbers, answers| {
            if let (Numbers::All(numbers), Answers::All(answers)) = (numbers, answers) {
                let answers = (numbers.start as u64..).zip(answers);
                let digests = answers.map(|(index, answer)| Digest::of(index, answer));
                return digests.sum();
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
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let powers = |power| {
    ///     CrossCheck::new("powers", domain::range(0..=9_u32))
    ///         .digests()
    ///         .solver("library", move |n| n.pow(power))
    ///         .solver("loop", move |n| (0..power).map(|_| n).product())
    /// };
    /// let record = powers(2).check_quickly()?.digests[0].sum;
    /// // Both solvers change, and still agree with each other.
    /// let changed = powers(3).recorded(record.map(|sum| (String::new(), sum)));
    /// assert!(!changed.check_quickly()?.agree);
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    #[must_use]
    pub fn recorded(mut self, records: impl IntoIterator<Item = (String, Digest)>) -> Self {
        self.about.records = records.into_iter().collect();
        self
    }

    /// The inputs with these numbers.
    pub(crate) fn inputs(&self, numbers: &[u128]) -> Vec<I> {
        let inputs = numbers.iter().map(|&index| self.domain.input(index));
        inputs.collect()
    }
}
