//! Profile (section 2.1): who the company is, its key figures, analysts' grades, the calendar and the
//! ESG scores, from the quote page, of whichever era that is.

use serde::Serialize;
use serde_json::{Map, Value};
use url::{Host, Url};

use crate::context::Context;
use crate::error::{ConversionHookError, Fault};
use crate::field::Field;
use crate::outcome::{Converted, Notes};
use crate::raw::{RawReply, only};
use crate::read::collapse::Collapsed;
use crate::read::summary::{self, STORE};
use crate::read::{members, record};

/// The message of the contract when a section is missing.
const NOT_FOUND: &str = "Profile not found";

/// The standardized profile (section 2.1). A part is null where the page says so, or where it is
/// missing and the request allows that (`partial`).
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Response {
    /// Facts and figures by name, merged from summaryProfile, summaryDetail, quoteType,
    /// defaultKeyStatistics and assetProfile: `zip`, `sector`, `website`, `previousClose` (currency of
    /// the quote), `exDividendDate` (epoch seconds), … `regularMarketPrice` is the day's open;
    /// `logo_url` is empty where no domain is known.
    pub info: Option<Map<String, Value>>,
    /// Grades by analysts, newest first.
    pub recommendations: Option<Vec<Grade>>,
    /// Dates and estimates of the next earnings, the ex-dividend and the dividend date.
    pub calendar: Value,
    /// ESG scores.
    pub sustainability: Value,
}

record! {
    collapsed
    /// A grade that an analyst gave.
    pub struct Grade {
        /// When, in epoch seconds.
        epoch_grade_date: "epochGradeDate" => i64,
        /// The analyst's firm.
        firm: "firm" => String,
        /// The new grade, in the firm's words.
        to_grade: "toGrade" => String,
        /// The grade before; empty where there was none.
        from_grade: "fromGrade" => String,
        /// `main`, `init`, `up`, `down` or `reit`.
        action: "action" => String,
    }
}

/// What the conversion needs of the request.
#[derive(Debug, Clone, Copy)]
pub struct Params<'a> {
    /// The ticker that was asked for; a page of today is about others too.
    pub ticker: &'a str,
    /// Whether a missing part is null instead of an error.
    pub partial: bool,
}

/// Converts the quote page.
///
/// # Errors
/// 422 when the page cannot be read; 404 "Profile not found" when a part is missing and `partial` is not set.
pub fn convert(
    cx: &Context<'_>,
    replies: &[RawReply<'_>],
    params: Params<'_>,
) -> Result<Converted<Response>, ConversionHookError> {
    let sections: Sections = summary::read(only(replies)?, params.ticker).map_err(not_found)?;
    let info = info(
        cx,
        [
            ("summaryProfile", sections.summary_profile),
            ("quoteType", sections.quote_type),
            ("defaultKeyStatistics", sections.default_key_statistics),
            ("assetProfile", sections.asset_profile),
            ("summaryDetail", sections.summary_detail),
        ],
    )?;
    let recommendations = match sections.upgrade_downgrade_history.map(|grades| grades.history) {
        None | Some(Field::Absent) => None,
        Some(history) => Some(history.into_value()),
    };
    let calendar = copy("calendarEvents", sections.calendar_events)?;
    let sustainability = copy("esgScores", sections.esg_scores)?;
    let mut parts = Parts { partial: params.partial, missing: Vec::new() };
    let response = Response {
        info: parts.take("info", info)?,
        recommendations: parts.take("recommendations", recommendations)?.flatten(),
        calendar: parts.take("calendar", calendar)?.unwrap_or_default(),
        sustainability: parts.take("sustainability", sustainability)?.unwrap_or_default(),
    };
    Ok(Converted { response, notes: Notes { missing: parts.missing, ..Notes::default() } })
}

/// What the page's own server was told is not found, is not found.
fn not_found(error: ConversionHookError) -> ConversionHookError {
    match error.fault() {
        Fault::ErrorReply { code, .. } if code == "Not Found" => {
            ConversionHookError::not_found(NOT_FOUND, error.fault().clone())
        }
        _ => error,
    }
}

members! {
    struct Sections {
        summary_profile: "summaryProfile" => Field<Collapsed>,
        summary_detail: "summaryDetail" => Field<Collapsed>,
        quote_type: "quoteType" => Field<Collapsed>,
        default_key_statistics: "defaultKeyStatistics" => Field<Collapsed>,
        asset_profile: "assetProfile" => Field<Collapsed>,
        upgrade_downgrade_history: "upgradeDowngradeHistory" => Option<Grades>,
        calendar_events: "calendarEvents" => Field<Collapsed>,
        esg_scores: "esgScores" => Field<Collapsed>,
    }
}

// What of the section with analysts' grades is read.
members! {
    struct Grades {
        history: "history" => Field<Vec<Grade>>,
    }
}

/// The merged sections, or none when none of them is there.
///
/// The contract merges summaryDetail second and again last. Merging it last alone gives the same values.
fn info(cx: &Context<'_>, sections: [Section; 5]) -> Result<Option<Map<String, Value>>, ConversionHookError> {
    let mut info: Option<Map<String, Value>> = None;
    for (name, section) in sections {
        let Field::Value(Collapsed(section)) = section else { continue };
        let merged = info.get_or_insert_default();
        match section {
            Value::Object(members) if merged.is_empty() => *merged = members,
            Value::Object(members) => merged.extend(members),
            Value::Null => {}
            _ => return Err(Fault::wrong_type(format!("{STORE}.{name}"), "an object").into()),
        }
    }
    if let Some(info) = &mut info {
        let open = info.get("regularMarketOpen").cloned().unwrap_or_default();
        info.insert("regularMarketPrice".to_owned(), open);
        let logo = info.get("website").and_then(Value::as_str).and_then(|website| logo_url(cx, website));
        info.insert("logo_url".to_owned(), logo.unwrap_or_default().into());
    }
    Ok(info)
}

type Section = (&'static str, Field<Collapsed>);

/// Which parts may be missing, and which are.
struct Parts {
    partial: bool,
    missing: Vec<&'static str>,
}

impl Parts {
    fn take<T>(&mut self, name: &'static str, part: Option<T>) -> Result<Option<T>, ConversionHookError> {
        if part.is_none() {
            if !self.partial {
                let fault = Fault::missing(format!("the source of {name} in {STORE}"));
                return Err(ConversionHookError::not_found(NOT_FOUND, fault));
            }
            self.missing.push(name);
        }
        Ok(part)
    }
}

/// A section as it is: an object, or null where the page says null or leaves it empty.
fn copy(name: &'static str, section: Field<Collapsed>) -> Result<Option<Value>, ConversionHookError> {
    match section {
        Field::Absent => Ok(None),
        Field::Null => Ok(Some(Value::Null)),
        Field::Value(Collapsed(value @ (Value::Object(_) | Value::Null))) => Ok(Some(value)),
        Field::Value(_) => Err(Fault::wrong_type(format!("{STORE}.{name}"), "an object").into()),
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
