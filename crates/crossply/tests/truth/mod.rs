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
use serde_json::Value as Json;

use case::CASES;
use judge::{Judge, KINDS};

/// Words of rules and changes. A run of the tests has to meet each of them.
const WORDS: &[&str] = &[
    " alone gives ",
    " differ on ",
    " does not hold for ",
    " fails or alone gives ",
    ", or where ",
    "Among these ",
    "everywhere except ",
    " whose right answer is known",
    " before `map`",
    " is before ",
    " is directly before ",
    "bit ",
    "is a power of two",
    "has a minus sign",
    "integer part of x",
    "mantissa",
    "the last character",
    "the value of ",
    "left is",
    "x is at least",
    " times ",
    "with the opposite sign",
    "bits of the right answer",
    ", as a signed number",
    "rounded towards zero",
    "the number just above",
];

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
        let mut told = report::judged(&case);
        for fault in list(&case.found["faults"]) {
            let text = words(&fault["text"]);
            let said = WORDS.iter().filter(|said| text.contains(**said));
            told.extend(said.map(|said| (*said, Ok(()))));
            let text = text.replace('\n', "\n    | ");
            for (kind, verdict) in Judge::new(&case, fault).all() {
                let verdict = verdict.map_err(|why| format!("{why}\n    | {text}"));
                told.push((kind, verdict));
            }
        }
        let told = told.into_iter().map(|(kind, verdict)| {
            let lie = verdict.map_err(|why| format!("seed {seed}, {kind}: {why}\n    {check}\n"));
            (kind.to_owned(), lie)
        });
        told.collect::<Vec<_>>()
    });
    let all: Vec<_> = judged.flatten_iter().collect();
    let mut told = BTreeMap::<&str, u64>::new();
    for (kind, _) in &all {
        *told.entry(kind).or_default() += 1;
    }
    println!("{} claims of {checks} checks: {told:#?}", all.len());
    let lies = all.iter().filter_map(|(_, verdict)| verdict.as_ref().err());
    let lies: Vec<&str> = lies.map(String::as_str).collect();
    let are = format!("{} claims are not so:\n\n{}", lies.len(), lies.join("\n"));
    assert!(lies.is_empty(), "{are}");
    for kind in KINDS.iter().chain(WORDS) {
        let is_told = told.contains_key(kind) || checks < CHECKS;
        assert!(is_told, "no check made the library say: {kind}");
    }
}

/// Whether it is so, or why not.
type Verdict = Result<(), String>;

fn so(is_so: bool, why: impl Into<String>) -> Verdict {
    if is_so { Ok(()) } else { Err(why.into()) }
}

fn list(json: &Json) -> impl Iterator<Item = &Json> {
    json.as_array().into_iter().flatten()
}

fn words(json: &Json) -> &str {
    json.as_str().expect("words")
}

fn number(json: &Json) -> u64 {
    json.as_u64().unwrap_or_default()
}

/// The number of an input that was found.
fn index(found: &Json) -> usize {
    let index = found["index"].to_string();
    index.trim_matches('"').parse().expect("a number")
}
