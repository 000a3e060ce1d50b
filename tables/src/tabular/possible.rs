//! The tables that a response can have, and their columns.

use virtual_finance_core::catalogue::ViewInfo;

use super::Kind;

/// The path of the response itself.
pub const ROOT: &str = ".";

/// The end of a name that stands for all tables below a path.
pub const BELOW: &str = ".*";

/// The name of the tables below the response itself.
pub(super) const ANY: &str = "*";

/// The column with the names of the single values of an object.
pub const NAME: &str = "name";
/// The column with these values.
pub const VALUE: &str = "value";

/// The column with the names of an object whose values are rows.
pub(super) const KEY: &str = "key";

/// The column that says which of two tables a row is of.
pub(super) const SIDE: &str = "side";

/// Two tables that the view puts beside each other for people; programs get one with the rows of both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// The name of the one table, such as `calls_and_puts`.
    pub name: String,
    /// The paths of the two.
    pub paths: [&'static str; 2],
    /// The path of the name of what the response is about, which is in each row.
    pub subject: Option<&'static str>,
}

impl Pair {
    pub fn of(view: Option<&ViewInfo>) -> Option<Self> {
        let view = view?;
        let paths = [view.main?, view.beside?];
        Some(Self { name: paths.map(last).join("_and_"), paths, subject: view.names.first().copied() })
    }

    /// Returns the doc of the table with the rows of both.
    pub fn doc(&self) -> String {
        let [one, other] = self.paths;
        format!("The rows of {one} and {other}, with the column {SIDE}")
    }
}

/// The paths of the tables that can be the main one, the first choice first.
#[derive(Debug, Clone, Default)]
pub struct Mains<'m>(pub Vec<&'m str>);

impl Mains<'_> {
    pub fn of(view: Option<&ViewInfo>) -> Self {
        let otherwise = view.map_or(&[][..], |view| view.otherwise);
        Self(view.and_then(|view| view.main).into_iter().chain(otherwise.iter().copied()).collect())
    }

    /// Returns true if the table at a path can be the main one.
    pub fn has(&self, path: &str) -> bool {
        self.0.contains(&path)
    }

    /// Returns true if a table that can be the main one is below a path.
    pub fn are_below(&self, path: &str) -> bool {
        self.0.iter().any(|main| match path {
            ROOT => *main != ROOT,
            path => main.strip_prefix(path).is_some_and(|rest| rest.starts_with('.')),
        })
    }
}

/// A table that a response can have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Possible {
    /// The path of the table, or a path and `.*` where the schema does not say which tables are below it.
    pub name: String,
    /// The columns that the schema names.
    pub columns: Vec<KnownColumn>,
    /// The single values that the schema names, of a table of names and values.
    pub facts: Vec<KnownColumn>,
    /// True if the part of the response is a list.
    pub is_list: bool,
    /// The doc of the part in the schema.
    pub doc: String,
}

/// A column that the schema names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownColumn {
    /// Its name.
    pub name: String,
    /// The kind of its values.
    pub kind: Kind,
}

/// Returns the last name of a path.
pub fn last(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}

/// Returns the path of a member.
pub(super) fn joined(path: &str, name: &str) -> String {
    if path == ROOT { name.to_owned() } else { format!("{path}.{name}") }
}

/// Returns the name of the column that names the rows of a table in the tables of their lists.
pub(super) fn key_name(table: &str, member: &str) -> String {
    format!("{table}.{member}")
}
