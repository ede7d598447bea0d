//! Draws the diagnostic of an input text: the line with a caret, what was found, and what was expected.

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use crossply_problems::Diagnostic;

/// Draws the diagnostic on several lines, with ANSI colours. Print it through a stream that strips them if they are
/// unwanted. `origin` names the input.
pub fn diagnostic(diagnostic: &Diagnostic, origin: &str) -> String {
    // The renderer replaces the control characters of ASCII, but not these, which would reach the terminal.
    let excerpt = diagnostic
        .excerpt
        .replace(|c| ('\u{80}'..='\u{9f}').contains(&c), "\u{fffd}");
    let offset = error_offset(diagnostic, &excerpt);
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

/// The offset in the excerpt, in bytes, of the error.
fn error_offset(diagnostic: &Diagnostic, excerpt: &str) -> usize {
    let row = (diagnostic.line - diagnostic.excerpt_line) as usize;
    let rows_before = excerpt.split_inclusive('\n').take(row);
    let start: usize = rows_before.map(str::len).sum();
    let mut characters = excerpt[start..].char_indices();
    match characters.nth(diagnostic.column - 1) {
        Some((offset, _)) => start + offset,
        None => excerpt.len(),
    }
}
