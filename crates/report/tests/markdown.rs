//! The report in Markdown.

use crossply_harness::{Answered, Ended};
use crossply_problems::ccf201803_4::Score;
use crossply_problems::{Ccf201803_4, Entry, Position, Solver};
use crossply_report::check_markdown;

use crate::checked_runs::*;

/// A planted fault: the answer to the last position of each batch is wrong.
struct LastOfBatch;

impl Solver<Ccf201803_4> for LastOfBatch {
    fn solve(&mut self, position: Position<Ccf201803_4>) -> Score {
        (memo().new)().solve(position)
    }

    fn solve_all(&mut self, positions: &[Position<Ccf201803_4>], answers: &mut Vec<Score>) {
        answers.extend(positions.iter().map(|&position| self.solve(position)));
        if let [_, .., last] = &mut answers[..] {
            *last = Score::new(9);
        }
    }
}

static LAST_OF_BATCH: Entry<Ccf201803_4> = Entry {
    name: "last-of-batch",
    summary: "a fault",
    max_empties: 9,
    exhaustive_max_empties: 9,
    instant_max_empties: 9,
    new: || Box::new(LastOfBatch),
};

#[test]
fn a_batch_that_shows_what_a_position_alone_does_not_is_drawn() {
    let document = document(vec![checked(&[memo(), &LAST_OF_BATCH], 1)]);
    let wrong = &document.problems[0].simplest[0];
    assert!(!wrong.batch.is_empty(), "{wrong:?}");
    let page = page(&document);
    let title = format!("The batch that shows it: {} boards", wrong.batch.len());
    let (_, drawn) = page.split_once(&title).expect("it is there");
    let (drawn, _) = drawn.split_once("</details>").expect("it ends");
    assert_eq!(drawn.matches("class=\"board\"").count(), wrong.batch.len());
}

#[test]
fn markdown_says_what_was_drawn_and_what_is_open() {
    let mut document = document(vec![checked(&[memo(), memo()], 3)]);
    let (in_order, drawn) = (5, 6);
    document.problems[0].compared = Answered { in_order, drawn };
    document.problems[0].seed = Some(77);
    let markdown = check_markdown(&document);
    let drawn = "Compared: 5 of 2,739 legal positions, and 6 drawn (seed 77)";
    assert!(markdown.contains(drawn), "{markdown}");
    for (in_order, ended, verdict) in [
        (5, Ended::Interrupted, "interrupted"),
        (0, Ended::Completed, "nothing to compare"),
    ] {
        let drawn = 0;
        document.problems[0].compared = Answered { in_order, drawn };
        document.problems[0].ended = ended;
        let markdown = check_markdown(&document);
        let heading = format!("## ccf201803-4: {verdict}\n");
        assert!(markdown.starts_with(&heading), "{markdown}");
    }
}

#[test]
fn markdown_has_the_verdict_first_and_draws_what_is_wrong() {
    let right = check_markdown(&document(vec![checked(&[memo(), memo()], 1)]));
    assert!(
        right.starts_with("## ccf201803-4: the solvers agree\n"),
        "{right}"
    );
    assert!(
        !right.contains("~~~~") && !right.contains("WRONG"),
        "{right}"
    );
    let wrong = document(vec![checked(&[memo(), &LAST_OF_BATCH], 1)]);
    let text = check_markdown(&wrong);
    assert!(
        text.starts_with("## ccf201803-4: WRONG answers\n"),
        "{text}"
    );
    let report = format!("~~~~text\n{}\n~~~~\n", wrong.problems[0].report);
    assert!(text.contains(&report), "{text}");
    let row = text
        .lines()
        .find(|line| line.starts_with("| `last-of-batch`"));
    assert!(row.is_some_and(|row| row.contains("**WRONG on ")), "{text}");
    let row = text.lines().find(|line| line.starts_with("| `memo`"));
    assert!(row.is_some_and(|row| row.contains(" agrees ")), "{text}");
}
