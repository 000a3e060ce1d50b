//! The client that the options describe, and what is known of its requests.

pub(crate) mod cache;
pub(crate) mod connect;
pub(crate) mod estimate;
pub(crate) mod failed;
pub(crate) mod memory;
pub(crate) mod progress;
pub(crate) mod sending;
pub(crate) mod setting;
