//! The faults of parameters: the contract's ValueErrors.

use std::borrow::Cow;
use std::fmt;

use crate::text::shortened_to;

/// Everything that is wrong with the parameters of one request (the ValueErrors of the contract).
///
/// Nothing was sent. The text names the request and every fault:
///
/// ```
/// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
/// use virtual_finance::error::{ParamErrors, ParamFault};
///
/// let errors = ParamErrors::new("Isin", vec![ParamFault::Missing { param: "query".into() }]);
/// assert_eq!(errors.to_string(), "Isin: Missing in 'params': 'query'");
/// ```
#[derive(Clone, PartialEq)]
pub struct ParamErrors {
    request: &'static str,
    faults: Vec<ParamFault>,
}

impl ParamErrors {
    /// Returns the errors of a request.
    pub const fn new(request: &'static str, faults: Vec<ParamFault>) -> Self {
        Self { request, faults }
    }

    /// Returns the name of the request, for example `Isin`.
    pub const fn request(&self) -> &'static str {
        self.request
    }

    /// Returns the faults, in the order of the table's parameters.
    pub fn faults(&self) -> &[ParamFault] {
        &self.faults
    }

    /// Returns what to do about the faults; of several each piece of advice has its parameter before it.
    pub(crate) fn advice(&self) -> Option<Cow<'_, str>> {
        if let [fault] = self.faults.as_slice() {
            return fault.advice();
        }
        let advised = self.faults.iter().filter_map(|fault| Some((fault.param(), fault.advice()?)));
        let advised: Vec<String> = advised.map(|(param, advice)| format!("'{param}': {advice}")).collect();
        (!advised.is_empty()).then(|| advised.join("; ").into())
    }
}

impl fmt::Display for ParamErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.request)?;
        let mut separator = "";
        for fault in &self.faults {
            let shown = fault.to_string();
            write!(f, "{separator}{shown}")?;
            // Nothing stands beside the picture of an error in a string.
            separator = if shown.contains('\n') { "\n" } else { "; " };
        }
        Ok(())
    }
}

impl std::error::Error for ParamErrors {}

/// One thing that is wrong with a parameter.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ParamFault {
    /// A required parameter was not given.
    #[error("Missing in 'params': '{param}'")]
    Missing {
        /// The parameter.
        param: String,
    },
    /// None of several sets of parameters was given, and the request needs one.
    #[error("Missing in 'params': {sets}")]
    NoneOf {
        /// The choice between them.
        choice: String,
        /// The required parameters of each set.
        sets: String,
    },
    /// A parameter needs another one beside it.
    #[error("'{param}' is given without '{needs}': add '{needs}' or leave '{param}' out")]
    Incomplete {
        /// The parameter that was given.
        param: String,
        /// The parameter that is missing.
        needs: String,
    },
    /// The request has no parameter of that name.
    #[error("unknown parameter '{param}': {advice}")]
    Unknown {
        /// The name that was given.
        param: String,
        /// The nearest name, or all names.
        advice: String,
    },
    /// The value is not of the parameter's type.
    #[error("'{param}' is {given}: write {expected}")]
    WrongType {
        /// The parameter.
        param: String,
        /// The value as it was given.
        given: String,
        /// A description of its values.
        expected: String,
    },
    /// The value is of the right type but not allowed.
    #[error("'{param}' is {given}: {advice}")]
    NotAllowed {
        /// The parameter.
        param: String,
        /// The value as it was given.
        given: String,
        /// Advice on what to write instead.
        advice: String,
    },
    /// Two parameters contradict each other, or one is given under two names.
    #[error("'{param}' and '{with}' contradict each other: give one of them")]
    Conflict {
        /// The parameter.
        param: String,
        /// The parameter or value that it contradicts.
        with: String,
    },
}

impl ParamFault {
    /// Returns the name of the parameter, or of the choice, that is at fault.
    pub fn param(&self) -> &str {
        match self {
            Self::NoneOf { choice: param, .. }
            | Self::Missing { param }
            | Self::Incomplete { param, .. }
            | Self::Unknown { param, .. }
            | Self::WrongType { param, .. }
            | Self::NotAllowed { param, .. }
            | Self::Conflict { param, .. } => param,
        }
    }

    /// Returns what to do about it, in the words of its text.
    fn advice(&self) -> Option<Cow<'_, str>> {
        Some(match self {
            Self::Missing { .. } | Self::NoneOf { .. } => return None,
            Self::Incomplete { param, needs } => format!("add '{needs}' or leave '{param}' out").into(),
            Self::Unknown { advice, .. } | Self::NotAllowed { advice, .. } => advice.into(),
            Self::WrongType { expected, .. } => format!("write {expected}").into(),
            Self::Conflict { .. } => "give one of them".into(),
        })
    }
}

/// Returns the fault of a value that is of the right type but not allowed; `at` is its parameter, or its place in one.
pub(crate) fn not_allowed(at: &str, given: String, advice: String) -> ParamFault {
    ParamFault::NotAllowed { param: at.to_owned(), given, advice }
}

/// Returns a value as messages repeat it: a long one is cut.
pub(crate) fn quoted(text: &str) -> String {
    const SHOWN: usize = 60;
    shortened_to(text.to_owned(), SHOWN)
}
