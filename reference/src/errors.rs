//! The errors of every request: their status over HTTP, exit code and variants in Rust.

/// A kind of error.
pub(crate) struct ErrorKind {
    /// The HTTP status, which `Error::status()` also returns for errors of hosts and conversions.
    pub(crate) status: u16,
    /// The name of the response in the OpenAPI document.
    pub(crate) name: &'static str,
    /// The exit code of the command.
    pub(crate) exit: u8,
    /// The variants of `Error`.
    pub(crate) rust: &'static str,
    /// The situation.
    pub(crate) when: &'static str,
}

/// Every kind of error, by status.
pub(crate) const ERRORS: &[ErrorKind] = &[
    ErrorKind {
        status: 400,
        name: "BadParameters",
        exit: 2,
        rust: "`Error::Params`, `Error::Address`",
        when: "The parameters are wrong, every fault at once. Nothing was sent.",
    },
    ErrorKind {
        status: 404,
        name: "NotFound",
        exit: 3,
        rust: "`Error::Api`, `Error::Conversion`",
        when: "The host does not know what was asked for, or its reply does not have it.",
    },
    ErrorKind {
        status: 422,
        name: "NotConvertible",
        exit: 4,
        rust: "`Error::Conversion`",
        when: "The reply is not what the endpoint reads.",
    },
    ErrorKind {
        status: 429,
        name: "RateLimited",
        exit: 5,
        rust: "`Error::Api`, `Error::Conversion`, `Error::Session`",
        when: "The host wants fewer requests. Ask less often, and later again.",
    },
    ErrorKind {
        status: 502,
        name: "HostFailed",
        exit: 1,
        rust: "`Error::Api`, `Error::Conversion`, `Error::Session`, `Error::Body`, `Error::Redirect`",
        when: "The host answered with another error, such as a refusal (401), or with a reply that cannot be taken.",
    },
    ErrorKind {
        status: 504,
        name: "HostNotReached",
        exit: 6,
        rust: "`Error::Transport`, `Error::Exchange`, `Error::Timeout`, `Error::Body`",
        when: "The host could not be reached, the connection broke off, or time ran out.",
    },
];
