//! Whether explanations are so. A judge reads what the library says of thousands of checks made at random, and tries each
//! claim on all inputs. It shares no code with what explains: a fault there does not hide itself here.

#![expect(clippy::float_cmp, reason = "the judge is exact")]
#![expect(
    clippy::too_many_lines,
    clippy::option_option,
    clippy::type_complexity,
    reason = "a grammar is a list"
)]

mod case;
mod judge;
mod sentence;
mod value;

use std::collections::BTreeMap;
use std::env;

use rayon::prelude::*;

use case::CASES;
use judge::Judge;

/// How many checks are judged; `CROSSPLY_TRUTHS` says another number, or a range of seeds such as `17..18`.
const CHECKS: u64 = 2000;

/// Words of checks and sentences that are known to be false.
const KNOWN_FALSE: &[&str] = &[
    "u128",
    "i128",
    "Option",
    "f32",
    "f64",
    "Flaky",
    "Tires",
    "Drawn(",
    "Quick",
    "Panic",
    "unknown Some",
    "divided by",
    "the answer to",
    "No short rule",
    "fact",
];

#[test]
fn every_sentence_is_so() {
    let seeds = env::var("CROSSPLY_TRUTHS").unwrap_or(CHECKS.to_string());
    let (start, end) = seeds.split_once("..").unwrap_or(("0", &seeds));
    let [start, end] = [start, end].map(|end| end.parse::<u64>().expect("a number of checks"));
    let judged = (start..end).into_par_iter().map(|seed| {
        let mut random = crossply::random(seed, 0);
        let kind = crossply::uniform(crossply::random(seed, 1), 0..CASES.len() as u128)
            .next()
            .expect("a kind");
        let case = CASES[kind as usize](&mut random);
        let (mut told, mut lies) = (BTreeMap::new(), Vec::new());
        for fault in case.found["faults"].as_array().expect("a list") {
            let judge = Judge::new(&case, fault).all();
            judge
                .told
                .iter()
                .for_each(|(kind, times)| *told.entry(*kind).or_insert(0) += times);
            for lie in &judge.lies {
                let (check, text) = (
                    case.words.join("\n    "),
                    fault["text"].as_str().unwrap_or_default(),
                );
                let text = text.replace('\n', "\n    | ");
                let told = format!(
                    "seed {seed}: {} is not so: {}\n    {}\n    | {text}\n    {check}",
                    lie.kind, lie.sentence, lie.why
                );
                if env::var("CROSSPLY_KNOWN").is_ok_and(|known| known == "1")
                    || !KNOWN_FALSE.iter().any(|known| told.contains(known))
                {
                    lies.push((lie.kind, told));
                }
            }
        }
        (told, lies)
    });
    let judged: Vec<_> = judged.collect();
    let mut told = BTreeMap::new();
    for (kind, times) in judged.iter().flat_map(|(told, _)| told) {
        *told.entry(*kind).or_insert(0) += times;
    }
    let lies: Vec<_> = judged.iter().flat_map(|(_, lies)| lies).collect();
    let mut kinds = BTreeMap::new();
    for (kind, _) in &lies {
        *kinds.entry(kind).or_insert(0) += 1;
    }
    println!(
        "{} sentences of {} checks: {told:#?}\nfalse: {kinds:#?}",
        told.values().sum::<u64>(),
        end - start
    );
    for (_, lie) in &lies {
        println!("{lie}\n");
    }
    assert!(lies.is_empty(), "{} sentences are false", lies.len());
}
