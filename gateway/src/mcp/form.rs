//! The form of a result: what a model asks for beside the parameters of an endpoint.

use serde_json::{Map, Value};
use virtual_finance_core::read::shortened;
use virtual_finance_tables::formats::Format;
use virtual_finance_tables::rendering::Rendering;

use super::offered::{
    COLUMNS, FORMAT, FULL, LIMIT, MAX_BYTES, MOST_BYTES, SKIP_ROWS, SORT, TABLE, USUAL_BYTES,
};
use crate::form::{MAX_COLUMNS, Wanted, many_columns};

/// The form of a result.
pub(super) struct Form {
    /// The table, its columns, and the order and the number of its rows; without columns they are those that people read first.
    pub(super) wanted: Wanted,
    /// True if all columns and all digits are wanted.
    pub(super) is_full: bool,
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
        let format = |value: &Value| match value.as_str() {
            Some("csv") => Some(Format::JsonLines),
            Some("json") => Some(Format::Json),
            _ => None,
        };
        let rows = |value: &Value| integer(value).filter(|rows| *rows > 0);
        let names = "a list of names, such as [\"close\"]";
        let columns = argument(arguments, COLUMNS, names, texts)?.unwrap_or_default();
        if columns.len() > MAX_COLUMNS {
            return Err(many_columns(columns.len()));
        }
        let format = argument(arguments, FORMAT, "\"csv\" or \"json\"", format)?;
        let rendering = Rendering {
            table: argument(arguments, TABLE, "the name of a table", text)?,
            columns,
            sort: argument(arguments, SORT, "the name of a column", text)?,
            limit: argument(arguments, LIMIT, "an integer from 1", rows)?,
            ..Rendering::of(format.unwrap_or(Format::JsonLines))
        };
        Ok(Self {
            wanted: rendering.into(),
            is_full: argument(arguments, FULL, "true or false", Value::as_bool)?.unwrap_or(false),
            skip: argument(arguments, SKIP_ROWS, "an integer from 0", integer)?.unwrap_or_default(),
            budget: argument(arguments, MAX_BYTES, "an integer", integer)?
                .unwrap_or(USUAL_BYTES)
                .min(MOST_BYTES),
        })
    }

    pub(super) fn is_json(&self) -> bool {
        self.wanted.rendering.format == Format::Json
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
