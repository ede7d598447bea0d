//! `crossply judge --answers`: answers that a program gave elsewhere, judged without a process, on every system.

use std::fs;

use crate::binary::{Ran, crossply};

/// What a command that reads this text returns and prints.
fn run(arguments: &str, input: &str) -> Ran {
    crate::binary::run(crossply(arguments).stdin(input))
}

/// The right answers to all boards of ccf201803-4, as lines.
fn right() -> Vec<String> {
    let boards = run("gen ccf201803-4 --all", "").output;
    let answers = run("solve ccf201803-4", &boards).output;
    answers.lines().map(str::to_owned).collect()
}

fn judged(lines: &[String]) -> Ran {
    run("judge ccf201803-4 --answers -", &lines.join("\n"))
}

#[test]
fn right_answers_are_accepted_and_each_wrong_one_is_counted() {
    let mut lines = right();
    judged(&lines).exits(0).begins("AC: accepted\n");

    // The last board is empty, and a draw.
    lines[2738] = "1".to_owned();
    lines[2000] = "7".to_owned();
    let wrong = judged(&lines).exits(1).prints([
        "the answer to board 2000 (empties: 5) is wrong",
        "\n    program   7   <- wrong\n",
        "It is the simplest: program is right about all boards before it.",
        "program is wrong on 2 of 2,739 boards.",
        "\nJudged: 2,739 of 2,739 boards, in ",
    ]);
    let mut lines = wrong.output.lines();
    let command = lines.find_map(|line| line.strip_prefix("To reproduce:   crossply "));
    let explained = run(command.expect("a command to paste"), "").exits(0);
    explained.prints(["position 2000 "]);
}

#[test]
fn blank_lines_are_a_matter_of_form() {
    let mut lines = right();
    lines[5].insert(0, '\n');
    let judged = judged(&lines).exits(1);
    let judged = judged.begins("PE: presentation error\n");
    judged.prints(["The first such board: XOX/XXO/OO.\n"]);
}

#[test]
fn each_board_needs_one_answer() {
    let mut lines = right();
    for (count, found) in [(2740, "more"), (2737, "2737")] {
        lines.resize(count, "1".to_owned());
        let expected =
            format!("error: -: found {found} answers, expected 2739: one for each board");
        judged(&lines).refuses([&*expected]);
    }
}

#[test]
fn boards_of_a_file_are_asked_in_its_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let [boards, answers, page] =
        ["boards", "answers", "page.html"].map(|name| folder.path().join(name));
    let text = run("gen poj1568 --cases 2 --seed 1", "").output;
    fs::write(&boards, &text).expect("ours");
    let right = run("solve poj1568", &text).output;
    let (first, _) = right.split_once('\n').expect("two lines");
    fs::write(&answers, format!("{first}\n(9,9)\n")).expect("ours");
    let files = [&boards, &answers, &page].map(|path| path.display().to_string());
    let [boards, answers, page] = &files;
    let command =
        format!("judge poj1568 --input {boards} --answers {answers} --report {page} --format json");
    let json = run(&command, "").exits(1).json();
    let found = &json["check"]["simplest"];
    let rows: Vec<_> = text.lines().skip(6).take(4).collect();
    assert_eq!(
        (found.as_array().map(Vec::len), &found[0]["input"]),
        (Some(1), &format!("poj1568:{}", rows.join("/")).into())
    );
    assert_eq!(found[0]["answers"][0]["answer"], "(9,9)");
    let page = fs::read_to_string(page).expect("a page");
    assert!(page.contains("(<mark>9,9</mark>)"));
}
