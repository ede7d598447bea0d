//! `semver` against the grammar of <https://semver.org>.

use crossply::{CrossCheck, domain};

fn is_version(text: &str) -> bool {
    let mut build = text.splitn(2, '+');
    let mut pre = build.next().unwrap_or_default().splitn(2, '-');
    let core = pre.next().unwrap_or_default();
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let is_part = |part: &str| !part.is_empty() && part.chars().all(is_letter);
    let is_digits = |part: &str| part.chars().all(|c| c.is_ascii_digit());
    // No number begins with a zero but zero.
    let is_padded = |part: &str| is_digits(part) && part.len() > 1 && part.starts_with('0');
    let is_right = |part: &str| is_part(part) && !is_padded(part);
    core.split('.').count() == 3
        && core.split('.').all(|p| is_digits(p) && is_right(p))
        && pre.all(|pre| pre.split('.').all(is_right))
        && build.all(|build| build.split('.').all(is_part))
}

/// The answer is the version as text again; none if it is refused.
fn of(name: &str) -> CrossCheck<String, Option<String>> {
    let texts = domain::words("01.-+a", 0..=9).map(String::from_iter);
    CrossCheck::new(name, texts)
        .inputs_are("text", "texts")
        .solver("grammar", |text| is_version(text).then(|| text.clone()))
        .solver("semver", |text| {
            Some(semver::Version::parse(text).ok()?.to_string())
        })
}

pub fn check() -> CrossCheck<String, Option<String>> {
    of("semver")
}

pub fn old() -> CrossCheck<String, Option<String>> {
    of("semver-old").solver("semver 0.9.0", |text| {
        Some(semver_0_9::Version::parse(text).ok()?.to_string())
    })
}
