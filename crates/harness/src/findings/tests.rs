//! Unit tests of what a block adds to the findings.

use crossply_problems::{Ccf201803_4, Entry, Problem, Side};
use crossply_proof::Flaw;
use crossply_proof::checker::Expected;
use crossply_proof::right_answer;

use super::*;
use crate::planted::{By, entry, right, wrong_answer, wrong_at};
use crate::{ExhaustiveOptions, Oracles, Run};

type Game = Ccf201803_4;

/// The findings of a run of these solvers on all positions with this number of empties.
fn found(solvers: &[&'static Entry<Game>], empties: u32, oracles: Oracles) -> Findings<Game> {
    let (solvers, empties) = (solvers.to_vec(), empties..=empties);
    let plan = Plan::exhaustive(solvers, &empties, ExhaustiveOptions::default());
    let plan = plan.expect("two solvers").judged_by(oracles);
    Run::new(&plan).check(|_| {}).expect("no journal")
}

/// The position at this offset among the positions with 5 empties.
fn with_five_empties(nth: u64) -> Position<Game> {
    let domain = Game::domain();
    domain.position(domain.with_empties(5..=5).start + nth)
}

#[test]
fn whichever_solver_is_wrong_is_found_out() {
    let faulty = entry("faulty", 9, 9, || wrong_at([1910 + 7, 1910 + 700]));
    for index in 0..4 {
        let mut solvers = vec![entry("right", 9, 9, right); 3];
        solvers.insert(index, faulty);
        let findings = found(&solvers, 5, Oracles::NONE);
        assert_eq!(findings.counts.disagreements, 2);
        let positions = findings.simplest.iter().map(|found| found.position);
        assert!(positions.eq([with_five_empties(7), with_five_empties(700)]));
        for found in &findings.simplest {
            assert!(found.wrong().eq(["faulty"]));
            assert_eq!(found.outcomes.len(), 4);
            let wrong = Outcome::Answer(wrong_answer(found.position));
            assert_eq!(found.outcomes[index], ("faulty", wrong));
        }
        for (other, statistics) in findings.counts.solvers.iter().enumerate() {
            let is_faulty = other == index;
            assert_eq!(statistics.wrong, if is_faulty { 2 } else { 0 });
            assert_eq!(statistics.panics, 0);
            assert_eq!(statistics.positions(), 756);
            assert_eq!(statistics.by_empties.keys().collect::<Vec<_>>(), [&5]);
            // Its digest is its own, not that of the first solver.
            let right = Digest::on_record::<Game>(5).expect("a recorded digest");
            assert_eq!(statistics.by_empties[&5].digest == right, !is_faulty);
        }
        assert_eq!(findings.digests()[&5].digest, None);
    }
}

#[test]
fn the_simplest_are_kept_each_once_and_with_the_most_solvers() {
    let solvers = Game::SOLVERS.iter().collect();
    let plan = Plan::<Game>::drawn(solvers, &(0..=9), 0, 1).expect("several solvers");
    let mut findings = Findings::nothing(&plan);
    let seen = |index, names: &[&'static str]| {
        let panics = names
            .iter()
            .map(|&name| (name, Outcome::Panic(String::new())));
        Finding::new(Game::domain().position(index), panics.collect())
    };
    findings.keep_simplest([seen(5, &["a", "b"]), seen(5, &["c"]), seen(5, &["d", "e"])]);
    assert_eq!(findings.simplest, [seen(5, &["a", "b"])]);
    findings.keep_simplest([seen(5, &["f", "g", "h"])]);
    assert_eq!(findings.simplest, [seen(5, &["f", "g", "h"])]);
    findings.keep_simplest((0..20).rev().map(|index| seen(index, &["a", "b"])));
    let simplest = findings.simplest.iter();
    let indices = simplest.map(|found| Game::domain().index(found.position));
    assert!(indices.eq(0..KEPT_FINDINGS as u64));
    assert_eq!(findings.simplest[5], seen(5, &["f", "g", "h"]));
}

#[test]
fn solvers_that_panic_alike_do_not_agree() {
    let faulty = entry::<Game>("faulty", 9, 9, || Box::new(By(|_| panic!("a fault"))));
    let Findings {
        counts, simplest, ..
    } = found(&[faulty, faulty], 7, Oracles::NONE);
    assert_eq!((counts.disagreements, counts.solvers[0].panics), (72, 72));
    assert_eq!(simplest.len(), KEPT_FINDINGS);
    assert!(simplest[0].wrong().eq(["faulty", "faulty"]));
}

#[test]
fn solvers_are_asked_drawn_positions_only_if_practical() {
    let careful = entry("careful", 1, 5, || {
        Box::new(By(|position: Position<Game>| {
            assert!(position.empties() <= 5, "asked for too much");
            right_answer(position)
        }))
    });
    let solvers = [careful, entry("a", 9, 9, right), entry("b", 9, 9, right)];
    let counts = |solvers: &[_]| {
        let plan = Plan::drawn(solvers.to_vec(), &(0..=9), 3, 400).expect("several");
        Run::new(&plan).check(|_| {}).expect("no journal").counts
    };
    let most = |statistics: &Statistics| statistics.by_empties.keys().copied().max();
    let of_three = counts(&solvers);
    assert_eq!((of_three.disagreements, of_three.compared.drawn), (0, 400));
    let [five, all] = [Some(5), Some(9)];
    let [careful, a, b] = &of_three.solvers[..] else {
        panic!("three solvers");
    };
    assert_eq!([careful, a, b].map(most), [five, all, all]);
    assert_eq!([a, b].map(Statistics::positions), [400; 2]);
    // One solver alone compares nothing.
    let of_two = counts(&solvers[..2]);
    assert_eq!(of_two.compared.drawn, careful.positions());
    assert!(of_two.compared.drawn < 400);
    assert_eq!(most(&of_two.solvers[1]), five);
}

#[test]
fn only_all_answers_can_be_those_on_record() {
    let findings = found(&[entry("a", 9, 9, right); 2], 5, Oracles::NONE);
    assert_eq!(findings.digests()[&5].is_as_recorded::<Game>(5), Some(true));
    let recorded = Digest::on_record::<Game>(5);
    for (positions, digest, expected) in [
        (756, recorded, Some(true)),
        (756, Some(Digest::default()), Some(false)),
        (756, None, Some(false)),
        (755, recorded, None),
        (0, Some(Digest::default()), None),
    ] {
        let covered = Covered { positions, digest };
        assert_eq!(covered.is_as_recorded::<Game>(5), expected);
    }
}

/// Oracles judge what agrees, where something else does not.
#[test]
fn merged_findings_are_those_of_both() {
    let faulty = || wrong_at([1910, 2700]);
    let solvers = vec![entry("fast", 9, 9, right), entry("faulty", 9, 9, faulty)];
    let run = |empties| {
        let plan = Plan::exhaustive(solvers.clone(), &empties, ExhaustiveOptions::default());
        let plan = plan.expect("two solvers").judged_by(Oracles::ALL);
        Run::new(&plan).check(|_| {}).expect("no journal")
    };
    let mut merged = run(5..=5);
    let mut other = run(7..=7);
    other.ended = Ended::TimeUp;
    other.counts.trouble = Some("trouble".to_owned());
    merged.merge(other);
    assert_eq!(merged.ended, Ended::TimeUp);
    assert_eq!(merged.counts.trouble.take().as_deref(), Some("trouble"));
    let numbers = |findings: &Findings<Game>| {
        let counts = &findings.counts;
        let wrong = counts.solvers[1].wrong;
        let answered = [counts.compared, counts.proven, counts.related];
        (
            answered.map(|one| one.in_order),
            counts.disagreements,
            wrong,
        )
    };
    let both = run(5..=7);
    assert_eq!(numbers(&both), ([756 + 72, 826, 826], 2, 2));
    assert_eq!(numbers(&merged), numbers(&both));
    assert_eq!(merged.simplest, both.simplest);
    assert_eq!(merged.digests(), both.digests());
}

/// The checker refuses a certificate of the prover.
#[test]
fn a_certificate_that_is_refused_is_our_own_trouble() {
    let refused = |position| {
        let flaw = Flaw {
            side: Side::X,
            step: 1,
            found: None,
            expected: Expected::End,
        };
        Err(Unproven { position, flaw })
    };
    let solvers = [
        entry("a", 9, 9, right),
        entry("b", 9, 9, || wrong_at([1910])),
    ];
    let [mut shown, mut agreed] = [(); 2].map(|()| found(&solvers, 5, Oracles::NONE));
    assert_eq!(shown.counts.trouble, None);
    let mut asked = Vec::new();
    shown.prove_simplest(|position| {
        asked.push(position);
        refused(position)
    });
    assert_eq!(asked, [with_five_empties(0)]);
    let position = with_five_empties(1);
    let answers = Finding::new(position, Vec::new());
    assert!(!agreed.prove(Choice::All, answers, refused(position)));
    assert_eq!(
        (agreed.counts.proven.total(), agreed.counts.disagreements),
        (0, 1)
    );
    for findings in [shown, agreed] {
        let trouble = findings.counts.trouble.expect("a wrong prover is reported");
        let expected = "the harness itself is at fault: the prover is wrong about";
        assert!(trouble.starts_with(expected), "{trouble}");
    }
}

#[test]
fn digests_are_of_those_that_were_asked_most() {
    let digest = |answer: &str| {
        let mut digest = Digest::default();
        digest.add(1, answer);
        digest
    };
    for (answers, positions, answer) in [
        (&[(9, "a"), (9, "a")][..], 9, Some("a")),
        (&[(9, "a"), (9, "b")], 9, None),
        (&[(9, "a"), (9, "b"), (9, "b")], 9, None),
        (&[(9, "a"), (5, "b")], 9, Some("a")),
        (&[(5, "a"), (9, "b"), (9, "b")], 9, Some("b")),
    ] {
        let plan = Plan::drawn(vec![entry("a", 9, 9, right); 4], &(0..=9), 0, 1);
        let mut findings = Findings::<Game>::nothing(&plan.expect("solvers"));
        for (statistics, &(positions, answer)) in findings.counts.solvers.iter_mut().zip(answers) {
            let work = statistics.by_empties.entry(3).or_default();
            (work.answered.in_order, work.digest) = (positions, digest(answer));
        }
        let digest = answer.map(digest);
        assert!(
            findings
                .digests()
                .into_iter()
                .eq([(3, Covered { positions, digest })])
        );
    }
}
