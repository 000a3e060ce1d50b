//! Holders from the sections of the summary: the structure that the page's tables give, figure by figure. The
//! days alone differ: the page of 2021 printed the evening before in New York, and the sections have the day itself.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::{Map, Number, Value};
use virtual_finance_core::read::is_time;
use virtual_finance_core::{ConversionError, Fault, Field, SkippedRow};

use super::types::{Holder, HolderTable, Response};
use crate::notes::Currencies;
use crate::read::adapted::Adapted;
use crate::read::collapse::{Figure, Untyped};
use crate::read::listed::{Listed, require_some};
use crate::read::section::{Price, QuoteType, Section, no_data};
use crate::read::{amounts, currency, figures, members};
use crate::records::holders::Breakdown;

/// The columns of the page's tables, and the column that the sections add.
const LEGEND: [(&str, &str); 6] = [
    ("holder", "Holder"),
    ("shares", "Shares"),
    ("date_reported", "Date Reported"),
    ("pch_out", "% Out"),
    ("value", "Value"),
    (CHANGE, CHANGE),
];
const CHANGE: &str = "pctChange";

members! {
    pub(crate) struct Sections {
        major: "majorHoldersBreakdown" => Option<Shares>,
        institutions: "institutionOwnership" => Option<Ownership>,
        funds: "fundOwnership" => Option<Ownership>,
        quote_type: "quoteType" => Option<QuoteType>,
        price: "price" => Option<Price>,
    }
}

members! {
    #[derive(Default)]
    struct Shares {
        insiders: "insidersPercentHeld" => Option<Untyped>,
        institutions: "institutionsPercentHeld" => Option<Untyped>,
        of_float: "institutionsFloatPercentHeld" => Option<Untyped>,
        count: "institutionsCount" => Option<Untyped>,
    }
}

type Ownership = Section<Listed<Owner>>;

members! {
    #[derive(PartialEq)]
    struct Owner {
        organization: "organization" required => String,
        position: "position" => Figure,
        report_date: "reportDate" => Figure,
        held: "pctHeld" => Figure,
        value: "value" => Figure,
        change: "pctChange" => Figure,
    }
}

impl Adapted for Owner {}

impl Sections {
    /// Returns the note of the currency. Values of holdings are prices times shares: in pence where prices are.
    pub(super) fn currencies(&self) -> Option<Currencies> {
        currency::of_prices(self.price.as_ref().and_then(Price::currency))
    }

    /// Returns the structure of the contract, and counts unreadable holders and parts as skipped.
    ///
    /// # Errors
    /// There are no holders at all, or no part can be read and one of them has something: the fault of the first one.
    pub(super) fn response(self, skipped: &mut Vec<SkippedRow>) -> Result<Response, ConversionError> {
        let major = self.major.unwrap_or_default().read(skipped);
        let mut first = None;
        let (major, breakdown) = kept(major, MAJOR, &mut first, skipped).unwrap_or_default();
        let mut table = |section: Option<Ownership>, name| {
            let found =
                section.map_or(Ok(None), |section| section.table(&format!("{name}.ownershipList"), skipped));
            kept(found, name, &mut first, skipped).flatten()
        };
        let sections = [(self.institutions, "institutionOwnership"), (self.funds, "fundOwnership")];
        let without_list = sections.each_ref().map(|(section, name)| {
            let lacks = section.as_ref().is_some_and(|section| section.rows.is_none());
            lacks.then(|| SkippedRow::at(format!("{name}.ownershipList"), "it is missing"))
        });
        let [institutional, mutualfund] = sections.map(|(section, name)| table(section, name));
        if major.is_empty() && institutional.is_none() && mutualfund.is_none() {
            return Err(first.map_or_else(|| no_data("holders", self.quote_type, skipped), Into::into));
        }
        skipped.extend(without_list.into_iter().flatten());
        let breakdown = Some(breakdown).filter(|_| !major.is_empty());
        Ok(Response { major, institutional, mutualfund, breakdown })
    }
}

/// The section of major holders.
const MAJOR: &str = "majorHoldersBreakdown";

/// Returns a part, or adds it to what is skipped and keeps the first fault.
fn kept<T>(
    found: Result<T, Fault>,
    name: &str,
    first: &mut Option<Fault>,
    skipped: &mut Vec<SkippedRow>,
) -> Option<T> {
    found
        .map_err(|fault| {
            skipped.push(SkippedRow::at(name, fault.to_string()));
            first.get_or_insert(fault);
        })
        .ok()
}

/// The rows of the page's table of breakdowns: a figure as text, and its label.
type MajorRows = Vec<(Option<String>, String)>;

impl Shares {
    /// Returns the rows of the page's table, and their figures; a member that is absent has no row. Where the section has no
    /// figure at all, there are no rows.
    ///
    /// # Errors
    /// It says something, and none of it is a figure.
    fn read(self, skipped: &mut Vec<SkippedRow>) -> Result<(MajorRows, Breakdown), Fault> {
        let percent = |figure: &Number| Some(format!("{}%", figures::percentage(figure)?));
        let count = |figure: &Number| Some(amounts::whole(figure.clone()).to_string());
        let mut breakdown = Breakdown::default();
        let held = &mut breakdown;
        let rows: [(_, _, fn(&Number) -> _, _); 4] = [
            ("% of Shares Held by All Insider", self.insiders, percent, &mut held.insiders_percent_held),
            (
                "% of Shares Held by Institutions",
                self.institutions,
                percent,
                &mut held.institutions_percent_held,
            ),
            (
                "% of Float Held by Institutions",
                self.of_float,
                percent,
                &mut held.institutions_float_percent_held,
            ),
            ("Number of Institutions Holding Shares", self.count, count, &mut held.institutions_count),
        ];
        let before = skipped.len();
        let mut pairs = Vec::with_capacity(rows.len());
        for (label, figure, text, number) in rows {
            let is_absent = figure.is_none();
            match cell(figure, |figure| Some((text(figure)?, figure.clone()))) {
                Ok(None) if is_absent => {}
                Ok(None) => {
                    pairs.push((None, label.to_owned()));
                    *number = Field::Null;
                }
                Ok(Some((text, figure))) => {
                    pairs.push((Some(text), label.to_owned()));
                    *number = amounts::whole(figure).into();
                }
                Err(reason) => skipped.push(SkippedRow::named(label, reason)),
            }
        }
        if pairs.iter().all(|(text, _)| text.is_none()) {
            pairs.clear();
        }
        require_some(&pairs, MAJOR, before, skipped)?;
        Ok((pairs, breakdown))
    }
}

impl Ownership {
    /// Returns the page's table; `None` where there is nobody to list. `path` is the list's.
    fn table(self, path: &str, skipped: &mut Vec<SkippedRow>) -> Result<Option<HolderTable>, Fault> {
        let Some(owners) = self.rows else { return Ok(None) };
        let before = skipped.len();
        let owners = owners.subject(path, skipped)?;
        let columns = LEGEND.iter().filter(|(key, _)| *key != CHANGE || owners.iter().any(Owner::has_change));
        let legend: Map<_, _> = columns.map(|(key, title)| ((*key).to_owned(), (*title).into())).collect();
        let mut holders = Vec::with_capacity(owners.len());
        for owner in owners {
            match owner.holder(&legend) {
                Ok(holder) => holders.push(holder),
                Err(row) => skipped.push(row),
            }
        }
        require_some(&holders, path, before, skipped)?;
        Ok((!holders.is_empty()).then_some(HolderTable { legend, holders }))
    }
}

impl Owner {
    fn has_change(&self) -> bool {
        self.change.0.is_some()
    }

    /// Returns a row of the page's table with the columns of the legend; what is not said is null, as an empty cell is.
    ///
    /// # Errors
    /// A figure is of an unusual size.
    fn holder(self, legend: &Map<String, Value>) -> Result<Holder, SkippedRow> {
        let number = |figure: &Number| Some(Value::Number(amounts::whole(figure.clone())));
        let percent = |figure: &Number| {
            let percent: f64 = figures::percentage(figure)?.parse().ok()?;
            Number::from_f64(percent).map(Value::Number)
        };
        let day = |time: &Number| date(time).map(Value::String);
        let figures: [(_, _, fn(&Number) -> _); 5] = [
            ("position", self.position, number),
            ("reportDate", self.report_date, day),
            ("pctHeld", self.held, percent),
            ("value", self.value, number),
            (CHANGE, self.change, |change| Some(change.clone().into())),
        ];
        let mut cells = Vec::with_capacity(LEGEND.len());
        cells.push(Value::String(self.organization.clone()));
        for (name, Figure(figure), convert) in figures {
            let cell = match figure {
                None => Value::Null,
                Some(figure) => convert(&figure).ok_or_else(|| {
                    let reason = format!("its {name} is not a number of a usual size");
                    SkippedRow::named(self.organization.clone(), reason)
                })?,
            };
            cells.push(cell);
        }
        Ok(Holder(legend.keys().cloned().zip(cells).collect()))
    }
}

/// Returns a figure as a cell; `None` if it is absent, null or empty.
///
/// # Errors
/// It is something else: the reason.
fn cell<T>(
    figure: Option<Untyped>,
    convert: impl Fn(&Number) -> Option<T>,
) -> Result<Option<T>, &'static str> {
    let Some(Untyped(figure)) = figure else { return Ok(None) };
    if figure.is_null() {
        return Ok(None);
    }
    let converted = figure.as_number().and_then(convert);
    converted.map(Some).ok_or("it is not a number of a usual size")
}

/// Returns the UTC day of a moment, written as the page's tables write a day: `Dec 31, 2020`.
fn date(time: &Number) -> Option<String> {
    let moment = Timestamp::from_second(time.as_i64().filter(|time| is_time(*time))?).ok()?;
    Some(moment.to_zoned_datetime(TimeZone::UTC).strftime("%b %d, %Y").to_string())
}
