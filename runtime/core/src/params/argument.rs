//! The arguments of generated constructors and setters: one trait for each type of the table, so that the
//! compiler's message for another type names the request and the parameter and says what to write.
//!
//! `R` is the request and `P` the parameter; both are there for the messages alone. Each trait is
//! implemented for the values that it takes, and for nothing that merely converts to them: `bool` is no
//! `i64`, and a literal is of the type that is wanted.

use crate::time::{Date, DateTime};

/// A string.
#[diagnostic::on_unimplemented(
    message = "`{P}` of `{R}` takes a string, not `{Self}`",
    label = "not a string",
    note = "write a string in quotation marks, or a `String`"
)]
pub trait IntoString<R, P> {
    /// Returns the value of the parameter.
    fn into_value(self) -> String;
}

#[diagnostic::do_not_recommend]
impl<R, P, V: Into<String>> IntoString<R, P> for V {
    fn into_value(self) -> String {
        self.into()
    }
}

/// An integer.
#[diagnostic::on_unimplemented(
    message = "`{P}` of `{R}` takes an integer, not `{Self}`",
    label = "not an integer",
    note = "write an `i64` such as `10`; `i64::from` and `i64::try_from` make one of another integer"
)]
pub trait IntoInteger<R, P> {
    /// Returns the value of the parameter.
    fn into_value(self) -> i64;
}

#[diagnostic::do_not_recommend]
impl<R, P> IntoInteger<R, P> for i64 {
    fn into_value(self) -> i64 {
        self
    }
}

/// A number.
#[diagnostic::on_unimplemented(
    message = "`{P}` of `{R}` takes a number, not `{Self}`",
    label = "not an `f64`",
    note = "write an `f64` such as `1.5`; `f64::from` makes one of another number"
)]
pub trait IntoNumber<R, P> {
    /// Returns the value of the parameter.
    fn into_value(self) -> f64;
}

#[diagnostic::do_not_recommend]
impl<R, P> IntoNumber<R, P> for f64 {
    fn into_value(self) -> f64 {
        self
    }
}

/// A bool.
#[diagnostic::on_unimplemented(
    message = "`{P}` of `{R}` takes a bool, not `{Self}`",
    label = "not a bool",
    note = "write `true` or `false`"
)]
pub trait IntoBool<R, P> {
    /// Returns the value of the parameter.
    fn into_value(self) -> bool;
}

#[diagnostic::do_not_recommend]
impl<R, P> IntoBool<R, P> for bool {
    fn into_value(self) -> bool {
        self
    }
}

/// A date.
#[diagnostic::on_unimplemented(
    message = "`{P}` of `{R}` takes a date, not `{Self}`",
    label = "not a date",
    note = "write `Date::new(2020, 1, 31)?`, or read a string with `\"2020-01-31\".parse::<Date>()?`"
)]
pub trait IntoDate<R, P> {
    /// Returns the value of the parameter.
    fn into_value(self) -> Date;
}

#[diagnostic::do_not_recommend]
impl<R, P, V: Into<Date>> IntoDate<R, P> for V {
    fn into_value(self) -> Date {
        self.into()
    }
}

/// A timestamp.
#[diagnostic::on_unimplemented(
    message = "`{P}` of `{R}` takes a timestamp, not `{Self}`",
    label = "not a timestamp",
    note = "write epoch seconds (an `i64`), a `Date` or a `DateTime`, or read a string with `\"2020-01-31\".parse::<DateTime>()?`"
)]
pub trait IntoDateTime<R, P> {
    /// Returns the value of the parameter.
    fn into_value(self) -> DateTime;
}

#[diagnostic::do_not_recommend]
impl<R, P, V: Into<DateTime>> IntoDateTime<R, P> for V {
    fn into_value(self) -> DateTime {
        self.into()
    }
}

/// A list of strings.
#[diagnostic::on_unimplemented(
    message = "`{P}` of `{R}` takes a list of strings, not `{Self}`",
    label = "not a list of strings",
    note = "write a list such as `[\"a\", \"b\"]`, or another iterator of strings"
)]
pub trait IntoStrings<R, P> {
    /// Returns the value of the parameter.
    fn into_value(self) -> Vec<String>;
}

#[diagnostic::do_not_recommend]
impl<R, P, V: IntoIterator<Item: Into<String>>> IntoStrings<R, P> for V {
    fn into_value(self) -> Vec<String> {
        self.into_iter().map(Into::into).collect()
    }
}

/// A list of values of one type.
#[diagnostic::on_unimplemented(
    message = "`{P}` of `{R}` takes a list of `{T}`, not `{Self}`",
    label = "not a list of `{T}`",
    note = "write a list `[…]`, or another iterator, of `{T}`"
)]
pub trait IntoList<R, P, T> {
    /// Returns the value of the parameter.
    fn into_value(self) -> Vec<T>;
}

#[diagnostic::do_not_recommend]
impl<R, P, T, V: IntoIterator<Item = T>> IntoList<R, P, T> for V {
    fn into_value(self) -> Vec<T> {
        self.into_iter().collect()
    }
}
