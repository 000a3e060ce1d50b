//! The words of the table that choose one of several things.

use virtual_finance_core::catalogue::{BodyFormat, ParamLocation, RawKind, SessionUse};

use crate::parse::table::{self, Table};

/// The values that a member may have beside its type's.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    Required,
    Nullable,
    Optional,
    OptionalOrNull,
}

/// Returns the place of a parameter in a request.
pub(super) fn location(word: &str) -> Option<ParamLocation> {
    use ParamLocation::{Body, Client, Header, Path, Query};

    if ["form", "part", "content"].contains(&word) {
        return Some(Body);
    }
    [Path, Query, Header, Body, Client].into_iter().find(|place| place.as_str() == word)
}

/// Returns the format of the body of an endpoint; none where it has no body.
pub fn body_format(endpoint: &table::Endpoint) -> Option<BodyFormat> {
    use BodyFormat::{Content, Form, Json, Multipart};

    let has = |place: &str| endpoint.params.values().any(|param| param.place == place);
    if endpoint.body.is_some() || endpoint.graphql.is_some() {
        return Some(Json);
    }
    let formats = [("body", Json), ("form", Form), ("part", Multipart), ("content", Content)];
    formats.into_iter().find(|(place, _)| has(place)).map(|(_, format)| format)
}

/// Returns the kind of a raw reply.
pub fn raw_kind(word: &str) -> Option<RawKind> {
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
pub fn session_use(word: Option<&str>, host: &str, table: &Table) -> Option<SessionUse> {
    let auth = table.hosts.get(host)?.auth.as_ref();
    let Some(word) = word else {
        // An authenticator of the client's own knows requests that need nothing.
        let is_always = auth.is_some_and(|auth| auth.kind != "custom");
        return Some(if is_always { SessionUse::Always } else { SessionUse::Never });
    };
    let uses = [SessionUse::Never, SessionUse::OnRefusal, SessionUse::Always];
    uses.into_iter().find(|found| found.as_str() == word)
}
