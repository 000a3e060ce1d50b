//! Errors as problem documents (RFC 9457).

use std::time::Duration;

use http::StatusCode;
use serde_json::{Map, Value, json};
use virtual_finance_core::error::RecordFault;
use virtual_finance_core::{Error, ErrorKind};
use virtual_finance_tables::text::Failure;

/// An error of a request to the gateway.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    pub(crate) detail: String,
    /// The members beside the members of every problem.
    members: Box<Map<String, Value>>,
    pub(crate) retry_after: Option<Duration>,
    /// The methods that a path has instead.
    pub(crate) allow: Option<&'static str>,
}

impl Problem {
    /// Creates a problem with what is wrong and what to do, in a sentence.
    pub(crate) fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        Self { status, detail: detail.into(), members: Box::default(), retry_after: None, allow: None }
    }

    pub(crate) fn bad(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, detail)
    }

    /// Creates the problem of a gateway that has enough to do.
    pub(crate) fn busy(detail: &str) -> Self {
        let problem = Self::new(StatusCode::SERVICE_UNAVAILABLE, detail);
        Self { retry_after: Some(Duration::from_secs(1)), ..problem }
    }

    /// Creates the problem of a method that the path does not have, with the methods that it has.
    pub(crate) fn of_method(detail: String, methods: &'static str) -> Self {
        Self { allow: Some(methods), ..Self::new(StatusCode::METHOD_NOT_ALLOWED, detail) }
    }

    /// Creates the problem of a request for several subjects all of which failed: the first one's, with all of them.
    pub(crate) fn of_all(failures: Vec<(String, Self)>) -> Self {
        let all = Self::members_of(&failures);
        let first = failures.into_iter().next().map(|(_, problem)| problem);
        let mut problem = first.unwrap_or_else(|| Self::bad("the request names nothing: name a subject"));
        problem.members.insert("failures".to_owned(), all);
        problem
    }

    /// Returns problems by subject, as an object.
    pub(crate) fn members_of(failures: &[(String, Self)]) -> Value {
        let members =
            failures.iter().map(|(subject, problem)| (subject.clone(), Value::from(problem.object())));
        members.collect()
    }

    /// Returns the body: a JSON object with the path that was asked.
    pub(crate) fn body(&self, instance: &str) -> Vec<u8> {
        self.value(instance).to_string().into_bytes()
    }

    /// Returns the problem as the value of its body.
    pub(crate) fn value(&self, instance: &str) -> Value {
        let mut body = self.object();
        body.insert("instance".to_owned(), instance.into());
        Value::Object(body)
    }

    fn object(&self) -> Map<String, Value> {
        let title = self.status.canonical_reason().unwrap_or("Error");
        let members = [
            ("type", Value::from("about:blank")),
            ("title", title.into()),
            ("status", self.status.as_u16().into()),
            ("detail", self.detail.as_str().into()),
        ];
        let members = members.into_iter().map(|(name, value)| (name.to_owned(), value));
        members.chain((*self.members).clone()).collect()
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        // A folder of records is the host then. Its place concerns nobody who asks.
        if let Error::Record { request, fault: RecordFault::Absent { asked, .. } } = &error {
            let advice = "ask for what was recorded, or start the gateway with --record to keep the reply";
            let detail = format!("{request}: there is no record of {asked}: {advice}");
            let mut problem = Self::new(StatusCode::NOT_FOUND, detail);
            problem.members.insert("kind".to_owned(), ErrorKind::NotFound.response_name().into());
            return problem;
        }
        let kind = error.kind();
        // A kind without a status is about the gateway itself.
        let status = kind.gateway_status().and_then(|status| StatusCode::from_u16(status).ok());
        let mut problem = Self::new(status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR), error.to_string());
        problem.retry_after = error.retry_after();
        problem.members.insert("kind".to_owned(), kind.response_name().into());
        if let Error::Params(errors) = &error {
            let faults: Vec<Value> = errors
                .faults()
                .iter()
                .map(|fault| json!({ "parameter": fault.param(), "detail": fault.to_string() }))
                .collect();
            problem.members.insert("request".to_owned(), errors.request().into());
            problem.members.insert("faults".to_owned(), faults.into());
        }
        if let Some(status) = error.status() {
            problem.members.insert("code".to_owned(), status.into());
        }
        let attempts: Vec<Value> = error
            .attempts()
            .iter()
            .map(|attempt| {
                json!({ "failure": attempt.failure.to_string(), "waitSeconds": attempt.wait.as_secs_f64() })
            })
            .collect();
        if !attempts.is_empty() {
            problem.members.insert("attempts".to_owned(), attempts.into());
        }
        problem
    }
}

impl From<Failure> for Problem {
    /// What a caller can ask better is a bad request.
    fn from(failure: Failure) -> Self {
        let is_bad = failure.code() == ErrorKind::Params.exit_code();
        let status = if is_bad { StatusCode::BAD_REQUEST } else { StatusCode::UNPROCESSABLE_ENTITY };
        Self::new(status, failure.message())
    }
}
