//! The forms in which a gateway shows endpoints, as a program declares them: parts of its pages, and charts.

/// A form of one endpoint: a part of a page, and the chart of the endpoint if the form is a picture.
#[derive(Debug, Clone, Copy)]
pub struct Section {
    /// The heading.
    pub title: &'static str,
    /// The command of the endpoint, for example `history`.
    pub endpoint: &'static str,
    /// The page that it is a part of.
    pub page: PageKind,
    /// The other parameters, by name.
    pub params: &'static [(&'static str, &'static str)],
    /// The values that people choose among.
    pub choice: Option<Choice>,
    /// The tables that are shown; none stands for the main one.
    pub tables: &'static [&'static str],
    /// The form in which they are shown.
    pub shown: Shown,
}

/// The page that a [`Section`] is a part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageKind {
    /// The first page.
    Start,
    /// The page about one subject, which the parameter of this name takes.
    Subject(&'static str),
    /// The comparison of subjects, each of which the parameter of this name takes.
    Comparison(&'static str),
    /// The page of its endpoint alone, whose chart it is.
    Endpoint,
}

/// The values of parameters that people choose among where a [`Section`] is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// The values of this parameter, as the table has them.
    Values(&'static str),
    /// The values of this parameter, which the response lists at this path.
    Listed(&'static str, &'static str),
    /// These sets of parameters, each with its label.
    Sets(&'static [(&'static str, &'static [(&'static str, &'static str)])]),
}

/// The search for subjects: an endpoint whose main table has a row for each subject that matches a text.
#[derive(Debug, Clone, Copy)]
pub struct Finder {
    /// The command of the endpoint, for example `search`.
    pub endpoint: &'static str,
    /// The parameter that takes the text.
    pub text: &'static str,
    /// The other parameters, by name.
    pub params: &'static [(&'static str, &'static str)],
    /// The columns with the subject and its name, then what tells subjects of one name apart.
    pub columns: &'static [&'static str],
}

impl PageKind {
    /// Returns the word for the page, and the parameter that takes the subject.
    pub const fn parts(&self) -> (&'static str, Option<&'static str>) {
        match self {
            Self::Start => ("start", None),
            Self::Subject(parameter) => ("subject", Some(parameter)),
            Self::Comparison(parameter) => ("comparison", Some(parameter)),
            Self::Endpoint => ("endpoint", None),
        }
    }
}

/// The form in which a [`Section`] is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// The head of the page about a subject, of the first row: the columns with the name, another name, the value, its
    /// change, its change in percent, its unit, its time and its state; further ones are words beside the name. Without a
    /// row there is no such subject.
    Head(&'static [&'static str]),
    /// A card for each row: the columns with the subject, its name, its value and its change in percent.
    Board([&'static str; 4]),
    /// Names with values: the columns of the first row, or the rows of a table of names and values. An empty list
    /// means all columns.
    Facts(&'static [&'static str]),
    /// The bars of the endpoint's chart.
    Candles,
    /// The first rows with these columns; no columns stand for the view's. Where the view puts another table beside the
    /// main one, so does the page, and where it has the heads of columns in a member, rows are columns.
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
    pub const fn parts(&self) -> (&'static str, &[&'static str]) {
        match self {
            Self::Head(columns) => ("head", columns),
            Self::Board(columns) => ("board", columns),
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
