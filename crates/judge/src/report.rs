//! The report on a judged program: a verdict, followed by the library's report.

use crossply::content::Block;
use crossply::report::formats::{Banner, Report};
use crossply::report::{Detail, Presentation, count};
use crossply::{Ended, Finding};
use crossply_games::report::show_failure;
use crossply_problems::Problem;
use serde::Serialize;

use crate::failure::{mebibytes, seconds};
use crate::session::board;
use crate::{CompileError, Judgement, Runtime, Session, Submission, Verdict};

/// A verdict and its evidence.
#[derive(Debug, Serialize)]
pub struct JudgeDocument {
    /// The version of this format: 6.
    pub format: u32,
    /// The version of the program that wrote the document.
    pub version: String,
    /// The name of the problem.
    pub problem: String,
    /// The program and its arguments. Empty if it does not compile, or if recorded answers are judged.
    pub command: Vec<String>,
    /// The verdict and the check behind it.
    #[serde(flatten)]
    pub judgement: Judgement,
    /// The program's runtime, if it is known. The limits allow for what it takes by itself.
    pub runtime: Option<Runtime>,
    /// The failures, as blocks of the report.
    #[serde(skip)]
    failures: Vec<Block>,
}

impl JudgeDocument {
    /// The document about a session, or without one about a source that does not compile.
    pub fn new<P: Problem>(
        version: &str,
        session: Option<&Session<P>>,
        judgement: Judgement,
    ) -> Self {
        let mut failures = Vec::new();
        if let Some(error) = &judgement.compile_error {
            failures = compile_error_blocks(error);
        }
        if let (Some(session), Some(check)) = (session, &judgement.check) {
            let mut presentation = Presentation::default();
            if let Some(finding) = check.simplest.first() {
                presentation.shown = Some(show_failure(board::<P>(finding.index.0), finding));
                presentation.command = reproducing_command(session, finding);
            }
            failures = check.failures(&presentation);
        }
        let submission = session.and_then(|session| session.judged.as_ref().ok());
        JudgeDocument {
            format: 6,
            version: version.to_owned(),
            problem: P::NAME.to_owned(),
            command: submission.map_or_else(Vec::new, |submission| submission.program.words()),
            runtime: submission.and_then(|submission| submission.runtime.clone()),
            judgement,
            failures,
        }
    }

    /// Why the session ended.
    pub fn ended(&self) -> Ended {
        let check = self.judgement.check.as_ref();
        check.map_or(Ended::Completed, |check| check.ended)
    }

    /// What qualifies the verdict, a line each.
    fn qualifications(&self) -> String {
        let mut text = String::new();
        for other in &self.judgement.other_verdicts {
            text += &format!("Other boards get {other}: {}.\n", other.words().1);
        }
        let check = self.judgement.check.as_ref();
        let simplest = check.and_then(|check| check.simplest.first());
        if self.judgement.verdict == Some(Verdict::TimeLimit)
            && simplest.is_some_and(|finding| finding.batch.len() > 1)
        {
            text += "The statement allows these boards in one input, and the limit covers all of them.\n";
        }
        match self.ended() {
            Ended::Interrupted if self.judgement.verdict.is_some() => {
                text += "The session was interrupted: these results are partial.\n";
            }
            Ended::GivenUp => {
                text += "It failed so often, or for so long, that the rest were not judged.\n";
            }
            _ => {}
        }
        text + self.judgement.spacing.as_deref().unwrap_or_default()
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
        let mut parts = self.judgement.first.clone();
        parts.push(&boards);
        let boards = parts.join(", ");
        let time_up = match check.ended {
            Ended::TimeUp => ", when the time was up",
            _ => "",
        };
        let seconds = check.scope.counts.seconds;
        Some(format!("Judged: {boards}{time_up}, in {seconds:.1} s."))
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
            Some(verdict) => (Banner::Wrong, format!("{verdict}: {}", verdict.words().1)),
        }
    }

    fn content(&self, detail: Detail) -> Vec<Block> {
        let (banner, text) = self.conclusion();
        if detail == Detail::Failures && banner == Banner::Right {
            return Vec::new();
        }
        let mut blocks = vec![Block::Text(text), Block::Text(self.qualifications())];
        blocks.extend(self.failures.iter().cloned());
        if detail == Detail::Everything {
            let runtime = self.runtime.iter().map(|runtime| {
                let name = &runtime.name;
                let memory = mebibytes(runtime.memory);
                let time = seconds(runtime.cpu);
                format!("{name} itself takes {time} of CPU time and up to {memory}; the limits allow for this.")
            });
            let lines: Vec<_> = self.coverage().into_iter().chain(runtime).collect();
            blocks.push(Block::Text(lines.join("\n")));
        }
        blocks
    }
}

/// The message of the compiler, and its command.
pub fn compile_error_blocks(error: &CompileError) -> Vec<Block> {
    let mut blocks = Vec::new();
    let message = error.message.trim_end();
    if !message.is_empty() {
        blocks.push(Block::Code(message.to_owned()));
    }
    blocks.extend([
        Block::Text(format!("The compiler ended {}:", error.ended)),
        Block::Code(quoted(&error.command)),
        Block::Text(
            "For another command, compile it yourself, and give the program after --.".to_owned(),
        ),
    ]);
    blocks
}

/// The command that judges the program on the boards of a finding. For recorded answers, the command that explains the
/// right answer.
fn reproducing_command<P: Problem>(session: &Session<P>, finding: &Finding) -> Option<String> {
    let asked = finding.asked()?;
    let Ok(submission) = &session.judged else {
        let board = board::<P>(finding.index.0).notation();
        let words = ["crossply", "explain", P::NAME, "--board", &board].map(str::to_owned);
        return Some(quoted(&words));
    };
    let limits = &submission.limits;
    let mut words: Vec<_> = ["crossply", "judge", P::NAME].map(str::to_owned).into();
    if limits.time != P::LIMITS.time {
        let milliseconds = limits.time.as_millis();
        words.extend(["--time-limit".to_owned(), format!("{milliseconds}ms")]);
    }
    if limits.memory != P::LIMITS.memory {
        words.extend(["--memory-limit".to_owned(), format!("{}B", limits.memory)]);
    }
    for index in asked {
        words.extend(["--board".to_owned(), board::<P>(index).notation()]);
    }
    let source = |submission: &Submission| Some(submission.source.as_ref()?.display().to_string());
    if let Some(reference) = &session.reference {
        let named = source(reference).unwrap_or_else(|| quoted(&reference.program.words()));
        words.extend(["--reference".to_owned(), named]);
    }
    if let Some(source) = source(submission) {
        words.push(source);
    } else {
        words.push("--".to_owned());
        words.extend(submission.program.words());
    }
    Some(quoted(&words))
}

/// A command, quoted for a shell.
fn quoted(words: &[String]) -> String {
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}
