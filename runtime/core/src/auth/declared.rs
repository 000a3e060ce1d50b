//! Sends requests with the credentials that the table declares for their hosts.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use http::header::{AUTHORIZATION, HeaderName, HeaderValue, USER_AGENT};
use serde_json::Value;
use tokio::sync::Mutex as AsyncMutex;
use tokio::time::Instant;
use url::{Url, form_urlencoded};

use super::authenticator::{AuthFuture, Authenticator};
use super::call::Call;
use crate::catalogue::{AuthScheme, Host, HostAuth, SessionUse};
use crate::error::{CHECK_CREDENTIALS, Error, PlainFault};
use crate::http::{Credentials, HttpReply, SideRequest};
use crate::settings::Secret;

/// The time before its end in which a token is not used any more.
const LEEWAY: Duration = Duration::from_secs(30);

/// The time for which a token is used whose host does not say it.
const USUAL: Duration = Duration::from_secs(300);

/// The name of the client for hosts that want to know who asks.
const PRODUCT: &str = concat!("virtual-finance/", env!("CARGO_PKG_VERSION"));

/// The authenticator of the hosts whose credentials the table declares.
#[derive(Default)]
pub(crate) struct DeclaredAuth {
    /// The secrets that the caller gave, by the names of their hosts.
    secrets: Vec<(&'static str, Secret)>,
    /// The tokens that hosts gave, by their addresses and the hosts that they are for. Held while one is fetched.
    tokens: AsyncMutex<HashMap<(Url, &'static str), Token>>,
}

/// A token that a host gave.
#[derive(Clone)]
struct Token {
    text: Arc<str>,
    ends: Option<Instant>,
}

impl DeclaredAuth {
    pub(crate) fn new(secrets: Vec<(&'static str, Secret)>) -> Self {
        Self { secrets, tokens: AsyncMutex::default() }
    }

    async fn send_declared(&self, call: &Call<'_>) -> Result<HttpReply, Error> {
        let mut refused = None;
        if call.usage() == SessionUse::OnRefusal {
            let reply = call.send(&Credentials::new()).await?;
            if !is_refusal(&reply) {
                return Ok(reply);
            }
            refused = Some(reply);
        }
        let Some((auth, secret)) = self.secret(call)? else {
            return match refused {
                Some(reply) => Ok(reply),
                None => call.send(&Credentials::new()).await,
            };
        };
        let AuthScheme::OAuth2 { host, path, scopes } = auth.scheme else {
            return call.send(&credentials(call, auth, &secret)?).await;
        };
        let desk = Desk { host, path, scopes };
        let token = self.token(call, &desk, &secret, None).await?;
        let reply = call.send(&bearer(call, auth, &token)?).await?;
        if reply.status() != 401 {
            return Ok(reply);
        }
        let token = self.token(call, &desk, &secret, Some(&token)).await?;
        call.send(&bearer(call, auth, &token)?).await
    }

    /// Returns the secret of the request's host, from the caller or the environment, with the first form of credentials that it
    /// is for; `None` where the host answers without one, too.
    fn secret(&self, call: &Call<'_>) -> Result<Option<(HostAuth, Cow<'_, Secret>)>, Error> {
        let host: &Host = call.host;
        if let Some((_, secret)) = self.secrets.iter().find(|(name, _)| *name == host.name) {
            let auth = host.declared().find(|auth| secret.fault(*auth).is_none());
            return Ok(Some((auth.ok_or_else(|| unfit(call))?, Cow::Borrowed(secret))));
        }
        let Some((auth, texts)) = set_variables(host) else {
            if host.auth.is_some_and(|auth| auth.optional) {
                return Ok(None);
            }
            let or_env = variables(host).map(|names| format!(", or set {names}")).unwrap_or_default();
            if host.auth.is_some_and(|auth| auth.scheme == AuthScheme::Contact) {
                let message = format!("{} wants a contact", host.domain());
                let advice = format!("give it with ClientBuilder::secret{or_env} to your e-mail address");
                return Err(missing(call, message, advice));
            }
            let advice = format!("give it with ClientBuilder::secret{or_env}");
            return Err(missing(call, format!("the client has no secret for {}", host.name), advice));
        };
        let read = match texts.as_slice() {
            [name, password] => Some(Secret::login(name, password)),
            texts => Secret::read(&texts.concat(), auth),
        };
        match read.filter(|secret| secret.fault(auth).is_none()) {
            Some(secret) => Ok(Some((auth, Cow::Owned(secret)))),
            None => {
                let name = auth.variables().collect::<Vec<_>>().join(" and ");
                let what = if auth.scheme == AuthScheme::Contact { "contact" } else { "secret" };
                let message = format!("the environment variable {name} has no {what} for {}", host.name);
                let login = "write a name and a password with a ':' between them";
                let is_login = auth.takes_login() && !texts.iter().any(|text| text.contains(':'));
                let advice = if is_login { login } else { "write visible characters of ASCII" };
                Err(missing(call, message, advice.to_owned()))
            }
        }
    }

    /// Returns true if there is a secret of a host.
    pub(crate) fn has_secret(&self, host: &Host) -> bool {
        self.secrets.iter().any(|(name, _)| *name == host.name) || set_variables(host).is_some()
    }

    /// Returns a token other than the refused one: a known token, or a new one.
    async fn token(
        &self,
        call: &Call<'_>,
        desk: &Desk,
        secret: &Secret,
        refused: Option<&str>,
    ) -> Result<Arc<str>, Error> {
        let Some(home) = call.host(desk.host) else {
            let message = format!("the table has no host {}, which gives tokens", desk.host);
            return Err(missing(call, message, "check the table".to_owned()));
        };
        let key = (home.clone(), call.host.name);
        let mut tokens = call.wait(self.tokens.lock()).await?;
        let is_good = |token: &&Token| {
            Some(&*token.text) != refused && token.ends.is_none_or(|ends| Instant::now() < ends)
        };
        if let Some(token) = tokens.get(&key).filter(is_good) {
            return Ok(Arc::clone(&token.text));
        }
        let token = desk.fetch(call, &home, secret).await?;
        let text = Arc::clone(&token.text);
        tokens.insert(key, token);
        Ok(text)
    }
}

impl Authenticator for DeclaredAuth {
    fn send<'a>(&'a self, call: Call<'a>) -> AuthFuture<'a, HttpReply> {
        Box::pin(async move {
            match call.host.declared().next() {
                Some(_) if call.usage() != SessionUse::Never => self.send_declared(&call).await,
                _ => call.send(&Credentials::new()).await,
            }
        })
    }

    /// A token that was refused was renewed already, so that only another secret helps.
    fn advice(&self, host: &Host) -> Cow<'_, str> {
        if host.declared().next().is_none() {
            return CHECK_CREDENTIALS.into();
        }
        let is_given = self.secrets.iter().any(|(name, _)| *name == host.name);
        match variables(host).filter(|_| !is_given) {
            Some(names) => format!("check {names}, or ask again later").into(),
            None => format!("check the secret of {}, or ask again later", host.name).into(),
        }
    }
}

/// The place that gives tokens.
struct Desk {
    host: &'static str,
    path: &'static str,
    scopes: &'static [&'static str],
}

impl Desk {
    /// Returns the form that asks for a token (RFC 6749, section 4.4).
    fn form(&self) -> String {
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.append_pair("grant_type", "client_credentials");
        if !self.scopes.is_empty() {
            form.append_pair("scope", &self.scopes.join(" "));
        }
        form.finish()
    }

    /// Asks for a token.
    async fn fetch(&self, call: &Call<'_>, home: &Url, secret: &Secret) -> Result<Token, Error> {
        let mut url = home.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend(self.path.split('/'));
        }
        let header = client_login(secret).ok_or_else(|| unfit(call))?;
        call.learn(&hidden(secret));
        let side = SideRequest::new(url).header(AUTHORIZATION, header).form(self.form());
        let reply = call.fetch(side).await.map_err(|error| {
            let fault =
                PlainFault::new("no-token", format!("{} gave no token", self.host), "check its address");
            call.failed(fault, Some(Arc::new(error)))
        })?;
        let refused = |found: String| {
            let advice = "check the client's identifier and secret, or ask again later";
            let fault = PlainFault::new("no-token", format!("{} {found}", self.host), advice);
            call.failed(fault.with_status(reply.status()), None)
        };
        if !(200..300).contains(&reply.status()) {
            return Err(refused(format!("refused to give a token, with the status {}", reply.status())));
        }
        let body: Value = serde_json::from_slice(reply.body()).unwrap_or_default();
        let text = body.get("access_token").and_then(Value::as_str);
        match text.filter(|text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic())) {
            Some(text) => {
                let lasts = body.get("expires_in").and_then(Value::as_u64).map_or(USUAL, Duration::from_secs);
                let used = lasts.saturating_sub(LEEWAY.min(lasts.div_f64(2.0)));
                Ok(Token { text: text.into(), ends: Instant::now().checked_add(used) })
            }
            None => Err(refused("gave a reply without a token".to_owned())),
        }
    }
}

/// Returns the first form of a host's credentials whose environment variables are set, and their values.
fn set_variables(host: &Host) -> Option<(HostAuth, Vec<String>)> {
    // Scripts set variables that they have no value for to nothing.
    let variable = |name| std::env::var(name).ok().filter(|text| !text.is_empty());
    host.declared().find_map(|auth| {
        let texts = auth.variables().map(variable).collect::<Option<Vec<_>>>()?;
        Some((auth, texts)).filter(|(_, texts)| !texts.is_empty())
    })
}

/// Returns the environment variables with the secrets of a host, in words.
fn variables(host: &Host) -> Option<String> {
    let forms = host.declared().map(|auth| auth.variables().collect::<Vec<_>>().join(" and "));
    let forms: Vec<_> = forms.filter(|names| !names.is_empty()).collect();
    (!forms.is_empty()).then(|| format!("the environment variable {}", forms.join(", or ")))
}

/// Returns the credentials of a secret that is sent as it is.
fn credentials(call: &Call<'_>, auth: HostAuth, secret: &Secret) -> Result<Credentials, Error> {
    // The names of one key, or of both parts of a login, with their values.
    let named = |name| {
        let (first, second) = match auth.second {
            Some(second) => secret.as_login().map(|(first, value)| (first, Some((second, value))))?,
            None => (secret.as_key()?, None),
        };
        Some(std::iter::once((name, first)).chain(second))
    };
    let made = match auth.scheme {
        AuthScheme::Query(name) => named(name)
            .map(|pairs| pairs.fold(Credentials::new(), |made, (name, value)| made.query(name, value))),
        AuthScheme::Header(name) => named(name).and_then(|mut pairs| {
            pairs.try_fold(Credentials::new(), |made, (name, value)| {
                let name = HeaderName::from_bytes(name.as_bytes()).ok()?;
                Some(made.header(name, HeaderValue::from_str(value).ok()?))
            })
        }),
        AuthScheme::Bearer => return bearer(call, auth, secret.as_key().ok_or_else(|| unfit(call))?),
        AuthScheme::Contact => {
            let value =
                secret.as_key().map(|contact| HeaderValue::try_from(format!("{PRODUCT} ({contact})")));
            let value = value.and_then(Result::ok).ok_or_else(|| unfit(call))?;
            return Ok(Credentials::new().header(USER_AGENT, value));
        }
        AuthScheme::Basic => basic(secret).map(|value| Credentials::new().header(AUTHORIZATION, value)),
        AuthScheme::OAuth2 { .. } | AuthScheme::Custom => None,
    };
    let made = made.ok_or_else(|| unfit(call))?;
    Ok(private(secret).into_iter().fold(made, Credentials::secret))
}

fn bearer(call: &Call<'_>, auth: HostAuth, token: &str) -> Result<Credentials, Error> {
    let value = HeaderValue::from_str(&format!("{} {token}", auth.word.unwrap_or("Bearer")))
        .map_err(|_| unfit(call))?;
    Ok(Credentials::new().header(AUTHORIZATION, value).secret(token))
}

/// Returns the value of `Authorization` for the identifier and the secret of a client, encoded as forms are (RFC 6749, section
/// 2.3.1).
fn client_login(secret: &Secret) -> Option<HeaderValue> {
    let (name, password) = secret.as_login()?;
    let encoded = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    login(&encoded(name), &encoded(password))
}

/// Returns the value of `Authorization` for a name and a password.
fn basic(secret: &Secret) -> Option<HeaderValue> {
    let (name, password) = secret.as_login()?;
    login(name, password)
}

fn login(name: &str, password: &str) -> Option<HeaderValue> {
    HeaderValue::from_str(&format!("Basic {}", BASE64_STANDARD.encode(format!("{name}:{password}")))).ok()
}

/// Returns the parts of a secret that no message may show.
fn private(secret: &Secret) -> Vec<&str> {
    let password = secret.as_login().map(|(_, password)| password);
    secret.as_key().into_iter().chain(password).collect()
}

/// Returns credentials that add nothing but the parts that no message may show.
fn hidden(secret: &Secret) -> Credentials {
    private(secret).into_iter().fold(Credentials::new(), Credentials::secret)
}

/// Returns true for a reply that credentials may cure.
fn is_refusal(reply: &HttpReply) -> bool {
    matches!(reply.status(), 401 | 403)
}

fn missing(call: &Call<'_>, message: String, advice: String) -> Error {
    call.failed(PlainFault::new("no-secret", message, advice), None)
}

/// Returns the error of a secret that the host's scheme cannot send.
fn unfit(call: &Call<'_>) -> Error {
    let message = format!("the secret for {} does not fit its 'auth' in the table", call.host.name);
    missing(call, message, "give another one with ClientBuilder::secret".to_owned())
}
