//! Computes the table of the solver of `poj1568`.

use std::path::PathBuf;
use std::{env, fs, io};

use crossply_fast_table::Table;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let table = Table::new();
    let begin = table.begin.iter().flat_map(|begin| begin.to_le_bytes());
    let rank = table.rank.iter().flat_map(|rank| rank.to_le_bytes());
    let parts: [(&str, Vec<u8>); 4] = [
        ("begin", begin.collect()),
        ("rank", rank.collect()),
        ("number", table.number),
        ("cells", table.cells),
    ];
    for (name, bytes) in &parts {
        fs::write(folder.join(name), bytes)?;
    }
    Ok(())
}
