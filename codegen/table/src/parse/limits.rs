//! The limits of values, which parameters and the fields of records have by the same keys.

use super::table::{Field, Param};

/// The limits of a value.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limits<'t> {
    pub min: Option<f64>,
    pub max: Option<f64>,
    pub max_length: Option<i64>,
    pub pattern: Option<&'t str>,
}

/// Gives a part of a table its limits.
macro_rules! limited {
    ($($part:ident),*) => {$(
        impl $part {
            /// Returns its limits.
            pub fn limits(&self) -> Limits<'_> {
                let Self { min, max, max_length, .. } = *self;
                Limits { min, max, max_length, pattern: self.pattern.as_deref() }
            }
        }
    )*};
}

limited!(Param, Field);
