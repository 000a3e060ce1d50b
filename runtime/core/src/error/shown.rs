//! `Debug` of errors that a program can end with: `fn main() -> Result<(), Error>` shows it, and it is the sentence.

use std::fmt;

use super::request::Error;
use crate::catalogue::source::UnknownSource;
use crate::params::{ParamErrors, UnknownVariant};
use crate::time::TimeError;

macro_rules! sentence {
    ($($of:ty),+) => {$(
        impl fmt::Debug for $of {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    )+};
}

pub(crate) use sentence;

sentence!(Error, ParamErrors, TimeError, UnknownSource, UnknownVariant);
