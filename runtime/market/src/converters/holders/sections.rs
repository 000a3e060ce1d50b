//! Holders from the sections of the summary: the structure that the page's tables give, figure by figure. The
//! days alone differ: the page of 2021 printed the evening before in New York, and the sections have the day itself.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::{Number, Value};
use virtual_finance_core::read::is_time;
use virtual_finance_core::{Fault, SkippedRow};

use super::types::{Holder, HolderTable, Response};
use crate::notes::Currencies;
use crate::read::adapted::Adapted;
use crate::read::collapse::Collapsed;
use crate::read::listed::{Listed, none_of};
use crate::read::section::Price;
use crate::read::{amounts, currency, figures, members};

/// The columns of the page's tables.
const LEGEND: [(&str, &str); 5] = [
    ("holder", "Holder"),
    ("shares", "Shares"),
    ("date_reported", "Date Reported"),
    ("pch_out", "% Out"),
    ("value", "Value"),
];

members! {
    pub(crate) struct Sections {
        major: "majorHoldersBreakdown" => Option<Breakdown>,
        institutions: "institutionOwnership" => Option<Ownership>,
        funds: "fundOwnership" => Option<Ownership>,
        price: "price" => Option<Price>,
    }
}

members! {
    struct Breakdown {
        insiders: "insidersPercentHeld" => Option<Collapsed>,
        institutions: "institutionsPercentHeld" => Option<Collapsed>,
        of_float: "institutionsFloatPercentHeld" => Option<Collapsed>,
        count: "institutionsCount" => Option<Collapsed>,
    }
}

members! {
    struct Ownership {
        list: "ownershipList" => Option<Listed<Owner>>,
    }
}

members! {
    #[derive(PartialEq)]
    struct Owner {
        organization: "organization" required => String,
        position: "position" => Option<Number>,
        report_date: "reportDate" => Option<Number>,
        held: "pctHeld" => Option<Number>,
        value: "value" => Option<Number>,
    }
}

impl Adapted for Owner {}

impl Sections {
    /// Returns the note of the currency. Values of holdings are prices times shares: in pence where prices are.
    pub(super) fn currencies(&self) -> Option<Currencies> {
        currency::of_prices(self.price.as_ref().and_then(Price::currency))
    }

    /// Returns the structure of the contract, and adds the holders and the parts that cannot be read to those that are
    /// skipped.
    ///
    /// # Errors
    /// There is no section of major holders, or no part can be read and one of them has something: the fault of the first one.
    pub(super) fn response(self, skipped: &mut Vec<SkippedRow>) -> Result<Response, Fault> {
        let major = self.major.ok_or_else(|| Fault::missing(MAJOR))?.rows(skipped);
        let mut first = None;
        let major = kept(major, MAJOR, &mut first, skipped).unwrap_or_default();
        let mut table = |section: Option<Ownership>, name| {
            let found =
                section.map_or(Ok(None), |section| section.table(&format!("{name}.ownershipList"), skipped));
            kept(found, name, &mut first, skipped).flatten()
        };
        let institutional = table(self.institutions, "institutionOwnership");
        let mutualfund = table(self.funds, "fundOwnership");
        match first {
            Some(fault) if major.is_empty() && institutional.is_none() && mutualfund.is_none() => Err(fault),
            _ => Ok(Response { major, institutional, mutualfund }),
        }
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

impl Breakdown {
    /// Returns the rows of the page's table; what the section does not say has none.
    ///
    /// # Errors
    /// It says something, and none of it is a figure.
    fn rows(self, skipped: &mut Vec<SkippedRow>) -> Result<Vec<(String, String)>, Fault> {
        let percent = |figure: &Number| Some(format!("{}%", figures::percentage(figure)?));
        let count = |figure: &Number| Some(amounts::whole(figure.clone()).to_string());
        let rows: [(_, _, fn(&Number) -> _); 4] = [
            ("% of Shares Held by All Insider", self.insiders, percent),
            ("% of Shares Held by Institutions", self.institutions, percent),
            ("% of Float Held by Institutions", self.of_float, percent),
            ("Number of Institutions Holding Shares", self.count, count),
        ];
        let before = skipped.len();
        let mut pairs = Vec::with_capacity(rows.len());
        for (label, figure, text) in rows {
            match cell(figure, text) {
                Ok(None) => {}
                Ok(Some(text)) => pairs.push((text, label.to_owned())),
                Err(reason) => skipped.push(SkippedRow::named(label, reason)),
            }
        }
        match skipped.get(before..) {
            Some(others) if pairs.is_empty() && !others.is_empty() => Err(none_of(MAJOR, others)),
            _ => Ok(pairs),
        }
    }
}

impl Ownership {
    /// Returns the page's table; `None` where there is nobody to list. `path` is that of the list.
    fn table(self, path: &str, skipped: &mut Vec<SkippedRow>) -> Result<Option<HolderTable>, Fault> {
        let Some(owners) = self.list else {
            skipped.push(SkippedRow::at(path, "it is missing"));
            return Ok(None);
        };
        let before = skipped.len();
        let owners = owners.subject(path, skipped)?;
        let mut holders = Vec::with_capacity(owners.len());
        for owner in owners {
            match owner.holder() {
                Ok(holder) => holders.push(holder),
                Err(row) => skipped.push(row),
            }
        }
        if holders.is_empty() {
            let others = skipped.get(before..).unwrap_or_default();
            return if others.is_empty() { Ok(None) } else { Err(none_of(path, others)) };
        }
        let legend = LEGEND.iter().map(|(key, title)| ((*key).to_owned(), (*title).into())).collect();
        Ok(Some(HolderTable { legend, holders }))
    }
}

impl Owner {
    /// Returns a row of the page's table; what is not said is null, as an empty cell is.
    ///
    /// # Errors
    /// A figure is of an unusual size.
    fn holder(self) -> Result<Holder, SkippedRow> {
        let number = |figure: &Number| Some(Value::Number(amounts::whole(figure.clone())));
        let percent = |figure: &Number| {
            let percent: f64 = figures::percentage(figure)?.parse().ok()?;
            Number::from_f64(percent).map(Value::Number)
        };
        let day = |time: &Number| date(time).map(Value::String);
        let figures: [(_, _, fn(&Number) -> _); 4] = [
            ("position", self.position, number),
            ("reportDate", self.report_date, day),
            ("pctHeld", self.held, percent),
            ("value", self.value, number),
        ];
        let mut cells = Vec::with_capacity(LEGEND.len());
        cells.push(Value::String(self.organization.clone()));
        for (name, figure, convert) in figures {
            let cell = match figure {
                None => Value::Null,
                Some(figure) => convert(&figure).ok_or_else(|| {
                    let reason = format!("its {name} is not a number of a usual size");
                    SkippedRow::named(self.organization.clone(), reason)
                })?,
            };
            cells.push(cell);
        }
        Ok(Holder(LEGEND.iter().map(|(key, _)| (*key).to_owned()).zip(cells).collect()))
    }
}

/// Returns a figure as a cell; `None` if it is absent, null or empty.
///
/// # Errors
/// It is something else: the reason.
fn cell<T>(
    figure: Option<Collapsed>,
    convert: impl Fn(&Number) -> Option<T>,
) -> Result<Option<T>, &'static str> {
    let Some(Collapsed(figure)) = figure else { return Ok(None) };
    if figure.is_null() {
        return Ok(None);
    }
    let converted = figure.as_number().and_then(convert);
    converted.map(Some).ok_or("it is not a number of a usual size")
}

/// Returns the UTC day of a moment, written as the page's tables write a day: `Dec 31, 2020`.
fn date(time: &Number) -> Option<String> {
    let moment = Timestamp::from_second(time.as_i64().filter(|time| is_time(*time))?).ok()?;
    Some(moment.to_zoned(TimeZone::UTC).strftime("%b %d, %Y").to_string())
}
