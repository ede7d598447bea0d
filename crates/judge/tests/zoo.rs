//! Verdicts on real programs, right and wrong in many ways: a test for each program.
//!
//! These tests need compilers and interpreters, so they run only if they are named, as the gate does: `cargo test --test
//! zoo`. The programs are in `zoo/`, and the verdicts in `zoo/verdicts/`. To accept new verdicts, run `SNAPSHOTS=overwrite cargo
//! test --test zoo`. Programs get few boards and short limits, so that a test takes a second
//! at most.
//!
//! After each test no process of the program may be left. Only on Linux can the tests look for one, and the judge see what
//! a program takes: these tests need Linux.

use std::env;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use crossply::report::Detail;
use crossply::report::formats::Format;
use crossply_games::truth::proven_answer;
use crossply_judge::report::{Circumstances, JudgeDocument};
use crossply_judge::{
    BatchOptions, BatchSize, Boards, Invocation, JudgeStage, Session, Submission, largest_input,
};
use crossply_problems::{Ccf201803_4, Poj1568, Problem};
use libtest_mimic::{Arguments, Failed, Trial};
use snapbox::{Assert, Data};

fn main() -> ExitCode {
    make_sure_of_fast::<Poj1568>(POJ1568);
    make_sure_of_fast::<Ccf201803_4>(Ccf201803_4::domain().len());
    let mut sources: Vec<_> = fs::read_dir(zoo())
        .expect("the zoo")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.is_file() && !is_header(path))
        .collect();
    sources.sort();
    let mut tests: Vec<_> = sources.into_iter().map(test).collect();
    tests.push(Trial::test(
        "every_verdict_has_a_program",
        verdicts_are_of_programs,
    ));
    let mut arguments = Arguments::from_args();
    // Half of the time tests wait for programs that wait.
    let threads = 2 * thread::available_parallelism().map_or(1, NonZeroUsize::get);
    arguments.test_threads.get_or_insert(threads);
    libtest_mimic::run(&arguments, tests).exit_code()
}

/// How many boards of each problem most programs get.
const POJ1568: u64 = 400;
const CCF201803_4: u64 = 60;
const PYTHON: u64 = 6;

/// The programs that get all boards, because few would have another fault in common, or none.
const ALL_BOARDS: [&str; 8] = [
    "line_misread.c",
    "never_takes_back.c",
    "no_antidiagonal.c",
    "off_by_one.c",
    "remembers_a_win.c",
    "remembers_for_long.c",
    "swapped_bounds.c",
    "two_bugs.c",
];

/// Expected answers come from the solver `fast`. Somebody who breaks `fast` should not have to look for the fault in
/// the judge.
fn make_sure_of_fast<P: Problem>(boards: u64) {
    let mut fast = (P::FAST.new)();
    for index in 0..boards {
        let position = P::domain().position(index);
        let proven = proven_answer(position).expect("the prover is right");
        let answer = fast.solve(position);
        assert!(
            answer == proven,
            "the solver `fast` is wrong, not the judge: on {} board {index} it answers {answer}, and {proven} is \
             proven",
            P::NAME,
        );
    }
}

fn test(source: PathBuf) -> Trial {
    let name = name(&source);
    let language = language(&source);
    // Without `CI`, tests in languages that are not installed are skipped. The gate has all languages.
    let missing = !is_there(language.0) && env::var_os("CI").is_none();
    Trial::test(name, move || verdict_is_as_recorded(&source, language)).with_ignored_flag(missing)
}

/// The command that compiles or runs sources with an ending, and the options of a compiler. A script has none.
type Language = (&'static str, &'static [&'static str]);

fn language(source: &Path) -> Language {
    let ending = source.extension().and_then(|ending| ending.to_str());
    match ending.unwrap_or_default() {
        "c" => ("cc", &["-O1", "-w", "-o"]),
        "cpp" => ("c++", &["-O1", "-w", "-o"]),
        "rs" => ("rustc", &["--edition", "2024", "-C", "opt-level=1", "-o"]),
        "sh" => ("sh", &[]),
        "py" => ("python3", &[]),
        "pl" => ("perl", &[]),
        other => panic!("{other:?} is no known language"),
    }
}

fn is_there(command: &str) -> bool {
    let paths = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&paths).any(|folder| folder.join(command).is_file())
}

/// The program, which this compiles if necessary.
fn program(source: &Path, (command, options): Language) -> Invocation {
    if options.is_empty() {
        return Invocation::of([&*interpreter(command), source]);
    }
    let binary = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name(source));
    let headers = ["score.h", "first_win.h"].map(|header| zoo().join(header));
    if is_older(&binary, source) || headers.iter().any(|header| is_older(&binary, header)) {
        let mut compile = Command::new(command);
        compile.args(options).arg(&binary).arg(source);
        assert!(compile.status().expect("a compiler").success());
    }
    Invocation::of([binary])
}

/// The interpreter itself: a version manager puts a script in the place of `python3`, which takes longer than Python.
fn interpreter(command: &str) -> PathBuf {
    static PYTHON: LazyLock<PathBuf> = LazyLock::new(|| {
        let mut ask = Command::new("python3");
        let output = ask
            .args(["-c", "import sys; print(sys.executable)"])
            .output();
        let path = output.expect("it is installed").stdout;
        String::from_utf8(path).expect("a path").trim_end().into()
    });
    match command {
        "python3" => PYTHON.clone(),
        _ => command.into(),
    }
}

/// Whether this is a part of programs.
fn is_header(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "h")
}

/// Whether the binary is missing, or older than the source.
fn is_older(binary: &Path, source: &Path) -> bool {
    let changed = |path| fs::metadata(path).and_then(|data| data.modified());
    match (changed(binary), changed(source)) {
        (Ok(made), Ok(changed)) => made < changed,
        _ => true,
    }
}

fn verdict_is_as_recorded(source: &Path, language: Language) -> Result<(), Failed> {
    let name = name(source);
    let mut program = program(source, language);
    let runs = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.runs"));
    if name == "flaky.c" {
        fs::write(&runs, "0\n")?;
        program.arguments.push(runs.into());
    }
    let is_for_poj1568 = fs::read_to_string(source)?.contains("For poj1568");
    let verdict = if is_for_poj1568 {
        judge::<Poj1568>(&name, program.clone())
    } else {
        judge::<Ccf201803_4>(&name, program.clone())
    };
    let path = zoo().join("verdicts").join(format!("{name}.txt"));
    // The path of a program differs from machine to machine.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).to_string_lossy();
    let verdict = verdict
        .replace(&format!("{folder}/"), "")
        .replace(&format!("{}/", zoo().display()), "");
    let verdict = match language {
        (command, []) => verdict.replace(&*program.name.to_string_lossy(), command),
        _ => verdict,
    };
    // How much a program prints or uses before it is stopped varies, and so does the last thing that it prints.
    let mut lines = Vec::new();
    let mut all = verdict.lines();
    while let Some(line) = all.next() {
        if line.ends_with("bytes are left out]") {
            lines.push("    [many bytes are left out]");
            all.by_ref().find(|line| line.is_empty());
            lines.push("");
        } else if line.trim().starts_with("used ") {
            lines.push("    used       [so much]");
        } else {
            lines.push(line);
        }
    }
    let verdict = lines.join("\n") + "\n";
    Assert::new().action_env("SNAPSHOTS").try_eq(
        Some(&"verdict"),
        verdict.into(),
        Data::read_from(&path, None).raw(),
    )?;
    let left = processes(&program);
    if left.is_empty() {
        Ok(())
    } else {
        Err(format!("processes are left: {left:?}").into())
    }
}

fn judge<P: Problem>(name: &str, program: Invocation) -> String {
    static NEVER: AtomicBool = AtomicBool::new(false);
    let mut submission = Submission::<P>::new(program, &NEVER);
    for (part, milliseconds) in [
        ("hangs", 100),
        ("waits", 100),
        ("slow", 250),
        ("slow_start", 120),
    ] {
        if name.contains(part) {
            submission.limits.time = Duration::from_millis(milliseconds);
        }
    }
    if name.contains("memory") {
        submission.limits.memory = 16 << 20;
    }
    if name.contains("runtime") {
        // The runtime alone takes more.
        submission.limits.memory = 6 << 20;
    }
    submission
        .allow_for_runtime()
        .expect("nobody interrupts it");
    let session = Session {
        options: BatchOptions {
            batch: None,
            jobs: NonZeroUsize::MIN,
            fail_fast: false,
        },
        submission,
    };
    // The boards on which the wrong programs fail, and a few more.
    let few = match P::LIMITS.boards {
        Some(_) if ALL_BOARDS.contains(&name) => P::domain().len(),
        // It starts slowly, and each run starts it anew.
        Some(_) if name.contains(".py") => PYTHON,
        Some(_) => CCF201803_4,
        None => POJ1568,
    };
    let samples = P::SAMPLES.iter();
    let samples = samples.map(|(board, _)| board.parse().expect("a board"));
    let mut stages = vec![
        JudgeStage::new("the samples", Boards::listed(samples), BatchSize::All),
        JudgeStage::new(
            "the simplest boards",
            Boards::Domain(0..few),
            BatchSize::Growing,
        ),
    ];
    if name.contains("slow") {
        let largest = largest_input::<P>();
        stages.extend(
            largest.map(|boards| JudgeStage::new("the largest input", boards, BatchSize::All)),
        );
    }
    let judged = session.judge(&stages, &|_| {}).expect("it runs");
    let document = JudgeDocument::new(&judged, &session.submission, Circumstances::default());
    let text = Format::Text.write(&document, Detail::Everything, 100);
    let text = text.expect("it is text");
    // How many boards fail, and which others, depends on how many a slow machine was asked for.
    let (counts, rest) = text.split_once("\n\n").expect("paragraphs");
    let (found, _) = rest.split_once("Judged: ").expect("what was judged");
    let (found, others) = found
        .split_once("It also failed on\n\n")
        .unwrap_or((found, ""));
    let (_, beyond) = others.split_once("\n\n").unwrap_or_default();
    let (verdict, _) = counts.split_once([',', '(']).expect("counts");
    format!("{}\n\n{found}{beyond}", verdict.trim_end())
        .trim_end()
        .to_owned()
}

fn verdicts_are_of_programs() -> Result<(), Failed> {
    for entry in fs::read_dir(zoo().join("verdicts"))? {
        let verdict = entry?.path();
        let name = name(&verdict.with_extension(""));
        if !zoo().join(&name).is_file() {
            return Err(format!("there is no program {name}").into());
        }
    }
    Ok(())
}

/// The processes that run the program.
fn processes(program: &Invocation) -> Vec<String> {
    let source = program.arguments.first().unwrap_or(&program.name);
    let source = source.to_string_lossy();
    let folders = fs::read_dir("/proc").expect("this is Linux").flatten();
    let command_lines = folders.filter_map(|folder| fs::read(folder.path().join("cmdline")).ok());
    let command_lines = command_lines.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let of_program = |line: &String| line.split('\0').any(|word| word == source);
    command_lines.filter(of_program).collect()
}

fn zoo() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/zoo")
}

fn name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}
