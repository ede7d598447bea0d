//! `globset` against `glob`: whether a path matches a pattern.

use crossply::{CrossCheck, Domain, domain};
use globset::{GlobBuilder, GlobMatcher};

/// A pattern and a path.
type Input = (String, String);

fn globset(pattern: &str) -> Option<GlobMatcher> {
    let glob = GlobBuilder::new(pattern).literal_separator(true).build();
    Some(glob.ok()?.compile_matcher())
}

/// Only `**` takes in separators. The answer to a pattern that is refused is None.
fn of(name: &str, takes_part: fn(&str) -> bool) -> CrossCheck<Input, Option<bool>> {
    let all = domain::words("a/*?[]!", 0..=4).map(String::from_iter);
    let mut patterns = Vec::new();
    all.fill(0..all.len(), &mut patterns);
    patterns.retain(|pattern| takes_part(pattern));
    let paths = domain::words("a/", 0..=4).map(String::from_iter);
    let mut options = glob::MatchOptions::new();
    options.require_literal_separator = true;
    CrossCheck::new(name, domain::of((domain::given(patterns), paths)))
        .inputs_are("question", "questions")
        .solver("globset", |(p, path)| Some(globset(p)?.is_match(path)))
        .solver("glob", move |(pattern, path)| {
            let pattern = glob::Pattern::new(pattern).ok()?;
            Some(pattern.matches_with(path, options))
        })
}

pub fn check() -> CrossCheck<Input, Option<bool>> {
    of("globset", |_| true)
}

/// Only patterns that both take.
pub fn taken() -> CrossCheck<Input, Option<bool>> {
    let both = |p: &str| globset(p).is_some() && glob::Pattern::new(p).is_ok();
    of("globset-taken", both)
}
