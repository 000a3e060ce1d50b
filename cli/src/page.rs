//! The parts of the gateway's pages: the market, an instrument, a comparison of several, and the charts of endpoints.

use virtual_finance_command::{Choice, Finder, PageKind, Section, Shown};

/// The search for instruments.
pub(crate) const FINDER: Finder = Finder {
    endpoint: "search",
    text: "query",
    params: &[("quotes", "8"), ("news", "0"), ("lists", "0"), ("companies", "false")],
    columns: &["symbol", "shortname", "quoteType", "exchDisp"],
};

/// The columns that name an instrument, in any table.
pub(crate) const LINKED: &[&str] = &["symbol", "ticker"];

/// The ranges of a chart, the short ones with bars of a part of a day.
const RANGES: &[(&str, &[(&str, &str)])] = &[
    ("1d", &[("range", "1d"), ("interval", "5m")]),
    ("5d", &[("range", "5d"), ("interval", "30m")]),
    ("1mo", &[("range", "1mo")]),
    ("6mo", &[("range", "6mo")]),
    ("ytd", &[("range", "ytd")]),
    ("1y", &[("range", "1y")]),
    ("5y", &[("range", "5y"), ("interval", "1wk")]),
    ("max", &[("range", "max"), ("interval", "1mo")]),
];

/// The columns of an instrument in a list.
const LISTED: Shown =
    Shown::Rows(&["symbol", "shortName", "regularMarketPrice", "regularMarketChangePercent"]);

/// The parts of pages, in their order.
pub(crate) const SECTIONS: &[Section] = &[
    start(
        "Indices",
        "market-summary",
        &[],
        Shown::Board(["symbol", "shortName", "regularMarketPrice", "regularMarketChangePercent"]),
    ),
    start("Gainers", "screener", &[("name", "DAY_GAINERS")], LISTED),
    start("Losers", "screener", &[("name", "DAY_LOSERS")], LISTED),
    start("Most active", "screener", &[("name", "MOST_ACTIVES")], LISTED),
    start(
        "Earnings this week",
        "event-calendar",
        &[("kind", "sp_earnings")],
        Shown::Rows(&["startDateTime", "ticker", "companyShortName", "epsEstimate"]),
    ),
    start(
        "Economic events this week",
        "event-calendar",
        &[("kind", "economic_event")],
        Shown::Rows(&["startDateTime", "countryCode", "econRelease", "consensusEstimate"]),
    ),
    Section {
        page: PageKind::Subject("symbols"),
        ..of(
            "Head",
            "quote",
            Shown::Head(&[
                "longName",
                "shortName",
                "regularMarketPrice",
                "regularMarketChange",
                "regularMarketChangePercent",
                "currency",
                "regularMarketTime",
                "marketState",
                "typeDisp",
                "fullExchangeName",
            ]),
        )
    },
    Section {
        params: &[("range", "1y")],
        choice: Some(Choice::Sets(RANGES)),
        ..of("Price", "history", Shown::Candles)
    },
    Section {
        page: PageKind::Subject("symbols"),
        ..of(
            "Quote",
            "quote",
            Shown::Facts(&[
                "regularMarketPreviousClose",
                "regularMarketOpen",
                "regularMarketDayLow",
                "regularMarketDayHigh",
                "fiftyTwoWeekLow",
                "fiftyTwoWeekHigh",
                "regularMarketVolume",
                "averageDailyVolume3Month",
                "marketCap",
                "trailingPE",
                "forwardPE",
                "epsTrailingTwelveMonths",
                "trailingAnnualDividendYield",
                "beta",
            ]),
        )
    },
    of(
        "Key figures",
        "key-figures",
        Shown::Facts(&[
            "totalRevenue",
            "revenueGrowth",
            "ebitda",
            "earningsGrowth",
            "grossMargins",
            "operatingMargins",
            "profitMargins",
            "returnOnEquity",
            "freeCashflow",
            "totalCash",
            "totalDebt",
            "debtToEquity",
            "currentRatio",
            "targetMeanPrice",
            "recommendationKey",
            "financialCurrency",
        ]),
    ),
    of("Revenue and income", "statements", Shown::Bars(&["endDate", "TotalRevenue", "NetIncome"])),
    Section {
        choice: Some(Choice::Values("period")),
        ..of(
            "Statements",
            "statements",
            Shown::Rows(&["TotalRevenue", "GrossProfit", "OperatingIncome", "EBITDA", "NetIncome"]),
        )
    },
    Section {
        tables: &["options.calls", "options.puts"],
        choice: Some(Choice::Listed("date", "expirationDates")),
        ..of("Options", "options", Shown::Lines(["strike", "impliedVolatility"]))
    },
    of("Holdings", "fund", Shown::Shares(["name", "percent"])),
    of("Holders", "holders", Shown::Shares(["holder", "pch_out"])),
    of("Earnings", "earnings-dates", Shown::Rows(&["date", "epsEstimate", "epsActual", "surprisePercent"])),
    of("Filings", "filings", Shown::Rows(&["date", "type", "title", "url"])),
    Section {
        page: PageKind::Subject("company"),
        params: &[("concepts", "totalRevenue,netIncome"), ("span", "year"), ("last", "5")],
        ..of("As filed", "facts", Shown::Rows(&["concept", "end", "value", "unit", "filed"]))
    },
    of("News", "news", Shown::Rows(&["displayedAt", "title", "url"])),
    Section {
        params: &[("partial", "true")],
        tables: &["info"],
        ..of(
            "Company",
            "profile",
            Shown::Facts(&["sector", "industry", "country", "city", "fullTimeEmployees", "website"]),
        )
    },
    Section {
        page: PageKind::Comparison("symbols"),
        ..of(
            "Quote",
            "quote",
            Shown::Facts(&[
                "regularMarketPrice",
                "regularMarketChangePercent",
                "currency",
                "marketCap",
                "trailingPE",
                "forwardPE",
                "epsTrailingTwelveMonths",
                "trailingAnnualDividendYield",
                "fiftyTwoWeekLow",
                "fiftyTwoWeekHigh",
            ]),
        )
    },
    Section {
        page: PageKind::Comparison("ticker"),
        ..of(
            "Key figures",
            "key-figures",
            Shown::Facts(&[
                "totalRevenue",
                "revenueGrowth",
                "earningsGrowth",
                "grossMargins",
                "operatingMargins",
                "profitMargins",
                "returnOnEquity",
                "debtToEquity",
                "currentRatio",
                "freeCashflow",
            ]),
        )
    },
    Section {
        page: PageKind::Endpoint,
        tables: &["industries"],
        ..of("Industries", "sector", Shown::Tiles(["name", "marketWeight", "ytdReturn"]))
    },
    Section {
        page: PageKind::Endpoint,
        ..of("Companies", "industry", Shown::Tiles(["symbol", "marketWeight", "ytdReturn"]))
    },
];

/// Returns a part of the page of an instrument.
const fn of(title: &'static str, endpoint: &'static str, shown: Shown) -> Section {
    Section {
        title,
        endpoint,
        page: PageKind::Subject("ticker"),
        params: &[],
        choice: None,
        tables: &[],
        shown,
    }
}

/// Returns a part of the first page.
const fn start(
    title: &'static str,
    endpoint: &'static str,
    params: &'static [(&'static str, &'static str)],
    shown: Shown,
) -> Section {
    Section { page: PageKind::Start, params, ..of(title, endpoint, shown) }
}
