//! A request whose response is the reply, byte by byte, so that a target sees what the client makes of it.

use std::borrow::Cow;

use virtual_finance_core::params::{ParamErrors, Plain};
use virtual_finance_core::request::{EndpointInfo, Request, Segment};
use virtual_finance_core::{
    Context, ConversionError, Converted, DateTime, Endpoint, Host, RawReply, exactly_one,
};

/// The host of the request.
pub(crate) static HOST: Host = Host::new("api", "https://api.example");

/// Another host of the table, to which redirects may lead.
pub(crate) static OTHER: Host = Host::new("other", "https://other.example:8443");

static HOSTS: [&Host; 2] = [&HOST, &OTHER];

static INFO: EndpointInfo =
    EndpointInfo { path: "v1/bytes/{name}", hosts: &HOSTS, ..EndpointInfo::new("Bytes", &HOST) };

/// Asks for the bytes of a name.
pub(crate) struct Bytes {
    /// The last segment of the path.
    pub(crate) name: String,
    /// The pairs of the query.
    pub(crate) query: Vec<(&'static str, String)>,
}

impl Bytes {
    pub(crate) fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), query: Vec::new() }
    }
}

impl Request for Bytes {
    fn info(&self) -> &'static EndpointInfo {
        &INFO
    }

    fn value(&self, _: &str) -> Option<Plain<'_>> {
        None
    }

    fn subject(&self) -> Option<Cow<'_, str>> {
        Some(Cow::Borrowed(&self.name))
    }

    fn validate(&self) -> Result<(), ParamErrors> {
        Ok(())
    }

    fn path(&self) -> Vec<Segment<'_>> {
        vec!["v1".into(), "bytes".into(), self.name.as_str().into()]
    }

    fn query(&self, _: DateTime) -> Vec<(&'static str, Cow<'_, str>)> {
        self.query.iter().map(|(name, value)| (*name, Cow::Borrowed(value.as_str()))).collect()
    }
}

impl Endpoint for Bytes {
    type Response = Vec<u8>;

    fn convert(
        &self,
        _: &Context<'_>,
        replies: &[RawReply<'_>],
    ) -> Result<Converted<Vec<u8>>, ConversionError> {
        Ok(exactly_one(replies)?.bytes().to_vec().into())
    }
}
