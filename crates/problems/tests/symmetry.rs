//! The symmetries of a board, and the first position of each class.

use std::collections::BTreeSet;

use crossply_problems::symmetry::{Symmetry, is_first_of_its_class};
use crossply_problems::{Ccf201803_4, Poj1568, Position, Problem};

/// Derived from the lines alone: places one cell after the other and backtracks when a line breaks.
fn rearrangements_that_keep_lines<P: Problem>() -> BTreeSet<Vec<u32>> {
    let cells = Position::<P>::CELLS;
    let domain = P::domain();
    let all_sets = 0..=u16::MAX >> (16 - cells);
    let lines: Vec<u16> = all_sets
        .filter(|set| set.count_ones() == P::SIDE && domain.has_line(*set))
        .collect();
    let mut begun = vec![Vec::new()];
    for placed in 1..=cells {
        let longer = begun.iter().flat_map(|begun: &Vec<u32>| {
            let rest = (0..cells).filter(|next| !begun.contains(next));
            rest.map(|next| [&begun[..], &[next]].concat())
        });
        // Cells of one line, even of a line that is not complete yet, go to cells of one line.
        let keeps_lines = |image: &Vec<u32>| {
            lines.iter().all(|line| {
                let cells = (0..placed).filter(|cell| line >> cell & 1 == 1);
                let image = cells.fold(0, |set, cell| set | 1 << image[cell as usize]);
                lines.iter().any(|line| image & !line == 0)
            })
        };
        begun = longer.filter(keeps_lines).collect();
    }
    begun.into_iter().collect()
}

fn these_are_all<P: Problem>(count: usize) {
    let symmetries = Symmetry::all::<P>();
    let cells = || 0..Position::<P>::CELLS;
    let image =
        |symmetry: &Symmetry| -> Vec<_> { cells().map(|cell| symmetry.of_cell(cell)).collect() };
    let images: BTreeSet<_> = symmetries.iter().map(image).collect();
    assert_eq!(images.len(), count);
    assert_eq!(symmetries.len(), count);
    assert_eq!(images, rearrangements_that_keep_lines::<P>());
    assert!(cells().eq(image(&symmetries[0])));
}

#[test]
fn these_are_all_symmetries() {
    these_are_all::<Ccf201803_4>(8);
    these_are_all::<Poj1568>(32);
}

#[test]
fn the_first_of_a_class_has_its_smallest_index() {
    fn every<P: Problem>(step: usize) {
        let domain = P::domain();
        for position in domain.positions(0..domain.len()).step_by(step) {
            let images = Symmetry::all::<P>().iter();
            let images = images.map(|symmetry| symmetry.of_position(position));
            let smallest = images.map(|image| domain.index(image)).min();
            let is_first = smallest == Some(domain.index(position));
            assert_eq!(is_first_of_its_class(position), is_first, "{position:?}");
        }
    }
    every::<Ccf201803_4>(1);
    every::<Poj1568>(97);
}
