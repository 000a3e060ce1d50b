//! The checked table in the terms of the generated code.

mod examples;
mod pages;
mod params;
mod records;
mod response;
mod words;

use std::borrow::Cow;

use virtual_finance_core::catalogue::RawKind;

use crate::item;
use crate::names;
use crate::parse::table::{self, Table};

pub(crate) use examples::Example;
pub(crate) use pages::{Pages, text};
pub(crate) use params::{Choice, ChoiceOption, Param};
pub(crate) use records::{Field, Record};
pub(crate) use response::{DeclaredResponse, Into, MEANINGS, Meaning, Response, Statuses, is_empty};
pub(crate) use words::{Presence, body_format, raw_kind, session_use};

/// A table that has passed every check.
pub(crate) struct Model<'t> {
    pub(crate) table: &'t Table,
    pub(crate) types: Vec<Enumeration<'t>>,
    pub(crate) grammars: Vec<Grammar<'t>>,
    pub(crate) records: Vec<Record<'t>>,
    pub(crate) endpoints: Vec<Endpoint<'t>>,
}

/// An enumeration.
pub(crate) struct Enumeration<'t> {
    pub(crate) name: &'t str,
    pub(crate) doc: &'t str,
    pub(crate) variants: Vec<Variant<'t>>,
    /// The pattern of values that are not listed, if the enumeration is open.
    pub(crate) other: Option<&'t str>,
}

/// A type of strings that code written by hand reads.
pub(crate) struct Grammar<'t> {
    pub(crate) name: &'t str,
    pub(crate) doc: &'t str,
    /// The converter that has the type.
    pub(crate) converter: &'t str,
}

/// A value of an enumeration.
pub(crate) struct Variant<'t> {
    pub(crate) name: &'t str,
    /// Empty where its text on the wire says it.
    pub(crate) doc: Cow<'t, str>,
    /// The advice what to use instead, if it is deprecated.
    pub(crate) deprecated: Option<&'t str>,
    pub(crate) wire: &'t str,
    /// The group of values that it belongs to, for converters.
    pub(crate) group: Option<&'t str>,
}

/// An endpoint.
pub(crate) struct Endpoint<'t> {
    pub(crate) name: &'t str,
    pub(crate) written: &'t table::Endpoint,
    pub(crate) doc: &'t str,
    /// The advice what to use instead, if it is deprecated.
    pub(crate) deprecated: Option<&'t str>,
    pub(crate) response: Response<'t>,
    /// True if its declared response is read of replies that are written otherwise, too.
    pub(crate) is_lenient: bool,
    pub(crate) raw: RawKind,
    /// The function of the converter's module that makes the body.
    pub(crate) make_body: Option<&'t str>,
    pub(crate) status: i64,
    /// The converter module that makes the query.
    pub(crate) prepare: Option<&'t str>,
    pub(crate) pages: Option<Pages<'t>>,
    pub(crate) params: Vec<Param<'t>>,
    pub(crate) choices: Vec<Choice<'t>>,
    pub(crate) examples: Vec<Example<'t>>,
}

/// The maximum number of required parameters of `new`; a request with more has a builder.
const MAX_IN_NEW: usize = 2;

impl<'t> Model<'t> {
    /// Returns the model of a table; none if a check let something through that it refers to.
    pub(crate) fn new(table: &'t Table) -> Option<Self> {
        let sent = item::sent_records(table);
        Some(Self {
            table,
            types: table.types.iter().map(|(name, found)| Enumeration::new(name, found)).collect(),
            grammars: table.grammars.iter().map(|(name, found)| Grammar::new(name, found)).collect(),
            records: table
                .records
                .iter()
                .map(|(name, record)| Record::new(name, record, table, &sent))
                .collect::<Option<_>>()?,
            endpoints: table
                .endpoints
                .iter()
                .map(|(name, endpoint)| Endpoint::new(name, endpoint, table))
                .collect::<Option<_>>()?,
        })
    }

    /// Returns true if a part of the table is deprecated.
    pub(crate) fn deprecates(&self) -> bool {
        let variants = self.types.iter().flat_map(|found| &found.variants).map(|variant| variant.deprecated);
        let fields = self.records.iter().flat_map(|found| &found.fields).map(|field| field.deprecated);
        let params = self.endpoints.iter().flat_map(|found| &found.params).map(|param| param.deprecated);
        let endpoints = self.endpoints.iter().map(|endpoint| endpoint.deprecated);
        variants.chain(fields).chain(params).chain(endpoints).any(|found| found.is_some())
    }

    /// Returns true for an enumeration that a record or a response has.
    pub(crate) fn is_of_records(&self, enumeration: &str) -> bool {
        let fields = self.records.iter().flat_map(|record| &record.fields).map(|field| &field.item);
        let responses =
            self.endpoints.iter().filter_map(|endpoint| endpoint.response.declared()?.item.as_ref());
        let sent =
            self.endpoints.iter().flat_map(|endpoint| &endpoint.params).filter_map(|param| param.kind.json());
        fields.chain(responses).chain(sent).any(|item| item.enumeration() == Some(enumeration))
    }

    /// Returns the records that requests send.
    pub(crate) fn sent_records(&self) -> impl Iterator<Item = &Record<'t>> {
        self.records.iter().filter(|record| record.is_sent)
    }

    /// Returns true if an endpoint has a parameter.
    pub(crate) fn has_params(&self) -> bool {
        self.endpoints.iter().any(|endpoint| !endpoint.params.is_empty())
    }

    /// Returns true if parameters have types of the table's own.
    pub(crate) fn has_types(&self) -> bool {
        !(self.types.is_empty() && self.grammars.is_empty())
    }

    /// Returns true if an endpoint has a converter.
    pub(crate) fn has_converters(&self) -> bool {
        self.endpoints.iter().any(|endpoint| endpoint.converter().is_some() || endpoint.prepare.is_some())
    }

    /// Returns every converter module of the table once, with the endpoints that use it.
    pub(crate) fn converters(&self) -> Vec<(&'t str, Vec<&'t str>)> {
        let mut modules: Vec<(&str, Vec<&str>)> = Vec::new();
        for endpoint in &self.endpoints {
            let named = [endpoint.converter(), endpoint.prepare];
            for module in named.into_iter().flatten() {
                match modules.iter_mut().find(|(name, _)| *name == module) {
                    Some((_, users)) if users.contains(&endpoint.name) => {}
                    Some((_, users)) => users.push(endpoint.name),
                    None => modules.push((module, vec![endpoint.name])),
                }
            }
        }
        modules
    }
}

impl<'t> Enumeration<'t> {
    fn new(name: &'t str, found: &'t table::Enumeration) -> Self {
        let variants = found.variants.iter();
        let variants = variants.map(|(name, found)| Variant {
            name,
            doc: match &found.doc {
                Some(doc) => Cow::Borrowed(doc.trim()),
                None => Cow::Owned(names::meaning(name, &found.wire)),
            },
            deprecated: found.deprecated.as_deref().map(str::trim),
            wire: &found.wire,
            group: found.group.as_deref(),
        });
        Self { name, doc: found.doc.trim(), variants: variants.collect(), other: found.other.as_deref() }
    }
}

impl<'t> Grammar<'t> {
    fn new(name: &'t str, found: &'t table::Grammar) -> Self {
        Self { name, doc: found.doc.trim(), converter: &found.converter }
    }
}

impl<'t> Endpoint<'t> {
    fn new(name: &'t str, endpoint: &'t table::Endpoint, table: &'t Table) -> Option<Self> {
        let choice_of = |param: &str| endpoint.choices.get_index_of(endpoint.choice_of(param)?.0);
        let params = endpoint
            .params
            .iter()
            .map(|(name, param)| Param::new(name, param, choice_of(name), endpoint, table))
            .collect::<Option<Vec<_>>>()?;
        let choices = endpoint
            .choices
            .iter()
            .map(|(name, choice)| Choice::new(name, choice, &params))
            .collect::<Option<Vec<_>>>()?;
        let (response, raw) = (Response::new(endpoint, table)?, raw_kind(&endpoint.raw)?);
        let examples = endpoint
            .examples
            .iter()
            .map(|(name, example)| Example::new(name, example, &params, table))
            .collect::<Option<_>>()?;
        Some(Self {
            name,
            written: endpoint,
            doc: endpoint.doc.trim(),
            deprecated: endpoint.deprecated.as_deref().map(str::trim),
            is_lenient: endpoint.is_lenient(table),
            response,
            raw,
            make_body: endpoint.body.as_deref(),
            status: endpoint.status,
            prepare: endpoint.prepare.as_deref(),
            pages: match &endpoint.pages {
                Some(pages) => Some(Pages::new(pages, endpoint, table)?),
                None => None,
            },
            params,
            choices,
            examples,
        })
    }

    /// Returns the converter module that makes the response, unless the reply itself has it.
    pub(crate) fn converter(&self) -> Option<&'t str> {
        match self.response {
            Response::Converter(module) => Some(module),
            Response::Declared(_) | Response::Bytes => None,
        }
    }

    /// Returns the name of the module of the request.
    pub(crate) fn module(&self) -> String {
        names::snake(self.name)
    }

    /// Returns true if the request has a builder, because `new` would have too many arguments.
    pub(crate) fn has_builder(&self) -> bool {
        let params = self.params.iter().filter(|param| param.required).count();
        let choices = self.choices.iter().filter(|choice| choice.required).count();
        params.saturating_add(choices) > MAX_IN_NEW
    }

    /// Returns the optional parameters that have a setter of their own.
    pub(crate) fn settable(&self) -> impl Iterator<Item = &Param<'t>> {
        self.params.iter().filter(|param| !param.required && param.choice.is_none())
    }

    pub(crate) fn param(&self, name: &str) -> Option<&Param<'t>> {
        self.params.iter().find(|param| param.name == name)
    }
}
