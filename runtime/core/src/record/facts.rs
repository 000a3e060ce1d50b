//! The facts that are written beside a body. The file with the facts is made last and under its final name only
//! when it is whole, so that a body without facts is no record.

use std::path::Path;

use flate2::Crc;
use http::Method;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::error::{RecordFault, RequestName};
use crate::time::DateTime;

/// The version of the format. A reader refuses another one.
const VERSION: u32 = 1;

/// The facts of one reply, as the file has them.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Facts {
    version: u32,
    /// The request's name, for example `History IBM`.
    pub(super) request: String,
    pub(super) method: String,
    /// The address in the table: without the caller's query, and whatever host was asked instead.
    pub(super) address: String,
    /// The time of the client's clock when the request was made.
    asked: String,
    pub(crate) status: u16,
    /// The length of the body.
    pub(super) bytes: usize,
    /// The checksum of the body, in hexadecimal digits.
    crc32: String,
    /// The number of secrets of the caller that were replaced in the body.
    hidden: usize,
}

/// A request, as it is recorded and found again.
pub(crate) struct Asked {
    pub(crate) name: RequestName,
    pub(crate) method: Method,
    /// The address in the table, which carries no secret.
    pub(crate) address: Url,
    /// The time that it was made for.
    pub(crate) now: DateTime,
}

impl Facts {
    pub(crate) fn new(asked: &Asked, status: u16, body: &[u8], hidden: usize) -> Self {
        Self {
            version: VERSION,
            request: asked.name.to_string(),
            method: asked.method.to_string(),
            address: asked.address.to_string(),
            asked: asked.now.to_string(),
            status,
            bytes: body.len(),
            crc32: checksum(body),
            hidden,
        }
    }

    /// Returns the facts of a reply that came at that time.
    pub(crate) fn at(self, time: DateTime) -> Self {
        Self { asked: time.to_string(), ..self }
    }

    /// Returns the facts in a file, and the time that was asked.
    pub(super) fn read(file: &Path) -> Result<(Self, DateTime), RecordFault> {
        let damaged = |reason| RecordFault::Damaged { file: file.to_owned(), reason };
        let bytes = std::fs::read(file)
            .map_err(|source| RecordFault::Unreadable { file: file.to_owned(), source })?;
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

    /// Returns why a body is not the recorded one.
    pub(crate) fn fault_of(&self, body: &[u8]) -> Option<String> {
        if body.len() != self.bytes {
            return Some(format!("it has {} bytes where {} were recorded", body.len(), self.bytes));
        }
        (checksum(body) != self.crc32).then(|| "its bytes are not those that were recorded".to_owned())
    }
}

fn checksum(body: &[u8]) -> String {
    let mut crc = Crc::new();
    crc.update(body);
    format!("{:08x}", crc.sum())
}
