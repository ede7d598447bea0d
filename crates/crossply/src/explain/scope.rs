//! The inputs that an explanation is about, in words: "the first 1,000 numbers".

use super::rows::Topic;
use super::suspect::Suspect;
use crate::run::{Compared, Ended, Findings, Shard};
use crate::wide::count;

/// The inputs that a solver answered and that were judged. `parts` names the parts of an input, as in " (a, b)".
pub(crate) fn scope(
    compared: &Compared<'_>,
    findings: &Findings,
    suspect: &Suspect<'_>,
    parts: &str,
) -> String {
    let plan = compared.plan;
    let counts = &findings.counts;
    let nouns = format!("{}{parts}", plan.check.words.nouns);
    let tally = suspect.answered.all;
    let all = tally.total();
    let judged = suspect.answered.judged;
    let part = match compared.shard {
        Shard::WHOLE => String::new(),
        shard => format!(" in part {shard} of the run"),
    };
    let drawn = if tally.drawn == 0 {
        ""
    } else if tally.in_order == 0 {
        " drawn at random"
    } else {
        // Perhaps none of the judged inputs were drawn, and the sets may have been full before an input was drawn.
        ", some of them perhaps drawn at random and counted twice"
    };
    if judged < all {
        let judged = count(judged);
        return format!("the {judged} {nouns} whose right answer is known{part}{drawn}");
    }
    let is_first = findings.ended == Ended::Completed
        && plan.is_from_the_first()
        && u128::from(all) < plan.check.len
        && tally.in_order == tally.total()
        && (matches!(suspect.topic, Topic::Answers(_)) || all == counts.compared.total())
        && counts.excluded.total() == 0
        && !compared.outcome.is_full
        && compared.shard == Shard::WHOLE;
    let first = if is_first { "the first " } else { "" };
    let all = count(all);
    format!("{first}{all} {nouns}{drawn}{part}")
}
