//! Text on its way to a terminal.

use std::io::Write as _;

use crate::text::terminal::{Content, Lines, Terminal, harmless, is_harmful};

const HOSTILE: &str = "a\u{1b}]0;owned\u{7}\u{202e}b\u{9b}2J\r\u{200f}é\u{7f}";

#[test]
fn nothing_of_a_host_commands_a_terminal() {
    assert_eq!(
        harmless(&format!("{HOSTILE}\n\tc"), Lines::Keep),
        "a\u{fffd}]0;owned\u{fffd}\u{fffd}b\u{fffd}2J \u{fffd}é\u{fffd}\n\tc"
    );
    assert_eq!(harmless("a\nb\tc", Lines::Join), "a b c");
    assert_eq!(harmless("‘Ünïcödé’ 漢字 עברית 🎉\u{fe0f}", Lines::Keep), "‘Ünïcödé’ 漢字 עברית 🎉\u{fe0f}");
}

/// Bytes may come in any pieces.
#[test]
fn json_on_a_terminal_means_the_same() {
    let value = serde_json::json!({ HOSTILE: [HOSTILE, "漢字"] });
    let json = serde_json::to_vec_pretty(&value).unwrap();
    for piece in [1, 2, 3, 7, 1_000] {
        let mut out = Vec::new();
        let mut terminal = Terminal::new(&mut out, Content::Json);
        for part in json.chunks(piece) {
            terminal.write_all(part).unwrap();
        }
        let shown = String::from_utf8(out).unwrap();
        assert_eq!(serde_json::from_str::<serde_json::Value>(&shown).unwrap(), value, "{piece}: {shown}");
        assert!(!shown.contains(|letter| is_harmful(letter) && letter != '\n'), "{shown:?}");
    }
    let mut out = Vec::new();
    Terminal::new(&mut out, Content::Text).write_all(b"a\xff\x1b[31m,b\n").unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), "a\u{fffd}\u{fffd}[31m,b\n");
}
