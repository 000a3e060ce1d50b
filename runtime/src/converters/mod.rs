//! Converters.
