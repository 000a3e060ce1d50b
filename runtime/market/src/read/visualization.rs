//! The service behind the tables of the host's calendars: the body that asks it, and its replies, whose columns have
//! ids.

use std::collections::HashSet;

use serde_json::{Map, Number, Value, json};
use virtual_finance_core::read::shortened;
use virtual_finance_core::{ConversionError, DateTime, Fault, RawReply, SkippedRow};

use crate::fault::MarketFault;
use crate::read::adapted::{Adapted, structure_named};
use crate::read::collapse::Figure;
use crate::read::envelope::Finance;
use crate::read::json::{self, First, List};
use crate::read::listed::{TWICE, at, none_of_some, require_some};
use crate::read::{members, new_york};

/// The column that every calendar has: the time of an event.
pub(crate) const START: &str = "startdatetime";

/// The type of the columns whose values are times.
const DATE: &str = "DATE";

/// The part of a reply that has the table, and that with its rows, as messages name them.
const TABLE: &str = "finance.result[0].documents[0]";
const ROWS: &str = "finance.result[0].documents[0].rows";

/// A calendar of the service.
pub(crate) struct Calendar {
    /// The host's name.
    pub(crate) entity: &'static str,
    /// The ids of the columns.
    pub(crate) columns: &'static [&'static str],
    /// The id of the column whose greatest values come first.
    pub(crate) sorted_by: &'static str,
}

impl Calendar {
    /// Returns the body that asks for rows.
    pub(crate) fn body(&self, query: &Value, count: i64, offset: i64) -> Value {
        json!({
            "entityIdType": self.entity, "includeFields": self.columns, "sortField": self.sorted_by,
            "sortType": "DESC", "size": count, "offset": offset, "query": query,
        })
    }
}

/// Returns a condition: an operator with the name of a column and values, or with conditions.
pub(crate) fn condition(operator: &str, operands: impl IntoIterator<Item = Value>) -> Value {
    json!({"operator": operator, "operands": operands.into_iter().collect::<Value>()})
}

/// The rows of a reply.
pub(crate) struct Found {
    /// The number of rows that the host has.
    pub(crate) total: Option<Number>,
    /// The rows with their positions, each with its values by the ids of their columns. Times are in epoch seconds.
    pub(crate) rows: Vec<(usize, Map<String, Value>)>,
    /// Those that do not fit the columns.
    pub(crate) skipped: Vec<SkippedRow>,
}

impl Found {
    /// Returns the structures of the rows, and the skipped rows.
    ///
    /// # Errors
    /// There are rows and none can be read, or they have no column of times.
    pub(crate) fn structures<T: Adapted>(
        self,
        check: impl Fn(&T) -> Result<(), String>,
    ) -> Result<(Vec<T>, Vec<SkippedRow>), Fault> {
        let Self { rows: found, mut skipped, .. } = self;
        if found.first().is_some_and(|(_, row)| !row.contains_key(START)) {
            return Err(Fault::missing(format!("the column {START} of {TABLE}.columns")));
        }
        let mut rows = Vec::with_capacity(found.len());
        let mut member = String::new();
        for (index, row) in found {
            let row = structure_named(row.into(), &mut member).and_then(|row| check(&row).map(|()| row));
            match row {
                Ok(row) if rows.contains(&row) => skipped.push(at(ROWS, index, TWICE)),
                Ok(row) => rows.push(row),
                Err(reason) => skipped.push(at(ROWS, index, reason)),
            }
        }
        require_some(&rows, ROWS, 0, &skipped)?;
        Ok((rows, skipped))
    }
}

/// Reads the rows of a calendar, which may have several names.
///
/// # Errors
/// 422: the reply is not the service's, is the host's own error or of another calendar, or begins at another row.
pub(crate) fn read(raw: RawReply<'_>, entities: &[&str], offset: i64) -> Result<Found, ConversionError> {
    let result = json::document::<Finance<First<Answer>>>(raw, "the calendar")?.first(raw)?;
    let First(table) = result.documents.ok_or_else(|| Fault::missing("finance.result[0].documents"))?;
    let table = table.ok_or_else(|| Fault::missing(TABLE))?;
    let found = table.entity.ok_or_else(|| Fault::missing(format!("{TABLE}.entityIdType")))?;
    if !entities.iter().any(|entity| found.eq_ignore_ascii_case(entity)) {
        return Err(Fault::about_other(format!("calendar {found}"), None).into());
    }
    let echo = result.criteria.and_then(|criteria| criteria.offset).filter(|found| *found != offset);
    if let Some(found) = echo {
        return Err(MarketFault::OtherStart { asked: offset, found }.into());
    }
    let missing = |name: &str| Fault::missing(format!("{TABLE}.{name}"));
    let List(columns) = table.columns.ok_or_else(|| missing("columns"))?;
    let columns: Option<Vec<(String, bool)>> = columns.into_iter().map(Column::read).collect();
    let columns = columns.ok_or_else(|| missing("columns[].id"))?;
    let mut ids = HashSet::new();
    if !columns.iter().all(|(id, _)| ids.insert(id.as_str())) {
        let reason = "two columns have one id".to_owned();
        return Err(Fault::Malformed { path: TABLE.into(), reason }.into());
    }
    let List(rows) = table.rows.ok_or_else(|| missing("rows"))?;
    let mut found =
        Found { total: result.total.0, rows: Vec::with_capacity(rows.len()), skipped: Vec::new() };
    for (index, cells) in rows.into_iter().enumerate() {
        match row(&columns, cells) {
            Ok(row) => found.rows.push((index, row)),
            Err(reason) => found.skipped.push(at(ROWS, index, reason)),
        }
    }
    let total = found.total.as_ref().and_then(Number::as_i64);
    let rows = found.rows.len().saturating_add(found.skipped.len());
    if let Some(reason) = none_of_some(rows, offset, total) {
        return Err(Fault::Malformed { path: ROWS.into(), reason }.into());
    }
    Ok(found)
}

/// Returns the values of a row by the ids of their columns.
fn row(columns: &[(String, bool)], cells: Value) -> Result<Map<String, Value>, String> {
    let Value::Array(cells) = cells else { return Err("it is no list".to_owned()) };
    if cells.len() != columns.len() {
        return Err(format!("a row has {} values for {} columns", cells.len(), columns.len()));
    }
    let mut row = Map::new();
    for ((id, is_time), value) in columns.iter().zip(cells) {
        let value = if *is_time { seconds(id, value)? } else { value };
        row.insert(id.clone(), value);
    }
    Ok(row)
}

/// Returns the epoch seconds of a time in text; null for none.
fn seconds(id: &str, value: Value) -> Result<Value, String> {
    let wrong = || format!("its {} is no time such as 2024-06-28T20:00:00.000Z", shortened(id.to_owned()));
    match value {
        Value::Null => Ok(Value::Null),
        Value::String(text) if text.is_empty() => Ok(Value::Null),
        // A day begins in New York.
        Value::String(text) if !text.contains('T') => {
            text.parse().map(|day| new_york::midnight(day).as_second().into()).map_err(|_| wrong())
        }
        Value::String(text) => {
            text.parse().map(|time: DateTime| time.epoch_seconds().into()).map_err(|_| wrong())
        }
        _ => Err(wrong()),
    }
}

members! {
    struct Answer {
        total: "total" => Figure,
        documents: "documents" => Option<First<Document>>,
        criteria: "criteriaMeta" => Option<Criteria>,
    }
}

members! {
    /// The question, which some replies repeat.
    struct Criteria {
        offset: "offset" => Option<i64>,
    }
}

members! {
    struct Document {
        entity: "entityIdType" => Option<String>,
        columns: "columns" => Option<List<Column>>,
        rows: "rows" => Option<List<Value>>,
    }
}

members! {
    struct Column {
        id: "id" => Option<String>,
        kind: "type" => Option<String>,
    }
}

impl Column {
    /// Returns the id, and true if the values are times.
    fn read(self) -> Option<(String, bool)> {
        Some((self.id?, self.kind.is_some_and(|kind| kind == DATE)))
    }
}
