//! Compares `semver` with the grammar of <https://semver.org>.

use crossply::{CrossCheck, domain};

fn is_version(text: &str) -> bool {
    let (before_build, build) = text.split_once('+').unzip();
    let version = before_build.unwrap_or(text);
    let (before_pre_release, pre_release) = version.split_once('-').unzip();
    let core = before_pre_release.unwrap_or(version);
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let is_part = |part: &str| !part.is_empty() && part.chars().all(is_letter);
    let is_digits = |part: &str| part.chars().all(|c| c.is_ascii_digit());
    // Numbers have no leading zeros.
    let is_padded = |part: &str| is_digits(part) && part.len() > 1 && part.starts_with('0');
    let is_unpadded_part = |part: &str| is_part(part) && !is_padded(part);
    core.split('.').count() == 3
        && core
            .split('.')
            .all(|part| is_digits(part) && is_unpadded_part(part))
        && pre_release.is_none_or(|text| text.split('.').all(is_unpadded_part))
        && build.is_none_or(|text| text.split('.').all(is_part))
}

/// The answer is the version as text again. `None` if the text is rejected.
fn versions(name: &str) -> CrossCheck<String, Option<String>> {
    let texts = domain::words("01.-+a", 0..=9).map(String::from_iter);
    CrossCheck::new(name, texts)
        .inputs_are("text", "texts")
        .solver("grammar", |text| is_version(text).then(|| text.clone()))
        .solver("semver", |text| {
            Some(semver::Version::parse(text).ok()?.to_string())
        })
}

pub fn check() -> CrossCheck<String, Option<String>> {
    versions("semver")
}

/// Adds an old version with known faults.
pub fn old() -> CrossCheck<String, Option<String>> {
    versions("semver-old").solver("semver 0.9.0", |text| {
        Some(semver_0_9::Version::parse(text).ok()?.to_string())
    })
}
