//! Errors of a transport that the caller brought, as messages may show them.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use crate::redact::Redactor;

/// The error of a transport of the caller's own. Its text and its `Debug` are without the caller's
/// secrets; the error itself is not, so it is only given when asked for.
///
/// ```
/// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
/// use virtual_finance::Error;
///
/// fn timed_out(error: &Error) -> bool {
///     let Error::CustomTransport { source, .. } = error else { return false };
///     source.get_ref().downcast_ref::<std::io::Error>().is_some()
/// }
/// ```
#[derive(Clone)]
pub struct ForeignError {
    shown: String,
    error: Arc<dyn Error + Send + Sync>,
}

impl ForeignError {
    pub(crate) fn new(error: Box<dyn Error + Send + Sync>) -> Self {
        Self { shown: error.to_string(), error: error.into() }
    }

    /// Returns the transport's error as it came. It may repeat what was sent.
    pub fn get_ref(&self) -> &(dyn Error + Send + Sync + 'static) {
        &*self.error
    }

    pub(crate) fn redact(&mut self, redactor: &Redactor) {
        self.shown = redactor.redact(&self.shown);
    }
}

impl fmt::Display for ForeignError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl fmt::Debug for ForeignError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ForeignError").field(&self.shown).finish()
    }
}

impl Error for ForeignError {}

/// Returns an error and its causes, the innermost last.
pub(crate) fn causes<'a>(
    error: &'a (dyn Error + 'static),
) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |error: &&'a (dyn Error + 'static)| (**error).source())
}
