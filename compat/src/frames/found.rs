//! Instruments that were searched for, with what a search finds beside them.

use polars_core::prelude::DataFrame;
use virtual_finance::responses::{lookup, search};

use crate::column::{floats, frame, instants, integers, texts, truths, whole_numbers};
use crate::error::Error;
use crate::zone::Zone;

/// The instruments of a search, best match first: `symbol`, `shortname`, `longname`, `quoteType`, `exchange`, `exchDisp`,
/// `sector`, `industry` (texts) and `score` (doubles). Private companies are in [`companies`].
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn quotes(response: &search::Response) -> Result<DataFrame, Error> {
    let rows = response.quotes.iter();
    frame(
        response.quotes.len(),
        vec![
            texts("symbol", rows.clone().map(|row| row.symbol.get())),
            texts("shortname", rows.clone().map(|row| row.shortname.get())),
            texts("longname", rows.clone().map(|row| row.longname.get())),
            texts("quoteType", rows.clone().map(|row| row.quote_type.get())),
            texts("exchange", rows.clone().map(|row| row.exchange.get())),
            texts("exchDisp", rows.clone().map(|row| row.exch_disp.get())),
            texts("sector", rows.clone().map(|row| row.sector.get())),
            texts("industry", rows.clone().map(|row| row.industry.get())),
            floats("score", rows.map(|row| row.score.get())),
        ],
    )
}

/// The private companies of a search: `name`, `permalink` (texts).
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn companies(response: &search::Response) -> Result<DataFrame, Error> {
    let rows = response.companies.iter();
    frame(
        response.companies.len(),
        vec![
            texts("name", rows.clone().map(|row| row.name.get())),
            texts("permalink", rows.map(|row| row.permalink.get())),
        ],
    )
}

/// The news of a search: `uuid`, `title`, `publisher`, `link` (texts), `providerPublishTime` (in UTC), `type` and
/// `relatedTickers` (texts, joined by `,`).
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn news(response: &search::Response) -> Result<DataFrame, Error> {
    let rows = response.news.iter();
    let times = rows.clone().map(|row| row.provider_publish_time.get().copied());
    frame(
        response.news.len(),
        vec![
            texts("uuid", rows.clone().map(|row| row.uuid.get())),
            texts("title", rows.clone().map(|row| row.title.get())),
            texts("publisher", rows.clone().map(|row| row.publisher.get())),
            texts("link", rows.clone().map(|row| row.link.get())),
            instants("providerPublishTime", times, Zone::UTC),
            texts("type", rows.clone().map(|row| row.kind.get())),
            texts("relatedTickers", rows.map(|row| Some(row.related_tickers.get()?.join(",")))),
        ],
    )
}

/// The lists of a search: `type`, `name`, `slug`, `title`, `canonicalName` (texts), `symbolCount`, `total` (integers),
/// `dailyPercentGain` (in percent) and `isPremium`.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn lists(response: &search::Response) -> Result<DataFrame, Error> {
    let rows = response.lists.iter();
    frame(
        response.lists.len(),
        vec![
            texts("type", rows.clone().map(|row| row.kind.get())),
            texts("name", rows.clone().map(|row| row.name.get())),
            texts("slug", rows.clone().map(|row| row.slug.get())),
            texts("title", rows.clone().map(|row| row.title.get())),
            texts("canonicalName", rows.clone().map(|row| row.canonical_name.get())),
            whole_numbers("symbolCount", rows.clone().map(|row| row.symbol_count.get().copied())),
            whole_numbers("total", rows.clone().map(|row| row.total.get().copied())),
            floats("dailyPercentGain", rows.clone().map(|row| row.daily_percent_gain.get())),
            truths("isPremium", rows.map(|row| row.is_premium.get().copied())),
        ],
    )
}

/// The research reports of a search: `id`, `provider`, `author`, `reportHeadline` (texts) and `reportDate` (in UTC).
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn research(response: &search::Response) -> Result<DataFrame, Error> {
    let rows = response.reports.iter();
    let times = rows.clone().map(|row| row.report_date.get().copied());
    frame(
        response.reports.len(),
        vec![
            texts("id", rows.clone().map(|row| row.id.get())),
            texts("provider", rows.clone().map(|row| row.provider.get())),
            texts("author", rows.clone().map(|row| row.author.get())),
            texts("reportHeadline", rows.clone().map(|row| row.report_headline.get())),
            instants("reportDate", times, Zone::UTC),
        ],
    )
}

/// The links of a search: `navName`, `navUrl` (texts).
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn nav(response: &search::Response) -> Result<DataFrame, Error> {
    let rows = response.navigation.iter();
    frame(
        response.navigation.len(),
        vec![
            texts("navName", rows.clone().map(|row| row.nav_name.get())),
            texts("navUrl", rows.map(|row| row.nav_url.get())),
        ],
    )
}

/// The instruments of a lookup, best match first: `symbol`, `shortName`, `exchange`, `quoteType` (texts), `rank`
/// (integers), `regularMarketPrice`, `regularMarketChange`, `regularMarketPercentChange` (doubles, the last in percent),
/// `industryName` and `industryLink`.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn instruments(response: &lookup::Response) -> Result<DataFrame, Error> {
    let rows = response.instruments.iter();
    frame(
        response.instruments.len(),
        vec![
            texts("symbol", rows.clone().map(|row| row.symbol.get())),
            texts("shortName", rows.clone().map(|row| row.name.get())),
            texts("exchange", rows.clone().map(|row| row.exchange.get())),
            texts("quoteType", rows.clone().map(|row| row.quote_type.get())),
            integers("rank", rows.clone().map(|row| row.rank.get())),
            floats("regularMarketPrice", rows.clone().map(|row| row.price.get())),
            floats("regularMarketChange", rows.clone().map(|row| row.change.get())),
            floats("regularMarketPercentChange", rows.clone().map(|row| row.change_percent.get())),
            texts("industryName", rows.clone().map(|row| row.industry_name.get())),
            texts("industryLink", rows.map(|row| row.industry_link.get())),
        ],
    )
}
