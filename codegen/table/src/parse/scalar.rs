//! Scalars of a table, and the scalars that YAML readers take for different values.
//!
//! YAML 1.1, the core schema of YAML 1.2 and serde_yaml do not agree on some plain scalars: `on` is a bool in YAML 1.1 and a
//! string elsewhere. The two specifications have the forms below:
//! <https://yaml.org/type/> and <https://yaml.org/spec/1.2.2/#103-core-schema>.

use std::sync::LazyLock;

use regex_lite::Regex;
use serde_yaml::Value;

use crate::codes;
use crate::diagnostic::Fault;

/// A scalar as it is written, and as serde_yaml reads it.
#[derive(Debug, Clone)]
pub struct Literal {
    pub text: String,
    /// True if it stands without quotes.
    pub plain: bool,
    pub value: Value,
}

impl Literal {
    /// Creates the scalar of a text.
    pub fn new(text: String, plain: bool) -> Self {
        let value = if plain { read(&text) } else { None };
        let value = value.unwrap_or_else(|| Value::String(text.clone()));
        Self { text, plain, value }
    }

    /// Makes it the string that it would be in quotes.
    pub fn quote(&mut self) {
        self.plain = false;
        self.value = Value::String(self.text.clone());
    }

    /// Returns who reads it as what, where not all YAML readers read the same.
    pub fn doubt(&self) -> Option<String> {
        let Self { text, plain, .. } = self;
        let is_word = text.len() > "off".len() && text.starts_with(|first: char| first.is_alphabetic());
        let mut forms = FORMS.iter().filter(|_| *plain && !is_word);
        let (_, reader, what) = forms.find(|(form, ..)| form.is_match(text))?;
        (!reader.is_empty()).then(|| format!("{reader} reads {text} as {what}"))
    }
}

/// Returns the value of a plain scalar that is no string.
fn read(text: &str) -> Option<Value> {
    // Most scalars are words. What looks like the mark of a document stands within one.
    let may_be = |first: char| first.is_ascii_digit() || "+-.~nNtTfF".contains(first);
    if !(text.is_empty() || text.starts_with(may_be)) || text.starts_with("--") || text.starts_with("..") {
        return None;
    }
    match serde_yaml::from_str(text) {
        Ok(value @ (Value::Null | Value::Bool(_) | Value::Number(_))) => Some(value),
        Ok(_) => None,
        // An integer of more than 64 bits.
        Err(_) => text.parse::<f64>().ok().map(Value::from),
    }
}

/// The forms of scalars that some reader takes for more than a string, with the reader and the type. The first forms mean the
/// same to all readers.
static FORMS: LazyLock<Vec<(Regex, &str, &str)>> = LazyLock::new(|| {
    let forms = [
        (r"[-+]?(0|[1-9][0-9]*)|0x[0-9a-fA-F]+", "", ""),
        (r"[-+]?((0|[1-9][0-9]*)\.[0-9]*|\.[0-9]+)([eE][-+][0-9]+)?", "", ""),
        ("[yYnN]|yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF", "YAML 1.1", "a bool"),
        (r"[-+]?0[0-7_]+", "YAML 1.1", "an octal integer"),
        (r"0o[0-7]+", "YAML 1.2", "an octal integer"),
        (r"[-+]?0[0-9]+", "YAML 1.2", "an integer"),
        (r"[-+]0o[0-7]+|[-+]?0b[01]+|[-+]0x[0-9a-fA-F]+", "serde_yaml", "an integer"),
        (r"[-+]?([1-9][0-9_]*|0b[01_]+|0x[0-9a-fA-F_]+)", "YAML 1.1", "an integer"),
        (r"[-+]?[1-9][0-9_]*(:[0-5]?[0-9])+", "YAML 1.1", "an integer in base 60"),
        (r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)[eE][0-9]+", "YAML 1.2", "a number"),
        (r"[-+]?[0-9]+[eE][-+]?[0-9]+", "YAML 1.2", "a number"),
        (r"[-+]?([0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)([eE][-+][0-9]+)?", "YAML 1.1", "a number"),
        (r"[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+\.[0-9_]*", "YAML 1.1", "a number in base 60"),
        (r"[0-9]{4}-[0-9]{2}-[0-9]{2}", "YAML 1.1", "a date"),
        (
            r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(\.[0-9]*)?([ \t]*(Z|[-+][0-9]{1,2}(:[0-9]{2})?))?",
            "YAML 1.1",
            "a timestamp",
        ),
        ("<<", "YAML 1.1", "a merge key"),
        ("=", "YAML 1.1", "a default value"),
    ];
    let whole = |pattern: &str| Regex::new(&format!("^(?:{pattern})$")).ok();
    forms.into_iter().filter_map(|(pattern, reader, what)| Some((whole(pattern)?, reader, what))).collect()
});

/// Returns the fault of a scalar that not every reader takes for a string.
pub fn string_fault(key: &str, literal: &Literal) -> Option<Fault> {
    let message = format!("'{key}' takes a string, but {}", literal.doubt()?);
    Some(codes::AMBIGUOUS.fault(message, in_quotes(literal)))
}

/// Returns the fault of a scalar of the right type that not every reader, or not everybody, reads at once.
pub fn typed_fault(key: &str, taken: &str, literal: &Literal) -> Option<Fault> {
    let (text, Value::Number(number)) = (&literal.text, &literal.value) else { return None };
    let misreading = match literal.doubt() {
        Some(_) => format!("YAML readers do not agree on {text}"),
        None if literal.plain && text.contains(['x', 'X']) => format!("{text} is hexadecimal"),
        None => return None,
    };
    let message = format!("'{key}' takes {taken}, but {misreading}");
    Some(codes::AMBIGUOUS.fault(message, format!("write {number}")))
}

/// Returns the advice to write a scalar in quotes.
pub fn in_quotes(literal: &Literal) -> String {
    format!("write it in quotes: \"{}\"", literal.text)
}
