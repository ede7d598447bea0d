//! The failure of a run, in words.

use std::time::Duration;

use crossply::program::{Execution, RunLimits, Termination, TimeLimitKind};
use crossply::{Failure, FailureKind};
use crossply_problems::{Position, Problem};
use crossply_proof::right_answer;

use crate::Submission;
use crate::answer::Printed;

/// Says that nothing else is wrong.
const ONLY_EXIT_CODE: &str = "after right answers: end `main` with `return 0`";

impl Submission {
    /// The failure of a run with these limits, which printed this for these boards. `None` if it succeeded.
    pub(crate) fn failure<P: Problem>(
        &self,
        run: &Execution,
        limits: &RunLimits,
        printed: &[Printed<P>],
        boards: &[Position<P>],
    ) -> Option<Failure> {
        let Failure { kind, text, .. } = run.failure();
        if kind == FailureKind::NoAnswer && printed.len() == boards.len() {
            return None;
        }
        if kind == FailureKind::NoAnswer && printed.len() > boards.len() {
            let text = surplus_in_words(printed, boards);
            return Some(Failure::new(FailureKind::MalformedAnswer, text));
        }
        let (cpu, memory) = self.allowance();
        let cause = match run.termination {
            Termination::Exited(_) | Termination::CutOff => text,
            Termination::TimeLimit(TimeLimitKind::Cpu) => {
                format!(
                    "more than {} of CPU time",
                    self.time_in_words(limits.cpu, cpu)
                )
            }
            Termination::TimeLimit(TimeLimitKind::Elapsed) => format!(
                "more than {}, of which less than {} were CPU time",
                self.time_in_words(limits.time, 2 * cpu),
                seconds(limits.cpu)
            ),
            Termination::TimeLimit(TimeLimitKind::Stall) => format!(
                "it answered nothing for {}",
                self.time_in_words(limits.stall, cpu)
            ),
            Termination::MemoryLimit => {
                let of_statement = limits.memory.saturating_sub(memory);
                let amounts = [limits.memory, of_statement, memory].map(mebibytes);
                format!("more than {}", self.with_allowance(amounts))
            }
            Termination::ProcessLimit => format!("more than {}", limits.processes),
            Termination::OutputLimit => "it printed too much".to_owned(),
        };
        let right = boards.iter().map(|&board| Some(right_answer(board)));
        if kind == FailureKind::ExitCode && printed.iter().map(Printed::answer).eq(right) {
            return Some(Failure::new(kind, format!("{cause}, {ONLY_EXIT_CODE}")));
        }
        Some(Failure::new(kind, cause))
    }

    /// A time limit in words, with the allowance for the runtime that it includes.
    fn time_in_words(&self, limit: Duration, allowance: Duration) -> String {
        let of_statement = limit.saturating_sub(allowance);
        self.with_allowance([limit, of_statement, allowance].map(seconds))
    }

    /// A limit. If it includes an allowance for the runtime, its two parts follow in brackets.
    fn with_allowance(&self, [limit, of_statement, allowance]: [String; 3]) -> String {
        match &self.runtime {
            Some(runtime) if limit != of_statement => {
                let name = &runtime.name;
                format!("{limit} ({of_statement}, and {allowance} for {name})")
            }
            _ => limit,
        }
    }
}

/// Why there are more lines than boards. With few boards, as after a search for the first that fails, it is known what is
/// wrong with the form of right answers.
fn surplus_in_words<P: Problem>(printed: &[Printed<P>], boards: &[Position<P>]) -> String {
    let right = || boards.iter().map(|&board| right_answer(board));
    let answers = || printed.iter().filter_map(Printed::answer);
    let mut end = Vec::new();
    P::append_end(&mut end);
    match printed.iter().find_map(Printed::other) {
        Some(other) if answers().eq(right()) => {
            format!("its answers are right, but there are other lines, such as {other:?}")
        }
        None if answers().take(boards.len()).eq(right()) && !end.is_empty() => {
            let end = String::from_utf8_lossy(&end);
            format!(
                "right answers, and then another: the last line of the input, {}, is no board",
                end.trim_end()
            )
        }
        _ => "it prints more than one line for each board".to_owned(),
    }
}

pub(crate) fn mebibytes(bytes: u64) -> String {
    let tenths = bytes.saturating_mul(10) >> 20;
    format!("{}.{} MiB", tenths / 10, tenths % 10)
}

/// A time in seconds, to the millisecond.
pub(crate) fn seconds(time: Duration) -> String {
    let text = format!("{:.3}", time.as_secs_f64());
    format!("{} s", text.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use crossply::program::{Invocation, execute};
    use crossply_problems::Poj1568;

    use super::*;
    use crate::Runtime;

    #[test]
    fn limits_in_words_are_those_of_the_run_and_their_parts_add_up() {
        use Termination::{MemoryLimit, TimeLimit};
        static NEVER: AtomicBool = AtomicBool::new(false);
        let mut judged = Submission::new::<Poj1568>(Invocation::of(["true"]), &NEVER);
        judged.limits.time = Duration::from_millis(100);
        judged.limits.memory = 16 << 20;
        judged.runtime = Some(Runtime {
            name: "lua".to_owned(),
            memory: 9 << 20,
            cpu: Duration::from_millis(20),
        });
        for (boards, termination, said) in [
            (1, TimeLimit(TimeLimitKind::Cpu), "0.12 0.1 0.02"),
            (1, TimeLimit(TimeLimitKind::Elapsed), "0.24 0.2 0.04 0.12"),
            (1, MemoryLimit, "25.0 16.0 9.0"),
            (30, TimeLimit(TimeLimitKind::Cpu), "3.02 3 0.02"),
            (30, TimeLimit(TimeLimitKind::Stall), "0.12 0.1 0.02"),
        ] {
            let limits = judged.run_limits(boards);
            let run = execute(&judged.program, &limits, &[], &mut |_| true, &NEVER);
            let mut run = run.expect("it runs");
            run.termination = termination;
            let boards = vec![Poj1568::domain().position(0); boards];
            let failure = judged
                .failure(&run, &limits, &[], &boards)
                .expect("it fails");
            let words = failure.text.split([' ', '(']);
            let numbers: Vec<_> = words.filter(|word| word.parse::<f64>().is_ok()).collect();
            assert_eq!(numbers.join(" "), said, "{termination:?}: {}", failure.text);
        }
    }
}
