//! The frame of a page, and the parts that all pages share.

use indicatif::HumanCount;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The data about a page itself.
#[derive(Clone, Debug)]
pub struct PageMetadata {
    /// The version of the program that wrote the page.
    pub version: String,
    /// The command line.
    pub command: String,
    /// The time of writing.
    pub when: String,
}

/// Forbids every request, whatever a page contains.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// The icon and the colour of the verdict at the top of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Banner {
    /// All is well.
    Right,
    /// Something is wrong.
    Wrong,
    /// There is no verdict, because the run did not finish.
    Open,
}

impl Banner {
    fn sign(self) -> char {
        match self {
            Banner::Right => '\u{2713}',
            Banner::Wrong => '\u{2717}',
            Banner::Open => '\u{2026}',
        }
    }

    fn class(self) -> &'static str {
        match self {
            Banner::Right => "right",
            Banner::Wrong => "wrong",
            Banner::Open => "open",
        }
    }
}

/// A page with this title, the verdict as a banner and in words, and the content.
#[must_use]
pub fn page(
    title: &str,
    metadata: &PageMetadata,
    banner: Banner,
    verdict: &str,
    content: &Markup,
) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { (title) }
                style { (PreEscaped(include_str!("style.css"))) }
            }
            body {
                main {
                    h1 { (title) }
                    p.verdict.{ (banner.class()) } {
                        span aria-hidden="true" { (banner.sign()) }
                        " " (verdict)
                    }
                    (facts(&[
                        ("command", html! { code { (metadata.command) } }),
                        ("version", html! { (metadata.version) }),
                        ("written", html! { (metadata.when) }),
                    ]))
                    (content)
                }
                script { (PreEscaped(include_str!("player.js"))) }
            }
        }
    };
    page.into_string()
}

/// A list of names and values.
#[must_use]
pub fn facts(facts: &[(&str, Markup)]) -> Markup {
    html! {
        dl.facts {
            @for (name, fact) in facts {
                div { dt { (name) } dd { (fact) } }
            }
        }
    }
}

/// A table whose first row and column are headers. A wide table scrolls, also with the keyboard.
#[must_use]
pub fn table(caption: &str, header: &[&str], rows: &[Vec<Markup>]) -> Markup {
    html! {
        div.scrolled role="group" aria-label=(caption) tabindex="0" {
            table {
                caption { span { (caption) } }
                thead {
                    tr { @for name in header { th scope="col" { (name) } } }
                }
                tbody {
                    @for row in rows {
                        tr {
                            @for (column, cell) in row.iter().enumerate() {
                                @if column == 0 { th scope="row" { (cell) } } @else { td { (cell) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A number with separators.
#[must_use]
pub fn number(number: u64) -> Markup {
    html! { (HumanCount(number)) }
}

/// A number and a noun, in the plural unless the number is one.
#[must_use]
pub fn count(number: u64, name: &str) -> String {
    match number {
        1 => format!("1 {name}"),
        _ => format!("{} {name}s", HumanCount(number)),
    }
}

/// A share of a whole, in percent. Only the whole is 100 %, and only nothing is 0 %.
#[must_use]
pub fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "\u{2013}".to_owned();
    }
    if part == whole {
        return "100%".to_owned();
    }
    let percent = 100.0 * part as f64 / whole as f64;
    match part {
        0 => "0%".to_owned(),
        _ if percent < 0.01 => "less than 0.01%".to_owned(),
        _ if percent > 99.99 => "more than 99.99%".to_owned(),
        _ => format!("{percent:.2}%"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_neither_all_nor_nothing_if_it_is_not() {
        assert_eq!(percent(0, 0), "\u{2013}");
        assert_eq!(percent(0, 3), "0%");
        assert_eq!(percent(1, 3), "33.33%");
        assert_eq!(percent(3, 3), "100%");
        assert_eq!(percent(1, 4_656_402), "less than 0.01%");
        assert_eq!(percent(4_656_401, 4_656_402), "more than 99.99%");
    }
}
