//! Advice about errors: the ends of messages, in the words of the request and of the client.

use std::borrow::Cow;
use std::fmt;

use super::name::RequestName;

/// The advice where a host refuses a caller whose authenticator knows nothing better.
pub(crate) const CHECK_CREDENTIALS: &str = "check the credentials, or ask again later";
/// The advice where a host wants fewer requests.
pub(super) const ASK_LESS_OFTEN: &str = "ask less often and wait before the next request";

/// The advice where a request that may change something reached its host, and nobody knows what came of it.
pub(super) const LOOK_FIRST: &str = "it may have taken effect: look before you send it again";

/// Returns the end of a message about the body of a reply to a request that may have changed something.
pub(super) fn effect(request: &RequestName) -> String {
    if request.may_change() { format!("; {LOOK_FIRST}") } else { String::new() }
}

/// The facts that the advice of an error is made of.
#[derive(Clone, Copy)]
pub(super) struct Advice<'a> {
    /// The request, where it is known.
    pub(super) request: Option<&'a RequestName>,
    /// The advice of the client's authenticator where a host refuses the caller.
    pub(super) refused: Option<&'a str>,
}

impl Advice<'_> {
    /// Returns the advice for a reply of that status.
    pub(super) fn of_status(self, status: u16) -> Cow<'static, str> {
        match status {
            401 | 403 => self.of_refusal().into(),
            404 => format!("check {}", self.subject()).into(),
            429 => ASK_LESS_OFTEN.into(),
            408 | 500.. => "ask again later".into(),
            _ => "check the parameters".into(),
        }
    }

    /// Returns the advice for a host that refuses the caller.
    pub(super) fn of_refusal(self) -> String {
        format!("the host refuses this caller: {}", self.refused.unwrap_or(CHECK_CREDENTIALS))
    }

    /// Returns true for a request that may change something at its host.
    pub(super) fn may_change(self) -> bool {
        self.request.is_some_and(RequestName::may_change)
    }

    /// Returns what may be wrong where the host has nothing: the parameter that is the request's subject.
    pub(super) fn subject(self) -> Cow<'static, str> {
        match self.request.map(RequestName::parameter) {
            Some(Some(parameter)) => format!("the {parameter}").into(),
            Some(None) => "the parameters".into(),
            None => "the name that was asked for".into(),
        }
    }
}

/// Returns a part of a message between two texts; nothing where there is none.
pub(super) fn beside(before: &str, found: Option<impl fmt::Display>, after: &str) -> String {
    found.map(|found| format!("{before}{found}{after}")).unwrap_or_default()
}
