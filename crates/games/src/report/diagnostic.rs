//! A fault of an input text: the line with a caret, what was found, and what was expected.

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use crossply_problems::Diagnostic;

/// Draws the diagnostic over several lines, with ANSI colours; print it through a stream that strips them where they
/// are unwanted. `origin` names the input.
pub fn diagnostic(diagnostic: &Diagnostic, origin: &str) -> String {
    let excerpt = printable(&diagnostic.excerpt);
    let offset = offset_of_fault(diagnostic, &excerpt);
    let title = match diagnostic.case {
        Some(case) => format!("case {case}: {}", diagnostic.found),
        None => diagnostic.found.clone(),
    };
    let label = format!("expected {}", diagnostic.expected);
    let caret = AnnotationKind::Primary.span(offset..offset).label(label);
    let snippet = Snippet::source(excerpt)
        .line_start(diagnostic.excerpt_line as usize)
        .path(origin)
        .fold(false)
        .annotation(caret);
    let error = Level::ERROR.primary_title(title).element(snippet);
    Renderer::styled().render(&[error])
}

/// Replaces each control character by one visible character, which keeps the caret in its column and the input's
/// control sequences off the terminal.
fn printable(excerpt: &str) -> String {
    let visible = |character: char| match character {
        '\n' => '\n',
        '\t' => ' ',
        control if control.is_control() => char::REPLACEMENT_CHARACTER,
        other => other,
    };
    excerpt.chars().map(visible).collect()
}

fn offset_of_fault(diagnostic: &Diagnostic, excerpt: &str) -> usize {
    let row = (diagnostic.line - diagnostic.excerpt_line) as usize;
    let rows_before = excerpt.split_inclusive('\n').take(row);
    let start: usize = rows_before.map(str::len).sum();
    let mut characters = excerpt[start..].char_indices();
    match characters.nth(diagnostic.column - 1) {
        Some((offset, _)) => start + offset,
        None => excerpt.len(),
    }
}
