//! The frame of a page, and what all pages are put together from.

use indicatif::HumanCount;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// What made a page, and when.
#[derive(Clone, Debug)]
pub struct Made {
    /// The version of the program.
    pub version: String,
    /// The command line.
    pub command: String,
    /// The time.
    pub when: String,
}

/// Nothing is fetched from anywhere, whatever a page holds.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// What is said on top of a page: by a sign and a colour, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Right,
    Wrong,
    /// Nobody knows: it did not come to its end.
    Open,
}

impl Sign {
    fn sign(self) -> char {
        match self {
            Sign::Right => '\u{2713}',
            Sign::Wrong => '\u{2717}',
            Sign::Open => '\u{2026}',
        }
    }

    fn class(self) -> &'static str {
        match self {
            Sign::Right => "right",
            Sign::Wrong => "wrong",
            Sign::Open => "open",
        }
    }
}

/// The page with this title, the verdict in a sign and in words, and what else there is.
pub(crate) fn page(
    title: &str,
    made: &Made,
    sign: Sign,
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
                    p.verdict.{ (sign.class()) } {
                        span aria-hidden="true" { (sign.sign()) }
                        " " (verdict)
                    }
                    (facts(&[
                        ("command", html! { code { (made.command) } }),
                        ("version", html! { (made.version) }),
                        ("written", html! { (made.when) }),
                    ]))
                    (content)
                }
                script { (PreEscaped(include_str!("player.js"))) }
            }
        }
    };
    page.into_string()
}

/// Names and what they stand for.
pub(crate) fn facts(facts: &[(&str, Markup)]) -> Markup {
    html! {
        dl.facts {
            @for (name, fact) in facts {
                div { dt { (name) } dd { (fact) } }
            }
        }
    }
}

/// A table whose first row and first column are headers. Wide ones can be scrolled, with the keyboard, too.
pub(crate) fn table(caption: &str, header: &[&str], rows: &[Vec<Markup>]) -> Markup {
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
                            @for (place, cell) in row.iter().enumerate() {
                                @if place == 0 { th scope="row" { (cell) } } @else { td { (cell) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A number a person can read.
pub(crate) fn number(number: u64) -> Markup {
    html! { (HumanCount(number)) }
}

/// A number of things, which have this name if there is one of them.
pub(crate) fn count(number: u64, name: &str) -> String {
    match number {
        1 => format!("1 {name}"),
        _ => format!("{} {name}s", HumanCount(number)),
    }
}

/// A share of a whole, in percent; never all or nothing if it is not.
pub(crate) fn percent(part: u64, whole: u64) -> String {
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
