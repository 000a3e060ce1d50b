//! The errors of a server of the document: problem documents (RFC 9457), by status.

use virtual_finance_core::{ErrorKind, Value};

use crate::json::{named, object};

/// An error that a server answers with.
struct Problem {
    status: u16,
    /// The name of its response.
    name: &'static str,
    description: &'static str,
    /// A header that it has, with its description.
    header: Option<(&'static str, &'static str)>,
}

const RETRY_AFTER: (&str, &str) = ("Retry-After", "The seconds after which the request may be sent again.");

/// The errors that are about the server itself.
const OF_SERVER: [Problem; 11] = [
    Problem {
        status: 401,
        name: "Unauthorized",
        description: "The request has no token that the server knows.",
        header: Some(("WWW-Authenticate", "The scheme, which is `Bearer`.")),
    },
    Problem::of(403, "Forbidden", "A page of another origin asks."),
    Problem {
        status: 405,
        name: "MethodNotAllowed",
        description: "The path is asked with another method.",
        header: Some(("Allow", "The methods that the path has.")),
    },
    Problem::of(406, "NotAcceptable", "No format is one that `Accept` names."),
    Problem::of(408, "TooSlow", "The body did not come in time."),
    Problem::of(412, "OtherResponse", "The response is not the one that `If-Match` names."),
    Problem::of(413, "TooLarge", "The body has too many bytes."),
    Problem::of(414, "AddressTooLong", "The address has too many bytes."),
    Problem::of(415, "UnsupportedMediaType", "The body has another media type."),
    Problem::of(421, "Misdirected", "The header `Host` names another machine."),
    Problem {
        status: 503,
        name: "Busy",
        description: "Too many requests are under way.",
        header: Some(RETRY_AFTER),
    },
];

impl Problem {
    const fn of(status: u16, name: &'static str, description: &'static str) -> Self {
        Self { status, name, description, header: None }
    }
}

/// Returns the responses of an operation: the good response and the errors.
pub(super) fn with_errors(good: Value) -> Value {
    let errors = all().into_iter().map(|Problem { status, name, .. }| {
        let reference = format!("#/components/responses/{name}");
        (status.to_string(), object([("$ref", Some(reference.into()))]))
    });
    named(std::iter::once(("200".to_owned(), good)).chain(errors))
}

/// Returns the responses of errors by name.
pub(super) fn responses() -> impl Iterator<Item = (String, Value)> {
    all().into_iter().map(|Problem { name, description, header, .. }| {
        let schema = object([("$ref", Some("#/components/schemas/Error".into()))]);
        let content = object([("schema", Some(schema))]);
        let headers = header.map(|(name, description)| {
            let schema = object([("type", Some("string".into()))]);
            let header = object([("description", Some(description.into())), ("schema", Some(schema))]);
            named([(name.to_owned(), header)])
        });
        let response = object([
            ("description", Some(description.into())),
            ("headers", headers),
            ("content", Some(object([("application/problem+json", Some(content))]))),
        ]);
        (name.to_owned(), response)
    })
}

/// Returns the schema of a problem document.
pub(super) fn schema() -> Value {
    let mut schema: Value = serde_json::from_str(include_str!("problem.json")).unwrap_or_default();
    if let Some(statuses) = schema.pointer_mut("/properties/status/enum") {
        *statuses = all().iter().map(|problem| problem.status).chain([500]).collect();
    }
    schema
}

/// Returns all errors by status: of requests and of the server.
fn all() -> Vec<Problem> {
    let of_requests = ErrorKind::ALL.into_iter().filter_map(|kind| {
        let header = (kind == ErrorKind::RateLimited).then_some(RETRY_AFTER);
        let (status, name) = (kind.gateway_status()?, kind.response_name());
        Some(Problem { status, name, description: kind.description(), header })
    });
    let mut all: Vec<Problem> = of_requests.chain(OF_SERVER).collect();
    all.sort_by_key(|problem| problem.status);
    all
}
