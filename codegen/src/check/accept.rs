//! Checks that a request asks for the format in which its reply is read.

use crate::codes;
use crate::diagnostic::Fault;
use crate::kind::Kind;
use crate::model::is_empty;
use crate::parse::located::Located;
use crate::parse::table::{Endpoint, Param};

use super::Checker;

/// The header that says which formats a reply may have.
const ACCEPT: &str = "accept";

/// A format that media types name.
struct Format {
    name: &'static str,
    /// The beginnings and the ends of its media types.
    media_types: (&'static [&'static str], &'static [&'static str]),
    /// The word of `raw` for it, and the other ones that its replies may be read as. Bytes are any format.
    raws: &'static [&'static str],
}

/// The formats that are no other one. Hosts write `text/plain` and `application/octet-stream` for any.
const FORMATS: &[Format] = &[
    Format { name: "lines of JSON", media_types: (&[], LINES), raws: &["ndjson", "txt"] },
    Format { name: "JSON", media_types: (&[], &["/json", "+json"]), raws: &["json", "ndjson", "sse", "txt"] },
    Format { name: "CSV", media_types: (&[], &["/csv"]), raws: &["csv", "txt"] },
    Format { name: "XML", media_types: (&[], &["/xml", "+xml"]), raws: &["xml", "txt"] },
    Format { name: "a page", media_types: (&["text/html"], &[]), raws: &["txt"] },
    Format { name: "events", media_types: (&["text/event-stream"], &[]), raws: &["sse", "txt"] },
    Format { name: "a file", media_types: (FILES, &[]), raws: &["bytes"] },
];

const LINES: &[&str] = &["/x-ndjson", "/ndjson", "/jsonl", "/x-jsonlines", "/jsonlines"];

const FILES: &[&str] = &["image/", "audio/", "video/", "font/", "application/pdf", "application/zip"];

/// The media type to ask for, by the word of `raw`.
const ASKED: &[(&str, &str)] = &[
    ("json", "application/json"),
    ("ndjson", "application/x-ndjson"),
    ("sse", "text/event-stream"),
    ("csv", "text/csv"),
    ("xml", "application/xml"),
    ("txt", "text/plain"),
];

impl Checker<'_, '_> {
    /// Reports a constant header that asks for another format than that of the reply.
    pub(super) fn accept(&mut self, endpoint: Located<'_, Endpoint>, pair: Located<'_, String>) {
        let Some(value) = accepted(&pair) else { return };
        if let Some(found) = other_format(endpoint, value) {
            let message =
                format!("'{}' asks for {}, and the reply is 'raw: {}'", *pair, found.name, endpoint.raw);
            let advice =
                format!("write 'Accept={}', or 'raw: {}'", media_type_of(&endpoint.raw), found.own());
            self.value(pair, Fault::new(codes::HEADER_VALUE, message, advice));
        }
    }

    /// Reports a constant header of the host that asks for another format, where the endpoint has none of its own.
    pub(super) fn accept_of_host(&mut self, endpoint: Located<'_, Endpoint>) {
        let is_own = endpoint.headers.iter().any(|pair| accepted(pair).is_some())
            || endpoint.params().entries().any(|(name, param)| is_accept(name, param.value()));
        let host = self.table.hosts().named(&endpoint.host);
        let Some(host) = host.filter(|host| !is_own && !host.headers().has_broken()) else { return };
        let Some(value) = host.headers.iter().find_map(|pair| accepted(pair)) else { return };
        if let Some(found) = other_format(endpoint, value)
            && !endpoint.headers().has_broken()
        {
            let message = format!(
                "the headers of '{}' ask for {}, and the reply is 'raw: {}'",
                *endpoint.host(),
                found.name,
                endpoint.raw
            );
            let advice = format!(
                "add 'headers: [Accept={}]', or write 'raw: {}'",
                media_type_of(&endpoint.raw),
                found.own()
            );
            self.value(endpoint.raw(), Fault::new(codes::HEADER_VALUE, message, advice));
        }
    }

    /// Reports a parameter that is the header and whose default, or each of its values, asks for another format.
    pub(super) fn accept_of_param(
        &mut self,
        endpoint: Located<'_, Endpoint>,
        name: &str,
        param: Located<'_, Param>,
        kind: &Kind<'_>,
    ) {
        if !is_accept(name, param.value()) {
            return;
        }
        let default = param.default.as_ref().map(ToString::to_string);
        let found = match (&default, kind) {
            (Some(value), _) => other_format(endpoint, value),
            (None, Kind::Enum { name, open: false, variants }) if self.lists_all(name) => {
                let mut others = variants.values().map(|variant| other_format(endpoint, &variant.wire));
                let first = others.next().flatten();
                first.filter(|_| others.all(|other| other.is_some()))
            }
            _ => None,
        };
        let Some(found) = found else { return };
        let what = if default.is_some() { "the default" } else { "each value" };
        let message =
            format!("{what} of '{name}' asks for {}, and the reply is 'raw: {}'", found.name, endpoint.raw);
        let advice = format!("write '{}', or 'raw: {}'", media_type_of(&endpoint.raw), found.own());
        let fault = Fault::new(codes::HEADER_VALUE, message, advice);
        match default {
            Some(_) => self.value(param.default(), fault),
            None => self.value(param.kind(), fault),
        }
    }
}

impl Format {
    /// Returns the word of `raw` for it.
    fn own(&self) -> &'static str {
        self.raws.first().copied().unwrap_or_default()
    }

    /// Returns true for a media type of it, in small letters.
    fn has(&self, media_type: &str) -> bool {
        let (beginnings, ends) = self.media_types;
        beginnings.iter().any(|beginning| media_type.starts_with(beginning))
            || ends.iter().any(|end| media_type.ends_with(end))
    }
}

/// Returns true for a parameter that is the header.
fn is_accept(name: &str, param: &Param) -> bool {
    param.place == "header" && param.wire.as_deref().unwrap_or(name).eq_ignore_ascii_case(ACCEPT)
}

/// Returns the media types of a constant header that asks for some.
fn accepted(pair: &str) -> Option<&str> {
    pair.split_once('=').filter(|(name, _)| name.eq_ignore_ascii_case(ACCEPT)).map(|(_, value)| value)
}

/// Returns the first format that media types name, if none of them can be that of the reply.
fn other_format(endpoint: Located<'_, Endpoint>, accepted: &str) -> Option<&'static Format> {
    let has_data = !endpoint.response.as_ref().is_some_and(|response| is_empty(&response.kind));
    if endpoint.raw == "bytes" || endpoint.raw().position().is_broken || !has_data {
        return None;
    }
    let other = |media_type: &str| {
        let media_type = media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        let found = FORMATS.iter().find(|format| format.has(&media_type))?;
        (!found.raws.contains(&endpoint.raw.as_str())).then_some(found)
    };
    let mut all = accepted.split(',').map(other);
    let first = all.next().flatten()?;
    all.all(|other| other.is_some()).then_some(first)
}

/// Returns the media type to ask for.
fn media_type_of(raw: &str) -> &'static str {
    ASKED.iter().find(|(known, _)| *known == raw).map_or("*/*", |(_, media_type)| media_type)
}
