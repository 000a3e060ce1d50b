//! The fields that the host is known to have, by the kinds of instruments that they belong to.

use super::field::{
    Equity, Etf, FieldInfo, InstrumentKind, MutualFund, NumberField, StringField, Takes, fields,
};
use super::values;

impl FieldInfo {
    /// Returns the fields that are known, in groups by their meaning.
    ///
    /// ```
    /// # mod virtual_finance { use virtual_finance_runtime as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../core/docs/virtual_finance.rs")); }
    /// use virtual_finance::screening::{FieldInfo, InstrumentKind};
    ///
    /// let beta = FieldInfo::all().iter().find(|field| field.id == "beta").unwrap();
    /// assert_eq!(beta.kinds, [InstrumentKind::Equity]);
    /// ```
    #[must_use]
    pub const fn all() -> &'static [Self] {
        FIELDS
    }

    /// Returns the fields of a kind of instruments.
    pub(crate) fn of(kind: InstrumentKind) -> impl Iterator<Item = &'static Self> + Clone {
        Self::all().iter().filter(move |field| field.kinds.contains(&kind))
    }

    /// Returns the field of that name, in any case.
    pub(crate) fn named(kind: InstrumentKind, name: &str) -> Option<&'static Self> {
        let name = Self::full_name(name);
        Self::of(kind).find(|field| field.id.eq_ignore_ascii_case(name))
    }

    /// Returns the host's name of a field that people know by another one; any other name as it is.
    pub(crate) fn full_name(name: &str) -> &str {
        let known = OTHER_NAMES.iter().find(|(other, _)| name.eq_ignore_ascii_case(other));
        known.map_or(name, |(_, id)| id)
    }
}

/// The names that people know fields by: the headings of tables of instruments, and usual words.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("cap", "intradaymarketcap"),
    ("change", "intradaypricechange"),
    ("change%", "percentchange"),
    ("eps", "netepsdiluted.lasttwelvemonths"),
    ("marketcap", "intradaymarketcap"),
    ("p/e", "peratio.lasttwelvemonths"),
    ("pe", "peratio.lasttwelvemonths"),
    ("price", "intradayprice"),
    ("volume", "dayvolume"),
    ("yield", "dividendyield"),
];

/// Returns the host's name of a value that people know by another one; any other value as it is.
pub(super) fn full_value<'v>(field: &str, value: &'v str) -> &'v str {
    const COUNTRIES: [(&str, &str); 2] = [("usa", "us"), ("uk", "gb")];
    let known = COUNTRIES.iter().find(|(other, _)| field == "region" && value.eq_ignore_ascii_case(other));
    match known {
        Some((_, code)) => code,
        None => value,
    }
}

fields! {
    /// The country of the listing, for example `us`.
    REGION "region" string in values::REGIONS: Equity Etf;
    /// The code of the exchange, for example `NMS`.
    EXCHANGE "exchange" string in values::EXCHANGES: Equity Etf;
    /// The code of the exchange, for example `NAS`.
    EXCHANGE "exchange" string in values::FUND_EXCHANGES: MutualFund;
    /// The sector, for example `Technology`.
    SECTOR "sector" string in values::SECTORS: Equity;
    /// The industry, for example `Banks—Regional`.
    INDUSTRY "industry" string in values::INDUSTRIES: Equity;
    /// The group of comparable companies, for example `Banks`.
    PEER_GROUP "peer_group" string in values::PEER_GROUPS: Equity;
    /// The category of the fund, for example `Large Growth`.
    CATEGORY_NAME "categoryname" string in values::CATEGORIES: Etf;
    /// The category of the fund, for example `Large Growth`.
    CATEGORY_NAME "categoryname" string: MutualFund;
    /// The family of funds, for example `Vanguard`.
    FUND_FAMILY_NAME "fundfamilyname" string in values::FAMILIES: Etf;
    /// The sector that most of the holdings belong to.
    PRIMARY_SECTOR "primary_sector" string: Etf;
    /// The symbol.
    TICKER "ticker" string: Etf;
    /// The price at the end of the day.
    EOD_PRICE "eodprice" number: Equity Etf MutualFund;
    /// The latest price.
    INTRADAY_PRICE "intradayprice" number: Equity Etf MutualFund;
    /// The change of the price since the previous close.
    INTRADAY_PRICE_CHANGE "intradaypricechange" number: Equity Etf MutualFund;
    /// The change of the price since the previous close, in percent.
    PERCENT_CHANGE "percentchange" number: Equity Etf;
    /// The change of the price within 52 weeks, in percent.
    FIFTY_TWO_WEEK_PERCENT_CHANGE "fiftytwowkpercentchange" number: Equity Etf;
    /// The value of all shares at the latest price.
    INTRADAY_MARKET_CAP "intradaymarketcap" number: Equity;
    /// The value of all shares at the last close.
    LAST_CLOSE_MARKET_CAP "lastclosemarketcap.lasttwelvemonths" number: Equity;
    /// The highest close of 52 weeks.
    LAST_CLOSE_52_WEEK_HIGH "lastclose52weekhigh.lasttwelvemonths" number: Equity;
    /// The lowest close of 52 weeks.
    LAST_CLOSE_52_WEEK_LOW "lastclose52weeklow.lasttwelvemonths" number: Equity;
    /// The beta: how strongly the price moves with the market.
    BETA "beta" number: Equity;
    /// The average volume of a day within three months.
    AVERAGE_DAILY_VOLUME_3_MONTHS "avgdailyvol3m" number: Equity Etf;
    /// The volume of the day.
    DAY_VOLUME "dayvolume" number: Equity Etf;
    /// The volume at the end of the day.
    EOD_VOLUME "eodvolume" number: Equity Etf;
    /// The part of the shares that insiders hold.
    PERCENT_HELD_BY_INSIDERS "pctheldinsider" number: Equity;
    /// The part of the shares that institutions hold.
    PERCENT_HELD_BY_INSTITUTIONS "pctheldinst" number: Equity;
    /// The shares sold short as a multiple of the volume of a day.
    DAYS_TO_COVER_SHORT "days_to_cover_short.value" number: Equity;
    /// The shares sold short.
    SHORT_INTEREST "short_interest.value" number: Equity;
    /// The change of the shares sold short, in percent.
    SHORT_INTEREST_PERCENT_CHANGE "short_interest_percentage_change.value" number: Equity;
    /// The shares sold short as a part of the shares that are traded.
    SHORT_PERCENT_OF_FLOAT "short_percentage_of_float.value" number: Equity;
    /// The shares sold short as a part of all shares.
    SHORT_PERCENT_OF_SHARES_OUTSTANDING "short_percentage_of_shares_outstanding.value" number: Equity;
    /// The book value a share.
    BOOK_VALUE_SHARE "bookvalueshare.lasttwelvemonths" number: Equity;
    /// The price as a multiple of the book value.
    PRICE_BOOK_RATIO "pricebookratio.quarterly" number: Equity;
    /// The price as a multiple of the earnings of twelve months.
    PE_RATIO "peratio.lasttwelvemonths" number: Equity;
    /// The ratio of price to earnings, divided by the growth expected within five years.
    PEG_RATIO_5_YEARS "pegratio_5y" number: Equity;
    /// The last close as a multiple of the earnings.
    LAST_CLOSE_PRICE_EARNINGS "lastclosepriceearnings.lasttwelvemonths" number: Equity;
    /// The last close as a multiple of the tangible book value.
    LAST_CLOSE_PRICE_TANGIBLE_BOOK_VALUE "lastclosepricetangiblebookvalue.lasttwelvemonths" number: Equity;
    /// The value of all shares as a multiple of the revenue.
    LAST_CLOSE_MARKET_CAP_TOTAL_REVENUE "lastclosemarketcaptotalrevenue.lasttwelvemonths" number: Equity;
    /// The value of the enterprise as a multiple of the revenue.
    LAST_CLOSE_TEV_TOTAL_REVENUE "lastclosetevtotalrevenue.lasttwelvemonths" number: Equity;
    /// The number of years in a row in which the dividend grew.
    CONSECUTIVE_YEARS_OF_DIVIDEND_GROWTH "consecutive_years_of_dividend_growth_count" number: Equity;
    /// The dividends a share of twelve months.
    DIVIDEND_PER_SHARE "dividendpershare.lasttwelvemonths" number: Equity;
    /// The dividends of a year in percent of the price.
    DIVIDEND_YIELD "dividendyield" number: Equity;
    /// The dividends a share that are expected.
    FORWARD_DIVIDEND_PER_SHARE "forward_dividend_per_share" number: Equity;
    /// The dividends that are expected, in percent of the price.
    FORWARD_DIVIDEND_YIELD "forward_dividend_yield" number: Equity;
    /// The return on the assets, in percent.
    RETURN_ON_ASSETS "returnonassets.lasttwelvemonths" number: Equity;
    /// The return on the equity, in percent.
    RETURN_ON_EQUITY "returnonequity.lasttwelvemonths" number: Equity;
    /// The return on the total capital, in percent.
    RETURN_ON_TOTAL_CAPITAL "returnontotalcapital.lasttwelvemonths" number: Equity;
    /// The EBITDA as a multiple of the interest paid.
    EBITDA_INTEREST_EXPENSE "ebitdainterestexpense.lasttwelvemonths" number: Equity;
    /// The EBIT as a multiple of the interest paid.
    EBIT_INTEREST_EXPENSE "ebitinterestexpense.lasttwelvemonths" number: Equity;
    /// The value of the enterprise as a multiple of the EBIT.
    LAST_CLOSE_TEV_EBIT "lastclosetevebit.lasttwelvemonths" number: Equity;
    /// The value of the enterprise as a multiple of the EBITDA.
    LAST_CLOSE_TEV_EBITDA "lastclosetevebitda.lasttwelvemonths" number: Equity;
    /// The long-term debt in percent of the equity.
    LONG_TERM_DEBT_EQUITY "ltdebtequity.lasttwelvemonths" number: Equity;
    /// The net debt as a multiple of the EBITDA.
    NET_DEBT_EBITDA "netdebtebitda.lasttwelvemonths" number: Equity;
    /// The debt as a multiple of the EBITDA.
    TOTAL_DEBT_EBITDA "totaldebtebitda.lasttwelvemonths" number: Equity;
    /// The debt in percent of the equity.
    TOTAL_DEBT_EQUITY "totaldebtequity.lasttwelvemonths" number: Equity;
    /// The Altman Z-score, with averages of the period.
    ALTMAN_Z_SCORE "altmanzscoreusingtheaveragestockinformationforaperiod.lasttwelvemonths" number: Equity;
    /// The current assets as a multiple of the current liabilities.
    CURRENT_RATIO "currentratio.lasttwelvemonths" number: Equity;
    /// The operating cash flow as a multiple of the current liabilities.
    OPERATING_CASH_FLOW_TO_CURRENT_LIABILITIES "operatingcashflowtocurrentliabilities.lasttwelvemonths" number: Equity;
    /// The current assets without inventory as a multiple of the current liabilities.
    QUICK_RATIO "quickratio.lasttwelvemonths" number: Equity;
    /// The basic earnings a share of continuing operations.
    BASIC_EPS_CONTINUING_OPERATIONS "basicepscontinuingoperations.lasttwelvemonths" number: Equity;
    /// The diluted earnings a share of continuing operations.
    DILUTED_EPS_CONTINUING_OPERATIONS "dilutedepscontinuingoperations.lasttwelvemonths" number: Equity;
    /// The growth of the diluted earnings a share within a year, in percent.
    DILUTED_EPS_1_YEAR_GROWTH "dilutedeps1yrgrowth.lasttwelvemonths" number: Equity;
    /// The EBIT.
    EBIT "ebit.lasttwelvemonths" number: Equity;
    /// The EBITDA.
    EBITDA "ebitda.lasttwelvemonths" number: Equity;
    /// The growth of the EBITDA within a year, in percent.
    EBITDA_1_YEAR_GROWTH "ebitda1yrgrowth.lasttwelvemonths" number: Equity;
    /// The EBITDA in percent of the revenue.
    EBITDA_MARGIN "ebitdamargin.lasttwelvemonths" number: Equity;
    /// The growth of the earnings a share, in percent.
    EPS_GROWTH "epsgrowth.lasttwelvemonths" number: Equity;
    /// The gross profit.
    GROSS_PROFIT "grossprofit.lasttwelvemonths" number: Equity;
    /// The gross profit in percent of the revenue.
    GROSS_PROFIT_MARGIN "grossprofitmargin.lasttwelvemonths" number: Equity;
    /// The basic net earnings a share.
    NET_EPS_BASIC "netepsbasic.lasttwelvemonths" number: Equity;
    /// The diluted net earnings a share.
    NET_EPS_DILUTED "netepsdiluted.lasttwelvemonths" number: Equity;
    /// The net income.
    NET_INCOME "netincomeis.lasttwelvemonths" number: Equity;
    /// The growth of the net income within a year, in percent.
    NET_INCOME_1_YEAR_GROWTH "netincome1yrgrowth.lasttwelvemonths" number: Equity;
    /// The net income in percent of the revenue.
    NET_INCOME_MARGIN "netincomemargin.lasttwelvemonths" number: Equity;
    /// The operating income.
    OPERATING_INCOME "operatingincome.lasttwelvemonths" number: Equity;
    /// The growth of the revenue of a quarter within a year, in percent.
    QUARTERLY_REVENUE_GROWTH "quarterlyrevenuegrowth.quarterly" number: Equity;
    /// The revenue.
    TOTAL_REVENUES "totalrevenues.lasttwelvemonths" number: Equity;
    /// The growth of the revenue within a year, in percent.
    TOTAL_REVENUES_1_YEAR_GROWTH "totalrevenues1yrgrowth.lasttwelvemonths" number: Equity;
    /// The assets.
    TOTAL_ASSETS "totalassets.lasttwelvemonths" number: Equity;
    /// The cash and the short-term investments.
    TOTAL_CASH_AND_SHORT_TERM_INVESTMENTS "totalcashandshortterminvestments.lasttwelvemonths" number: Equity;
    /// The common equity.
    TOTAL_COMMON_EQUITY "totalcommonequity.lasttwelvemonths" number: Equity;
    /// The number of common shares.
    TOTAL_COMMON_SHARES_OUTSTANDING "totalcommonsharesoutstanding.lasttwelvemonths" number: Equity;
    /// The current assets.
    TOTAL_CURRENT_ASSETS "totalcurrentassets.lasttwelvemonths" number: Equity;
    /// The current liabilities.
    TOTAL_CURRENT_LIABILITIES "totalcurrentliabilities.lasttwelvemonths" number: Equity;
    /// The debt.
    TOTAL_DEBT "totaldebt.lasttwelvemonths" number: Equity;
    /// The equity.
    TOTAL_EQUITY "totalequity.lasttwelvemonths" number: Equity;
    /// The number of shares.
    TOTAL_SHARES_OUTSTANDING "totalsharesoutstanding" number: Equity;
    /// The capital expenditure.
    CAPITAL_EXPENDITURE "capitalexpenditure.lasttwelvemonths" number: Equity;
    /// The cash from operations.
    CASH_FROM_OPERATIONS "cashfromoperations.lasttwelvemonths" number: Equity;
    /// The growth of the cash from operations within a year, in percent.
    CASH_FROM_OPERATIONS_1_YEAR_GROWTH "cashfromoperations1yrgrowth.lasttwelvemonths" number: Equity;
    /// The free cash flow after interest.
    LEVERED_FREE_CASH_FLOW "leveredfreecashflow.lasttwelvemonths" number: Equity;
    /// The growth of the free cash flow after interest within a year, in percent.
    LEVERED_FREE_CASH_FLOW_1_YEAR_GROWTH "leveredfreecashflow1yrgrowth.lasttwelvemonths" number: Equity;
    /// The free cash flow before interest.
    UNLEVERED_FREE_CASH_FLOW "unleveredfreecashflow.lasttwelvemonths" number: Equity;
    /// The score for the environment.
    ENVIRONMENTAL_SCORE "environmental_score" number: Equity;
    /// The score for environment, society and governance.
    ESG_SCORE "esg_score" number: Equity;
    /// The score for governance.
    GOVERNANCE_SCORE "governance_score" number: Equity;
    /// The level of the gravest controversy.
    HIGHEST_CONTROVERSY "highest_controversy" number: Equity;
    /// The score for society.
    SOCIAL_SCORE "social_score" number: Equity;
    /// The net assets of the fund.
    FUND_NET_ASSETS "fundnetassets" number: Etf;
    /// The market value of the holdings.
    MARKET_CAPITAL_VALUE "marketcapitalvaluelong" number: Etf;
    /// The smallest first investment.
    INITIAL_INVESTMENT "initialinvestment" number: Etf MutualFund;
    /// The gross expenses of a year as a part of the assets.
    ANNUAL_REPORT_GROSS_EXPENSE_RATIO "annualreportgrossexpenseratio" number: Etf;
    /// The net expenses of a year as a part of the assets.
    ANNUAL_REPORT_NET_EXPENSE_RATIO "annualreportnetexpenseratio" number: Etf;
    /// The part of the holdings that is exchanged within a year.
    TURNOVER_RATIO "turnoverratio" number: Etf;
    /// The return of a year.
    ANNUAL_RETURN_1_YEAR "annualreturnnavy1" number: Etf;
    /// The annual return of three years.
    ANNUAL_RETURN_3_YEARS "annualreturnnavy3" number: Etf;
    /// The annual return of five years.
    ANNUAL_RETURN_5_YEARS "annualreturnnavy5" number: Etf;
    /// The rank by the return of a year among the funds of the category.
    ANNUAL_RETURN_1_YEAR_CATEGORY_RANK "annualreturnnavy1categoryrank" number: Etf MutualFund;
    /// The return of the last three months.
    TRAILING_3_MONTH_RETURN "trailing_3m_return" number: Etf;
    /// The return since the beginning of the year.
    TRAILING_YTD_RETURN "trailing_ytd_return" number: Etf;
    /// The return from the beginning of the year to the end of the last quarter, in percent.
    QUARTER_END_TRAILING_RETURN_YTD "quarterendtrailingreturnytd" number: Etf;
    /// The rating of the performance, from 1 to 5.
    PERFORMANCE_RATING_OVERALL "performanceratingoverall" number: Etf MutualFund;
    /// The rating of the risk, from 1 to 5.
    RISK_RATING_OVERALL "riskratingoverall" number: Etf MutualFund;
    /// The rating by Morningstar, in stars.
    MORNINGSTAR_RATING "morningstar_rating" number: Etf;
    /// The change of the rating by Morningstar: `Downgrade` or `Upgrade`.
    MORNINGSTAR_RATING_CHANGE "morningstar_rating_change" string in values::RATING_CHANGES: Etf;
    /// The time of the rating by Morningstar.
    MORNINGSTAR_RATING_UPDATED_TIME "morningstar_rating_updated_time" string: Etf;
    /// The last close as a multiple of the fair value by Morningstar.
    MORNINGSTAR_LAST_CLOSE_PRICE_TO_FAIR_VALUE "morningstar_last_close_price_to_fair_value" number: Etf;
    /// The economic moat by Morningstar: `Narrow`, `None` or `Wide`.
    MORNINGSTAR_ECONOMIC_MOAT "morningstar_economic_moat" string in values::MOATS: Etf;
    /// The trend of the economic moat by Morningstar: `Negative`, `Positive` or `Stable`.
    MORNINGSTAR_MOAT_TREND "morningstar_moat_trend" string in values::MOAT_TRENDS: Etf;
    /// The stewardship by Morningstar: `Exemplary`, `Poor` or `Standard`.
    MORNINGSTAR_STEWARDSHIP "morningstar_stewardship" string in values::STEWARDSHIPS: Etf;
    /// The uncertainty by Morningstar, for example `Very High`.
    MORNINGSTAR_UNCERTAINTY "morningstar_uncertainty" string in values::UNCERTAINTIES: Etf;
}
