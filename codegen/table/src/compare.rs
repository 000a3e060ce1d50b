//! Compares two tables: what a change means for programs that use the generated client, in words and by the rules
//! of semantic versioning.

mod credentials;
mod params;
mod records;

use std::collections::HashSet;
use std::fmt;

use indexmap::IndexMap;
use virtual_finance_core::catalogue::Datum;

use crate::item::sent_records;
use crate::level::Level;
use crate::parse::keys::Part;
use crate::parse::table::{Endpoint, Enumeration, Host, Table};

/// A change between two tables.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TableChange {
    /// The part of a version that it raises.
    pub level: Level,
    /// The part of the table, for example `History: 'range'`.
    pub part: String,
    /// The change in words, for example `is gone`.
    pub words: String,
}

impl fmt::Display for TableChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:5}  {} {}", self.level, self.part, self.words)
    }
}

/// Returns the changes from one table to another, the highest level first.
pub fn compare(old: &Table, new: &Table) -> Vec<TableChange> {
    let (sent_before, sent_after) = (sent_records(old), sent_records(new));
    let mut changes = Changes { found: Vec::new(), old, new, sent_before, sent_after };
    changes.leniency();
    changes.named(&old.hosts, &new.hosts, "the host ", Changes::host);
    changes.named(&old.types, &new.types, "the type ", Changes::enumeration);
    changes.named(&old.grammars, &new.grammars, "the grammar ", Changes::keys);
    changes.named(&old.records, &new.records, "the record ", Changes::record);
    for (name, before) in &old.records {
        if let Some(after) = new.records.get(name) {
            changes.made(name, before, after);
        }
    }
    changes.named(&old.endpoints, &new.endpoints, "the request ", Changes::endpoint);
    // Stable: within a level in the order of the table.
    changes.found.sort_by_key(|change| std::cmp::Reverse(change.level));
    changes.found
}

/// The changes found so far, and the tables that they are between.
struct Changes<'t> {
    found: Vec<TableChange>,
    old: &'t Table,
    new: &'t Table,
    /// The records that requests send by each of the tables.
    sent_before: HashSet<&'t str>,
    sent_after: HashSet<&'t str>,
}

impl Changes<'_> {
    fn add(&mut self, level: Level, part: &str, words: impl Into<String>) {
        self.found.push(TableChange { level, part: part.to_owned(), words: words.into() });
    }

    /// Adds a change if two values differ.
    fn differ<T: PartialEq>(&mut self, level: Level, part: &str, words: &str, old: &T, new: &T) {
        if old != new {
            self.add(level, part, words);
        }
    }

    /// Compares the keys of a part by the levels and words of their declarations. Keys with the same words are one change.
    fn keys<P: Part>(&mut self, part: &str, old: &P, new: &P) {
        for (key, before, after) in old.differences(new) {
            let (came, went) = match (&before, &after) {
                (Datum::List(before), Datum::List(after)) => {
                    let is_text = |value: &&Datum| matches!(value, Datum::Text(_));
                    let is_there = |one: &Datum| after.iter().any(|other| shown(other) == shown(one));
                    let has_lost = before.iter().filter(is_text).any(|value| !is_there(value));
                    (!has_lost, has_lost)
                }
                _ => (is_nothing(&before), is_nothing(&after)),
            };
            let (level, words) = match key.changes {
                [] => continue,
                [(level, words), ..] if came => (level, words),
                [_, (level, words), ..] if went => (level, words),
                [.., (level, words)] => (level, words),
            };
            let words = words.replace("{old}", &shown(&before)).replace("{new}", &shown(&after));
            let is_told = |found: &TableChange| found.part == part && found.words == words;
            if !self.found.iter().any(is_told) {
                self.add(*level, part, words);
            }
        }
    }

    /// Compares what two parts have by name; `what` stands before the names.
    fn named<T>(
        &mut self,
        old: &IndexMap<String, T>,
        new: &IndexMap<String, T>,
        what: &str,
        compare: fn(&mut Self, &str, &T, &T),
    ) {
        self.named_with(old, new, what, compare, |_| (Level::Minor, "is new".to_owned()));
    }

    /// Compares parts as [`Self::named`] does; what a new one means is said.
    fn named_with<T>(
        &mut self,
        old: &IndexMap<String, T>,
        new: &IndexMap<String, T>,
        what: &str,
        compare: fn(&mut Self, &str, &T, &T),
        added: impl Fn(&T) -> (Level, String),
    ) {
        for (name, before) in old {
            let part = format!("{what}'{name}'");
            match new.get(name) {
                Some(after) => compare(self, &part, before, after),
                None => self.add(Level::Major, &part, "is gone"),
            }
        }
        for (name, after) in new.iter().filter(|(name, _)| !old.contains_key(*name)) {
            let (level, words) = added(after);
            self.add(level, &format!("{what}'{name}'"), words);
        }
    }

    /// Compares how replies are read.
    fn leniency(&mut self) {
        let (level, words) = match (self.old.is_lenient(), self.new.is_lenient()) {
            (true, false) => (Level::Major, "reads replies strictly: what was a note is an error"),
            (false, true) => (Level::Patch, "reads replies leniently: what was an error is a note"),
            _ => return,
        };
        self.add(level, "the table", words);
    }

    fn host(&mut self, part: &str, old: &Host, new: &Host) {
        self.keys(part, old, new);
        self.auth(part, old.auth.as_ref(), new.auth.as_ref());
        self.named(&old.auth_or, &new.auth_or, &format!("{part}: credentials "), Self::keys);
    }

    fn enumeration(&mut self, part: &str, old: &Enumeration, new: &Enumeration) {
        self.keys(part, old, new);
        self.named(&old.variants, &new.variants, &format!("{part}: "), Self::keys);
    }

    fn endpoint(&mut self, part: &str, old: &Endpoint, new: &Endpoint) {
        self.response(part, old, new);
        self.keys(part, old, new);
        let words = if new.reads_only() {
            "is sent again after failures"
        } else {
            "is no longer sent again after failures"
        };
        self.differ(Level::Patch, part, words, &old.reads_only(), &new.reads_only());
        self.session(part, old, new);
        match (&old.pages, &new.pages) {
            (None, Some(_)) => self.add(Level::Minor, part, "has pages"),
            (Some(_), None) => self.add(Level::Major, part, "has no pages any more"),
            (Some(old), Some(new)) if old.items != new.items => {
                self.add(Level::Major, part, "has its items elsewhere in the response");
            }
            (Some(old), Some(new)) => self.differ(Level::Patch, part, "finds its pages otherwise", old, new),
            (None, None) => {}
        }
        self.params(part, old, new);
        self.choices(part, &old.choices, &new.choices);
    }
}

/// Returns true for the value of a key that a table does not have.
fn is_nothing(value: &Datum) -> bool {
    match value {
        Datum::Absent | Datum::Flag(false) => true,
        Datum::List(values) => values.is_empty(),
        _ => false,
    }
}

/// Returns a value in words.
fn shown(value: &Datum) -> String {
    match value {
        Datum::Text(text) => text.trim().to_owned(),
        Datum::Integer(number) => number.to_string(),
        _ => String::new(),
    }
}
