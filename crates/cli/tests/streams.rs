//! The real binary with its standard streams: pipes, and readers that go away.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;
use std::sync::mpsc::channel;
use std::thread::spawn;
use std::time::Duration;

use crate::binary::{crossply, printed, process, run};

#[test]
fn a_new_seed_is_announced_and_repeats_the_run() {
    let output = crossply("gen poj1568 --cases 5")
        .output()
        .expect("the binary runs");
    let message = String::from_utf8(output.stderr).expect("ASCII");
    let seed = message.split_whitespace().nth(1).expect("seed N");
    let again = printed(crossply(&format!("gen poj1568 --cases 5 --seed {seed}")));
    assert_eq!(again.as_bytes(), output.stdout);
}

#[test]
fn the_environment_may_select_solvers_and_a_shard() {
    let selected = crossply("show ccf201803-4:0").env("CROSSPLY_SOLVERS", "memo,fast");
    assert!(!printed(selected).contains("naive"));
    let shard = |shard| crossply("check ccf201803-4").env("CROSSPLY_SHARD", shard);
    run(shard("2/4")).exits(0).prints([" of 2,739 positions"]);
    run(shard("5/4")).refuses(["`5/4` is not a part"]);
}

#[test]
fn a_reader_that_goes_away_ends_the_run_quietly() {
    for (arguments, read) in [
        ("gen poj1568 --all", 100),
        (
            "check ccf201803-4 --solvers fast,memo --oracles agreement",
            0,
        ),
        ("show ccf201803-4:0", 0),
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        // A command that prints little might be done before a reader could go away, so it gets none.
        let reader = (read > 0).then_some(reader);
        let mut child = process(arguments)
            .stdout(writer)
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        if let Some(mut reader) = reader {
            let read = reader.read_exact(&mut vec![0; read]);
            read.expect("there is more");
        }
        let mut message = String::new();
        let mut stderr = child.stderr.take().expect("piped");
        stderr.read_to_string(&mut message).expect("ASCII");
        assert_eq!(message, "", "{arguments}");
        assert_eq!(
            child.wait().expect("it ends").code(),
            Some(141),
            "{arguments}"
        );
    }
}

#[test]
fn an_answer_is_there_before_the_next_board() {
    let mut child = process("solve poj1568")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut boards = child.stdin.take().expect("piped");
    let mut answers = BufReader::new(child.stdout.take().expect("piped")).lines();
    let (told, heard) = channel();
    let reader = spawn(move || {
        while let Some(Ok(answer)) = answers.next() {
            told.send(answer).expect("the test listens");
        }
    });
    for (board, answer) in [
        ("....\n.xo.\n.ox.\n....\n", "#####"),
        ("o...\n.ox.\n.xxx\nxooo\n", "(0,1)"),
    ] {
        boards
            .write_all(format!("?\n{board}").as_bytes())
            .expect("it listens");
        // Wait for the answer before sending the next board.
        assert_eq!(
            heard.recv_timeout(Duration::from_mins(1)).as_deref(),
            Ok(answer)
        );
    }
    boards.write_all(b"$\n").expect("it listens");
    drop(boards);
    assert!(child.wait().expect("it ends").success());
    reader.join().expect("no panic");
}
