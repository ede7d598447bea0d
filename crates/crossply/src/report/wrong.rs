//! What a report says about a wrong input: the answers, which solvers are wrong, and how the input was found.

use super::shortened::shorten;
use super::{Checked, Detail, count};
use crate::content::{Block, Fact, Mark, Shown};
use crate::cut::LONG;
use crate::definition::Definition;
use crate::finding::{Finding, Provenance, Violation};
use crate::run::Statistics;

/// A report shows at most this many inputs of a batch, or answers that a relation compared. A longer batch explains nothing,
/// and gets no command.
const MOST_SHOWN: usize = 12;

/// What a report says about the simplest wrong input in addition to the results: what it looks like, and what the reader can
/// do about it.
///
/// By default, the input is shown as text, and no commands are named.
#[derive(Clone, Debug, Default)]
pub struct Presentation {
    /// The input, as the check draws it.
    pub shown: Option<Shown>,
    /// The command that reproduces it, if there is one.
    pub command: Option<String>,
    /// How to keep it, so that each run begins with it, or where it has been kept.
    pub keep: Option<String>,
}

impl Checked {
    /// The report: what was done (only for [`Detail::Everything`]), then what is wrong. `presentation` is about the simplest
    /// wrong input. Returns blocks, which [`text`](crate::report::text) draws.
    ///
    /// ```
    /// use crossply::report::{Detail, Presentation, text};
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("half", domain::all::<u8>())
    ///     .solver("quotient", |n| n / 2)
    ///     .solver("shift", |n| n >> 1);
    /// let checked = check.check_quickly()?;
    /// let blocks = checked.content(Detail::Everything, &Presentation::default());
    /// assert!(text(&blocks, 80).contains("The solvers agree."));
    /// assert!(checked.content(Detail::Failures, &Presentation::default()).is_empty());
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    pub fn content(&self, detail: Detail, presentation: &Presentation) -> Vec<Block> {
        let mut blocks = Vec::new();
        if detail == Detail::Everything {
            blocks = self.summary_blocks();
        }
        blocks.extend(self.failures(presentation));
        blocks
    }

    /// What is wrong: the simplest wrong input, what is known about each wrong solver, further wrong inputs, and answers that
    /// are not those on record. Empty if nothing is wrong.
    ///
    /// ```
    /// use crossply::report::{Presentation, text};
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("half", domain::all::<u8>())
    ///     .truth("quotient", |n| n / 2)
    ///     .solver("rounded", |n| n.div_ceil(2));
    /// let presentation = Presentation {
    ///     command: Some("halve 1".to_owned()),
    ///     ..Presentation::default()
    /// };
    /// let failures = check.check_quickly()?.failures(&presentation);
    /// assert!(text(&failures, 80).contains("halve 1"));
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    pub fn failures(&self, presentation: &Presentation) -> Vec<Block> {
        let mut blocks = Vec::new();
        if let Some(finding) = self.simplest.first() {
            let wording = Wording {
                check: &self.check,
                inputs_are: self.scope.inputs_are.each_ref().map(|noun| &**noun),
                sections_are: &self.scope.sections_are,
                truth: self.truth.as_deref(),
            };
            blocks.extend(wording.blocks_on(finding, &wording.named(finding), presentation));
            let tally = self.tally();
            if !tally.is_empty() {
                blocks.push(Block::Text(tally));
            }
            for fault in &self.faults {
                blocks.push(Block::Text(fault.text.clone()));
                // A map shows wrong answers, not violated relations.
                if fault.relation.is_none() {
                    blocks.extend(self.map_block(&fault.solver));
                }
            }
            // Also of solvers without an explanation.
            for Statistics { solver, .. } in &self.scope.counts.solvers {
                if !self.is_explained(solver) {
                    blocks.extend(self.map_block(solver));
                }
            }
            blocks.extend(self.list_of_wrong());
        }
        let changes = self.changes();
        if !changes.is_empty() {
            blocks.push(Block::Text(changes.trim_end().to_owned()));
        }
        blocks
    }

    /// Whether an explanation of its wrong answers says how often the solver is wrong.
    fn is_explained(&self, solver: &str) -> bool {
        self.faults
            .iter()
            .any(|fault| fault.solver == solver && fault.relation.is_none())
    }

    /// How often each solver without an explanation is wrong.
    fn tally(&self) -> String {
        let [_, nouns] = &self.scope.inputs_are;
        let all = count(self.scope.counts.compared.total());
        let solvers = self.scope.counts.solvers.iter();
        let unexplained = solvers.filter(|solver| !self.is_explained(&solver.solver));
        let lines = unexplained.filter_map(|solver| {
            let (does, times) = match (solver.wrong, solver.alone) {
                (0, 0) => return None,
                (0, alone) => ("alone gives another answer", alone),
                (wrong, _) => ("is wrong", wrong),
            };
            let name = &solver.solver;
            let times = count(times);
            Some(format!("{name} {does} on {times} of {all} {nouns}.\n"))
        });
        lines.collect()
    }
}

impl Definition {
    pub(crate) fn wording(&self) -> Wording<'_> {
        let words = &self.words;
        Wording {
            check: &self.name,
            inputs_are: [&words.noun, &words.nouns],
            sections_are: words.sections_are.as_deref().unwrap_or_default(),
            truth: self.truth.as_ref().map(|truth| &*truth.name),
        }
    }
}

/// The words of a check in sentences about a wrong input.
pub(crate) struct Wording<'a> {
    check: &'a str,
    inputs_are: [&'a str; 2],
    /// What the names of sections are. Empty if they need no explanation.
    sections_are: &'a str,
    truth: Option<&'a str>,
}

impl Wording<'_> {
    /// What a sentence calls the input: its number and section.
    pub(crate) fn named(&self, finding: &Finding) -> String {
        let number = format!("{} {}", self.inputs_are[0], finding.index.0);
        match (&*finding.section, self.sections_are) {
            ("", _) => number,
            (section, "") => format!("{number} ({section})"),
            (section, are) => format!("{number} ({are}: {section})"),
        }
    }

    /// The input and its answers below a heading, and apart from these the reasons for the right answer.
    pub(crate) fn answered(
        &self,
        finding: &Finding,
        heading: &str,
        presentation: &Presentation,
    ) -> [Vec<Block>; 2] {
        let facts = finding.answers.iter().map(|given| {
            let place = given.place.as_ref().map(|place| format!(", at {place}"));
            let answer = given.answer.clone() + &place.unwrap_or_default();
            let fact = Fact::new(&given.solver, answer);
            // The text of a failure says enough.
            match given.failure {
                None if given.wrong => fact.marked(Mark::Wrong, "wrong"),
                None if given.alone => fact.marked(Mark::None, "alone"),
                _ => fact,
            }
        });
        let truth = self.truth.zip(finding.right.as_ref());
        let right =
            truth.map(|(truth, right)| Fact::new(truth, right).marked(Mark::Right, "right"));
        let mut facts: Vec<_> = facts.chain(right).collect();
        let mut texts: Vec<_> = facts.iter_mut().map(|fact| &mut fact.value).collect();
        let note = shorten(&mut texts, LONG);
        let shown = presentation.shown.clone().unwrap_or_else(|| Shown {
            input: Block::Code(finding.input.clone()),
            reason: Vec::new(),
        });
        let blocks = vec![
            Block::Heading(format!("{}: {heading}", self.check)),
            shown.input,
            Block::Facts(facts),
            Block::Text(note),
        ];
        [blocks, shown.reason]
    }

    /// A wrong input, which sentences call `name`: the answers, which of them are wrong, how the input was found, and how to
    /// reproduce it.
    pub(crate) fn blocks_on(
        &self,
        finding: &Finding,
        name: &str,
        presentation: &Presentation,
    ) -> Vec<Block> {
        let what = if let Some(clause) = finding.contradiction() {
            format!("{clause} to {name}")
        } else if let Some(Violation { relation, .. }) = &finding.violated {
            format!("the relation `{relation}` does not hold for {name}")
        } else if finding.answers.iter().any(|given| given.differs) {
            format!("the solvers disagree on {name}")
        } else if finding.fails_alike() {
            format!("every solver fails on {name}")
        } else {
            format!("the answer to {name} is wrong")
        };
        let [mut blocks, reason] = self.answered(finding, &what, presentation);
        blocks.extend(reason);
        let violated = finding.violated.iter();
        let compared = violated.flat_map(|violated| &violated.compared);
        let compared = compared.map(|(input, answer)| Fact::new(input, answer));
        let mut compared: Vec<_> = compared.collect();
        if !compared.is_empty() {
            let introduction = match compared.len() {
                0..=MOST_SHOWN => "It compared:".to_owned(),
                many => format!("It compared {many} answers, these among them:"),
            };
            compared.truncate(MOST_SHOWN);
            blocks.push(Block::Text(introduction));
            blocks.push(Block::Facts(compared));
        }
        let Presentation { command, keep, .. } = presentation;
        let [noun, nouns] = self.inputs_are;
        let mut commands = Vec::new();
        for (purpose, command) in [("To reproduce:", command), ("To keep it:", keep)] {
            commands.extend(
                command
                    .iter()
                    .map(|command| [purpose.to_owned(), command.clone()]),
            );
        }
        let text = finding.how(noun, nouns);
        if !text.is_empty() || !commands.is_empty() {
            blocks.push(Block::Commands { text, commands });
        }
        blocks
    }
}

impl Finding {
    /// How the finding was made, in words. `noun` and `nouns` are what sentences call an input, and several. Empty for
    /// an input that the run met.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("half", domain::all::<u8>())
    ///     .truth("quotient", |n| n / 2)
    ///     .solver("rounded", |n| n.div_ceil(2));
    /// let finding = &check.check_quickly()?.simplest[0];
    /// let how = "It is the simplest: rounded is right about all numbers before it.";
    /// assert_eq!(finding.how("number", "numbers"), how);
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    pub fn how(&self, noun: &str, nouns: &str) -> String {
        let alone = format!("This {noun} alone does not show the fault");
        let who = match (&self.provenance, self.answers.len()) {
            (Provenance::Minimised { wrong, .. } | Provenance::Shrunk { wrong }, 3..) => {
                &format!("{wrong} and another solver")
            }
            _ => "the solvers",
        };
        let violated = match self.right {
            Some(_) => None,
            None => self.violated.as_ref(),
        };
        match &self.provenance {
            Provenance::Seen => String::new(),
            Provenance::Minimised { .. } if self.index.0 == 0 => {
                format!("It is the simplest of all {nouns}.")
            }
            Provenance::Minimised {
                wrong,
                simplest: true,
            } => {
                let claim = if self.right.is_some() {
                    format!("{wrong} is right about")
                } else if let Some(violated) = violated {
                    format!("`{}` holds for", violated.relation)
                } else {
                    format!("{who} agree on")
                };
                format!("It is the simplest: {claim} all {nouns} before it.")
            }
            Provenance::Minimised { wrong, .. } | Provenance::Shrunk { wrong } => {
                let which = if let Some(violated) = violated {
                    format!("for which `{}` does not hold", violated.relation)
                } else if self.right.is_some() || self.fails_alike() {
                    format!("that {wrong} gets wrong")
                } else {
                    format!("on which {who} disagree")
                };
                let shrunk = match self.provenance {
                    Provenance::Shrunk { .. } => ", shrunk from what the number draws",
                    _ => "",
                };
                format!("It is the simplest {noun} found {which}{shrunk}.")
            }
            Provenance::DependsOnHistory => match self.batch.len() {
                0 => format!(
                    "{alone}: an answer\ndepends on more than the {noun}. To reproduce, repeat the run."
                ),
                1..=MOST_SHOWN => {
                    let batch = self
                        .batch
                        .iter()
                        .map(|asked| format!("    {}\n", asked.input));
                    let batch: String = batch.collect();
                    format!("{alone}. It showed when one\ncall answered these {nouns}:\n\n{batch}")
                }
                many => format!(
                    "{alone}. It showed in a batch of\n{many} {nouns}, and in no shorter one that was tried. To reproduce, repeat the run."
                ),
            },
        }
    }

    /// The numbers of the inputs that show the fault, in the order in which a solver has to get them. `None` if neither the
    /// input alone nor a batch that a report shows does.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("half", domain::all::<u8>())
    ///     .truth("quotient", |n| n / 2)
    ///     .solver("rounded", |n| n.div_ceil(2));
    /// assert_eq!(check.check_quickly()?.simplest[0].asked(), Some(vec![1]));
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    pub fn asked(&self) -> Option<Vec<u128>> {
        match self.batch.len() {
            0 if self.provenance == Provenance::DependsOnHistory => None,
            0 => Some(vec![self.index.0]),
            1..=MOST_SHOWN => Some(self.batch.iter().map(|asked| asked.index.0).collect()),
            _ => None,
        }
    }

    /// The command that reproduces the finding: `program` with the inputs that show it. `None` if there are no such
    /// inputs.
    pub(crate) fn command(&self, program: &str, check: &str) -> Option<String> {
        let numbers = self.asked()?;
        let inputs = numbers.iter().map(|index| {
            let input = format!("{check}:{index}");
            // To a shell, other characters may mean something.
            if input.contains(|letter: char| !letter.is_alphanumeric() && !"-_.:/".contains(letter))
            {
                format!(" '{}'", input.replace('\'', r"'\''"))
            } else {
                format!(" {input}")
            }
        });
        Some(format!("{program}{}", inputs.collect::<String>()))
    }
}
