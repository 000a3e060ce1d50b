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
