//! Requests and the frames of their replies, of whatever endpoint.

use virtual_finance::notes::{Note, Notes};
use virtual_finance::request::Endpoint;
use virtual_finance::{Client, Reply};

use crate::error::Error;

/// A request for frames. Nothing is sent until it is fetched.
#[derive(Debug, Clone, PartialEq)]
#[must_use = "a request does nothing until it is fetched"]
pub struct Fetch<R> {
    pub(super) request: R,
}

/// The frames of a response, each of which is made when it is asked for, with the notes of the reply. A part that the
/// response lacks has no rows.
#[derive(Debug, Clone, PartialEq)]
pub struct Frames<R> {
    pub(super) response: R,
    notes: Notes,
}

impl<R: Endpoint> Fetch<R> {
    /// Sends the request and makes frames of the response.
    ///
    /// # Errors
    /// As for [`Client::request`](virtual_finance::Client).
    pub async fn fetch(&self, client: &Client) -> Result<Frames<R::Response>, Error> {
        let Reply { response, notes, .. } = noted(client.reply(&self.request).await)?;
        Ok(Frames { response, notes })
    }

    /// Sends the request and returns the standardized structure instead of frames.
    ///
    /// # Errors
    /// As for [`Client::request`](virtual_finance::Client).
    pub async fn standardized(&self, client: &Client) -> Result<R::Response, Error> {
        Ok(client.request(&self.request).await?)
    }
}

impl<R> From<R> for Fetch<R> {
    fn from(request: R) -> Self {
        Self { request }
    }
}

impl<R> Frames<R> {
    /// Returns the standardized structure that the frames are made of; it serializes as JSON.
    pub const fn response(&self) -> &R {
        &self.response
    }

    /// Returns the standardized structure itself.
    #[must_use]
    pub fn into_response(self) -> R {
        self.response
    }

    /// Returns the notes of the reply, for example about rows that are left out.
    pub const fn notes(&self) -> &Notes {
        &self.notes
    }

    /// Returns a note of the reply, or an empty one.
    pub(super) fn noted<N: Note + Clone + Default>(&self) -> N {
        self.notes.get().cloned().unwrap_or_default()
    }
}

impl<R> From<R> for Frames<R> {
    fn from(response: R) -> Self {
        Self { response, notes: Notes::new() }
    }
}

/// Returns a reply whose notes tell, too, that it is from the cache because its host failed.
pub(crate) fn noted<T, E>(reply: Result<Reply<T>, E>) -> Result<Reply<T>, E> {
    let mut reply = reply?;
    if let Some(cached) = reply.cached.filter(|cached| cached.is_after_error) {
        reply.notes.insert(cached);
    }
    Ok(reply)
}

/// Declares how requests are made of a ticker alone.
macro_rules! of_ticker {
    ($($request:ident)*) => {
        $(impl Fetch<virtual_finance::$request> {
            /// Creates the request for a ticker.
            pub fn new(ticker: impl Into<String>) -> Self {
                virtual_finance::$request::new(ticker.into()).into()
            }
        })*
    };
}

of_ticker! {
    Analysis EarningsDates Filings Financials Fund Holders Insiders KeyFigures News Shares Statements Valuation
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

pub(super) use frame_methods;
