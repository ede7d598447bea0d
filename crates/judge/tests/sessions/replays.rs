//! The command that shows a failure again has everything in which its session was unusual.

use super::*;

/// The words of the command in a report, before the program.
fn replayed(session: &Session<Ccf>, boards: Boards<Ccf>) -> String {
    let mut stage = stage(boards);
    stage.batches = BatchSize::All;
    let judged = session.judge(&[stage], &|_| {}).expect("it runs");
    let (_, text) = report(&judged, &session.submission);
    let command = text.split_once("crossply judge ccf201803-4 ");
    let words = command.and_then(|(_, words)| words.split_once(" -- awk "));
    words.expect("a command").0.to_owned()
}

#[test]
fn limits_and_comparison_are_those_of_the_session() {
    type Change = fn(&mut Submission<Ccf>);
    let unusual: [(&str, Change); 4] = [
        ("", |_| {}),
        ("--time-limit 2500ms ", |it| {
            it.limits.time = Duration::from_millis(2500);
        }),
        ("--memory-limit 104857600B ", |it| {
            it.limits.memory = 100 << 20;
        }),
        ("--output-limit 4096B ", |it| it.limits.output = Some(4096)),
    ];
    let board = Ccf::domain().position(20).notation();
    for (words, change) in unusual {
        let mut submission = program("if (board == 20) answer = 9");
        change(&mut submission);
        let replayed = replayed(&session(submission, None), Boards::Domain(20..21));
        assert_eq!(replayed, format!("{words}--board {board}"));
    }
}

#[test]
fn boards_are_those_that_show_the_failure() {
    // The statement promises no more than five boards, and all of these matter.
    let large = session(program("if (count >= 30) answer = 9"), Some(40));
    assert_eq!(
        replayed(&large, Boards::Domain(40..80)),
        "--batch 30 --board 50..80"
    );
    let listed = Boards::listed(Boards::<Ccf>::Domain(40..80).iter());
    let named = Boards::<Ccf>::Domain(50..80);
    let named = named
        .iter()
        .map(|board| format!(" --board {}", board.notation()));
    let again = format!("--batch 30{}", named.collect::<String>());
    assert_eq!(replayed(&large, listed), again);
}
