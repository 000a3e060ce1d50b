//! Building a request from named parameters. Everything that is wrong with them is reported at once.

use std::cell::RefCell;

use serde::de::DeserializeOwned;

use super::checks::{self, Checks};
use super::endpoint::EndpointInfo;
use crate::catalogue::{ChoiceInfo, ParamInfo};
use crate::field::Field;
use crate::params::{JsonValue, ParamErrors, ParamFault, ParamMap, ParamValue, Plain, not_allowed};
use crate::text::nearest;

/// A set of parameters that was chosen from several. Generated from the table.
pub trait Choice {
    /// Returns the value of the parameter of that name; none where it belongs to another set.
    fn value(&self, param: &str) -> Option<Plain<'_>>;

    /// Reads the set of that name; none if the choice has no such set.
    ///
    /// # Errors
    /// The client's type has no such value.
    fn read(read: &ParamReader<'_>, option: &str) -> Result<Option<Self>, ParamErrors>
    where
        Self: Sized;
}

/// The parameters of one endpoint, read from a [`ParamMap`] and checked.
#[derive(Debug)]
pub struct ParamReader<'a> {
    info: &'static EndpointInfo,
    params: &'a ParamMap,
    /// The value of each parameter in table order.
    values: Vec<Option<Plain<'a>>>,
    /// The values that the client's types do not have. The table has them all, so there are none but for a client of
    /// another table.
    refused: RefCell<Vec<ParamFault>>,
}

impl<'a> ParamReader<'a> {
    /// Reads and checks the parameters.
    ///
    /// # Errors
    /// Every fault: parameters that the endpoint does not have, that are missing, of another type or not
    /// allowed, and those that exclude each other.
    pub fn new(info: &'static EndpointInfo, params: &'a ParamMap) -> Result<Self, ParamErrors> {
        let mut checks = Checks::new(info.name, info.params);
        let unknown = params.names().filter(|name| info.param(name).is_none());
        checks.faults.extend(unknown.map(|name| self::unknown(info, name)));
        let values = info.params.iter().map(|param| read(param, params, &mut checks.faults)).collect();
        let reader = Self { info, params, values, refused: RefCell::default() };
        checks.relations(&|name| reader.value(name).cloned());
        reader.check_choices(&mut checks.faults);
        checks.finish()?;
        Ok(reader)
    }

    /// Returns the value of a required parameter.
    ///
    /// # Errors
    /// The client's type has no such value.
    pub fn required<T: ParamValue>(&self, name: &str) -> Result<T, ParamErrors> {
        self.optional(name).ok_or_else(|| self.errors(checks::missing(name)))
    }

    /// Returns the value of a parameter; none where it was not given. [`finish`](Self::finish) reports a value that the
    /// client's type does not have, which costs the compiler less than an error of each parameter.
    pub fn optional<T: ParamValue>(&self, name: &str) -> Option<T> {
        let value = self.value(name)?;
        let typed = T::from_plain(value);
        if typed.is_none() {
            self.refuse(name, value, "write a value that this client's type has".to_owned());
        }
        typed
    }

    /// Returns the value of a required parameter in JSON.
    ///
    /// # Errors
    /// The client's type has no such value.
    pub fn json<T: DeserializeOwned>(&self, name: &str) -> Result<T, ParamErrors> {
        self.optional_json(name).ok_or_else(|| self.errors(checks::missing(name)))
    }

    /// Returns the value of a parameter in JSON; none where it was not given. See [`optional`](Self::optional).
    pub fn optional_json<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        let value @ Plain::Json(JsonValue(json)) = self.value(name)? else { return None };
        let typed = T::deserialize(&**json);
        typed.map_err(|error| self.refuse(name, value, error.to_string())).ok()
    }

    /// Returns the value of a parameter in JSON that may be absent or null. See [`optional`](Self::optional).
    pub fn json_field<T: DeserializeOwned>(&self, name: &str) -> Field<T> {
        self.optional_json::<Option<T>>(name).map_or(Field::Absent, Field::nullable)
    }

    /// Returns the request that was read.
    ///
    /// # Errors
    /// The client's types do not have all the values.
    pub fn finish<R>(self, request: R) -> Result<R, ParamErrors> {
        let refused = self.refused.into_inner();
        if refused.is_empty() { Ok(request) } else { Err(ParamErrors::new(self.info.name, refused)) }
    }

    /// Returns the set of a choice that was given; none where no parameter of the choice was.
    ///
    /// # Errors
    /// The client's type has no such value.
    pub fn choice<C: Choice>(&self, name: &str) -> Result<Option<C>, ParamErrors> {
        self.chosen(name).map_or(Ok(None), |option| C::read(self, option))
    }

    /// Returns the set of a choice that every request needs.
    ///
    /// # Errors
    /// No parameter of the choice was given, or the client's type has no such value.
    pub fn required_choice<C: Choice>(&self, name: &str) -> Result<C, ParamErrors> {
        self.choice(name)?.ok_or_else(|| {
            let found = self.info.choices.iter().find(|info| info.name == name);
            ParamErrors::new(self.info.name, found.map(none_of).into_iter().collect())
        })
    }

    /// Returns the name of the set of a choice that was given; none where no parameter of the choice was.
    fn chosen(&self, choice: &str) -> Option<&'static str> {
        let choice = self.info.choices.iter().find(|info| info.name == choice)?;
        let mut options = choice.options.iter();
        options.find(|option| option.params().any(|name| self.is_given(name))).map(|option| option.name)
    }

    /// Notes a value that the client's type does not have.
    fn refuse(&self, name: &str, value: &Plain<'_>, advice: String) {
        self.refused.borrow_mut().push(not_allowed(name, value.to_string(), advice));
    }

    /// Returns what the client's types do not have, or else that fault.
    fn errors(&self, fault: ParamFault) -> ParamErrors {
        let refused = self.refused.take();
        ParamErrors::new(self.info.name, if refused.is_empty() { vec![fault] } else { refused })
    }

    fn value(&self, name: &str) -> Option<&Plain<'a>> {
        let index = self.info.params.iter().position(|param| param.name == name)?;
        self.values.get(index)?.as_ref()
    }

    /// Reports parameters of two sets of a choice, and sets that lack a parameter they need.
    fn check_choices(&self, faults: &mut Vec<ParamFault>) {
        for choice in self.info.choices {
            let mut first = None;
            if choice.required && self.chosen(choice.name).is_none() {
                faults.push(none_of(choice));
            }
            for option in choice.options {
                let Some(given) = option.params().find(|name| self.is_given(name)) else { continue };
                match first {
                    Some(first) => faults.push(checks::conflict(first, given)),
                    None => first = Some(given),
                }
                for needs in option.required.iter().filter(|name| !self.is_given(name)) {
                    let (param, needs) = (given.to_owned(), (*needs).to_owned());
                    faults.push(ParamFault::Incomplete { param, needs });
                }
            }
        }
    }

    fn is_given(&self, name: &str) -> bool {
        self.info.param(name).is_some_and(|param| param.names().any(|name| self.params.get(name).is_some()))
    }
}

/// Reads a parameter, and checks it against its limits.
fn read<'a>(param: &ParamInfo, params: &'a ParamMap, faults: &mut Vec<ParamFault>) -> Option<Plain<'a>> {
    let is_nullable = param.is_nullable();
    let mut given = param.names().filter_map(|name| Some((name, params.given(name, is_nullable)?)));
    let Some((first, value)) = given.next() else {
        faults.extend(param.required.then(|| checks::missing(param.name)));
        return None;
    };
    faults.extend(given.next().map(|(second, _)| checks::conflict(first, second)));
    match param.read(value) {
        Ok(value) => {
            // A value of a list that is sent in batches fails alone, once it is sent.
            if param.batch.is_none() {
                param.check(&value, faults);
            }
            Some(value)
        }
        Err(fault) => {
            faults.push(fault);
            None
        }
    }
}

/// Returns the fault of a request without a set of a choice that it needs.
fn none_of(choice: &ChoiceInfo) -> ParamFault {
    let sets = choice.options.iter().map(|option| format!("'{}'", option.required.join("' with '")));
    ParamFault::NoneOf { choice: choice.name.to_owned(), sets: sets.collect::<Vec<_>>().join(" or ") }
}

fn unknown(info: &EndpointInfo, name: &str) -> ParamFault {
    let names = || info.params.iter().flat_map(ParamInfo::names);
    let advice = match nearest(name, names()) {
        Some(near) => format!("did you mean '{near}'?"),
        None if info.params.is_empty() => format!("{} takes none", info.name),
        None => format!("{} takes {}", info.name, names().collect::<Vec<_>>().join(", ")),
    };
    ParamFault::Unknown { param: name.to_owned(), advice }
}
