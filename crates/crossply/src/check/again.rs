//! The command that runs a test again: exactly this one, as it was built.

use std::path::Path;
use std::{env, thread};

/// The command for the test of this thread, in the shell of Unix.
pub(super) fn cargo_test() -> String {
    let mut command = "cargo test".to_owned();
    let thread = thread::current();
    let Some(test) = thread.name().filter(|name| *name != "main") else {
        return command;
    };
    if let Ok(package) = env::var("CARGO_PKG_NAME") {
        command += &format!(" -p {package}");
    }
    if let Ok(program) = env::current_exe() {
        command += &target(&program);
        command += &profile(&program);
    }
    format!("{command} {test} -- --exact")
}

/// The target, if its source has the place that cargo gives it.
fn target(program: &Path) -> String {
    // Its name is `small-3505d548bc5a270f`.
    let name = program.file_stem().and_then(|name| name.to_str());
    let name = name
        .and_then(|name| name.rsplit_once('-'))
        .map_or("", |(name, _)| name);
    let folder = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    let tests = Path::new(&folder).join("tests");
    let is_there = [
        tests.join(format!("{name}.rs")),
        tests.join(name).join("main.rs"),
    ];
    if is_there.iter().any(|source| source.exists()) {
        format!(" --test {name}")
    } else {
        String::new()
    }
}

/// The profile, from the folder `target/PROFILE/deps`.
pub(crate) fn profile(program: &Path) -> String {
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
