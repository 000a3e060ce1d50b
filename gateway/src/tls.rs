//! The certificate of a gateway that encrypts its connections itself.

use std::sync::{Arc, PoisonError, RwLock};
use std::{fmt, io};

use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, crypto};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

/// The name of HTTP/2 in the handshake of TLS.
const HTTP2: &[u8] = b"h2";

/// A certificate with its key, for connections by TLS 1.2 and 1.3. A clone is the same one, so that a gateway that serves
/// takes [another](Self::renew). `Debug` shows neither.
#[derive(Clone)]
pub struct Certificate(Arc<RwLock<Arc<ServerConfig>>>);

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
    /// A text has no certificate or no key, or the key belongs to another certificate.
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
        config.alpn_protocols = vec![HTTP2.to_vec(), b"http/1.1".to_vec()];
        Ok(Self(Arc::new(RwLock::new(Arc::new(config)))))
    }

    /// Takes another certificate in place of this one, for connections from now on.
    pub fn renew(&self, with: &Self) {
        let config = with.config();
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = config;
    }

    fn config(&self) -> Arc<ServerConfig> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Encrypts a connection. Returns true with it if its caller speaks HTTP/2.
    pub(crate) async fn encrypt<S>(&self, stream: S, is_spare: bool) -> io::Result<(TlsStream<S>, bool)>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let mut config = self.config();
        if is_spare {
            Arc::make_mut(&mut config).alpn_protocols.retain(|name| name != HTTP2);
        }
        let stream = TlsAcceptor::from(config).accept(stream).await?;
        let is_http2 = stream.get_ref().1.alpn_protocol() == Some(HTTP2);
        Ok((stream, is_http2))
    }
}

impl fmt::Debug for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Certificate").finish_non_exhaustive()
    }
}
