//! A fuzz target's input in readable form.

use crossply::content::{Block, Fact};
use crossply::report::text as drawn;
use crossply_problems::Problem;

use super::programs::{is_quick, program_answers};
use super::streams::decode_all;
use crate::check::{Positions, all_solvers};
use crate::report;
use crate::report::board_block;

/// The board, and the answers of all solvers that are practical for it.
pub(super) fn position<P: Problem>(bytes: &[u8]) -> String {
    let index = Positions::<P>::number(bytes);
    let check = all_solvers::<P>();
    let (Ok(asked) | Err(asked)) = check.ask(index);
    let answers = asked.answers.iter();
    let answers = answers.map(|given| Fact::new(given.solver.clone(), given.answer.clone()));
    let blocks = [
        board_block(&P::domain().position(index as u64).notation()),
        Block::Facts(answers.collect()),
    ];
    drawn(&blocks, usize::MAX).trim_end().to_owned()
}

/// Each board of the stream, and what the programs print for it alone.
pub(super) fn stream<P: Problem>(bytes: &[u8]) -> String {
    let mut text = Vec::new();
    for board in decode_all::<P>(bytes) {
        let mut lines = vec![report::board(board), String::new()];
        if is_quick(board) {
            for program in P::PROGRAMS {
                let answer = program_answers(program, &[board]).remove(0);
                lines.push(format!("    {:<16}{answer}", program.name));
            }
        } else {
            lines.push("    left out: the programs are slow with it".to_owned());
        }
        text.push(lines.join("\n"));
    }
    text.join("\n\n")
}

/// The text; replaces what is not Unicode.
pub(super) fn text(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let lines: Vec<_> = text.lines().map(|line| format!("    {line:?}")).collect();
    lines.join("\n")
}
