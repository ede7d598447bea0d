//! Compares a port in Rust with the original in C, which this compiles: year, month and day as a day of the week.
//!
//! The original takes the remainder of a number that may be negative, which C rounds towards zero. The port does not, and the
//! report says what the difference always is.

use std::fs;
use std::io;
use std::process::Command;
use std::time::Duration;

use crossply::{CrossCheck, Program, domain};

/// Zeller's congruence, with a fault: 0 is Saturday, and -1 stands for Friday.
const ORIGINAL: &str = r#"
#include <stdio.h>

int main(void) {
    int year, month, day;
    while (scanf("%d %d %d", &year, &month, &day) == 3) {
        int shifted = month < 3 ? month + 12 : month, of = month < 3 ? year - 1 : year;
        int weekday = (day + 13 * (shifted + 1) / 5 + of % 100 + of % 100 / 4 + of / 400 - 2 * (of / 100)) % 7;
        printf("%d\n", weekday);
    }
}
"#;

fn port((year, month, day): (i32, i32, i32)) -> i32 {
    let (shifted, of) = if month < 3 {
        (month + 12, year - 1)
    } else {
        (month, year)
    };
    let in_century = of % 100;
    let sum =
        day + 13 * (shifted + 1) / 5 + in_century + in_century / 4 + of / 400 - 2 * (of / 100);
    sum.rem_euclid(7)
}

fn main() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let [source, program] = ["weekday.c", "weekday"].map(|name| folder.path().join(name));
    fs::write(&source, ORIGINAL)?;
    let compiled = Command::new("cc")
        .arg("-o")
        .arg(&program)
        .arg(&source)
        .status()?;
    if !compiled.success() {
        return Err(io::Error::other("the C program does not compile"));
    }
    let dates = (
        domain::range(1900..=2099),
        domain::range(1..=12),
        domain::range(1..=28),
    );
    crossply::cli::main([CrossCheck::new("weekday", domain::of(dates))
        .inputs_are("date", "dates")
        .solver("rust", |&date| port(date))
        .stateful("c", move || {
            Program::new(&program)
                .time_limit(Duration::from_secs(1))
                .lines(
                    |(year, month, day)| format!("{year} {month} {day}"),
                    str::parse::<i32>,
                )
        })]);
}
