//! What is said about runs of solvers is what they found, in each format.

use std::num::NonZeroUsize;

use crossply_harness::report::text;
use crossply_harness::{
    Answered, Ended, ExhaustiveOptions, Oracles, Plan, Run, Shard, Work, assert_fast_is_right,
    fault, minimise,
};
use crossply_problems::ccf201803_4::Score;
use crossply_problems::{Ccf201803_4, Entry, Poj1568, Position, Problem, Solver};
use crossply_report::check::{CheckDocument, Checked, FORMAT};
use crossply_report::{Detail, Format, PageMetadata, page};

/// A planted fault: every answer is a draw, and the empty board is too much.
struct AlwaysDraw;

impl Solver<Ccf201803_4> for AlwaysDraw {
    fn solve(&mut self, position: Position<Ccf201803_4>) -> Score {
        assert!(position.empties() < 9, "an empty board");
        Score::new(0)
    }
}

static ALWAYS_DRAW: Entry<Ccf201803_4> = Entry {
    name: "<always-draw>",
    summary: "a fault",
    max_empties: 9,
    exhaustive_max_empties: 9,
    instant_max_empties: 9,
    new: || Box::new(AlwaysDraw),
};

fn memo() -> &'static Entry<Ccf201803_4> {
    Ccf201803_4::solver("memo").expect("registered")
}

/// A run of these solvers on positions with 3 empties at least. As if each had taken four milliseconds for a position.
fn checked(solvers: &[&'static Entry<Ccf201803_4>]) -> Checked {
    let options = ExhaustiveOptions::default();
    let plan = Plan::exhaustive(solvers.to_vec(), &(3..=9), options);
    carried_out(&plan.expect("two solvers"))
}

fn carried_out<P: Problem>(plan: &Plan<P>) -> Checked {
    assert_fast_is_right();
    let mut findings = Run::new(plan).check(|_| {}).expect("no journal");
    findings.counts.seconds = 1.234;
    for work in findings
        .counts
        .solvers
        .iter_mut()
        .flat_map(|solver| solver.by_empties.values_mut())
    {
        work.seconds = 0.004 * f64::from(work.answered.total() as u32);
    }
    let found = findings.simplest.first();
    let minimised = found.map(|found| minimise(found, plan.solvers()));
    let faults = fault::explain(&findings, plan, NonZeroUsize::MIN.into());
    Checked {
        faults: faults.expect("nobody interrupts it"),
        ..Checked::new(&findings, plan, Shard::WHOLE, 7, minimised.as_ref())
    }
}

fn document(checked: Checked) -> CheckDocument {
    CheckDocument {
        format: FORMAT,
        version: "1.2.3".to_owned(),
        problems: vec![checked],
    }
}

fn said(checked: &Checked, width: usize) -> String {
    text(&checked.content(Detail::Everything), width)
}

/// The report as text, as XML, and as a page.
fn all_formats(checked: Checked) -> [String; 3] {
    let document = document(checked);
    let write = |format: Format| format.write(&document, Detail::Everything, 1000);
    let [text, xml] = [Format::Text, Format::Junit].map(|format| write(format).expect("text"));
    let metadata = PageMetadata {
        version: document.version.clone(),
        command: "crossply check '<script>'".to_owned(),
        when: "today".to_owned(),
    };
    [text, xml, page(&document, &metadata)]
}

#[test]
fn a_table_says_who_answered_what_and_fits() {
    let checked = checked(&[memo(), &ALWAYS_DRAW]);
    let wide = "
                empties
 solver               1    3    5    7    9  positions  seconds  positions/s  verdict
 memo                 -  all  all  all  all      2,349     9.40          250  agrees
 <always-draw>        -  all  all  all  all      2,349     9.40          250  WRONG on 1,989, 1 panics
";
    let narrow = "
 solver         positions  seconds  positions/s  verdict
 memo               2,349     9.40          250  agrees
 <always-draw>      2,349     9.40          250  WRONG on 1,989, 1 panics
";
    let narrowest = "
 solver         positions  verdict
 memo               2,349  agrees
 <always-draw>      2,349  WRONG on 1,989, 1 panics
";
    let width = |table: &str| table.lines().map(str::len).max().expect("lines");
    // Each where it fits, and the next where it does not.
    for (width, expected) in [
        (width(wide), wide),
        (width(wide) - 1, narrow),
        (width(narrow), narrow),
        (width(narrow) - 1, narrowest),
        (1, narrowest),
    ] {
        let text = said(&checked, width);
        assert!(text.contains(&format!("\n{expected}\n")), "{width}: {text}");
    }
}

#[test]
fn what_was_covered_is_said_and_no_more() {
    let mut checked = checked(&[memo(), memo()]);
    let coverage = |checked: &Checked| {
        let text = said(checked, 1000);
        let start = text
            .find("The solvers")
            .or(text.find("There is"))
            .or(text.find("Nothing"));
        text[start.expect("a sentence")..]
            .lines()
            .next()
            .map(str::to_owned)
    };
    let mut is = |change: &dyn Fn(&mut Checked), expected: &str| {
        change(&mut checked);
        assert_eq!(coverage(&checked).as_deref(), Some(expected));
    };
    is(
        &|_| {},
        "The solvers agree. Compared: 2,349 of 2,739 legal positions, in 1.2 s.",
    );
    let classes = "The solvers agree. Compared: 2,349 of 2,739 legal positions, one of each symmetry class, in 1.2 s.";
    is(&|checked| checked.by_class = true, classes);
    is(
        &|checked| {
            checked.by_class = false;
            checked.counts.compared.drawn = 1;
            (checked.seed, checked.ended) = (Some(7), Ended::TimeUp);
        },
        "The solvers agree. Compared: 2,349 of 2,739 legal positions, and 1 drawn at random (seed 7) until the time was \
         up, in 1.2 s.",
    );
    is(
        &|checked| {
            checked.counts.compared = Answered {
                in_order: 2739,
                drawn: 0,
            };
            checked.ended = Ended::Interrupted;
        },
        "The solvers agree. Compared: all 2,739 legal positions until it was interrupted, in 1.2 s.",
    );
    is(
        &|checked| checked.counts.compared.in_order = 0,
        "There is nothing to compare: this part has no positions.",
    );
    is(
        &|checked| checked.counts.trouble = Some("the time was up".to_owned()),
        "Nothing was compared.",
    );
}

#[test]
fn each_oracle_says_what_it_judged() {
    let judged = |proof, metamorphic| {
        let plan = Plan::exhaustive(vec![memo(), memo()], &(3..=9), ExhaustiveOptions::default());
        carried_out(
            &plan
                .expect("two solvers")
                .judged_by(Oracles { proof, metamorphic }),
        )
    };
    let lines = |checked: &Checked| -> Vec<String> {
        let text = said(checked, 1000);
        let lines = text
            .lines()
            .skip_while(|line| !line.starts_with("The solvers"))
            .skip(1);
        lines
            .take_while(|line| !line.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let many = |how| format!("{how}: the answers to 2,349 of 2,739 legal positions.");
    let [proven, related] = ["Proven", "Metamorphic relations"].map(many);
    assert!(lines(&judged(false, false)).is_empty());
    assert_eq!(lines(&judged(true, false)), [&*proven]);
    assert_eq!(lines(&judged(false, true)), [&*related]);
    let mut both = judged(true, true);
    both.counts.proven = Answered::default();
    assert_eq!(lines(&both), ["Proven: nothing.", &*related]);
}

/// A quick plan asks for all positions, and proves one of each class.
#[test]
fn oracles_may_judge_less_than_solvers_answer() {
    let fast = Poj1568::FAST;
    let plan = Plan::quick(vec![fast, fast], &(0..=2), 0).expect("two solvers");
    let checked = carried_out(&plan);
    assert_eq!((checked.by_class, checked.judged_by_class), (false, true));
    assert!(checked.counts.proven.in_order < checked.counts.compared.in_order);
    let text = said(&checked, 1000);
    assert_eq!(
        text.matches("one of each symmetry class").count(),
        2,
        "{text}"
    );
}

#[test]
fn a_drawn_run_says_what_it_could_miss() {
    let solvers = vec![memo(), memo()];
    for (empties, all) in [(0..=9, 2739), (5..=5, 756)] {
        let plan = Plan::drawn(solvers.clone(), &empties, 1, 500).expect("two solvers");
        let checked = carried_out(&plan);
        assert_eq!(checked.drawn_from, Some(all));
        let draws = crossply_harness::Draws::independent(500, all).to_string();
        assert!(said(&checked, 1000).contains(&draws));
    }
    // Of two solvers one is asked for few positions.
    let slow = Box::leak(Box::new(Entry {
        max_empties: 3,
        ..*memo()
    }));
    let plan = Plan::drawn(vec![memo(), slow], &(0..=9), 1, 500).expect("two solvers");
    assert_eq!(carried_out(&plan).drawn_from, Some(1910));
    let quick = Plan::quick(solvers, &(0..=9), 1).expect("two solvers");
    assert_eq!(carried_out(&quick).drawn_from, None);
}

#[test]
fn wrong_answers_are_counted_and_named() {
    let mut checked = checked(&[memo(), &ALWAYS_DRAW]);
    let text = said(&checked, 1000);
    let told = "The first positions with wrong answers, and whose they are:\n\n    ccf201803-4:";
    assert!(text.contains(told), "{text}");
    for wrong in &checked.simplest {
        let line = format!("    ccf201803-4:{}   <always-draw>\n", wrong.board);
        assert!(text.contains(&line), "{text}");
    }
    for (times, expected) in [
        (1989, "The solvers give wrong answers 1,989 times. "),
        (1, "The solvers give a wrong answer once. "),
        (0, "The solvers give wrong answers. "),
    ] {
        checked.counts.disagreements = times;
        assert!(said(&checked, 1000).contains(expected));
    }
    checked.simplest.truncate(1);
    assert!(!said(&checked, 1000).contains("The first positions"));
    checked.counts.solvers[1].panics = 0;
    assert!(said(&checked, 1000).contains("WRONG on 1,989\n"));
    checked.counts.solvers[1].by_empties.clear();
    let [text, xml, _] = all_formats(checked);
    assert!(
        text.contains("not asked") && xml.contains("it was not asked"),
        "{text}{xml}"
    );
}

#[test]
fn digests_say_what_they_are_of() {
    let table = |checked: &Checked| {
        let text = said(checked, 1000);
        let (_, table) = text.split_once("\n\n empties").expect("digests");
        format!(" empties{}", table.split("\n\n").next().unwrap_or_default())
    };
    let right = "
 empties  positions  digest of the answers  record
       3      1,520  1ced64b0eced2b6c       all, as recorded
       5        756  e781f297cb629638       all, as recorded
       7         72  0c820afee0198ac4       all, as recorded
       9          1  a17a030c11fd347e       all, as recorded
     sum      2,349  b26b6553aa6680e6";
    let all = checked(&[memo(), memo()]);
    assert_eq!(table(&all).trim_end(), &right[1..]);
    let wrong = table(&checked(&[memo(), &ALWAYS_DRAW]));
    assert!(
        wrong.contains("     sum      2,349  solvers differ"),
        "{wrong}"
    );
    let part = Plan::exhaustive(vec![memo(), memo()], &(5..=5), ExhaustiveOptions::default());
    let mut findings = Run::new(&part.expect("two"))
        .check(|_| {})
        .expect("no journal");
    findings.counts.solvers[0]
        .by_empties
        .insert(5, Work::default());
    for solver in &mut findings.counts.solvers {
        solver.by_empties.entry(5).or_default().answered.in_order = 700;
    }
    assert_eq!(
        findings.digests()[&5].is_as_recorded::<Ccf201803_4>(5),
        None
    );
}

/// Nobody disagrees with two solvers that are wrong in the same way.
#[test]
fn answers_that_are_not_those_on_record_are_wrong() {
    let plan = Plan::exhaustive(
        vec![&ALWAYS_DRAW; 2],
        &(1..=7),
        ExhaustiveOptions::default(),
    );
    let checked = carried_out(&plan.expect("two solvers").judged_by(Oracles::NONE));
    assert_eq!((checked.counts.disagreements, checked.agree), (0, false));
    let [text, xml, page] = all_formats(checked);
    assert!(text.contains("NOT AS RECORDED") && xml.contains("failures=\"1\""));
    assert!(page.contains("verdict wrong") && page.contains("NOT AS RECORDED"));
    for told in [text, xml, page] {
        let what = "whose number of empties is 7, but not on the answers on record";
        assert!(told.contains(what), "{told}");
    }
}

#[test]
fn a_run_with_trouble_or_without_an_end_is_no_success() {
    let plan = Plan::exhaustive(vec![memo(), memo()], &(0..=3), ExhaustiveOptions::default());
    let plan = plan.expect("two solvers");
    let mut findings = Run::new(&plan).check(|_| {}).expect("no journal");
    findings.counts.trouble = Some("the prover has lost its way".to_owned());
    let checked = Checked::new(&findings, &plan, Shard::WHOLE, 7, None);
    assert!(!checked.agree);
    let [_, xml, page] = all_formats(checked);
    assert!(xml.contains("failures=\"1\""), "{xml}");
    for told in [xml, page] {
        assert!(told.contains("the prover has lost its way"), "{told}");
    }
    let mut checked = carried_out(&plan);
    checked.ended = Ended::Interrupted;
    let [_, xml, page] = all_formats(checked);
    assert!(xml.contains("it was interrupted") && page.contains("verdict open"));
}

#[test]
fn what_is_wrong_is_proven_and_can_be_played() {
    let mut checked = checked(&[memo(), &ALWAYS_DRAW]);
    // One wrong answer is enough.
    checked.counts.solvers[1].wrong = 1;
    let first = &checked.simplest[0];
    assert_eq!((first.index, first.empties), (0, 1));
    let given = |index: usize| (&*first.answers[index].answer, first.answers[index].wrong);
    assert_eq!(given(1), ("0", true));
    assert_eq!(first.proof.ending, "x has a line.");
    let plies = first
        .proof
        .line
        .iter()
        .map(|ply| format!("{} {}", ply.side, ply.cell));
    let told: Vec<_> = plies.chain([first.proof.ending.clone()]).collect();
    let (board, reason) = (first.board.clone(), first.proof.reason.clone());
    let [text, xml, page] = all_formats(checked);
    let drawn = board.replace('/', "\n    ");
    assert!(text.contains(&format!("\n\n    {drawn}\n\n")), "{text}");
    assert!(xml.contains("failures=\"2\"") && page.contains("verdict wrong"));
    let (_, player) = page.split_once(&*reason).expect("a game");
    let places: Vec<_> = told.iter().map(|words| player.find(&**words)).collect();
    assert!(places.is_sorted() && places[0].is_some(), "{player}");
    assert!(!text.contains("These are all"), "it also panics: {text}");
}

#[test]
fn on_a_page_text_is_text_and_nothing_is_fetched() {
    let [_, _, page] = all_formats(checked(&[memo(), &ALWAYS_DRAW]));
    assert!(
        page.contains("crossply check &apos;&lt;script&gt;&apos;"),
        "{page}"
    );
    assert!(page.contains("&lt;always-draw&gt;") && !page.contains("<always-draw>"));
    for other in ["src=", "href=", "url(", "@import", "fetch("] {
        assert!(!page.contains(other), "{other}");
    }
    assert_eq!(page.matches("http").count(), 1, "http-equiv");
    // For the browser, which the gate opens it with.
    std::fs::write(concat!(env!("CARGO_TARGET_TMPDIR"), "/fault.html"), page).expect("ours");
}
