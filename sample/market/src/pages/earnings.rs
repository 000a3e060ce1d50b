//! The page of a company's earnings, which are rows of a table.

use serde_json::json;

use crate::agreed::NOTFOUND;
use crate::asked::RoutedRequest;
use crate::calendar;
use crate::company::{self, Instrument};
use crate::facts::earnings::{self, Earnings};
use crate::numbers::decimals;
use crate::pages::markup::{escaped, page, table};

const COLUMNS: [&str; 6] =
    ["Symbol", "Company", "Earnings Date", "EPS Estimate", "Reported EPS", "Surprise (%)"];
/// The rows of the smallest page.
const ROWS: usize = 25;

/// Returns the page of a company's earnings; without a table where it has none.
pub(super) fn earnings(ticker: &str, asked: &RoutedRequest<'_>) -> String {
    let number = |name| asked.sent.query.get(name).and_then(|number| number.parse().ok());
    let (offset, size) = (number("offset").unwrap_or_default(), number("size").unwrap_or(ROWS));
    let known = if ticker == NOTFOUND { Vec::new() } else { earnings::of(ticker, asked.now) };
    let name = escaped(&company::of(ticker).name);
    let row = |reported: &Earnings| {
        let date = calendar::date_of(reported.time);
        let (_, zone) = Instrument::of(ticker).exchange.time(reported.time);
        let dash = || "-".to_owned();
        vec![
            ticker.to_owned(),
            name.clone(),
            span(&format!("{} at 4 PM {zone}", date.strftime("%B %-d, %Y"))),
            decimals(reported.estimate),
            reported.actual.map_or_else(dash, decimals),
            reported.surprise().map_or_else(dash, |surprise| format!("{:+.2}", surprise * 100.0)),
        ]
    };
    let mut rows = known.iter().skip(offset).take(size).map(row).peekable();
    let table = match rows.peek() {
        None => span("No results"),
        Some(_) => table(&COLUMNS.map(span), rows),
    };
    page("Earnings Calendar", &table, &json!({}), asked.now)
}

fn span(text: &str) -> String {
    format!("<span>{text}</span>")
}
