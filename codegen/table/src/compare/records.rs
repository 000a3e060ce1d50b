//! Compares the records, the declared responses and the statuses of endpoints.

use std::cmp::Ordering;

use indexmap::IndexMap;

use crate::item::EMPTY;
use crate::level::Level;
use crate::parse::table::{Endpoint, Meaning, Record, Response};

use super::Changes;

impl Changes<'_> {
    pub(super) fn record(&mut self, part: &str, old: &Record, new: &Record) {
        self.keys(part, old, new);
        self.named(&old.fields, &new.fields, &format!("{part}: "), Self::keys);
        let words = "tells its types by another member";
        self.differ(Level::Major, part, words, &old.discriminator(), &new.discriminator());
        let [old, new] = [old, new].map(|record| {
            record.variants().map(|(key, kind)| (key.to_owned(), kind)).collect::<IndexMap<_, _>>()
        });
        self.named(&old, &new, &format!("{part}: "), |changes, part, old, new| {
            changes.differ(Level::Major, part, "is another type", old, new);
        });
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
        self.keys(part, old, new);
        let most = |response: &Response| response.max_items.unwrap_or(i64::MAX);
        match most(new).cmp(&most(old)) {
            Ordering::Less => self.add(Level::Major, part, "is refused lists by the maximum of items"),
            Ordering::Greater => self.add(Level::Patch, part, "takes longer lists"),
            Ordering::Equal => {}
        }
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
