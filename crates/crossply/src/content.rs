//! What a report says, part by part, before it has a form.
//!
//! A report is a list of blocks. [`text`](crate::report::text) draws them for a terminal, and a page shows the same
//! blocks; so both say the same, and a change has one place.

/// A part of a report.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// The beginning of a section.
    Heading(String),
    /// Sentences, whose line ends are kept.
    Text(String),
    /// Commands, code or output, as it is.
    Code(String),
    /// Names and values.
    Facts(Vec<Fact>),
    /// Something that has a form of its own as text and on a page.
    Drawing {
        /// As text, whose line ends are kept.
        text: String,
        /// As HTML.
        html: String,
    },
    /// Rows of numbers.
    Table(Table),
    /// Where a solver is wrong.
    Map(Map),
}

/// Where in a domain a solver is wrong, in cells of one axis, or of two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// The solver.
    pub solver: String,
    /// `is wrong`, or `differs` where it is not known who is right.
    pub does: &'static str,
    /// What several inputs are called.
    pub nouns: String,
    /// The axis of the rows, if there are several.
    pub rows: Option<Axis>,
    /// The axis of the columns.
    pub columns: Axis,
    /// How many inputs of each cell are wrong, and how many were compared, row by row.
    pub cells: Vec<[u64; 2]>,
}

/// Inputs in the order of their values.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "journal", derive(serde::Serialize, serde::Deserialize))]
pub struct Axis {
    /// Which part of a combination it is; empty if it is the whole input.
    pub part: String,
    /// The first and the last input of each cell.
    pub cells: Vec<[String; 2]>,
}

/// A wrong input, as a report shows it.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The input.
    pub input: Block,
    /// Why the right answer is right, or what else there is to say; often nothing.
    pub reason: Vec<Block>,
}

/// A name and a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What the value is.
    pub name: String,
    /// The value.
    pub value: String,
    /// What is known of it, as a colour.
    pub mark: Mark,
    /// The same in words; empty if nothing is.
    pub note: String,
}

/// Whether something is right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// Nothing is said about it.
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
    /// What it is about.
    pub caption: String,
    /// Its columns. The first one names the rows.
    pub columns: Vec<Column>,
    /// For each row a cell of each column.
    pub rows: Vec<Vec<Cell>>,
}

/// A column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// What stands above its name and those of its neighbours: they are a group.
    pub over: String,
    /// Whether it holds words, which begin at the left.
    pub is_words: bool,
}

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// What it holds.
    pub text: String,
    /// Whether that is right.
    pub mark: Mark,
}

impl Fact {
    /// A value of which nothing is known.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Fact {
            name: name.into(),
            value: value.into(),
            mark: Mark::None,
            note: String::new(),
        }
    }

    /// The same, with this known of it.
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

    /// The same, in a group of this name.
    #[must_use]
    pub fn below(mut self, over: impl Into<String>) -> Self {
        self.over = over.into();
        self
    }
}

impl Cell {
    /// A cell of which this is known.
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
