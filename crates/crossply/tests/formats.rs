//! Formats hold what a report says, whatever that is.

use crossply::content::{Block, Fact};
use crossply::report::Detail;
use crossply::report::formats::page::{PageMetadata, page};
use crossply::report::formats::{Banner, Report};
use serde::Serialize;

#[derive(Serialize)]
struct Anything;

impl Report for Anything {
    fn title(&self) -> String {
        "a <title>".to_owned()
    }

    fn conclusion(&self) -> (Banner, String) {
        (Banner::Open, "who & what".to_owned())
    }

    fn content(&self, _: Detail) -> Vec<Block> {
        vec![
            Block::Facts(vec![Fact::new("name", "<2>")]),
            Block::Drawing {
                text: "    XO.\n    .X.".to_owned(),
                html: "<b>drawn</b>".to_owned(),
            },
            Block::Code("a < b".to_owned()),
        ]
    }
}

#[test]
fn a_page_escapes_all_text_but_drawings() {
    let metadata = PageMetadata {
        version: "1".to_owned(),
        command: "c".to_owned(),
        when: "w".to_owned(),
    };
    let page = page(&Anything, &metadata);
    for expected in [
        "<h1>a &lt;title&gt;</h1>",
        "</span> who &amp; what</p>",
        "<dt>name</dt><dd>&lt;2&gt;</dd>",
        "a &lt; b</pre>",
        "<b>drawn</b>",
    ] {
        assert!(page.contains(expected), "{expected}: {page}");
    }
}
