//! What a fault is, in words and as data.

use std::borrow::Cow;
use std::fmt;

use crossply::report::count;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::outline::{Outline, SIDES};
use super::{Explanation, Fault, How, NoAnswer};

/// How many ways of being wrong are named.
const NAMED_MISTAKES: usize = 3;

/// A condition on a position, or a misreading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InWords {
    /// Of which kind it is. Each kind has some of the other fields.
    pub kind: Cow<'static, str>,
    /// The same in words, after "where" or "as if".
    pub words: String,
    /// The side that it is about: `x` or `o`.
    pub side: Option<Cow<'static, str>>,
    /// The cells that it is about, such as those of a line: row and column, from 0.
    pub cells: Vec<String>,
    /// The least number that it is about.
    pub least: Option<u32>,
    /// The greatest number that it is about.
    pub most: Option<u32>,
    /// What else it is about: the result of a game, an answer, or a way to turn the board.
    pub value: Option<String>,
}

impl InWords {
    pub(super) fn new(kind: &'static str, words: impl Into<String>) -> Self {
        InWords {
            kind: kind.into(),
            words: words.into(),
            side: None,
            cells: Vec::new(),
            least: None,
            most: None,
            value: None,
        }
    }

    pub(super) fn of(mut self, side: usize) -> Self {
        self.side = Some(SIDES[side].into());
        self
    }

    pub(super) fn at(mut self, outline: Outline, set: u16) -> Self {
        self.cells = outline.names(set);
        self
    }

    pub(super) fn between(mut self, least: u32, most: u32) -> Self {
        (self.least, self.most) = (Some(least), Some(most));
        self
    }

    pub(super) fn with(mut self, value: &str) -> Self {
        self.value = Some(value.to_owned());
        self
    }
}

/// Another reading of the rules or of the question, which the words alone describe.
impl From<&str> for InWords {
    fn from(words: &str) -> Self {
        InWords::new("reading", words)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let judged = count(self.judged);
        let (who, of, boards) = match &self.solver {
            None => (
                "The program",
                " boards in inputs that the statement allows",
                "boards",
            ),
            Some(solver) => (&solver[..], " positions", "positions"),
        };
        let first = if self.solver.is_none() || self.judged == self.legal_positions {
            ""
        } else {
            "the first "
        };
        writeln!(
            f,
            "{who} is wrong on {} of {first}{judged}{of}.",
            count(self.wrong)
        )?;
        f.write_str(&how(&self.how))?;
        match &self.explanation {
            Explanation::Misreading(InWords { words, .. }) => {
                write!(f, "\nIt answers all {judged} {boards} as if {words}.")
            }
            Explanation::Rule(all_of) => {
                let words: Vec<_> = all_of
                    .iter()
                    .map(|condition| condition.words.clone())
                    .collect();
                let all_of = listed(&words);
                write!(
                    f,
                    "\nThese are all {boards}, and only those, where {all_of}."
                )
            }
            Explanation::Positions(wrong) => {
                write!(f, "\nIt is wrong only here: {}", wrong.join(", "))
            }
            Explanation::Everything => Ok(()),
            Explanation::None => f.write_str(
                "\nNo misreading of the rules and no short rule about the board explains where.",
            ),
        }
    }
}

fn how(how: &[How]) -> String {
    match how {
        [only] if only.positions == 1 => return format!("It {} there.", only.mistake),
        [only] => return format!("It {} on all of them.", only.mistake),
        _ => {}
    }
    let (named, others) = how.split_at(how.len().min(NAMED_MISTAKES));
    let does = named.iter().map(|how| (&*how.mistake, how.positions));
    let others = others.iter().map(|how| how.positions).sum();
    let others = Some(("is wrong in other ways", others)).filter(|&(_, others)| others > 0);
    let does_on = |(does, positions)| format!("{does} on {}", count(positions));
    let parts: Vec<_> = does.chain(others).map(does_on).collect();
    format!("It {}.", listed(&parts))
}

impl NoAnswer {
    /// What a solver does that gives no answer.
    pub(super) fn mistake(self) -> &'static str {
        match self {
            NoAnswer::Panic => "panics",
            NoAnswer::Error => "ends with an error",
            NoAnswer::Labelled => "prints something else before the right answer",
            NoAnswer::Followed => "prints something else after the last answer",
            NoAnswer::Nothing => "gives no answer",
            NoAnswer::Unreadable => "prints what is no answer",
        }
    }
}

/// The parts as a list.
pub(super) fn listed(parts: &[String]) -> String {
    match parts {
        [most @ .., last] if most.len() > 1 => format!("{}, and {last}", most.join(", ")),
        _ => parts.join(" and "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_of_being_wrong_are_listed() {
        let ways = [
            ("panics", 9),
            ("misses a win", 8),
            ("gives no answer", 7),
            ("ends with an error", 6),
            ("prints what is no answer", 5),
        ];
        let ways = ways.map(|(mistake, positions)| How {
            mistake: Cow::from(mistake),
            positions,
        });
        let of = |mistake, positions| {
            how(&[How {
                mistake: Cow::from(mistake),
                positions,
            }])
        };
        assert_eq!(of("panics", 1), "It panics there.");
        assert_eq!(of("panics", 1234), "It panics on all of them.");
        assert_eq!(how(&ways[..2]), "It panics on 9 and misses a win on 8.");
        assert_eq!(
            how(&ways[..3]),
            "It panics on 9, misses a win on 8, and gives no answer on 7."
        );
        assert_eq!(
            how(&ways),
            "It panics on 9, misses a win on 8, gives no answer on 7, and is wrong in other ways on 11."
        );
    }
}
