//! The schemas of the output of `--format json` are those on record. The gate validates documents against them.

use snapbox::{Data, assert_data_eq};

use crate::binary::{crossply, printed};

/// `SNAPSHOTS=overwrite` records the schemas again, for example after you have added a field. Before you remove a
/// field, or change its meaning, raise the version.
#[test]
fn schemas_are_those_on_record() {
    for (command, recorded) in [
        ("check", "../schemas/check-5.json"),
        ("judge", "../schemas/judge-3.json"),
        ("explain", "../schemas/explain-1.json"),
    ] {
        let here = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
        let recorded = std::path::Path::new(here).join(recorded);
        let schema = printed(crossply(&format!("schema {command}")));
        assert_data_eq!(schema, Data::read_from(&recorded, None).raw());
    }
}
