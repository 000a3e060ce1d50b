//! Analysts' grades, the calendar and the ESG scores.

use polars_core::prelude::DataFrame;
use virtual_finance::DateTime;
use virtual_finance::responses::profile::Response;
use virtual_finance::responses::{Map, Number, Value};

use crate::column::{days, floats, frame, instants, integers, plain_text, texts, whole};
use crate::error::Error;
use crate::frames::table::profile::grades;
use crate::zone::Zone;

/// The column of labels in frames that pandas gives an index without a name.
const LABELS: &str = "Breakdown";

/// Grades by analysts, oldest first: `Date` (in the exchange's zone), `Firm`, `To Grade`, `From Grade`,
/// `Action` (texts).
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn recommendations(response: &Response) -> Result<DataFrame, Error> {
    let zone = response.info.as_ref().and_then(|info| info.get("exchangeTimezoneName")?.as_str());
    grades(response.recommendations.as_ref(), Zone::of_exchange(zone))
}

/// The dates and estimates of the next earnings, typed.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Calendar {
    /// The dates between which the earnings are expected; one where the day is known.
    pub earnings_dates: Vec<DateTime>,
    /// The average estimate of the earnings a share, in the currency of the statements.
    pub earnings_average: Option<f64>,
    /// The lowest one.
    pub earnings_low: Option<f64>,
    /// The highest one.
    pub earnings_high: Option<f64>,
    /// The average estimate of the revenue, in the currency of the statements.
    pub revenue_average: Option<i64>,
    /// The lowest one.
    pub revenue_low: Option<i64>,
    /// The highest one.
    pub revenue_high: Option<i64>,
}

/// Returns the calendar, typed. What the reply does not have is none.
pub fn calendar_values(response: &Response) -> Calendar {
    let amount = |key: &str| calendar_number(response, key).and_then(Number::as_f64);
    let integer = |key: &str| calendar_number(response, key).and_then(whole);
    Calendar {
        earnings_dates: earnings_dates(response).map(DateTime::from).collect(),
        earnings_average: amount("earningsAverage"),
        earnings_low: amount("earningsLow"),
        earnings_high: amount("earningsHigh"),
        revenue_average: integer("revenueAverage"),
        revenue_low: integer("revenueLow"),
        revenue_high: integer("revenueHigh"),
    }
}

/// Returns the dates and estimates of the next earnings: one row for each of the dates between which they are
/// expected, one where the date is known. `Earnings Date` (times in UTC), `Earnings Average`, `Earnings Low`,
/// `Earnings High` (doubles, a share), `Revenue Average`, `Revenue Low`, `Revenue High` (integers, both in
/// the currency of the statements), and the days `Ex-Dividend Date` and `Dividend Date`.
///
/// The estimates and the days of the dividend stand in every row. What the reply does not have is null; without
/// any of them there are no rows.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn calendar(response: &Response) -> Result<DataFrame, Error> {
    const AMOUNTS: [(&str, &str); 3] = [
        ("Earnings Average", "earningsAverage"),
        ("Earnings Low", "earningsLow"),
        ("Earnings High", "earningsHigh"),
    ];
    const COUNTS: [(&str, &str); 3] = [
        ("Revenue Average", "revenueAverage"),
        ("Revenue Low", "revenueLow"),
        ("Revenue High", "revenueHigh"),
    ];
    const DAYS: [(&str, &str); 2] =
        [("Ex-Dividend Date", "exDividendDate"), ("Dividend Date", "dividendDate")];
    let estimate = |key| calendar_number(response, key);
    let date = |key| response.calendar.get(key).and_then(Value::as_number);
    let has_estimates = AMOUNTS.iter().chain(&COUNTS).any(|(_, key)| estimate(key).is_some());
    let has_days = DAYS.iter().any(|(_, key)| date(key).is_some());
    let dates: Vec<i64> = earnings_dates(response).collect();
    let rows = dates.len().max(usize::from(has_estimates || has_days));
    let each = |number| std::iter::repeat_n(number, rows);
    let times = dates.iter().copied().map(Some).chain(std::iter::repeat(None)).take(rows);
    let mut columns = vec![instants("Earnings Date", times, Zone::UTC)];
    columns.extend(AMOUNTS.iter().map(|(title, key)| floats(title, each(estimate(key)))));
    columns.extend(COUNTS.iter().map(|(title, key)| integers(title, each(estimate(key)))));
    // The hosts name these days by their midnights UTC.
    let day = |key| date(key).and_then(whole).and_then(|seconds| Zone::UTC.day(seconds));
    columns.extend(DAYS.iter().map(|(title, key)| days(title, std::iter::repeat_n(day(key), rows))));
    frame(rows, columns)
}

/// The ESG scores, typed.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Sustainability {
    /// The year of the rating.
    pub rating_year: Option<i64>,
    /// Its month, 1 to 12.
    pub rating_month: Option<i64>,
    /// The risk of all three together; the lower, the better, as for each of them.
    pub total_esg: Option<f64>,
    /// The risk from the environment.
    pub environment_score: Option<f64>,
    /// The social risk.
    pub social_score: Option<f64>,
    /// The risk from how the company is governed.
    pub governance_score: Option<f64>,
    /// Its rank among all companies, in percent.
    pub percentile: Option<f64>,
    /// The number of peers that it is compared with.
    pub peer_count: Option<i64>,
    /// The group of the peers.
    pub peer_group: Option<String>,
    /// Its rating among the peers, for example `AVG_PERF`.
    pub esg_performance: Option<String>,
    /// The level of its worst controversy, 0 to 5.
    pub highest_controversy: Option<i64>,
    /// The kinds of business that were looked for (`coal`, `tobacco`, …), and whether it is in them.
    pub involvement: Vec<(String, bool)>,
}

/// Returns the ESG scores, typed; none where the reply has no scores.
pub fn sustainability_values(response: &Response) -> Option<Sustainability> {
    let scores = response.sustainability.as_object()?;
    let number = |key: &str| scores.get(key)?.as_number();
    let text = |key: &str| scores.get(key)?.as_str().map(str::to_owned);
    Some(Sustainability {
        rating_year: number("ratingYear").and_then(whole),
        rating_month: number("ratingMonth").and_then(whole),
        total_esg: number("totalEsg").and_then(Number::as_f64),
        environment_score: number("environmentScore").and_then(Number::as_f64),
        social_score: number("socialScore").and_then(Number::as_f64),
        governance_score: number("governanceScore").and_then(Number::as_f64),
        percentile: number("percentile").and_then(Number::as_f64),
        peer_count: number("peerCount").and_then(whole),
        peer_group: text("peerGroup"),
        esg_performance: text("esgPerformance"),
        highest_controversy: number("highestControversy").and_then(whole),
        involvement: scores.iter().filter_map(|(key, value)| Some((key.clone(), value.as_bool()?))).collect(),
    })
}

/// Returns the ESG scores: one row for each plain value of the section, under its own name (`totalEsg`,
/// `tobacco`) in `Breakdown`, with its `Value` as text, because numbers, texts and truths have no type in
/// common. [`sustainability_values`] has them typed.
///
/// The year and the month of the rating are no scores and have no rows. Lists and objects, such as the peers'
/// ranges, stay in the standardized structure. Without scores there are no rows.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn sustainability(response: &Response) -> Result<DataFrame, Error> {
    const NO_SCORES: [&str; 3] = ["maxAge", "ratingYear", "ratingMonth"];
    let is_plain = |value: &Value| !value.is_array() && !value.is_object();
    let plain = response.sustainability.as_object().into_iter().flatten();
    let rows: Vec<_> = plain
        .filter(|(key, value)| !NO_SCORES.contains(&key.as_str()) && is_plain(value))
        .map(|(key, value)| (key.as_str(), plain_text(value)))
        .collect();
    labelled(&rows)
}

/// Facts and figures by name, `longBusinessSummary` or `previousClose`; empty where the page has none.
pub fn info(response: &Response) -> Map<String, Value> {
    response.info.clone().unwrap_or_default()
}

fn labelled(rows: &[(&str, Option<String>)]) -> Result<DataFrame, Error> {
    let labels = texts(LABELS, rows.iter().map(|(label, _)| Some(*label)));
    let values = texts("Value", rows.iter().map(|(_, value)| value.as_deref()));
    frame(rows.len(), vec![labels, values])
}

fn calendar_number<'a>(response: &'a Response, key: &str) -> Option<&'a Number> {
    response.calendar.get("earnings")?.get(key)?.as_number()
}

fn earnings_dates(response: &Response) -> impl Iterator<Item = i64> {
    let dates =
        response.calendar.get("earnings").and_then(|earnings| earnings.get("earningsDate")?.as_array());
    dates.into_iter().flatten().filter_map(|date| whole(date.as_number()?))
}
