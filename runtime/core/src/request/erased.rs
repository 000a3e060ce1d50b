//! A boxed request of any endpoint is a request too, for functions that take one of a certain type.

use std::borrow::Cow;

use super::batch::Batch;
use super::body::RequestBody;
use super::endpoint::{Endpoint, EndpointInfo, ErasedRequest, Request};
use super::response::ErasedResponse;
use super::targets::{HeaderPairs, QueryPairs, Target};
use crate::context::Context;
use crate::error::ConversionError;
use crate::notes::Converted;
use crate::params::{ParamErrors, Plain};
use crate::raw::RawReply;
use crate::segment::Segment;
use crate::time::DateTime;

impl Request for Box<dyn ErasedRequest> {
    fn info(&self) -> &'static EndpointInfo {
        (**self).info()
    }

    fn value(&self, param: &str) -> Option<Plain<'_>> {
        (**self).value(param)
    }

    fn subject(&self) -> Option<Cow<'_, str>> {
        (**self).subject()
    }

    fn validate(&self) -> Result<(), ParamErrors> {
        (**self).validate()
    }

    fn path(&self) -> Vec<Segment<'_>> {
        (**self).path()
    }

    fn query(&self, now: DateTime) -> QueryPairs<'_> {
        (**self).query(now)
    }

    fn headers(&self) -> HeaderPairs<'_> {
        (**self).headers()
    }

    fn body(&self, now: DateTime) -> Result<Option<RequestBody>, ParamErrors> {
        (**self).body(now)
    }

    fn fallback(
        &self,
        fallback: &str,
        step: &str,
        cx: &Context<'_>,
        replies: &[RawReply<'_>],
    ) -> Result<Vec<Target<'_>>, ConversionError> {
        (**self).fallback(fallback, step, cx, replies)
    }

    fn queries(
        &self,
        fallback: &str,
        step: &str,
        cx: &Context<'_>,
        replies: &[RawReply<'_>],
    ) -> Result<Vec<QueryPairs<'_>>, ConversionError> {
        (**self).queries(fallback, step, cx, replies)
    }
}

impl Endpoint for Box<dyn ErasedRequest> {
    type Response = Box<dyn ErasedResponse>;

    fn convert(
        &self,
        cx: &Context<'_>,
        replies: &[RawReply<'_>],
    ) -> Result<Converted<Self::Response>, ConversionError> {
        (**self).convert_erased(cx, replies)
    }

    fn parts(&self, most: usize) -> Vec<Self> {
        (**self).parts_erased(most)
    }

    fn join(&self, batches: Vec<Batch<Self::Response>>) -> Option<Self::Response> {
        (**self).join_erased(batches)
    }
}
