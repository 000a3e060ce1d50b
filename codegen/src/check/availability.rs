//! Checks of versions and deprecations.

use crate::codes;
use crate::diagnostic::Fault;
use crate::parse::located::Located;

use super::Checker;

impl Checker<'_, '_> {
    /// Checks the version of a part, and the advice what to use instead.
    pub(super) fn availability(
        &mut self,
        since: Located<'_, Option<String>>,
        deprecated: Located<'_, Option<String>>,
    ) {
        if let Some(since) = since.some()
            && !is_version(&since)
        {
            let message = format!("'{}' is not a version", *since);
            let advice = "write one such as '1.2' or '1.2.0'";
            self.value(since, Fault::new(codes::AVAILABILITY, message, advice));
        }
        if let Some(deprecated) = deprecated.some() {
            self.plain(deprecated, deprecated.trim());
            if deprecated.trim().is_empty() {
                let message = "nobody is told what to use instead";
                let advice = "write it, like 'Use Fruits.'";
                self.value(deprecated, Fault::new(codes::AVAILABILITY, message, advice));
            }
        }
    }
}

/// Returns true for one to three numbers with dots between them.
fn is_version(text: &str) -> bool {
    let parts: Vec<&str> = text.split('.').collect();
    let is_number = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    parts.len() <= 3 && parts.iter().all(is_number)
}
