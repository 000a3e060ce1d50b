//! Text on its way to a terminal.

/// Returns a text without characters that move the cursor, begin a command to a terminal or change the direction of
/// writing: a document that is imported may have any. Lines and tabs stay.
pub fn harmless(text: &str) -> String {
    let replaced = |character: char| match character {
        '\n' | '\t' => character,
        character if character.is_control() => char::REPLACEMENT_CHARACTER,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            char::REPLACEMENT_CHARACTER
        }
        character => character,
    };
    text.chars().map(replaced).collect()
}
