//! Counts what a solver runs for wrong inputs and for right ones.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::child::{Asked, Children, Turn};
use super::coverage::Tools;
use super::evidence::{Counts, Evidence};
use super::sample::Sample;
use crate::explain::{CountedLines, Explanation, Fault, Lines, Topic};
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
        if fault.explanation == Explanation::Unsteady {
            continue;
        }
        let names = check.names();
        let solver = names.iter().position(|name| *name == fault.solver);
        let solver = solver.expect("faults are of solvers");
        let topic = if let Some(name) = &fault.relation {
            let relation = check
                .relations
                .iter()
                .position(|relation| relation.name == *name);
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
        interrupt: compared.interrupt,
    };
    let counted = counted(&children, &sample);
    Ok(counted.map_or_else(Lines::NotCounted, Lines::Counted))
}

/// # Errors
/// Why nothing can be counted.
fn counted(children: &Children<'_>, sample: &Sample) -> Result<CountedLines, String> {
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
    let counting = Counting::begin(children, sample)?;
    let (wrong, of_wrong) = counting.together("wrong", &sample.wrong)?;
    let (right, of_right) = counting.together("right", &sample.right)?;
    let files = run_files([&of_wrong, &of_right]);
    let files: Vec<&str> = files.iter().map(|file| &**file).collect();
    let evidence = Evidence {
        wrong_alone: counting.alone("wrong", &sample.wrong_alone, &files)?,
        right_alone: counting.alone("right", &sample.right_alone, &files)?,
        wrong: of_wrong,
        right: of_right,
    };
    Ok(evidence.lines([wrong, right], sample.lost))
}

/// The files with a region that was run.
fn run_files(counts: [&Counts; 2]) -> BTreeSet<String> {
    counts
        .into_iter()
        .flatten()
        .filter(|(_, count)| **count > 0)
        .map(|(region, _)| region.file.to_string())
        .collect()
}

/// The children of a solver, and what reads their counters.
struct Counting<'a> {
    children: &'a Children<'a>,
    tools: Tools,
    /// The counts of a process before it asks the solver for anything, without regions whose counts vary, or which the domain
    /// runs to make inputs.
    before: Counts,
}

impl<'a> Counting<'a> {
    /// Finds out whether the program has counters, and which of them tell nothing about the solver.
    fn begin(children: &'a Children<'a>, sample: &Sample) -> Result<Self, String> {
        let nothing = children.run("nothing", Asked::Domain, &[])?;
        let nothing = nothing.ok_or("this program, started again, does not come to this check")?;
        let profile = nothing.profile.ok_or(
            "this program has no counters. `CROSSPLY_LINES=1 cargo llvm-cov test --no-report` builds it with them",
        )?;
        let tools = Tools::find()?;
        let mut before = tools.counts(&profile, &[])?;
        let numbers = [&*sample.wrong_alone, &*sample.right_alone].concat();
        let inputs = children.run("inputs", Asked::Domain, &numbers)?;
        let profile = inputs.and_then(|inputs| inputs.profile);
        let profile = profile.ok_or("the process ended while it made inputs")?;
        let with_inputs = tools.counts(&profile, &[])?;
        before.retain(|region, count| with_inputs.get(region) == Some(count));
        Ok(Counting {
            children,
            tools,
            before,
        })
    }

    /// How many of these inputs were counted together, and their counts.
    fn together(&self, name: &str, numbers: &[u128]) -> Result<(u64, Counts), String> {
        if let Some(answered) = self.children.run(name, Asked::Solver, numbers)?
            && let Some(profile) = answered.profile
        {
            Ok((answered.inputs, self.counts(&profile, &[])?))
        } else {
            Err(format!(
                "the process ended while it was counted for {name} inputs"
            ))
        }
    }

    /// The counts for each of these inputs, without those that end the process.
    fn alone(&self, name: &str, numbers: &[u128], files: &[&str]) -> Result<Vec<Counts>, String> {
        let next = AtomicUsize::new(0);
        let jobs = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        thread::scope(|scope| {
            let mut threads = Vec::new();
            for _ in 0..jobs {
                threads.push(scope.spawn(|| {
                    let mut counted = Vec::new();
                    while let Some(&number) = numbers.get(next.fetch_add(1, Ordering::Relaxed)) {
                        counted.extend(self.one(name, number, files)?);
                    }
                    Ok::<_, String>(counted)
                }));
            }
            let mut all = Vec::new();
            for thread in threads {
                all.extend(thread.join().expect("it does not panic")?);
            }
            Ok(all)
        })
    }

    /// The counts for an input. `None` if it ends the process.
    fn one(&self, name: &str, number: u128, files: &[&str]) -> Result<Option<Counts>, String> {
        if self.children.is_interrupted() {
            return Err("this was interrupted".to_owned());
        }
        let name = format!("{name}-{number}");
        let answered = self.children.run(&name, Asked::Solver, &[number])?;
        match answered.and_then(|answered| answered.profile) {
            Some(profile) => self.counts(&profile, files).map(Some),
            None => Ok(None),
        }
    }

    /// What the solver has run in a process.
    fn counts(&self, profile: &Path, files: &[&str]) -> Result<Counts, String> {
        let mut counts = self.tools.counts(profile, files)?;
        counts.retain(|region, _| self.before.contains_key(region));
        for (region, count) in &mut counts {
            *count = count.saturating_sub(self.before[region]);
        }
        Ok(counts)
    }
}
