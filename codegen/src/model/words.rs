//! The words of the table that choose one of several things.

use virtual_finance_core::catalogue::{BodyFormat, RawKind, SessionUse};

use crate::parse::table::{self, Table};

/// The place of a parameter in a request.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ParamLocation {
    Path,
    Query,
    Header,
    Body,
    Client,
}

/// The values that a member may have beside those of its type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    Required,
    Nullable,
    Optional,
    OptionalOrNull,
}

impl ParamLocation {
    pub(super) fn new(word: &str) -> Option<Self> {
        match word {
            "path" => Some(Self::Path),
            "query" => Some(Self::Query),
            "header" => Some(Self::Header),
            "body" | "form" | "part" | "content" => Some(Self::Body),
            "client" => Some(Self::Client),
            _ => None,
        }
    }
}

/// Returns the format of the body of an endpoint; none where it has no body.
pub(crate) fn body_format(endpoint: &table::Endpoint) -> Option<BodyFormat> {
    use BodyFormat::{Content, Form, Json, Multipart};

    let has = |place: &str| endpoint.params.values().any(|param| param.place == place);
    if endpoint.body.is_some() || endpoint.graphql.is_some() {
        return Some(Json);
    }
    let formats = [("body", Json), ("form", Form), ("part", Multipart), ("content", Content)];
    formats.into_iter().find(|(place, _)| has(place)).map(|(_, format)| format)
}

/// Returns the kind of a raw reply.
pub(crate) fn raw_kind(word: &str) -> Option<RawKind> {
    use RawKind::{Bytes, Csv, Events, Json, Lines, Text, Xml};

    [Text, Json, Bytes, Lines, Events, Csv, Xml].into_iter().find(|kind| kind.as_str() == word)
}

impl Presence {
    pub(super) fn of(field: &table::Field) -> Self {
        match (field.optional, field.nullable) {
            (false, false) => Self::Required,
            (false, true) => Self::Nullable,
            (true, false) => Self::Optional,
            (true, true) => Self::OptionalOrNull,
        }
    }
}

/// Returns the use that a request to a host makes of its credentials.
pub(super) fn session_use(word: Option<&str>, host: &str, table: &Table) -> Option<SessionUse> {
    let auth = table.hosts.get(host)?.auth.as_ref();
    let Some(word) = word else {
        // An authenticator of the client's own knows requests that need nothing.
        let is_always = auth.is_some_and(|auth| auth.kind != "custom");
        return Some(if is_always { SessionUse::Always } else { SessionUse::Never });
    };
    let uses = [SessionUse::Never, SessionUse::OnRefusal, SessionUse::Always];
    uses.into_iter().find(|found| found.as_str() == word)
}
