//! The boards that are built into the judge are those of the committed corpora.
//!
//! `SNAPSHOTS=overwrite cargo test -p crossply-judge corpus::` takes new ones over.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crossply_harness::generators::codec;
use crossply_judge::Contest;
use crossply_problems::{Ccf201803_4, Poj1568};
use snapbox::{Data, assert_data_eq};

#[test]
fn poj1568_has_the_committed_boards() {
    compare::<Poj1568>("poj1568");
}

#[test]
fn ccf201803_4_has_the_committed_boards() {
    compare::<Ccf201803_4>("ccf201803_4");
}

fn compare<P: Problem>(name: &str) {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let corpus = package.join("../../corpus");
    let mut indices = BTreeSet::new();
    for folder in ["", "regressions"] {
        let folder = corpus.join(folder).join(format!("{name}_differential"));
        // There may be no regressions.
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.expect("a file").path();
            let name = path.file_name().expect("a name").to_string_lossy();
            let is_found_by_fuzzing = name.len() == 40;
            if !is_found_by_fuzzing && !name.ends_with(".md") {
                let position = codec::decode::<P>(&fs::read(&path).expect("readable"));
                indices.insert(P::domain().index(position));
            }
        }
    }
    let positions = indices.iter().map(|&index| P::domain().position(index));
    let mut text = Vec::new();
    P::write(&mut text, indices.len() as u64, positions).expect("a vector takes all");
    let text = String::from_utf8(text).expect("ASCII");
    let path = package.join("corpus").join(format!("{name}.txt"));
    assert_data_eq!(text, Data::read_from(&path, None).raw());
}
