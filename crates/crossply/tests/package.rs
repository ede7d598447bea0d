//! The README of the package is as it says.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files in the folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("it is there").path());
    let (folders, mut found): (Vec<_>, Vec<_>) = paths.partition(|path| path.is_dir());
    found.extend(folders.iter().flat_map(|folder| files(folder)));
    found
}

fn read(name: impl AsRef<Path>) -> String {
    fs::read_to_string(root().join(name)).expect("it is text")
}

/// The lines of the manifest under headings that end so.
fn manifest(heading: &str) -> String {
    let manifest = read("Cargo.toml");
    let sections = manifest.split("\n[");
    let sections = sections.filter_map(|section| section.split_once("]\n"));
    let sections = sections.filter(|(name, _)| name.ends_with(heading));
    sections.map(|(_, lines)| lines).collect()
}

#[test]
fn the_readme_has_the_example_and_names_all_there_is() {
    let readme = read("README.md");
    let example = read("examples/isqrt.rs");
    assert!(readme.contains(&format!("```rust,no_run\n{example}```\n")));
    for file in files(&root().join("examples")) {
        let name = file.file_stem().expect("a file").to_string_lossy();
        assert!(readme.contains(&format!("| `{name}` |")), "{name}");
    }
    let features = manifest("features");
    let features = features.lines().filter_map(|line| line.split_once(" = "));
    for (name, _) in features {
        assert!(readme.contains(&format!("- `{name}`: ")), "{name}");
    }
}
