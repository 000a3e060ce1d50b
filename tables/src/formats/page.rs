//! A page with the images of a chart, one for telephones, whose bars can be read with a pointer or with keys. It is one file that asks
//! nothing of a network: its policy allows its own style and its own script by their hashes, and nothing else.

use virtual_finance_core::Value;

use super::jsonl;
use crate::show::{Chart, chart, head::Head};
use crate::tabular::{Cell, Column, Table, Tables};
use crate::text::Failure;

/// The page, with a mark where a part of it belongs: `{{title}}`.
const PAGE: &str = include_str!("page.html");

/// Returns the page of a chart of that table.
pub(crate) fn html(chart: &Chart, table: &Table<'_>, tables: &Tables<'_>) -> Result<String, Failure> {
    let [wide, small] = chart.images()?;
    let scales = [wide.scales, small.scales].map(|scales| {
        let ([low, high], (first, last)) = (scales.prices, scales.places);
        serde_json::json!({ "places": [first, last], "barsInPlace": scales.bars, "prices": [low, high] })
    });
    let Head { name, price, change } = chart.head();
    let data = serde_json::json!({
        "columns": tables.view().chart,
        "bars": bars(table, tables),
        "decimals": chart.decimals(),
        "scales": scales,
    });
    let parts = [
        ("name", as_text(name)),
        ("price", as_text(price)),
        ("change", as_text(change)),
        // Their texts are escaped already.
        ("wide", wide.svg),
        ("small", small.svg),
        ("data", as_data(&data.to_string())),
    ];
    Ok(filled(&parts))
}

/// Returns the template with its parts. A mark in a part is none, whatever a subject is called.
fn filled(parts: &[(&str, String)]) -> String {
    let mut page = String::new();
    for (index, piece) in PAGE.split("{{").enumerate() {
        match piece.split_once("}}").filter(|_| index > 0) {
            None => page.push_str(piece),
            Some((mark, rest)) => {
                let part = parts.iter().find(|(name, _)| *name == mark);
                page.push_str(part.map_or("", |(_, part)| part));
                page.push_str(rest);
            }
        }
    }
    page
}

/// Returns the bars as the lines of CSV have them: every digit, and times with the offset of their zone.
fn bars(table: &Table<'_>, tables: &Tables<'_>) -> Value {
    let columns = chart::columns(table, tables);
    let timestamps = columns.map(|column| column.is_some_and(Column::has_timestamps));
    let bar = |row: usize| -> Value {
        let cells = columns.iter().map(|column| column.and_then(|column| column.cells.get(row)));
        let cells = cells.map(|cell| cell.unwrap_or(&Cell::Null)).zip(timestamps);
        cells.map(|(cell, is_timestamp)| jsonl::value(cell, is_timestamp, &tables.zone)).collect()
    };
    (0..table.rows).filter(|row| chart::close(&columns, *row).is_some()).map(bar).collect()
}

/// Returns a string as text or as the value of an attribute in quotes.
fn as_text(text: &str) -> String {
    escaped(text, |character| match character {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '"' => Some("&quot;"),
        _ => None,
    })
}

/// Returns JSON that has nothing in it that ends a script, begins a comment in one, or ends a line of older scripts.
/// All of these are in strings only, where each character may be written as its number.
fn as_data(json: &str) -> String {
    escaped(json, |character| match character {
        '&' => Some("\\u0026"),
        '<' => Some("\\u003c"),
        '>' => Some("\\u003e"),
        '\u{2028}' => Some("\\u2028"),
        '\u{2029}' => Some("\\u2029"),
        _ => None,
    })
}

fn escaped(text: &str, escape: impl Fn(char) -> Option<&'static str>) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match escape(character) {
            Some(escape) => out.push_str(escape),
            None => out.push(character),
        }
    }
    out
}
