//! The classes Calendars and EarningsDates.

use polars_core::prelude::DataFrame;
use virtual_finance::responses::earnings_dates::Response;
use virtual_finance::{Client, Date, EventCalendar, EventCalendarKind};

use crate::error::Error;
use crate::frames::calendars;
use crate::requests::fetching::{Fetch, Frames, frame_methods};

/// The calendars of the market within some days, each fetched by its method.
///
/// ```no_run
/// # async fn example() -> Result<(), virtual_finance_compat::Error> {
/// use virtual_finance::{Client, Date};
/// use virtual_finance_compat::Calendars;
///
/// let client = Client::new()?;
/// let week = Calendars::new().start(Date::new(2024, 7, 1).unwrap()).limit(100);
/// println!("{}", week.earnings_calendar(&client).await?);
/// println!("{}", week.splits_calendar(&client).await?);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "a request does nothing until it is fetched"]
pub struct Calendars {
    start: Option<Date>,
    end: Option<Date>,
    limit: Option<i64>,
    offset: Option<i64>,
    market_cap: Option<i64>,
}

impl Calendars {
    /// The number of events of a calendar unless another is set, as in yfinance.
    const LIMIT: i64 = 12;

    /// Creates the calendars of the next seven days, with twelve events each.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the first day, in New York.
    pub fn start(mut self, start: Date) -> Self {
        self.start = Some(start);
        self
    }

    /// Sets the midnight in New York up to which events count; by default it is a week after the first day.
    pub fn end(mut self, end: Date) -> Self {
        self.end = Some(end);
        self
    }

    /// Sets the maximum number of events of a calendar, 1 to 100.
    pub fn limit(mut self, limit: i64) -> Self {
        self.limit = Some(limit);
        self
    }

    /// Sets the number of events that are left out.
    pub fn offset(mut self, offset: i64) -> Self {
        self.offset = Some(offset);
        self
    }

    /// Restricts the earnings to companies whose shares have at least this value.
    pub fn market_cap(mut self, least: i64) -> Self {
        self.market_cap = Some(least);
        self
    }

    /// Fetches the earnings: [`frames::calendars::earnings_calendar`](calendars::earnings_calendar).
    ///
    /// # Errors
    /// As for [`Client::request`](virtual_finance::Client).
    pub async fn earnings_calendar(&self, client: &Client) -> Result<DataFrame, Error> {
        let request = self.request(EventCalendarKind::Earnings).min_market_cap(self.market_cap);
        calendars::earnings_calendar(&client.request(&request).await?)
    }

    /// Fetches the public offerings: [`frames::calendars::ipo_info_calendar`](calendars::ipo_info_calendar).
    ///
    /// # Errors
    /// As for [`Client::request`](virtual_finance::Client).
    pub async fn ipo_info_calendar(&self, client: &Client) -> Result<DataFrame, Error> {
        calendars::ipo_info_calendar(&client.request(&self.request(EventCalendarKind::Offerings)).await?)
    }

    /// Fetches the economic events: [`frames::calendars::economic_events_calendar`](calendars::economic_events_calendar).
    ///
    /// # Errors
    /// As for [`Client::request`](virtual_finance::Client).
    pub async fn economic_events_calendar(&self, client: &Client) -> Result<DataFrame, Error> {
        let request = self.request(EventCalendarKind::EconomicEvents);
        calendars::economic_events_calendar(&client.request(&request).await?)
    }

    /// Fetches the splits: [`frames::calendars::splits_calendar`](calendars::splits_calendar).
    ///
    /// # Errors
    /// As for [`Client::request`](virtual_finance::Client).
    pub async fn splits_calendar(&self, client: &Client) -> Result<DataFrame, Error> {
        calendars::splits_calendar(&client.request(&self.request(EventCalendarKind::Splits)).await?)
    }

    fn request(&self, kind: EventCalendarKind) -> EventCalendar {
        let Self { start, end, limit, offset, .. } = *self;
        EventCalendar::new(kind).start(start).end(end).count(limit.unwrap_or(Self::LIMIT)).offset(offset)
    }
}

/// The dates of a company's earnings; [`From`] takes a [`virtual_finance::EarningsDates`] with a number of dates.
pub type EarningsDates = Fetch<virtual_finance::EarningsDates>;

/// The frames of an [`EarningsDates`] request.
pub type EarningsDatesFrames = Frames<Response>;

frame_methods! {
    EarningsDatesFrames |response|
    /// Returns the dates, the latest first. See [`frames::calendars::earnings_dates`](calendars::earnings_dates).
    earnings_dates: calendars::earnings_dates(response);
}
