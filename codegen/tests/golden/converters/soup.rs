//! The reply to `Soup` says what it was asked with.

use std::str::FromStr;

use crate::generated::{ParamValue, Plain};
use crate::params::GrammarFault;
use crate::{Context, ConversionHookError, Converted, RawReply, Value};

/// Fruits.
#[derive(Debug, Clone, PartialEq)]
pub struct Recipe(String);

impl Recipe {
    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Recipe {
    type Err = GrammarFault;

    fn from_str(text: &str) -> Result<Self, GrammarFault> {
        let fruits: Vec<&str> = text.split('+').map(str::trim).collect();
        if fruits.contains(&"") {
            return Err(GrammarFault::new(text, text.len()..text.len(), "a fruit is missing; write one"));
        }
        Ok(Self(fruits.join(" + ")))
    }
}

impl ParamValue for Recipe {
    fn plain(&self) -> Plain<'_> {
        Plain::String(&self.0)
    }

    fn from_plain(value: &Plain<'_>) -> Option<Self> {
        match value {
            Plain::String(text) => text.parse().ok(),
            _ => None,
        }
    }
}

/// The parameters as text.
pub type Response = Value;

/// What the conversion is asked with.
#[derive(Debug)]
#[allow(missing_docs, reason = "the table describes them")]
pub struct Params<'a> {
    pub recipe: &'a str,
    pub dessert: Option<&'a str>,
}

/// Gives the parameters back.
///
/// # Errors
/// None.
#[expect(clippy::needless_pass_by_value, reason = "generated code hands the parameters over")]
pub fn convert(
    _: &Context<'_>,
    _: &[RawReply<'_>],
    params: Params<'_>,
) -> Result<Converted<Response>, ConversionHookError> {
    Ok(Value::from(format!("{params:?}")).into())
}
