//! Writes a page about the last run of the gate: its steps, planted faults by layer, mutants, fuzzing, and instructions.
//! Of a series it also shows what changed from commit to commit.
//!
//!     cargo run -p crossply-report --example gate_page target/gate/metrics.jsonl > gate.html
//!     cargo run -p crossply-report --example gate_page target/gate/series.jsonl > series.html
//!
//! A tool of this repository, for which nobody else has data: it is not part of the command line.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "charts show a few digits of numbers that are not negative"
)]

mod metrics;
mod series;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::SystemTime;

use crossply_report::page::{Banner, PageMetadata, page};
use metrics::GateMetrics;

fn main() -> ExitCode {
    let Some(path) = std::env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("usage: gate_page FILE");
        return ExitCode::from(2);
    };
    match GateMetrics::read(&path) {
        Ok(metrics) => {
            println!("{}", gate_page(&metrics));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn gate_page(metrics: &GateMetrics) -> String {
    let metadata = PageMetadata {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        command: ".ci/run".to_owned(),
        when: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
    };
    let (banner, verdict) = if metrics.is_well() {
        (Banner::Right, "All is well.")
    } else {
        (Banner::Wrong, "A step failed, or a mutant lives.")
    };
    page("The gate", &metadata, banner, verdict, &metrics.section())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_series_has_charts_of_all_commits_and_tables_of_the_last() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("series.jsonl");
        let commit = |id: &str, step: &str, count: u64| {
            [
                format!(r#"{{"kind":"commit","id":"{id}","date":"2026-11-23"}}"#),
                format!(r#"{{"kind":"step","name":"{step}","result":"ok","seconds":61}}"#),
                format!(r#"{{"kind":"instructions","benchmark":"fast","count":{count}}}"#),
            ]
        };
        let page_of = |lines: &[String]| {
            fs::write(&path, lines.join("\n")).expect("ours");
            gate_page(&GateMetrics::read(&path).expect("metrics"))
        };
        let first = commit("0123456", "docs", 31_007);
        let one = page_of(&first);
        assert!(one.contains("0123456") && one.contains("31,007"));
        assert!(!one.contains("<svg"), "one commit is no series");

        let page = page_of(&[first, commit("789abcd", "tests", 32_009)].concat());
        assert_eq!(page.matches("<svg").count(), 2, "instructions and seconds");
        let (tables, charts) = page.split_once("The last 2 commits").expect("a series");
        for part in ["789abcd", "tests", "32,009"] {
            assert!(tables.contains(part) && charts.contains(part), "{part}");
        }
        for part in ["0123456", "docs", "31,007"] {
            assert!(!tables.contains(part) && charts.contains(part), "{part}");
        }
    }

    #[test]
    fn the_page_shows_what_the_file_named_has() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("metrics.jsonl");
        let faults = folder.path().join("faults.snap");
        fs::write(
            &faults,
            "---\nsource: x\n---\nfault  proptest  proof\nno-row  3  -   a line is missing\n",
        )
        .expect("ours");
        let lines = [
            r#"{"kind":"step","name":"tests","result":"FAILED","seconds":77}"#.to_owned(),
            r#"{"kind":"step","name":"tests","result":"ok","seconds":61}"#.to_owned(),
            r#"{"kind":"mutants","package":"p","caught":1234,"missed":0,"unviable":3,"timeouts":4}"#
                .to_owned(),
            r#"{"kind":"fuzzing","target":"t","executions":1000000,"per_second":5000}"#.to_owned(),
            format!(r#"{{"kind":"planted-faults","problem":"poj1568","file":{faults:?}}}"#),
        ];
        fs::write(&path, lines.join("\n")).expect("ours");
        let metrics = GateMetrics::read(&path).expect("metrics");
        let page = gate_page(&metrics);
        for part in [
            "1,234",
            "1,000,000",
            "a line is missing",
            "metrics.jsonl",
            "faults.snap",
            "61",
        ] {
            assert!(page.contains(part), "{part}");
        }
        assert!(
            !page.contains("FAILED"),
            "an earlier line about the same step"
        );
        let error = |text: &str| {
            fs::write(&path, text).expect("ours");
            GateMetrics::read(&path)
                .expect_err("no metrics")
                .to_string()
        };
        assert!(error("").contains("has no metrics"));
        let line = error(&format!("{}\n{{\"kind\":\"other\"}}\n", lines[0]));
        assert!(
            line.contains("line 2") && line.contains("expected"),
            "{line}"
        );
        fs::write(&faults, "no table\n").expect("ours");
        assert!(error(&lines[4]).contains("has no table of faults"));
        let missing = GateMetrics::read(&folder.path().join("none")).expect_err("no file");
        assert!(missing.to_string().contains("cannot read"), "{missing}");
    }
}
