//! Checks in tests: assertions, which take settings from the environment, and snapshots.

use std::cell::{Cell, RefCell};
use std::io::{self, Write};
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use std::{env, process, thread};

use super::settings::{Settings, isolation, threads};
use super::{Check, again, kept};
use crate::content::Block;
use crate::error::CheckError;
use crate::finding::Finding;
use crate::isolated::{self, Parent};
use crate::oracle::ask::ask_again;
use crate::report::{Checked, Detail, Presentation, text};
use crate::run::{Coverage, Findings, Progress, Run, Shard, as_in_run, thread_with_same_name};
use crate::wide::Wide;

/// The number of inputs whose answers a snapshot covers.
const SNAPSHOT: u128 = 1 << 20;
/// A test that compares fewer inputs than this, and not all, warns about it.
const FEW: u64 = 10_000;
/// How the library is optimised, from its build script.
const OPT_LEVEL: &str = env!("CROSSPLY_OPT_LEVEL");
/// How often the thread of a test looks whether the thread of its run has panicked.
const LOOK: Duration = Duration::from_millis(100);
/// The number of inputs whose answers a snapshot shows.
const SHOWN: u128 = 10;

impl Check {
    /// Asserts in a test that all answers are right. It checks all inputs if that takes no more than about ten seconds.
    /// Otherwise it takes three seconds: half of the time for the first inputs, and half for the domain's
    /// [edges](crate::Domain::edges) and for drawn inputs, half of which are uniform by magnitude. In that case it prints
    /// what it compared, in a line that `cargo test` does not capture.
    ///
    /// Environment variables change this without a change to the code:
    ///
    /// | variable | what it does |
    /// | --- | --- |
    /// | `CROSSPLY_TIME=5min` | covers the whole domain if that takes no longer, and otherwise takes that long |
    /// | `CROSSPLY_CASES=1000` | draws this many inputs, and no others |
    /// | `CROSSPLY_SEED=7` | draws with this seed |
    /// | `CROSSPLY_INPUTS=5,7` | runs the inputs with these numbers, and no others |
    /// | `CROSSPLY_SOLVERS=a,b` | only these solvers; `-a` leaves one out |
    /// | `CROSSPLY_SHARD=3/64` | only this part of the run |
    /// | `CROSSPLY_KEEP=1` | keeps the simplest wrong input in a file; later runs begin with it |
    /// | `CROSSPLY_ISOLATED=1` | as [`isolated`](crate::CrossCheck::isolated); a time such as `30s` instead of 1 is the limit, and 0 says not to |
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// CrossCheck::new("leading zeros", domain::all::<u16>())
    ///     .solver("library", |n| n.leading_zeros())
    ///     .solver("logarithm", |n| n.checked_ilog2().map_or(16, |log| 15 - log))
    ///     .assert();
    /// ```
    ///
    /// # Panics
    /// With a report, if an answer is wrong or the check is invalid. The report names the inputs with wrong answers and
    /// the solvers that gave them, counts them, and says what was covered.
    #[track_caller]
    pub fn assert(&self) {
        let number = ASSERTIONS.replace(ASSERTIONS.get() + 1);
        let asserted = self.asserted_in_place(number);
        match asserted {
            // Visible with `cargo test -- --nocapture`.
            Ok(report) => print!("{report}"),
            Err(error) => panic!("{error}"),
        }
    }

    /// Carries out the assertion with this number of this thread: in this process, unless a solver may end it.
    fn asserted_in_place(&self, number: usize) -> Result<String, CheckError> {
        let name = self.name();
        if let Some(child) = isolated::child() {
            return asserted_in_child(child, number, || self.asserted(&|_| {}));
        }
        let mut mark = isolated::RunMark::begin(name, number);
        let is_left = mark.as_ref().is_some_and(|mark| mark.is_left);
        let limit = isolation(self.definition.is_isolated || is_left)?;
        if is_left && limit.is_some() {
            say(&format!(
                "{name}: the last run of this test did not get beyond this check, so a process of its own runs it now"
            ));
        }
        let (asserted, mark_stays) = match limit {
            Some(limit) => {
                let asserted = asserted_by_children(limit, number);
                // The solver still ends the process.
                let stays = is_left && asserted.is_err();
                (asserted, stays)
            }
            None => self.asserted_aside(),
        };
        if let Some(mark) = &mut mark {
            mark.stays = mark_stays;
        }
        asserted
    }

    /// Carries out the assertion on another thread. If a solver hangs, leaves that thread behind, so that other tests go on.
    /// Returns whether it hangs, too.
    fn asserted_aside(&self) -> (Result<String, CheckError>, bool) {
        let check = self.clone();
        let waiting = thread::current();
        let result = Arc::new(Mutex::new(None));
        let place = Arc::clone(&result);
        let running = thread_with_same_name().spawn(move || {
            let end = |asserted, hangs| {
                *place.lock().expect("no panic") = Some((asserted, hangs));
                waiting.unpark();
            };
            let asserted = check.asserted(&|hang| {
                let name = check.name();
                let error = CheckError::new(format!(
                    "{name}: {hang}; this run is abandoned. CROSSPLY_ISOLATED=1 finds the input"
                ));
                end(Err(error), true);
            });
            end(asserted, false);
        });
        let running = running.expect("a thread can start");
        loop {
            let is_over = running.is_finished();
            if let Some(result) = result.lock().expect("no panic").take() {
                return result;
            }
            if is_over {
                resume_unwind(running.join().expect_err("it panics"));
            }
            thread::park_timeout(LOOK);
        }
    }

    /// Returns the report if no answer is wrong.
    /// `hangs` gets a text about each solver that hangs.
    fn asserted(&self, hangs: &(dyn Fn(&str) + Sync)) -> Result<String, CheckError> {
        let settings = Settings::from_environment()?;
        let selected = self.selected(&settings.solvers)?;
        if settings.keeps {
            // Fails before the run if there is no place for the file.
            kept::file(&self.definition)?;
        }
        let checked = match &settings.inputs {
            Some(numbers) => as_in_run(|| selected.check_inputs(numbers))?,
            None => selected.check_as(&settings, hangs)?,
        };
        if checked.agree {
            let name = self.name();
            if let Some(numbers) = &settings.inputs {
                let nouns = &self.definition.words.nouns;
                return Ok(format!(
                    "{name}: nothing is wrong about the {nouns} with the numbers {numbers:?}\n"
                ));
            }
            let content = checked.content(Detail::Everything, &Presentation::default());
            if let Some(part) = checked.part_in_words() {
                let is_few = checked.scope.counts.compared.total() < FEW;
                let warning = if is_few { "warning: few inputs: " } else { "" };
                let advice = advice(&checked, OPT_LEVEL)
                    .map_or(String::new(), |advice| format!("; {advice}"));
                say(&format!("{warning}{name}: compared {part}{advice}"));
            }
            return Ok(text(&content, usize::MAX));
        }
        let mut presentation = Presentation::default();
        if let Some(simplest) = checked.simplest.first() {
            presentation = selected.presentation(simplest);
            let command = presentation.command;
            presentation.command = command.or_else(|| self.command_for(simplest, ""));
            presentation.keep = if settings.keeps {
                let file = kept::keep(&selected.definition, simplest)?;
                Some(format!("written to {}", file.display()))
            } else {
                self.command_for(simplest, "1")
            };
        }
        let mut report = checked.failures(&presentation);
        // Inputs that were requested by number have no useful counts.
        if settings.inputs.is_none() {
            report.extend(checked.summary_blocks());
            let advice = advice(&checked, OPT_LEVEL);
            report.extend(advice.map(|advice| Block::Text(format!("{advice}."))));
        }
        Err(CheckError::new(format!("\n{}", text(&report, usize::MAX))))
    }

    /// Returns a snapshot of the answers: a digest of the first million answers for each section, and the first ten
    /// answers in full. Comparing it with a stored snapshot shows when all solvers have changed in the same way, which
    /// comparing solvers cannot.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("double", domain::all::<u8>())
    ///     .solver("sum", |&n| u32::from(n) + u32::from(n))
    ///     .solver("product", |&n| 2 * u32::from(n))
    ///     .digests();
    /// // insta::assert_snapshot!(check.snapshot());
    /// assert!(check.snapshot().ends_with("8: 16\n9: 18\n"));
    /// ```
    ///
    /// # Panics
    /// If solvers disagree, if inputs can only be drawn, if there are no [`digests`](crate::CrossCheck::digests), or if
    /// the check is invalid.
    #[track_caller]
    pub fn snapshot(&self) -> String {
        match self.try_snapshot() {
            Ok(snapshot) => snapshot,
            Err(error) => panic!("{error}"),
        }
    }

    fn try_snapshot(&self) -> Result<String, CheckError> {
        let check = &self.definition;
        let all = check.len;
        if check.digest.is_none() {
            return Err(check.refuse("a snapshot needs digests"));
        }
        let end = all.min(SNAPSHOT);
        let jobs = threads(None);
        let plan = self.plan_within(Coverage::Exhaustive, 0..end, 0)?;
        let checked = self.results(&plan, Run::on(jobs))?.checked;
        if !checked.agree {
            let simplest = checked.simplest.first();
            let presentation = simplest.map(|simplest| self.presentation(simplest));
            let content = checked.content(Detail::Everything, &presentation.unwrap_or_default());
            return Err(CheckError::new(text(&content, usize::MAX)));
        }
        let name = &check.name;
        let nouns = &check.words.nouns;
        let mut snapshot = format!("{name}: the first {end} of {all} {nouns}\n\n");
        for digest in &checked.digests {
            let sum = digest.sum.map_or_else(String::new, |sum| sum.to_string());
            let line = format!("{} {sum} of {}\n", digest.section, digest.inputs);
            snapshot += line.trim_start();
        }
        snapshot += "\n";
        for index in 0..end.min(SHOWN) {
            if let Ok(finding) = self.ask(index) {
                let answer = finding.answers.first().map_or("", |given| &given.answer);
                snapshot += &format!("{}: {answer}\n", finding.input);
            }
        }
        Ok(snapshot)
    }

    /// Carries out the check as [`assert`](Self::assert) does, but in this process, and returns the result as data.
    /// `CROSSPLY_INPUTS`, `CROSSPLY_KEEP` and `CROSSPLY_ISOLATED` have no effect.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("midpoint", domain::all::<(u8, u8)>())
    ///     .solver("library", |&(a, b)| a.midpoint(b))
    ///     .solver("half of the sum", |&(a, b)| a.wrapping_add(b) / 2);
    /// let faults = check.check_quickly()?.faults;
    /// assert!(faults[0].text.contains("half of the sum gives a lower answer on all of them."), "{}", faults[0].text);
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    ///
    /// # Errors
    /// If the check is invalid, or the environment asks for something impossible.
    pub fn check_quickly(&self) -> Result<Checked, CheckError> {
        let settings = Settings::from_environment()?;
        let selected = self.selected(&settings.solvers)?;
        selected.check_as(&settings, &|_| {})
    }

    /// Checks only the inputs with these numbers.
    fn check_inputs(&self, numbers: &[u128]) -> Result<Checked, CheckError> {
        let plan = self.plan(Coverage::Drawn(numbers.len() as u64), 0)?;
        let check = &self.definition;
        if let Some(number) = numbers.iter().find(|number| **number >= check.len) {
            let noun = &check.words.noun;
            let last = check.len - 1;
            return Err(check.refuse(&format!(
                "CROSSPLY_INPUTS: there is no {noun} {number}: the last one is {last}"
            )));
        }
        let mut findings = Findings::nothing(&plan);
        let mut failing = ask_again(check, numbers);
        if check.is_drawn {
            // As in a run, drawn inputs are minimised.
            failing = failing.map(|failing| self.minimise(&failing));
        }
        findings.simplest.extend(failing);
        self.confirm(&mut findings);
        if let Some(trouble) = &findings.counts.trouble {
            return Err(check.refuse(trouble));
        }
        Ok(Checked::new(findings, &plan, Shard::WHOLE))
    }

    /// The command that asks again for the inputs of a finding, with this value of `CROSSPLY_KEEP`. `None` if there are no such
    /// inputs.
    fn command_for(&self, finding: &Finding, keep: &str) -> Option<String> {
        let numbers: Vec<_> = finding.asked()?.iter().map(u128::to_string).collect();
        let numbers = numbers.join(",");
        let isolated = isolated::child().and_then(|_| match env::var("CROSSPLY_ISOLATED") {
            Ok(limit) => Some(limit),
            Err(_) if self.definition.is_isolated => None,
            // Only the mark of a run that died made this a child.
            Err(_) => Some("1".to_owned()),
        });
        let mut variables = vec![
            ("CROSSPLY_KEEP", keep),
            ("CROSSPLY_ISOLATED", isolated.as_deref().unwrap_or_default()),
            ("CROSSPLY_INPUTS", &numbers),
        ];
        variables.retain(|(_, value)| !value.is_empty());
        Some(again::command(&variables))
    }

    fn check_as(
        &self,
        settings: &Settings,
        hangs: &(dyn Fn(&str) + Sync),
    ) -> Result<Checked, CheckError> {
        let shard = settings.shard;
        // All shards of a run need the same seed and the same plan, so the plan must not depend on time.
        let is_whole = shard == Shard::WHOLE;
        let seed = if is_whole { isolated::seed() } else { 0 };
        let seed = settings.seed.unwrap_or(seed);
        let jobs = threads(None);
        let plan = match settings.cases {
            Some(cases) => self.plan(Coverage::Drawn(cases), seed)?,
            None if is_whole => self.plan_in_time(settings.time, seed)?,
            None => self.plan(Coverage::Quick, seed)?,
        };
        let run = Run {
            shard,
            listener: &|progress| {
                let name = self.name();
                match progress {
                    Progress::Waiting(text) => {
                        let mut tip = "";
                        if isolated::child().is_none() {
                            tip = ". If it never ends, CROSSPLY_ISOLATED=1 finds the input";
                        }
                        say(&format!("{name}: {text}{tip}"));
                    }
                    Progress::Explaining(text) | Progress::WrongAgain(text) => {
                        say(&format!("{name}: {text}"));
                    }
                    Progress::Hanging(text) => hangs(text),
                    Progress::Done(_) | Progress::Unsaved(_) => {}
                }
            },
            ..Run::on(jobs)
        };
        Ok(self.results(&plan, run)?.checked)
    }
}

thread_local! {
    /// The parent of the children for all assertions of this thread.
    static PARENT: RefCell<Option<Parent>> = const { RefCell::new(None) };
    /// The number of assertions that this thread has come to, which tells those of a test apart.
    static ASSERTIONS: Cell<usize> = const { Cell::new(0) };
}

/// The prefix of a child's report if the assertion holds.
const HOLDS: &str = "holds\n";

/// Carries out the assertion with this number of this thread in child processes.
fn asserted_by_children(limit: Duration, number: usize) -> Result<String, CheckError> {
    let report = PARENT.with_borrow_mut(|parent| {
        if parent.is_none() {
            let time = Settings::from_environment()?.time.whole;
            *parent = Some(Parent::new(limit, time)?);
        }
        let parent = parent.as_mut().expect("made above");
        parent.start(&result_file(number))
    });
    let (_status, report) = report?;
    read_report(&report)
}

/// Carries out an assertion in a child. A child runs the whole test up to the assertion that it was started for, and skips
/// those that earlier children have done.
fn asserted_in_child(
    child: &isolated::Child,
    number: usize,
    assertion: impl FnOnce() -> Result<String, CheckError>,
) -> Result<String, CheckError> {
    let file = result_file(number);
    if let Some(report) = child.read(&file) {
        return read_report(&report);
    }
    if !child.is_for(&file) {
        return assertion();
    }
    let report = match assertion() {
        Ok(report) => format!("{HOLDS}{report}"),
        Err(error) => error.to_string(),
    };
    child.leave(&file, &report)?;
    process::exit(0);
}

/// The file in which a child leaves the report of an assertion.
fn result_file(number: usize) -> String {
    format!("assertion-{number}")
}

fn read_report(report: &str) -> Result<String, CheckError> {
    match report.strip_prefix(HOLDS) {
        Some(report) => Ok(report.to_owned()),
        None => Err(CheckError::new(report)),
    }
}

/// Prints a line to standard error, where `cargo test` does not capture it.
fn say(text: &str) {
    // The line is only informative, so a failed write does no harm.
    let _ = writeln!(io::stderr(), "{text}");
}

/// Advice for a test that compared less than a tenth of its inputs. `None` if the library is optimised at this level.
fn advice(checked: &Checked, opt_level: &str) -> Option<&'static str> {
    let counts = &checked.scope.counts;
    let tried = counts.compared.total() + counts.excluded.total();
    let is_small_part = checked
        .scope
        .inputs
        .is_none_or(|Wide(all)| u128::from(tried) < all / 10);
    (opt_level == "0" && is_small_part).then_some(
        "crossply itself was not optimised: with `[profile.dev.package.crossply]` and `opt-level = 3` in Cargo.toml, tests compare more",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CrossCheck, domain};

    #[test]
    fn a_test_that_compares_little_is_told_how_to_compare_more() {
        for (share, level, is_advised) in [
            (9, "0", true),
            (9, "1", false),
            (11, "0", false),
            (100, "0", false),
        ] {
            let check = CrossCheck::new("same", domain::range(0..1000_u32));
            let check = check.solver("a", |&n| n).solver("b", |&n| n);
            let plan = check.plan_within(Coverage::Exhaustive, 0..10 * share, 0);
            let results = check.results(&plan.expect("a check"), Run::on(threads(None)));
            let checked = results.expect("no journal").checked;
            assert_eq!(
                advice(&checked, level).is_some(),
                is_advised,
                "{share} {level}"
            );
        }
    }
}
