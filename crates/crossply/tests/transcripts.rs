//! What the real binary prints, as transcripts of a terminal; and those of the README.

#[test]
fn transcripts() {
    trycmd::TestCases::new()
        .case("tests/cmd/*.trycmd")
        .case("../../README.md");
}
