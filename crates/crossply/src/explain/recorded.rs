//! Explains answers on record, which were given elsewhere.

use std::fmt::Debug;
use std::sync::Arc;

use super::explainer::Explainer;
use super::fault::{Fault, Voice};
use super::search::{Case, Wrong, explain};
use super::seen::{Seen, Terms};
use crate::any_vec::AnyVec;
use crate::definition::{Answers, Equality};
use crate::failure::Failure;
use crate::feature::{Value, value_of};
use crate::run::{Interrupted, Threads};
use crate::wide::count;

impl<I, A> Explainer<I, A>
where
    I: Clone + Debug + 'static,
    A: PartialEq + Debug + 'static,
{
    /// Explains where answers that were given elsewhere are wrong. Each run has inputs, right answers and outcomes, in
    /// the order in which they were asked for. `who` is the subject of the first sentence, and `of` what the answers are
    /// about. None if all are right.
    ///
    /// # Errors
    /// If the user interrupts it.
    pub fn explain<R>(
        &self,
        who: &str,
        of: &str,
        runs: impl IntoIterator<Item = R>,
        threads: Threads<'_>,
    ) -> Result<Option<Fault>, Interrupted>
    where
        R: IntoIterator<Item = (I, A, Result<A, Failure>)>,
    {
        let mut first = 0;
        let runs = runs.into_iter().map(|run| {
            let (mut inputs, mut right, mut given) = (Vec::new(), Vec::new(), Vec::new());
            let (mut failures, mut wrong) = (Vec::new(), Vec::new());
            for (row, (input, right_answer, outcome)) in run.into_iter().enumerate() {
                wrong.push(Some(outcome.as_ref() != Ok(&right_answer)));
                inputs.push(input);
                right.push(right_answer);
                match outcome {
                    Ok(answer) => given.push(answer),
                    Err(failure) => failures.push((row, failure)),
                }
            }
            let recorded = Recorded {
                first,
                inputs: inputs.into(),
                right: right.into(),
                given: Answers {
                    answered: given.into(),
                    failures,
                },
                wrong,
            };
            first += recorded.wrong.len();
            recorded
        });
        let runs: Vec<_> = runs.collect();
        let equality = Equality::by_eq::<A>();
        let no_answers = || AnyVec::from(Vec::<A>::new());
        self.explain_recorded(who, of, &runs, first as u64, &equality, no_answers, threads)
    }

    #[expect(clippy::too_many_arguments, reason = "it is the part without types")]
    fn explain_recorded(
        &self,
        who: &str,
        of: &str,
        runs: &[Recorded],
        seen: u64,
        equality: &Equality,
        no_answers: fn() -> AnyVec,
        threads: Threads<'_>,
    ) -> Result<Option<Fault>, Interrupted> {
        let wrong = runs.iter().flat_map(|run| &run.wrong);
        let wrong = wrong.filter(|wrong| **wrong == Some(true)).count() as u64;
        if wrong == 0 {
            return Ok(None);
        }
        let right = "the right answer";
        let vocabulary = &self.vocabulary;
        let terms = Terms::new(
            vocabulary,
            &vocabulary.subject(),
            right,
            value_of(&no_answers()),
        );
        let case = Case {
            terms: &terms,
            equality,
            no_answers,
            pass: &|inquiry, _| {
                for run in runs {
                    if threads.are_interrupted() {
                        return Err(Interrupted);
                    }
                    let seen = Seen {
                        inputs: &run.inputs,
                        number: &|row| (run.first + row) as u128,
                        section: Value::None,
                        given: &run.given,
                        wrong: &run.wrong,
                        right: &|row| Some(run.right.item(row)),
                    };
                    inquiry.note_taker().see(0, &seen);
                }
                Ok(true)
            },
            end: None,
            stops_when_refuted: false,
        };
        let suspects = [Wrong {
            solver: 0,
            seen,
            of_these: wrong,
            misreadings: vocabulary.misreadings.iter().map(Arc::as_ref).collect(),
        }];
        let found = explain(&case, &suspects)?.into_iter().next();
        let voice = Voice {
            who,
            differs_from: None,
            nouns: &vocabulary.nouns,
            right,
            scope: format!("{} {of}", count(seen)),
            is_partial: false,
            counted: None,
        };
        Ok(found.map(|found| voice.fault(found, &terms.list)))
    }
}

/// What was answered in one run.
struct Recorded {
    /// The number of its first input.
    first: usize,
    inputs: AnyVec,
    right: AnyVec,
    given: Answers,
    wrong: Vec<Option<bool>>,
}
