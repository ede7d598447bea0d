//! For poj1568: right; a plain search with a table of known results, quick from the second board on.
use std::collections::HashMap;
use std::io::Read;

type Board = (u16, u16);

fn has_line(cells: u16, diagonals: &[u16]) -> bool {
    let rows = (0..4).map(|row| 0xf << (4 * row));
    let columns = (0..4).map(|column| 0x1111 << column);
    rows.chain(columns).chain(diagonals.iter().copied()).any(|line| cells & line == line)
}

/// Whether the side to move, which has `own`, wins (1), loses (-1) or neither.
fn value((own, other): Board, diagonals: &[u16], known: &mut HashMap<Board, i8>) -> i8 {
    if has_line(other, diagonals) {
        return -1;
    }
    if own | other == u16::MAX {
        return 0;
    }
    if let Some(&value) = known.get(&(own, other)) {
        return value;
    }
    let mut best = -1;
    for cell in (0..16).map(|cell| 1 << cell).filter(|cell| (own | other) & cell == 0) {
        best = best.max(-value((other, own | cell), diagonals, known));
        if best == 1 {
            break;
        }
    }
    known.insert((own, other), best);
    best
}

#[allow(dead_code)]
fn main() {
    play(&[0x8421, 0x1248]);
}

/// Answers all boards, if these are the diagonals.
pub fn play(diagonals: &[u16]) {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("text");
    let mut known = HashMap::new();
    for case in text.split('$').next().expect("text").split('?').skip(1) {
        let cells: Vec<u8> = case.bytes().filter(|byte| b".xo".contains(byte)).collect();
        let of = |stone| (0..16).filter(|&cell| cells[cell] == stone).map(|cell| 1 << cell).sum::<u16>();
        let (x, o) = (of(b'x'), of(b'o'));
        let wins = |cell: &u16| (x | o) & 1 << cell == 0 && value((o, x | 1 << cell), diagonals, &mut known) == -1;
        match (0..16).find(wins) {
            Some(cell) => println!("({},{})", cell / 4, cell % 4),
            None => println!("#####"),
        }
    }
}
