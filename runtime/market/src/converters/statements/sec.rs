//! Statements of companies of the United States: the figures of their filings at the SEC, under the names of the market.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Number;
use virtual_finance_core::{Context, ConversionError, Date, Fault, RawReply, SkippedRow, exactly_one};

use crate::converters::params::statements::Params;
use crate::fault::MarketFault;
use crate::notes::Differences;
use crate::read::sec::{self, Figure, lacks};
use crate::read::timeseries::Figures;
use crate::read::{Queries, amounts};

pub(super) use crate::read::sec::are_replies;

/// The rows of payments, which the market has below zero and the SEC above.
const PAID: [&str; 3] = ["PurchaseOfPPE", "CashDividendsPaid", "CommonStockPayments"];

/// The beginnings of the names of forms for a year.
const ANNUAL: [&str; 3] = ["10-K", "20-F", "40-F"];

/// The unit of numbers of shares.
const SHARES: &str = "shares";

/// Returns the query for the tickers.
///
/// # Errors
/// The SEC has no such company, or no statements of the period.
pub fn sec_tickers<'a>(
    _: &Context<'_>,
    _: &[RawReply<'_>],
    Params { ticker, period, .. }: Params<'a>,
) -> Queries<'a> {
    if !matches!(period, "yearly" | "quarterly") {
        return Err(lacks(format!("{period} statements")).into());
    }
    sec::query_of_tickers(ticker)
}

/// Returns the number of the company for the path of its figures.
///
/// # Errors
/// 404 where the list of tickers lacks it.
pub fn sec_company<'a>(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
    Params { ticker, .. }: Params<'a>,
) -> Queries<'a> {
    sec::path_of_company(exactly_one(replies)?, ticker)
}

/// A figure that was chosen for a row and a day.
struct Chosen {
    filed: Date,
    unit: String,
    value: Number,
}

/// The rows by the last days of their periods.
pub(super) struct Found {
    rows: BTreeMap<Date, BTreeMap<&'static str, Chosen>>,
    currency: Option<String>,
    pub(super) differences: Differences,
}

impl Found {
    pub(super) fn dates(&self) -> BTreeMap<Date, Figures<'_>> {
        let currency = |row: &Chosen| self.currency.as_deref().filter(|_| row.unit != SHARES);
        let of_day = |rows: &BTreeMap<&'static str, Chosen>| {
            let figure = |row: &Chosen| amounts::whole(row.value.clone());
            rows.iter().map(|(name, row)| (*name, (figure(row), currency(row)))).collect()
        };
        self.rows.iter().map(|(end, rows)| (*end, of_day(rows))).collect()
    }
}

/// Reads the tickers and the figures of a company.
///
/// # Errors
/// 404 where there is no such company, or no figure of the rows; 422 where it reports by other rules than US GAAP, or in several
/// currencies.
pub(super) fn read(
    replies: &[RawReply<'_>],
    params: &Params<'_>,
    skipped: &mut Vec<SkippedRow>,
) -> Result<Found, ConversionError> {
    let [tickers, reply] = replies else { return Err(Fault::missing("the figures").into()) };
    let company = sec::facts(*tickers, *reply, params.ticker)?;
    let facts = company.facts.get("us-gaap");
    let facts = facts.ok_or_else(|| lacks(format!("figures by US GAAP of {}", params.ticker)))?;
    let figures = |concept: &&str| {
        let units = facts.get(*concept).and_then(|concept| concept.units.as_ref());
        units.into_iter().flatten().flat_map(|(unit, rows)| rows.iter().map(move |row| (unit.as_str(), row)))
    };
    let all = sec::ROWS.iter().flat_map(|(_, concepts)| *concepts).flat_map(figures);
    let ends: BTreeSet<Date> = all.filter_map(|(_, row)| end_of_period(row, params.period)).collect();
    let is_asked = |row: &str| params.series.as_ref().is_none_or(|names| names.contains(&row));
    let mut rows: BTreeMap<Date, BTreeMap<&'static str, Chosen>> = BTreeMap::new();
    for (name, concepts) in sec::ROWS.into_iter().filter(|(name, _)| is_asked(name)) {
        for concept in concepts {
            let mut newest: BTreeMap<Date, Chosen> = BTreeMap::new();
            for (unit, row) in figures(concept) {
                let Some((end, chosen)) = chosen(row, unit, PAID.contains(&name)) else {
                    skipped.push(SkippedRow::named(*concept, "it has no end, value or filing"));
                    continue;
                };
                let is_wanted = ends.contains(&end) && is_of(row, end, params.period);
                if is_wanted && newest.get(&end).is_none_or(|known| known.filed < chosen.filed) {
                    newest.insert(end, chosen);
                }
            }
            for (end, chosen) in newest {
                rows.entry(end).or_default().entry(name).or_insert(chosen);
            }
        }
    }
    if rows.is_empty() {
        return Err(MarketFault::NoData { of: "statements of any period", quote_type: None }.into());
    }
    let codes = rows.values().flat_map(BTreeMap::values).filter_map(|row| row.unit.split('/').next());
    let codes: BTreeSet<&str> = codes.filter(|code| *code != SHARES).collect();
    if codes.len() > 1 {
        return Err(lacks(format!("statements of {} in one currency", params.ticker)).into());
    }
    let currency = codes.first().map(|code| (*code).to_owned());
    Ok(Found { rows, currency, differences: differences(params.period) })
}

/// Returns the last day of a fiscal period, by its length and the form: a company may also file the twelve months up to a quarter.
fn end_of_period(row: &Figure, period: &str) -> Option<Date> {
    let end = row.end?;
    let is_annual = || ANNUAL.iter().any(|form| row.form.as_deref().is_some_and(|own| own.starts_with(form)));
    let is_end = match sec::span(row.start, end) {
        "day" | "other" => false,
        "year" => is_annual(),
        _ => period == "quarterly",
    };
    is_end.then_some(end)
}

/// Returns true for a figure of a day, or of a time as long as the period.
fn is_of(row: &Figure, end: Date, period: &str) -> bool {
    match sec::span(row.start, end) {
        "day" => true,
        "year" => period == "yearly",
        "quarter" => period == "quarterly",
        _ => false,
    }
}

fn chosen(row: &Figure, unit: &str, is_paid: bool) -> Option<(Date, Chosen)> {
    let value = row.value.clone()?;
    let value = if is_paid { negative(&value)? } else { value };
    Some((row.end?, Chosen { filed: row.filed?, unit: unit.to_owned(), value }))
}

fn negative(value: &Number) -> Option<Number> {
    match value.as_i64() {
        Some(value) => value.checked_neg().map(Number::from),
        None => Number::from_f64(0.0 - value.as_f64()?),
    }
}

/// Returns what differs from the statements of the first source.
fn differences(period: &str) -> Differences {
    Differences::of([
        (true, "figures are of the newest filing of each period, by US GAAP, with the last days as filed"),
        (true, "rows without a concept of the same meaning are absent"),
        (true, "amounts a share and numbers of shares are as filed, without later splits"),
        (
            period == "quarterly",
            "quarters that no filing has are absent, as the fourth and most of the cash flows",
        ),
    ])
}
