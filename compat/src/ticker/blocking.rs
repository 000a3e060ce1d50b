//! The ticker for programs that are not asynchronous.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use polars_core::prelude::DataFrame;
use virtual_finance::blocking::Client;
use virtual_finance::responses::isin;
use virtual_finance::{Map, Value};

use super::properties::{Property, for_each_property};
use super::{Requests, Ticker as AsyncTicker};
use crate::error::Error;
use crate::frames::options::OptionChain;
use crate::requests::{
    Expiration, FinancialsFrames, History, HistoryFrames, HoldersFrames, OptionsFrames, ProfileFrames,
};

/// [`Ticker`](crate::Ticker) for programs that are not asynchronous: the same properties and errors, fetched
/// once each, also when several threads read at once.
///
/// ```no_run
/// # fn example() -> Result<(), virtual_finance_compat::Error> {
/// use virtual_finance::blocking::Client;
/// use virtual_finance_compat::blocking::Ticker;
///
/// let ticker = Ticker::new(&Client::new()?, "IBM");
/// println!("{}", ticker.financials()?);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Ticker {
    inner: Arc<Inner>,
}

struct Inner {
    client: Client,
    requests: Requests,
    financials: Once<FinancialsFrames>,
    history: Once<HistoryFrames>,
    holders: Once<HoldersFrames>,
    options: Once<OptionsFrames>,
    profile: Once<ProfileFrames>,
    isin: Once<isin::Response>,
}

impl Ticker {
    /// The ticker, to be asked for through a client. Nothing is sent.
    pub fn new(client: &Client, ticker: impl Into<String>) -> Self {
        let inner = Inner {
            client: client.clone(),
            requests: Requests::new(ticker.into()),
            financials: Once::new(),
            history: Once::new(),
            holders: Once::new(),
            options: Once::new(),
            profile: Once::new(),
            isin: Once::new(),
        };
        Self { inner: Arc::new(inner) }
    }

    /// The ticker, as it was given.
    #[must_use]
    pub fn ticker(&self) -> &str {
        &self.inner.requests.ticker
    }

    /// See [`Ticker::history`](crate::Ticker::history).
    ///
    /// # Errors
    /// As for [`History::fetch_blocking`].
    pub fn history(&self, set: impl FnOnce(History) -> History) -> Result<DataFrame, Error> {
        set(History::new(self.ticker())).fetch_blocking(&self.inner.client)?.history()
    }

    /// See [`Ticker::option_chain`](crate::Ticker::option_chain).
    ///
    /// # Errors
    /// As for [`OptionsFrames::option_chain_blocking`].
    pub fn option_chain(&self, date: impl Into<Expiration>, tz: Option<&str>) -> Result<OptionChain, Error> {
        self.options_frames()?.option_chain_blocking(&self.inner.client, date, tz)
    }
}

macro_rules! fetched {
    ($($(#[$doc:meta])* $name:ident: $cell:ident -> $frames:ty;)*) => {
        /// The replies as a whole, with their standardized structures.
        impl Ticker {
            $($(#[$doc])*
            ///
            /// # Errors
            /// As for [`virtual_finance::blocking::Client::request`].
            pub fn $name(&self) -> Result<Arc<$frames>, Error> {
                let Inner { client, requests, $cell, .. } = &*self.inner;
                $cell.get(|| requests.$cell.fetch_blocking(client))
            })*
        }
    };
}

fetched! {
    /// Statements and earnings.
    financials_frames: financials -> FinancialsFrames;
    /// The whole history, daily and not adjusted, which dividends and splits are read from.
    history_frames: history -> HistoryFrames;
    /// The holders.
    holders_frames: holders -> HoldersFrames;
    /// The options that expire next.
    options_frames: options -> OptionsFrames;
    /// The profile.
    profile_frames: profile -> ProfileFrames;
}

impl Ticker {
    /// The ISIN with its ticker.
    ///
    /// # Errors
    /// As for [`virtual_finance::blocking::Client::request`].
    pub fn isin_response(&self) -> Result<Arc<isin::Response>, Error> {
        let Inner { client, requests, isin, .. } = &*self.inner;
        isin.get(|| Ok(client.request(&requests.isin)?))
    }
}

macro_rules! blocking_properties {
    ($($(#[$doc:meta])* $name:ident: $kind:ty = $source:ident |$frames:ident| $read:expr;)*) => {
        /// The properties. Each reads one request, which is sent by whichever is read first.
        impl Ticker {
            /// The names of all properties, in alphabetical order.
            pub const PROPERTIES: &'static [&'static str] = AsyncTicker::PROPERTIES;

            $($(#[$doc])*
            ///
            /// # Errors
            /// As for [`virtual_finance::blocking::Client::request`].
            pub fn $name(&self) -> Result<$kind, Error> {
                let $frames = self.$source()?;
                Ok($read)
            })*

            /// The property of a name that is known only at run time.
            ///
            /// # Errors
            /// [`Error::UnknownProperty`] lists them; otherwise as for the property.
            pub fn property(&self, name: &str) -> Result<Property, Error> {
                match name {
                    $(stringify!($name) => Ok(self.$name()?.into()),)*
                    _ => Err(Error::UnknownProperty { name: name.to_owned() }),
                }
            }
        }
    };
}

for_each_property!(blocking_properties);

impl fmt::Debug for Ticker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("blocking::Ticker").field(&self.ticker()).finish()
    }
}

/// A value that is fetched once. Other threads that want it meanwhile wait; a failure is not kept.
struct Once<T>(Mutex<Option<Arc<T>>>);

impl<T> Once<T> {
    const fn new() -> Self {
        Self(Mutex::new(None))
    }

    fn get(&self, fetch: impl FnOnce() -> Result<T, Error>) -> Result<Arc<T>, Error> {
        // A thread that panicked while it fetched has left nothing half done.
        let mut value = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = &*value {
            return Ok(Arc::clone(value));
        }
        let fetched = Arc::new(fetch()?);
        *value = Some(Arc::clone(&fetched));
        Ok(fetched)
    }
}
