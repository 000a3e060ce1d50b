//! Errors as problem documents (RFC 9457).

use std::time::Duration;

use http::StatusCode;
use serde_json::{Map, Value, json};
use virtual_finance_command::Failure;
use virtual_finance_core::{Error, ErrorKind};

/// An error of a request to the gateway.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    detail: String,
    /// The members beside those that every problem has.
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

    /// Sets the methods that the path has.
    pub(crate) fn allowing(self, methods: &'static str) -> Self {
        Self { allow: Some(methods), ..self }
    }

    /// Returns the body: a JSON object.
    pub(crate) fn body(&self, instance: &str) -> Vec<u8> {
        let mut body = json!({
            "type": "about:blank",
            "title": self.status.canonical_reason().unwrap_or("Error"),
            "status": self.status.as_u16(),
            "detail": self.detail,
            "instance": instance,
        });
        if let Some(object) = body.as_object_mut() {
            object.extend((*self.members).clone());
        }
        body.to_string().into_bytes()
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
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
