//! The client: checks a request, sends it, and has its reply converted. It asks other sources where a reply cannot be
//! converted. Between two requests it keeps its connections, its authenticator, which source of an endpoint worked, and
//! in a replay which records were used, so that dropping a request's future leaves nothing behind.

mod answer;
mod batched;
mod body;
mod builder;
mod compose;
mod connect;
mod cut;
mod description;
mod download;
mod events;
mod from_cache;
mod handle;
mod inner;
mod many;
mod message;
mod pages;
mod patience;
mod place;
mod ready;
mod run;
#[cfg(feature = "socket")]
mod socket;
mod source_memory;
mod sources;
mod window;

pub use batched::Batched;
pub use builder::{ClientBuilder, ExtendedBuilder, Extension, SessionFile};
pub use download::Download;
pub use events::Events;
pub use handle::Client;
pub use many::{Answered, Many, Progress};
pub use pages::{Items, Pages};
#[cfg(feature = "socket")]
pub use socket::SocketRequest;
pub use source_memory::SourceMemory;
