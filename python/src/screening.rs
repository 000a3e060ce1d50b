//! The fields of the custom screener, as the queries of yfinance list them.

use pyo3::prelude::*;
use virtual_finance::screening::{FieldInfo, Takes};

/// Returns the fields of a kind of instruments, such as `EQUITY`: for each its name, true if it is compared with
/// numbers, and the values that it is known to have where they are fixed.
#[pyfunction]
pub(crate) fn screener_fields(kind: &str) -> Vec<(&'static str, bool, &'static [&'static str])> {
    let of_kind =
        FieldInfo::all().iter().filter(|field| field.kinds.iter().any(|known| known.as_str() == kind));
    of_kind.map(|field| (field.id, field.takes == Takes::Number, field.values())).collect()
}
