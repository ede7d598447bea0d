//! The inputs of a piece, what a solver got wrong about them, and the values of features.

use super::suspect::Example;
use crate::any_vec::Item;
use crate::definition::{Answers, Batch, Definition, Vocabulary};
use crate::feature::{Feature, Kind, Path, Sequence, Value, reader};
use crate::mistakes::{Mistake, Mistakes};
use crate::number_set::NumberSet;
use crate::oracle::Panel;
use crate::oracle::truth::all_answers;
use crate::run::{Compared, Piece, RunOutcome};

/// What an explanation is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    /// The wrong answers of the solver with this index in the check.
    Answers(usize),
    /// The inputs for which the relation with this index in the check does not hold.
    Relation(usize),
}

impl Topic {
    pub(crate) fn mistakes(self, outcome: &RunOutcome) -> &Mistakes {
        match self {
            Topic::Answers(solver) => &outcome.mistakes[solver],
            Topic::Relation(relation) => &outcome.violations[relation],
        }
    }
}

/// Inputs that a solver answered, and what it got wrong.
pub(crate) struct Rows<'a> {
    pub(crate) batch: &'a Batch,
    mistakes: &'a Mistakes,
    /// What is known of each row. Empty if all answers are right.
    states: Vec<RowState>,
    /// The expected answers, if a rule needs them.
    pub(crate) expected: Option<Answers>,
}

/// What is known of an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RowState {
    Right,
    /// The trusted answer panics, or the relation was not tried.
    Unknown,
    /// The index of the kind of mistake.
    Wrong(usize),
}

/// The features that rules can use.
pub(crate) struct Features {
    /// Features of inputs, then features of the expected answer.
    pub(crate) list: Vec<Feature>,
    /// The number of features of inputs.
    of_inputs: usize,
    /// What to call the expected answer. Without a trusted answer, this is the answer of the first of two solvers, or of
    /// all others.
    pub(crate) right: String,
    /// What answers are, if they have letters.
    pub(crate) sequence: Option<Sequence>,
}

/// The extra cost of a feature of the expected answer, in bits. Such features say less than features of the input.
const ANSWER_BITS: f64 = 6.0;

/// Gives the expected answers to inputs: those of the trusted function, or else of another solver than the one in question.
/// These are the same where no solver differs.
pub(crate) struct Expected<'a> {
    check: &'a Definition,
    solver: usize,
    panel: Panel,
}

impl<'a> Rows<'a> {
    /// The inputs of a piece. `None` if the solver did not answer them, or the relation was not tried.
    pub(crate) fn of(piece: &'a Piece, compared: &Compared<'a>, topic: Topic) -> Option<Self> {
        let check = &compared.plan.check;
        let is_relation = matches!(topic, Topic::Relation(_));
        let is_asked = match topic {
            Topic::Answers(solver) => piece.solvers.contains(&solver),
            Topic::Relation(_) => piece.oracles.relations,
        };
        is_asked.then(|| {
            Rows::new(&piece.batch, compared.outcome, topic, |mistake| {
                is_relation || piece.admits(check, mistake)
            })
        })
    }

    /// Inputs that were judged.
    pub(crate) fn of_batch(batch: &'a Batch, outcome: &'a RunOutcome, topic: Topic) -> Self {
        Rows::new(batch, outcome, topic, |_| true)
    }

    fn new(
        batch: &'a Batch,
        outcome: &'a RunOutcome,
        topic: Topic,
        admits: impl Fn(&Mistake) -> bool,
    ) -> Self {
        let mistakes = topic.mistakes(outcome);
        let mut rows = Rows {
            batch,
            mistakes,
            states: Vec::new(),
            expected: None,
        };
        // Later marks replace earlier ones. A relation was tried only where all before it hold.
        if let Topic::Relation(relation) = topic {
            rows.states = vec![RowState::Unknown; batch.len()];
            rows.mark(&outcome.related, RowState::Right);
            for earlier in &outcome.violations[..relation] {
                for kind in &earlier.kinds {
                    rows.mark(&kind.inputs, RowState::Unknown);
                }
            }
        }
        for (n, kind) in mistakes.kinds.iter().enumerate() {
            if admits(&kind.mistake) {
                rows.mark(&kind.inputs, RowState::Wrong(n));
            }
        }
        rows.mark(&outcome.unknown, RowState::Unknown);
        rows
    }

    /// Sets the state of the rows whose inputs are in a set.
    fn mark(&mut self, set: &NumberSet, state: RowState) {
        let len = self.batch.len();
        for row in self.batch.numbers.rows_in(set) {
            self.states.resize(len, RowState::Right);
            self.states[row] = state;
        }
    }

    /// Asks for the expected answers, if these solvers have answered the inputs.
    pub(crate) fn ask_expected(&mut self, expected: &mut Expected<'_>, solvers: &[usize]) {
        if self.expected.is_none() {
            self.expected = expected.answers(self.batch, solvers);
        }
    }

    pub(crate) fn number(&self, row: usize) -> u128 {
        self.batch.numbers.at(row)
    }

    /// Whether no answer is wrong or unknown.
    pub(crate) fn are_all_right(&self) -> bool {
        self.states.is_empty()
    }

    /// The mistake in this row, if there is one.
    pub(crate) fn mistake(&self, row: usize) -> Option<&'a Mistake> {
        match self.states.get(row) {
            Some(RowState::Wrong(kind)) => Some(&self.mistakes.kinds[*kind].mistake),
            _ => None,
        }
    }

    /// The rows for which it is known whether the answer is right.
    pub(crate) fn judged(&self) -> impl Iterator<Item = usize> {
        (0..self.batch.len()).filter(|&row| self.states.get(row) != Some(&RowState::Unknown))
    }

    /// The rows in which the answer is right and, if there is no trusted answer, all solvers gave the same.
    pub(crate) fn settled(&self, compared: &Compared<'_>) -> Vec<usize> {
        let outcome = compared.outcome;
        let mut is_open = vec![false; self.batch.len()];
        if compared.plan.check.truth.is_none() {
            let kinds = outcome.mistakes.iter().flat_map(|mistakes| &mistakes.kinds);
            for set in kinds.map(|kind| &kind.inputs).chain([&outcome.disputed]) {
                for row in self.batch.numbers.rows_in(set) {
                    is_open[row] = true;
                }
            }
        }
        self.judged()
            .filter(|&row| self.mistake(row).is_none() && !is_open[row])
            .collect()
    }

    fn expected(&self, row: usize) -> Option<&dyn Item> {
        // Answers are missing if a solver fails too often.
        let answers = self.expected.as_ref().filter(|all| row < all.len())?;
        answers.outcome(row).ok()
    }
}

impl Features {
    /// What sentences call the parts of an input, as in " (a, b)". Empty if the input has no parts.
    pub(crate) fn parts(&self) -> String {
        let mut parts = Vec::new();
        for feature in self.of_inputs() {
            if let Some(part) = feature.path.outermost()
                && !feature.is_of_source
                && !parts.contains(&part)
            {
                parts.push(part);
            }
        }
        match parts[..] {
            [_, _, ..] => {
                let parts: Vec<_> = parts.iter().map(Path::to_string).collect();
                format!(" ({})", parts.join(", "))
            }
            _ => String::new(),
        }
    }

    pub(crate) fn new(check: &Definition, vocabulary: &Vocabulary) -> Self {
        let right = if check.truth.is_some() {
            "the right answer".to_owned()
        } else if check.solvers.len() == 2 {
            format!("{}'s answer", check.solvers[0].name)
        } else {
            "the answer of the others".to_owned()
        };
        let subject = vocabulary.subject(&check.words.noun);
        let mut list: Vec<_> = vocabulary
            .features
            .iter()
            .map(|feature| feature.called(&subject))
            .collect();
        for feature in &vocabulary.answers {
            let mut feature = feature.called(&right);
            feature.bits = ANSWER_BITS;
            list.push(feature);
        }
        Features {
            list,
            of_inputs: vocabulary.features.len(),
            right,
            sequence: match reader(&(check.no_answers)()).kind {
                Kind::Word(sequence) => Some(sequence),
                _ => None,
            },
        }
    }

    /// The features of inputs.
    pub(crate) fn of_inputs(&self) -> &[Feature] {
        &self.list[..self.of_inputs]
    }

    /// The value of a feature for the input in this row.
    pub(crate) fn value(&self, feature: usize, rows: &Rows<'_>, row: usize) -> Value {
        let number = Some(rows.number(row));
        let item = if feature < self.of_inputs {
            Some(rows.batch.inputs.item(row))
        } else {
            rows.expected(row)
        };
        item.map_or(Value::Unknown, |item| {
            (self.list[feature].value)(item, number)
        })
    }

    /// The input in this row, with the values of the features of inputs.
    pub(crate) fn example(&self, rows: &Rows<'_>, row: usize) -> Example {
        let values = (0..self.of_inputs).map(|feature| self.value(feature, rows, row));
        Example {
            number: rows.number(row),
            mistake: rows.mistake(row).cloned(),
            values: values.collect(),
        }
    }
}

impl<'a> Expected<'a> {
    /// Of this solver.
    pub(crate) fn of(check: &'a Definition, solver: usize) -> Self {
        let panel = Panel::new(check);
        Expected {
            check,
            solver,
            panel,
        }
    }

    /// The expected answers to a batch: without a trusted answer, those of another one of these solvers. `None` if there is
    /// none. Programs are not asked: they are slow, and may answer differently the next time.
    pub(crate) fn answers(&mut self, batch: &Batch, solvers: &[usize]) -> Option<Answers> {
        if self.check.truth.is_some() {
            return all_answers(self.check, &batch.inputs, false);
        }
        for &solver in solvers {
            if solver != self.solver && !self.panel.is_program(solver) {
                return Some(self.panel.answer_batch(solver, batch));
            }
        }
        None
    }

    /// The expected answers to a few inputs that the run may have given to different solvers.
    pub(crate) fn of_few(&mut self, batch: &Batch) -> Option<Answers> {
        let last = (0..batch.len()).map(|row| batch.numbers.at(row)).max()?;
        let solvers = self.check.within(|limits| limits.drawn > last);
        self.answers(batch, &solvers)
    }
}
