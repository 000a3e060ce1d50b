//! Instruments that were searched for, with what a search finds beside them.

use polars_core::prelude::DataFrame;
use virtual_finance::responses::{lookup, search};

use crate::column::texts;
use crate::error::Error;
use crate::frames::rows::Rows;
use crate::zone::Zone;

/// The instruments of a search, best match first: `symbol`, `shortname`, `longname`, `quoteType`, `exchange`, `exchDisp`,
/// `sector`, `industry` (texts) and `score` (doubles). Private companies are in [`companies`].
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn quotes(response: &search::Response) -> Result<DataFrame, Error> {
    let rows = Rows::of(Some(&response.quotes));
    rows.frame(vec![
        rows.texts("symbol", |row| &row.symbol),
        rows.texts("shortname", |row| &row.shortname),
        rows.texts("longname", |row| &row.longname),
        rows.texts("quoteType", |row| &row.quote_type),
        rows.texts("exchange", |row| &row.exchange),
        rows.texts("exchDisp", |row| &row.exch_disp),
        rows.texts("sector", |row| &row.sector),
        rows.texts("industry", |row| &row.industry),
        rows.floats("score", |row| row.score.get()),
    ])
}

/// The private companies of a search: `name`, `permalink` (texts).
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn companies(response: &search::Response) -> Result<DataFrame, Error> {
    let rows = Rows::of(Some(&response.companies));
    rows.frame(vec![rows.texts("name", |row| &row.name), rows.texts("permalink", |row| &row.permalink)])
}

/// The news of a search: `uuid`, `title`, `publisher`, `link` (texts), `providerPublishTime` (in UTC), `type` and
/// `relatedTickers` (texts, joined by `,`).
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn news(response: &search::Response) -> Result<DataFrame, Error> {
    let rows = Rows::of(Some(&response.news));
    rows.frame(vec![
        rows.texts("uuid", |row| &row.uuid),
        rows.texts("title", |row| &row.title),
        rows.texts("publisher", |row| &row.publisher),
        rows.texts("link", |row| &row.link),
        rows.instants("providerPublishTime", |row| &row.provider_publish_time, Zone::UTC),
        rows.texts("type", |row| &row.kind),
        texts("relatedTickers", response.news.iter().map(|row| Some(row.related_tickers.get()?.join(",")))),
    ])
}

/// The lists of a search: `type`, `name`, `slug`, `title`, `canonicalName` (texts), `symbolCount`, `total` (integers),
/// `dailyPercentGain` (in percent) and `isPremium`.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn lists(response: &search::Response) -> Result<DataFrame, Error> {
    let rows = Rows::of(Some(&response.lists));
    rows.frame(vec![
        rows.texts("type", |row| &row.kind),
        rows.texts("name", |row| &row.name),
        rows.texts("slug", |row| &row.slug),
        rows.texts("title", |row| &row.title),
        rows.texts("canonicalName", |row| &row.canonical_name),
        rows.whole_numbers("symbolCount", |row| &row.symbol_count),
        rows.whole_numbers("total", |row| &row.total),
        rows.floats("dailyPercentGain", |row| row.daily_percent_gain.get()),
        rows.truths("isPremium", |row| &row.is_premium),
    ])
}

/// The research reports of a search: `id`, `provider`, `author`, `reportHeadline` (texts) and `reportDate` (in UTC).
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn research(response: &search::Response) -> Result<DataFrame, Error> {
    let rows = Rows::of(Some(&response.reports));
    rows.frame(vec![
        rows.texts("id", |row| &row.id),
        rows.texts("provider", |row| &row.provider),
        rows.texts("author", |row| &row.author),
        rows.texts("reportHeadline", |row| &row.report_headline),
        rows.instants("reportDate", |row| &row.report_date, Zone::UTC),
    ])
}

/// The links of a search: `navName`, `navUrl` (texts).
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn nav(response: &search::Response) -> Result<DataFrame, Error> {
    let rows = Rows::of(Some(&response.navigation));
    rows.frame(vec![rows.texts("navName", |row| &row.nav_name), rows.texts("navUrl", |row| &row.nav_url)])
}

/// The instruments of a lookup, best match first: `symbol`, `shortName`, `exchange`, `quoteType` (texts), `rank`
/// (integers), `regularMarketPrice`, `regularMarketChange`, `regularMarketPercentChange` (doubles, the last in percent),
/// `industryName` and `industryLink`.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn instruments(response: &lookup::Response) -> Result<DataFrame, Error> {
    let rows = Rows::of(Some(&response.instruments));
    rows.frame(vec![
        rows.texts("symbol", |row| &row.symbol),
        rows.texts("shortName", |row| &row.name),
        rows.texts("exchange", |row| &row.exchange),
        rows.texts("quoteType", |row| &row.quote_type),
        rows.integers("rank", |row| row.rank.get()),
        rows.floats("regularMarketPrice", |row| row.price.get()),
        rows.floats("regularMarketChange", |row| row.change.get()),
        rows.floats("regularMarketPercentChange", |row| row.change_percent.get()),
        rows.texts("industryName", |row| &row.industry_name),
        rows.texts("industryLink", |row| &row.industry_link),
    ])
}
