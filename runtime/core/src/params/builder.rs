//! The builders of requests, which the macro [`builder`](crate::builder) declares. The type of a builder says which
//! of its parameters have a value, so that the compiler names the request and each parameter that is missing.

/// The state of a builder's parameter that has no value yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Missing;

/// The state of a builder's parameter that has a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Given<T>(
    /// The value.
    pub T,
);

/// The state of a parameter that takes a value: each is given once.
#[diagnostic::on_unimplemented(
    message = "this parameter of the request has a value already",
    label = "given a second time",
    note = "keep one of the two calls, and remove the other"
)]
pub trait IsMissing {}

#[diagnostic::do_not_recommend]
impl IsMissing for Missing {}

/// Declares the builder of a request from its required parameters, each with the type parameter for its state.
///
/// After its doc a parameter has the trait that a state with a value implements, and the compiler's message and
/// note for one without.
#[doc(hidden)]
#[macro_export]
macro_rules! builder {
    (
        $(#[optional($($optional:ident),+ $(,)?)])?
        impl $builder:ident for $request:ident {$(
            $(#[doc = $doc:literal])*
            #[missing($has:tt, $message:literal, $note:literal $(,)?)]
            fn $name:ident(self: $state:ident, $argument:ident: $takes:ty $(,)?) -> $own:ty $value:block
        )+}
    ) => {
        #[doc = concat!("Collects the required parameters of a [`", stringify!($request), "`]; [`",
            stringify!($request), "::builder`] creates it.")]
        ///
        /// Its type says which parameters have a value: it is built when all have one, each given once.
        #[derive(Debug, Clone)]
        #[must_use = "a builder does nothing until `build` makes the request"]
        pub struct $builder<$($state = $crate::generated::Missing),+> {
            $($name: $state),+
        }

        impl $request {
            /// Creates a builder that takes every required parameter by name, once, in any order.
            ///
            #[doc = concat!("`", stringify!($request), "::builder()", $(".", stringify!($name), "(…)",)+ ".build()`")]
            ///
            /// Optional parameters are set on the request itself, after `build`. Values are validated when it is sent.
            pub fn builder() -> $builder {
                $builder { $($name: $crate::generated::Missing),+ }
            }
        }

        impl<$($state),+> $builder<$($state),+> {
            $crate::builder!(@setters $builder []
                $([$name $state { $(#[doc = $doc])* } $argument { $takes } { $own } $value])+);

            /// Returns the request, once every required parameter has a value.
            pub fn build(self) -> $request where $($state: $has),+ {
                $request {
                    $($name: self.$name.take(),)+
                    $($($optional: ::core::default::Default::default()),+)?
                }
            }
        }

        $(
            #[doc = concat!("A builder that has a value of `", stringify!($name), "`.")]
            #[diagnostic::on_unimplemented(message = $message, label = "a required parameter is missing", note = $note)]
            pub trait $has {
                /// Returns the value.
                fn take(self) -> $own;
            }

            #[diagnostic::do_not_recommend]
            impl $has for $crate::generated::Given<$own> {
                fn take(self) -> $own { self.0 }
            }
        )+
    };
    (@setters $builder:ident [$($before:ident $before_state:ident)*]) => {};
    (@setters $builder:ident [$($before:ident $before_state:ident)*]
        [$name:ident $state:ident { $($doc:tt)* } $argument:ident { $takes:ty } { $own:ty } $value:block]
        $([$after:ident $after_state:ident $($rest:tt)*])*
    ) => {
        $($doc)*
        pub fn $name(self, $argument: $takes)
            -> $builder<$($before_state,)* $crate::generated::Given<$own> $(, $after_state)*>
        where
            $state: $crate::generated::IsMissing,
        {
            $builder {
                $($before: self.$before,)*
                $name: $crate::generated::Given($value),
                $($after: self.$after),*
            }
        }

        $crate::builder!(@setters $builder [$($before $before_state)* $name $state]
            $([$after $after_state $($rest)*])*);
    };
}
