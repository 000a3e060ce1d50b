//! Content encodings: the first byte is the encoding with the pieces in which the body comes, the rest its bytes. What
//! comes out is compared with what the decoders of other interfaces read.

use std::io::{Read, Write as _};
use std::thread_local;

use flate2::Compression;
use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};
use flate2::write::{GzEncoder, ZlibEncoder};
use http::StatusCode;
use http::header::{CONTENT_ENCODING, HeaderMap, HeaderValue};
use virtual_finance_core::error::BodyFault;
use virtual_finance_core::settings::Retries;
use virtual_finance_core::transport::TransportReply;
use virtual_finance_core::{Client, Error};

use crate::bytes::Bytes;
use crate::memory;
use crate::run::{Memory, Pieces, params, wait};

const ENCODINGS: [&str; 4] = ["gzip", "deflate", "br", "zstd"];

/// The limit of a body, in bytes.
const LIMIT: usize = 4 << 20;

/// The window of a decoder with its tables, in bytes.
const WINDOW: usize = 20 << 20;

pub(super) fn run(data: &[u8]) {
    let Some((first, body)) = data.split_first() else { return };
    let encoding = ENCODINGS[usize::from(first % 4)];
    let piece = if first & 0x80 == 0 { usize::MAX } else { usize::from(first >> 2) };
    let (decoded, peak) = memory::peak(|| decoded(encoding, body, piece));
    assert!(peak <= WINDOW + 3 * LIMIT + 2 * body.len(), "{peak} bytes of memory for {}", body.len());
    match decoded {
        Ok(decoded) => {
            assert!(decoded.len() <= LIMIT.min((1 << 20).max(200 * body.len())), "{}", decoded.len());
            assert!(others(encoding, body).contains(&decoded), "other decoders read something else");
        }
        Err(Error::Body { fault: BodyFault::TooLarge { .. } | BodyFault::Ratio { .. }, .. }) => {}
        Err(Error::Body { fault: BodyFault::Cut(_) | BodyFault::Encoding { .. }, .. }) => {}
        Err(other) => panic!("{other}"),
    }
    round_trip(body, piece);
}

/// Checks that what is encoded comes back.
fn round_trip(body: &[u8], piece: usize) {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(body).unwrap();
    assert_eq!(decoded("gzip", &gzip.finish().unwrap(), piece).unwrap(), body);
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::fast());
    zlib.write_all(body).unwrap();
    assert_eq!(decoded("deflate", &zlib.finish().unwrap(), piece).unwrap(), body);
}

/// Returns the body that a client reads of those bytes.
fn decoded(encoding: &'static str, body: &[u8], piece: usize) -> Result<Vec<u8>, Error> {
    thread_local! {
        static CLIENT: (Memory, Client) = {
            let memory = Memory::new();
            let builder = Client::builder().transport(memory.clone()).max_body(LIMIT);
            let client = builder.request_params(params().retries(Retries::none())).build().unwrap();
            (memory, client)
        };
    }
    CLIENT.with(|(memory, client)| {
        let mut body = Some(Pieces { rest: body.to_vec(), piece, declared: None });
        memory.answers(move |_| {
            let headers = HeaderMap::from_iter([(CONTENT_ENCODING, HeaderValue::from_static(encoding))]);
            Ok(TransportReply::new(StatusCode::OK, body.take().unwrap()).headers(headers))
        });
        wait(client.request(&Bytes::new("IBM")))
    })
}

/// Returns what other decoders read; of bare deflate and of zlib each, since hosts send both under one name.
fn others(encoding: &str, body: &[u8]) -> Vec<Vec<u8>> {
    let read = |from: &mut dyn Read| {
        let mut read = Vec::new();
        from.read_to_end(&mut read).is_ok().then_some(read)
    };
    let readings = match encoding {
        "gzip" => vec![read(&mut MultiGzDecoder::new(body))],
        "deflate" => vec![read(&mut ZlibDecoder::new(body)), read(&mut DeflateDecoder::new(body))],
        "br" => vec![read(&mut brotli_decompressor::Decompressor::new(body, 4096))],
        _ => vec![ruzstd::decoding::StreamingDecoder::new(body).ok().and_then(|mut zstd| read(&mut zstd))],
    };
    readings.into_iter().flatten().collect()
}
