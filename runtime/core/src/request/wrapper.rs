//! Requests around another request.

use std::borrow::Cow;

use super::body::RequestBody;
use super::endpoint::{EndpointInfo, Request};
use super::targets::{HeaderPairs, QueryPairs, Target};
use crate::context::Context;
use crate::error::ConversionError;
use crate::params::{ParamErrors, Plain};
use crate::raw::RawReply;
use crate::segment::Segment;
use crate::time::DateTime;

/// A request that asks what another one asks, for types that convert its replies otherwise or keep something beside it.
/// Every wrapper is a [`Request`].
pub trait Wrapper: Send + Sync {
    /// The type of the other request.
    type Inner: Request + ?Sized;

    /// Returns the other request.
    fn inner(&self) -> &Self::Inner;

    /// Returns the address of the page, if it differs from the other request's; see [`Request::link`].
    fn page_link(&self) -> Option<Cow<'_, str>> {
        self.inner().link()
    }
}

impl<W: Wrapper> Request for W {
    fn info(&self) -> &'static EndpointInfo {
        self.inner().info()
    }

    fn value(&self, param: &str) -> Option<Plain<'_>> {
        self.inner().value(param)
    }

    fn subject(&self) -> Option<Cow<'_, str>> {
        self.inner().subject()
    }

    fn validate(&self) -> Result<(), ParamErrors> {
        self.inner().validate()
    }

    fn path(&self) -> Vec<Segment<'_>> {
        self.inner().path()
    }

    fn query(&self, now: DateTime) -> QueryPairs<'_> {
        self.inner().query(now)
    }

    fn link(&self) -> Option<Cow<'_, str>> {
        self.page_link()
    }

    fn headers(&self) -> HeaderPairs<'_> {
        self.inner().headers()
    }

    fn body(&self, now: DateTime) -> Result<Option<RequestBody>, ParamErrors> {
        self.inner().body(now)
    }

    fn fallback(
        &self,
        fallback: &str,
        step: &str,
        cx: &Context<'_>,
        replies: &[RawReply<'_>],
    ) -> Result<Vec<Target<'_>>, ConversionError> {
        self.inner().fallback(fallback, step, cx, replies)
    }

    fn queries(
        &self,
        fallback: &str,
        step: &str,
        cx: &Context<'_>,
        replies: &[RawReply<'_>],
    ) -> Result<Vec<QueryPairs<'_>>, ConversionError> {
        self.inner().queries(fallback, step, cx, replies)
    }
}
