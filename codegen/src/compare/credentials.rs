//! Compares the credentials that hosts want, and when requests send them.

use crate::level::Level;
use crate::parse::table::{Auth, Endpoint, Table};

use super::Changes;

/// The times at which a request sends the credentials of its host, the fewest first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Sends {
    Never,
    OnRefusal,
    Always,
}

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
        if before < after && after == Sends::Always {
            // The host says it for all its requests.
            let is_told = old.host == new.host && old.session == new.session;
            if !is_told {
                self.add(Level::Major, part, "needs the credentials of its host");
            }
        } else if old.host != new.host && before != Sends::Never && after != Sends::Never {
            self.add(Level::Major, part, "sends the credentials of another host");
        } else {
            self.differ(Level::Patch, part, "sends credentials at other times", &old.session, &new.session);
        }
    }
}

/// Returns when a request sends the credentials of its host.
fn sends(endpoint: &Endpoint, table: &Table) -> Sends {
    let auth = table.hosts.get(&endpoint.host).and_then(|host| host.auth.as_ref());
    match (auth, endpoint.session.as_deref()) {
        (None, _) | (_, Some("never")) => Sends::Never,
        (_, Some("on_refusal")) => Sends::OnRefusal,
        (_, Some(_)) => Sends::Always,
        (Some(auth), None) if auth.kind == "custom" => Sends::Never,
        (Some(_), None) => Sends::Always,
    }
}
