//! Lookup: instruments by name or symbol, page by page, from the lookup service.

use virtual_finance_core::{
    Context, Converted, DateTime, Fault, Field, QueryPairs, RawReply, SkippedRow, exactly_one,
};

use super::params::lookup::{Params, Query};
use crate::fault::MarketFault;
use crate::read::envelope::Finance;
use crate::read::json::{self, First, List};
use crate::read::lenient::{Count, Lenient, Object};
use crate::read::rows::{Readable, Rows};
use crate::read::{Conversion, add_reader, flag, instrument, members};

pub use crate::records::lookup::*;

/// An item of the pages.
pub type Item = Instrument;

/// Returns the query for plain numbers.
pub fn prepare(query: Query<'_>, _: DateTime) -> QueryPairs<'_> {
    let mut pairs: QueryPairs<'_> = vec![
        ("query", query.query.into()),
        ("type", query.kind.into()),
        ("start", query.start.to_string().into()),
        ("count", query.count.to_string().into()),
        ("fetchPricingData", flag(query.prices).into()),
        ("formatted", "false".into()),
    ];
    add_reader(&mut pairs, query.lang, query.region);
    pairs
}

/// Converts the reply of the lookup service. Nothing found is no error.
///
/// # Errors
/// 422: the reply is not the service's or is the host's own error, begins at another instrument than was asked for, has
/// instruments of another type, or none of them has a symbol.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>], params: Params<'_>) -> Conversion<Response> {
    let raw = exactly_one(replies)?;
    match json::document::<Reply<List<Instrument>, Totals>>(raw, NAME) {
        Ok(reply) => response(raw, reply, params),
        // One by one: that takes longer.
        Err(_) => {
            let reply: Reply<Rows<Instrument>, Lenient<Totals>> = json::document(raw, NAME)?;
            response(raw, reply, params)
        }
    }
}

/// The reply in messages, and the path of the rows.
const NAME: &str = "the instruments";
const DOCUMENTS: &str = "finance.result[0].documents";

fn response<L: Readable<Instrument>, T: Into<Lenient<Totals>>>(
    raw: RawReply<'_>,
    reply: Reply<L, T>,
    params: Params<'_>,
) -> Conversion<Response> {
    let page = reply.first(raw)?;
    let mut skipped = Vec::new();
    // Not the query is to blame.
    let documents = page
        .documents
        .ok_or_else(|| Fault::Malformed { path: DOCUMENTS.into(), reason: "it is missing".to_owned() })?;
    let mut instruments = documents.readable(DOCUMENTS, &mut skipped)?;
    for instrument in &mut instruments {
        if let Field::Value(kind) = &mut instrument.quote_type {
            kind.make_ascii_uppercase();
        }
    }
    instruments.retain(|instrument| instrument.quote_type.get().is_none_or(|kind| kind != PRIVATE));
    let totals = page.totals.map_or_else(
        || Lenient { value: Totals::default(), skipped: vec![SkippedRow::at(Totals::NAME, "it is missing")] },
        Into::into,
    );
    skipped.extend(totals.skipped);
    let response = Response {
        start: Count::read(&page.start, "finance.result[0].start", &mut skipped)?,
        total: Count::read(&page.total, "finance.result[0].total", &mut skipped)?,
        totals: totals.value,
        instruments,
    };
    require_asked(&response, params)?;
    Ok(Converted::from(response).with_skipped(skipped))
}

/// Refuses the page of another question.
fn require_asked(response: &Response, params: Params<'_>) -> Result<(), Fault> {
    let Params { kind, start } = params;
    if let Some(found) = response.start.filter(|found| *found != start) {
        return Err(MarketFault::OtherStart { asked: start, found }.into());
    }
    if kind == ALL {
        return Ok(());
    }
    instrument::require_type(response.instruments.iter().filter_map(|row| row.quote_type.get()), kind)
}

/// The type of private companies.
const PRIVATE: &str = "PRIVATECOMPANY";

/// The type of a request for all types.
const ALL: &str = "all";

impl Object for Totals {
    const NAME: &'static str = "finance.result[0].lookupTotals";
}

type Reply<L, T> = Finance<First<Page<L, T>>>;

members! {
    struct Page[L, T] {
        start: "start" => Field<Count>,
        total: "total" => Field<Count>,
        totals: "lookupTotals" => Option<T>,
        documents: "documents" => Option<L>,
    }
}
