//! What must hold in a table beyond the shape of its parts. Every fault is reported, none twice.

mod endpoint;
mod examples;
mod fallbacks;
mod names;
mod path;
mod relations;
mod values;
mod view;

use crate::codes;
use crate::diagnostic::{Fault, Faults};
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
    /// Reports a fault of the value at a path, unless that is broken or missing and reported as such.
    fn value(&mut self, path: &[&str], fault: Fault) {
        if !self.tree.is_broken(path) {
            self.faults.add(self.tree.value_span(path), fault);
        }
    }

    /// Reports a fault of the key at a path; the value may be broken.
    fn key(&mut self, path: &[&str], fault: Fault) {
        let above = path.split_last().map_or(path, |(_, above)| above);
        if !self.tree.is_broken(above) {
            self.faults.add(self.tree.key_span(path), fault);
        }
    }

    /// Reports a fault of a part of the value at a path, which begins `offset` characters after it.
    fn part(&mut self, path: &[&str], offset: usize, part: &str, fault: Fault) {
        if !self.tree.is_broken(path) {
            let span = self.faults.within(self.tree.value_span(path), offset, part);
            self.faults.add(span, fault);
        }
    }

    /// Reports a fault in a name, where there is one.
    fn name(&mut self, path: &[&str], fault: Option<Fault>) {
        if let Some(fault) = fault {
            self.key(path, fault);
        }
    }

    /// Whether the table has such a name, or the part that would have it is broken and reported.
    fn has(&self, path: &[&str]) -> bool {
        self.tree.entry(path).is_some() || self.tree.is_broken(path)
    }

    /// Whether a value is there with nothing in it broken.
    fn is_whole(&self, path: &[&str]) -> bool {
        !self.tree.is_broken(path) && self.tree.entry(path).is_some_and(|entry| entry.value.is_whole())
    }

    /// The keys below a path, broken ones too.
    fn keys(&self, path: &[&str]) -> Vec<&'c str> {
        self.tree.entry(path).map(|entry| entry.value.keys().collect()).unwrap_or_default()
    }

    fn hosts(&mut self) {
        for (name, host) in &self.table.hosts {
            let path = ["hosts", name, "default"];
            let rest = host.default.strip_prefix("https://").or_else(|| host.default.strip_prefix("http://"));
            let fine = rest.is_some_and(|rest| {
                !rest.is_empty() && !rest.starts_with('/') && !rest.contains(['?', '#', '@', ' '])
            });
            let address = host.default.trim_end_matches('/');
            if !fine {
                let advice = if rest.is_none() && address.contains('.') && !address.contains([':', ' ']) {
                    format!("write 'https://{address}'")
                } else {
                    "write it like 'https://query.example.com'".to_owned()
                };
                let message = format!("'{}' is not the address of a host", host.default);
                self.value(&path, Fault::new(codes::ADDRESS, message, advice));
            } else if host.default.ends_with('/') {
                let message = "the address of a host ends without a '/': the path is appended with one";
                self.value(&path, Fault::new(codes::ADDRESS, message, format!("write '{address}'")));
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
        let base = ["types", name, "variants"];
        if self.keys(&base).is_empty() && self.is_whole(&base) {
            let fault =
                Fault::new(codes::EMPTY_ENUM, format!("'{name}' has no values"), "write at least one");
            self.key(&base, fault);
        }
        let (mut wires, mut room): (Vec<(&str, &str)>, _) = (Vec::new(), names::Room::default());
        for (variant, value) in &found.variants {
            let path = ["types", name, "variants", variant];
            let fault = crate::names::type_fault(variant)
                .or_else(|| crate::names::variant_fault(variant, found.other.is_some()));
            self.plain(&["types", name, "variants", variant, "wire"], &value.wire);
            let shared = room.take(&crate::names::camel(variant), &format!("the value '{variant}'"));
            self.name(&path, shared.or(fault));
            let wire_path = ["types", name, "variants", variant, "wire"];
            if let Some((_, first)) = wires.iter().find(|(wire, _)| *wire == value.wire) {
                let message = format!("'{}' is the wire text of '{first}' already", value.wire);
                self.value(&wire_path, Fault::new(codes::SAME_WIRE, message, "give each value its own"));
            } else if value.wire.is_empty() {
                let fault =
                    Fault::new(codes::BAD_WIRE, "a wire text is not empty", "write what the host takes");
                self.value(&wire_path, fault);
            } else if value.wire.starts_with("other:") {
                let message = "'other:' stands before values that the table does not list";
                self.value(&wire_path, Fault::new(codes::BAD_WIRE, message, "write what the host takes"));
            }
            wires.push((&value.wire, variant));
            self.doc(&["types", name, "variants", variant, "doc"], &value.doc);
        }
    }

    /// A doc becomes API documentation: it must not be empty, nor hold what a comment cannot.
    fn doc(&mut self, path: &[&str], doc: &str) {
        if doc.trim().is_empty() {
            let fault = Fault::new(codes::DOC, "the doc is empty", "write one sentence at least");
            return self.value(path, fault);
        }
        if doc.contains(|letter| letter != '\n' && is_hidden(letter)) {
            let fault = Fault::new(codes::DOC, "the doc has control characters", "write plain text");
            self.value(path, fault);
        }
        // An open block would swallow what follows in the documentation.
        if doc.lines().filter(|line| line.trim_start().starts_with("```")).count() % 2 != 0 {
            let fault = Fault::new(
                codes::DOC,
                "a code block of the doc is not closed",
                "write a line of ``` after it",
            );
            self.value(path, fault);
        }
    }

    /// A text that is repeated in documentation: one line of it, without signs that nobody sees.
    fn plain(&mut self, path: &[&str], text: &str) {
        if text.contains(is_hidden) {
            let fault = Fault::new(codes::BAD_WIRE, "the text has control characters", "write plain text");
            self.value(path, fault);
        }
    }

    fn pattern(&mut self, path: &[&str], pattern: &str) -> Option<regex_lite::Regex> {
        // By itself first: the brackets around it must not complete it.
        match regex_lite::Regex::new(pattern).and_then(|_| crate::value::whole(pattern)) {
            Ok(regex) => Some(regex),
            Err(error) => {
                let message = format!("this is not a regular expression: {error}");
                let advice = "correct it; a sign that stands for itself has a '\\' before it";
                self.value(path, Fault::new(codes::PATTERN, message, advice));
                None
            }
        }
    }
}

/// Control characters, and signs that turn the direction of writing: the compiler refuses them in docs.
fn is_hidden(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
