//! The client for programs that are not asynchronous: the same requests, settings and errors, with
//! a runtime of its own on the calling thread.

mod client;
mod download;
mod events;
mod pages;
mod waited;

pub use client::{Blocking, Client, Many};
pub use download::Download;
pub use events::Events;
pub use pages::{Items, Pages};
pub use waited::Waited;
