//! The symmetries of a board, and the first position of each symmetry class.

use std::collections::BTreeSet;

use crossply_problems::symmetry::{Symmetry, is_first_of_its_class};
use crossply_problems::{Board, Ccf201803_4, Poj1568, Problem, has_line};

/// Finds the symmetries by a search that extends partial permutations cell by cell, and drops those that break a line.
fn permutations_that_preserve_lines<P: Problem>() -> BTreeSet<Vec<u32>> {
    let cells = Board::<P>::CELLS;
    let all_sets = 0..=u16::MAX >> (16 - cells);
    let lines: Vec<u16> = all_sets
        .filter(|set| set.count_ones() == P::ROWS && has_line(P::ROWS, *set))
        .collect();
    let mut prefixes = vec![Vec::new()];
    for length in 1..=cells {
        let longer_prefixes = prefixes.iter().flat_map(|prefix: &Vec<u32>| {
            let rest = (0..cells).filter(|next| !prefix.contains(next));
            rest.map(|next| [&prefix[..], &[next]].concat())
        });
        // Cells of one line, even if the prefix has only some of them, must map to cells of one line.
        let preserves_lines = |images: &Vec<u32>| {
            lines.iter().all(|line| {
                let cells = (0..length).filter(|cell| line >> cell & 1 == 1);
                let image = cells.fold(0, |set, cell| set | 1 << images[cell as usize]);
                lines.iter().any(|line| image & !line == 0)
            })
        };
        prefixes = longer_prefixes.filter(preserves_lines).collect();
    }
    prefixes.into_iter().collect()
}

fn assert_complete<P: Problem>(count: usize) {
    let symmetries = Symmetry::all::<P>();
    let cells = || 0..Board::<P>::CELLS;
    let permutation = |symmetry: &Symmetry| -> Vec<_> {
        cells().map(|cell| symmetry.image_of_cell(cell)).collect()
    };
    let permutations: BTreeSet<_> = symmetries.iter().map(permutation).collect();
    assert_eq!(permutations.len(), count);
    assert_eq!(symmetries.len(), count);
    assert_eq!(permutations, permutations_that_preserve_lines::<P>());
    assert!(cells().eq(permutation(&symmetries[0])));
}

#[test]
fn no_symmetry_is_missing() {
    assert_complete::<Ccf201803_4>(8);
    assert_complete::<Poj1568>(32);
}

#[test]
fn the_first_of_a_class_has_its_smallest_index() {
    fn assert_firsts<P: Problem>(step: usize) {
        let domain = P::domain();
        for position in domain.positions(0..domain.len()).step_by(step) {
            let symmetries = Symmetry::all::<P>().iter();
            let indices = symmetries.map(|symmetry| domain.index(symmetry.image(position)));
            let smallest = indices.min();
            let is_first = smallest == Some(domain.index(position));
            assert_eq!(is_first_of_its_class(position), is_first, "{position:?}");
        }
    }
    assert_firsts::<Ccf201803_4>(1);
    assert_firsts::<Poj1568>(97);
}
