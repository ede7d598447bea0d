//! The domain holds every legal position once, simplest first, and its two directions agree.

use crossply_problems::{Ccf201803_4, Poj1568, Position, Problem, test_all_problems};

test_all_problems!(an_index_is_its_positions_index, the_domain_is_complete);

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
            if let Ok(position) = Position::<P>::new(x, o) {
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
