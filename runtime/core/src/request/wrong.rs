//! The values of a list that no host could take, and a request without them.

use super::endpoint::{Endpoint, ErasedRequest, Request};
use crate::params::{ParamErrors, Plain};

/// The values of a list that no host could take, such as a blank symbol, each with its errors. They were not
/// sent; the response is about the others.
#[derive(Debug, Clone, PartialEq)]
pub struct WrongValues(pub Vec<(String, ParamErrors)>);

crate::note!(
    WrongValues,
    "not sent",
    |note| "{}",
    note.0.iter().map(|(_, errors)| errors.to_string()).collect::<Vec<_>>().join("; ")
);

/// Returns a request without the values of its list that are wrong, and these; `None` if none is, or all are, which is an
/// error of the request.
pub fn without_wrong(request: &dyn ErasedRequest) -> Option<(Box<dyn ErasedRequest>, WrongValues)> {
    request.validate().err()?;
    let wrong = wrong_values(request.parts_erased(1, &[]));
    let left_out: Vec<usize> = wrong.iter().map(|(position, ..)| *position).collect();
    let named = wrong.into_iter().map(|(_, one, errors)| (batch_values(&one).concat(), errors));
    let named: Vec<_> = named.collect();
    let rest = request.parts_erased(usize::MAX, &left_out).pop().filter(|_| !named.is_empty())?;
    Some((rest, WrongValues(named)))
}

/// Returns the wrong ones among requests of one value each, with their positions and errors; empty if all are right.
pub(crate) fn wrong_values<E: Endpoint>(alone: Vec<E>) -> Vec<(usize, E, ParamErrors)> {
    let count = alone.len();
    let wrong = alone.into_iter().enumerate().filter_map(|(position, one)| {
        let errors = one.validate().err()?;
        Some((position, one, errors))
    });
    let wrong: Vec<_> = wrong.collect();
    if wrong.len() < count { wrong } else { Vec::new() }
}

/// Returns the values of the list that the table gives a `batch`, as texts.
pub(crate) fn batch_values<R: Request>(request: &R) -> Vec<String> {
    let list = request.info().params.iter().find(|param| param.batch.is_some());
    match list.and_then(|list| request.value(list.name)) {
        Some(Plain::List(values)) => values.iter().map(Plain::to_string).collect(),
        _ => Vec::new(),
    }
}
