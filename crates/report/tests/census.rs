//! The census of a document, which these tests count themselves.

use std::collections::BTreeMap;

use crossply_harness::{Oracles, Plan};
use crossply_problems::{Poj1568, Problem};
use indicatif::HumanCount;

use crate::checked_runs::*;

/// Compares the census of the document with one that the test counts itself.
#[test]
fn the_census_counts_every_answer() {
    let solver = |name| Poj1568::solver(name).expect("registered");
    let checked = checked(&[solver("fast"), solver("memo")], 4);
    let census = &checked.census;
    let mut own = BTreeMap::<_, BTreeMap<_, u64>>::new();
    let domain = Poj1568::domain();
    let mut fast = (Poj1568::FAST.new)();
    for position in domain.positions(domain.with_empties(0..=4)) {
        let own = own.entry(position.empties()).or_default();
        *own.entry(fast.solve(position).to_string()).or_default() += 1;
    }
    for (empties, count) in &census.by_empties {
        let own = &own[empties];
        let positions: u64 = own.values().sum();
        assert_eq!(
            (count.positions, count.legal_positions),
            (positions, positions)
        );
        let draws = own.get("#####").copied().unwrap_or(0);
        assert_eq!(count.forced_wins, positions - draws);
        assert_eq!(count.answers.values().sum::<u64>(), positions);
    }
    let cells = census.cells.as_ref().expect("answers name cells");
    assert_eq!(cells.len(), 16);
    for cell in cells {
        let named = census
            .by_empties
            .values()
            .filter_map(|count| count.answers.get(&cell.cell));
        assert_eq!(named.sum::<u64>(), cell.answers, "{}", cell.cell);
    }
    // The map has the cells in their places, and the fullest has the fullest colour.
    let names = [1, 4].map(|index| &*cells[index].cell);
    assert_eq!(names, ["(0,1)", "(1,0)"]);
    let numbers = cells
        .iter()
        .map(|cell| u32::try_from(cell.answers).expect("few"));
    let numbers: Vec<u32> = numbers.collect();
    let most = f64::from(*numbers.iter().max().expect("cells"));
    let all: u32 = numbers.iter().sum();
    let page = page(&document(vec![checked]));
    let (_, mut map) = page
        .split_once("aria-label=\"heat map\"")
        .expect("it has a map");
    assert!(map.contains(&format!("how many of {} answers", HumanCount(all.into()))));
    for number in numbers {
        let cell = format!(
            "<td style=\"--share:{:.3}\">{}<small>{:.2}%</small></td>",
            0.45 * f64::from(number) / most,
            HumanCount(number.into()),
            100.0 * f64::from(number) / f64::from(all)
        );
        (_, map) = map.split_once(&cell).expect(&cell);
    }
}

/// A slow solver gets a sample of positions that the others get anyway.
#[test]
fn positions_that_are_drawn_as_well_count_once() {
    let solver = |name| Poj1568::solver(name).expect("registered");
    let solvers = ["fast", "memo", "ref-last-move"].map(solver);
    let plan = Plan::quick(solvers.to_vec(), &(12..=12), 1).expect("solvers");
    let plan = plan.judged_by(Oracles {
        proof: false,
        metamorphic: false,
    });
    let checked = carried_out(&plan);
    assert!(checked.compared.drawn > 0 && checked.seed == Some(7));
    let count = &checked.census.by_empties[&12];
    assert!(!count.drawn);
    assert_eq!((count.positions, count.legal_positions), (10_920, 10_920));
    let plan = Plan::drawn(plan.solvers().to_vec(), &(12..=12), 1, 100).expect("solvers");
    let drawn = carried_out(&plan);
    let count = &drawn.census.by_empties[&12];
    assert!(count.drawn);
    assert_eq!(count.positions, 100);
    let pages = [checked, drawn].map(|checked| page(&document(vec![checked])));
    let are_drawn = pages.map(|page| page.contains("<small>drawn</small>"));
    assert_eq!(are_drawn, [false, true]);
}
