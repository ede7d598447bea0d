//! The definition of a check: a domain, solvers, what else judges their answers, and words for reports.

use std::borrow::Cow;
use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::Deref;
use std::panic::Location;
use std::sync::Arc;

use super::Check;
use crate::any_vec::{AnyVec, Item};
use crate::content::Shown;
use crate::definition::{
    Definition, Equality, Float, InputWords, Limits, MisreadAnswer, Misreading, NamedSolver,
    Predicate, Relation, Solver, Truth, Vocabulary, answering, digest_of,
};
use crate::digest::Digest;
use crate::domain::{self, Domain, Inputs};
use crate::failure::Failure;
use crate::feature::Feature;
use crate::finding::Finding;
use crate::isolated::{Guard, Guarded};

/// The number of inputs in a block unless the check says otherwise: large enough to make the overhead small, small
/// enough to keep all threads busy until the end, and answers in the processor's cache.
const BLOCK: u64 = 4096;

/// The number of inputs drawn from each part of the domain that a solver does not answer completely.
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
    pub(super) check: Check,
    types: PhantomData<fn(&I) -> A>,
}

/// A clone shares its solvers and other functions with the original.
impl<I, A> Clone for CrossCheck<I, A> {
    fn clone(&self) -> Self {
        CrossCheck {
            check: self.check.clone(),
            types: PhantomData,
        }
    }
}

/// Gives access to the methods that do not depend on `I` and `A`.
impl<I, A> Deref for CrossCheck<I, A> {
    type Target = Check;

    fn deref(&self) -> &Check {
        &self.check
    }
}

impl<I, A> CrossCheck<I, A>
where
    I: Clone + Debug + Send + 'static,
    A: Debug + Send + 'static,
{
    /// Creates a check with this name, for solvers that answer the inputs of this domain. Answers are compared by `==`, but
    /// NaN is the same as NaN, also as a part of a pair, a list, an `Option` or a `Result`. If two answers of another type
    /// are each unequal to themselves, the check is at fault, and [`equality`](Self::equality) has to compare them.
    ///
    /// Inputs that solvers once got wrong are kept in a file next to the source file that calls this.
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
    pub fn new(name: impl Into<String>, inputs: impl Domain<Input = I> + 'static) -> Self
    where
        A: PartialEq,
    {
        let equality = Equality::by_eq::<A>();
        let domain: Inputs<I> = domain::of(inputs);
        let words = InputWords {
            noun: "input".to_owned(),
            nouns: "inputs".to_owned(),
            sections_are: None,
        };
        let definition = Definition {
            name: name.into(),
            summary: String::new(),
            command: None,
            words,
            len: domain.len(),
            is_drawn: domain.is_drawn(),
            sections: domain.sections_or_whole(),
            edges: Arc::default(),
            axes: Arc::default(),
            domain: Arc::new(domain),
            solvers: Vec::new(),
            subject: None,
            truth: None,
            relations: Vec::new(),
            only: None,
            representatives: None,
            identity: equality.clone(),
            equality,
            digest: None,
            records: Vec::new(),
            is_complete: false,
            is_isolated: false,
            at_least: None,
            block: BLOCK,
            largest_block: BLOCK,
            sample: SAMPLE,
            shown: None,
            vocabulary: Vocabulary::new::<A>(),
            no_answers: || AnyVec::from(Vec::<A>::new()),
            source: Location::caller(),
        };
        CrossCheck {
            check: Check {
                definition: Arc::new(definition),
            },
            types: PhantomData,
        }
    }

    /// Adds a solver that keeps no state between inputs.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("absolute value", domain::all::<i8>())
    ///     .solver("library", |n| n.unsigned_abs())
    ///     .solver("complement", |&n| if n < 0 { !n as u8 } else { n as u8 });
    /// assert!(check.judge(&1).is_ok());
    /// // The two's complement of `n` is one more than `!n`.
    /// assert!(check.judge(&-1).is_err());
    /// ```
    ///
    /// A solver takes a reference to an input of the domain. All solvers return answers of the same type, which must not
    /// borrow from the input: `|text: &String| trim(text).to_owned()` calls a function that takes and returns `&str`. If
    /// solvers return errors of different types, `|text| parse(text).map_err(drop)` or `.ok()` compares everything but the
    /// errors. Threads share a solver.
    ///
    /// ```compile_fail
    /// # use crossply::{CrossCheck, domain};
    /// // The answer borrows from the input.
    /// CrossCheck::new("trim", domain::words("a ", 0..=3).map(String::from_iter)).solver("library", |text| text.trim());
    /// ```
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
    /// // The previous solver returns answers of another type.
    /// check.solver("product", |&n| 2 * u32::from(n));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// # use std::rc::Rc;
    /// # use crossply::{CrossCheck, domain};
    /// let factor = Rc::new(2);
    /// // An `Rc` cannot be shared between threads. With `stateful`, each thread makes its own.
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

    /// Adds a solver that may keep state, such as a cache. Each thread makes its own instance, and a new one after a panic.
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
        let check = self.definition();
        let name = name.into();
        let guard = Guard::new(&check.name, &name);
        check.solvers.push(NamedSolver {
            name,
            limits: Limits::NONE,
            new: Arc::new(move || {
                let solver: Box<dyn Solver<I, A>> = Box::new(new());
                Box::new(match guard.clone() {
                    Some(guard) => Box::new(Guarded {
                        guard,
                        solver,
                        has_stopped: false,
                    }),
                    None => solver,
                })
            }),
        });
        self
    }

    /// The definition, for changes.
    pub(super) fn definition(&mut self) -> &mut Definition {
        Arc::make_mut(&mut self.check.definition)
    }

    /// Sets the trusted answer: a solver that differs from it is wrong. If it panics, the check is at fault, not a solver.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("weeks", domain::range(0..=99_u32))
    ///     .truth("division", |days| days.div_ceil(7))
    ///     .solver("one more", |days| days / 7 + 1)
    ///     .solver("six more", |days| (days + 6) / 7);
    /// // Without the truth, it would not be known which of the two is wrong.
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
        let check = self.definition();
        let name = name.into();
        let answer = match Guard::new(&check.name, &name) {
            Some(guard) => answering(move |input| guard.ask(None, input, || answer(input))),
            None => answering(answer),
        };
        check.truth = Some(Truth {
            name,
            answer,
            in_bulk: None,
        });
        self
    }

    /// Sets a cheaper way to compute the trusted answer, for example without a proof. It decides which solver is wrong on
    /// each input where solvers differ. [`truth`](Self::truth) itself confirms every input that a report shows.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("prime", domain::range(2..=999_u32))
    ///     .truth("all divisors", |&n| (2..n).all(|divisor| n % divisor > 0))
    ///     .truth_in_bulk(|&n| (2..n).take_while(|d| d * d <= n).all(|divisor| n % divisor > 0))
    ///     .solver("odd", |&n| n == 2 || n % 2 == 1);
    /// let finding = &check.check_quickly()?.simplest[0];
    /// assert_eq!((&*finding.input, finding.right.as_deref()), ("9", Some("false")));
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    ///
    /// # Panics
    /// If [`truth`](Self::truth) was not called before.
    #[must_use]
    pub fn truth_in_bulk(mut self, answer: impl Fn(&I) -> A + Send + Sync + 'static) -> Self {
        let truth = self.definition().truth.as_mut();
        truth.expect("this follows `truth`").in_bulk = Some(answering(answer));
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
        holds: impl Fn(&I, &dyn Fn(&I) -> A) -> bool + Send + Sync + 'static,
    ) -> Self {
        let relation = Relation::new(name.into(), holds);
        self.definition().relations.push(Arc::new(relation));
        self
    }

    /// Restricts the check to inputs for which `holds` returns true. Solvers, the truth and relations see no others, and the
    /// report says how many inputs count. The name states the condition. If this is called more than once, all conditions
    /// must hold.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("search", domain::of((domain::words([1, 3, 5], 0..=4), domain::range(0..=6))))
    ///     .only("sorted", |(list, _)| list.is_sorted())
    ///     .solver("binary", |(list, n)| list.binary_search(n).is_ok())
    ///     .solver("linear", |(list, n)| list.contains(n));
    /// let checked = check.check_quickly()?;
    /// // 35 of the 121 lists are sorted.
    /// assert!(checked.agree && checked.scope.counts.compared.total() == 35 * 7);
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    #[must_use]
    pub fn only(
        mut self,
        name: impl Into<String>,
        holds: impl Fn(&I) -> bool + Send + Sync + 'static,
    ) -> Self {
        let check = self.definition();
        let mut words = name.into();
        let others = check.only.take();
        if let Some(others) = &others {
            words = format!("{} and {words}", others.words);
        }
        let holds = Arc::new(move |input: &dyn Item| {
            let others = others.as_ref();
            others.is_none_or(|others| (others.holds)(input)) && holds(input.get())
        });
        check.only = Some(Predicate { words, holds });
        self
    }

    /// Sets the solver that relations ask, by its name. One is enough, because the others have to agree with it. By default,
    /// and if this solver does not take part, it is the last one.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("greater", domain::of([domain::range(0..=9_u32), domain::range(0..=9)]))
    ///     .relation("the order of the numbers does not matter", |&[a, b], solve| solve(&[a, b]) == solve(&[b, a]))
    ///     // It is fast, so relations cost little.
    ///     .subject("library")
    ///     .solver("library", |&[a, b]| a.max(b))
    ///     .solver("search", |pair| (0..=9).rfind(|n| pair.contains(n)).unwrap_or(0));
    /// assert!(check.check_quickly()?.agree);
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    #[must_use]
    pub fn subject(mut self, solver: impl Into<String>) -> Self {
        self.definition().subject = Some(solver.into());
        self
    }

    /// Says which inputs represent others, for example symmetric ones. Slow solvers answer only representatives (see
    /// [`Limits`]). `which` completes "1 of 8 inputs, ...".
    ///
    /// ```
    /// use crossply::{CrossCheck, Limits, domain};
    ///
    /// let pairs = domain::of([domain::range(0..=9_u32), domain::range(0..=9)]);
    /// let check = CrossCheck::new("greater", pairs)
    ///     .representatives("one for each pair of numbers", |[a, b]| a <= b)
    ///     .solver("library", |&[a, b]| a.max(b))
    ///     .solver("search", |pair| (0..=9).rfind(|n| pair.contains(n)).unwrap_or(0))
    ///     // This solver is slow, so it answers only representatives.
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
        let words = which.into();
        let holds = Arc::new(move |input: &dyn Item| represents(input.get()));
        self.definition().representatives = Some(Predicate { words, holds });
        self
    }

    /// Sets when two answers are the same, in place of `==`: for example, floats within a tolerance. Answers that `same` tells
    /// even from themselves, such as NaN with a tolerance, are compared as by [`new`](Self::new). All pairs of solvers count,
    /// because two answers may differ although both are the same as a third.
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
    pub fn equality(mut self, same: impl Fn(&A, &A) -> bool + Send + Sync + 'static) -> Self
    where
        A: PartialEq,
    {
        self.definition().equality = Equality::by_or_eq(same);
        self
    }

    /// Like [`equality`](Self::equality), for a function that is transitive: two answers that are the same as a third one are
    /// the same. Then a run compares each solver with one other, and not with all.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// CrossCheck::new("hexadecimal", domain::range(0..=999_u32))
    ///     .equivalence(|a: &String, b| a.eq_ignore_ascii_case(b))
    ///     .solver("lower", |n| format!("{n:x}"))
    ///     .solver("upper", |n| format!("{n:X}"))
    ///     .assert();
    /// ```
    #[must_use]
    pub fn equivalence(self, same: impl Fn(&A, &A) -> bool + Send + Sync + 'static) -> Self
    where
        A: PartialEq,
    {
        let mut check = self.equality(same);
        check.definition().equality.is_transitive = true;
        check
    }

    /// Treats floats as the same if they differ by at most `difference`. NaN is the same as NaN, and infinities have to be
    /// equal.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// CrossCheck::new("tenths", domain::range(0..=99_u8))
    ///     .within(1e-12)
    ///     .solver("product", |&n| f64::from(n) * 0.1)
    ///     .solver("sum", |&n| (0..n).map(|_| 0.1).sum())
    ///     .assert();
    /// ```
    #[must_use]
    pub fn within(self, difference: f64) -> Self
    where
        A: Float,
    {
        self.equality(move |&a, &b| {
            let [a, b]: [f64; 2] = [a.into(), b.into()];
            (a - b).abs() <= difference
        })
    }

    /// Treats floats as the same if they are at most `units` units in the last place apart: adjacent floats are one unit
    /// apart. NaN is the same as NaN, and infinities have to be equal.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// CrossCheck::new("thirds", domain::range(0..=999_u16))
    ///     .within_ulps(1)
    ///     .solver("quotient", |&n| f32::from(n) / 3.0)
    ///     .solver("product", |&n| f32::from(n) * (1.0 / 3.0))
    ///     .assert();
    /// ```
    #[must_use]
    pub fn within_ulps(self, units: u64) -> Self
    where
        A: Float,
    {
        self.equality(move |a, b| a.ulps(*b).is_some_and(|apart| apart <= units))
    }

    /// Keeps only the solvers for whose names `takes_part` returns true.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("half", domain::all::<u8>())
    ///     .solver("quotient", |n| n / 2)
    ///     .solver("shift", |n| n >> 1)
    ///     .solver("draft", |_| 0);
    /// check.select(|name| name != "draft").assert();
    /// ```
    #[must_use]
    pub fn select(mut self, takes_part: impl Fn(&str) -> bool) -> Self {
        self.check.select(takes_part);
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
        self.definition().digest = Some(digest_of::<A>);
        self
    }

    /// Sets the expected digest of each section. The check fails if the [`digests`](Self::digests) of a run differ from
    /// these, which were recorded from an earlier run.
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
        self.definition().records = records.into_iter().collect();
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
    /// If no solver was added yet.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        let last = self.definition().solvers.last_mut();
        last.expect("limits follow a solver").limits = limits;
        self
    }

    /// Always checks all inputs, however long that takes, even in tests and quick runs.
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
        self.definition().is_complete = true;
        self
    }

    /// Makes the check fail if a run compares fewer than `inputs` inputs, for example because a solver has become slow. By
    /// default, a run that the clock ends has to compare a hundred, and a thousandth of a domain of up to 2^20 inputs.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// CrossCheck::new("half", domain::all::<u64>())
    ///     .at_least(100_000)
    ///     .solver("division", |n| n / 2)
    ///     .solver("shift", |n| n >> 1)
    ///     .assert();
    /// ```
    #[must_use]
    pub fn at_least(mut self, inputs: u64) -> Self {
        self.definition().at_least = Some(inputs);
        self
    }

    /// Makes [`assert`](crate::Check::assert) and the command line run the check in a child process, by starting the test or
    /// the command again. If a solver ends the process (by `abort`, `exit` or a stack overflow), or does not answer within
    /// ten seconds, it fails on that input, and the run continues in a new child process. After twenty such inputs, or
    /// the time of a run, the last process asks only for what is known, and reports it. Waiting does not count as time of the
    /// run, but stops after four late answers if it takes longer. The run uses one thread.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// fn ackermann(m: u64, n: u64) -> u64 {
    ///     match (m, n) {
    ///         (0, _) => n + 1,
    ///         (_, 0) => ackermann(m - 1, 1),
    ///         _ => ackermann(m - 1, ackermann(m, n - 1)),
    ///     }
    /// }
    ///
    /// // With a bug, the recursion might never end.
    /// CrossCheck::new("Ackermann", domain::range(0..=20_u64))
    ///     .isolated()
    ///     .solver("recursion", |&n| ackermann(2, n))
    ///     .solver("formula", |&n| 2 * n + 3)
    ///     .assert();
    /// ```
    #[must_use]
    pub fn isolated(mut self) -> Self {
        self.definition().is_isolated = true;
        self
    }

    /// Sets the number of inputs in a block. The default is 4,096. A killed run loses its unfinished blocks, so a smaller
    /// number is better if an answer takes more than a few hundred microseconds. All blocks have this size, unless
    /// [`largest_block`](Self::largest_block) follows. A block has at least one input.
    ///
    /// ```
    /// use std::{thread, time::Duration};
    ///
    /// use crossply::{CrossCheck, domain};
    ///
    /// CrossCheck::new("echo", domain::range(0..=9_u32))
    ///     .block(2)
    ///     .solver("same", |&n| n)
    ///     .solver("late", |&n| {
    ///         thread::sleep(Duration::from_millis(1));
    ///         n
    ///     })
    ///     .assert();
    /// ```
    #[must_use]
    pub fn block(mut self, inputs: u64) -> Self {
        let check = self.definition();
        (check.block, check.largest_block) = (inputs.max(1), inputs.max(1));
        self
    }

    /// Sets the largest number of inputs in a block, for runs on all inputs. Blocks grow to at most an eighth of the inputs
    /// before them: a run that gets that far has fast solvers. [`block`](Self::block) sets the first size, and comes before.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// // It begins with blocks of 16 inputs.
    /// CrossCheck::new("double", domain::all::<u16>())
    ///     .block(16)
    ///     .largest_block(1 << 12)
    ///     .solver("sum", |&n| u32::from(n) + u32::from(n))
    ///     .solver("product", |&n| 2 * u32::from(n))
    ///     .assert();
    /// ```
    #[must_use]
    pub fn largest_block(mut self, inputs: u64) -> Self {
        let check = self.definition();
        check.largest_block = inputs.max(check.block);
        self
    }

    /// Sets the number of inputs drawn from each part of the domain that a solver does not answer completely. The default
    /// is 500.
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
    /// // It checks the first thousand inputs, and a hundred drawn from the others.
    /// assert!(check.check_quickly()?.agree);
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    #[must_use]
    pub fn sample(mut self, inputs: u64) -> Self {
        self.definition().sample = inputs;
        self
    }

    /// Describes the check in one line.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("isqrt", domain::range(0..=9_u32))
    ///     .summary("square roots, rounded down")
    ///     .solver("library", |n| n.isqrt())
    ///     .solver("float", |&n| f64::from(n).sqrt() as u32);
    /// assert_eq!(check.check_quickly()?.summary, "square roots, rounded down");
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    #[must_use]
    pub fn summary(mut self, summary: impl Into<String>) -> Self {
        self.definition().summary = summary.into();
        self
    }

    /// Sets what reports call inputs, in the singular and the plural: `"day", "days"`.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("long months", domain::range(1..=12_u8))
    ///     .inputs_are("month", "months")
    ///     .solver("knuckles", |month| (month % 2 == 1) == (*month <= 7))
    ///     .solver("odd", |month| month % 2 == 1);
    /// let fault = &check.check_quickly()?.faults[0];
    /// assert!(fault.text.starts_with("knuckles and odd differ on 5 of 12 months."));
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    #[must_use]
    pub fn inputs_are(mut self, one: impl Into<String>, several: impl Into<String>) -> Self {
        let words = &mut self.definition().words;
        (words.noun, words.nouns) = (one.into(), several.into());
        self
    }

    /// Sets what the names of sections stand for: `"digits"`, if the sections are named after numbers of digits.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let numbers = domain::range(0..=9_u32).named("one").chain(domain::range(10..=99).named("two"));
    /// let check = CrossCheck::new("length", numbers)
    ///     .sections_are("digits")
    ///     .solver("text", |n| n.to_string().len())
    ///     .solver("guess", |_| 1);
    /// assert!(check.judge(&12).is_err_and(|report| report.to_string().contains("(digits: two)")));
    /// ```
    #[must_use]
    pub fn sections_are(mut self, what: impl Into<String>) -> Self {
        let what = Some(what.into());
        self.definition().words.sections_are = what.filter(|what| !what.is_empty());
        self
    }

    /// Sets the command line that includes this check, such as `cargo run --example checks --`. Reports use it to say how to
    /// show a failing input again.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("halves", domain::range(0..=9_u8))
    ///     .command("cargo run --example checks --")
    ///     .solver("down", |n| n / 2)
    ///     .solver("up", |n| n.div_ceil(2));
    /// let again = "cargo run --example checks -- show halves:3";
    /// assert!(check.judge(&3).is_err_and(|report| report.to_string().contains(again)));
    /// ```
    #[must_use]
    pub fn command(mut self, command: impl Into<String>) -> Self {
        let command = Some(command.into());
        self.definition().command = command.filter(|command| !command.is_empty());
        self
    }

    /// Sets how reports show a failing input and why its right answer is right, given the input and what was found. By default,
    /// they show its `Debug` output.
    ///
    /// ```
    /// use crossply::content::{Block, Shown};
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("parity", domain::range(0..=15_u8))
    ///     .shown_by(|n, _| Shown {
    ///         input: Block::Code(format!("{n:04b}")),
    ///         reason: vec![Block::Text("The number of ones counts.".to_owned())],
    ///     })
    ///     .truth("library", |n| n.count_ones() % 2)
    ///     .solver("last bits", |n| u32::from(n % 2 + n / 2 % 2) % 2);
    /// let report = check.judge(&4).unwrap_err().to_string();
    /// assert!(report.contains("    0100") && report.contains("The number of ones counts."));
    /// ```
    #[must_use]
    pub fn shown_by(
        mut self,
        show: impl Fn(&I, &Finding) -> Shown + Send + Sync + 'static,
    ) -> Self {
        self.definition().shown = Some(Arc::new(move |input: &dyn Item, finding: &Finding| {
            show(input.get(), finding)
        }));
        self
    }

    /// Adds a fact about inputs, for rules that say where solvers are wrong: "wrong exactly where the year is a leap
    /// year". See [`Feature::fact`](crate::Feature::fact) for the words.
    ///
    /// ```
    /// use crossply::{CrossCheck, Explanation, domain};
    ///
    /// let check = CrossCheck::new("days in February", domain::range(1..=9999_u32))
    ///     .fact("is a leap year", |&year| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0))
    ///     .inputs_are("year", "years")
    ///     .solver("wrong", |_| 28)
    ///     .solver("right", |&year| if year % 400 == 0 || year % 4 == 0 && year % 100 != 0 { 29 } else { 28 });
    /// let fault = &check.check_quickly()?.faults[0];
    /// // The solvers differ in leap years, and the second one always answers 29 there.
    /// assert_eq!(fault.explanation, Explanation::WrongWhere("the year is a leap year".to_owned()));
    /// assert_eq!(fault.change.as_deref(), Some("29"));
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    #[must_use]
    pub fn fact(mut self, words: &str, holds: impl Fn(&I) -> bool + Send + Sync + 'static) -> Self {
        let fact = Feature::fact(words, holds);
        self.definition().vocabulary.features.push(fact);
        self
    }

    /// Lets rules speak of the fields of inputs, by their names: "left.major is at least 3". Inputs are structs, or other values
    /// with parts, that serde can serialize. Integers of more than 64 bits are left out.
    ///
    /// ```
    /// use crossply::{CrossCheck, Explanation, domain};
    /// use serde::Serialize;
    ///
    /// #[derive(Clone, Debug, PartialEq, Serialize)]
    /// struct Order { items: u32, express: bool }
    ///
    /// let orders = (0..200).map(|n| Order { items: n / 2, express: n % 2 == 1 });
    /// let orders: Vec<Order> = orders.collect();
    /// let check = CrossCheck::new("postage", domain::given(orders))
    ///     .fields()
    ///     .truth("definition", |order| order.items + u32::from(order.express))
    ///     .solver("wrong", |order| order.items + u32::from(order.express && order.items < 90));
    /// let rule = &check.check_quickly()?.faults[0].explanation;
    /// let words = "express is true and items is at least 90";
    /// assert_eq!(*rule, Explanation::WrongWhere(words.to_owned()));
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    #[cfg(feature = "serde")]
    #[must_use]
    pub fn fields(mut self) -> Self
    where
        I: serde::Serialize,
    {
        self.definition().vocabulary.fields = Some(crate::feature::fields::features::<I>);
        self
    }

    /// Lets reports say in which fields of answers wrong ones differ from right ones, if not in all. Answers are structs, or
    /// tuples, that serde can serialize; it compares no fields that serde skips. Of tuples of two or three values of the same
    /// type, such as integers, reports always say it.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    /// use serde::Serialize;
    ///
    /// #[derive(Debug, PartialEq, Serialize)]
    /// struct Time { hours: u32, minutes: u32 }
    ///
    /// let check = CrossCheck::new("time", domain::range(0..1440_u32))
    ///     .answer_fields()
    ///     .truth("definition", |n| Time { hours: n / 60, minutes: n % 60 })
    ///     .solver("wrong", |n| Time { hours: n / 60, minutes: n % 100 });
    /// let fault = &check.check_quickly()?.faults[0];
    /// assert_eq!(fault.differs_in, ["minutes"]);
    /// assert!(fault.text.contains("differs from the right answer only in minutes."));
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    #[cfg(feature = "serde")]
    #[must_use]
    pub fn answer_fields(mut self) -> Self
    where
        A: serde::Serialize,
    {
        self.definition().vocabulary.parts = Some(Arc::new(crate::feature::fields::compare::<A>));
        self
    }

    /// Adds a misreading of the problem: a function whose answers a wrong solver may give. The words complete "as if".
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("triangular", domain::range(0..=999_u32))
    ///     .misreading("it counted from 1", |&n| (1..n).sum())
    ///     .truth("sum", |&n| (0..=n).sum())
    ///     .solver("formula", |&n| n * (n + 1) / 2)
    ///     .solver("loop", |&n| (0..n).sum::<u32>());
    /// let fault = &check.check_quickly()?.faults[0];
    /// assert!(fault.text.ends_with("It answers all 1,000 inputs as if it counted from 1."));
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    #[must_use]
    pub fn misreading(
        self,
        words: impl Into<String>,
        answer: impl Fn(&I) -> A + Send + Sync + 'static,
    ) -> Self {
        self.misreading_of_some(words, move |input| Some(answer(input)))
    }

    /// Like [`misreading`](Self::misreading), but the misreading may have no answer to some inputs. An answer of the solver to such
    /// an input refutes it.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("greatest", domain::words(0..10_u32, 1..=3))
    ///     .misreading_of_some("the least were wanted", |list| list.iter().min().copied())
    ///     .truth("maximum", |list| list.iter().max().copied().unwrap_or(0))
    ///     .solver("sorted", |list| {
    ///         let mut list = list.clone();
    ///         list.sort();
    ///         list[0]
    ///     });
    /// let fault = &check.check_quickly()?.faults[0];
    /// assert!(fault.text.ends_with("It answers all 1,110 inputs as if the least were wanted."));
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    #[must_use]
    pub fn misreading_of_some(
        mut self,
        words: impl Into<String>,
        answer: impl Fn(&I) -> Option<A> + Send + Sync + 'static,
    ) -> Self {
        let answer: MisreadAnswer = Box::new(move |inputs, row, answers| {
            let answer = answer(inputs.item(row).get());
            let has_answer = answer.is_some();
            answers.values_mut().extend(answer);
            has_answer
        });
        let words = words.into();
        let misreading = Arc::new(Misreading { words, answer });
        self.definition().vocabulary.misreadings.push(misreading);
        self
    }

    /// Sets how to name the mistake in a wrong answer, such as `"misses a win"`, given the input, the right answer and the
    /// solver's outcome. By default, a wrong number is called too high or too low.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("least divisor", domain::range(2..=99_u32))
    ///     .mistakes(|n, right, given| match given {
    ///         Ok(given) if given > right && n % given == 0 => "finds a larger divisor".into(),
    ///         _ => "finds no divisor".into(),
    ///     })
    ///     .truth("upwards", |&n| (2..n).find(|divisor| n % divisor == 0).unwrap_or(n))
    ///     .solver("downwards", |&n| (2..n).rfind(|divisor| n % divisor == 0).unwrap_or(n));
    /// let fault = &check.check_quickly()?.faults[0];
    /// assert_eq!(fault.how[0].mistake, "finds a larger divisor");
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    #[must_use]
    pub fn mistakes(
        mut self,
        mistake: impl Fn(&I, &A, Result<&A, &Failure>) -> Cow<'static, str> + Send + Sync + 'static,
    ) -> Self {
        self.definition().vocabulary.mistake = Some(Arc::new(move |input, right, given| {
            mistake(input.get(), right.get(), given.map(<dyn Item>::get))
        }));
        self
    }
}
