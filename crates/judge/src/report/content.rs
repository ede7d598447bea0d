//! What the report on a judged program says.

use crate::{CompileError, SlowestRun, Verdict};
use crossply::content::{Block, Fact, Mark};
use crossply::report::count as grouped;
use crossply_games::report::{board_block, game_block, name};

use super::count;
use super::words::{joined, mebibytes, seconds};
use super::{FindingDocument, JudgeDocument, LimitName, Oversized, SlowestBoardDocument, Usage};
use crossply::report::Detail;
use crossply::report::formats::Banner;

impl JudgeDocument {
    pub(super) fn verdict_in_short(&self) -> (Banner, String) {
        match self.verdict {
            Some(Verdict::Accepted) if self.interrupted => {
                let boards = count(self.judged, "board");
                let text = format!("Interrupted: no fault on {boards} so far.");
                (Banner::Open, text)
            }
            None => (Banner::Open, "No verdict: nothing was judged.".to_owned()),
            Some(Verdict::Accepted) => (Banner::Right, "AC: accepted".to_owned()),
            Some(verdict) => (Banner::Wrong, format!("{verdict}: {}", verdict.name())),
        }
    }

    pub(super) fn blocks(&self, detail: Detail) -> Vec<Block> {
        let is_right = self.verdict == Some(Verdict::Accepted) && !self.interrupted;
        if detail == Detail::Failures && is_right {
            return Vec::new();
        }
        let mut blocks = vec![Block::Text(self.verdict_with_counts())];
        if let Some(error) = &self.compile_error {
            blocks.extend(compile_error(error));
            return blocks;
        }
        blocks.extend(self.failure());
        if detail == Detail::Everything {
            blocks.extend(self.coverage());
        }
        blocks
    }

    /// The failure that decides the verdict, and what else fails.
    fn failure(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        if let Some(found) = &self.finding {
            blocks.extend(self.finding(found));
        }
        blocks.extend(
            self.fault
                .iter()
                .map(|fault| Block::Text(fault.text.clone())),
        );
        if !self.also_failing.is_empty() {
            blocks.push(Block::Text("It also failed on".to_owned()));
            blocks.push(Block::Code(self.also_failing.join("\n")));
        }
        if let Some(found) = &self.beyond_promise {
            let promised = self.promised.unwrap_or(u64::MAX);
            blocks.push(Block::Text(format!(
                "The statement promises at most {promised} boards. With more it fails, which does not count:"
            )));
            blocks.extend(self.finding(found));
        }
        blocks
    }

    /// How many boards got which verdict.
    fn counts(&self, verdict: Verdict) -> String {
        if verdict == Verdict::CompileError {
            return ".".to_owned();
        }
        if verdict == Verdict::Accepted {
            return format!(", on {}.", count(self.judged, "board"));
        }
        let at_least = if self.exact { "" } else { "at least " };
        let each = Verdict::ALL.iter().rev().filter_map(|verdict| {
            let boards = count(*self.verdicts.get(verdict.code())?, "board");
            let at_least = if *verdict == Verdict::Accepted {
                ""
            } else {
                at_least
            };
            Some(format!("{verdict} on {at_least}{boards}"))
        });
        format!(" ({}).", each.collect::<Vec<_>>().join(", "))
    }

    /// The verdict, with how many boards got which, and what else is to be said at once.
    fn verdict_with_counts(&self) -> String {
        let (banner, mut text) = self.verdict_in_short();
        let Some(verdict) = self.verdict else {
            return text;
        };
        let has_verdict = banner != Banner::Open;
        if has_verdict {
            text += &self.counts(verdict);
        }
        if let Some(reference) = &self.reference {
            text += &format!(
                "\nThe expected answers come from {reference}, right or wrong. On legal boards, a proof tells which is right."
            );
        }
        if self.gave_up {
            text += "\nIt failed so often, or for so long, that the other boards were not judged.";
        }
        if self.interrupted && has_verdict {
            text += "\nThe session was interrupted: these results are partial.";
        }
        if let Some(board) = &self.right_alone {
            text += &format!(
                "\nIts answers also depend on the boards before, or on chance: it was wrong on {board} after others, but is right on it alone."
            );
        }
        if let Some(met) = &self.failing_sample {
            let (verdict, board) = (met.verdict, &met.board);
            text += &format!("\nIt fails on a sample of the statement: {verdict} on {board}.");
        }
        if let Some(met) = &self.also_wrong {
            text += &format!("\nIt is not only slow: {} on {}.", met.verdict, met.board);
        }
        text
    }

    /// A failure: the board, the expected and the given answer, the cause, and the command that reproduces it.
    fn finding(&self, found: &FindingDocument) -> Vec<Block> {
        let title = match found.index {
            Some(index) => name(index, found.empties),
            None => "an illegal board".to_owned(),
        };
        let mut blocks = vec![
            Block::Heading(format!("{}: {} on {title}", self.problem, found.verdict)),
            board_block(&found.boards[found.failing as usize]),
            Block::Facts(self.facts(found)),
        ];
        let is_wrong = found.verdict == Verdict::WrongAnswer;
        blocks.extend(found.proof.iter().filter(|_| is_wrong).map(game_block));
        blocks.push(Block::Text(found.explanation.clone()));
        blocks.extend(found.remark.clone().map(Block::Text));
        if !found.stderr.is_empty() {
            blocks.push(Block::Text("It printed to standard error:".to_owned()));
            blocks.push(Block::Code(found.stderr.clone()));
        }
        let [how, command] = found.replay.clone();
        blocks.extend([Block::Text(how), Block::Code(command)]);
        blocks
    }

    fn facts(&self, found: &FindingDocument) -> Vec<Fact> {
        let right = found.proof.as_ref().map(|proof| &proof.right);
        let right =
            right.filter(|_| self.reference.is_some() && found.verdict == Verdict::WrongAnswer);
        let marked = |name: &str, value: &String| {
            let fact = Fact::new(name, value);
            match right {
                Some(right) if right == value => fact.marked(Mark::Right, "proven right"),
                Some(_) => fact.marked(Mark::Wrong, "proven wrong"),
                None => fact,
            }
        };
        let expected = match &self.reference {
            Some(_) => "reference",
            // An illegal board has no right answer.
            None if found.index.is_none() => "alone",
            None => "expected",
        };
        let mut facts = vec![
            marked(expected, &found.expected),
            marked("given", &found.given),
        ];
        facts.extend(found.ended.iter().map(|ended| Fact::new("ended", ended)));
        if !matches!(found.limit, None | Some(LimitName::Output)) {
            facts.push(Fact::new("used", used(&found.usage)));
        }
        facts
    }

    /// Which boards were judged, and what the program used.
    fn coverage(&self) -> Vec<Block> {
        let mut lines = vec![self.asked()];
        if self.answers.is_some() {
            return vec![Block::Text(lines.remove(0))];
        }
        if self.cut_off > 0 && !self.gave_up {
            let boards = count(self.cut_off, "board");
            let end = if self.interrupted {
                "the session was interrupted"
            } else {
                "the time was up"
            };
            lines.push(format!(
                "The program was working on {boards} more when {end}."
            ));
        }
        lines.extend(self.oversized.as_ref().map(oversized));
        if self.runs > 0 {
            let [smallest, largest] = self.boards_in_runs;
            let sizes = if smallest == largest {
                count(smallest, "board")
            } else {
                format!("{} to {}", grouped(smallest), count(largest, "board"))
            };
            let (used, limit) = (mebibytes(self.memory), mebibytes(self.memory_limit));
            let memory = match self.memory {
                0 => String::new(),
                _ => format!("; peak memory {used} (limit {limit})"),
            };
            lines.push(format!("{} of {sizes}{memory}.", count(self.runs, "run")));
        }
        // A program that is too slow sees this in the run that shows it.
        let is_too_slow = self.verdict == Some(Verdict::TimeLimit);
        let slowest = self.slowest.as_ref().filter(|_| !is_too_slow);
        lines.extend(slowest.map(|run| format!("The slowest run took {}.", slowest_run(run))));
        let slowest = self.slowest_board.as_ref();
        lines.extend(slowest.map(|board| format!("The slowest board {}.", slowest_board(board))));
        if let Some(runtime) = &self.runtime {
            let memory = match (runtime.memory, runtime.slack) {
                (0, _) => String::new(),
                (memory, 0) => format!("{} and ", mebibytes(memory)),
                (memory, slack) => {
                    let (memory, slack) = (mebibytes(memory), mebibytes(slack));
                    format!("{memory}, with its compiler up to {slack} more, and ")
                }
            };
            lines.push(format!(
                "{} itself takes {memory}{} of CPU time ({} with waiting); the limits allow for this.",
                runtime.name,
                seconds(runtime.cpu.as_secs_f64()),
                seconds(runtime.time.as_secs_f64())
            ));
        }
        vec![Block::Text(lines.join("\n"))]
    }

    fn asked(&self) -> String {
        let stages = self.stages.iter().map(|stage| {
            let (done, all) = (stage.judged, stage.boards);
            let amount = if done == all {
                format!("all {}", grouped(all))
            } else {
                format!("{} of {}", grouped(done), grouped(all))
            };
            format!("{} ({amount})", stage.name)
        });
        let stages: Vec<_> = stages.collect();
        format!("Judged: {}, in {:.1} s.", stages.join(", "), self.seconds)
    }
}

/// What the compiler said, and the command that ran it.
#[must_use]
pub fn compile_error(error: &CompileError) -> Vec<Block> {
    let mut blocks = vec![
        Block::Code(error.message.trim_end().to_owned()),
        Block::Text(format!("The compiler ended {}:", error.ended)),
        Block::Code(joined(&error.command)),
        Block::Text("A file crossply.toml may name another command.".to_owned()),
    ];
    if error.message.trim().is_empty() {
        blocks.remove(0);
    }
    blocks
}

fn oversized(oversized: &Oversized) -> String {
    let boards = count(oversized.boards, "board");
    match oversized.verdict {
        Verdict::MemoryLimit => {
            format!("A run of {boards} took too much memory, so they were judged in smaller runs.")
        }
        _ if oversized.once => format!(
            "A run of {boards} stalled, but not when repeated: the program may hang now and then."
        ),
        _ => {
            format!("A run of {boards} stalled, so they were judged in smaller runs.")
        }
    }
}

/// What a run used, beside each limit.
fn used(usage: &Usage) -> String {
    let mut text = format!(
        "{:.2} s of CPU time (limit {}), {:.2} s with waiting (limit {})",
        usage.computing,
        seconds(usage.computing_limit),
        usage.time,
        seconds(usage.time_limit)
    );
    if let Some(memory) = usage.memory {
        let (memory, limit) = (mebibytes(memory), mebibytes(usage.memory_limit));
        text += &format!(", peak memory {memory} (limit {limit})");
    }
    text
}

/// What the slowest run used of its time limit.
fn slowest_run(run: &SlowestRun) -> String {
    format!(
        "{:.2} s of {} (limit {}), on {}",
        run.used.as_secs_f64(),
        kind_of_time(run),
        seconds(run.limit.as_secs_f64()),
        count(run.boards, "board")
    )
}

/// The kind of time of which a run used the largest share.
fn kind_of_time(run: &SlowestRun) -> &'static str {
    if run.waiting {
        "CPU time and waiting"
    } else {
        "CPU time"
    }
}

/// What the slowest board took, and how near that is to the limit.
fn slowest_board(board: &SlowestBoardDocument) -> String {
    let run = &board.run;
    let (used, limit) = (run.used.as_secs_f64(), run.limit.as_secs_f64());
    let empties = count(board.empties.into(), "empty cell");
    let what = format!("is {}, with {empties}", board.board);
    if board.stopped {
        return format!("{what}: it takes more than {} alone", seconds(limit));
    }
    let spare = (limit - used).max(0.0);
    let kind = kind_of_time(run);
    let mut text = format!("{what}: {used:.2} s of {kind} alone, {spare:.2} s less than the limit");
    let times = limit / used.max(1e-3);
    if times < 10.0 {
        text += &format!(". On a machine {times:.1} times slower it would fail");
    }
    text
}
