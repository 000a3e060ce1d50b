//! The classification of errors: status, kind, attempts and waits.

use std::borrow::Cow;
use std::time::Duration;

use super::attempts::Attempt;
use super::http::{BodyFault, NotSent, TimeoutPhase};
use super::kind::ErrorKind;
use super::name::RequestName;
use super::request::Error;

impl Error {
    /// Returns the kind of failure as an HTTP status, in whichever way the host told it.
    ///
    /// | status | when |
    /// |-|-|
    /// | 404 not found | The reply's own status; an error in the reply that says so ([`Fault::NotFound`](crate::error::Fault::NotFound)); an empty result ([`Fault::Nothing`](crate::error::Fault::Nothing)); [`ConversionError::not_found`](crate::error::ConversionError::not_found), such as "Profile not found". |
    /// | 401 unauthorized | The reply's own status; an error in the reply that says so ([`Fault::Unauthorized`](crate::error::Fault::Unauthorized)), of code 403 too; credentials that are refused. |
    /// | 429 rate limited | The reply's own status; an error in the reply, or a text or short page "Too Many Requests", whatever its status ([`Fault::RateLimited`](crate::error::Fault::RateLimited)). |
    /// | 404, 401 or 429 | The meaning that the table gives the reply's own status (`statuses`). |
    /// | that of the fault | A fault of the converter's or the authenticator's own ([`CustomFault::status`](crate::error::CustomFault::status)). |
    /// | 422 unprocessable | Every other reply that cannot be converted, and the reply's own status. |
    /// | another of 400 or more | The reply's own status. |
    ///
    /// An error in a reply stands in its envelope or in a script of its page, with or without a status of its own
    /// there; the reply may have status 200. Beside this
    /// [`ConversionError::status`](crate::error::ConversionError::status) is 422 for every reply that cannot be
    /// converted, or 404 with a message of the converter, and [`ApiError::status`](crate::error::ApiError::status) is
    /// what HTTP said.
    ///
    /// Errors of the network, the parameters and the client have none.
    pub fn status(&self) -> Option<u16> {
        match self {
            Self::Api(error) => Some(error.effective_status()),
            Self::Conversion(error) if error.status() == 422 => Some(error.fault().status()),
            Self::Conversion(error) => Some(error.status()),
            Self::Session { fault, .. } => fault.status(),
            Self::NotSent { fault: NotSent::Paused { .. }, .. } => Some(429),
            _ => None,
        }
    }

    /// Returns the kind of failure: a [`status`](Self::status) decides it, otherwise the variant.
    ///
    /// ```
    /// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
    /// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
    /// use virtual_finance::{Client, ErrorKind, History};
    ///
    /// if let Err(error) = Client::new()?.request(&History::new("IBM")).await {
    ///     match error.kind() {
    ///         ErrorKind::NotFound => eprintln!("there is no such ticker"),
    ///         ErrorKind::RateLimited | ErrorKind::Network => eprintln!("ask again later"),
    ///         _ => eprintln!("{error}"),
    ///     }
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn kind(&self) -> ErrorKind {
        if let Some(status) = self.status() {
            return ErrorKind::of_status(status);
        }
        match self {
            Self::Params(_) | Self::Address { .. } => ErrorKind::Params,
            Self::Config { .. } | Self::NoTls { .. } => ErrorKind::Config,
            Self::Transport { .. }
            | Self::CustomTransport { .. }
            | Self::Timeout { .. }
            | Self::NotReady { .. }
            | Self::NotSent { .. }
            | Self::Body { fault: BodyFault::Cut(_), .. } => ErrorKind::Network,
            Self::Socket { fault, .. } => fault.kind(),
            Self::Session { source: Some(source), .. } => match source.kind() {
                ErrorKind::Network => ErrorKind::Network,
                _ => ErrorKind::Host,
            },
            Self::Api(_)
            | Self::Conversion(_)
            | Self::Session { source: None, .. }
            | Self::Body { .. }
            | Self::Redirect { .. }
            | Self::Pages { .. } => ErrorKind::Host,
            Self::Record { .. } | Self::BlockingInAsync => ErrorKind::Other,
        }
    }

    /// Returns true if the network failed or time ran out, so that the same request may succeed later.
    pub fn is_network(&self) -> bool {
        self.kind() == ErrorKind::Network
    }

    /// Returns true if the same request may succeed later, as nothing is wrong with it: the network failed, time ran
    /// out, the host wants fewer requests (429), fails (408, 500 and more), is being mended, or gave an empty reply or a
    /// part of one.
    ///
    /// A reply that could not be read counts as such if another source of the endpoint may pass. A request that may change
    /// something does not once it reached its host: it may have taken effect.
    ///
    /// ```
    /// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
    /// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
    /// use virtual_finance::{Client, History};
    ///
    /// match Client::new()?.request(&History::new("IBM")).await {
    ///     Ok(_) => println!("good"),
    ///     Err(error) if error.may_pass() => eprintln!("{error}: it is asked again in an hour"),
    ///     Err(error) => return Err(error.into()),
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn may_pass(&self) -> bool {
        if self.may_have_changed() {
            return false;
        }
        let of_status = self.status().is_some_and(|status| matches!(status, 408 | 429 | 500..));
        of_status
            || self.is_network()
            || match self {
                Self::Conversion(error) => {
                    let others_may = || error.others().iter().any(|other| other.error.may_pass());
                    self.kind() == ErrorKind::Unprocessable && (error.fault().may_pass() || others_may())
                }
                Self::Session { fault, source, .. } => {
                    fault.may_pass() || source.as_ref().is_some_and(|source| source.may_pass())
                }
                _ => false,
            }
    }

    /// Returns true if the request may have changed something at its host, and the reply does not say.
    fn may_have_changed(&self) -> bool {
        let is_unknown = match self {
            Self::Timeout { phase, .. } => *phase != TimeoutPhase::Connect,
            Self::Body { .. } | Self::Conversion(_) => true,
            _ => false,
        };
        is_unknown && self.request().is_some_and(RequestName::may_change)
    }

    /// Returns true for an error of sending, which requests that waited for the same reply share.
    pub(crate) const fn is_of_sending(&self) -> bool {
        matches!(
            self,
            Self::Api(_)
                | Self::Transport { .. }
                | Self::CustomTransport { .. }
                | Self::Timeout { .. }
                | Self::Body { .. }
                | Self::Redirect { .. }
                | Self::NotSent { .. }
        )
    }

    /// Returns the name of the request; `None` if there was none that could be sent.
    pub fn request(&self) -> Option<&RequestName> {
        match self {
            Self::Api(error) => Some(error.request()),
            Self::Conversion(error) => error.request(),
            Self::Transport { request, .. }
            | Self::NoTls { request }
            | Self::CustomTransport { request, .. }
            | Self::Record { request, .. }
            | Self::NotSent { request, .. }
            | Self::Timeout { request, .. }
            | Self::Body { request, .. }
            | Self::Redirect { request, .. }
            | Self::Socket { request, .. }
            | Self::Session { request, .. }
            | Self::Address { request, .. }
            | Self::NotReady { request, .. }
            | Self::Pages { request, .. } => Some(request),
            Self::Params(_) | Self::Config { .. } | Self::BlockingInAsync => None,
        }
    }

    /// Returns what to do about it, in the words of the text; `None` where the text says only what failed.
    ///
    /// Of wrong parameters it is the advice about each. It leaves out the attempts and the other sources, which the
    /// text may have behind it.
    ///
    /// ```
    /// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
    /// use virtual_finance::Error;
    /// use virtual_finance::error::{ParamErrors, ParamFault};
    ///
    /// let fault = ParamFault::Unknown { param: "rnage".into(), advice: "write 'range'".into() };
    /// let error = Error::from(ParamErrors::new("History", vec![fault]));
    /// assert_eq!(error.advice().as_deref(), Some("write 'range'"));
    /// ```
    pub fn advice(&self) -> Option<Cow<'_, str>> {
        let advice = match self {
            Self::Api(error) => error.advice(),
            Self::Conversion(error) => error.advice(),
            Self::Params(errors) => errors.advice()?,
            Self::Session { fault, .. } => fault.advice(),
            Self::Timeout { request, phase, .. } => phase.advised(request).into(),
            // The attempts stand behind it in the text of the error.
            Self::Body { fault, .. } => end(&fault.to_string())?,
            _ => end(&self.to_string())?,
        };
        (!advice.is_empty()).then_some(advice)
    }

    /// Returns what the attempts before the last one met, in their order; none where the request was sent once.
    pub fn attempts(&self) -> &[Attempt] {
        match self {
            Self::Api(error) => error.attempts(),
            Self::Transport { attempts, .. }
            | Self::CustomTransport { attempts, .. }
            | Self::Timeout { attempts, .. }
            | Self::Body { attempts, .. } => attempts.earlier(),
            _ => &[],
        }
    }

    /// Returns how long the host wants the client to wait before the next request, if it says so.
    pub const fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Api(error) => error.retry_after(),
            Self::NotSent { fault: NotSent::Paused { wait }, .. } => Some(*wait),
            _ => None,
        }
    }
}

/// Returns the end of a text, which says what to do.
fn end(text: &str) -> Option<Cow<'static, str>> {
    text.rsplit_once("; ").map(|(_, advice)| advice.to_owned().into())
}
