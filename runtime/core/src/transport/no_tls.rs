//! The default transport of a build without the feature `tls`: it asks no address with `https`.

use std::error::Error as StdError;

use super::protocols::Protocols;

/// The certificate authorities that a client trusts: without TLS there are none.
#[derive(Clone, Default)]
pub(crate) struct Trust(());

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

/// Returns true for a failure of the encryption, of which there is none.
pub(crate) const fn is_failure(_: &(dyn StdError + 'static)) -> bool {
    false
}
