//! The pages whose data stands in tables: holders, and the components of an index.

use serde_json::{Value, json};

use crate::agreed::NOTFOUND;
use crate::asked::RoutedRequest;
use crate::calendar;
use crate::company::COMPONENTS;
use crate::company::{self, Instrument};
use crate::facts::earnings::{self, Earnings};
use crate::facts::latest::Latest;
use crate::holders;
use crate::numbers::{decimals, grouped};
use crate::pages::markup::{escaped, page, quote_page};

const HOLDER_COLUMNS: &[&str] = &["Holder", "Shares", "Date Reported", "% Out", "Value"];
const EARNINGS_COLUMNS: &[&str] =
    &["Symbol", "Company", "Earnings Date", "EPS Estimate", "Reported EPS", "Surprise (%)"];
const COMPONENT_COLUMNS: &[&str] = &["Symbol", "Company Name", "Last Price", "Change", "% Change", "Volume"];

/// Returns the page of a company's holders.
pub(crate) fn holders(ticker: &str, now: i64) -> String {
    let holders = holders::sections(ticker, now);
    let of = |section: &str| holders.get(section).cloned().unwrap_or_default();
    // A report's midnight UTC is still the day before in New York, whose time the pages have.
    let reported =
        calendar::days_later(calendar::period_end(now, 3, 0), -1).strftime("%b %d, %Y").to_string();
    let row = |owner: &Value| {
        let cell =
            |pointer: &str| escaped(owner.pointer(pointer).and_then(Value::as_str).unwrap_or_default());
        let [holder, shares, held, value] =
            ["/organization", "/position/longFmt", "/pctHeld/fmt", "/value/longFmt"].map(cell);
        vec![holder, shares, span(&reported), held, value]
    };
    let table = |section: &str| {
        let owners = of(section).get_mut("ownershipList").and_then(Value::as_array_mut).map(std::mem::take);
        table_of(HOLDER_COLUMNS, owners.unwrap_or_default().iter().map(row))
    };
    let body = format!(
        "<div><h3 class=\"D(ib)\"><span>Major Holders</span></h3><span class=\"Fl(end)\"><span>Currency in USD\
         </span></span></div><div><h5 class=\"Fz(s)\"><span>Breakdown</span></h5>{}</div>\
         <div class=\"Mt(25px)\"><h3><span>Top Institutional Holders</span></h3>{}</div>\
         <div class=\"Mt(25px)\"><h3><span>Top Mutual Fund Holders</span></h3>{}</div>",
        breakdown(&of("majorHoldersBreakdown")),
        table("institutionOwnership"),
        table("fundOwnership"),
    );
    quote_page(
        ticker,
        "Stock Major Holders",
        &body,
        &json!({"symbol": ticker, "majorDirectHolders": {}}),
        now,
    )
}

/// Returns the page of a company's earnings; without a table where it has none.
pub(crate) fn earnings(ticker: &str, asked: &RoutedRequest<'_>) -> String {
    /// The rows of the smallest page.
    const ROWS: usize = 25;
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
    let table =
        if rows.is_empty() { span("No results") } else { table_of(EARNINGS_COLUMNS, rows.into_iter()) };
    page("Earnings Calendar", &table, &json!({}), asked.now)
}

/// Returns the page of an index's components.
pub(crate) fn components(index: &str, now: i64) -> String {
    let rows = company::components(index).into_iter().filter_map(|symbol| {
        let latest = Latest::of(&symbol, now)?;
        let link = format!("<a href=\"/quote/{symbol}?p={symbol}\" title=\"{symbol}\">{symbol}</a>");
        let percent = format!("{:+.2}%", latest.percent);
        // A zero has no sign.
        let percent = if percent.ends_with("0.00%") && percent.len() == 6 { "0.00%" } else { &percent };
        Some(vec![
            link,
            escaped(&latest.name),
            decimals(latest.price),
            format!("{:+.2}", latest.change),
            span(percent),
            grouped(latest.volume),
        ])
    });
    let table = table_of(COMPONENT_COLUMNS, rows);
    let body = format!(
        "<div><span>Currency in USD</span></div><h2 class=\"Fz(m)\"><span>Top {COMPONENTS} Components</span></h2>\
         <div class=\"Ovx(a)\">{table}</div>"
    );
    quote_page(index, "Components", &body, &json!({"symbol": index, "components": {"maxAge": 1}}), now)
}

fn breakdown(section: &Value) -> String {
    let rows = [
        ("/insidersPercentHeld/fmt", "% of Shares Held by All Insider"),
        ("/institutionsPercentHeld/fmt", "% of Shares Held by Institutions"),
        ("/institutionsFloatPercentHeld/fmt", "% of Float Held by Institutions"),
        ("/institutionsCount/longFmt", "Number of Institutions Holding Shares"),
    ];
    let value = |pointer| section.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned();
    table_of(&[], rows.into_iter().map(|(pointer, label)| vec![value(pointer), span(label)]))
}

/// Returns a table with a head, unless there are no titles; cells are markup.
fn table_of(titles: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let head: String =
        titles.iter().map(|title| format!("<th class=\"Fw(400)\">{}</th>", span(title))).collect();
    let head =
        if head.is_empty() { head } else { format!("<thead><tr class=\"Fz(xs)\">{head}</tr></thead>") };
    let row = |cells: Vec<String>| {
        let cells: String = cells.iter().map(|cell| format!("<td class=\"Ta(end)\">{cell}</td>")).collect();
        format!("<tr class=\"BdT\">{cells}</tr>")
    };
    format!("<table class=\"W(100%)\">{head}<tbody>{}</tbody></table>", rows.map(row).collect::<String>())
}

fn span(text: &str) -> String {
    format!("<span>{text}</span>")
}
