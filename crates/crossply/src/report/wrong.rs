//! What a report says of a wrong input: the answers, who is wrong, and how it was found.

use super::content::{Block, Fact, Mark};
use super::{Checked, Detail, count};
use crate::{Finding, Provenance, Violation};

/// The most inputs of a batch that a report shows. A longer batch explains nothing.
const SHOWN_INPUTS: usize = 12;

impl Checked<Finding> {
    /// The report: first what is wrong.
    #[must_use]
    pub fn content(&self, detail: Detail) -> Vec<Block> {
        let first = self.simplest.first();
        let mut blocks = first.map_or(Vec::new(), |found| self.wrong(found));
        blocks.extend(self.list_of_wrong(|found| found.input.clone()));
        blocks.push(Block::Text(self.changes().trim_end().to_owned()));
        let trouble = self.counts.trouble.iter();
        blocks.extend(trouble.map(|trouble| Block::Text(format!("{}: {trouble}", self.check))));
        if detail == Detail::Everything {
            blocks.extend(self.summary_blocks());
        }
        blocks.retain(|block| !matches!(block, Block::Text(text) if text.is_empty()));
        blocks
    }

    /// A wrong input: the answers, who is wrong, and how it was found.
    fn wrong(&self, found: &Finding) -> Vec<Block> {
        let [noun, nouns] = &self.inputs_are;
        let mut name = format!("{noun} no. {}", count(found.index.0));
        if !found.section.is_empty() {
            let section = format!("{} {}", found.section, self.sections_are);
            name += &format!(" ({})", section.trim_end());
        }
        let answers = &found.answers;
        let mut pairs = answers.windows(2);
        let differ = pairs.any(|pair| pair[0].answer != pair[1].answer);
        let what = match &found.violated {
            Some(Violation { relation, .. }) => {
                format!("the relation `{relation}` does not hold for {name}")
            }
            None if differ => format!("the solvers disagree on {name}"),
            None => format!("the answer to {name} is wrong"),
        };
        let is_alone = |at: usize| {
            let others = answers[..at].iter().chain(&answers[at + 1..]);
            let mut others: Vec<_> = others.map(|given| &given.answer).collect();
            others.dedup();
            answers.len() > 2 && others.len() == 1 && *others[0] != answers[at].answer
        };
        let facts = answers.iter().enumerate().map(|(n, given)| {
            let fact = Fact::new(&given.solver, &given.answer);
            match &found.right {
                _ if given.wrong && !given.panicked => fact.marked(Mark::Wrong, "wrong"),
                None if !given.wrong && is_alone(n) => fact.marked(Mark::None, "alone"),
                _ => fact,
            }
        });
        let truth = self.truth.iter().zip(&found.right);
        let right =
            truth.map(|(truth, right)| Fact::new(truth, right).marked(Mark::Right, "right"));
        let mut blocks = vec![
            Block::Heading(format!("{}: {what}", self.check)),
            Block::Code(found.input.clone()),
            Block::Facts(facts.chain(right).collect()),
        ];
        let violated = found.violated.iter();
        let compared = violated.flat_map(|violated| &violated.compared);
        let compared = compared.map(|(input, answer)| Fact::new(input, answer));
        let compared: Vec<_> = compared.collect();
        if !compared.is_empty() {
            blocks.push(Block::Text("It compared:".to_owned()));
            blocks.push(Block::Facts(compared));
        }
        blocks.push(Block::Text(found.how(noun, nouns)));
        blocks.push(Block::Text(self.tally()));
        blocks
    }

    /// How often who is wrong.
    fn tally(&self) -> String {
        let [_, nouns] = &self.inputs_are;
        let all = count(self.counts.compared.total());
        let lines = self.counts.solvers.iter().filter_map(|solver| {
            let (does, times) = match (solver.wrong, solver.alone) {
                (0, 0) => return None,
                (0, alone) => ("alone gives another answer", alone),
                (wrong, _) => ("is wrong", wrong),
            };
            let (name, times) = (&solver.solver, count(times));
            Some(format!("{name} {does} on {times} of {all} {nouns}."))
        });
        let lines = lines.collect::<Vec<_>>().join("\n");
        if lines.is_empty() {
            let times = count(self.counts.disagreements);
            return format!("The solvers disagree on {times} of {all} {nouns}.");
        }
        lines
    }
}

impl Finding {
    /// How it was found, in words. Empty if a run met it.
    #[must_use]
    pub fn how(&self, noun: &str, nouns: &str) -> String {
        let alone = format!("Asked for this {noun} alone, every solver is right");
        let who = match (&self.provenance, self.answers.len()) {
            (Provenance::Minimised { wrong, .. }, 3..) => &format!("{wrong} and another solver"),
            _ => "the solvers",
        };
        match &self.provenance {
            Provenance::Seen => String::new(),
            Provenance::Minimised { wrong, simplest } => match (&self.right, simplest) {
                (None, true) => {
                    format!("It is the simplest: {who} agree on all {nouns} before it.")
                }
                (None, false) => {
                    format!("It is the simplest {noun} found on which {who} disagree.")
                }
                (_, true) => {
                    format!("It is the simplest: {wrong} is right about all {nouns} before it.")
                }
                (_, false) => format!("It is the simplest {noun} found that {wrong} gets wrong."),
            },
            Provenance::DependsOnHistory => match self.batch.len() {
                0 => format!(
                    "{alone}: an answer depends on the {nouns}\nasked before it. To see it again, repeat the run."
                ),
                1..=SHOWN_INPUTS => {
                    let batch = self.batch.iter().map(|input| format!("    {input}\n"));
                    let batch: String = batch.collect();
                    format!(
                        "{alone}. The fault shows if these {nouns} are\nasked for at once:\n\n{batch}"
                    )
                }
                many => format!(
                    "{alone}. The fault shows in a batch of {many} {nouns},\nand in no shorter one that was found. To see it again, repeat the run."
                ),
            },
        }
    }

    /// Whether the batch is short enough to be shown and asked for again.
    #[must_use]
    pub fn has_short_batch(&self) -> bool {
        (1..=SHOWN_INPUTS).contains(&self.batch.len())
    }
}
