//! Who may ask: tokens with names, and the names of hosts that a request may be for.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use http::HeaderMap;
use http::header::{AUTHORIZATION, HOST};
use http::uri::{Authority, PathAndQuery};
use http::{HeaderValue, Uri};
use percent_encoding::percent_decode_str;

/// The minimum length of a token. A shorter one can be guessed.
const MIN_LENGTH: usize = 16;

/// The tokens of callers, each with the name of its caller. A clone is the same list, so that a gateway that serves
/// takes [others](Self::renew). `Debug` shows the names alone.
#[derive(Clone, Default)]
pub struct Tokens(Arc<RwLock<Vec<Token>>>);

#[derive(Clone)]
struct Token {
    name: String,
    /// The digest, so that comparing takes the same time whatever a caller sends.
    digest: [u8; 32],
}

/// The reason why a list of tokens cannot be read. No message has a token.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum TokensFault {
    /// A line is no name with a token behind it.
    Form {
        /// The number of the line, from 1.
        line: usize,
    },
    /// A token is too short.
    Short {
        /// The name of its caller.
        name: String,
    },
    /// Two tokens have one name.
    Twice {
        /// The name.
        name: String,
    },
}

impl fmt::Display for TokensFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form { line } => {
                write!(f, "line {line} of the tokens is no name with a token: write 'alice TOKEN'")
            }
            Self::Short { name } => {
                write!(
                    f,
                    "the token of {name} is shorter than {MIN_LENGTH} characters: make one with 'openssl rand -hex 16'"
                )
            }
            Self::Twice { name } => write!(f, "two tokens are those of {name}: give each a name of its own"),
        }
    }
}

impl std::error::Error for TokensFault {}

impl Tokens {
    /// Reads tokens: each line has a name and the token, with blanks between them. Empty lines and lines that begin
    /// with `#` are left out.
    ///
    /// ```
    /// use virtual_finance_gateway::Tokens;
    ///
    /// let tokens = Tokens::read("# for dashboards\nalice 0123456789abcdef\n")?;
    /// assert_eq!(format!("{tokens:?}"), r#"{"alice"}"#);
    /// # Ok::<(), virtual_finance_gateway::TokensFault>(())
    /// ```
    ///
    /// # Errors
    /// A line of another form, a token that can be guessed, or a name that is there twice.
    pub fn read(text: &str) -> Result<Self, TokensFault> {
        let mut tokens: Vec<Token> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let mut words = line.split_whitespace();
            let (Some(name), Some(token), None) = (words.next(), words.next(), words.next()) else {
                return Err(TokensFault::Form { line: number });
            };
            let name = name.to_owned();
            if token.len() < MIN_LENGTH {
                return Err(TokensFault::Short { name });
            }
            if tokens.iter().any(|known| known.name == name) {
                return Err(TokensFault::Twice { name });
            }
            tokens.push(Token { name, digest: digest(token) });
        }
        Ok(Self(Arc::new(RwLock::new(tokens))))
    }

    /// Returns true if there are no tokens.
    pub fn is_empty(&self) -> bool {
        self.all().is_empty()
    }

    /// Takes the tokens of another list in place of these. Whether a gateway asks for tokens is decided when it begins: without
    /// any in the new list nobody may ask.
    pub fn renew(&self, with: &Self) {
        let tokens = with.all().clone();
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = tokens;
    }

    fn all(&self) -> RwLockReadGuard<'_, Vec<Token>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the name of the caller whose token the head of a request has; `None` if it has none of them.
    pub(crate) fn caller(&self, headers: &HeaderMap) -> Option<String> {
        let given = headers.get(AUTHORIZATION)?.to_str().ok()?;
        let (scheme, token) = given.split_once(' ')?;
        if !scheme.eq_ignore_ascii_case("bearer") {
            return None;
        }
        let digest = digest(token.trim());
        // Every token is compared whole, so that the time tells nothing.
        let mut found = None;
        for known in &*self.all() {
            let differs = known.digest.iter().zip(&digest).fold(0, |all, (a, b)| all | (a ^ b));
            if differs == 0 {
                found = Some(known.name.clone());
            }
        }
        found
    }
}

impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.all().iter().map(|token| &token.name)).finish()
    }
}

/// Returns true if a request is for this machine or one of these hosts, of which `*` is any. An absolute target counts in place
/// of `Host`. Where other machines may ask, any address counts as this machine.
pub(crate) fn is_host_known(head: &http::request::Parts, hosts: &[String], is_local: bool) -> bool {
    let named = || head.headers.get(HOST)?.to_str().ok();
    let Some(host) = head.uri.authority().map(Authority::as_str).or_else(named) else { return false };
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.trim_start_matches('[').trim_end_matches(']');
    let is_own = address.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback() || !is_local);
    is_own
        || name.eq_ignore_ascii_case("localhost")
        || hosts.iter().any(|known| known == "*")
        || hosts.iter().any(|known| known.eq_ignore_ascii_case(name) || known.eq_ignore_ascii_case(host))
}

/// The beginning of a path that has a token.
const IN_PATH: &str = "/t/";

/// Returns a path for logs and messages, without a token: whatever follows `t`, even if the path is written wrongly.
pub(crate) fn without_token(path: &str) -> Cow<'_, str> {
    let (mut is_token, mut has_token) = (false, false);
    let is_separator = |character: char| matches!(character, '/' | '\\');
    let is_named = |name: &str| name.split(';').next().is_some_and(|name| name.eq_ignore_ascii_case("t"));
    let parts = path.split('/').map(|part| {
        let text = percent_decode_str(part).decode_utf8_lossy();
        let is_hidden = match &*text {
            "" | "." => return part,
            _ if is_token => true,
            text => text.contains(is_separator) && text.split(is_separator).any(is_named),
        };
        is_token = !is_hidden && is_named(&text);
        has_token |= is_hidden;
        if is_hidden { "…" } else { part }
    });
    let parts: Vec<&str> = parts.collect();
    if has_token { Cow::Owned(parts.join("/")) } else { Cow::Borrowed(path) }
}

/// Moves the token of a path to the header, so that the request is the one without it.
pub(crate) fn take_token(head: &mut http::request::Parts) {
    let target = head.uri.path_and_query().map_or("", PathAndQuery::as_str);
    let Some((token, rest)) = target.strip_prefix(IN_PATH).and_then(|target| target.split_once('/')) else {
        return;
    };
    let bearer = HeaderValue::from_str(&format!("Bearer {token}"));
    // The host of an absolute target stays.
    let mut parts = head.uri.clone().into_parts();
    parts.path_and_query = format!("/{rest}").parse().ok();
    let Some((mut bearer, uri)) = bearer.ok().zip(Uri::from_parts(parts).ok()) else { return };
    bearer.set_sensitive(true);
    head.headers.insert(AUTHORIZATION, bearer);
    head.uri = uri;
}

fn digest(token: &str) -> [u8; 32] {
    hmac_sha256::Hash::hash(token.as_bytes())
}
