//! What a fault is, in words.

use std::fmt;

use crossply_problems::question::Mistake;
use indicatif::HumanCount;

use super::{
    Cells, Condition, Content, Explanation, Fault, GameResult, How, Misreading, NoAnswer, Stone,
    Turn,
};

/// How many ways of being wrong are named.
const NAMED: usize = 3;

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (wrong, judged) = (HumanCount(self.wrong), HumanCount(self.judged));
        let boards = match self.solver {
            Some(_) => "positions",
            None => "boards",
        };
        let of = match self.max_empties {
            _ if self.solver.is_none() => format!("{judged} boards judged"),
            _ if self.judged == self.legal_positions => format!("{judged} positions"),
            Some(most) => format!("the {judged} positions with at most {most} empty cells"),
            None => format!("the first {judged} positions"),
        };
        let who = self.solver.as_deref().unwrap_or("The program");
        writeln!(f, "{who} is wrong on {wrong} of {of}.")?;
        f.write_str(&how(&self.how))?;
        match &self.explanation {
            Explanation::Misreading(Misreading::SameX) => write!(
                f,
                "\nIt repeats its answer to the position before where x has the same stones: that explains all \
                 {judged} answers."
            ),
            Explanation::Misreading(Misreading::CellBefore) => write!(
                f,
                "\nIt names the winning cell before again where x wins and that cell is empty: that explains \
                 all {judged} answers."
            ),
            Explanation::Misreading(misreading) => {
                let as_if = as_if(misreading);
                write!(f, "\nIt answers all {judged} {boards} {as_if}.")
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

fn as_if(misreading: &Misreading) -> String {
    let text = match misreading {
        Misreading::NoLine { line, of: None } => {
            return format!("as if the line {} did not exist", ends(*line));
        }
        Misreading::NoLine {
            line,
            of: Some(side),
        } => {
            return format!(
                "as if {} could not win by the line {}",
                name(*side),
                ends(*line)
            );
        }
        Misreading::ExtraLine { line } => {
            return format!("as if {} were a line", listed(&line.names()));
        }
        Misreading::Horizon { plies: 0 } => {
            "as if nobody moved any more: it scores the board as it stands"
        }
        Misreading::Horizon { plies: 1 } => {
            "as if x won by completing a line at once, or not at all"
        }
        Misreading::Horizon { plies } => {
            return format!("as if wins that take more than {plies} plies did not exist");
        }
        Misreading::XNeverAt { cell } => {
            return format!("as if x could not move to {}", ends(*cell));
        }
        Misreading::ONeverAt { cell } => {
            return format!("as if o could not move to {}", ends(*cell));
        }
        Misreading::Turned { board, answer } => return as_if_turned(*board, *answer),
        Misreading::OCannotWin => "as if lines of o did not count",
        Misreading::OHasNotWonYet => {
            "as if a line that o already has did not count until x has moved"
        }
        Misreading::FullBoardWins => "as if x won when the board is full",
        Misreading::LastStoneDraws => "as if a line that the last stone completes did not count",
        Misreading::NoPlusOne => "as if a win scored the number of empty cells, and not one more",
        Misreading::OCountsForX => "as if a win of o counted for x",
        Misreading::FromBeginning => {
            "as if a win scored the number of cells that are empty before the first move"
        }
        Misreading::AnyWin => "as if x made the first move that wins, not the fastest",
        Misreading::AnyLoss => {
            "as if x, where it loses, made the first move, not the one that loses latest"
        }
        Misreading::AtLeastZero => "as if no move of x scored less than 0",
        Misreading::Draw => "as if o made a move to a draw wherever there is one",
        Misreading::WorstReply => "as if one losing reply of o were enough for x to win",
        Misreading::Fastest => "as if the fastest win were asked for, not the first cell",
        Misreading::Swapped => "as if the stones of x were those of o, and the other way round",
        Misreading::OneBased => "as if rows and columns counted from 1, not from 0",
        Misreading::AnswerBefore => {
            "as if each board were the one before it; only the first of an input has an answer of its own"
        }
        Misreading::SameX | Misreading::CellBefore => "as if positions were not independent",
    };
    text.to_owned()
}

fn as_if_turned(board: Turn, answer: Turn) -> String {
    let order = match (board, answer) {
        (Turn::LeftRight, Turn::LeftRight) => "row by row, but each row from the right",
        (Turn::TopBottom, Turn::TopBottom) => "row by row from the bottom, each row from the left",
        (Turn::HalfTurn, Turn::HalfTurn) => "from the last to the first",
        (Turn::Transposed, Turn::Transposed) => "column by column",
        (Turn::Clockwise, Turn::Counterclockwise) => "column by column, each from the bottom",
        (Turn::Counterclockwise, Turn::Clockwise) => {
            "column by column from the right, each from the top"
        }
        (Turn::Antitransposed, Turn::Antitransposed) => {
            "column by column from the right, each from the bottom"
        }
        (Turn::Unchanged, answer) => {
            return format!("as if the right cell had to be {}", turned(answer));
        }
        (board, Turn::Unchanged) => {
            return format!(
                "as if the board were {}, and the answer not turned back",
                turned(board)
            );
        }
        (Turn::Clockwise | Turn::Counterclockwise, same) if same == board => {
            return format!(
                "as if the board were {}, and the cell of the answer turned on, not back",
                turned(board)
            );
        }
        (board, answer) => {
            return format!(
                "as if the board were {}, and the cell of the answer then {}",
                turned(board),
                turned(answer)
            );
        }
    };
    format!("as if cells were tried {order}")
}

fn turned(turn: Turn) -> &'static str {
    match turn {
        Turn::Unchanged => "left as it is",
        Turn::LeftRight => "mirrored from left to right",
        Turn::TopBottom => "mirrored from top to bottom",
        Turn::HalfTurn => "turned by half a turn",
        Turn::Transposed => "read with row and column exchanged",
        Turn::Clockwise => "turned clockwise",
        Turn::Counterclockwise => "turned counterclockwise",
        Turn::Antitransposed => "mirrored in the antidiagonal",
    }
}

/// The conditions in words, those on cells with the same content together.
fn conditions(all_of: &[Condition]) -> Vec<String> {
    let mut by_content: Vec<(Content, Vec<String>)> = Vec::new();
    let mut words = Vec::new();
    for condition in all_of {
        match condition {
            Condition::Cell { cell, content } => {
                match by_content.iter_mut().find(|(other, _)| other == content) {
                    Some((_, cells)) => cells.push(ends(*cell)),
                    None => by_content.push((*content, vec![ends(*cell)])),
                }
            }
            other => words.push(holds(other)),
        }
    }
    words.extend(by_content.iter().map(|(content, cells)| {
        let one = cells.len() == 1;
        let what = match content {
            Content::Empty if one => "is empty",
            Content::Empty => "are empty",
            Content::Taken if one => "is taken",
            Content::Taken => "are taken",
            Content::X if one => "holds x",
            Content::X => "hold x",
            Content::O if one => "holds o",
            Content::O => "hold o",
        };
        format!("{} {what}", listed(cells))
    }));
    words
}

fn holds(condition: &Condition) -> String {
    let line = |line: &Option<Cells>, any: &str| match line {
        Some(line) => format!("the line {}", ends(*line)),
        None => any.to_owned(),
    };
    match condition {
        Condition::Empties { least, most } => match (least, most) {
            (1, 1) => "1 cell is empty".to_owned(),
            _ if least == most => format!("{least} cells are empty"),
            _ => format!("{least} to {most} cells are empty"),
        },
        Condition::Result { result } => match result {
            GameResult::Win => "x wins",
            GameResult::NoWin => "x does not win",
            GameResult::Draw => "the game is a draw",
            GameResult::NoDraw => "the game is not a draw",
            GameResult::Loss => "o wins",
        }
        .to_owned(),
        Condition::Plies { least, most } if least == most => {
            format!("the game is won after {least} plies")
        }
        Condition::Plies { least: 0, most } => {
            format!("the game is won after at most {most} plies")
        }
        Condition::Plies { least, .. } => format!("the game is won after {least} or more plies"),
        Condition::WinsElsewhere => "x wins, but not by the first empty cell".to_owned(),
        Condition::Answer { answer, .. } => format!("the right answer is {answer}"),
        Condition::Threat { by, line: of } => {
            format!("{} can complete {}", name(*by), line(of, "a line"))
        }
        Condition::NoThreat { by } => format!("{} cannot complete a line at once", name(*by)),
        Condition::DoubleThreat { by } => {
            format!("{} can complete a line on either of two cells", name(*by))
        }
        Condition::LineOfO { line: of } => format!("o has {} already", line(of, "a line")),
        Condition::NoLineOfO => "o has no line yet".to_owned(),
        Condition::Cell { cell, .. } => ends(*cell),
        Condition::BoardsBefore { least: 1 } => "it is not the first of an input".to_owned(),
        Condition::BoardsBefore { least } => {
            format!("{least} or more boards come before in the same input")
        }
        Condition::LastBoard => "it is the last of several boards in an input".to_owned(),
        Condition::BoardsInInput { boards: 1 } => "it is the only board of an input".to_owned(),
        Condition::BoardsInInput { boards } => format!("the input has {boards} boards"),
        Condition::BoardBefore { result } => {
            format!("{} the board before in the same input", ends_so(*result))
        }
        Condition::SomeBoardBefore { result } => {
            format!("{} an earlier board of the same input", ends_so(*result))
        }
        Condition::HigherBefore => "an earlier board of the same input scores more".to_owned(),
    }
}

fn ends_so(result: GameResult) -> &'static str {
    match result {
        GameResult::Win => "x wins",
        GameResult::NoWin => "x does not win",
        GameResult::Draw => "nobody wins",
        GameResult::NoDraw => "somebody wins",
        GameResult::Loss => "o wins",
    }
}

fn name(stone: Stone) -> &'static str {
    match stone {
        Stone::X => "x",
        Stone::O => "o",
    }
}

/// The first and the last cell, or the only one.
fn ends(cells: Cells) -> String {
    match &cells.names()[..] {
        [first, .., last] => format!("{first}-{last}"),
        names => names.concat(),
    }
}

/// Short parts as a list.
fn listed(parts: &[String]) -> String {
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
