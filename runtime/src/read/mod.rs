//! Readers of raw replies that converters share. A reader knows nothing of any endpoint.

pub(crate) mod envelope;
