//! The tables of `docs/miss-rate.md`. What was not measured this time they take from those on the page.

use crossply_problems::{Poj1568, Problem};
use indicatif::HumanCount;

use crate::Arguments;
use crate::layers::Layer;
use crate::page::Table;
use crate::statistics::{Finds, Row};

/// For how many wrong positions the table of misses gives the probability that all are missed.
const WRONG: [i32; 7] = [1, 2, 4, 8, 16, 32, 64];

/// A row for each fault, with a column for each layer.
pub(crate) fn table_of_faults(page: &str, rows: &[Row]) -> anyhow::Result<Table> {
    let before = Table::read(page, "faults")?;
    let columns = ["fault", "wrong on", "predicted"].into_iter();
    let columns = columns.chain(Layer::ALL.map(Layer::name));
    let mut table = Table::new("faults", columns.map(str::to_owned).collect());
    for row in rows {
        let uniform = row.predicted();
        let mut cells = vec![
            format!("`{}`", row.fault.name),
            HumanCount(row.wrong).to_string(),
            HumanCount(uniform).to_string(),
        ];
        for layer in Layer::ALL {
            let before = before.cell(&cells[0], layer.name());
            cells.push(match row.finds_of(layer) {
                Some(finds) => in_words(finds, uniform),
                None => before.unwrap_or("not measured").to_owned(),
            });
        }
        table.push(cells);
    }
    Ok(table)
}

/// The median with its interval, its ratio to that of uniform drawing, its seconds, and the misses.
pub(crate) fn in_words(finds: &Finds, uniform: u64) -> String {
    let count = |executions| match executions {
        u64::MAX => format!("> {}", HumanCount(finds.cap)),
        found => HumanCount(found).to_string(),
    };
    let [from, to] = finds.interval().map(count);
    let median = count(finds.median.unwrap_or(u64::MAX));
    let mut text = format!("**{median}** ({from} to {to})");
    if let Some(median) = finds.median {
        let ratio = median as f64 / uniform as f64;
        text += &format!(", ratio {ratio:.2}, {:.2} s", finds.seconds);
    }
    match (finds.misses(u64::MAX - 1), finds.found_after.len()) {
        (0, _) => text,
        (missed, sessions) => text + &format!(", {missed} of {sessions} missed it"),
    }
}

/// The median and its interval, of what [`in_words`] has written. Where it is larger than the number of executions after
/// which sessions end, this number stands for it.
pub(crate) fn from_words(cell: &str) -> Option<(Option<u64>, [u64; 2])> {
    let number = |text: &str| text.trim_start_matches("> ").replace(',', "").parse().ok();
    let (median, rest) = cell.strip_prefix("**")?.split_once("** (")?;
    let (from, rest) = rest.split_once(" to ")?;
    let (to, _) = rest.split_once(')')?;
    let interval = [number(from)?, number(to)?];
    let median = if median.starts_with('>') {
        None
    } else {
        Some(number(median)?)
    };
    Some((median, interval))
}

/// How each layer was measured.
pub(crate) fn table_of_layers(
    page: &str,
    arguments: &Arguments,
    rows: &[Row],
) -> anyhow::Result<Table> {
    let before = Table::read(page, "layers")?;
    let columns = ["layer", "sessions for each fault", "a session ends after"];
    let mut table = Table::new("layers", columns.map(str::to_owned).into());
    for layer in Layer::ALL {
        if rows.iter().all(|row| row.finds_of(layer).is_some()) {
            let cap = arguments.cap_of(layer);
            let end = cap.map_or("the find".to_owned(), |cap| {
                format!("the find, or {} executions", HumanCount(cap))
            });
            table.push(vec![
                layer.name().to_owned(),
                arguments.sessions_of(layer).to_string(),
                end,
            ]);
        } else if let Some(row) = before.row(layer.name()) {
            table.push(row.to_vec());
        }
    }
    Ok(table)
}

/// What the sessions of a layer without a fault reach. The numbers are medians.
pub(crate) struct Reached {
    pub(crate) layer: Layer,
    pub(crate) executions: u64,
    /// None if it was not measured.
    pub(crate) seconds: Option<f64>,
    /// On how many different positions solvers were compared.
    pub(crate) judged: u64,
}

impl Reached {
    /// What so many uniform draws reach on average.
    pub(crate) fn uniform(executions: u64) -> Self {
        let all = Poj1568::domain().len() as f64;
        let judged = all * (1.0 - (1.0 - 1.0 / all).powf(executions as f64));
        Reached {
            layer: Layer::Uniform,
            executions,
            seconds: None,
            judged: judged as u64,
        }
    }
}

/// The probability that a session without a fault misses one on so many positions, wherever these are.
pub(crate) fn table_of_misses(page: &str, reached: &[Reached]) -> anyhow::Result<Table> {
    let before = Table::read(page, "reached")?;
    let columns = ["layer", "executions", "s", "positions judged"].map(str::to_owned);
    let columns = columns
        .into_iter()
        .chain(WRONG.map(|wrong| wrong.to_string()));
    let mut table = Table::new("reached", columns.collect());
    let all = Poj1568::domain().len() as f64;
    for layer in Layer::ALL {
        if let Some(reached) = reached.iter().find(|reached| reached.layer == layer) {
            let seconds = reached.seconds.map(|seconds| format!("{seconds:.1}"));
            let mut cells = vec![
                layer.name().to_owned(),
                HumanCount(reached.executions).to_string(),
                seconds.unwrap_or("-".to_owned()),
                HumanCount(reached.judged).to_string(),
            ];
            let missed = 1.0 - reached.judged as f64 / all;
            cells.extend(WRONG.map(|wrong| format!("{:.3}", missed.powi(wrong))));
            table.push(cells);
        } else if let Some(row) = before.row(layer.name()) {
            table.push(row.to_vec());
        }
    }
    Ok(table)
}
