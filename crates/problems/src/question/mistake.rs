//! In which way an answer is wrong.

/// In which way an answer is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mistake {
    /// `x` does not win, but a cell is named.
    ClaimsWin,
    /// `x` wins, but no cell is named.
    MissesWin,
    /// The cell that is named has a stone.
    TakenCell,
    /// The cell that is named comes before the first that wins.
    EarlierCell,
    /// The cell that is named wins, but is not the first that does.
    LaterWin,
    /// The cell that is named comes after the first that wins, and does not win.
    LaterCell,
    /// A win or a loss scores one more than is right.
    OneTooHigh,
    /// A win or a loss scores one less than is right.
    OneTooLow,
    /// A win or a loss scores more than is right, by more than one.
    TooHigh,
    /// A win or a loss scores less than is right, by more than one.
    TooLow,
    /// The score has the wrong sign only.
    WrongSign,
    /// A draw scores as a win.
    WinForDraw,
    /// A loss scores as a win, but not with the same number.
    WinForLoss,
    /// A win scores as a draw.
    DrawForWin,
    /// A loss scores as a draw.
    DrawForLoss,
    /// A win scores as a loss, but not with the same number.
    LossForWin,
    /// A draw scores as a loss.
    LossForDraw,
}
