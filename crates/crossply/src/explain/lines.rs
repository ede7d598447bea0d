//! What the counters of lines say, as data.

/// The lines of code that tell the inputs that a solver gets wrong from the others.
///
/// ```
/// use crossply::{CrossCheck, Lines, domain};
///
/// let check = CrossCheck::new("successor", domain::all::<u8>())
///     .truth("wide", |&n| u16::from(n) + 1)
///     .solver("narrow", |&n| if n < 255 { u16::from(n) + 1 } else { 0 });
/// match &check.check_quickly()?.faults[0].lines {
///     Some(Lines::Counted(lines)) => println!("{:?}", lines.places),
///     Some(Lines::NotCounted(why)) => println!("{why}"),
///     None => println!("CROSSPLY_LINES=1 is not set"),
/// }
/// # Ok::<(), crossply::CheckError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Lines {
    /// What was counted.
    Counted(CountedLines),
    /// Why nothing could be counted.
    NotCounted(String),
}

/// What counters say about the lines of a solver. [`Lines`] has an example.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CountedLines {
    /// How many wrong inputs were counted together.
    pub wrong: u64,
    /// How many right inputs were counted together.
    pub right: u64,
    /// How many wrong inputs were counted one by one.
    pub wrong_alone: u64,
    /// How many right inputs were counted one by one.
    pub right_alone: u64,
    /// How many wrong inputs have no counts, because they end the process or take too long.
    pub lost: u64,
    /// The places that tell wrong inputs from right ones best, best first. At most five.
    pub places: Vec<CodePlace>,
    /// The source around these places.
    pub excerpts: Vec<Excerpt>,
}

/// Lines that the same inputs run. [`Lines`] has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CodePlace {
    /// The path of the source file. For the source of a dependency, it begins with the name of the package.
    pub file: String,
    /// The first line.
    pub line: u32,
    /// The column of the first line, in bytes, where these inputs begin to run it. 1 if that is the whole line.
    pub column: u32,
    /// The last line.
    pub last_line: u32,
    /// The column of the last line, in bytes, before which they end to run it. `None` if that is the end of the line.
    pub end_column: Option<u32>,
    /// What the counts say.
    pub run_by: RunBy,
    /// How often all wrong inputs together run the first line.
    pub times: u64,
    /// How many of the wrong inputs that were counted one by one run it.
    pub wrong: u64,
    /// How many of the right inputs that were counted one by one run it.
    pub right: u64,
}

/// What the counts of a [`CodePlace`] say. [`Lines`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum RunBy {
    /// Wrong inputs run it, and no right one.
    OnlyWrong,
    /// More wrong inputs than right ones run it.
    MoreWrong,
    /// All right inputs run it, and no wrong one. It is named only if there is no place that only wrong inputs run.
    OnlyRight,
}

/// Lines of a source file. [`Lines`] has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Excerpt {
    /// The path of the file, as in [`CodePlace`].
    pub file: String,
    /// The number of the first line.
    pub first: u32,
    /// The lines.
    pub lines: Vec<String>,
}
