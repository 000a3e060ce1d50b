//! Everything that generated code names: the core's names, with the faults and the figures of the market-data hosts.

use virtual_finance_core::Fault;

use crate::read::refusal;

pub use virtual_finance_core::generated::*;

/// Returns the outcome of a declared conversion, with the faults of the market: pages that want consent or a login, and
/// refused sessions.
///
/// # Errors
/// Those of the conversion.
pub fn known<T>(replies: &[RawReply<'_>], found: Conversion<T>) -> Conversion<T> {
    found.map_err(|error| of_market(replies, error))
}

fn of_market(replies: &[RawReply<'_>], error: ConversionError) -> ConversionError {
    match error.fault() {
        Fault::WrongKind { expected, found: "HTML" } => page(replies, expected).unwrap_or(error),
        Fault::ErrorReply { code, description, .. } => {
            match refusal::of_host(None, code.clone(), description.clone()) {
                Fault::ErrorReply { .. } => error,
                known => known.into(),
            }
        }
        _ => error,
    }
}

/// Returns the error for a page where another format was asked for.
fn page(replies: &[RawReply<'_>], expected: &'static str) -> Option<ConversionError> {
    let page = replies.first()?.text().ok()?;
    Some(refusal::of_page(page, expected).into())
}

/// Declares a record. The members of an open one are read as the market's figures are; other hosts have strict ones.
#[doc(hidden)]
#[macro_export]
macro_rules! record_type {
    (partial $($record:tt)*) => { $crate::record_type! { @figures partial $($record)* } };
    (declared $name:ident(derive Default open $($how:tt)*) $($record:tt)*) => {
        $crate::record_type! { @figures declared $name(derive Default open $($how)*) $($record)* }
    };
    (@figures $($record:tt)*) => {
        $crate::generated::plain_record_type! { @with $crate::generated::next_value, $($record)* }
    };
    ($($record:tt)*) => { $crate::generated::plain_record_type! { $($record)* } };
}

pub use crate::read::collapse::next_value;
pub use crate::record_type;
pub use virtual_finance_core::record_type as plain_record_type;
