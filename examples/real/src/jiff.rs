//! `jiff` against `chrono`: all days of the years from -9999 to 9999.

use chrono::{Datelike, NaiveDate};
use crossply::{CrossCheck, domain};
use jiff::{ToSpan, civil};

/// Year, month, day; day of the year, day of the week from 1; year and week of ISO 8601.
type Day = ([i32; 3], [u16; 2], (i32, u8));

fn by_jiff(number: i32) -> Day {
    let epoch = civil::date(1970, 1, 1);
    let day = epoch.checked_add(number.days()).expect("in its range");
    let date = [day.year().into(), day.month().into(), day.day().into()];
    let of_week = day.weekday().to_monday_one_offset() as u16;
    let week = day.iso_week_date();
    (
        date,
        [day.day_of_year() as u16, of_week],
        (week.year().into(), week.week() as u8),
    )
}

fn by_chrono(number: i32) -> Day {
    let day = NaiveDate::from_epoch_days(number).expect("in its range");
    let date = [day.year(), day.month() as i32, day.day() as i32];
    let week = day.iso_week();
    let of_week = day.weekday().number_from_monday() as u16;
    (
        date,
        [day.ordinal() as u16, of_week],
        (week.year(), week.week() as u8),
    )
}

pub fn check() -> CrossCheck<i32, Day> {
    CrossCheck::new("jiff", domain::range(-4_371_587..=2_932_896))
        .inputs_are("day", "days")
        .solver("jiff", |&day| by_jiff(day))
        .solver("chrono", |&day| by_chrono(day))
}
