//! Bad input is refused with a message that says what is wrong.

use std::fs;
use std::path::Path;

use crossply::cli::JournalFile;
use crossply::report::Checked;
use crossply::{Coverage, CrossCheck, Digest, Domain, Run, Shard, domain};
use tempfile::TempDir;

use crate::{
    ALL, assert_says, assert_unsaid, below, blamed, limits, on, part, results, results_of, same,
};

/// Numbers, from a domain that panics for some of them and believes that an input has this number.
pub(crate) struct Faulty(pub(crate) fn(u128) -> bool, pub(crate) fn(u32) -> u128);

impl Domain for Faulty {
    type Input = u32;

    fn len(&self) -> u128 {
        100_000
    }

    fn input(&self, index: u128) -> u32 {
        assert!(!(self.0)(index), "no input {index}");
        index as u32
    }

    fn index(&self, input: &u32) -> Option<u128> {
        Some((self.1)(*input))
    }
}

#[test]
fn what_is_no_check_is_refused() {
    fn new() -> fn(&u32) -> u32 {
        panic!("no memory");
    }
    let faulty = |panics, index| same(Faulty(panics, index));
    let checks = [
        same(below(0)),
        faulty(|index| index == 50, u128::from),
        faulty(|index| index == 99_999, u128::from),
        faulty(|_| false, |input| u128::from(input.max(1))),
        same(below(9)).select(|_| false),
        same(below(9)).select(|name| name == "b"),
        same(below(9)).solver("a", |&n| n),
        same(below(9)).stateful("c", new),
        same(domain::drawn(|_| 7)),
        same(below(9)).limits(limits(0, 0, 0)),
        CrossCheck::new("same", below(9))
            .truth("same", |&n| n)
            .solver("a", |&n| n)
            .limits(limits(0, 0, 0)),
        same(domain::given([3, 1, 3])),
        same(below(9)).recorded([(String::new(), Digest::default())]),
    ];
    let faults = [
        "the domain is empty",
        "the domain panics at index 50: no input 50",
        "the domain panics at index 99999: no input 99999",
        "the domain is at fault: input 0 is 0, but the index of 0 is 1",
        "two solvers are needed for a comparison; selected: none",
        "two solvers are needed for a comparison, or one and a trusted answer or a relation; selected: b",
        "two solvers are called `a`",
        "the constructor of `c` panics: no memory",
        "the domain cannot be numbered, so it cannot be covered; its inputs can be drawn",
        "none of these inputs is practical for two of the selected solvers (a, b)",
        "none of these inputs is practical for the selected solver (a)",
        "the domain has 3 twice: inputs 0 and 2",
        "digests are on record, so the check needs digests",
    ];
    for (check, fault) in checks.iter().zip(faults) {
        let refusal = check.plan(ALL, 0).expect_err(fault).to_string();
        assert_eq!(refusal, format!("same: {fault}"));
    }
}

/// Wherever the run meets it: in a block, in a batch, or in the search for a simpler input.
#[test]
fn a_domain_that_panics_later_is_trouble() {
    // Those that are tested before the run are in order.
    fn is_untested(index: u128) -> bool {
        index > 100 && !index.is_multiple_of(1000) && index < 99_999
    }
    for (panics, compared) in [
        ((|index| index == 7777) as fn(u128) -> bool, 100_000 - 4096),
        (|index| index > 90_000 && is_untested(index), 21 * 4096),
        (is_untested, 0),
    ] {
        let check = same(Faulty(panics, u128::from))
            .relation("holds", |_, _| true)
            .solver("c", |&n| n - u32::from(n == 9000));
        let checked = results(&check, Coverage::Quick, 0);
        assert_eq!(checked.scope.counts.compared.in_order, compared);
        assert_says(&checked, "same: the domain panics ");
        assert_unsaid(&checked, "Compared: the first");
        for found in &checked.simplest {
            assert_eq!(check.minimise(found).input, "9000");
        }
        assert_eq!((blamed(&checked)[0], checked.agree), ([0; 3], false));
    }
}

#[test]
fn what_is_no_shard_is_refused() {
    for text in ["5/4", "0/4", "1/0", "", "1", "a/4", "1/4 ", "-1/4", "1/2/3"] {
        let refusal = text.parse::<Shard>().expect_err(text);
        let expected = format!("`{text}` is not a part such as 1/4, 2/4, 3/4 or 4/4");
        assert_eq!(refusal, expected);
    }
}

#[test]
fn results_that_do_not_belong_together_are_not_merged() {
    let of = |check: CrossCheck<u32, u32>, shard: &str, coverage| {
        results_of(&check, coverage, 1, part(shard, 1))
    };
    let good = || same(below(99));
    let other = || CrossCheck::new("other", below(99)).solver("a", |&n| n);
    let parts = [
        of(good(), "1/3", ALL),
        of(good(), "1/1", ALL),
        of(good(), "2/4", ALL),
        of(other().solver("b", |&n| n), "2/3", ALL),
        of(good().solver("c", |&n| n), "2/3", ALL),
        of(same(below(98)), "2/3", ALL),
        of(good(), "2/3", Coverage::Drawn(9)),
        of(good(), "2/3", Coverage::Quick),
    ];
    let refusals = [
        "same: there are two results for shard 1/3",
        "same: this is not the result of a shard",
        "same: shard 2/4: the number of shards is 4, expected 3",
        "same: shard 2/3: the check is other, expected same",
        "same: shard 2/3: the selection of solvers is a,b,c, expected a,b",
        "same: shard 2/3: the plan is all of 0..98 by ",
        "same: shard 2/3: the plan is 9 drawn with seed 1 of 0..99 by 8 to [0, 1], truth true, \
         relations true, expected all of 0..99 by 4096 to [0, 1], truth false, relations false",
        "same: shard 2/3: the plan is all of 0..99 by 4096 to [0, 1], truth true, ",
    ];
    for (other, expected) in parts.into_iter().zip(refusals) {
        let merged = good().merge([of(good(), "1/3", ALL), other], &on(1));
        let refusal = merged.expect_err(expected);
        assert!(refusal.to_string().starts_with(expected), "{refusal}");
    }
    let limited = |end| good().limits(limits(9, 9, end));
    for (end, other_end) in [(9, 99), (99, 9)] {
        let check = limited(end);
        let parts = [
            of(check.clone(), "1/3", ALL),
            of(limited(other_end), "2/3", ALL),
        ];
        let refusal = check.merge(parts, &on(1)).expect_err("other limits");
        assert!(refusal.to_string().contains("the plan is "), "{refusal}");
    }
    // The results are of an earlier version of the check.
    let refusal = same(below(98)).merge([of(good(), "1/3", ALL)], &on(1));
    let expected = "same: the results are about 99 inputs, expected 98";
    assert_eq!(refusal.expect_err(expected).to_string(), expected);
    let none: [Checked; 0] = [];
    let refusal = good().merge(none, &on(1)).expect_err("none");
    assert_eq!(refusal.to_string(), "same: there are no results to merge");
}

fn run_with(
    check: &CrossCheck<u32, u32>,
    coverage: Coverage,
    path: &Path,
    mut run: Run<'_>,
) -> Result<Checked, String> {
    let plan = check.plan(coverage, 1).expect("a check");
    run.journal = Some(Box::new(JournalFile::new(path)));
    let results = check.results(&plan, run);
    Ok(results.map_err(|error| error.to_string())?.checked)
}

#[test]
fn a_journal_belongs_to_one_run() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("journal");
    let file = path.display();
    let run = |check: &CrossCheck<u32, u32>, coverage, run| {
        run_with(check, coverage, &path, run).map(|checked| checked.agree)
    };
    let good = || same(below(60_000)).block(1000);
    assert_eq!(run(&good(), ALL, on(1)), Ok(true));
    let other = CrossCheck::new("other", below(9)).solver("a", |&n| n);
    let foreign = [
        (other.solver("b", |&n| n), ALL, on(1)),
        (good().solver("c", |&n| n), ALL, on(1)),
        (good().block(99), ALL, on(1)),
        (good(), ALL, part("1/4", 1)),
    ];
    let differences = [
        "check is same, expected other",
        "selection of solvers is a,b, expected a,b,c",
        "plan is all of 0..60000 by 1000 to [0, 1], truth false, relations false, expected all of 0..60000 by 99 ",
        "shard is 1/1, expected 1/4",
    ];
    for ((check, coverage, how), difference) in foreign.into_iter().zip(differences) {
        let refusal = run(&check, coverage, how).expect_err(difference);
        let expected = format!("the journal {file} belongs to another run: its {difference}");
        assert!(refusal.starts_with(&expected), "{refusal}, not {expected}");
    }
    let text = fs::read_to_string(&path).expect("there");
    for (broken, expected) in [
        (&text[..text.len() / 2], "EOF while parsing"),
        ("[]", "invalid length 0"),
    ] {
        fs::write(&path, broken).expect("ours");
        let refusal = run(&good(), ALL, on(1)).expect_err(expected);
        let expected = format!("{file} is not the journal of a run: {expected}");
        assert!(refusal.starts_with(&expected), "{refusal}, not {expected}");
        let text = fs::read_to_string(&path).expect("there");
        assert_eq!(text, broken, "it stays");
    }
    let nowhere = folder.path().join("nowhere/journal");
    let refusal = run_with(&good(), ALL, &nowhere, on(1)).expect_err("no folder");
    let expected = format!("cannot write the journal {}: ", nowhere.display());
    assert!(refusal.starts_with(&expected), "{refusal}");
}
