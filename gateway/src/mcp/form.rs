//! The form of a result: what a model asks for beside the parameters of an endpoint.

use serde_json::{Map, Value};
use virtual_finance_core::read::shortened;

use super::offered::{
    COLUMNS, FORMAT, FULL, LIMIT, MAX_BYTES, MOST_BYTES, SKIP_ROWS, SORT, TABLE, USUAL_BYTES,
};

/// The form of a result.
pub(super) struct Form {
    /// The table; `None` stands for the main one.
    pub(super) table: Option<String>,
    /// The columns; none of them stands for those that people read first.
    pub(super) columns: Vec<String>,
    /// True if all columns and all digits are wanted.
    pub(super) is_full: bool,
    /// The column of the order.
    pub(super) sort: Option<String>,
    /// The maximum number of rows.
    pub(super) limit: Option<usize>,
    pub(super) is_json: bool,
    /// The number of rows to pass over.
    pub(super) skip: usize,
    /// The maximum length of the result.
    pub(super) budget: usize,
}

impl Form {
    /// Reads the form that arguments say. What they do not say, or say as null, is the usual.
    ///
    /// # Errors
    /// An argument of another type than the tool declares.
    pub(super) fn read(arguments: &Map<String, Value>) -> Result<Self, String> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let integer = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok());
        let texts = |value: &Value| value.as_array()?.iter().map(text).collect::<Option<Vec<String>>>();
        let is_json = |value: &Value| match value.as_str() {
            Some("csv") => Some(false),
            Some("json") => Some(true),
            _ => None,
        };
        let budget = argument(arguments, MAX_BYTES, "an integer", integer)?;
        Ok(Self {
            table: argument(arguments, TABLE, "the name of a table", text)?,
            columns: argument(arguments, COLUMNS, "a list of names, such as [\"close\"]", texts)?
                .unwrap_or_default(),
            is_full: argument(arguments, FULL, "true or false", Value::as_bool)?.unwrap_or(false),
            sort: argument(arguments, SORT, "the name of a column", text)?,
            limit: argument(arguments, LIMIT, "an integer from 1", |value| {
                integer(value).filter(|rows| *rows > 0)
            })?,
            is_json: argument(arguments, FORMAT, "\"csv\" or \"json\"", is_json)?.unwrap_or(false),
            skip: argument(arguments, SKIP_ROWS, "an integer from 0", integer)?.unwrap_or_default(),
            budget: budget.unwrap_or(USUAL_BYTES).min(MOST_BYTES),
        })
    }
}

/// Returns an argument; `None` if it is absent or null.
///
/// # Errors
/// It is not `what` it should be.
pub(super) fn argument<T>(
    arguments: &Map<String, Value>,
    name: &str,
    what: &str,
    read: impl Fn(&Value) -> Option<T>,
) -> Result<Option<T>, String> {
    match arguments.get(name).filter(|value| !value.is_null()) {
        None => Ok(None),
        Some(value) => read(value)
            .map(Some)
            .ok_or_else(|| format!("{name} is {}: write {what}", shortened(value.to_string()))),
    }
}
