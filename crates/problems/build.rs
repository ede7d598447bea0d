//! Computes the table of `poj1568`'s fast solver, and a version of the solvers that changes with
//! their sources.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use crossply_fast_table::Table;
use xxhash_rust::xxh3::Xxh3;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src");
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let table = Table::new();
    let begin = table.begin.iter().flat_map(|begin| begin.to_le_bytes());
    let rank = table.rank.iter().flat_map(|rank| rank.to_le_bytes());
    let mut hash = Xxh3::new();
    let parts: [(&str, Vec<u8>); 4] = [
        ("poj1568-begin", begin.collect()),
        ("poj1568-rank", rank.collect()),
        ("poj1568-number", table.number),
        ("poj1568-cells", table.cells),
    ];
    for (name, bytes) in &parts {
        fs::write(folder.join(name), bytes)?;
        hash.update(bytes);
    }
    for path in sources(Path::new("src"))? {
        hash.update(&fs::read(path)?);
    }
    let package = env::var("CARGO_PKG_VERSION").expect("cargo sets it");
    println!(
        "cargo::rustc-env=CROSSPLY_SOLVERS={package}-{:016x}",
        hash.digest()
    );
    Ok(())
}

/// The files below a folder, in an order that does not change.
fn sources(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.append(&mut sources(&path)?);
        } else {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
