//! The replies and properties of a ticker, declared once for the asynchronous and the blocking form.

use polars_core::prelude::DataFrame;
use virtual_finance::responses::{Map, Value};

/// The value of a property whose name is known only at run time.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Property {
    /// A frame.
    Frame(DataFrame),
    /// A string: the ISIN.
    Text(String),
    /// Strings: the dates on which options expire.
    Texts(Vec<String>),
    /// Facts and figures by name: the info, and the price targets.
    Object(Map<String, Value>),
}

impl From<DataFrame> for Property {
    fn from(frame: DataFrame) -> Self {
        Self::Frame(frame)
    }
}

impl From<String> for Property {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Vec<String>> for Property {
    fn from(texts: Vec<String>) -> Self {
        Self::Texts(texts)
    }
}

impl From<Map<String, Value>> for Property {
    fn from(object: Map<String, Value>) -> Self {
        Self::Object(object)
    }
}

/// Calls a macro with every reply of frames: the name of its method, the name under which it is kept, its request, and its frames.
macro_rules! for_each_reply {
    ($declare:ident) => {
        $declare! {
            |ticker|
            /// Statements and earnings.
            financials_frames: financials = Financials::new(ticker) => FinancialsFrames;
            /// The whole history, daily and not adjusted, which dividends and splits are read from.
            history_frames: history = History::whole(ticker) => HistoryFrames;
            /// The holders.
            holders_frames: holders = Holders::new(ticker) => HoldersFrames;
            /// The options that expire next.
            options_frames: options = Options::new(ticker) => OptionsFrames;
            /// The profile.
            profile_frames: profile = Profile::new(ticker) => ProfileFrames;
            /// The latest prices.
            quote_frames: quote = Quote::new(ticker) => QuoteFrames;
            /// The statements in full, by year.
            statements_frames: statements = statements(ticker, StatementPeriod::Yearly) => StatementsFrames;
            /// The statements in full, by quarter.
            quarterly_statements_frames: quarterly_statements = statements(ticker, StatementPeriod::Quarterly) => StatementsFrames;
            /// The statements in full, of the twelve months up to a day.
            ttm_statements_frames: ttm_statements = statements(ticker, StatementPeriod::Trailing) => StatementsFrames;
            /// The expectations of analysts.
            analysis_frames: analysis = Analysis::new(ticker) => AnalysisFrames;
            /// The key figures.
            key_figures_frames: key_figures = KeyFigures::new(ticker) => KeyFiguresFrames;
            /// The insiders.
            insiders_frames: insiders = Insiders::new(ticker) => InsidersFrames;
            /// The filings with the SEC.
            filings_frames: filings = Filings::new(ticker) => FilingsFrames;
            /// The costs and holdings of a fund.
            funds_data: fund = Fund::new(ticker) => FundFrames;
            /// The latest twelve dates of the company's earnings.
            earnings_dates_frames: earnings_dates = EarningsDates::new(ticker) => EarningsDatesFrames;
            /// The value of a company and its ratios.
            valuation_frames: valuation = Valuation::new(ticker) => ValuationFrames;
        }
    };
}

/// Calls a macro with every property: its name and kind, the request it reads, and how it reads it.
macro_rules! for_each_property {
    ($declare:ident) => {
        $declare! {
            /// Dividends, splits and capital gains of all time: [`frames::history::actions`](crate::frames::history::actions).
            actions: DataFrame = history_frames[.actions()?];
            /// The price targets by name: [`frames::analysis::price_targets`](crate::frames::analysis::price_targets).
            analyst_price_targets: Map<String, Value> = analysis_frames[.analyst_price_targets()];
            /// Balance sheets by year: [`frames::financials::statements`](crate::frames::financials::statements).
            balance_sheet: DataFrame = financials_frames[.balancesheet()?.yearly];
            /// Balance sheets by year in full: [`frames::financials::full`](crate::frames::financials::full).
            balance_sheet_full: DataFrame = statements_frames[.balance_sheet()?];
            /// An alias of `balance_sheet`.
            balancesheet: DataFrame = financials_frames[.balancesheet()?.yearly];
            /// The next earnings: [`frames::profile::calendar`](crate::frames::profile::calendar).
            calendar: DataFrame = profile_frames[.calendar()?];
            /// Capital gains of all time, which funds have: [`frames::history::capital_gains`](crate::frames::history::capital_gains).
            capital_gains: DataFrame = history_frames[.capital_gains()?];
            /// An alias of `cash_flow_full`.
            cash_flow: DataFrame = statements_frames[.cash_flow()?];
            /// Cash flow statements by year in full: [`frames::financials::full`](crate::frames::financials::full).
            cash_flow_full: DataFrame = statements_frames[.cash_flow()?];
            /// Cash flow statements by year: [`frames::financials::statements`](crate::frames::financials::statements).
            cashflow: DataFrame = financials_frames[.cashflow()?.yearly];
            /// Dividends of all time: [`frames::history::dividends`](crate::frames::history::dividends).
            dividends: DataFrame = history_frames[.dividends()?];
            /// Revenue and earnings by year: [`frames::financials::earnings`](crate::frames::financials::earnings).
            earnings: DataFrame = financials_frames[.earnings()?.yearly];
            /// The dates of earnings, the latest first: [`frames::calendars::earnings_dates`](crate::frames::calendars::earnings_dates).
            earnings_dates: DataFrame = earnings_dates_frames[.earnings_dates()?];
            /// Estimates of the earnings a share: [`frames::analysis::earnings_estimate`](crate::frames::analysis::earnings_estimate).
            earnings_estimate: DataFrame = analysis_frames[.earnings_estimate()?];
            /// The earnings of the last quarters: [`frames::analysis::earnings_history`](crate::frames::analysis::earnings_history).
            earnings_history: DataFrame = analysis_frames[.earnings_history()?];
            /// Estimates that analysts changed: [`frames::analysis::eps_revisions`](crate::frames::analysis::eps_revisions).
            eps_revisions: DataFrame = analysis_frames[.eps_revisions()?];
            /// The mean estimate now and some days ago: [`frames::analysis::eps_trend`](crate::frames::analysis::eps_trend).
            eps_trend: DataFrame = analysis_frames[.eps_trend()?];
            /// The latest figures by name: [`frames::quotes::fast_info`](crate::frames::quotes::fast_info).
            fast_info: Map<String, Value> = quote_frames[.fast_info()];
            /// Income statements by year: [`frames::financials::statements`](crate::frames::financials::statements).
            financials: DataFrame = financials_frames[.financials()?.yearly];
            /// The growth that is expected: [`frames::analysis::growth_estimates`](crate::frames::analysis::growth_estimates).
            growth_estimates: DataFrame = analysis_frames[.growth_estimates()?];
            /// Facts about the instrument and its exchange by name: [`frames::history::metadata`](crate::frames::history::metadata).
            history_metadata: Map<String, Value> = history_frames[.metadata()];
            /// Income statements by year in full: [`frames::financials::full`](crate::frames::financials::full).
            income_stmt: DataFrame = statements_frames[.income()?];
            /// An alias of `income_stmt`.
            incomestmt: DataFrame = statements_frames[.income()?];
            /// Facts and figures by name, the quote's included:
            /// [`frames::key_figures::info`](crate::frames::key_figures::info).
            info: Map<String, Value> = merged_info[];
            /// Purchases and sales of all insiders: [`frames::insiders::purchases`](crate::frames::insiders::purchases).
            insider_purchases: DataFrame = insiders_frames[.purchases()?];
            /// The insiders and their shares: [`frames::insiders::roster`](crate::frames::insiders::roster).
            insider_roster_holders: DataFrame = insiders_frames[.roster()?];
            /// The trades of insiders: [`frames::insiders::transactions`](crate::frames::insiders::transactions).
            insider_transactions: DataFrame = insiders_frames[.transactions()?];
            /// The largest institutions: [`frames::holders::table`](crate::frames::holders::table).
            institutional_holders: DataFrame = holders_frames[.institutional()?];
            /// The International Securities Identification Number.
            isin: String = isin_response[.isin.clone()];
            /// The key figures in one row: [`frames::key_figures::key_figures`](crate::frames::key_figures::key_figures).
            key_figures: DataFrame = key_figures_frames[.key_figures()?];
            /// Kinds of holders: [`frames::holders::major`](crate::frames::holders::major).
            major_holders: DataFrame = holders_frames[.major()?];
            /// The largest mutual funds: [`frames::holders::table`](crate::frames::holders::table).
            mutualfund_holders: DataFrame = holders_frames[.mutualfund()?];
            /// The days on which options expire, written `2024-07-19`.
            options: Vec<String> = options_frames[.options()];
            /// Balance sheets by quarter.
            quarterly_balance_sheet: DataFrame = financials_frames[.balancesheet()?.quarterly];
            /// Balance sheets by quarter in full.
            quarterly_balance_sheet_full: DataFrame = quarterly_statements_frames[.balance_sheet()?];
            /// An alias of `quarterly_balance_sheet`.
            quarterly_balancesheet: DataFrame = financials_frames[.balancesheet()?.quarterly];
            /// An alias of `quarterly_cash_flow_full`.
            quarterly_cash_flow: DataFrame = quarterly_statements_frames[.cash_flow()?];
            /// Cash flow statements by quarter in full.
            quarterly_cash_flow_full: DataFrame = quarterly_statements_frames[.cash_flow()?];
            /// Cash flow statements by quarter.
            quarterly_cashflow: DataFrame = financials_frames[.cashflow()?.quarterly];
            /// Revenue and earnings by quarter.
            quarterly_earnings: DataFrame = financials_frames[.earnings()?.quarterly];
            /// Income statements by quarter.
            quarterly_financials: DataFrame = financials_frames[.financials()?.quarterly];
            /// Income statements by quarter in full.
            quarterly_income_stmt: DataFrame = quarterly_statements_frames[.income()?];
            /// An alias of `quarterly_income_stmt`.
            quarterly_incomestmt: DataFrame = quarterly_statements_frames[.income()?];
            /// Grades by analysts: [`frames::profile::recommendations`](crate::frames::profile::recommendations).
            recommendations: DataFrame = profile_frames[.recommendations()?];
            /// The number of analysts for each recommendation: [`frames::analysis::recommendations_summary`](crate::frames::analysis::recommendations_summary).
            recommendations_summary: DataFrame = analysis_frames[.recommendations_summary()?];
            /// Estimates of the revenue: [`frames::analysis::revenue_estimate`](crate::frames::analysis::revenue_estimate).
            revenue_estimate: DataFrame = analysis_frames[.revenue_estimate()?];
            /// The filings with the SEC: [`frames::insiders::sec_filings`](crate::frames::insiders::sec_filings).
            sec_filings: DataFrame = filings_frames[.sec_filings()?];
            /// Splits of all time: [`frames::history::splits`](crate::frames::history::splits).
            splits: DataFrame = history_frames[.splits()?];
            /// The ESG scores, as texts: [`frames::profile::sustainability`](crate::frames::profile::sustainability).
            sustainability: DataFrame = profile_frames[.sustainability()?];
            /// Cash flow statements of the twelve months up to a day, in full.
            ttm_cash_flow: DataFrame = ttm_statements_frames[.cash_flow()?];
            /// An alias of `ttm_cash_flow`.
            ttm_cashflow: DataFrame = ttm_statements_frames[.cash_flow()?];
            /// An alias of `ttm_income_stmt`.
            ttm_financials: DataFrame = ttm_statements_frames[.income()?];
            /// Income statements of the twelve months up to a day, in full.
            ttm_income_stmt: DataFrame = ttm_statements_frames[.income()?];
            /// An alias of `ttm_income_stmt`.
            ttm_incomestmt: DataFrame = ttm_statements_frames[.income()?];
            /// The grades of firms: [`frames::analysis::upgrades_downgrades`](crate::frames::analysis::upgrades_downgrades).
            upgrades_downgrades: DataFrame = analysis_frames[.upgrades_downgrades()?];
            /// The value of the company and its ratios: [`frames::valuation::measures`](crate::frames::valuation::measures).
            valuation: DataFrame = valuation_frames[.valuation()?];
        }
    };
}

pub(crate) use {for_each_property, for_each_reply};
