//! The sections of the page of an instrument, and the charts of endpoints.

use virtual_finance_command::{Section, Shown};

/// The sections, in their order.
pub(crate) const SECTIONS: &[Section] = &[
    Section { params: &[("range", "1y")], ..of("Price", "history", Shown::Candles) },
    Section {
        subject: Some("symbols"),
        ..of(
            "Quote",
            "quote",
            Shown::Facts(&[
                "longName",
                "currency",
                "regularMarketPrice",
                "regularMarketChangePercent",
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
            "financialCurrency",
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
        ]),
    ),
    of("Revenue and income", "statements", Shown::Bars(&["endDate", "TotalRevenue", "NetIncome"])),
    Section {
        tables: &["options.calls", "options.puts"],
        ..of("Options", "options", Shown::Lines(["strike", "impliedVolatility"]))
    },
    of("Holders", "holders", Shown::Shares(["holder", "pch_out"])),
    of("News", "news", Shown::Rows(&["displayedAt", "title", "url"])),
    of(
        "Earnings",
        "earnings-dates",
        Shown::Rows(&["date", "eventName", "epsEstimate", "epsActual", "surprisePercent"]),
    ),
    Section {
        tables: &["info"],
        ..of(
            "Company",
            "profile",
            Shown::Facts(&["sector", "industry", "country", "city", "fullTimeEmployees", "website"]),
        )
    },
    Section {
        subject: None,
        tables: &["industries"],
        ..of("Industries", "sector", Shown::Tiles(["name", "marketWeight", "ytdReturn"]))
    },
    Section {
        subject: None,
        ..of("Companies", "industry", Shown::Tiles(["symbol", "marketWeight", "ytdReturn"]))
    },
    Section { subject: None, ..of("Holdings", "fund", Shown::Shares(["name", "percent"])) },
];

const fn of(title: &'static str, endpoint: &'static str, shown: Shown) -> Section {
    Section { title, endpoint, subject: Some("ticker"), params: &[], tables: &[], shown }
}
