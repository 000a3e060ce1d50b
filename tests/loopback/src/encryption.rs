//! The encryption of a host, with a certificate of an authority that no system knows.

use std::sync::Arc;

use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, crypto};
use tokio_rustls::TlsAcceptor;

/// The authority that vouches for the certificate of `127.0.0.1`, in PEM.
pub const AUTHORITY: &[u8] = include_bytes!("../certificates/authority.pem");

/// The certificate of `127.0.0.1`, in PEM.
pub const CERTIFICATE: &[u8] = include_bytes!("../certificates/host.pem");
/// The key of the certificate, in PEM.
pub const KEY: &[u8] = include_bytes!("../certificates/host.key.pem");

/// Returns what encrypts the connections of a host that speaks these protocols, such as `h2`.
#[must_use]
pub fn acceptor(protocols: &[&str]) -> TlsAcceptor {
    let chain = CertificateDer::pem_slice_iter(CERTIFICATE).collect::<Result<_, _>>().unwrap();
    let key = PrivateKeyDer::from_pem_slice(KEY).unwrap();
    let mut config = ServerConfig::builder_with_provider(Arc::new(crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .unwrap();
    config.alpn_protocols = protocols.iter().map(|name| name.as_bytes().to_vec()).collect();
    TlsAcceptor::from(Arc::new(config))
}
