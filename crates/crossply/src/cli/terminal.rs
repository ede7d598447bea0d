//! Messages, progress and colours on a terminal.
//!
//! Results go to standard output, and these messages to standard error. Only terminals get colours and progress bars.
//! Elsewhere, a line of progress is printed every ten seconds.

use std::env;
use std::fmt::Display;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anstyle::AnsiColor;
use indicatif::{HumanCount, ProgressDrawTarget, ProgressStyle};

use crate::content::Mark;
use crate::report::Canvas;
use crate::report::Detail;

/// The position in the help of options that all commands share. They come after those of the command.
const LAST: usize = 900;

/// The option for verbosity.
#[derive(Clone, Debug, clap::Args)]
pub struct Loudness {
    /// Prints failures only, without progress or notices; a document of --format is still printed
    #[arg(short, long, global = true, display_order = LAST)]
    quiet: bool,
}

impl Loudness {
    /// Sets the verbosity from now on.
    pub fn apply(&self) {
        QUIET.store(self.quiet, Ordering::Relaxed);
    }
}

static QUIET: AtomicBool = AtomicBool::new(false);

/// Whether to print failures only.
pub(super) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

pub(super) fn wanted_detail() -> Detail {
    if is_quiet() {
        Detail::Failures
    } else {
        Detail::Everything
    }
}

/// Whether to print progress. The number of lines of progress depends on the clock, so tests that compare output set
/// `CROSSPLY_PROGRESS=never`.
pub(super) fn shows_progress() -> bool {
    let never = env::var_os("CROSSPLY_PROGRESS").is_some_and(|when| when == "never");
    !never && !is_quiet()
}

/// Writes a line to standard error at any verbosity. Errors are ignored, because nothing depends on the line.
pub fn say(text: impl Display) {
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}

/// Writes a line unless the command is quiet.
pub fn notice(text: impl Display) {
    if !is_quiet() {
        say(text);
    }
}

/// Writes the seed before the run starts, so that even a run that never ends can be repeated.
pub fn announce_seed(seed: u64) {
    notice(format_args!(
        "seed {seed} (to repeat this run: --seed {seed})"
    ));
}

/// Standard output as a canvas.
pub(super) fn canvas() -> Canvas {
    let mut canvas = Canvas::plain(width());
    canvas.paint = |text, mark| match mark {
        Mark::None => text.to_owned(),
        Mark::Right => in_colour(text, AnsiColor::Green),
        Mark::Wrong => in_colour(text, AnsiColor::Red),
    };
    canvas
}

pub(super) fn in_colour(words: &str, colour: AnsiColor) -> String {
    let style = colour.on_default().bold();
    format!("{style}{words}{style:#}")
}

/// The width of standard output in columns. Unlimited unless it is a terminal.
pub(super) fn width() -> usize {
    terminal_size::terminal_size_of(io::stdout()).map_or(usize::MAX, |(width, _)| width.0.into())
}

/// The interval between lines of progress.
const INTERVAL: Duration = Duration::from_secs(10);

/// A progress bar on a terminal, or lines of progress elsewhere.
pub struct ProgressBar {
    bar: indicatif::ProgressBar,
    unit: String,
    /// When the last line was written. `None` if there is a bar, or no progress at all.
    last: Option<Mutex<Instant>>,
}

impl ProgressBar {
    /// A progress bar for `all` items, or for an unknown number of them. `unit` is their name.
    #[expect(clippy::missing_panics_doc, reason = "the template is well-formed")]
    pub fn new(name: &str, unit: &str, all: Option<u64>) -> Self {
        let (bar, amount, time) = match all {
            None => (
                indicatif::ProgressBar::new_spinner(),
                "{spinner} {human_pos}",
                "{elapsed}",
            ),
            Some(all) => (
                indicatif::ProgressBar::new(all),
                "{wide_bar} {human_pos}/{human_len}",
                "{eta} left",
            ),
        };
        let template = format!("{{prefix}} {amount} {unit}, {{per_sec:0}}, {time}");
        let style = ProgressStyle::with_template(&template).expect("the template is well-formed");
        let is_said = shows_progress();
        if !is_said {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        ProgressBar {
            last: (is_said && bar.is_hidden()).then(|| Mutex::new(Instant::now())),
            bar: bar.with_style(style).with_prefix(name.to_owned()),
            unit: unit.to_owned(),
        }
    }

    /// Adds `more` finished items.
    pub fn inc(&self, more: u64) {
        self.bar.inc(more);
        let Some(last) = &self.last else { return };
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.elapsed() >= INTERVAL {
            *last = Instant::now();
            let done = HumanCount(self.bar.position());
            let all = self
                .bar
                .length()
                .map(|all| format!(" of {}", HumanCount(all)));
            let name = self.bar.prefix();
            let unit = &self.unit;
            let all = all.unwrap_or_default();
            say(format_args!("{name}: {done}{all} {unit}"));
        }
    }

    /// Hides the bar while something else is written.
    pub(super) fn suspend(&self, write: impl FnOnce()) {
        self.bar.suspend(write);
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{Block, Cell, Column, Fact, Table};

    #[test]
    fn colours_only_add_to_words() {
        let column = |name: &str| Column {
            name: name.to_owned(),
            ..Column::default()
        };
        let table = Table {
            columns: vec![column("solver"), column("verdict")],
            rows: vec![
                vec!["WRONG".into(), Cell::new("WRONG on 3", Mark::Wrong)],
                vec!["memo".into(), Cell::new("agrees", Mark::Right)],
            ],
            ..Table::default()
        };
        let fact = Fact::new("memo", "(1,\u{1b}2)").marked(Mark::Wrong, "wrong");
        let blocks = [Block::Table(table), Block::Facts(vec![fact])];
        let coloured = canvas().draw(&blocks);
        let plain = Canvas::plain(usize::MAX).draw(&blocks);
        assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), plain);
        for (words, colour) in [
            ("WRONG on 3", AnsiColor::Red),
            ("agrees", AnsiColor::Green),
            ("<- wrong", AnsiColor::Red),
        ] {
            assert!(coloured.contains(&in_colour(words, colour)), "{coloured}");
        }
        // A solver may have any name.
        assert!(!coloured.contains(&in_colour("WRONG ", AnsiColor::Red)));
        assert_eq!(coloured.matches("\u{1b}[1m").count(), 3);
    }
}
