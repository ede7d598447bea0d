//! Verdicts on real programs, right and wrong in many ways: a test for each program.
//!
//! These tests need compilers and interpreters, so they run only if they are named, as the gate does: `cargo test --test
//! zoo`. The programs are in `zoo/`, and the verdicts in `zoo/verdicts/`; a program without one there is right. To accept
//! new verdicts, run `SNAPSHOTS=overwrite cargo test --test zoo`. Programs get few boards and short limits, so that a test
//! takes a second at most.
//!
//! After each test no process of the program may be left. Only on Linux can the tests look for one, and the judge see what
//! a program takes: these tests need Linux.

mod session;

use std::env;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::Duration;

use crossply::report::formats::Format;
use crossply::report::{Canvas, Detail};
use crossply_judge::report::JudgeDocument;
use crossply_judge::{Boards, Invocation, Session, Submission, Verdict};
use crossply_problems::{Ccf201803_4, Poj1568, Problem};
use libtest_mimic::{Arguments, Failed, Trial};
use snapbox::{Assert, Data};

fn main() -> ExitCode {
    let programs = sources(&zoo()).into_iter();
    let mut tests: Vec<_> = programs.filter(|path| !is_header(path)).map(test).collect();
    let languages = sources(&zoo().join("languages")).into_iter();
    tests.extend(languages.map(|source| {
        Trial::test(format!("languages/{}", name(&source)), move || {
            is_compiled(&source)
        })
    }));
    tests.push(Trial::test(
        "every_verdict_has_a_program",
        verdicts_are_of_programs,
    ));
    tests.push(Trial::test(
        "a_session_that_is_out_of_time_accepts_nothing",
        no_board_is_left_out,
    ));
    // Later on, how many runs there are depends on the time that they take.
    let cuts = [1, 2, 3, 5, 6, 20];
    tests.extend(cuts.map(|cut| {
        Trial::test(format!("session_cut_at_run_{cut}"), move || {
            session::groups_said_to_be_judged_were_completed(cut);
            Ok(())
        })
    }));
    let mut arguments = Arguments::from_args();
    // Half of the time tests wait for programs that wait.
    let threads = 2 * thread::available_parallelism().map_or(1, NonZeroUsize::get);
    arguments.test_threads.get_or_insert(threads);
    libtest_mimic::run(&arguments, tests).exit_code()
}

/// The files in this folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut sources: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    sources.retain(|path| path.is_file());
    sources.sort();
    sources
}

/// The languages that a machine without them need not install for the gate.
const SKIPPED: [&str; 3] = ["Go", "Kotlin", "Ruby"];

/// The answer to the first board is 1, as this source in a language of the judge prints. With a fault at its end, the
/// compiler refuses it, and says where.
fn is_compiled(source: &Path) -> Result<(), Failed> {
    let compile = |source| Submission::compile(source, Ccf201803_4::LIMITS, &NEVER);
    let submission = match compile(source).map_err(|error| error.to_string()) {
        // Languages that are not installed are skipped, in the gate only these.
        Err(error)
            if error.contains("is not installed")
                && (env::var_os("CI").is_none()
                    || SKIPPED.iter().any(|skipped| error.starts_with(skipped))) =>
        {
            println!("{} is skipped: {error}", name(source));
            return Ok(());
        }
        compiled => compiled?.map_err(|refused| refused.message)?,
    };
    let build = submission.build.clone();
    let judged = session(submission, Boards::<Ccf201803_4>::Indices(0..1)).judge(&|_| {})?;
    if judged.verdict != Some(Verdict::Accepted) {
        return Err(format!("{judged:?}").into());
    }
    let Some(folder) = build else {
        return Ok(());
    };
    let faulty = folder.path().join(name(source));
    fs::write(&faulty, fs::read_to_string(source)? + " faulty\n")?;
    let refused = compile(&faulty)?;
    let message = refused.expect_err("it is faulty").message;
    // Java's compiler demands another name.
    let is_named = message.contains(&name(source)) || message.contains("Main.java");
    if is_named {
        Ok(())
    } else {
        Err(message.into())
    }
}

/// What a program is judged on, one run at a time.
fn session<P: Problem>(submission: Submission, boards: Boards<P>) -> Session<P> {
    Session {
        judged: Ok(Arc::new(submission)),
        reference: None,
        boards,
        time: None,
        jobs: NonZeroUsize::MIN,
    }
}

/// A program is accepted only if it has answered all boards that a verdict rests on. A wrong answer is wrong at once.
fn no_board_is_left_out() -> Result<(), Failed> {
    for (name, is_right) in [("right.py", true), ("always_draw.sh", false)] {
        let source = zoo().join(name);
        let program = program(&source, language(&source));
        let submission = Submission::new(program, Ccf201803_4::LIMITS, &NEVER)?;
        let mut session = session(submission, Boards::<Ccf201803_4>::Usual(0..CCF201803_4));
        session.time = Some(Duration::from_nanos(1));
        match session.judge(&|_| {}) {
            Err(why)
                if is_right
                    && why
                        .to_string()
                        .contains("before the samples had been judged") => {}
            Ok(judged) if !is_right && judged.verdict == Some(Verdict::WrongAnswer) => {}
            other => return Err(format!("{name}: {other:?}").into()),
        }
    }
    Ok(())
}

static NEVER: AtomicBool = AtomicBool::new(false);

/// How many boards of each problem most programs get.
const POJ1568: u64 = 400;
const CCF201803_4: u64 = 60;
const PYTHON: u64 = 6;

/// The programs that get all boards, because few would have another fault in common, or none.
const ALL_BOARDS: [&str; 9] = [
    "depends_on_the_count.c",
    "line_misread.c",
    "never_takes_back.c",
    "no_antidiagonal.c",
    "off_by_one.c",
    "remembers_a_win.c",
    "remembers_for_long.c",
    "swapped_bounds.c",
    "two_bugs.c",
];

/// The programs that get the usual boards, because others do not show the fault.
const USUAL_BOARDS: [&str; 3] = ["leak.py", "remembers_for_long.c", "slow_start.c"];

fn test(source: PathBuf) -> Trial {
    let name = name(&source);
    let language = language(&source);
    // Without `CI`, tests in languages that are not installed are skipped. The gate installs them.
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
    let parts = ["score.h", "first_win.h", "winning_move.rs"].map(|part| zoo().join(part));
    if is_older(&binary, source) || parts.iter().any(|part| is_older(&binary, part)) {
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
    // While it waits until its output is read, it uses no CPU time: on a busy machine it meets the other limit first.
    let verdict = if name == "floods_stderr.c" {
        let idle = "it answered nothing for 0.1 s";
        verdict.replace(idle, "more than 0.1 s of CPU time")
    } else {
        verdict
    };
    let verdict = match language {
        (command, []) => verdict.replace(&*program.name.to_string_lossy(), command),
        _ => verdict,
    };
    // How much a program prints before it is stopped varies, and how often a flaky one is asked.
    let varies = if name == "flaky.c" {
        "\n    x has a line.\n"
    } else {
        "    debugging\n"
    };
    let shown = verdict.split_once(varies).map(|(shown, _)| shown);
    let verdict = format!("{}\n", shown.unwrap_or(&verdict).trim_end());
    if path.exists() || verdict != "AC: accepted\n" {
        Assert::new().action_env("SNAPSHOTS").try_eq(
            Some(&"verdict"),
            verdict.into(),
            Data::read_from(&path, None).raw(),
        )?;
    }
    let left = processes(&program);
    if left.is_empty() {
        Ok(())
    } else {
        Err(format!("processes are left: {left:?}").into())
    }
}

fn judge<P: Problem>(name: &str, program: Invocation) -> String {
    let mut submission =
        Submission::new(program, P::LIMITS, &NEVER).expect("it is not interrupted");
    for (part, milliseconds) in [
        ("hangs", 100),
        ("waits", 100),
        ("slow", 250),
        ("slow_start", 120),
        ("floods_stderr", 100),
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
    // The boards on which the wrong programs fail, and a few more.
    let few = match P::LIMITS.boards {
        Some(_) if ALL_BOARDS.contains(&name) => P::domain().len(),
        // It starts slowly, and each run starts it anew.
        Some(_) if name.contains(".py") => PYTHON,
        Some(_) => CCF201803_4,
        None => POJ1568,
    };
    let emptiest = P::domain().position(P::domain().len() - 1);
    let boards = match P::LIMITS.boards {
        Some(most) if name.contains("slow") => Boards::listed(vec![emptiest; most as usize]),
        _ if USUAL_BOARDS.contains(&name) => Boards::Usual(0..few),
        _ => Boards::Indices(0..few),
    };
    let session = session(submission, boards);
    let judged = session.judge(&|_| {}).expect("it runs");
    let document = JudgeDocument::new("", Some(&session), judged);
    let text = Format::Text.write(&document, Detail::Everything, &Canvas::plain(100));
    let text = text.expect("it is text");
    let (found, _) = text.split_once("Judged: ").expect("what was judged");
    found.trim_end().to_owned()
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
