//! The structure of insights.

use serde_json::{Map, Value};

use crate::read::adapted::{Adapted, milliseconds_as_seconds};
use crate::records::insights::{
    Insight, InstrumentInfo, KeyTechnicals, Recommendation, Report, SecReport, SignificantDevelopment,
    Snapshot, TechnicalEvent, Valuation,
};

impl Insight {
    /// Returns false if there are only members that insights do not have.
    pub(super) fn is_one(&self) -> bool {
        let others = || Self { symbol: self.symbol.clone(), other: self.other.clone(), ..Self::default() };
        self.other.is_empty() || *self != others()
    }

    /// Returns true if there is only a symbol, as for an unknown symbol.
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
    /// Converts the times from milliseconds to seconds.
    fn adapt(members: &mut Map<String, Value>) {
        if let Some(Value::Object(upsell)) = members.get_mut("upsell") {
            milliseconds_as_seconds(upsell, &["msBullishBearishSummariesPublishDate"]);
        }
    }
}

impl Adapted for Report {}

impl Adapted for InstrumentInfo {}
impl Adapted for KeyTechnicals {}
impl Adapted for Valuation {}
impl Adapted for Snapshot {}
impl Adapted for Recommendation {}
impl Adapted for TechnicalEvent {}
impl Adapted for SignificantDevelopment {}

impl Adapted for SecReport {
    fn adapt(members: &mut Map<String, Value>) {
        milliseconds_as_seconds(members, &["filingDate"]);
    }
}
