//! Records: the fields are the facts and the body. Without facts the body is recorded first, and the replay must give it
//! back.

use std::fs;

use flate2::Crc;
use http::StatusCode;
use serde_json::Value;
use tempfile::TempDir;
use virtual_finance_core::transport::TransportReply;
use virtual_finance_core::{Client, DateTime, Error};

use crate::bytes::Bytes;
use crate::run::{Memory, params, wait};
use crate::{fields, memory};

/// The limit of a body, in bytes.
const LIMIT: usize = 1 << 20;

/// The memory that a replay may take beside the files, in bytes.
const MEMORY: usize = 8 << 20;

pub(super) fn run(data: &[u8]) {
    let [facts, body] = fields(data);
    let folder = tempfile::tempdir().unwrap();
    if facts.is_empty() {
        match record(&folder, body) {
            Ok(recorded) => {
                assert_eq!(recorded, body);
                assert_eq!(replay(&folder).unwrap(), body);
            }
            // A text is not compressed without a word.
            Err(error) => {
                assert!(matches!(error, Error::Body { .. }) && body.starts_with(&[0x1f, 0x8b]), "{error}");
            }
        }
        return;
    }
    fs::write(folder.path().join("000001-bytes-IBM.json"), facts).unwrap();
    fs::write(folder.path().join("000001-bytes-IBM.body"), body).unwrap();
    let (replayed, peak) = memory::peak(|| replay(&folder));
    assert!(peak <= MEMORY + 4 * data.len(), "{peak} bytes of memory for {}", data.len());
    match replayed {
        Ok(replayed) => {
            let facts: Value = serde_json::from_slice(facts).unwrap();
            assert_eq!(replayed, body);
            assert_eq!(facts["bytes"], body.len());
            let mut sum = Crc::new();
            sum.update(body);
            assert_eq!(facts["crc32"], format!("{:08x}", sum.sum()));
        }
        Err(Error::Config { .. } | Error::Record { .. } | Error::Api(_) | Error::Body { .. }) => {}
        // A record of a status that is no good one, or of an empty body.
        Err(Error::Conversion(error)) => assert!([404, 422].contains(&error.status()), "{error}"),
        Err(other) => panic!("{other}"),
    }
}

fn record(folder: &TempDir, body: &[u8]) -> Result<Vec<u8>, Error> {
    let memory = Memory::new();
    let reply = body.to_vec();
    memory.answers(move |_| Ok(TransportReply::new(StatusCode::OK, reply.clone())));
    let builder = Client::builder().transport(memory).request_params(params());
    let client = builder.clock(|| DateTime::from(7)).record(folder.path()).build().unwrap();
    wait(client.request(&Bytes::new("IBM")))
}

fn replay(folder: &TempDir) -> Result<Vec<u8>, Error> {
    let builder = Client::builder().request_params(params()).max_body(LIMIT).clock(|| DateTime::from(9));
    // A replay asks no host.
    let client = builder.transport(Memory::new()).replay(folder.path()).build()?;
    wait(client.request(&Bytes::new("IBM")))
}
