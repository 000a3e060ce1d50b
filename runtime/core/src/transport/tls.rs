//! TLS of the default transport.

use std::error::Error as StdError;
use std::sync::{Arc, OnceLock};

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};
use rustls_platform_verifier::Verifier;

use super::protocols::Protocols;

/// The certificate authorities that a client trusts beside the system's.
#[derive(Clone, Default)]
pub(crate) struct Trust(Vec<CertificateDer<'static>>);

impl Trust {
    /// Adds the authorities of a text in PEM. Returns false if there is none, or an unreadable one.
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
    /// The cryptography provider of the program has no version of TLS that is safe.
    pub(crate) fn encrypt(
        &self,
        http: reqwest::ClientBuilder,
        protocols: Protocols,
    ) -> Result<reqwest::ClientBuilder, String> {
        let config = config(self.0.clone(), protocols).map_err(|error| error.to_string())?;
        Ok(http.tls_backend_preconfigured(config))
    }
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
    let verifier = AtFirstHandshake { roots, provider: Arc::clone(&provider), verifier: OnceLock::new() };
    let mut config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier))
        .with_no_client_auth();
    config.alpn_protocols = match protocols {
        Protocols::All => vec![b"h2".to_vec(), b"http/1.1".to_vec()],
        Protocols::Http1 => vec![b"http/1.1".to_vec()],
    };
    Ok(config)
}

/// Checks certificates as the system does. Those of the system are some hundred files, which are read at the first
/// handshake: many clients ask hosts on this machine alone, without encryption.
#[derive(Debug)]
struct AtFirstHandshake {
    roots: Vec<CertificateDer<'static>>,
    provider: Arc<CryptoProvider>,
    verifier: OnceLock<Result<Verifier, rustls::Error>>,
}

impl AtFirstHandshake {
    fn verifier(&self) -> Result<&Verifier, rustls::Error> {
        let read = || Verifier::new_with_extra_roots(self.roots.iter().cloned(), Arc::clone(&self.provider));
        let verifier = self.verifier.get_or_init(|| {
            read()
                .map_err(|error| rustls::Error::General(format!("{error}; check the system's certificates")))
        });
        verifier.as_ref().map_err(Clone::clone)
    }
}

impl ServerCertVerifier for AtFirstHandshake {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        self.verifier()?.verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now)
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.verifier()?.verify_tls12_signature(message, certificate, signed)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.verifier()?.verify_tls13_signature(message, certificate, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}
