//! Checking the values of a request against the catalogue: each by itself, and those that depend on others.

use crate::catalogue::ParamInfo;
use crate::params::{ParamErrors, ParamFault, Plain};

/// The faults of one request.
#[derive(Debug)]
pub(super) struct Checks {
    request: &'static str,
    params: &'static [ParamInfo],
    pub(super) faults: Vec<ParamFault>,
}

impl Checks {
    pub(super) const fn new(request: &'static str, params: &'static [ParamInfo]) -> Self {
        Self { request, params, faults: Vec::new() }
    }

    /// Checks every value by itself.
    pub(super) fn values<'v>(&mut self, value: impl Fn(&str) -> Option<Plain<'v>>) {
        for param in self.params {
            match value(param.name) {
                Some(value) => param.check(&value, &mut self.faults),
                None if param.required => self.faults.push(missing(param.name)),
                None => {}
            }
        }
    }

    /// Reports values that are not after the one they must be after, and values that exclude each other.
    pub(super) fn relations<'v>(&mut self, value: impl Fn(&str) -> Option<Plain<'v>>) {
        for param in self.params {
            let Some(given) = value(param.name) else { continue };
            if let Some((name, earlier)) = param.after.and_then(|name| Some((name, value(name)?)))
                && given <= earlier
            {
                self.faults.push(ParamFault::NotAllowed {
                    param: param.name.to_owned(),
                    given: given.to_string(),
                    advice: format!("write a value after '{name}', which is {earlier}"),
                });
            }
            for with in param.conflicts {
                let is_given = match with.split_once('=') {
                    Some((other, text)) => value(other).is_some_and(|value| value.is(text)),
                    None => value(with).is_some(),
                };
                if is_given {
                    self.faults.push(conflict(param.name, with));
                }
            }
        }
    }

    /// Returns the faults in the order of the table's parameters.
    pub(super) fn finish(mut self) -> Result<(), ParamErrors> {
        if self.faults.is_empty() {
            return Ok(());
        }
        let index = |name: &str| self.params.iter().position(|param| param.name == name);
        self.faults.sort_by_key(|fault| index(fault.param()).unwrap_or(usize::MAX));
        Err(ParamErrors::new(self.request, self.faults))
    }
}

pub(super) fn missing(param: &str) -> ParamFault {
    ParamFault::Missing { param: param.to_owned() }
}

pub(super) fn conflict(param: &str, with: &str) -> ParamFault {
    ParamFault::Conflict { param: param.to_owned(), with: with.to_owned() }
}
