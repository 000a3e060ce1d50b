//! The calendars of the market: by day, and as tables, which are asked for by a body.

use std::sync::LazyLock;

use jiff::civil::Date;
use serde_json::{Map, Value, json};

use crate::agreed::{Kind, NOTFOUND, error_envelope, or_usual};
use crate::asked::RoutedRequest;
use crate::calendar::{self, DAY};
use crate::company::{self, Instrument};
use crate::facts::earnings::{self, Earnings};
use crate::facts::{known, template::filled_at};
use crate::numbers::{cents, seeded};
use crate::reply::{JSON_TYPE, Reply, in_envelope};

/// The envelope.
const KEY: &str = "finance";
/// The most rows that are answered, and the most days that are looked through.
const MAX_ROWS: usize = 100;
const MAX_DAYS: usize = 31;
/// The entries that a calendar has a day.
const ENTRIES: usize = 3;

/// The calendars by name: the template of a record by day, the template of a row, and the columns of tables.
static CALENDARS: LazyLock<Map<String, Value>> =
    LazyLock::new(|| serde_json::from_str(include_str!("calendars.json")).unwrap_or_default());

/// Returns the days of the calendars that are asked for.
pub(crate) fn by_day(asked: &RoutedRequest<'_>) -> Reply {
    let query = &asked.sent.query;
    let time = |name: &str| query.get(name).and_then(|time| time.parse::<i64>().ok()).map(|time| time / 1000);
    let start = time("startDate").unwrap_or(asked.now);
    let end = time("endDate").unwrap_or(start);
    let most = query.get("countPerDay").and_then(|count| count.parse().ok()).unwrap_or(ENTRIES);
    let tickers: Vec<String> = query
        .get("tickersFilter")
        .map_or_else(Vec::new, |list| list.split(',').map(str::to_uppercase).collect());
    let days =
        std::iter::successors(Some(start), |time| time.checked_add(DAY)).take_while(|time| *time < end);
    // The limits are midnights in New York, so that twelve hours later it is the same day everywhere.
    let days: Vec<Date> =
        days.take(MAX_DAYS).map(|time| calendar::date_of(time.saturating_add(DAY / 2))).collect();
    let day = |name: &str, date: Date| {
        let all = symbols(name, date, &tickers);
        let entry = |symbol: &String| entry(name, "record", date, symbol, asked.now);
        let records: Vec<Value> = all.iter().take(most).map(entry).collect();
        json!({
            "timestamp": Instrument::usual_exchange().midnight(date).saturating_mul(1000),
            "timestampString": date.to_string(), "timezone": "America/New_York", "count": records.len(),
            "totalCount": all.len(), "records": records,
        })
    };
    let is_asked =
        |name: &str| query.get("modules").is_none_or(|list| list.split(',').any(|asked| asked == name));
    let known =
        CALENDARS.iter().filter(|(name, calendar)| calendar.get("record").is_some() && is_asked(name));
    let of = |name: &str| days.iter().map(|date| day(name, *date)).collect::<Value>();
    let result: Map<_, _> = known.map(|(name, _)| (name.clone(), of(name))).collect();
    Reply::new(200, JSON_TYPE, json!({KEY: {"result": result, "error": null}}).to_string())
}

/// Returns the symbols that a calendar has on a day in New York.
fn symbols(name: &str, date: Date, tickers: &[String]) -> Vec<String> {
    let mut rng = seeded(name, &date.to_string());
    match tickers {
        tickers if !tickers.is_empty() && ["earnings", "secReports"].contains(&name) => tickers.to_vec(),
        _ => company::tickers(&mut rng).take(if name == "splits" { 1 } else { ENTRIES }).collect(),
    }
}

/// Returns the entry of a symbol on a day, in the shape of a template. It takes a price, so that only entries that are
/// answered are made.
fn entry(name: &str, shape: &str, date: Date, symbol: &str, now: i64) -> Value {
    let template = CALENDARS.get(name).and_then(|calendar| calendar.get(shape)).cloned().unwrap_or_default();
    filled_at(&template, &known::of(symbol, now), Instrument::usual_exchange().midnight(date))
}

/// Returns the rows of a calendar that the body asks for.
pub(crate) fn table(asked: &RoutedRequest<'_>) -> Reply {
    let body: Value = serde_json::from_str(asked.sent.body).unwrap_or_default();
    let entity = body.get("entityIdType").and_then(Value::as_str).unwrap_or_default();
    let number =
        |name| body.get(name).and_then(Value::as_u64).and_then(|number| usize::try_from(number).ok());
    let (size, offset) = (number("size").unwrap_or(MAX_ROWS), number("offset").unwrap_or_default());
    let refused = |text: &str| error_envelope(KEY, 400, "Bad Request", text);
    let is_entity = |calendar: &Value| calendar.get("entity").and_then(Value::as_str) == Some(entity);
    let Some((name, calendar)) = CALENDARS.iter().find(|(_, calendar)| is_entity(calendar)) else {
        return refused("Invalid entityIdType");
    };
    if size > MAX_ROWS {
        return refused("size is greater than 100");
    }
    let mut conditions = Conditions::default();
    conditions.add(body.get("query").unwrap_or(&Value::Null));
    let tickers = conditions.tickers.as_slice();
    let (total, events): (usize, Vec<Value>) = match (tickers, conditions.days()) {
        ([ticker], None) if entity == "sp_earnings" => {
            let all = reported(ticker, asked.now);
            (all.len(), all.into_iter().skip(offset).take(size).collect())
        }
        (_, Some(days)) => {
            let on = |day: &Date| symbols(name, *day, tickers).into_iter().zip(std::iter::repeat(*day));
            let all: Vec<(String, Date)> = days.iter().flat_map(on).collect();
            let made = |(symbol, day): &(String, Date)| entry(name, "row", *day, symbol, asked.now);
            (all.len(), all.iter().skip(offset).take(size).map(made).collect())
        }
        _ => return refused("Invalid query"),
    };
    let wanted = body.get("includeFields").and_then(Value::as_array).cloned().unwrap_or_default();
    let ids: Vec<&str> = wanted.iter().filter_map(Value::as_str).collect();
    let labels = calendar.get("columns");
    let column = |id: &&str| {
        let label = labels.and_then(|labels| labels.get(id)).cloned().unwrap_or_else(|| json!(id));
        let kind = if id.ends_with("date") || id.ends_with("datetime") { "DATE" } else { "STRING" };
        json!({"id": id, "label": label, "type": kind})
    };
    let cells =
        |event: &Value| ids.iter().map(|id| event.get(*id).cloned().unwrap_or_default()).collect::<Value>();
    let rows: Vec<Value> = events.iter().map(cells).collect();
    let table = json!({
        "entityIdType": entity.to_uppercase(), "columns": ids.iter().map(column).collect::<Vec<_>>(), "rows": rows,
    });
    let result = json!({"total": total, "documents": [table]});
    let first = tickers.first().map_or("", String::as_str);
    or_usual(first, Kind::Rows(KEY), || in_envelope(KEY, &[result]))
}

/// Returns the earnings of a company, the latest first.
fn reported(ticker: &str, now: i64) -> Vec<Value> {
    let facts = known::of(ticker, now);
    let row = CALENDARS.get("earnings").and_then(|calendar| calendar.get("row")).cloned().unwrap_or_default();
    let event = |earnings: &Earnings| {
        let mut event = filled_at(&row, &facts, earnings.time.saturating_sub(earnings::TIME));
        if let Some(event) = event.as_object_mut() {
            let surprise = earnings.surprise().map(|surprise| cents(surprise * 100.0));
            event.insert("epsestimate".to_owned(), earnings.estimate.into());
            event.insert("epsactual".to_owned(), earnings.actual.into());
            event.insert("epssurprisepct".to_owned(), surprise.into());
        }
        event
    };
    if ticker == NOTFOUND { Vec::new() } else { earnings::of(ticker, now).iter().map(event).collect() }
}

/// The conditions of a query.
#[derive(Default)]
struct Conditions {
    tickers: Vec<String>,
    start: Option<Date>,
    end: Option<Date>,
}

impl Conditions {
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
