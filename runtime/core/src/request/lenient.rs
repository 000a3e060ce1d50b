//! Responses of tables with `replies: lenient`.

use serde_json::Value;

use super::endpoint::EndpointInfo;
use crate::catalogue::RawKind;
use crate::notes::{Leniency, SkippedRows};
use crate::raw::{Conversion, RawReply};
use crate::read::loose::{Declared, tightened};

/// Converts a reply as the table says and, where that leaves something out, once more with what the host wrote otherwise.
///
/// # Errors
/// Those of the conversion.
pub fn leniently<T>(
    info: &EndpointInfo,
    replies: &[RawReply<'_>],
    convert: impl Fn(&[RawReply<'_>]) -> Conversion<T>,
) -> Conversion<T> {
    loosely(info.raw, |text| changed(info, text), replies, convert)
}

/// Converts a reply as [`leniently`] does; `changed` returns its text as the table says it, with what was changed for that.
///
/// # Errors
/// Those of the conversion.
pub(super) fn loosely<T>(
    raw: RawKind,
    changed: impl FnOnce(&str) -> Option<(String, Vec<Leniency>)>,
    replies: &[RawReply<'_>],
    convert: impl Fn(&[RawReply<'_>]) -> Conversion<T>,
) -> Conversion<T> {
    let mut found = convert(replies);
    let [reply] = replies else { return found };
    let media_type = reply.media_type().filter(|media_type| !raw.is_media_type(media_type));
    let mut taken: Vec<Leniency> = media_type
        .map(|media_type| Leniency::new("the reply", media_type, raw.words()))
        .into_iter()
        .collect();
    let is_whole = found.as_ref().is_ok_and(|found| found.notes.get::<SkippedRows>().is_none());
    if !is_whole && let Some((body, more)) = reply.text().ok().and_then(changed) {
        match convert(&[reply.with_body(body.as_bytes())]) {
            Ok(read) => {
                taken.extend(more);
                found = Ok(read);
            }
            // What is wrong beside that.
            Err(error) if found.is_err() => found = Err(error),
            Err(_) => {}
        }
    }
    found.map(|found| found.with_leniencies(taken))
}

/// Returns the text of a reply as the table says it, with what was changed for that.
fn changed(info: &EndpointInfo, text: &str) -> Option<(String, Vec<Leniency>)> {
    let schema = info.schema?();
    let keys: Value = info.declared.and_then(|keys| keys.parse().ok())?;
    let key = |name: &str| keys.get(name).and_then(Value::as_str);
    let declared = Declared { schema: &schema, at: key("at").unwrap_or_default(), into: key("into") };
    tightened(text, info.raw, &declared)
}
