//! The web pages, as they were to 2022 with stores or tables, as they were in 2023, and as they are today.

mod markup;
mod screeners;
mod scripts;
mod tables;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use crate::asked::RoutedRequest;
use crate::company;
use crate::era::Era;
use crate::facts::{statements, summary};
use crate::reply::{HTML_TYPE, Reply};
use crate::services;
use markup::{quote_page, sealed};
use scripts::Script;

/// Returns the page of a quote.
pub(crate) fn profile(asked: &RoutedRequest<'_>) -> Reply {
    let store = |ticker: &str| {
        let company = company::of(ticker);
        let lead = format!("<h2>About</h2><p>{} of {}</p>", company.name, company.city);
        quote_page(ticker, "Stock Price", &lead, &summary::sections(ticker, asked.now).into(), asked.now)
    };
    let scripts = |ticker: &str| {
        // As on the real pages the kind of the instrument comes by itself, and not all sections at once.
        let mut scripts = vec![
            Script::summary(ticker, &PROFILE, asked.now),
            Script::summary(ticker, &["assetProfile", "price", "summaryDetail"], asked.now),
            Script::quote_type(ticker, asked.now),
        ];
        scripts.extend(beside_the_summary(ticker, asked));
        scripts
    };
    page_of(asked, store, scripts)
}

/// Returns the replies of other services that a quote page of today carries.
fn beside_the_summary(ticker: &str, asked: &RoutedRequest<'_>) -> [Script; 6] {
    let of = |address: &str, subject, service| Script::service(address, subject, asked, service);
    let spark =
        "v7/finance/spark?includePrePost=false&includeTimestamps=false&indicators=close&interval=5m&range=1d";
    [
        of(
            &format!("v6/finance/recommendationsbysymbol/{ticker}?fields="),
            ticker,
            services::several::similar,
        ),
        of(&format!("{spark}&symbols={}", encoded(ticker)), ticker, services::several::spark),
        of(
            &format!("ws/insights/v3/finance/insights?reportsCount=4&symbols={}", encoded(ticker)),
            ticker,
            services::insights::reply,
        ),
        of("v1/finance/trending/US?count=25&useQuotes=true&quoteType=ALL", "US", services::markets::trending),
        of("v6/finance/quote/marketSummary?market=US", "US", services::markets::summary),
        of("v6/finance/markettime?key=finance", "", services::markets::time),
    ]
}

/// Returns a ticker as a part of a query.
fn encoded(ticker: &str) -> String {
    utf8_percent_encode(ticker, NON_ALPHANUMERIC).to_string()
}

/// The sections of the first summary of a quote page.
const PROFILE: [&str; 14] = [
    "summaryProfile",
    "financialData",
    "recommendationTrend",
    "earnings",
    "summaryDetail",
    "defaultKeyStatistics",
    "calendarEvents",
    "esgScores",
    "price",
    "pageViews",
    "upgradeDowngradeHistory",
    "fundProfile",
    "topHoldings",
    "fundPerformance",
];

/// Returns the page of a company's statements. That of today has none of them.
pub(crate) fn financials(asked: &RoutedRequest<'_>) -> Reply {
    let store = |ticker: &str| {
        let lead = "<h2>Income Statement</h2><p>All numbers in thousands</p>";
        let statements = statements::financials(ticker, asked.now);
        quote_page(ticker, "Income Statement", lead, &statements, asked.now)
    };
    let scripts = |ticker: &str| {
        vec![
            Script::summary(ticker, &["earnings", "price", "financialData"], asked.now),
            Script::series(ticker, &["quarterlyMarketCap", "trailingMarketCap"], asked.now),
        ]
    };
    page_of(asked, store, scripts)
}

/// Returns the page of a company's holders.
pub(crate) fn holders(asked: &RoutedRequest<'_>) -> Reply {
    const SECTIONS: [&str; 4] =
        ["institutionOwnership", "majorHoldersBreakdown", "fundOwnership", "majorDirectHolders"];
    let scripts = |ticker: &str| vec![Script::summary(ticker, &SECTIONS, asked.now)];
    page_of(asked, |ticker| tables::holders(ticker, asked.now), scripts)
}

/// Returns the page of a company's earnings, which has a table at all times.
pub(crate) fn earnings(asked: &RoutedRequest<'_>) -> Reply {
    let subject = scripts::subject(asked);
    Reply::new(200, HTML_TYPE, tables::earnings(&subject, asked))
}

/// Returns the page of an index's components. That of today fetches them later.
pub(crate) fn components(asked: &RoutedRequest<'_>) -> Reply {
    page_of(asked, |index| tables::components(index, asked.now), |_| Vec::new())
}

/// Returns the page that lists the screeners.
pub(crate) fn screeners(asked: &RoutedRequest<'_>) -> Reply {
    let scripts = |_: &str| vec![Script::screeners()];
    page_of(asked, |_| screeners::list(asked.now), scripts)
}

/// Returns the page of one screener's result.
pub(crate) fn screener(asked: &RoutedRequest<'_>) -> Reply {
    let scripts = |name: &str| vec![Script::screener(name)];
    page_of(asked, |name| screeners::result(name, asked.now), scripts)
}

/// Returns the page of the asked era: `store` makes that of the first, `scripts` the data of today's.
fn page_of(
    asked: &RoutedRequest<'_>,
    store: impl Fn(&str) -> String,
    scripts: impl Fn(&str) -> Vec<Script>,
) -> Reply {
    let page = match asked.era {
        Era::Stores => store(asked.subject),
        Era::Sealed => sealed(asked.subject, asked.now),
        Era::Scripts => {
            let subject = scripts::subject(asked);
            let own = scripts(&subject).into_iter().map(|script| script.with(asked.flaw)).collect();
            scripts::page(&subject, own, asked.now)
        }
    };
    Reply::new(200, HTML_TYPE, page)
}
