//! The structure of calendars.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};

use crate::converters::filings::Exhibit;
use crate::read::adapted::{Adapted, blank_as_null, each, milliseconds_as_seconds};
use crate::read::members;

/// The entries of the calendars that were asked for. Times are in epoch seconds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Response {
    /// The earnings. A ticker stands twice where its date has moved.
    pub earnings: Vec<Earnings>,
    /// The public offerings.
    pub ipos: Vec<Offering>,
    /// The economic events.
    pub economic_events: Vec<EconomicEvent>,
    /// The filings with the SEC.
    pub filings: Vec<Filing>,
    /// The days of each calendar.
    pub days: Vec<Day>,
}

/// A day of a calendar.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Day {
    /// The day in New York, for example `2024-07-01`.
    pub date: String,
    /// The calendar, by the host's name.
    pub module: String,
    /// The number of entries that the reply has.
    pub count: Number,
    /// The number of entries that the host has. Where it is greater, the reply is cut.
    pub total: Option<Number>,
}

/// An entry of a day.
pub(super) trait Entry: Adapted {
    /// Returns its time, in epoch seconds.
    fn time(&self) -> Option<i64>;
}

members! {
    /// The earnings of a company.
    pub open struct Earnings {
        /// The symbol.
        ticker: "ticker" required => String,
        /// The name of the company.
        company_name: "companyName" | "companyShortName" => String,
        /// The time, in epoch seconds.
        start: "start" | "startDateTime" time => i64,
        /// `BMO` before the market opens, `AMC` after it closes, `TAS` at the time itself, `TNS` or null where none is
        /// said.
        start_type: "startType" | "startDateTimeType" => String,
        /// True if the date is an estimate.
        is_estimate: "isEstimate" | "dateIsEstimate" => bool,
        /// The fiscal year, for example `2024`.
        fiscal_year: "fiscalYear" => String,
        /// The quarter, for example `Q2`.
        quarter: "quarter" => String,
        /// The earnings a share that are expected.
        eps_estimate: "epsEstimate" => Number,
        /// The earnings a share.
        eps_actual: "epsActual" => Number,
        /// Their difference over the estimate, in percent.
        surprise_percent: "surprisePercent" => Number,
    }
}

impl Adapted for Earnings {
    fn adapt(members: &mut Map<String, Value>) {
        milliseconds_as_seconds(members, &["startDateTime"]);
        blank_as_null(members, &["startDateTimeType"]);
        each(members, &["fiscalYear"], |year| {
            if let Some(number) = year.as_i64() {
                *year = number.to_string().into();
            }
        });
    }
}

impl Entry for Earnings {
    fn time(&self) -> Option<i64> {
        self.start.get().copied()
    }
}

members! {
    /// A public offering of shares.
    pub open struct Offering {
        /// The symbol; absent where there is none yet.
        ticker: "ticker" => String,
        /// The name of the company.
        company_name: "companyName" | "companyShortName" required => String,
        /// The exchange.
        exchange: "exchange" | "exchangeShortName" => String,
        /// The time, in epoch seconds.
        start: "start" | "startDateTime" time => i64,
        /// The currency.
        currency: "currency" | "currencyName" => String,
        /// The state of the offering, for example `Priced`.
        deal_type: "dealType" => String,
    }
}

impl Adapted for Offering {
    fn adapt(members: &mut Map<String, Value>) {
        milliseconds_as_seconds(members, &["startDateTime"]);
    }
}

impl Entry for Offering {
    fn time(&self) -> Option<i64> {
        self.start.get().copied()
    }
}

members! {
    /// An economic event. Its values are texts, as the host writes them.
    pub open struct EconomicEvent {
        /// The event, for example `Unemployment Rate`.
        event: "event" required => String,
        /// The code of the country, for example `US`.
        country_code: "countryCode" => String,
        /// The time, in epoch seconds.
        time: "time" | "eventTime" required time => i64,
        /// The period that the values are of, for example `Sep`.
        period: "period" => String,
        /// The value of the period before.
        prior: "prior" => String,
        /// The value; absent until it is known.
        actual: "actual" => String,
        /// The value of the period before as it was first told.
        revised_from: "revisedFrom" => String,
        /// The event in a paragraph.
        description: "description" => String,
    }
}

impl Adapted for EconomicEvent {
    fn adapt(members: &mut Map<String, Value>) {
        milliseconds_as_seconds(members, &["eventTime"]);
        // Each record repeats the name of its calendar.
        members.shift_remove("economicEvents");
    }
}

impl Entry for EconomicEvent {
    fn time(&self) -> Option<i64> {
        self.time.get().copied()
    }
}

members! {
    /// A filing with the SEC.
    pub open struct Filing {
        /// The identifier.
        id: "id" => String,
        /// The type, for example `Periodic Financial Reports`.
        kind: "type" => String,
        /// The title.
        title: "title" => String,
        /// The description.
        description: "description" => String,
        /// The date, in epoch seconds.
        date: "date" | "filingDate" time => i64,
        /// The symbol.
        ticker: "ticker" required => String,
        /// The name of the company.
        company_name: "companyName" => String,
        /// The category.
        category: "category" => String,
        /// The form, for example `10-Q`.
        form_type: "formType" => String,
        /// The documents.
        exhibits: "exhibits" => Vec<Exhibit>,
    }
}

impl Adapted for Filing {
    fn adapt(members: &mut Map<String, Value>) {
        milliseconds_as_seconds(members, &["filingDate"]);
    }
}

impl Entry for Filing {
    fn time(&self) -> Option<i64> {
        self.date.get().copied()
    }
}
