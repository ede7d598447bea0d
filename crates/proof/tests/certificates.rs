//! The checker accepts certificates of right answers, and nothing else.

use std::num::NonZeroUsize;
use std::thread;

use crossply_problems::{Ccf201803_4, Poj1568, Position, Problem, Side, test_all_problems};
use crossply_proof::prover::GameState;
use crossply_proof::{Certificate, Ending, Step, attempt, check, prove};
use proptest::prelude::*;
use proptest::sample::{Index, select};

test_all_problems!(
    each_position_has_one_provable_answer,
    damaged_certificates_are_rejected,
);

/// Checks every position of a small domain, but only a sample of a large one, where certificates can be long.
fn each_position_has_one_provable_answer<P: Problem>() {
    let domain = P::domain();
    let ranges_and_steps = match domain.len() {
        ..10_000 => vec![(0..=16, 1)],
        _ => vec![(0..=4, 7), (5..=8, 5000)],
    };
    let mut positions = Vec::new();
    for (empties, step) in ranges_and_steps {
        let indices = domain.with_empties(empties);
        positions.extend(domain.positions(indices).step_by(step));
    }
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    thread::scope(|scope| {
        for chunk in positions.chunks(positions.len().div_ceil(threads)) {
            scope.spawn(|| chunk.iter().copied().for_each(assert_one_provable_answer));
        }
    });
}

fn damaged_certificates_are_rejected<P: Problem>() {
    proptest!(|(position in positions::<P>(), damage in select(&DAMAGES), index in any::<Index>())| {
        assert_rejected(position, damage, index)?;
    });
}

proptest! {
    #[test]
    fn certificates_with_copied_parts_prove_no_wrong_answer(
        certificate in positions::<Poj1568>().prop_map(prove),
        cuts in proptest::collection::vec((any::<bool>(), any::<Index>(), any::<Index>()), 1..4),
        answer in select(all_answers::<Poj1568>()),
    ) {
        let right = certificate.answer;
        let mut mixed = Certificate { answer, ..certificate };
        for (of_x, from, to) in cuts {
            let steps = if of_x { &mut mixed.x } else { &mut mixed.o };
            if steps.is_empty() {
                continue;
            }
            let (from, to) = (from.index(steps.len()), to.index(steps.len()));
            let copied = steps[from.min(to)..from.max(to)].to_vec();
            steps.splice(to..to, copied);
        }
        prop_assert!(check(&mixed).is_err() || answer == right);
    }
}

#[test]
fn a_flaw_says_where_it_is() {
    let check_parts = |[x, o, answer]: [&str; 3]| {
        let certificate = certificate::<Poj1568>("xoxo/oxox/oxxo/xo..", answer, [x, o]);
        check(&certificate).map_err(|flaw| flaw.to_string())
    };
    assert_eq!(check_parts(["xp X", "xo op =", "(3,3)"]), Ok(()));
    for (parts, message) in [
        (
            ["xp", "xo op =", "(3,3)"],
            "strategy of x, step 2: found nothing more, expected that the game is over: a line of x",
        ),
        (
            ["xp =", "xo op =", "(3,3)"],
            "strategy of x, step 2: found a full board, expected that the game is over: a line of x",
        ),
        (
            ["xa X", "xo op =", "(3,3)"],
            "strategy of x, step 1: found a move of x to cell a, \
             expected a move of x to an empty, permitted cell",
        ),
        (
            ["xp X", "op =", "(3,3)"],
            "strategy of o, step 1: found a move of o to cell p, expected what follows when x moves to cell o",
        ),
        (
            ["xp X", "xo op O", "(3,3)"],
            "strategy of o, step 3: found a line of o, expected that the game is over: a full board",
        ),
        (
            ["xp X", "xo op = =", "(3,3)"],
            "strategy of o, step 4: found a full board, expected the end of the strategy",
        ),
        (
            ["xo op =", "", "(3,2)"],
            "strategy of x, step 3: found a full board, expected a game that scores at least 1, not 0",
        ),
        (
            ["", "xo op = xp X", "#####"],
            "strategy of o, step 5: found a line of x, expected a game that scores at most 0, not 2",
        ),
    ] {
        assert_eq!(check_parts(parts), Err(message.to_owned()));
    }
}

#[test]
fn no_move_follows_the_end_of_the_game() {
    let certificate = certificate::<Ccf201803_4>("OOO/XX./..X", "3", ["xf X", "O"]);
    let flaw = check(&certificate).expect_err("o has a line already");
    assert_eq!(
        flaw.to_string(),
        "strategy of x, step 1: found a move of x to cell f, expected a game that scores at least 3, not -4"
    );
}

/// Each cheat breaks one sentence of the definition of a certificate, and is consistent with all others.
#[test]
fn no_sentence_of_the_definition_can_be_left_out() {
    fn assert_cheats<P: Problem>(board: &str, honest: [&str; 3], cheats: &[(&str, [&str; 3])]) {
        let check_parts =
            |[x, o, answer]: [&str; 3]| check(&certificate::<P>(board, answer, [x, o]));
        assert_eq!(check_parts(honest), Ok(()));
        for (cheat, parts) in cheats {
            assert!(check_parts(*parts).is_err(), "{cheat} on {board}");
        }
    }
    // x has to stop a diagonal of o.
    let x = "xg oh xi = oi xh =";
    let o = "xg oh xi = xh og O xi og O";
    assert_cheats::<Ccf201803_4>(
        "XXO/OOX/...",
        [x, o, "0"],
        &[
            ("x moves onto a stone of o", ["xc X", o, "4"]),
            (
                "x moves onto a stone of x",
                ["xa og O oh xg = oi xg =", o, "0"],
            ),
            ("x leaves the board", ["xj oh xg = oi xg =", o, "0"]),
            ("o moves for x", ["og oh xi = oi xh =", o, "0"]),
            ("x moves twice", ["xg oh oi = oi xh =", o, "0"]),
            ("a move of o is left out", ["xg oh xi =", o, "0"]),
            (
                "moves of o are in another order",
                ["xg oi xh = oh xi =", o, "0"],
            ),
            ("a move of x is left out", [x, "xg oh xi = xh og O", "0"]),
            ("an ending is left out", ["xg oh xi oi xh =", o, "0"]),
            ("a draw is called a line", ["xg oh xi X oi xh =", o, "0"]),
            (
                "a line is called a draw",
                [x, "xg oh xi = xh og = xi og O", "0"],
            ),
            (
                "a game goes on after a line",
                [x, "xg oh xi = xh og xi = xi og O", "0"],
            ),
            ("something follows", ["xg oh xi = oi xh = =", o, "0"]),
            ("x does not get the score", [x, o, "2"]),
            ("o concedes more", [x, o, "-2"]),
        ],
    );
    assert_cheats::<Ccf201803_4>(
        "XXO/OOX/XO.",
        ["xi =", "xi =", "0"],
        &[
            ("x moves onto a stone of o", ["xc X", "xi =", "2"]),
            ("x moves onto a stone of x", ["xa oi =", "xi =", "0"]),
        ],
    );
    assert_cheats::<Poj1568>(
        "xoxo/oxox/oxxo/xo..",
        ["xp X", "xo op =", "(3,3)"],
        &[
            ("x wins by another cell", ["xp X", "", "(3,2)"]),
            ("o leaves out an earlier cell", ["xp X", "", "(3,3)"]),
            ("x does not win", ["xo op =", "", "(3,2)"]),
        ],
    );
    assert_cheats::<Poj1568>(
        "xoxx/ooxo/xoox/o.x.",
        ["", "xn op = xp on O", "#####"],
        &[
            ("x moves onto a stone of o", ["xb X", "", "(0,1)"]),
            (
                "o moves onto a stone of x",
                ["", "xn oa xp = xp on O", "#####"],
            ),
        ],
    );
}

/// Parses the parts of a certificate.
fn certificate<P: Problem>(board: &str, answer: &str, [x, o]: [&str; 2]) -> Certificate<P> {
    let parse_steps = |text: &str| {
        let steps = text.split_whitespace().map(|step| match step.as_bytes() {
            b"X" => Step::Over(Ending::Line(Side::X)),
            b"O" => Step::Over(Ending::Line(Side::O)),
            [b'x', cell] => Step::Move(Side::X, cell - b'a'),
            [b'o', cell] => Step::Move(Side::O, cell - b'a'),
            _ => Step::Over(Ending::Full),
        });
        steps.collect()
    };
    Certificate {
        position: P::parse(board).expect("legal"),
        answer: answer.parse().expect("an answer"),
        x: parse_steps(x),
        o: parse_steps(o),
    }
}

#[test]
fn games_are_played_by_the_rules() {
    let start = GameState::new(Poj1568::parse("xoxo/oxox/oxxo/xo..").expect("legal"));
    assert_eq!(start.to_move(), Side::X);
    assert_eq!(start.best_move(), Some(15));
    assert_eq!((start.ending(), start.score()), (None, 2));
    assert_eq!(start.moves().count(), 2);
    let won = start.after(15);
    assert_eq!(
        (won.ending(), won.best_move()),
        (Some(Ending::Line(Side::X)), None)
    );
    assert_eq!(won.moves().count(), 0);
    let after_mistake = start.after(14);
    assert_eq!(
        (after_mistake.to_move(), after_mistake.best_move()),
        (Side::O, Some(15))
    );
    let full = after_mistake.after(15);
    assert_eq!((full.ending(), full.score()), (Some(Ending::Full), 0));
    let board = full.board();
    assert_eq!(
        (board.x(), board.o()),
        (0b0101_0110_1010_0101, 0b1010_1001_0101_1010)
    );
    let lost = GameState::new(Ccf201803_4::parse("OXX/.OX/..O").expect("legal"));
    assert_eq!(
        (lost.ending(), lost.score()),
        (Some(Ending::Line(Side::O)), -4)
    );
}

/// A change that makes any certificate wrong: its name, and a function of the steps, the index of the step to change,
/// the set of taken cells and the number of cells.
type Damage = (&'static str, fn(&mut Vec<Step>, usize, u16, u32));

const DAMAGES: [Damage; 9] = [
    ("a reply or an ending is missing", |steps, index, _, _| {
        steps.remove(index);
    }),
    ("a step is repeated", |steps, index, _, _| {
        steps.insert(index, steps[index]);
    }),
    ("the last steps are missing", |steps, index, _, _| {
        steps.truncate(index);
    }),
    ("a step follows the end", |steps, index, _, _| {
        steps.push(steps[index]);
    }),
    ("a move is made by the other side", |steps, index, _, _| {
        if let Step::Move(side, _) = &mut steps[index] {
            *side = opponent(*side);
        }
    }),
    (
        "a move goes to an occupied cell",
        |steps, index, taken, _| {
            if let Step::Move(_, cell) = &mut steps[index] {
                *cell = taken.trailing_zeros() as u8;
            }
        },
    ),
    ("a move goes outside the board", |steps, index, _, cells| {
        if let Step::Move(_, cell) = &mut steps[index] {
            *cell = cells as u8;
        }
    }),
    ("a game ends in a different way", |steps, index, _, _| {
        if let Step::Over(ending) = &mut steps[index] {
            *ending = match ending {
                Ending::Line(Side::X) => Ending::Full,
                Ending::Line(Side::O) => Ending::Line(Side::X),
                Ending::Full => Ending::Line(Side::O),
            };
        }
    }),
    ("a game ends too early", |steps, index, _, _| {
        if let Step::Move(..) = steps[index] {
            steps[index] = Step::Over(Ending::Full);
        }
    }),
];

fn opponent(side: Side) -> Side {
    match side {
        Side::X => Side::O,
        Side::O => Side::X,
    }
}

/// Draws positions that have short certificates.
fn positions<P: Problem>() -> impl Strategy<Value = Position<P>> {
    let domain = P::domain();
    let range = domain.with_empties(0..=8);
    range.prop_map(|index| domain.position(index))
}

fn assert_rejected<P: Problem>(
    position: Position<P>,
    (name, damage): Damage,
    index: Index,
) -> Result<(), TestCaseError> {
    let intact = prove(position);
    prop_assert_eq!(check(&intact), Ok(()));
    let mut swapped = intact.clone();
    std::mem::swap(&mut swapped.x, &mut swapped.o);
    prop_assert!(swapped == intact || check(&swapped).is_err());
    let mut damaged = intact.clone();
    let (x, o) = (&mut damaged.x, &mut damaged.o);
    let index_in_both = index.index(x.len() + o.len());
    let (steps, index_in_steps) = match index_in_both.checked_sub(x.len()) {
        None => (x, index_in_both),
        Some(index_in_o) => (o, index_in_o),
    };
    let taken = position.x() | position.o();
    damage(steps, index_in_steps, taken, Position::<P>::CELLS);
    prop_assume!(damaged != intact);
    prop_assert!(check(&damaged).is_err(), "{name}: {damaged:?}");
    Ok(())
}

/// Asserts that neither the certificate of the right answer nor the best attempt proves a wrong one.
fn assert_one_provable_answer<P: Problem>(position: Position<P>) {
    let right = prove(position);
    assert_eq!(check(&right), Ok(()));
    for answer in all_answers::<P>() {
        let is_right = answer == right.answer;
        let mut relabelled = right.clone();
        relabelled.answer = answer;
        assert_eq!(check(&relabelled).is_ok(), is_right, "{position:?}");
        let attempt = attempt(position, answer);
        assert_eq!(check(&attempt).is_ok(), is_right, "{position:?}");
    }
}

/// Every answer that the problem has on some board.
fn all_answers<P: Problem>() -> Vec<P::Answer> {
    let cells = (0..16).map(|cell| format!("({},{})", cell / 4, cell % 4));
    let scores = (-17..=17).map(|score: i32| score.to_string());
    let texts = cells.chain(scores).chain(["#####".to_owned()]);
    let answers: Vec<_> = texts.filter_map(|text| text.parse().ok()).collect();
    assert!(answers.len() >= 10);
    answers
}
