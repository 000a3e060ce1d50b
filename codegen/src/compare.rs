//! Compares two tables: what a change means for programs that use the generated client, in words and by the rules
//! of semantic versioning.

mod credentials;
mod params;
mod records;

use std::collections::HashSet;
use std::fmt;

use indexmap::IndexMap;

use crate::item::sent_records;
use crate::parse::table::{Endpoint, Enumeration, Grammar, Host, Table, Variant};

/// The part of a version that a change raises, after 1.0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Level {
    /// Programs compile and run as before.
    Patch,
    /// Programs that use what is new need this version.
    Minor,
    /// A program may no longer compile, or be refused what it was allowed.
    Major,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Patch => "patch",
            Self::Minor => "minor",
            Self::Major => "major",
        })
    }
}

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

/// Returns the changes from one table to another, those of the highest level first.
pub(crate) fn compare(old: &Table, new: &Table) -> Vec<TableChange> {
    let (sent_before, sent_after) = (sent_records(old), sent_records(new));
    let mut changes = Changes { found: Vec::new(), old, new, sent_before, sent_after };
    changes.leniency();
    changes.named(&old.hosts, &new.hosts, "the host", Changes::host);
    changes.named(&old.types, &new.types, "the type", Changes::enumeration);
    changes.named(&old.grammars, &new.grammars, "the grammar", Changes::grammar);
    changes.named(&old.records, &new.records, "the record", Changes::record);
    for (name, before) in &old.records {
        if let Some(after) = new.records.get(name) {
            changes.made(name, before, after);
        }
    }
    changes.named(&old.endpoints, &new.endpoints, "the request", Changes::endpoint);
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

    /// Compares what two tables have by name.
    fn named<T>(
        &mut self,
        old: &IndexMap<String, T>,
        new: &IndexMap<String, T>,
        what: &str,
        compare: fn(&mut Self, &str, &T, &T),
    ) {
        for (name, before) in old {
            let part = format!("{what} '{name}'");
            match new.get(name) {
                Some(after) => compare(self, &part, before, after),
                None => self.add(Level::Major, &part, "is gone"),
            }
        }
        for name in new.keys().filter(|name| !old.contains_key(*name)) {
            self.add(Level::Minor, &format!("{what} '{name}'"), "is new");
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
        self.differ(Level::Patch, part, "has another doc", &old.doc, &new.doc);
        let words = format!("has the address {} instead of {}", new.default, old.default);
        self.differ(Level::Patch, part, &words, &old.default, &new.default);
        self.auth(part, old.auth.as_ref(), new.auth.as_ref());
        self.differ(Level::Patch, part, "has other constant headers", &old.headers, &new.headers);
    }

    /// Compares what is deprecated. Who is told to use another part has a warning more, and no error.
    fn deprecation(&mut self, part: &str, old: Option<&String>, new: Option<&String>) {
        match (old, new) {
            (None, Some(note)) => self.add(Level::Minor, part, format!("is deprecated: {}", note.trim())),
            (Some(_), None) => self.add(Level::Patch, part, "is no longer deprecated"),
            (old, new) => self.differ(Level::Patch, part, "is deprecated with other words", &old, &new),
        }
    }

    fn enumeration(&mut self, part: &str, old: &Enumeration, new: &Enumeration) {
        self.differ(Level::Patch, part, "has another doc", &old.doc, &new.doc);
        match (&old.other, &new.other) {
            (None, Some(_)) => {
                self.add(
                    Level::Major,
                    part,
                    "takes values that it does not list, so that it is no longer Copy",
                );
            }
            (Some(_), None) => self.add(Level::Major, part, "takes no values any more that it does not list"),
            (old, new) => {
                self.differ(Level::Major, part, "takes other values that it does not list", old, new);
            }
        }
        self.named_below(part, &old.variants, &new.variants, Self::variant);
    }

    fn variant(&mut self, part: &str, old: &Variant, new: &Variant) {
        let words = format!("is written {:?} instead of {:?}", new.wire, old.wire);
        self.differ(Level::Major, part, &words, &old.wire, &new.wire);
        self.differ(Level::Patch, part, "has another doc", &old.doc, &new.doc);
        self.deprecation(part, old.deprecated.as_ref(), new.deprecated.as_ref());
    }

    /// Compares what two parts have by name.
    fn named_below<T>(
        &mut self,
        part: &str,
        old: &IndexMap<String, T>,
        new: &IndexMap<String, T>,
        compare: fn(&mut Self, &str, &T, &T),
    ) {
        for (name, before) in old {
            let part = format!("{part}: '{name}'");
            match new.get(name) {
                Some(after) => compare(self, &part, before, after),
                None => self.add(Level::Major, &part, "is gone"),
            }
        }
        for name in new.keys().filter(|name| !old.contains_key(*name)) {
            self.add(Level::Minor, &format!("{part}: '{name}'"), "is new");
        }
    }

    fn grammar(&mut self, part: &str, old: &Grammar, new: &Grammar) {
        self.differ(Level::Patch, part, "has another doc", &old.doc, &new.doc);
        self.differ(Level::Major, part, "is the type of another converter", &old.converter, &new.converter);
    }

    fn endpoint(&mut self, part: &str, old: &Endpoint, new: &Endpoint) {
        self.response(part, old, new);
        self.message(part, old, new);
        let words = format!("expects the status {} instead of {}", new.status, old.status);
        self.differ(Level::Minor, part, &words, &old.status, &new.status);
        self.differ(Level::Patch, part, "reads another kind of reply", &old.raw, &new.raw);
        self.session(part, old, new);
        self.differ(Level::Patch, part, "has other fallbacks", &old.fallbacks, &new.fallbacks);
        self.differ(Level::Patch, part, "is fresh for another time", &old.fresh_for, &new.fresh_for);
        match (&old.pages, &new.pages) {
            (None, Some(_)) => self.add(Level::Minor, part, "has pages"),
            (Some(_), None) => self.add(Level::Major, part, "has no pages any more"),
            (Some(old), Some(new)) if old.items != new.items => {
                self.add(Level::Major, part, "has its items elsewhere in the response");
            }
            (Some(old), Some(new)) => self.differ(Level::Patch, part, "finds its pages otherwise", old, new),
            (None, None) => {}
        }
        self.differ(Level::Patch, part, "is shown otherwise", &old.view, &new.view);
        self.differ(Level::Patch, part, "is in another group", &old.group, &new.group);
        self.differ(Level::Patch, part, "is found by other words", &old.words, &new.words);
        self.differ(Level::Patch, part, "has other examples", &old.examples, &new.examples);
        self.differ(Level::Patch, part, "has another doc", &old.doc, &new.doc);
        self.deprecation(part, old.deprecated.as_ref(), new.deprecated.as_ref());
        self.params(part, old, new);
        self.choices(part, &old.choices, &new.choices);
    }

    /// Compares the messages that endpoints send.
    fn message(&mut self, part: &str, old: &Endpoint, new: &Endpoint) {
        let words = format!("is sent with {} instead of {}", new.method, old.method);
        self.differ(Level::Patch, part, &words, &old.method, &new.method);
        let address = |endpoint: &Endpoint| (endpoint.host.clone(), endpoint.path.clone());
        self.differ(Level::Patch, part, "asks another address", &address(old), &address(new));
        let words = if new.reads_only() {
            "is sent again after failures"
        } else {
            "is no longer sent again after failures"
        };
        self.differ(Level::Patch, part, words, &old.reads_only(), &new.reads_only());
        self.differ(Level::Patch, part, "has other constants in its query", &old.query, &new.query);
        self.differ(Level::Patch, part, "has other constant headers", &old.headers, &new.headers);
        self.differ(
            Level::Minor,
            part,
            "reads other headers of replies",
            &old.reply_headers,
            &new.reply_headers,
        );
        self.differ(Level::Patch, part, "makes its query otherwise", &old.prepare, &new.prepare);
        self.differ(Level::Patch, part, "splits another list of its query", &old.split, &new.split);
        self.differ(Level::Patch, part, "makes its body otherwise", &old.body, &new.body);
        self.differ(Level::Patch, part, "sends another GraphQL document", &old.graphql, &new.graphql);
    }
}
