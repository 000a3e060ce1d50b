//! The structure of the events of a calendar.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};

use crate::read::adapted::{Adapted, blank_as_null};
use crate::read::members;

/// The events of a calendar.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Response {
    /// The calendar that was asked for, by the host's name.
    pub kind: String,
    /// The number of events that the host has; null where it does not say so.
    pub total: Option<Number>,
    /// The events in the host's order: earnings by the value of the company, others the latest first.
    pub events: Vec<Event>,
}

members! {
    /// An event. Its members depend on the calendar.
    pub open struct Event {
        /// The symbol of the company.
        ticker: "ticker" => String,
        /// The name of the company.
        company_short_name: "companyShortName" | "companyshortname" => String,
        /// The time of the event, in epoch seconds.
        start_date_time: "startDateTime" | "startdatetime" time => i64,
        /// The value of all shares of the company, in a currency that the host does not say.
        intraday_market_cap: "intradayMarketCap" | "intradaymarketcap" => Number,
        /// The name of the event, for example `Q2 2024 Earnings Release`.
        event_name: "eventName" | "eventname" => String,
        /// Of earnings: `BMO` before the market opens, `AMC` after it closes, `TAS` at the time itself, `TNS` or null
        /// where none is said.
        start_date_time_type: "startDateTimeType" | "startdatetimetype" => String,
        /// The earnings a share that are expected.
        eps_estimate: "epsEstimate" | "epsestimate" => Number,
        /// The earnings a share; null until they are known.
        eps_actual: "epsActual" | "epsactual" => Number,
        /// Their difference over the estimate, in percent.
        eps_surprise_pct: "epsSurprisePct" | "epssurprisepct" => Number,
        /// The exchange of a public offering.
        exchange_short_name: "exchangeShortName" | "exchange_short_name" => String,
        /// The time at which an offering was filed, in epoch seconds.
        filing_date: "filingDate" | "filingdate" time => i64,
        /// The time at which its filing was changed, in epoch seconds.
        amended_date: "amendedDate" | "amendeddate" time => i64,
        /// The lowest price that is expected, in the currency of the offering.
        price_from: "priceFrom" | "pricefrom" => Number,
        /// The highest price that is expected, in the currency of the offering.
        price_to: "priceTo" | "priceto" => Number,
        /// The price, in the currency of the offering.
        offer_price: "offerPrice" | "offerprice" => Number,
        /// The currency of an offering.
        currency_name: "currencyName" | "currencyname" => String,
        /// The number of shares that are offered.
        shares: "shares" => Number,
        /// The state of an offering, for example `Priced`.
        deal_type: "dealType" | "dealtype" => String,
        /// The name of an economic event, for example `Unemployment Rate`.
        econ_release: "econRelease" | "econ_release" => String,
        /// The code of its country, for example `US`.
        country_code: "countryCode" | "country_code" => String,
        /// The period that its values are of, for example `Sep`.
        period: "period" => String,
        /// The value, as text; null until it is known.
        after_release_actual: "afterReleaseActual" | "after_release_actual" => String,
        /// The value that is expected, as text.
        consensus_estimate: "consensusEstimate" | "consensus_estimate" => String,
        /// The value of the period before, as text.
        prior_release_actual: "priorReleaseActual" | "prior_release_actual" => String,
        /// The value of the period before as it was first told, as text.
        originally_reported_actual: "originallyReportedActual" | "originally_reported_actual" => String,
        /// True if the shares that are split have options.
        optionable: "optionable" => bool,
        /// The number of old shares, for example 1.
        old_share_worth: "oldShareWorth" | "old_share_worth" => Number,
        /// The number of new shares for them, for example 4.
        share_worth: "shareWorth" | "share_worth" => Number,
    }
}

impl Adapted for Event {
    fn adapt(members: &mut Map<String, Value>) {
        const TEXTS: [&str; 5] = [
            "startdatetimetype",
            "after_release_actual",
            "consensus_estimate",
            "prior_release_actual",
            "originally_reported_actual",
        ];
        blank_as_null(members, &TEXTS);
    }
}
