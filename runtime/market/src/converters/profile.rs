//! Profile: who the company is, its key figures, analysts' grades, the calendar and the
//! ESG scores, from the quote page, of whichever era that is, or from the summary service.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use url::{Host, Url};
use virtual_finance_core::read::{NO_TIME, is_time, shortened};
use virtual_finance_core::{
    Context, ConversionError, Converted, Fault, Field, Notes, RawReply, SkippedRow, exactly_one,
};

use super::params::profile::Params;
use crate::fault::MarketFault;
use crate::notes::{HostPrice, MissingParts};
use crate::read::adapted::Adapted;
use crate::read::collapse::Untyped;
use crate::read::listed::{Listed, at};
use crate::read::section::Price;
use crate::read::summary::{self, Summary};
use crate::read::{Conversion, currency, instrument, members};
use crate::records::InstrumentQuote;

pub use crate::records::profile::*;

/// The message of the contract when a section is missing.
const NOT_FOUND: &str = "Profile not found";

/// The standardized profile. A part is null where the reply says so, where it is missing and the request allows that
/// (`partial`), and where the sources of today do not have it of every company.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Response {
    /// Facts and figures by name, merged from summaryProfile, summaryDetail, quoteType,
    /// defaultKeyStatistics and assetProfile: `zip`, `sector`, `website`, `previousClose` (currency of
    /// the quote), `exDividendDate` (epoch seconds), … `regularMarketPrice` is the day's open, by the
    /// contract, and where there is none, as for funds and some indices, the host's own price, with the note
    /// `HostPrice`; `Quote` has the latest price. `marketCap` and other sums of money are in whole units, even where
    /// the price is in pence. `logo_url` is empty where no domain is known; the host
    /// of logos that the contract names is shut down, and `logoUrl` of `Quote` is an address of today.
    #[cfg_attr(feature = "schema", schemars(schema_with = "schemas::info"))]
    pub info: Option<Map<String, Value>>,
    /// Grades by analysts, newest first; null where no firm has graded the company.
    pub recommendations: Option<Vec<Grade>>,
    /// Dates and estimates of the next earnings, the ex-dividend and the dividend date.
    #[cfg_attr(feature = "schema", schemars(schema_with = "schemas::calendar"))]
    pub calendar: Value,
    /// ESG scores: environment, social, governance, and all together; null from the sources of today, which have
    /// none anymore.
    #[cfg_attr(feature = "schema", schemars(schema_with = "schemas::sustainability"))]
    pub sustainability: Value,
}

/// The list is a copy of the host's.
impl Adapted for Grade {
    const MAY_REPEAT: bool = true;
}

/// Converts the quote page, or the reply of the summary service.
///
/// # Errors
/// 422 when the reply cannot be read; 404 "Profile not found" when a part is missing that the source has of every
/// company, and `partial` is not set.
pub fn convert(cx: &Context<'_>, replies: &[RawReply<'_>], params: Params<'_>) -> Conversion<Response> {
    let reply = exactly_one(replies)?;
    match summary::read::<Sections<Vec<Grade>>>(reply, params.ticker) {
        Ok(summary) if summary.skipped.is_empty() => response(cx, summary, params, |grades, _| Some(grades)),
        // Grade by grade: that takes longer.
        _ => {
            let summary =
                summary::read::<Sections<Listed<Grade>>>(reply, params.ticker).map_err(not_found)?;
            response(cx, summary, params, |grades, skipped| {
                grades.part("upgradeDowngradeHistory.history", skipped)
            })
        }
    }
}

/// `grades` returns the readable grades, and counts the others as skipped; `None` where no readable one is left.
fn response<T>(
    cx: &Context<'_>,
    summary: Summary<Sections<T>>,
    params: Params<'_>,
    grades: fn(T, &mut Vec<SkippedRow>) -> Option<Vec<Grade>>,
) -> Conversion<Response> {
    let Summary { sections, is_of_store, mut skipped } = summary;
    let mut info = info(
        cx,
        [
            ("summaryProfile", sections.summary_profile),
            ("quoteType", sections.quote_type),
            ("defaultKeyStatistics", sections.default_key_statistics),
            ("assetProfile", sections.asset_profile),
            ("summaryDetail", sections.summary_detail),
        ],
        params.ticker,
    )?;
    let mut notes = Notes::new();
    let of_prices = sections.price.as_ref().and_then(Price::currency);
    let of_info = || info.as_ref().and_then(|info| info.get("currency")?.as_str());
    if let Some(currencies) = currency::of_market(of_prices.or_else(of_info), None) {
        notes.insert(currencies);
    }
    if let Some(info) = &mut info
        && set_price(info, sections.price)
    {
        notes.insert(HostPrice);
    }
    let recommendations = match sections.upgrade_downgrade_history.map(|section| section.history) {
        None | Some(Field::Absent) => None,
        Some(Field::Null) => Some(None),
        Some(Field::Value(found)) => Some(grades(found, &mut skipped)),
    };
    let mut calendar = copy("calendarEvents", sections.calendar_events)?;
    info.iter_mut().for_each(|info| hold_times(info, "info", &mut skipped));
    if let Some(calendar) = calendar.as_mut().and_then(Value::as_object_mut) {
        hold_times(calendar, "calendar", &mut skipped);
        let earnings = calendar.get_mut("earnings").and_then(Value::as_object_mut);
        earnings.into_iter().for_each(|earnings| hold_times(earnings, "calendar.earnings", &mut skipped));
    }
    let earnings = calendar.as_mut().and_then(|calendar| calendar.get_mut("earnings")?.as_object_mut());
    earnings.into_iter().for_each(InstrumentQuote::whole_members);
    let sustainability = copy("esgScores", sections.esg_scores)?;
    let quote_type = info.as_ref().and_then(|info| info.get("quoteType")?.as_str());
    let quote_type = quote_type.map(|kind| shortened(kind.to_owned()));
    let mut parts = Parts { partial: params.partial, is_of_store, quote_type, missing: Vec::new() };
    let response = Response {
        info: parts.take("info", "quoteType", info)?,
        recommendations: parts.take("recommendations", "upgradeDowngradeHistory", recommendations)?.flatten(),
        calendar: parts.take("calendar", "calendarEvents", calendar)?.unwrap_or_default(),
        sustainability: parts.take("sustainability", "esgScores", sustainability)?.unwrap_or_default(),
    };
    if !parts.missing.is_empty() {
        notes.insert(MissingParts(parts.missing));
    }
    Ok(Converted { response, notes }.with_skipped(skipped))
}

/// The members of the sections that are times, or lists of them.
const TIMES: [&str; 16] = [
    "compensationAsOfEpochDate",
    "dateShortInterest",
    "dividendDate",
    "earningsCallDate",
    "earningsDate",
    "exDividendDate",
    "expireDate",
    "firstTradeDateEpochUtc",
    "fundInceptionDate",
    "governanceEpochDate",
    "lastDividendDate",
    "lastFiscalYearEnd",
    "lastSplitDate",
    "mostRecentQuarter",
    "nextFiscalYearEnd",
    "sharesShortPreviousMonthDate",
];

/// Makes null of what is no time in epoch seconds where one stands, takes it out of a list, and adds it to what is skipped.
fn hold_times(members: &mut Map<String, Value>, path: &str, skipped: &mut Vec<SkippedRow>) {
    let is_time = |value: &Value| value.is_null() || value.as_i64().is_some_and(is_time);
    for name in TIMES {
        let path = || format!("{path}.{name}");
        match members.get_mut(name) {
            Some(Value::Array(values)) => {
                let others = (0_usize..).zip(&*values).filter(|(_, value)| !is_time(value));
                skipped.extend(others.map(|(index, _)| at(&path(), index, NO_TIME)));
                values.retain(is_time);
            }
            Some(value) if !is_time(value) => {
                skipped.push(SkippedRow::at(path(), NO_TIME).as_null());
                *value = Value::Null;
            }
            _ => {}
        }
    }
}

/// Turns a fault of the host that it knows nothing into "not found".
fn not_found(error: ConversionError) -> ConversionError {
    match error.fault() {
        Fault::NotFound { .. } | Fault::Nothing { .. } => {
            ConversionError::not_found(NOT_FOUND, error.fault().clone())
        }
        _ => error,
    }
}

members! {
    struct Sections[T] {
        summary_profile: "summaryProfile" => Field<Untyped>,
        summary_detail: "summaryDetail" => Field<Untyped>,
        quote_type: "quoteType" => Field<Untyped>,
        default_key_statistics: "defaultKeyStatistics" => Field<Untyped>,
        asset_profile: "assetProfile" => Field<Untyped>,
        upgrade_downgrade_history: "upgradeDowngradeHistory" => Option<Grades<T>>,
        calendar_events: "calendarEvents" => Field<Untyped>,
        esg_scores: "esgScores" => Field<Untyped>,
        price: "price" => Option<Price>,
    }
}

// What of the section with analysts' grades is read.
members! {
    struct Grades[T] {
        history: "history" => Field<T>,
    }
}

/// The merged sections, or none when none of them is there.
///
/// The contract merges summaryDetail second and again last. Merging it last alone gives the same values.
fn info(
    cx: &Context<'_>,
    sections: [Section; 5],
    ticker: &str,
) -> Result<Option<Map<String, Value>>, ConversionError> {
    let mut info: Option<Map<String, Value>> = None;
    for (name, section) in sections {
        let Field::Value(Untyped(section)) = section else { continue };
        let merged = info.get_or_insert_default();
        // That one was compared by the reader of the summary.
        if name != "quoteType" {
            require_same(section.get("symbol"), merged.get("symbol"), ticker)?;
        }
        match section {
            Value::Object(members) if merged.is_empty() => *merged = members,
            Value::Object(members) => merged.extend(members),
            Value::Null => {}
            _ => return Err(Fault::wrong_type(name, "an object").into()),
        }
    }
    if let Some(info) = &mut info {
        InstrumentQuote::whole_members(info);
        let logo = info.get("website").and_then(Value::as_str).and_then(|website| logo_url(cx, website));
        info.insert("logo_url".to_owned(), logo.unwrap_or_default().into());
    }
    Ok(info)
}

/// Refuses a section that names another instrument than was asked for, and than the sections before it. A future is asked for by
/// its series, and its sections may all name the contract of the month.
fn require_same(named: Option<&Value>, before: Option<&Value>, ticker: &str) -> Result<(), Fault> {
    let Some(symbol) = named.and_then(Value::as_str) else { return Ok(()) };
    match before.and_then(Value::as_str) {
        Some(before) if instrument::is_same(symbol, before) => Ok(()),
        _ => instrument::require_same([symbol], ticker),
    }
}

type Section = (&'static str, Field<Untyped>);

/// Sets the price: the open, by the contract, or the host's own price where the open is missing or not a number.
/// Indices without an open have zero. Returns true for the host's own.
fn set_price(info: &mut Map<String, Value>, price: Option<Price>) -> bool {
    let open = info.get("regularMarketOpen").cloned().unwrap_or_default();
    let is_zero = |value: &Value| value.as_f64() == Some(0.0);
    let own = price.and_then(Price::into_latest);
    let own = own.filter(|own| (!open.is_number() || is_zero(&open)) && own.is_number() && !is_zero(own));
    let is_own = own.is_some();
    info.insert("regularMarketPrice".to_owned(), own.unwrap_or(open));
    is_own
}

/// The sections that the sources of today lack, although the company is known: the host has no scores of anybody anymore, and no
/// section for a company that no firm has graded, where the store of older pages has an empty list.
const LACKING: [&str; 2] = ["esgScores", "upgradeDowngradeHistory"];

/// The parts that are missing, and whether they may be.
struct Parts {
    partial: bool,
    is_of_store: bool,
    quote_type: Option<String>,
    missing: Vec<&'static str>,
}

impl Parts {
    fn take<T>(
        &mut self,
        name: &'static str,
        section: &str,
        part: Option<T>,
    ) -> Result<Option<T>, ConversionError> {
        if part.is_none() {
            if !self.partial && (self.is_of_store || !LACKING.contains(&section)) {
                let fault = MarketFault::MissingPart { part: name, quote_type: self.quote_type.take() };
                return Err(ConversionError::not_found(NOT_FOUND, fault.into()));
            }
            self.missing.push(name);
        }
        Ok(part)
    }
}

/// Returns a section as it is: an object, or null where the page says null or leaves it empty.
fn copy(name: &'static str, section: Field<Untyped>) -> Result<Option<Value>, ConversionError> {
    match section {
        Field::Absent => Ok(None),
        Field::Null => Ok(Some(Value::Null)),
        Field::Value(Untyped(value @ (Value::Object(_) | Value::Null))) => Ok(Some(value)),
        Field::Value(_) => Err(Fault::wrong_type(name, "an object").into()),
    }
}

/// `{logo_service_url}/<domain>` for a website that has one.
fn logo_url(cx: &Context<'_>, website: &str) -> Option<String> {
    let website = website.trim();
    let url =
        if website.contains(':') { Url::parse(website) } else { Url::parse(&format!("http://{website}")) };
    let url = url.ok().filter(|url| ["http", "https"].contains(&url.scheme()))?;
    let Host::Domain(domain) = url.host()? else { return None };
    let domain = domain.trim_end_matches('.');
    let domain = domain.strip_prefix("www.").unwrap_or(domain);
    (domain.contains('.') && domain.split('.').all(|label| !label.is_empty())).then_some(())?;
    Some(format!("{}/{domain}", cx.host("logo_service_url")?))
}

/// The members that the contract names of what is kept as it comes.
#[cfg(feature = "schema")]
mod schemas {
    use schemars::{Schema, SchemaGenerator};
    use virtual_finance_core::schema::open_object;

    use crate::members::{PROFILE_CALENDAR, PROFILE_INFO};

    pub(super) fn info(_: &mut SchemaGenerator) -> Schema {
        open_object(&["object", "null"], PROFILE_INFO)
    }

    pub(super) fn calendar(_: &mut SchemaGenerator) -> Schema {
        open_object(&["object", "null"], PROFILE_CALENDAR)
    }

    pub(super) fn sustainability(_: &mut SchemaGenerator) -> Schema {
        open_object(&["object", "null"], &[])
    }
}
