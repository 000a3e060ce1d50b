//! The deprecated parts of a document.

use super::at::At;
use super::context::one_line;
use super::node::Node;

/// Writes what to use instead of a part that is deprecated.
pub(super) fn lifetime(at: &At<'_>, node: &mut Node) {
    // Every request needs it, so a table cannot deprecate it.
    if node.get("required") == Some(&Node::plain(&true)) {
        lifetime_in_doc(at, node);
    } else if let Some(note) = deprecation(at) {
        let note = note.unwrap_or_else(|| "The host calls it deprecated.".to_owned());
        node.set("deprecated", Node::text(note));
    }
}

/// Writes into the doc of a part that has no key for it that it is deprecated.
pub(super) fn lifetime_in_doc(at: &At<'_>, node: &mut Node) {
    if let Some(note) = deprecation(at)
        && let Some(Node::Text(doc)) = node.at_mut(&["doc"])
    {
        let note = note.map_or_else(|| ".".to_owned(), |note| format!(": {note}"));
        *doc = format!("{}\n\nThe host calls it deprecated{note}\n", doc.trim_end());
    }
}

/// Returns the advice what to use instead, if the document gives one, of a part that it calls deprecated.
fn deprecation(at: &At<'_>) -> Option<Option<String>> {
    let note = || at.text("x-deprecated").map(one_line).filter(|text| !text.is_empty());
    at.flag("deprecated").then(note)
}
