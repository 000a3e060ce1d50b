//! The structure of insights.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};

use crate::read::adapted::{Adapted, milliseconds_as_seconds};
use crate::read::members;

/// The insights into the symbols that the host has some of, and the other symbols.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Response {
    /// The insights, in the host's order.
    pub insights: Vec<Insight>,
    /// The symbols that were asked for and have none, in the order in which they were asked for.
    pub unknown: Vec<String>,
}

members! {
    /// The insights into an instrument.
    pub open struct Insight {
        /// The symbol.
        symbol: "symbol" required => String,
        /// Technical figures.
        instrument_info: "instrumentInfo" => InstrumentInfo,
        /// The company beside its sector.
        company_snapshot: "companySnapshot" => Snapshot,
        /// The recommendation of a provider.
        recommendation: "recommendation" => Recommendation,
        /// Technical events.
        events: "events" => Vec<TechnicalEvent>,
        /// Reports of research.
        reports: "reports" => Vec<Report>,
        /// Significant developments.
        sig_devs: "sigDevs" => Vec<SignificantDevelopment>,
        /// Filings with the SEC.
        sec_reports: "secReports" => Vec<SecReport>,
    }
}

impl Insight {
    /// Returns false if there are only members that insights do not have.
    pub(super) fn is_one(&self) -> bool {
        self.other.is_empty()
            || !(self.instrument_info.is_absent()
                && self.company_snapshot.is_absent()
                && self.recommendation.is_absent()
                && self.events.is_absent()
                && self.reports.is_absent()
                && self.sig_devs.is_absent()
                && self.sec_reports.is_absent())
    }

    /// Returns true if there is nothing but a symbol, as for one that the host does not know.
    pub(super) fn says_nothing(&self) -> bool {
        let lists_nothing = self.sig_devs.get().is_none_or(Vec::is_empty)
            && self.events.get().is_none_or(Vec::is_empty)
            && self.reports.get().is_none_or(Vec::is_empty)
            && self.sec_reports.get().is_none_or(Vec::is_empty);
        lists_nothing
            && self.instrument_info.get().is_none()
            && self.company_snapshot.get().is_none()
            && self.recommendation.get().is_none()
            && self.other.is_empty()
    }
}

impl Adapted for Insight {
    /// Makes the times in milliseconds those in seconds that all others are.
    fn adapt(members: &mut Map<String, Value>) {
        if let Some(Value::Object(upsell)) = members.get_mut("upsell") {
            milliseconds_as_seconds(upsell, &["msBullishBearishSummariesPublishDate"]);
        }
    }
}

members! {
    /// Technical figures of an instrument.
    pub open struct InstrumentInfo {
        /// The outlooks: `provider`, `sector`, and `shortTermOutlook`, `intermediateTermOutlook` and `longTermOutlook`,
        /// each with its `direction`, `score` and `scoreDescription`.
        technical_events: "technicalEvents" => Map<String, Value>,
        /// Levels of the price.
        key_technicals: "keyTechnicals" => KeyTechnicals,
        /// The value.
        valuation: "valuation" => Valuation,
    }
}

members! {
    /// Levels of the price, in the currency of the instrument.
    pub open struct KeyTechnicals {
        /// The provider.
        provider: "provider" => String,
        /// The support.
        support: "support" => Number,
        /// The resistance.
        resistance: "resistance" => Number,
        /// The stop loss.
        stop_loss: "stopLoss" => Number,
    }
}

members! {
    /// The value of an instrument over its price.
    pub open struct Valuation {
        /// The provider.
        provider: "provider" => String,
        /// The value in a word, for example `Overvalued`.
        description: "description" => String,
        /// The discount as a text, for example `-4%`.
        discount: "discount" => String,
        /// The value relative to others, for example `Premium`.
        relative_value: "relativeValue" => String,
    }
}

members! {
    /// A company beside its sector. Scores are fractions, from 0 to 1.
    pub open struct Snapshot {
        /// The sector.
        sector_info: "sectorInfo" => String,
        /// The scores of the company: `innovativeness`, `hiring`, `sustainability`, `insiderSentiments`,
        /// `earningsReports` and `dividends`.
        company: "company" => Map<String, Value>,
        /// Those of the sector.
        sector: "sector" => Map<String, Value>,
    }
}

members! {
    /// The recommendation of a provider.
    pub open struct Recommendation {
        /// The price that is expected, in the currency of the instrument.
        target_price: "targetPrice" => Number,
        /// The provider.
        provider: "provider" => String,
        /// The rating, for example `BUY`.
        rating: "rating" => String,
    }
}

members! {
    /// A technical event. Times are in epoch seconds.
    pub open struct TechnicalEvent {
        /// The event, for example `Momentum`.
        event_type: "eventType" => String,
        /// The time of a bar: `D` for a day, `W` for a week.
        price_period: "pricePeriod" => String,
        /// The horizon: `S`, `I` or `L` for a short, intermediate or long term.
        trading_horizon: "tradingHorizon" => String,
        /// The side: `L` for long, `S` for short.
        trade_type: "tradeType" => String,
        /// The start.
        start_date: "startDate" time => i64,
        /// The end.
        end_date: "endDate" time => i64,
    }
}

members! {
    /// A report of research.
    pub open struct Report {
        /// The identifier.
        id: "id" => String,
        /// The headline, which may be HTML.
        head_html: "headHtml" => String,
        /// The provider.
        provider: "provider" => String,
        /// The time of the report, for example `2024-06-27T14:00:00Z`.
        report_date: "reportDate" => String,
        /// The title.
        report_title: "reportTitle" => String,
        /// The type, for example `Analyst Report`.
        report_type: "reportType" => String,
        /// The price that is expected, in the currency of the instrument.
        target_price: "targetPrice" => Number,
        /// The change of that price, for example `Maintained`.
        target_price_status: "targetPriceStatus" => String,
        /// The rating, for example `Bullish`.
        investment_rating: "investmentRating" => String,
        /// The symbols that the report is about.
        tickers: "tickers" => Vec<String>,
    }
}

impl Adapted for Report {
    fn key(&self) -> Option<(&'static str, &str)> {
        Some(("id", self.id.get()?))
    }
}

impl Adapted for InstrumentInfo {}
impl Adapted for KeyTechnicals {}
impl Adapted for Valuation {}
impl Adapted for Snapshot {}
impl Adapted for Recommendation {}
impl Adapted for TechnicalEvent {}
impl Adapted for SignificantDevelopment {}

impl Adapted for SecReport {
    fn key(&self) -> Option<(&'static str, &str)> {
        Some(("id", self.id.get()?))
    }

    fn adapt(members: &mut Map<String, Value>) {
        milliseconds_as_seconds(members, &["filingDate"]);
    }
}

members! {
    /// A significant development.
    pub open struct SignificantDevelopment {
        /// The headline.
        headline: "headline" => String,
        /// The date, for example `2024-06-27`.
        date: "date" => String,
    }
}

members! {
    /// A filing with the SEC.
    pub open struct SecReport {
        /// The identifier.
        id: "id" => String,
        /// The type, for example `Periodic Financial Reports`.
        kind: "type" => String,
        /// The title.
        title: "title" => String,
        /// The description.
        description: "description" => String,
        /// The date, in epoch seconds.
        filing_date: "filingDate" time => i64,
        /// The address of an image of the first page.
        snapshot_url: "snapshotUrl" => String,
        /// The form, for example `10-Q`.
        form_type: "formType" => String,
    }
}
