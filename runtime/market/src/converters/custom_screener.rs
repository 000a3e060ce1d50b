//! CustomScreener: the instruments that fulfil the caller's conditions, from the screener service. The rows have bare
//! numbers, as quotes do: the service sends no others, and texts would add nothing.

use serde_json::{Value, json};
use virtual_finance_core::params::ParamFault;
use virtual_finance_core::{
    Context, ConversionError, Converted, DateTime, Fault, Field, RawReply, SkippedRow, exactly_one,
};

use super::params::custom_screener::{Body, Params};
use crate::fault::MarketFault;
use crate::read::envelope::Finance;
use crate::read::json::{self, First, List};
use crate::read::lenient::Count;
use crate::read::listed::none_of_some;
use crate::read::rows::{Readable, Rows};
use crate::read::{Conversion, instrument, members, refusal};
use crate::records::InstrumentQuote;
use crate::screening::{FieldInfo, InstrumentKind};

pub use crate::records::custom_screener::*;
pub use crate::screening::ScreenerQuery;

/// The path of the rows.
const QUOTES: &str = "finance.result[0].quotes";
/// The words with which the host refuses a query that it cannot read.
const NO_QUERY: &str = "generate query";
/// The field by which instruments of every kind are sorted.
const TICKER: &str = "ticker";

/// The item of a page.
pub type Item = InstrumentQuote;

/// Returns the body of the request.
///
/// # Errors
/// The query cannot be read, or its kind of instruments has no such field to sort by.
pub fn search_body(body: Body<'_>, _: DateTime) -> Result<Value, ParamFault> {
    let not_allowed = |param: &str, given: &str, advice: String| ParamFault::NotAllowed {
        param: param.to_owned(),
        given: given.to_owned(),
        advice,
    };
    let (kind, tree) = ScreenerQuery::read(body.query)
        .map_err(|fault| not_allowed("query", "no query", fault.to_string()))?;
    let sort = FieldInfo::full_name(body.sort);
    let has = |kind| FieldInfo::named(kind, sort).is_some();
    // The host's own screeners of mutual funds sort by the assets of a fund, which it lists for ETFs alone.
    let is_listed = has(kind) || (kind == InstrumentKind::MutualFund && has(InstrumentKind::Etf));
    let is_of_another = !is_listed && FieldInfo::all().iter().any(|field| field.id == sort);
    if is_of_another && sort != TICKER {
        let advice = format!("{kind} have no such field; write one that they have, or {TICKER}");
        return Err(not_allowed("sort", body.sort, advice));
    }
    Ok(json!({
        "offset": body.offset,
        "size": body.count,
        "count": body.count,
        "sortField": sort,
        "sortType": body.order.to_ascii_uppercase(),
        "quoteType": kind.as_str(),
        "query": tree.json(),
        "userId": "",
        "userIdType": "guid",
    }))
}

/// Converts the reply of the screener service. No instruments are no error.
///
/// # Errors
/// 422: the reply is not the service's, is the host's own error, is of a predefined screener, begins at another instrument
/// than was asked for, has instruments of another type, or no row has a symbol.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>], params: Params<'_>) -> Conversion<Response> {
    let raw = exactly_one(replies)?;
    match json::document::<Reply<List<InstrumentQuote>>>(raw, NAME) {
        Ok(reply) => response(raw, reply, params),
        // One by one: that takes longer.
        Err(_) => response(raw, json::document::<Reply<Rows<InstrumentQuote>>>(raw, NAME)?, params),
    }
}

/// The reply in messages.
const NAME: &str = "the screener";

fn response<L: Readable<InstrumentQuote>>(
    raw: RawReply<'_>,
    reply: Reply<L>,
    params: Params<'_>,
) -> Conversion<Response> {
    let result = reply.first(raw).map_err(of_query)?;
    if let Some(found) = result.name {
        return Err(Fault::about_other(found, None).into());
    }
    let mut skipped = Vec::new();
    let rows = result.quotes.ok_or_else(|| Fault::missing(QUOTES))?.readable(QUOTES, &mut skipped)?;
    let response = Response {
        start: Count::read(&result.start, "finance.result[0].start", &mut skipped)?,
        count: Count::read(&result.count, "finance.result[0].count", &mut skipped)?,
        total: Count::read(&result.total, "finance.result[0].total", &mut skipped)?,
        rows,
    };
    require_asked(&response, params)?;
    let odd = none_of_some(response.rows.len(), params.offset, response.total);
    skipped.extend(odd.map(|reason| SkippedRow::at(QUOTES, reason)));
    Ok(Converted::from(response).with_skipped(skipped))
}

/// Refuses the rows of another question.
fn require_asked(response: &Response, params: Params<'_>) -> Result<(), Fault> {
    if let Some(found) = response.start.filter(|found| *found != params.offset) {
        return Err(MarketFault::OtherStart { asked: params.offset, found }.into());
    }
    // What was asked was read before it was sent.
    let Ok((kind, _)) = ScreenerQuery::read(params.query) else { return Ok(()) };
    instrument::require_type(response.rows.iter().filter_map(|row| row.quote_type.get()), kind.as_str())
}

type Reply<L> = Finance<First<Screened<L>>>;

members! {
    struct Screened[L] {
        start: "start" => Field<Count>,
        count: "count" => Field<Count>,
        total: "total" => Field<Count>,
        name: "canonicalName" => Option<String>,
        quotes: "quotes" => Option<L>,
    }
}

/// Returns the error of the host; an unreadable query has a type of its own.
fn of_query(error: ConversionError) -> ConversionError {
    match error.fault() {
        Fault::ErrorReply { description, .. } if refusal::contains(description, NO_QUERY) => {
            MarketFault::QueryRefused.into()
        }
        _ => error,
    }
}
