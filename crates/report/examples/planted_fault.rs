//! Writes the page, or the JSON with `--json`, about a run in which a solver with a planted fault takes part.
//!
//! So the page can be looked at, and tested in a browser, although the solvers agree:
//!
//!     cargo run --example planted_fault > fault.html

use std::num::NonZeroUsize;

use crossply_harness::{ExhaustiveOptions, Plan, Run, Shard, fault, minimise, report};
use crossply_problems::ccf201803_4::Score;
use crossply_problems::poj1568::Answer;
use crossply_problems::{Ccf201803_4, Entry, Poj1568, Position, Problem, Solver};
use crossply_report::documents::check::{Checked, Document, FORMAT};
use crossply_report::{PageMetadata, check_page};

fn main() {
    let document = Document {
        format: FORMAT,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        problems: vec![
            checked::<Poj1568>(&LAST_CELL, 0..=6),
            checked::<Ccf201803_4>(&OFF_BY_ONE, 0..=9),
        ],
    };
    if std::env::args().any(|argument| argument == "--json") {
        let json = serde_json::to_string_pretty(&document).expect("text keys only");
        println!("{json}");
        return;
    }
    let metadata = PageMetadata {
        version: document.version.clone(),
        command: "cargo run --example planted_fault".to_owned(),
        when: "the example does not say".to_owned(),
    };
    println!("{}", check_page(&document, &metadata));
}

fn checked<P: Problem>(
    faulty: &'static Entry<P>,
    empties: std::ops::RangeInclusive<u32>,
) -> Checked {
    let solvers = P::SOLVERS
        .iter()
        .filter(|entry| ["fast", "memo", "alpha-beta"].contains(&entry.name));
    let solvers = solvers.chain([faulty]).collect();
    let plan =
        Plan::exhaustive(solvers, &empties, ExhaustiveOptions::default()).expect("four solvers");
    let findings = Run::new(&plan).check(|_| {}).expect("no journal");
    let found = findings.simplest.first().expect("a fault is planted");
    let minimised = minimise(found, plan.solvers());
    let text = report::disagreement(&minimised.0, minimised.1);
    let faults = fault::explain_all(&findings, &plan, NonZeroUsize::MIN.into());
    Checked {
        faults: faults.expect("fast is right"),
        ..Checked::new(&findings, &plan, Shard::WHOLE, 0, Some(&minimised), &text)
    }
}

/// Finds the last cell that wins instead of the first.
struct LastCell(Box<dyn Solver<Poj1568>>);

static LAST_CELL: Entry<Poj1568> = Entry {
    name: "last-cell",
    summary: "a fault",
    max_empties: 16,
    exhaustive_max_empties: 16,
    instant_max_empties: 16,
    new: || {
        Box::new(LastCell(
            (Poj1568::solver("memo").expect("registered").new)(),
        ))
    },
};

impl Solver<Poj1568> for LastCell {
    fn solve(&mut self, position: Position<Poj1568>) -> Answer {
        // Upside down, the last is the first.
        let turned = |set: u16| set.reverse_bits();
        let upside_down = Position::new(turned(position.x()), turned(position.o()));
        match self.0.solve(upside_down.expect("lines stay lines")) {
            Answer::NoForcedWin => Answer::NoForcedWin,
            win @ Answer::WinAt(_) => {
                let name = win.to_string();
                let digit = |index: usize| u32::from(name.as_bytes()[index] - b'0');
                let turned = format!("({},{})", 3 - digit(1), 3 - digit(3));
                turned.parse().expect("a cell")
            }
        }
    }
}

/// Scores a win one too low.
struct OffByOne(Box<dyn Solver<Ccf201803_4>>);

static OFF_BY_ONE: Entry<Ccf201803_4> = Entry {
    name: "off-by-one",
    summary: "a fault",
    max_empties: 9,
    exhaustive_max_empties: 9,
    instant_max_empties: 9,
    new: || {
        Box::new(OffByOne((Ccf201803_4::solver("memo")
            .expect("registered")
            .new)()))
    },
};

impl Solver<Ccf201803_4> for OffByOne {
    fn solve(&mut self, position: Position<Ccf201803_4>) -> Score {
        let right = self.0.solve(position);
        if right == Score::new(3) {
            Score::new(2)
        } else {
            right
        }
    }
}
