//! What the real binary prints, as transcripts of a terminal; and those of the READMEs.

#[test]
fn transcripts() {
    crossply_harness::assert_fast_is_right();
    trycmd::TestCases::new()
        .case("tests/cmd/*.trycmd")
        .case("README.md")
        .case("../../README.md");
}
