//! Compares `ryu` with the standard library: converts all 32-bit floats to text and back.

use std::fmt::Debug;

use crossply::{CrossCheck, domain};

/// The digits of the text as a number, without zeros at its end. Panics if the text means another float.
fn digits_of(text: &str, x: f32) -> u64 {
    let back: f32 = text.parse().expect("a float");
    let is_same = back.to_bits() == x.to_bits() || x.is_nan();
    assert!(is_same, "{text} means another float");
    let mantissa = text.bytes().take_while(|byte| *byte != b'e');
    let digits = mantissa.filter(u8::is_ascii_digit);
    let mut number = digits.fold(0, |number, digit| 10 * number + u64::from(digit - b'0'));
    while number > 0 && number % 10 == 0 {
        number /= 10;
    }
    number
}

/// The answer to a float is a function of the digits of its text.
fn digits_check<A: PartialEq + Debug + Send + 'static>(
    name: &str,
    answer: fn(u64) -> A,
) -> CrossCheck<f32, A> {
    CrossCheck::new(name, domain::all::<f32>())
        .inputs_are("float", "floats")
        .solver("std", move |&x| answer(digits_of(&format!("{x:e}"), x)))
        .solver("ryu", move |&x| {
            answer(digits_of(ryu::Buffer::new().format(x), x))
        })
}

/// Both texts have the same number of digits.
pub fn check() -> CrossCheck<f32, Option<u32>> {
    digits_check("ryu", u64::checked_ilog10)
}

/// Both texts have the same digits.
pub fn digits() -> CrossCheck<f32, u64> {
    digits_check("ryu-digits", |digits| digits)
}
