//! Every note that a reply can have has a row in the book.

use std::fs;
use std::path::Path;

/// The note that the cache takes out of every reply.
const OF_THE_CACHE: &str = "FreshUntil";

#[test]
fn every_note_has_a_row_in_the_book() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let book = fs::read_to_string(root.join("docs/src/getting-started.md")).unwrap();
    let core = fs::read_dir(root.join("runtime/core/src/notes")).unwrap().map(|entry| entry.unwrap().path());
    let mut notes = Vec::new();
    for file in core.chain([root.join("runtime/market/src/notes.rs")]) {
        let text = fs::read_to_string(file).unwrap();
        let written = text.lines().filter_map(|line| line.strip_prefix("impl Note for ")?.strip_suffix(" {"));
        let made = text.split("note!(").skip(1).filter_map(|call| Some(call.split_once(',')?.0.trim()));
        notes.extend(written.chain(made).map(str::to_owned));
    }
    assert!(notes.len() > 10, "{notes:?}");
    notes.retain(|note| note != OF_THE_CACHE && !book.contains(&format!("| `{note}` | ")));
    assert_eq!(notes, [""; 0], "rows of docs/src/getting-started.md");
}
