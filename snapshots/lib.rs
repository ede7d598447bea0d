//! Snapshot tests: they pin what the harness says, word for word.
//!
//! They are a package of their own, because `cargo insta review` looks for snapshots only below packages. The tests are
//! in `tests/`, the snapshots in this folder; this library is what the tests share.

/// Compares the text with the snapshot of this name in the folder `snapshots/`.
#[macro_export]
macro_rules! pin {
    ($name:expr, $text:expr) => {
        insta::with_settings!({
            snapshot_path => env!("CARGO_MANIFEST_DIR"),
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!($name, $text);
        });
    };
}
