//! Whether explanations are so. A judge reads what the library says of thousands of checks made at random, and tries each
//! claim on all inputs. It shares no code with what explains: a fault there does not hide itself here.

#![expect(clippy::float_cmp, reason = "the judge is exact")]

mod case;
mod evidence;
mod judge;
mod places;
mod report;
mod rule;
mod value;

use std::collections::BTreeMap;
use std::env;
use std::ops::Range;

use rayon::prelude::*;

use case::CASES;
use judge::{Judge, SENTENCES};

/// How many checks each run of the tests judges. `CROSSPLY_TRUTHS=17..18` has a run judge these seeds instead.
const CHECKS: u64 = 1000;

#[test]
fn every_sentence_is_so() {
    judge(0..CHECKS);
}

#[test]
#[ignore = "takes minutes: each night runs it"]
fn every_sentence_of_many_checks_is_so() {
    judge(0..100 * CHECKS);
}

fn judge(seeds: Range<u64>) {
    let seeds = match env::var("CROSSPLY_TRUTHS") {
        Ok(range) => {
            let (start, end) = range.split_once("..").unwrap_or(("0", &range));
            let [start, end] = [start, end].map(|end| end.parse().expect("a seed"));
            start..end
        }
        Err(_) => seeds,
    };
    let checks = seeds.end - seeds.start;
    let judged = seeds.into_par_iter().map(|seed| {
        let mut kinds = crossply::uniform(crossply::random(seed, 1), 0..CASES.len() as u128);
        let kind = kinds.next().expect("a kind") as usize;
        let case = CASES[kind](&mut crossply::random(seed, 0));
        let check = case.words.join("\n    ");
        let mut told = Vec::new();
        let lies = report::lies(&case, &mut told).into_iter();
        let mut lies: Vec<_> = lies
            .map(|lie| format!("seed {seed}, {lie}\n    {check}\n"))
            .collect();
        for fault in case.found["faults"].as_array().expect("a list") {
            let judge = Judge::new(&case, fault).all();
            told.extend(judge.told);
            let text = fault["text"].as_str().expect("words");
            let text = text.replace('\n', "\n    | ");
            let all = judge.lies.into_iter();
            lies.extend(all.map(|lie| format!("seed {seed}, {lie}\n    | {text}\n    {check}\n")));
        }
        (told, lies)
    });
    let (all, lies): (Vec<_>, Vec<_>) = judged.unzip();
    let (all, lies) = (all.concat(), lies.concat());
    let mut told = BTreeMap::<&str, u64>::new();
    for kind in &all {
        *told.entry(kind).or_default() += 1;
    }
    println!("{} sentences of {checks} checks: {told:#?}", all.len());
    assert!(
        lies.is_empty(),
        "{} sentences are not so:\n\n{}",
        lies.len(),
        lies.join("\n")
    );
    for (kind, ..) in SENTENCES {
        let is_told = told.contains_key(kind) || checks < CHECKS;
        assert!(is_told, "no check made the library say: {kind}");
    }
}
