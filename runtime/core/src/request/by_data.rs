//! Endpoints that are known at run time alone: their requests read their replies, too.

use serde_json::Value;

use super::about::about;
use super::batch::{self, Batch};
use super::data_request::DataRequest;
use super::endpoint::{ByData, EndpointInfo, ErasedRequest, Request};
use super::reader::ParamReader;
use super::reply_info::ReplyInfo;
use super::response::ErasedResponse;
use crate::bytes::{Bytes, bytes_schema};
use crate::catalogue::{JsonKind, ParamKind, RawKind};
use crate::context::Context;
use crate::params::{ParamErrors, ParamMap, Plain};
use crate::raw::{Conversion, RawReply};
use crate::read::record::{empty_schema, response_schema};

impl ByData for ReplyInfo {
    fn request(
        &'static self,
        info: &'static EndpointInfo,
        params: &ParamMap,
    ) -> Result<Box<dyn ErasedRequest>, ParamErrors> {
        ParamReader::new(info, params)?;
        Ok(Box::new(DataEndpoint { request: DataRequest { info, params: params.clone() }, reply: self }))
    }

    fn schema(&self) -> Option<Value> {
        if self.place.raw == RawKind::Bytes {
            return Some(bytes_schema());
        }
        let Some(kind) = self.kind else { return Some(empty_schema()) };
        let kind = self.into.map_or(kind, |into| JsonKind::Record(into.record));
        Some(response_schema(kind, !self.empty.is_empty()))
    }
}

/// A request of an endpoint that is known at run time alone, with what its reply has.
#[derive(Debug)]
struct DataEndpoint {
    request: DataRequest,
    reply: &'static ReplyInfo,
}

impl Request for DataEndpoint {
    fn info(&self) -> &'static EndpointInfo {
        self.request.info()
    }

    fn value(&self, param: &str) -> Option<Plain<'_>> {
        self.request.value(param)
    }
}

impl ErasedRequest for DataEndpoint {
    fn convert_erased(
        &self,
        _: &Context<'_>,
        replies: &[RawReply<'_>],
    ) -> Conversion<Box<dyn ErasedResponse>> {
        if self.reply.place.raw == RawKind::Bytes {
            return Ok(Bytes::of(replies)?.map(|bytes| -> Box<dyn ErasedResponse> { Box::new(bytes) }));
        }
        let asked = self.reply.echoes.and_then(|echo| self.value(echo.param));
        let read = about(self, replies, self.reply.read(replies, asked.as_ref()))?;
        Ok(read.map(|value| -> Box<dyn ErasedResponse> { Box::new(value) }))
    }

    fn parts_erased(&self, most: usize, without: &[usize]) -> Vec<Box<dyn ErasedRequest>> {
        let Some(param) = self.info().params.iter().find(|param| param.batch.is_some()) else {
            return Vec::new();
        };
        let given = param.names().find_map(|name| self.request.params.get(name));
        let values = match (given, param.kind) {
            (Some(Value::Array(values)), _) => values.clone(),
            (Some(Value::String(text)), ParamKind::List { separator, .. }) if !text.trim().is_empty() => {
                text.split(separator).map(|value| value.trim().into()).collect()
            }
            _ => return Vec::new(),
        };
        batch::parts(&values, most, without, |part| -> Box<dyn ErasedRequest> {
            let others = self.request.params.members().filter(|(name, _)| !param.is_named(name));
            let mut params: ParamMap = others.map(|(name, value)| (name, value.clone())).collect();
            params.insert(param.name, part);
            Box::new(Self { request: DataRequest { info: self.info(), params }, reply: self.reply })
        })
    }

    fn join_erased(&self, batches: Vec<Batch<Box<dyn ErasedResponse>>>) -> Option<Box<dyn ErasedResponse>> {
        let of_value = |batch| {
            Some(match batch {
                Batch::Response(response) => {
                    let response: Box<dyn ErasedResponse> = response;
                    Batch::Response(response.to_value().ok()?)
                }
                Batch::Unknown(values) => Batch::Unknown(values),
            })
        };
        let batches: Option<Vec<_>> = batches.into_iter().map(of_value).collect();
        Some(Box::new(self.reply.joined(batches?)))
    }
}
