//! A ticker with everything that is known about it, fetched when it is first read.

use std::fmt;
use std::sync::Arc;

use futures_util::future::join4;
use polars_core::prelude::DataFrame;
use tokio::sync::OnceCell;
use virtual_finance::notes::Notes;
use virtual_finance::responses::isin;
use virtual_finance::responses::{Map, Value};
use virtual_finance::{Client, DateTime, ErrorKind, Isin, NewsKind, StatementPeriod};

use crate::error::Error;
use crate::frames::key_figures;
use crate::frames::options::OptionChain;
use crate::properties::{Property, for_each_property, for_each_reply};
use crate::requests::noted;
use crate::requests::{
    Analysis, AnalysisFrames, EarningsDates, EarningsDatesFrames, Expiration, Filings, FilingsFrames,
    Financials, FinancialsFrames, Fund, FundFrames, History, HistoryFrames, Holders, HoldersFrames, Insiders,
    InsidersFrames, KeyFigures, KeyFiguresFrames, News, Options, OptionsFrames, Profile, ProfileFrames,
    Quote, QuoteFrames, Shares, Statements, StatementsFrames, Valuation, ValuationFrames,
};

/// An instrument by its ticker, with the properties that people know from yfinance.
///
/// Nothing is fetched until a property is read. Each of the requests behind the properties is sent once,
/// also when several tasks read at once, and properties of one request share its reply. A request that fails
/// is an error for whoever reads, and is sent anew when a property is read again. A clone shares what is
/// fetched; a new ticker fetches anew.
///
/// ```no_run
/// # async fn example() -> Result<(), virtual_finance_compat::Error> {
/// use virtual_finance::{Client, Range};
/// use virtual_finance_compat::Ticker;
///
/// let ticker = Ticker::new(&Client::new()?, "IBM");
/// let income = ticker.financials().await?;
/// let prices = ticker.history(|history| history.range(Range::OneYear)).await?;
/// let chain = ticker.option_chain("2024-07-19", None).await?;
/// println!("{income}\n{prices}\n{}", chain.calls);
/// # Ok(())
/// # }
/// ```
///
/// yfinance's `proxy` arguments are the client's: it takes the system's proxy settings.
#[derive(Clone)]
pub struct Ticker {
    inner: Arc<Inner>,
}

struct Inner {
    client: Client,
    ticker: String,
    fetched: Fetched,
}

impl Ticker {
    /// Creates the ticker, to be asked for through a client. Nothing is sent.
    pub fn new(client: &Client, ticker: impl Into<String>) -> Self {
        let (client, ticker) = (client.clone(), ticker.into());
        Self { inner: Arc::new(Inner { client, ticker, fetched: Fetched::default() }) }
    }

    /// Returns the ticker, as it was given.
    pub fn ticker(&self) -> &str {
        &self.inner.ticker
    }

    /// Returns the bars of a time, fetched anew by each call: `history(|history| history.range(Range::OneYear))`.
    /// Without any setting they are the daily bars of the last month, adjusted with
    /// [`Adjust::Auto`](crate::Adjust::Auto). See [`frames::history::prices`](crate::frames::history::prices).
    ///
    /// # Errors
    /// As for [`History::fetch`].
    pub async fn history(&self, set: impl FnOnce(History) -> History) -> Result<DataFrame, Error> {
        set(History::new(self.ticker())).fetch(&self.inner.client).await?.history()
    }

    /// Returns the number of shares between two times, by default within the 18 months up to now, fetched anew by each
    /// call; see [`frames::shares::shares`](crate::frames::shares::shares).
    ///
    /// # Errors
    /// As for [`Shares::fetch`].
    pub async fn get_shares_full(
        &self,
        start: Option<DateTime>,
        end: Option<DateTime>,
    ) -> Result<DataFrame, Error> {
        let mut request = virtual_finance::Shares::new(self.ticker());
        if let Some(start) = start {
            request = request.start(start);
        }
        if let Some(end) = end {
            request = request.end(end);
        }
        Shares::from(request).fetch(&self.inner.client).await?.shares()
    }

    /// Returns as many dates of the company's earnings as wanted (1 to 100) after an offset, fetched anew by each
    /// call; see [`frames::calendars::earnings_dates`](crate::frames::calendars::earnings_dates).
    ///
    /// # Errors
    /// As for [`EarningsDates::fetch`].
    pub async fn get_earnings_dates(&self, limit: i64, offset: i64) -> Result<DataFrame, Error> {
        let request = virtual_finance::EarningsDates::new(self.ticker()).count(limit).offset(offset);
        EarningsDates::from(request).fetch(&self.inner.client).await?.earnings_dates()
    }

    /// Returns the news about the instrument, at most `count`, 1 to 200, fetched anew by each call; see
    /// [`frames::news::news`](crate::frames::news::news). [`News::tab`] explains `tab`.
    ///
    /// # Errors
    /// As for [`News::fetch`].
    pub async fn news(&self, count: i64, tab: NewsKind) -> Result<DataFrame, Error> {
        News::new(self.ticker()).count(count).tab(tab).fetch(&self.inner.client).await?.news()
    }

    /// Returns the calls and puts that expire on a day, or next with `None`; see
    /// [`OptionsFrames::option_chain`].
    ///
    /// # Errors
    /// As there.
    pub async fn option_chain(
        &self,
        date: impl Into<Expiration>,
        tz: Option<&str>,
    ) -> Result<OptionChain, Error> {
        self.options_frames().await?.option_chain(&self.inner.client, date, tz).await
    }
}

macro_rules! async_replies {
    (|$ticker:ident| $($(#[$doc:meta])* $name:ident: $once:ident = $request:expr => $frames:ty;)*) => {
        /// The replies, each fetched when it is first read.
        #[derive(Default)]
        struct Fetched {
            isin: OnceCell<(isin::Response, Notes)>,
            $($once: OnceCell<$frames>,)*
        }

        /// The replies as a whole, with their standardized structures.
        impl Ticker {
            /// Returns the notes of the replies that the properties read so far came from.
            pub fn notes(&self) -> impl Iterator<Item = &Notes> {
                let Fetched { isin, $($once,)* } = &self.inner.fetched;
                let frames = [$($once.get().map(<$frames>::notes)),*];
                frames.into_iter().chain([isin.get().map(|(_, notes)| notes)]).flatten()
            }

            $($(#[$doc])*
            ///
            /// # Errors
            /// As for [`Client::request`](virtual_finance::Client).
            pub async fn $name(&self) -> Result<&$frames, Error> {
                let Inner { client, ticker: $ticker, fetched } = &*self.inner;
                fetched.$once.get_or_try_init(async || $request.fetch(client).await).await
            })*
        }
    };
}

for_each_reply!(async_replies);

impl Ticker {
    /// Returns the ISIN with its ticker.
    ///
    /// # Errors
    /// As for [`Client::request`](virtual_finance::Client).
    pub async fn isin_response(&self) -> Result<&isin::Response, Error> {
        let Inner { client, ticker, fetched } = &*self.inner;
        let fetch = async || {
            let reply = noted(client.reply(&Isin::new(ticker.as_str())).await)?;
            Ok::<_, Error>((reply.response, reply.notes))
        };
        fetched.isin.get_or_try_init(fetch).await.map(|(response, _)| response)
    }
}

impl Ticker {
    /// Returns the info of yfinance, which is made of four replies. An instrument need not have more than the profile.
    async fn merged_info(&self) -> Result<Map<String, Value>, Error> {
        let (profile, figures, quote, values) = join4(
            self.profile_frames(),
            self.key_figures_frames(),
            self.quote_frames(),
            self.valuation_frames(),
        )
        .await;
        let profile = profile?.response();
        Ok(key_figures::info(
            profile,
            known(figures)?.map(KeyFiguresFrames::response),
            known(quote)?.and_then(|quote| quote.response().quotes.first()),
            known(values)?.map(ValuationFrames::response),
        ))
    }
}

fn statements(ticker: &str, period: StatementPeriod) -> Statements {
    virtual_finance::Statements::new(ticker).period(period).into()
}

/// Returns a reply; none where the host knows nothing.
fn known<T>(reply: Result<T, Error>) -> Result<Option<T>, Error> {
    match reply {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        reply => reply.map(Some),
    }
}

macro_rules! async_properties {
    ($($(#[$doc:meta])* $name:ident: $kind:ty = $source:ident[$($read:tt)*];)*) => {
        /// The properties. Each reads one request, which is sent by whichever is read first.
        impl Ticker {
            /// The names of all properties, in alphabetical order.
            pub const PROPERTIES: &'static [&'static str] = &[$(stringify!($name)),*];

            $($(#[$doc])*
            ///
            /// # Errors
            /// As for [`Client::request`](virtual_finance::Client).
            pub async fn $name(&self) -> Result<$kind, Error> {
                let read = self.$source().await?$($read)*;
                Ok(read)
            })*

            /// Returns the property of a name that is known only at run time.
            ///
            /// # Errors
            /// [`Error::UnknownProperty`] lists them; otherwise as for the property.
            pub async fn property(&self, name: &str) -> Result<Property, Error> {
                match name {
                    $(stringify!($name) => Ok(self.$name().await?.into()),)*
                    _ => Err(Error::UnknownProperty { name: name.to_owned(), available: Self::PROPERTIES }),
                }
            }
        }
    };
}

for_each_property!(async_properties);

impl fmt::Debug for Ticker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Ticker").field(&self.ticker()).finish()
    }
}
