//! Trending: the instruments that people of a country look at most, from the trending service or
//! a quote page.

use serde::de::IgnoredAny;
use serde_json::{Map, Value};
use virtual_finance_core::read::{is_time, missing_of};
use virtual_finance_core::{Context, Converted, DateTime, Fault, QueryPairs, RawReply, exactly_one};

use super::params::trending::{Params, Query};
use crate::generated::{JsonKind, JsonType as _, make_whole};
use crate::notes::BeyondCount;
use crate::read::adapted::Adapted;
use crate::read::envelope::Finance;
use crate::read::json::{self, First};
use crate::read::listed::Listed;
use crate::read::script::Embedded;
use crate::read::{Conversion, Named, Queries, carried, flag, members, times};
use crate::records::InstrumentQuote;

pub use crate::records::trending::*;

/// The path of the reply in pages, before the country: the pages' own user and the number of instruments.
const PATH: &str = "/v1/finance/trending/";
const COUNTRY: &str = "US";
const ON_PAGE: i64 = 25;

/// The path of the rows.
const QUOTES: &str = "finance.result[0].quotes";

/// Returns the query for plain numbers, with the fields that the host's own pages ask for.
pub fn prepare(query: Query<'_>, _: DateTime) -> QueryPairs<'_> {
    /// The host's rows have these and the session's state.
    const FIELDS: &str =
        "shortName,longName,regularMarketPrice,regularMarketChange,regularMarketChangePercent";
    let mut pairs: QueryPairs<'_> = vec![
        ("count", query.count.to_string().into()),
        ("useQuotes", flag(query.prices).into()),
        ("quoteType", query.kind.into()),
        ("formatted", "false".into()),
        ("format", "false".into()),
    ];
    pairs.extend(query.prices.then(|| ("fields", FIELDS.into())));
    pairs
}

/// Asks for a page, where one has what was asked for.
///
/// # Errors
/// 422: no page has it.
pub fn page_queries<'a>(_: &Context<'_>, _: &[RawReply<'_>], params: Params<'a>) -> Queries<'a> {
    let is_there = params.region == COUNTRY && params.kind == "ALL" && params.count <= ON_PAGE;
    carried::page_query(is_there, "25 instruments of all types that people of the United States look at")
}

/// Converts the reply of the trending service, or a quote page. A country without instruments is no error.
///
/// # Errors
/// 422: the reply is not the service's or is the host's own error, or a row has no symbol.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>], params: Params<'_>) -> Conversion<Response> {
    let is_wanted = |script: &Embedded<'_>| {
        script.after(PATH).is_some_and(|region| region == params.region)
            && script.has("quoteType", params.kind)
    };
    let reply = exactly_one(replies)?;
    let document = carried::document(reply, "the trending instruments of the page", is_wanted)?;
    let raw = document.reply();
    let service: Finance<First<Ranking>> = json::document(raw, "the trending instruments")?;
    let First(ranking) = service.envelope(raw)?.result("finance.result")?;
    let mut response = Response { region: params.region.to_owned(), ..Response::default() };
    let Some(ranking) = ranking else { return Ok(response.into()) };
    if ranking.total.is_some() || ranking.name.is_some() {
        let (expected, found) = ("a ranking", "the result of a screener");
        return Err(Fault::WrongKind { expected, found }.into());
    }
    let mut skipped = Vec::new();
    let mut beyond = None;
    response.quotes = ranking.quotes.ok_or_else(|| Fault::missing(QUOTES))?.subject(QUOTES, &mut skipped)?;
    if document.is_of_page() {
        beyond = BeyondCount::cut(&mut response.quotes, params.count, reply);
        for quote in response.quotes.iter_mut().filter(|_| !params.prices) {
            *quote = InstrumentQuote { symbol: quote.symbol.clone(), ..InstrumentQuote::default() };
        }
    }
    // It is beside the quotes, and costs none of them if it cannot be read.
    let time = ranking.time.and_then(|time| time.as_i64());
    response.as_of = time.filter(|time| *time != 0).map(times::seconds).filter(|time| is_time(*time));
    let mut converted = Converted::from(response);
    if let Some(beyond) = beyond {
        converted.notes.insert(beyond);
    }
    Ok(converted.with_skipped(skipped))
}

/// A row of a ranking and of a summary of a market.
impl Named for InstrumentQuote {
    const NAMES: &'static [&'static str] = &[];

    fn missing(members: &Map<String, Value>) -> Option<&'static str> {
        missing_of(members, &["symbol"])
    }

    fn key(&self) -> Option<(&'static str, &str)> {
        Some(("symbol", self.symbol.get()?))
    }
}

impl Adapted for InstrumentQuote {}

impl InstrumentQuote {
    /// Makes integers of the whole amounts among members that other parts of a reply have in common with quotes.
    pub(super) fn whole_members(members: &mut Map<String, Value>) {
        let JsonKind::Record(info) = Self::KIND else { return };
        members.iter_mut().for_each(|(name, value)| make_whole(value, name, info.whole));
    }
}

members! {
    struct Ranking {
        quotes: "quotes" => Option<Listed<InstrumentQuote>>,
        time: "jobTimestamp" => Option<Value>,
        total: "total" => Option<IgnoredAny>,
        name: "canonicalName" => Option<IgnoredAny>,
    }
}
