//! The arguments of generated constructors and setters: one trait for each type of a table, and a macro that
//! declares a trait for each parameter, so that the compiler's message for another type names the request and
//! the parameter, says what to write, and shows the parameter's doc.
//!
//! The traits are implemented for the values that they take, and for nothing that merely converts to them:
//! `bool` is no `i64`, and a literal is of the type that is wanted. What need not be given is an [`Optional`].

use std::borrow::Cow;

use crate::time::{Date, DateTime};

/// A string.
pub trait IntoString {
    /// Returns the value of the parameter.
    fn into_value(self) -> String;
}

impl<V: Into<String>> IntoString for V {
    fn into_value(self) -> String {
        self.into()
    }
}

/// An integer.
pub trait IntoInteger {
    /// Returns the value of the parameter.
    fn into_value(self) -> i64;
}

impl IntoInteger for i64 {
    fn into_value(self) -> i64 {
        self
    }
}

/// A number.
pub trait IntoNumber {
    /// Returns the value of the parameter.
    fn into_value(self) -> f64;
}

impl IntoNumber for f64 {
    fn into_value(self) -> f64 {
        self
    }
}

/// A bool.
pub trait IntoBool {
    /// Returns the value of the parameter.
    fn into_value(self) -> bool;
}

impl IntoBool for bool {
    fn into_value(self) -> bool {
        self
    }
}

/// A date.
pub trait IntoDate {
    /// Returns the value of the parameter.
    fn into_value(self) -> Date;
}

impl<V: Into<Date>> IntoDate for V {
    fn into_value(self) -> Date {
        self.into()
    }
}

/// A timestamp.
pub trait IntoDateTime {
    /// Returns the value of the parameter.
    fn into_value(self) -> DateTime;
}

impl<V: Into<DateTime>> IntoDateTime for V {
    fn into_value(self) -> DateTime {
        self.into()
    }
}

/// A list of strings.
pub trait IntoStrings {
    /// Returns the value of the parameter.
    fn into_value(self) -> Vec<String>;
}

impl<V: IntoIterator<Item: Into<String>>> IntoStrings for V {
    fn into_value(self) -> Vec<String> {
        self.into_iter().map(Into::into).collect()
    }
}

/// A value that need not be given: the value, or an option of it. `None` leaves the parameter out.
///
/// Lists are none of these: an option is a list of its own, of one value or none.
pub trait Optional<T> {
    /// Returns the value of the parameter, if there is one.
    fn into_option(self) -> Option<T>;
}

impl<T> Optional<T> for T {
    fn into_option(self) -> Option<T> {
        Some(self)
    }
}

impl<T> Optional<T> for Option<T> {
    fn into_option(self) -> Self {
        self
    }
}

/// Implements [`Optional`] for types that are converted.
macro_rules! converted {
    ($($of:ty => $to:ty),*) => {$(
        impl Optional<$to> for $of {
            fn into_option(self) -> Option<$to> {
                Some(self.into())
            }
        }

        impl Optional<$to> for Option<$of> {
            fn into_option(self) -> Option<$to> {
                self.map(Into::into)
            }
        }
    )*};
}

converted!(
    &str => String, &mut str => String, &String => String, Cow<'_, str> => String, Box<str> => String, char => String,
    i64 => DateTime, Date => DateTime
);

/// Declares the arguments of a request: a module with one trait for each parameter.
///
/// After its name and type a parameter has the compiler's message for an argument of another type, and last a
/// note with its doc. Between the two stands what only the table knows: a note that says what to write for an
/// integer, a number or an enumeration, and the label of an enumeration.
#[doc(hidden)]
#[macro_export]
macro_rules! arguments {
    ($request:ident: $($name:ident($($kind:tt)+) $message:literal $(, $text:literal)+;)+) => {
        #[doc = concat!("The arguments of the request in the module `", stringify!($request), "`.")]
        pub mod $request {
            $($crate::arguments!(@ $name [$($kind)+] $message $($text)+);)+
        }
    };
    (@ $name:ident [string] $message:literal $doc:literal) => {
        $crate::arguments!(@string $name [$crate::generated::IntoString] $message $doc);
    };
    (@ $name:ident [optional string] $message:literal $doc:literal) => {
        $crate::arguments!(@string $name [$crate::generated::Optional<::std::string::String>] $message $doc);
    };
    (@string $name:ident [$($bound:tt)+] $message:literal $doc:literal) => {
        $crate::arguments!(@trait $name [$($bound)+] $message
            "not a string"
            "write a string in quotation marks, or a `String`" $doc);
    };
    (@ $name:ident [optional integer] $message:literal $note:literal $doc:literal) => {
        $crate::arguments!(@trait $name [$crate::generated::Optional<::core::primitive::i64>] $message
            "not an integer" $note $doc);
    };
    (@ $name:ident [integer] $message:literal $note:literal $doc:literal) => {
        $crate::arguments!(@trait $name [$crate::generated::IntoInteger] $message
            "not an integer" $note $doc);
    };
    (@ $name:ident [optional number] $message:literal $note:literal $doc:literal) => {
        $crate::arguments!(@trait $name [$crate::generated::Optional<::core::primitive::f64>] $message
            "not an `f64`" $note $doc);
    };
    (@ $name:ident [number] $message:literal $note:literal $doc:literal) => {
        $crate::arguments!(@trait $name [$crate::generated::IntoNumber] $message
            "not an `f64`" $note $doc);
    };
    (@ $name:ident [bool] $message:literal $doc:literal) => {
        $crate::arguments!(@bool $name [$crate::generated::IntoBool] $message $doc);
    };
    (@ $name:ident [optional bool] $message:literal $doc:literal) => {
        $crate::arguments!(@bool $name [$crate::generated::Optional<::core::primitive::bool>] $message $doc);
    };
    (@bool $name:ident [$($bound:tt)+] $message:literal $doc:literal) => {
        $crate::arguments!(@trait $name [$($bound)+] $message
            "not a bool"
            "write `true` or `false`" $doc);
    };
    (@ $name:ident [date] $message:literal $doc:literal) => {
        $crate::arguments!(@date $name [$crate::generated::IntoDate] $message $doc);
    };
    (@ $name:ident [optional date] $message:literal $doc:literal) => {
        $crate::arguments!(@date $name [$crate::generated::Optional<$crate::generated::Date>] $message $doc);
    };
    (@date $name:ident [$($bound:tt)+] $message:literal $doc:literal) => {
        $crate::arguments!(@trait $name [$($bound)+] $message
            "not a date"
            "write `Date::new(2020, 1, 31)?`, or read a string with `\"2020-01-31\".parse::<Date>()?`" $doc);
    };
    (@ $name:ident [datetime] $message:literal $doc:literal) => {
        $crate::arguments!(@datetime $name [$crate::generated::IntoDateTime] $message $doc);
    };
    (@ $name:ident [optional datetime] $message:literal $doc:literal) => {
        $crate::arguments!(@datetime $name [$crate::generated::Optional<$crate::generated::DateTime>] $message
            $doc);
    };
    (@datetime $name:ident [$($bound:tt)+] $message:literal $doc:literal) => {
        $crate::arguments!(@trait $name [$($bound)+] $message
            "not a timestamp"
            "write epoch seconds (an `i64`), a `Date` or a `DateTime`, or read a string with `\"2020-01-31\".parse::<DateTime>()?`" $doc);
    };
    (@ $name:ident [list string] $message:literal $doc:literal) => {
        $crate::arguments!(@trait $name [$crate::generated::IntoStrings] $message
            "not a list of strings"
            "write a list such as `[\"a\", \"b\"]`, or another iterator of strings" $doc);
    };
    (@ $name:ident [list integer] $message:literal $doc:literal) => {
        $crate::arguments!(@trait $name [IntoIterator<Item = ::core::primitive::i64>] $message
            "not a list of `i64`"
            "write a list such as `[1, 2]`, or another iterator of `i64`" $doc);
    };
    (@ $name:ident [list number] $message:literal $doc:literal) => {
        $crate::arguments!(@trait $name [IntoIterator<Item = ::core::primitive::f64>] $message
            "not a list of `f64`"
            "write a list such as `[1.5, 2.0]`, or another iterator of `f64`" $doc);
    };
    (@ $name:ident [list bool] $message:literal $doc:literal) => {
        $crate::arguments!(@trait $name [IntoIterator<Item = ::core::primitive::bool>] $message
            "not a list of bools"
            "write a list such as `[true, false]`, or another iterator of bools" $doc);
    };
    (@ $name:ident [list date] $message:literal $doc:literal) => {
        $crate::arguments!(@trait $name [IntoIterator<Item = $crate::generated::Date>] $message
            "not a list of dates"
            "write a list such as `[Date::new(2020, 1, 31)?]`, or another iterator of `Date`" $doc);
    };
    (@ $name:ident [list datetime] $message:literal $doc:literal) => {
        $crate::arguments!(@trait $name [IntoIterator<Item = $crate::generated::DateTime>] $message
            "not a list of timestamps"
            "write a list such as `[DateTime::from(1_580_428_800)]`, or another iterator of `DateTime`" $doc);
    };
    (@ $name:ident [list $of:ident] $message:literal $label:literal $note:literal $doc:literal) => {
        $crate::arguments!(@trait $name [IntoIterator<Item = super::super::types::$of>] $message
            $label $note $doc);
    };
    (@ $name:ident [optional $of:ident] $message:literal $label:literal $note:literal $doc:literal) => {
        $crate::arguments!(@trait $name [$crate::generated::Optional<super::super::types::$of>] $message
            $label $note $doc);
    };
    (@ $name:ident [$of:ident] $message:literal $label:literal $note:literal $doc:literal) => {
        $crate::arguments!(@trait $name [Into<super::super::types::$of>] $message $label $note $doc);
    };
    (@trait $name:ident [$($bound:tt)+] $message:literal $label:literal $note:literal $doc:literal) => {
        #[doc = concat!("A value of `", stringify!($name), "`.")]
        #[diagnostic::on_unimplemented(message = $message, label = $label, note = $note, note = $doc)]
        pub trait $name: $($bound)+ {}

        #[diagnostic::do_not_recommend]
        impl<V: $($bound)+> $name for V {}
    };
}
