//! The counts of code regions, from the tools of LLVM that belong to the compiler.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use serde::Deserialize;

use super::evidence::{Counts, Position, Region};

/// The tools, and the program whose counters they read.
pub(super) struct Tools {
    profdata: PathBuf,
    cov: PathBuf,
    program: PathBuf,
}

/// The sources of this library, which are never of interest.
const OWN_SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/");

impl Tools {
    /// The tools of the compiler, or those that `LLVM_PROFDATA` and `LLVM_COV` name, as for cargo-llvm-cov.
    ///
    /// # Errors
    /// If they are not installed.
    pub(super) fn find() -> Result<Self, String> {
        let program = env::current_exe().map_err(|error| error.to_string())?;
        let compiler = env::var_os("RUSTC").unwrap_or_else(|| OsString::from("rustc"));
        let libraries = Command::new(compiler)
            .args(["--print", "target-libdir"])
            .output()
            .map_err(|error| format!("rustc cannot be started: {error}"))?;
        let libraries = String::from_utf8_lossy(&libraries.stdout);
        let tools = Path::new(libraries.trim_end()).with_file_name("bin");
        Ok(Tools {
            profdata: tool("LLVM_PROFDATA", &tools, "llvm-profdata")?,
            cov: tool("LLVM_COV", &tools, "llvm-cov")?,
            program,
        })
    }

    /// The counts of a process of the program, in these files, or in all if there are none.
    ///
    /// # Errors
    /// If the tools do not read them, because they belong to another compiler.
    pub(super) fn counts(&self, profile: &Path, files: &[&str]) -> Result<Counts, String> {
        let indexed = profile.with_extension("profdata");
        let mut merge = Command::new(&self.profdata);
        merge.args(["merge", "--sparse"]).arg(profile);
        output(merge.arg("--output").arg(&indexed))?;
        let mut export = Command::new(&self.cov);
        export.args(["export", "--skip-functions", "--skip-expansions"]);
        export
            .arg("--instr-profile")
            .arg(&indexed)
            .arg(&self.program);
        if !files.is_empty() {
            export.arg("--sources").args(files);
        }
        let exported = output(&mut export)?;
        for used in [profile, &indexed] {
            // If this fails, they are removed with their folder.
            let _ = fs::remove_file(used);
        }
        counts(&exported).map_err(|error| format!("{}: {error}", self.cov.display()))
    }
}

/// The path that this environment variable has, or else the one of the tool in this folder.
fn tool(variable: &str, folder: &Path, name: &str) -> Result<PathBuf, String> {
    if let Some(path) = env::var_os(variable) {
        return Ok(PathBuf::from(path));
    }
    let path = folder.join(name).with_extension(env::consts::EXE_EXTENSION);
    if path.exists() {
        return Ok(path);
    }
    Err(format!(
        "{} is missing. To install it: rustup component add llvm-tools",
        path.display()
    ))
}

/// What a command prints.
fn output(command: &mut Command) -> Result<Vec<u8>, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .output()
        .map_err(|error| format!("{name} cannot be started: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let message = String::from_utf8_lossy(&output.stderr);
    let first = message.lines().next().unwrap_or_default();
    Err(format!("{name}: {first}"))
}

/// What `llvm-cov export` prints, as far as it is of interest.
#[derive(Deserialize)]
struct Export {
    data: Vec<Program>,
}

#[derive(Deserialize)]
struct Program {
    files: Vec<File>,
}

#[derive(Deserialize)]
struct File {
    filename: Arc<str>,
    segments: Vec<Segment>,
}

/// Where a region begins, or where an outer one goes on: line, column, count, and whether there is a count, a region begins
/// here, and it is a gap between regions.
#[derive(Deserialize)]
struct Segment(u32, u32, u64, bool, bool, bool);

fn counts(json: &[u8]) -> serde_json::Result<Counts> {
    let export: Export = serde_json::from_slice(json)?;
    let mut counts = Counts::new();
    let own_sources = OWN_SOURCES.replace('\\', "/");
    for file in export.data.into_iter().flat_map(|program| program.files) {
        if file.filename.replace('\\', "/").starts_with(&own_sources) {
            continue;
        }
        for pair in file.segments.windows(2) {
            let Segment(line, column, count, has_count, is_entry, is_gap) = pair[0];
            if has_count && is_entry && !is_gap {
                let region = Region {
                    file: Arc::clone(&file.filename),
                    start: Position { line, column },
                    end: Position {
                        line: pair[1].0,
                        column: pair[1].1,
                    },
                };
                counts.insert(region, count);
            }
        }
    }
    Ok(counts)
}
