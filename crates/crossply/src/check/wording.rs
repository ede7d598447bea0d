//! The wording of a check: what reports call it and its inputs, and the terms of explanations.

use std::borrow::Cow;
use std::fmt::Debug;
use std::sync::Arc;

use super::CrossCheck;
use crate::any_vec::Item;
use crate::content::Shown;
use crate::definition::{Misreading, Reader};
use crate::failure::Failure;
use crate::feature::Feature;
use crate::finding::Finding;

impl<I, A> CrossCheck<I, A>
where
    I: Clone + Debug + Send + 'static,
    A: Debug + Send + 'static,
{
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
        let answer: Reader = Box::new(move |inputs, row, answers| {
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
