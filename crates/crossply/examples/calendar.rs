//! Converts day numbers to dates: two calendars agree on 20,000 years, and each date is before that of the next day.

use crossply::{CrossCheck, domain};

/// A year, a month and a day.
type Date = (i64, i64, i64);

/// Counts years and months, starting on January 1st, 1970, which is day 0.
fn counted(day: i64) -> Date {
    // The calendar repeats after 400 years, which have 146,097 days.
    let mut year = 1970 + 400 * day.div_euclid(146_097);
    let mut days_left = day.rem_euclid(146_097);
    while days_left >= 365 + leap_days(year) {
        days_left -= 365 + leap_days(year);
        year += 1;
    }
    let february = 28 + leap_days(year);
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in lengths {
        if days_left < length {
            break;
        }
        days_left -= length;
        month += 1;
    }
    (year, month, days_left + 1)
}

fn leap_days(year: i64) -> i64 {
    i64::from(year % 4 == 0 && (year % 100 != 0 || year % 400 == 0))
}

/// Uses only divisions. Its years begin in March, so that a leap day is the last day of a year.
fn computed(day: i64) -> Date {
    let day_since_year_0 = day + 719_468;
    // An era is 400 years.
    let era = day_since_year_0.div_euclid(146_097);
    let day_of_era = day_since_year_0.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let months_since_march = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * months_since_march + 2) / 5 + 1;
    let is_next_year = months_since_march >= 10;
    let month = months_since_march + if is_next_year { -9 } else { 3 };
    let year = 400 * era + year_of_era + i64::from(is_next_year);
    (year, month, day_of_month)
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
