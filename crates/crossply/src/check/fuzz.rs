//! Checks of single inputs from fuzzing engines, property tests and corpora.
//!
//! A fuzzing engine makes many calls, so each thread keeps its solvers.

use std::cell::RefCell;
use std::error::Error;
use std::fmt::{self, Debug};
use std::fs;
use std::io;
use std::path::Path;
use std::sync::{Arc, Weak};

use super::again::test_command;
use super::settings::variable;
use super::{Check, CrossCheck, Selection};
use crate::any_vec::AnyVec;
use crate::definition::{Batch, Definition, Limits, Numbers};
use crate::error::CheckError;
use crate::finding::Finding;
use crate::number_set::NumberSet;
use crate::oracle::Panel;
use crate::oracle::ask::{ask_and_relate, single};
use crate::oracle::truth::confirmed_answer;
use crate::report::{Presentation, text};
use crate::shrink::minimise;

/// The largest number of inputs tried in a search for a simpler one: fuzzing engines limit the time of a call.
const SEARCHED: u64 = 10_000;

/// The error if solvers disagree or an answer is wrong. `Display` gives the report.
///
/// ```
/// use crossply::{CrossCheck, Disagreement, domain};
///
/// let check = CrossCheck::new("upper case", domain::range('a'..='ÿ'))
///     .solver("Unicode", |letter| letter.to_uppercase().to_string())
///     .solver("ASCII", |letter| letter.to_ascii_uppercase().to_string());
/// let report: Result<(), Disagreement> = check.judge(&'é');
/// assert!(report.is_err_and(|report| report.to_string().contains("ASCII     \"é\"")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement(String);

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Disagreement {}

impl<I, A> CrossCheck<I, A>
where
    I: Clone + Debug + Send + 'static,
{
    /// Checks one input, for example in a property test.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    /// use proptest::prelude::*;
    ///
    /// let check = CrossCheck::new("double", domain::all::<u16>())
    ///     .solver("sum", |&n| u32::from(n) + u32::from(n))
    ///     .solver("product", |&n| 2 * u32::from(n));
    /// proptest!(|(n in domain::all::<u16>())| check.judge(&n)?);
    /// ```
    ///
    /// # Errors
    /// The report, if an answer is wrong.
    ///
    /// # Panics
    /// If `CROSSPLY_SOLVERS` is not a selection, or the check is invalid.
    pub fn judge(&self, input: &I) -> Result<(), Disagreement> {
        let inputs = AnyVec::from(vec![input.clone()]);
        self.judge_batch(inputs)
    }
}

impl Check {
    /// Checks the input encoded by the bytes of a fuzzing engine. This is the body of a fuzz target. In a numbered domain,
    /// the bytes encode the number of an input. In a domain from `domain::arbitrary`, `Arbitrary` decodes them.
    ///
    /// If an answer is wrong, the report shows the simplest failing input that a short search finds. Each thread judges a
    /// numbered input only once. `CROSSPLY_SOLVERS` selects solvers.
    ///
    /// ```
    /// use std::sync::LazyLock;
    ///
    /// use crossply::{CrossCheck, domain};
    ///
    /// static CHECK: LazyLock<CrossCheck<u16, u32>> = LazyLock::new(|| {
    ///     CrossCheck::new("double", domain::all::<u16>())
    ///         .solver("sum", |&n| u32::from(n) + u32::from(n))
    ///         .solver("product", |&n| 2 * u32::from(n))
    /// });
    ///
    /// // libfuzzer_sys::fuzz_target!(|bytes: &[u8]| CHECK.fuzz(bytes));
    /// CHECK.fuzz(b"any bytes");
    /// ```
    ///
    /// # Panics
    /// With a report, if an answer is wrong; if the selection or the check is invalid.
    pub fn fuzz(&self, bytes: &[u8]) {
        let batch = self.definition.domain.decode(bytes);
        self.with_session(|session| session.judge_and_minimise(&batch))
            .unwrap_or_else(|disagreement| panic!("{disagreement}"));
    }

    /// Checks the inputs that a fuzzing engine has saved in a folder. The report of a failure gives the path of the input.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("reversed", domain::words("ab", 0..=9))
    ///     .solver("library", |word| word.iter().rev().copied().collect())
    ///     .solver("inserts", |word| word.iter().fold(vec![], |rest, &letter| [vec![letter], rest].concat()));
    /// let corpus = std::env::temp_dir().join("crossply-reversed");
    /// std::fs::create_dir_all(&corpus)?;
    /// std::fs::write(corpus.join("a seed"), [7])?;
    /// check.assert_corpus(&corpus);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Panics
    /// With a report, if an answer is wrong; if the folder cannot be read, or has no files.
    #[track_caller]
    pub fn assert_corpus(&self, folder: impl AsRef<Path>) {
        let folder = folder.as_ref();
        let files = fs::read_dir(folder).and_then(|entries| {
            let paths = entries.map(|entry| Ok(entry?.path()));
            let mut paths = paths.collect::<io::Result<Vec<_>>>()?;
            paths.retain(|path| path.is_file());
            paths.sort();
            Ok(paths)
        });
        let folder = folder.display();
        let files = files.unwrap_or_else(|error| panic!("cannot read {folder}: {error}"));
        assert!(!files.is_empty(), "{folder} has no files");
        for file in files {
            let name = file.display();
            let bytes =
                fs::read(&file).unwrap_or_else(|error| panic!("cannot read {name}: {error}"));
            if let Err(report) = self.look(&bytes) {
                panic!("{name}:\n\n{report}");
            }
        }
    }

    /// Judges the input that a fuzz target would get from these bytes, even if it was judged before.
    pub(crate) fn look(&self, bytes: &[u8]) -> Result<(), Disagreement> {
        self.with_session(|session| session.reported(&self.definition.domain.decode(bytes)))
    }

    /// Judges an input that is not from a run.
    fn judge_batch(&self, inputs: AnyVec) -> Result<(), Disagreement> {
        let number = self.definition.number_of(inputs.item(0));
        let numbers = Numbers::Listed(Vec::from_iter(number));
        let batch = Batch { numbers, inputs };
        self.with_session(|session| session.reported(&batch))
    }

    /// Gives this thread's session to `act`, and keeps it unless `act` panics.
    fn with_session<T>(&self, act: impl FnOnce(&mut FuzzSession) -> T) -> T {
        let definition = Arc::downgrade(&self.definition);
        let kept = SESSIONS.with_borrow_mut(|all| {
            all.retain(|(definition, _)| definition.strong_count() > 0);
            let place = all.iter().position(|(one, _)| one.ptr_eq(&definition))?;
            Some(all.swap_remove(place).1)
        });
        let mut session = kept
            .unwrap_or_else(|| FuzzSession::new(self).unwrap_or_else(|error| panic!("{error}")));
        let result = act(&mut session);
        SESSIONS.with_borrow_mut(|all| all.push((definition, session)));
        result
    }
}

thread_local! {
    /// The fuzz sessions of this thread, by what they judge. A definition that changes has a new place in memory, because
    /// `Arc::make_mut` sees these references. They are per thread because solvers need not implement `Send`.
    static SESSIONS: RefCell<Vec<(Weak<Definition>, FuzzSession)>> = const { RefCell::new(Vec::new()) };
}

/// Makes the report. The trusted answer has to confirm a fault before the report blames a solver.
fn disagreement(check: &Check, batch: &Batch, finding: &Finding) -> Disagreement {
    let definition = &check.definition;
    if let Err(trouble) = confirmed_answer(definition, &batch.inputs, 0) {
        return Disagreement(format!("{}: {trouble}", definition.name));
    }
    let wording = definition.wording();
    let noun = &definition.words.noun;
    let (name, mut presentation) = match batch.numbers.get(0) {
        Some(_) => (wording.named(finding), check.presentation(finding)),
        None => (format!("this {noun}"), Presentation::default()),
    };
    presentation.command = presentation.command.or_else(test_command);
    let blocks = wording.blocks_on(finding, &name, &presentation);
    Disagreement(text(&blocks, usize::MAX))
}

/// The solvers of a thread.
struct FuzzSession {
    /// The check with the selected solvers.
    check: Check,
    panel: Panel,
    /// The numbers of the inputs of a fuzz target that were right.
    right: NumberSet,
}

impl FuzzSession {
    fn new(check: &Check) -> Result<Self, CheckError> {
        let selection: Selection = variable("CROSSPLY_SOLVERS", str::parse)?.unwrap_or_default();
        let check = check.selected(&selection)?;
        let panel = Panel::new(check.valid()?);
        Ok(FuzzSession {
            check,
            panel,
            right: NumberSet::default(),
        })
    }

    /// Compares the answers with each other and with the trusted one, and checks the relations.
    #[expect(clippy::result_large_err, reason = "it ends the session")]
    fn judge(&mut self, batch: &Batch) -> Result<(), Finding> {
        let index = batch.numbers.get(0);
        let quick =
            |_: &str, limits: &Limits| index.is_none_or(|index| index < limits.representatives);
        ask_and_relate(&self.check.definition, &mut self.panel, batch, quick)
    }

    /// Like [`judge`](Self::judge), but turns a failure into a report.
    fn reported(&mut self, batch: &Batch) -> Result<(), Disagreement> {
        let judged = self.judge(batch);
        judged.map_err(|finding| disagreement(&self.check, batch, &finding))
    }

    /// Like [`reported`](Self::reported), but minimises a failing input that has a number, and judges it only once: a fuzzing
    /// engine gives the same bytes again and again, or others for the same input.
    fn judge_and_minimise(&mut self, batch: &Batch) -> Result<(), Disagreement> {
        let number = batch.numbers.get(0);
        if number.is_some_and(|number| self.right.contains(number)) {
            return Ok(());
        }
        let judged = self.judge(batch);
        if let (Ok(()), Some(number)) = (&judged, number) {
            self.right.insert(number);
        }
        judged.map_err(|finding| {
            let check = &self.check;
            if number.is_none() || finding.violated.is_some() {
                return disagreement(check, batch, &finding);
            }
            let simplest = minimise(&check.definition, &finding, SEARCHED, &|_| 0);
            let batch = single(&check.definition, simplest.index.0);
            disagreement(check, &batch, &simplest)
        })
    }
}
