//! The macro that declares what generated requests have alike.

/// Declares what every request has: its data, its reader from named parameters, and its values. Behind the name stands the
/// status of a good reply. A row is a field with its kind: `required`, `optional`, `json`, `optional_json`, `json_field`, or a
/// `choice` that is required or not, with the names of its parameters.
///
/// With `part` before the name it does not implement `Request`, of which such a request has more than its values.
#[doc(hidden)]
#[macro_export]
macro_rules! request {
    (part $name:ident $status:literal: $($field:ident($how:ident $($key:literal),*);)*) => {
        impl $name {
            /// The data of the table about the request.
            pub const INFO: &'static $crate::generated::EndpointInfo = &INFO;

            /// The HTTP status of a good reply.
            pub const EXPECTED_STATUS: u16 = $status;

            /// Builds the request from named parameters, for example of a command line or a JSON document.
            ///
            /// # Errors
            /// Every error of the parameters at once.
            pub fn from_params(
                params: &$crate::generated::ParamMap,
            ) -> ::core::result::Result<Self, $crate::generated::ParamErrors> {
                let read = $crate::generated::ParamReader::new(Self::INFO, params)?;
                let request = Self { $($field: $crate::request!(@read $how read stringify!($field)),)* };
                read.finish(request)
            }

            fn __value(&self, param: &str) -> ::core::option::Option<$crate::generated::Plain<'_>> {
                $(if [stringify!($field) $(, $key)*].contains(&param) {
                    return $crate::request!(@value $how &self.$field, param);
                })*
                let _ = param;
                ::core::option::Option::None
            }
        }
    };
    (@read required $read:ident $name:expr) => { $read.required($name)? };
    (@read json $read:ident $name:expr) => { $read.json($name)? };
    (@read choice $read:ident $name:expr) => { $read.choice($name)? };
    (@read required_choice $read:ident $name:expr) => { $read.required_choice($name)? };
    (@read $how:ident $read:ident $name:expr) => { $read.$how($name) };
    (@value json $value:expr, $param:ident) => {
        ::core::option::Option::Some($crate::generated::json_plain($value))
    };
    (@value json_field $value:expr, $param:ident) => { $crate::generated::json_field($value) };
    (@value optional_json $value:expr, $param:ident) => {
        $value.as_ref().map($crate::generated::json_plain)
    };
    (@value required_choice $value:expr, $param:ident) => { $crate::generated::Choice::value($value, $param) };
    (@value choice $value:expr, $param:ident) => {
        $crate::generated::Choice::value($value.as_ref()?, $param)
    };
    (@value $how:ident $value:expr, $param:ident) => { $crate::generated::plain($value) };
    ($name:ident $($rest:tt)+) => {
        $crate::request! { part $name $($rest)+ }

        impl $crate::generated::Request for $name {
            fn info(&self) -> &'static $crate::generated::EndpointInfo {
                Self::INFO
            }

            fn value(&self, param: &str) -> ::core::option::Option<$crate::generated::Plain<'_>> {
                self.__value(param)
            }
        }
    };
}
