//! What the real binary prints, as transcripts of a terminal; and those of the READMEs.

#[test]
fn transcripts() {
    trycmd::TestCases::new()
        .case("tests/cmd/*.trycmd")
        .case("README.md")
        .case("../../README.md");
}
