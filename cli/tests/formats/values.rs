//! Every value of the main table of a response is in CSV and in lines of JSON.

use serde_json::Value;
use virtual_finance::catalogue::EndpointInfo;
use virtual_finance::{DateTime, ENDPOINTS};

use super::{at, line, main, text};

/// The cells of a table by the name of the column.
type Columns = Vec<(String, Vec<Value>)>;

#[test]
fn csv_has_every_value_of_the_main_table() {
    for (line, expected) in main_tables() {
        let csv = text(&format!("{line} --format csv"));
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let names: Vec<&str> = expected.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(reader.headers().unwrap().iter().collect::<Vec<_>>(), names, "{line}");
        let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().unwrap();
        assert!(!rows.is_empty(), "{line}");
        for (place, (name, cells)) in expected.iter().enumerate() {
            assert_eq!(cells.len(), rows.len(), "{line}: {name}");
            for (cell, row) in cells.iter().zip(&rows) {
                assert!(is(&row[place], cell), "{line}: {name} is {} and not {cell}", &row[place]);
            }
        }
    }
}

#[test]
fn a_line_of_json_has_every_value_of_a_row() {
    for (line, expected) in main_tables() {
        let lines = text(&format!("{line} --format jsonl"));
        let rows: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert!(!rows.is_empty(), "{line}");
        for (name, cells) in &expected {
            assert_eq!(cells.len(), rows.len(), "{line}: {name}");
            for (cell, row) in cells.iter().zip(&rows) {
                let found = row.as_object().unwrap().get(name).unwrap();
                let found = found.as_str().map_or_else(|| found.to_string(), str::to_owned);
                let found = if cell.is_null() || *cell == serde_json::json!({}) {
                    found.replace("null", "")
                } else {
                    found
                };
                assert!(is(&found, cell), "{line}: {name} is {found} and not {cell}");
            }
        }
    }
    let lines = text("history IBM --range 5d --format jsonl");
    let first = r#"{"timestamp":"2024-06-24","open":73.17961120605469,"high":73.34915161132812,"#;
    assert!(lines.starts_with(first), "{lines}");
    assert_eq!(text("quote IBM,NOTFOUND --table unknown --format jsonl"), "{\"unknown\":\"NOTFOUND\"}\n");
}

/// Returns the line of each endpoint that has a main table, and the columns of that table. Two tables beside each other have
/// a test of their own.
fn main_tables() -> impl Iterator<Item = (String, Columns)> {
    ENDPOINTS.iter().filter_map(|info| {
        let main = main(info).filter(|_| info.view.is_none_or(|view| view.beside.is_none()))?;
        let line = line(info);
        let response = serde_json::from_str(&text(&line)).unwrap();
        let columns = columns_of_main(info, &response, main);
        Some((line, columns))
    })
}

/// Returns the cells of a part of a response by column and row, as its documentation has them.
fn columns(part: &Value) -> Columns {
    let cells = |cells: &Value| match cells {
        Value::Array(cells) => cells.clone(),
        cells => cells.as_object().unwrap().values().cloned().collect(),
    };
    match part {
        Value::Array(rows) => {
            // A row may have columns that the first one has not: before the ones that follow there.
            let mut columns: Columns = Vec::new();
            for (index, row) in rows.iter().enumerate() {
                let mut next = columns.len();
                for (name, value) in flat("", row).into_iter().rev() {
                    match columns.iter().position(|(known, _)| *known == name) {
                        Some(place) => next = place,
                        None => columns.insert(next, (name, vec![Value::Null; rows.len()])),
                    }
                    columns[next].1[index] = value;
                }
            }
            columns
        }
        Value::Object(lists) if lists.values().all(|value| value.is_array() || value.is_object()) => {
            lists.iter().map(|(name, list)| (name.clone(), cells(list))).collect()
        }
        Value::Object(facts) => {
            // Lists and objects are tables of their own; a formatted number is one value.
            let is_fact = |value: &Value| match value {
                Value::Array(_) => false,
                Value::Object(members) => members.contains_key("raw") || members.is_empty(),
                _ => true,
            };
            let facts: Vec<_> = facts.iter().filter(|(_, value)| is_fact(value)).collect();
            let names = facts.iter().map(|(name, _)| Value::from(name.as_str())).collect();
            let values = facts.iter().map(|(_, value)| (*value).clone()).collect();
            vec![("name".to_owned(), names), ("value".to_owned(), values)]
        }
        _ => Vec::new(),
    }
}

/// Returns the single values of a row with the path to each; lists are tables of their own.
fn flat(path: &str, row: &Value) -> Vec<(String, Value)> {
    let members = row.as_object().unwrap().iter().flat_map(|(name, value)| {
        let name = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        match value {
            Value::Array(_) => Vec::new(),
            Value::Object(members) if !members.is_empty() && !members.contains_key("raw") => {
                flat(&name, value)
            }
            value => vec![(name, value.clone())],
        }
    });
    members.collect()
}

fn unfolded(rows: &Value, lists: &[&str]) -> Value {
    let mut all = Vec::new();
    for row in rows.as_array().unwrap() {
        let is_list = |name: &String| lists.contains(&name.as_str());
        let length = lists.iter().map(|name| row[*name].as_array().unwrap().len()).max().unwrap();
        for index in 0..length {
            let single = |(name, value): (&String, &Value)| match value {
                value if is_list(name) => Some((name.clone(), value[index].clone())),
                Value::Object(_) => None,
                value => Some((name.clone(), value.clone())),
            };
            all.push(Value::Object(row.as_object().unwrap().iter().filter_map(single).collect()));
        }
    }
    all.into()
}

fn columns_of_main(info: &EndpointInfo, response: &Value, main: &str) -> Columns {
    match info.view.unwrap().unfold {
        [] => columns(at(response, main)),
        lists => columns(&unfolded(at(response, main), lists)),
    }
}

/// Returns true if a cell of a CSV file has that value.
fn is(cell: &str, value: &Value) -> bool {
    match value {
        Value::Null => cell.is_empty(),
        Value::String(text) => cell == text,
        Value::Number(number) => {
            let time =
                || cell.parse::<DateTime>().is_ok_and(|time| Some(time.epoch_seconds()) == number.as_i64());
            // A bar of a day has the day, where its time is that of the opening.
            let day = || {
                let midnight = cell.parse::<DateTime>().map(DateTime::epoch_seconds);
                cell.len() == 10
                    && midnight.is_ok_and(|start| {
                        number.as_i64().is_some_and(|time| (0..86_400).contains(&time.saturating_sub(start)))
                    })
            };
            number.to_string() == cell || time() || day()
        }
        Value::Object(object) if object.contains_key("raw") => is(cell, &object["raw"]),
        // A number that the host does not know.
        Value::Object(object) if object.is_empty() => cell.is_empty(),
        other => serde_json::from_str::<Value>(cell).is_ok_and(|read| read == *other),
    }
}
