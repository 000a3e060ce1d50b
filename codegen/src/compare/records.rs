//! Compares the records, the declared responses and the statuses of endpoints.

use std::cmp::Ordering;

use indexmap::IndexMap;

use crate::item::EMPTY;
use crate::parse::table::{Endpoint, Field, Meaning, Record, Response};

use super::{Changes, Level};

impl Changes<'_> {
    pub(super) fn record(&mut self, part: &str, old: &Record, new: &Record) {
        self.differ(Level::Patch, part, "has another doc", &old.doc, &new.doc);
        match (old.open, new.open) {
            (false, true) => self.add(Level::Minor, part, "keeps members that it does not name"),
            (true, false) => self.add(Level::Major, part, "no longer keeps members that it does not name"),
            _ => {}
        }
        match (&old.key, &new.key) {
            (None, Some(key)) => self.add(Level::Minor, part, format!("says what it is by '{key}'")),
            (old, new) => self.differ(Level::Major, part, "says what it is by another field", old, new),
        }
        self.differ(Level::Minor, part, "has other whole numbers", &old.whole, &new.whole);
        self.named_below(part, &old.fields, &new.fields, Self::field);
    }

    /// Compares how a program makes a record: by its default, and by its constructor and within its limits where it is sent.
    pub(super) fn made(&mut self, name: &str, old: &Record, new: &Record) {
        let part = &format!("the record '{name}'");
        let has_default =
            |record: &Record| record.fields.values().all(|field| field.optional || field.nullable);
        if has_default(old) && !has_default(new) {
            self.add(Level::Major, part, "has a required field, so that it has no default any more");
        }
        let required = |record: &Record| -> Vec<String> {
            record.fields.iter().filter(|(_, field)| !field.optional).map(|(name, _)| name.clone()).collect()
        };
        if !self.sent_before.contains(name) {
            return;
        }
        let (before, after) = (required(old), required(new));
        // Fields that are gone, or are no longer required, are told by themselves.
        if before != after && before.iter().all(|name| after.contains(name)) {
            self.add(Level::Major, part, "is made of other required fields, or in another order");
        }
        if self.sent_after.contains(name) {
            for (field, before) in &old.fields {
                if let Some(after) = new.fields.get(field) {
                    self.limits(&format!("{part}: '{field}'"), before.limits(), after.limits());
                }
            }
        }
    }

    fn field(&mut self, part: &str, old: &Field, new: &Field) {
        self.differ(Level::Patch, part, "has another doc", &old.doc, &new.doc);
        let own = |field: &Field| (field.kind.clone(), field.optional, field.nullable);
        self.differ(Level::Major, part, "has another type", &own(old), &own(new));
        self.differ(Level::Major, part, "has another name in JSON", &old.wire, &new.wire);
        match (&old.unit, &new.unit) {
            (None, Some(unit)) => self.add(Level::Patch, part, format!("says that its unit is {unit}")),
            (Some(_), None) => self.add(Level::Patch, part, "no longer says its unit"),
            (old, new) => self.differ(Level::Major, part, "is in another unit", old, new),
        }
        match (old.text, new.text) {
            (false, true) => self.add(Level::Patch, part, "may be written as text"),
            (true, false) => self.add(Level::Major, part, "may no longer be written as text"),
            _ => {}
        }
        let reading = |field: &Field| (field.from.clone(), field.needed);
        self.differ(Level::Patch, part, "is read otherwise", &reading(old), &reading(new));
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
        self.differ(Level::Minor, part, "reads the host's error otherwise", &old.error, &new.error);
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
        let most = |response: &Response| response.max_items.unwrap_or(i64::MAX);
        match most(new).cmp(&most(old)) {
            Ordering::Less => self.add(Level::Major, part, "is refused lists by the maximum of items"),
            Ordering::Greater => self.add(Level::Patch, part, "takes longer lists"),
            Ordering::Equal => {}
        }
        match (&old.echoes, &new.echoes) {
            (Some(_), None) => self.add(Level::Patch, part, "is no longer checked by a parameter"),
            (old, new) => self.differ(Level::Major, part, "is checked by another parameter", old, new),
        }
        self.differ(Level::Minor, part, "leaves other items out", &old.gone, &new.gone);
        match (old.skip_unreadable, new.skip_unreadable) {
            (false, true) => self.add(Level::Minor, part, "leaves items out that cannot be read"),
            (true, false) => self.add(Level::Major, part, "fails where an item cannot be read"),
            _ => {}
        }
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
