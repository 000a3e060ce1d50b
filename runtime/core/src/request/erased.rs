//! A request of any endpoint, boxed or not, is a request of a certain type too, for functions that take one.

use super::batch::Batch;
use super::endpoint::{Endpoint, ErasedRequest};
use super::response::ErasedResponse;
use super::wrapper::Wrapper;
use crate::context::Context;
use crate::raw::{Conversion, RawReply};

impl Wrapper for Box<dyn ErasedRequest> {
    type Inner = dyn ErasedRequest;

    fn inner(&self) -> &Self::Inner {
        &**self
    }
}

impl Endpoint for dyn ErasedRequest + '_ {
    type Response = Box<dyn ErasedResponse>;

    fn convert(&self, cx: &Context<'_>, replies: &[RawReply<'_>]) -> Conversion<Self::Response> {
        self.convert_erased(cx, replies)
    }

    fn join(&self, batches: Vec<Batch<Self::Response>>) -> Option<Self::Response> {
        self.join_erased(batches)
    }
}

impl Endpoint for Box<dyn ErasedRequest> {
    type Response = Box<dyn ErasedResponse>;

    fn convert(&self, cx: &Context<'_>, replies: &[RawReply<'_>]) -> Conversion<Self::Response> {
        (**self).convert(cx, replies)
    }

    fn parts(&self, most: usize, without: &[usize]) -> Vec<Self> {
        (**self).parts_erased(most, without)
    }

    fn join(&self, batches: Vec<Batch<Self::Response>>) -> Option<Self::Response> {
        (**self).join(batches)
    }
}
