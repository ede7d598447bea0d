//! What a run of `check` amounts to: the verdict, the document, and an error that is no solver's fault.

use crossply_report::documents::check::Checked;

use crate::Verdict;

/// The outcome of checking one problem.
pub(super) struct Outcome {
    pub(super) verdict: Verdict,
    /// None if the run was interrupted before it compared anything.
    pub(super) checked: Option<Checked>,
    /// An error that is no solver's fault.
    pub(super) error: Option<anyhow::Error>,
}

impl Outcome {
    pub(super) fn failed(error: anyhow::Error) -> Self {
        Outcome {
            verdict: Verdict::Right,
            checked: None,
            error: Some(error),
        }
    }
}

/// Adds up the outcomes of several problems. An interrupt or an error ends this, and loses nothing found before: the
/// caller reports the error last.
pub(super) fn together(
    problems: impl Iterator<Item = anyhow::Result<Outcome>>,
) -> (Vec<Checked>, Verdict, Option<anyhow::Error>) {
    let mut checked = Vec::new();
    let mut verdict = Verdict::Right;
    for one in problems {
        let one = one.unwrap_or_else(Outcome::failed);
        checked.extend(one.checked);
        verdict = verdict.max(one.verdict);
        if one.error.is_some() || verdict == Verdict::Interrupted {
            return (checked, verdict, one.error);
        }
    }
    (checked, verdict, None)
}
