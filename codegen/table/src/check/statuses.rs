//! Checks of the statuses that have a meaning of their own in a declared response.

use crate::codes;
use crate::diagnostic::suggest;
use crate::item::EMPTY;
use crate::item::Item;
use crate::model::{MEANINGS, Meaning, Statuses, is_empty};
use crate::parse::located::Located;
use crate::parse::table::{self, Endpoint, Response};

use super::Checker;

/// The statuses of replies that may have no data.
const GOOD: std::ops::RangeInclusive<i64> = 200..=299;

impl Checker<'_, '_> {
    pub(super) fn statuses(&mut self, endpoint: Located<'_, Endpoint>, response: Located<'_, Response>) {
        let fault = |message: String, advice: &str| codes::STATUS_MEANING.fault(message, advice);
        for (status, meaning) in response.statuses().entries() {
            match Statuses::of(status).map(|statuses| i64::from(statuses.first)) {
                Some(number) if number == endpoint.status => {
                    let message = format!("{number} is the status of a good reply");
                    let advice = "remove it, or write 'type: empty' if no reply has data";
                    self.key(meaning, fault(message, advice));
                }
                Some(number) if GOOD.contains(&number) || (400..=599).contains(&number) => {
                    self.meaning((number, status), meaning);
                }
                _ => {
                    let message = format!("'{status}' is not a status that can have a meaning");
                    let upper = status.to_ascii_uppercase();
                    let advice = match Statuses::of(&upper) {
                        Some(_) if upper != status => format!("write '{upper}'"),
                        _ => "write one from 200 to 299 for a reply without data, or one from 400 to 599, 4XX or 5XX"
                            .to_owned(),
                    };
                    self.key(meaning, fault(message, &advice));
                }
            }
        }
        let has_no_body = matches!(endpoint.status, 204 | 205 | 304);
        // An unknown type may be meant for one without data.
        let is_known = Item::resolve(&response.value().kind, self.table.value()).is_some();
        if has_no_body && is_known {
            let message = format!("a reply with the status {} has no data", endpoint.status);
            let advice =
                "write 'type: empty' in the response, or the status of a reply with data, most likely 200";
            self.value(endpoint.status(), fault(message, advice));
        }
        let keys = [("at", response.at()), ("empty", response.empty()), ("echoes", response.echoes())];
        for (key, found) in keys.into_iter().filter(|_| is_empty(&response.value().kind)) {
            if let Some(found) = found.some() {
                let message = format!("'{key}' is about data, and a response of the type 'empty' has none");
                self.value(found, fault(message, &format!("remove '{key}', or write the type of the data")));
            }
        }
    }

    fn meaning(&mut self, (status, key): (i64, &str), meaning: Located<'_, table::Meaning>) {
        let (written, table) = (meaning.value().0.as_str(), self.table.value());
        let advice = match Meaning::resolve(written, table) {
            Some(Meaning::Empty) if !GOOD.contains(&status) => {
                "write the record that the body is, or not_found, unauthorized or rate_limited".to_owned()
            }
            Some(Meaning::Empty) => return,
            Some(_) if GOOD.contains(&status) => "write 'empty'".to_owned(),
            Some(_) => return,
            None if self.table.records().position().is_broken => return,
            None => {
                let words = MEANINGS.iter().map(|(word, _)| *word).chain([EMPTY]);
                suggest(written, words.chain(self.table.records().names()))
            }
        };
        let message = format!("{key} cannot mean '{written}'");
        self.value(meaning, codes::STATUS_MEANING.fault(message, advice));
    }
}
