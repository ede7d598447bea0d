//! Compares `globset` with `glob`: does a path match a pattern?

use crossply::{CrossCheck, Domain, domain};
use globset::{GlobBuilder, GlobMatcher};

/// A pattern and a path.
type Input = (String, String);

fn globset(pattern: &str) -> Option<GlobMatcher> {
    let glob = GlobBuilder::new(pattern).literal_separator(true).build();
    Some(glob.ok()?.compile_matcher())
}

/// The patterns that `is_tested`, with all paths. Only `**` matches separators. The answer is `None` if the pattern is
/// rejected.
fn matches(name: &str, is_tested: fn(&str) -> bool) -> CrossCheck<Input, Option<bool>> {
    let all = domain::words("a/*?[]!", 0..=4).map(String::from_iter);
    let mut patterns = Vec::new();
    all.fill(0..all.len(), &mut patterns);
    patterns.retain(|pattern| is_tested(pattern));
    let paths = domain::words("a/", 0..=4).map(String::from_iter);
    let mut options = glob::MatchOptions::new();
    options.require_literal_separator = true;
    CrossCheck::new(name, domain::of((domain::given(patterns), paths)))
        .inputs_are("question", "questions")
        .solver("globset", |(pattern, path)| {
            Some(globset(pattern)?.is_match(path))
        })
        .solver("glob", move |(pattern, path)| {
            let pattern = glob::Pattern::new(pattern).ok()?;
            Some(pattern.matches_with(path, options))
        })
}

pub fn check() -> CrossCheck<Input, Option<bool>> {
    matches("globset", |_| true)
}

/// Tests only patterns that both libraries accept.
pub fn accepted() -> CrossCheck<Input, Option<bool>> {
    matches("globset-taken", |pattern| {
        globset(pattern).is_some() && glob::Pattern::new(pattern).is_ok()
    })
}
