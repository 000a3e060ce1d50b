//! The structure of calendars.

use serde_json::{Map, Value};

use crate::read::adapted::{Adapted, blank_as_null, each, milliseconds_as_seconds};
use crate::records::calendar::{Earnings, EconomicEvent, Filing, Offering};

/// An entry of a day.
pub(super) trait Entry: Adapted {
    /// Returns its time, in epoch seconds.
    fn time(&self) -> Option<i64>;
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
