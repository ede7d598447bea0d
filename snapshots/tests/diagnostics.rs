//! The diagnostic of each kind of malformed input.

use anstream::adapter::strip_str;
use crossply_games::report;
use crossply_problems::{Problem, ReadError, test_all_problems};

use crate::pin_examples;

test_all_problems!(malformed_input_is_explained);

fn malformed_input_is_explained<P: Problem>() {
    pin_examples(format!("malformed-{}", P::NAME), told::<P>);
}

/// The number of cases read before the fault, and the diagnostic.
fn told<P: Problem>(input: &[u8]) -> String {
    let mut read = 0;
    let mut told = "no diagnostic".to_owned();
    for case in P::read(input) {
        match case {
            Ok(_) => read += 1,
            Err(ReadError::Input(fault)) => {
                told = strip_str(&report::diagnostic(&fault, "input.txt")).to_string();
            }
            Err(ReadError::Io(error)) => panic!("{error}"),
        }
    }
    format!("{read} read before\n\n{told}\n")
}
