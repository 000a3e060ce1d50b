//! What generated requests are typed with: plain values of exactly one type, and the states of a builder.
//! They are traits and types of their own so that the compiler's messages can name request and parameter.

/// A plain value that is a `T` and nothing that only converts to it.
///
/// `Into<i64>` would take `true`, and would make an `i32` of every literal.
///
/// ```
/// use virtual_finance_runtime::Exactly;
///
/// fn seconds(value: impl Exactly<i64>) -> i64 {
///     value.into_exactly()
/// }
/// assert_eq!(seconds(5_000_000_000), 5_000_000_000);
/// ```
pub trait Exactly<T> {
    /// The value itself.
    fn into_exactly(self) -> T;
}

impl Exactly<Self> for i64 {
    fn into_exactly(self) -> Self {
        self
    }
}

impl Exactly<Self> for f64 {
    fn into_exactly(self) -> Self {
        self
    }
}

impl Exactly<Self> for bool {
    fn into_exactly(self) -> Self {
        self
    }
}

/// The state of a builder's parameter that was not given yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Missing;

/// The state of a builder's parameter that was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Given<T>(
    /// The value.
    pub T,
);
