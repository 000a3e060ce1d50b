//! EventCalendar: the earnings, public offerings, economic events or splits of some days, from the service of the host's
//! calendars.

mod types;

use serde_json::Value;
use virtual_finance_core::params::ParamFault;
use virtual_finance_core::{Context, Converted, DateTime, Field, RawReply, exactly_one};

use super::earnings_dates::{EARNINGS, is_earnings};
use super::params::event_calendar::{Body, Params};
use crate::read::new_york::{day, today};
use crate::read::span::{DAY, Span};
use crate::read::visualization::{self, Calendar, START, condition};
use crate::read::{Conversion, instrument, times};

pub use crate::records::event_calendar::*;

/// The item of a page.
pub type Item = Event;

/// The number of days without an end.
const DAYS: i64 = 7;

const OFFERINGS: Calendar = Calendar {
    entity: "ipo_info",
    columns: &[
        "ticker",
        "companyshortname",
        "exchange_short_name",
        "filingdate",
        "startdatetime",
        "amendeddate",
        "pricefrom",
        "priceto",
        "offerprice",
        "currencyname",
        "shares",
        "dealtype",
    ],
    sorted_by: START,
};

const ECONOMIC_EVENTS: Calendar = Calendar {
    entity: "economic_event",
    columns: &[
        "econ_release",
        "country_code",
        "startdatetime",
        "period",
        "after_release_actual",
        "consensus_estimate",
        "prior_release_actual",
        "originally_reported_actual",
    ],
    sorted_by: START,
};

const SPLITS: Calendar = Calendar {
    entity: "splits",
    columns: &["ticker", "companyshortname", "startdatetime", "optionable", "old_share_worth", "share_worth"],
    sorted_by: START,
};

/// The calendars. That of earnings comes first, and is the only one with filters.
const CALENDARS: [Calendar; 4] = [EARNINGS, OFFERINGS, ECONOMIC_EVENTS, SPLITS];

/// Returns the body that asks for the events of some days.
///
/// # Errors
/// A filter of earnings was given for another calendar.
pub fn events_body(body: Body<'_>, now: DateTime) -> Result<Value, ParamFault> {
    let calendar = CALENDARS.iter().find(|calendar| calendar.entity == body.kind);
    let calendar = calendar.ok_or_else(|| not_allowed("kind", body.kind, "name a calendar"))?;
    let start = body.start.map_or_else(|| today(now), day);
    let end = body.end.map_or_else(|| start.saturating_add(jiff::Span::new().days(DAYS)), day);
    let (start, end) = (start.to_string(), end.to_string());
    let limit = |operator, limit: &str| condition(operator, [START.into(), limit.into()]);
    let days = [limit("gte", &start), limit("lte", &end)];
    if let Some(filter) = body.filter().filter(|_| calendar.entity != EARNINGS.entity) {
        return Err(not_allowed(filter.0, &filter.1, "leave it out, or ask for sp_earnings"));
    }
    let Body { count, offset, .. } = body;
    let query = match calendar.entity {
        "sp_earnings" => of_earnings(body, days),
        "ipo_info" => {
            let within = |column: &str| {
                condition("gtelt", [column.into(), start.as_str().into(), end.as_str().into()])
            };
            condition("or", [START, "filingdate", "amendeddate"].map(within))
        }
        _ => condition("and", days),
    };
    Ok(calendar.body(&query, count, offset))
}

/// Returns the condition for the earnings of some days with the filters.
fn of_earnings(body: Body<'_>, days: [Value; 2]) -> Value {
    let is = |column: &str, value: &str| condition("eq", [column.into(), value.into()]);
    // Named companies may be of any country.
    let country = body.country.or(body.tickers.is_none().then_some("US"));
    let mut all: Vec<Value> = Vec::new();
    all.extend(country.map(|country| is("region", &country.to_lowercase())));
    all.push(is_earnings());
    all.extend(days);
    all.extend(body.min_market_cap.map(|least| condition("gte", ["intradaymarketcap".into(), least.into()])));
    let tickers = body.tickers;
    all.extend(
        tickers.map(|tickers| condition("or", tickers.into_iter().map(|ticker| is("ticker", ticker)))),
    );
    condition("and", all)
}

impl Body<'_> {
    /// Returns the first filter that was given, with its value.
    fn filter(&self) -> Option<(&'static str, String)> {
        let country = self.country.map(|country| ("country", country.to_owned()));
        let least = self.min_market_cap.map(|least| ("min_market_cap", least.to_string()));
        let tickers = self.tickers.as_ref().map(|tickers| ("tickers", tickers.join(",")));
        country.or(least).or(tickers)
    }
}

fn not_allowed(param: &str, given: &str, advice: &str) -> ParamFault {
    ParamFault::NotAllowed { param: param.to_owned(), given: format!("{given:?}"), advice: advice.to_owned() }
}

/// Converts the reply of the service. Days without events are no error.
///
/// # Errors
/// 422: the reply is not the service's, is of another calendar or of other days, begins at another event, or has events of
/// other companies than those that were asked for.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>], params: Params<'_>) -> Conversion<Response> {
    let Params { kind, start, end, offset, tickers } = params;
    let found = visualization::read(exactly_one(replies)?, &[kind], offset)?;
    let total = found.total.clone();
    let (events, skipped) = found.structures(|event: &Event| event.require_name(kind))?;
    if let Some(asked) = &tickers {
        instrument::require_asked(events.iter().filter_map(|event| event.ticker.get()), asked)?;
    }
    let span = Span { start: start.map(times::of_date), end: end.map(times::of_date) };
    // The day of an offering is any of three.
    if kind != OFFERINGS.entity {
        span.require(events.iter().filter_map(|event| event.start_date_time.get().copied()), DAY)?;
    }
    Ok(Converted::from(Response { kind: kind.to_owned(), total, events }).with_skipped(skipped))
}

impl Event {
    /// Checks that an event says what it is: a company, which may have no ticker yet, or the name of an economic event.
    fn require_name(&self, kind: &str) -> Result<(), String> {
        let (names, missing): (&[&Field<String>], _) = match kind {
            "ipo_info" => (&[&self.company_short_name, &self.ticker], "companyshortname"),
            "economic_event" => (&[&self.econ_release], "econ_release"),
            _ => (&[&self.ticker], "ticker"),
        };
        let is_named = names.iter().any(|name| name.get().is_some_and(|name| !name.trim().is_empty()));
        if is_named { Ok(()) } else { Err(format!("its {missing} is missing")) }
    }
}
