//! A ring buffer against `VecDeque`: something with a state is a function of what was done to it.
//!
//! A sequence of operations is a word, and the operations are its letters. A check covers all short sequences and draws
//! long ones. `only` leaves out those that the buffer does not allow. A wrong sequence shrinks to the operations that
//! matter. What depends on the state, such as a precondition, asks the model: here, whether it is full.

use std::collections::VecDeque;

use crossply::{CrossCheck, domain};

const CAPACITY: usize = 3;

/// What can be done to a queue.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Operation {
    Push(u8),
    Pop,
    /// Leaves the newest of so many.
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

/// What the operations give, and what is left.
fn model(operations: &[Operation]) -> Vec<Option<u8>> {
    let (mut queue, mut given) = (VecDeque::new(), Vec::new());
    for operation in operations {
        match *operation {
            Operation::Push(item) => queue.push_back(item),
            Operation::Pop => given.push(queue.pop_front()),
            Operation::Truncate(len) => queue.truncate(len),
        }
    }
    given.extend(queue.into_iter().map(Some));
    given
}

fn ring(operations: &[Operation]) -> Vec<Option<u8>> {
    let (mut ring, mut given) = (Ring::default(), Vec::new());
    for operation in operations {
        match *operation {
            Operation::Push(item) => ring.push(item),
            Operation::Pop => given.push(ring.pop()),
            Operation::Truncate(len) => ring.truncate(len),
        }
    }
    while ring.len > 0 {
        given.push(ring.pop());
    }
    given
}

/// No prefix holds more than the buffer can.
fn fits(operations: &[Operation]) -> bool {
    let mut len = 0_usize;
    operations.iter().all(|operation| {
        len = match *operation {
            Operation::Push(_) => len + 1,
            Operation::Pop => len.saturating_sub(1),
            Operation::Truncate(most) => len.min(most),
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
        // All of up to seven operations.
        .at_least(10_000)
        .truth("VecDeque", |operations| model(operations))
        .solver("ring", |operations| ring(operations))
        .assert();
}
