//! The reply to `Soup` says what it was asked with.

use std::str::FromStr;

use super::params::soup::Params;
use crate::generated::{ParamValue, Plain};
use crate::params::GrammarFault;
use crate::{Context, ConversionError, Converted, RawReply, Value};

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

/// Gives the parameters back.
///
/// # Errors
/// None.
pub fn convert(
    _: &Context<'_>,
    _: &[RawReply<'_>],
    params: Params<'_>,
) -> Result<Converted<Response>, ConversionError> {
    Ok(Value::from(format!("{params:?}")).into())
}
