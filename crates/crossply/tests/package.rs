//! The package stands alone: it knows nothing of the packages that use it. And its README is as it says.

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
fn it_knows_no_game() {
    // Without the stars, which keep them out of this file.
    let words = "bo*ard, ccf*2018, cert*ificate, che*ss, emp*ties, poj*1568, pro*ver, sto*ne, symmetry* class, tic-*tac";
    let words = words.replace('*', "");
    let files = files(root());
    assert!(files.len() > 40, "{files:?}");
    for file in files {
        let text = read(&file).to_lowercase();
        for word in words.split(", ") {
            assert!(!text.contains(word), "{word} in {}", file.display());
        }
    }
}

#[test]
fn it_rests_on_no_other_package_of_the_workspace() {
    let dependencies = manifest("dependencies");
    assert!(dependencies.contains("serde"), "{dependencies}");
    assert!(!dependencies.contains("crossply"), "{dependencies}");
    assert!(!dependencies.contains("path"), "{dependencies}");
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
