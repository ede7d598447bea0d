//! The command that runs the current test or program again, with the same package, target and profile.

use std::path::Path;
use std::{env, thread};

/// The shell command that runs this thread's test again, or this program if the thread runs no test, with these environment
/// variables. It is for PowerShell on Windows.
pub(super) fn command(variables: &[(&str, &str)]) -> String {
    let program = env::current_exe().ok();
    let command = test_command().or_else(|| cargo_run(&program?));
    let command = command.unwrap_or_else(|| "cargo test".to_owned());
    let set = variables.iter().map(|(name, value)| {
        if cfg!(windows) {
            format!("$env:{name}='{value}'; ")
        } else {
            format!("{name}={value} ")
        }
    });
    set.collect::<String>() + &command
}

/// The same without variables. `None` if the thread runs no test.
pub(super) fn test_command() -> Option<String> {
    let thread = thread::current();
    let test = thread.name().filter(|name| *name != "main")?;
    let program = env::current_exe().ok()?;
    let package = package();
    let target = target(&program);
    let profile = profile(&program);
    Some(format!(
        "cargo test{package}{target}{profile} {test} -- --exact"
    ))
}

/// The `cargo run` command for an example or a binary. `None` if `program` is not where cargo puts them.
pub(crate) fn cargo_run(program: &Path) -> Option<String> {
    let folder = program.parent()?;
    let name = program.file_stem()?.to_str()?;
    let target = if folder.ends_with("examples") {
        "example"
    } else if folder.join("deps").is_dir() {
        "bin"
    } else {
        return None;
    };
    let package = package();
    let profile = profile(program);
    Some(format!("cargo run{package}{profile} --{target} {name}"))
}

fn package() -> String {
    env::var("CARGO_PKG_NAME").map_or(String::new(), |package| format!(" -p {package}"))
}

/// The `--test` option, if the test's source is where cargo looks for it by default.
fn target(program: &Path) -> String {
    // The executable is called, for example, `small-3505d548bc5a270f`.
    let name = program.file_stem().and_then(|name| name.to_str());
    let name = name
        .and_then(|name| name.rsplit_once('-'))
        .map_or("", |(name, _)| name);
    let folder = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    let tests = Path::new(&folder).join("tests");
    let sources = [
        tests.join(format!("{name}.rs")),
        tests.join(name).join("main.rs"),
    ];
    if sources.iter().any(|source| source.exists()) {
        format!(" --test {name}")
    } else {
        String::new()
    }
}

/// The profile option, taken from the folder name in `target/PROFILE/deps`.
fn profile(program: &Path) -> String {
    let folders = program
        .ancestors()
        .skip(1)
        .filter_map(|folder| folder.file_name()?.to_str());
    let mut folders = folders.skip_while(|folder| ["deps", "examples"].contains(folder));
    match folders.next() {
        None | Some("debug") => String::new(),
        Some("release") => " --release".to_owned(),
        Some(other) => format!(" --profile {other}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_runs_only_what_it_has_built() {
        let example = Path::new("target/release/examples/isqrt");
        let command = "cargo run -p crossply --release --example isqrt";
        assert_eq!(cargo_run(example).as_deref(), Some(command));
        assert_eq!(cargo_run(Path::new("elsewhere/isqrt")), None);
        let test = env::current_exe().expect("cargo has built this test");
        let folder = test.ancestors().nth(2).expect("it is in `deps`");
        let command = cargo_run(&folder.join("checks"));
        assert!(command.is_some_and(|command| command.ends_with(" --bin checks")));
    }
}
