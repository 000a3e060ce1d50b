//! The forms in which a gateway shows endpoints, as a program declares them: parts of the page about a subject, and charts.

/// A form of one endpoint: a part of the page about a subject, and the chart of the endpoint if the form is a picture.
#[derive(Debug, Clone, Copy)]
pub struct Section {
    /// The heading.
    pub title: &'static str,
    /// The command of the endpoint, for example `history`.
    pub endpoint: &'static str,
    /// The parameter that takes the subject; `None` for a section that is the chart of its endpoint alone.
    pub subject: Option<&'static str>,
    /// The other parameters, by name.
    pub params: &'static [(&'static str, &'static str)],
    /// The tables that are shown; none stands for the main one.
    pub tables: &'static [&'static str],
    /// The form in which they are shown.
    pub shown: Shown,
}

/// The form in which a [`Section`] is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// Names with values: the columns of the first row, or the rows of a table of names and values. An empty list
    /// means all columns.
    Facts(&'static [&'static str]),
    /// The bars of the endpoint's chart.
    Candles,
    /// The first rows with these columns; no columns stand for the first ones.
    Rows(&'static [&'static str]),
    /// Groups of bars, the newest row first: the column with the labels, then the columns with the values.
    Bars(&'static [&'static str]),
    /// A line for each table, by the columns of the two axes.
    Lines([&'static str; 2]),
    /// A bar for each row, the largest first: the columns with the label and the share.
    Shares([&'static str; 2]),
    /// A tile for each row, as large as its part of the whole: the columns with the label, the part, and a change that
    /// colours it where the row has one.
    Tiles([&'static str; 3]),
}

impl Shown {
    /// Returns the word for the form, and its columns.
    #[must_use]
    pub const fn parts(&self) -> (&'static str, &[&'static str]) {
        match self {
            Self::Facts(columns) => ("facts", columns),
            Self::Candles => ("candles", &[]),
            Self::Rows(columns) => ("rows", columns),
            Self::Bars(columns) => ("bars", columns),
            Self::Lines(columns) => ("lines", columns),
            Self::Shares(columns) => ("shares", columns),
            Self::Tiles(columns) => ("tiles", columns),
        }
    }
}
