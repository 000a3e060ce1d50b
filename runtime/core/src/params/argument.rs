//! The arguments of generated constructors and setters: one trait for each type of a table, and a macro that
//! declares a trait for each parameter, so that the compiler's message for another type names the request and
//! the parameter, says what to write, and shows the parameter's doc.
//!
//! The traits are implemented for the values that they take, and for nothing that merely converts to them:
//! `bool` is no `i64`, and a literal is of the type that is wanted. What need not be given is an [`Optional`].

use std::borrow::Cow;

use crate::time::{Date, DateTime};

/// Declares the trait of a type, and the values that have it.
macro_rules! taken {
    ($(#[doc = $doc:literal] $name:ident($to:ty): [$($param:tt)*] $of:ty => |$own:ident| $value:expr;)+) => {$(
        #[doc = $doc]
        pub trait $name {
            /// Returns the value of the parameter.
            fn into_value(self) -> $to;
        }

        impl<$($param)*> $name for $of {
            fn into_value(self) -> $to {
                let $own = self;
                $value
            }
        }
    )+};
}

taken! {
    /// A string.
    IntoString(String): [V: Into<String>] V => |value| value.into();
    /// An integer.
    IntoInteger(i64): [] i64 => |value| value;
    /// A number.
    IntoNumber(f64): [] f64 => |value| value;
    /// A bool.
    IntoBool(bool): [] bool => |value| value;
    /// A date.
    IntoDate(Date): [V: Into<Date>] V => |value| value.into();
    /// A timestamp.
    IntoDateTime(DateTime): [V: Into<DateTime>] V => |value| value.into();
    /// A list of strings.
    IntoStrings(Vec<String>): [V: IntoIterator<Item: Into<String>>] V => |values| values.into_iter().map(Into::into).collect();
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
    (@ $name:ident [optional $kind:ident] $($text:literal)+) => {
        $crate::arguments!(@one optional $name $kind $($text)+);
    };
    (@ $name:ident [list $kind:ident] $($text:literal)+) => {
        $crate::arguments!(@list $name $kind $($text)+);
    };
    (@ $name:ident [$kind:ident] $($text:literal)+) => {
        $crate::arguments!(@one required $name $kind $($text)+);
    };
    (@one $how:ident $name:ident string $message:literal $doc:literal) => {
        $crate::arguments!(@$how $name [$crate::generated::IntoString] [::std::string::String] $message
            "not a string"
            "write a string in quotation marks, or a `String`" $doc);
    };
    (@one $how:ident $name:ident integer $message:literal $note:literal $doc:literal) => {
        $crate::arguments!(@$how $name [$crate::generated::IntoInteger] [::core::primitive::i64] $message
            "not an integer" $note $doc);
    };
    (@one $how:ident $name:ident number $message:literal $note:literal $doc:literal) => {
        $crate::arguments!(@$how $name [$crate::generated::IntoNumber] [::core::primitive::f64] $message
            "not an `f64`" $note $doc);
    };
    (@one $how:ident $name:ident bool $message:literal $doc:literal) => {
        $crate::arguments!(@$how $name [$crate::generated::IntoBool] [::core::primitive::bool] $message
            "not a bool"
            "write `true` or `false`" $doc);
    };
    (@one $how:ident $name:ident date $message:literal $doc:literal) => {
        $crate::arguments!(@$how $name [$crate::generated::IntoDate] [$crate::generated::Date] $message
            "not a date"
            "write `Date::new(2020, 1, 31)?`, or read a string with `\"2020-01-31\".parse::<Date>()?`" $doc);
    };
    (@one $how:ident $name:ident datetime $message:literal $doc:literal) => {
        $crate::arguments!(@$how $name [$crate::generated::IntoDateTime] [$crate::generated::DateTime] $message
            "not a timestamp"
            "write epoch seconds (an `i64`), a `Date` or a `DateTime`, or read a string with `\"2020-01-31\".parse::<DateTime>()?`" $doc);
    };
    (@one $how:ident $name:ident $of:ident $($text:literal)+) => {
        $crate::arguments!(@$how $name [Into<super::super::types::$of>] [super::super::types::$of] $($text)+);
    };
    (@required $name:ident $bound:tt $type:tt $($text:literal)+) => {
        $crate::arguments!(@trait $name $bound $($text)+);
    };
    (@optional $name:ident $bound:tt [$($type:tt)+] $($text:literal)+) => {
        $crate::arguments!(@trait $name [$crate::generated::Optional<$($type)+>] $($text)+);
    };
    (@list $name:ident string $message:literal $doc:literal) => {
        $crate::arguments!(@trait $name [$crate::generated::IntoStrings] $message
            "not a list of strings"
            "write a list such as `[\"a\", \"b\"]`, or another iterator of strings" $doc);
    };
    (@list $name:ident integer $message:literal $doc:literal) => {
        $crate::arguments!(@trait $name [IntoIterator<Item = ::core::primitive::i64>] $message
            "not a list of `i64`"
            "write a list such as `[1, 2]`, or another iterator of `i64`" $doc);
    };
    (@list $name:ident number $message:literal $doc:literal) => {
        $crate::arguments!(@trait $name [IntoIterator<Item = ::core::primitive::f64>] $message
            "not a list of `f64`"
            "write a list such as `[1.5, 2.0]`, or another iterator of `f64`" $doc);
    };
    (@list $name:ident bool $message:literal $doc:literal) => {
        $crate::arguments!(@trait $name [IntoIterator<Item = ::core::primitive::bool>] $message
            "not a list of bools"
            "write a list such as `[true, false]`, or another iterator of bools" $doc);
    };
    (@list $name:ident date $message:literal $doc:literal) => {
        $crate::arguments!(@trait $name [IntoIterator<Item = $crate::generated::Date>] $message
            "not a list of dates"
            "write a list such as `[Date::new(2020, 1, 31)?]`, or another iterator of `Date`" $doc);
    };
    (@list $name:ident datetime $message:literal $doc:literal) => {
        $crate::arguments!(@trait $name [IntoIterator<Item = $crate::generated::DateTime>] $message
            "not a list of timestamps"
            "write a list such as `[DateTime::from(1_580_428_800)]`, or another iterator of `DateTime`" $doc);
    };
    (@list $name:ident $of:ident $($text:literal)+) => {
        $crate::arguments!(@trait $name [IntoIterator<Item = super::super::types::$of>] $($text)+);
    };
    (@trait $name:ident [$($bound:tt)+] $message:literal $label:literal $note:literal $doc:literal) => {
        #[doc = concat!("A value of `", stringify!($name), "`.")]
        #[diagnostic::on_unimplemented(message = $message, label = $label, note = $note, note = $doc)]
        pub trait $name: $($bound)+ {}

        #[diagnostic::do_not_recommend]
        impl<V: $($bound)+> $name for V {}
    };
}
