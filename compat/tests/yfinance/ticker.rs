//! The names of `Ticker` and of what its attributes return.

use virtual_finance::{NewsKind, Range};
use virtual_finance_compat::blocking::Ticker;

use super::row::{Class, no, yes};
use super::streams;
use crate::support::FAST_INFO;

/// Returns the row of a property, which has the name of its method.
macro_rules! property {
    ($names:literal, $name:ident, $gives:expr) => {
        yes($names, concat!("Ticker::", stringify!($name)), $gives, |host| Ok(host.ticker.$name()?.into()))
    };
}

const NEWS: &str = "id, contentType, title, summary, pubDate, displayTime, provider, url, thumbnail, \
     isPremium";
const STATEMENT: &str = "Breakdown, Name, …";

pub(crate) const TICKER: Class = Class {
    name: "Ticker",
    rows: &[
        yes("ticker", "Ticker::ticker", "", |host| Ok(host.ticker.ticker().to_owned().into())),
        yes(
            "history",
            "Ticker::history",
            "Date, Open, High, Low, Close, Adj Close, Volume, Dividends, Stock Splits",
            |host| Ok(host.ticker.history(|history| history.range(Range::OneYear))?.into()),
        ),
        property!("history_metadata get_history_metadata", history_metadata, "currency, symbol, …"),
        property!("actions get_actions", actions, "Date, Dividends, Stock Splits"),
        property!("dividends get_dividends", dividends, "Date, Dividends"),
        property!("splits get_splits", splits, "Date, Stock Splits"),
        property!("capital_gains get_capital_gains", capital_gains, "Date, Capital Gains"),
        property!(
            "info get_info",
            info,
            "longBusinessSummary, regularMarketPrice, totalRevenue, trailingPegRatio, …"
        ),
        property!("fast_info get_fast_info", fast_info, FAST_INFO),
        property!("isin get_isin", isin, ""),
        yes("get_shares_full", "Ticker::get_shares_full", "Date, Shares", |host| {
            Ok(host.ticker.get_shares_full(None, None)?.into())
        }),
        no(
            "shares get_shares",
            "yfinance has no data for it any more; `Ticker::get_shares_full` has the number of shares",
        ),
        yes("news get_news", "Ticker::news", NEWS, |host| Ok(host.ticker.news(10, NewsKind::Latest)?.into())),
        property!("options", options, ""),
        yes(
            "option_chain",
            "Ticker::option_chain",
            "contractSymbol, lastTradeDate, strike, lastPrice, bid, ask, change, percentChange, \
                     volume, openInterest, impliedVolatility, inTheMoney, contractSize, currency",
            |host| Ok(host.ticker.option_chain(None, None)?.calls.into()),
        ),
        property!(
            "income_stmt incomestmt financials get_income_stmt get_incomestmt get_financials",
            income_stmt,
            STATEMENT
        ),
        property!(
            "quarterly_income_stmt quarterly_incomestmt quarterly_financials",
            quarterly_income_stmt,
            STATEMENT
        ),
        property!("ttm_income_stmt ttm_incomestmt ttm_financials", ttm_income_stmt, STATEMENT),
        property!(
            "balance_sheet balancesheet get_balance_sheet get_balancesheet",
            balance_sheet_full,
            STATEMENT
        ),
        property!("quarterly_balance_sheet quarterly_balancesheet", quarterly_balance_sheet_full, STATEMENT),
        property!("cash_flow cashflow get_cash_flow get_cashflow", cash_flow, STATEMENT),
        property!("quarterly_cash_flow quarterly_cashflow", quarterly_cash_flow, STATEMENT),
        property!("ttm_cash_flow ttm_cashflow", ttm_cash_flow, STATEMENT),
        property!("earnings get_earnings", earnings, "Year, Revenue, Earnings"),
        property!("quarterly_earnings", quarterly_earnings, "Quarter, Revenue, Earnings"),
        property!("valuation get_valuation_measures", valuation, "Breakdown, Current, …"),
        property!(
            "calendar get_calendar",
            calendar,
            "Earnings Date, Earnings Average, Earnings Low, Earnings High, Revenue Average, \
                     Revenue Low, Revenue High, Ex-Dividend Date, Dividend Date"
        ),
        property!("earnings_dates", earnings_dates, EARNINGS_DATES),
        yes("get_earnings_dates", "Ticker::get_earnings_dates", EARNINGS_DATES, |host| {
            Ok(host.ticker.get_earnings_dates(25, 0)?.into())
        }),
        property!("sustainability get_sustainability", sustainability, "Breakdown, Value"),
        property!(
            "recommendations recommendations_summary get_recommendations get_recommendations_summary",
            recommendations_summary,
            "period, strongBuy, buy, hold, sell, strongSell"
        ),
        property!(
            "upgrades_downgrades get_upgrades_downgrades",
            upgrades_downgrades,
            "GradeDate, Firm, ToGrade, FromGrade, Action, priceTargetAction, currentPriceTarget, \
                     priorPriceTarget"
        ),
        property!(
            "analyst_price_targets get_analyst_price_targets",
            analyst_price_targets,
            "current, high, low, mean, median"
        ),
        property!(
            "earnings_estimate get_earnings_estimate",
            earnings_estimate,
            "period, avg, low, high, yearAgoEps, numberOfAnalysts, growth, currency"
        ),
        property!(
            "revenue_estimate get_revenue_estimate",
            revenue_estimate,
            "period, avg, low, high, numberOfAnalysts, yearAgoRevenue, growth, currency"
        ),
        property!(
            "earnings_history get_earnings_history",
            earnings_history,
            "quarter, epsActual, epsEstimate, epsDifference, surprisePercent, currency"
        ),
        property!(
            "eps_trend get_eps_trend",
            eps_trend,
            "period, current, 7daysAgo, 30daysAgo, 60daysAgo, 90daysAgo, currency"
        ),
        property!(
            "eps_revisions get_eps_revisions",
            eps_revisions,
            "period, upLast7days, upLast30days, downLast30days, downLast7Days, currency"
        ),
        property!(
            "growth_estimates get_growth_estimates",
            growth_estimates,
            "period, stockTrend, indexTrend"
        ),
        property!("major_holders get_major_holders", major_holders, "0, 1"),
        property!("institutional_holders get_institutional_holders", institutional_holders, HOLDERS),
        property!("mutualfund_holders get_mutualfund_holders", mutualfund_holders, HOLDERS),
        property!(
            "insider_transactions get_insider_transactions",
            insider_transactions,
            "Shares, Value, URL, Text, Insider, Position, Transaction, Start Date, Ownership"
        ),
        property!(
            "insider_purchases get_insider_purchases",
            insider_purchases,
            "Insider Purchases Last 6m, Shares, Trans"
        ),
        property!(
            "insider_roster_holders get_insider_roster_holders",
            insider_roster_holders,
            "Name, Position, Most Recent Transaction, Latest Transaction Date, \
                     Shares Owned Directly, Position Direct Date, Shares Owned Indirectly, \
                     Position Indirect Date"
        ),
        property!(
            "sec_filings get_sec_filings",
            sec_filings,
            "date, epochDate, type, title, edgarUrl, accessionNumber, exhibits"
        ),
        yes("funds_data get_funds_data", "Ticker::funds_data", "Symbol, Name, Holding Percent", |host| {
            Ok(Ticker::new(&host.client, "QQQ").funds_data()?.top_holdings()?.into())
        }),
        streams::LIVE,
        no("session ws", "a ticker is asked for through a `Client`, which it shares"),
    ],
};

const EARNINGS_DATES: &str = "Earnings Date, EPS Estimate, Reported EPS, Surprise(%)";
const HOLDERS: &str = "Holder, Shares, Date Reported, % Out, Value";
