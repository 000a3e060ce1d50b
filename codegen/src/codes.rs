//! The kinds of faults that a table can have. Each has a code that keeps its meaning, a title, an explanation, a
//! table with the fault, and what mends it.
//!
//! Diagnostics carry the codes, and the page that explains them is generated from here. A code that is no longer
//! needed is removed with its number: no number is used again.

mod choices;
mod examples;
mod fallbacks;
mod files;
mod items;
mod keys;
mod messages;
mod names;
mod pages;
mod params;
mod paths;
mod responses;
mod syntax;
mod values;
mod warnings;

use std::fmt;

pub(crate) use choices::*;
pub(crate) use examples::*;
pub(crate) use fallbacks::*;
pub(crate) use files::*;
pub(crate) use items::*;
pub(crate) use keys::*;
pub(crate) use messages::*;
pub(crate) use names::*;
pub(crate) use pages::*;
pub(crate) use params::*;
pub(crate) use paths::*;
pub(crate) use responses::*;
pub(crate) use syntax::*;
pub(crate) use values::*;
pub(crate) use warnings::*;

use crate::severity::Severity;

/// A kind of fault, by its stable number.
///
/// ```
/// use virtual_finance_codegen::Code;
///
/// let code = Code::all().find(|code| code.as_str() == "V010").expect("it is documented");
/// assert_eq!(code.title(), "an unknown key");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Code(&'static Entry);

#[derive(PartialEq, Eq, Hash)]
struct Entry {
    number: &'static str,
    severity: Severity,
    title: &'static str,
    why: &'static str,
    /// A table that has this fault and no other, and what to write in the place of which text.
    examples: Option<(&'static str, Mend)>,
}

/// The texts of a table that are at fault, each once, with what to write instead.
type Mend = &'static [(&'static str, &'static str)];

/// All codes in the order of their numbers, by subject.
pub(crate) const GROUPS: &[(&str, &[Code])] = &[
    ("YAML", syntax::ALL),
    ("Keys and values", keys::ALL),
    ("Names", names::ALL),
    ("Hosts, types and endpoints", values::ALL),
    ("Paths", paths::ALL),
    ("Fallbacks", fallbacks::ALL),
    ("Parameters", params::ALL),
    ("Parameters together", choices::ALL),
    ("Examples", examples::ALL),
    ("Headers, bodies and credentials", messages::ALL),
    ("Responses", responses::ALL),
    ("Files and deprecated parts", files::ALL),
    ("Warnings", warnings::ALL),
    ("Pages and bytes", pages::ALL),
    ("Items and keys of responses", items::ALL),
];

/// An endpoint without what its project demands of each. A table alone does not show it.
pub(crate) const INCOMPLETE: Code = Code(&Entry {
    number: "V998",
    severity: Severity::Error,
    title: "an endpoint lacks what its project demands of each",
    why: "A project can demand of each endpoint the time for which its reply is fresh (`fresh_for`), and an example with a \
          `reply` (`Generator::complete`), because its tests go through all endpoints.",
    examples: None,
});

/// A failure of the generator itself. No table is known that causes it.
pub(crate) const INTERNAL: Code = Code(&Entry {
    number: "V999",
    severity: Severity::Error,
    title: "the generator failed",
    why: "The checks let something through that the generator cannot write. This is an error of the generator, \
          not of the table.",
    examples: None,
});

impl Code {
    /// Returns the code, for example `V010`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.0.number
    }

    /// Returns the severity of the fault.
    #[must_use]
    pub const fn severity(self) -> Severity {
        self.0.severity
    }

    /// Returns the fault in a few words.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.0.title
    }

    /// Returns the explanation of the fault, as Markdown.
    #[must_use]
    pub const fn explanation(self) -> &'static str {
        self.0.why
    }

    /// Returns a table that has this fault and no other, and one without faults; `None` for failures of the
    /// generator and for what a project demands. The tables name a converter module `fruit`.
    #[must_use]
    pub fn examples(self) -> Option<(&'static str, String)> {
        let (bad, mend) = self.0.examples?;
        Some((bad, mend.iter().fold(bad.to_owned(), |table, (from, to)| table.replacen(from, to, 1))))
    }

    /// Returns all codes in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Self> {
        GROUPS.iter().flat_map(|(_, codes)| *codes).copied().chain([INCOMPLETE, INTERNAL])
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Declares codes: the name in this crate, number, title, explanation, a table with the fault, and what mends it. Those of
/// another severity begin with it.
macro_rules! codes {
    ($name:ident $($rest:tt)+) => { codes! { [Error] $name $($rest)+ } };
    ([$severity:ident] $($name:ident $number:literal $title:literal $why:literal, $bad:expr,
        [$($from:literal => $to:literal),+ $(,)?];)+) => {
        $(
            #[doc = $why]
            pub(crate) const $name: $crate::codes::Code = $crate::codes::Code(&$crate::codes::Entry {
                number: $number,
                severity: $crate::severity::Severity::$severity,
                title: $title,
                why: $why,
                examples: Some(($bad, &[$(($from, $to)),+])),
            });
        )+

        pub(super) const ALL: &[$crate::codes::Code] = &[$($name),+];
    };
}

/// Joins lines to a table.
macro_rules! table {
    ($($line:literal),+ $(,)?) => { concat!($($line, "\n"),+) };
}

/// Makes a table with one type, whose values are these lines.
macro_rules! colours {
    ($($line:literal),+ $(,)?) => {
        concat!(
            "hosts: {}\nendpoints: {}\ntypes:\n  Colour:\n    doc: A colour.\n    variants:\n",
            $($line, "\n"),+
        )
    };
}

/// Makes a table with one endpoint, which ends in these lines.
macro_rules! fruit {
    ($($line:literal),+ $(,)?) => { $crate::codes::sent!("GET", $($line),+) };
}

/// Makes a table with one endpoint of a method, which ends in these lines.
macro_rules! sent {
    ($method:literal, $($line:literal),+ $(,)?) => {
        concat!(
            "hosts:\n  shop: { doc: The shop., default: \"https://shop.example.com\" }\n",
            "endpoints:\n  Fruit:\n    doc: The fruit of a shop.\n    host: shop\n",
            "    method: ", $method, "\n    status: 200\n    raw: json\n    converter: fruit\n",
            $($line, "\n"),+
        )
    };
}

use {codes, colours, fruit, sent, table};
