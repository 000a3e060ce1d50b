//! Reads the sections of an instrument's summary, from any reply that has them.
//! The summary service answers them as JSON and the store of pages up to 2022 holds them as they are; pages
//! of today carry them in scripts, more than one of which may be about the instrument, and others about
//! other instruments.

use std::borrow::Cow;
use std::marker::PhantomData;

use percent_encoding::percent_decode_str;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use virtual_finance_core::{ConversionError, Fault, RawReply, SkippedRow, expecting};

use crate::fault::MarketFault;
use crate::read::about::{About, Symbols};
use crate::read::envelope::{self, Envelope};
use crate::read::html::Page;
use crate::read::json::{self, First};
use crate::read::{Key, Named, instrument, lenient, members, page, refusal, script};

/// The store of pages up to 2022.
const STORE: &str = "QuoteSummaryStore";
/// The path that pages of today have it from, before the ticker.
const SUMMARY: &str = "/v10/finance/quoteSummary/";
/// The service that knows one section alone, before the ticker.
const QUOTE_TYPE: &str = "/v1/finance/quoteType/";
/// The result of the service, as messages name it.
const RESULT: &str = "quoteSummary.result[0]";
/// The member of the store that names its instrument.
const SYMBOL: &str = "symbol";
/// The section that the other service knows.
const QUOTE_TYPE_SECTION: &str = "quoteType";

/// The sections of a summary.
pub(crate) struct Summary<T> {
    pub(crate) sections: T,
    /// True for the store of pages up to 2022, which is the contract's: a section that it lacks is missing.
    pub(crate) is_of_store: bool,
    /// The unreadable sections. They are left out, like sections that the host does not have.
    pub(crate) skipped: Vec<SkippedRow>,
}

/// Reads the sections that `T` names about a ticker: from the service's own JSON, from the store of a page
/// or from a page's scripts.
///
/// # Errors
/// 422: the reply is none of these, is about another instrument, or the sections of a store are not a `T`.
pub(crate) fn read<T: DeserializeOwned + Named>(
    reply: RawReply<'_>,
    ticker: &str,
) -> Result<Summary<T>, ConversionError> {
    if json::is_json(reply)? {
        return service(reply, ticker);
    }
    of_page(&mut page::page(reply)?, ticker)
}

/// Reads the sections of a page as [`read`] does.
///
/// # Errors
/// As those of [`read`].
pub(crate) fn of_page<T: DeserializeOwned + Named>(
    page: &mut Page<'_>,
    ticker: &str,
) -> Result<Summary<T>, ConversionError> {
    match store(page, ticker) {
        Err(error) if MarketFault::is_no_store(error.fault()) => match scripts(page, ticker)? {
            Some(summary) => Ok(summary),
            None => Err(refusal::of_page_without_data(page.text(), error)),
        },
        read => Ok(Summary { sections: read?, is_of_store: true, skipped: Vec::new() }),
    }
}

/// Reads the sections in the scripts of a page; `None` for a page without such scripts. The store of older pages must be
/// about the ticker all the same, where the page has one.
///
/// # Errors
/// As those of [`read`].
pub(crate) fn read_beside_store<T: DeserializeOwned + Named>(
    page: &mut Page<'_>,
    ticker: &str,
) -> Result<Option<Summary<T>>, ConversionError> {
    require_store_about(page, ticker)?;
    scripts(page, ticker)
}

/// Returns the sections of a page's store.
///
/// # Errors
/// 422: the page has no such store, it is about another instrument, or its sections are not a `T`.
pub(crate) fn store<'a, T: Deserialize<'a>>(page: &mut Page<'a>, ticker: &str) -> Result<T, ConversionError> {
    Ok(page::store::<About<T>>(page, STORE)?.required(ticker)?)
}

/// Refuses a page whose store names another instrument, or whose own address does where it has no readable store.
///
/// # Errors
/// 422: the page is about another instrument.
pub(crate) fn require_store_about(page: &mut Page<'_>, ticker: &str) -> Result<(), ConversionError> {
    // Of a store that can be read, brackets lead to the same symbol in less time. Only another one is worth to read it.
    let found = page::store_member_text(page, STORE, SYMBOL);
    let found = found.and_then(|symbol| serde_json::from_slice::<&str>(symbol).ok());
    if found.is_some_and(|symbol| instrument::is_same(symbol, ticker)) {
        return Ok(());
    }
    let symbol = page::store_member::<Option<String>>(page, STORE, SYMBOL).ok().flatten();
    let symbol = symbol.or_else(|| symbol_in_address(page.text()));
    Ok(instrument::require_same(symbol.as_deref(), ticker)?)
}

/// Returns the symbol in a page's own address, such as `^DJI` in `…/quote/%5EDJI/components/`.
fn symbol_in_address(page: &str) -> Option<String> {
    let (_, rest) = page::own_address(page)?.split_once("/quote/")?;
    let symbol = rest.split(['/', '?', '#']).next().filter(|symbol| !symbol.is_empty())?;
    percent_decode_str(symbol).decode_utf8().ok().map(Cow::into_owned)
}

/// Returns the sections in a reply of the summary service.
///
/// # Errors
/// As those of [`read`].
pub(crate) fn service<T: DeserializeOwned + Named>(
    reply: RawReply<'_>,
    ticker: &str,
) -> Result<Summary<T>, ConversionError> {
    match result::<About<T>>(reply) {
        Ok(about) => {
            let sections = about.required(ticker)?;
            Ok(Summary { sections, is_of_store: false, skipped: Vec::new() })
        }
        // Section by section: that takes longer.
        Err(error) => {
            let Ok(wanted) = result::<Wanted<'_, T>>(reply) else { return Err(error) };
            let mut sections = Sections::default();
            sections.add(wanted);
            sections.symbols.require(ticker)?;
            sections.read()
        }
    }
}

fn result<'a, T: Deserialize<'a>>(reply: RawReply<'a>) -> Result<T, ConversionError> {
    let summary: Reply<T> = json::document(reply, "quoteSummary")?;
    let envelope = summary.summary.ok_or_else(|| envelope::missing(reply, "quoteSummary"))?;
    let First(first) = envelope.result(RESULT)?;
    first.ok_or_else(|| Fault::Nothing { path: RESULT }.into())
}

/// Returns the sections in the scripts of a page; none where the page has no summary at all.
fn scripts<T: DeserializeOwned + Named>(
    page: &mut Page<'_>,
    ticker: &str,
) -> Result<Option<Summary<T>>, ConversionError> {
    let (mut summaries, mut quote_types) = (Vec::new(), Vec::new());
    let (mut others, mut refused) = (None, None);
    for script in script::embedded(page) {
        let script = script?;
        let is_about = |prefix| script.after(prefix).is_some_and(|about| instrument::is_same(&about, ticker));
        if is_about(SUMMARY) {
            match script.body() {
                Ok(body) => summaries.push(body),
                Err(fault) => refused = refused.or(Some(fault.into())),
            }
        } else if is_about(QUOTE_TYPE) {
            // It is no loss where that fails.
            quote_types.extend(script.body());
        } else if others.is_none() {
            others = script.after(SUMMARY);
        }
    }
    if let ([body], [] | [_]) = (summaries.as_mut_slice(), quote_types.as_slice())
        && let Some(sections) = only_summary(body, quote_types.first().map(String::as_str), ticker)
    {
        return Ok(Some(Summary { sections, is_of_store: false, skipped: Vec::new() }));
    }
    let mut sections = Sections::default();
    let mut is_found = false;
    for body in &summaries {
        match result::<Wanted<'_, T>>(RawReply::new(body.as_bytes())) {
            Ok(wanted) => {
                is_found = true;
                sections.add(wanted);
            }
            Err(error) => refused = refused.or(Some(error)),
        }
    }
    match (is_found, refused, others) {
        (true, ..) => {}
        (false, Some(error), _) => return Err(error),
        (false, None, Some(found)) => return Err(Fault::about_other(found, None).into()),
        (false, None, None) => return Ok(None),
    }
    for body in &quote_types {
        sections.add_quote_type(body, T::NAMES);
    }
    sections.symbols.require(ticker)?;
    sections.read().map(Some)
}

/// Reads the only summary of a page in one pass; `None` where it is not as usual. The section of the other service stands before
/// its own ones, which count more, while it is read.
fn only_summary<T: DeserializeOwned>(body: &mut String, quote_type: Option<&str>, ticker: &str) -> Option<T> {
    const START: &str = "{\"quoteSummary\":{\"result\":[{";
    let Some(section) = quote_type.and_then(quote_type_section) else {
        return whole(body, ticker);
    };
    if !body.starts_with(START) {
        return None;
    }
    let member = format!("\"{QUOTE_TYPE_SECTION}\":{},", section.get());
    body.insert_str(START.len(), &member);
    let sections = whole(body, ticker);
    body.replace_range(START.len()..START.len().saturating_add(member.len()), "");
    sections
}

/// Returns the sections of a summary each of which can be read.
fn whole<T: DeserializeOwned>(body: &str, ticker: &str) -> Option<T> {
    result::<About<T>>(RawReply::new(body.as_bytes())).ok()?.required(ticker).ok()
}

/// Returns the section in a reply of the service that knows only it.
fn quote_type_section(body: &str) -> Option<&RawValue> {
    let reply: QuoteType<&RawValue> = serde_json::from_str(body).ok()?;
    let First(section) = reply.quote_type?.result(QUOTE_TYPE_SECTION).ok()?;
    section
}

/// Sections of the summary as JSON text, the first one of each name.
#[derive(Default)]
struct Sections<'a> {
    found: Vec<(&'static str, &'a RawValue)>,
    symbols: Symbols,
}

impl<'a> Sections<'a> {
    fn add<T>(&mut self, wanted: Wanted<'a, T>) {
        for (name, section) in wanted.found {
            self.add_section(name, section);
        }
        self.symbols.extend(wanted.symbols);
    }

    fn add_section(&mut self, name: &'static str, section: &'a RawValue) {
        if self.found.iter().all(|(found, _)| *found != name) {
            self.found.push((name, section));
        }
    }

    /// Adds the section of the service that knows only it, for where the summary lacks it.
    fn add_quote_type(&mut self, body: &'a str, wanted: &[&str]) {
        if let Some(section) = quote_type_section(body) {
            self.symbols.add(QUOTE_TYPE_SECTION, section.get());
            if wanted.contains(&QUOTE_TYPE_SECTION) {
                self.add_section(QUOTE_TYPE_SECTION, section);
            }
        }
    }

    /// Returns the sections that can be read, from where they stand.
    fn read<T: Deserialize<'a>>(mut self) -> Result<Summary<T>, ConversionError> {
        let mut skipped = Vec::new();
        let sections = lenient::object(&mut self.found, "", &[], &mut skipped);
        let sections = sections.map_err(|error| json::malformed(RESULT, &error))?;
        Ok(Summary { sections, is_of_store: false, skipped })
    }
}

/// The raw JSON of the sections that `T` names, and every symbol that the summary gives itself.
struct Wanted<'a, T> {
    found: Vec<(&'static str, &'a RawValue)>,
    symbols: Symbols,
    reader: PhantomData<T>,
}

impl<'de, T: Named> Deserialize<'de> for Wanted<'de, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object<T>(PhantomData<T>);

        impl<'de, T: Named> Visitor<'de> for Object<T> {
            type Value = Wanted<'de, T>;

            expecting!("an object");

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Wanted<'de, T>, A::Error> {
                let mut wanted =
                    Wanted { found: Vec::new(), symbols: Symbols::default(), reader: PhantomData };
                while let Some(Key(key)) = members.next_key()? {
                    let name = T::NAMES.iter().find(|name| **name == key);
                    let naming = Symbols::naming(&key);
                    if name.is_none() && naming.is_none() {
                        members.next_value::<IgnoredAny>()?;
                        continue;
                    }
                    let section: &'de RawValue = members.next_value()?;
                    if let Some(naming) = naming {
                        wanted.symbols.add(naming, section.get());
                    }
                    // Of a section that is there twice the last counts, as everywhere in JSON.
                    wanted.found.retain(|(found, _)| *found != key);
                    wanted.found.extend(name.map(|name| (*name, section)));
                }
                Ok(wanted)
            }
        }

        deserializer.deserialize_map(Object(PhantomData))
    }
}

members! {
    struct Reply[T] {
        summary: "quoteSummary" => Option<Envelope<First<T>>>,
    }
}

members! {
    /// The reply of the service that knows one section alone.
    struct QuoteType[T] {
        quote_type: "quoteType" => Option<Envelope<First<T>>>,
    }
}
