//! What is planted is found, and what is counted is so many.

use std::cell::Cell;
use std::collections::BTreeSet;

use crossply_problems::ccf201803_4::Score;
use crossply_problems::poj1568::{Answer, Square};
use crossply_problems::{Ccf201803_4, Poj1568, test_all_problems};
use crossply_proof::prover::Game;
use proptest::prelude::*;
use proptest::sample::Index;

use super::facts::{Known, known};
use super::*;
use crate::planted::{entry, right, wrong_answer, wrong_at};

const JOBS: NonZeroUsize = NonZeroUsize::MIN;

/// The right answers to the positions of a problem with few empties.
fn few<P: Problem>() -> Vec<P::Answer> {
    let fewest = P::domain().empties().next().expect("a number");
    let most = if P::SIDE == 3 { 9 } else { fewest };
    right_answers::<P>(most, JOBS).expect("on record")
}

fn known_of<P: Problem>() -> (Vec<Known>, Vec<Condition>) {
    let right = few::<P>();
    let judged = Judged::<P> {
        positions: P::domain().positions(0..right.len() as u64).collect(),
        right: &right,
        given: &[],
    };
    let (known, mut conditions) = known(&judged, JOBS);
    conditions.retain(|condition| known.iter().any(|known| condition.holds(known)));
    (known, conditions)
}

test_all_problems!(
    the_right_reading_scores_as_the_prover_does,
    rules_are_found_again
);

fn the_right_reading_scores_as_the_prover_does<P: Problem>() {
    let right = few::<P>();
    let player = Player::<P>::new(Reading::right(P::SIDE));
    for (position, right) in P::domain().positions(0..right.len() as u64).zip(right) {
        assert_eq!(player.answer(position), right, "{position:?}");
        // How much `x` loses by does not matter to a question for a cell.
        let least = if P::SIDE == 3 { -9 } else { 0 };
        let scores = [player.score(position), Game::at(position).score()];
        assert_eq!(scores[0].max(least), scores[1].max(least), "{position:?}");
    }
}

/// The answers to all 3x3 positions according to a misreading, which does not depend on answers before.
fn answers_of(misreading: &Misreading, right: &[Score]) -> Vec<Option<Score>> {
    let judged = Judged::<Ccf201803_4> {
        positions: Ccf201803_4::domain()
            .positions(0..right.len() as u64)
            .collect(),
        right,
        given: &[],
    };
    let answer = misreading.answers(&judged);
    (0..right.len()).map(|place| Some(answer(place))).collect()
}

#[test]
fn misreadings_are_named_only_if_every_answer_is_theirs() {
    let right = few::<Ccf201803_4>();
    let line = Cells::new::<Ccf201803_4>(0o421);
    for misreading in [
        Misreading::NoLine { line, of: None },
        Misreading::NoLine {
            line,
            of: Some(Stone::O),
        },
        Misreading::Horizon { plies: 3 },
        Misreading::Draw,
    ] {
        let mut given = answers_of(&misreading, &right);
        let explained = |given: &[_]| {
            let fault = explain_answers::<Ccf201803_4>("faulty", &right, given, JOBS);
            fault.expect("it is wrong").explanation
        };
        assert_eq!(
            explained(&given),
            Explanation::Misreading(misreading.clone())
        );
        // On one position, which no sample contains, it is right or wrong in another way.
        let is_wrong = |place: &usize| given[*place] != Some(right[*place]);
        let wrong = (0..given.len()).filter(is_wrong).count();
        for place in [given.len() - 2, given.len() - 3] {
            let mut other = given.clone();
            let value = other[place].expect("an answer").value();
            other[place] = Some(Score::new(if value == 5 { 4 } else { 5 }));
            let explanation = explained(&other);
            assert!(
                !matches!(explanation, Explanation::Misreading(_)),
                "{wrong}: {explanation:?}"
            );
        }
        given.pop();
        given.push(None);
        assert!(!matches!(explained(&given), Explanation::Misreading(_)));
    }
}

/// Where all conditions hold, one by one.
fn places(known: &[Known], rule: &[Vec<Condition>]) -> BTreeSet<usize> {
    let holds = |place: &usize| {
        let all = |all_of: &Vec<Condition>| all_of.iter().all(|c| c.holds(&known[*place]));
        rule.iter().any(all)
    };
    (0..known.len()).filter(holds).collect()
}

fn rules_are_found_again<P: Problem>() {
    let (known, conditions) = known_of::<P>();
    let config = ProptestConfig {
        cases: if P::SIDE == 3 { 100 } else { 10 },
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    proptest!(config, |(chosen in proptest::collection::vec(any::<Index>(), 2..=3))| {
        let chosen: Vec<_> = chosen.iter().map(|place| place.get(&conditions).clone()).collect();
        let wrong = places(&known, std::slice::from_ref(&chosen));
        prop_assume!(!wrong.is_empty());
        let wrong: Vec<_> = wrong.into_iter().collect();
        let search = Search { known: &known, conditions: &conditions, wrong: &wrong, jobs: JOBS };
        let found = search.rule().expect("there is a rule");
        prop_assert_eq!(found.right, 0, "{:?}: {:?}", chosen, found);
        prop_assert_eq!(found.wrong, wrong.len() as u64);
        prop_assert!(found.any_of.len() == 1 && found.any_of[0].len() <= chosen.len());
        prop_assert!(places(&known, &found.any_of).into_iter().eq(wrong), "{:?}", found);
    });
}

#[test]
fn alternatives_are_found_and_counted_as_they_are_one_by_one() {
    let (known, conditions) = known_of::<Ccf201803_4>();
    let config = ProptestConfig {
        cases: 60,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let found_some = Cell::new(0);
    proptest!(config, |(chosen in proptest::collection::vec(any::<Index>(), 4))| {
        let chosen: Vec<_> = chosen.iter().map(|place| place.get(&conditions).clone()).collect();
        let wrong = places(&known, &chosen.chunks(2).map(<[_]>::to_vec).collect::<Vec<_>>());
        let wrong: Vec<_> = wrong.into_iter().collect();
        prop_assume!(!wrong.is_empty());
        let search = Search { known: &known, conditions: &conditions, wrong: &wrong, jobs: JOBS };
        if let Some(found) = search.rule() {
            found_some.set(found_some.get() + 1);
            let holds = places(&known, &found.any_of);
            let covered = wrong.iter().filter(|place| holds.contains(place)).count();
            prop_assert_eq!(found.wrong, covered as u64);
            prop_assert_eq!(found.right, (holds.len() - covered) as u64);
            prop_assert!(10 * found.wrong >= 9 * wrong.len() as u64 && 10 * found.right <= found.wrong);
            prop_assert!(!found.any_of.is_empty() && found.any_of.iter().all(|all| !all.is_empty()));
        }
    });
    assert!(found_some.get() > 40, "{found_some:?}");
}

/// What is said of a solver that is wrong at these indices of the 3x3 domain.
fn said<const N: usize>(indices: [u64; N]) -> String {
    let given = Ccf201803_4::domain().positions(0..Ccf201803_4::domain().len());
    let given = given.zip(0..).map(|(position, index)| {
        if indices.contains(&index) {
            wrong_answer(position)
        } else {
            crossply_proof::right_answer(position)
        }
    });
    let right = right_answers::<Ccf201803_4>(9, JOBS).expect("on record");
    let given: Vec<_> = given.map(Some).collect();
    let fault = explain_answers::<Ccf201803_4>("faulty", &right, &given, JOBS);
    fault.expect("it is wrong").to_string()
}

#[test]
fn few_positions_are_listed() {
    let said = [
        said([1000]),
        said([40, 1000]),
        said([2738]),
        said([40, 50, 90, 500, 1000, 2000, 2500, 2600]),
    ];
    let expected = "\
faulty is wrong on 1 of 2,739 positions.
It takes a win for a draw there.
It is wrong on this position only: OO./.XX/X.O

faulty is wrong on 2 of 2,739 positions.
It takes a win for a draw on 1 and takes a loss for a draw on 1.
It is wrong on these positions only: OXX/OXX/OO., OO./.XX/X.O

faulty is wrong on 1 of 2,739 positions.
It takes a draw for a loss there.
These are all positions, and only those, where 9 cells are empty.

faulty is wrong on 8 of 2,739 positions.
It takes a win for a draw on 6, takes a loss for a draw on 1, and takes a draw for a loss on 1.
No misreading of the rules and no short rule about the board explains where.";
    assert_eq!(said.join("\n\n"), expected);
}

#[test]
fn a_solver_is_asked_where_it_is_quick_and_compared_with_answers_on_record() {
    assert_eq!(
        explain(entry::<Ccf201803_4>("right", 9, 9, right), JOBS),
        Ok(None)
    );
    let fault = explain(entry("faulty", 3, 9, || wrong_at([40, 2000])), JOBS);
    let fault = fault
        .expect("there are answers on record")
        .expect("it is wrong");
    assert_eq!(
        (fault.judged, fault.max_empties, fault.wrong),
        (1910, Some(3), 1)
    );
}

#[test]
fn mistakes_are_told_apart() {
    let position = Poj1568::domain().position(0);
    let (x, o) = (position.x(), position.o());
    let free: Vec<u8> = reading::cells(!(x | o)).collect();
    let win = |cell: u8| Answer::WinAt(Square::new(cell as u32 / 4, cell as u32 % 4));
    let taken = win(reading::cells(x).next().expect("a stone"));
    let of = |given: Answer, right, wins| given.mistake(position, right, |_| wins);
    let none = Answer::NoForcedWin;
    let [first, second] = free[..] else {
        panic!("two cells are empty");
    };
    for (given, right, wins, expected) in [
        (none, win(first), true, Mistake::MissesWin),
        (taken, none, false, Mistake::TakenCell),
        (taken, win(first), false, Mistake::TakenCell),
        (win(first), none, false, Mistake::ClaimsWin),
        (win(first), win(second), false, Mistake::EarlierCell),
        (win(second), win(first), true, Mistake::LaterWin),
        (win(second), win(first), false, Mistake::LaterCell),
    ] {
        assert_eq!(of(given, right, wins), expected, "{given} for {right}");
    }
    let position = Ccf201803_4::domain().position(0);
    for (given, right, expected) in [
        (-3, 3, Mistake::WrongSign),
        (1, 0, Mistake::WinForDraw),
        (1, -2, Mistake::WinForLoss),
        (0, 1, Mistake::DrawForWin),
        (0, -2, Mistake::DrawForLoss),
        (-2, 1, Mistake::LossForWin),
        (-2, 0, Mistake::LossForDraw),
        (4, 3, Mistake::OneTooHigh),
        (2, 3, Mistake::OneTooLow),
        (5, 3, Mistake::TooHigh),
        (-6, -4, Mistake::TooLow),
    ] {
        let found = Score::new(given).mistake(position, Score::new(right), |_| false);
        assert_eq!(found, expected, "{given} for {right}");
    }
}

#[test]
fn a_panic_is_a_mistake() {
    let right = few::<Poj1568>();
    let mut given: Vec<_> = right.iter().copied().map(Some).collect();
    given[0] = None;
    let fault = explain_answers::<Poj1568>("faulty", &right, &given, JOBS);
    let fault = fault.expect("it is wrong");
    assert_eq!(
        fault.how,
        [How {
            mistake: None,
            positions: 1
        }]
    );
}
