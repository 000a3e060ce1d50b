//! The table of an index's components.

use serde_json::{Value, json};

use crate::asked::RoutedRequest;
use crate::facts::known::Facts;
use crate::facts::{known, summary};
use crate::numbers::{decimals, grouped};
use crate::pages::markup::{escaped, quote_page};

/// Returns the page with a row for each component.
pub(super) fn components(index: &str, asked: &RoutedRequest<'_>) -> String {
    let sections = summary::sections(index, asked.now);
    let symbols = sections.get("components").and_then(|section| section.get("components")?.as_array());
    let symbols = symbols.into_iter().flatten().filter_map(Value::as_str);
    let rows: String = symbols.map(|symbol| row(&known::of(symbol, asked.now))).collect();
    let titles = ["Symbol", "Company Name", "Last Price", "Change", "% Change", "Volume"];
    let titles = titles.map(|title| format!("<th>{title}</th>")).concat();
    let table = format!("<table><thead><tr>{titles}</tr></thead><tbody>{rows}</tbody></table>");
    quote_page(index, "Components", &table, &json!({}), asked.now)
}

fn row(facts: &Facts) -> String {
    let number = |name| facts.get(name).as_f64().unwrap_or_default();
    let cells = [
        facts.symbol().to_owned(),
        facts.get("name").as_str().unwrap_or_default().to_owned(),
        decimals(number("price")),
        format!("{:+.2}", number("change")),
        format!("{:+.2}%", number("percent")),
        grouped(facts.get("volume").as_i64().unwrap_or_default()),
    ];
    let cells = cells.map(|cell| format!("<td>{}</td>", escaped(&cell))).concat();
    format!("<tr>{cells}</tr>")
}
