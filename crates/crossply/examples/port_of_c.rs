//! Compares a Rust port with its original in C, which the example compiles. Both convert dates to days of the week.
//!
//! The original takes the remainder of a number that may be negative. In C, that remainder may be negative, too. In the
//! port it is not, and the report says by how much the answers differ.

use std::fs;
use std::io;
use std::process::Command;
use std::time::Duration;

use crossply::{CrossCheck, Program, domain};

/// Zeller's congruence, in which 0 is Saturday. It has a fault: a result may be negative, such as -1 for Friday.
const ORIGINAL: &str = r#"
#include <stdio.h>

int main(void) {
    int year, month, day;
    while (scanf("%d %d %d", &year, &month, &day) == 3) {
        int m = month < 3 ? month + 12 : month, y = month < 3 ? year - 1 : year;
        int weekday = (day + 13 * (m + 1) / 5 + y % 100 + y % 100 / 4 + y / 400 - 2 * (y / 100)) % 7;
        printf("%d\n", weekday);
    }
}
"#;

fn port((year, month, day): (i32, i32, i32)) -> i32 {
    // January and February count as months of the year before.
    let is_early = month < 3;
    let m = if is_early { month + 12 } else { month };
    let y = year - i32::from(is_early);
    let sum = day + 13 * (m + 1) / 5 + y % 100 + y % 100 / 4 + y / 400 - 2 * (y / 100);
    sum.rem_euclid(7)
}

fn main() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let source = folder.path().join("weekday.c");
    let program = folder.path().join("weekday");
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
