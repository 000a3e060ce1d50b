//! Scalars of a table: what serde_yaml reads them as, and what other YAML readers do.
//!
//! YAML 1.1, the core schema of YAML 1.2 and serde_yaml give some plain scalars different values: `on` is a
//! bool in YAML 1.1 and a string elsewhere. The forms below are those of the two specifications:
//! <https://yaml.org/type/> and <https://yaml.org/spec/1.2.2/#103-core-schema>.

use std::sync::LazyLock;

use regex_lite::Regex;
use serde_yaml::Value;

use crate::codes;
use crate::diagnostic::Fault;

/// A scalar as it stands in the text, with the value that serde_yaml gives it.
#[derive(Debug, Clone)]
pub struct Literal {
    pub text: String,
    /// True for a scalar without quotes.
    pub plain: bool,
    /// Null until serde_yaml has read the scalar.
    pub value: Value,
}

impl Literal {
    pub const fn new(text: String, plain: bool) -> Self {
        Self { text, plain, value: Value::Null }
    }

    /// Makes the scalar the string that its quotes would make it.
    pub fn quote(&mut self) {
        self.plain = false;
        self.value = Value::String(self.text.clone());
    }

    /// Returns who reads the scalar as another value than `meant`, and as which: `YAML 1.1 reads on as the
    /// bool true`.
    pub fn misreading(&self, meant: &Value) -> Option<String> {
        if !self.plain || (is_long_word(&self.text) && self.value == *meant) {
            return None;
        }
        let others = [("YAML 1.1", yaml_1_1(&self.text)), ("YAML 1.2", yaml_1_2(&self.text))];
        let readers = others.into_iter().chain([("serde_yaml", Ok(self.value.clone()))]);
        let mut misreaders = readers.filter(|(_, reading)| reading.as_ref() != Ok(meant));
        misreaders.next().map(|(reader, reading)| {
            let value = reading.map_or_else(str::to_owned, |value| described(&value));
            format!("{reader} reads {} as {value}", self.text)
        })
    }

    /// Returns true if not all readers give the scalar one value.
    pub fn is_ambiguous(&self) -> bool {
        self.misreading(&self.value).is_some()
    }
}

/// Returns the fault of a scalar whose key takes a string, if not every reader reads it as one.
pub fn string_fault(key: &str, literal: &Literal) -> Option<Fault> {
    let misreading = literal.misreading(&Value::String(literal.text.clone()))?;
    let message = format!("'{key}' takes a string, but {misreading}");
    Some(codes::AMBIGUOUS.fault(message, in_quotes(literal)))
}

/// Returns the fault of a scalar whose key takes `taken`, if not every reader reads it as serde_yaml does.
pub fn typed_fault(key: &str, taken: &str, literal: &Literal) -> Option<Fault> {
    let misreading = match literal.misreading(&literal.value) {
        Some(misreading) => misreading,
        // All readers agree, but people do not read it at once.
        None if literal.plain && literal.text.contains(['x', 'X']) => {
            format!("{} is hexadecimal", literal.text)
        }
        None => return None,
    };
    let advice = match &literal.value {
        Value::Number(value) => format!("write {value}"),
        value => format!("write it more plainly: {}", described(value)),
    };
    let message = format!("'{key}' takes {taken}, but {misreading}");
    Some(codes::AMBIGUOUS.fault(message, advice))
}

/// Returns the advice to write a scalar in quotes.
pub fn in_quotes(literal: &Literal) -> String {
    format!("write it in quotes: \"{}\"", literal.text)
}

/// Describes a value in a message: `the integer 5`.
pub fn described(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::Bool(value) => format!("the bool {value}"),
        Value::Number(value) if value.is_f64() => format!("the number {value}"),
        Value::Number(value) => format!("the integer {value}"),
        Value::String(value) => format!("the string {value:?}"),
        Value::Sequence(_) => "a list".to_owned(),
        Value::Mapping(_) | Value::Tagged(_) => "keys".to_owned(),
    }
}

/// Returns true for a string that begins with a letter and is longer than `false`: no reader takes it for more.
fn is_long_word(text: &str) -> bool {
    text.len() > "false".len() && text.starts_with(|first: char| first.is_ascii_alphabetic())
}

/// The value that a specification gives a plain scalar, or the name of a kind that tables do not have.
type Reading = Result<Value, &'static str>;

/// Returns what the core schema of YAML 1.2 reads a plain scalar as.
fn yaml_1_2(text: &str) -> Reading {
    if let Some(value) = null(text).or_else(|| one_of(text, &["true"], &["false"])) {
        return Ok(value);
    }
    first_match(&YAML_1_2, text)
}

/// Returns what YAML 1.1 reads a plain scalar as.
fn yaml_1_1(text: &str) -> Reading {
    const TRUE: &[&str] = &["y", "yes", "true", "on"];
    const FALSE: &[&str] = &["n", "no", "false", "off"];
    if let Some(value) = null(text).or_else(|| one_of(text, TRUE, FALSE)) {
        return Ok(value);
    }
    first_match(&YAML_1_1, text)
}

fn null(text: &str) -> Option<Value> {
    matches!(text, "" | "~" | "null" | "Null" | "NULL").then_some(Value::Null)
}

/// Returns the bool that a word stands for: in lower case, in upper case or with a capital first.
fn one_of(text: &str, yes: &[&str], no: &[&str]) -> Option<Value> {
    let lower = text.to_ascii_lowercase();
    let rest = text.get(1..)?;
    let is_cased = text == lower || text == text.to_ascii_uppercase() || rest == lower.get(1..)?;
    let value = match lower.as_str() {
        word if yes.contains(&word) => true,
        word if no.contains(&word) => false,
        _ => return None,
    };
    is_cased.then_some(Value::Bool(value))
}

/// The pattern of a form of plain scalars, and the value that a scalar of this form has.
type Form<Pattern> = (Pattern, fn(&str) -> Reading);

/// The forms of the core schema.
static YAML_1_2: LazyLock<Vec<Form<Regex>>> = LazyLock::new(|| {
    forms(&[
        (r"[-+]?[0-9]+", |text| integer(text, 10)),
        (r"0o[0-7]+", |text| integer(&text.replace("0o", ""), 8)),
        (r"0x[0-9a-fA-F]+", |text| integer(&text.replace("0x", ""), 16)),
        (r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", number),
        (r"[-+]?\.(inf|Inf|INF)", infinite),
        (r"\.(nan|NaN|NAN)", infinite),
    ])
});

/// The forms of YAML 1.1. Its specification also takes `.` and `1.2.3` for floats, which no reader does.
static YAML_1_1: LazyLock<Vec<Form<Regex>>> = LazyLock::new(|| {
    forms(&[
        (r"[-+]?0b[0-1_]+", |text| integer(&text.replace("0b", ""), 2)),
        (r"[-+]?0[0-7_]+", |text| integer(text, 8)),
        (r"[-+]?(0|[1-9][0-9_]*)", |text| integer(text, 10)),
        (r"[-+]?0x[0-9a-fA-F_]+", |text| integer(&text.replace("0x", ""), 16)),
        (r"[-+]?[1-9][0-9_]*(:[0-5]?[0-9])+", |_| Err("an integer in base 60")),
        (r"[-+]?([0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)([eE][-+][0-9]+)?", number),
        (r"[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+\.[0-9_]*", |_| Err("a number in base 60")),
        (r"[-+]?\.(inf|Inf|INF)", infinite),
        (r"\.(nan|NaN|NAN)", infinite),
        (r"[0-9]{4}-[0-9]{2}-[0-9]{2}", |_| Err("a date")),
        (
            r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(\.[0-9]*)?([ \t]*(Z|[-+][0-9]{1,2}(:[0-9]{2})?))?",
            |_| Err("a timestamp"),
        ),
        (r"<<", |_| Err("a merge key")),
        (r"=", |_| Err("a default value")),
    ])
});

/// Compiles patterns, each for a whole scalar.
fn forms(forms: &[Form<&str>]) -> Vec<Form<Regex>> {
    let whole = |pattern: &str| Regex::new(&format!("^(?:{pattern})$")).ok();
    forms.iter().filter_map(|(pattern, value)| Some((whole(pattern)?, *value))).collect()
}

/// Returns the value of the first form that a scalar has; a scalar without any is a string.
fn first_match(forms: &[Form<Regex>], text: &str) -> Reading {
    // Most scalars are words, which need no pattern.
    if text.starts_with(|first: char| first.is_ascii_digit() || "+-.<=".contains(first)) {
        let form = forms.iter().find(|(form, _)| form.is_match(text));
        if let Some((_, value)) = form {
            return value(text);
        }
    }
    Ok(Value::String(text.to_owned()))
}

fn integer(digits: &str, radix: u32) -> Reading {
    let digits = digits.replace('_', "");
    match i128::from_str_radix(&digits, radix) {
        Ok(number) => u64::try_from(number)
            .map(Value::from)
            .or_else(|_| i64::try_from(number).map(Value::from))
            .or_else(|_| number_of(&number.to_string())),
        Err(_) if radix == 10 => number_of(&digits),
        Err(_) => Err("an integer"),
    }
}

fn number(text: &str) -> Reading {
    number_of(&text.replace('_', ""))
}

fn number_of(digits: &str) -> Reading {
    digits.parse::<f64>().map(Value::from).map_err(|_| "a number")
}

fn infinite(text: &str) -> Reading {
    number_of(&text.to_ascii_lowercase().replace('.', ""))
}
