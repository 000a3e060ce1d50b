//! The pages whose data stands in tables: holders, and the components of an index.

use jiff::civil::Date;
use serde_json::json;

use crate::calendar;
use crate::company;
use crate::numbers::{between, grouped, real, seeded, whole};
use crate::pages::{escaped, quote_page};
use crate::prices;

/// Rows in each table of holders.
const HOLDERS: usize = 10;
/// Rows in the table of components.
const COMPONENTS: usize = 30;
const HOLDER_COLUMNS: &[&str] = &["Holder", "Shares", "Date Reported", "% Out", "Value"];
const COMPONENT_COLUMNS: &[&str] = &["Symbol", "Company Name", "Last Price", "Change", "% Change", "Volume"];

/// The page of a company's holders.
pub(crate) fn holders(ticker: &str, now: i64) -> String {
    let mut rng = seeded(ticker, "holders");
    let price = prices::latest(ticker, now).map_or(0.0, |(bar, _)| bar.close);
    let reported = last_quarter(now).strftime("%b %d, %Y").to_string();
    let mut table = |name: fn(&mut fastrand::Rng) -> String, largest: f64| {
        let mut held = largest;
        let rows = std::iter::repeat_with(|| {
            held *= between(&mut rng, 0.7, 0.97);
            let shares = whole(held * 1e9);
            let value = grouped(whole(real(shares) * price));
            let out = format!("{:.2}%", held * 100.0);
            vec![escaped(&name(&mut rng)), grouped(shares), span(&reported), out, value]
        });
        table_of(HOLDER_COLUMNS, rows.take(HOLDERS))
    };
    let institutional = table(company::name, 0.09);
    let funds = table(company::fund, 0.035);
    let body = format!(
        "<div><h3 class=\"D(ib)\"><span>Major Holders</span></h3><span class=\"Fl(end)\"><span>Currency in USD\
         </span></span></div><div><h5 class=\"Fz(s)\"><span>Breakdown</span></h5>{}</div>\
         <div class=\"Mt(25px)\"><h3><span>Top Institutional Holders</span></h3>{institutional}</div>\
         <div class=\"Mt(25px)\"><h3><span>Top Mutual Fund Holders</span></h3>{funds}</div>",
        breakdown(ticker)
    );
    quote_page(
        ticker,
        "Stock Major Holders",
        &body,
        &json!({"symbol": ticker, "majorDirectHolders": {}}),
        now,
    )
}

/// The page of an index's components.
pub(crate) fn components(index: &str, now: i64) -> String {
    let mut rng = seeded(index, "components");
    let rows = std::iter::repeat_with(|| {
        let symbol = company::ticker(&mut rng);
        let price = between(&mut rng, 1.5, 1_400.0);
        let percent = between(&mut rng, -4.0, 4.0);
        let link = format!("<a href=\"/quote/{symbol}?p={symbol}\" title=\"{symbol}\">{symbol}</a>");
        let last = if price < 1_000.0 { format!("{price:.4}") } else { grouped_cents(price) };
        vec![
            link,
            escaped(&company::of(&symbol).name),
            last,
            format!("{:+.2}", price * percent / 100.0),
            span(&format!("{percent:+.2}%")),
            grouped(rng.i64(20_000..90_000_000)),
        ]
    });
    let table = table_of(COMPONENT_COLUMNS, rows.take(COMPONENTS));
    let body = format!(
        "<div><span>Currency in USD</span></div><h2 class=\"Fz(m)\"><span>Top {COMPONENTS} Components</span></h2>\
         <div class=\"Ovx(a)\">{table}</div>"
    );
    quote_page(index, "Components", &body, &json!({"symbol": index, "components": {"maxAge": 1}}), now)
}

fn breakdown(ticker: &str) -> String {
    let mut rng = seeded(ticker, "breakdown");
    let institutions = between(&mut rng, 30.0, 85.0);
    let rows = [
        (format!("{:.2}%", between(&mut rng, 0.05, 9.0)), "% of Shares Held by All Insider"),
        (format!("{institutions:.2}%"), "% of Shares Held by Institutions"),
        (format!("{:.2}%", institutions * 1.01), "% of Float Held by Institutions"),
        (grouped(rng.i64(1_100..4_900)), "Number of Institutions Holding Shares"),
    ];
    table_of(&[], rows.into_iter().map(|(value, label)| vec![value, span(label)]))
}

/// A table with a head, unless there are no titles; cells are markup.
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

fn grouped_cents(price: f64) -> String {
    let text = format!("{price:.2}");
    let (units, hundredths) = text.split_once('.').unwrap_or((&text, "00"));
    format!("{}.{hundredths}", grouped(units.parse().unwrap_or_default()))
}

/// The last day of the quarter before `now`.
fn last_quarter(now: i64) -> Date {
    let today = calendar::date_of(now);
    let into = i32::from(today.month().saturating_sub(1) % 3);
    let first = calendar::months_later(today.first_of_month(), into.saturating_neg());
    first.yesterday().unwrap_or(first)
}
