//! The results of a run as plain data, and what they say to people.
//!
//! JSON is made of the data alone. What people read follows from the data alone, too, so that all forms of a report say
//! the same.

use std::mem;

use serde::{Deserialize, Serialize};

use super::content::{Block, Cell, Column, Fact, Mark, Table};
use super::{Detail, count};
use crate::findings::SectionDigest;
use crate::wide::Wide;
use crate::{
    Answered, Counts, Digest, Draws, Ended, Finding, Findings, Oracles, Plan, Provenance, Shard,
    Statistics, Violation,
};

/// The most inputs of a batch that a report shows. A longer batch explains nothing.
const SHOWN_INPUTS: usize = 12;

/// The results of a run. `W` is what is known of a wrong input: a [`Finding`], or something that holds one.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Checked<W> {
    /// The name of the check.
    pub check: String,
    /// What it is about, in one line.
    pub summary: String,
    /// What an input is called, and several.
    pub inputs_are: [String; 2],
    /// What tells the sections of the domain apart.
    pub sections_are: String,
    /// Whether the run compared solvers and found nothing wrong, or this part of the run is empty.
    pub agree: bool,
    /// The parts of a run, such as `1/4`; empty for a whole run.
    pub shards: Vec<String>,
    /// The parts that a merge lacks.
    pub missing: Vec<String>,
    /// Whether each solver was asked for all inputs within its limits.
    pub exhaustive: bool,
    /// Whether the distinct inputs that were compared, by all parts of the run together, are the first of the domain.
    pub from_the_first: bool,
    /// Whether solvers answered only inputs that represent others.
    pub by_representatives: bool,
    /// Whether the oracles judged only inputs that represent others, and those drawn.
    pub judged_by_representatives: bool,
    /// Which inputs represent others, in words.
    pub representatives: String,
    /// The oracles that judged, beside agreement.
    pub oracles: Oracles,
    /// The name of the trusted answer, if there is one.
    pub truth: Option<String>,
    /// How the run ended.
    pub ended: Ended,
    /// The seed of the random generator; none if nothing was drawn.
    pub seed: Option<u64>,
    /// How many inputs those that two solvers compared were drawn from; none if some were not drawn.
    pub drawn_from: Option<Wide>,
    /// How many inputs there are; none if they cannot be numbered.
    pub inputs: Option<Wide>,
    /// The sections of the domain.
    pub sections: Vec<SectionOf>,
    /// What was counted.
    #[serde(flatten)]
    pub counts: Counts,
    /// Digests of the answers to distinct inputs, if there are digests.
    pub digests: Vec<SectionDigest>,
    /// The simplest inputs with wrong answers, at most ten that the run met. A simpler one that a search found comes
    /// first.
    pub simplest: Vec<W>,
}

/// A section of the domain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SectionOf {
    /// Its name.
    pub section: String,
    /// How many inputs it has.
    pub inputs: Wide,
    /// The digest on record of the answers.
    pub record: Option<Digest>,
}

impl AsRef<Finding> for Finding {
    fn as_ref(&self) -> &Finding {
        self
    }
}

impl<W: AsRef<Finding>> Checked<W> {
    /// The results of a shard of the plan. `describe` says what is known of a wrong input.
    #[must_use]
    pub fn new(
        findings: &Findings,
        plan: &Plan,
        shard: Shard,
        describe: impl Fn(&Finding) -> W,
    ) -> Self {
        let outline = &plan.outline;
        let mut start = 0;
        let sections = outline.sections.iter().map(|section| {
            let mut records = outline.records.iter();
            let record = records.find(|(name, _)| *name == section.name);
            SectionOf {
                section: section.name.clone(),
                inputs: Wide(section.end - mem::replace(&mut start, section.end)),
                record: record.map(|&(_, digest)| digest),
            }
        });
        let is_complete = findings.ended == Ended::Completed && findings.counts.trouble.is_none();
        let mut checked = Checked {
            check: outline.name.clone(),
            summary: outline.summary.clone(),
            inputs_are: [outline.noun.clone(), outline.nouns.clone()],
            sections_are: outline.sections_are.clone(),
            agree: false,
            shards: Vec::from_iter((shard != Shard::WHOLE).then(|| shard.to_string())),
            missing: Vec::new(),
            exhaustive: plan.is_exhaustive(),
            from_the_first: plan.is_from_the_first() && is_complete,
            by_representatives: plan.is_by_representatives(),
            judged_by_representatives: plan.is_judged_by_representatives(),
            representatives: outline.representatives.clone(),
            oracles: plan.oracles(),
            truth: outline.truth.clone(),
            ended: findings.ended,
            seed: plan.draws().then_some(plan.seed),
            drawn_from: plan.drawn_from().map(Wide),
            inputs: (!outline.is_drawn).then_some(Wide(outline.len)),
            sections: sections.collect(),
            counts: findings.counts.clone(),
            digests: Vec::new(),
            simplest: findings.simplest.iter().map(describe).collect(),
        };
        if outline.has_digests {
            checked.digests = checked.digests_by_section();
        }
        checked.agree = checked.is_agreed();
        checked
    }

    /// Whether nothing is wrong.
    pub(super) fn is_agreed(&self) -> bool {
        self.counts.disagreements == 0
            && self.simplest.is_empty()
            && self.counts.trouble.is_none()
            && self.changed().next().is_none()
    }

    /// The sections whose answers are not those on record.
    fn changed(&self) -> impl Iterator<Item = &SectionDigest> {
        let digests = self.digests.iter();
        digests.filter(|digest| digest.as_recorded == Some(false))
    }

    /// The digests of the answers to distinct inputs. A digest is that of the solvers that answered most of them, if they
    /// agree.
    pub(super) fn digests_by_section(&self) -> Vec<SectionDigest> {
        let digests = self.sections.iter().enumerate().filter_map(|(n, section)| {
            let work = self.counts.solvers.iter().map(|solver| &solver.sections[n]);
            let inputs = work.clone().map(|work| work.answered.in_order).max()?;
            let most = work.filter(|work| work.answered.in_order == inputs);
            let mut sums = most.map(|work| work.digest);
            let sum = sums.next()?;
            let sum = sums.all(|other| other == sum).then_some(sum);
            let is_whole = u128::from(inputs) == section.inputs.0;
            let record = section.record.filter(|_| is_whole);
            (inputs > 0).then(|| SectionDigest {
                section: section.section.clone(),
                inputs,
                sum,
                as_recorded: record.map(|record| sum == Some(record)),
            })
        });
        digests.collect()
    }

    /// The report on what was done: who answered what, how fast, and whether the solvers agree.
    #[must_use]
    pub fn summary_blocks(&self) -> Vec<Block> {
        let title = match &*self.summary {
            "" => self.check.clone(),
            summary => format!("{}: {summary}", self.check),
        };
        let mut blocks = vec![
            Block::Heading(title),
            Block::Table(self.table()),
            Block::Text(self.coverage()),
        ];
        if self.exhaustive && !self.digests.is_empty() {
            blocks.push(Block::Table(self.table_of_digests()));
        }
        blocks
    }

    /// A line for each section whose answers are not those on record.
    #[must_use]
    pub fn changes(&self) -> String {
        let changed = self.changed().map(|digest| {
            let section = match &*digest.section {
                "" => String::new(),
                section if self.sections_are.is_empty() => format!(" of {section}"),
                section => format!(" with {section} {}", self.sections_are),
            };
            let (check, [_, nouns]) = (&self.check, &self.inputs_are);
            format!("{check}: the solvers agree on all {nouns}{section}, but not on the answers on record\n")
        });
        changed.collect()
    }

    /// The simplest wrong inputs, and whose answers are wrong: nothing if there are fewer than two.
    #[must_use]
    pub fn list_of_wrong(&self, name: impl Fn(&Finding) -> String) -> Vec<Block> {
        if self.simplest.len() < 2 {
            return Vec::new();
        }
        let [_, nouns] = &self.inputs_are;
        let words = match self.truth {
            Some(_) => format!("The first {nouns} with wrong answers, and whose they are:"),
            None => format!("The first {nouns} on which solvers disagree:"),
        };
        let lines = self.simplest.iter().map(AsRef::as_ref).map(|found| {
            let solvers = found.wrong().collect::<Vec<_>>().join(", ");
            let line = format!("{}   {solvers}", name(found));
            line.trim_end().to_owned()
        });
        let lines = lines.collect::<Vec<_>>().join("\n");
        vec![Block::Text(words), Block::Code(lines)]
    }

    /// A row for each solver. The columns between its name and its inputs say, for each section, whether it answered all
    /// inputs, or how many, or none.
    fn table(&self) -> Table {
        let [_, nouns] = &self.inputs_are;
        let mut columns = vec![Column::words("solver")];
        if self.sections.len() > 1 {
            let names = self.sections.iter().map(|section| &section.section);
            columns.extend(names.map(|name| Column::new(name).dispensable(2)));
            columns[1].over.clone_from(&self.sections_are);
        }
        columns.push(Column::new(nouns));
        columns.push(Column::new("seconds").dispensable(1));
        columns.push(Column::new(format!("{nouns}/s")).dispensable(1));
        columns.push(Column::words("verdict"));
        let solvers = self.counts.solvers.iter();
        Table {
            caption: "What each solver did, on all threads together".to_owned(),
            columns,
            rows: solvers.map(|solver| self.row(solver)).collect(),
        }
    }

    fn row(&self, solver: &Statistics) -> Vec<Cell> {
        let (inputs, seconds) = (solver.inputs(), solver.seconds());
        let mut row = vec![solver.solver.clone().into()];
        if self.sections.len() > 1 {
            let sections = self.sections.iter().zip(&solver.sections);
            row.extend(sections.map(|(section, work)| match work.answered {
                answered if u128::from(answered.in_order) == section.inputs.0 => "all".into(),
                answered if answered.total() > 0 => number(answered.total()),
                _ => "-".into(),
            }));
        }
        row.push(number(inputs));
        row.push(format!("{seconds:.2}").into());
        row.push(number(rate(inputs, seconds)));
        row.push(self.verdict(solver));
        row
    }

    fn verdict(&self, solver: &Statistics) -> Cell {
        let panics = match solver.panics {
            0 => String::new(),
            panics => format!(", {} panics", count(panics)),
        };
        match (solver.inputs(), solver.wrong, solver.alone) {
            (0, ..) => "not asked".into(),
            (_, 0, 0) if self.counts.disagreements > 0 && self.truth.is_none() => "-".into(),
            (_, 0, 0) => Cell::new("agrees", Mark::Right),
            (_, 0, alone) => Cell::new(format!("ALONE on {}", count(alone)), Mark::Wrong),
            (_, wrong, _) => Cell::new(format!("WRONG on {}{panics}", count(wrong)), Mark::Wrong),
        }
    }

    /// What was covered, and whether the solvers agree on it.
    fn coverage(&self) -> String {
        let counts = &self.counts;
        let compared = counts.compared;
        let [_, nouns] = &self.inputs_are;
        if compared.total() == 0 {
            return match counts.trouble {
                None => format!("There is nothing to compare: this part has no {nouns}."),
                Some(_) => "Nothing was compared.".to_owned(),
            };
        }
        let mut covered = self.in_words(compared, self.by_representatives);
        if let Some(seed) = self.seed.filter(|_| compared.drawn > 0) {
            covered += &format!(" (seed {seed})");
        }
        let times = match counts.disagreements {
            1 => "once".to_owned(),
            many => format!("{} times", count(many)),
        };
        let verdict = match (counts.disagreements, &self.truth) {
            (0, _) if self.simplest.is_empty() => "agree".to_owned(),
            (0, _) => "give wrong answers".to_owned(),
            (1, Some(_)) => "give a wrong answer once".to_owned(),
            (_, Some(_)) => format!("give wrong answers {times}"),
            (_, None) => format!("disagree {times}"),
        };
        let cut_short = match self.ended {
            Ended::Completed => "",
            Ended::TimeUp => " until the time was up",
            Ended::Interrupted => " until it was interrupted",
        };
        covered += &format!("{cut_short}, in {:.1} s", counts.seconds);
        let mut text = format!("The solvers {verdict}. Compared: {covered}.");
        let truth = format!("Confirmed by {}", self.truth.as_deref().unwrap_or_default());
        let relations = "Metamorphic relations".to_owned();
        for (judges, answered, how) in [
            (self.oracles.truth, counts.confirmed, truth),
            (self.oracles.relations, counts.related, relations),
        ] {
            if judges && answered.total() == 0 {
                text += &format!("\n{how}: nothing.");
            } else if judges {
                let answers = self.in_words(answered, self.judged_by_representatives);
                text += &format!("\n{how}: the answers to {answers}.");
            }
        }
        if let Some(all) = self.drawn_from.filter(|_| compared.in_order == 0) {
            text += &format!("\n{}", Draws::independent(compared.drawn, all.0));
        }
        if !self.missing.is_empty() {
            text += &format!("\nMissing: the parts {}.", self.missing.join(", "));
        }
        text
    }

    /// How many of all inputs.
    fn in_words(&self, answered: Answered, by_representatives: bool) -> String {
        let Answered { in_order, drawn } = answered;
        let [_, nouns] = &self.inputs_are;
        // Of those that were compared some may be missing in between.
        let is_all_of_these = in_order == self.counts.compared.in_order && self.shards.is_empty();
        let mut parts = Vec::new();
        if let Some(Wide(all)) = self.inputs.filter(|_| in_order > 0) {
            let (some, of) = (count(in_order), count(all));
            parts.push(if u128::from(in_order) == all {
                format!("all {of} {nouns}")
            } else if by_representatives {
                format!("{some} of {of} {nouns}, {}", self.representatives)
            } else if self.from_the_first && is_all_of_these {
                format!("the first {some} of {of} {nouns}")
            } else {
                format!("{some} of {of} {nouns}")
            });
        }
        if drawn > 0 {
            let is_said = !parts.is_empty() || self.inputs.is_some();
            let nouns = if is_said { "" } else { &format!("{nouns} ") };
            parts.push(format!("{} {nouns}drawn at random", count(drawn)));
        }
        parts.join(", and ")
    }

    /// The digests of the answers, by section.
    fn table_of_digests(&self) -> Table {
        let [_, nouns] = &self.inputs_are;
        let rows = self.digests.iter().map(|digest| {
            let is_whole = self.sections.iter().any(|section| {
                section.section == digest.section && section.inputs.0 == digest.inputs.into()
            });
            let verdict = match digest.as_recorded {
                None if is_whole => "all".into(),
                None => "of a part".into(),
                Some(true) => Cell::new("all, as recorded", Mark::Right),
                Some(false) => Cell::new("all, NOT AS RECORDED", Mark::Wrong),
            };
            let (section, sum) = (digest.section.clone(), said(digest.sum));
            let inputs = number(digest.inputs);
            vec![section.into(), inputs, sum.into(), verdict]
        });
        let mut rows: Vec<_> = rows.collect();
        if self.digests.len() > 1 {
            let all = self.digests.iter().map(|digest| digest.inputs).sum();
            let sums: Option<Vec<Digest>> = self.digests.iter().map(|digest| digest.sum).collect();
            let sum = said(sums.map(|sums| sums.into_iter().sum()));
            rows.push(vec!["sum".into(), number(all), sum.into(), "".into()]);
        }
        Table {
            caption: format!("Digests of the answers to distinct {nouns}"),
            columns: vec![
                Column::new(self.sections_are.clone()),
                Column::new(nouns),
                Column::words("digest of the answers"),
                Column::words("record"),
            ],
            rows,
        }
    }
}

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

fn said(digest: Option<Digest>) -> String {
    digest.map_or("solvers differ".to_owned(), |digest| digest.to_string())
}

fn number(number: u64) -> Cell {
    count(number).to_string().into()
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "a few digits of a number that is not negative"
)]
fn rate(inputs: u64, seconds: f64) -> u64 {
    (inputs as f64 / seconds.max(1e-6)) as u64
}
