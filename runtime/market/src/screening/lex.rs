//! The words, strings and signs of a query, each with its place.

use std::iter::Peekable;
use std::ops::Range;
use std::str::CharIndices;

use virtual_finance_core::params::GrammarFault;

use super::written::is_of_word;

/// A part of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Lexeme {
    Word(String),
    /// A string in quotes.
    Quoted(String),
    Open,
    Close,
    Comma,
    /// One or two of the characters `=`, `<`, `>` and `!`.
    Sign(String),
    /// The end of the text.
    End,
}

/// A part with its place in bytes.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) lexeme: Lexeme,
    pub(super) place: Range<usize>,
}

/// Returns the parts of a text after `start`, in bytes; the last one is its end.
///
/// # Errors
/// A string in quotes has no end, or a character has no meaning.
pub(super) fn tokens(text: &str, start: usize) -> Result<Vec<Token>, GrammarFault> {
    let mut letters = text.char_indices().peekable();
    let mut out = Vec::new();
    while let Some((at, letter)) = letters.next() {
        if at < start || letter.is_whitespace() {
            continue;
        }
        let lexeme = match letter {
            '(' => Lexeme::Open,
            ')' => Lexeme::Close,
            ',' => Lexeme::Comma,
            '"' | '\'' => quoted(text, at, letter, &mut letters)?,
            '=' | '<' | '>' | '!' => {
                let mut sign = letter.to_string();
                sign.extend(letters.next_if(|(_, next)| "=>".contains(*next)).map(|(_, next)| next));
                Lexeme::Sign(sign)
            }
            _ if is_of_word(letter) => {
                let mut word = letter.to_string();
                while let Some((_, next)) = letters.next_if(|(_, next)| is_of_word(*next)) {
                    word.push(next);
                }
                Lexeme::Word(word)
            }
            _ => {
                let end = at.saturating_add(letter.len_utf8());
                return Err(GrammarFault::new(
                    text,
                    at..end,
                    "control characters stand in quotes only; remove it",
                ));
            }
        };
        let end = letters.peek().map_or(text.len(), |(next, _)| *next);
        out.push(Token { lexeme, place: at..end });
    }
    out.push(Token { lexeme: Lexeme::End, place: text.len()..text.len() });
    Ok(out)
}

/// Reads a string up to its second quote. A `\` stands before a quote or a `\` that belongs to it.
fn quoted(
    text: &str,
    start: usize,
    quote: char,
    letters: &mut Peekable<CharIndices<'_>>,
) -> Result<Lexeme, GrammarFault> {
    let mut out = String::new();
    while let Some((_, letter)) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some((_, escaped @ ('"' | '\'' | '\\'))) => out.push(escaped),
                Some((at, other)) => {
                    let place = at.saturating_sub(1)..at.saturating_add(other.len_utf8());
                    return Err(GrammarFault::new(
                        text,
                        place,
                        "a \\ stands before a quote or another \\; write \\\\",
                    ));
                }
                None => break,
            },
            letter if letter == quote => return Ok(Lexeme::Quoted(out)),
            letter => out.push(letter),
        }
    }
    let place = start..start.saturating_add(1);
    Err(GrammarFault::new(text, place, format!("this string has no end; write {quote} after it")))
}
