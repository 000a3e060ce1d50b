//! The tests of the core, in one program: each program links the whole crate once more.

/// Declares a request without parameters.
macro_rules! asks {
    ($name:ty, |$own:ident| $info:expr) => {
        impl virtual_finance_core::request::Request for $name {
            fn info(&self) -> &'static virtual_finance_core::request::EndpointInfo {
                let $own = self;
                $info
            }

            fn value(&self, _: &str) -> Option<virtual_finance_core::params::Plain<'_>> {
                None
            }
        }
    };
}

/// Declares the conversion of a request.
macro_rules! converts {
    ($name:ty => $response:ty, |$own:ident, $replies:ident| $converted:expr) => {
        impl virtual_finance_core::Endpoint for $name {
            type Response = $response;

            fn convert(
                &self,
                _: &virtual_finance_core::Context<'_>,
                $replies: &[virtual_finance_core::RawReply<'_>],
            ) -> Result<virtual_finance_core::Converted<$response>, virtual_finance_core::ConversionError>
            {
                let $own = self;
                $converted
            }
        }
    };
}

mod errors;
mod examples;
#[cfg(test)]
mod http;
mod readers;
mod relations;
mod written;
