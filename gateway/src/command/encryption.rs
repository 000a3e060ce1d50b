//! The options for the certificate of `serve`.

use std::path::PathBuf;

use virtual_finance_command::clap::{Arg, value_parser};
use virtual_finance_command::{Arguments, Failure};
use virtual_finance_files::Links;

use crate::tls::Certificate;

const CERTIFICATE: &str = "tls_cert";
const KEY: &str = "tls_key";

/// The maximum length of a file of certificates, in bytes.
const MAX_FILE: u64 = 1 << 20;

pub(super) fn options() -> [Arg; 2] {
    let option = |id: &'static str, name: &'static str| {
        Arg::new(id).long(name).value_name("FILE").value_parser(value_parser!(PathBuf))
    };
    [
        option(CERTIFICATE, "tls-cert")
            .requires(KEY)
            .help("Encrypt connections with the certificate in FILE, and those that vouch for it (PEM)"),
        option(KEY, "tls-key").requires(CERTIFICATE).help("The private key of the certificate (PEM)"),
    ]
}

/// Reads the certificate, if the options name one.
pub(super) fn certificate(arguments: &Arguments<'_>) -> Result<Option<Certificate>, Failure> {
    let file = |option| arguments.get_one::<PathBuf>(option);
    let Some((chain, key)) = file(CERTIFICATE).zip(file(KEY)) else { return Ok(None) };
    let read = |file: &PathBuf, what: &str| {
        // Programs that renew certificates put links there.
        virtual_finance_files::read(file, MAX_FILE, Links::Followed).map_err(|error| {
            Failure::usage(format!("{} cannot be read: {error}; name the file of the {what}", file.display()))
        })
    };
    let (chain_pem, key_pem) = (read(chain, "certificate")?, read(key, "private key")?);
    Certificate::read(&chain_pem, &key_pem).map(Some).map_err(|fault| {
        let file = if fault == crate::tls::CertificateFault::NoKey { key } else { chain };
        Failure::usage(format!("{}: {fault}", file.display()))
    })
}
