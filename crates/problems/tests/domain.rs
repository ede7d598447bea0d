//! The domain holds every legal position once, simplest first, and its two directions agree.

use crossply_problems::{Ccf201803_4, Poj1568, Position, Problem, test_all_problems};

test_all_problems!(
    an_index_is_its_positions_index,
    the_domain_is_complete,
    the_domain_is_what_play_reaches,
);

#[test]
fn ranges_of_empties_partition_the_domain() {
    let domain = Poj1568::domain();
    let mut end = 0;
    for empties in domain.empties() {
        let range = domain.with_empties(empties..=empties);
        assert_eq!(range.start, end);
        assert_eq!(domain.position(range.start).empties(), empties);
        assert_eq!(domain.position(range.end - 1).empties(), empties);
        end = range.end;
    }
    assert_eq!(end, domain.len());
    assert_eq!(domain.with_empties(0..=16), 0..domain.len());
    assert!(
        domain.with_empties(3..=3).is_empty(),
        "the counts are equal"
    );
    assert_eq!(domain.positions(end..end).count(), 0);
}

#[test]
#[should_panic(expected = "but the index is 2739")]
fn there_is_no_position_beyond_the_domain() {
    let domain = Ccf201803_4::domain();
    let _ = domain.position(domain.len());
}

fn an_index_is_its_positions_index<P: Problem>() {
    let domain = P::domain();
    let mut last = 0;
    for (index, position) in (0..).zip(domain.positions(0..domain.len())) {
        assert_eq!(domain.index(position), index, "{position:?}");
        assert!(last <= position.empties(), "{position:?} comes too late");
        last = position.empties();
    }
}

/// Together with [`an_index_is_its_positions_index`] this shows that the domain is exactly the legal boards: their
/// numbers are equal, the positions are distinct, and each legal board has an index.
fn the_domain_is_complete<P: Problem>() {
    let domain = P::domain();
    let board = u16::MAX >> (16 - Position::<P>::CELLS);
    let mut legal = 0;
    for x in 0..=board {
        let free = board & !x;
        let mut o = free;
        loop {
            if let Ok(position) = P::position(x, o) {
                legal += 1;
                assert_eq!(domain.position(domain.index(position)), position);
            }
            if o == 0 {
                break;
            }
            o = (o - 1) & free;
        }
    }
    assert_eq!(domain.len(), legal);
}

/// Plays all games from the empty board, by rules of its own: `line.rs` decides for [`Problem::position`] and for
/// [`Domain`](crossply_problems::Domain) which boards have a line.
fn the_domain_is_what_play_reaches<P: Problem>() {
    let side = P::SIDE;
    let cells = side * side;
    let line =
        |first: u32, step: u32| (0..side).fold(0_u16, |line, n| line | 1 << (first + n * step));
    let rows_and_columns = (0..side).flat_map(|n| [line(n * side, 1), line(n, side)]);
    let lines: Vec<u16> = rows_and_columns
        .chain([line(0, side + 1), line(side - 1, side - 1)])
        .collect();
    let has_line = |stones: u16| lines.iter().any(|line| stones & line == *line);
    // The digits of a set of cells in base three.
    let digits =
        |set: u16| (0..cells).fold(0, |sum, n| sum + usize::from(set >> n & 1) * 3_usize.pow(n));
    let digits: Vec<usize> = (0..=u16::MAX >> (16 - cells)).map(digits).collect();
    let mut met = vec![false; 3_usize.pow(cells)];

    let mut boards = vec![(0, 0)];
    for stones in 0..cells {
        if stones % 2 == 0 {
            let range = P::domain().with_empties(cells - stones..=cells - stones);
            let legal = boards.iter().filter(|(_, o)| {
                P::STONES.contains(&(stones / 2)) && (P::O_MAY_HAVE_WON || !has_line(*o))
            });
            let mut count = 0;
            for &(x, o) in legal {
                let position = P::position(x, o).expect("play reaches it");
                assert!(range.contains(&P::domain().index(position)));
                count += 1;
            }
            assert_eq!(range.count(), count, "{stones} stones");
        }
        let mut after = Vec::new();
        for (x, o) in boards {
            if has_line(x) || has_line(o) {
                continue;
            }
            for cell in (0..cells)
                .map(|cell| 1 << cell)
                .filter(|cell| (x | o) & cell == 0)
            {
                let (x, o) = if stones % 2 == 0 {
                    (x | cell, o)
                } else {
                    (x, o | cell)
                };
                let number = digits[usize::from(x)] + 2 * digits[usize::from(o)];
                if !std::mem::replace(&mut met[number], true) {
                    after.push((x, o));
                }
            }
        }
        boards = after;
    }
}
