//! A session that is cut anywhere says of no group of boards that it was judged unless it was.

use std::fs;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use crossply::Ended;
use crossply_judge::{Boards, Invocation, Judgement, Session, Submission, Verdict};
use crossply_problems::{Ccf201803_4, JudgeLimits, Problem};

/// The legal boards after the groups.
const LEGAL: u64 = 10;

/// The judgement on a program that does something else from the `cut`-th time on that it runs, and the numbers of boards that
/// it got each time. It says that every board is a draw, so some of its answers are wrong.
fn judged(cut: usize, does: &str) -> (Judgement, Vec<u64>) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let script = format!(
        "cd {}; read n; echo $n >> runs; [ $(wc -l < runs) -lt {cut} ] || {{ {does}; }}
         for i in $(seq $n); do echo 0; done",
        folder.path().display()
    );
    let program = Invocation::of(["sh", "-c", &script]);
    let interrupt: &AtomicBool = Box::leak(Box::default());
    let limits = JudgeLimits {
        time: Duration::from_millis(if does.contains("interrupts") {
            3_600_000
        } else {
            100
        }),
        ..Ccf201803_4::LIMITS
    };
    let session = Session::<Ccf201803_4> {
        judged: Ok(Arc::new(
            Submission::new(program, limits, interrupt).expect("it has no runtime"),
        )),
        reference: None,
        boards: Boards::Usual(0..LEGAL),
        time: None,
        jobs: NonZeroUsize::MIN,
    };
    let is_done = AtomicBool::new(false);
    let judgement = thread::scope(|scope| {
        scope.spawn(|| {
            while !is_done.load(Relaxed) && !path("interrupts").exists() {
                thread::sleep(Duration::from_millis(1));
            }
            interrupt.store(!is_done.load(Relaxed), Relaxed);
        });
        let judgement = session.judge(&|_| {});
        is_done.store(true, Relaxed);
        judgement.expect("a judgement")
    });
    let runs = fs::read_to_string(path("runs")).expect("it runs");
    let boards = runs.lines().map(|line| line.parse().expect("a number"));
    (judgement, boards.collect())
}

/// Cuts a session when the program runs for the `cut`-th time, because it is interrupted or hangs.
pub(crate) fn groups_said_to_be_judged_were_completed(cut: usize) {
    let (all, boards) = judged(1_000_000, ":");
    let mut ends = Vec::new();
    let mut end = 0;
    let killing = Boards::<Ccf201803_4>::killing().all().len();
    let most = Ccf201803_4::LIMITS.boards.expect("there is a promise");
    for size in [Ccf201803_4::SAMPLES.len() as u64, most, killing as u64, 200] {
        end += size;
        ends.push(end);
    }
    ends.push(boards.iter().sum::<u64>() - LEGAL);
    assert_eq!(
        (all.first.len(), all.verdict),
        (ends.len(), Some(Verdict::WrongAnswer))
    );
    for does in ["touch interrupts; sleep 1000", "sleep 1000"] {
        let (judgement, boards) = judged(cut, does);
        let answered = boards[..cut - 1].iter().sum::<u64>();
        let complete = ends.iter().filter(|&&end| end <= answered).count();
        assert_eq!(judgement.first, all.first[..complete], "{does}");
        let is_interrupted = judgement
            .check
            .is_some_and(|check| check.ended == Ended::Interrupted);
        assert_eq!(is_interrupted, does.contains("interrupts"));
    }
}
