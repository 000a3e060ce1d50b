//! Pages that carry replies of JSON services in scripts, each with the address that it was fetched from
//! (pages of today). Only scripts of JSON count whose address is one of a data host.

use memchr::memmem;
use percent_encoding::percent_decode_str;
use url::form_urlencoded;
use virtual_finance_core::Fault;
use virtual_finance_core::read::host_error::host_error;
use virtual_finance_core::read::shortened;

use crate::read::html::Page;
use crate::read::pull::Pull;
use crate::read::{json, markup, members, refusal};

/// The attribute with the address.
const URL: &str = "data-url";
/// The beginning of the names of data hosts, before a number.
const DATA_HOST: &str = "query";

/// A reply that a page carries.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Embedded<'a> {
    /// The address as the attribute has it.
    url: &'a str,
    /// The script's text.
    text: &'a str,
}

members! {
    struct Fetched {
        status: "status" => Option<u16>,
        body: "body" => Option<String>,
    }
}

/// Returns the body of the first good reply from a path, where the page carries one with such a parameter.
///
/// # Errors
/// None of them can be read, or the page's own server was refused.
pub(crate) fn body_from(
    page: &mut Page<'_>,
    path: &str,
    is_wanted: impl Fn(&Embedded<'_>) -> bool,
) -> Result<Option<String>, Fault> {
    body_of(page, |script| script.is_from(path) && is_wanted(script))
}

/// Returns the body of the first good reply that is wanted, where the page carries one.
///
/// # Errors
/// None of them can be read, or the page's own server was refused.
pub(crate) fn body_of(
    page: &mut Page<'_>,
    is_wanted: impl Fn(&Embedded<'_>) -> bool,
) -> Result<Option<String>, Fault> {
    let mut refused = None;
    for script in embedded(page) {
        let script = script?;
        if is_wanted(&script) {
            match script.body() {
                Ok(body) => return Ok(Some(body)),
                Err(fault) => refused = refused.or(Some(fault)),
            }
        }
    }
    refused.map_or(Ok(None), Err)
}

/// Returns the replies that a page carries, in its order.
///
/// A script without an end is an error, and the last item.
pub(crate) fn embedded<'a>(page: &mut Page<'a>) -> impl Iterator<Item = Result<Embedded<'a>, Fault>> {
    // Pages of other times have no such attribute: of those nobody minds the end of a script.
    const NAMES: [&str; 2] = [URL, "DATA-URL"];
    let has_any = |text: &[u8]| NAMES.iter().any(|name| memmem::find(text, name.as_bytes()).is_some());
    let text = page.text();
    page.scripts().filter_map(move |script| {
        let script = match script {
            Ok(script) => script,
            Err(fault) => return has_any(text.as_bytes()).then_some(Err(fault)),
        };
        let url = script.attribute(URL)?;
        let is_json =
            script.attribute("type").is_none_or(|kind| kind.eq_ignore_ascii_case("application/json"));
        let is_named = || has_any(script.attributes()) || has_any(text.as_bytes());
        (is_json && is_named()).then_some(Ok(Embedded { url, text: script.text }))
    })
}

impl Embedded<'_> {
    /// Returns what follows `prefix` in the path of the address, decoded, where the address is one of a data host
    /// or has no host, and its path begins with the prefix.
    pub(crate) fn after(&self, prefix: &str) -> Option<String> {
        let url = markup::unescaped(self.url);
        let last = data_path(&url)?.split(['?', '#']).next()?.strip_prefix(prefix)?;
        Some(percent_decode_str(last).decode_utf8_lossy().into_owned())
    }

    /// Returns true for a reply from a path.
    pub(crate) fn is_from(&self, path: &str) -> bool {
        self.after(path).is_some_and(|rest| rest.is_empty())
    }

    /// Returns true for a reply whose address has a parameter with that value.
    pub(crate) fn has(&self, name: &str, value: &str) -> bool {
        self.parameter(name).is_some_and(|found| found == value)
    }

    /// Returns a parameter of the address's query, decoded.
    pub(crate) fn parameter(&self, name: &str) -> Option<String> {
        let url = markup::unescaped(self.url);
        let (_, query) = url.split_once('?')?;
        let query = query.split('#').next()?;
        let mut parameters = form_urlencoded::parse(query.as_bytes());
        parameters.find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
    }

    /// Returns the reply's own body, most often JSON.
    ///
    /// # Errors
    /// The script holds something else, or the page's own server was refused.
    pub(crate) fn body(&self) -> Result<String, Fault> {
        let fetched = match Fetched::plain(self.text) {
            Some(fetched) => fetched,
            None => serde_json::from_str(self.text)
                .map_err(|error| json::malformed("the page's script", &error))?,
        };
        let (status, body) = (fetched.status.unwrap_or_default(), fetched.body.unwrap_or_default());
        if status < 400 {
            return Ok(body);
        }
        let (code, description) =
            host_error(body.as_bytes()).unwrap_or_else(|| (status.to_string(), shortened(body)));
        Err(refusal::of_host(Some(status), code, description))
    }
}

impl Fetched {
    /// Reads a plain script; `None` for any other.
    fn plain(text: &str) -> Option<Self> {
        let mut fetched = Self { status: None, body: None };
        let mut pull = Pull::new(text.as_bytes());
        pull.members(|pull, name| match name {
            b"status" if fetched.status.is_none() => {
                fetched.status = Some(pull.read()?);
                Some(())
            }
            b"body" if fetched.body.is_none() => {
                fetched.body = Some(pull.text()?);
                Some(())
            }
            b"status" | b"body" => None,
            _ => pull.skip(),
        })?;
        pull.end()?;
        Some(fetched)
    }
}

/// Returns the path of an address of a data host, or of one without a host, with what follows it.
fn data_path(url: &str) -> Option<&str> {
    if url.starts_with('/') && !url.starts_with("//") {
        return Some(url);
    }
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"))?;
    let (host, path) = rest.split_at_checked(rest.find(['/', '?', '#', '\\'])?)?;
    let number = host.split(['.', ':']).next()?.strip_prefix(DATA_HOST)?;
    let is_data_host = !host.contains('@') && number.bytes().all(|byte| byte.is_ascii_digit());
    is_data_host.then_some(path)
}
