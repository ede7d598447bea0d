//! `crossply merge` with the real binary: the results of shards are those of the whole run.

use std::fs;

use tempfile::TempDir;

use crate::binary::{Ran, crossply, run};

const RUN: &str = "check --exhaustive --solvers fast,memo ccf201803-4 --format json";

/// A folder with the results of four shards, called 1 to 4.
struct Results(TempDir);

impl Results {
    fn new() -> Self {
        let results = Results(TempDir::new().expect("a temporary folder"));
        let first = results.crossply(&format!("{RUN} --shard 1/4"), "");
        results.write("1", &first.output);
        for number in ["2", "3", "4"] {
            results.write(
                number,
                &results.crossply(RUN, &format!("{number}/4")).output,
            );
        }
        results
    }

    /// Runs the binary in the folder, with this shard in the environment if it is not empty.
    fn crossply(&self, arguments: &str, shard: &str) -> Ran {
        let command = crossply(arguments).current_dir(self.0.path());
        run(match shard {
            "" => command.env_remove("CROSSPLY_SHARD"),
            _ => command.env("CROSSPLY_SHARD", shard),
        })
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.path().join(name), text).expect("ours");
    }
}

#[test]
fn all_shards_together_are_the_whole_run() {
    let results = Results::new();
    let merged = results.crossply("merge 3 1 4 2 --report page.html", "");
    merged.exits(0).prints(["all 2,739 positions"]);
    let page = fs::read_to_string(results.0.path().join("page.html")).expect("written");
    assert!(page.contains("all 2,739 positions") && page.contains("verdict right"));
    // Another version may have printed the results.
    let first = fs::read_to_string(results.0.path().join("1")).expect("written");
    results.write(
        "other",
        &first.replace("\"version\": \"", "\"version\": \"9"),
    );
    let merged = results.crossply("merge other 2 3 4", "").exits(0);
    let warning = "warning: other: written by version 9";
    assert!(merged.error.starts_with(warning), "{merged:?}");
    // One shard is missing.
    let merged = results.crossply("merge 1 4 2", "").exits(2);
    let merged = merged.prints(["Missing parts: 3/4."]);
    let missing = "shards are missing: 3/4";
    assert!(merged.error.contains(missing), "{merged:?}");
}

#[test]
fn what_are_no_shards_of_one_run_is_refused() {
    let results = Results::new();
    let first = fs::read_to_string(results.0.path().join("1")).expect("written");
    results.write("older", &first.replace("\"format\": 9", "\"format\": 8"));
    let of_other = first.replace("\"check\": \"ccf201803-4\"", "\"check\": \"none\"");
    results.write("none", &of_other);
    results.write("text", "all is well");
    for (arguments, expected) in [
        ("1 1", "there are two results for shard 1/4"),
        ("older", "older: its format is 8, expected 9"),
        (
            "none",
            "no check is called `none`; the checks are poj1568, ccf201803-4",
        ),
        ("text", "text is not a result of `check --format json`"),
        ("nowhere", "nowhere"),
    ] {
        let merged = results.crossply(&format!("merge {arguments}"), "");
        merged.refuses([expected]);
    }
    results.crossply(RUN, "5/4").refuses([]);
}
