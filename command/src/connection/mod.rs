//! The client that the options describe, and what is known of its requests.

pub(crate) mod cache;
pub(crate) mod connect;
pub(crate) mod estimate;
pub(crate) mod failed;
pub(crate) mod memory;
pub(crate) mod progress;
pub(crate) mod sending;
pub(crate) mod setting;

pub(crate) use connect::{Address, Connection, address, replay_folder};
pub(crate) use failed::Failed;
pub(crate) use sending::{check_address, is_address};
