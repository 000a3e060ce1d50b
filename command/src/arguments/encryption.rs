//! The options about connections: own certificate authorities, no address without encryption, and the version of HTTP.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use clap::{Arg, ValueHint, value_parser};
use virtual_finance_core::ClientBuilder;
use virtual_finance_tables::text::Failure;

use super::{Arguments, common::common, switch};

const CA_FILE: &str = "ca_file";
const HTTPS_ONLY: &str = "https_only";
const HTTP1: &str = "http1";

/// The maximum length of a file of certificates in bytes; all authorities of a system take 300 KB.
const MAX_FILE: u64 = 4 << 20;

/// Returns the options.
pub(crate) fn options() -> [Arg; 3] {
    [
        common(CA_FILE)
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
            .value_hint(ValueHint::FilePath)
            .help("Trust the certificate authorities in that file, in PEM, beside those of the system"),
        switch(HTTPS_ONLY).help("Ask no address without https"),
        switch(HTTP1).help("Speak HTTP/1.1 alone, which a host may take that refuses HTTP/2"),
    ]
}

/// Returns the builder with what the arguments say.
pub(crate) fn apply(builder: ClientBuilder, arguments: &Arguments<'_>) -> Result<ClientBuilder, Failure> {
    let builder = if arguments.get_flag(HTTPS_ONLY) { builder.https_only() } else { builder };
    let builder = if arguments.get_flag(HTTP1) { builder.http1() } else { builder };
    let Some(file) = arguments.get_one::<PathBuf>(CA_FILE) else { return Ok(builder) };
    let pem = read(file).map_err(|error| {
        let file = file.display();
        Failure::usage(format!(
            "{file} of --ca-file cannot be read: {error}; name a file of certificates in PEM"
        ))
    })?;
    Ok(builder.root_certificates(pem))
}

fn read(file: &Path) -> io::Result<Vec<u8>> {
    let mut pem = Vec::new();
    let length = File::open(file)?.take(MAX_FILE).read_to_end(&mut pem)?;
    if u64::try_from(length).is_ok_and(|length| length == MAX_FILE) {
        return Err(io::Error::other(format!("it has {MAX_FILE} bytes or more")));
    }
    Ok(pem)
}
