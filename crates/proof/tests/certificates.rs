//! Certificates of right answers pass, and nothing else does.

use std::num::NonZeroUsize;
use std::thread;

use crossply_problems::{Ccf201803_4, Poj1568, Position, Problem, Side, test_all_problems};
use crossply_proof::prover::Game;
use crossply_proof::{Certificate, Ending, Step, Written, attempt, check, prove};
use proptest::prelude::*;
use proptest::sample::{Index, select};

test_all_problems!(
    positions_with_few_empties_have_one_answer,
    positions_have_one_answer,
    a_damaged_certificate_is_refused,
);

/// Checks all positions of a small domain, and a sample of a large one.
fn positions_with_few_empties_have_one_answer<P: Problem>() {
    let domain = P::domain();
    let (empties, step) = match domain.len() {
        ..10_000 => (0..=16, 1),
        _ => (0..=4, 7),
    };
    let positions: Vec<_> = domain
        .positions(domain.with_empties(empties))
        .step_by(step)
        .collect();
    let jobs = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    thread::scope(|scope| {
        for part in positions.chunks(positions.len().div_ceil(jobs)) {
            scope.spawn(|| part.iter().copied().for_each(only_one_answer_is_proven));
        }
    });
}

fn positions_have_one_answer<P: Problem>() {
    proptest!(|(position in positions::<P>())| only_one_answer_is_proven(position));
}

fn a_damaged_certificate_is_refused<P: Problem>() {
    proptest!(|(position in positions::<P>(), damage in damages(), index in any::<Index>())| {
        is_refused(position, damage, index)?;
    });
}

proptest! {
    #[test]
    fn certificates_whose_parts_are_mixed_prove_no_wrong_answer(
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
    let flaw = |x: &str, o: &str, answer: &str| {
        let written = Written {
            problem: "poj1568".to_owned(),
            board: "xoxo/oxox/oxxo/xo..".to_owned(),
            answer: answer.to_owned(),
            x: x.to_owned(),
            o: o.to_owned(),
        };
        let certificate: Certificate<Poj1568> = written.read().expect("it is written well");
        check(&certificate).map_err(|flaw| flaw.to_string())
    };
    let refused = |flaw: &str| Err(flaw.to_owned());
    assert_eq!(flaw("xp X", "xo op =", "(3,3)"), Ok(()));
    assert_eq!(
        flaw("xp", "xo op =", "(3,3)"),
        refused(
            "strategy of x, step 2: found nothing more, expected that the game is over: a line of x"
        )
    );
    assert_eq!(
        flaw("xp =", "xo op =", "(3,3)"),
        refused(
            "strategy of x, step 2: found a full board, expected that the game is over: a line of x"
        )
    );
    assert_eq!(
        flaw("xa X", "xo op =", "(3,3)"),
        refused(
            "strategy of x, step 1: found a move of x to cell a, \
             expected a move of x to a cell that is empty and may be moved to"
        )
    );
    assert_eq!(
        flaw("xp X", "op =", "(3,3)"),
        refused(
            "strategy of o, step 1: found a move of o to cell p, expected what follows when x moves to cell o"
        )
    );
    assert_eq!(
        flaw("xp X", "xo op O", "(3,3)"),
        refused(
            "strategy of o, step 3: found a line of o, expected that the game is over: a full board"
        )
    );
    assert_eq!(
        flaw("xp X", "xo op = =", "(3,3)"),
        refused("strategy of o, step 4: found a full board, expected the end of the strategy")
    );
    assert_eq!(
        flaw("xo op =", "", "(3,2)"),
        refused(
            "strategy of x, step 3: found a full board, expected a game that scores at least 1, not 0"
        )
    );
    assert_eq!(
        flaw("", "xo op = xp X", "#####"),
        refused(
            "strategy of o, step 5: found a line of x, expected a game that scores at most 0, not 2"
        )
    );
}

#[test]
fn games_are_played_by_the_rules() {
    let game = Game::<Poj1568>::at("xoxo/oxox/oxxo/xo..".parse().expect("legal"));
    assert_eq!(game.to_move(), Side::X);
    assert_eq!(game.best_move(), Some(15));
    assert_eq!((game.ending(), game.score()), (None, 2));
    let won = game.after(15);
    assert_eq!(
        (won.ending(), won.best_move()),
        (Some(Ending::Line(Side::X)), None)
    );
    let then = game.after(14);
    assert_eq!((then.to_move(), then.best_move()), (Side::O, Some(15)));
    let full = then.after(15);
    assert_eq!((full.ending(), full.score()), (Some(Ending::Full), 0));
    let board = full.board();
    assert_eq!(
        (board.x(), board.o()),
        (0b0101_0110_1010_0101, 0b1010_1001_0101_1010)
    );
    // o has already won.
    let lost = Game::<Ccf201803_4>::at("OXX/.OX/..O".parse().expect("legal"));
    assert_eq!(
        (lost.ending(), lost.score()),
        (Some(Ending::Line(Side::O)), -4)
    );
}

/// A change after which no certificate can be right.
#[derive(Clone, Copy, Debug)]
enum Damage {
    /// A reply or an ending is missing.
    Missing,
    /// A step occurs twice in a row.
    Twice,
    /// All steps from some place on are missing.
    CutOff,
    /// A step follows the end.
    More,
    /// A move is made by the other side.
    WrongSide,
    /// A move goes to an occupied cell.
    Occupied,
    /// A move goes outside the board.
    Outside,
    /// A game ends in a different way.
    WrongEnding,
    /// A game ends too early.
    TooEarly,
    /// The two strategies are exchanged.
    Exchanged,
}

fn damages() -> impl Strategy<Value = Damage> {
    use Damage::*;
    select(vec![
        Missing,
        Twice,
        CutOff,
        More,
        WrongSide,
        Occupied,
        Outside,
        WrongEnding,
        TooEarly,
        Exchanged,
    ])
}

/// Draws positions that have short certificates.
fn positions<P: Problem>() -> impl Strategy<Value = Position<P>> {
    let domain = P::domain();
    let range = domain.with_empties(0..=8);
    range.prop_map(|index| domain.position(index))
}

fn is_refused<P: Problem>(
    position: Position<P>,
    damage: Damage,
    index: Index,
) -> Result<(), TestCaseError> {
    let whole = prove(position);
    prop_assert_eq!(check(&whole), Ok(()));
    let mut damaged = whole.clone();
    if matches!(damage, Damage::Exchanged) {
        std::mem::swap(&mut damaged.x, &mut damaged.o);
    } else {
        let steps_of_x = damaged.x.len();
        let index = index.index(steps_of_x + damaged.o.len());
        let (steps, index) = if index < steps_of_x {
            (&mut damaged.x, index)
        } else {
            (&mut damaged.o, index - steps_of_x)
        };
        apply(damage, steps, index, position);
    }
    prop_assume!(damaged != whole);
    let accepted = check(&damaged).is_ok();
    prop_assert!(!accepted, "{damage:?}: {damaged:?}");
    Ok(())
}

fn apply<P: Problem>(damage: Damage, steps: &mut Vec<Step>, index: usize, position: Position<P>) {
    let step = steps[index];
    let taken = position.x() | position.o();
    match (damage, step) {
        (Damage::Missing, _) => drop(steps.remove(index)),
        (Damage::Twice, _) => steps.insert(index, step),
        (Damage::CutOff, _) => steps.truncate(index),
        (Damage::More, _) => steps.push(step),
        (Damage::WrongSide, Step::Move(Side::X, cell)) => steps[index] = Step::Move(Side::O, cell),
        (Damage::WrongSide, Step::Move(Side::O, cell)) => steps[index] = Step::Move(Side::X, cell),
        (Damage::Occupied, Step::Move(side, _)) if taken != 0 => {
            steps[index] = Step::Move(side, taken.trailing_zeros() as u8);
        }
        (Damage::Outside, Step::Move(side, _)) => {
            steps[index] = Step::Move(side, Position::<P>::CELLS as u8);
        }
        (Damage::WrongEnding, Step::Over(ending)) => {
            steps[index] = Step::Over(match ending {
                Ending::Line(Side::X) => Ending::Full,
                Ending::Line(Side::O) => Ending::Line(Side::X),
                Ending::Full => Ending::Line(Side::O),
            });
        }
        (Damage::TooEarly, Step::Move(..)) => steps[index] = Step::Over(Ending::Full),
        _ => {}
    }
}

/// Nothing proves a wrong answer: neither the certificate of the right one nor the best attempt at the wrong one.
fn only_one_answer_is_proven<P: Problem>(position: Position<P>) {
    let right = prove(position);
    assert_eq!(check(&right), Ok(()));
    for answer in all_answers::<P>() {
        let is_right = answer == right.answer;
        let mut renamed = right.clone();
        renamed.answer = answer;
        assert_eq!(check(&renamed).is_ok(), is_right, "{position:?}");
        let attempt = attempt(position, answer);
        assert_eq!(check(&attempt).is_ok(), is_right, "{position:?}");
    }
}

/// All answers of the problem.
fn all_answers<P: Problem>() -> Vec<P::Answer> {
    let cells = (0..16).map(|cell| format!("({},{})", cell / 4, cell % 4));
    let scores = (-17..=17).map(|score: i32| score.to_string());
    let texts = cells.chain(scores).chain(["#####".to_owned()]);
    let answers: Vec<_> = texts.filter_map(|text| text.parse().ok()).collect();
    assert!(answers.len() >= 10);
    answers
}
