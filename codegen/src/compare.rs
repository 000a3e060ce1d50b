//! Compares two tables: what a change means for programs that use the generated client, in words and by the rules
//! of semantic versioning.

mod params;

use std::fmt;

use indexmap::IndexMap;

use crate::parse::table::{Endpoint, Enumeration, Host, Table};

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
    let mut changes = Changes(Vec::new());
    changes.named(&old.hosts, &new.hosts, "the host", Changes::host);
    changes.named(&old.types, &new.types, "the type", Changes::enumeration);
    changes.named(&old.endpoints, &new.endpoints, "the request", Changes::endpoint);
    // Stable: within a level in the order of the table.
    changes.0.sort_by_key(|change| std::cmp::Reverse(change.level));
    changes.0
}

/// The changes found so far.
struct Changes(Vec<TableChange>);

impl Changes {
    fn add(&mut self, level: Level, part: &str, words: impl Into<String>) {
        self.0.push(TableChange { level, part: part.to_owned(), words: words.into() });
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

    fn host(&mut self, part: &str, old: &Host, new: &Host) {
        self.differ(Level::Patch, part, "has another doc", &old.doc, &new.doc);
        let words = format!("has the address {} instead of {}", new.default, old.default);
        self.differ(Level::Patch, part, &words, &old.default, &new.default);
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
        for (name, before) in &old.variants {
            let part = format!("{part}: '{name}'");
            let Some(after) = new.variants.get(name) else {
                self.add(Level::Major, &part, "is gone");
                continue;
            };
            let words = format!("is written {:?} instead of {:?}", after.wire, before.wire);
            self.differ(Level::Major, &part, &words, &before.wire, &after.wire);
            self.differ(Level::Patch, &part, "has another doc", &before.doc, &after.doc);
        }
        for name in new.variants.keys().filter(|name| !old.variants.contains_key(*name)) {
            self.add(Level::Minor, &format!("{part}: '{name}'"), "is new");
        }
    }

    fn endpoint(&mut self, part: &str, old: &Endpoint, new: &Endpoint) {
        self.differ(
            Level::Major,
            part,
            "has the response of another converter",
            &old.converter,
            &new.converter,
        );
        let address =
            |endpoint: &Endpoint| (endpoint.method.clone(), endpoint.host.clone(), endpoint.path.clone());
        self.differ(Level::Patch, part, "asks another address", &address(old), &address(new));
        let words = format!("expects the status {} instead of {}", new.status, old.status);
        self.differ(Level::Minor, part, &words, &old.status, &new.status);
        self.differ(Level::Patch, part, "reads another kind of reply", &old.raw, &new.raw);
        self.differ(Level::Patch, part, "sends a session at other times", &old.session, &new.session);
        self.differ(Level::Patch, part, "makes its query otherwise", &old.prepare, &new.prepare);
        self.differ(
            Level::Patch,
            part,
            "is named by another parameter in messages",
            &old.subject,
            &new.subject,
        );
        self.differ(Level::Patch, part, "has other fallbacks", &old.fallbacks, &new.fallbacks);
        match (&old.pages, &new.pages) {
            (None, Some(_)) => self.add(Level::Minor, part, "has pages"),
            (Some(_), None) => self.add(Level::Major, part, "has no pages any more"),
            (old, new) => self.differ(Level::Major, part, "has other pages", old, new),
        }
        self.differ(Level::Patch, part, "is shown otherwise", &old.view, &new.view);
        self.differ(Level::Patch, part, "has other examples", &old.examples, &new.examples);
        self.differ(Level::Patch, part, "has another doc", &old.doc, &new.doc);
        self.params(part, old, new);
        self.choices(part, &old.choices, &new.choices);
    }
}
