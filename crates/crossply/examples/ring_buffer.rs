//! Compares a ring buffer with `VecDeque`. Anything with a state is a function of the operations on it.
//!
//! A sequence of operations is a word whose letters are operations. The check covers all short sequences and draws long
//! ones. `only` leaves out sequences that the buffer does not allow. A wrong sequence shrinks to the operations that
//! matter.

use std::collections::VecDeque;

use crossply::{CrossCheck, domain};

const CAPACITY: usize = 3;

/// An operation on a queue.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Operation {
    Push(u8),
    Pop,
    /// Keeps this many of the oldest items.
    Truncate(usize),
}

#[derive(Default)]
struct Ring {
    items: [u8; CAPACITY],
    start: usize,
    len: usize,
}

impl Ring {
    fn push(&mut self, item: u8) {
        self.items[(self.start + self.len) % CAPACITY] = item;
        self.len += 1;
    }

    fn pop(&mut self) -> Option<u8> {
        let item = (self.len > 0).then(|| self.items[self.start])?;
        self.start = (self.start + 1) % CAPACITY;
        self.len -= 1;
        Some(item)
    }

    fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }
}

/// The items that `Pop` returns, then the items that are left.
fn model(operations: &[Operation]) -> Vec<Option<u8>> {
    let mut queue = VecDeque::new();
    let mut popped = Vec::new();
    for operation in operations {
        match *operation {
            Operation::Push(item) => queue.push_back(item),
            Operation::Pop => popped.push(queue.pop_front()),
            Operation::Truncate(len) => queue.truncate(len),
        }
    }
    popped.extend(queue.into_iter().map(Some));
    popped
}

fn ring(operations: &[Operation]) -> Vec<Option<u8>> {
    let mut ring = Ring::default();
    let mut popped = Vec::new();
    for operation in operations {
        match *operation {
            Operation::Push(item) => ring.push(item),
            Operation::Pop => popped.push(ring.pop()),
            Operation::Truncate(len) => ring.truncate(len),
        }
    }
    while ring.len > 0 {
        popped.push(ring.pop());
    }
    popped
}

/// Whether the buffer never holds more items than it can.
fn fits(operations: &[Operation]) -> bool {
    let mut len = 0_usize;
    operations.iter().all(|operation| {
        len = match *operation {
            Operation::Push(_) => len + 1,
            Operation::Pop => len.saturating_sub(1),
            Operation::Truncate(kept) => len.min(kept),
        };
        len <= CAPACITY
    })
}

fn main() {
    let operations = domain::range(1..=2_u8)
        .map(Operation::Push)
        .chain(domain::given([Operation::Pop]))
        .chain(domain::range(0..=1_usize).map(Operation::Truncate));
    CrossCheck::new("ring buffer", domain::words(operations, 0..=30))
        .inputs_are("sequence of operations", "sequences of operations")
        .only("within the capacity", |operations| fits(operations))
        // At least as many as a test covers in an instant.
        .at_least(10_000)
        .truth("VecDeque", |operations| model(operations))
        .solver("ring", |operations| ring(operations))
        .assert();
}
