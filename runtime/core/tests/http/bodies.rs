//! Bodies that are cut, damaged, wrongly declared or too large: a typed error, never half a result
//! (rows 6 and 7 of the promises).

use std::io::Write as _;
use std::sync::Mutex;

use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
use flate2::{Compress, Compression, FlushCompress};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use super::support::{HostClient as _, Probe, TestHost, class, reply};

const CORRUPT: &str = "encoding does not fit its data, which are damaged or of another encoding";
const TRAILING: &str = "encoding is followed by other data";

/// A document that is long enough to be cut in its middle.
fn json() -> Vec<u8> {
    let rows: Vec<_> = (0..200).map(|row| format!("{{\"row\":{row},\"name\":\"n{}\"}}", row % 7)).collect();
    format!("[{}]", rows.join(",")).into_bytes()
}

fn gzip(data: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(data).unwrap();
    encoder.finish().unwrap()
}

fn zlib(data: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(data).unwrap();
    encoder.finish().unwrap()
}

fn raw_deflate(data: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(data).unwrap();
    encoder.finish().unwrap()
}

fn zstd(data: &[u8]) -> Vec<u8> {
    compress_to_vec(data, CompressionLevel::Fastest)
}

/// A stream of bits, the lowest first, as brotli writes them.
#[derive(Default)]
struct Bits(Vec<bool>);

impl Bits {
    fn put(&mut self, count: u32, value: u32) {
        self.0.extend((0..count).map(|bit| value >> bit & 1 == 1));
    }

    fn bytes(&self) -> Vec<u8> {
        let byte = |bits: &[bool]| bits.iter().rev().fold(0, |byte, bit| byte << 1 | u8::from(*bit));
        self.0.chunks(8).map(byte).collect()
    }
}

/// A brotli stream with one uncompressed block (RFC 7932, section 9.2).
fn brotli(data: &[u8]) -> Vec<u8> {
    let mut bits = Bits::default();
    bits.put(1, 0); // a window of 16 bits
    bits.put(1, 0); // not the last block
    bits.put(2, 0); // four nibbles of length follow
    bits.put(16, u32::try_from(data.len()).unwrap().checked_sub(1).unwrap());
    bits.put(1, 1); // uncompressed
    [&bits.bytes(), data, &[0b11]].concat() // the last block, empty
}

/// 256 MiB in about 200 bytes: blocks of one insert command whose literals take no bits.
fn brotli_bomb() -> Vec<u8> {
    let mut bits = Bits::default();
    bits.put(1, 0); // a window of 16 bits
    for _ in 0..16 {
        bits.put(1, 0); // not the last block
        bits.put(2, 2); // six nibbles of length follow
        bits.put(24, 0x00ff_ffff);
        bits.put(1, 0); // compressed
        bits.put(3, 0); // one block type each
        bits.put(6, 0); // no postfix bits, no direct distances
        bits.put(2, 0); // the context mode of literals
        bits.put(2, 0); // one tree each
        for (width, symbol) in [(8, u32::from(b' ')), (10, 504), (6, 0)] {
            bits.put(2, 1); // a simple code
            bits.put(2, 0); // of one symbol
            bits.put(width, symbol);
        }
        bits.put(24, 16_777_216 - 22_594); // how much longer than the command's base
    }
    bits.put(2, 3); // the last block, empty
    bits.bytes()
}

/// 256 MiB of run-length blocks of 128 KiB in 8 KB (RFC 8878, section 3.1.1.2).
fn zstd_bomb() -> Vec<u8> {
    let mut out = vec![0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38];
    for block in 1..=2048_u32 {
        let header = u32::from(block == 2048) | 1 << 1 | 131_072 << 3;
        out.extend_from_slice(&header.to_le_bytes()[..3]);
        out.push(b' ');
    }
    out
}

/// 256 MiB of deflate in about 260 KB: the same independent MiB again and again.
fn deflate_bomb() -> Vec<u8> {
    let mut mebibyte = Vec::with_capacity(8192);
    Compress::new(Compression::best(), false)
        .compress_vec(&vec![b' '; 1 << 20], &mut mebibyte, FlushCompress::Full)
        .unwrap();
    [mebibyte.repeat(256), vec![0x03, 0x00]].concat()
}

fn gzip_bomb() -> Vec<u8> {
    let header = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
    let length = (256_u32 << 20).to_le_bytes();
    [&header[..], &deflate_bomb(), &[0; 4], &length].concat()
}

fn encoded(encoding: &str, body: impl AsRef<[u8]>) -> Vec<u8> {
    reply(200, &[("content-encoding", encoding)], body)
}

fn typed(content_type: &str) -> Vec<u8> {
    reply(200, &[("content-type", content_type)], json())
}

fn cut(mut body: Vec<u8>, by: usize) -> Vec<u8> {
    body.truncate(body.len().checked_sub(by).unwrap());
    body
}

fn flipped(mut body: Vec<u8>, from_end: usize) -> Vec<u8> {
    let place = body.len().checked_sub(from_end).unwrap();
    body[place] ^= 0x55;
    body
}

fn chunked(chunks: &str) -> Vec<u8> {
    format!("HTTP/1.1 200 OK\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n{chunks}").into_bytes()
}

fn with_length(length: usize, body: &str) -> Vec<u8> {
    format!("HTTP/1.1 200 OK\r\ncontent-length: {length}\r\n\r\n{body}").into_bytes()
}

async fn check(cases: Vec<(&str, Vec<u8>, &str)>) {
    for (name, said, expected) in cases {
        let host = TestHost::saying(said);
        let result = host.client().build().unwrap().request(&Probe::new("IBM")).await;
        assert_eq!(class(&result), expected, "{name}");
        if let Ok(value) = result {
            let whole: serde_json::Value = serde_json::from_slice(&json()).unwrap();
            assert!(value == whole || value == serde_json::json!({}), "{name}: half a result");
        }
    }
}

#[tokio::test]
async fn framing() {
    check(vec![
        ("whole", with_length(2, "{}"), "good"),
        ("length too large", with_length(9, "{}"), "cut"),
        ("length too small", with_length(1, "{}"), "conversion 422"),
        ("no length, closed", b"HTTP/1.1 200 OK\r\n\r\n{}".to_vec(), "good"),
        ("no length, cut", b"HTTP/1.1 200 OK\r\n\r\n{".to_vec(), "conversion 422"),
        ("empty", with_length(0, ""), "conversion 422"),
        ("chunks", chunked("1\r\n{\r\n1\r\n}\r\n0\r\n\r\n"), "good"),
        ("cut in a chunk", chunked("9\r\n{}"), "cut"),
        ("cut between chunks", chunked("2\r\n{}\r\n"), "cut"),
        ("chunk size", chunked("2\r\n{}\r\nzz\r\n\r\n"), "transport"),
        ("a part", reply(206, &[("content-range", "bytes 0-1/9")], "{}"), "cut"),
        ("cut head", b"HTTP/1.1 200 OK\r\ncontent-le".to_vec(), "transport"),
        (
            "two lengths",
            b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}".to_vec(),
            "transport",
        ),
    ])
    .await;
}

#[tokio::test]
async fn declared_encodings() {
    let zipped = gzip(&json());
    let twice = reply(200, &[("content-encoding", "gzip"), ("content-encoding", "br")], "?");
    check(vec![
        ("gzip", encoded("gzip", &zipped), "good"),
        ("x-gzip in capitals", encoded("X-GZip", &zipped), "good"),
        ("identity beside gzip", encoded("identity, gzip", &zipped), "good"),
        ("identity", encoded("identity", json()), "good"),
        ("unknown", encoded("compress", json()), "encoding is unknown"),
        ("stacked", encoded("gzip, gzip", gzip(&zipped)), "encoding is one on top of another"),
        ("stacked in two headers", twice, "encoding is one on top of another"),
        ("gzip declared, plain", encoded("gzip", json()), CORRUPT),
        ("gzip declared, empty", encoded("gzip", ""), "cut"),
        ("gzip not declared", reply(200, &[], &zipped), "encoding is not what it has: the reply is gzip"),
        ("gzip declared, zlib", encoded("gzip", zlib(&json())), CORRUPT),
        ("br declared, plain", encoded("br", json()), CORRUPT),
        ("zstd declared, plain", encoded("zstd", json()), CORRUPT),
        ("deflate declared, plain", encoded("deflate", json()), CORRUPT),
    ])
    .await;
}

#[tokio::test]
async fn gzip_streams() {
    let zipped = gzip(&json());
    let lying = [&zipped[..zipped.len() - 4], &u32::MAX.to_le_bytes()].concat();
    check(vec![
        ("cut in the data", encoded("gzip", cut(zipped.clone(), 40)), "cut"),
        ("cut in the trailer", encoded("gzip", cut(zipped.clone(), 3)), "cut"),
        ("cut in the header", encoded("gzip", &zipped[..5]), "cut"),
        ("doubled", encoded("gzip", zipped.repeat(2)), TRAILING),
        ("junk after it", encoded("gzip", [&zipped[..], b"junk"].concat()), TRAILING),
        ("zeros after it", encoded("gzip", [&zipped[..], &[0; 512]].concat()), TRAILING),
        ("wrong check sum", encoded("gzip", flipped(zipped.clone(), 8)), CORRUPT),
        ("wrong length", encoded("gzip", flipped(zipped.clone(), 4)), CORRUPT),
        ("a length of 4 GiB", encoded("gzip", lying), CORRUPT),
        ("damaged data", encoded("gzip", flipped(zipped.clone(), 100)), CORRUPT),
    ])
    .await;
}

#[tokio::test]
async fn other_streams() {
    let (br, zs, zl, raw) = (brotli(&json()), zstd(&json()), zlib(&json()), raw_deflate(&json()));
    for (encoding, stream) in [("br", br), ("zstd", zs.clone()), ("deflate", zl.clone()), ("deflate", raw)] {
        check(vec![
            ("whole", encoded(encoding, &stream), "good"),
            ("cut", encoded(encoding, cut(stream.clone(), 30)), "cut"),
            ("cut by one", encoded(encoding, cut(stream.clone(), 1)), "cut"),
            ("junk after it", encoded(encoding, [&stream[..], b"junk"].concat()), TRAILING),
            ("doubled", encoded(encoding, stream.repeat(2)), TRAILING),
            ("empty", encoded(encoding, ""), "cut"),
        ])
        .await;
    }
    check(vec![
        ("zstd check sum", encoded("zstd", flipped(zs, 1)), CORRUPT),
        ("zlib check sum", encoded("deflate", flipped(zl, 1)), CORRUPT),
    ])
    .await;
}

#[tokio::test]
async fn character_sets() {
    check(vec![
        ("none", typed("application/json"), "good"),
        ("UTF-8", typed("text/html; Charset=UTF-8"), "good"),
        ("quoted", typed("text/html;charset=\"utf-8\"; x=y"), "good"),
        ("ASCII", typed("text/html; charset=us-ascii"), "good"),
        ("latin1", typed("text/html; charset=ISO-8859-1"), "charset iso-8859-1"),
        ("second parameter", typed("text/html; a=b; CHARSET=\"utf-16\""), "charset utf-16"),
        ("not UTF-8", reply(200, &[], [b'"', 0xff, b'"']), "conversion 422"),
        ("far behind", typed(&format!("a/b; a={}; charset=utf-7", "x".repeat(900))), "charset utf-7"),
        ("joined", typed("application/json; charset=utf-8, a/b; charset=utf-7"), "charset utf-7"),
        (
            "in the second header",
            reply(
                200,
                &[
                    ("content-type", "application/json; charset=utf-8"),
                    ("content-type", "a/b; charset=utf-7"),
                ],
                "{}",
            ),
            "charset utf-7",
        ),
    ])
    .await;
}

/// Seven bits an octet are valid UTF-8 in any case: only what a page says tells.
#[tokio::test]
async fn character_sets_of_pages() {
    // What is read and is no JSON is an error of the conversion.
    const READ: &str = "conversion 422";
    let page =
        |head: &str| reply(200, &[("content-type", "text/html")], format!("<!doctype html><html>{head}"));
    check(vec![
        ("UTF-8", page("<meta charset=\"UTF-8\"><title>charset=utf-7</title>"), READ),
        ("bare", page("<meta charset=utf-7>"), "charset utf-7"),
        ("quoted", page("<META NAME=x CHARSET = 'UTF-7'/>"), "charset utf-7"),
        (
            "old",
            page("<meta http-equiv=\"Content-Type\" content=\"text/html; charset=iso-2022-jp\">"),
            "charset iso-2022-jp",
        ),
        ("in a comment", page("<!-- <meta charset=utf-7> -->"), READ),
        ("another name", page("<meta data-charset=utf-7>"), READ),
        ("late", page(&format!("<title>{}</title><meta charset=utf-7>", "x".repeat(950))), "charset utf-7"),
        ("too late", page(&format!("<title>{}</title><meta charset=utf-7>", "x".repeat(1024))), READ),
        ("XML", reply(200, &[], "<?xml version=\"1.0\" encoding=\"utf-7\"?><a/>"), "charset utf-7"),
        ("JSON", reply(200, &[], "[\"<meta charset=utf-7>\""), READ),
        (
            "the head goes before the page",
            reply(200, &[("content-type", "text/html; charset=utf-8")], "<meta charset=utf-7>"),
            READ,
        ),
    ])
    .await;
}

#[tokio::test]
async fn bombs() {
    let zlib_bomb = [vec![0x78, 0xda], deflate_bomb()].concat();
    assert!(gzip_bomb().len() < 300_000);
    check(vec![
        ("gzip", encoded("gzip", gzip_bomb()), "too large"),
        ("deflate", encoded("deflate", deflate_bomb()), "too large"),
        ("zlib", encoded("deflate", zlib_bomb), "too large"),
        ("br", encoded("br", brotli_bomb()), "ratio"),
        ("zstd", encoded("zstd", zstd_bomb()), "ratio"),
        ("declared length", with_length(17 << 20, ""), "too large"),
        ("without a length", [&b"HTTP/1.1 200 OK\r\n\r\n"[..], &vec![b' '; 17 << 20]].concat(), "too large"),
    ])
    .await;
}

/// A JSON text of spaces, but for its two braces.
fn spaces(length: usize) -> Vec<u8> {
    let mut text = vec![b' '; length];
    text[0] = b'{';
    *text.last_mut().unwrap() = b'}';
    text
}

/// 15 MiB in 15 KB are within the limit for bodies, and no reply of a host.
#[tokio::test]
async fn what_grows_too_much_is_refused() {
    const MIB: usize = 1 << 20;
    let bomb = gzip(&spaces(15 * MIB));
    assert!(bomb.len() < 17_000);
    let small = spaces(2 * MIB);
    check(vec![
        ("the first MiB is free", encoded("gzip", gzip(&spaces(MIB))), "good"),
        ("a byte more", encoded("gzip", gzip(&spaces(MIB + 1))), "ratio"),
        ("gzip", encoded("gzip", bomb), "ratio"),
        ("deflate", encoded("deflate", zlib(&small)), "ratio"),
        ("zstd", encoded("zstd", zstd(&small)), "ratio"),
    ])
    .await;
    // Random digits grow twofold, however long they are.
    let digits: String = (0..2_u64 * 1024 * 1024)
        .map(|place| {
            char::from(b'0' + u8::try_from(place.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32 & 7).unwrap())
        })
        .collect();
    let host = TestHost::saying(encoded("gzip", gzip(format!("\"{digits}\"").as_bytes())));
    let result = host.client().build().unwrap().request(&Probe::new("IBM")).await;
    assert_eq!(result.unwrap().as_str(), Some(&*digits));
}

#[tokio::test]
async fn damaged_streams_end_in_a_result() {
    let body = json();
    let streams = [
        ("gzip", gzip(&body)),
        ("deflate", zlib(&body)),
        ("deflate", raw_deflate(&body)),
        ("br", brotli(&body)),
        ("br", brotli_bomb()),
        ("zstd", zstd(&body)),
    ];
    for (encoding, stream) in streams {
        // Every byte of the head, where the structure is, and a sample of the rest.
        let places = (0..stream.len().min(60)).chain((60..stream.len()).step_by(97));
        let damaged: Vec<_> = places.map(|place| flipped(stream.clone(), stream.len() - place)).collect();
        let count = damaged.len();
        let next = Mutex::new(damaged);
        let host = TestHost::start(move |_| encoded(encoding, next.lock().unwrap().pop().unwrap()));
        let client = host.client().max_body(1 << 20).build().unwrap();
        for _ in 0..count {
            // The point is that it comes back; without a check sum some damage only shows in the JSON.
            let _ = client.request(&Probe::new("IBM")).await;
        }
        assert_eq!(host.requests().len(), count);
    }
}

#[tokio::test]
async fn the_limit_is_exact() {
    let body = json();
    for (encoding, stream) in [
        ("identity", body.clone()),
        ("gzip", gzip(&body)),
        ("deflate", zlib(&body)),
        ("br", brotli(&body)),
        ("zstd", zstd(&body)),
    ] {
        let host = TestHost::saying(encoded(encoding, &stream));
        // The encoded form has the same limit, and brotli's uncompressed one is a little longer.
        let fits = body.len().max(stream.len());
        for (limit, expected) in [(fits, "good"), (body.len() - 1, "too large")] {
            let client = host.client().max_body(limit).build().unwrap();
            assert_eq!(class(&client.request(&Probe::new("IBM")).await), expected, "{encoding} {limit}");
        }
    }
}
