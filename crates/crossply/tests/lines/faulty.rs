//! Functions with a fault in the line that says so.

use std::fmt::Debug;

pub(crate) fn mean(a: u8, b: u8) -> u8 {
    if a >= 128 && b >= 128 {
        let sum = a.wrapping_add(b); // fault
        return sum / 2;
    }
    if a < b {
        a + (b - a) / 2
    } else {
        b + (a - b) / 2
    }
}

pub(crate) fn days_in_month(month: u8, is_leap: bool) -> u8 {
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 11 => 30,
        _ => 31, // fault: September
    }
}

pub(crate) fn is_leap(year: u32) -> bool {
    if year.is_multiple_of(100) {
        return false; // fault: not for each 400
    }
    year.is_multiple_of(4)
}

pub(crate) fn index_of(list: &[u8], wanted: u8) -> Option<usize> {
    let mut start = 0;
    let mut end = list.len();
    while start < end {
        let middle = usize::midpoint(start, end);
        if list[middle] == wanted {
            return Some(middle);
        }
        if list[middle] < wanted {
            start = middle + 2; // fault
        } else {
            end = middle;
        }
    }
    None
}

pub(crate) fn sorted(list: &[u8]) -> Vec<u8> {
    let mut sorted: Vec<u8> = Vec::new();
    for &item in list {
        match sorted.iter().position(|other| *other >= item) {
            Some(place) if sorted[place] == item => {} // fault: loses items
            Some(place) => sorted.insert(place, item),
            None => sorted.push(item),
        }
    }
    sorted
}

pub(crate) fn number(text: &str) -> Option<i32> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    if digits.starts_with('+') {
        return Some(0); // fault
    }
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let mut number = 0;
    for digit in digits.bytes() {
        number = 10 * number + i32::from(digit - b'0');
    }
    Some(sign * number)
}

pub(crate) fn root(n: u32) -> u32 {
    if n < 2 {
        return n;
    }
    let mut root = n;
    loop {
        let next = u32::midpoint(root, n / root);
        if next >= root {
            return if root * root == n { root } else { root - 1 }; // fault
        }
        root = next;
    }
}

pub(crate) fn roman(mut n: u32) -> String {
    let mut text = String::new();
    while n > 0 {
        if n >= 10 {
            text.push('X');
            n -= 10;
        } else if n == 9 {
            text += "IX";
            n -= 9;
        } else if n >= 5 {
            text.push('V');
            n -= 5;
        } else if n == 4 {
            text += "IIII"; // fault
            n -= 4;
        } else {
            text.push('I');
            n -= 1;
        }
    }
    text
}

pub(crate) fn middle<T: Copy + Debug>(list: &[T]) -> Option<T> {
    if list.len() == 3 {
        return Some(list[3 / 2 + 1]); // fault
    }
    list.get(list.len() / 2).copied()
}

pub(crate) fn tenth(n: u32) -> u32 {
    let divisor = n % 7;
    10 / divisor // fault: panics
}

/// Remembers the last answers.
#[derive(Default)]
pub(crate) struct Doubling {
    seen: Option<u32>,
}

impl Doubling {
    pub(crate) fn double(&mut self, n: u32) -> u32 {
        if n % 10 == 3 {
            self.seen = Some(n);
            return 2 * n - 1; // fault
        }
        self.seen = None;
        2 * n
    }
}

pub(crate) fn runs(word: &[char]) -> usize {
    let mut runs = 0;
    let mut last = None;
    for letter in word {
        // fault: each c is a run
        if last != Some(letter) || *letter == 'c' {
            runs += 1;
        }
        last = Some(letter);
    }
    runs
}

pub(crate) fn ends(n: u32) -> u32 {
    if n % 100 == 7 {
        std::process::abort();
    }
    if n % 10 == 7 { n + 1 } else { n } // fault
}
