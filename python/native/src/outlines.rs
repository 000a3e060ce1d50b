//! The outlines of responses, which say what tables they have: one for each endpoint, read off its schema once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use virtual_finance_core::request::EndpointInfo;
use virtual_finance_tables::tabular::Outline;

use crate::process::lock;

/// The outlines that were read, by the addresses of their endpoints. The lock is held for moments, by threads that hold the
/// interpreter.
static KNOWN: Mutex<Option<HashMap<usize, Arc<Outline>>>> = Mutex::new(None);

/// Returns the outline of an endpoint's responses.
pub(crate) fn outline(info: &'static EndpointInfo) -> Arc<Outline> {
    let mut known = lock(&KNOWN);
    let known = known.get_or_insert_with(HashMap::new);
    let address = std::ptr::from_ref(info).addr();
    Arc::clone(known.entry(address).or_insert_with(|| Arc::new(Outline::of(info))))
}
