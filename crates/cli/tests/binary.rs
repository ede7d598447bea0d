//! The binary, and what it prints.

use snapbox::cmd::{Command, cargo_bin};

/// The binary with these arguments.
pub(crate) fn crossply(arguments: &str) -> Command {
    Command::new(cargo_bin!("crossply"))
        .args(arguments.split_whitespace())
        .env_remove("CROSSPLY_SOLVERS")
}

/// The same, for tests that look at it while it runs.
#[cfg(unix)]
pub(crate) fn process(arguments: &str) -> std::process::Command {
    let mut command = std::process::Command::new(cargo_bin!("crossply"));
    command
        .args(arguments.split_whitespace())
        .env_remove("CROSSPLY_SOLVERS");
    command
}

/// Returns the exit code, standard output and standard error of a command.
pub(crate) fn run(command: Command) -> (i32, String, String) {
    let output = command.output().expect("the binary runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    let code = output.status.code().expect("an exit code");
    let (output, error) = (text(output.stdout), text(output.stderr));
    assert_ne!(code, 101, "crossply panicked: {error}");
    (code, output, error)
}

/// Returns standard output of a command, which must succeed.
pub(crate) fn printed(command: Command) -> String {
    let (code, output, error) = run(command);
    assert_eq!(code, 0, "{error}");
    output
}
