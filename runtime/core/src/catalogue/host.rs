//! The hosts that requests go to. The table declares them; a request carries a reference to its own.

use std::fmt;
use std::time::Duration;

use super::entry::{Catalogued, Datum, entries, variants};
use super::freshness::{span_of, span_text};

entries! {
    /// A data host, as the table declares it.
    ///
    /// The address can be overridden for a client (`ClientBuilder::host`), for example to point it at a
    /// host on loopback.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    Host(name: &'static str, default: &'static str) {
        /// The name in the table, for example `gauges_url`.
        must name: &'static str = name;
        /// The address that is used unless a client overrides it, for example `https://gauges.example`.
        must default: &'static str = default;
        /// The documentation of the host.
        or doc: &'static str = "";
        /// The credentials that it wants; none if it answers anyone.
        some auth: HostAuth;
        /// The other credentials that it takes, in the order in which the client looks for their secrets.
        list auth_or: HostAuth;
        /// The constant headers of every request to it; headers of a request replace them.
        list headers: (&'static str, &'static str);
        /// The rate of requests that it takes.
        some rate: HostRate;
        /// The words that it wants to be shown with its data.
        some attribution: &'static str;
        /// True if it forbids to keep its replies: no cache does.
        may no_copies: bool = false;
        /// True if its data are for a user's own use: a gateway for others leaves its endpoints out.
        may own_use: bool = false;
    }
}

/// The rate of requests that a host takes (`rate` in the table).
///
/// `Display` writes it as the table does.
///
/// ```
/// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
/// use virtual_finance::catalogue::HostRate;
///
/// assert_eq!(HostRate::new(25, 60).to_string(), "25/1m");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HostRate {
    /// The number of requests.
    pub requests: u32,
    /// The time in which the host takes so many.
    pub period: Duration,
}

impl HostRate {
    /// Creates a rate of that many requests in so many seconds.
    pub const fn new(requests: u32, seconds: u64) -> Self {
        Self { requests, period: Duration::from_secs(seconds) }
    }

    /// Reads a rate as the table writes it: a number from 1, `/` and a time such as `1m`.
    pub fn read(text: &str) -> Option<Self> {
        let (requests, period) = text.split_once('/')?;
        let requests = requests.parse().ok().filter(|requests| *requests > 0)?;
        Some(Self { requests, period: span_of(period)? })
    }
}

impl fmt::Display for HostRate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.requests, span_text(self.period))
    }
}

impl Catalogued for HostRate {
    fn datum(&self) -> Datum {
        let seconds = i64::try_from(self.period.as_secs()).unwrap_or(i64::MAX);
        Datum::Variant("HostRate", "new", vec![("", i64::from(self.requests).datum()), ("", seconds.datum())])
    }

    fn of(value: Datum) -> Option<Self> {
        Self::read(Catalogued::of(value)?)
    }
}

entries! {
    /// The credentials that a host wants (`auth` in the table).
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    HostAuth(scheme: AuthScheme) {
        /// The form in which they are sent.
        must scheme: AuthScheme = scheme;
        /// The environment variable that has the secret of a client without one.
        some env: &'static str;
        /// The environment variable that has the second part of that secret: a password, or what goes under
        /// [`second`](Self::second).
        some second_env: &'static str;
        /// The name of the second header, or the second name in the query, of a secret in two parts.
        some second: &'static str;
        /// The word before a token in `Authorization`; `Bearer` without it.
        some word: &'static str;
        /// True if the host answers without credentials, too.
        may optional: bool = false;
    }
}

/// The form in which credentials are sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum AuthScheme {
    /// A key in a header of that name.
    Header(&'static str),
    /// A key in the query, under that name.
    Query(&'static str),
    /// A token, in `Authorization: Bearer`.
    Bearer,
    /// A user name and a password, in `Authorization: Basic`.
    Basic,
    /// A token that a host gives for an identifier and a secret (OAuth 2.0, client credentials).
    OAuth2 {
        /// The name of the host in the table that gives tokens.
        host: &'static str,
        /// The path below it.
        path: &'static str,
        /// The scopes that are asked for.
        scopes: &'static [&'static str],
    },
    /// A contact of the caller, such as an e-mail address, behind the name of the client in `User-Agent`.
    Contact,
    /// Whatever the client's [`Authenticator`](crate::auth::Authenticator) sends.
    Custom,
}

impl Host {
    /// Returns every form of credentials that it takes, in the order in which the client looks for their secrets.
    pub fn credentials(&self) -> impl Iterator<Item = HostAuth> {
        self.auth.into_iter().chain(self.auth_or.iter().copied())
    }

    /// Returns the name of the host at its address, with the port if it has one.
    pub fn domain(&self) -> &'static str {
        self.default.split('/').nth(2).unwrap_or_default()
    }

    /// Returns the credentials that the client sends by itself, without an authenticator.
    pub(crate) fn declared(&self) -> impl Iterator<Item = HostAuth> {
        self.credentials().filter(|auth| auth.scheme != AuthScheme::Custom)
    }

    /// Returns true if the client adds a key of that name to the query of requests.
    pub(crate) fn is_key(&self, name: &str) -> bool {
        self.credentials().any(|HostAuth { scheme, second, .. }| {
            matches!(scheme, AuthScheme::Query(key) if key == name || second == Some(name))
        })
    }
}

impl HostAuth {
    /// Returns the environment variables that have its secret.
    pub fn variables(self) -> impl Iterator<Item = &'static str> {
        self.env.into_iter().chain(self.second_env)
    }

    /// Returns true if its secret has words, such as `Shop me@example.com`.
    pub(crate) const fn takes_words(self) -> bool {
        matches!(self.scheme, AuthScheme::Header(_) | AuthScheme::Contact)
    }

    /// Returns true if its secret has two parts (`Secret::login`).
    #[must_use]
    pub const fn takes_login(self) -> bool {
        self.second.is_some() || matches!(self.scheme, AuthScheme::Basic | AuthScheme::OAuth2 { .. })
    }
}

impl AuthScheme {
    /// Returns the word of the table for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Header(_) => "header",
            Self::Query(_) => "query",
            Self::Bearer => "bearer",
            Self::Basic => "basic",
            Self::OAuth2 { .. } => "oauth2",
            Self::Contact => "contact",
            Self::Custom => "custom",
        }
    }
}

variants! { AuthScheme:
    Header(name), Query(name), Bearer, Basic, OAuth2 { host, path, scopes }, Contact, Custom,
}
