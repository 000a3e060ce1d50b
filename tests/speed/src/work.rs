//! The things that are measured: each conversion, and a request of a client, whose reply a transport has in memory.

use std::error::Error;
use std::path::Path;

use virtual_finance::http::StatusCode;
use virtual_finance::request::{Context, Converted, ErasedRequest, ErasedResponse, RawReply};
use virtual_finance::settings::RateLimit;
use virtual_finance::transport::{Transport, TransportFuture, TransportReply, TransportRequest};
use virtual_finance::{Client, DateTime, ENDPOINTS, RequestParams};
use virtual_finance_core::blocking;
use virtual_finance_sample::DEFAULT_NOW;

use crate::inputs::{self, Input};

/// The addresses of hosts that responses have.
const HOSTS: [(&str, &str); 1] = [("logo_service_url", "https://logo.example")];

/// The endpoint of the request that is sent.
const SENT: &str = "history";

/// One thing that is measured.
pub(crate) enum Work {
    /// A conversion.
    Conversion(Conversion),
    /// A request with its conversion.
    Sending {
        /// The client.
        client: blocking::Client,
        /// The request.
        conversion: Conversion,
    },
}

/// A reply with its request.
pub(crate) struct Conversion {
    name: String,
    request: Box<dyn ErasedRequest>,
    body: Vec<u8>,
}

/// The result of a thing, which is dropped after it was measured.
pub(crate) type Measured = Option<Box<dyn ErasedResponse>>;

/// Returns what is measured with the replies of a folder. An endpoint or a parameter that this revision does not know is
/// left out.
pub(crate) fn works(folder: &Path) -> Result<Vec<Work>, Box<dyn Error>> {
    let mut works = Vec::new();
    for input in inputs::read(folder)? {
        if input.name == SENT {
            works.extend(conversion(&input).map(sending).transpose()?);
        }
        works.extend(conversion(&input).map(Work::Conversion));
    }
    Ok(works)
}

fn conversion(input: &Input) -> Option<Conversion> {
    let info = ENDPOINTS.iter().find(|info| info.command == input.endpoint)?;
    let params = input.params.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let request = (info.build)(&params).ok()?;
    Some(Conversion { name: input.name.clone(), request, body: input.body.clone() })
}

fn sending(conversion: Conversion) -> Result<Work, Box<dyn Error>> {
    let client = Client::builder()
        .transport(Memory(conversion.body.clone()))
        .rate_limit(RateLimit::none())
        .request_params(RequestParams::new().no_proxy())
        .into_core()?
        .build_blocking()?;
    let name = format!("request of {} and its conversion", conversion.name);
    Ok(Work::Sending { client, conversion: Conversion { name, ..conversion } })
}

/// Answers every request with one body.
struct Memory(Vec<u8>);

impl Transport for Memory {
    fn send(&self, _: TransportRequest) -> TransportFuture<'_, TransportReply> {
        let reply = TransportReply::new(StatusCode::OK, self.0.clone());
        Box::pin(std::future::ready(Ok(reply)))
    }
}

impl Work {
    /// Returns the name of the figures.
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Conversion(conversion) | Self::Sending { conversion, .. } => &conversion.name,
        }
    }

    /// Does it, and reports that it failed.
    pub(crate) fn once(&self) -> Result<(), Box<dyn Error>> {
        match self {
            Self::Conversion(conversion) => measured_conversion(conversion).map(drop)?,
            Self::Sending { client, conversion } => measured_request(client, conversion).map(drop)?,
        }
        Ok(())
    }

    /// Does it.
    pub(crate) fn measured(&self) -> Measured {
        match self {
            Self::Conversion(conversion) => Some(measured_conversion(conversion).ok()?.response),
            Self::Sending { client, conversion } => Some(measured_request(client, conversion).ok()?.response),
        }
    }
}

/// Valgrind counts the instructions of this function, which it knows by its name.
#[inline(never)]
fn measured_conversion(
    conversion: &Conversion,
) -> Result<Converted<Box<dyn ErasedResponse>>, virtual_finance::error::ConversionError> {
    let cx = Context::new(&HOSTS, DateTime::from(DEFAULT_NOW));
    conversion.request.convert_erased(&cx, &[RawReply::new(&conversion.body)])
}

/// As [`measured_conversion`].
#[inline(never)]
fn measured_request(
    client: &blocking::Client,
    conversion: &Conversion,
) -> Result<virtual_finance::Reply<Box<dyn ErasedResponse>>, virtual_finance::Error> {
    client.wait(client.asynchronous().reply_erased(&*conversion.request))
}
