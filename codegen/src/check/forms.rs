//! Checks of the replies of examples that are no JSON as a whole: lines, events, tables and XML, as far as a look tells.

use serde_json::Value as Json;

use crate::codes;
use crate::diagnostic::Fault;
use crate::parse::located::Located;
use crate::parse::table::{Endpoint, Example, Field, ItemType};

use super::Checker;
use super::items::data_type;
use super::misfit::{Document, Rules};

/// The text with which hosts end events, which is none.
const END: &str = "[DONE]";

impl Checker<'_, '_> {
    /// Reports the reply of an example that the declared response cannot be read from.
    pub(super) fn example_form(&mut self, endpoint: Located<'_, Endpoint>, found: Located<'_, Example>) {
        let Some(reply) = found.reply().some() else { return };
        let fault = match endpoint.raw.as_str() {
            "ndjson" => self.documents(endpoint, &reply.lines().map(str::to_owned).collect::<Vec<_>>()),
            "sse" => self.documents(endpoint, &events(&reply)),
            "csv" => self.rows(endpoint, &reply),
            "xml" => elements(endpoint, &reply),
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
        let mut rows = cells(reply.trim_start_matches('\u{feff}')).into_iter();
        let columns = rows.next().unwrap_or_default();
        let wires = record.fields.iter().filter(|(_, field)| !field.optional);
        let mut wires = wires.map(|(own, field)| field.wire.as_ref().unwrap_or(own));
        if let Some(missing) = wires.find(|wire| !columns.contains(wire)) {
            let message = format!("the reply has no column '{missing}', which the record requires");
            let advice = "correct the reply, whose first line names the columns, with ',' between them";
            return Some((message, advice.to_owned()));
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
            let row = columns.iter().zip(cells).map(|(column, cell)| {
                let is_wire = |(own, field): &(&String, &Field)| field.wire.as_ref().unwrap_or(own) == column;
                let kind = record.fields.iter().find(is_wire).map(|(_, field)| &field.kind);
                (column.clone(), cell_value(kind, cell))
            });
            let row = Json::Object(row.collect());
            let (path, what, advice) =
                self.types(Document::Reply).misfit(item, Rules::default(), &row, "")?;
            Some((format!("'{path}' of row {place} of the reply {what}"), advice))
        })
    }
}

/// Returns the cells of each row of CSV. A cell in quotes may have commas, ends of lines and doubled quotes in it.
fn cells(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let (mut is_quoted, mut characters) = (false, text.chars().peekable());
    while let Some(character) = characters.next() {
        match character {
            '"' if is_quoted && characters.peek() == Some(&'"') => cell.extend(characters.next()),
            '"' => is_quoted = !is_quoted,
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

/// Returns the value of a cell, as a reader of the type takes it.
fn cell_value(kind: Option<&ItemType>, cell: String) -> Json {
    let own = match kind {
        _ if cell.is_empty() => Some(Json::Null),
        Some(ItemType::One(name)) if matches!(name.as_str(), "integer" | "number") => {
            cell.parse().ok().map(Json::Number)
        }
        Some(ItemType::One(name)) if name == "boolean" => cell.parse().ok().map(Json::Bool),
        _ => None,
    };
    own.unwrap_or(Json::String(cell))
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

/// Returns what is wrong with the elements of XML: those of the path to the data are there.
fn elements(endpoint: Located<'_, Endpoint>, reply: &str) -> Option<(String, String)> {
    let correct = || "correct 'at' of the response, or the reply".to_owned();
    let names: Vec<&str> = reply.split('<').skip(1).map(name_of).filter(|name| !name.is_empty()).collect();
    let Some(root) = names.first().filter(|_| reply.trim_start().starts_with('<')) else {
        return Some(("the reply is no XML".to_owned(), "correct the reply, or 'raw'".to_owned()));
    };
    if let Some(message) = malformed(reply) {
        return Some((message, "correct the reply".to_owned()));
    }
    let path = endpoint.response.as_ref()?.at.as_deref()?;
    let mut parts = path.split('.');
    let first = parts.next().unwrap_or_default();
    if first != *root {
        return Some((format!("the reply has the root '{root}', and the data is at '{path}'"), correct()));
    }
    let missing = parts.find(|part| !names.contains(part) && part.parse::<usize>().is_err())?;
    Some((format!("the reply has no element '{missing}', and the data is at '{path}'"), correct()))
}

/// Returns what is wrong with XML whose elements do not end as they begin, or that has a `&` of its own.
fn malformed(reply: &str) -> Option<String> {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = reply;
    while let Some((before, after)) = rest.split_once('<') {
        if let Some(wrong) = bare_ampersand(before) {
            return Some(wrong);
        }
        let end = [("!--", "-->"), ("![CDATA[", "]]>"), ("?", "?>"), ("", ">")];
        let (_, end) = end.iter().find(|(start, _)| after.starts_with(start))?;
        let Some((tag, next)) = after.split_once(end) else {
            return Some(format!("'<{}' in the reply has no end", name_of(after)));
        };
        rest = next;
        if tag.starts_with(['!', '?']) || tag.ends_with('/') {
            continue;
        }
        match tag.strip_prefix('/').map(str::trim) {
            None => open.push(name_of(tag)),
            Some(closed) => match open.pop() {
                Some(name) if name == closed => {}
                Some(name) => return Some(format!("'{closed}' ends in the reply where '{name}' does")),
                None => return Some(format!("'{closed}' ends in the reply and does not begin")),
            },
        }
    }
    open.pop().map(|name| format!("'{name}' in the reply has no end"))
}

/// Returns what is wrong with a text in which `&` begins no reference.
fn bare_ampersand(text: &str) -> Option<String> {
    let mut references = text.split('&').skip(1);
    let is_reference = |rest: &str| {
        let name = rest.split_once(';').map_or("", |(name, _)| name);
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'#')
    };
    let found = references.any(|rest| !is_reference(rest));
    found.then(|| "a '&' in the reply begins no reference such as '&amp;'".to_owned())
}

/// Returns the name of the element that begins with a text; empty for the end of one, and for what is none.
fn name_of(text: &str) -> &str {
    let end = text.find(|character: char| character.is_whitespace() || matches!(character, '>' | '/'));
    text.get(..end.unwrap_or(text.len())).filter(|name| !name.starts_with(['!', '?'])).unwrap_or_default()
}
