//! Errors that the market-data hosts send instead of data, beside the errors of every host: refused sessions, and
//! pages that want consent or a login, or announce maintenance.

use virtual_finance_core::read::refusal;
use virtual_finance_core::{ConversionError, Fault};

use crate::fault::MarketFault;

pub(crate) use virtual_finance_core::read::refusal::{contains, of_text};

/// Longer pages are pages of data, in bytes; the form of consent has 90 KB.
const MAX_PAGE: usize = 256 * 1024;

/// Descriptions of refusals whose code says nothing known.
const UNAUTHORIZED: [&str; 3] = ["Invalid Crumb", "Invalid Cookie", "User is unable to access this feature"];

/// Returns the fault for the host's own error. The first of status, code and description that is known decides.
pub(crate) fn of_host(status: Option<u16>, code: String, description: String) -> Fault {
    match refusal::of_host(status, code, description) {
        Fault::ErrorReply { code, description, .. }
            if UNAUTHORIZED.iter().any(|known| refusal::contains(&description, known)) =>
        {
            Fault::Unauthorized { code, description }
        }
        fault => fault,
    }
}

/// Returns the fault for a page where something else was asked for.
pub(crate) fn of_page(page: &str, expected: &'static str) -> Fault {
    known_page(page).map_or_else(|| refusal::of_page(page, expected), Fault::from)
}

/// Returns the error for a page that should have data and has none: the given one, unless the page is known to be of
/// another kind.
pub(crate) fn of_page_without_data(page: &str, error: ConversionError) -> ConversionError {
    match of_page(page, "a page with data") {
        Fault::WrongKind { .. } => error,
        known => known.into(),
    }
}

/// Returns the fault for a page of a known kind that has no data. Pages with data may link to all of these, so that
/// only what their forms have tells them.
fn known_page(page: &str) -> Option<MarketFault> {
    let contains = |words| refusal::contains(page, words);
    if page.len() > MAX_PAGE {
        None
    } else if contains("csrfToken") && contains("consent") {
        Some(MarketFault::ConsentPage)
    } else if contains("type=\"password\"") || contains("login-username") {
        Some(MarketFault::LoginPage)
    } else if contains("right back") {
        Some(MarketFault::MaintenancePage)
    } else {
        None
    }
}
