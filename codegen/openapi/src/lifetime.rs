//! The versions that have a part, and that it is deprecated.

use super::at::At;
use super::context::one_line;
use super::node::Node;

/// Writes since which version a part is there, and what to use instead of one that is deprecated.
pub(super) fn lifetime(at: &At<'_>, node: &mut Node) {
    let text = |key: &str| at.text(key).map(one_line).filter(|text| !text.is_empty());
    let is_needed = node.get("required") == Some(&Node::plain(&true));
    node.set_some("since", text("x-since").map(Node::text));
    if !at.flag("deprecated") {
        return;
    }
    let note = text("x-deprecated");
    if !is_needed {
        node.set(
            "deprecated",
            Node::text(note.unwrap_or_else(|| "The host calls it deprecated.".to_owned())),
        );
    } else if let Some(Node::Text(doc)) = node.at_mut(&["doc"]) {
        // Every request needs it, so a table cannot deprecate it.
        let note = note.map_or_else(String::new, |note| format!(": {note}"));
        *doc = format!(
            "{}\n\nThe host calls it deprecated{}\n",
            doc.trim_end(),
            if note.is_empty() { "." } else { &note }
        );
    }
}
