//! Planted faults: small solvers, each with a mistake that a change of `fast` could introduce.
//!
//! They measure the strength of checks. The snapshots `planted-faults-*` record after how many cases each layer of checks
//! catches each fault.

pub mod ccf201803_4;
pub mod poj1568;

use crossply_problems::{Entry, Position, Problem, Solver};

/// The solvers of the problem, with a fault in place of `fast`.
pub fn in_place_of_fast<P: Problem>(fault: &'static Entry<P>) -> Vec<&'static Entry<P>> {
    let others = P::SOLVERS.iter().filter(|entry| entry.name != P::FAST.name);
    others.chain([fault]).collect()
}

/// A right solver, and a function that spoils its answers.
struct Around<P: Problem, F>(Box<dyn Solver<P>>, F);

impl<P, F> Solver<P> for Around<P, F>
where
    P: Problem,
    F: FnMut(&mut dyn Solver<P>, Position<P>) -> P::Answer,
{
    fn solve(&mut self, position: Position<P>) -> P::Answer {
        (self.1)(&mut *self.0, position)
    }
}

/// A solver that changes the answers of `fast`.
pub fn around_fast<P: Problem>(
    answer: impl FnMut(&mut dyn Solver<P>, Position<P>) -> P::Answer + 'static,
) -> Box<dyn Solver<P>> {
    Box::new(Around((P::FAST.new)(), answer))
}

/// A solver that repeats its answer if `x` has the same stones as before.
pub fn same_x_as_before<P: Problem>() -> Box<dyn Solver<P>> {
    let mut last = None;
    around_fast(move |fast, position: Position<P>| match last {
        Some((x, answer)) if x == position.x() => answer,
        _ => {
            let answer = fast.solve(position);
            last = Some((position.x(), answer));
            answer
        }
    })
}
