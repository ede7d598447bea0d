//! What callers rely on besides formats and numbers: how reading ends, names, and that there is one domain.

use std::io::{self, BufReader, Read};

use crossply_problems::{
    Board, Ccf201803_4, Diagnostic, Line, Poj1568, Position, Problem, ReadError, Side,
    test_all_problems,
};

#[test]
fn nothing_comes_after_the_last_case_nor_after_an_error() {
    for (text, cases) in [
        ("?\n..x.\n.xo.\n.ox.\n...o\n$\n", 1),
        ("$\n", 0),
        ("?\n", 0),
    ] {
        let mut read = Poj1568::read(text.as_bytes());
        let is_right = text.contains('$');
        assert_eq!(read.by_ref().flatten().count(), cases, "{text}");
        assert!(read.next().is_none() && read.next().is_none(), "{text}");
        assert!(matches!(read.next_block(), Ok(None)), "{text}");
        let mut again = Poj1568::read(text.as_bytes());
        assert_eq!(again.by_ref().any(|case| case.is_err()), !is_right);
    }
    let read = Poj1568::read(&b"$\n"[..]);
    assert!(format!("{read:?}").contains("ended: false"));
}

/// A reader that is interrupted before each piece of the text, and fails after the last one.
struct Unsteady<'a> {
    text: &'a [u8],
    interrupted: bool,
}

impl Read for Unsteady<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        if self.text.is_empty() {
            return Err(io::Error::other("the disk is gone"));
        }
        let count = self.text.len().min(buffer.len());
        self.text.read(&mut buffer[..count])
    }
}

#[test]
fn interruptions_do_not_matter_and_errors_are_told() {
    for text in [
        "?\n..x.\n.xo.\n.ox.\n...o\n?\n....\n.xo.\n.ox.\n....\n",
        "?\r\n..x.\r\n.xo.\r\n.ox.\r\n...o\r\n?\r\n....\r\n.xo.\r\n.ox.\r\n....\r\n",
    ] {
        for capacity in [5, 22, 30, 1000] {
            let unsteady = Unsteady {
                text: text.as_bytes(),
                interrupted: false,
            };
            let mut read = Poj1568::read(BufReader::with_capacity(capacity, unsteady));
            let boards: Vec<_> = read.by_ref().take(2).flatten().collect();
            assert_eq!(boards.len(), 2, "{text} {capacity}");
            assert_eq!(boards[0].empties(), 10);
            let error = read.next().expect("the reader has not ended").unwrap_err();
            assert!(matches!(error, ReadError::Io(_)), "{error}");
        }
    }
}

test_all_problems!(there_is_one_domain_for_all, limits_leave_room_for_a_program);

fn limits_leave_room_for_a_program<P: Problem>() {
    assert!(P::LIMITS.memory >= 1 << 20 && P::LIMITS.memory <= 1 << 30);
    assert!(P::LIMITS.time.as_secs() >= 1);
    assert_ne!(P::LIMITS.boards, Some(0));
}

fn there_is_one_domain_for_all<P: Problem>() {
    assert!(std::ptr::eq(P::domain(), P::domain()));
    let len = P::domain().len();
    assert_eq!(P::domain().positions(len..len).count(), 0);
    assert_eq!(P::domain().positions(0..0).count(), 0);
    for start in [0, 1, 389, len - 1000] {
        let end = start + 1000;
        let one_by_one = (start..end).map(|index| P::domain().position(index));
        assert!(P::domain().positions(start..end).eq(one_by_one), "{start}");
    }
    assert!(format!("{:?}", P::domain()).contains(&len.to_string()));
}

#[test]
fn lines_are_looked_up() {
    let domain = Poj1568::domain();
    assert!(domain.has_line(0x000f) && domain.has_line(0x8421) && !domain.has_line(0x0007));
    let domain = Ccf201803_4::domain();
    assert!(domain.has_line(0b111) && !domain.has_line(0b110));
}

#[test]
fn things_are_named_as_people_name_them() {
    assert_eq!(format!("{} {}", Side::X, Side::O), "x o");
    let lines = [
        Line::Row(1),
        Line::Column(2),
        Line::Diagonal,
        Line::Antidiagonal,
    ];
    let named = lines.map(|line| line.to_string()).join(", ");
    assert_eq!(named, "row 1, column 2, the diagonal, the antidiagonal");
}

#[test]
fn a_diagnostic_is_a_sentence() {
    let mut read = Poj1568::read(&b"?\n..y.\n"[..]);
    let Some(Err(ReadError::Input(fault))) = read.next() else {
        panic!("it is malformed");
    };
    let told = fault.to_string();
    assert_eq!(
        told,
        "case 1, line 2, column 3: found 'y', expected `.`, `x` or `o`"
    );
    let Diagnostic { line, column, .. } = *fault;
    assert_eq!((line, column), (2, 3));
}

#[test]
fn positions_are_ordered_and_drawn() {
    let position: Position<Ccf201803_4> = "XO./.../...".parse().expect("legal");
    assert_eq!(format!("{position:?}"), "ccf201803-4:XO./.../...");
    assert_eq!(position.to_string(), "XO.\n...\n...");
}

/// A reader that fails once, and then gives the text.
struct FailsOnce<'a>(Option<io::Error>, &'a [u8]);

impl Read for FailsOnce<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.take() {
            Some(error) => Err(error),
            None => self.1.read(buffer),
        }
    }
}

#[test]
fn an_error_is_told_though_it_does_not_come_again() {
    let text = b"?\n..x.\n.xo.\n.ox.\n...o\n$\n";
    let error = io::Error::other("a bad sector");
    let input = BufReader::new(FailsOnce(Some(error), text));
    let first = Poj1568::read(input).next();
    assert!(matches!(first, Some(Err(ReadError::Io(_)))), "{first:?}");
}

#[test]
fn blanks_at_the_end_of_a_line_may_be_many() {
    let blanks = " ".repeat(500);
    let text = format!("?{blanks}\n..x.{blanks}\n.xo.\n.ox.\n...o\n$\n");
    let read: Result<Vec<_>, _> = Poj1568::read(text.as_bytes()).collect();
    assert_eq!(read.expect("only blanks").len(), 1);
}

#[test]
fn a_line_that_is_there_already_is_pointed_at() {
    let text = b"?\n....\n..o.\nxxxx\nooo.\n$\n";
    let Some(Err(ReadError::Input(fault))) = Poj1568::read(&text[..]).next() else {
        panic!("x has won");
    };
    assert_eq!((fault.line, fault.column, fault.excerpt_line), (4, 1, 2));
}

#[test]
fn a_missing_slash_is_a_missing_slash_in_every_row() {
    let error = |text: &str| {
        let board = text.parse::<Board<Poj1568>>();
        board.expect_err(text).to_string()
    };
    for before in ["....", "..../....", "..../..../...."] {
        let message = error(&format!("{before}x"));
        assert!(message.ends_with("expected `/`"), "{message}");
    }
    let message = error("..../..../..../....x");
    assert!(message.ends_with("expected the end"), "{message}");
}
