//! The page of a company's earnings, which are rows of a table.

use serde_json::json;

use crate::agreed::NOTFOUND;
use crate::asked::RoutedRequest;
use crate::calendar;
use crate::company::{self, Instrument};
use crate::facts::earnings::{self, Earnings};
use crate::numbers::decimals;
use crate::pages::markup::{escaped, page};

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
    let rows: Vec<_> = known.iter().skip(offset).take(size).map(row).collect();
    let table = if rows.is_empty() { span("No results") } else { table_of(rows) };
    page("Earnings Calendar", &table, &json!({}), asked.now)
}

fn table_of(rows: Vec<Vec<String>>) -> String {
    let head: String = COLUMNS.iter().map(|title| format!("<th>{}</th>", span(title))).collect();
    let row = |cells: Vec<String>| {
        let cells: String = cells.iter().map(|cell| format!("<td>{cell}</td>")).collect();
        format!("<tr>{cells}</tr>")
    };
    let rows: String = rows.into_iter().map(row).collect();
    format!("<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>")
}

fn span(text: &str) -> String {
    format!("<span>{text}</span>")
}
