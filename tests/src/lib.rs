//! Helpers that the tests of several crates share: conversion without a network, invented pages, loopback
//! hosts, and the captured replies.

mod captures;
mod convert;
pub mod hosts;
mod pages;
pub mod replies;
pub mod requests;

pub use captures::{captures, captures_required};
pub use convert::{HOSTS, NOW, convert, convert_erased, converted, unread};
pub use pages::{html, page, script_page};

use virtual_finance::ENDPOINTS;
use virtual_finance::catalogue::EndpointInfo;

/// Returns the endpoints whose response one reply has.
pub fn of_one_reply() -> impl Iterator<Item = &'static EndpointInfo> {
    ENDPOINTS.iter().copied().filter(|info| info.then.is_empty())
}

/// Returns the endpoints of the market's own hosts, whose rows and figures have rules that other hosts do not know.
pub fn of_market() -> impl Iterator<Item = &'static EndpointInfo> {
    const HOSTS: [&str; 3] = ["finance_url", "query_url", "isin_url"];
    ENDPOINTS.iter().copied().filter(|info| HOSTS.contains(&info.host.name))
}
