//! What is planted is found, and what is counted is so many.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use crossply::{Coverage, Run};
use crossply_problems::ccf201803_4::Score;
use crossply_problems::poj1568::{Answer, Square};
use crossply_problems::{Ccf201803_4, Poj1568, test_all_problems};
use crossply_proof::prover::Game;
use proptest::prelude::*;
use proptest::sample::Index;

use super::facts::all;
use super::outline::number;
use super::words::InWords;
use super::*;
use crate::check::cross_check;
use crate::planted::{entry, right, wrong_at};

/// One thread, so that tests side by side do not wait for each other.
fn alone() -> Threads<'static> {
    NonZeroUsize::MIN.into()
}

/// The right answers to the positions of a problem with few empties.
pub(super) fn few<P: Problem>() -> RightAnswers<P> {
    let fewest = P::domain().empties().next().expect("a number");
    let most = if P::SIDE == 3 { 9 } else { fewest };
    right_answers::<P>(most, alone()).expect("nobody interrupts it")
}

fn explained<P: Problem>(given: &[Response<P>]) -> Fault {
    let judged = Transcript::of_solver("faulty", &few::<P>(), given);
    let fault = judged.explain::<P>(alone()).expect("nobody interrupts it");
    fault.expect("it is wrong")
}

test_all_problems!(
    the_right_reading_scores_as_the_prover_does,
    rules_are_found_again
);

fn the_right_reading_scores_as_the_prover_does<P: Problem>() {
    let RightAnswers { answers, scorer } = few::<P>();
    let positions = P::domain().positions(0..answers.len() as u64);
    for (position, right) in positions.zip(answers) {
        let proven = crossply_proof::right_answer(position);
        assert_eq!(proven, right, "{position:?}");
        // How much `x` loses by does not matter to a question for a cell.
        let least = if P::SIDE == 3 { -9 } else { 0 };
        let scores = [scorer.score(stones(position)), Game::at(position).score()];
        assert_eq!(scores[0].max(least), scores[1].max(least), "{position:?}");
    }
}

#[test]
fn misreadings_are_named_only_if_every_answer_is_theirs() {
    let right = few::<Ccf201803_4>();
    let all_right: Vec<_> = right.answers.iter().copied().map(Ok).collect();
    let judged = Transcript::of_solver("", &right, &all_right);
    for words in [
        "the line (0,2)-(2,0) did not exist",
        "o could not win by the line (0,2)-(2,0)",
        "wins that take more than 3 plies did not exist",
        "o made a move to a draw wherever there is one",
        "the stones of x were those of o, and the other way round",
    ] {
        let mut rows = misreadings::all(right.scorer.outline).into_iter();
        let row = rows.find(|row| row.said.words == words);
        let row = row.expect("there is one");
        let given: Vec<_> = (0..all_right.len())
            .map(|n| (row.answer)(judged.at(n)).map(answer::<Ccf201803_4>))
            .collect();
        let explained = |given: &[_]| explained::<Ccf201803_4>(given).explanation;
        assert_eq!(explained(&given), Explanation::Misreading(row.said));
        // On one position, which no sample contains, it is right, or wrong in another way, or panics.
        let last = given.len() - 1;
        for index in [last - 1, last - 2] {
            let mut other = given.clone();
            let is_five = given[index] == Ok(Score::new(5));
            other[index] = Ok(Score::new(if is_five { 4 } else { 5 }));
            assert!(!matches!(explained(&other), Explanation::Misreading(_)));
        }
        let mut other = given;
        other[last] = Err(NoAnswer::Panic);
        assert!(!matches!(explained(&other), Explanation::Misreading(_)));
    }
}

/// What a program is said to do that answers three inputs so. It gets the index of the board in its input, its right
/// answer, and that of the board before.
fn said_of_program<P: Problem>(
    given: impl Fn(usize, P::Answer, Option<P::Answer>) -> Response<P>,
) -> String {
    let right = few::<P>();
    let positions: Vec<_> = P::domain()
        .positions(0..right.answers.len() as u64)
        .collect();
    let asked: Vec<_> = positions.into_iter().zip(right.answers).take(600).collect();
    let mut judged = Transcript::of_program::<P>();
    for input in asked.chunks(200) {
        let before = |n: usize| Some(input[n.checked_sub(1)?].1);
        let answers = input.iter().enumerate();
        judged.add_run(
            answers.map(|(n, &(position, right))| (position, right, given(n, right, before(n)))),
        );
    }
    let fault = judged.explain::<P>(alone()).expect("nobody interrupts it");
    let fault = fault.expect("it is wrong").to_string();
    fault.lines().last().expect("a line").to_owned()
}

#[test]
fn what_programs_do_is_named() {
    let expected = "It answers all 600 boards as if rows and columns counted from 1, not from 0.";
    let one_based = |_, right: Answer, _| match right {
        Answer::WinAt(cell) if cell.row() < 3 && cell.column() < 3 => Ok(Answer::WinAt(
            Square::new(cell.row() + 1, cell.column() + 1),
        )),
        Answer::WinAt(_) => Err(NoAnswer::Unreadable),
        Answer::NoForcedWin => Ok(right),
    };
    assert_eq!(said_of_program::<Poj1568>(one_based), expected);
    let expected = "These are all boards, and only those, where 7 or more boards come before in the same input.";
    let ends = |n, right, _| (n < 7).then_some(right).ok_or(NoAnswer::Nothing);
    assert_eq!(said_of_program::<Ccf201803_4>(ends), expected);
    let expected =
        "These are all boards, and only those, where it is the last of several boards in an input.";
    let last = |n, right, _| (n < 199).then_some(right).ok_or(NoAnswer::Error);
    assert_eq!(said_of_program::<Ccf201803_4>(last), expected);
    let expected = "These are all boards, and only those, where nobody wins and x wins the board before in \
                    the same input.";
    let after_a_win = |_, right: Score, before: Option<Score>| {
        let is_won = before.is_some_and(|before| before.value() > 0);
        let changed = right.value() == 0 && is_won;
        Ok(if changed { Score::new(1) } else { right })
    };
    assert_eq!(said_of_program::<Ccf201803_4>(after_a_win), expected);
}

/// Where all conditions hold, one by one.
fn indices(transcript: &Transcript, all_of: &[&facts::Condition]) -> BTreeSet<usize> {
    let holds = |&index: &usize| {
        let mut all_of = all_of.iter();
        all_of.all(|row| (row.holds)(transcript.at(index)))
    };
    (0..transcript.asked.len()).filter(holds).collect()
}

/// A solver that panics at these positions and gives the right answers to all others.
pub(super) fn panicking<P: Problem>(right: &RightAnswers<P>, at: &BTreeSet<usize>) -> Transcript {
    let given = right.answers.iter().enumerate();
    let given = given.map(|(index, &right)| {
        let answer = (!at.contains(&index)).then_some(right);
        answer.ok_or(NoAnswer::Panic)
    });
    Transcript::of_solver("faulty", right, &given.collect::<Vec<_>>())
}

/// The rule for a solver that panics at these positions.
fn rule_of<P: Problem>(right: &RightAnswers<P>, wrong: &BTreeSet<usize>) -> Option<Vec<InWords>> {
    let in_order: Vec<_> = wrong.iter().copied().collect();
    let bits = bits_of_choice(right.answers.len(), wrong.len());
    search::rule(&panicking(right, wrong), &in_order, bits, alone()).expect("nobody")
}

/// Those rows of the table that the rule names.
fn rows_of<'a>(all: &'a [facts::Condition], rule: &[InWords]) -> Vec<&'a facts::Condition> {
    let row = |condition: &InWords| all.iter().find(|row| row.said == *condition);
    rule.iter().map(|c| row(c).expect("a row")).collect()
}

fn rules_are_found_again<P: Problem>() {
    let right = few::<P>();
    let all_right = panicking(&right, &BTreeSet::new());
    let conditions = all(&all_right, number::<P>(right.answers[0]));
    let config = ProptestConfig {
        cases: if P::SIDE == 3 { 60 } else { 6 },
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let found_some = Cell::new(0);
    proptest!(config, |(chosen in proptest::collection::vec(any::<Index>(), 1..=3))| {
        let chosen: Vec<_> = chosen.iter().map(|index| index.get(&conditions)).collect();
        let wrong = indices(&all_right, &chosen);
        prop_assume!(!wrong.is_empty() && wrong.len() < right.answers.len());
        let bits = bits_of_choice(right.answers.len(), wrong.len());
        let enough = bits_to_name(chosen.len(), conditions.len()) <= bits;
        let found = rule_of(&right, &wrong);
        prop_assert!(found.is_some() || !enough);
        if let Some(found) = found {
            found_some.set(found_some.get() + 1);
            prop_assert!(found.len() <= chosen.len());
            let same = all(&all_right, number::<P>(right.answers[*wrong.first().expect("one")]));
            prop_assert_eq!(indices(&all_right, &rows_of(&same, &found)), wrong, "{:?}", found);
        }
    });
    assert!(found_some.get() > 3, "{found_some:?}");
}

/// The position is not among the few that rules are tried on first.
#[test]
fn one_position_refutes_a_rule() {
    let right = few::<Poj1568>();
    let len = right.answers.len();
    let all_right = panicking(&right, &BTreeSet::new());
    let conditions = all(&all_right, number::<Poj1568>(right.answers[0]));
    let mut sets = conditions.iter().map(|row| indices(&all_right, &[row]));
    let many = 2 * search::FIRST_WITNESSES..len - 2 * search::FIRST_WITNESSES;
    let set = sets.find(|set| many.contains(&set.len()));
    let set = set.expect("there is one");
    let without = *set.iter().nth(1).expect("it is large");
    let step = len.div_ceil(search::FIRST_WITNESSES);
    let with = (0..len)
        .find(|index| !set.contains(index) && (index - set.range(..index).count()) % step == 1)
        .expect("it is not all");
    for index in [without, with] {
        let wrong: BTreeSet<_> = set.symmetric_difference(&[index].into()).copied().collect();
        let answer = right.answers[*wrong.first().expect("one")];
        let same = all(&all_right, number::<Poj1568>(answer));
        let is_exact = |rule: Vec<_>| indices(&all_right, &rows_of(&same, &rule)) == wrong;
        assert!(rule_of(&right, &wrong).is_none_or(is_exact), "{index}");
    }
}

/// What is said of a solver that is wrong at these indices of the 3x3 domain.
fn said<const N: usize>(indices: [u64; N]) -> String {
    let given = Ccf201803_4::domain().positions(0..Ccf201803_4::domain().len());
    let mut solver = wrong_at(indices);
    let given: Vec<_> = given.map(|position| Ok(solver.solve(position))).collect();
    explained::<Ccf201803_4>(&given).to_string()
}

/// The fewer answers there are, the more misreadings give all of them.
#[test]
fn a_misreading_that_would_fit_by_chance_is_not_named() {
    let right = few::<Ccf201803_4>();
    let words = "a line that the last stone completes did not count";
    let mut rows = misreadings::all(right.scorer.outline).into_iter();
    let row = rows.find(|row| row.said.words == words);
    let row = row.expect("there is one");
    let all_right: Vec<_> = right.answers.iter().copied().map(Ok).collect();
    let judged = Transcript::of_solver("", &right, &all_right);
    let mut given = Vec::new();
    for (wrong, is_named) in [(3, false), (30, true)] {
        while given.iter().zip(&all_right).filter(|(a, b)| a != b).count() < wrong {
            let number = (row.answer)(judged.at(given.len()));
            given.push(number.map(answer::<Ccf201803_4>));
        }
        let explanation = explained::<Ccf201803_4>(&given).explanation;
        let named = matches!(explanation, Explanation::Misreading(_));
        assert_eq!(named, is_named, "{explanation:?}");
    }
}

#[test]
fn a_solver_is_asked_where_it_is_quick() {
    let right = entry::<Ccf201803_4>("right", 9, 9, right);
    let faulty = entry("faulty", 3, 9, || wrong_at([40, 2000]));
    let faults = explain_solvers(&[right, faulty], alone()).expect("nobody interrupts it");
    let [fault] = &faults[..] else {
        panic!("one is wrong: {faults:?}");
    };
    assert_eq!((fault.judged, fault.wrong), (1910, 1));
    let interrupt = AtomicBool::new(true);
    let interrupted = Threads {
        interrupt: &interrupt,
        ..alone()
    };
    assert_eq!(explain_solvers(&[faulty], interrupted), Err(Interrupted));
}

#[test]
fn whom_a_run_found_wrong_is_explained() {
    static AFTER_THE_RUN: AtomicBool = AtomicBool::new(false);
    let right = entry::<Ccf201803_4>("right", 9, 9, || {
        let after = AFTER_THE_RUN.load(Ordering::Relaxed);
        if after { wrong_at([50]) } else { right() }
    });
    let faulty = entry("faulty", 9, 9, || wrong_at([40]));
    let check = cross_check(&[right, faulty]);
    let plan = check.plan(Coverage::Quick, 0).expect("two solvers");
    let run = Run::on(NonZeroUsize::MIN);
    let findings = check.run(&plan, run).expect("no journal");
    AFTER_THE_RUN.store(true, Ordering::Relaxed);
    let faults = explain(&findings, &[right, faulty], alone()).expect("nobody interrupts it");
    let wrong = faults.iter().map(|fault| fault.solver.as_deref());
    assert!(wrong.eq([Some("faulty")]), "{faults:?}");
}

#[test]
fn what_takes_more_bits_than_the_wrong_positions_is_no_explanation() {
    for (bits, expected) in [
        (bits_of_choice(16, 1), 4.0),
        (bits_of_choice(16, 15), 4.0),
        (bits_of_choice(16, 16), 0.0),
        (bits_of_choice(10, 3), 120_f64.log2()),
        (bits_to_name(2, 256), 26.0),
    ] {
        assert!((bits - expected).abs() < 1e-9, "{bits}, not {expected}");
    }
}

#[test]
fn at_most_four_positions_are_listed() {
    let said = [
        said([1000]),
        said([40, 50, 90, 1000]),
        said([40, 50, 90, 500, 1000, 2000, 2500, 2600]),
    ];
    let expected = "\
faulty is wrong on 1 of 2,739 positions.
It takes a win for a draw there.
It is wrong only here: OO./.XX/X.O

faulty is wrong on 4 of 2,739 positions.
It takes a win for a draw on 2, takes a draw for a loss on 1, and takes a loss for a draw on 1.
It is wrong only here: OXX/OXX/OO., XXO/OXO/XO., OXO/OXX/XO., OO./.XX/X.O

faulty is wrong on 8 of 2,739 positions.
It takes a win for a draw on 6, takes a draw for a loss on 1, and takes a loss for a draw on 1.
No misreading of the rules and no short rule about the board explains where.";
    assert_eq!(said.join("\n\n"), expected);
    let five = self::said([40, 90, 500, 1000, 2000]);
    assert!(!five.contains("It is wrong only here: "), "{five}");
}
