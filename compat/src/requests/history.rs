//! The class History.

use polars_core::prelude::DataFrame;
use virtual_finance::notes::{Adjustment, CapitalGains, Notes};
use virtual_finance::responses::history::Response;
use virtual_finance::responses::{Map, Value};
use virtual_finance::{AdjustType, EventKind, Interval, Range, Reply, Span};

use crate::adjust::Adjust;
use crate::error::Error;
use crate::frames::history;
use crate::requests::fetching::fetching;

/// Prices over time with dividends and splits: `history`, `dividends`, `splits`, `actions`.
///
/// Without any setting it is one month of daily bars, adjusted with [`Adjust::Auto`]. Bars of less than a
/// day have no adjusted close and are not adjusted.
///
/// ```no_run
/// # async fn example() -> Result<(), virtual_finance_compat::Error> {
/// use virtual_finance::{Client, Range};
/// use virtual_finance_compat::{Adjust, History};
///
/// let request = History::new("IBM").range(Range::OneYear).adjust(Adjust::YfinanceBack);
/// let history = request.fetch(&Client::new()?).await?;
/// println!("{}", history.history()?);
/// println!("{}", history.dividends()?);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq)]
#[must_use = "a request does nothing until it is fetched"]
pub struct History {
    request: virtual_finance::History,
    /// `None` leaves the request as it is.
    adjust: Option<Adjust>,
}

impl History {
    /// Creates the request for a ticker.
    pub fn new(ticker: impl Into<String>) -> Self {
        let request = virtual_finance::History::new(ticker.into());
        Self { request, adjust: Some(Adjust::Auto) }
    }

    /// Returns all daily bars with all events, as they are: what the actions of a ticker are read from.
    pub(crate) fn whole(ticker: &str) -> Self {
        Self::new(ticker)
            .range(Range::Max)
            .interval(Interval::OneDay)
            .events([EventKind::Dividends, EventKind::Splits, EventKind::CapitalGains])
            .adjust(Adjust::Unadjusted)
    }

    /// See [`virtual_finance::History::span`].
    pub fn span(self, span: Span) -> Self {
        self.with(|request| request.span(span))
    }

    /// See [`virtual_finance::History::range`].
    pub fn range(self, range: Range) -> Self {
        self.with(|request| request.range(range))
    }

    /// See [`virtual_finance::History::interval`].
    pub fn interval(self, interval: Interval) -> Self {
        self.with(|request| request.interval(interval))
    }

    /// See [`virtual_finance::History::prepost`].
    pub fn prepost(self, prepost: bool) -> Self {
        self.with(|request| request.prepost(prepost))
    }

    /// See [`virtual_finance::History::actions`].
    pub fn actions(self, actions: bool) -> Self {
        self.with(|request| request.actions(actions))
    }

    /// See [`virtual_finance::History::events`].
    pub fn events(self, events: impl IntoIterator<Item = EventKind>) -> Self {
        self.with(|request| request.events(events))
    }

    /// Sets the adjustment of the prices; [`Adjust::Auto`] unless set.
    pub const fn adjust(mut self, adjust: Adjust) -> Self {
        self.adjust = Some(adjust);
        self
    }

    fn with(self, set: impl FnOnce(virtual_finance::History) -> virtual_finance::History) -> Self {
        Self { request: set(self.request), ..self }
    }

    /// Returns true if a bar covers less than a day: such bars have no adjusted close.
    fn is_intraday(&self) -> bool {
        !matches!(
            self.request.get_interval(),
            Interval::OneDay
                | Interval::FiveDays
                | Interval::OneWeek
                | Interval::OneMonth
                | Interval::ThreeMonths
        )
    }

    pub(crate) fn to_request(&self) -> virtual_finance::History {
        let request = self.request.clone();
        match self.adjust {
            Some(Adjust::Auto) if !self.is_intraday() => request.adjust(AdjustType::Auto),
            Some(Adjust::Back) => request.adjust(AdjustType::Back),
            _ => request,
        }
    }
}

impl From<virtual_finance::History> for History {
    /// Wraps a request, which keeps its own adjustment.
    fn from(request: virtual_finance::History) -> Self {
        Self { request, adjust: None }
    }
}

fetching!(History -> HistoryFrames, Response);

/// The frames of a [`History`] request. Without bars or events they have no rows.
#[derive(Debug, Clone, PartialEq)]
pub struct HistoryFrames {
    response: Response,
    /// The notes of the reply, among them the adjustment of the response's prices.
    notes: Notes,
    is_back_adjusted: bool,
}

impl HistoryFrames {
    /// Returns the bars, adjusted as the request said. See [`frames::history::prices`](history::prices).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn history(&self) -> Result<DataFrame, Error> {
        if self.is_back_adjusted { self.back_adjusted() } else { history::prices(&self.response) }
    }

    /// Returns the bars with yfinance's own back adjustment, of a history that was asked for unadjusted. See
    /// [`frames::history::back_adjusted`](history::back_adjusted).
    ///
    /// # Errors
    /// [`Error::AlreadyAdjusted`]; [`Error::Frame`] if polars rejects a column.
    pub fn back_adjusted(&self) -> Result<DataFrame, Error> {
        if self.notes.get::<Adjustment>().is_some() {
            let ticker = self.response.meta.symbol.get().cloned().unwrap_or_default();
            return Err(Error::AlreadyAdjusted { ticker });
        }
        history::back_adjusted(&self.response)
    }

    /// Returns the adjustment of the prices of [`history`](Self::history): that of the request, or
    /// [`Adjust::Unadjusted`] for bars of less than a day, which have no adjusted close.
    #[must_use]
    pub fn adjustment(&self) -> Adjust {
        match self.notes.get() {
            Some(Adjustment::Auto) => Adjust::Auto,
            Some(Adjustment::Back) => Adjust::Back,
            // An adjustment that this version does not know is none of its own.
            _ if self.is_back_adjusted => Adjust::YfinanceBack,
            _ => Adjust::Unadjusted,
        }
    }

    /// Returns the dividends. See [`frames::history::dividends`](history::dividends).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn dividends(&self) -> Result<DataFrame, Error> {
        history::dividends(&self.response)
    }

    /// Returns the splits. See [`frames::history::splits`](history::splits).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn splits(&self) -> Result<DataFrame, Error> {
        history::splits(&self.response)
    }

    /// Dividends and splits together. See [`frames::history::actions`](history::actions).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn actions(&self) -> Result<DataFrame, Error> {
        history::actions(&self.response)
    }

    /// Returns the capital gains, of a request whose events have [`EventKind::CapitalGains`]. See
    /// [`frames::history::capital_gains`](history::capital_gains).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn capital_gains(&self) -> Result<DataFrame, Error> {
        let gains = self.notes.get::<CapitalGains>().map(|gains| gains.0.as_slice()).unwrap_or_default();
        history::capital_gains(&self.response, gains)
    }

    /// Returns the facts about the instrument and its exchange by the host's names. See
    /// [`frames::history::metadata`](history::metadata).
    #[must_use]
    pub fn metadata(&self) -> Map<String, Value> {
        history::metadata(&self.response)
    }

    /// Returns the notes of the reply, for example the [`WidenedInterval`](virtual_finance::notes::WidenedInterval).
    #[must_use]
    pub const fn notes(&self) -> &Notes {
        &self.notes
    }

    pub(crate) fn of_reply(
        request: &History,
        reply: Result<Reply<Response>, virtual_finance::Error>,
    ) -> Result<Self, Error> {
        let reply = reply?;
        Ok(Self {
            response: reply.response,
            notes: reply.notes,
            is_back_adjusted: request.adjust == Some(Adjust::YfinanceBack),
        })
    }
}

impl From<Response> for HistoryFrames {
    /// Returns the frames of a response whose prices are not adjusted, or are to stay as they are.
    fn from(response: Response) -> Self {
        Self { response, notes: Notes::new(), is_back_adjusted: false }
    }
}
