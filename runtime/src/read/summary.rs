//! What a quote page says about its instrument: the sections of the summary, whichever era the page is of.
//! The store of pages up to 2022 holds them as they are; pages of today carry them in scripts, more than
//! one of which may be about the instrument, and others about other instruments.

use std::fmt;

use serde::de::{Deserialize, DeserializeOwned, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::error::{ConversionHookError, Fault};
use crate::raw::RawReply;
use crate::read::envelope::{self, Envelope};
use crate::read::json::{self, First};
use crate::read::script::{self, Embedded};
use crate::read::{Key, Named, page};

/// The store of pages up to 2022.
pub(crate) const STORE: &str = "QuoteSummaryStore";
/// Where pages of today have it from, before the ticker.
const SUMMARY: &str = "/v10/finance/quoteSummary/";
/// The service that knows one section alone, before the ticker.
const QUOTE_TYPE: &str = "/v1/finance/quoteType/";
/// The section that it knows.
const QUOTE_TYPE_SECTION: &str = "quoteType";

/// Reads the sections that `T` names about a ticker.
///
/// # Errors
/// 422: the reply is no such page, is about another instrument, or its sections are not a `T`.
pub(crate) fn read<T: DeserializeOwned + Named>(
    reply: RawReply<'_>,
    ticker: &str,
) -> Result<T, ConversionHookError> {
    match page::store(reply, STORE) {
        Err(error) if matches!(error.fault(), Fault::NoStore { .. }) => {
            scripts(page::text(reply)?, ticker, error)
        }
        read => read,
    }
}

/// The sections in the scripts of a page; `none` where the page has no summary at all.
fn scripts<T: DeserializeOwned + Named>(
    page: &str,
    ticker: &str,
    none: ConversionHookError,
) -> Result<T, ConversionHookError> {
    let mut sections = Sections::default();
    let (mut others, mut refused, mut is_found) = (None, None, false);
    for script in script::embedded(page) {
        let is_about = |prefix| script.after(prefix).is_some_and(|about| about.eq_ignore_ascii_case(ticker));
        if is_about(SUMMARY) {
            match sections.add(&script, T::NAMES) {
                Ok(()) => is_found = true,
                Err(fault) => refused = refused.or(Some(fault)),
            }
        } else if is_about(QUOTE_TYPE) {
            sections.add_quote_type(&script);
        } else if others.is_none() {
            others = script.after(SUMMARY);
        }
    }
    match (is_found, refused, others) {
        (true, ..) => sections.read(),
        (false, Some(fault), _) => Err(fault.into()),
        (false, None, Some(found)) => Err(Fault::OtherTicker { found }.into()),
        (false, None, None) => Err(none),
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
    fn add(&mut self, script: &Embedded<'_>, wanted: &[&str]) -> Result<(), Fault> {
        let fetched = script.fetched()?;
        let body = fetched.body();
        let refused = envelope::host_error(body.as_bytes());
        if let Some((code, description)) = refused {
            return Err(Fault::ErrorReply { code, description });
        }
        if fetched.status() >= 400 {
            let code = fetched.status().to_string();
            return Err(Fault::ErrorReply { code, description: json::shortened(body.to_owned()) });
        }
        let reply: Summary =
            serde_json::from_str(body).map_err(|error| json::malformed("quoteSummary", &error))?;
        let summary = reply.summary.and_then(|summary| summary.result("quoteSummary.result").ok());
        let Some(First(Some(RawMembers(members)))) = summary else {
            return Err(Fault::missing("quoteSummary.result[0]"));
        };
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
        let reply = script.fetched().ok();
        let reply = reply.and_then(|reply| serde_json::from_str::<QuoteType>(reply.body()).ok());
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
        serde_json::from_str(&store).map_err(|error| json::malformed("quoteSummary.result[0]", &error).into())
    }
}

members! {
    struct Summary {
        summary: "quoteSummary" => Option<Envelope<First<RawMembers>>>,
    }
}

members! {
    struct QuoteType {
        quote_type: "quoteType" => Option<Envelope<First<Box<RawValue>>>>,
    }
}

/// The members of an object, unread.
struct RawMembers(Vec<(String, Box<RawValue>)>);

impl<'de> Deserialize<'de> for RawMembers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = RawMembers;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<RawMembers, A::Error> {
                let mut all = Vec::new();
                while let Some((Key(key), section)) = members.next_entry()? {
                    all.push((key.into_owned(), section));
                }
                Ok(RawMembers(all))
            }
        }

        deserializer.deserialize_map(Object)
    }
}
