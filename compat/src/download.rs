//! The histories of several tickers, fetched together.

use std::collections::HashSet;

use polars_core::prelude::{
    Column, DataFrame, DataType, IntoColumn as _, NewChunkedArray as _, StringChunked, TimeZone,
};
use virtual_finance::Client;

use crate::error::Error;
use crate::requests::{History, HistoryFrames};

/// The column that names the ticker of a row.
const TICKER: &str = "Ticker";

/// Fetches the histories of several tickers, a few at a time: yfinance's `download`. `set` describes each request, as
/// [`Ticker::history`](crate::Ticker::history) does.
///
/// A ticker that fails fails alone, with its cause. A ticker that is given twice is fetched once.
///
/// ```no_run
/// # async fn example() -> Result<(), virtual_finance_compat::Error> {
/// use virtual_finance::{Client, Range};
/// use virtual_finance_compat::download;
///
/// let client = Client::new()?;
/// let prices = download(&client, ["IBM", "AAPL", "MSFT"], |history| history.range(Range::OneYear)).await;
/// println!("{}", prices.history()?); // Ticker, Date, Open, High, Low, Close, …
/// for (ticker, error) in prices.failures() {
///     eprintln!("{ticker}: {error}");
/// }
/// # Ok(())
/// # }
/// ```
pub async fn download<T: Into<String>>(
    client: &Client,
    tickers: impl IntoIterator<Item = T>,
    set: impl Fn(History) -> History,
) -> Download {
    let mut known = HashSet::new();
    let tickers = tickers.into_iter().map(Into::into).filter(|ticker: &String| known.insert(ticker.clone()));
    let described: Vec<(String, History)> =
        tickers.map(|ticker| (ticker.clone(), set(History::new(ticker)))).collect();
    let requests: Vec<_> = described.iter().map(|(_, history)| history.to_request()).collect();
    let mut replies = client.many(requests).in_order();
    let mut histories = Vec::with_capacity(described.len());
    for (ticker, history) in described {
        let Some((_, reply)) = replies.next().await else { break };
        histories.push((ticker, history.frames(client, reply).await));
    }
    Download { histories }
}

/// The histories of several tickers, from [`download`].
#[derive(Debug)]
pub struct Download {
    histories: Vec<(String, Result<HistoryFrames, Error>)>,
}

impl Download {
    /// Returns the bars of all tickers that did not fail, one ticker after another: `Ticker` and the columns of
    /// [`HistoryFrames::history`]. Timestamps of several time zones are in UTC.
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn history(&self) -> Result<DataFrame, Error> {
        self.joint(HistoryFrames::history)
    }

    /// Returns the dividends and splits of all tickers that did not fail: `Ticker` and the columns of
    /// [`HistoryFrames::actions`].
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn actions(&self) -> Result<DataFrame, Error> {
        self.joint(HistoryFrames::actions)
    }

    /// Returns the frames of a ticker; `None` if it was not fetched, or failed.
    pub fn get(&self, ticker: &str) -> Option<&HistoryFrames> {
        self.iter().find(|(known, _)| *known == ticker).map(|(_, frames)| frames)
    }

    /// Returns each ticker that did not fail with its frames, in the order in which the tickers were given.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &HistoryFrames)> {
        self.histories.iter().filter_map(|(ticker, frames)| Some((ticker.as_str(), frames.as_ref().ok()?)))
    }

    /// Returns each ticker that failed with its cause.
    pub fn failures(&self) -> impl Iterator<Item = (&str, &Error)> {
        self.histories.iter().filter_map(|(ticker, frames)| Some((ticker.as_str(), frames.as_ref().err()?)))
    }

    fn joint(&self, frame: impl Fn(&HistoryFrames) -> Result<DataFrame, Error>) -> Result<DataFrame, Error> {
        let frames = self.iter().map(|(ticker, frames)| Ok((ticker, frame(frames)?)));
        joint(frames.collect::<Result<Vec<_>, Error>>()?)
    }
}

/// Returns the frames of several tickers as one frame, whose first column names the ticker; an empty frame for no
/// tickers.
pub(crate) fn joint(frames: Vec<(&str, DataFrame)>) -> Result<DataFrame, Error> {
    let mut frames = frames.into_iter().map(|(ticker, frame)| named(ticker, &frame));
    let Some(mut all) = frames.next().transpose()? else { return Ok(DataFrame::empty()) };
    for next in frames {
        let mut next = next?;
        complete(&mut all, &next)?;
        complete(&mut next, &all)?;
        // The columns may stand in another order now.
        next = next.select(all.get_column_names_owned())?;
        (all, next) = alike(&all, &next)?;
        all.vstack_mut(&next)?;
    }
    Ok(all)
}

/// Adds the columns that another frame has, such as the capital gains of funds. They are null.
fn complete(frame: &mut DataFrame, other: &DataFrame) -> Result<(), Error> {
    for column in other.columns() {
        if frame.column(column.name()).is_err() {
            let missing = Column::full_null(column.name().clone(), frame.height(), column.dtype());
            frame.with_column(missing)?;
        }
    }
    Ok(())
}

/// Returns the frame with a first column that names the ticker.
fn named(ticker: &str, frame: &DataFrame) -> Result<DataFrame, Error> {
    let names = std::iter::repeat_n(Some(ticker), frame.height());
    let mut columns = vec![StringChunked::from_iter_options(TICKER.into(), names).into_column()];
    columns.extend(frame.columns().iter().cloned());
    Ok(DataFrame::new(frame.height(), columns)?)
}

/// Returns the frames with columns of the same types: timestamps of two zones become UTC, and a column that is of
/// integers in one and of doubles in the other is of doubles.
fn alike(one: &DataFrame, other: &DataFrame) -> Result<(DataFrame, DataFrame), Error> {
    let mut pairs: Vec<(Column, Column)> = Vec::with_capacity(one.width());
    for (one, other) in one.columns().iter().zip(other.columns()) {
        let (one_type, other_type) = (one.dtype(), other.dtype());
        let common = match (one_type, other_type) {
            (one, other) if one == other => None,
            (DataType::Datetime(unit, _), DataType::Datetime(..)) => {
                Some(DataType::Datetime(*unit, Some(TimeZone::UTC)))
            }
            (DataType::Int64, DataType::Float64) | (DataType::Float64, DataType::Int64) => {
                Some(DataType::Float64)
            }
            // Polars says what does not fit.
            _ => None,
        };
        pairs.push(match common {
            Some(common) => (one.cast(&common)?, other.cast(&common)?),
            None => (one.clone(), other.clone()),
        });
    }
    let (ones, others) = pairs.into_iter().unzip();
    Ok((DataFrame::new(one.height(), ones)?, DataFrame::new(other.height(), others)?))
}
