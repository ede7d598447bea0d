//! Transcripts of a terminal: what the real binary prints, in files of their own, the READMEs and the guides.

#[test]
fn transcripts() {
    trycmd::TestCases::new()
        .env("CROSSPLY_PROGRESS", "never")
        // Otherwise a report says `cargo run`.
        .env("CARGO", "")
        .case("tests/cmd/*.trycmd")
        .case("README.md")
        .case("../../README.md")
        .case("../../docs/judging.md")
        .case("../../docs/oracles.md");
}
