//! The parts that all request classes have in common.

use virtual_finance::Reply;

/// Returns a reply whose notes tell, too, that it is from the cache because its host failed.
pub(crate) fn noted<T, E>(reply: Result<Reply<T>, E>) -> Result<Reply<T>, E> {
    let mut reply = reply?;
    if let Some(cached) = reply.cached.filter(|cached| cached.is_after_error) {
        reply.notes.insert(cached);
    }
    Ok(reply)
}

/// Declares a request class with a request of its own and no more: its struct, its conversion from the
/// generated request, and how it is fetched. The class gets `new` beside this, unless it is made of a ticker alone.
macro_rules! request_class {
    ($(#[$doc:meta])* $class:ident(ticker) -> $frames:ident, $response:ty) => {
        $crate::requests::fetching::request_class!($(#[$doc])* $class of $class -> $frames, $response);

        impl $class {
            /// Creates the request for a ticker.
            pub fn new(ticker: impl Into<String>) -> Self {
                Self { request: virtual_finance::$class::new(ticker.into()) }
            }
        }
    };
    ($(#[$doc:meta])* $class:ident -> $frames:ident, $response:ty) => {
        $crate::requests::fetching::request_class!($(#[$doc])* $class of $class -> $frames, $response);
    };
    ($(#[$doc:meta])* $class:ident of $request:ident -> $frames:ident, $response:ty) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq)]
        #[must_use = "a request does nothing until it is fetched"]
        pub struct $class {
            request: virtual_finance::$request,
        }

        impl $class {
            fn to_request(&self) -> virtual_finance::$request {
                self.request.clone()
            }
        }

        impl From<virtual_finance::$request> for $class {
            fn from(request: virtual_finance::$request) -> Self {
                Self { request }
            }
        }

        $crate::requests::fetching::fetching!($class -> $frames, $response);
    };
}

/// Declares how a class is fetched by its one request. The class has `to_request`, its frames have `of_reply`.
macro_rules! fetching {
    ($class:ident -> $frames:ident, $response:ty) => {
        $crate::requests::fetching::fetched!($class -> $frames, $response);

        impl $class {
            /// Sends the request and makes frames of the response.
            ///
            /// # Errors
            /// As for [`Client::request`](virtual_finance::Client).
            pub async fn fetch(&self, client: &virtual_finance::Client) -> Result<$frames, crate::Error> {
                let reply = $crate::requests::fetching::noted(client.reply(&self.to_request()).await);
                $frames::of_reply(self, reply)
            }

            /// Sends the request and returns the standardized structure instead of frames.
            ///
            /// # Errors
            /// As for [`Client::request`](virtual_finance::Client).
            pub async fn standardized(
                &self,
                client: &virtual_finance::Client,
            ) -> Result<$response, crate::Error> {
                Ok(client.request(&self.to_request()).await?)
            }
        }
    };
}

/// Declares how the frames of a class give their structure.
macro_rules! fetched {
    ($class:ident -> $frames:ident, $response:ty) => {
        impl $frames {
            /// Returns the standardized structure that the frames are made of; it serializes as JSON.
            #[must_use]
            pub const fn response(&self) -> &$response {
                &self.response
            }

            /// Returns the standardized structure itself.
            #[must_use]
            pub fn into_response(self) -> $response {
                self.response
            }
        }
    };
}

/// Declares the frames of a class, made of the response, with the notes of the reply and, where these have them, its
/// currencies. They get their methods beside this.
macro_rules! frames_class {
    ($(#[$doc:meta])* $frames:ident of $class:ident, $response:ty) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $frames {
            response: $response,
            notes: virtual_finance::notes::Notes,
        }

        impl $frames {
            /// Returns the notes of the reply, for example about rows that are left out.
            #[must_use]
            pub const fn notes(&self) -> &virtual_finance::notes::Notes {
                &self.notes
            }

            fn of_reply(
                _: &$class,
                reply: Result<virtual_finance::Reply<$response>, virtual_finance::Error>,
            ) -> Result<Self, crate::Error> {
                let virtual_finance::Reply { response, notes, .. } = reply?;
                Ok(Self { response, notes })
            }
        }

        impl From<$response> for $frames {
            fn from(response: $response) -> Self {
                Self { response, notes: virtual_finance::notes::Notes::new() }
            }
        }
    };
    (
        $(#[$doc:meta])* $frames:ident of $class:ident, $response:ty;
        $(#[$currencies_doc:meta])* currencies: $currencies:ty
    ) => {
        $crate::requests::fetching::frames_class! { $(#[$doc])* $frames of $class, $response }

        impl $frames {
            $(#[$currencies_doc])*
            #[must_use]
            pub fn currencies(&self) -> $currencies {
                self.notes.get().cloned().unwrap_or_default()
            }
        }
    };
}

/// Declares methods that make a frame of the response.
macro_rules! frame_methods {
    ($frames:ident |$response:ident| $($(#[$doc:meta])* $name:ident: $read:expr;)*) => {
        impl $frames {
            $($(#[$doc])*
            ///
            /// # Errors
            /// [`Error::Frame`](crate::Error::Frame) if polars rejects a column.
            pub fn $name(&self) -> Result<polars_core::prelude::DataFrame, crate::Error> {
                let $response = &self.response;
                $read
            })*
        }
    };
}

pub(super) use {fetched, fetching, frame_methods, frames_class, request_class};
