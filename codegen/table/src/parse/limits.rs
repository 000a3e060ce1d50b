//! The limits of values, which parameters and the fields of records have by the same keys.

use super::located::Located;
use super::table::{Field, Param};

/// The limits of a value.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limits<'t> {
    pub min: Option<f64>,
    pub max: Option<f64>,
    pub max_length: Option<i64>,
    pub pattern: Option<&'t str>,
}

/// The limits of a value, each with its place.
pub struct LimitKeys<'t> {
    pub min: Located<'t, Option<f64>>,
    pub max: Located<'t, Option<f64>>,
    pub max_length: Located<'t, Option<i64>>,
    pub pattern: Located<'t, Option<String>>,
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

        impl<'t> Located<'t, $part> {
            /// Returns its limits with their places.
            pub fn limit_keys(self) -> LimitKeys<'t> {
                LimitKeys {
                    min: self.min(),
                    max: self.max(),
                    max_length: self.max_length(),
                    pattern: self.pattern(),
                }
            }
        }
    )*};
}

limited!(Param, Field);
