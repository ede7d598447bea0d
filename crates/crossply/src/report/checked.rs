//! The results of a run as plain data, and what they say to people.
//!
//! JSON is made of the data alone. What people read follows from the data alone, too, so that all forms of a report say
//! the same.

use serde::{Deserialize, Serialize};

use super::content::{Block, Cell, Column, Fact, Mark, Table};
use super::{Detail, count};
use crate::findings::SectionDigest;
use crate::wide::Wide;
use crate::{
    Answered, Counts, Digest, Draws, Ended, Finding, Findings, Oracles, Plan, Provenance, Shard,
    Statistics,
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
    /// Whether the distinct inputs that were compared are the first of the domain.
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
            let inputs = section.end - start;
            start = section.end;
            let mut records = outline.records.iter();
            SectionOf {
                section: section.name.clone(),
                inputs: Wide(inputs),
                record: records
                    .find(|(name, _)| *name == section.name)
                    .map(|&(_, digest)| digest),
            }
        });
        let mut checked = Checked {
            check: outline.name.clone(),
            summary: outline.summary.clone(),
            inputs_are: [outline.noun.clone(), outline.nouns.clone()],
            sections_are: outline.sections_are.clone(),
            agree: false,
            shards: (shard != Shard::WHOLE)
                .then(|| shard.to_string())
                .into_iter()
                .collect(),
            missing: Vec::new(),
            exhaustive: plan.is_exhaustive(),
            from_the_first: plan.is_from_the_first()
                && shard == Shard::WHOLE
                && findings.ended == Ended::Completed,
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
        let is_changed = |digest: &SectionDigest| digest.as_recorded == Some(false);
        self.counts.disagreements == 0
            && self.simplest.is_empty()
            && self.counts.trouble.is_none()
            && !self.digests.iter().any(is_changed)
    }

    /// The digests of the answers to distinct inputs. A digest is that of the solvers that answered most of them, if they
    /// agree.
    pub(super) fn digests_by_section(&self) -> Vec<SectionDigest> {
        let digests = self.sections.iter().enumerate().filter_map(|(n, section)| {
            let of = |statistics: &Statistics| {
                let work = &statistics.sections[n];
                (work.answered.in_order, work.digest)
            };
            let inputs = self
                .counts
                .solvers
                .iter()
                .map(|statistics| of(statistics).0)
                .max()?;
            let mut sums = self
                .counts
                .solvers
                .iter()
                .map(of)
                .filter(|(answered, _)| *answered == inputs);
            let (_, sum) = sums.next()?;
            let sum = sums.all(|(_, other)| other == sum).then_some(sum);
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
        let digests = self.digests.iter();
        let changed = digests.filter(|digest| digest.as_recorded == Some(false));
        let section = |digest: &SectionDigest| match &*digest.section {
            "" => String::new(),
            section if self.sections_are.is_empty() => format!(" of {section}"),
            section => format!(" with {section} {}", self.sections_are),
        };
        let line = |digest: &SectionDigest| {
            let [_, nouns] = &self.inputs_are;
            format!(
                "{}: the solvers agree on all {nouns}{}, but not on the answers on record\n",
                self.check,
                section(digest)
            )
        };
        changed.map(line).collect()
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
        let lines = self.simplest.iter().map(|wrong| {
            let found = wrong.as_ref();
            let solvers: Vec<_> = found.wrong().collect();
            format!("{}   {}", name(found), solvers.join(", "))
                .trim_end()
                .to_owned()
        });
        vec![
            Block::Text(words),
            Block::Code(lines.collect::<Vec<_>>().join("\n")),
        ]
    }

    /// A row for each solver. The columns between its name and its inputs say, for each section, whether it answered all
    /// inputs, or how many, or none.
    fn table(&self) -> Table {
        let [_, nouns] = &self.inputs_are;
        let sections = self
            .sections
            .iter()
            .filter(|_| self.sections.len() > 1)
            .enumerate();
        let sections = sections.map(|(index, section)| Column {
            over: if index == 0 {
                self.sections_are.clone()
            } else {
                String::new()
            },
            dispensable: 2,
            ..Column::new(section.section.clone())
        });
        let time = |name: &str| Column {
            dispensable: 1,
            ..Column::new(name)
        };
        let mut columns = vec![Column::words("solver")];
        columns.extend(sections);
        columns.extend([Column::new(nouns), time("seconds")]);
        columns.extend([time(&format!("{nouns}/s")), Column::words("verdict")]);
        let solvers = self.counts.solvers.iter();
        Table {
            caption: "What each solver did, on all threads together".to_owned(),
            columns,
            rows: solvers.map(|solver| self.row(solver)).collect(),
        }
    }

    fn row(&self, solver: &Statistics) -> Vec<Cell> {
        let (inputs, seconds) = (solver.inputs(), solver.seconds());
        let sections = self.sections.iter().zip(&solver.sections);
        let shares = sections.filter(|_| self.sections.len() > 1);
        let shares = shares.map(|(section, work)| match work.answered {
            answered if u128::from(answered.in_order) == section.inputs.0 => "all".into(),
            answered if answered.total() > 0 => number(answered.total()),
            _ => "-".into(),
        });
        let mut row = vec![solver.solver.clone().into()];
        row.extend(shares);
        row.push(number(inputs));
        row.push(format!("{seconds:.2}").into());
        row.push(number(rate(inputs, seconds)));
        row.push(verdict(solver, self.counts.disagreements));
        row
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
        let times = |did: &str, times: u64| match times {
            1 => format!("{did} once"),
            many => format!("{did} {} times", count(many)),
        };
        let verdict = match (counts.disagreements, &self.truth) {
            (0, _) if self.simplest.is_empty() => "agree".to_owned(),
            (0, _) => "give wrong answers".to_owned(),
            (1, Some(_)) => "give a wrong answer once".to_owned(),
            (many, Some(_)) => times("give wrong answers", many),
            (many, None) => times("disagree", many),
        };
        let cut_short = match self.ended {
            Ended::Completed => "",
            Ended::TimeUp => " until the time was up",
            Ended::Interrupted => " until it was interrupted",
        };
        let mut text = format!(
            "The solvers {verdict}. Compared: {covered}{cut_short}, in {:.1} s.",
            counts.seconds
        );
        let truth = self
            .truth
            .as_ref()
            .map(|truth| format!("Confirmed by {truth}"));
        for (judges, answered, how) in [
            (
                self.oracles.truth,
                counts.confirmed,
                &*truth.unwrap_or_default(),
            ),
            (
                self.oracles.relations,
                counts.related,
                "Metamorphic relations",
            ),
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
        let mut parts = Vec::new();
        if let Some(Wide(all)) = self.inputs.filter(|_| in_order > 0) {
            let (some, of) = (count(in_order), count(all));
            parts.push(if u128::from(in_order) == all {
                format!("all {of} {nouns}")
            } else if by_representatives {
                format!("{some} of {of} {nouns}, {}", self.representatives)
            } else if self.from_the_first {
                format!("the first {some} of {of} {nouns}")
            } else {
                format!("{some} of {of} {nouns}")
            });
        }
        if drawn > 0 {
            let nouns = if parts.is_empty() && self.inputs.is_none() {
                &format!("{nouns} ")
            } else {
                ""
            };
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
            let (verdict, mark) = match digest.as_recorded {
                None if is_whole => ("all", Mark::None),
                None => ("of a part", Mark::None),
                Some(true) => ("all, as recorded", Mark::Right),
                Some(false) => ("all, NOT AS RECORDED", Mark::Wrong),
            };
            vec![
                digest.section.clone().into(),
                number(digest.inputs),
                said(digest.sum).into(),
                Cell {
                    text: verdict.to_owned(),
                    mark,
                },
            ]
        });
        let mut rows: Vec<_> = rows.collect();
        let sums: Option<Vec<Digest>> = self.digests.iter().map(|digest| digest.sum).collect();
        let sum = sums.map(|sums| sums.into_iter().sum::<Digest>());
        let all = self.digests.iter().map(|digest| digest.inputs).sum();
        if self.digests.len() > 1 {
            rows.push(vec!["sum".into(), number(all), said(sum).into(), "".into()]);
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
    /// The report.
    #[must_use]
    pub fn content(&self, detail: Detail) -> Vec<Block> {
        let mut blocks = self.failures();
        if detail == Detail::Everything {
            blocks.extend(self.summary_blocks());
        }
        blocks
    }

    /// What is wrong; empty if nothing is.
    fn failures(&self) -> Vec<Block> {
        let changes = self.changes();
        let first = self.simplest.first();
        let mut blocks = first.map_or(Vec::new(), |found| self.wrong(found));
        blocks.extend(self.list_of_wrong(|found| found.input.clone()));
        let trouble = self.counts.trouble.as_ref();
        let trouble = trouble.map(|trouble| format!("{}: {trouble}", self.check));
        let texts = [
            Some(changes.trim_end().to_owned()).filter(|text| !text.is_empty()),
            trouble,
        ];
        blocks.extend(texts.into_iter().flatten().map(Block::Text));
        blocks
    }

    /// A wrong input: the answers, who is wrong, and how it was found.
    fn wrong(&self, found: &Finding) -> Vec<Block> {
        let [noun, _] = &self.inputs_are;
        let index = count(found.index.0);
        let name = match (&*found.section, &*self.sections_are) {
            ("", _) => format!("{noun} {index}"),
            (section, are) => format!("{noun} {index} ({})", format!("{section} {are}").trim_end()),
        };
        let answers = &found.answers;
        let differ = answers
            .iter()
            .any(|given| given.answer != answers[0].answer);
        let what = match &found.violated {
            Some(violated) => format!(
                "the relation `{}` does not hold for {name}",
                violated.relation
            ),
            None if differ => format!("the solvers disagree on {name}"),
            None => format!("the answer to {name} is wrong"),
        };
        let alone = |at: usize| {
            let mut others = answers.iter().enumerate().filter(|&(n, _)| n != at);
            let (_, first) = others.next()?;
            let others_agree =
                others.clone().count() > 0 && others.all(|(_, given)| given.answer == first.answer);
            (others_agree && answers[at].answer != first.answer).then_some("alone")
        };
        let facts = answers.iter().enumerate().map(|(n, given)| {
            let fact = Fact::new(given.solver.clone(), given.answer.clone());
            match (&found.right, given.wrong) {
                (_, true) if !given.panicked => fact.marked(Mark::Wrong, "wrong"),
                (None, false) => fact.marked(Mark::None, alone(n).unwrap_or_default()),
                _ => fact,
            }
        });
        let truth = self.truth.iter().zip(&found.right);
        let right = truth.map(|(truth, right)| {
            Fact::new(truth.clone(), right.clone()).marked(Mark::Right, "right")
        });
        let compared = found
            .violated
            .iter()
            .flat_map(|violated| &violated.compared);
        let compared: Vec<_> = compared
            .map(|(input, answer)| Fact::new(input, answer))
            .collect();
        let blocks = [
            Block::Heading(format!("{}: {what}", self.check)),
            Block::Code(found.input.clone()),
            Block::Facts(facts.chain(right).collect()),
            Block::Text(if compared.is_empty() {
                String::new()
            } else {
                "It compared:".to_owned()
            }),
            Block::Facts(compared),
            Block::Text(found.how(noun, &self.inputs_are[1])),
            Block::Text(self.tally()),
        ];
        let is_said = |block: &Block| !matches!(block, Block::Text(text) if text.is_empty());
        blocks.into_iter().filter(is_said).collect()
    }

    /// How often who is wrong.
    fn tally(&self) -> String {
        let [_, nouns] = &self.inputs_are;
        let all = count(self.counts.compared.total());
        let solvers = self
            .counts
            .solvers
            .iter()
            .filter(|solver| solver.wrong + solver.alone > 0);
        let lines = solvers.map(|solver| {
            let (does, times) = match solver.wrong {
                0 => ("alone gives another answer", solver.alone),
                wrong => ("is wrong", wrong),
            };
            format!(
                "{} {does} on {} of {all} {nouns}.\n",
                solver.solver,
                count(times)
            )
        });
        match lines.collect::<String>() {
            text if text.is_empty() => {
                format!(
                    "The solvers disagree on {} of {all} {nouns}.",
                    count(self.counts.disagreements)
                )
            }
            text => text.trim_end().to_owned(),
        }
    }
}

impl Finding {
    /// How it was found, in words. Empty if a run met it.
    #[must_use]
    pub fn how(&self, noun: &str, nouns: &str) -> String {
        match &self.provenance {
            Provenance::Seen => String::new(),
            Provenance::Minimised {
                wrong,
                simplest: true,
            } => {
                format!("It is the simplest: {wrong} is right about all {nouns} before it.")
            }
            Provenance::Minimised {
                wrong,
                simplest: false,
            } => {
                format!("It is the simplest {noun} found that {wrong} gets wrong.")
            }
            Provenance::DependsOnHistory if self.batch.len() > SHOWN_INPUTS => format!(
                "Asked for this {noun} alone, every solver is right. The fault shows in a batch of {} {nouns},\n\
                 and in no shorter one that was found. To see it again, repeat the run.",
                self.batch.len()
            ),
            Provenance::DependsOnHistory if !self.batch.is_empty() => {
                let batch = self.batch.iter().map(|input| format!("    {input}\n"));
                format!(
                    "Asked for this {noun} alone, every solver is right. The fault shows if these {nouns} are\n\
                     asked for at once:\n\n{}",
                    batch.collect::<String>()
                )
            }
            Provenance::DependsOnHistory => format!(
                "Asked for this {noun} alone, every solver is right: an answer depends on the {nouns}\n\
                 asked before it. To see it again, repeat the run."
            ),
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

fn verdict(solver: &Statistics, disagreements: u64) -> Cell {
    let panics = match solver.panics {
        0 => String::new(),
        panics => format!(", {} panics", count(panics)),
    };
    let (text, mark) = match solver {
        _ if solver.inputs() == 0 => ("not asked".to_owned(), Mark::None),
        Statistics { wrong: 1.., .. } => (
            format!("WRONG on {}{panics}", count(solver.wrong)),
            Mark::Wrong,
        ),
        Statistics { alone: 1.., .. } => (format!("ALONE on {}", count(solver.alone)), Mark::Wrong),
        _ if disagreements > 0 && solver.wrong == 0 && solver.alone == 0 => {
            ("-".to_owned(), Mark::None)
        }
        _ => ("agrees".to_owned(), Mark::Right),
    };
    Cell { text, mark }
}
