//! Compares `jiff` with `chrono` on all days of the years -9999 to 9999.

use chrono::{Datelike, NaiveDate};
use crossply::{CrossCheck, domain};
use jiff::{ToSpan, civil};

/// Year, month and day; day of the year, and day of the week from 1; year and week of ISO 8601.
type Day = ([i32; 3], [u16; 2], (i32, u8));

fn by_jiff(days_since_epoch: i32) -> Day {
    let epoch = civil::date(1970, 1, 1);
    let day = epoch
        .checked_add(days_since_epoch.days())
        .expect("a day in jiff's range");
    let date = [day.year().into(), day.month().into(), day.day().into()];
    let weekday = day.weekday().to_monday_one_offset() as u16;
    let week = day.iso_week_date();
    (
        date,
        [day.day_of_year() as u16, weekday],
        (week.year().into(), week.week() as u8),
    )
}

fn by_chrono(days_since_epoch: i32) -> Day {
    let day = NaiveDate::from_epoch_days(days_since_epoch).expect("a day in chrono's range");
    let date = [day.year(), day.month() as i32, day.day() as i32];
    let week = day.iso_week();
    let weekday = day.weekday().number_from_monday() as u16;
    (
        date,
        [day.ordinal() as u16, weekday],
        (week.year(), week.week() as u8),
    )
}

pub fn check() -> CrossCheck<i32, Day> {
    CrossCheck::new("jiff", domain::range(-4_371_587..=2_932_896))
        .inputs_are("day", "days")
        .solver("jiff", |&day| by_jiff(day))
        .solver("chrono", |&day| by_chrono(day))
}
