//! The schemas are those on record, and the output of `--format json` conforms to them.

use snapbox::cmd::{Command, cargo_bin};
use snapbox::{Data, assert_data_eq};

fn crossply(arguments: &[&str]) -> String {
    crossply_harness::assert_fast_is_right();
    let command = Command::new(cargo_bin!("crossply")).args(arguments);
    let output = command.output().expect("the binary runs");
    String::from_utf8(output.stdout).expect("text")
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("JSON")
}

/// `SNAPSHOTS=overwrite` records the schemas again, for example after you have added a field. Before you remove a
/// field, or change its meaning, raise the version.
#[test]
fn schemas_are_those_on_record() {
    for (command, recorded) in [
        ("check", "../schemas/check-1.json"),
        ("judge", "../schemas/judge-1.json"),
        ("explain", "../schemas/explain-1.json"),
    ] {
        let here = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
        let recorded = std::path::Path::new(here).join(recorded);
        let schema = crossply(&["schema", command]);
        assert_data_eq!(schema, Data::read_from(&recorded, None).raw());
    }
}

#[test]
fn documents_are_what_the_schemas_say() {
    let wrong = "read n; while [ $n -gt 0 ]; do echo 0; n=$((n-1)); done";
    let right = cargo_bin!("crossply").to_str().expect("text");
    for arguments in [
        &["check", "--cases", "50", "--format", "json"][..],
        &["check", "ccf201803-4", "--exhaustive", "--format", "json"],
        &[
            "explain", "poj1568", "--board", "4000000", "--format", "json",
        ],
        &[
            "explain",
            "ccf201803-4",
            "--board",
            "OOO/XX./X..",
            "--format",
            "json",
        ],
        &[
            "judge",
            "ccf201803-4",
            "--tolerance",
            "--format",
            "json",
            "--",
            "sh",
            "-c",
            wrong,
        ],
        &[
            "judge",
            "ccf201803-4",
            "--format",
            "json",
            "--",
            right,
            "solve",
            "ccf201803-4",
        ],
        &[
            "judge",
            "ccf201803-4",
            "--board",
            "0",
            "--format",
            "json",
            "--",
            "false",
        ],
    ] {
        if arguments[0] == "judge" && !cfg!(all(unix, feature = "processes")) {
            continue;
        }
        let schema = json(&crossply(&["schema", arguments[0]]));
        let validator = jsonschema::validator_for(&schema).expect("a schema");
        let document = json(&crossply(arguments));
        let errors: Vec<_> = validator
            .iter_errors(&document)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert_eq!(errors, [""; 0], "{arguments:?}");
        // The schema is not empty: it refuses a document that lacks a field.
        let fields = document.as_object().expect("an object").keys();
        for field in fields {
            let mut less = document.clone();
            less.as_object_mut().expect("an object").remove(field);
            assert!(!validator.is_valid(&less), "{field} may be left out");
        }
    }
}
