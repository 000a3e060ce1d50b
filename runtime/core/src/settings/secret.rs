//! The secrets that a caller gives a client for hosts.

use std::fmt;

use crate::catalogue::HostAuth;

/// A secret for a host: a key or token, or a name with a password. No message shows it.
///
/// `Client::builder().secret(host, Secret::key("sesame"))` gives it to a client.
#[derive(Clone)]
pub struct Secret(Parts);

#[derive(Clone)]
enum Parts {
    Key(String),
    Login { name: String, password: String },
}

impl Secret {
    /// Creates the secret of an API key or of a token.
    pub fn key(key: impl Into<String>) -> Self {
        Self(Parts::Key(key.into()))
    }

    /// Creates a secret of two parts: a user name with its password, a client's identifier with its secret, or the values of
    /// two headers.
    pub fn login(name: impl Into<String>, password: impl Into<String>) -> Self {
        Self(Parts::Login { name: name.into(), password: password.into() })
    }

    /// Reads the secret of a host from a text, such as the value of an environment variable: a key as it is, a login as
    /// `name:password`.
    pub(crate) fn read(text: &str, auth: HostAuth) -> Option<Self> {
        match (auth.takes_login(), text.split_once(':')) {
            (false, _) => Some(Self::key(text)),
            (true, Some((name, password))) => Some(Self::login(name, password)),
            (true, None) => None,
        }
    }

    /// Returns the key or token.
    pub(crate) fn as_key(&self) -> Option<&str> {
        match &self.0 {
            Parts::Key(key) => Some(key),
            Parts::Login { .. } => None,
        }
    }

    /// Returns the name and the password.
    pub(crate) fn as_login(&self) -> Option<(&str, &str)> {
        match &self.0 {
            Parts::Key(_) => None,
            Parts::Login { name, password } => Some((name, password)),
        }
    }

    /// Returns why a host does not take the secret, and what to write, without showing it.
    pub(crate) fn fault(&self, auth: HostAuth) -> Option<&'static str> {
        let has_words = auth.takes_words();
        let is_visible = |text: &str| {
            let is_shown = |byte: u8| byte.is_ascii_graphic() || has_words && byte == b' ';
            !text.is_empty() && text.bytes().all(is_shown) && text.trim() == text
        };
        match (auth.takes_login(), &self.0) {
            (true, Parts::Key(_)) => {
                Some("is a key where a name with a password is wanted; write Secret::login")
            }
            (false, Parts::Login { .. }) => Some("is a login where a key is wanted; write Secret::key"),
            (true, Parts::Login { name, .. }) if name.contains(':') => {
                Some("has a ':' in its name; write a name without one")
            }
            (false, Parts::Key(key)) if !is_visible(key) => {
                Some("is empty or has characters that no header has; write visible ASCII")
            }
            _ => None,
        }
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}
