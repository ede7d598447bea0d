//! A command over several checks, shards or inputs ends as the worst of them, wherever it stands, and says which one it is.
//!
//! What a command prints, and the signal that interrupts it, belong to a process: [`child`] carries commands out.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{self, Command};
use std::thread;
use std::time::Duration;

use crossply::report::Checked;
use crossply::{Check, CrossCheck, Digest, Ended};
use serde::Deserialize;
use signal_hook::low_level::raise;
use tempfile::TempDir;

use crate::{ALL, below, exit_code, part, report_on, results_of};

/// How one of several checks, shards or inputs ends.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
enum Way {
    Right,
    Wrong,
    /// The answers are not those on record.
    Changed,
    /// Too few inputs were compared.
    Few,
    Trouble,
    Interrupted,
    /// The time was up.
    Late,
    /// An answer ends the process.
    Dies,
    /// The shard is not there.
    Missing,
    /// The input does not count.
    Left,
    /// There is no such input.
    Nowhere,
}

use Way::{Changed, Dies, Few, Interrupted, Late, Left, Missing, Nowhere, Right, Trouble, Wrong};

impl Way {
    fn named(name: &str) -> Self {
        serde_json::from_value(name.into()).expect("a way")
    }

    /// The exit code of a command over one thing that ends so.
    fn code(self) -> i32 {
        match self {
            Right | Late | Left => 0,
            Wrong | Changed | Dies => 1,
            Few | Trouble | Missing | Nowhere => 2,
            Interrupted => 130,
        }
    }
}

/// A check that ends so. Each is called by its place and its way.
fn check((place, way): (usize, &Way)) -> CrossCheck<u32, u32> {
    let way = *way;
    let len = if way == Interrupted { 100_000 } else { 40 };
    let check = CrossCheck::new(format!("{place}-{way:?}"), below(len))
        .block(10)
        .only("counted", |&n| n != 3)
        .solver("a", |&n| n)
        .solver("b", move |&n| match way {
            Wrong if n == 25 => 0,
            Dies if n == 25 => process::abort(),
            Interrupted => {
                if n == 25 {
                    // In a background job of a shell, SIGINT is ignored.
                    raise(signal_hook::consts::SIGTERM).expect("a signal");
                }
                // Until another thread has received the signal.
                thread::sleep(Duration::from_millis(u64::from(n > 25)));
                n
            }
            _ => n,
        });
    match way {
        Changed => check
            .digests()
            .recorded([(String::new(), Digest::default())]),
        Few => check.at_least(1000),
        Trouble => check.truth(
            "trusted",
            |&n| if n == 25 { panic!("no answer") } else { n },
        ),
        _ => check,
    }
}

/// The result of one of two shards that ends so. `None` if it is missing.
fn shard(check: &CrossCheck<u32, u32>, number: usize, way: Way) -> Option<Checked> {
    let mut shard = results_of(check, ALL, 0, part(&format!("{number}/2"), 1));
    match way {
        Missing => return None,
        Interrupted => shard.ended = Ended::Interrupted,
        Late => shard.ended = Ended::TimeUp,
        Trouble => shard.scope.counts.trouble = Some("no answer".to_owned()),
        _ => {}
    }
    Some(shard)
}

/// Carries out the commands in `COMMANDS`, one after the other, and ends with the exit code of the last one.
#[test]
fn child() {
    let Ok(commands) = env::var("COMMANDS") else {
        return;
    };
    // A thread without a name is not that of a test, which an isolated command would start again.
    let carries_out = thread::spawn(move || carry_out(&commands));
    process::exit(carries_out.join().expect("an exit code"));
}

/// Carries out these commands. Returns the last exit code.
fn carry_out(commands: &str) -> i32 {
    let mut code = 0;
    for command in commands.split(';') {
        let (line, ways) = command.rsplit_once(':').expect("a command and ways");
        let ways: Vec<_> = ways.split(' ').map(Way::named).collect();
        let is_isolated = env::var_os("ISOLATED").is_some();
        let checks = ways.iter().enumerate().map(check);
        let checks = checks.map(|check| if is_isolated { check.isolated() } else { check });
        let checks: Vec<Check> = checks.map(Check::from).collect();
        code = i32::from(exit_code(line, &checks));
        println!("{MARK}{code}");
    }
    code
}

/// What stands before the exit code of a command.
const MARK: &str = "exit code of a command: ";

/// The exit codes of these commands, and what each printed.
fn carried_out(folder: &Path, is_isolated: bool, commands: &[String]) -> Vec<(i32, String)> {
    let output = folder.join("output");
    let file = fs::File::create(&output).expect("ours");
    let mut child = Command::new(env::current_exe().expect("it runs"));
    child
        .args(["--exact", "commands::child", "--nocapture"])
        .env("COMMANDS", commands.join(";"))
        .current_dir(folder)
        .stdout(file.try_clone().expect("ours"))
        .stderr(file);
    if is_isolated {
        child.env("ISOLATED", "1");
    }
    let status = child.status().expect("it runs");
    let output = fs::read_to_string(output).expect("text");
    let parts = output.split(MARK).collect::<Vec<_>>();
    let ended = parts.windows(2).map(|pair| {
        let (code, _) = pair[1].split_once('\n').expect("a line");
        (code.parse().expect("a code"), pair[0].to_owned())
    });
    let ended: Vec<_> = ended.collect();
    let codes = (status.code(), ended.len());
    assert_eq!(
        codes,
        (ended.last().map(|last| last.0), commands.len()),
        "{output}"
    );
    ended
}

/// All lists of three of these.
fn triples(of: &[Way]) -> impl Iterator<Item = [Way; 3]> {
    let pairs = of.iter().flat_map(|&a| of.iter().map(move |&b| [a, b]));
    pairs.flat_map(|[a, b]| of.iter().map(move |&c| [a, b, c]))
}

fn names(ways: &[Way]) -> Vec<String> {
    let names = ways
        .iter()
        .enumerate()
        .map(|(place, way)| format!("{place}-{way:?}"));
    names.collect()
}

/// A command in words, for [`carry_out`].
fn command(line: &str, ways: &[Way]) -> String {
    let ways: Vec<_> = ways.iter().map(|way| format!("{way:?}")).collect();
    format!("{line}:{}", ways.join(" "))
}

/// Asserts that the command ended as the worst of these ways, those up to one that ends it, and said what is about each.
fn assert_ended((code, text): &(i32, String), ways: &[Way], said: impl Fn(Way, &str) -> String) {
    let ends = |way: &Way| [Few, Trouble, Interrupted, Nowhere].contains(way);
    let end = ways
        .iter()
        .position(ends)
        .map_or(ways.len(), |last| last + 1);
    let worst = ways[..end].iter().map(|way| way.code()).max();
    let worst = ways[..end]
        .last()
        .filter(|way| ends(way))
        .map(|way| way.code())
        .or(worst);
    assert_eq!(Some(*code), worst, "{ways:?}: {text}");
    for (place, (name, way)) in names(ways).iter().zip(ways).enumerate() {
        if place < end {
            let said = said(*way, name);
            assert_eq!(text.matches(&said).count(), 1, "{said}: {ways:?}: {text}");
        } else {
            assert!(!text.contains(name), "{name}: {ways:?}: {text}");
        }
    }
}

/// What `check` says of one, once, beside its table.
fn conclusion(way: Way, name: &str) -> String {
    match way {
        Wrong => format!(
            "\n{name}: the solvers disagree on input 25\n\n    25\n\n    a   25\n    b   0\n"
        ),
        Dies => format!(
            "\n{name}: the solvers disagree on input 25\n\n    25\n\n    a   25\n    b   end of the process"
        ),
        Changed => {
            format!("\n{name}: the solvers agree on all inputs, but not on the answers on record\n")
        }
        Few => format!("\nerror: {name}: only 39 inputs were compared"),
        Trouble => format!(
            "\nerror: {name}: the check itself is at fault: the trusted answer `trusted` panics on 25"
        ),
        _ => format!("\n{name}\n\n solver "),
    }
}

/// Whether the page says that all is well.
fn is_green(page: &Path) -> bool {
    let page = fs::read_to_string(page).expect("a page");
    page.contains("class=\"verdict right\"")
}

#[test]
fn checks_end_as_the_worst_of_them() {
    let folder = TempDir::new().expect("a temporary folder");
    let all: Vec<_> = triples(&[Right, Wrong, Changed, Few, Trouble]).collect();
    let commands: Vec<_> = all
        .iter()
        .enumerate()
        .flat_map(|(n, ways)| {
            let formats = [format!("--report {n}"), "--format json".to_owned()];
            formats.map(|format| command(&format!("check --jobs 1 --seed 1 {format}"), ways))
        })
        .collect();
    let ended = carried_out(folder.path(), false, &commands);
    for (n, (ways, ended)) in all.iter().zip(ended.chunks(2)).enumerate() {
        assert_ended(&ended[0], ways, conclusion);
        let tables = |_, name: &str| format!("\n{name}\n\n solver ");
        assert_ended(&ended[0], ways, tables);
        assert_ended(&ended[1], ways, |_, name| {
            format!("\n      \"check\": \"{name}\",")
        });
        assert_eq!(
            is_green(&folder.path().join(n.to_string())),
            ended[0].0 == 0,
            "{ways:?}"
        );
    }
    // A signal, or an answer that ends the process, is for a process of its own.
    let late = "check --exhaustive --time 0s --report late";
    for is_isolated in [false, true] {
        for way in [Interrupted, Right, Few, Dies] {
            for ways in [
                [way, Right, Wrong],
                [Wrong, way, Right],
                [Right, Wrong, way],
            ] {
                if way != Interrupted && !is_isolated {
                    continue;
                }
                let ended = carried_out(
                    folder.path(),
                    is_isolated,
                    &[command("check --jobs 1 --seed 1", &ways)],
                );
                assert_ended(&ended[0], &ways, conclusion);
            }
        }
        let ended = carried_out(
            folder.path(),
            is_isolated,
            &[command(late, &[Right, Wrong])],
        );
        let nothing = |_, name: &str| format!("error: {name}: nothing was compared");
        assert_ended(&(ended[0].0, ended[0].1.clone()), &[Few, Right], |_, _| {
            nothing(Few, "0-Right")
        });
        assert!(!folder.path().join("late").exists());
    }
}

#[test]
fn shown_inputs_end_as_the_worst_of_them() {
    let folder = TempDir::new().expect("a temporary folder");
    let all: Vec<_> = triples(&[Right, Wrong, Left, Nowhere]).collect();
    let commands = all.iter().map(|ways| {
        let inputs = names(ways)
            .into_iter()
            .zip(ways)
            .map(|(name, way)| match way {
                Wrong => name + ":25",
                Left => name + ":3",
                Nowhere => name + ":40",
                _ => name + ":5",
            });
        command(
            &format!("show {}", inputs.collect::<Vec<_>>().join(" ")),
            ways,
        )
    });
    let commands: Vec<_> = commands.collect();
    for (ways, ended) in all.iter().zip(carried_out(folder.path(), false, &commands)) {
        assert_ended(&ended, ways, |way, name| match way {
            Wrong => format!("{name}: the solvers disagree on input 25\n"),
            Left => format!("{name}: input 3\n\n    3\n\nIt does not count: it is not `counted`."),
            Nowhere => format!("\nerror: {name}:40: the last input has the number 39"),
            _ => format!("{name}: input 5\n\n    5\n\n    a   5\n    b   5\n\nAll agree."),
        });
    }
}

/// Of two checks, one is complete. The other one has two shards that end in all ways.
#[test]
fn merged_shards_end_as_the_worst_of_them() {
    let folder = TempDir::new().expect("a temporary folder");
    let mut cases = Vec::new();
    let mut commands = Vec::new();
    let ways = [Right, Trouble, Interrupted, Late, Missing];
    let pairs = ways.iter().flat_map(|&one| ways.map(|other| [one, other]));
    for pair in pairs.filter(|pair| *pair != [Missing; 2]) {
        for place in 0..2 {
            for kinds in [
                [Right, Right],
                [Right, Wrong],
                [Wrong, Right],
                [Wrong, Wrong],
            ] {
                let mut files = Vec::new();
                let mut is_wrong = false;
                for (n, kind) in kinds.iter().enumerate() {
                    let check = check((n, kind));
                    for number in [1, 2] {
                        let way = if n == place { pair[number - 1] } else { Right };
                        if let Some(shard) = shard(&check, number, way) {
                            is_wrong |= !shard.simplest.is_empty();
                            let file = format!("{}-{n}-{number}", cases.len());
                            let document = serde_json::to_string(&report_on(vec![shard]));
                            fs::write(folder.path().join(&file), document.expect("a document"))
                                .expect("ours");
                            files.push(file);
                        }
                    }
                }
                if place == 1 {
                    files.reverse();
                }
                let line = format!("merge {} --report page-{}", files.join(" "), cases.len());
                commands.push(command(&line, &kinds));
                cases.push((pair, place, kinds, is_wrong));
            }
        }
    }
    let ended = carried_out(folder.path(), false, &commands);
    for (n, ((pair, place, kinds, is_wrong), (code, text))) in cases.iter().zip(&ended).enumerate()
    {
        let has = |way| pair.contains(&way);
        let expected = match () {
            () if has(Trouble) => 2,
            () if has(Interrupted) => 130,
            () if *is_wrong => 1,
            () if has(Missing) => 2,
            () => 0,
        };
        assert_eq!(*code, expected, "{pair:?} {kinds:?} {text}");
        assert_eq!(
            is_green(&folder.path().join(format!("page-{n}"))),
            expected == 0,
            "{pair:?} {text}"
        );
        let name = &names(kinds)[*place];
        let missing = 1 + usize::from(pair[1] == Missing);
        for (way, said) in [
            (Trouble, format!("\nerror: {name}: no answer\n")),
            (Interrupted, " until it was interrupted".to_owned()),
            (Missing, format!("Missing parts: {missing}/2.")),
            (Late, " until the time was up".to_owned()),
        ] {
            let is_worse = way == Late && has(Interrupted);
            assert!(
                !has(way) || is_worse || text.contains(&said),
                "{said} {pair:?} {text}"
            );
        }
        for name in names(kinds) {
            assert!(
                text.contains(&format!("\n{name}\n\n solver ")),
                "{name}: {text}"
            );
        }
    }
}

#[test]
fn what_is_no_result_of_a_shard_is_refused() {
    let folder = TempDir::new().expect("a temporary folder");
    let result = shard(&check((0, &Right)), 1, Right).expect("it is there");
    let text = serde_json::to_string(&report_on(vec![result])).expect("a document");
    let changes = [
        ("older", "\"format\":9", "\"format\":8"),
        ("newer", "\"version\":\"\"", "\"version\":\"2\""),
        ("foreign", "0-Right", "none"),
        ("text", "{", "all is well"),
        ("same", "", ""),
    ];
    for (name, old, new) in changes {
        fs::write(folder.path().join(name), text.replacen(old, new, 1)).expect("ours");
    }
    let refusals = [
        ("older", "error: older: its format is 8, expected 9"),
        ("newer", "warning: newer: written by version 2, expected "),
        (
            "foreign",
            "error: no check is called `none`; the checks are 0-Right",
        ),
        (
            "text",
            "error: text is not a result of `check --format json`",
        ),
        ("nowhere", "error: cannot read nowhere"),
        (
            "same same",
            "error: 0-Right: there are two results for shard 1/2",
        ),
    ];
    let commands = refusals.map(|(files, _)| command(&format!("merge {files}"), &[Right]));
    let ended = carried_out(folder.path(), false, &commands);
    for ((_, said), (code, text)) in refusals.iter().zip(ended) {
        assert!(code == 2 && text.contains(said), "{said}: {text}");
    }
}
