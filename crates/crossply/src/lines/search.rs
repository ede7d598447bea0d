//! Counts what a solver runs for wrong inputs and for right ones.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::child::{Children, Turn};
use super::coverage::Tools;
use super::evidence::{Counts, Evidence};
use super::sample::Sample;
use crate::explain::{CountedLines, Fault, Lines, Topic};
use crate::isolated::{SharedFolder, test_name};
use crate::oracle::Panel;
use crate::run::{Compared, Ended};

/// For each fault, the lines that tell its inputs from right ones. `inputs` is how many a run compared, and `turn` that of the
/// check.
///
/// # Errors
/// [`Ended::Interrupted`] if the user interrupts it.
pub(crate) fn lines_of_all(
    compared: &Compared<'_>,
    faults: &mut [Fault],
    inputs: u64,
    turn: Turn,
) -> Result<(), Ended> {
    let check = &*compared.plan.check;
    for fault in faults {
        let names = check.names();
        let solver = names.iter().position(|name| *name == fault.solver);
        let solver = solver.expect("faults are of solvers");
        let topic = if let Some(name) = &fault.relation {
            let mut relations = check.relations.iter();
            let relation = relations.position(|relation| relation.name == *name);
            Topic::Relation(relation.expect("faults are of relations"))
        } else {
            Topic::Answers(solver)
        };
        fault.lines = Some(lines_of(compared, topic, solver, inputs, turn)?);
    }
    Ok(())
}

fn lines_of(
    compared: &Compared<'_>,
    topic: Topic,
    solver: usize,
    inputs: u64,
    turn: Turn,
) -> Result<Lines, Ended> {
    let check = &*compared.plan.check;
    if Panel::new(check).is_program(solver) {
        let why = "only functions of this program are counted, and not other programs";
        return Ok(Lines::NotCounted(why.to_owned()));
    }
    let sample = Sample::of(compared, topic, solver, inputs)?;
    let folder = match SharedFolder::new() {
        Ok(folder) => folder,
        Err(error) => return Ok(Lines::NotCounted(error.to_string())),
    };
    let children = Children {
        check,
        solver,
        topic,
        turn,
        folder,
        test: test_name(),
    };
    let counted = counted(&children, &sample, compared.jobs.get());
    Ok(counted.map_or_else(Lines::NotCounted, Lines::Counted))
}

/// # Errors
/// Why nothing can be counted.
fn counted(children: &Children<'_>, sample: &Sample, jobs: usize) -> Result<CountedLines, String> {
    if sample.wrong.is_empty() {
        return Err(
            "every wrong input ends the process or takes too long, and leaves no counts".to_owned(),
        );
    }
    if sample.right.is_empty() {
        return Err(
            "no right input was compared, so no line can tell wrong inputs from right ones"
                .to_owned(),
        );
    }
    let nothing = children.run("nothing", &[])?;
    let nothing = nothing.ok_or("this program, started again, does not come to this check")?;
    let profile = nothing.profile.ok_or(
        "this program has no counters. `CROSSPLY_LINES=1 cargo llvm-cov test --no-report` builds it with them",
    )?;
    let tools = Tools::find()?;
    let before = tools.counts(&profile, &[])?;
    let group = |name: &str, numbers: &[u128]| {
        let answered = children.run(name, numbers)?;
        let ended = || format!("the process ended while it was counted for {name} inputs");
        let answered = answered.ok_or_else(ended)?;
        let profile = answered.profile.ok_or_else(ended)?;
        let counts = without(tools.counts(&profile, &[])?, &before);
        Ok::<_, String>((answered.inputs, counts))
    };
    let (wrong, of_wrong) = group("wrong", &sample.wrong)?;
    let (right, of_right) = group("right", &sample.right)?;
    let files = run_files([&of_wrong, &of_right]);
    let alone = Alone {
        children,
        tools: &tools,
        before: &before,
        files: files.iter().map(|file| &**file).collect(),
        jobs,
    };
    let evidence = Evidence {
        wrong_alone: alone.counts("wrong", &sample.wrong_alone)?,
        right_alone: alone.counts("right", &sample.right_alone)?,
        wrong: of_wrong,
        right: of_right,
    };
    Ok(evidence.lines([wrong, right], sample.lost))
}

/// The counts without those of a process that answered nothing.
fn without(mut counts: Counts, before: &Counts) -> Counts {
    for (region, count) in &mut counts {
        *count = count.saturating_sub(before.get(region).copied().unwrap_or(0));
    }
    counts
}

/// The files with a region that was run.
fn run_files(counts: [&Counts; 2]) -> BTreeSet<String> {
    let regions = counts.into_iter().flatten();
    let run = regions.filter(|(_, count)| **count > 0);
    run.map(|(region, _)| region.file.to_string()).collect()
}

/// Counts inputs one by one.
struct Alone<'a> {
    children: &'a Children<'a>,
    tools: &'a Tools,
    before: &'a Counts,
    files: Vec<&'a str>,
    jobs: usize,
}

impl Alone<'_> {
    /// The counts for each of these inputs, without those that end the process.
    fn counts(&self, name: &str, numbers: &[u128]) -> Result<Vec<Counts>, String> {
        let next = AtomicUsize::new(0);
        let all = Mutex::new(Vec::new());
        let work = || {
            while let Some(&number) = numbers.get(next.fetch_add(1, Ordering::Relaxed)) {
                if let Some(counts) = self.count(&format!("{name}-{number}"), number)? {
                    all.lock().expect("no thread panics with it").push(counts);
                }
            }
            Ok::<_, String>(())
        };
        thread::scope(|scope| {
            let threads: Vec<_> = (0..self.jobs).map(|_| scope.spawn(work)).collect();
            for thread in threads {
                thread.join().expect("it does not panic")?;
            }
            Ok::<_, String>(())
        })?;
        Ok(all.into_inner().expect("no thread panics with it"))
    }

    fn count(&self, name: &str, number: u128) -> Result<Option<Counts>, String> {
        let answered = self.children.run(name, &[number])?;
        let Some(profile) = answered.and_then(|answered| answered.profile) else {
            return Ok(None);
        };
        let counts = self.tools.counts(&profile, &self.files)?;
        Ok(Some(without(counts, self.before)))
    }
}
