//! What a run costs in addition to the two functions that it compares: its time as a multiple of that of a hand-written
//! loop. Then, how much longer it takes to explain wrong answers, as a multiple of the run that finds them.
//!
//! `cargo bench -p crossply --bench overhead` takes all 2^28 numbers of 28 bits, and `-- 32` all of 32 bits. The
//! library and the loop use the same number of threads and take turns in one process, so the ratio depends little on
//! the machine. `-- 28 2` fails if a ratio to the loop is greater than 2.

use std::env;
use std::num::NonZeroUsize;
use std::thread;
use std::time::Instant;

use crossply::{Coverage, CrossCheck, Explanation, Run, domain};
use rayon::prelude::*;

type Predicate = fn(u32) -> bool;

/// How often to measure both sides. The median counts.
const ROUNDS: usize = 5;

fn main() {
    let mut arguments = env::args().filter_map(|argument| argument.parse().ok());
    let bits = arguments.next().unwrap_or(28);
    let max_ratio = arguments.next().unwrap_or(u32::MAX);
    let last = u32::MAX >> (32 - bits);
    let jobs = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    compare_with_loop(bits, last, jobs, max_ratio.into());
    measure_explanations(bits, last, jobs);
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    if let Some(peak) = status.lines().find_map(|line| line.strip_prefix("VmHWM:")) {
        println!("peak memory: {}", peak.trim());
    }
}

fn compare_with_loop(bits: u32, last: u32, jobs: NonZeroUsize, max_ratio: f64) {
    let check = CrossCheck::new("bits", domain::range(0..=last))
        .solver("counted", |&n: &u32| n.count_ones())
        .solver("added", |&n| ones_from_table(n));
    let run = |check: &CrossCheck<u32, u32>| {
        let plan = check.plan(Coverage::Exhaustive, 0).expect("two solvers");
        let findings = check.run(&plan, Run::on(jobs)).expect("no journal");
        assert_eq!(findings.counts.compared.in_order, u64::from(last) + 1);
        assert_eq!(findings.counts.disagreements, 0);
    };
    let run_loop = || {
        let numbers = (0..=last).into_par_iter();
        let wrong = numbers.filter(|&n| n.count_ones() != ones_from_table(n));
        assert_eq!(wrong.count(), 0);
    };
    let checks = [
        ("without digests", check.clone()),
        ("with digests", check.digests()),
    ];
    let mut ratios = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        let loop_seconds = seconds(&run_loop);
        for (ratios, (_, check)) in ratios.iter_mut().zip(&checks) {
            ratios.push(seconds(&|| run(check)) / loop_seconds);
        }
    }
    for (mut ratios, (name, _)) in ratios.into_iter().zip(&checks) {
        ratios.sort_by(f64::total_cmp);
        let median = ratios[ROUNDS / 2];
        println!("2^{bits} inputs, {name}: {median:.2} times as long as a hand-written loop");
        assert!(median <= max_ratio, "more than {max_ratio} times");
    }
}

fn measure_explanations(bits: u32, last: u32, jobs: NonZeroUsize) {
    let wrong_inputs: [(&str, Predicate); 2] = [
        ("every tenth", |n| n % 10 == 3),
        ("one in a million", |n| n % 1_000_003 == 77),
    ];
    for (share, is_wrong) in wrong_inputs {
        let wrong = move |&n: &u32| n.count_ones() + u32::from(is_wrong(n));
        let without_truth = CrossCheck::new("bits", domain::range(0..=last))
            .solver("added", |&n| ones_from_table(n))
            .solver("wrong", wrong);
        let with_truth = without_truth
            .clone()
            .truth("counted", |n: &u32| n.count_ones());
        for (check, truth) in [(with_truth, "with"), (without_truth, "without")] {
            let plan = check.plan(Coverage::Exhaustive, 0).expect("two solvers");
            let run = seconds(&|| drop(check.run(&plan, Run::on(jobs)).expect("no journal")));
            let run_and_explanation = seconds(&|| {
                let results = check.results(&plan, Run::on(jobs));
                let faults = results.expect("no journal").checked.faults;
                assert!(matches!(faults[0].explanation, Explanation::WrongWhere(_)));
            });
            let extra = run_and_explanation / run - 1.0;
            println!(
                "2^{bits} inputs, {share} wrong, {truth} trusted answers: the explanation takes {extra:.2} times as long as the run"
            );
        }
    }
}

/// The number of ones, from a table, so that the compiler does not see that both functions are the same.
fn ones_from_table(n: u32) -> u32 {
    let bytes = n.to_le_bytes().into_iter();
    bytes.map(|byte| u32::from(ONES[usize::from(byte)])).sum()
}

/// The number of ones of each byte.
static ONES: [u8; 256] = {
    let mut ones = [0; 256];
    let mut byte = 1;
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
