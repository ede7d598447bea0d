//! The definition of a check: a domain, solvers, and what else judges their answers.

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::Deref;
use std::panic::Location;
use std::sync::Arc;

use super::Check;
use super::fuzz::Place;
use crate::any_vec::{AnyVec, Item};
use crate::definition::{
    Definition, Equality, Float, Limits, NamedSolver, Property, Relation, Solver, Truth,
    Vocabulary, Words, answering, digest_of,
};
use crate::digest::Digest;
use crate::domain::{self, Domain, Inputs};
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
        CrossCheck::with_types(self.check.clone())
    }
}

/// Gives access to the methods that do not depend on `I` and `A`.
impl<I, A> Deref for CrossCheck<I, A> {
    type Target = Check;

    fn deref(&self) -> &Check {
        &self.check
    }
}

impl<I, A> CrossCheck<I, A> {
    /// Wraps a check whose functions take `I` and return `A`.
    fn with_types(check: Check) -> Self {
        let types = PhantomData;
        CrossCheck { check, types }
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
        CrossCheck::defined(name.into(), inputs, Equality::by_eq::<A>())
    }

    /// Creates a check whose answers need not implement `PartialEq`: only `same` decides which answers are the same. An answer
    /// should be the same as itself. If two are not, the check is at fault.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// /// It does not implement `PartialEq`.
    /// #[derive(Debug)]
    /// struct Color([u8; 3]);
    ///
    /// CrossCheck::with_equality("grey", domain::all::<u8>(), |a: &Color, b| a.0 == b.0)
    ///     .solver("repeated", |&n| Color([n; 3]))
    ///     .solver("listed", |&n| Color([n, n, n]))
    ///     .assert();
    /// ```
    #[track_caller]
    pub fn with_equality(
        name: impl Into<String>,
        inputs: impl Domain<Input = I> + 'static,
        same: impl Fn(&A, &A) -> bool + Send + Sync + 'static,
    ) -> Self {
        CrossCheck::defined(name.into(), inputs, Equality::by(same))
    }

    #[track_caller]
    fn defined(name: String, inputs: impl Domain<Input = I> + 'static, equality: Equality) -> Self {
        let domain: Inputs<I> = domain::of(inputs);
        let words = Words {
            noun: "input".to_owned(),
            nouns: "inputs".to_owned(),
            sections_are: None,
        };
        let definition = Definition {
            name,
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
        CrossCheck::with_types(Check {
            definition: Arc::new(definition),
            session: Place::new(),
        })
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
        self.check.definition_mut()
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
        holds: impl Fn(&I, &mut dyn FnMut(&I) -> A) -> bool + Send + Sync + 'static,
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
        check.only = Some(Property { words, holds });
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
        self.definition().representatives = Some(Property { words, holds });
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
}
