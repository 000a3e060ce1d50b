//! Checks of the content of a request: its method, its constants, its headers and its body.

use std::collections::HashSet;

use virtual_finance_core::catalogue::BodyFormat;

use crate::codes;
use crate::diagnostic::Fault;
use crate::item::Item;
use crate::kind::Kind;
use crate::model::body_format;
use crate::names;
use crate::parse::located::Located;
use crate::parse::table::{Endpoint, Param};

use super::Checker;
use super::fallbacks::{pair_fault, placeholder_fault, query_name_fault};
use super::places::{VISIBLE, is_header_value};

/// Headers that a table cannot set, each with the advice.
const RESERVED: &[(&[&str], &str)] = &[
    (
        &["content-type"],
        "remove it; the place of the parameters gives it, and only 'in: content' and JSON of a type that ends with '+json' \
         take another",
    ),
    (
        &["authorization", "proxy-authorization", "cookie"],
        "remove it; 'auth' of the host says that it wants credentials, and a client is given them",
    ),
    (&["accept-encoding"], "remove it; the client asks for what it can decode"),
    (
        &["host", "content-length", "connection", "transfer-encoding", "upgrade", "te", "trailer", "expect"],
        "remove it; HTTP gives it",
    ),
];

impl Checker<'_, '_> {
    /// Checks the method, the constants and the body of an endpoint.
    pub(super) fn content(&mut self, endpoint: Located<'_, Endpoint>) {
        for pair in endpoint.query().items() {
            self.value(pair, pair_fault(endpoint, &pair, "the query"));
        }
        for pair in endpoint.headers().items() {
            let fault = header_pair_fault(endpoint, &pair);
            self.value(pair, fault.filter(|_| !is_of_content(endpoint, &pair)));
        }
        self.reply_headers(endpoint);
        if let Some(function) = endpoint.body().some() {
            self.value(function, body_fault(&function));
        }
        if !endpoint.method().position().is_broken {
            self.without_body(endpoint);
        }
        self.one_body(endpoint);
    }

    /// Checks the names of the headers of a reply.
    fn reply_headers(&mut self, endpoint: Located<'_, Endpoint>) {
        let mut names = HashSet::new();
        for name in endpoint.reply_headers().items() {
            if let Some(fault) = reply_header_fault(&name) {
                self.value(name, fault);
            } else if !names.insert(name.to_ascii_lowercase()) {
                let message = format!("the header '{}' of a reply would be read twice", *name);
                self.value(name, codes::HEADER_NAME.fault(message, "remove one of them"));
            }
        }
    }

    /// Reports a body of a GET, which has none.
    fn without_body(&mut self, endpoint: Located<'_, Endpoint>) {
        if endpoint.method != "GET" {
            return;
        }
        let fault =
            |message: String| codes::NO_BODY.fault(message, "write 'method: POST', or what the host takes");
        if endpoint.body.is_some() {
            self.key(endpoint.body(), fault("a GET has no body".to_owned()));
            return;
        }
        // That the document needs another method is reported.
        let in_body = endpoint.params().entries().filter(|_| endpoint.graphql.is_none());
        let in_body = in_body.into_iter().find(|(_, found)| is_in_body(found));
        if let Some((param, found)) = in_body {
            self.value(found.place(), fault(format!("'{param}' goes into the body, and a GET has none")));
        }
    }

    /// Reports parameters of two formats of the body, and a second parameter that is the whole body.
    fn one_body(&mut self, endpoint: Located<'_, Endpoint>) {
        let mut params = endpoint.params().entries().filter(|(_, found)| is_in_body(found));
        let made = endpoint.body.as_ref().map(|_| ("body", "the function of 'body'".to_owned()));
        let first = made.or_else(|| {
            let (first, found) = params.next()?;
            Some((found.value().place.as_str(), format!("'{first}'")))
        });
        let Some((format, first)) = first else { return };
        let other = params.find(|(_, found)| found.place != format || found.place == "content");
        let Some((param, found)) = other else { return };
        let message = format!("'{param}' is in another body than {first}, and a request has one");
        let advice = match (endpoint.body.is_some(), format) {
            (true, _) => "write 'in: body', or remove 'body', whose function makes JSON",
            (false, "content") => {
                "remove one of them, or write 'in: body', 'in: form' or 'in: part' at all of them"
            }
            (false, _) => "write one of 'in: body', 'in: form' and 'in: part' at all parameters of the body",
        };
        self.value(found.place(), codes::TWO_BODIES.fault(message, advice));
    }

    /// Checks a parameter whose values are JSON, or that is the whole body.
    pub(super) fn json_value(
        &mut self,
        endpoint: Located<'_, Endpoint>,
        name: &str,
        param: Located<'_, Param>,
        kind: &Kind<'_>,
    ) {
        let fault = |message: &str, advice: &str| codes::JSON_VALUE.fault(message, advice);
        let mut in_body = endpoint.params().entries().filter(|(_, other)| other.place == "body");
        if param.wire.as_deref() == Some(".")
            && param.place == "body"
            && let Some((other, _)) = in_body.find(|(other, _)| *other != name)
        {
            let message = format!("'{name}' is the whole body, and '{other}' is in it, too");
            return self
                .value(param.wire(), fault(&message, "remove one of them, or name a member in 'wire'"));
        }
        if self.misplaced_file(name, param, kind) {
            return;
        }
        if kind.json().is_none() || param.place().position().is_broken {
            return;
        }
        let (what, at) = match param.nullable {
            true => ("null", param.nullable().map(&())),
            false => ("a record, a map or any JSON", param.kind().map(&())),
        };
        let has_json = param.place == "body" || (is_apart(&param.place) && !param.nullable);
        if !has_json {
            let message = format!("'{name}' is in the {}, which cannot have {what}", param.place);
            let advice = match param.nullable {
                true => "remove 'nullable': what is not set is not sent; or write 'in: body'",
                false => "write 'in: body', or another type",
            };
            return self.value(at, fault(&message, advice));
        }
        if param.client || endpoint.body.is_some() {
            let message = format!("{what} goes into the body as it is, and no converter reads it");
            let advice = if param.client { "remove 'client'" } else { "remove 'body' of the endpoint" };
            return self.value(at, fault(&message, advice));
        }
        if let Some(separator) = param.kind().separator() {
            return self.value(separator, fault("these values have no text", "remove the separator"));
        }
        if let Some((choice, _)) = endpoint.choice_of(name) {
            let message = format!("'{name}' belongs to the choice '{choice}', which cannot have {what}");
            self.value(at, fault(&message, "take it out of the choice"));
        }
    }

    /// Reports a file where none can be, and a body as it is that is neither a text nor a file. Returns true if there was one.
    fn misplaced_file(&mut self, name: &str, param: Located<'_, Param>, kind: &Kind<'_>) -> bool {
        let item = kind.json();
        let is_one = matches!(item, Some(Item::Bytes));
        let is_list = matches!(item, Some(Item::List(item)) if **item == Item::Bytes);
        let (at, message, advice) = match param.place.as_str() {
            "content" if item.map_or(matches!(kind, Kind::List { .. }), |_| !is_one) => (
                param.kind().map(&()),
                format!("'{name}' is the body as it is, a text or a file"),
                "write 'string' or 'bytes', or another place such as 'in: body'",
            ),
            "part" if !is_one && !is_list && item.is_some_and(Item::is_file) => (
                param.kind().map(&()),
                format!("'{name}' has files within something else"),
                "write 'bytes' or { list: bytes }",
            ),
            place if !is_apart(place) && item.is_some_and(Item::is_file) => (
                param.place().map(&()),
                format!("'{name}' is a file, which is neither in the {place} nor in JSON"),
                "write 'in: part' for a form, or 'in: content' for the body itself",
            ),
            _ => return false,
        };
        self.value(at, codes::JSON_VALUE.fault(message, advice));
        true
    }

    /// Checks a parameter of a header or of a body.
    pub(super) fn in_message(&mut self, name: &str, param: Located<'_, Param>, kind: &Kind<'_>) {
        let wire = param.value().wire_name(name);
        let fault = match param.place.as_str() {
            "header" => {
                self.value(param.place(), header_value_fault(kind));
                header_name_fault(wire, false)
            }
            // An empty one is reported wherever it is.
            "query" if !wire.is_empty() => query_name_fault(wire, true),
            "body" => member_fault(wire),
            "path" if matches!(kind, Kind::List { repeated: true, .. }) => {
                let message = "a path has one text for a list, and the list has no separator";
                let fault = codes::SEPARATOR.fault(message, "write { list: …, separator: \",\" }");
                return self.value(param.kind().name(), fault);
            }
            _ => None,
        };
        self.wire(param, fault);
    }
}

/// Returns the fault of the name of a function that makes a body, which may be the body itself.
pub(super) fn body_fault(text: &str) -> Option<Fault> {
    if text.contains(['{', '[']) {
        let message = "'body' is the name of a function, and no body";
        let advice = "write 'in: body' at the parameters that are its members, or 'graphql' for a document";
        return Some(codes::NAME_FORM.fault(message, advice));
    }
    names::word_fault(text)
}

fn is_in_body(param: &Param) -> bool {
    matches!(param.place.as_str(), "body" | "form") || is_apart(&param.place)
}

/// Returns true for the place of a body that may have files.
fn is_apart(place: &str) -> bool {
    matches!(place, "part" | "content")
}

/// Returns true for the media type of a body that its format does not say: of a text or a file, or of JSON under a
/// name that ends with `+json`.
fn is_of_content(endpoint: Located<'_, Endpoint>, pair: &str) -> bool {
    let format = body_format(endpoint.value());
    pair.split_once('=').is_some_and(|(name, value)| {
        let is_open = match format {
            Some(BodyFormat::Content) => value.contains('/'),
            Some(BodyFormat::Json) => value.ends_with("+json"),
            _ => false,
        };
        name.eq_ignore_ascii_case("content-type") && is_open && is_header_value(value)
    })
}

/// Returns the fault of a constant header, `Name=value`.
fn header_pair_fault(endpoint: Located<'_, Endpoint>, pair: &str) -> Option<Fault> {
    constant_header_fault(pair, |value| placeholder_fault(endpoint, value, "header", "the header"))
}

/// Returns the fault of a constant header; `judge` judges a value with a placeholder.
pub(super) fn constant_header_fault(pair: &str, judge: impl FnOnce(&str) -> Option<Fault>) -> Option<Fault> {
    let Some((name, value)) = pair.split_once('=') else {
        let message = format!("'{pair}' is not a name and a value");
        let advice = match pair.split_once(':') {
            Some((name, value)) => format!("write '{name}={}'", value.trim()),
            None => format!("write '{pair}=…', for example 'Accept=application/json'"),
        };
        return Some(codes::HEADER_NAME.fault(message, advice));
    };
    header_name_fault(name, false).or_else(|| judge(value)).or_else(|| {
        (!is_header_value(value)).then(|| {
            let message = format!("'{}' cannot be the value of a header", value.escape_debug());
            codes::HEADER_VALUE.fault(message, VISIBLE)
        })
    })
}

/// Returns the fault of the name of a header, if it cannot be sent or is not the table's to set.
/// `is_auth` is true for a header that carries credentials.
pub(super) fn header_name_fault(name: &str, is_auth: bool) -> Option<Fault> {
    if !names::is_token(name) {
        return Some(no_name_fault(name));
    }
    let lower = name.to_ascii_lowercase();
    let found = RESERVED.iter().find(|(names, _)| names.contains(&lower.as_str()));
    found.filter(|(names, _)| !is_auth || !names.contains(&"authorization")).map(|(_, advice)| {
        codes::HEADER_NAME.fault(format!("a table does not set the header '{name}'"), *advice)
    })
}

/// Returns the fault of the name of a header of a reply, if no reply has it or programs do not get it.
fn reply_header_fault(name: &str) -> Option<Fault> {
    if !names::is_token(name) {
        return Some(no_name_fault(name));
    }
    (!names::is_readable_header(name)).then(|| {
        let message = format!("programs do not read the header '{name}' of a reply");
        codes::HEADER_NAME.fault(message, "remove it; the client keeps what credentials it sets")
    })
}

fn no_name_fault(name: &str) -> Fault {
    let message = format!("'{name}' cannot be the name of a header");
    codes::HEADER_NAME.fault(message, "write letters, digits and dashes, like 'X-Page-Size'")
}

/// Returns the fault of a parameter in a header whose type has a value that no header has.
fn header_value_fault(kind: &Kind<'_>) -> Option<Fault> {
    let (_, wrong) = kind.variants().find(|(_, variant)| !is_header_value(&variant.wire))?;
    let message = format!("'{}' cannot be the value of a header", wrong.wire.escape_debug());
    Some(codes::HEADER_VALUE.fault(message, "write 'in: query', or give it other values"))
}

/// Returns the fault of the name of a member of a JSON body: `a.b` is a member of the object `a`.
fn member_fault(wire: &str) -> Option<Fault> {
    (wire != "." && wire.split('.').any(str::is_empty)).then(|| {
        let message = format!("'{wire}' is not the path of a member");
        codes::BAD_WIRE.fault(message, "write names with one '.' between them")
    })
}
