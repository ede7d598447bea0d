//! What tests of pages and documents share: runs of right and of wrong solvers, and their documents.

use std::num::NonZeroUsize;

use crossply_harness::{
    ExhaustiveOptions, Plan, Run, Shard, assert_fast_is_right, fault, minimise, report,
};
use crossply_problems::ccf201803_4::Score;
use crossply_problems::{Ccf201803_4, Entry, Position, Problem, Solver};
use crossply_report::documents::check::{Checked, Document, FORMAT};
use crossply_report::{PageMetadata, check_page};

/// A planted fault: every answer is a draw.
struct AlwaysDraw;

impl Solver<Ccf201803_4> for AlwaysDraw {
    fn solve(&mut self, _: Position<Ccf201803_4>) -> Score {
        Score::new(0)
    }
}

pub(crate) static ALWAYS_DRAW: Entry<Ccf201803_4> = Entry {
    name: "<always-draw>",
    summary: "a fault",
    max_empties: 9,
    exhaustive_max_empties: 9,
    instant_max_empties: 9,
    new: || Box::new(AlwaysDraw),
};

pub(crate) fn checked<P: Problem>(solvers: &[&'static Entry<P>], empties: u32) -> Checked {
    let plan = Plan::exhaustive(
        solvers.to_vec(),
        &(0..=empties),
        ExhaustiveOptions::default(),
    );
    let plan = plan.expect("two solvers");
    carried_out(&plan)
}

pub(crate) fn carried_out<P: Problem>(plan: &Plan<P>) -> Checked {
    assert_fast_is_right();
    let findings = Run::new(plan).check(|_| {}).expect("no journal");
    let found = findings.simplest.first();
    let minimised = found.map(|found| minimise(found, plan.solvers()));
    let minimised = minimised.as_ref();
    let text = minimised.map_or_else(String::new, |(simplest, provenance)| {
        report::disagreement(simplest, *provenance)
    });
    let faults = fault::explain_all(&findings, plan, NonZeroUsize::MIN.into());
    Checked {
        faults: faults.expect("fast is right"),
        ..Checked::new(&findings, plan, Shard::WHOLE, 7, minimised, &text)
    }
}

pub(crate) fn document(problems: Vec<Checked>) -> Document {
    Document {
        format: FORMAT,
        version: "1.2.3".to_owned(),
        problems,
    }
}

pub(crate) fn page(document: &Document) -> String {
    let metadata = PageMetadata {
        version: document.version.clone(),
        command: "crossply check '<script>'".to_owned(),
        when: "today".to_owned(),
    };
    check_page(document, &metadata)
}

pub(crate) fn memo() -> &'static Entry<Ccf201803_4> {
    Ccf201803_4::solver("memo").expect("registered")
}
