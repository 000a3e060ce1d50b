//! The state of an import: the document, the names that are taken, the shared parts of the table, and what is told.

use std::collections::{HashMap, HashSet, VecDeque};

use serde_json::Value;

use super::at::At;
use super::examples::Shown;
use super::node::Node;
use super::options::ImportOptions;
use super::schema::{Schema, Use};
use virtual_finance_table::identifiers::Taken;

/// The places of parameters that are parts of a body.
pub(super) const OF_BODY: &[&str] = &["body", "form", "part", "content"];

/// The state of an import.
pub(super) struct Context<'d> {
    pub(super) document: &'d Value,
    pub(super) options: &'d ImportOptions<'d>,
    /// The name of the request whose parts are read.
    pub(super) owner: String,
    /// The names of requests, enumerations and records.
    pub(super) items: Taken,
    pub(super) types: Node,
    pub(super) records: Node,
    /// The names of enumerations and records, by what they were made of.
    pub(super) known: HashMap<String, String>,
    /// True for the document of a table, whose keys say what OpenAPI has no word for.
    pub(super) is_of_table: bool,
    /// The schemas that consist of others, by the places of these.
    pub(super) heirs: HashMap<String, Vec<At<'d>>>,
    /// True for schemas that say something else of bodies than of replies, by their places.
    pub(super) differing: HashMap<String, bool>,
    /// The records that are named and not yet read.
    pub(super) pending: VecDeque<(String, At<'d>, Use)>,
    /// The names of the records that a request sends.
    pub(super) sent: HashSet<String>,
    /// The parts that a table cannot say, each with its pointer.
    pub(super) reported: Vec<(String, String)>,
    /// The examples of operations, by the names of their endpoints.
    pub(super) shown: HashMap<String, Shown<'d>>,
    /// The places that parts of the table come from, by their paths joined by `/`.
    pub(super) origins: HashMap<String, String>,
}

impl<'d> Context<'d> {
    /// Returns the schema at a place.
    pub(super) fn schema(&self, at: &At<'d>) -> Schema<'d> {
        Schema::read(self.document, at)
    }

    pub(super) fn tell(&mut self, pointer: impl Into<String>, message: impl Into<String>) {
        self.reported.push((pointer.into(), message.into()));
    }

    /// Reports several parts, each with its pointer.
    pub(super) fn tell_all(&mut self, parts: &[(String, String)]) {
        self.reported.extend_from_slice(parts);
    }

    /// Notes the place that a part of the table comes from.
    pub(super) fn origin(&mut self, path: &[&str], pointer: &str) {
        self.origins.insert(path.join("/"), pointer.to_owned());
    }

    /// Returns the place that a part of the table comes from: the innermost part with a place.
    pub(super) fn origin_of(&self, path: &[String]) -> String {
        let lengths = (0..=path.len()).rev();
        let found = lengths.filter_map(|length| self.origins.get(&path.get(..length)?.join("/"))).next();
        found.cloned().unwrap_or_default()
    }

    /// Returns true unless a part of the table is an example that the document does not show.
    pub(super) fn shows(&self, path: &[String]) -> bool {
        let [_, endpoint, examples, ..] = path else { return true };
        let is_shown =
            |shown: &&Shown<'_>| !shown.is_made && shown.reply.as_ref().is_some_and(|reply| reply.is_whole);
        examples != "examples" || self.shown.get(endpoint).filter(is_shown).is_some()
    }

    /// Returns a free name for an enumeration of a parameter: the parameter's, or with the request before it.
    pub(super) fn enumeration_name(&mut self, text: &str) -> String {
        let owned = format!("{} {text}", self.owner);
        let is_free = self.options.prefix.is_empty() && self.items.is_free(text);
        if is_free { self.item_name(text) } else { self.items.item(&owned) }
    }

    /// Returns a free name of a request, an enumeration or a record.
    pub(super) fn item_name(&mut self, text: &str) -> String {
        if self.options.prefix.is_empty() {
            return self.items.item(text);
        }
        self.items.item(&format!("{} {text}", self.options.prefix))
    }
}

/// Returns the docs of a part: its summary as a sentence on a line, and its description.
pub(super) fn doc(summary: Option<&str>, description: Option<&str>, otherwise: &str) -> Node {
    let clean = |text: &str| {
        let lines = text.lines().map(|line| {
            let plain: String =
                line.replace('\t', "  ").chars().filter(|letter| !is_hidden(*letter)).collect();
            plain.trim_end().to_owned()
        });
        lines.collect::<Vec<_>>().join("\n").trim().to_owned()
    };
    let summary = summary.map(clean).unwrap_or_default();
    let description = description.map(clean).unwrap_or_default();
    let text = match (summary.as_str(), description.as_str()) {
        ("", "") => clean(otherwise),
        ("", text) => text.to_owned(),
        (summary, "") => sentence(summary),
        (summary, text) if sentence(summary) == sentence(text) => sentence(summary),
        (summary, text) => format!("{}\n\n{text}", sentence(summary)),
    };
    Node::Text(if text.contains('\n') { format!("{text}\n") } else { text })
}

/// Returns a text on one line, without characters that no table has.
pub(super) fn one_line(text: &str) -> String {
    let plain: String = text.chars().filter(|letter| letter.is_whitespace() || !is_hidden(*letter)).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a text that ends as a sentence does.
fn sentence(text: &str) -> String {
    if text.ends_with(['.', '!', '?', ':']) { text.to_owned() } else { format!("{text}.") }
}

/// Returns true for characters that no doc has.
fn is_hidden(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}
