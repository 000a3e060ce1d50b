//! Checks the values of a request against the catalogue: each by itself, and values that depend on others.

use crate::catalogue::{ParamInfo, ParamKind};
use crate::params::{ParamErrors, ParamFault, Plain, not_allowed};

/// The values of a request by the names of parameters. Code for each type of request would be large.
type Values<'f, 'v> = &'f dyn Fn(&str) -> Option<Plain<'v>>;

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
    pub(super) fn values<'v>(&mut self, value: Values<'_, 'v>) {
        for param in self.params {
            match value(param.name) {
                Some(value) => param.check(&value, &mut self.faults),
                None if param.required => self.faults.push(missing(param.name)),
                None => {}
            }
        }
    }

    /// Checks that no list has more values than one request takes.
    pub(super) fn batches<'v>(&mut self, value: Values<'_, 'v>) {
        for param in self.params.iter().filter(|param| param.batch.is_some()) {
            if let Some(value) = value(param.name) {
                param.check_batch(&value, &mut self.faults);
            }
        }
    }

    /// Reports values that are not after the one they must be after, and values that exclude each other. A parameter
    /// that is not given has its default, because that is sent.
    pub(super) fn relations<'v>(&mut self, value: Values<'_, 'v>) {
        let sent = |name: &str| {
            let param = self.params.iter().find(|param| param.name == name)?;
            let given = value(name);
            let is_given = given.is_some();
            Some(Sent { name: param.name, value: given.or_else(|| param.default_value())?, is_given })
        };
        // A value in JSON has neither order nor relations.
        for param in self.params.iter().filter(|param| !matches!(param.kind, ParamKind::Json { .. })) {
            let Some(own) = sent(param.name) else { continue };
            let earlier = param.after.and_then(sent);
            self.faults.extend(earlier.and_then(|earlier| order(&own, &earlier)));
            for with in param.conflicts {
                let (name, text) =
                    with.split_once('=').map_or((*with, None), |(name, text)| (name, Some(text)));
                let other = sent(name).filter(|other| text.is_none_or(|text| other.value.is(text)));
                self.faults.extend(other.and_then(|other| contradiction(&own, &other, with)));
            }
        }
    }

    /// Returns the faults in the order of the table's parameters.
    pub(super) fn finish(mut self) -> Result<(), ParamErrors> {
        if self.faults.is_empty() {
            return Ok(());
        }
        // A part of a value in JSON has the path of it: `readings[0].time`.
        let index = |name: &str| {
            let name = name.split(['.', '[']).next().unwrap_or_default();
            self.params.iter().position(|param| param.name == name)
        };
        self.faults.sort_by_key(|fault| index(fault.param()).unwrap_or(usize::MAX));
        Err(ParamErrors::new(self.request, self.faults))
    }
}

/// A value that is sent.
struct Sent<'v> {
    name: &'static str,
    value: Plain<'v>,
    /// False for a default.
    is_given: bool,
}

/// Returns the fault of a value that is not after another one. Two defaults are a matter of the table.
fn order(own: &Sent<'_>, earlier: &Sent<'_>) -> Option<ParamFault> {
    if own.value > earlier.value {
        return None;
    }
    let (at, advice) = match (own.is_given, earlier.is_given) {
        (true, true) if own.value == earlier.value => {
            (own, format!("'{}' is the same; write a later value", earlier.name))
        }
        (true, true) => (own, format!("write a value after '{}', which is {}", earlier.name, earlier.value)),
        (true, false) => {
            (own, format!("write a value after '{}', which is {} by default", earlier.name, earlier.value))
        }
        (false, true) => {
            (earlier, format!("write a value before '{}', which is {} by default", own.name, own.value))
        }
        (false, false) => return None,
    };
    Some(at.fault(advice))
}

/// Returns the fault of two values that exclude each other; `with` is how the table names the other one.
fn contradiction(own: &Sent<'_>, other: &Sent<'_>, with: &str) -> Option<ParamFault> {
    let by_default =
        |default: &Sent<'_>| format!("'{}' is {} by default, which excludes it", default.name, default.value);
    match (own.is_given, other.is_given) {
        (true, true) => Some(conflict(own.name, with)),
        (true, false) => {
            Some(own.fault(format!("{}; write another '{}' too", by_default(other), other.name)))
        }
        // Every value of the first one excludes it.
        (false, true) => Some(other.fault(format!("{}; write another value", by_default(own)))),
        (false, false) => None,
    }
}

impl Sent<'_> {
    fn fault(&self, advice: String) -> ParamFault {
        not_allowed(self.name, self.value.to_string(), advice)
    }
}

pub(super) fn missing(param: &str) -> ParamFault {
    ParamFault::Missing { param: param.to_owned() }
}

pub(super) fn conflict(param: &str, with: &str) -> ParamFault {
    ParamFault::Conflict { param: param.to_owned(), with: with.to_owned() }
}
