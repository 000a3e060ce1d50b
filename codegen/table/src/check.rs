//! Checks of what must hold in a table beyond the shape of its parts. Every fault is reported, none twice.

mod addresses;
mod auth;
mod batch;
mod bodies;
mod circles;
mod content;
mod endpoint;
mod enumeration;
mod example_data;
mod examples;
mod fallbacks;
mod formats;
mod graphql;
mod hosts;
mod items;
mod limits;
mod names;
mod one_of;
mod page_paths;
mod pages;
mod path;
mod places;
mod records;
mod refused;
mod relations;
mod replies;
mod sound;
mod statuses;
mod values;
mod view;
mod warnings;

use std::cell::RefCell;

use crate::catalogue::Catalogue;
use crate::codes;
use crate::diagnostic::{Fault, Faults, Span};
use crate::parse::Parsed;
use crate::parse::located::Located;
use crate::parse::table::{Param, Table};

/// The doc of the example in a draft of an endpoint.
pub const DRAFT: &str = "The address of the draft.";

/// The things around a table that it is checked against.
#[derive(Clone, Copy, Default)]
pub struct Around<'c> {
    /// The converter modules that exist.
    pub converters: &'c [String],
    /// Their folder.
    pub folder: &'c str,
    /// The file that re-exports the table.
    pub root: &'c str,
    /// The names in that file.
    pub root_names: &'c [String],
    /// Endpoints that need no example with a reply, if every other one needs it and a time for which replies are fresh.
    pub complete: Option<&'c [String]>,
}

/// Reports every fault of a table whose parts have their shape.
pub fn check(parsed: &Parsed, around: Around<'_>, faults: &mut Faults<'_>) {
    let table = parsed.located();
    let mut checker = Checker::new(parsed, around, faults);
    checker.items();
    checker.hosts();
    for (name, found) in table.types().entries() {
        checker.enumeration(name, found);
    }
    for (_, found) in table.grammars().entries() {
        checker.grammar(found);
    }
    let closing = circles::closing(table.value());
    for (name, found) in table.records().entries() {
        checker.record(name, found, &closing);
    }
    for (name, found) in table.endpoints().entries() {
        checker.endpoint(name, found);
    }
}

/// Reports the warnings of a table without errors: behind an error they could be due to it.
pub fn warn(parsed: &Parsed, around: Around<'_>, faults: &mut Faults<'_>) {
    Checker::new(parsed, around, faults).warnings();
}

/// The table under check.
struct Checker<'c, 'f> {
    table: Located<'c, Table>,
    around: Around<'c>,
    faults: &'c mut Faults<'f>,
    sound: RefCell<sound::Sound>,
    /// The values of the core by which it reads the replies.
    catalogue: RefCell<Catalogue<'c>>,
}

impl<'c, 'f> Checker<'c, 'f> {
    fn new(parsed: &'c Parsed, around: Around<'c>, faults: &'c mut Faults<'f>) -> Self {
        let table = parsed.located();
        let catalogue = RefCell::new(Catalogue::new(table.value()));
        Self { table, around, faults, sound: RefCell::default(), catalogue }
    }
}

impl Checker<'_, '_> {
    /// Returns true if something is reported in the lines of a part, so that what is wrong elsewhere may be due to it.
    fn is_at_fault<T>(&self, part: Located<'_, T>) -> bool {
        part.has_broken() || part.extent().is_some_and(|lines| self.faults.any_in(lines))
    }

    /// Returns true if something is reported about a record of the table.
    fn has_records_at_fault(&self) -> bool {
        let look = || self.is_at_fault(self.table.records());
        self.sound.borrow_mut().is_at_fault("records", self.faults.count(), look)
    }

    /// Reports a fault of a value, unless one of the value is reported already, as that it is broken or missing.
    fn value<T>(&mut self, at: Located<'_, T>, fault: impl Into<Option<Fault>>) {
        if let Some(fault) = fault.into()
            && !at.position().is_broken
            && !self.faults.any_at(at.position().span)
        {
            self.faults.add(at.position().span, fault);
        }
    }

    /// Reports a fault of the key of a value, which may be broken.
    fn key<T>(&mut self, at: Located<'_, T>, fault: impl Into<Option<Fault>>) {
        if let Some(fault) = fault.into()
            && !at.position().is_above_broken
        {
            self.faults.add(at.position().key_span, fault);
        }
    }

    /// Reports a fault of the name of a parameter on the wire.
    fn wire(&mut self, param: Located<'_, Param>, fault: impl Into<Option<Fault>>) {
        match param.wire {
            Some(_) => self.value(param.wire(), fault),
            None => self.key(param, fault),
        }
    }

    /// Reports a fault of a part of a text of several lines, which is a slice of it.
    fn slice(&mut self, at: Located<'_, String>, part: &str, fault: Fault) {
        let span = self.faults.slice(at.position().span, &at, part);
        self.at(at, span, fault);
    }

    /// Reports a fault at a place in a value.
    fn at<T>(&mut self, value: Located<'_, T>, span: Span, fault: Fault) {
        if !value.position().is_broken {
            self.faults.add(span, fault);
        }
    }

    /// Checks a doc, which becomes API documentation: it is not empty and has no control characters.
    fn doc(&mut self, doc: Located<'_, String>) {
        if doc.trim().is_empty() {
            let fault = codes::DOC.fault("the doc is empty", "write one sentence or more");
            return self.value(doc, fault);
        }
        if doc.contains(|letter| letter != '\n' && is_hidden(letter)) {
            let fault = codes::DOC.fault("the doc has control characters", "write plain text");
            self.value(doc, fault);
        }
    }

    /// Checks a string that documentation repeats: one line without control characters.
    fn plain<T>(&mut self, at: Located<'_, T>, text: &str) {
        if text.contains(is_hidden) {
            let fault = codes::BAD_WIRE.fault("the string has control characters", "write plain text");
            self.value(at, fault);
        }
    }

    /// Checks the advice what to use instead of a part.
    fn deprecated(&mut self, deprecated: Located<'_, Option<String>>) {
        let Some(deprecated) = deprecated.some() else { return };
        self.plain(deprecated, deprecated.trim());
        if deprecated.trim().is_empty() {
            let message = "nobody is told what to use instead";
            let advice = "write it, like 'Use Fruits.'";
            self.value(deprecated, codes::DEPRECATION.fault(message, advice));
        }
    }
}

/// Returns true for control characters and characters that turn the direction of writing: the compiler refuses them in
/// docs.
fn is_hidden(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
