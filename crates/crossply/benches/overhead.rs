//! What a run costs beside the two functions that it compares: its time as a multiple of that of a loop written by hand.
//!
//! `cargo bench -p crossply --bench overhead` takes all 2^28 numbers of 28 bits, and `-- 32` all of 32 bits. Both sides
//! have the same threads, and take turns in one process, so the ratio depends little on the machine. `-- 28 2` fails if
//! a ratio is greater than 2. Then it says how much longer it takes to explain wrong answers, as a multiple of the run that
//! finds them.

use std::env;
use std::num::NonZeroUsize;
use std::thread;
use std::time::Instant;

use crossply::{Coverage, CrossCheck, Explanation, Run, domain};
use rayon::prelude::*;

type Predicate = fn(u32) -> bool;

/// How often both sides are measured. The median counts.
const ROUNDS: usize = 5;

fn main() {
    let mut numbers = env::args().filter_map(|argument| argument.parse().ok());
    let bits = numbers.next().unwrap_or(28);
    let most = numbers.next().unwrap_or(u32::MAX);
    let last = u32::MAX >> (32 - bits);
    let jobs = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let check = || {
        CrossCheck::new("bits", domain::range(0..=last))
            .solver("counted", |&n: &u32| n.count_ones())
            .solver("added", |&n| added(n))
    };
    let (plain, with_digests) = (check(), check().digests());
    let run = |check: &CrossCheck<u32, u32>| {
        let plan = check.plan(Coverage::Exhaustive, 0).expect("two solvers");
        let findings = check.run(&plan, Run::on(jobs)).expect("no journal");
        assert_eq!(findings.counts.compared.in_order, u64::from(last) + 1);
        assert_eq!(findings.counts.disagreements, 0);
    };
    let by_hand = || {
        let numbers = (0..=last).into_par_iter();
        let wrong = numbers.filter(|&n| n.count_ones() != added(n)).count();
        assert_eq!(wrong, 0);
    };
    let mut ratios = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        let base = seconds(&by_hand);
        for (ratios, check) in ratios.iter_mut().zip([&plain, &with_digests]) {
            ratios.push(seconds(&|| run(check)) / base);
        }
    }
    for (ratios, what) in ratios.iter_mut().zip(["without digests", "with digests"]) {
        ratios.sort_by(f64::total_cmp);
        let ratio = ratios[ROUNDS / 2];
        println!("2^{bits} inputs, {what}: {ratio:.2} times as long as a loop by hand");
    }
    let is_slow = |ratios: &Vec<f64>| ratios[ROUNDS / 2] > f64::from(most);
    assert!(!ratios.iter().any(is_slow), "more than {most} times");
    let wrong: [(&str, Predicate); 2] = [
        ("every tenth", |n| n % 10 == 3),
        ("one in a million", |n| n % 1_000_003 == 77),
    ];
    for (how_many, is_wrong) in wrong {
        let wrong = move |&n: &u32| n.count_ones() + u32::from(is_wrong(n));
        let plain = CrossCheck::new("bits", domain::range(0..=last))
            .solver("added", |&n| added(n))
            .solver("wrong", wrong);
        let trusted = plain.clone().truth("counted", |n: &u32| n.count_ones());
        for (check, truth) in [(trusted, "with"), (plain, "without")] {
            let plan = check.plan(Coverage::Exhaustive, 0).expect("two solvers");
            let run = seconds(&|| drop(check.run(&plan, Run::on(jobs)).expect("no journal")));
            let explained = || {
                let results = check.results(&plan, Run::on(jobs));
                let faults = results.expect("no journal").checked.faults;
                assert!(matches!(faults[0].explanation, Explanation::WrongWhere(_)));
            };
            let more = seconds(&explained) / run - 1.0;
            println!(
                "2^{bits} inputs, {how_many} wrong, {truth} a trusted answer: {more:.2} times as long again"
            );
        }
    }
    let memory = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    if let Some(peak) = memory.lines().find_map(|line| line.strip_prefix("VmHWM:")) {
        println!("peak memory: {}", peak.trim());
    }
}

/// The number of ones, from a table: a compiler does not see that it is the same.
fn added(n: u32) -> u32 {
    let bytes = n.to_le_bytes();
    bytes
        .iter()
        .map(|&byte| u32::from(ONES[usize::from(byte)]))
        .sum()
}

/// The number of ones of each byte.
static ONES: [u8; 256] = {
    let (mut ones, mut byte) = ([0; 256], 1);
    while byte < 256 {
        ones[byte] = ones[byte / 2] + (byte % 2) as u8;
        byte += 1;
    }
    ones
};

fn seconds(work: &dyn Fn()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}
