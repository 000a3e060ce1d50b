//! TLS of the default transport.

use std::sync::Arc;

use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::Verifier;

/// The versions of HTTP that a client offers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Protocols {
    All,
    /// HTTP/1.1, which becomes a websocket.
    #[cfg(feature = "socket")]
    Http1,
}

/// Creates the configuration: certificates are checked as the system checks them, with these roots beside its own. A cryptography provider that
/// the program installed for all its libraries is used; otherwise ring is, for this client alone.
pub(crate) fn config(
    roots: Vec<CertificateDer<'static>>,
    protocols: Protocols,
) -> Result<ClientConfig, rustls::Error> {
    let provider = CryptoProvider::get_default().cloned();
    let provider = provider.unwrap_or_else(|| Arc::new(ring::default_provider()));
    let verifier = Verifier::new_with_extra_roots(roots, Arc::clone(&provider))?;
    let mut config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier))
        .with_no_client_auth();
    config.alpn_protocols = match protocols {
        Protocols::All => vec![b"h2".to_vec(), b"http/1.1".to_vec()],
        #[cfg(feature = "socket")]
        Protocols::Http1 => vec![b"http/1.1".to_vec()],
    };
    Ok(config)
}

/// Reads the certificates of a text in PEM; `None` if there is none, or one that cannot be read.
pub(crate) fn certificates(pem: &[u8]) -> Option<Vec<CertificateDer<'static>>> {
    let certificates: Vec<_> = CertificateDer::pem_slice_iter(pem).collect::<Result<_, _>>().ok()?;
    let mut store = RootCertStore::empty();
    let are_good = certificates.iter().all(|certificate| store.add(certificate.clone()).is_ok());
    (are_good && !certificates.is_empty()).then_some(certificates)
}
