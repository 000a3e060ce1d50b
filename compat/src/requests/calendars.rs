//! The class Calendars.

use polars_core::prelude::DataFrame;
use virtual_finance::Reply;
use virtual_finance::responses::calendar::Response;

use crate::error::Error;
use crate::frames::domain;
use crate::requests::fetching::request_class;

request_class! {
    /// The calendars of the market by day; [`From`] takes a [`virtual_finance::Calendar`] with dates and filters.
    Calendars of Calendar -> CalendarsFrames, Response
}

impl Calendars {
    /// Creates the request for the next seven days.
    pub fn new() -> Self {
        Self { request: virtual_finance::Calendar::new() }
    }
}

impl Default for Calendars {
    fn default() -> Self {
        Self::new()
    }
}

/// The frames of a [`Calendars`] request. A part that the response lacks has no rows.
#[derive(Debug, Clone, PartialEq)]
pub struct CalendarsFrames {
    response: Response,
}

impl CalendarsFrames {
    /// Returns the earnings. See [`frames::domain::earnings_calendar`](crate::frames::domain::earnings_calendar).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn earnings_calendar(&self) -> Result<DataFrame, Error> {
        domain::earnings_calendar(&self.response)
    }

    /// Returns the public offerings. See [`frames::domain::ipo_calendar`](crate::frames::domain::ipo_calendar).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn ipo_calendar(&self) -> Result<DataFrame, Error> {
        domain::ipo_calendar(&self.response)
    }

    /// Returns the economic events. See [`frames::domain::economic_events_calendar`](crate::frames::domain::economic_events_calendar).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn economic_events_calendar(&self) -> Result<DataFrame, Error> {
        domain::economic_events_calendar(&self.response)
    }

    fn of_reply(
        _: &Calendars,
        reply: Result<Reply<Response>, virtual_finance::Error>,
    ) -> Result<Self, Error> {
        Ok(reply?.response.into())
    }
}

impl From<Response> for CalendarsFrames {
    fn from(response: Response) -> Self {
        Self { response }
    }
}
