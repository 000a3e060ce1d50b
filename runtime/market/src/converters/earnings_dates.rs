//! EarningsDates: when a company told its earnings or will tell them, from the service of the host's calendars or from
//! the page of the company's earnings.

use std::cmp::Reverse;

use jiff::fmt::strtime;
use jiff::tz::TimeZone;
use jiff::{Span, civil};
use serde_json::{Map, Number, Value};
use virtual_finance_core::params::ParamFault;
use virtual_finance_core::read::is_time;
use virtual_finance_core::{
    Context, ConversionError, Converted, DateTime, Fault, Field, RawReply, SkippedRow, exactly_one,
};

use super::params::earnings_dates::{Body, Params};
use crate::fault::MarketFault;
use crate::notes::BeyondCount;
use crate::read::adapted::{Adapted, blank_as_null};
use crate::read::listed::{at, require_some};
use crate::read::table::{self, Table};
use crate::read::visualization::{self, Calendar, condition};
use crate::read::{Conversion, instrument, json, page, refusal};

pub use crate::records::earnings_dates::*;

/// The calendar of earnings.
pub(crate) const EARNINGS: Calendar = Calendar {
    entity: "sp_earnings",
    columns: &[
        "ticker",
        "companyshortname",
        "intradaymarketcap",
        "eventname",
        "startdatetime",
        "startdatetimetype",
        "epsestimate",
        "epsactual",
        "epssurprisepct",
    ],
    sorted_by: "intradaymarketcap",
};

/// The name of that calendar in older replies.
const OLDER_ENTITY: &str = "earnings";

impl Adapted for EarningsDate {
    fn adapt(members: &mut Map<String, Value>) {
        blank_as_null(members, &["eventname", "eventtype", "startdatetimetype"]);
        // Those of the company are the same in each row.
        members
            .retain(|name, _| !["ticker", "companyshortname", "intradaymarketcap"].contains(&name.as_str()));
    }
}

/// Returns the body that asks for the earnings of a company, the latest first.
///
/// # Errors
/// None.
pub fn dates_body(body: Body<'_>, _: DateTime) -> Result<Value, ParamFault> {
    let query = condition("and", [condition("eq", ["ticker".into(), body.ticker.into()]), is_earnings()]);
    let calendar = Calendar { sorted_by: "startdatetime", ..EARNINGS };
    Ok(calendar.body(&query, body.count, body.offset))
}

/// Returns the condition that an event is one of earnings, told or announced.
pub(crate) fn is_earnings() -> Value {
    condition("or", ["EAD", "ERA"].map(|kind| condition("eq", ["eventtype".into(), kind.into()])))
}

/// Converts the reply of the service, or the page of the company's earnings.
///
/// # Errors
/// 422: the reply is neither of the two, or has the earnings of another company. 404: it has no earnings of the company
/// at all.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>], params: Params<'_>) -> Conversion<Response> {
    let raw = exactly_one(replies)?;
    let (total, mut dates, skipped) =
        if json::is_json(raw)? { of_service(raw, params)? } else { of_page(raw, params)? };
    if dates.is_empty() && params.offset == 0 {
        return Err(no_dates());
    }
    // Hosts send them so, and do not promise it.
    dates.sort_by_key(|row| Reverse(row.date.get().copied()));
    // Pages have as many as they like.
    let beyond = BeyondCount::cut(&mut dates, params.count, raw);
    let mut converted = Converted::from(Response { ticker: params.ticker.to_owned(), total, dates });
    if let Some(beyond) = beyond {
        converted.notes.insert(beyond);
    }
    Ok(converted.with_skipped(skipped))
}

fn no_dates() -> ConversionError {
    MarketFault::NoData { of: "earnings dates", quote_type: None }.into()
}

type Dates = (Option<Number>, Vec<EarningsDate>, Vec<SkippedRow>);

fn of_service(raw: RawReply<'_>, params: Params<'_>) -> Result<Dates, ConversionError> {
    let found = visualization::read(raw, &[EARNINGS.entity, OLDER_ENTITY], params.offset)?;
    for (_, row) in &found.rows {
        let symbol = row.get("ticker").and_then(Value::as_str);
        instrument::require_same(symbol, params.ticker)?;
    }
    let total = found.total.clone();
    let (dates, skipped) = found.structures(|_: &EarningsDate| Ok(()))?;
    Ok((total, dates, skipped))
}

/// Reads the table of a page. A page without one is about a company that the host does not know.
fn of_page(raw: RawReply<'_>, params: Params<'_>) -> Result<Dates, ConversionError> {
    const NAME: &str = "the table of earnings";
    let mut page = page::page(raw)?;
    let Some(slice) = page.tables(1)?.pop() else {
        return Err(refusal::of_page_without_data(page.text(), no_dates()));
    };
    let (mut dates, mut skipped) = (Vec::new(), Vec::new());
    let mut table = Table::parse(slice.html, NAME)?;
    table.keep_full_rows(NAME, &mut skipped)?;
    let cells = |title: &'static str| {
        let place = table.titles.iter().position(|other| is_title(other, title));
        let place = place.ok_or_else(|| Fault::missing(format!("the column {title} of {NAME}")))?;
        Ok::<_, Fault>(table.column(place))
    };
    let [estimates, actuals, surprises] =
        [cells("EPS Estimate")?, cells("Reported EPS")?, cells("Surprise (%)")?];
    let figures = estimates.zip(actuals).zip(surprises);
    for (index, ((symbol, time), ((estimate, actual), surprise))) in
        cells("Symbol")?.zip(cells("Earnings Date")?).zip(figures).enumerate()
    {
        instrument::require_same([symbol], params.ticker)?;
        let row = || {
            Ok(EarningsDate {
                date: Field::nullable(reported(time).map(seconds).transpose()?),
                eps_estimate: figure(estimate)?,
                eps_actual: figure(actual)?,
                surprise_percent: figure(surprise)?,
                ..EarningsDate::default()
            })
        };
        match row() {
            Ok(row) => dates.push(row),
            Err::<_, Fault>(fault) => skipped.push(at(NAME, index, fault.to_string())),
        }
    }
    require_some(&dates, NAME, 0, &skipped)?;
    Ok((None, dates, skipped))
}

/// Returns true for a title, with blanks or without.
fn is_title(found: &str, title: &str) -> bool {
    let without_blanks = |text: &str| text.replace(' ', "");
    without_blanks(found).eq_ignore_ascii_case(&without_blanks(title))
}

/// Returns the text of a cell, unless it stands for none.
fn reported(cell: &str) -> Option<&str> {
    Some(cell.trim()).filter(|text| !table::is_blank(text))
}

/// Returns the number of a cell, with or without a percent sign.
fn figure(cell: &str) -> Result<Field<Number>, Fault> {
    let Some(text) = reported(cell) else { return Ok(Field::Null) };
    let number =
        table::percent(text).ok_or_else(|| Fault::wrong_type("a figure of the earnings", "a number"))?;
    Ok(Field::Value(number))
}

/// Returns the epoch seconds of a time such as `October 30, 2025 at 4 PM EDT`.
fn seconds(text: &str) -> Result<i64, Fault> {
    const FORMS: [&str; 4] =
        ["%B %d, %Y at %I %p", "%B %d, %Y at %I:%M %p", "%b %d, %Y at %I %p", "%b %d, %Y at %I:%M %p"];
    let fault = || Fault::wrong_type("a date of the earnings", "a time such as October 30, 2025 at 4 PM EDT");
    let (local, zone) = text.rsplit_once(' ').ok_or_else(fault)?;
    let minutes = minutes_of(zone).ok_or_else(fault)?;
    let mut read = FORMS.iter().filter_map(|form| strtime::parse(form, local).ok()?.to_datetime().ok());
    let local: civil::DateTime = read.next().ok_or_else(fault)?;
    let time = local
        .checked_sub(Span::new().minutes(minutes))
        .and_then(|time| time.to_zoned_datetime(TimeZone::UTC));
    let time = time.map_err(|_| fault())?.timestamp().as_second();
    Some(time).filter(|time| is_time(*time)).ok_or_else(fault)
}

/// The zones that pages name, with their offsets from UTC in minutes.
const ZONES: &str = "\
    HST -600, AKST -540, AKDT -480, PST -480, PDT -420, MST -420, MDT -360, CST -360, CDT -300, \
    EST -300, EDT -240, AST -240, ADT -180, NST -210, NDT -150, BRT -180, WET 0, WEST 60, BST 60, \
    CET 60, CEST 120, EET 120, EEST 180, SAST 120, MSK 180, IST 330, SGT 480, HKT 480, AWST 480, \
    JST 540, KST 540, ACST 570, AEST 600, AEDT 660, NZST 720, NZDT 780";

/// Returns the offset of a zone from UTC in minutes: one with a name, or one such as `GMT+5:30`.
fn minutes_of(zone: &str) -> Option<i64> {
    let mut named = ZONES.split(", ").filter_map(|named| named.split_once(' '));
    if let Some((_, minutes)) = named.find(|(name, _)| *name == zone) {
        return minutes.parse().ok();
    }
    let offset = zone.strip_prefix("GMT").or_else(|| zone.strip_prefix("UTC"))?;
    let Some((sign, offset)) = offset.split_at_checked(1) else { return Some(0) };
    let sign = match sign {
        "+" => 1,
        "-" => -1,
        _ => return None,
    };
    let (hours, minutes) = offset.split_once(':').unwrap_or((offset, "0"));
    let [hours, minutes] = [hours, minutes].map(|part| part.parse::<u8>().ok().map(i64::from));
    hours?.checked_mul(60)?.checked_add(minutes?)?.checked_mul(sign)
}
