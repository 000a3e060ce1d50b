//! The default transport of a build without the feature `tls`: it asks no address with `https`.

use std::error::Error as StdError;

use url::Url;

use super::exchange::{NoTls, Protocols, TransportError};

/// The certificate authorities that a client trusts: without TLS there are none.
#[derive(Clone, Default)]
pub(crate) struct Trust;

impl Trust {
    /// Gives an HTTP client its TLS, of which there is none.
    #[expect(clippy::unnecessary_wraps, clippy::unused_self, reason = "with TLS it may fail")]
    pub(crate) fn encrypt(
        &self,
        http: reqwest::ClientBuilder,
        _: Protocols,
    ) -> Result<reqwest::ClientBuilder, String> {
        Ok(http)
    }
}

/// Checks that an address can be asked.
///
/// # Errors
/// The scheme is `https`.
pub(super) fn check(url: &Url) -> Result<(), TransportError> {
    if url.scheme() == "https" { Err(TransportError::Failed(Box::new(NoTls))) } else { Ok(()) }
}

/// Returns true for a failure of the encryption, of which there is none.
pub(super) const fn is_failure(_: &(dyn StdError + 'static)) -> bool {
    false
}
