//! Checks of the replies of examples that are no JSON as a whole: lines, events, tables and XML, as far as a look tells.

use std::collections::HashSet;

use serde_json::Value as Json;

use crate::codes;
use crate::diagnostic::{Fault, nearest};
use crate::names::in_yaml;
use crate::parse::located::Located;
use crate::parse::table::{Endpoint, Example, Field, ItemType, Record};

use super::Checker;
use super::elements::{self, cell_value};
use super::items::data_type;
use super::misfit::{Document, Rules};
use super::replies::{at, first, in_words};

/// The text with which hosts end events, which is none.
const END: &str = "[DONE]";

impl Checker<'_, '_> {
    /// Reports the reply of an example that the declared response cannot be read from.
    pub(super) fn example_form(&mut self, endpoint: Located<'_, Endpoint>, found: Located<'_, Example>) {
        let Some(reply) = found.reply().some() else { return };
        let fault = match endpoint.raw.as_str() {
            "ndjson" => self.documents(endpoint, &reply.lines().map(str::to_owned).collect::<Vec<_>>()),
            "sse" if !reply.lines().any(is_of_event) && !reply.trim().is_empty() => {
                let message = "the reply has no event".to_owned();
                Some((
                    message,
                    "write 'data: ' before the JSON of each, and an empty line behind it".to_owned(),
                ))
            }
            "sse" => self.documents(endpoint, &events(&reply)),
            "csv" => self.rows(endpoint, &reply),
            "xml" => self.elements(endpoint, found, &reply),
            _ => None,
        };
        if let Some((message, advice)) = fault {
            self.key(found.reply(), Fault::new(codes::EXAMPLE_REPLY, message, advice));
        }
    }

    /// Returns what is wrong with documents of JSON, each of which is an item.
    fn documents(&self, endpoint: Located<'_, Endpoint>, texts: &[String]) -> Option<(String, String)> {
        let Some(ItemType::List(item)) = data_type(endpoint.response.as_ref()?, self.table) else {
            return None;
        };
        let texts = texts.iter().map(|text| text.trim()).filter(|text| !text.is_empty() && *text != END);
        texts.enumerate().find_map(|(index, text)| {
            let place = index.saturating_add(1);
            let Ok(json) = serde_json::from_str::<Json>(text) else {
                return Some((
                    format!("item {place} of the reply is no JSON"),
                    "correct the reply".to_owned(),
                ));
            };
            let (path, what, advice) =
                self.types(Document::Reply).misfit(item, Rules::default(), &json, "")?;
            let whose = if path.is_empty() { String::new() } else { format!("'{path}' of ") };
            Some((format!("{whose}item {place} of the reply {what}"), advice))
        })
    }

    /// Returns what is wrong with a table: each field that a row has is a column, and each cell is of the type of its field.
    fn rows(&self, endpoint: Located<'_, Endpoint>, reply: &str) -> Option<(String, String)> {
        let Some(ItemType::List(item)) = data_type(endpoint.response.as_ref()?, self.table) else {
            return None;
        };
        let ItemType::One(name) = &**item else { return None };
        let record = self.table.value().records.get(name)?;
        let mut rows = cells(reply).into_iter();
        let columns = rows.next().unwrap_or_default();
        let mut known = HashSet::new();
        if let Some(twice) = columns.iter().find(|column| !known.insert(*column)) {
            return Some((
                format!("the reply has the column '{twice}' twice"),
                "name one of them otherwise, or remove it".to_owned(),
            ));
        }
        let wires = record.fields.iter().filter(|(_, field)| !field.optional);
        let mut wires = wires.map(|(own, field)| field.wire.as_ref().unwrap_or(own));
        if let Some(missing) = wires.find(|wire| !columns.contains(wire)) {
            let message = format!("the reply has no column '{missing}', which the record requires");
            return Some((message, column_advice(&columns, missing)));
        }
        rows.enumerate().find_map(|(index, cells)| {
            let place = index.saturating_add(1);
            if cells.len() != columns.len() {
                let message = format!(
                    "row {place} of the reply has {} cells for {} columns",
                    cells.len(),
                    columns.len()
                );
                return Some((
                    message,
                    "correct the reply; a cell with ',' in it stands in quotes".to_owned(),
                ));
            }
            let row = row(record, &columns, cells);
            let (path, what, advice) =
                self.types(Document::Reply).misfit(item, Rules::default(), &row, "")?;
            Some((format!("'{path}' of row {place} of the reply {what}"), advice))
        })
    }

    /// Returns what is wrong with XML: the elements of the path to the data are there, and the data is of its type.
    fn elements(
        &self,
        endpoint: Located<'_, Endpoint>,
        found: Located<'_, Example>,
        reply: &str,
    ) -> Option<(String, String)> {
        let correct = || "correct 'at' of the response, or the reply".to_owned();
        if !reply.trim_start().starts_with('<') {
            return Some(("the reply is no XML".to_owned(), "correct the reply, or 'raw'".to_owned()));
        }
        let document = match elements::document(reply) {
            Ok(document) => document,
            Err(message) => return Some((message, "correct the reply".to_owned())),
        };
        let response = endpoint.value().response.as_ref()?;
        let kind = data_type(response, self.table)?;
        let path = response.at.as_deref().unwrap_or_default();
        let root = document.root();
        if first(path).is_some_and(|(first, _)| first != root) {
            let message = format!("the reply has the root '{root}', and the data is at '{path}'");
            return Some((message, correct()));
        }
        let json = elements::json(self.table.value(), path, kind, &document);
        let (mut value, mut rest) = (&json, path);
        while let Some((name, below)) = first(rest) {
            let Some(next) = at(value, name) else {
                // A list without elements is not there, and its response says that this is meant.
                let is_empty = below.is_empty() && value.is_object() && matches!(kind, ItemType::List(_));
                let is_meant = found.response.as_deref().is_some_and(|response| response.trim() == "[]");
                return (!is_empty || !is_meant).then(|| {
                    (format!("the reply has no element '{name}', and the data is at '{path}'"), correct())
                });
            };
            (value, rest) = (next, below);
        }
        self.misfit(response, &json).map(in_words)
    }

    /// Returns the JSON that the reply of an example is, or becomes.
    pub(super) fn reply_of(&self, endpoint: &Endpoint, text: &str) -> Option<Json> {
        let documents = |texts: Vec<String>| {
            let texts = texts.iter().map(|text| text.trim()).filter(|text| !text.is_empty() && *text != END);
            texts.map(serde_json::from_str::<Json>).collect::<Result<Json, _>>().ok()
        };
        let response = endpoint.response.as_ref()?;
        match endpoint.raw.as_str() {
            "json" => serde_json::from_str(text).ok(),
            "txt" => Some(text.into()),
            "ndjson" => documents(text.lines().map(str::to_owned).collect()),
            "sse" => documents(events(text)),
            "csv" => {
                let ItemType::List(item) = data_type(response, self.table)? else { return None };
                let ItemType::One(name) = &**item else { return None };
                let record = self.table.value().records.get(name)?;
                let mut rows = cells(text).into_iter();
                let columns = rows.next().unwrap_or_default();
                Some(rows.map(|cells| row(record, &columns, cells)).collect())
            }
            "xml" => {
                let document = elements::document(text).ok()?;
                let path = response.at.as_deref().unwrap_or_default();
                Some(elements::json(self.table.value(), path, data_type(response, self.table)?, &document))
            }
            _ => None,
        }
    }
}

/// Returns the advice for a field without a column: another column is its own.
fn column_advice(columns: &[String], missing: &str) -> String {
    match nearest(missing, columns.iter().map(String::as_str)) {
        Some(meant) => format!("write 'wire: {}' at the field, or correct the reply", in_yaml(meant)),
        None => "correct the reply, whose first line names the columns, with ',' between them".to_owned(),
    }
}

/// Returns a row of CSV as the record that it is read as.
fn row(record: &Record, columns: &[String], cells: Vec<String>) -> Json {
    let value = |(column, cell): (&String, String)| {
        let is_wire = |(own, field): &(&String, &Field)| field.wire.as_ref().unwrap_or(own) == column;
        let kind = match record.fields.iter().find(is_wire).map(|(_, field)| &field.kind) {
            Some(ItemType::One(name)) => Some(name.as_str()),
            _ => None,
        };
        (column.clone(), cell_value(kind, cell))
    };
    Json::Object(columns.iter().zip(cells).map(value).collect())
}

/// Returns the cells of each row of CSV. A cell in quotes may have commas, ends of lines and doubled quotes in it.
fn cells(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let (mut is_quoted, mut characters) = (false, text.trim_start_matches('\u{feff}').chars().peekable());
    while let Some(character) = characters.next() {
        match character {
            '"' if is_quoted && characters.peek() == Some(&'"') => cell.extend(characters.next()),
            // Within a cell it is a character as others.
            '"' if is_quoted || cell.is_empty() => is_quoted = !is_quoted,
            ',' if !is_quoted => row.push(std::mem::take(&mut cell)),
            '\r' if !is_quoted => {}
            '\n' if !is_quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            character => cell.push(character),
        }
    }
    row.push(cell);
    rows.push(row);
    // Lines without anything are no rows.
    rows.retain(|row: &Vec<String>| row.iter().any(|cell| !cell.is_empty()));
    rows
}

/// Returns true for the data of an event, and for a comment.
fn is_of_event(line: &str) -> bool {
    line.starts_with("data:") || line.starts_with(':')
}

/// Returns the data of events, those of several lines as one text.
fn events(reply: &str) -> Vec<String> {
    let mut events = vec![String::new()];
    for line in reply.lines() {
        match (line.trim_end(), line.strip_prefix("data:"), events.last_mut()) {
            ("", ..) => events.push(String::new()),
            (_, Some(data), Some(event)) => {
                event.push_str(data);
                event.push('\n');
            }
            _ => {}
        }
    }
    events
}
