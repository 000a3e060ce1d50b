//! Profile (section 2.1): who the company is, its key figures, analysts' grades, the calendar and the
//! ESG scores, from the QuoteSummaryStore of the quote page.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use url::{Host, Url};

use crate::context::Context;
use crate::error::{ConversionHookError, Fault};
use crate::field::Field;
use crate::outcome::{Converted, Notes};
use crate::raw::{RawReply, only};
use crate::read::collapse::Collapsed;
use crate::read::page;

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
    /// Grades by analysts, newest first: `epochGradeDate` (epoch seconds), `firm`, `toGrade`,
    /// `fromGrade`, `action`.
    pub recommendations: Option<Vec<Value>>,
    /// Dates and estimates of the next earnings, the ex-dividend and the dividend date.
    pub calendar: Value,
    /// ESG scores.
    pub sustainability: Value,
}

/// What the conversion needs of the request.
#[derive(Debug, Clone, Copy)]
pub struct Params {
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
    params: Params,
) -> Result<Converted<Response>, ConversionHookError> {
    let sections: Sections = page::store(only(replies)?, "QuoteSummaryStore")?;
    let mut parts = Parts { partial: params.partial, missing: Vec::new() };
    let response = Response {
        info: parts.take("info", sections.info(cx)?)?,
        recommendations: parts
            .take("recommendations", recommendations(sections.upgrade_downgrade_history)?)?,
        calendar: parts
            .take("calendar", copy("calendarEvents", sections.calendar_events)?)?
            .unwrap_or_default(),
        sustainability: parts
            .take("sustainability", copy("esgScores", sections.esg_scores)?)?
            .unwrap_or_default(),
    };
    Ok(Converted { response, notes: Notes { missing: parts.missing, ..Notes::default() } })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Sections {
    #[serde(default)]
    summary_profile: Field<Collapsed>,
    #[serde(default)]
    summary_detail: Field<Collapsed>,
    #[serde(default)]
    quote_type: Field<Collapsed>,
    #[serde(default)]
    default_key_statistics: Field<Collapsed>,
    #[serde(default)]
    asset_profile: Field<Collapsed>,
    #[serde(default)]
    upgrade_downgrade_history: Field<Collapsed>,
    #[serde(default)]
    calendar_events: Field<Collapsed>,
    #[serde(default)]
    esg_scores: Field<Collapsed>,
}

impl Sections {
    /// The merged sections, or none when none of them is there.
    fn info(&self, cx: &Context<'_>) -> Result<Option<Map<String, Value>>, ConversionHookError> {
        // In the contract's order. A later section overwrites, so summaryDetail comes twice.
        let sources = [
            ("summaryProfile", &self.summary_profile),
            ("summaryDetail", &self.summary_detail),
            ("quoteType", &self.quote_type),
            ("defaultKeyStatistics", &self.default_key_statistics),
            ("assetProfile", &self.asset_profile),
            ("summaryDetail", &self.summary_detail),
        ];
        let mut info: Option<Map<String, Value>> = None;
        for (name, section) in sources {
            let Field::Value(Collapsed(section)) = section else { continue };
            let merged = info.get_or_insert_default();
            match section {
                Value::Object(members) => {
                    merged.extend(members.iter().map(|(key, value)| (key.clone(), value.clone())));
                }
                Value::Null => {}
                _ => return Err(Fault::wrong_type(format!("QuoteSummaryStore.{name}"), "an object").into()),
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
}

/// Which parts may be missing, and which are.
struct Parts {
    partial: bool,
    missing: Vec<&'static str>,
}

impl Parts {
    fn take<T>(&mut self, name: &'static str, part: Option<T>) -> Result<Option<T>, ConversionHookError> {
        if part.is_none() {
            if !self.partial {
                let fault = Fault::missing(format!("the source of {name} in QuoteSummaryStore"));
                return Err(ConversionHookError::not_found(NOT_FOUND, fault));
            }
            self.missing.push(name);
        }
        Ok(part)
    }
}

fn recommendations(section: Field<Collapsed>) -> Result<Option<Vec<Value>>, ConversionHookError> {
    const PATH: &str = "QuoteSummaryStore.upgradeDowngradeHistory";
    match section.into_value() {
        None | Some(Collapsed(Value::Null)) => Ok(None),
        Some(Collapsed(Value::Object(mut members))) => match members.remove("history") {
            None | Some(Value::Null) => Ok(None),
            Some(Value::Array(history)) => Ok(Some(history)),
            Some(_) => Err(Fault::wrong_type(format!("{PATH}.history"), "a list").into()),
        },
        Some(_) => Err(Fault::wrong_type(PATH, "an object").into()),
    }
}

/// A section as it is: an object, or null where the page says null or leaves it empty.
fn copy(name: &'static str, section: Field<Collapsed>) -> Result<Option<Value>, ConversionHookError> {
    match section {
        Field::Absent => Ok(None),
        Field::Null => Ok(Some(Value::Null)),
        Field::Value(Collapsed(value @ (Value::Object(_) | Value::Null))) => Ok(Some(value)),
        Field::Value(_) => Err(Fault::wrong_type(format!("QuoteSummaryStore.{name}"), "an object").into()),
    }
}

/// `{logo_service_url}/<domain>` for a website that has one.
fn logo_url(cx: &Context<'_>, website: &str) -> Option<String> {
    let website = website.trim();
    let url =
        if website.contains("://") { Url::parse(website) } else { Url::parse(&format!("http://{website}")) };
    let url = url.ok()?;
    let Host::Domain(domain) = url.host()? else { return None };
    let domain = domain.strip_prefix("www.").unwrap_or(domain);
    domain.contains('.').then_some(())?;
    Some(format!("{}/{domain}", cx.host("logo_service_url")?))
}
