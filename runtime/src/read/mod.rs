//! Readers of raw replies that converters share: pages with an embedded store or with scripts, JSON envelopes,
//! formatted numbers, HTML tables, JSONP. A reader knows nothing of any endpoint, and takes any bytes
//! without a panic.

pub(crate) mod collapse;
pub(crate) mod envelope;
pub(crate) mod events;
pub(crate) mod html;
pub(crate) mod json;
pub(crate) mod jsonp;
pub(crate) mod numbers;
pub(crate) mod page;
#[macro_use]
mod record;
pub(crate) mod script;
pub(crate) mod summary;
pub(crate) mod table;

pub(crate) use record::{Key, Named, members, record};
