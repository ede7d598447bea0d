//! Transcripts of a terminal: what the real binary prints, in files of their own, a README and guides.

use std::env;
use std::path::PathBuf;

use trycmd::schema::Bin;

#[test]
fn transcripts() {
    let cases = trycmd::TestCases::new();
    cases
        .env("CROSSPLY_PROGRESS", "never")
        // Otherwise a report says `cargo run`.
        .env("CARGO", "");
    // A guide whose commands need a folder of their own, or minutes. A step of the night names both.
    if let (Ok(guide), Ok(folder)) = (
        env::var("CROSSPLY_GUIDE"),
        env::var("CROSSPLY_GUIDE_FOLDER"),
    ) {
        env::set_current_dir(folder).expect("a folder");
        for program in ["cargo", "git", "perl"] {
            cases.register_bin(program, Bin::Path(found(program)));
        }
        cases.case(guide);
        return;
    }
    cases.case("tests/cmd/*.trycmd").case("README.md");
}

/// The program that a shell would run.
fn found(program: &str) -> PathBuf {
    let folders = env::var_os("PATH").unwrap_or_default();
    let mut paths = env::split_paths(&folders).map(|folder| folder.join(program));
    paths.find(|path| path.is_file()).expect("it is installed")
}
