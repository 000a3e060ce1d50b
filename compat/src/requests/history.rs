//! The class History.

use polars_core::prelude::DataFrame;
use virtual_finance::notes::{Adjustment, Notes, NullValues};
use virtual_finance::responses::history::Response;
use virtual_finance::responses::{Map, Value};
use virtual_finance::{AdjustType, Client, EventKind, Interval, Range, Reply, Span};

use crate::adjust::Adjust;
use crate::error::Error;
use crate::frames::history;
use crate::repair::{self, Repaired, Repairs};
use crate::requests::fetching::{frame_methods, noted};

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
    repairs: bool,
}

/// The events that yfinance asks for, which a repair compares with the prices.
const EVENTS: [EventKind; 3] = [EventKind::Dividends, EventKind::Splits, EventKind::CapitalGains];

impl History {
    /// Creates the request for a ticker.
    pub fn new(ticker: impl Into<String>) -> Self {
        let request = virtual_finance::History::new(ticker.into());
        Self { request, adjust: Some(Adjust::Auto), repairs: false }
    }

    /// Returns all daily bars with all events, as they are: what the actions of a ticker are read from.
    pub(crate) fn whole(ticker: &str) -> Self {
        Self::new(ticker)
            .range(Range::Max)
            .interval(Interval::OneDay)
            .events(EVENTS)
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

    /// Mends what the history itself shows to be wrong, before the prices are adjusted: yfinance's `repair`.
    ///
    /// The frame has a column more, `Repaired?`, which is true for bars that were changed, and
    /// [`HistoryFrames::repairs`] lists the changes and what could not be decided. All kinds of events are asked for. Bars of
    /// a day or more are repaired within all bars of their interval, which a second request fetches. A daily history with gaps
    /// within the last two years is fetched by the hour too, to fill them. See [`repair`](crate::repair).
    pub const fn repair(mut self, repair: bool) -> Self {
        self.repairs = repair;
        self
    }

    /// Sends the request and makes frames of the response.
    ///
    /// # Errors
    /// As for [`Client::request`](virtual_finance::Client); of a repair [`Error::AlreadyAdjusted`] and [`Error::NotAdjustable`].
    pub async fn fetch(&self, client: &Client) -> Result<HistoryFrames, Error> {
        self.frames(client, client.reply(&self.to_request()).await).await
    }

    /// Sends the request and returns the standardized structure instead of frames.
    ///
    /// # Errors
    /// As for [`fetch`](Self::fetch).
    pub async fn standardized(&self, client: &Client) -> Result<Response, Error> {
        Ok(self.fetch(client).await?.into_response())
    }

    /// Makes frames of the reply of this request. A repair may send two more.
    pub(crate) async fn frames(
        &self,
        client: &Client,
        reply: Result<Reply<Response>, virtual_finance::Error>,
    ) -> Result<HistoryFrames, Error> {
        let Reply { response, mut notes, .. } = noted(reply)?;
        let events = self.asked_events();
        let is_back_adjusted = self.adjust == Some(Adjust::YfinanceBack);
        if !self.repairs {
            return Ok(HistoryFrames { response, notes, events, is_back_adjusted, repaired: None });
        }
        let ticker = self.request.get_ticker();
        if notes.get::<Adjustment>().is_some() {
            return Err(Error::AlreadyAdjusted { ticker: ticker.to_owned() });
        }
        let finer = match repair::finer(ticker, &response) {
            // Without them the gaps stay, and the note tells them.
            Some(request) => client.request(&request).await.ok(),
            None => None,
        };
        let longer = match self.longer() {
            // Without it the history is repaired alone.
            Some(request) => client.request(&request).await.ok(),
            None => None,
        };
        let within = longer.and_then(|longer| repair::repair_within(&response, longer, finer.as_ref()));
        let alone = || repair::repair(response, finer.as_ref());
        let Repaired { mut response, repairs, rows } = within.unwrap_or_else(alone);
        notes.insert(repairs);
        if let Some(adjustment) = self.adjustment() {
            let missing = |_| Error::NotAdjustable { ticker: ticker.to_owned() };
            let lost = response.ohlcdata.adjust(adjustment).map_err(missing)?;
            if !lost.is_empty() {
                let before = notes.get().map_or_else(Vec::new, |NullValues(values)| values.clone());
                notes.insert(NullValues([before, lost].concat()));
            }
            notes.insert(adjustment);
        }
        Ok(HistoryFrames { response, notes, events, is_back_adjusted, repaired: Some(rows) })
    }

    /// Returns the request of all bars of a day or more, within which a shorter history of them is repaired.
    fn longer(&self) -> Option<virtual_finance::History> {
        let is_short = !self.is_intraday() && self.request.get_range() != Some(Range::Max);
        let whole = Self::whole(self.request.get_ticker()).interval(self.request.get_interval());
        is_short.then(|| whole.to_request())
    }

    /// Returns the adjustment that the prices get, if any.
    fn adjustment(&self) -> Option<Adjustment> {
        match self.adjust {
            Some(Adjust::Auto) if !self.is_intraday() => Some(Adjustment::Auto),
            Some(Adjust::Back) => Some(Adjustment::Back),
            _ => None,
        }
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

    /// Returns the kinds of events that are asked for: without a choice all, as yfinance asks.
    fn asked_events(&self) -> Vec<EventKind> {
        match self.request.get_events() {
            _ if self.repairs => EVENTS.to_vec(),
            Some(events) => events.to_vec(),
            None if self.request.get_actions() => EVENTS.to_vec(),
            None => Vec::new(),
        }
    }

    pub(crate) fn to_request(&self) -> virtual_finance::History {
        let (request, events) = (self.request.clone(), self.asked_events());
        let request = if events.is_empty() { request } else { request.events(events) };
        // Prices are repaired before they are adjusted.
        let adjust = match self.adjustment().filter(|_| !self.repairs) {
            Some(Adjustment::Auto) => AdjustType::Auto,
            Some(Adjustment::Back) => AdjustType::Back,
            _ if self.adjust.is_some() => AdjustType::Unadjusted,
            _ => return request,
        };
        request.adjust(adjust)
    }
}

impl From<virtual_finance::History> for History {
    /// Wraps a request, which keeps its own adjustment.
    fn from(request: virtual_finance::History) -> Self {
        Self { request, adjust: None, repairs: false }
    }
}

/// The frames of a [`History`] request. Without bars or events they have no rows.
#[derive(Debug, Clone, PartialEq)]
pub struct HistoryFrames {
    response: Response,
    /// The notes of the reply, among them the adjustment of the response's prices.
    notes: Notes,
    /// The kinds of events that were asked for.
    events: Vec<EventKind>,
    is_back_adjusted: bool,
    /// True for each bar that a repair changed; `None` without a repair.
    repaired: Option<Vec<bool>>,
}

impl HistoryFrames {
    /// Returns the standardized structure that the frames are made of; it serializes as JSON.
    pub const fn response(&self) -> &Response {
        &self.response
    }

    /// Returns the standardized structure itself.
    #[must_use]
    pub fn into_response(self) -> Response {
        self.response
    }

    /// Returns the bars, adjusted as the request said, with the dividends, splits and capital gains of each, as far as they
    /// were asked for. See [`frames::history::prices`](history::prices) and
    /// [`with_events`](history::with_events). After a repair they have the column `Repaired?` (true or false) too.
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn history(&self) -> Result<DataFrame, Error> {
        if self.is_back_adjusted {
            return self.back_adjusted();
        }
        self.completed(&history::prices(&self.response)?)
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
        self.completed(&history::back_adjusted(&self.response)?)
    }

    /// Returns the changes of the repair that the request asked for, and what it could not decide.
    pub fn repairs(&self) -> Option<&Repairs> {
        self.notes.get()
    }

    /// Returns true for each bar that the repair changed; `None` without a repair.
    pub fn repaired_rows(&self) -> Option<&[bool]> {
        self.repaired.as_deref()
    }

    /// Returns the adjustment of the prices of [`history`](Self::history): the request's, or [`Adjust::Unadjusted`]
    /// for bars of less than a day, which have no adjusted close.
    pub fn adjustment(&self) -> Adjust {
        match self.notes.get() {
            Some(Adjustment::Auto) => Adjust::Auto,
            Some(Adjustment::Back) => Adjust::Back,
            // An adjustment that this version does not know is none of its own.
            _ if self.is_back_adjusted => Adjust::YfinanceBack,
            _ => Adjust::Unadjusted,
        }
    }

    /// Returns the facts about the instrument and its exchange by the host's names. See
    /// [`frames::history::metadata`](history::metadata).
    pub fn metadata(&self) -> Map<String, Value> {
        history::metadata(&self.response)
    }

    /// Returns the notes of the reply, for example the [`WidenedInterval`](virtual_finance::notes::WidenedInterval).
    pub const fn notes(&self) -> &Notes {
        &self.notes
    }

    /// Returns bars with their events, and with the marks of a repair.
    fn completed(&self, bars: &DataFrame) -> Result<DataFrame, Error> {
        history::with_events(bars, &self.response, &self.events, self.repaired.as_deref())
    }
}

frame_methods! {
    HistoryFrames |response|
    /// Returns the dividends. See [`frames::history::dividends`](history::dividends).
    dividends: history::dividends(response);
    /// Returns the splits. See [`frames::history::splits`](history::splits).
    splits: history::splits(response);
    /// Returns the capital gains, of a request whose events have [`EventKind::CapitalGains`]. See
    /// [`frames::history::capital_gains`](history::capital_gains).
    capital_gains: history::capital_gains(response);
    /// Returns dividends, splits and capital gains together. See [`frames::history::actions`](history::actions).
    actions: history::actions(response);
}

impl From<Response> for HistoryFrames {
    /// Returns the frames of a response whose prices are not adjusted, or are to stay as they are.
    fn from(response: Response) -> Self {
        let events = EVENTS.to_vec();
        Self { response, notes: Notes::new(), events, is_back_adjusted: false, repaired: None }
    }
}
