//! zstd.

use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::shared::Wrong;

/// The largest window of a stream over HTTP (RFC 9659).
const WINDOW: u64 = 8 * 1024 * 1024;

/// Returns the decoded body, of at most `limit` bytes.
pub(super) fn decode(body: &[u8], limit: usize) -> Result<Vec<u8>, Wrong> {
    let most = u64::try_from(limit).unwrap_or(u64::MAX);
    let mut rest = body;
    let mut out = Vec::new();
    let mut decoder = FrameDecoder::new();
    decoder.set_max_window_size(WINDOW.max(most));
    decoder.init(&mut rest).map_err(|_| damaged(rest))?;
    let declared = decoder.content_size();
    if declared > most {
        return Err(Wrong::TooLarge);
    }
    loop {
        let finished = decoder
            .decode_blocks(&mut rest, BlockDecodingStrategy::UptoBlocks(1))
            .map_err(|_| damaged(rest))?;
        if decoder.can_collect() > limit.saturating_sub(out.len()) {
            return Err(Wrong::TooLarge);
        }
        decoder.collect_to_writer(&mut out).map_err(|_| Wrong::Damaged)?;
        if finished {
            break;
        }
    }
    let sum = decoder.get_checksum_from_data();
    if sum.is_some() && sum != decoder.get_calculated_checksum() {
        return Err(Wrong::Damaged);
    }
    if declared != 0 && u64::try_from(out.len()).is_ok_and(|length| length != declared) {
        return Err(Wrong::Damaged);
    }
    if rest.is_empty() { Ok(out) } else { Err(Wrong::Trailing) }
}

/// Returns the fault of a decoder that failed: with nothing left to read it wanted more.
fn damaged(rest: &[u8]) -> Wrong {
    if rest.is_empty() { Wrong::Cut } else { Wrong::Damaged }
}
