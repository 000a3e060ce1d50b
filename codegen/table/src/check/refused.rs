//! Tells in the words of a table which parameters of a request the core refuses.

use virtual_finance_core::params::ParamFault;

use crate::codes;
use crate::diagnostic::Fault;

/// Returns the fault of a parameter that the core refuses.
pub(super) fn in_words(fault: ParamFault) -> Fault {
    let add = "add it to 'params'";
    match fault {
        ParamFault::Missing { param } => {
            codes::EXAMPLE_LACKS.fault(format!("the example lacks '{param}', which is required"), add)
        }
        ParamFault::NoneOf { sets, .. } => {
            let message = format!("the example lacks one of {sets}, which are required");
            codes::EXAMPLE_LACKS.fault(message, add)
        }
        ParamFault::Incomplete { param, needs } => {
            let message = format!("'{param}' is never given without '{needs}'");
            codes::EXAMPLE_LACKS.fault(message, format!("add '{needs}'"))
        }
        ParamFault::Conflict { param, with } => {
            let message = format!("'{param}' contradicts '{with}'");
            codes::EXAMPLE_CONTRADICTS.fault(message, "remove one of the two")
        }
        ParamFault::WrongType { param, given, expected } => {
            codes::VALUE_TYPE.fault(format!("'{param}' is {given}"), format!("write {expected}"))
        }
        ParamFault::NotAllowed { param, given, advice } => {
            codes::VALUE_RANGE.fault(format!("'{param}' is {given}"), advice)
        }
        other => codes::VALUE_RANGE.fault(other.to_string(), "correct it"),
    }
}
