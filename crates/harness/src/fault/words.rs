//! What a fault is, in words.

use std::fmt;

use crossply_problems::Problem;
use crossply_problems::question::Mistake;
use indicatif::HumanCount;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::reading::cells;
use super::{Explanation, Fault, How, NoAnswer};

/// How many ways of being wrong are named.
const NAMED: usize = 3;

/// A condition or a misreading: an object whose `kind` says which, and other fields what it is about, such as the cells
/// of a `line`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(extend(
    "type" = "object",
    "properties" = {"kind": {"type": "string"}},
    "required" = ["kind"]
))]
pub struct InWords {
    pub(super) data: Value,
    #[serde(skip)]
    pub(super) words: String,
}

impl InWords {
    pub(super) fn new(words: impl Into<String>, data: Value) -> Self {
        let words = words.into();
        InWords { data, words }
    }
}

/// The names of cells, row by row: row and column, from 0.
pub(super) fn names<P: Problem>(set: u16) -> Vec<String> {
    let side = P::SIDE as u8;
    let name = |cell| format!("({},{})", cell / side, cell % side);
    cells(set).map(name).collect()
}

/// The first and the last cell, or the only one.
pub(super) fn ends<P: Problem>(set: u16) -> String {
    match &names::<P>(set)[..] {
        [first, .., last] => format!("{first}-{last}"),
        names => names.concat(),
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (wrong, judged) = (HumanCount(self.wrong), HumanCount(self.judged));
        let boards = match self.solver {
            Some(_) => "positions",
            None => "boards",
        };
        let of = match self.max_empties {
            _ if self.solver.is_none() => {
                format!("{judged} boards in inputs that the statement allows")
            }
            _ if self.judged == self.legal_positions => format!("{judged} positions"),
            Some(most) => format!("the {judged} positions with at most {most} empty cells"),
            None => format!("the first {judged} positions"),
        };
        let who = self.solver.as_deref().unwrap_or("The program");
        writeln!(f, "{who} is wrong on {wrong} of {of}.")?;
        f.write_str(&how(&self.how))?;
        match &self.explanation {
            Explanation::Misreading(misreading) => {
                let as_if = &misreading.words;
                write!(f, "\nIt answers all {judged} {boards} as if {as_if}.")
            }
            Explanation::Rule(all_of) => {
                let all_of = listed(&conditions(all_of));
                write!(
                    f,
                    "\nThese are all {boards}, and only those, where {all_of}."
                )
            }
            Explanation::Positions(wrong) if wrong.len() == 1 => {
                let board = boards.trim_end_matches('s');
                write!(f, "\nIt is wrong on this {board} only: {}", wrong[0])
            }
            Explanation::Positions(wrong) => {
                let wrong = wrong.join(", ");
                write!(f, "\nIt is wrong on these {boards} only: {wrong}")
            }
            Explanation::Everything => Ok(()),
            Explanation::None => f.write_str(
                "\nNo misreading of the rules and no short rule about the board explains where.",
            ),
        }
    }
}

/// What a solver does that makes this mistake.
pub(super) fn does(mistake: Result<Mistake, NoAnswer>) -> &'static str {
    let mistake = match mistake {
        Err(NoAnswer::Panic) => return "panics",
        Err(NoAnswer::Error) => return "ends with an error",
        Err(NoAnswer::Labelled) => return "prints something else before the right answer",
        Err(NoAnswer::Followed) => return "prints something else after the last answer",
        Err(NoAnswer::Nothing) => return "gives no answer",
        Err(NoAnswer::Unreadable) => return "prints what is no answer",
        Ok(mistake) => mistake,
    };
    match mistake {
        Mistake::ClaimsWin => "claims a win that is none",
        Mistake::MissesWin => "misses a win",
        Mistake::TakenCell => "names a cell that is taken",
        Mistake::EarlierCell => "names an earlier cell that does not win",
        Mistake::LaterWin => "names a later winning cell",
        Mistake::LaterCell => "names a later cell that does not win",
        Mistake::OneTooHigh => "scores one too high",
        Mistake::OneTooLow => "scores one too low",
        Mistake::TooHigh => "scores two or more too high",
        Mistake::TooLow => "scores two or more too low",
        Mistake::WrongSign => "gives the score the wrong sign",
        Mistake::WinForDraw => "takes a draw for a win",
        Mistake::WinForLoss => "takes a loss for a win",
        Mistake::DrawForWin => "takes a win for a draw",
        Mistake::DrawForLoss => "takes a loss for a draw",
        Mistake::LossForWin => "takes a win for a loss",
        Mistake::LossForDraw => "takes a draw for a loss",
    }
}

fn how(how: &[How]) -> String {
    let does_on = |how: &How| format!("{} on {}", how.mistake, HumanCount(how.positions));
    let (named, others) = how.split_at(how.len().min(NAMED));
    let others: u64 = others.iter().map(|how| how.positions).sum();
    match named {
        [only] if only.positions == 1 => format!("It {} there.", only.mistake),
        [only] => format!("It {} on all of them.", only.mistake),
        _ => {
            let mut parts: Vec<_> = named.iter().map(does_on).collect();
            if others > 0 {
                parts.push(format!("is wrong in other ways on {}", HumanCount(others)));
            }
            format!("It {}.", joined(&parts))
        }
    }
}

/// The conditions in words, those on cells with the same content together.
fn conditions(all_of: &[InWords]) -> Vec<String> {
    let with = |content: Option<&str>| {
        let those = all_of
            .iter()
            .filter(|one| one.data["content"].as_str() == content);
        those
            .map(|condition| condition.words.clone())
            .collect::<Vec<_>>()
    };
    let mut words = with(None);
    for (content, one, many) in [
        ("x", "holds x", "hold x"),
        ("o", "holds o", "hold o"),
        ("empty", "is empty", "are empty"),
        ("taken", "is taken", "are taken"),
    ] {
        match &with(Some(content))[..] {
            [] => {}
            [cell] => words.push(format!("{cell} {one}")),
            cells => words.push(format!("{} {many}", listed(cells))),
        }
    }
    words
}

/// Short parts as a list.
pub(super) fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Long parts as a list.
fn joined(parts: &[String]) -> String {
    match parts {
        [most @ .., last] if most.len() > 1 => format!("{}, and {last}", most.join(", ")),
        short => listed(short),
    }
}
