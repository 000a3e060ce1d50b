//! What the host says about an instrument: the sections of the summary, from whichever reply has them.
//! The summary service answers them as JSON and the store of pages up to 2022 holds them as they are; pages
//! of today carry them in scripts, more than one of which may be about the instrument, and others about
//! other instruments.

use serde::de::{Deserialize, DeserializeOwned};
use serde_json::value::RawValue;

use crate::error::{ConversionHookError, Fault};
use crate::raw::RawReply;
use crate::read::envelope::{self, Envelope};
use crate::read::json::{self, Entries, First};
use crate::read::script::{self, Embedded};
use crate::read::{Named, page, refusal};

/// The store of pages up to 2022.
pub(crate) const STORE: &str = "QuoteSummaryStore";
/// Where pages of today have it from, before the ticker.
const SUMMARY: &str = "/v10/finance/quoteSummary/";
/// The service that knows one section alone, before the ticker.
const QUOTE_TYPE: &str = "/v1/finance/quoteType/";
/// What the service answers, as messages name it.
const RESULT: &str = "quoteSummary.result[0]";
/// The section that it knows.
const QUOTE_TYPE_SECTION: &str = "quoteType";

/// Reads the sections that `T` names about a ticker: from the service's own JSON, from the store of a page
/// or from a page's scripts.
///
/// # Errors
/// 422: the reply is none of these, is about another instrument, or its sections are not a `T`.
pub(crate) fn read<T: DeserializeOwned + Named>(
    reply: RawReply<'_>,
    ticker: &str,
) -> Result<T, ConversionHookError> {
    if json::is_json(reply)? {
        return result(reply);
    }
    match page::store(reply, STORE) {
        Err(error) if matches!(error.fault(), Fault::NoStore { .. }) => {
            let page = page::text(reply)?;
            scripts(page, ticker)?.ok_or_else(|| refusal::of_page_without_data(page, error))
        }
        read => read,
    }
}

/// The same without the store of older pages; none where the reply is a page without such scripts.
///
/// # Errors
/// As those of [`read`].
pub(crate) fn read_without_store<T: DeserializeOwned + Named>(
    reply: RawReply<'_>,
    ticker: &str,
) -> Result<Option<T>, ConversionHookError> {
    if json::is_json(reply)? { result(reply).map(Some) } else { scripts(page::text(reply)?, ticker) }
}

/// The result of the service's own reply.
fn result<'a, T: Deserialize<'a>>(reply: RawReply<'a>) -> Result<T, ConversionHookError> {
    let summary: Summary<T> = json::document(reply, "quoteSummary")?;
    let envelope = summary.summary.ok_or_else(|| envelope::missing(reply, "quoteSummary"))?;
    let First(first) = envelope.result(RESULT)?;
    first.ok_or_else(|| Fault::Nothing { path: RESULT }.into())
}

/// The sections in the scripts of a page; none where the page has no summary at all.
fn scripts<T: DeserializeOwned + Named>(page: &str, ticker: &str) -> Result<Option<T>, ConversionHookError> {
    let mut sections = Sections::default();
    let (mut others, mut refused, mut is_found) = (None, None, false);
    for script in script::embedded(page) {
        let is_about = |prefix| script.after(prefix).is_some_and(|about| about.eq_ignore_ascii_case(ticker));
        if is_about(SUMMARY) {
            match sections.add(&script, T::NAMES) {
                Ok(()) => is_found = true,
                Err(error) => refused = refused.or(Some(error)),
            }
        } else if is_about(QUOTE_TYPE) {
            sections.add_quote_type(&script);
        } else if others.is_none() {
            others = script.after(SUMMARY);
        }
    }
    match (is_found, refused, others) {
        (true, ..) => sections.read().map(Some),
        (false, Some(error), _) => Err(error),
        (false, None, Some(found)) => Err(Fault::OtherTicker { found }.into()),
        (false, None, None) => Ok(None),
    }
}

/// Sections of the summary as JSON text, the first one of each name.
#[derive(Default)]
struct Sections {
    found: Vec<(String, Box<RawValue>)>,
    /// The section of the service that knows only it, for where the summary lacks it.
    quote_type: Option<Box<RawValue>>,
}

impl Sections {
    /// Adds the wanted sections of a summary.
    fn add(&mut self, script: &Embedded<'_>, wanted: &[&str]) -> Result<(), ConversionHookError> {
        let body = script.body()?;
        let Entries::<Box<RawValue>>(members) = result(RawReply::new(body.as_bytes()))?;
        for (name, section) in members {
            let is_new = self.found.iter().all(|(found, _)| *found != name);
            if is_new && wanted.contains(&name.as_str()) {
                self.found.push((name, section));
            }
        }
        Ok(())
    }

    /// Adds the section of the service that knows only it; it is no loss where that fails.
    fn add_quote_type(&mut self, script: &Embedded<'_>) {
        let body = script.body().ok();
        let reply = body.and_then(|body| serde_json::from_str::<QuoteType>(&body).ok());
        let result = reply.and_then(|reply| reply.quote_type?.result(QUOTE_TYPE_SECTION).ok());
        self.quote_type = self.quote_type.take().or(result.and_then(|First(section)| section));
    }

    /// The sections as the store of older pages holds them.
    fn read<T: DeserializeOwned>(mut self) -> Result<T, ConversionHookError> {
        if let Some(section) = self.quote_type
            && self.found.iter().all(|(found, _)| found != QUOTE_TYPE_SECTION)
        {
            self.found.push((QUOTE_TYPE_SECTION.to_owned(), section));
        }
        let mut store = String::from("{");
        for (place, (name, section)) in self.found.iter().enumerate() {
            let comma = if place > 0 { "," } else { "" };
            store.extend([comma, "\"", name, "\":", section.get()]);
        }
        store.push('}');
        serde_json::from_str(&store).map_err(|error| json::malformed(RESULT, &error).into())
    }
}

members! {
    struct Summary[T] {
        summary: "quoteSummary" => Option<Envelope<First<T>>>,
    }
}

members! {
    struct QuoteType {
        quote_type: "quoteType" => Option<Envelope<First<Box<RawValue>>>>,
    }
}
