//! The file of a kept reply: a checksum and the facts of a record on its first line, and the body behind it.

use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use virtual_finance_files::{self as files, Links};

use super::key::Key;
use super::reply::Kept;
use crate::raw::WholeReply;
use crate::record::{Facts, RecordedRequest, Sent, checksum};

/// The version of the format. Files of another one are not read.
const VERSION: u32 = 2;

/// The maximum length of the first line, in bytes.
const MAX_HEAD: usize = 64 << 10;

/// The facts on the first line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    version: u32,
    /// The key that the reply was kept under.
    key: String,
    fresh_until: Option<String>,
    facts: Facts,
}

/// The request that a reply is looked for.
pub(super) struct Wanted<'w> {
    pub(super) key: Key,
    pub(super) sent: &'w Sent,
    /// True if the address follows the clock, so that another one may have the reply.
    pub(super) is_timeless: bool,
}

/// Returns the content of the file of a reply.
pub(super) fn written(key: Key, asked: &RecordedRequest, kept: &Kept) -> serde_json::Result<Vec<u8>> {
    let facts = Facts::new(asked, &kept.reply, kept.hidden).at(kept.at);
    let fresh_until = kept.fresh_until.map(|end| end.to_string());
    let head = serde_json::to_vec(&Head { version: VERSION, key: key.to_string(), fresh_until, facts })?;
    let mut bytes = format!("{} ", checksum(&head)).into_bytes();
    bytes.reserve(head.len().saturating_add(kept.reply.body.len()).saturating_add(1));
    bytes.extend_from_slice(&head);
    bytes.push(b'\n');
    bytes.extend_from_slice(&kept.reply.body);
    Ok(bytes)
}

/// Reads a reply with a body of at most `limit` bytes, or says why the file does not belong to the request.
pub(super) fn read(path: &Path, wanted: &Wanted<'_>, limit: usize) -> Result<Kept, String> {
    let most = u64::try_from(limit.saturating_add(MAX_HEAD)).unwrap_or(u64::MAX);
    let mut bytes = files::read(path, most, Links::Refused).map_err(|error| error.to_string())?;
    let end = bytes.iter().position(|byte| *byte == b'\n').ok_or("it has no line of facts")?;
    let body = bytes.split_off(end.saturating_add(1));
    let line = bytes.strip_suffix(b"\n").unwrap_or_default();
    let at = line.iter().position(|byte| *byte == b' ').ok_or("it has no checksum")?;
    let (reported, facts) = line.split_at(at);
    let facts = facts.strip_prefix(b" ").unwrap_or_default();
    if reported != checksum(facts).as_bytes() {
        return Err("its facts are not those that were written".to_owned());
    }
    let head: Head = serde_json::from_slice(facts).map_err(|error| error.to_string())?;
    if head.version != VERSION {
        return Err(format!("its version is {} where this is {VERSION}", head.version));
    }
    let at = head.facts.checked()?;
    let is_good = (200..400).contains(&head.facts.status);
    let is_of = head.key == wanted.key.to_string() && head.facts.suit(wanted.sent, wanted.is_timeless);
    if !is_good || !is_of {
        return Err("it is the reply to another request".to_owned());
    }
    if let Some(reason) = head.facts.fault_of(&body) {
        return Err(reason);
    }
    let time = |text: String| text.parse().map_err(|_| format!("{text:?} is no time"));
    let fresh_until = head.fresh_until.map(time).transpose()?;
    let hidden = head.facts.hidden;
    let reply = WholeReply { status: head.facts.status, head: head.facts.head, body, rate: None };
    Ok(Kept { reply: Arc::new(reply), at, fresh_until, hidden })
}
