//! Writes a page about the last run of the gate: its steps, planted faults by layer, mutants, and fuzzing.
//!
//!     cargo run -p crossply-report --example gate_page target/gate/metrics.jsonl > gate.html
//!
//! A tool of this repository, for which nobody else has data: it is not part of the command line.

mod metrics;

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
