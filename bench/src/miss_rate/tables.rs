//! The tables of `docs/miss-rate.md`.

use anyhow::Context;
use crossply_problems::{Poj1568, Problem};
use indicatif::HumanCount;

use crate::LAYERS;
use crate::statistics::{Layer, Row};

/// For how many wrong positions the second table gives the probability that all are missed.
const WRONG: [i32; 7] = [1, 2, 4, 8, 16, 32, 64];

/// A row for each fault, with a column for each layer.
pub(crate) fn table_of_faults(rows: &[Row], cap: u64) -> String {
    let layers = LAYERS.join(" | ");
    let mut table = format!("| fault | wrong on | predicted | {layers} |\n");
    table += &format!("| --- | --- | --- {}|\n", "| --- ".repeat(LAYERS.len()));
    for row in rows {
        let (wrong, uniform) = (HumanCount(row.wrong), row.predicted());
        let layers = row.layers.iter().map(|layer| in_words(layer, uniform, cap));
        let layers = layers.collect::<Vec<_>>().join(" | ");
        table += &format!(
            "| `{}` | {wrong} | {} | {layers} |\n",
            row.fault.name,
            HumanCount(uniform)
        );
    }
    table
}

/// The median with its interval, its ratio to that of uniform drawing, its seconds, and the misses.
pub(crate) fn in_words(layer: &Layer, uniform: u64, cap: u64) -> String {
    let count = |executions| match executions {
        u64::MAX => format!("> {}", HumanCount(cap)),
        found => HumanCount(found).to_string(),
    };
    let [from, to] = layer.interval().map(count);
    let median = count(layer.median.unwrap_or(u64::MAX));
    let mut text = format!("**{median}** ({from} to {to})");
    if let Some(median) = layer.median {
        let ratio = median as f64 / uniform as f64;
        text += &format!(", ratio {ratio:.2}, {:.2} s", layer.seconds);
    }
    match (layer.misses(u64::MAX - 1), layer.found_after.len()) {
        (0, _) => text,
        (missed, sessions) => text + &format!(", {missed} of {sessions} missed it"),
    }
}

/// The probability that a session without a fault misses one on so many positions, wherever these are.
pub(crate) fn table_of_misses(cap: u64, reached: &[(f64, u64)]) -> String {
    let numbers = WRONG.map(|wrong| wrong.to_string()).join(" | ");
    let mut table = format!(
        "| {} executions | s | positions judged | {numbers} |\n",
        HumanCount(cap)
    );
    table += &format!("| --- | --- | --- {}|\n", "| --- ".repeat(WRONG.len()));
    let all = Poj1568::domain().len() as f64;
    let drawn = all * (1.0 - (1.0 - 1.0 / all).powf(cap as f64));
    let rows = [(None, drawn as u64)].into_iter();
    let rows = rows.chain(
        reached
            .iter()
            .map(|&(seconds, judged)| (Some(seconds), judged)),
    );
    for (name, (seconds, judged)) in [LAYERS[0], LAYERS[2], LAYERS[3]].iter().zip(rows) {
        let seconds = seconds.map_or("-".to_owned(), |seconds| format!("{seconds:.1}"));
        let missed = WRONG.map(|wrong| format!("{:.3}", (1.0 - judged as f64 / all).powi(wrong)));
        let missed = missed.join(" | ");
        table += &format!(
            "| {name} | {seconds} | {} | {missed} |\n",
            HumanCount(judged)
        );
    }
    table
}

/// The text with other words between the comments `<!-- NAME -->` and `<!-- /NAME -->`.
pub(crate) fn between(text: &str, name: &str, words: &str) -> anyhow::Result<String> {
    let (start, end) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
    let (before, rest) = text.split_once(&start).context("the first comment")?;
    let (_, after) = rest.split_once(&end).context("the second comment")?;
    Ok([before, &start, words, &end, after].concat())
}
