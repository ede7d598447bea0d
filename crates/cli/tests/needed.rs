//! What a test needs and a machine may lack: the test is left out with a note; where `CI` is set, it fails.

use std::env;
use std::io::{self, Write};

/// Whether there is such a command.
pub(crate) fn is_there(command: &str) -> bool {
    let paths = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&paths).any(|folder| folder.join(command).is_file());
    if !found {
        not_tested(&format!("there is no {command}"));
    }
    found
}

/// Notes that a test is left out. The gate sets `CI`, and has all that tests need.
pub(crate) fn not_tested(reason: &str) {
    assert!(env::var_os("CI").is_none(), "not tested: {reason}");
    // What is printed by a macro is not shown of a test that passes.
    let _ = writeln!(io::stderr(), "not tested: {reason}");
}
