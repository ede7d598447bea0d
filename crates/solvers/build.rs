//! Computes the table of `poj1568`'s fast solver.

use std::path::PathBuf;
use std::{env, fs, io};

use crossply_fast_table::Table;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let folder = env::var_os("OUT_DIR").expect("cargo sets it");
    let write = |name: &str, bytes: Vec<u8>| fs::write(PathBuf::from(&folder).join(name), bytes);
    let table = Table::new();
    let little_endian = |begin: &u32| begin.to_le_bytes();
    write(
        "poj1568-begin",
        table.begin.iter().flat_map(little_endian).collect(),
    )?;
    let little_endian = |rank: &u16| rank.to_le_bytes();
    write(
        "poj1568-rank",
        table.rank.iter().flat_map(little_endian).collect(),
    )?;
    write("poj1568-number", table.number)?;
    write("poj1568-cells", table.cells)
}
