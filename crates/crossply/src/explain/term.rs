//! Terms: what conditions are about, in words and by their kind, without the types of inputs and answers.

/// What conditions are about, without its type.
pub(crate) struct Term {
    pub(crate) name: String,
    pub(crate) otherwise: Option<String>,
    pub(crate) kind: Kind,
    /// How much less it says than others, in bits: where the input says the same, nobody wants to know of the answer.
    pub(crate) bits: f64,
}

/// Which conditions a feature allows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    /// It holds or not.
    Fact,
    /// Its type has these ends.
    Integer {
        least: i128,
        greatest: i128,
    },
    /// A number that only counts, or stands for something else: nobody asks for its bits or digits.
    Count,
    /// A number that is only compared, such as an answer, or a letter of a word.
    Code,
    Character,
    Float {
        is_single: bool,
    },
    /// It can only be the same as another.
    Form,
}

impl Kind {
    /// Any number.
    pub(crate) const ANY_INTEGER: Self = Kind::Integer {
        least: i128::MIN,
        greatest: i128::MAX,
    };
}
