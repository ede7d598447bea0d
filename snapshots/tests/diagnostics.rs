//! The diagnostic of each kind of malformed input.

use anstream::adapter::strip_str;
use crossply_games::report;
use crossply_problems::{Ccf201803_4, Poj1568, Problem, ReadError};
use crossply_snapshots::pin;

#[test]
fn malformed_poj1568() {
    let board = "?\n....\n.xo.\n.ox.\n....\n";
    let cases = [
        ("nothing at all", ""),
        ("no `?` before the board", "....\n.xo.\n.ox.\n....\n$\n"),
        ("more after `?`", "?.\n....\n.xo.\n.ox.\n....\n$\n"),
        ("a wrong character", "?\n....\n.xo.\n.0x.\n....\n$\n"),
        ("a capital letter", "?\n....\n.Xo.\n.ox.\n....\n$\n"),
        (
            "a character of several bytes",
            "?\n..\u{d7}.\n.xo.\n.ox.\n....\n$\n",
        ),
        ("a blank within a row", "?\n....\n.x o\n.ox.\n....\n$\n"),
        ("a short row", "?\n....\n.xo\n.ox.\n....\n$\n"),
        ("a long row", "?\n....\n.xo..\n.ox.\n....\n$\n"),
        (
            "an empty line instead of a row",
            "?\n....\n\n.ox.\n....\n$\n",
        ),
        ("an empty line between boards", "{board}\n{board}$\n"),
        ("three rows only", "?\n....\n.xo.\n.ox.\n$\n"),
        ("five rows", "{board}....\n$\n"),
        ("the end without `$`", "{board}{board}"),
        ("the end within a board", "{board}?\n....\n.xo"),
        ("text after the end", "{board}$\n\n  ?\n"),
        ("a line longer than any", "{board}?{blanks}x\n"),
        ("control characters", "?\n\x1b[31m\n"),
        ("unequal counts", "{board}?\n.x..\n.xo.\n.ox.\n....\n$\n"),
        ("too few stones", "{board}?\n....\n.xo.\n....\n....\n$\n"),
        (
            "x already has a line",
            "{board}?\nxxxx\n.oo.\n.oo.\n....\n$\n",
        ),
        (
            "o already has a line",
            "{board}?\n...o\n.xo.\nxox.\no..x\n$\n",
        ),
        ("a full board", "{board}?\nxoxo\nxoxo\noxox\noxox\n$\n"),
    ];
    pin!("malformed-poj1568", told::<Poj1568>(board, &cases));
}

#[test]
fn malformed_ccf201803_4() {
    let board = "1 2 1\n2 1 2\n0 0 0\n";
    let cases = [
        ("nothing at all", ""),
        ("an empty first line", "\n1\n{board}"),
        ("no count", "{board}"),
        ("a negative count", "-1\n{board}"),
        ("a count with a sign", "+1\n{board}"),
        ("a count beyond all bounds", "99999999999999999999\n{board}"),
        ("a word for a count", "one\n{board}"),
        ("two counts", "1 1\n{board}"),
        ("a wrong number", "1\n1 2 1\n2 3 2\n0 0 0\n"),
        ("a number of two digits", "1\n1 2 1\n2 10 2\n0 0 0\n"),
        ("numbers without blanks", "1\n121\n212\n000\n"),
        ("a blank before a row", "1\n1 2 1\n 2 1 2\n0 0 0\n"),
        ("a short row", "1\n1 2 1\n2 1\n0 0 0\n"),
        ("a long row", "1\n1 2 1\n2 1 2 0\n0 0 0\n"),
        ("an empty line within a board", "1\n1 2 1\n\n2 1 2\n0 0 0\n"),
        ("the end before the last board", "2\n{board}"),
        ("the end within a board", "1\n1 2 1\n2 1"),
        ("text after the last board", "1\n{board}{board}"),
        ("unequal counts", "2\n{board}1 1 0\n0 2 0\n0 0 0\n"),
        ("x already has a line", "2\n{board}1   2 0\n1 2 0\n1 0 2\n"),
    ];
    pin!("malformed-ccf201803-4", told::<Ccf201803_4>(board, &cases));
}

/// For each input: its description, the number of cases read before the fault, and the diagnostic. In an input `{board}`
/// stands for a sound board, and `{blanks}` for many blanks.
fn told<P: Problem>(board: &str, inputs: &[(&str, &str)]) -> String {
    let mut text = String::new();
    for (description, input) in inputs {
        let input = input.replace("{board}", board);
        let input = input.replace("{blanks}", &" ".repeat(200));
        let mut read = 0;
        let mut told = "no diagnostic".to_owned();
        for case in P::read(input.as_bytes()) {
            match case {
                Ok(_) => read += 1,
                Err(ReadError::Input(fault)) => {
                    told = strip_str(&report::diagnostic(&fault, "input.txt")).to_string();
                }
                Err(ReadError::Io(error)) => panic!("{error}"),
            }
        }
        text += &format!("# {description} ({read} read before)\n\n{told}\n\n");
    }
    text
}
