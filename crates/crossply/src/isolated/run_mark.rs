//! The mark of a run: a file that exists while an assertion runs in the process of its test. If a solver ends that process,
//! the file stays, and the next run of the test finds it.
//!
//! It lies beside the test's executable, where cargo removes it in time. The run that owns a mark locks it, because another
//! process may run the same test at the same time.

use std::env;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::PathBuf;
use std::thread;

use xxhash_rust::xxh3::xxh3_64;

/// The mark of an assertion that is running. Dropping it removes the file, unless it [`stays`](Self::stays).
pub(crate) struct RunMark {
    path: PathBuf,
    /// Locked.
    _file: File,
    /// Whether the last run of this assertion ended its process.
    pub(crate) is_left: bool,
    /// Whether the next run needs a process of its own as well.
    pub(crate) stays: bool,
}

impl RunMark {
    /// The mark of the assertion with this number in this thread, about this check. `None` if this is not the thread of a test,
    /// if another process runs the same assertion, or if no file can be made. Then nothing is noticed.
    pub(crate) fn begin(check: &str, assertion: usize) -> Option<Self> {
        let executable = env::current_exe().ok()?;
        let thread = thread::current();
        let test = thread.name().filter(|name| *name != "main")?;
        let executable_name = executable.display();
        let name = format!("{executable_name} {test} {assertion} {check}");
        let name = format!("crossply-{:016x}.running", xxh3_64(name.as_bytes()));
        let path = executable.with_file_name(name);
        let mut options = File::options();
        let mut file = options
            .read(true)
            .append(true)
            .create(true)
            .open(&path)
            .ok()?;
        file.try_lock().ok()?;
        let mut content = String::new();
        file.read_to_string(&mut content).ok()?;
        if content.is_empty() {
            writeln!(file, "{check}").ok()?;
        }
        Some(RunMark {
            path,
            _file: file,
            is_left: !content.is_empty(),
            stays: false,
        })
    }
}

impl Drop for RunMark {
    fn drop(&mut self) {
        if !self.stays {
            // If this fails, the next run uses a process of its own without need.
            let _ = fs::remove_file(&self.path);
        }
    }
}
