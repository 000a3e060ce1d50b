//! TLS of the default transport.

use std::error::Error as StdError;
use std::sync::Arc;

use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::Verifier;
use url::Url;

use super::protocols::{NoTls, Protocols};

/// The certificate authorities that a client trusts beside those of the system.
#[derive(Clone, Default)]
pub(crate) struct Trust(Vec<CertificateDer<'static>>);

impl Trust {
    /// Adds those of a text in PEM. Returns false if there is none, or one that cannot be read.
    pub(crate) fn add(&mut self, pem: &[u8]) -> bool {
        let certificates = CertificateDer::pem_slice_iter(pem).collect::<Result<Vec<_>, _>>();
        let certificates = certificates.unwrap_or_default();
        let mut store = RootCertStore::empty();
        let are_good = certificates.iter().all(|certificate| store.add(certificate.clone()).is_ok());
        let is_added = are_good && !certificates.is_empty();
        if is_added {
            self.0.extend(certificates);
        }
        is_added
    }

    /// Gives an HTTP client its TLS.
    ///
    /// # Errors
    /// The certificates of the system cannot be read.
    pub(crate) fn encrypt(
        &self,
        http: reqwest::ClientBuilder,
        protocols: Protocols,
    ) -> Result<reqwest::ClientBuilder, String> {
        let config = config(self.0.clone(), protocols).map_err(|error| error.to_string())?;
        Ok(http.tls_backend_preconfigured(config))
    }
}

/// Checks that an address can be asked: with TLS each can.
#[expect(clippy::unnecessary_wraps, reason = "without TLS it fails")]
pub(crate) const fn check(_: &Url) -> Result<(), NoTls> {
    Ok(())
}

/// Returns true for a failure of the encryption, such as a certificate that is refused.
pub(crate) fn is_failure(error: &(dyn StdError + 'static)) -> bool {
    error.is::<rustls::Error>()
}

/// Creates the configuration: certificates are checked as the system checks them, with these roots beside its own. A cryptography provider that
/// the program installed for all its libraries is used; otherwise ring is, for this client alone.
fn config(roots: Vec<CertificateDer<'static>>, protocols: Protocols) -> Result<ClientConfig, rustls::Error> {
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
