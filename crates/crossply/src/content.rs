//! The content of a report, independent of its form.
//!
//! A report is a list of blocks. [`text`](crate::report::text) draws them for a terminal, and a page shows the same
//! blocks. Both therefore say the same.
//!
//! ```
//! use crossply::content::{Block, Fact, Mark};
//! use crossply::report::text;
//!
//! let answers = vec![
//!     Fact::new("quotient", "3").marked(Mark::Right, ""),
//!     Fact::new("rounded", "4").marked(Mark::Wrong, "too high"),
//! ];
//! let drawn = text(&[Block::Heading("Half of 7".to_owned()), Block::Facts(answers)], 80);
//! assert!(drawn.starts_with("Half of 7\n") && drawn.contains("too high"));
//! ```

/// A part of a report.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// The heading of a section.
    Heading(String),
    /// Sentences. Line breaks are kept.
    Text(String),
    /// Sentences, then commands, each after what it is for.
    Commands {
        /// The sentences. May be empty.
        text: String,
        /// What a command is for, and the command.
        commands: Vec<[String; 2]>,
    },
    /// Code or output, shown verbatim.
    Code(String),
    /// Names and values.
    Facts(Vec<Fact>),
    /// Something that is drawn differently as text and on a page.
    Drawing {
        /// The drawing as text. Line breaks are kept.
        text: String,
        /// The drawing as HTML.
        html: String,
    },
    /// Rows of numbers.
    Table(Table),
    /// A map of where a solver is wrong.
    Map(Map),
}

/// Where in a domain a solver is wrong. The domain is divided into cells along one or two axes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// The name of the solver.
    pub solver: String,
    /// `is wrong`, or `differs` if the right answer is not known.
    pub does: &'static str,
    /// The axis of the rows. `None` if there is only one row.
    pub rows: Option<MapAxis>,
    /// The axis of the columns.
    pub columns: MapAxis,
    /// For each cell, row by row, the number of wrong inputs and the number of all inputs. The latter is 0 if the solver
    /// did not answer all inputs of the domain.
    pub cells: Vec<[u64; 2]>,
}

/// An axis of a map: inputs in order of their values.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MapAxis {
    /// The part of a combined input that the axis shows. Empty if the axis shows whole inputs.
    pub part: String,
    /// The first and the last input of each cell.
    pub cells: Vec<[String; 2]>,
}

/// A wrong input, as a report shows it.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The input.
    pub input: Block,
    /// Why the right answer is right, or anything else worth saying. Often empty.
    pub reason: Vec<Block>,
}

/// A name and a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What the value stands for.
    pub name: String,
    /// The value.
    pub value: String,
    /// Whether the value is right, which is shown as a colour.
    pub mark: Mark,
    /// A remark about the value. Often empty.
    pub note: String,
}

/// Whether something is right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// No statement is made about it.
    #[default]
    None,
    /// It is right.
    Right,
    /// It is wrong.
    Wrong,
}

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// What the table is about.
    pub caption: String,
    /// The columns of the table. The first one names the rows.
    pub columns: Vec<Column>,
    /// The rows of the table, each with a cell for every column.
    pub rows: Vec<Vec<Cell>>,
}

/// A column of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Column {
    /// The name of the column.
    pub name: String,
    /// The name of a group of adjacent columns, shown above their names. Empty if the column is in no group.
    pub over: String,
    /// Whether the column holds words, which are aligned to the left.
    pub is_words: bool,
}

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The content of the cell.
    pub text: String,
    /// Whether the content is right.
    pub mark: Mark,
}

impl Fact {
    /// A value without a mark or a note.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Fact {
            name: name.into(),
            value: value.into(),
            mark: Mark::None,
            note: String::new(),
        }
    }

    /// Adds a mark and a note.
    #[must_use]
    pub fn marked(self, mark: Mark, note: impl Into<String>) -> Self {
        let note = note.into();
        Fact { mark, note, ..self }
    }
}

impl Column {
    /// A column of numbers.
    pub fn new(name: impl Into<String>) -> Self {
        Column {
            name: name.into(),
            ..Column::default()
        }
    }

    /// A column of words.
    pub fn words(name: impl Into<String>) -> Self {
        let mut column = Column::new(name);
        column.is_words = true;
        column
    }

    /// Puts the column into the group `over`.
    #[must_use]
    pub fn below(mut self, over: impl Into<String>) -> Self {
        self.over = over.into();
        self
    }
}

impl Cell {
    /// A cell with a mark.
    pub fn new(text: impl Into<String>, mark: Mark) -> Self {
        let text = text.into();
        Cell { text, mark }
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Self {
        Cell::new(text, Mark::None)
    }
}
