//! Holders from the sections of the summary: the structure that the page's tables give, figure by figure. The
//! days alone differ: the page of 2021 printed the evening before in New York, and the sections have the day itself.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::{Map, Number, Value};
use virtual_finance_core::Fault;

use super::types::{Holder, HolderTable, Response};
use crate::notes::Currencies;
use crate::read::collapse::Collapsed;
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
        list: "ownershipList" => Option<Vec<Owner>>,
    }
}

members! {
    struct Owner {
        organization: "organization" => Option<String>,
        position: "position" => Option<Collapsed>,
        report_date: "reportDate" => Option<Collapsed>,
        held: "pctHeld" => Option<Collapsed>,
        value: "value" => Option<Collapsed>,
    }
}

impl Sections {
    /// Returns the note of the currency. Values of holdings are prices times shares: in pence where prices are.
    pub(super) fn currencies(&self) -> Option<Currencies> {
        currency::of_prices(self.price.as_ref().and_then(Price::currency))
    }

    /// Returns the structure of the contract.
    ///
    /// # Errors
    /// There is no section of major holders, or a figure is no number.
    pub(super) fn response(self) -> Result<Response, Fault> {
        let major = self.major.ok_or_else(|| Fault::missing("majorHoldersBreakdown"))?;
        let table = |section: Option<Ownership>| section.and_then(Ownership::table).transpose();
        Ok(Response {
            major: major.rows()?,
            institutional: table(self.institutions)?,
            mutualfund: table(self.funds)?,
        })
    }
}

impl Breakdown {
    /// Returns the rows of the page's table; what the section does not say has none.
    fn rows(self) -> Result<Vec<(String, String)>, Fault> {
        let percent = |figure: &Number| Some(format!("{}%", figures::percentage(figure)?));
        let count = |figure: &Number| Some(amounts::whole(figure.clone()).to_string());
        let rows: [(_, _, fn(&Number) -> _); 4] = [
            ("% of Shares Held by All Insider", self.insiders, percent),
            ("% of Shares Held by Institutions", self.institutions, percent),
            ("% of Float Held by Institutions", self.of_float, percent),
            ("Number of Institutions Holding Shares", self.count, count),
        ];
        let row = |(label, figure, text): (&str, _, fn(&Number) -> _)| {
            Some(
                cell("majorHoldersBreakdown", figure, text).transpose()?.map(|text| (text, label.to_owned())),
            )
        };
        rows.into_iter().filter_map(row).collect()
    }
}

impl Ownership {
    /// Returns the page's table; `None` where there is nobody to list.
    fn table(self) -> Option<Result<HolderTable, Fault>> {
        let owners = self.list.filter(|owners| !owners.is_empty())?;
        let legend = LEGEND.iter().map(|(key, title)| ((*key).to_owned(), (*title).into())).collect();
        let holders: Result<_, _> = owners.into_iter().map(Owner::holder).collect();
        Some(holders.map(|holders| HolderTable { legend, holders }))
    }
}

impl Owner {
    /// Returns a row of the page's table; what is not said is null, as an empty cell is.
    fn holder(self) -> Result<Holder, Fault> {
        let number = |figure: &Number| Some(Value::Number(amounts::whole(figure.clone())));
        let percent = |figure: &Number| {
            let percent: f64 = figures::percentage(figure)?.parse().ok()?;
            Number::from_f64(percent).map(Value::Number)
        };
        let cells = [
            self.organization.map(Value::String),
            cell("position", self.position, number)?,
            cell("reportDate", self.report_date, |time| date(time).map(Value::String))?,
            cell("pctHeld", self.held, percent)?,
            cell("value", self.value, number)?,
        ];
        let cells = LEGEND.iter().zip(cells);
        let cells = cells.map(|((key, _), cell)| ((*key).to_owned(), cell.unwrap_or_default()));
        Ok(Holder(cells.collect::<Map<_, _>>()))
    }
}

/// Returns a figure as a cell; `None` if it is absent, null or empty.
fn cell<T>(
    name: &'static str,
    figure: Option<Collapsed>,
    convert: impl Fn(&Number) -> Option<T>,
) -> Result<Option<T>, Fault> {
    let Some(Collapsed(figure)) = figure else { return Ok(None) };
    if figure.is_null() {
        return Ok(None);
    }
    let converted = figure.as_number().and_then(convert);
    converted.map(Some).ok_or_else(|| Fault::wrong_type(name, "a number of a usual size"))
}

/// Returns the UTC day of a moment, written as the page's tables write a day: `Dec 31, 2020`.
fn date(time: &Number) -> Option<String> {
    let moment = Timestamp::from_second(time.as_i64()?).ok()?;
    Some(moment.to_zoned(TimeZone::UTC).strftime("%b %d, %Y").to_string())
}
