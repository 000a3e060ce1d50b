//! The kinds of errors: what a program, a shell script and a server decide by.

/// The kind of an [`Error`](crate::Error), from [`Error::kind`](crate::Error::kind).
///
/// One table gives each kind its exit code, its status over HTTP and its place in the documents.
///
/// ```
/// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
/// use virtual_finance::ErrorKind;
/// assert_eq!(ErrorKind::NotFound.exit_code(), 3);
/// assert_eq!(ErrorKind::NotFound.gateway_status(), Some(404));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The parameters are wrong. Nothing was sent.
    Params,
    /// The client cannot be made as it was described.
    Config,
    /// The host does not know what was asked for, or its reply does not have it.
    NotFound,
    /// The reply is not what the endpoint reads.
    Unprocessable,
    /// The host wants fewer requests.
    RateLimited,
    /// The host answered with another error, such as a refusal, or with a reply that cannot be taken.
    Host,
    /// The host could not be reached, the connection broke off, or time ran out.
    Network,
    /// A record cannot be used, or a blocking client was used inside an async runtime.
    Other,
}

impl ErrorKind {
    /// Every kind, in the order of their statuses over HTTP.
    pub const ALL: [Self; 8] = [
        Self::Params,
        Self::NotFound,
        Self::Unprocessable,
        Self::RateLimited,
        Self::Host,
        Self::Network,
        Self::Config,
        Self::Other,
    ];

    /// Returns the exit code that a command ends with.
    #[must_use]
    pub const fn exit_code(self) -> u8 {
        self.facts().exit
    }

    /// Returns the meaning of the exit code, for the help of a command.
    #[must_use]
    pub const fn exit_meaning(self) -> &'static str {
        self.facts().exit_meaning
    }

    /// Returns the status with which a server that passes requests on answers. A kind that is about the program
    /// itself has none.
    #[must_use]
    pub const fn gateway_status(self) -> Option<u16> {
        self.facts().gateway
    }

    /// Returns the name of the response in documents of such a server, for example `NotFound`.
    #[must_use]
    pub const fn response_name(self) -> &'static str {
        self.facts().response
    }

    /// Returns the variants of [`Error`](crate::Error) that may be of this kind, by name.
    #[must_use]
    pub const fn variants(self) -> &'static [&'static str] {
        self.facts().variants
    }

    /// Returns when the kind occurs, in sentences.
    #[must_use]
    pub const fn description(self) -> &'static str {
        self.facts().description
    }

    /// Returns the kind of the status that a host gave.
    pub(super) const fn of_status(status: u16) -> Self {
        match status {
            404 => Self::NotFound,
            422 => Self::Unprocessable,
            429 => Self::RateLimited,
            _ => Self::Host,
        }
    }

    const fn facts(self) -> &'static Facts {
        match self {
            Self::Params => &Facts {
                gateway: Some(400),
                response: "BadParameters",
                exit: 2,
                exit_meaning: "usage or parameters",
                variants: &["Params", "Address"],
                description: "The parameters are wrong, every error at once. Nothing was sent.",
            },
            Self::Config => &Facts {
                gateway: None,
                response: "BadClient",
                exit: 2,
                exit_meaning: "usage or parameters",
                variants: &["Config", "NoTls", "Socket"],
                description: "The client cannot be made as it was described.",
            },
            Self::NotFound => &Facts {
                gateway: Some(404),
                response: "NotFound",
                exit: 3,
                exit_meaning: "not found (404)",
                variants: &["Api", "Conversion"],
                description: "The host does not know what was asked for, or its reply does not have it.",
            },
            Self::Unprocessable => &Facts {
                gateway: Some(422),
                response: "NotConvertible",
                exit: 4,
                exit_meaning: "the reply could not be converted (422)",
                variants: &["Conversion", "Api"],
                description: "The reply is not what the endpoint reads.",
            },
            Self::RateLimited => &Facts {
                gateway: Some(429),
                response: "RateLimited",
                exit: 5,
                exit_meaning: "rate limited (429)",
                variants: &["Api", "Conversion", "Session", "NotSent"],
                description: "The host wants fewer requests. Ask less often, and later again.",
            },
            Self::Host => &Facts {
                gateway: Some(502),
                response: "HostFailed",
                exit: 1,
                exit_meaning: "anything else",
                variants: &["Api", "Conversion", "Session", "Body", "Redirect", "Pages", "Socket"],
                description: "The host answered with another error, such as a refusal (401), or with a reply that \
                              cannot be taken.",
            },
            Self::Network => &Facts {
                gateway: Some(504),
                response: "HostNotReached",
                exit: 6,
                exit_meaning: "network or time-out",
                variants: &[
                    "Transport",
                    "CustomTransport",
                    "Timeout",
                    "NotReady",
                    "Body",
                    "Session",
                    "NotSent",
                    "Socket",
                ],
                description: "The host could not be reached, the connection broke off, or time ran out.",
            },
            Self::Other => &Facts {
                gateway: None,
                response: "Other",
                exit: 1,
                exit_meaning: "anything else",
                variants: &["Record", "BlockingInAsync"],
                description: "A record cannot be used, or a blocking client was used inside an async runtime.",
            },
        }
    }
}

/// The facts of one kind.
struct Facts {
    gateway: Option<u16>,
    response: &'static str,
    exit: u8,
    exit_meaning: &'static str,
    variants: &'static [&'static str],
    description: &'static str,
}
