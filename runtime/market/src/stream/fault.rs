//! The faults of messages.

/// The reason why a message of the stream could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MessageFault {
    /// It is no JSON object with a type.
    #[error("a message of the stream is no JSON object with a type: {reason}; it was left out")]
    NotJson {
        /// The reason and the place.
        reason: String,
    },
    /// It is of another type than `pricing`.
    #[error("a message of the stream is of the type {kind:?}, which has no price; it was left out")]
    OtherType {
        /// The type.
        kind: String,
    },
    /// It has no pricing data in Base64.
    #[error("a message of the stream has no pricing data in Base64: {reason}; it was left out")]
    NotBase64 {
        /// The reason.
        reason: String,
    },
    /// The pricing data cannot be decoded.
    #[error("the pricing data of a message cannot be decoded: {reason}; it was left out")]
    NotPricing {
        /// The reason.
        reason: String,
    },
    /// It says of no symbol what it says.
    #[error("a message of the stream has no symbol; it was left out")]
    NoSymbol,
    /// A field is no number.
    #[error("{symbol}: {field} of a message is not a finite number; the message was left out")]
    NotFinite {
        /// The symbol.
        symbol: String,
        /// The field of [`Tick`](super::Tick).
        field: &'static str,
    },
    /// It is about a symbol that was not asked for.
    #[error("a message of the stream is about {symbol:?}, which was not asked for; it was left out")]
    OtherSymbol {
        /// The symbol.
        symbol: String,
    },
}
