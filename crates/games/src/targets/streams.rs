//! Differential and metamorphic checks of several boards in one text.
//!
//! The reader must read the boards back. The reference programs must answer like `fast`, in this order and in reverse
//! order, so their answers do not depend on earlier boards. Solvers must answer batches as they answer the boards one
//! by one.

use std::cell::RefCell;
use std::collections::HashMap;

use crossply::Panel;
use crossply_problems::{Board, Position, Problem};

use crate::check::Check;
use crate::generators::codec::decode;

/// The most boards in a stream. More would take time and show nothing new.
const MAX_BOARDS: usize = 8;

/// Up to this many empties, every solver answers in about a microsecond. Emptier boards would make fuzzing slow.
const CHEAP_EMPTIES: u32 = 4;

thread_local! {
    /// The solvers of each problem. They live on between inputs, which shows state that leaks from one to the next.
    static PANELS: RefCell<HashMap<&'static str, Panel>> = RefCell::default();
}

/// Decodes the boards that the bytes encode, one after the other, each like a single board.
pub(super) fn decode_all<P: Problem>(bytes: &[u8]) -> Vec<Position<P>> {
    let mut cells = bytes.to_vec();
    cells.retain(|byte| !b"\n\r\t /".contains(byte));
    let boards = cells.chunks(Board::<P>::CELLS as usize).take(MAX_BOARDS);
    boards.map(decode).collect()
}

/// Checks the boards that the bytes encode, without those on which the programs are slow. Panics if an answer is wrong.
pub(super) fn check_stream<P: Problem>(check: &Check<P>, bytes: &[u8]) {
    let mut boards = decode_all::<P>(bytes);
    // The programs are slow on boards with many empties, unless there are at most four stones: then they do not search.
    boards.retain(|board| !(9..12).contains(&board.empties()));
    PANELS.with_borrow_mut(|panels| {
        let panel = panels.entry(P::NAME).or_insert_with(|| check.panel());
        check_batch(check, panel, &boards);
    });
    for _ in 0..2 {
        let mut text = Vec::new();
        P::write(&mut text, boards.len() as u64, boards.iter().copied())
            .expect("writing to a vector succeeds");
        let read_back: Result<Vec<_>, _> = P::read(&text[..]).collect();
        assert_eq!(read_back.expect("they are legal"), boards);
        let expected: Vec<_> = boards
            .iter()
            .map(|&board| (P::FAST.new)().solve(board).to_string())
            .collect();
        for (program, main) in P::programs() {
            let mut output = Vec::new();
            let stopped = main(&mut &text[..], &mut output).err();
            let output = String::from_utf8_lossy(&output);
            let printed: Vec<_> = output.lines().collect();
            assert!(
                printed == expected && stopped.is_none(),
                "{program} prints {printed:?} for {boards:?}, expected {expected:?}; {stopped:?}"
            );
        }
        boards.reverse();
    }
}

/// Checks each solver with the positions that are cheap for it. It must answer them in a batch, and in a batch in
/// reverse order with each twice, as it answers them one by one.
fn check_batch<P: Problem>(check: &Check<P>, panel: &mut Panel, positions: &[Position<P>]) {
    for (index, entry) in P::SOLVERS.iter().enumerate() {
        let cheap_empties = if entry.name == P::FAST.name {
            entry.exhaustive_max_empties
        } else {
            entry.exhaustive_max_empties.min(CHEAP_EMPTIES)
        };
        let cheap = positions
            .iter()
            .filter(|position| position.empties() <= cheap_empties);
        let indices = cheap.map(|&position| P::domain().index(position).into());
        let batch: Vec<u128> = indices.collect();
        let twice = batch.iter().rev().flat_map(|&index| [index; 2]).collect();
        for indices in [batch, twice] {
            if let Some(leak) = check.leak(panel, index, &indices) {
                panic!("{}", check.report(&leak));
            }
        }
    }
}
