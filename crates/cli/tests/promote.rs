//! `promote` with the real binary: it makes a test that can pass, and writes all of it or nothing.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crossply_games::targets::Target;
use snapbox::cmd::cargo_bin;
use tempfile::TempDir;

/// A project with one crash of this target.
struct Project {
    root: TempDir,
    target: &'static str,
}

impl Project {
    fn with_crash(target: &'static str, crash: &[u8]) -> Self {
        let root = TempDir::new().expect("a temporary folder");
        let artifacts = root.path().join("fuzz/artifacts").join(target);
        for folder in [&artifacts, &root.path().join("corpus/regressions")] {
            fs::create_dir_all(folder).expect("ours");
        }
        fs::write(artifacts.join("crash"), crash).expect("ours");
        Project { root, target }
    }

    /// Promotes the crash under this name. `limits` are shell commands that run first.
    fn promote(&self, limits: &str, name: &str) -> Output {
        Command::new("sh")
            .args(["-c", &format!("{limits} exec \"$@\""), "sh"])
            .arg(cargo_bin!("crossply"))
            .arg("promote")
            .arg(Path::new("fuzz/artifacts").join(self.target).join("crash"))
            .arg(name)
            .current_dir(self.root.path())
            .output()
            .expect("there is a shell")
    }

    fn promoted(&self, name: &str) -> PathBuf {
        let regressions = self.root.path().join("corpus/regressions");
        regressions.join(self.target).join(name)
    }

    /// The files in the folder of the target's regressions.
    fn files(&self) -> Vec<String> {
        let Ok(folder) = fs::read_dir(self.promoted("")) else {
            return Vec::new();
        };
        let names = folder.map(|file| file.expect("ours").file_name());
        names
            .map(|name| name.into_string().expect("text"))
            .collect()
    }
}

fn succeeded(output: &Output) {
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{message}");
}

fn failed(output: &Output, reason: &str) {
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains(reason), "{message}");
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("it is there")
}

const BOARD: &str = "xxxx\n.oo.\n.oo.\n....\n";

#[test]
fn a_crash_is_promoted_once_with_a_note() {
    let project = Project::with_crash("poj1568_illegal", BOARD.as_bytes());
    succeeded(&project.promote("", "x-has-won"));
    let promoted = project.promoted("x-has-won");
    assert_eq!(text(&promoted), BOARD);
    let note = text(&promoted.with_extension("md"));
    let start = "# x-has-won\n\nAn input of poj1568_illegal.\n";
    assert!(note.starts_with(start), "{note}");
    assert!(
        note.contains("    xxxx\n") && note.contains("ref-last-move   #####"),
        "{note}"
    );
    failed(
        &project.promote("", "x-has-won"),
        "x-has-won exists already",
    );
}

#[test]
fn what_is_there_stays() {
    let project = Project::with_crash("poj1568_illegal", BOARD.as_bytes());
    let folder = project.promoted("");
    fs::create_dir(&folder).expect("ours");
    fs::write(folder.join("noted.md"), "an earlier note").expect("ours");
    failed(&project.promote("", "noted"), "noted.md exists already");
    assert_eq!(text(&folder.join("noted.md")), "an earlier note");
    // Writing through a dangling link would make a file elsewhere.
    let elsewhere = project.root.path().join("elsewhere");
    symlink(&elsewhere, folder.join("linked")).expect("ours");
    symlink(&elsewhere, folder.join("link-of-note.md")).expect("ours");
    failed(&project.promote("", "linked"), "linked exists already");
    failed(
        &project.promote("", "link-of-note"),
        "link-of-note.md exists already",
    );
    assert!(!elsewhere.exists());
    assert_eq!(project.files().len(), 3, "{:?}", project.files());
}

#[test]
fn nothing_is_left_half_done_where_there_is_no_space() {
    // The input is short, but the note holds all its boards and answers: more than a kilobyte.
    let project = Project::with_crash("poj1568_streams", "xo.".repeat(40).as_bytes());
    for blocks in [0, 1] {
        let limit = format!("ulimit -f {blocks};");
        failed(&project.promote(&limit, "no-space"), "cannot write");
        assert_eq!(project.files(), [""; 0], "{blocks}");
    }
    succeeded(&project.promote("", "no-space"));
    assert_eq!(project.files().len(), 2);
}

#[test]
fn bytes_that_are_no_drawing_are_drawn() {
    // Bytes such as libFuzzer finds.
    let bytes = [0, 255, 1, 2, 7, b'x', b'!', 0, 129];
    for target in [
        "poj1568_differential",
        "ccf201803_4_differential",
        "poj1568_illegal",
        "ccf201803_4_streams",
        "poj1568_parser",
    ] {
        let project = Project::with_crash(target, &bytes);
        succeeded(&project.promote("", "bytes"));
        let promoted = project.promoted("bytes");
        let written = fs::read(&promoted).expect("written");
        if target.ends_with("parser") {
            assert_eq!(written, bytes);
            continue;
        }
        // The drawing means itself, which `cargo test` demands of regressions.
        let target = Target::named(target).expect("listed");
        assert_eq!((target.draw)(&written), written);
        assert_eq!((target.describe)(&written), (target.describe)(&bytes));
        let drawn = String::from_utf8(written).expect("a drawing");
        let note = text(&promoted.with_extension("md"));
        for row in drawn.lines().filter(|row| !["", "!"].contains(row)) {
            assert!(note.contains(&format!("    {row}\n")), "{drawn}{note}");
        }
        assert!(
            note.contains("The target found nothing wrong when it was promoted."),
            "{note}"
        );
    }
}
