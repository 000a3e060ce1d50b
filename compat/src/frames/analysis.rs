//! The expectations of analysts for a company. A part that the response lacks has no rows, and a period without a figure
//! has none: of the long term (`LTG`) there is growth alone.

use polars_core::prelude::DataFrame;
use virtual_finance::responses::analysis::{
    EarningsEstimate, EpsRevisions, EpsTrend, Estimate, Response, RevenueEstimate,
};
use virtual_finance::responses::{Field, Map, Number, Value};

use crate::column::instants;
use crate::error::Error;
use crate::frames::rows::Rows;
use crate::zone::Zone;

/// Returns the price targets by name: `current`, `high`, `low`, `mean` and `median`.
#[must_use]
pub fn price_targets(response: &Response) -> Map<String, Value> {
    let targets = response.price_targets.as_ref();
    let value =
        |of: Option<&Field<Number>>| of.and_then(Field::get).cloned().map_or(Value::Null, Value::Number);
    let all = [
        ("current", targets.map(|targets| &targets.current)),
        ("high", targets.map(|targets| &targets.high)),
        ("low", targets.map(|targets| &targets.low)),
        ("mean", targets.map(|targets| &targets.mean)),
        ("median", targets.map(|targets| &targets.median)),
    ];
    all.into_iter().map(|(name, target)| (name.to_owned(), value(target))).collect()
}

/// Returns the estimates of the earnings a share: `period`, `avg`, `low`, `high`, `yearAgoEps`, `numberOfAnalysts`,
/// `growth` (a fraction) and `currency`.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn earnings_estimate(response: &Response) -> Result<DataFrame, Error> {
    fn of(row: &Estimate) -> Option<&EarningsEstimate> {
        row.earnings.get()
    }
    let rows = Rows::of(response.estimates.as_ref()).with(|row| {
        of(row).map(|part| {
            [&part.avg, &part.low, &part.high, &part.year_ago_eps, &part.number_of_analysts, &part.growth]
        })
    });
    rows.frame(vec![
        rows.texts("period", |row| &row.period),
        rows.floats("avg", |row| of(row)?.avg.get()),
        rows.floats("low", |row| of(row)?.low.get()),
        rows.floats("high", |row| of(row)?.high.get()),
        rows.floats("yearAgoEps", |row| of(row)?.year_ago_eps.get()),
        rows.integers("numberOfAnalysts", |row| of(row)?.number_of_analysts.get()),
        rows.floats("growth", |row| of(row)?.growth.get()),
        rows.texts_of("currency", |row| of(row)?.currency.get()),
    ])
}

/// Returns the estimates of the revenue: `period`, `avg`, `low`, `high`, `numberOfAnalysts`, `yearAgoRevenue`, `growth`
/// (a fraction) and `currency`.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn revenue_estimate(response: &Response) -> Result<DataFrame, Error> {
    fn of(row: &Estimate) -> Option<&RevenueEstimate> {
        row.revenue.get()
    }
    let rows = Rows::of(response.estimates.as_ref()).with(|row| {
        of(row).map(|part| {
            [&part.avg, &part.low, &part.high, &part.number_of_analysts, &part.year_ago_revenue, &part.growth]
        })
    });
    rows.frame(vec![
        rows.texts("period", |row| &row.period),
        rows.integers("avg", |row| of(row)?.avg.get()),
        rows.integers("low", |row| of(row)?.low.get()),
        rows.integers("high", |row| of(row)?.high.get()),
        rows.integers("numberOfAnalysts", |row| of(row)?.number_of_analysts.get()),
        rows.integers("yearAgoRevenue", |row| of(row)?.year_ago_revenue.get()),
        rows.floats("growth", |row| of(row)?.growth.get()),
        rows.texts_of("currency", |row| of(row)?.currency.get()),
    ])
}

/// Returns the mean estimate now and some days ago: `period`, `current`, `7daysAgo`, `30daysAgo`, `60daysAgo`,
/// `90daysAgo` and `currency`.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn eps_trend(response: &Response) -> Result<DataFrame, Error> {
    fn of(row: &Estimate) -> Option<&EpsTrend> {
        row.eps_trend.get()
    }
    let rows = Rows::of(response.estimates.as_ref()).with(|row| {
        of(row).map(|part| [&part.current, &part.days_7, &part.days_30, &part.days_60, &part.days_90])
    });
    rows.frame(vec![
        rows.texts("period", |row| &row.period),
        rows.floats("current", |row| of(row)?.current.get()),
        rows.floats("7daysAgo", |row| of(row)?.days_7.get()),
        rows.floats("30daysAgo", |row| of(row)?.days_30.get()),
        rows.floats("60daysAgo", |row| of(row)?.days_60.get()),
        rows.floats("90daysAgo", |row| of(row)?.days_90.get()),
        rows.texts_of("currency", |row| of(row)?.currency.get()),
    ])
}

/// Returns the number of estimates that analysts changed: `period`, `upLast7days`, `upLast30days`, `downLast30days`,
/// `downLast7Days` and `currency`.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn eps_revisions(response: &Response) -> Result<DataFrame, Error> {
    fn of(row: &Estimate) -> Option<&EpsRevisions> {
        row.eps_revisions.get()
    }
    let rows = Rows::of(response.estimates.as_ref()).with(|row| {
        of(row).map(|part| {
            [&part.up_last_7_days, &part.up_last_30_days, &part.down_last_30_days, &part.down_last_7_days]
        })
    });
    rows.frame(vec![
        rows.texts("period", |row| &row.period),
        rows.integers("upLast7days", |row| of(row)?.up_last_7_days.get()),
        rows.integers("upLast30days", |row| of(row)?.up_last_30_days.get()),
        rows.integers("downLast30days", |row| of(row)?.down_last_30_days.get()),
        rows.integers("downLast7Days", |row| of(row)?.down_last_7_days.get()),
        rows.texts_of("currency", |row| of(row)?.currency.get()),
    ])
}

/// Returns the growth that is expected, as fractions: `period`, `stockTrend` and `indexTrend`.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn growth_estimates(response: &Response) -> Result<DataFrame, Error> {
    let rows = Rows::of(response.estimates.as_ref());
    rows.frame(vec![
        rows.texts("period", |row| &row.period),
        rows.floats("stockTrend", |row| row.growth.get()),
        rows.floats("indexTrend", |row| row.index_growth.get()),
    ])
}

/// Returns the number of analysts for each recommendation by month: `period`, `strongBuy`, `buy`, `hold`, `sell` and
/// `strongSell`.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn recommendations_summary(response: &Response) -> Result<DataFrame, Error> {
    let rows = Rows::of(response.recommendations.as_ref());
    rows.frame(vec![
        rows.texts("period", |row| &row.period),
        rows.integers("strongBuy", |row| row.strong_buy.get()),
        rows.integers("buy", |row| row.buy.get()),
        rows.integers("hold", |row| row.hold.get()),
        rows.integers("sell", |row| row.sell.get()),
        rows.integers("strongSell", |row| row.strong_sell.get()),
    ])
}

/// Returns the grades of firms, newest first: `GradeDate` (in UTC), `Firm`, `ToGrade`, `FromGrade`, `Action`,
/// `priceTargetAction`, `currentPriceTarget` and `priorPriceTarget`. What there is none of is null, and not the empty
/// text or zero of yfinance.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn upgrades_downgrades(response: &Response) -> Result<DataFrame, Error> {
    let rows = Rows::of(response.upgrades.as_ref());
    let times = response.upgrades.iter().flatten().map(|row| row.date.get().copied());
    rows.frame(vec![
        instants("GradeDate", times, Zone::UTC),
        rows.texts("Firm", |row| &row.firm),
        rows.texts("ToGrade", |row| &row.to_grade),
        rows.texts("FromGrade", |row| &row.from_grade),
        rows.texts("Action", |row| &row.action),
        rows.texts("priceTargetAction", |row| &row.price_target_action),
        rows.floats("currentPriceTarget", |row| row.current_price_target.get()),
        rows.floats("priorPriceTarget", |row| row.prior_price_target.get()),
    ])
}

/// Returns the earnings of the last quarters: `quarter` (a day), `epsActual`, `epsEstimate`, `epsDifference`,
/// `surprisePercent` (a fraction, as in yfinance) and `currency`.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn earnings_history(response: &Response) -> Result<DataFrame, Error> {
    let rows = Rows::of(response.earnings_history.as_ref());
    rows.frame(vec![
        rows.days("quarter", |row| &row.quarter),
        rows.floats("epsActual", |row| row.eps_actual.get()),
        rows.floats("epsEstimate", |row| row.eps_estimate.get()),
        rows.floats("epsDifference", |row| row.eps_difference.get()),
        rows.floats("surprisePercent", |row| row.surprise_percent.get()),
        rows.texts("currency", |row| &row.currency),
    ])
}
