//! Compares the credentials that hosts want, and when requests send them.

use virtual_finance_core::catalogue::SessionUse;

use crate::level::Level;
use crate::model::session_use;
use crate::parse::table::{Auth, Endpoint, Table};

use super::Changes;

impl Changes<'_> {
    /// Compares the credentials of a host.
    pub(super) fn auth(&mut self, part: &str, old: Option<&Auth>, new: Option<&Auth>) {
        match (old, new) {
            (None, Some(_)) => self.add(Level::Major, part, "wants credentials"),
            (Some(_), None) => self.add(Level::Minor, part, "no longer wants credentials"),
            (Some(old), Some(new)) => self.keys(part, old, new),
            (None, None) => {}
        }
    }

    /// Compares when a request sends credentials: a program that has none is refused what needs them.
    pub(super) fn session(&mut self, part: &str, old: &Endpoint, new: &Endpoint) {
        let (before, after) = (sends(old, self.old), sends(new, self.new));
        if before != SessionUse::Always && after == SessionUse::Always {
            // The host says it for all its requests.
            let is_told = old.host == new.host && old.session == new.session;
            if !is_told {
                self.add(Level::Major, part, "needs the credentials of its host");
            }
        } else if old.host != new.host && before != SessionUse::Never && after != SessionUse::Never {
            self.add(Level::Major, part, "sends the credentials of another host");
        } else {
            self.differ(Level::Patch, part, "sends credentials at other times", &old.session, &new.session);
        }
    }
}

/// Returns when a request sends the credentials of its host.
fn sends(endpoint: &Endpoint, table: &Table) -> SessionUse {
    session_use(endpoint.session.as_deref(), &endpoint.host, table).unwrap_or(SessionUse::Never)
}
