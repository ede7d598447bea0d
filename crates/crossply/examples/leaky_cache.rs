//! The number of days in a month, from a cache whose key lacks the year, so that an answer depends on earlier inputs.
//! The run detects this, shows two inputs that prove it, and ends with exit code 1.

use std::collections::HashMap;
use std::process::ExitCode;

use crossply::report::{Detail, Presentation, text};
use crossply::{CrossCheck, domain};

/// A year and a month.
type Month = (u32, u32);

fn days((year, month): Month) -> u32 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn main() -> ExitCode {
    let months = domain::of((domain::range(1900..=2100), domain::range(1..=12)));
    let check = CrossCheck::new("days of a month", months)
        .inputs_are("month", "months")
        .solver("plain", |&month| days(month))
        .stateful("cached", || {
            let mut cache = HashMap::new();
            move |&month: &Month| *cache.entry(month.1).or_insert_with(|| days(month))
        });
    let checked = check.check_quickly().expect("there are two solvers");
    let report = checked.content(Detail::Everything, &Presentation::default());
    print!("{}", text(&report, usize::MAX));
    ExitCode::from(u8::from(!checked.agree))
}
