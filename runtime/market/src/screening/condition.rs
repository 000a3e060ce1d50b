//! Conditions on the instruments of one kind, made by functions instead of read from text.

use std::fmt;
use std::marker::PhantomData;

use super::field::{Field, Instrument, Operand as _, Ordered};
use super::tree::{Comparison, Logic};
use super::written::Figure;

/// A condition on the instruments of the kind `K`, for example [`Equity`](super::Equity).
///
/// It is checked when its request is sent: values of fields with fixed values must be known, or have `other:` before them.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use = "a condition does nothing until a request has it"]
pub struct Condition<K> {
    text: String,
    /// The word that joins its parts, where it has several.
    joined: Option<Logic>,
    kind: PhantomData<K>,
}

impl<K: Instrument> Condition<K> {
    fn test<F: Field<Kind = K>>(field: &F, test: fmt::Arguments<'_>) -> Self {
        Self { text: format!("{} {test}", field.name()), joined: None, kind: PhantomData }
    }

    fn compared<F: Field<Kind = K>>(field: &F, comparison: Comparison, value: impl Into<F::Value>) -> Self {
        Self::test(field, format_args!("{} {}", comparison.sign(), value.into().text()))
    }

    fn joined(logic: Logic, conditions: impl IntoIterator<Item = Self>) -> Self {
        let mut conditions: Vec<Self> = conditions.into_iter().collect();
        if conditions.len() == 1
            && let Some(only) = conditions.pop()
        {
            return only;
        }
        let part = |condition: Self| match condition.joined {
            Some(own) if own != logic => format!("({})", condition.text),
            _ => condition.text,
        };
        let parts: Vec<String> = conditions.into_iter().map(part).collect();
        // Of no conditions the brackets are left, at which the error points.
        let text = if parts.is_empty() { "()".to_owned() } else { parts.join(logic.word()) };
        Self { text, joined: Some(logic), kind: PhantomData }
    }
}

/// Writes the condition as text that [`ScreenerQuery`](super::ScreenerQuery) reads.
impl<K> fmt::Display for Condition<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// Returns the condition that all conditions hold.
///
/// ```
/// # mod virtual_finance { use virtual_finance_runtime as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../core/docs/virtual_finance.rs")); }
/// use virtual_finance::screening::{Equity, and, eq, gt};
///
/// let query = and([gt(Equity::BETA, 1.2), eq(Equity::REGION, "us")]);
/// assert_eq!(query.to_string(), "beta > 1.2 and region = us");
/// ```
pub fn and<K: Instrument>(conditions: impl IntoIterator<Item = Condition<K>>) -> Condition<K> {
    Condition::joined(Logic::And, conditions)
}

/// Returns the condition that one of the conditions holds, or several.
pub fn or<K: Instrument>(conditions: impl IntoIterator<Item = Condition<K>>) -> Condition<K> {
    Condition::joined(Logic::Or, conditions)
}

/// Returns the condition that a field has that value.
#[expect(clippy::needless_pass_by_value, reason = "fields are constants, which read best without `&`")]
pub fn eq<F: Field>(field: F, value: impl Into<F::Value>) -> Condition<F::Kind> {
    Condition::compared(&field, Comparison::Equal, value)
}

/// Returns the condition that a field has one of those values.
///
/// ```
/// # mod virtual_finance { use virtual_finance_runtime as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../core/docs/virtual_finance.rs")); }
/// use virtual_finance::screening::{Equity, is_in};
///
/// let query = is_in(Equity::SECTOR, ["Technology", "Real Estate"]);
/// assert_eq!(query.to_string(), "sector in (Technology, \"Real Estate\")");
/// ```
#[expect(clippy::needless_pass_by_value, reason = "fields are constants, which read best without `&`")]
pub fn is_in<F: Field>(
    field: F,
    values: impl IntoIterator<Item = impl Into<F::Value>>,
) -> Condition<F::Kind> {
    let values: Vec<String> = values.into_iter().map(|value| value.into().text()).collect();
    Condition::test(&field, format_args!("in ({})", values.join(", ")))
}

/// Returns the condition that a field is between two numbers, or one of the two.
#[expect(clippy::needless_pass_by_value, reason = "fields are constants, which read best without `&`")]
pub fn between<F: Ordered>(field: F, low: impl Into<Figure>, high: impl Into<Figure>) -> Condition<F::Kind> {
    Condition::test(&field, format_args!("between {} and {}", low.into(), high.into()))
}

/// Declares the comparisons of fields that have an order.
macro_rules! comparisons {
    ($($(#[$doc:meta])* $name:ident => $comparison:ident;)+) => {$(
        $(#[$doc])*
        pub fn $name<F: Ordered>(field: F, number: impl Into<Figure>) -> Condition<F::Kind> {
            Condition::compared(&field, Comparison::$comparison, number)
        }
    )+};
}

comparisons! {
    /// Returns the condition that a field is greater than a number.
    gt => Greater;
    /// Returns the condition that a field is a number or greater.
    gte => GreaterOrEqual;
    /// Returns the condition that a field is less than a number.
    lt => Less;
    /// Returns the condition that a field is a number or less.
    lte => LessOrEqual;
}
