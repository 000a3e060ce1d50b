//! The table of an index's components.

use serde_json::{Value, json};

use crate::asked::RoutedRequest;
use crate::facts::known::Facts;
use crate::facts::{known, summary};
use crate::numbers::{decimals, grouped};
use crate::pages::markup::{escaped, quote_page, table};

/// Returns the page with a row for each component.
pub(super) fn components(index: &str, asked: &RoutedRequest<'_>) -> String {
    let sections = summary::sections(index, asked.now);
    let symbols = sections.get("components").and_then(|section| section.get("components")?.as_array());
    let symbols = symbols.into_iter().flatten().filter_map(Value::as_str);
    let titles = ["Symbol", "Company Name", "Last Price", "Change", "% Change", "Volume"];
    let table = table(&titles.map(str::to_owned), symbols.map(|symbol| row(&known::of(symbol, asked.now))));
    quote_page(index, "Components", &table, &json!({}), asked.now)
}

fn row(facts: &Facts) -> Vec<String> {
    let number = |name| facts.get(name).as_f64().unwrap_or_default();
    vec![
        escaped(facts.symbol()),
        escaped(facts.get("name").as_str().unwrap_or_default()),
        decimals(number("price")),
        format!("{:+.2}", number("change")),
        format!("{:+.2}%", number("percent")),
        grouped(facts.get("volume").as_i64().unwrap_or_default()),
    ]
}
