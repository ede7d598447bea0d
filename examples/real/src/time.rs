//! Compares `time` with `jiff`: which day does an ISO 8601 week date mean?

use crossply::{CrossCheck, domain};
use jiff::civil::{ISOWeekDate, Weekday};

/// Year, week, and day of the week from 1.
type Input = (i16, i8, i8);
/// The year, and the day of the year from 1. `None` if there is no such day.
type Day = Option<(i32, u16)>;

fn week_dates(name: &str) -> CrossCheck<Input, Day> {
    let years = domain::range(-9999..=9999);
    let dates = domain::of((years, domain::range(1..=53), domain::range(1..=7)));
    CrossCheck::new(name, dates)
        .inputs_are("date", "dates")
        .solver("jiff", |&(year, week, day)| {
            let weekday = Weekday::from_monday_one_offset(day).ok()?;
            let date = ISOWeekDate::new(year, week, weekday).ok()?.date();
            Some((date.year().into(), date.day_of_year() as u16))
        })
        .solver("time", |&(year, week, day)| {
            let weekday = time::Weekday::Monday.nth_next(day as u8 - 1);
            let date = time::Date::from_iso_week_date(year.into(), week as u8, weekday);
            Some(date.ok()?.to_ordinal_date())
        })
}

pub fn check() -> CrossCheck<Input, Day> {
    week_dates("time")
}

/// Adds a version from before 0.3.2, which fixed years that are not positive.
pub fn old() -> CrossCheck<Input, Day> {
    week_dates("time-old").solver("time 0.2.27", |&(year, week, day)| {
        let weekday = (1..day).fold(time_0_2::Weekday::Monday, |day, _| day.next());
        let date = time_0_2::Date::try_from_iso_ywd(year.into(), week as u8, weekday);
        let day = date.ok().map(time_0_2::Date::as_yo);
        day.filter(|(year, _)| *year < 10_000)
    })
}
