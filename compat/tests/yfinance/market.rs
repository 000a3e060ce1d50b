//! The names of the classes about several instruments and about the market.

use virtual_finance::{IndustryKey, NewsKind, SectorKey};
use virtual_finance_compat::blocking::Tickers;
use virtual_finance_compat::{
    Calendars, Error, Fund, FundFrames, Industry, IndustryFrames, Lookup, Market, Property, Search,
    SearchFrames, Sector, SectorFrames,
};

use super::row::{Class, Host, no, yes};
use super::streams;

/// The reason why settings of a request or of the connection are no attributes.
const SETTING: &str = "a setting of the request or of the `Client`, which cannot be read back";

const QUOTES: &str = "symbol, shortname, longname, quoteType, exchange, exchDisp, sector, industry, score";
const INSTRUMENTS: &str = "symbol, shortName, exchange, quoteType, rank, regularMarketPrice, \
     regularMarketChange, regularMarketPercentChange, industryName, industryLink";
const COMPANIES: &str = "symbol, name, rating, market weight";
const FUNDS: &str = "symbol, name";
const REPORTS: &str = "id, headHtml, provider, reportTitle, reportType, investmentRating, targetPriceStatus, \
         targetPrice, reportDate";
const OVERVIEW: &str = "companies_count, market_cap, message_board_id, description, industries_count, \
     market_weight, employee_count";

pub(crate) const TICKERS: Class = Class {
    name: "Tickers",
    rows: &[
        yes("symbols", "Tickers::symbols", "", |host| {
            Ok(tickers(host).symbols().map(str::to_owned).collect::<Vec<_>>().into())
        }),
        yes("tickers", "Tickers::get", "Date, Stock Splits", |host| {
            Ok(tickers(host)
                .get("AAPL")
                .map_or_else(|| host.ticker.splits(), |ticker| ticker.splits())?
                .into())
        }),
        yes(
            "history download",
            "Tickers::download",
            "Ticker, Date, Open, High, Low, Close, Adj Close, Volume, Dividends, Stock Splits",
            |host| Ok(tickers(host).download(|history| history)?.history()?.into()),
        ),
        yes(
            "news",
            "Tickers::news",
            "Ticker, id, contentType, title, summary, pubDate, displayTime, provider, url, \
                     thumbnail, isPremium",
            |host| Ok(tickers(host).news(2, NewsKind::Latest)?.into()),
        ),
        streams::LIVE,
        no("ws", "a stream of prices is a value of its own"),
    ],
};

fn tickers(host: &Host) -> Tickers {
    Tickers::new(&host.client, ["IBM", "AAPL"])
}

pub(crate) const SEARCH: Class = Class {
    name: "Search",
    rows: &[
        yes("search quotes", "SearchFrames::quotes", QUOTES, |host| Ok(search(host)?.quotes()?.into())),
        yes(
            "news",
            "SearchFrames::news",
            "uuid, title, publisher, link, providerPublishTime, type, relatedTickers",
            |host| Ok(search(host)?.news()?.into()),
        ),
        yes(
            "lists",
            "SearchFrames::lists",
            "type, name, slug, title, canonicalName, symbolCount, total, dailyPercentGain, isPremium",
            |host| Ok(search(host)?.lists()?.into()),
        ),
        yes(
            "research",
            "SearchFrames::research",
            "id, provider, author, reportHeadline, reportDate",
            |host| Ok(search(host)?.research()?.into()),
        ),
        yes("nav", "SearchFrames::nav", "navName, navUrl", |host| Ok(search(host)?.nav()?.into())),
        yes("all", "SearchFrames::all", "", |host| {
            let names = search(host)?.all()?.map(|(name, _)| name.to_owned());
            Ok(names.to_vec().into())
        }),
        yes("response", "SearchFrames::response", "", |host| {
            Ok(search(host)?
                .response()
                .quotes
                .iter()
                .filter_map(|quote| quote.symbol.get().cloned())
                .collect::<Vec<_>>()
                .into())
        }),
        no(
            "query max_results news_count lists_count include_cb nav_links enable_research \
                 enable_cultural_assets enable_fuzzy_query recommended raise_errors session timeout",
            SETTING,
        ),
    ],
};

fn search(host: &Host) -> Result<SearchFrames, Error> {
    host.client.wait(Search::new("apple").fetch(host.client.asynchronous()))
}

pub(crate) const LOOKUP: Class = Class {
    name: "Lookup",
    rows: &[
        yes("all get_all", "Lookup::all", INSTRUMENTS, |host| lookup(Lookup::all, host)),
        yes("stock get_stock", "Lookup::stock", INSTRUMENTS, |host| lookup(Lookup::stock, host)),
        yes("mutualfund get_mutualfund", "Lookup::mutualfund", INSTRUMENTS, |host| {
            lookup(Lookup::mutualfund, host)
        }),
        yes("etf get_etf", "Lookup::etf", INSTRUMENTS, |host| lookup(Lookup::etf, host)),
        yes("index get_index", "Lookup::index", INSTRUMENTS, |host| lookup(Lookup::index, host)),
        yes("future get_future", "Lookup::future", INSTRUMENTS, |host| lookup(Lookup::future, host)),
        yes("currency get_currency", "Lookup::currency", INSTRUMENTS, |host| lookup(Lookup::currency, host)),
        yes("cryptocurrency get_cryptocurrency", "Lookup::cryptocurrency", INSTRUMENTS, |host| {
            lookup(Lookup::cryptocurrency, host)
        }),
        no("query raise_errors session timeout", SETTING),
    ],
};

fn lookup(class: fn(&'static str) -> Lookup, host: &Host) -> Result<Property, Error> {
    Ok(host.client.wait(class("apple").count(25).fetch(host.client.asynchronous()))?.instruments()?.into())
}

pub(crate) const SECTOR: Class = Class {
    name: "Sector",
    rows: &[
        yes("key", "SectorFrames::key", "", |host| Ok(sector(host)?.key().to_owned().into())),
        yes("name", "SectorFrames::name", "", |host| Ok(sector(host)?.name().to_owned().into())),
        yes("symbol", "SectorFrames::symbol", "", |host| {
            Ok(sector(host)?.symbol().unwrap_or_default().to_owned().into())
        }),
        yes("overview", "SectorFrames::overview", OVERVIEW, |host| Ok(sector(host)?.overview().into())),
        yes("top_companies", "SectorFrames::top_companies", COMPANIES, |host| {
            Ok(sector(host)?.top_companies()?.into())
        }),
        yes("research_reports", "SectorFrames::research_reports", REPORTS, |host| {
            Ok(sector(host)?.research_reports()?.into())
        }),
        yes("top_etfs", "SectorFrames::top_etfs", FUNDS, |host| Ok(sector(host)?.top_etfs()?.into())),
        yes("top_mutual_funds", "SectorFrames::top_mutual_funds", FUNDS, |host| {
            Ok(sector(host)?.top_mutual_funds()?.into())
        }),
        yes("industries", "SectorFrames::industries", "key, name, symbol, market weight", |host| {
            Ok(sector(host)?.industries()?.into())
        }),
        no("ticker", "`Ticker::new` takes the `symbol`"),
        no("session", SETTING),
    ],
};

fn sector(host: &Host) -> Result<SectorFrames, Error> {
    host.client.wait(Sector::new(SectorKey::Technology).fetch(host.client.asynchronous()))
}

pub(crate) const INDUSTRY: Class = Class {
    name: "Industry",
    rows: &[
        yes("key", "IndustryFrames::key", "", |host| Ok(industry(host)?.key().to_owned().into())),
        yes("name", "IndustryFrames::name", "", |host| Ok(industry(host)?.name().to_owned().into())),
        yes("symbol", "IndustryFrames::symbol", "", |host| {
            Ok(industry(host)?.symbol().unwrap_or_default().to_owned().into())
        }),
        yes("sector_key", "IndustryFrames::sector_key", "", |host| {
            Ok(industry(host)?.sector_key().unwrap_or_default().to_owned().into())
        }),
        yes("sector_name", "IndustryFrames::sector_name", "", |host| {
            Ok(industry(host)?.sector_name().unwrap_or_default().to_owned().into())
        }),
        yes("overview", "IndustryFrames::overview", OVERVIEW, |host| Ok(industry(host)?.overview().into())),
        yes("top_companies", "IndustryFrames::top_companies", COMPANIES, |host| {
            Ok(industry(host)?.top_companies()?.into())
        }),
        yes("research_reports", "IndustryFrames::research_reports", REPORTS, |host| {
            Ok(industry(host)?.research_reports()?.into())
        }),
        yes(
            "top_performing_companies",
            "IndustryFrames::top_performing_companies",
            "symbol, name, ytd return, last price, target price",
            |host| Ok(industry(host)?.top_performing_companies()?.into()),
        ),
        yes(
            "top_growth_companies",
            "IndustryFrames::top_growth_companies",
            "symbol, name, ytd return, growth estimate",
            |host| Ok(industry(host)?.top_growth_companies()?.into()),
        ),
        no("ticker", "`Ticker::new` takes the `symbol`"),
        no("session", SETTING),
    ],
};

fn industry(host: &Host) -> Result<IndustryFrames, Error> {
    host.client.wait(Industry::new(IndustryKey::Semiconductors).fetch(host.client.asynchronous()))
}

pub(crate) const MARKET: Class = Class {
    name: "Market",
    rows: &[
        yes(
            "summary",
            "Market::summary",
            "exchange, symbol, shortName, quoteType, regularMarketPrice, regularMarketChange, \
                     regularMarketChangePercent, regularMarketPreviousClose, regularMarketTime, marketState",
            |host| {
                Ok(host
                    .client
                    .wait(Market::new(virtual_finance::Market::Europe).summary(host.client.asynchronous()))?
                    .into())
            },
        ),
        yes("status", "Market::status", "", |host| {
            Ok(host.client.wait(Market::status(host.client.asynchronous()))?.status.into())
        }),
        no("market session timeout", SETTING),
    ],
};

/// Returns the row of a region, which is a variant of an enumeration.
macro_rules! region {
    ($name:literal, $variant:ident) => {
        yes($name, concat!("virtual_finance::Market::", stringify!($variant)), "exchange, …", |host| {
            Ok(host
                .client
                .wait(Market::new(virtual_finance::Market::$variant).summary(host.client.asynchronous()))?
                .into())
        })
    };
}

pub(crate) const REGIONS: Class = Class {
    name: "MarketRegion",
    rows: &[
        region!("US", UnitedStates),
        region!("GB", UnitedKingdom),
        region!("ASIA", Asia),
        region!("EUROPE", Europe),
        region!("RATES", Rates),
        region!("COMMODITIES", Commodities),
        region!("CURRENCIES", Currencies),
        region!("CRYPTOCURRENCIES", Cryptocurrencies),
    ],
};

/// Returns the row of a calendar, which is a method with the name of yfinance's attribute.
macro_rules! calendar {
    ($names:literal, $name:ident, $gives:expr) => {
        yes($names, concat!("Calendars::", stringify!($name)), $gives, |host| {
            Ok(host.client.wait(Calendars::new().$name(host.client.asynchronous()))?.into())
        })
    };
}

pub(crate) const CALENDARS: Class = Class {
    name: "Calendars",
    rows: &[
        calendar!(
            "earnings_calendar get_earnings_calendar",
            earnings_calendar,
            "Symbol, Company, Marketcap, Event Name, Event Start Date, Timing, EPS Estimate, \
                     Reported EPS, Surprise(%)"
        ),
        calendar!(
            "ipo_info_calendar get_ipo_info_calendar",
            ipo_info_calendar,
            "Symbol, Company, Exchange, Filing Date, Date, Amended Date, Price From, Price To, \
                     Price, Currency, Shares, Action"
        ),
        calendar!(
            "economic_events_calendar get_economic_events_calendar",
            economic_events_calendar,
            "Event, Region, Event Time, For, Actual, Expected, Last, Revised"
        ),
        calendar!(
            "splits_calendar get_splits_calendar",
            splits_calendar,
            "Symbol, Company, Payable On, Optionable, Old Share Worth, Share Worth"
        ),
        no("calendars", "a request keeps no frames; the cache of the client keeps replies"),
        no("session", SETTING),
    ],
};

pub(crate) const FUNDS_DATA: Class = Class {
    name: "FundsData",
    rows: &[
        yes("quote_type", "FundFrames::quote_type", "", |host| {
            Ok(fund(host)?.quote_type().unwrap_or_default().to_owned().into())
        }),
        yes("description", "FundFrames::description", "", |host| {
            Ok(fund(host)?.description().unwrap_or_default().to_owned().into())
        }),
        yes("fund_overview", "FundFrames::fund_overview", "categoryName, family, legalType", |host| {
            Ok(fund(host)?.fund_overview().into())
        }),
        yes("fund_operations", "FundFrames::fund_operations", "Attributes, …", |host| {
            Ok(fund(host)?.fund_operations()?.into())
        }),
        yes(
            "asset_classes",
            "FundFrames::asset_classes",
            "cashPosition, stockPosition, bondPosition, preferredPosition, convertiblePosition, \
                     otherPosition",
            |host| Ok(fund(host)?.asset_classes().into()),
        ),
        yes("top_holdings", "FundFrames::top_holdings", "Symbol, Name, Holding Percent", |host| {
            Ok(fund(host)?.top_holdings()?.into())
        }),
        yes("equity_holdings", "FundFrames::equity_holdings", "Average, …", |host| {
            Ok(fund(host)?.equity_holdings()?.into())
        }),
        yes("bond_holdings", "FundFrames::bond_holdings", "Average, …", |host| {
            Ok(fund(host)?.bond_holdings()?.into())
        }),
        yes("bond_ratings", "FundFrames::bond_ratings", "…", |host| Ok(fund(host)?.bond_ratings().into())),
        yes("sector_weightings", "FundFrames::sector_weightings", "…", |host| {
            Ok(fund(host)?.sector_weightings().into())
        }),
    ],
};

fn fund(host: &Host) -> Result<FundFrames, Error> {
    host.client.wait(Fund::new("QQQ").fetch(host.client.asynchronous()))
}
