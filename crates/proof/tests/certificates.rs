//! The checker accepts certificates of right answers, and nothing else.

use std::num::NonZeroUsize;
use std::thread;

use crossply_problems::{Ccf201803_4, Poj1568, Position, Problem, Side, test_all_problems};
use crossply_proof::{Certificate, CertificateText, Ending, Step, attempt, check, prove};
use proptest::prelude::*;
use proptest::sample::{Index, select};

test_all_problems!(each_position_has_one_provable_answer);

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
    for (parts, message) in [
        (
            ["xp", "xo op =", "(3,3)"],
            "strategy of x, step 2: found None, expected the end of the game",
        ),
        (
            ["xa X", "xo op =", "(3,3)"],
            "strategy of x, step 1: found Some(Move(X, 0)), expected a move of its own side to an empty, permitted cell",
        ),
        (
            ["xp X", "op =", "(3,3)"],
            "strategy of o, step 1: found Some(Move(O, 15)), expected the next move of the other side",
        ),
        (
            ["xp X", "xo op = =", "(3,3)"],
            "strategy of o, step 4: found Some(Over(Full)), expected the end of the strategy",
        ),
        (
            ["xo op =", "", "(3,2)"],
            "strategy of x, step 3: found Some(Over(Full)), expected a game with a sufficient score",
        ),
        (
            ["", "xo op = xp X", "#####"],
            "strategy of o, step 5: found Some(Over(Line(X))), expected a game with a sufficient score",
        ),
    ] {
        assert_eq!(check_parts(parts), Err(message.to_owned()));
    }
}

/// Each breaks one sentence of the definition of a certificate. Chance hardly ever damages one so that only that is wrong.
#[test]
fn each_sentence_about_certificates_is_checked() {
    // By the answer (3,3), or p, x wins. By (3,2), or o, it does not, because o replies p.
    assert_flaws::<Poj1568>(
        "xoxo/oxox/oxxo/xo..",
        ["(3,3)", "xp X", "xo op ="],
        &[
            ("(0,0)", "xa", "", (Side::X, 1)),
            ("(0,1)", "xb", "", (Side::X, 1)),
            ("(3,3)", "xo", "", (Side::X, 1)),
            ("(3,3)", "op X", "", (Side::X, 1)),
            ("(3,3)", "", "", (Side::X, 1)),
            ("(3,3)", "xp oo X", "", (Side::X, 2)),
            ("(3,3)", "xp O", "", (Side::X, 2)),
            ("(3,3)", "xp X X", "", (Side::X, 3)),
            ("(3,2)", "xo op =", "", (Side::X, 3)),
            ("#####", "xp X", "", (Side::X, 1)),
            ("(3,3)", "xp X", "", (Side::O, 1)),
            ("(3,3)", "xp X", "oo op =", (Side::O, 1)),
            ("(3,3)", "xp X", "xo oa", (Side::O, 2)),
            ("(3,3)", "xp X", "xo ob", (Side::O, 2)),
            ("(3,3)", "xp X", "xo xp X", (Side::O, 2)),
            ("(3,3)", "xp X", "xo op X", (Side::O, 3)),
            ("(3,3)", "xp X", "xo op = xp X", (Side::O, 4)),
            ("#####", "", "xo op =", (Side::O, 4)),
            ("#####", "", "xo op = xp X", (Side::O, 5)),
        ],
    );
    // X wins by i, with two cells empty. By c or f it gets a draw.
    let all_moves = "xc oi xf = xf oi xc = xi X";
    assert_flaws::<Ccf201803_4>(
        "XO./OX./OX.",
        ["3", "xi X", all_moves],
        &[
            ("3", "xa", "", (Side::X, 1)),
            ("3", "xb", "", (Side::X, 1)),
            ("3", "xj", "", (Side::X, 1)),
            ("3", "oi X", "", (Side::X, 1)),
            ("3", "xi =", "", (Side::X, 2)),
            ("3", "xc oi xf =", "", (Side::X, 2)),
            ("3", "xc of xi X", "", (Side::X, 4)),
            ("5", "xi X", all_moves, (Side::X, 2)),
            ("3", "xi X X", all_moves, (Side::X, 3)),
            ("3", "xi X", "xc oa", (Side::O, 2)),
            ("3", "xi X", "xc ob", (Side::O, 2)),
            ("3", "xi X", "xc xf", (Side::O, 2)),
            ("3", "xi X", "xc oi =", (Side::O, 3)),
            ("3", "xi X", "xc oi xf X", (Side::O, 4)),
            ("3", "xi X", "xc oi xf = xi X", (Side::O, 5)),
            ("1", "xi X", all_moves, (Side::O, 10)),
        ],
    );
    // O has won already, so no strategy has a move.
    assert_flaws::<Ccf201803_4>(
        "OOO/XX./..X",
        ["-4", "O", "O"],
        &[
            ("-4", "xf X", "O", (Side::X, 1)),
            ("-4", "O", "xf X", (Side::O, 1)),
            ("3", "xf X", "O", (Side::X, 1)),
        ],
    );
}

/// A false certificate: its answer, the strategies of both sides, and where the checker finds the flaw.
type Cheat<'a> = (&'a str, &'a str, &'a str, (Side, usize));

/// Asserts that the prover finds the right certificate, and that the checker accepts it and rejects the others.
fn assert_flaws<P: Problem>(board: &str, right: [&str; 3], cheats: &[Cheat<'_>]) {
    let found = CertificateText::new(&prove(P::parse(board).expect("legal")));
    assert_eq!([found.answer, found.x, found.o], right);
    let checked = |answer, x, o| check(&certificate::<P>(board, answer, [x, o]));
    assert_eq!(checked(right[0], right[1], right[2]), Ok(()));
    for &(answer, x, o, place) in cheats {
        let flaw = checked(answer, x, o).expect_err("it proves nothing");
        assert_eq!((flaw.side, flaw.step), place, "{answer}: {x}, {o}");
    }
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

/// Draws positions that have short certificates.
fn positions<P: Problem>() -> impl Strategy<Value = Position<P>> {
    let domain = P::domain();
    let range = domain.with_empties(0..=8);
    range.prop_map(|index| domain.position(index))
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
