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

pub use examples::Example;
pub use pages::{Pages, text};
pub use params::{Choice, ChoiceOption, Param};
pub use records::{EPOCH_MILLISECONDS, Field, OneOf, OneOfItem, Record};
pub use response::{DeclaredResponse, Into, MEANINGS, Meaning, Response, Statuses, is_empty};
pub use words::{Presence, body_format, raw_kind, session_use};

/// A table that has passed every check.
pub struct Model<'t> {
    pub table: &'t Table,
    pub types: Vec<Enumeration<'t>>,
    pub grammars: Vec<Grammar<'t>>,
    pub records: Vec<Record<'t>>,
    pub one_ofs: Vec<OneOf<'t>>,
    pub endpoints: Vec<Endpoint<'t>>,
}

/// An enumeration.
pub struct Enumeration<'t> {
    pub name: &'t str,
    pub doc: &'t str,
    pub variants: Vec<Variant<'t>>,
    /// The pattern of values that are not listed, if the enumeration is open.
    pub other: Option<&'t str>,
}

/// A type of strings that code written by hand reads.
pub struct Grammar<'t> {
    pub name: &'t str,
    pub doc: &'t str,
    /// The converter that has the type.
    pub converter: &'t str,
}

/// A value of an enumeration.
pub struct Variant<'t> {
    pub name: &'t str,
    /// Empty where its text on the wire says it.
    pub doc: Cow<'t, str>,
    /// The advice what to use instead, if it is deprecated.
    pub deprecated: Option<&'t str>,
    pub wire: &'t str,
    /// The group of values that it belongs to, for converters.
    pub group: Option<&'t str>,
}

/// An endpoint.
pub struct Endpoint<'t> {
    pub name: &'t str,
    pub written: &'t table::Endpoint,
    /// The doc with the terms of the host.
    pub doc: String,
    /// The advice what to use instead, if it is deprecated.
    pub deprecated: Option<&'t str>,
    pub response: Response<'t>,
    /// True if its declared response is read of replies that are written otherwise, too.
    pub is_lenient: bool,
    pub raw: RawKind,
    /// The function of the converter's module that makes the body.
    pub make_body: Option<&'t str>,
    pub status: i64,
    /// The converter module that makes the query.
    pub prepare: Option<&'t str>,
    pub pages: Option<Pages<'t>>,
    pub params: Vec<Param<'t>>,
    pub choices: Vec<Choice<'t>>,
    pub examples: Vec<Example<'t>>,
}

/// The maximum number of required parameters of `new`; a request with more has a builder.
const MAX_IN_NEW: usize = 2;

impl<'t> Model<'t> {
    /// Returns the model of a table; none if a check let something through that it refers to.
    pub fn new(table: &'t Table) -> Option<Self> {
        let sent = item::sent_records(table);
        Some(Self {
            table,
            types: table.types.iter().map(|(name, found)| Enumeration::new(name, found)).collect(),
            grammars: table.grammars.iter().map(|(name, found)| Grammar::new(name, found)).collect(),
            records: table
                .records
                .iter()
                .filter(|(_, record)| !record.is_one_of())
                .map(|(name, record)| Record::new(name, record, table, &sent))
                .collect::<Option<_>>()?,
            one_ofs: table
                .records
                .iter()
                .filter(|(_, record)| record.is_one_of())
                .map(|(name, record)| OneOf::new(name, record, table))
                .collect::<Option<_>>()?,
            endpoints: table
                .endpoints
                .iter()
                .map(|(name, endpoint)| Endpoint::new(name, endpoint, table))
                .collect::<Option<_>>()?,
        })
    }

    /// Returns true if a part of the table is deprecated.
    pub fn deprecates(&self) -> bool {
        let variants = self.types.iter().flat_map(|found| &found.variants).map(|variant| variant.deprecated);
        let fields = self.records.iter().flat_map(|found| &found.fields).map(|field| field.deprecated);
        let params = self.endpoints.iter().flat_map(|found| &found.params).map(|param| param.deprecated);
        let endpoints = self.endpoints.iter().map(|endpoint| endpoint.deprecated);
        variants.chain(fields).chain(params).chain(endpoints).any(|found| found.is_some())
    }

    /// Returns true for an enumeration that a record or a response has.
    pub fn is_of_records(&self, enumeration: &str) -> bool {
        let fields = self.records.iter().flat_map(|record| &record.fields).map(|field| &field.item);
        let several = self.one_ofs.iter().flat_map(|found| &found.items).map(|item| &item.item);
        let responses =
            self.endpoints.iter().filter_map(|endpoint| endpoint.response.declared()?.item.as_ref());
        let sent =
            self.endpoints.iter().flat_map(|endpoint| &endpoint.params).filter_map(|param| param.kind.json());
        fields.chain(several).chain(responses).chain(sent).any(|item| item.enumeration() == Some(enumeration))
    }

    /// Returns the records that requests send.
    pub fn sent_records(&self) -> impl Iterator<Item = &Record<'t>> {
        self.records.iter().filter(|record| record.is_sent)
    }

    /// Returns true if an endpoint has a parameter.
    pub fn has_params(&self) -> bool {
        self.endpoints.iter().any(|endpoint| !endpoint.params.is_empty())
    }

    /// Returns true if parameters have types of the table's own.
    pub fn has_types(&self) -> bool {
        !(self.types.is_empty() && self.grammars.is_empty())
    }

    /// Returns true if an endpoint has a converter.
    pub fn has_converters(&self) -> bool {
        self.endpoints.iter().any(|endpoint| endpoint.converter().is_some() || endpoint.prepare.is_some())
    }

    /// Returns every converter module of the table once, with the endpoints that use it.
    pub fn converters(&self) -> Vec<(&'t str, Vec<&'t str>)> {
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
    pub(crate) fn new(name: &'t str, found: &'t table::Enumeration) -> Self {
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
            doc: table.documented(endpoint),
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
    pub fn converter(&self) -> Option<&'t str> {
        match self.response {
            Response::Converter(module) => Some(module),
            Response::Declared(_) | Response::Bytes => None,
        }
    }

    /// Returns the name of the module of the request.
    pub fn module(&self) -> String {
        names::module(self.name)
    }

    /// Returns true if the request has a builder, because `new` would have too many arguments.
    pub fn has_builder(&self) -> bool {
        let params = self.params.iter().filter(|param| param.required).count();
        let choices = self.choices.iter().filter(|choice| choice.required).count();
        params.saturating_add(choices) > MAX_IN_NEW
    }

    /// Returns the optional parameters that have a setter of their own.
    pub fn settable(&self) -> impl Iterator<Item = &Param<'t>> {
        self.params.iter().filter(|param| !param.required && param.choice.is_none())
    }

    pub fn param(&self, name: &str) -> Option<&Param<'t>> {
        self.params.iter().find(|param| param.name == name)
    }
}
