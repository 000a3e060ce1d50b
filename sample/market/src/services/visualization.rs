//! The service behind the tables of the calendars, which is asked by a body.

use jiff::civil::Date;
use serde_json::{Value, json};

use crate::agreed::{Kind, NOTFOUND, error_envelope, or_usual};
use crate::asked::RoutedRequest;
use crate::calendar;
use crate::company;
use crate::facts::earnings::{self, Earnings};
use crate::numbers::{between, cents, real, seeded, whole};
use crate::quotes::Latest;
use crate::reply::{Reply, in_envelope};
use crate::services::calendars;

/// The envelope.
const KEY: &str = "finance";
/// The most rows that are answered, and the most days that are looked through.
const MAX_ROWS: usize = 100;
const MAX_DAYS: usize = 31;

/// A column: its id, its label and its type.
type Field = (&'static str, &'static str, &'static str);

/// A calendar: its name, that of the calendars by day if it is one of them, and its columns.
type Calendar = (&'static str, Option<&'static str>, &'static [Field]);

const CALENDARS: [Calendar; 4] = [
    (
        "sp_earnings",
        Some("earnings"),
        &[
            ("ticker", "Symbol", "STRING"),
            ("companyshortname", "Company Name", "STRING"),
            ("intradaymarketcap", "Market Cap (Intraday)", "NUMBER"),
            ("eventname", "Event Name", "STRING"),
            ("startdatetime", "Event Start Date", "DATE"),
            ("startdatetimetype", "Event Start Date", "STRING"),
            ("epsestimate", "EPS Estimate", "NUMBER"),
            ("epsactual", "Reported EPS", "NUMBER"),
            ("epssurprisepct", "Surprise (%)", "NUMBER"),
        ],
    ),
    (
        "ipo_info",
        Some("ipoEvents"),
        &[
            ("ticker", "Symbol", "STRING"),
            ("companyshortname", "Company", "STRING"),
            ("exchange_short_name", "Exchange Short Name", "STRING"),
            ("filingdate", "Filing Date", "DATE"),
            ("startdatetime", "Date", "DATE"),
            ("amendeddate", "Amended Date", "DATE"),
            ("pricefrom", "Price From", "NUMBER"),
            ("priceto", "Price To", "NUMBER"),
            ("offerprice", "Price", "NUMBER"),
            ("currencyname", "Currency", "STRING"),
            ("shares", "Shares", "NUMBER"),
            ("dealtype", "Action", "STRING"),
        ],
    ),
    (
        "economic_event",
        Some("economicEvents"),
        &[
            ("econ_release", "Event", "STRING"),
            ("country_code", "Country Code", "STRING"),
            ("startdatetime", "Event Time", "DATE"),
            ("period", "For", "STRING"),
            ("after_release_actual", "Actual", "STRING"),
            ("consensus_estimate", "Market Expectation", "STRING"),
            ("prior_release_actual", "Prior to This", "STRING"),
            ("originally_reported_actual", "Revised from", "STRING"),
        ],
    ),
    (
        "splits",
        None,
        &[
            ("ticker", "Symbol", "STRING"),
            ("companyshortname", "Company", "STRING"),
            ("startdatetime", "Payable On", "DATE"),
            ("optionable", "Optionable?", "BOOLEAN"),
            ("old_share_worth", "Old Share Worth", "NUMBER"),
            ("share_worth", "Share Worth", "NUMBER"),
        ],
    ),
];

/// Returns the rows of a calendar that the body asks for.
pub(crate) fn reply(asked: &RoutedRequest<'_>) -> Reply {
    let body: Value = serde_json::from_str(asked.sent.body).unwrap_or_default();
    let entity = body.get("entityIdType").and_then(Value::as_str).unwrap_or_default();
    let number =
        |name| body.get(name).and_then(Value::as_u64).and_then(|number| usize::try_from(number).ok());
    let (size, offset) = (number("size").unwrap_or(MAX_ROWS), number("offset").unwrap_or_default());
    let refused = |text: &str| error_envelope(KEY, 400, "Bad Request", text);
    let Some((_, by_day, columns)) = CALENDARS.iter().find(|(name, ..)| *name == entity) else {
        return refused("Invalid entityIdType");
    };
    if size > MAX_ROWS {
        return refused("size is greater than 100");
    }
    let conditions = Conditions::of(body.get("query").unwrap_or(&Value::Null));
    let all = match (conditions.tickers.as_slice(), conditions.days()) {
        ([ticker], None) if entity == "sp_earnings" => reported(ticker, asked.now),
        (tickers, Some(days)) => {
            days.iter().flat_map(|day| events(*by_day, *day, tickers, asked.now)).collect()
        }
        _ => return refused("Invalid query"),
    };
    let wanted = body.get("includeFields").and_then(Value::as_array).cloned().unwrap_or_default();
    let ids: Vec<&str> = wanted.iter().filter_map(Value::as_str).collect();
    let shown = |id: &&str| {
        let known = columns.iter().find(|(column, ..)| column == id);
        let (label, kind) = known.map_or((*id, "STRING"), |(_, label, kind)| (*label, *kind));
        json!({"id": id, "label": label, "type": kind})
    };
    let cells =
        |event: &Value| ids.iter().map(|id| event.get(*id).cloned().unwrap_or_default()).collect::<Value>();
    let rows: Vec<Value> = all.iter().skip(offset).take(size).map(cells).collect();
    let table = json!({
        "entityIdType": entity.to_uppercase(), "columns": ids.iter().map(shown).collect::<Vec<_>>(), "rows": rows,
    });
    let result = json!({"total": all.len(), "documents": [table]});
    let first = conditions.tickers.first().map_or("", String::as_str);
    or_usual(first, Kind::Rows(KEY), || in_envelope(KEY, &[result]))
}

/// The conditions of a query.
#[derive(Default)]
struct Conditions {
    tickers: Vec<String>,
    start: Option<Date>,
    end: Option<Date>,
}

impl Conditions {
    fn of(query: &Value) -> Self {
        let mut conditions = Self::default();
        conditions.add(query);
        conditions
    }

    fn add(&mut self, query: &Value) {
        let operands = query.get("operands").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let operator = query.get("operator").and_then(Value::as_str).unwrap_or_default().to_ascii_lowercase();
        let texts: Vec<&str> = operands.iter().filter_map(Value::as_str).collect();
        let date = |text: &str| text.parse().ok();
        match (operator.as_str(), texts.as_slice()) {
            ("eq", ["ticker", ticker]) => self.tickers.push(ticker.to_uppercase()),
            ("gte", ["startdatetime", start]) => self.start = date(start),
            ("lte", ["startdatetime", end]) => self.end = date(end),
            ("gtelt", ["startdatetime", start, end]) => (self.start, self.end) = (date(start), date(end)),
            _ => operands.iter().for_each(|operand| self.add(operand)),
        }
    }

    /// Returns the days, the latest first.
    fn days(&self) -> Option<Vec<Date>> {
        let (start, end) = (self.start?, self.end?);
        let days = std::iter::successors(Some(start), |day| day.tomorrow().ok());
        let mut days: Vec<Date> = days.take_while(|day| *day < end).take(MAX_DAYS).collect();
        days.reverse();
        Some(days)
    }
}

/// Returns the earnings of a company, the latest first.
fn reported(ticker: &str, now: i64) -> Vec<Value> {
    let event = |earnings: &Earnings| {
        let surprise = earnings.surprise().map(|surprise| cents(surprise * 100.0));
        json!({
            "ticker": ticker, "companyshortname": company::of(ticker).name, "intradaymarketcap": value(ticker, now),
            "eventname": "Earnings Release", "startdatetime": text(earnings.time), "startdatetimetype": "AMC",
            "epsestimate": earnings.estimate, "epsactual": earnings.actual, "epssurprisepct": surprise,
        })
    };
    if ticker == NOTFOUND { Vec::new() } else { earnings::of(ticker, now).iter().map(event).collect() }
}

/// Returns the events of a day: those of the calendars by day, under the ids of columns.
fn events(by_day: Option<&str>, day: Date, tickers: &[String], now: i64) -> Vec<Value> {
    let Some(name) = by_day else { return vec![split(day)] };
    let tickers: Vec<&str> = tickers.iter().map(String::as_str).collect();
    let tickers = (!tickers.is_empty()).then_some(tickers);
    let records = calendars::records(name, day, tickers.as_deref());
    records.into_iter().map(|record| row(name, &record, now)).collect()
}

fn row(name: &str, record: &Value, now: i64) -> Value {
    let of = |member: &str| record.get(member).cloned().unwrap_or_default();
    let time = |member: &str| record.get(member).and_then(Value::as_i64).map(|time| text(time / 1000));
    let ticker = record.get("ticker").and_then(Value::as_str).unwrap_or_default();
    match name {
        "earnings" => json!({
            "ticker": ticker, "companyshortname": of("companyShortName"), "intradaymarketcap": value(ticker, now),
            "eventname": "Earnings Release", "startdatetime": time("startDateTime"),
            "startdatetimetype": of("startDateTimeType"), "epsestimate": of("epsEstimate"),
        }),
        "ipoEvents" => {
            let price = cents(between(&mut seeded(ticker, "offer"), 8.0, 40.0));
            json!({
                "ticker": ticker, "companyshortname": of("companyShortName"),
                "exchange_short_name": of("exchangeShortName"), "startdatetime": time("startDateTime"),
                "filingdate": time("startDateTime"), "pricefrom": price, "priceto": cents(price + 2.0),
                "currencyname": of("currencyName"), "shares": 5_000_000, "dealtype": of("dealType"),
            })
        }
        _ => json!({
            "econ_release": of("event"), "country_code": of("countryCode"), "startdatetime": time("eventTime"),
            "period": of("period"), "consensus_estimate": "49.1", "prior_release_actual": of("prior"),
        }),
    }
}

/// Returns a split on a day.
fn split(day: Date) -> Value {
    let ticker = company::ticker(&mut seeded("splits", &day.to_string()));
    json!({
        "ticker": ticker, "companyshortname": company::of(&ticker).name, "startdatetime": text(calendar::local_midnight(day)),
        "optionable": true, "old_share_worth": 1, "share_worth": 2,
    })
}

/// Returns the value of all shares of a company.
fn value(ticker: &str, now: i64) -> Option<i64> {
    let price = Latest::of(ticker, now)?.price;
    Some(whole(price * real(company::shares(ticker))))
}

/// Returns a time as the service writes it.
fn text(epoch: i64) -> String {
    virtual_finance::DateTime::from(epoch).to_string().replace('Z', ".000Z")
}
