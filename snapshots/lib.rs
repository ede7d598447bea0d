//! Snapshot tests, and beside them the snapshots: what the harness says, word for word.
//!
//! A package of its own, because `cargo insta review` looks for snapshots only below packages. The
//! tests are in `tests/`; this library is what they share.

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
