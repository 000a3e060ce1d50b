//! The seam between the server and the replies.

use virtual_finance_core::Host;
use virtual_finance_core::request::EndpointInfo;

use crate::credentials;
use crate::examples::Examples;
use crate::fitting::misfits;
use crate::nearest::Nearest;
use crate::reply::Reply;
use crate::request::{SampleRequest, Sent};
use crate::upgrade::Upgrade;

/// The replies of a [`SampleHost`](crate::SampleHost).
pub trait Service: Send + Sync + 'static {
    /// Returns the reply to a request.
    fn reply(&self, request: &SampleRequest<'_>) -> Reply;

    /// Returns the agreement to go on in another protocol, instead of a reply; none unless a service has one.
    fn upgrade(&self, _request: &SampleRequest<'_>) -> Option<Upgrade> {
        None
    }

    /// Returns true if it stands for that host of the table.
    fn serves(&self, host: &Host) -> bool;
}

/// The replies of the examples of a catalogue, and the refusal of everything else.
pub(crate) struct Catalogue(pub(crate) Examples);

impl Service for Catalogue {
    fn reply(&self, request: &SampleRequest<'_>) -> Reply {
        let Self(examples) = self;
        let Some(sent) = Sent::new(request) else { return not_found() };
        if let Some(token) = credentials::token(examples.endpoints(), &sent) {
            return token;
        }
        let methods = examples.methods(&sent);
        if methods.is_empty() {
            return not_found();
        }
        if !methods.contains(&sent.method) {
            return Reply::wrong_method(&methods);
        }
        let of_path: Vec<&EndpointInfo> = examples.matching(&sent).collect();
        if let Some(refusal) = of_path.iter().find_map(|info| credentials::refusal(info, &sent)) {
            return refusal;
        }
        if let Some(reply) = examples.exact(&sent) {
            return reply;
        }
        let misfits = of_path.first().map(|info| misfits(info, &sent)).unwrap_or_default();
        if !misfits.is_empty() {
            return Reply::error(400, "Bad Request", &misfits.join("; "));
        }
        match (Nearest::of(*examples, &sent), of_path.first()) {
            (Some(nearest), _) => nearest.reply(),
            (None, Some(info)) => {
                let text = format!("{} has no example with a reply: add one to its 'examples'", info.name);
                Reply::error(404, "Not Found", &text)
            }
            (None, None) => not_found(),
        }
    }

    fn serves(&self, host: &Host) -> bool {
        let Self(examples) = self;
        examples.endpoints().iter().any(|info| info.hosts.iter().any(|known| known.name == host.name))
    }
}

fn not_found() -> Reply {
    Reply::error(404, "Not Found", "the table has no such path")
}
