//! The reasons why boards are rejected, and the notation of boards.

use crossply_problems::{Board, Illegal, Line, Problem, Side, all_cells, test_all_problems};

test_all_problems!(
    each_reason_for_rejection_is_true,
    errors_in_notation_say_where_they_are,
);

/// Of every board of 3x3, and of many of 4x4. A legal board can be read as it is written.
fn each_reason_for_rejection_is_true<P: Problem>() {
    let cells = Board::<P>::CELLS;
    let step = if P::ROWS == 3 { 1 } else { 997 };
    let mut lines = Vec::new();
    for number in (0..3_u32.pow(cells)).step_by(step) {
        let stone = |cell| number / 3_u32.pow(cell) % 3;
        let [x, o] = [1, 2].map(|side| {
            let stones = (0..cells).filter(|&cell| stone(cell) == side);
            stones.fold(0_u16, |set, cell| set | 1 << cell)
        });
        let text = Board::<P>::new(x, o).expect("no cell twice").notation();
        let counts = [x, o].map(u16::count_ones);
        let holds = match P::position(x, o) {
            Ok(position) => {
                assert_eq!(position.notation(), text);
                assert_eq!(position.to_string(), text.replace('/', "\n"));
                assert_eq!(format!("{position:?}"), format!("{}:{text}", P::NAME));
                assert_eq!(P::parse(&position.to_string()), Ok(position));
                true
            }
            Err(Illegal::NoBoard) => false,
            Err(Illegal::UnequalCounts { x, o }) => x != o && counts == [x, o],
            Err(Illegal::TooFewStones { found, least }) => counts == [found; 2] && found < least,
            Err(Illegal::Full) => counts[0] == cells / 2 && 2 * counts[0] == cells,
            Err(Illegal::LinePresent { side, line }) => {
                lines.push((side, line));
                let stones = if side == Side::X { x } else { o };
                stones & line.mask(P::ROWS) == line.mask(P::ROWS)
            }
        };
        let parsed = P::parse(&text).map_err(|error| error.to_string());
        assert_eq!(
            parsed,
            P::position(x, o).map_err(|reason| reason.to_string())
        );
        assert!(holds, "{text}: {parsed:?}");
    }
    let sides = [Side::X, Side::O]
        .into_iter()
        .filter(|&side| side == Side::X || !P::O_MAY_HAVE_WON);
    for one in sides.flat_map(|side| Line::all(P::ROWS).map(move |line| (side, line))) {
        assert!(lines.contains(&one), "{one:?}");
    }
    let beyond = (all_cells(P::ROWS) >> 1).wrapping_add(1) << 1;
    for (x, o) in [(1, 1), (1 | beyond, 2)] {
        assert!(P::position(x, o).is_err());
    }
}

/// Wherever another character stands in a board, or the board ends.
fn errors_in_notation_say_where_they_are<P: Problem>() {
    let domain = P::domain();
    let text = domain.position(domain.len() - 1).notation() + "\u{e9}";
    let row = P::ROWS as usize + 1;
    let [empty, x, o] = P::GLYPHS;
    for (index, _) in text.char_indices() {
        let (start, rest) = text.split_at(index);
        let cells = start.len() - index / row;
        let expected = if index + 1 == row * (row - 1) {
            "the end".to_owned()
        } else if index % row == row - 1 {
            "`/`".to_owned()
        } else {
            format!("`{empty}`, `{x}` or `{o}`")
        };
        if expected != "the end" {
            let all = P::ROWS * P::ROWS;
            let ends = format!("the board ends after {cells} cells: expected {all}");
            assert_eq!(rejection::<P>(start), ends);
        }
        for other in ["z", ".", "/", "\u{e9}"] {
            if !expected.contains(other) {
                let found = other.chars().next().expect("a character");
                let reason = format!(
                    "character {}: found {found:?}, expected {expected}",
                    index + 1
                );
                let changed = format!("{start}{other}{}", rest.get(1..).unwrap_or_default());
                assert_eq!(rejection::<P>(&changed), reason, "{changed}");
            }
        }
    }
}

fn rejection<P: Problem>(text: &str) -> String {
    P::parse(text).expect_err(text).to_string()
}
