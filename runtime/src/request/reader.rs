//! Building a request from named parameters, and checking one that was built in Rust. Generated code
//! calls both; each fault is kept until all are known.

use super::EndpointInfo;
use crate::catalogue::ParamInfo;
use crate::params::{ParamErrors, ParamFault, ParamMap, ParamValue};
use crate::text::nearest;

/// Reads the parameters of one endpoint out of a [`ParamMap`] and checks them on the way.
#[derive(Debug)]
pub struct ParamReader<'a> {
    params: &'a ParamMap,
    checks: Checks,
}

impl<'a> ParamReader<'a> {
    /// Begins to read; parameters that the endpoint does not have are faults already.
    #[must_use]
    pub fn new(info: &'static EndpointInfo, params: &'a ParamMap) -> Self {
        let mut checks = Checks::new(info);
        for name in params.names().filter(|name| info.param(name).is_none()) {
            checks.faults.push(unknown(info, name));
        }
        Self { params, checks }
    }

    /// The value of a parameter that must be given.
    pub fn required<T: ParamValue>(&mut self, name: &'static str) -> Option<T> {
        let before = self.checks.faults.len();
        let value = self.optional(name);
        if value.is_none() && self.checks.faults.len() == before {
            self.checks.faults.push(ParamFault::Missing { param: name.to_owned() });
        }
        value
    }

    /// The value of a parameter that may be given.
    pub fn optional<T: ParamValue>(&mut self, name: &'static str) -> Option<T> {
        let info = self.checks.info.param(name)?;
        let mut given = std::iter::once(info.name).chain(info.aliases.iter().copied()).filter_map(|name| {
            let value = self.params.get(name)?;
            Some((name, value))
        });
        let (first, value) = given.next()?;
        if let Some((second, _)) = given.next() {
            self.checks
                .faults
                .push(ParamFault::Conflict { param: first.to_owned(), with: second.to_owned() });
        }
        match T::read(info, &info.kind, value) {
            Ok(value) => {
                value.check(info, &mut self.checks.faults);
                Some(value)
            }
            Err(fault) => {
                self.checks.faults.push(fault);
                None
            }
        }
    }

    /// Which set of a choice is given: the name of the set, or none when no parameter of the choice is.
    ///
    /// Parameters of two sets, or a set that lacks a parameter it needs, are faults.
    pub fn choose(&mut self, choice: &'static str) -> Option<&'static str> {
        let endpoint = self.checks.info;
        let choice = endpoint.choices.iter().find(|info| info.name == choice)?;
        let mut chosen: Option<(&'static str, &'static str)> = None;
        for option in choice.options {
            let names = || option.required.iter().chain(option.optional).copied();
            let Some(given) = names().find(|name| self.is_given(endpoint, name)) else { continue };
            match chosen {
                Some((_, first)) => {
                    self.checks
                        .faults
                        .push(ParamFault::Conflict { param: first.to_owned(), with: given.to_owned() });
                }
                None => chosen = Some((option.name, given)),
            }
            for needs in option.required {
                if !self.is_given(endpoint, needs) {
                    let (param, needs) = (given.to_owned(), (*needs).to_owned());
                    self.checks.faults.push(ParamFault::Incomplete { param, needs });
                }
            }
        }
        chosen.map(|(name, _)| name)
    }

    /// The checks between parameters.
    pub fn checks(&mut self) -> &mut Checks {
        &mut self.checks
    }

    /// The request, unless there was a fault. `build` gives none only where a required value is missing.
    ///
    /// # Errors
    /// Every fault that was found.
    pub fn finish<T>(mut self, build: impl FnOnce() -> Option<T>) -> Result<T, ParamErrors> {
        let request = self.checks.info.name;
        self.checks.finish()?;
        build().ok_or_else(|| ParamErrors::new(request, Vec::new()))
    }

    fn is_given(&self, info: &EndpointInfo, name: &str) -> bool {
        info.param(name).is_some_and(|param| {
            std::iter::once(&param.name).chain(param.aliases).any(|name| self.params.get(name).is_some())
        })
    }
}

/// Checks the values of a request against the table, keeping every fault.
#[derive(Debug)]
pub struct Checks {
    info: &'static EndpointInfo,
    faults: Vec<ParamFault>,
}

impl Checks {
    /// Begins to check a request of that endpoint.
    #[must_use]
    pub const fn new(info: &'static EndpointInfo) -> Self {
        Self { info, faults: Vec::new() }
    }

    /// Checks a value against the limits of its parameter.
    pub fn value(&mut self, name: &'static str, value: &impl ParamValue) -> &mut Self {
        if let Some(info) = self.param(name) {
            value.check(info, &mut self.faults);
        }
        self
    }

    /// Checks a value that may not have been given.
    pub fn optional(&mut self, name: &'static str, value: Option<&impl ParamValue>) -> &mut Self {
        if let Some(value) = value {
            self.value(name, value);
        }
        self
    }

    /// A fault when both sides of a conflict are given.
    pub fn conflict(&mut self, name: &str, given: bool, with: &str, with_given: bool) -> &mut Self {
        if given && with_given {
            self.faults.push(ParamFault::Conflict { param: name.to_owned(), with: with.to_owned() });
        }
        self
    }

    /// A fault when a value is not greater than the one it must come after.
    pub fn after<T: PartialOrd + std::fmt::Display>(
        &mut self,
        name: &str,
        value: Option<&T>,
        earlier_name: &str,
        earlier: Option<&T>,
    ) -> &mut Self {
        if let (Some(value), Some(earlier)) = (value, earlier)
            && value <= earlier
        {
            self.faults.push(ParamFault::NotAllowed {
                param: name.to_owned(),
                given: value.to_string(),
                advice: format!("write a value after '{earlier_name}', which is {earlier}"),
            });
        }
        self
    }

    /// The verdict.
    ///
    /// # Errors
    /// Every fault that was found.
    pub fn finish(&mut self) -> Result<(), ParamErrors> {
        if self.faults.is_empty() {
            return Ok(());
        }
        let order = |fault: &ParamFault| {
            let place = |name: &str| self.info.params.iter().position(|param| param.name == name);
            place(fault.param()).unwrap_or(usize::MAX)
        };
        let mut faults = self.faults.clone();
        faults.sort_by_key(order);
        Err(ParamErrors::new(self.info.name, faults))
    }

    fn param(&self, name: &str) -> Option<&'static ParamInfo> {
        self.info.param(name)
    }
}

fn unknown(info: &EndpointInfo, name: &str) -> ParamFault {
    let names = || {
        info.params.iter().flat_map(|param| std::iter::once(param.name).chain(param.aliases.iter().copied()))
    };
    let advice = match nearest(name, names()) {
        Some(near) => format!("did you mean '{near}'?"),
        None if info.params.is_empty() => format!("{} takes none", info.name),
        None => format!("{} takes {}", info.name, names().collect::<Vec<_>>().join(", ")),
    };
    ParamFault::Unknown { param: name.to_owned(), advice }
}
