//! What the transliterated programs print for illegal boards and malformed input.
//!
//! On legal boards they agree with all other solvers. Elsewhere they need not agree with each other, and do not. The
//! snapshots hold each difference with its reason. They agree with what the compiled originals print.

use crossply_games::generators::uniform;
use crossply_problems::program::{Stopped, Transliteration};
use crossply_problems::{Board, Ccf201803_4, Poj1568, Problem};
use crossply_snapshots::pin;

/// A title, the reason for what the programs print, and an input.
type Example = (&'static str, &'static str, &'static str);

#[test]
fn differences_on_illegal_boards_of_poj1568() {
    let examples: &[Example] = &[
        (
            "x has won",
            "Line sums see the line before any move and print the cell of an earlier answer, \
             (0,0) if there was none. The last move sees no line that does not go through it; \
             and x has no second one.",
            "?\nxxxx\n.oo.\n.oo.\n....\n$\n",
        ),
        (
            "x has won, after another case",
            "The same board; now line sums print the cell of the case before.",
            "?\n.xo.\n.xo.\n.xo.\n....\n?\nxxxx\n.oo.\n.oo.\n....\n$\n",
        ),
        (
            "o has won",
            "Line sums see it and give up. The last move does not, and x wins with a line of its own.",
            "?\noooo\nxxx.\n....\n..x.\n$\n",
        ),
        (
            "both have won",
            "Line sums take the first line. The last move sees neither, and x has no other.",
            "?\nxxxx\noooo\n....\n....\n?\noooo\nxxxx\n....\n....\n$\n",
        ),
        (
            "a full board",
            "Nothing can be placed; but if x has won, line sums print an earlier answer's cell.",
            "?\nxoxo\nxoxo\noxox\noxox\n?\nxxxx\nxoxo\noxox\nooxo\n$\n",
        ),
        (
            "unequal counts, o one ahead and one behind",
            "Both let x move, whatever the counts.",
            "?\nxxx.\n.oo.\n.o..\n.o..\n?\nxxx.\n.oo.\nx...\n....\n$\n",
        ),
        (
            "at most four stones",
            "Both refuse to search, even if x wins with the next stone; with five they search.",
            "?\nxxx.\n....\n....\n....\n?\nxxx.\no...\n....\n....\n?\nxxx.\noo..\n....\n....\n$\n",
        ),
        (
            "characters that are no cells",
            "To line sums every character but `.` and `o` is a stone of x. To the last move it is \
             nobody's, but the cell is taken.",
            "?\nX#x.\nooo.\no.x.\nx.xo\n$\n",
        ),
        (
            "a character of another case in the place of a line end",
            "Line sums drop it. The last move counts it among the stones, unless it is `.`.",
            "?\nxxx..oo..\n....\n....\n$\n",
        ),
        (
            "line ends of two characters",
            "Rows are taken to be five characters long, so each row begins one later.",
            "?\r\n.xo.\r\n.xo.\r\n.xo.\r\n....\r\n$\r\n",
        ),
        (
            "the last line without its end",
            "Neither program reads it.",
            "?\n.xo.\n.xo.\n.xo.\n....\n$",
        ),
    ];
    pin!("reference-poj1568-illegal", printed::<Poj1568>(examples));
}

#[test]
fn differences_on_illegal_boards_of_ccf201803_4() {
    let examples: &[Example] = &[
        (
            "x one ahead",
            "Depth-first search lets x move all the same. The decimal map sees an odd number of \
             stones and lets o move.",
            "1\n1 1 0\n0 2 0\n0 0 0\n",
        ),
        (
            "o one ahead",
            "The same: x moves for the one program and o for the other.",
            "1\n2 2 0\n0 1 0\n0 0 0\n",
        ),
        (
            "x two ahead",
            "Both let x move.",
            "1\n1 1 0\n0 0 0\n0 0 0\n",
        ),
        (
            "both have won",
            "Lines of both sides can only be parallel, and of parallel ones both take the first.",
            "2\n1 1 1\n2 2 2\n0 0 0\n2 2 2\n1 1 1\n0 0 0\n",
        ),
        (
            "full boards",
            "No stone can be placed; a line counts one.",
            "3\n1 2 1\n1 2 2\n2 1 1\n1 1 1\n2 2 1\n1 2 2\n2 2 2\n1 1 2\n1 2 1\n",
        ),
        (
            "a line of threes",
            "Depth-first search takes every line that is not of ones for a line of o. To the \
             decimal map it is nobody's, but the stones are stones.",
            "1\n3 3 3\n1 0 0\n0 0 0\n",
        ),
        (
            "a line of threes before a line of ones",
            "The decimal map looks no further than the first line.",
            "1\n3 1 0\n3 1 0\n3 1 0\n",
        ),
        (
            "a number of two digits",
            "A stone of neither side; the map's keys still differ, by the cells that are played to.",
            "1\n0 10 2\n0 2 0\n0 0 0\n",
        ),
        (
            "a negative number",
            "A stone of neither side.",
            "1\n-1 0 2\n0 1 0\n0 0 0\n",
        ),
        (
            "a number beyond 32 bits",
            "Depth-first search keeps the lower half of it, here 1. The decimal map's stream takes \
             the largest number there is, fails, and leaves the rest of the board as it was, empty.",
            "1\n4294967297 1 0\n0 2 0\n2 0 0\n",
        ),
        (
            "a letter",
            "Depth-first search reads no further and repeats its last number, also in the second \
             case. The decimal map sets this cell to 0 and leaves the rest as it was.",
            "2\n1 2 1\n0 x 0\n2 0 0\n1 2 0\n0 0 0\n0 0 0\n",
        ),
        (
            "a sign alone",
            "Depth-first search drops it and repeats its last number. To the decimal map's stream \
             it is a letter like any other.",
            "1\n1 - 2 1 2 1 2 0 0 0\n",
        ),
        (
            "any white space",
            "A line end is a blank like any other.",
            "1 1\t2 1\x0b2 1\x0c2\r0\n\n0 0",
        ),
        (
            "signs and leading zeros",
            "Both read them as numbers.",
            "+01\n+1 002 1\n2 1 2\n-0 0 0\n",
        ),
        (
            "more boards than announced",
            "Neither program reads them.",
            "1\n1 2 1\n2 1 2\n0 0 0\n2 1 1\n0 2 1\n0 0 2\n",
        ),
        ("no boards", "Nothing is printed.", "0\n"),
    ];
    pin!(
        "reference-ccf201803-4-illegal",
        printed::<Ccf201803_4>(examples)
    );
}

#[test]
fn streams_of_random_boards() {
    // Boards of `poj1568` with many empties take too long, and the others show the same peculiarities.
    pin!("reference-poj1568-stream", side_by_side::<Poj1568>(7, 1));
    pin!(
        "reference-ccf201803-4-stream",
        side_by_side::<Ccf201803_4>(9, 2)
    );
}

#[test]
fn inputs_that_end_too_early() {
    let poj: &[Example] = &[
        ("nothing", "", ""),
        (
            "no `$`",
            "The complete boards are answered.",
            "?\n.xo.\n.xo.\n.xo.\n....\n",
        ),
        (
            "no `$` and no last line end",
            "",
            "?\n.xo.\n.xo.\n.xo.\n....",
        ),
        ("half a board", "", "?\n.xo.\n.x"),
    ];
    let ccf: &[Example] = &[
        ("nothing", "", ""),
        ("blanks", "", " \n "),
        (
            "no number",
            "A stream then sets the number of cases to 0; the other program has no number.",
            "x",
        ),
        ("half a board", "", "1\n1 2 1\n2 1"),
        (
            "one board of two",
            "The complete board is answered.",
            "2\n1 2 1\n2 1 2\n0 0 0\n",
        ),
        (
            "a negative number of cases",
            "The count never comes down to 0.",
            "-1\n1 2 1\n2 1 2\n0 0 0\n",
        ),
        (
            "a negative number of cases, and a letter",
            "",
            "-1\n1 2 1\n2 1 2\n0 0 x\n",
        ),
        ("a letter before any number of a board", "", "1\nx\n"),
        (
            "a sign alone",
            "The sign is lost, and what follows is read.",
            "1\n- 1 2 1 2 1 2 0 0 0\n",
        ),
    ];
    let text = printed::<Poj1568>(poj) + &printed::<Ccf201803_4>(ccf);
    pin!("reference-input-ends", text);
}

/// Random boards: every third is legal, the others have anything on each cell.
fn random_boards<P: Problem>(most_empties: u32, seed: u64) -> impl Iterator<Item = Board<P>> {
    let domain = P::domain();
    let mut legal = uniform(seed, 0, 0..domain.len());
    let mut numbers = uniform(seed, 1, 0..3);
    let boards = std::iter::from_fn(move || {
        let mut any = || {
            let (mut x, mut o) = (0, 0);
            for cell in 0..Board::<P>::CELLS {
                match numbers.next()? {
                    1 => x |= 1 << cell,
                    2 => o |= 1 << cell,
                    _ => {}
                }
            }
            Board::new(x, o).ok()
        };
        Some([domain.position(legal.next()?).into(), any()?, any()?])
    });
    boards
        .flatten()
        .filter(move |board: &Board<P>| board.empties() <= most_empties)
}

/// For each board of a stream, what the two programs print, and whether they differ.
fn side_by_side<P: Problem>(most_empties: u32, seed: u64) -> String {
    let boards: Vec<_> = random_boards::<P>(most_empties, seed).take(100).collect();
    let mut stream = Vec::new();
    P::write(&mut stream, 100, boards.iter().copied()).expect("a vector takes all");
    let programs = P::PROGRAMS;
    let [left, right] = [0, 1].map(|n| run(&programs[n], &stream).0);
    assert_eq!((left.lines().count(), right.lines().count()), (100, 100));
    let mut text = format!("{:>36} {:>15}\n", programs[0].name, programs[1].name);
    for ((board, left), right) in boards.iter().zip(left.lines()).zip(right.lines()) {
        let mut case = Vec::new();
        P::append_case(*board, &mut case);
        let case = String::from_utf8(case).expect("ASCII");
        let board = case.trim_end().replace('\n', "/");
        let differ = if left == right { "" } else { "   differ" };
        text += &format!("{board:<20} {left:>15} {right:>15}{differ}\n");
    }
    text
}

/// What the program prints, and why it stopped, if it did.
fn run(program: &Transliteration, mut input: &[u8]) -> (String, Option<Stopped>) {
    let mut output = Vec::new();
    let result = (program.run)(&mut input, &mut output);
    (String::from_utf8(output).expect("ASCII"), result.err())
}

/// For each example: its title, the reason, the input, and what each program prints.
fn printed<P: Problem>(examples: &[Example]) -> String {
    let mut text = String::new();
    for (title, reason, input) in examples {
        text += &format!("# {title}\n");
        if !reason.is_empty() {
            text += &format!("{reason}\n");
        }
        text += &format!("input: {input:?}\n");
        for program in P::PROGRAMS {
            let (output, stopped) = run(program, input.as_bytes());
            let lines: Vec<_> = output.lines().collect();
            text += &format!("{:>16}: {}", program.name, lines.join(" "));
            if let Some(stopped) = stopped {
                text += &format!(" [{stopped}]");
            }
            text.push('\n');
        }
        text.push('\n');
    }
    text
}
