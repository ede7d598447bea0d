//! Formats hold what a report says, whatever that is; and maps show where solvers are wrong.

use std::fmt::Debug;
use std::fs;

use crossply::content::{Block, Cell, Column, Fact, Mark, Table};
use crossply::report::formats::page::page;
use crossply::report::formats::{Banner, Report};
use crossply::report::{Checked, Detail, Presentation, text};
use crossply::{Coverage, CrossCheck, Domain, domain};
use serde::Serialize;

use crate::{ALL, assert_has, explained, limits, report_on};

/// A list, a sentence and a page have room for a part of an input. An answer that is too long for a sentence gets none.
#[test]
fn long_values_are_cut_where_they_are_listed() {
    let lists = domain::range(0..900_u32).map(|n| vec![n; 300]);
    let check = CrossCheck::new("it's long", lists)
        .command("checks")
        .truth("same", Vec::clone)
        .solver("wrong", |list| {
            if list[0] % 100 == 7 {
                vec![9; 300]
            } else {
                list.clone()
            }
        });
    let checked = explained(&check, ALL);
    let content = checked.content(Detail::Everything, &Presentation::default());
    let report = text(&content, usize::MAX);
    let mut lines = report.lines().filter(|line| line.contains("307, 307"));
    // The simplest input is 7.
    assert!(lines.all(|line| line.chars().count() < 700), "{report}");
    let fault = &checked.faults[0];
    assert_eq!(fault.change, None);
    assert!(fault.text.len() < 1000, "{fault:?}");
    let again = r"To reproduce:   checks show 'it'\''s long:7'";
    let shown = check.report(&checked.simplest[0]);
    assert!(shown.contains(again), "{shown}");
    // A step of the night looks at this page as people do with a phone.
    let page = page_of(content);
    fs::write(concat!(env!("CARGO_TARGET_TMPDIR"), "/long.html"), page).expect("ours");
}

/// A check of a function that is wrong about these inputs.
fn wrong_on<I: Clone + Debug + Send + 'static>(
    inputs: impl Domain<Input = I> + 'static,
    is_wrong: impl Fn(&I) -> bool + Send + Sync + 'static,
) -> CrossCheck<I, bool> {
    let check = CrossCheck::new("map", inputs).truth("right", |_| false);
    check.solver("mine", is_wrong)
}

/// The maps in a report on all inputs, or on drawn ones.
fn maps(checked: &Checked) -> Vec<Block> {
    let mut blocks = checked.content(Detail::Everything, &Presentation::default());
    blocks.retain(|block| matches!(block, Block::Map(_)));
    blocks
}

#[test]
fn control_characters_reach_no_terminal() {
    let blocks = [
        Block::Text("a\u{1b}[31mb\rd\n\tc".to_owned()),
        Block::Facts(vec![Fact::new("name\u{7}", "value\u{9b}")]),
    ];
    let escaped = "a\\u{1b}[31mb\\rd\n\tc\n\n    name\\u{7}   value\\u{9b}\n";
    assert_eq!(text(&blocks, 80), escaped);
}

#[test]
fn a_map_shows_values_in_order() {
    let pairs = domain::of((domain::range(0..=3_u8), domain::range(-2..=2_i8)));
    let overflows = wrong_on(pairs, |&(a, b)| {
        a.checked_add_signed(b).is_none_or(|sum| sum > 3)
    });
    let map = "    0 |██···|
      |█····|
      |····█|
    3 |···██|
       -2  2
       a downwards, b across
";
    assert_eq!(text(&maps(&explained(&overflows, ALL)), 80), map);
    let few = wrong_on(domain::all::<i8>(), |&n| {
        n < -70 || (40..=43).contains(&n) || n == 127
    });
    let line = format!(
        "    -128 |{}▒{}█{}░| 127\n",
        "█".repeat(14),
        "·".repeat(27),
        "·".repeat(20)
    );
    assert_eq!(text(&maps(&explained(&few, ALL)), 80), line);
    // On a narrow terminal, three neighbours share a cell.
    let narrow = "    -128 |████▓·········▒······░| 127\n";
    assert_eq!(text(&maps(&explained(&few, ALL)), 40), narrow);
    // Of three parts it shows the first two.
    let three = domain::of([
        domain::range(0..=3_u8),
        domain::range(0..=9),
        domain::range(0..=1),
    ]);
    let three = wrong_on(three, |&[a, b, c]| a >= 2 && c == 1 && b != 5);
    let map = "    0 |··········|
      |··········|
      |▒▒▒▒▒·▒▒▒▒|
    3 |▒▒▒▒▒·▒▒▒▒|
       0        9
       a downwards, b across
";
    assert_eq!(text(&maps(&explained(&three, ALL)), 80), map);
}

/// Where a solver did not answer all inputs, it may be wrong about others, so nothing looks right.
#[test]
fn a_map_of_a_part_shows_only_what_is_wrong() {
    let drawn = wrong_on(domain::range(0..=6_399_u16), |&n| n >= 3_200);
    let drawn = explained(&drawn, Coverage::Drawn(99));
    let map = text(&maps(&drawn), 80);
    let cells = map.split('|').nth(1).expect("a line of cells");
    let cells: Vec<char> = cells.chars().collect();
    let [left, right] = [&cells[..32], &cells[32..]];
    assert!(left.iter().all(|&cell| cell == ' '), "{map}");
    assert!(
        right.iter().filter(|&&cell| cell == '×').count() > 9,
        "{map}"
    );
    assert!(right.iter().all(|&cell| " ×".contains(cell)), "{map}");
    let none_found = ["<rect class=\"shade0\"/></svg>none found"];
    assert_has(&page_of(maps(&drawn)), none_found);
    // The others answered all inputs, but it was asked for the first ones only.
    let few = wrong_on(domain::all::<u8>(), |&n| n > 99).limits(limits(200, 200, 200));
    let other = few.solver("other", |_| false).solver("another", |_| false);
    let line = format!(
        "    0 |{}{}{}| 255\n",
        " ".repeat(25),
        "×".repeat(25),
        " ".repeat(14)
    );
    assert_eq!(text(&maps(&explained(&other, ALL)), 80), line);
}

#[test]
fn a_map_that_shows_no_more_than_sentences_is_left_out() {
    for check in [
        wrong_on(domain::given([7]), |_| true),
        wrong_on(domain::range(0..=127_u8), |n| n % 2 == 1),
        wrong_on(domain::range(0..=99_u8), |&n| n == 7),
        wrong_on(domain::all::<u8>(), |_| false),
    ] {
        assert_eq!(maps(&explained(&check, ALL)), []);
    }
    let drawn = wrong_on(domain::all::<(u64, u64)>(), |&(a, b)| a > b);
    assert_eq!(maps(&explained(&drawn, Coverage::Drawn(999))), []);
}

/// A report that consists of these blocks.
struct Blocks(Vec<Block>);

impl Serialize for Blocks {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

impl Report for Blocks {
    fn title(&self) -> String {
        "a <title>".to_owned()
    }

    fn conclusion(&self) -> (Banner, String) {
        (Banner::Wrong, "who & what".to_owned())
    }

    fn content(&self, _: Detail) -> Vec<Block> {
        self.0.clone()
    }
}

/// A page with these blocks, which says nothing about itself.
fn page_of(blocks: Vec<Block>) -> String {
    page(&Blocks(blocks), &[])
}

#[test]
fn a_map_on_a_page_says_what_it_shows() {
    let words = domain::words(["<b>", "&"], 0..=3);
    let words = wrong_on(words, |word| word.len() == 3 && word[0] == "&");
    let of_words = [
        "aria-label=\"Where mine is wrong\"",
        "<rect class=\"shade5\" x=\"14\" y=\"0\"/>",
        "<span>[&quot;&amp;&quot;, &quot;&amp;&quot;, &quot;&amp;&quot;]</span>",
        "<rect class=\"shade1\"/></svg>none",
        "<span>[]</span>",
    ];
    assert_has(&page_of(maps(&explained(&words, ALL))), of_words);
    let pairs = domain::of((domain::range(0..=3_u8), domain::range(-2..=2_i8)));
    let pairs = wrong_on(pairs, |&(a, b)| a == 3 && b > 0);
    let of_pairs = [
        "<rect class=\"shade5\" x=\"4\" y=\"3\"/>",
        "<rect class=\"shade1\" x=\"0\" y=\"3\"/>",
        "<div class=\"down few\"><span>0</span><span>1</span><span>2</span><span>3</span></div>",
        "<div class=\"across few\"><span>-2</span><span>-1</span><span>0</span><span>1</span><span>2</span></div>",
        "a downwards, b across. ",
    ];
    assert_has(&page_of(maps(&explained(&pairs, ALL))), of_pairs);
}

/// Whatever a user calls things, and whatever inputs and answers look like.
#[test]
fn a_page_escapes_all_text_but_drawings() {
    let blocks = vec![
        Block::Heading("<h>".to_owned()),
        Block::Text("<t>\n\n    <code>".to_owned()),
        Block::Facts(vec![Fact::new("<n>", "<v>").marked(Mark::Wrong, "<note>")]),
        Block::Table(Table {
            caption: "<caption>".to_owned(),
            columns: vec![
                Column::words("<first>"),
                Column::new("<name>").below("<over>"),
            ],
            rows: vec![vec!["<row>".into(), Cell::new("<cell>", Mark::Right)]],
        }),
        Block::Drawing {
            text: "    XO.\n    .X.".to_owned(),
            html: "<b>drawn</b>".to_owned(),
        },
        Block::Code("<source>".to_owned()),
    ];
    let page = page_of(blocks);
    for raw in [
        "h", "t", "code", "n", "v", "note", "caption", "first", "name", "over", "row", "cell",
        "source", "title",
    ] {
        let escaped = format!("&lt;{raw}&gt;");
        assert!(page.contains(&escaped), "{escaped}: {page}");
        let is_tag = ["code", "caption", "title"].contains(&raw);
        assert!(
            is_tag || !page.contains(&format!("<{raw}>")),
            "<{raw}>: {page}"
        );
    }
    assert_has(&page, ["</span> who &amp; what</p>", "<b>drawn</b>"]);
}

/// The top of a page leads to the wrong answers. They are red if it is known which ones are wrong.
#[test]
fn a_page_leads_to_what_is_wrong() {
    let check = CrossCheck::new("vote", domain::range(0..=99))
        .solver("one", |&n| (n, true))
        .solver("two", |&n| (n, true))
        .solver("three", |&n| (n.min(80), true));
    let voted = explained(&check, ALL);
    let mut judged = explained(&check.truth("right", |&n| (n, true)), ALL);
    judged.check = "a::judge".to_owned();
    let mut report = report_on(vec![voted, judged]);
    report.presentations[1].command = Some("show 'it'".to_owned());
    let page = page(&report, &[]);
    let (voted, judged) = page.split_once("<h2>a::judge</h2>").expect("two checks");
    let link = "\">a::judge: an answer is wrong on 19 of 100 inputs.</a>";
    let (before, _) = voted.split_once(link).expect("a link");
    let (_, part) = before.rsplit_once('#').expect("to a part");
    let parts = [
        &*format!("<div id=\"{part}\"><h2>a::judge: the solvers disagree"),
        "<code><span class=\"wrong\">(8<mark>0</mark>, true)</span></code>",
        "<code><span class=\"right\">(8<mark>1</mark>, true)</span></code>",
        "To reproduce: <code>show &apos;it&apos;</code>",
    ];
    assert_has(judged, parts);
    let mut unwanted = ["class=\"wrong\"", "<p></p>", "<tr></tr>"].iter();
    assert!(!unwanted.any(|text| voted.contains(text)), "{voted}");
}
