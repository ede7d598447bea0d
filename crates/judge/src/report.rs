//! The report on a judged program: a verdict on top of the library's report.

use crossply::content::Block;
use crossply::report::formats::{Banner, Report};
use crossply::report::{Detail, Presentation, count};
use crossply::{Ended, FailureKind, Finding};
use crossply_games::report::shown;
use crossply_problems::Problem;
use serde::Serialize;

use crate::failure::{mebibytes, seconds};
use crate::post_mortem::PostMortem;
use crate::session::changes_from_run_to_run;
use crate::{CompileError, Judgement, Runtime, Session, Submission, Verdict};
/// The most lines of standard error to show.
const STDERR_LINES: usize = 20;

/// A verdict and its evidence.
#[derive(Debug, Serialize)]
pub struct JudgeDocument {
    /// The version of this format: 4.
    pub format: u32,
    /// The version of the program that wrote the document.
    pub version: String,
    /// The name of the problem.
    pub problem: String,
    /// The program and its arguments; empty if it does not compile, or answers are recorded.
    pub command: Vec<String>,
    /// The verdict, the check behind it, and the post-mortem.
    #[serde(flatten)]
    pub judgement: Judgement,
    /// The program's runtime, which the limits allow for, if it is known.
    pub runtime: Option<Runtime>,
    /// The failures, as blocks of the report.
    #[serde(skip)]
    failures: Vec<Block>,
}

impl JudgeDocument {
    /// The document about a source that does not compile.
    pub fn refused<P: Problem>(version: &str, error: CompileError) -> Self {
        let failures = compile_error(&error);
        let judgement = Judgement {
            verdict: Some(Verdict::CompileError),
            compile_error: Some(error),
            ..Judgement::default()
        };
        JudgeDocument::about::<P>(version, None, judgement, failures)
    }

    /// The document about a session. `options` are part of the command that judges the program again.
    pub fn new<P: Problem>(
        version: &str,
        session: &Session<P>,
        judgement: Judgement,
        options: &[String],
    ) -> Self {
        let presentation = Presentation {
            shown: Some(Box::new(|found| shown(session.board(found.index.0), found))),
            command: Some(Box::new(|found| again(session, found, options))),
            keep: None,
        };
        let check = judgement.check.as_ref();
        let mut failures = check.map_or(Vec::new(), |check| check.failures(&presentation));
        failures.extend(judgement.post_mortem.iter().flat_map(PostMortem::blocks));
        let submission = session.judged.as_deref().ok();
        JudgeDocument::about::<P>(version, submission, judgement, failures)
    }

    fn about<P: Problem>(
        version: &str,
        submission: Option<&Submission>,
        judgement: Judgement,
        failures: Vec<Block>,
    ) -> Self {
        JudgeDocument {
            format: 4,
            version: version.to_owned(),
            problem: P::NAME.to_owned(),
            command: submission.map_or_else(Vec::new, |submission| submission.program.words()),
            judgement,
            runtime: submission.and_then(|submission| submission.runtime.clone()),
            failures,
        }
    }

    /// Why the session ended.
    pub fn ended(&self) -> Ended {
        let check = self.judgement.check.as_ref();
        check.map_or(Ended::Completed, |check| check.ended)
    }

    /// The verdict, with its reservations.
    fn verdict_in_words(&self) -> String {
        let mut text = self.conclusion().1;
        let simplest = self
            .judgement
            .check
            .iter()
            .find_map(|check| check.simplest.first());
        let mut post_mortem = self.judgement.post_mortem.iter();
        if post_mortem.any(|again| !again.is_steady)
            || simplest.is_some_and(changes_from_run_to_run)
        {
            text += "\nIts answer to a board changes from run to run.";
        }
        let is_limited_together = simplest.is_some_and(|found| {
            let mut given = found.answers.iter().filter_map(|given| given.failure);
            given.any(|failure| failure == FailureKind::TimeLimit) && found.batch.len() > 1
        });
        if is_limited_together {
            text += "\nThe statement allows these boards in one input, and the limit covers all of them.";
        }
        match self.ended() {
            Ended::Interrupted if self.judgement.verdict.is_some() => {
                text += "\nThe session was interrupted: these results are partial.";
            }
            Ended::GivenUp => {
                text +=
                    "\nIt failed so often, or for so long, that the other boards were not judged.";
            }
            _ => {}
        }
        text
    }

    /// Which boards were judged.
    fn coverage(&self) -> Option<String> {
        let check = self.judgement.check.as_ref()?;
        let judged = count(check.scope.counts.compared.total());
        let boards = match (check.scope.inputs, check.seed) {
            (_, Some(seed)) => format!("{judged} boards drawn at random (seed {seed})"),
            (Some(all), None) => format!("{judged} of {} boards", count(all.0)),
            (None, None) => format!("{judged} boards"),
        };
        let named = |name: &&str| format!("{name}, ");
        let first: String = self.judgement.first.iter().map(named).collect();
        let time_up = match check.ended {
            Ended::TimeUp => ", when the time was up",
            _ => "",
        };
        let seconds = check.scope.counts.seconds;
        Some(format!(
            "Judged: {first}{boards}{time_up}, in {seconds:.1} s."
        ))
    }
}

impl Report for JudgeDocument {
    fn title(&self) -> String {
        format!("crossply judge {}", self.problem)
    }

    fn conclusion(&self) -> (Banner, String) {
        match self.judgement.verdict {
            Some(Verdict::Accepted) if self.ended() == Ended::Interrupted => {
                let text = "Interrupted: no fault on the boards that were judged.";
                (Banner::Open, text.to_owned())
            }
            None => (Banner::Open, "No verdict: nothing was judged.".to_owned()),
            Some(Verdict::Accepted) => (Banner::Right, "AC: accepted".to_owned()),
            Some(verdict) => (Banner::Wrong, format!("{verdict}: {}", verdict.name())),
        }
    }

    fn content(&self, detail: Detail) -> Vec<Block> {
        let is_right = self.conclusion().0 == Banner::Right;
        if detail == Detail::Failures && is_right {
            return Vec::new();
        }
        let mut blocks = vec![Block::Text(self.verdict_in_words())];
        blocks.extend(self.failures.iter().cloned());
        if detail == Detail::Everything {
            let runtime = self.runtime.iter().map(|runtime| {
                let (name, memory) = (&runtime.name, mebibytes(runtime.memory));
                let time = seconds(runtime.cpu);
                format!("{name} itself takes {time} of CPU time and up to {memory}; the limits allow for this.")
            });
            let lines: Vec<_> = self.coverage().into_iter().chain(runtime).collect();
            blocks.extend((!lines.is_empty()).then(|| Block::Text(lines.join("\n"))));
        }
        blocks
    }
}

impl PostMortem {
    fn blocks(&self) -> Vec<Block> {
        let remark = self.remark.iter().map(ToString::to_string);
        let mut blocks: Vec<_> = remark.map(Block::Text).collect();
        if !self.stderr.is_empty() {
            blocks.push(Block::Text(
                "It prints to standard error, at last:".to_owned(),
            ));
            let lines: Vec<_> = self.stderr.lines().collect();
            let last = &lines[lines.len().saturating_sub(STDERR_LINES)..];
            blocks.push(Block::Code(last.join("\n")));
        }
        blocks
    }
}

/// The message of the compiler, and its command.
pub fn compile_error(error: &CompileError) -> Vec<Block> {
    let message = error.message.trim_end();
    let message = (!message.is_empty()).then(|| Block::Code(message.to_owned()));
    let command = [
        Block::Text(format!("The compiler ended {}:", error.ended)),
        Block::Code(joined(&error.command)),
        Block::Text("A file crossply.toml may name another command.".to_owned()),
    ];
    message.into_iter().chain(command).collect()
}

/// The command that judges the program on the boards of a finding; for recorded answers, the command that explains the right
/// answer.
fn again<P: Problem>(session: &Session<P>, found: &Finding, options: &[String]) -> Option<String> {
    found.asked()?;
    let Ok(submission) = &session.judged else {
        let board = session.board(found.index.0).notation();
        let words = ["crossply", "explain", P::NAME, "--board", &board].map(str::to_owned);
        return Some(joined(&words));
    };
    let usual = P::LIMITS;
    let limits = &submission.limits;
    let mut words: Vec<_> = ["crossply", "judge", P::NAME].map(str::to_owned).into();
    let mut option = |name: &str, value: String| words.extend([name.to_owned(), value]);
    if limits.time != usual.time {
        option("--time-limit", format!("{}ms", limits.time.as_millis()));
    }
    if limits.memory != usual.memory {
        option("--memory-limit", format!("{}B", limits.memory));
    }
    for board in session.boards_of(found) {
        option("--board", board.notation());
    }
    words.extend_from_slice(options);
    if let Some(source) = &submission.source {
        words.push(source.display().to_string());
    } else {
        words.push("--".to_owned());
        words.extend(submission.program.words());
    }
    Some(joined(&words))
}

/// A command, quoted for a shell.
fn joined(words: &[String]) -> String {
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}
