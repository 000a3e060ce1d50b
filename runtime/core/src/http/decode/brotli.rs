//! brotli.

use brotli_decompressor::{BrotliDecompressStream, BrotliResult, BrotliState, StandardAlloc};

use super::shared::{STEP, Wrong};

/// Returns the decoded body, of at most `limit` bytes.
pub(super) fn decode(body: &[u8], limit: usize) -> Result<Vec<u8>, Wrong> {
    // Strict: a stream may not ask for a window larger than 16 MiB.
    let mut state =
        BrotliState::new_strict(StandardAlloc::default(), StandardAlloc::default(), StandardAlloc::default());
    let mut buffer = vec![0; STEP];
    let mut out = Vec::new();
    let (mut unread, mut read, mut total) = (body.len(), 0, 0);
    loop {
        let (mut room, mut written) = (buffer.len(), 0);
        let result = BrotliDecompressStream(
            &mut unread,
            &mut read,
            body,
            &mut room,
            &mut written,
            &mut buffer,
            &mut total,
            &mut state,
        );
        if written > limit.saturating_sub(out.len()) {
            return Err(Wrong::TooLarge);
        }
        out.extend_from_slice(buffer.get(..written).unwrap_or_default());
        match result {
            BrotliResult::ResultSuccess if unread == 0 => return Ok(out),
            BrotliResult::ResultSuccess => return Err(Wrong::Trailing),
            BrotliResult::NeedsMoreInput => return Err(Wrong::Cut),
            BrotliResult::ResultFailure => return Err(Wrong::Damaged),
            BrotliResult::NeedsMoreOutput => {}
        }
    }
}
