//! Theorems about all answers: Rocq proves that a table of answers is right, and the table is compared with the solver
//! `fast`.
//!
//! `docs/theorems.md` says what that shows. `cargo test --test rocq` needs Rocq; `-- --include-ignored` adds `poj1568`,
//! which takes minutes.
//!
//! Each proof has a folder of its own in the target folder, with the files in `rocq/` and a table made from the answers
//! of `fast`. The folder is kept, for inspection.

mod table;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::thread;

use crossply_problems::{Ccf201803_4, FirstWin, Poj1568, Position, Score, Solver};
use libtest_mimic::{Arguments, Failed, Trial};

use crate::table::{Table, Tabled};

fn main() -> ExitCode {
    let tests = vec![
        Trial::test("ccf201803_4_is_proven", is_proven::<Ccf201803_4>),
        Trial::test("faults_are_rejected", faults_are_rejected),
        Trial::test("poj1568_is_proven", is_proven::<Poj1568>).with_ignored_flag(true),
    ];
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}

/// A problem whose answers are proven.
trait Proven: Tabled {
    /// The number of legal positions, according to the theorems.
    const POSITIONS: u64;

    /// The file of the table.
    const TABLE: &'static str;

    /// The files of the proof, in groups. The files of a group can be compiled side by side, after those of earlier
    /// groups.
    const FILES: &'static [&'static [&'static str]];

    /// The answer for a position according to the entries of a table, as `rocq/Table.v` defines it. The cells are
    /// digits in base three.
    fn read_answer(entries: &Entries, cells: &[u8]) -> Self::Answer;
}

impl Proven for Ccf201803_4 {
    const POSITIONS: u64 = 2_739;
    const TABLE: &'static str = "Table3";
    const FILES: &'static [&'static [&'static str]] = &[
        &["Statement"],
        &["Table", "Soundness"],
        &["Table3"],
        &["Proof3"],
        &["Theorems3"],
    ];

    fn read_answer(entries: &Entries, cells: &[u8]) -> Score {
        Score::new(entries.get(cells) as i32 - 10)
    }
}

impl Proven for Poj1568 {
    const POSITIONS: u64 = 4_656_402;
    const TABLE: &'static str = "Table4";
    const FILES: &'static [&'static [&'static str]] = &[
        &["Statement"],
        &["Table", "Soundness"],
        &["Table4"],
        &["Check4"],
        &["CheckedX4", "CheckedO4", "Positions4"],
        &["Proof4"],
        &["Theorems4"],
    ];

    fn read_answer(entries: &Entries, cells: &[u8]) -> FirstWin {
        let mut moves = (0..cells.len()).filter(|&cell| cells[cell] == 0);
        let first_win = moves.find(|&cell| {
            let mut after = cells.to_vec();
            after[cell] = 1;
            entries.get(&after) == 1
        });
        match first_win {
            Some(cell) => FirstWin::WinAt(cell as u8),
            None => FirstWin::NoForcedWin,
        }
    }
}

fn is_proven<P: Proven>() -> Result<(), Failed> {
    let folder = create_proof::<P>("proof", fast::<P>().as_mut())?;
    compile::<P>(&folder)?;
    check::<P>(&folder)?;
    compare::<P>(&folder, fast::<P>().as_mut())?;
    Ok(())
}

fn fast<P: Proven>() -> Box<dyn Solver<P>> {
    (P::FAST.new)()
}

/// Makes a folder with the files of the proof, and a table of the solver's answers.
fn create_proof<P: Proven>(name: &str, solver: &mut dyn Solver<P>) -> Result<PathBuf, Failed> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{name}", P::NAME));
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    for file in P::FILES.concat() {
        if file == P::TABLE {
            fs::write(source(&folder, file), Table::new(solver).to_string())?;
        } else {
            let originals = Path::new(env!("CARGO_MANIFEST_DIR")).join("rocq");
            fs::copy(source(&originals, file), source(&folder, file))?;
        }
    }
    Ok(folder)
}

fn source(folder: &Path, file: &str) -> PathBuf {
    folder.join(file).with_extension("v")
}

/// Compiles the files of a proof, by which Rocq checks it. Fails if a theorem relies on more than operations on
/// integers and arrays.
fn compile<P: Proven>(folder: &Path) -> Result<(), String> {
    let mut printed = String::new();
    for group in P::FILES {
        let outputs: Vec<_> = thread::scope(|scope| {
            let compile = |file| {
                let file = format!("{file}.v");
                run(folder, "coqc", &["-q", "-Q", ".", "Crossply", &file])
            };
            let running: Vec<_> = group
                .iter()
                .map(|file| scope.spawn(move || compile(file)))
                .collect();
            let outputs = running.into_iter().map(thread::ScopedJoinHandle::join);
            outputs.map(|output| output.expect("no panic")).collect()
        });
        for output in outputs {
            // Warnings, such as those of deprecation, go to standard error.
            let [stdout, _] = output?;
            printed.push_str(&stdout);
        }
    }
    // `Print Assumptions` lists the assumptions of two theorems, with their types, or says that there are none.
    let mut reports = 0;
    for line in printed.lines() {
        match line {
            "Axioms:" | "Closed under the global context" => reports += 1,
            // The type of the previous name goes on.
            _ if line.starts_with(' ') => {}
            _ if line
                .split(' ')
                .next()
                .is_some_and(|name| PRIMITIVES.contains(&name)) => {}
            _ => return Err(format!("a theorem relies on {line}")),
        }
    }
    if reports == 2 {
        Ok(())
    } else {
        Err(format!(
            "found the assumptions of {reports} theorems, expected those of 2: {printed}"
        ))
    }
}

/// The operations of the kernel on which theorems may rely. Everything else is an axiom, even if its name is similar.
const PRIMITIVES: [&str; 12] = [
    "PArray.array",
    "PArray.get",
    "PrimInt63.add",
    "PrimInt63.div",
    "PrimInt63.eqb",
    "PrimInt63.int",
    "PrimInt63.land",
    "PrimInt63.lsl",
    "PrimInt63.lsr",
    "PrimInt63.mod",
    "PrimInt63.mul",
    "PrimInt63.sub",
];

/// Checks the compiled files with `coqchk`, which shares only the kernel with `coqc`. It finds axioms under any name,
/// but trusts the standard library.
fn check<P: Proven>(folder: &Path) -> Result<(), String> {
    let modules: Vec<_> = P::FILES
        .concat()
        .iter()
        .map(|file| format!("Crossply.{file}"))
        .collect();
    let mut arguments: Vec<_> = "-silent -bytecode-compiler yes -o -Q . Crossply"
        .split(' ')
        .collect();
    arguments.extend(modules.iter().flat_map(|module| ["-norec", module]));
    // The summary goes to standard error.
    let [_, summary] = run(folder, "coqchk", &arguments)?;
    let unsafe_features = [
        "type-in-type",
        "unsafe (co)fixpoints",
        "positivity is assumed",
    ];
    let is_safe = unsafe_features.iter().all(|feature| {
        let mut lines = summary.lines();
        lines.any(|line| line.contains(feature) && line.ends_with("<none>"))
    });
    if is_safe && summary.contains("* Axioms:") && !summary.contains("Crossply.") {
        Ok(())
    } else {
        Err(format!("coqchk says: {summary}"))
    }
}

/// What the command writes to standard output and to standard error. An error if it fails.
fn run(folder: &Path, command: &str, arguments: &[&str]) -> Result<[String; 2], String> {
    // Garbage is collected rarely, as `coqc` does by default. With its default, `coqchk` takes twenty times as long on
    // 4x4.
    let result = Command::new(command)
        .env("OCAMLRUNPARAM", "s=32M,o=200")
        .args(arguments)
        .current_dir(folder)
        .output();
    let output = result.map_err(|error| format!("{command}: {error}"))?;
    let printed =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    if output.status.success() {
        Ok(printed)
    } else {
        Err(format!(
            "{command} {}: {}",
            arguments.join(" "),
            printed.concat()
        ))
    }
}

/// The entries of a table, parsed from its file.
struct Entries {
    bits: u32,
    words: Vec<u64>,
}

impl Entries {
    fn parse<P: Proven>(text: &str) -> Result<Self, String> {
        let (_, after_start) = text.split_once("[|").ok_or("there is no table")?;
        let (list, _) = after_start.split_once('|').ok_or("the table has no end")?;
        let words = list.split(';').map(|word| {
            let digits = word
                .trim()
                .strip_prefix("0x")
                .ok_or("a word is not hexadecimal")?;
            u64::from_str_radix(digits, 16).map_err(|error| format!("{word}: {error}"))
        });
        Ok(Entries {
            bits: P::BITS,
            words: words.collect::<Result<_, String>>()?,
        })
    }

    /// The entry of the board whose cells are these digits in base three.
    fn get(&self, cells: &[u8]) -> u64 {
        let number = cells
            .iter()
            .fold(0, |number, &cell| 3 * number + usize::from(cell));
        let entries_per_word = 60 / self.bits as usize;
        let shift = self.bits * (number % entries_per_word) as u32;
        self.words[number / entries_per_word] >> shift & ((1 << self.bits) - 1)
    }
}

/// Checks that the table of a proof has the solver's answer for every position.
fn compare<P: Proven>(folder: &Path, solver: &mut dyn Solver<P>) -> Result<(), String> {
    let text = fs::read_to_string(source(folder, P::TABLE)).map_err(|error| error.to_string())?;
    let entries = Entries::parse::<P>(&text)?;
    let mut compared = 0;
    for position in P::domain().positions(0..P::domain().len()) {
        let cells: Vec<u8> = position.cells().map(|cell| cell as u8).collect();
        let proven = P::read_answer(&entries, &cells);
        let answer = solver.solve(position);
        if proven != answer {
            let notation = position.notation();
            return Err(format!(
                "{notation}: {proven} is proven, and the solver answers {answer}"
            ));
        }
        compared += 1;
    }
    if compared != P::POSITIONS {
        let proven = P::POSITIONS;
        return Err(format!(
            "{compared} positions were compared, and {proven} are proven"
        ));
    }
    Ok(())
}

/// `fast`, but with another answer for the empty board.
struct WrongOnEmptyBoard;

impl Solver<Ccf201803_4> for WrongOnEmptyBoard {
    fn solve(&mut self, position: Position<Ccf201803_4>) -> Score {
        match position.empties() {
            9 => Score::new(1),
            _ => fast::<Ccf201803_4>().solve(position),
        }
    }
}

/// Rocq rejects wrong tables and wrong rules. The other checks reject what Rocq accepts.
fn faults_are_rejected() -> Result<(), Failed> {
    type P = Ccf201803_4;
    let proof_of_fast = |name| create_proof::<P>(name, fast::<P>().as_mut());

    // The file, text in it, its replacement, and a part of the expected error.
    let proven = "Lemma checked3 : forallb check3 (boards 9) = true.\nProof. vm_cast_no_check (eq_refl true). Qed.";
    let unproven = "Axiom checked3 : forallb check3 (boards 9) = true.";
    let faults = [
        ("Statement", "line n 0 (n + 1); ", "", "forallb check3"),
        (
            "Statement",
            "then Z.of_nat e + 1",
            "then Z.of_nat e",
            "Soundness.v",
        ),
        (
            "Statement",
            " && negb (has_line 3 X b)",
            "",
            "how_many legal3",
        ),
        (
            "Proof3",
            proven,
            unproven,
            "a theorem relies on Proof3.checked3",
        ),
        (
            "Theorems3",
            "exact Proof3.answers3.",
            "pose proof PArray.get_set_same. exact Proof3.answers3.",
            "a theorem relies on PArray.set",
        ),
    ];
    for (file, from, to, expected) in faults {
        let folder = proof_of_fast("fault")?;
        edit(&folder, file, |text| text.replacen(from, to, 1))?;
        expect_error(compile::<P>(&folder), expected)?;
    }

    // The lowest bits of the first word are those of the empty board.
    let folder = proof_of_fast("flipped-bit")?;
    edit(&folder, P::TABLE, flip_empty_board)?;
    expect_error(compile::<P>(&folder), "forallb check3")?;
    expect_error(
        compare::<P>(&folder, fast::<P>().as_mut()),
        ".../.../...: 1 is proven, and the solver answers 0",
    )?;

    let folder = create_proof::<P>("changed-answer", &mut WrongOnEmptyBoard)?;
    expect_error(compile::<P>(&folder), "forallb check3")?;
    let folder = proof_of_fast("changed-solver")?;
    expect_error(
        compare::<P>(&folder, &mut WrongOnEmptyBoard),
        ".../.../...: 0 is proven, and the solver answers 1",
    )?;

    // An axiom with the name of an operation, which no theorem needs.
    let folder = proof_of_fast("axiom")?;
    edit(&folder, "Proof3", |text| {
        format!("Module PrimInt63. Axiom add : False. End PrimInt63.\n{text}")
    })?;
    compile::<P>(&folder)?;
    expect_error(check::<P>(&folder), "Crossply.Proof3.PrimInt63.add")?;
    Ok(())
}

/// Checks that the fault is detected, and for the right reason.
fn expect_error(result: Result<(), String>, expected: &str) -> Result<(), Failed> {
    match result {
        Err(error) if error.contains(expected) => Ok(()),
        Err(error) => Err(format!("found the error {error:?}, expected {expected:?}").into()),
        Ok(()) => Err(format!("found no error, expected {expected:?}").into()),
    }
}

fn edit(folder: &Path, file: &str, edit: impl Fn(&str) -> String) -> Result<(), Failed> {
    let path = source(folder, file);
    let text = fs::read_to_string(&path)?;
    let edited = edit(&text);
    if edited == text {
        return Err(format!("{file}: the fault can no longer be planted").into());
    }
    Ok(fs::write(path, edited)?)
}

/// The text of a table, with the lowest bit of its first word flipped.
fn flip_empty_board(text: &str) -> String {
    let (before, rest) = text.split_once("0x").expect("a word");
    let (word, after) = rest.split_once(';').expect("two words");
    let word = u64::from_str_radix(word, 16).expect("a number");
    format!("{before}{:#x};{after}", word ^ 1)
}
