//! MarketTime: when the markets of the United States open and close, from the service of market times. It knows no other
//! country, whatever is asked.

use serde::{Deserialize, Deserializer};
use serde_json::Value;
use virtual_finance_core::read::host_error::HostError;
use virtual_finance_core::{Context, Fault, RawReply, exactly_one};

use super::params::market_time::Params;
use crate::read::json::{self, First};
use crate::read::{Conversion, Queries, carried, envelope, members, refusal, times};

pub use crate::records::market_time::*;

/// The path that pages have the reply from, and their language.
const PATH: &str = "/v6/finance/markettime";
/// The market that the service knows.
const MARKET: &str = "us";
const LANGUAGE: &str = "en-US";

/// Asks for a page, where one has what was asked for.
///
/// # Errors
/// 422: no page has it.
pub fn page_queries<'a>(_: &Context<'_>, _: &[RawReply<'_>], params: Params<'a>) -> Queries<'a> {
    let is_there = params.lang.is_none_or(|lang| lang == LANGUAGE);
    carried::page_query(is_there, "the market time in English")
}

/// Converts the reply of the service of market times, or a quote page.
///
/// # Errors
/// 422: the reply is not the service's or is the host's own error, or lacks a time.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>], _: Params<'_>) -> Conversion<Response> {
    let raw = exactly_one(replies)?;
    let document = carried::document(raw, "the market time of the page", |script| script.is_from(PATH))?;
    let raw = document.reply();
    let reply: Reply = json::document(raw, "the market time")?;
    let finance = reply.finance.ok_or_else(|| envelope::missing(raw, "finance"))?;
    if let Some((code, description)) = finance.error.map(HostError::shown) {
        return Err(refusal::of_host(None, code, description).into());
    }
    let First(times) = finance.times.ok_or_else(|| envelope::missing(raw, "finance.marketTimes"))?;
    let First(market) = times.and_then(|times| times.markets).unwrap_or(First(None));
    let market = market.ok_or(Fault::Nothing { path: "finance.marketTimes[0].marketTime[0]" })?;
    if let Some(found) = market.id.filter(|id| id != MARKET) {
        return Err(Fault::about_other(format!("market {found}"), None).into());
    }
    let First(zone) = market.timezone.unwrap_or(First(None));
    let zone = zone.ok_or_else(missing("timezone"))?;
    let time = |text: Option<String>, path: &'static str, name| {
        times::parsed(&text.ok_or_else(missing(name))?, path)
    };
    Ok(Response {
        name: market.name.ok_or_else(missing("name"))?,
        status: market.status.ok_or_else(missing("status"))?,
        open: time(market.open, "marketTime[0].open", "open")?,
        close: time(market.close, "marketTime[0].close", "close")?,
        time: time(market.time, "marketTime[0].time", "time")?,
        message: market.message,
        timezone: Timezone {
            name: zone.name.ok_or_else(missing("timezone[0].$text"))?,
            short: zone.short.ok_or_else(missing("timezone[0].short"))?,
            gmt_offset: offset(reported(zone.gmt_offset, OFFSET, IN_SECONDS)?)?,
            dst: reported(zone.dst, "timezone[0].dst", "a bool")?,
        },
    }
    .into())
}

fn missing(field: &'static str) -> impl Fn() -> Fault {
    move || Fault::missing(format!("finance.marketTimes[0].marketTime[0].{field}"))
}

/// The path of the offset from UTC, and what it is.
const OFFSET: &str = "timezone[0].gmtoffset";
const IN_SECONDS: &str = "an offset in seconds, of whole quarters of an hour";

/// Returns an offset in seconds that a zone can have; `None` for an offset in hours or milliseconds.
fn offset(seconds: i64) -> Result<i64, Fault> {
    const QUARTER: i64 = 900;
    const MOST: std::ops::RangeInclusive<i64> = -12 * 3600..=14 * 3600;
    let is_one = MOST.contains(&seconds) && seconds.checked_rem(QUARTER) == Some(0);
    is_one.then_some(seconds).ok_or_else(|| Fault::wrong_type(OFFSET, IN_SECONDS))
}

/// Returns a value that the service writes as text, or as itself.
fn reported<T: std::str::FromStr>(
    value: Reported,
    path: &'static str,
    expected: &'static str,
) -> Result<T, Fault> {
    let text = value.0.ok_or_else(missing(path))?;
    text.parse().map_err(|_| Fault::wrong_type(path, expected))
}

/// A value as text, whether the host writes it so or not.
#[derive(Default)]
struct Reported(Option<String>);

impl<'de> Deserialize<'de> for Reported {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(match Value::deserialize(deserializer)? {
            Value::Null => None,
            Value::String(text) => Some(text),
            other => Some(other.to_string()),
        }))
    }
}

members! {
    struct Reply {
        finance: "finance" => Option<Finance>,
    }
}

members! {
    struct Finance {
        times: "marketTimes" => Option<First<Times>>,
        error: "error" => Option<HostError>,
    }
}

members! {
    struct Times {
        markets: "marketTime" => Option<First<Market>>,
    }
}

members! {
    struct Market {
        id: "id" => Option<String>,
        name: "name" => Option<String>,
        status: "status" => Option<String>,
        open: "open" => Option<String>,
        close: "close" => Option<String>,
        time: "time" => Option<String>,
        message: "message" => Option<String>,
        timezone: "timezone" => Option<First<Zone>>,
    }
}

members! {
    struct Zone {
        name: "$text" => Option<String>,
        short: "short" => Option<String>,
        gmt_offset: "gmtoffset" => Reported,
        dst: "dst" => Reported,
    }
}
