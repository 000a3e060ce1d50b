//! Requests for one subject, for several, for pages and without an end.

pub(crate) mod asked;
pub(crate) mod board;
pub(crate) mod events;
pub(crate) mod live;
pub(crate) mod many;
pub(crate) mod paged;
pub(crate) mod without;

pub(crate) use asked::Call;
