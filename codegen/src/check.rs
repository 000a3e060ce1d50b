//! What must hold in a table beyond the shape of its parts. Every fault is reported, none twice.

mod endpoint;
mod examples;
mod names;
mod path;
mod relations;
mod values;

use crate::diagnostic::{DiagnosticKind, Faults, nearest};
use crate::parse::Parsed;
use crate::parse::table::{Enumeration, Table};
use crate::parse::tree::Node;

/// Reports every fault of a table whose parts have their shape.
///
/// `converters` are the modules that exist, in the folder `folder`.
pub(crate) fn check(parsed: &Parsed, converters: &[String], folder: &str, faults: &mut Faults<'_>) {
    let mut checker = Checker { table: &parsed.table, tree: &parsed.tree, converters, folder, faults };
    checker.items();
    checker.hosts();
    checker.types();
    for (name, endpoint) in &parsed.table.endpoints {
        checker.endpoint(name, endpoint);
    }
}

/// The table under check.
struct Checker<'c, 'f> {
    table: &'c Table,
    tree: &'c Node,
    converters: &'c [String],
    folder: &'c str,
    faults: &'c mut Faults<'f>,
}

impl<'c> Checker<'c, '_> {
    /// Reports a fault of the value at a path.
    fn value(&mut self, kind: DiagnosticKind, path: &[&str], message: impl Into<String>) {
        self.faults.add(kind, self.tree.value_span(path), message);
    }

    /// Reports a fault of the key at a path.
    fn key(&mut self, kind: DiagnosticKind, path: &[&str], message: impl Into<String>) {
        self.faults.add(kind, self.tree.key_span(path), message);
    }

    /// Reports a fault in a name, where there is one.
    fn name(&mut self, path: &[&str], fault: Option<String>) {
        if let Some(message) = fault {
            self.key(DiagnosticKind::Name, path, message);
        }
    }

    /// Whether the table has such a key, broken or not: what is broken is reported already.
    fn has(&self, path: &[&str]) -> bool {
        self.tree.entry(path).is_some()
    }

    /// The keys below a path, broken ones too.
    fn keys(&self, path: &[&str]) -> Vec<&'c str> {
        self.tree.entry(path).map(|entry| entry.value.keys().collect()).unwrap_or_default()
    }

    /// Whether a key at the top is only there in another spelling, which is reported already.
    fn misspelt(&self, key: &str) -> bool {
        self.tree.keys().any(|other| other != key && nearest(other, [key]).is_some())
    }

    fn hosts(&mut self) {
        for (name, host) in &self.table.hosts {
            let path = ["hosts", name, "default"];
            let rest = host.default.strip_prefix("https://").or_else(|| host.default.strip_prefix("http://"));
            let fine = rest.is_some_and(|rest| {
                !rest.is_empty() && !rest.starts_with('/') && !rest.contains(['?', '#', '@', ' '])
            });
            if !fine {
                let message = "the address of a host is written like 'https://query.example.com'";
                self.value(DiagnosticKind::Value, &path, message);
            } else if host.default.ends_with('/') {
                self.value(
                    DiagnosticKind::Value,
                    &path,
                    "the path is appended with a '/'; remove the one at the end",
                );
            }
            self.doc(&["hosts", name, "doc"], &host.doc);
        }
    }

    fn types(&mut self) {
        for (name, found) in &self.table.types {
            self.doc(&["types", name, "doc"], &found.doc);
            self.variants(name, found);
            if let Some(pattern) = &found.other {
                self.pattern(&["types", name, "other"], pattern);
            }
        }
    }

    fn variants(&mut self, name: &str, found: &Enumeration) {
        if self.keys(&["types", name, "variants"]).is_empty() {
            self.key(
                DiagnosticKind::Value,
                &["types", name, "variants"],
                "an enumeration has values; write at least one",
            );
        }
        let mut wires: Vec<(&str, &str)> = Vec::new();
        for (variant, value) in &found.variants {
            let path = ["types", name, "variants", variant];
            let fault = crate::names::type_fault(variant).or_else(|| {
                (found.other.is_some() && variant == "Other").then(|| {
                    "'Other' stands for the values that the table does not list; choose another name"
                        .to_owned()
                })
            });
            self.name(&path, fault);
            let wire_path = ["types", name, "variants", variant, "wire"];
            if let Some((_, first)) = wires.iter().find(|(wire, _)| *wire == value.wire) {
                let message = format!(
                    "'{}' is the wire text of '{first}' already; give each value its own",
                    value.wire
                );
                self.value(DiagnosticKind::Duplicate, &wire_path, message);
            } else if value.wire.is_empty() || value.wire.starts_with("other:") {
                self.value(
                    DiagnosticKind::Value,
                    &wire_path,
                    "a wire text is not empty and does not begin with 'other:'; write what the host takes",
                );
            }
            wires.push((&value.wire, variant));
            self.doc(&["types", name, "variants", variant, "doc"], &value.doc);
        }
    }

    /// A doc becomes API documentation: it must not be empty, nor hold what a comment cannot.
    fn doc(&mut self, path: &[&str], doc: &str) {
        if doc.trim().is_empty() {
            self.value(DiagnosticKind::Value, path, "the doc is empty; write one sentence at least");
        }
        // Signs that turn the direction of writing are refused by the compiler.
        let hidden = |letter: char| {
            (letter.is_control() && letter != '\n')
                || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        };
        if doc.contains(hidden) {
            self.value(DiagnosticKind::Value, path, "the doc has control characters; write plain text");
        }
    }

    fn pattern(&mut self, path: &[&str], pattern: &str) -> Option<regex_lite::Regex> {
        // By itself first: the brackets around it must not complete it.
        let whole =
            regex_lite::Regex::new(pattern).and_then(|_| regex_lite::Regex::new(&format!("^(?:{pattern})$")));
        match whole {
            Ok(regex) => Some(regex),
            Err(error) => {
                let message = format!("this is not a regular expression: {error}; correct it");
                self.value(DiagnosticKind::Value, path, message);
                None
            }
        }
    }
}
