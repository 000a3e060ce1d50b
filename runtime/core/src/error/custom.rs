//! Faults of converters and authenticators that the core does not know.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use crate::redact::Redactor;

/// A fault of one's own: of a converter, in [`Fault::Custom`](crate::Fault::Custom), or of an
/// [`Authenticator`](crate::auth::Authenticator), in [`Error::Session`](crate::Error::Session).
///
/// `Display` says what is wrong, without a full stop. [`PlainFault`] is ready to use; programs can tell a type of
/// their own apart ([`AnyFault::downcast_ref`]):
///
/// ```
/// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
/// use std::borrow::Cow;
/// use virtual_finance::error::{ConversionError, CustomFault, Fault, Redactor};
///
/// #[derive(Debug, Clone, PartialEq)]
/// struct Dry {
///     gauge: String,
/// }
///
/// impl std::fmt::Display for Dry {
///     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
///         write!(f, "the gauge {:?} is dry", self.gauge)
///     }
/// }
///
/// impl CustomFault for Dry {
///     fn code(&self) -> &str {
///         "dry"
///     }
///     fn advice(&self) -> Cow<'_, str> {
///         "ask another gauge".into()
///     }
///     fn redact(&mut self, redactor: &Redactor) {
///         self.gauge = redactor.redact(&self.gauge);
///     }
/// }
///
/// let error = ConversionError::from(Dry { gauge: "Old Quay".to_owned() });
/// assert_eq!(
///     error.to_string(),
///     "the reply could not be converted (422): the gauge \"Old Quay\" is dry; ask another gauge"
/// );
/// let Fault::Custom(fault) = error.fault() else { panic!() };
/// assert_eq!(fault.downcast_ref::<Dry>().unwrap().gauge, "Old Quay");
/// ```
pub trait CustomFault: fmt::Debug + fmt::Display + Send + Sync + 'static {
    /// Returns a short code for programs that stays the same when the message changes.
    fn code(&self) -> &str;

    /// Returns what to do about it; empty where there is nothing to say.
    fn advice(&self) -> Cow<'_, str>;

    /// Returns the HTTP status that the fault amounts to. Without one a reply that cannot be converted is 422.
    fn status(&self) -> Option<u16> {
        None
    }

    /// Returns true if the same request may succeed later, such as at a host that is being mended
    /// ([`Error::may_pass`](crate::Error::may_pass)).
    fn may_pass(&self) -> bool {
        false
    }

    /// Replaces the caller's secrets in every text that a host sent ([`Redactor::redact`]): a host may repeat what it
    /// was sent.
    fn redact(&mut self, redactor: &Redactor);
}

/// A [`CustomFault`] of any type, which has the methods of the trait.
pub struct AnyFault(Box<dyn Erased>);

impl AnyFault {
    /// Creates one of a fault.
    pub fn new<F: CustomFault + Clone + PartialEq>(fault: F) -> Self {
        Self(Box::new(fault))
    }

    /// Returns the fault as its own type, if it is of that type.
    pub fn downcast_ref<F: CustomFault>(&self) -> Option<&F> {
        let any: &dyn Any = &*self.0;
        any.downcast_ref()
    }

    pub(crate) fn redact(&mut self, redactor: &Redactor) {
        self.0.redact(redactor);
    }
}

impl<F: CustomFault + Clone + PartialEq> From<F> for AnyFault {
    fn from(fault: F) -> Self {
        Self::new(fault)
    }
}

impl Deref for AnyFault {
    type Target = dyn CustomFault;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl Clone for AnyFault {
    fn clone(&self) -> Self {
        Self(self.0.boxed_clone())
    }
}

impl PartialEq for AnyFault {
    fn eq(&self, other: &Self) -> bool {
        self.0.equals(other)
    }
}

impl fmt::Debug for AnyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl fmt::Display for AnyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&**self, f)
    }
}

/// Clones and compares a fault behind [`AnyFault`].
trait Erased: CustomFault + Any {
    fn boxed_clone(&self) -> Box<dyn Erased>;
    fn equals(&self, other: &AnyFault) -> bool;
}

impl<F: CustomFault + Clone + PartialEq> Erased for F {
    fn boxed_clone(&self) -> Box<dyn Erased> {
        Box::new(self.clone())
    }

    fn equals(&self, other: &AnyFault) -> bool {
        other.downcast_ref() == Some(self)
    }
}

/// A fault that is a code, a message and advice. Its message has the code at its end.
///
/// ```
/// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
/// use virtual_finance::error::{ConversionError, PlainFault};
///
/// let error = ConversionError::from(PlainFault::new("dry", "the gauge is dry", "ask another gauge"));
/// assert_eq!(
///     error.to_string(),
///     "the reply could not be converted (422): the gauge is dry [dry]; ask another gauge"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainFault {
    code: Cow<'static, str>,
    message: Cow<'static, str>,
    advice: Cow<'static, str>,
    status: Option<u16>,
}

impl PlainFault {
    /// Creates a fault of a code for programs, what is wrong, and what to do about it.
    pub fn new(
        code: impl Into<Cow<'static, str>>,
        message: impl Into<Cow<'static, str>>,
        advice: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { code: code.into(), message: message.into(), advice: advice.into(), status: None }
    }

    /// Sets the HTTP status that the fault amounts to.
    #[must_use]
    pub const fn with_status(mut self, status: u16) -> Self {
        self.status = Some(status);
        self
    }
}

impl fmt::Display for PlainFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.message, self.code)
    }
}

impl CustomFault for PlainFault {
    fn code(&self) -> &str {
        &self.code
    }

    fn advice(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.advice)
    }

    fn status(&self) -> Option<u16> {
        self.status
    }

    fn redact(&mut self, redactor: &Redactor) {
        let Self { code, message, advice, status: _ } = self;
        for text in [code, message, advice] {
            if let Cow::Owned(text) = text {
                *text = redactor.redact(text);
            }
        }
    }
}
