//! The tests of the frames, in one program: each program links the whole crate once more.

mod bad_input;
mod calendars;
mod captures;
mod download;
mod events;
mod found;
mod news;
mod repair;
mod support;
mod ticker;
mod yfinance;
