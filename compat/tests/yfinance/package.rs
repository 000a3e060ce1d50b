//! The names of the package itself, its settings, its exceptions, and classes that are not here.

use virtual_finance::settings::Retries;
use virtual_finance::{ErrorKind, RequestParams};
use virtual_finance_compat::blocking::{Ticker, Tickers, download};
use virtual_finance_compat::{
    Calendars, Error, Fund, History, Industry, Lookup, Market, Property, Quote, Search, Sector,
};

use super::row::{Class, Host, no, yes};
use super::{queries, streams};

pub(crate) const PACKAGE: Class = Class {
    name: "yfinance",
    rows: &[
        yes("Ticker", "Ticker", "Date, Dividends", |host| {
            Ok(Ticker::new(&host.client, "MSFT").dividends()?.into())
        }),
        yes("Tickers", "Tickers", "", |host| {
            let tickers = Tickers::new(&host.client, ["IBM", "AAPL", "IBM"]);
            Ok(tickers.symbols().map(str::to_owned).collect::<Vec<_>>().into())
        }),
        yes("download", "download", "Ticker, Date, …", |host| {
            Ok(download(&host.client, ["IBM", "AAPL"], |history| history)?.history()?.into())
        }),
        yes("Search", "Search", "symbol, …", |host| {
            Ok(host.client.wait(Search::new("apple").fetch(host.client.asynchronous()))?.quotes()?.into())
        }),
        yes("Lookup", "Lookup", "symbol, …", |host| {
            Ok(host
                .client
                .wait(Lookup::new("apple").fetch(host.client.asynchronous()))?
                .instruments()?
                .into())
        }),
        yes("Sector", "Sector", "symbol, …", |host| {
            let sector = Sector::new(virtual_finance::SectorKey::Energy);
            Ok(host.client.wait(sector.fetch(host.client.asynchronous()))?.top_companies()?.into())
        }),
        yes("Industry", "Industry", "symbol, …", |host| {
            let industry = Industry::new(virtual_finance::IndustryKey::Semiconductors);
            Ok(host.client.wait(industry.fetch(host.client.asynchronous()))?.top_companies()?.into())
        }),
        yes("Market", "Market", "exchange, …", |host| {
            Ok(host
                .client
                .wait(Market::new(virtual_finance::Market::UnitedStates).summary(host.client.asynchronous()))?
                .into())
        }),
        yes("MarketRegion", "virtual_finance::Market", "", |_| {
            let all = virtual_finance::Market::ALL.iter().map(ToString::to_string);
            Ok(all.collect::<Vec<_>>().into())
        }),
        yes("Calendars", "Calendars", "Symbol, …", |host| {
            Ok(host.client.wait(Calendars::new().earnings_calendar(host.client.asynchronous()))?.into())
        }),
        queries::SCREEN,
        queries::EQUITIES,
        queries::FUNDS,
        queries::ETFS,
        queries::PREDEFINED,
        streams::SOCKET,
        streams::ASYNC_SOCKET,
        yes("config", "virtual_finance::ExtendedBuilder::request_params", "", with_settings),
        no("set_config", "deprecated in yfinance; `RequestParams` has the settings"),
        no("enable_debug_mode", "a program that has a logger of `tracing` or `log` sees each request"),
        no(
            "set_tz_cache_location",
            "time zones are those of the reply and need no cache; `CacheFolder` is the place of kept replies",
        ),
        no("Auth", "a client of public data, which logs nobody in"),
    ],
};

pub(crate) const CONFIG: Class = Class {
    name: "config",
    rows: &[
        yes("network.proxy", "virtual_finance::RequestParams::proxy", "", |_| {
            // The host of the test is on loopback, so that no proxy is asked.
            let params = RequestParams::new().proxy("http://proxy.example:3128");
            let client = virtual_finance::Client::builder().request_params(params).build_blocking()?;
            Ok(format!("{client:?}").into())
        }),
        yes("network.retries", "virtual_finance::RequestParams::retries", "", with_settings),
        yes("locale.lang locale.region", "virtual_finance::RequestParams::query", "", |host| {
            let params = host.client.request_params().clone().query("lang", "de-DE").query("region", "DE");
            quote(&host.client.with_request_params(params))
        }),
        yes("debug.hide_exceptions", "Error", "", |host| {
            let missing = Ticker::new(&host.client, "NOTFOUND").dividends();
            Ok(missing.map_or_else(|error| error.to_string(), |frame| frame.to_string()).into())
        }),
        no("debug.logging", "a program that has a logger of `tracing` or `log` sees each request"),
    ],
};

fn with_settings(host: &Host) -> Result<Property, Error> {
    let params = host.client.request_params().clone().retries(Retries::new().attempts(2));
    quote(&host.client.with_request_params(params))
}

fn quote(client: &virtual_finance::blocking::Client) -> Result<Property, Error> {
    let figures = client.wait(Quote::new("IBM").fetch(client.asynchronous()))?.fast_info();
    Ok(figures.get("currency").map_or_else(String::new, ToString::to_string).into())
}

pub(crate) const FAST_INFO: Class = Class {
    name: "FastInfo",
    rows: &[yes(
        "currency day_high day_low exchange fifty_day_average last_price last_volume market_cap open \
             previous_close quote_type regular_market_previous_close shares ten_day_average_volume \
             three_month_average_volume timezone two_hundred_day_average year_change year_high year_low \
             get items keys values toJSON",
        "Ticker::fast_info",
        "currency, lastPrice, …",
        |host| Ok(host.ticker.fast_info()?.into()),
    )],
};

pub(crate) const AUTH: Class = Class {
    name: "Auth",
    rows: &[no(
        "check_login set_login_cookies subscription_tier user",
        "a client of public data, which logs nobody in",
    )],
};

pub(crate) const EXCEPTIONS: Class = Class {
    name: "exceptions",
    rows: &[
        yes("YFException YFDataException YFEarningsDateMissing", "Error", "", |host| {
            Ok(kind(host.client.wait(Fund::new("BROKEN").fetch(host.client.asynchronous())).err().as_ref()))
        }),
        yes(
            "YFTickerMissingError YFPricesMissingError",
            "virtual_finance::ErrorKind::NotFound",
            "",
            |host| {
                Ok(kind(
                    host.client
                        .wait(History::new("DELISTED").fetch(host.client.asynchronous()))
                        .err()
                        .as_ref(),
                ))
            },
        ),
        yes("YFRateLimitError", "virtual_finance::ErrorKind::RateLimited", "", |host| {
            Ok(kind(
                host.client.wait(History::new("LIMITED").fetch(host.client.asynchronous())).err().as_ref(),
            ))
        }),
        no("YFInvalidPeriodError", "a `Range` or an `Interval` that does not exist does not compile"),
        no("YFTzMissingError", "an unknown time zone is UTC"),
        no("YFNotImplementedError", "a method that does not exist does not compile"),
    ],
};

/// Returns the kind of an error.
fn kind(error: Option<&Error>) -> Property {
    let kind = error.map(Error::kind);
    kind.map_or_else(String::new, |kind: ErrorKind| format!("{kind:?}")).into()
}
