// The stand-in for the crate `virtual_finance` in examples. Its docs have the pages of this crate, so that their examples
// name what its users write. This crate cannot depend on it: here the examples are compiled with the same names and
// three requests that send nothing, and `tests/tests/docs.rs` compiles them with the crate itself.

pub use self::own::*;

pub mod catalogue {
    pub use super::own::{catalogue::*, *};
}

pub mod error {
    pub use super::own::{error::*, params::*, time::TimeError, *};
}

pub mod notes {
    pub use super::own::{time::*, *};
}

pub mod request {
    pub use super::own::{params::*, request::*, *};
}

pub mod responses {
    pub use super::own::{Field, Number};
}

pub mod settings {
    pub use super::own::{settings::*, *};
}

pub mod transport {
    pub use super::own::{auth::*, transport::*};
}

macro_rules! requests {
    ($($name:ident)*) => { $(
        #[derive(Debug, Clone)]
        pub struct $name;

        impl $name {
            pub fn new<V>(_: V) -> Self { Self }
        }

        impl self::own::request::Request for $name {
            fn info(&self) -> &'static self::own::request::EndpointInfo {
                static HOST: self::own::Host = self::own::Host::new("host", "http://127.0.0.1");
                static INFO: self::own::request::EndpointInfo =
                    self::own::request::EndpointInfo::new(stringify!($name), &HOST);
                &INFO
            }

            fn value(&self, _: &str) -> Option<self::own::params::Plain<'_>> { None }
        }

        impl self::own::Endpoint for $name {
            type Response = self::own::Value;

            fn convert(
                &self,
                _: &self::own::Context<'_>,
                _: &[self::own::RawReply<'_>],
            ) -> Result<self::own::Converted<Self::Response>, self::own::ConversionError> {
                Ok(self::own::Value::Null.into())
            }
        }

        impl self::own::Paged for $name {
            type Item = self::own::Value;

            fn items(_: Self::Response) -> Vec<Self::Item> { Vec::new() }

            fn list(_: &Self::Response) -> &[Self::Item] { &[] }
        }
    )* };
}

requests!(History Lookup Quote);
