//! What generated requests are typed with: values of exactly one type, and the states of a builder.
//! They are traits and types of their own so that the compiler's messages can name request and parameter.

/// A type that is exactly `T`, where a bound has to say so.
///
/// A plain argument of type `T` would be the same but for the compiler's message, which a bound can write
/// itself: "`max_results` of `Isin` takes a whole number, not `&str`".
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

impl<T> Exactly<T> for T {
    fn into_exactly(self) -> T {
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
