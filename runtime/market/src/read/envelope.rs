//! JSON envelopes: `{"chart": {"result": […], "error": null}}`. An error may stand under another key
//! than the endpoint's.

use virtual_finance_core::read::host_error::{HostError, host_error};
use virtual_finance_core::{ConversionError, Fault, RawReply};

use crate::read::json::First;
use crate::read::{members, refusal};

members! {
    /// The object under an envelope's key.
    pub(crate) struct Envelope[T] {
        result: "result" => Option<T>,
        error: "error" => Option<HostError>,
    }
}

impl<T> Envelope<T> {
    /// Returns the result, which is about what was asked for: without it the host knows nothing of that.
    ///
    /// # Errors
    /// 422: the host answers with an error, or there is no result.
    pub(crate) fn result(self, path: &'static str) -> Result<T, ConversionError> {
        self.checked()?.ok_or_else(|| Fault::Nothing { path }.into())
    }

    /// Returns the result, where there is one.
    ///
    /// # Errors
    /// 422: the host answers with an error.
    pub(crate) fn checked(self) -> Result<Option<T>, ConversionError> {
        match self.error.map(HostError::shown) {
            Some((code, description)) => Err(refusal::of_host(None, code, description).into()),
            None => Ok(self.result),
        }
    }
}

members! {
    /// The reply of most services.
    pub(crate) struct Finance[T] {
        envelope: "finance" => Option<Envelope<T>>,
    }
}

impl<T> Finance<T> {
    /// Returns the envelope of the reply.
    ///
    /// # Errors
    /// 422: there is none.
    pub(crate) fn envelope(self, reply: RawReply<'_>) -> Result<Envelope<T>, Fault> {
        self.envelope.ok_or_else(|| missing(reply, "finance"))
    }
}

impl<T> Finance<First<T>> {
    /// Returns the only result.
    ///
    /// # Errors
    /// 422: the host answers with an error, or there is no result.
    pub(crate) fn first(self, reply: RawReply<'_>) -> Result<T, ConversionError> {
        let First(first) = self.envelope(reply)?.result("finance.result")?;
        first.ok_or_else(|| Fault::Nothing { path: "finance.result[0]" }.into())
    }
}

/// Returns the fault for an envelope that is not there: the host's own error, where it stands under another key.
pub(crate) fn missing(reply: RawReply<'_>, path: &'static str) -> Fault {
    match host_error(reply.bytes()) {
        Some((code, description)) => refusal::of_host(None, code, description),
        None => Fault::missing(path),
    }
}
