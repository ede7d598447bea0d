//! Lines of a program instead of the right answers: those of another program, `--reference`; or, for illegal boards,
//! those that the program itself gives to each board alone.
//!
//! Another program runs on all boards first, and its lines count as the expected ones. So batches, minimising and causes
//! are those of any session, and the boards may be illegal. A board on which it exceeds a limit has no line, and is left
//! out: the other program is often a slow one.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crossply_problems::{Board, Problem};

use crate::submission::Submission;
use crate::{Boards, JudgeError};
use crossply::program::Termination;

/// The largest batch that another program is given.
const LARGEST_BATCH: u64 = 4096;

/// How long the judge waits for a program that exceeds its limits, as a multiple of the time limit.
const MOST_WAITING: u32 = 4;

/// How many bytes of each line are kept, on average. No answer has so many.
const LINE_BYTES: usize = 60;

impl<P: Problem> Submission<P> {
    /// Prepares boards that may be illegal for judging. The program's answer to an illegal board alone is its
    /// expected answer in any other run. Returns the boards to judge, and those that are left out because the
    /// answer is not a single line.
    ///
    /// # Errors
    /// If the program cannot be run.
    pub fn prepare_boards(
        &mut self,
        boards: impl IntoIterator<Item = Board<P>>,
    ) -> Result<(Boards<P>, Vec<Board<P>>), JudgeError> {
        let mut answers = HashMap::new();
        let mut asked = Vec::new();
        let mut left_out = Vec::new();
        for board in boards {
            let is_legal = P::legal(board).is_ok();
            if is_legal || answers.contains_key(&board) {
                asked.push(board);
            } else if left_out.contains(&board) {
            } else if let Some(answer) = self.line_alone(board)? {
                answers.insert(board, answer.into());
                asked.push(board);
            } else {
                left_out.push(board);
            }
        }
        self.expected = Arc::new(answers);
        Ok((Boards::listed(asked), left_out))
    }

    /// The one line that the program prints when it runs on the board alone.
    fn line_alone(&self, board: Board<P>) -> Result<Option<String>, JudgeError> {
        match self.lines(&Boards::listed([board]))? {
            Printed::Lines(mut lines, _) => Ok(lines.pop().filter(|line| line.len() < LINE_BYTES)),
            _ => Ok(None),
        }
    }

    /// Asks another program for the boards, one batch after the other, for at most so long, and expects its lines from now
    /// on. Returns the boards that it has answered, and those on which it exceeds a limit.
    ///
    /// # Errors
    /// If it cannot be run, fails otherwise than by a limit, prints another number of lines than there are boards, or the
    /// user interrupts it.
    pub fn expect_lines_of(
        &mut self,
        other: &Self,
        boards: &Boards<P>,
        time: Option<Duration>,
    ) -> Result<(Boards<P>, Vec<Board<P>>), JudgeError> {
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        let limit = other.limits.time;
        let mut lines = (*self.expected).clone();
        let mut known: HashSet<Arc<str>> = HashSet::new();
        let mut left_out = Vec::new();
        let (mut next, mut size, mut waited) = (0, 1, Duration::ZERO);
        while next < boards.len() {
            if other.interrupt.load(Ordering::Relaxed) {
                return Err(JudgeError::Interrupted);
            }
            let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if is_late || waited > limit * MOST_WAITING {
                break;
            }
            let batch = boards.part(next..boards.len().min(next + size));
            match other.lines(&batch)? {
                Printed::Lines(printed, used) => {
                    for (board, line) in batch.iter().zip(printed) {
                        let line = known.get(&*line).cloned().unwrap_or_else(|| line.into());
                        known.insert(Arc::clone(&line));
                        lines.insert(board, line);
                    }
                    next += batch.len();
                    if used < limit / 3 {
                        size = (4 * size).min(LARGEST_BATCH);
                    }
                }
                Printed::TooSlow(_) | Printed::Otherwise(_) if batch.len() > 1 => {
                    size = batch.len().div_ceil(16);
                }
                Printed::TooSlow(used) => {
                    left_out.push(batch.board(0));
                    waited += used;
                    next += 1;
                }
                Printed::Otherwise(fault) => {
                    let board = batch.board(0).notation();
                    return Err(JudgeError::Reference { board, fault });
                }
            }
        }
        self.expected = Arc::new(lines);
        let asked = boards.part(0..next);
        let boards = match &left_out[..] {
            [] => asked,
            left_out => Boards::listed(asked.iter().filter(|board| !left_out.contains(board))),
        };
        Ok((boards, left_out))
    }

    /// The lines that the program prints for these boards, without those that are blank.
    fn lines(&self, boards: &Boards<P>) -> Result<Printed, JudgeError> {
        let most = LINE_BYTES * (boards.len() as usize + 1);
        let (output, run) = self.capture_output(boards, most)?;
        let fault = match run.termination {
            Termination::TimeLimit(_) | Termination::MemoryLimit => {
                return Ok(Printed::TooSlow(run.time()));
            }
            Termination::Exited(status) if status.success() => {
                let text = String::from_utf8(output).unwrap_or_default();
                let lines = text.lines().map(str::trim_end);
                let lines = lines.filter(|line| !line.is_empty());
                let lines: Vec<_> = lines.map(str::to_owned).collect();
                if lines.len() as u64 == boards.len() {
                    return Ok(Printed::Lines(lines, run.time()));
                }
                format!("it prints {} lines", lines.len())
            }
            Termination::Exited(status) => format!("it ends with {status}"),
            _ => "it prints too much, or does not run".to_owned(),
        };
        Ok(Printed::Otherwise(fault))
    }
}

/// What a program prints for some boards, and the time that it uses.
enum Printed {
    /// A line for each board.
    Lines(Vec<String>, Duration),
    /// It exceeds a limit.
    TooSlow(Duration),
    /// It fails in another way, in words.
    Otherwise(String),
}
