//! Content encodings, decoded with a bound on the output. One encoded stream is one body: a stream
//! that is cut, damaged or followed by anything is refused.

#[cfg(feature = "brotli")]
mod brotli;
mod shared;
#[cfg(feature = "zstd")]
mod zstd;

use flate2::{Decompress, FlushDecompress, Status};

use crate::error::BodyFault;
use shared::{STEP, Wrong};

/// The maximum length of a decoded body, as a multiple of the encoded one. Real replies shrink to a twentieth.
const MAX_RATIO: usize = 200;

/// The length in bytes up to which a decoded body may have any ratio.
const FREE_OF_RATIO: usize = 1 << 20;

/// A content encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    Identity,
    Gzip,
    Deflate,
    Brotli,
    Zstd,
}

impl Encoding {
    const NAMES: [(&'static str, Self); 5] = [
        ("gzip", Self::Gzip),
        ("x-gzip", Self::Gzip),
        ("deflate", Self::Deflate),
        ("br", Self::Brotli),
        ("zstd", Self::Zstd),
    ];

    /// Returns the encoding of that name in lower case.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, encoding)| *encoding)
    }

    pub(super) fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, encoding)| *encoding == self).map_or("identity", |(name, _)| name)
    }
}

/// Returns the decoded body, of at most `limit` bytes, and of at most [`MAX_RATIO`] times its encoded length.
pub(super) fn decode(encoding: Encoding, body: Vec<u8>, limit: usize) -> Result<Vec<u8>, BodyFault> {
    let most = limit.min(FREE_OF_RATIO.max(body.len().saturating_mul(MAX_RATIO)));
    let decoded = match encoding {
        Encoding::Identity if body.starts_with(&[0x1f, 0x8b]) => {
            let reason = "is not what it has: the reply is gzip";
            return Err(BodyFault::Encoding { encoding: encoding.name().to_owned(), reason });
        }
        Encoding::Identity => return Ok(body),
        Encoding::Gzip => inflate(Decompress::new_gzip(15), &body, gzip_length(&body), most),
        Encoding::Deflate => inflate(Decompress::new(has_zlib_header(&body)), &body, 0, most),
        #[cfg(feature = "brotli")]
        Encoding::Brotli => brotli::decode(&body, most),
        #[cfg(feature = "zstd")]
        Encoding::Zstd => zstd::decode(&body, most),
        #[cfg(not(feature = "brotli"))]
        Encoding::Brotli => {
            return Err(without(encoding, "needs the feature `brotli` of `virtual-finance-core`"));
        }
        #[cfg(not(feature = "zstd"))]
        Encoding::Zstd => {
            return Err(without(encoding, "needs the feature `zstd` of `virtual-finance-core`"));
        }
    };
    decoded.map_err(|wrong| {
        let reason = match wrong {
            Wrong::Cut => return BodyFault::Cut("its encoded data end too early"),
            Wrong::TooLarge if most < limit => return BodyFault::Ratio { limit: MAX_RATIO },
            Wrong::TooLarge => return BodyFault::TooLarge { limit },
            Wrong::Damaged => "does not fit its data, which are damaged or of another encoding",
            Wrong::Trailing => "is followed by other data",
        };
        BodyFault::Encoding { encoding: encoding.name().to_owned(), reason }
    })
}

/// Returns the length that a gzip stream declares at its end. It may lie, so it only sizes the output; no
/// stream decodes to more than 1032 times its length.
fn gzip_length(body: &[u8]) -> usize {
    let declared = body.last_chunk().map_or(0, |length| u32::from_le_bytes(*length));
    usize::try_from(declared).unwrap_or(usize::MAX).min(body.len().saturating_mul(1032))
}

/// "deflate" is a zlib stream by the letter and a bare deflate stream from some hosts.
fn has_zlib_header(body: &[u8]) -> bool {
    body.first_chunk().is_some_and(|header: &[u8; 2]| {
        u16::from_be_bytes(*header).is_multiple_of(31)
            && header.first().is_some_and(|first| first & 0x0f == 8)
    })
}

/// gzip, zlib and deflate. `expected` is the probable length of the output.
fn inflate(mut stream: Decompress, body: &[u8], expected: usize, limit: usize) -> Result<Vec<u8>, Wrong> {
    let most = limit.saturating_add(1);
    let mut out = Vec::with_capacity(expected.saturating_add(1).min(most));
    loop {
        if out.len() == out.capacity() {
            out.reserve(STEP.max(out.len()).min(most.saturating_sub(out.len())).max(1));
        }
        let before = (stream.total_in(), stream.total_out());
        let rest = usize::try_from(before.0).ok().and_then(|read| body.get(read..)).unwrap_or_default();
        let status =
            stream.decompress_vec(rest, &mut out, FlushDecompress::Finish).map_err(|_| Wrong::Damaged)?;
        if out.len() > limit {
            return Err(Wrong::TooLarge);
        }
        let all_read = usize::try_from(stream.total_in()).is_ok_and(|read| read == body.len());
        match status {
            Status::StreamEnd if all_read => return Ok(out),
            Status::StreamEnd => return Err(Wrong::Trailing),
            // Nothing read and nothing written though there was room: it waits for what never comes.
            _ if before == (stream.total_in(), stream.total_out()) && out.len() < out.capacity() => {
                return Err(Wrong::Cut);
            }
            _ => {}
        }
    }
}

/// Returns the fault of a body whose decoder is not in this build.
#[cfg(not(all(feature = "brotli", feature = "zstd")))]
fn without(encoding: Encoding, reason: &'static str) -> BodyFault {
    BodyFault::Encoding { encoding: encoding.name().to_owned(), reason }
}
