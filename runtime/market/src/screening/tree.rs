//! The tree of a query: conditions on fields, joined by `and` and `or`. Its text can be read again, and its JSON is what
//! the services of the host take that filter: the screener, and others with the same operators.

use std::fmt;

use serde_json::{Value, json};

use super::field::{FieldInfo, InstrumentKind, Takes};
use super::written::{Figure, OTHER, quoted};

/// A query, or a part of it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Node {
    /// Several parts, joined. None of them is joined by the same word.
    Joined(Logic, Vec<Node>),
    /// One condition.
    Test(Name, Test),
}

/// The words that join parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Logic {
    And,
    Or,
}

/// The name of a field.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Name {
    /// The host's name.
    pub(crate) id: String,
    /// The values that the field takes; `None` if it is not known.
    pub(crate) takes: Option<Takes>,
}

/// The condition on the value of a field.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Test {
    Is(Comparison, Operand),
    /// The numbers from the first to the second.
    Between(Figure, Figure),
    /// One of several values; there is at least one.
    In(Vec<Operand>),
}

/// A comparison with one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
}

/// A value that a field is compared with.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Operand {
    Number(Figure),
    String(String),
}

impl Node {
    /// Returns parts joined by a word: one part alone stays as it is, and parts of the same word are not nested.
    pub(crate) fn joined(logic: Logic, parts: Vec<Self>) -> Self {
        let flat = parts.into_iter().flat_map(|part| match part {
            Self::Joined(own, parts) if own == logic => parts,
            other => vec![other],
        });
        let mut parts: Vec<Self> = flat.collect();
        match (parts.pop(), parts.is_empty()) {
            (Some(only), true) => only,
            (last, _) => {
                parts.extend(last);
                Self::Joined(logic, parts)
            }
        }
    }

    /// Returns the query as the host takes it. One of several values is an `OR` of comparisons, which the host has instead.
    pub(crate) fn json(&self) -> Value {
        let node = |operator: &str, operands: Vec<Value>| json!({"operator": operator, "operands": operands});
        match self {
            Self::Joined(logic, parts) => node(logic.operator(), parts.iter().map(Self::json).collect()),
            Self::Test(name, Test::Is(comparison, value)) => {
                node(comparison.operator(), vec![name.id.as_str().into(), value.json()])
            }
            Self::Test(name, Test::Between(low, high)) => {
                node("BTWN", vec![name.id.as_str().into(), low.json(), high.json()])
            }
            Self::Test(name, Test::In(values)) => {
                let equal = |value: &Operand| {
                    node(Comparison::Equal.operator(), vec![name.id.as_str().into(), value.json()])
                };
                match values.as_slice() {
                    [only] => equal(only),
                    several => node(Logic::Or.operator(), several.iter().map(equal).collect()),
                }
            }
        }
    }
}

impl Logic {
    /// Returns the host's name.
    const fn operator(self) -> &'static str {
        match self {
            Self::And => "AND",
            Self::Or => "OR",
        }
    }

    /// Returns the word with a blank on each side.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::And => " and ",
            Self::Or => " or ",
        }
    }
}

impl Comparison {
    pub(super) const ALL: [Self; 5] =
        [Self::Equal, Self::Greater, Self::GreaterOrEqual, Self::Less, Self::LessOrEqual];

    /// Returns the host's name.
    const fn operator(self) -> &'static str {
        match self {
            Self::Equal => "EQ",
            Self::Greater => "GT",
            Self::GreaterOrEqual => "GTE",
            Self::Less => "LT",
            Self::LessOrEqual => "LTE",
        }
    }

    /// Returns the characters of the grammar.
    pub(super) const fn sign(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
        }
    }
}

impl Operand {
    fn json(&self) -> Value {
        match self {
            Self::Number(number) => number.json(),
            Self::String(text) => text.as_str().into(),
        }
    }
}

impl Name {
    /// Returns a field of a kind of instruments by the host's name; after `other:`, which `name` no longer has, an
    /// unknown field may follow.
    pub(super) fn new(kind: InstrumentKind, name: &str) -> Self {
        match FieldInfo::named(kind, name) {
            Some(known) => Self { id: known.id.to_owned(), takes: Some(known.takes) },
            None => Self { id: name.to_owned(), takes: None },
        }
    }

    /// Returns a value as the text of a condition on this field has it.
    fn shown(&self, value: &Operand) -> String {
        match (value, self.takes) {
            (Operand::Number(number), _) => number.to_string(),
            (Operand::String(text), Some(Takes::OneOf(values))) if !values.contains(&text.as_str()) => {
                quoted(&format!("{OTHER}{text}"))
            }
            (Operand::String(text), _) => quoted(text),
        }
    }
}

/// Writes the text that is read as the same tree again.
impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Joined(logic, parts) => {
                for (index, part) in parts.iter().enumerate() {
                    if index > 0 {
                        f.write_str(logic.word())?;
                    }
                    match part {
                        Self::Joined(..) => write!(f, "({part})")?,
                        Self::Test(..) => part.fmt(f)?,
                    }
                }
                Ok(())
            }
            Self::Test(name, test) => {
                let other = if name.takes.is_none() { OTHER } else { "" };
                write!(f, "{other}{} ", name.id)?;
                match test {
                    Test::Is(comparison, value) => write!(f, "{} {}", comparison.sign(), name.shown(value)),
                    Test::Between(low, high) => write!(f, "between {low} and {high}"),
                    Test::In(values) => {
                        let values: Vec<String> = values.iter().map(|value| name.shown(value)).collect();
                        write!(f, "in ({})", values.join(", "))
                    }
                }
            }
        }
    }
}
