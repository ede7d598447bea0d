//! The theorems about all answers: Rocq proves the tables, and what it has proven is compared with the solver `fast`.
//!
//! `docs/theorems.md` says what that shows. With Rocq installed, `cargo test --test rocq` runs
//! them; `-- --include-ignored` adds `poj1568`, which takes minutes.
//!
//! Each proof is made in a folder of its own below the target folder, from the files in `rocq/` and from a table that the
//! answers of `fast` become. The folder keeps the files, so that a proof can be looked at.

mod table;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::thread;

use crossply_problems::{Ccf201803_4, FirstWin, Poj1568, Position, Score, Solver, Square};
use libtest_mimic::{Arguments, Failed, Trial};

use crate::table::Tabled;

fn main() -> ExitCode {
    let tests = vec![
        Trial::test("ccf201803_4_is_proven", is_proven::<Ccf201803_4>),
        Trial::test("faults_are_refused", faults_are_refused),
        Trial::test("poj1568_is_proven", is_proven::<Poj1568>).with_ignored_flag(true),
    ];
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}

/// A problem whose answers are proven.
trait Proven: Tabled {
    /// The number of legal positions, as the theorems have it.
    const POSITIONS: u64;

    /// The file of the table.
    const TABLE: &'static str;

    /// The files of the proof, in an order in which Rocq can compile them. Those of a group do not need each other.
    const FILES: &'static [&'static [&'static str]];

    /// The answer to a position, whose cells are digits in base three, according to the entries of a table. It is read as
    /// `rocq/Table.v` says.
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
        Score::new(entries.of(cells) as i32 - 10)
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
            entries.of(&after) == 1
        });
        match first_win {
            Some(cell) => FirstWin::WinAt(Square::new(cell as u32 / 4, cell as u32 % 4)),
            None => FirstWin::NoForcedWin,
        }
    }
}

fn is_proven<P: Proven>() -> Result<(), Failed> {
    let folder = proof::<P>("proof", fast::<P>().as_mut())?;
    compile::<P>(&folder)?;
    check::<P>(&folder)?;
    compare::<P>(&folder, fast::<P>().as_mut())?;
    Ok(())
}

fn fast<P: Proven>() -> Box<dyn Solver<P>> {
    (P::FAST.new)()
}

/// A new folder with the files of the proof, and with the table that the solver's answers become.
fn proof<P: Proven>(name: &str, solver: &mut dyn Solver<P>) -> Result<PathBuf, Failed> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{name}", P::NAME));
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    for file in P::FILES.concat() {
        if file == P::TABLE {
            fs::write(source(&folder, file), table::of(solver).to_string())?;
        } else {
            let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("rocq");
            fs::copy(source(&committed, file), source(&folder, file))?;
        }
    }
    Ok(folder)
}

fn source(folder: &Path, file: &str) -> PathBuf {
    folder.join(file).with_extension("v")
}

/// Compiles the files of a proof, which is how Rocq proves them. Refuses a theorem that rests on more than operations on
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
            // Warnings, as of what a later version deprecates, go to standard error.
            let [output, _] = output?;
            printed.push_str(&output);
        }
    }
    // What `Print Assumptions` says about two theorems: names with their types, or that there are none.
    let mut reports = 0;
    for line in printed.lines() {
        match line {
            "Axioms:" | "Closed under the global context" => reports += 1,
            // The type of the name before goes on.
            _ if line.starts_with(' ') => {}
            _ if line
                .split(' ')
                .next()
                .is_some_and(|name| PRIMITIVES.contains(&name)) => {}
            _ => return Err(format!("a theorem rests on {line}")),
        }
    }
    if reports == 2 {
        Ok(())
    } else {
        Err(format!(
            "the assumptions of {reports} theorems are known, not of 2: {printed}"
        ))
    }
}

/// The operations of the kernel that theorems may rest on. All else is an axiom, whatever its name begins with.
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

/// Has the compiled files checked by `coqchk`, which shares the kernel with `coqc`, but none of the code before it. It
/// finds axioms under any name. It believes the standard library.
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
    // It writes its summary to standard error.
    let [_, printed] = run(folder, "coqchk", &arguments)?;
    let none = [
        "type-in-type",
        "unsafe (co)fixpoints",
        "positivity is assumed",
    ];
    let safe = none.iter().all(|unsafe_part| {
        let mut lines = printed.lines();
        lines.any(|line| line.contains(unsafe_part) && line.ends_with("<none>"))
    });
    if safe && printed.contains("* Axioms:") && !printed.contains("Crossply.") {
        Ok(())
    } else {
        Err(format!("coqchk says: {printed}"))
    }
}

/// What the command writes to its standard output, and to its standard error. An error if it fails.
fn run(folder: &Path, command: &str, arguments: &[&str]) -> Result<[String; 2], String> {
    // `coqc` collects garbage as rarely. With its own settings `coqchk` takes more than twenty times as long on 4x4.
    let output = Command::new(command)
        .env("OCAMLRUNPARAM", "s=32M,o=200")
        .args(arguments)
        .current_dir(folder)
        .output();
    let output = output.map_err(|error| format!("{command}: {error}"))?;
    let printed = [output.stdout, output.stderr];
    let printed = printed.map(|printed| String::from_utf8_lossy(&printed).into_owned());
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

/// The entries of a table, read from its file.
struct Entries {
    bits: u32,
    words: Vec<u64>,
}

impl Entries {
    fn read<P: Proven>(text: &str) -> Result<Self, String> {
        let begin = text.find("[|").ok_or("no table begins")? + 2;
        let words = text[begin..]
            .split('|')
            .next()
            .unwrap_or_default()
            .split(';');
        let words = words.map(|word| {
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
    fn of(&self, cells: &[u8]) -> u64 {
        let number = cells
            .iter()
            .fold(0, |number, &cell| 3 * number + usize::from(cell));
        let in_word = 60 / self.bits as usize;
        let shift = self.bits * (number % in_word) as u32;
        self.words[number / in_word] >> shift & ((1 << self.bits) - 1)
    }
}

/// Compares the table in a proof with a solver, on every position. In the one direction the table has the solver's
/// answers, in the other the solver's answers make the table, bit by bit.
fn compare<P: Proven>(folder: &Path, solver: &mut dyn Solver<P>) -> Result<(), String> {
    let text = fs::read_to_string(source(folder, P::TABLE)).map_err(|error| error.to_string())?;
    let entries = Entries::read::<P>(&text)?;
    let mut compared = 0;
    for position in P::domain().positions(0..P::domain().len()) {
        let cells: Vec<u8> = position.cells().map(|cell| cell as u8).collect();
        let (proven, answer) = (P::read_answer(&entries, &cells), solver.solve(position));
        if proven != answer {
            let notation = position.notation();
            return Err(format!(
                "{notation}: proven is {proven}, and the solver answers {answer}"
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
    if text == table::of(solver).to_string() {
        Ok(())
    } else {
        Err(
            "the table differs from that of the solver's answers in an entry of no legal position"
                .to_owned(),
        )
    }
}

/// `fast`, but with another answer to the empty board.
struct Wrong;

impl Solver<Ccf201803_4> for Wrong {
    fn solve(&mut self, position: Position<Ccf201803_4>) -> Score {
        match position.empties() {
            9 => Score::new(1),
            _ => fast::<Ccf201803_4>().solve(position),
        }
    }
}

/// Rocq refuses wrong tables and wrong rules; the other checks refuse what Rocq does not.
fn faults_are_refused() -> Result<(), Failed> {
    type P = Ccf201803_4;
    let proof_of_fast = |name| proof::<P>(name, fast::<P>().as_mut());

    // The file, words in it, what replaces them, and what is complained about.
    let checked = "Lemma checked3 : forallb check3 (boards 9) = true.\nProof. vm_cast_no_check (eq_refl true). Qed.";
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
            checked,
            unproven,
            "a theorem rests on Proof3.checked3",
        ),
        (
            "Theorems3",
            "exact Proof3.answers3.",
            "pose proof PArray.get_set_same. exact Proof3.answers3.",
            "a theorem rests on PArray.set",
        ),
    ];
    for (file, from, to, complaint) in faults {
        let folder = proof_of_fast("fault")?;
        edit(&folder, file, |text| text.replacen(from, to, 1))?;
        refused(compile::<P>(&folder), complaint)?;
    }

    // The empty board has the lowest bits of the first word.
    let folder = proof_of_fast("flipped-bit")?;
    edit(&folder, P::TABLE, |text| flip_in_first_word(text, 1))?;
    refused(compile::<P>(&folder), "forallb check3")?;
    let compared = compare::<P>(&folder, fast::<P>().as_mut());
    refused(
        compared,
        ".../.../...: proven is 1, and the solver answers 0",
    )?;

    // No theorem is about the board with nothing but two stones of `o` in the last cells, which has number 8.
    let folder = proof_of_fast("unused-bit")?;
    edit(&folder, P::TABLE, |text| {
        flip_in_first_word(text, 1 << (5 * 8))
    })?;
    refused(
        compare::<P>(&folder, fast::<P>().as_mut()),
        "no legal position",
    )?;

    let folder = proof::<P>("changed-answer", &mut Wrong)?;
    refused(compile::<P>(&folder), "forallb check3")?;
    let folder = proof_of_fast("changed-solver")?;
    let compared = compare::<P>(&folder, &mut Wrong);
    refused(
        compared,
        ".../.../...: proven is 0, and the solver answers 1",
    )?;

    // An axiom that has the name of an operation, and that no theorem needs.
    let folder = proof_of_fast("axiom")?;
    edit(&folder, "Proof3", |text| {
        format!("Module PrimInt63. Axiom add : False. End PrimInt63.\n{text}")
    })?;
    compile::<P>(&folder)?;
    refused(check::<P>(&folder), "Crossply.Proof3.PrimInt63.add")?;
    Ok(())
}

/// The fault is seen, and for the right reason.
fn refused(result: Result<(), String>, complaint: &str) -> Result<(), Failed> {
    match result {
        Err(found) if found.contains(complaint) => Ok(()),
        Err(found) => Err(format!("found the complaint {found:?}, expected {complaint:?}").into()),
        Ok(()) => Err(format!("found no complaint, expected {complaint:?}").into()),
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

/// The table with these bits of its first word flipped.
fn flip_in_first_word(text: &str, bits: u64) -> String {
    let (before, rest) = text.split_once("0x").expect("a word");
    let (word, after) = rest.split_once(';').expect("two words");
    let word = u64::from_str_radix(word, 16).expect("a number");
    format!("{before}{:#x};{after}", word ^ bits)
}
