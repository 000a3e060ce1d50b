//! The web pages, as they were to 2022 with stores or tables, as they were in 2023, and as they are today.

mod components;
mod earnings;
mod markup;
mod screeners;
mod scripts;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use crate::agreed::not_found_page;
use crate::asked::RoutedRequest;
use crate::company;
use crate::era::Era;
use crate::examples;
use crate::facts::screeners::Screener;
use crate::facts::{statements, summary};
use crate::reply::{HTML_TYPE, Reply};
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
        let symbols = utf8_percent_encode(ticker, NON_ALPHANUMERIC);
        // As on the real pages the kind of the instrument comes by itself, and not all sections at once.
        let mut scripts = vec![
            Script::summary(ticker, PROFILE, asked),
            Script::summary(ticker, "assetProfile,price,summaryDetail", asked),
        ];
        let others = [
            format!("v1/finance/quoteType/{ticker}?formatted=true&enablePrivateCompany=true"),
            format!("v6/finance/recommendationsbysymbol/{ticker}?fields="),
            format!("v7/finance/spark?includePrePost=false&interval=5m&range=1d&symbols={symbols}"),
            format!("ws/insights/v3/finance/insights?reportsCount=4&symbols={symbols}"),
            "v1/finance/trending/US?count=25&useQuotes=true&quoteType=ALL".to_owned(),
            "v6/finance/quote/marketSummary?market=US".to_owned(),
            "v6/finance/markettime?key=finance".to_owned(),
        ];
        scripts.extend(others.iter().map(|address| Script::of(address, asked)));
        scripts
    };
    page_of(asked, store, scripts)
}

/// The sections of the first summary of a quote page.
const PROFILE: &str = "summaryProfile,financialData,recommendationTrend,earnings,summaryDetail,defaultKeyStatistics,\
                       calendarEvents,price,pageViews,upgradeDowngradeHistory,fundProfile,topHoldings,fundPerformance";

/// Returns the page of a company's statements. That of today has none of them.
pub(crate) fn financials(asked: &RoutedRequest<'_>) -> Reply {
    let store = |ticker: &str| {
        let lead = "<h2>Income Statement</h2><p>All numbers in thousands</p>";
        let statements = statements::financials(ticker, asked.now);
        quote_page(ticker, "Income Statement", lead, &statements, asked.now)
    };
    let scripts = |ticker: &str| {
        let series = format!(
            "ws/fundamentals-timeseries/v1/finance/timeseries/{ticker}?type=quarterlyMarketCap,trailingMarketCap"
        );
        vec![Script::summary(ticker, "earnings,price,financialData", asked), Script::of(&series, asked)]
    };
    page_of(asked, store, scripts)
}

/// Returns the page of a company's holders.
pub(crate) fn holders(asked: &RoutedRequest<'_>) -> Reply {
    const SECTIONS: &str = "institutionOwnership,majorHoldersBreakdown,fundOwnership,majorDirectHolders";
    let scripts = |ticker: &str| vec![Script::summary(ticker, SECTIONS, asked)];
    page_of(asked, |_| examples::nearest(asked.sent).body, scripts)
}

/// Returns the page of a company's earnings, which has a table at all times.
pub(crate) fn earnings(asked: &RoutedRequest<'_>) -> Reply {
    Reply::new(200, HTML_TYPE, earnings::earnings(&scripts::subject(asked), asked))
}

/// Returns the page of an index's components. That of today fetches them later.
pub(crate) fn components(asked: &RoutedRequest<'_>) -> Reply {
    page_of(asked, |index| components::components(index, asked), |_| Vec::new())
}

/// Returns the page that lists the screeners.
pub(crate) fn screeners(asked: &RoutedRequest<'_>) -> Reply {
    let scripts = |_: &str| {
        vec![Script::of(
            "ws/screeners/v1/finance/screener/discover?formatted=true&modules=neo_investment_ideas",
            asked,
        )]
    };
    page_of(asked, |_| screeners::list(asked.now), scripts)
}

/// Returns the page of one screener's result.
pub(crate) fn screener(asked: &RoutedRequest<'_>) -> Reply {
    let Some(screener) = Screener::named(asked.subject) else { return not_found_page() };
    let scripts = |name: &str| {
        vec![Script::of(
            &format!("v1/finance/screener/predefined/saved?count=25&formatted=true&scrIds={name}"),
            asked,
        )]
    };
    page_of(asked, |_| screeners::result(&screener, asked.now), scripts)
}

/// Returns the page of the requested era: `store` makes the first era's, `scripts` the data of today's.
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
            scripts::page(&subject, own, asked)
        }
    };
    Reply::new(200, HTML_TYPE, page)
}
