//! The components of an index from today's JSON: the summary names them, and the quote service, which is
//! asked for some of them at a time, has their figures.

use std::collections::{HashMap, HashSet};

use serde_json::{Number, Value};
use virtual_finance_core::read::shortened;
use virtual_finance_core::{Context, ConversionHookError, Converted, Fault, Notes, QueryPairs, RawReply};

use super::types::{Params, Response};
use crate::converters::quote;
use crate::notes::MissingQuotes;
use crate::read::about::About;
use crate::read::amounts;
use crate::read::collapse::Collapsed;
use crate::read::envelope::{self, Envelope};
use crate::read::instrument;
use crate::read::json::{self, First, List};
use crate::read::members;

/// The most quotes that a reply may have.
const MAX_QUOTES: usize = 5000;

/// Returns the queries for the quotes of the components that the replies name, for some of them at a time.
///
/// # Errors
/// 422: no reply names them, or one is the host's own error.
pub fn quote_queries(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
    params: Params<'_>,
) -> Result<Vec<QueryPairs<'static>>, ConversionHookError> {
    /// An address with more symbols may be too long for a host.
    const BATCH: usize = 100;
    let mut sources = Sources::default();
    for reply in replies {
        sources.add(*reply, params.index)?;
    }
    let mut known = HashSet::new();
    sources.components.retain(|symbol| known.insert(symbol.clone()));
    if sources.components.len() > MAX_QUOTES {
        let reason = "it has more components than any index".to_owned();
        return Err(Fault::Malformed { path: "quoteSummary.result[0].components".into(), reason }.into());
    }
    let batches = sources.components.chunks(BATCH);
    Ok(batches.map(|symbols| vec![("symbols", symbols.join(",").into())]).collect())
}

/// The components and the quotes of all replies.
#[derive(Default)]
pub(super) struct Sources {
    /// The symbols of the components, where a reply names them.
    components: Vec<String>,
    quotes: Vec<Quote>,
}

impl Sources {
    /// Adds a reply of either service.
    ///
    /// # Errors
    /// 422: it is of another service, about another index, or the host's own error.
    pub(super) fn add(&mut self, raw: RawReply<'_>, index: &str) -> Result<(), ConversionHookError> {
        let reply: Reply = json::document(raw, "the components")?;
        if reply.summary.is_none() && reply.quotes.is_none() {
            return Err(envelope::missing(raw, "quoteResponse").into());
        }
        if let Some(envelope) = reply.summary {
            const PATH: &str = "quoteSummary.result[0].components.components";
            const RESULT: &str = "quoteSummary.result[0]";
            let First(summary) = envelope.result(RESULT)?;
            let summary = summary.ok_or(Fault::Nothing { path: RESULT })?.required(index)?;
            let symbols = summary.components.and_then(|components| components.symbols).unwrap_or_default();
            if symbols.is_empty() {
                return Err(Fault::missing(PATH).into());
            }
            self.components.extend(symbols);
        }
        if let Some(envelope) = reply.quotes {
            self.quotes.extend(envelope.result("quoteResponse.result")?.0);
        }
        Ok(())
    }

    /// Returns the columns: a row for each component in their order or, where no reply names them, for each quote.
    /// A component without a quote has empty cells, as it would on the page.
    pub(super) fn response(self) -> Result<Converted<Response>, Fault> {
        let mut quotes = HashMap::new();
        let mut symbols = self.components;
        let has_components = !symbols.is_empty();
        for quote in &self.quotes {
            let symbol = quote.symbol.as_deref();
            let symbol = symbol.ok_or_else(|| Fault::missing("quoteResponse.result[].symbol"))?;
            if !quote.is_of_nothing() {
                quotes.entry(symbol).or_insert(quote);
            }
            if !has_components {
                symbols.push(symbol.to_owned());
            } else if !symbols.iter().any(|component| instrument::is_same(symbol, component)) {
                return Err(instrument::other(symbol.to_owned()));
            }
        }
        let mut known = HashSet::new();
        symbols.retain(|symbol| known.insert(symbol.clone()));
        if !symbols.iter().any(|symbol| quotes.contains_key(symbol.as_str())) {
            return Err(Fault::missing("the quote of every component"));
        }
        let mut response = Response::default();
        let mut missing = Vec::new();
        let empty = Quote::default();
        for symbol in symbols {
            let quote = quotes.get(symbol.as_str()).copied();
            if quote.is_none() {
                missing.push(symbol.clone());
            }
            let quote = quote.unwrap_or(&empty);
            let number = |value, member| number(value, &symbol, member);
            response.company_name.push(quote.name());
            response.last_price.push(cell(number(&quote.price, "regularMarketPrice")?));
            response.change.push(cell(number(&quote.change, "regularMarketChange")?));
            let percent = number(&quote.percent, "regularMarketChangePercent")?;
            response
                .percent_change
                .push(percent.and_then(Number::as_f64).map(percent_text).unwrap_or_default());
            let volume = number(&quote.volume, "regularMarketVolume")?;
            response.volume.push(cell(volume.cloned().map(amounts::whole).as_ref()));
            response.symbol.push(symbol);
        }
        let notes = if missing.is_empty() { Notes::new() } else { Notes::new().with(MissingQuotes(missing)) };
        Ok(Converted { response, notes })
    }
}

impl Quote {
    /// Returns true if the symbol is gone, as in the rows of `Quote`.
    fn is_of_nothing(&self) -> bool {
        let is_none = self.quote_type.as_deref() == Some(quote::NOTHING);
        is_none && matches!(self.price, None | Some(Collapsed(Value::Null)))
    }

    /// Returns the name, with runs of white space folded, as in a cell of the page.
    fn name(&self) -> String {
        let names = [&self.long_name, &self.short_name].into_iter().flatten();
        let mut names = names.map(|name| name.split_whitespace().collect::<Vec<_>>().join(" "));
        names.find(|name| !name.is_empty()).unwrap_or_default()
    }
}

/// Returns the number of a member, where it has one.
fn number<'a>(value: &'a Option<Collapsed>, symbol: &str, member: &str) -> Result<Option<&'a Number>, Fault> {
    match value {
        None | Some(Collapsed(Value::Null)) => Ok(None),
        Some(Collapsed(Value::Number(number))) => Ok(Some(number)),
        Some(_) => {
            let symbol = shortened(symbol.to_owned());
            Err(Fault::wrong_type(format!("{member} of the quote of {symbol:?}"), "a number"))
        }
    }
}

fn cell(number: Option<&Number>) -> Value {
    number.cloned().map_or(Value::Null, Value::Number)
}

/// Returns the text of a percentage as on the page: two decimals and the sign, which a zero has none of.
fn percent_text(percent: f64) -> String {
    let text = format!("{percent:+.2}%");
    match text.get(1..) {
        Some("0.00%") => "0.00%".to_owned(),
        _ => text,
    }
}

members! {
    struct Reply {
        summary: "quoteSummary" => Option<Envelope<First<About<Summary>>>>,
        quotes: "quoteResponse" => Option<Envelope<List<Quote, MAX_QUOTES>>>,
    }
}

members! {
    struct Summary {
        components: "components" => Option<Components>,
    }
}

members! {
    struct Components {
        symbols: "components" => Option<Vec<String>>,
    }
}

members! {
    #[derive(Default)]
    struct Quote {
        symbol: "symbol" => Option<String>,
        quote_type: "quoteType" => Option<String>,
        long_name: "longName" => Option<String>,
        short_name: "shortName" => Option<String>,
        price: "regularMarketPrice" => Option<Collapsed>,
        change: "regularMarketChange" => Option<Collapsed>,
        percent: "regularMarketChangePercent" => Option<Collapsed>,
        volume: "regularMarketVolume" => Option<Collapsed>,
    }
}
