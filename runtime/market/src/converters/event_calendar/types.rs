//! The structure of the events of a calendar.

use serde_json::{Map, Value};

use crate::read::adapted::{Adapted, blank_as_null};
use crate::records::event_calendar::Event;

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
