//! The states of a builder's parameters. They are types of their own so that the compiler's messages can
//! name request and parameter.

/// The state of a builder's parameter that has no value yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Missing;

/// The state of a builder's parameter that has a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Given<T>(
    /// The value.
    pub T,
);
