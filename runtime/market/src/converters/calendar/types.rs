//! The structure of calendars.

use serde_json::{Map, Value};

use crate::read::adapted::{Adapted, blank_as_null, each, milliseconds_as_seconds};
use crate::records::calendar::{Earnings, EconomicEvent, Filing, Offering};

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

impl Adapted for Offering {
    fn adapt(members: &mut Map<String, Value>) {
        milliseconds_as_seconds(members, &["startDateTime"]);
    }
}

impl Adapted for EconomicEvent {
    fn adapt(members: &mut Map<String, Value>) {
        milliseconds_as_seconds(members, &["eventTime"]);
        // Each record repeats the name of its calendar.
        members.shift_remove("economicEvents");
    }
}

impl Adapted for Filing {
    fn adapt(members: &mut Map<String, Value>) {
        milliseconds_as_seconds(members, &["filingDate"]);
    }
}
