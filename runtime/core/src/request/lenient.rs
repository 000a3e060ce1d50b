//! Responses of tables with `replies: lenient`.

use serde_json::Value;

use super::endpoint::EndpointInfo;
use crate::error::ConversionError;
use crate::notes::{Converted, Leniency, SkippedRows};
use crate::raw::RawReply;
use crate::read::loose::{Declared, tightened};

/// Converts a reply as the table says and, where that leaves something out, once more with what the host wrote otherwise.
///
/// # Errors
/// Those of the conversion.
pub fn leniently<T>(
    info: &EndpointInfo,
    replies: &[RawReply<'_>],
    convert: impl Fn(&[RawReply<'_>]) -> Result<Converted<T>, ConversionError>,
) -> Result<Converted<T>, ConversionError> {
    let mut found = convert(replies);
    let [reply] = replies else { return found };
    let media_type = reply.media_type().filter(|media_type| !info.raw.is_media_type(media_type));
    let mut taken: Vec<Leniency> = media_type
        .map(|media_type| Leniency::new("the reply", media_type, info.raw.words()))
        .into_iter()
        .collect();
    let is_whole = found.as_ref().is_ok_and(|found| found.notes.get::<SkippedRows>().is_none());
    if !is_whole && let Some((body, more)) = changed(info, *reply) {
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

/// Returns the body of a reply as the table says it, with what was changed for that.
fn changed(info: &EndpointInfo, reply: RawReply<'_>) -> Option<(String, Vec<Leniency>)> {
    let (text, schema) = (reply.text().ok()?, info.schema?());
    let keys: Value = info.declared.and_then(|keys| keys.parse().ok())?;
    let key = |name: &str| keys.get(name).and_then(Value::as_str);
    let declared = Declared { schema: &schema, at: key("at").unwrap_or_default(), into: key("into") };
    tightened(text, info.raw, &declared)
}
