//! The domain has every legal position once, simplest first, and positions and indices map to each other.

use crossply_problems::{Board, Ccf201803_4, Problem, test_all_problems};

test_all_problems!(
    indices_and_positions_map_to_each_other,
    the_domain_has_every_legal_board,
    play_reaches_exactly_the_domain,
);

#[test]
#[should_panic(expected = "but the index is 2739")]
fn there_is_no_position_beyond_the_domain() {
    let domain = Ccf201803_4::domain();
    let _ = domain.position(domain.len());
}

fn indices_and_positions_map_to_each_other<P: Problem>() {
    let domain = P::domain();
    let mut previous_empties = 0;
    for (index, position) in (0..).zip(domain.positions(0..domain.len())) {
        assert_eq!(domain.index(position), index, "{position:?}");
        assert!(
            previous_empties <= position.empties(),
            "{position:?} comes too late"
        );
        previous_empties = position.empties();
    }
}

/// Together with [`indices_and_positions_map_to_each_other`], this shows that the domain is the set of legal boards: it
/// has as many positions, all different, and each legal board has an index.
fn the_domain_has_every_legal_board<P: Problem>() {
    let domain = P::domain();
    let all_cells = u16::MAX >> (16 - Board::<P>::CELLS);
    let mut legal_count = 0;
    for x in 0..=all_cells {
        let free = all_cells & !x;
        let mut o = free;
        loop {
            if let Ok(position) = P::position(x, o) {
                legal_count += 1;
                assert_eq!(domain.position(domain.index(position)), position);
            }
            if o == 0 {
                break;
            }
            o = (o - 1) & free;
        }
    }
    assert_eq!(domain.len(), legal_count);
}

/// Plays all games from the empty board. It detects lines with code of its own, because
/// [`Domain`](crossply_problems::Domain) and [`Problem::position`] share theirs.
fn play_reaches_exactly_the_domain<P: Problem>() {
    let rows = P::ROWS;
    let cells = rows * rows;
    let line =
        |first: u32, step: u32| (0..rows).fold(0_u16, |line, n| line | 1 << (first + n * step));
    let rows_and_columns = (0..rows).flat_map(|n| [line(n * rows, 1), line(n, rows)]);
    let lines: Vec<u16> = rows_and_columns
        .chain([line(0, rows + 1), line(rows - 1, rows - 1)])
        .collect();
    let has_line = |stones: u16| lines.iter().any(|line| stones & line == *line);
    let mut boards = vec![(0, 0)];
    for stones in 0..cells {
        if stones % 2 == 0 {
            let indices = P::domain().with_empties(cells - stones..=cells - stones);
            let legal = boards.iter().filter(|(_, o)| {
                P::STONES.contains(&(stones / 2)) && (P::O_MAY_HAVE_WON || !has_line(*o))
            });
            let mut count = 0;
            for &(x, o) in legal {
                let position = P::position(x, o).expect("play reaches it");
                assert!(indices.contains(&P::domain().index(position)));
                count += 1;
            }
            assert_eq!(indices.count(), count, "{stones} stones");
        }
        let mut next_boards = Vec::new();
        for (x, o) in boards {
            if has_line(x) || has_line(o) {
                continue;
            }
            let free = (0..cells).map(|cell| 1 << cell);
            for cell in free.filter(|cell| (x | o) & cell == 0) {
                next_boards.push(match stones % 2 {
                    0 => (x | cell, o),
                    _ => (x, o | cell),
                });
            }
        }
        next_boards.sort_unstable();
        next_boards.dedup();
        boards = next_boards;
    }
}
