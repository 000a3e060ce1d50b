//! The class Options, and the choice of an expiration.

use virtual_finance::error::{ConversionError, MarketFault};
use virtual_finance::notes::Notes;
use virtual_finance::request::Request;
use virtual_finance::responses::options::{Chain, Response};
use virtual_finance::{Client, Date, DateTime};

use crate::error::Error;
use crate::frames::options::{OptionChain, expirations, option_chain, underlying};
use crate::requests::fetching::{Fetch, Frames};
use crate::zone::day_text;

/// The options on an instrument: `options`, `option_chain`.
///
/// ```no_run
/// # async fn example() -> Result<(), virtual_finance_compat::Error> {
/// use virtual_finance::Client;
/// use virtual_finance_compat::Options;
///
/// let client = Client::new()?;
/// let options = Options::new("IBM").fetch(&client).await?;
/// println!("{:?}", options.options());
/// let chain = options.option_chain(&client, "2024-07-19", Some("America/New_York")).await?;
/// println!("{}", chain.calls);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq)]
#[must_use = "a request does nothing until it is fetched"]
pub struct Options(Fetch<virtual_finance::Options>);

impl Options {
    /// Creates the request for a ticker and the options that expire next.
    pub fn new(ticker: impl Into<String>) -> Self {
        virtual_finance::Options::new(ticker.into()).quote(true).into()
    }

    /// Sends the request and makes frames of the response. An instrument without options has none.
    ///
    /// # Errors
    /// As for [`Client::request`](virtual_finance::Client).
    pub async fn fetch(&self, client: &Client) -> Result<OptionsFrames, Error> {
        let has_none = |error: &ConversionError| {
            matches!(MarketFault::of(error.fault()), Some(MarketFault::NoData { of: "options", .. }))
        };
        let frames = match self.0.fetch(client).await {
            Err(Error::Request(virtual_finance::Error::Conversion(error))) if has_none(&error) => {
                Response::default().into()
            }
            frames => frames?,
        };
        let ticker = Request::subject(&self.0.request).unwrap_or_default().into_owned();
        Ok(OptionsFrames { frames, ticker })
    }

    /// Sends the request and returns the standardized structure instead of frames.
    ///
    /// # Errors
    /// As for [`Client::request`](virtual_finance::Client).
    pub async fn standardized(&self, client: &Client) -> Result<Response, Error> {
        self.0.standardized(client).await
    }
}

impl From<virtual_finance::Options> for Options {
    fn from(request: virtual_finance::Options) -> Self {
        Self(request.into())
    }
}

/// The expiration of the options to return: `"2024-07-19"`, a [`Date`], a [`DateTime`] (its date in UTC), or
/// `None` for the chain that is loaded, which is the next to expire.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Expiration {
    /// Those that are loaded.
    #[default]
    Loaded,
    /// Those that expire on a day, written `2024-07-19`.
    On(String),
}

impl From<Option<&str>> for Expiration {
    fn from(day: Option<&str>) -> Self {
        day.map_or(Self::Loaded, Self::from)
    }
}

impl From<&str> for Expiration {
    fn from(day: &str) -> Self {
        Self::On(day.to_owned())
    }
}

impl From<&String> for Expiration {
    fn from(day: &String) -> Self {
        Self::On(day.clone())
    }
}

impl From<String> for Expiration {
    fn from(day: String) -> Self {
        Self::On(day)
    }
}

impl From<Date> for Expiration {
    fn from(day: Date) -> Self {
        Self::On(day.to_string())
    }
}

impl From<DateTime> for Expiration {
    fn from(moment: DateTime) -> Self {
        Self::On(day_text(moment.epoch_seconds()).unwrap_or_else(|| moment.to_string()))
    }
}

/// The frames of an [`Options`] request. An instrument without options has no expirations and a chain without
/// rows; [`Options::standardized`] returns an error then.
#[derive(Debug, Clone, PartialEq)]
pub struct OptionsFrames {
    frames: Frames<Response>,
    ticker: String,
}

impl OptionsFrames {
    /// Returns the standardized structure that the frames are made of; it serializes as JSON.
    pub const fn response(&self) -> &Response {
        self.frames.response()
    }

    /// Returns the standardized structure itself.
    #[must_use]
    pub fn into_response(self) -> Response {
        self.frames.into_response()
    }

    /// Returns the notes of the reply, for example about contracts that are left out.
    pub const fn notes(&self) -> &Notes {
        self.frames.notes()
    }

    /// Returns the days on which options expire, written `2024-07-19`.
    pub fn options(&self) -> Vec<String> {
        expirations(self.response())
    }

    /// Returns the calls and puts that expire on a day, their trades in the time zone `tz` (UTC without one), with the quote of the
    /// underlying instrument.
    /// Another chain than the loaded one is fetched. See [`frames::options::option_chain`](option_chain).
    ///
    /// # Errors
    /// [`Error::NoExpiration`] lists the days there are; [`Error::NotADate`], [`Error::UnknownZone`]; of a
    /// chain that is fetched, as for [`Client::request`](virtual_finance::Client), and [`Error::OtherExpiration`].
    pub async fn option_chain(
        &self,
        client: &virtual_finance::Client,
        date: impl Into<Expiration>,
        tz: Option<&str>,
    ) -> Result<OptionChain, Error> {
        match self.choose(&date.into())? {
            Choice::Loaded(chain) => self.framed(chain, tz),
            Choice::Other { day, request } => request.fetch(client).await?.chain_of(day, tz),
        }
    }

    /// Returns the chain that is loaded, or the request of another.
    fn choose(&self, expiration: &Expiration) -> Result<Choice<'_>, Error> {
        let Expiration::On(text) = expiration else {
            return Ok(Choice::Loaded(self.response().options.first()));
        };
        let day = text.trim().parse::<Date>();
        let day = day.map_err(|_| Error::NotADate { ticker: self.ticker.clone(), date: text.clone() })?;
        let date = day.to_string();
        let is_day = |moment: &i64| day_text(*moment).is_some_and(|text| text == date);
        let Some(moment) = self.response().expiration_dates.iter().copied().find(|moment| is_day(moment))
        else {
            return Err(Error::NoExpiration { ticker: self.ticker.clone(), date, available: self.options() });
        };
        if let Some(chain) = self.loaded(moment) {
            return Ok(Choice::Loaded(Some(chain)));
        }
        let request = virtual_finance::Options::new(self.ticker.clone()).date(moment).quote(true).into();
        Ok(Choice::Other { day: moment, request })
    }

    /// Returns the frames of the chain that was asked for, which the host may have ignored.
    fn chain_of(&self, day: i64, tz: Option<&str>) -> Result<OptionChain, Error> {
        let chain = self.loaded(day).ok_or_else(|| Error::OtherExpiration {
            ticker: self.ticker.clone(),
            date: day_text(day).unwrap_or_else(|| day.to_string()),
        })?;
        self.framed(Some(chain), tz)
    }

    fn framed(&self, chain: Option<&Chain>, tz: Option<&str>) -> Result<OptionChain, Error> {
        let (underlying, notes) = (underlying(self.response()), self.notes().clone());
        Ok(OptionChain { underlying, notes, ..option_chain(chain, tz)? })
    }

    fn loaded(&self, moment: i64) -> Option<&Chain> {
        self.response().options.iter().find(|chain| chain.expiration_date.get() == Some(&moment))
    }
}

impl From<Response> for OptionsFrames {
    fn from(response: Response) -> Self {
        let ticker = response.underlying_symbol.clone().unwrap_or_default();
        Self { frames: response.into(), ticker }
    }
}

/// The place of the chosen options.
enum Choice<'a> {
    Loaded(Option<&'a Chain>),
    Other { day: i64, request: Options },
}
