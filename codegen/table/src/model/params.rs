//! The parameters of an endpoint and their choices, in the terms of the generated code.

use std::borrow::Cow;

use virtual_finance_core::catalogue::ParamLocation;

use super::words::location;
use crate::kind::Kind;
use crate::names;
use crate::parse::limits::Limits;
use crate::parse::table::{self, Table};
use crate::value::{self, Value};

/// A parameter.
#[derive(Clone)]
pub struct Param<'t> {
    pub name: &'t str,
    pub doc: &'t str,
    /// The advice what to use instead, if it is deprecated.
    pub deprecated: Option<&'t str>,
    pub required: bool,
    pub place: ParamLocation,
    pub kind: Kind<'t>,
    pub wire: Option<Cow<'t, str>>,
    /// True if the converter gets the value.
    pub is_converted: bool,
    pub default: Option<DefaultValue<'t>>,
    pub limits: Limits<'t>,
    /// The number of values of a list that one request has at most.
    pub batch: Option<i64>,
    pub conflicts: &'t [String],
    pub after: Option<&'t str>,
    pub aliases: &'t [String],
    /// The index of the choice that it belongs to.
    pub choice: Option<usize>,
}

/// The default of a parameter.
#[derive(Clone)]
pub struct DefaultValue<'t> {
    /// The string that `from_params` takes.
    pub text: String,
    pub value: Value<'t>,
}

/// A group of parameters that exclude each other.
pub struct Choice<'t> {
    pub name: &'t str,
    pub doc: &'t str,
    /// True if every request needs one of the sets.
    pub required: bool,
    pub options: Vec<ChoiceOption<'t>>,
}

/// One set of parameters of a choice.
pub struct ChoiceOption<'t> {
    pub name: &'t str,
    pub doc: &'t str,
    /// Each parameter, and true if the set requires it.
    pub params: Vec<(Param<'t>, bool)>,
}

impl Param<'_> {
    /// Returns the values that its type lists, each with its name: the default first, if there is one.
    pub fn listed(&self) -> Vec<(&str, &str)> {
        let mut listed: Vec<_> =
            self.kind.variants().map(|(name, variant)| (name.as_str(), variant.wire.as_str())).collect();
        listed.sort_by_key(|(_, wire)| self.default.as_ref().is_none_or(|default| default.text != *wire));
        listed
    }
}

impl<'t> Param<'t> {
    pub fn new(
        name: &'t str,
        param: &'t table::Param,
        choice: Option<usize>,
        endpoint: &table::Endpoint,
        table: &'t Table,
    ) -> Option<Self> {
        let (kind, place) = (Kind::of(param, table)?, location(&param.place)?);
        let default = match &param.default {
            Some(default) => {
                let value = value::read(&kind, default, table).ok()?;
                Some(DefaultValue { text: default.to_string(), value })
            }
            None => None,
        };
        Some(Self {
            name,
            doc: param.doc.trim(),
            deprecated: param.deprecated.as_deref().map(str::trim),
            required: param.required,
            place,
            kind,
            wire: match &param.wire {
                _ if place == ParamLocation::Body && endpoint.graphql.is_some() => {
                    let variable = param.wire.as_deref().unwrap_or(name);
                    Some(Cow::Owned(format!("variables.{variable}")))
                }
                wire => wire.as_deref().map(Cow::Borrowed),
            },
            is_converted: param.client || place == ParamLocation::Client,
            default,
            limits: param.limits(),
            batch: param.batch,
            conflicts: &param.conflicts,
            after: param.after.as_deref(),
            aliases: &param.aliases,
            choice,
        })
    }
}

impl<'t> Choice<'t> {
    pub(super) fn new(name: &'t str, choice: &'t table::Choice, params: &[Param<'t>]) -> Option<Self> {
        let find = |name: &String| params.iter().find(|param| param.name == name).cloned();
        let options = choice
            .options
            .iter()
            .map(|(name, option)| {
                let required = option.required.iter().map(|name| Some((find(name)?, true)));
                let optional = option.optional.iter().map(|name| Some((find(name)?, false)));
                let params = required.chain(optional).collect::<Option<_>>()?;
                Some(ChoiceOption { name, doc: option.doc.trim(), params })
            })
            .collect::<Option<_>>()?;
        Some(Self { name, doc: choice.doc.trim(), required: choice.required, options })
    }

    /// Returns the parameters of all sets, in order.
    pub fn params(&self) -> impl Iterator<Item = &Param<'t>> {
        self.options.iter().flat_map(|option| &option.params).map(|(param, _)| param)
    }

    /// Returns the name of the type of the choice.
    pub fn type_name(&self) -> String {
        names::camel(self.name)
    }
}

impl<'t> ChoiceOption<'t> {
    /// Returns the parameter of a set that has no other; it has a setter of its own.
    pub fn single(&self) -> Option<&Param<'t>> {
        match self.params.as_slice() {
            [(param, true)] => Some(param),
            _ => None,
        }
    }
}
