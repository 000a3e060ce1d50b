//! The words of the table that choose one of several things.

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

/// The format of the body of a request.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum BodyFormat {
    Json,
    Form,
    Multipart,
    Content,
}

/// The kind of a raw reply.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RawKind {
    Text,
    Json,
    Bytes,
    Lines,
    Events,
    Csv,
    Xml,
}

/// The values that a member may have beside those of its type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    Required,
    Nullable,
    Optional,
    OptionalOrNull,
}

/// The requests that a session goes along with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum SessionUse {
    Never,
    OnRefusal,
    Always,
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

impl BodyFormat {
    /// Returns the format of the body of an endpoint; none where it has no body.
    pub(crate) fn of(endpoint: &table::Endpoint) -> Option<Self> {
        let has = |place: &str| endpoint.params.values().any(|param| param.place == place);
        if endpoint.body.is_some() || endpoint.graphql.is_some() {
            return Some(Self::Json);
        }
        let formats = [
            ("body", Self::Json),
            ("form", Self::Form),
            ("part", Self::Multipart),
            ("content", Self::Content),
        ];
        formats.into_iter().find(|(place, _)| has(place)).map(|(_, format)| format)
    }
}

impl RawKind {
    pub(super) fn new(word: &str) -> Option<Self> {
        match word {
            "txt" => Some(Self::Text),
            "json" => Some(Self::Json),
            "bytes" => Some(Self::Bytes),
            "ndjson" => Some(Self::Lines),
            "sse" => Some(Self::Events),
            "csv" => Some(Self::Csv),
            "xml" => Some(Self::Xml),
            _ => None,
        }
    }
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

impl SessionUse {
    /// Returns the use that a request to a host makes of its credentials.
    pub(super) fn of(word: Option<&str>, host: &str, table: &Table) -> Option<Self> {
        let auth = table.hosts.get(host)?.auth.as_ref();
        match word {
            // An authenticator of the client's own knows requests that need nothing.
            None => Some(match auth {
                Some(auth) if auth.kind != "custom" => Self::Always,
                _ => Self::Never,
            }),
            Some("never") => Some(Self::Never),
            Some("on_refusal") => Some(Self::OnRefusal),
            Some("always") => Some(Self::Always),
            Some(_) => None,
        }
    }
}
