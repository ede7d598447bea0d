//! Days as years, months and days: two calendars agree on 20,000 years, and each day is before the next one.

use crossply::{CrossCheck, domain};

/// A year, a month and a day.
type Date = (i64, i64, i64);

/// Counts years and months, from January 1st, 1970, which is day 0.
fn counted(day: i64) -> Date {
    // After 400 years, which are 146,097 days, all is as before.
    let mut year = 1970 + 400 * day.div_euclid(146_097);
    let mut left = day.rem_euclid(146_097);
    while left >= 365 + leap_days(year) {
        left -= 365 + leap_days(year);
        year += 1;
    }
    let february = 28 + leap_days(year);
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in lengths {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    (year, month, left + 1)
}

fn leap_days(year: i64) -> i64 {
    i64::from(year % 4 == 0 && (year % 100 != 0 || year % 400 == 0))
}

/// By divisions alone. Years begin in March here, so a leap day is the last day of its year.
fn computed(day: i64) -> Date {
    let since_year_0 = day + 719_468;
    let era = since_year_0.div_euclid(146_097);
    let of_era = since_year_0.rem_euclid(146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let is_next_year = month >= 10;
    let month = if is_next_year { month - 9 } else { month + 3 };
    (400 * era + year + i64::from(is_next_year), month, day)
}

fn main() {
    CrossCheck::new("calendar", domain::range(-3_652_425..3_652_425))
        .inputs_are("day", "days")
        .solver("counted", |&day| counted(day))
        .solver("computed", |&day| computed(day))
        .relation("before the next day", |&day, ask| {
            ask(&day) < ask(&(day + 1))
        })
        .assert();
}
