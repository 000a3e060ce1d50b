//! The structure of an analysis, and the host's names of its parts.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};

use crate::read::adapted::{Adapted, blank_as_null, each, rename, zero_as_null};
use crate::read::collapse::hold_figures;
use crate::read::{amounts, members};

/// The expectations and ratings of a company by analysts. A part that the host does not have is null.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Response {
    /// The ticker that was asked for.
    pub ticker: String,
    /// The prices that analysts expect.
    pub price_targets: Option<PriceTargets>,
    /// The number of analysts for each recommendation, by month.
    pub recommendations: Option<Vec<RecommendationCounts>>,
    /// Grades and price targets that firms gave, newest first.
    pub upgrades: Option<Vec<Upgrade>>,
    /// Estimates of earnings and revenue, by period.
    pub estimates: Option<Vec<Estimate>>,
    /// The earnings of the last quarters beside what was expected, oldest first.
    pub earnings_history: Option<Vec<PastEarnings>>,
    /// The next earnings and dividends.
    pub calendar: Option<Calendar>,
}

impl Response {
    /// Returns true if there is no part at all.
    pub(super) const fn is_empty(&self) -> bool {
        self.price_targets.is_none()
            && self.recommendations.is_none()
            && self.upgrades.is_none()
            && self.estimates.is_none()
            && self.earnings_history.is_none()
            && self.calendar.is_none()
    }
}

members! {
    /// The prices that analysts expect, in `currency`, and their mean recommendation.
    pub open struct PriceTargets {
        /// The latest price.
        current: "current" | "currentPrice" => Number,
        /// The highest target.
        high: "high" | "targetHighPrice" => Number,
        /// The lowest target.
        low: "low" | "targetLowPrice" => Number,
        /// The mean of the targets.
        mean: "mean" | "targetMeanPrice" => Number,
        /// The median of the targets.
        median: "median" | "targetMedianPrice" => Number,
        /// The mean recommendation, from 1 (strong buy) to 5 (sell).
        recommendation_mean: "recommendationMean" => Number,
        /// The mean recommendation in a word, for example `buy`, or `none`.
        recommendation_key: "recommendationKey" => String,
        /// The number of analysts.
        number_of_analyst_opinions: "numberOfAnalystOpinions" => Number,
        /// The currency of these prices, for example `USD`, or `GBp` for pence; absent where the reply does not say it.
        currency: "currency" => String,
        /// The currency of the company's statements, which its prices need not be in.
        financial_currency: "financialCurrency" => String,
    }
}

impl Adapted for PriceTargets {
    /// Drops the key figures of the company, which are in the same section.
    fn adapt(members: &mut Map<String, Value>) {
        const KEPT: [&str; 9] = [
            "currentPrice",
            "targetHighPrice",
            "targetLowPrice",
            "targetMeanPrice",
            "targetMedianPrice",
            "recommendationMean",
            "recommendationKey",
            "numberOfAnalystOpinions",
            "financialCurrency",
        ];
        members.retain(|name, _| KEPT.contains(&name.as_str()));
    }
}

members! {
    /// The number of analysts for each recommendation in a month.
    pub open struct RecommendationCounts {
        /// The month: `0m` is this one, `-1m` the one before.
        period: "period" required => String,
        /// The number of analysts that say strong buy.
        strong_buy: "strongBuy" => Number,
        /// The number of analysts that say buy.
        buy: "buy" => Number,
        /// The number of analysts that say hold.
        hold: "hold" => Number,
        /// The number of analysts that say sell.
        sell: "sell" => Number,
        /// The number of analysts that say strong sell.
        strong_sell: "strongSell" => Number,
    }
}

impl Adapted for RecommendationCounts {
    fn key(&self) -> Option<(&'static str, &str)> {
        Some(("period", self.period.get()?))
    }
}

members! {
    /// A grade that a firm gave.
    pub open struct Upgrade {
        /// The time, in epoch seconds.
        date: "date" | "epochGradeDate" required time => i64,
        /// The firm.
        firm: "firm" => String,
        /// The new grade, in the firm's words.
        to_grade: "toGrade" => String,
        /// The grade before; null where there was none.
        from_grade: "fromGrade" => String,
        /// `main`, `init`, `reit`, `up` or `down`.
        action: "action" => String,
        /// The change of the price target: `Raises`, `Lowers`, `Maintains`, `Announces` or `Adjusts`.
        price_target_action: "priceTargetAction" => String,
        /// The price target, in a currency that the host does not say; null where there is none.
        current_price_target: "currentPriceTarget" => Number,
        /// The price target before; null where there was none.
        prior_price_target: "priorPriceTarget" => Number,
    }
}

impl Adapted for Upgrade {
    fn adapt(members: &mut Map<String, Value>) {
        blank_as_null(members, &["toGrade", "fromGrade", "priceTargetAction"]);
        zero_as_null(members, &["currentPriceTarget", "priorPriceTarget"]);
    }
}

members! {
    /// The estimates for a period.
    pub open struct Estimate {
        /// The period: `0q` and `+1q` are this quarter and the next, `0y` and `+1y` the fiscal years, `LTG` the long
        /// term, which the index alone has.
        period: "period" required => String,
        /// The last day of the period, for example `2024-09-30`.
        end_date: "endDate" => String,
        /// The growth of the earnings over the period a year ago, as a fraction.
        growth: "growth" => Number,
        /// The growth that is expected of the index, as a fraction.
        index_growth: "indexGrowth" => Number,
        /// The earnings a share.
        earnings: "earnings" | "earningsEstimate" => EarningsEstimate,
        /// The revenue.
        revenue: "revenue" | "revenueEstimate" => RevenueEstimate,
        /// The mean estimate of the earnings a share, now and some days ago.
        eps_trend: "epsTrend" => EpsTrend,
        /// The number of estimates that analysts changed.
        eps_revisions: "epsRevisions" => EpsRevisions,
    }
}

impl Adapted for Estimate {
    fn key(&self) -> Option<(&'static str, &str)> {
        Some(("period", self.period.get()?))
    }

    fn adapt(members: &mut Map<String, Value>) {
        if let Some(Value::Object(revisions)) = members.get_mut("epsRevisions") {
            // The host has never filled it.
            revisions.retain(|name, value| name != "downLast90days" || !value.is_null());
            rename(revisions, "downLast90days", "downLast90Days");
        }
        without_zeros_of_nobody(members);
    }
}

/// Makes null of the zeros that hosts write where no analyst has an estimate. The numbers of analysts stay: they are 0.
fn without_zeros_of_nobody(members: &mut Map<String, Value>) {
    let is_of_nobody = |part: &Map<String, Value>| {
        part.get("numberOfAnalysts").and_then(Value::as_f64).is_some_and(|analysts| analysts == 0.0)
    };
    for name in ["earningsEstimate", "revenueEstimate"] {
        let Some(part) = members.get_mut(name).and_then(Value::as_object_mut) else { continue };
        if !is_of_nobody(part) {
            continue;
        }
        zero_as_null(part, &["avg", "low", "high", "growth"]);
        // It is that of the same estimates.
        if name == "earningsEstimate"
            && let Some(Value::Object(trend)) = members.get_mut("epsTrend")
        {
            zero_as_null(trend, &["current", "7daysAgo", "30daysAgo", "60daysAgo", "90daysAgo"]);
        }
    }
}

members! {
    /// The earnings a share that analysts expect, in `currency`. Without analysts they are null.
    pub open struct EarningsEstimate {
        /// The mean.
        avg: "avg" => Number,
        /// The lowest estimate.
        low: "low" => Number,
        /// The highest estimate.
        high: "high" => Number,
        /// The earnings a share of the period a year ago.
        year_ago_eps: "yearAgoEps" => Number,
        /// The number of analysts.
        number_of_analysts: "numberOfAnalysts" => Number,
        /// The growth over the period a year ago, as a fraction.
        growth: "growth" => Number,
        /// The currency.
        currency: "currency" | "earningsCurrency" => String,
    }
}

members! {
    /// The revenue that analysts expect, in `currency`. Without analysts it is null.
    pub open struct RevenueEstimate {
        /// The mean.
        avg: "avg" whole => Number,
        /// The lowest estimate.
        low: "low" whole => Number,
        /// The highest estimate.
        high: "high" whole => Number,
        /// The number of analysts.
        number_of_analysts: "numberOfAnalysts" => Number,
        /// The revenue of the period a year ago.
        year_ago_revenue: "yearAgoRevenue" whole => Number,
        /// The growth over the period a year ago, as a fraction.
        growth: "growth" => Number,
        /// The currency.
        currency: "currency" | "revenueCurrency" => String,
    }
}

members! {
    /// The mean estimate of the earnings a share, now and some days ago, in `currency`. Without analysts it is null.
    pub open struct EpsTrend {
        /// The estimate now.
        current: "current" => Number,
        /// That of 7 days ago.
        days_7: "days7" | "7daysAgo" => Number,
        /// That of 30 days ago.
        days_30: "days30" | "30daysAgo" => Number,
        /// That of 60 days ago.
        days_60: "days60" | "60daysAgo" => Number,
        /// That of 90 days ago.
        days_90: "days90" | "90daysAgo" => Number,
        /// The currency.
        currency: "currency" | "epsTrendCurrency" => String,
    }
}

members! {
    /// The number of estimates that analysts changed.
    pub open struct EpsRevisions {
        /// Those raised in the last 7 days.
        up_last_7_days: "upLast7Days" | "upLast7days" => Number,
        /// Those raised in the last 30 days.
        up_last_30_days: "upLast30Days" | "upLast30days" => Number,
        /// Those lowered in the last 7 days.
        down_last_7_days: "downLast7Days" | "downLast7days" => Number,
        /// Those lowered in the last 30 days.
        down_last_30_days: "downLast30Days" | "downLast30days" => Number,
        /// The currency of the estimates.
        currency: "currency" | "epsRevisionsCurrency" => String,
    }
}

members! {
    /// The expected growth of an index.
    pub open struct IndexEstimate {
        /// The period, as that of an estimate.
        period: "period" required => String,
        /// The growth, as a fraction.
        growth: "growth" => Number,
    }
}

impl Adapted for IndexEstimate {
    fn key(&self) -> Option<(&'static str, &str)> {
        Some(("period", self.period.get()?))
    }
}

members! {
    /// The earnings of a quarter beside what was expected, in `currency`.
    pub open struct PastEarnings {
        /// The last day of the quarter, in epoch seconds.
        quarter: "quarter" time => i64,
        /// The quarter: `-1q` is the last one.
        period: "period" required => String,
        /// The earnings a share, by the rules of accounting (GAAP).
        eps_actual: "epsActual" => Number,
        /// The earnings a share that were expected.
        eps_estimate: "epsEstimate" => Number,
        /// The difference, rounded to hundredths.
        eps_difference: "epsDifference" => Number,
        /// The difference over the estimate, as a fraction in spite of its name.
        surprise_percent: "surprisePercent" => Number,
        /// The currency.
        currency: "currency" => String,
    }
}

impl Adapted for PastEarnings {
    fn key(&self) -> Option<(&'static str, &str)> {
        Some(("period", self.period.get()?))
    }
}

members! {
    /// The next earnings and dividends. Times are in epoch seconds.
    pub open struct Calendar {
        /// The date of the next earnings, or the first and the last of those that are possible.
        earnings_dates: "earningsDates" | "earningsDate" time => Vec<i64>,
        /// True if the date is an estimate.
        is_earnings_date_estimate: "isEarningsDateEstimate" => bool,
        /// The times of the calls.
        earnings_call_dates: "earningsCallDates" | "earningsCallDate" time => Vec<i64>,
        /// The mean estimate of the earnings a share, in the currency of `estimates`, as the others here.
        earnings_average: "earningsAverage" => Number,
        /// The lowest estimate of the earnings a share.
        earnings_low: "earningsLow" => Number,
        /// The highest estimate of the earnings a share.
        earnings_high: "earningsHigh" => Number,
        /// The mean estimate of the revenue.
        revenue_average: "revenueAverage" => Number,
        /// The lowest estimate of the revenue.
        revenue_low: "revenueLow" => Number,
        /// The highest estimate of the revenue.
        revenue_high: "revenueHigh" => Number,
        /// The ex-dividend date.
        ex_dividend_date: "exDividendDate" time => i64,
        /// The date of the payment.
        dividend_date: "dividendDate" time => i64,
    }
}

impl Adapted for Calendar {
    /// Puts the members of the earnings beside the dividends.
    fn adapt(members: &mut Map<String, Value>) {
        let Some(Value::Object(mut earnings)) = members.shift_remove("earnings") else { return };
        earnings.shift_remove("maxAge");
        amounts::whole_members(&mut earnings);
        each(&mut earnings, &["earningsDate", "earningsCallDate"], |dates| {
            hold_figures(dates);
            dates.as_array_mut().into_iter().for_each(|dates| dates.retain(|date| !date.is_null()));
        });
        members.extend(earnings);
    }
}
