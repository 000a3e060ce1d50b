//! The facts that are written beside a body. The file with the facts is made last and under its final name only
//! when it is whole, so that a body without facts is no record.

use std::collections::BTreeMap;
use std::path::Path;

use flate2::Crc;
use http::Method;
use serde::{Deserialize, Serialize};
use url::Url;
use virtual_finance_files::{Links, open, read_all};

use crate::error::{RecordFault, RequestName};
use crate::raw::{ReplyHead, WholeReply};
use crate::time::DateTime;

/// The version of the format. A reader refuses another one.
const VERSION: u32 = 1;

/// The maximum length of a file of facts, in bytes; most of it is the address.
const MAX_FACTS: u64 = 1 << 20;

/// The facts of one reply, as the file has them.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Facts {
    version: u32,
    /// The request's name, for example `History IBM`.
    pub(super) request: String,
    method: String,
    /// The address in the table: without the caller's query, and whatever host was asked instead.
    address: String,
    /// The headers that the table gives the request.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    sent_headers: BTreeMap<String, String>,
    /// The body of the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sent_body: Option<String>,
    /// The time of the client's clock when the request was made.
    asked: String,
    pub(crate) status: u16,
    /// The parts of the head that the endpoint reads.
    #[serde(default, skip_serializing_if = "ReplyHead::is_empty")]
    pub(crate) head: ReplyHead,
    /// The length of the body.
    pub(super) bytes: usize,
    /// The checksum of the body, in hexadecimal digits.
    crc32: String,
    /// The number of secrets of the caller that were replaced in the body.
    pub(crate) hidden: usize,
}

/// A request, as it is recorded and found again.
pub(crate) struct RecordedRequest {
    pub(crate) name: RequestName,
    pub(crate) sent: Sent,
    /// The time that it was made for.
    pub(crate) now: DateTime,
}

/// The message of a request as the table makes it, which carries no secret.
pub(crate) struct Sent {
    pub(crate) method: Method,
    /// The address in the table.
    pub(crate) address: Url,
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: Option<String>,
}

impl Facts {
    pub(crate) fn new(asked: &RecordedRequest, reply: &WholeReply, hidden: usize) -> Self {
        Self {
            version: VERSION,
            request: asked.name.to_string(),
            method: asked.sent.method.to_string(),
            address: asked.sent.address.to_string(),
            sent_headers: asked.sent.headers.clone(),
            sent_body: asked.sent.body.clone(),
            asked: asked.now.to_string(),
            status: reply.status,
            head: reply.head.clone(),
            bytes: reply.body.len(),
            crc32: checksum(&reply.body),
            hidden,
        }
    }

    /// Returns the facts of a reply that came at that time.
    pub(crate) fn at(self, time: DateTime) -> Self {
        Self { asked: time.to_string(), ..self }
    }

    /// Returns the facts in a file, and the time that was asked.
    pub(super) fn read(path: &Path) -> Result<(Self, DateTime), RecordFault> {
        let damaged = |reason| RecordFault::Damaged { file: path.to_owned(), reason };
        let file = open(path, Links::Followed).map_err(RecordFault::unreadable(path))?;
        let bytes = read_all(file, MAX_FACTS).map_err(|error| damaged(error.to_string()))?;
        let facts: Self = serde_json::from_slice(&bytes).map_err(|error| damaged(error.to_string()))?;
        let now = facts.checked().map_err(damaged)?;
        Ok((facts, now))
    }

    /// Returns the time that was asked, or why the facts are none.
    pub(crate) fn checked(&self) -> Result<DateTime, String> {
        if self.version != VERSION {
            return Err(format!("its version is {} where this is {VERSION}", self.version));
        }
        if !(100..1000).contains(&self.status) {
            return Err(format!("{} is no status", self.status));
        }
        self.asked.parse().map_err(|_| format!("{:?} is no time", self.asked))
    }

    /// Returns true if the reply is one to that message.
    pub(super) fn answer(&self, sent: &Sent) -> bool {
        self.method == sent.method.as_str()
            && self.address == sent.address.as_str()
            && self.sent_headers == sent.headers
            && self.sent_body == sent.body
    }

    /// Returns true if the reply may be one to that message. The address of a timeless one follows the clock, and the
    /// table may have the time anywhere in it.
    pub(crate) fn suit(&self, sent: &Sent, is_timeless: bool) -> bool {
        if is_timeless { self.method == sent.method.as_str() } else { self.answer(sent) }
    }

    /// Returns why a body of that length is not the recorded one.
    pub(super) fn fault_of_length(&self, length: u64) -> Option<String> {
        let is_recorded = u64::try_from(self.bytes) == Ok(length);
        (!is_recorded).then(|| format!("it has {length} bytes where {} were recorded", self.bytes))
    }

    /// Returns why a body is not the recorded one.
    pub(crate) fn fault_of(&self, body: &[u8]) -> Option<String> {
        let is_recorded = body.len() == self.bytes && checksum(body) == self.crc32;
        (!is_recorded).then(|| "its bytes are not those that were recorded".to_owned())
    }
}

pub(crate) fn checksum(body: &[u8]) -> String {
    let mut crc = Crc::new();
    crc.update(body);
    format!("{:08x}", crc.sum())
}
