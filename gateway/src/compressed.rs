//! Bodies in the coding that a caller takes.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use http::HeaderMap;
use http::header::ACCEPT_ENCODING;

/// The minimum length of a body that is worth compressing.
const MIN: usize = 1_024;

/// Returns true if the caller takes gzip.
pub(crate) fn takes_gzip(headers: &HeaderMap) -> bool {
    let values = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let is_refused = weight.trim().strip_prefix("q=").is_some_and(|q| q.parse() == Ok(0.0));
        matches!(name.trim(), "gzip" | "x-gzip" | "*") && !is_refused
    })
}

/// Returns the body compressed; `None` if it is too short for that.
pub(crate) fn gzip(body: &[u8]) -> Option<Vec<u8>> {
    if body.len() < MIN {
        return None;
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(body).ok()?;
    encoder.finish().ok()
}
