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

/// What a command returned and printed.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) output: String,
    pub(crate) error: String,
}

impl Ran {
    /// Asserts that this is the exit code.
    pub(crate) fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{self:?}");
        self
    }

    /// Asserts that standard output has all of this.
    pub(crate) fn prints<const PARTS: usize>(self, parts: [&str; PARTS]) -> Self {
        for part in parts {
            assert!(self.output.contains(part), "{part}: {}", self.output);
        }
        self
    }

    /// Asserts that this begins standard output.
    pub(crate) fn begins(self, with: &str) -> Self {
        assert!(self.output.starts_with(with), "{with}: {}", self.output);
        self
    }

    /// Asserts that the command did nothing but report an error that has all of this.
    pub(crate) fn refuses<const PARTS: usize>(&self, parts: [&str; PARTS]) {
        assert_eq!((self.code, &*self.output), (2, ""), "{self:?}");
        for part in parts {
            assert!(self.error.contains(part), "{part}: {}", self.error);
        }
    }

    /// Standard output, which must be JSON.
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.output).expect(&self.error)
    }
}

/// What a command returns and prints.
pub(crate) fn run(command: Command) -> Ran {
    let output = command.output().expect("the binary runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    let code = output.status.code().expect("an exit code");
    let (output, error) = (text(output.stdout), text(output.stderr));
    assert_ne!(code, 101, "crossply panicked: {error}");
    Ran {
        code,
        output,
        error,
    }
}

/// Returns standard output of a command, which must succeed.
pub(crate) fn printed(command: Command) -> String {
    run(command).exits(0).output
}
