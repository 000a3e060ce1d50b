//! The certificate of a gateway that encrypts its connections itself.

use std::fmt;
use std::sync::Arc;

use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, crypto};
use tokio_rustls::TlsAcceptor;

/// A certificate with its key, for connections by TLS 1.2 and 1.3. `Debug` shows neither.
#[derive(Clone)]
pub struct Certificate(Arc<ServerConfig>);

/// The reason why a certificate cannot be used. No message has a part of the key.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CertificateFault {
    /// The text has no certificate in PEM.
    NoCertificate,
    /// The text has no private key in PEM.
    NoKey,
    /// The certificate and the key cannot be used together.
    Refused {
        /// The reason.
        reason: String,
    },
}

impl fmt::Display for CertificateFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCertificate => f.write_str(
                "it has no certificate in PEM: name the file with the whole chain, which begins with \
                 '-----BEGIN CERTIFICATE-----'",
            ),
            Self::NoKey => f.write_str(
                "it has no private key in PEM: name the file with '-----BEGIN PRIVATE KEY-----', without a passphrase",
            ),
            Self::Refused { reason } => {
                write!(f, "the certificate and the key cannot be used: {reason}; take two that were made together")
            }
        }
    }
}

impl std::error::Error for CertificateFault {}

impl Certificate {
    /// Reads a certificate, with the certificates that vouch for it behind it, and its private key. Both are PEM.
    ///
    /// # Errors
    /// A text has none, or the key is that of another certificate.
    pub fn read(chain: &[u8], key: &[u8]) -> Result<Self, CertificateFault> {
        let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(chain).collect();
        let chain = chain.ok().filter(|chain| !chain.is_empty()).ok_or(CertificateFault::NoCertificate)?;
        let key = PrivateKeyDer::from_pem_slice(key).map_err(|_| CertificateFault::NoKey)?;
        let refused = |error: rustls::Error| CertificateFault::Refused { reason: error.to_string() };
        let mut config = ServerConfig::builder_with_provider(Arc::new(crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(refused)?
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .map_err(refused)?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Self(Arc::new(config)))
    }

    /// Returns what encrypts connections.
    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        TlsAcceptor::from(Arc::clone(&self.0))
    }
}

impl fmt::Debug for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Certificate").finish_non_exhaustive()
    }
}
