//! The components of an index from today's JSON: the summary names them, and the quote service, which is
//! asked for some of them at a time, has their figures.

use std::collections::{HashMap, HashSet};

use serde_json::{Number, Value};
use virtual_finance_core::{Context, ConversionError, Converted, Fault, Notes, RawReply, SkippedRow};

use super::types::Response;
use crate::converters::params::index::Params;
use crate::notes::MissingQuotes;
use crate::read::about::About;
use crate::read::collapse::Figure;
use crate::read::envelope::{self, Envelope};
use crate::read::json::{self, First, List, MAX_ROWS};
use crate::read::rows::{Readable, Row, Rows};
use crate::read::{Queries, amounts, instrument, members};

/// The type in a row whose symbol the host no longer knows.
const NOTHING: &str = "NONE";

/// The path of the components.
const COMPONENTS: &str = "quoteSummary.result[0].components.components";

/// Returns the queries for the quotes of the components that the replies name, for some of them at a time.
///
/// # Errors
/// 422: no reply names them, or one is the host's own error.
pub fn quote_queries(_: &Context<'_>, replies: &[RawReply<'_>], params: Params<'_>) -> Queries<'static> {
    /// An address with more symbols may be too long for a host.
    const BATCH: usize = 100;
    let mut sources = Sources::default();
    for reply in replies {
        sources.add(*reply, params.index)?;
    }
    let mut known = HashSet::new();
    sources.components.retain(|symbol| known.insert(symbol.clone()));
    if sources.components.len() > MAX_ROWS {
        let reason = "it has more components than any index".to_owned();
        return Err(Fault::Malformed { path: "quoteSummary.result[0].components".into(), reason }.into());
    }
    let batches = sources.components.chunks(BATCH);
    Ok(batches.map(|symbols| vec![("symbols", symbols.join(",").into())]).collect())
}

/// The components and the quotes of all replies.
#[derive(Default)]
pub(super) struct Sources {
    /// The symbols of the components.
    components: Vec<String>,
    quotes: Vec<Quote>,
    /// The quotes that cannot be read.
    skipped: Vec<SkippedRow>,
}

impl Sources {
    /// Adds a reply of either service.
    ///
    /// # Errors
    /// 422: it is of another service, about another index, or the host's own error.
    pub(super) fn add(&mut self, raw: RawReply<'_>, index: &str) -> Result<(), ConversionError> {
        const NAME: &str = "the components";
        match json::document::<Reply<List<Quote>>>(raw, NAME) {
            Ok(reply) => self.add_reply(raw, reply, index),
            // One by one: that takes longer.
            Err(_) => self.add_reply(raw, json::document::<Reply<Rows<Quote>>>(raw, NAME)?, index),
        }
    }

    fn add_reply(
        &mut self,
        raw: RawReply<'_>,
        reply: Reply<impl Readable<Quote>>,
        index: &str,
    ) -> Result<(), ConversionError> {
        if reply.summary.is_none() && reply.quotes.is_none() {
            return Err(envelope::missing(raw, "quoteResponse").into());
        }
        if let Some(envelope) = reply.summary {
            const RESULT: &str = "quoteSummary.result[0]";
            let First(summary) = envelope.result(RESULT)?;
            let summary = summary.ok_or(Fault::Nothing { path: RESULT })?.required(index)?;
            let symbols = summary.components.and_then(|components| components.symbols).unwrap_or_default();
            if symbols.is_empty() {
                return Err(Fault::missing(COMPONENTS).into());
            }
            self.components.extend(symbols);
        }
        if let Some(envelope) = reply.quotes {
            const RESULT: &str = "quoteResponse.result";
            self.quotes.extend(envelope.result(RESULT)?.readable(RESULT, &mut self.skipped)?);
        }
        Ok(())
    }

    /// Returns the columns: a row for each component in their order. A component without a readable quote has empty
    /// cells, as on the page.
    pub(super) fn response(self) -> Result<Converted<Response>, Fault> {
        let mut quotes = HashMap::new();
        let mut symbols = self.components;
        if symbols.is_empty() {
            // Quotes are of any instruments.
            return Err(Fault::missing(COMPONENTS));
        }
        let skipped = self.skipped.iter().filter(|row| row.is_named()).map(|row| (row.name.as_str(), None));
        let rows = self.quotes.iter().filter_map(|quote| Some((quote.symbol.as_deref()?, Some(quote))));
        for (symbol, quote) in rows.chain(skipped) {
            if let Some(quote) = quote.filter(|quote| !quote.is_of_nothing()) {
                quotes.entry(symbol).or_insert(quote);
            }
            if !symbols.iter().any(|component| instrument::is_same(symbol, component)) {
                return Err(Fault::about_other(symbol, None));
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
            if quote.is_none() && !self.skipped.iter().any(|row| row.name == symbol) {
                missing.push(symbol.clone());
            }
            let quote = quote.unwrap_or(&empty);
            response.company_name.push(quote.company_name());
            response.last_price.push(cell(quote.price.0.clone()));
            response.change.push(cell(quote.change.0.clone()));
            let percent = quote.percent.0.as_ref().and_then(Number::as_f64);
            response.percent_change.push(percent.map(percent_text).unwrap_or_default());
            response.volume.push(cell(quote.volume.0.clone().map(amounts::whole)));
            response.symbol.push(symbol);
        }
        let notes = if missing.is_empty() { Notes::new() } else { Notes::new().with(MissingQuotes(missing)) };
        Ok(Converted { response, notes }.with_skipped(self.skipped))
    }
}

impl Quote {
    /// Returns true if the symbol is gone, as in the rows of `Quote`.
    fn is_of_nothing(&self) -> bool {
        let is_none = self.quote_type.as_deref() == Some(NOTHING);
        is_none && self.price.0.is_none()
    }

    /// Returns the name, with runs of white space folded, as in a cell of the page.
    fn company_name(&self) -> String {
        let names = [&self.long_name, &self.short_name].into_iter().flatten();
        let mut names = names.map(|name| name.split_whitespace().collect::<Vec<_>>().join(" "));
        names.find(|name| !name.is_empty()).unwrap_or_default()
    }
}

impl Row for Quote {
    const NAME: &'static str = "symbol";

    fn name(&self) -> Option<&str> {
        self.symbol.as_deref()
    }
}

fn cell(figure: Option<Number>) -> Value {
    figure.map_or(Value::Null, Value::Number)
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
    struct Reply[T] {
        summary: "quoteSummary" => Option<Envelope<First<About<Summary>>>>,
        quotes: "quoteResponse" => Option<Envelope<T>>,
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
        price: "regularMarketPrice" => Figure,
        change: "regularMarketChange" => Figure,
        percent: "regularMarketChangePercent" => Figure,
        volume: "regularMarketVolume" => Figure,
    }
}
