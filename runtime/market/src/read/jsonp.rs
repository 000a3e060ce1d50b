//! JavaScript calls with nested arrays of texts, as suggest services send them:
//! `deliver(0, new Array("Name", …), new Array(new Array("IBM Corp.", …), …), 10, 0);`.

use virtual_finance_core::read::host_error::host_error;
use virtual_finance_core::{ConversionError, Fault};

use crate::read::{json, refusal};

/// Arrays nest two deep in real replies.
const MAX_DEPTH: usize = 8;

/// One argument of the call or one element of an array.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Argument {
    /// A text in quotes, its escapes resolved.
    Text(String),
    /// `new Array(…)`.
    Array(Vec<Argument>),
    /// A number or a word.
    Word(String),
}

impl Argument {
    /// Returns the text, if it is one.
    pub(crate) fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Array(_) | Self::Word(_) => None,
        }
    }

    /// Returns the elements, if it is an array.
    pub(crate) fn as_array(&self) -> Option<&[Self]> {
        match self {
            Self::Array(elements) => Some(elements),
            Self::Text(_) | Self::Word(_) => None,
        }
    }
}

/// Returns the arguments of a call of `function`, which the text must be.
///
/// # Errors
/// 422: the text is something else, or ends too early.
pub(crate) fn call(text: &str, function: &str) -> Result<Vec<Argument>, ConversionError> {
    let Some(arguments) = text.trim_start().strip_prefix(function).and_then(|rest| rest.strip_prefix('('))
    else {
        const EXPECTED: &str = "a list of suggestions";
        let error = host_error(text.as_bytes());
        return Err(match error {
            Some((code, description)) => refusal::of_host(None, code, description).into(),
            None if text.trim_start().starts_with('<') => refusal::of_page(text, EXPECTED).into(),
            None => refusal::of_text(text, EXPECTED).into(),
        });
    };
    json::check_value_count(arguments.as_bytes(), "the list of suggestions")?;
    let mut reader = Reader { rest: arguments };
    let arguments = reader.list(0)?;
    let end = reader.rest.trim();
    if end.is_empty() || end == ";" {
        Ok(arguments)
    } else {
        Err(reader.malformed("text after the call").into())
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    /// Reads the elements between an opening bracket, already read, and its closing one.
    fn list(&mut self, depth: usize) -> Result<Vec<Argument>, Fault> {
        if depth > MAX_DEPTH {
            return Err(self.malformed("arrays nested too deep"));
        }
        let mut elements = Vec::new();
        if self.take(')') {
            return Ok(elements);
        }
        loop {
            elements.push(self.element(depth)?);
            if self.take(')') {
                return Ok(elements);
            }
            if !self.take(',') {
                return Err(self.malformed("no comma between two arguments"));
            }
        }
    }

    fn element(&mut self, depth: usize) -> Result<Argument, Fault> {
        self.rest = self.rest.trim_start();
        if let Some(after) = self.rest.strip_prefix("new Array(") {
            self.rest = after;
            return self.list(depth.saturating_add(1)).map(Argument::Array);
        }
        for quote in ['"', '\''] {
            if let Some(after) = self.rest.strip_prefix(quote) {
                return self.text(after, quote).map(Argument::Text);
            }
        }
        let end = self.rest.find([',', ')', '(', '"', '\'']).unwrap_or(self.rest.len());
        let (word, after) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        if word.trim().is_empty() {
            return Err(self.malformed("an empty argument"));
        }
        self.rest = after;
        Ok(Argument::Word(word.trim().to_owned()))
    }

    /// Reads a text whose opening quote has been read.
    fn text(&mut self, quoted: &'a str, quote: char) -> Result<String, Fault> {
        let mut text = String::new();
        let mut rest = quoted;
        let is_special = |byte| byte == b'\\' || char::from(byte) == quote;
        // What is between two special characters is copied at once.
        while let Some((plain, special)) =
            rest.bytes().position(is_special).and_then(|end| rest.split_at_checked(end))
        {
            text.push_str(plain);
            let mut chars = special.chars();
            if chars.next() == Some(quote) {
                self.rest = chars.as_str();
                return Ok(text);
            }
            match chars.next() {
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some('r') => text.push('\r'),
                Some('x') => text.extend(units(&mut chars, 2)),
                Some('u') => text.extend(units(&mut chars, 4)),
                Some(escaped) => text.push(escaped),
                None => break,
            }
            rest = chars.as_str();
        }
        Err(Fault::Cut("a text has no closing quote"))
    }

    fn take(&mut self, char: char) -> bool {
        self.rest = self.rest.trim_start();
        self.rest.strip_prefix(char).map(|after| self.rest = after).is_some()
    }

    fn malformed(&self, reason: &str) -> Fault {
        if self.rest.trim().is_empty() {
            return Fault::Cut("the call has no closing bracket");
        }
        Fault::Malformed { path: "the list of suggestions".into(), reason: reason.to_owned() }
    }
}

/// Returns the character of an escape with so many hexadecimal digits, with the escape after it where the two
/// are a surrogate pair.
fn units(chars: &mut std::str::Chars<'_>, digits: usize) -> impl Iterator<Item = char> + use<> {
    const UNKNOWN: u16 = 0xfffd;
    let unit = |chars: &mut std::str::Chars<'_>, digits| {
        u16::from_str_radix(&chars.take(digits).collect::<String>(), 16).unwrap_or(UNKNOWN)
    };
    let mut units = vec![unit(chars, digits)];
    if matches!(units.as_slice(), [0xd800..0xdc00]) && chars.as_str().starts_with("\\u") {
        chars.nth(1);
        units.push(unit(chars, 4));
    }
    char::decode_utf16(units).map(|char| char.unwrap_or(char::REPLACEMENT_CHARACTER))
}
