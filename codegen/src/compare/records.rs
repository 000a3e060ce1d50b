//! Compares the records, the declared responses and the statuses of endpoints.

use indexmap::IndexMap;

use crate::item::EMPTY;
use crate::parse::table::{Endpoint, Field, Meaning, Record, Response};

use super::{Changes, Level};

impl Changes {
    pub(super) fn record(&mut self, part: &str, old: &Record, new: &Record) {
        self.differ(Level::Patch, part, "has another doc", &old.doc, &new.doc);
        match (old.open, new.open) {
            (false, true) => self.add(Level::Minor, part, "keeps members that it does not name"),
            (true, false) => self.add(Level::Major, part, "no longer keeps members that it does not name"),
            _ => {}
        }
        self.differ(Level::Patch, part, "says what it is by another field", &old.key, &new.key);
        self.differ(Level::Minor, part, "has other whole numbers", &old.whole, &new.whole);
        self.named_below(part, &old.fields, &new.fields, Self::field);
    }

    fn field(&mut self, part: &str, old: &Field, new: &Field) {
        self.differ(Level::Patch, part, "has another doc", &old.doc, &new.doc);
        let own = |field: &Field| (field.kind.clone(), field.optional, field.nullable);
        self.differ(Level::Major, part, "has another type", &own(old), &own(new));
        self.differ(Level::Major, part, "has another name in JSON", &old.wire, &new.wire);
        self.differ(Level::Major, part, "is in another unit", &old.unit, &new.unit);
        let words = if new.text { "may be written as text" } else { "may no longer be written as text" };
        self.differ(Level::Patch, part, words, &old.text, &new.text);
        self.deprecation(part, old.deprecated.as_ref(), new.deprecated.as_ref());
    }

    /// Compares the origins of an endpoint's response.
    pub(super) fn response(&mut self, part: &str, old: &Endpoint, new: &Endpoint) {
        match (&old.response, &new.response) {
            (Some(old), Some(new)) => self.declared(part, old, new),
            (None, Some(_)) => {
                self.add(Level::Major, part, "has a declared response instead of a converter's");
            }
            (Some(_), None) => {
                self.add(Level::Major, part, "has a converter's response instead of a declared one");
            }
            (None, None) => {
                let words = "has the response of another converter";
                self.differ(Level::Major, part, words, &old.converter, &new.converter);
            }
        }
    }

    fn declared(&mut self, part: &str, old: &Response, new: &Response) {
        self.differ(Level::Major, part, "has a response of another type", &old.kind, &new.kind);
        self.differ(Level::Patch, part, "has its data elsewhere in the reply", &old.at, &new.at);
        self.differ(Level::Patch, part, "reads the host's error otherwise", &old.error, &new.error);
        self.items(part, old, new);
        let is_empty = |response: &Response| response.statuses.values().any(|meaning| meaning.0 == EMPTY);
        match (is_empty(old), is_empty(new)) {
            (false, true) => {
                self.add(Level::Major, part, "may have no data, so that its response is an option");
            }
            (true, false) => {
                self.add(Level::Major, part, "always has data, so that its response is no option");
            }
            _ => {}
        }
        self.statuses(part, &old.statuses, &new.statuses);
    }

    /// Compares the rules for the data of responses.
    fn items(&mut self, part: &str, old: &Response, new: &Response) {
        let fields = |response: &Response| (response.into.clone(), response.unknown.clone());
        self.differ(Level::Major, part, "has its data in other fields", &fields(old), &fields(new));
        let words = match &new.empty {
            Some(_) => "has no data where a list is empty",
            None => "has data where a list is empty",
        };
        self.differ(Level::Major, part, words, &old.empty, &new.empty);
        self.differ(Level::Patch, part, "has another maximum of items", &old.max_items, &new.max_items);
        self.differ(Level::Minor, part, "is checked by another parameter", &old.echoes, &new.echoes);
        self.differ(Level::Minor, part, "leaves other items out", &old.gone, &new.gone);
        let words = match new.skip_unreadable {
            true => "leaves items out that cannot be read",
            false => "fails where an item cannot be read",
        };
        self.differ(Level::Minor, part, words, &old.skip_unreadable, &new.skip_unreadable);
    }

    fn statuses(&mut self, part: &str, old: &IndexMap<String, Meaning>, new: &IndexMap<String, Meaning>) {
        let is_record = |meaning: &Meaning| meaning.0.starts_with(|first: char| first.is_ascii_uppercase());
        for (status, before) in old {
            let after = new.get(status);
            if after == Some(before) {
                continue;
            }
            // A program that asks for the record gets none.
            let level = if is_record(before) { Level::Major } else { Level::Minor };
            let words = match after {
                Some(after) => format!("means {} at the status {status} instead of {}", after.0, before.0),
                None => format!("no longer means {} at the status {status}", before.0),
            };
            self.add(level, part, words);
        }
        for (status, meaning) in new.iter().filter(|(status, _)| !old.contains_key(*status)) {
            self.add(Level::Minor, part, format!("means {} at the status {status}", meaning.0));
        }
    }
}
